import { EventEmitter } from 'node:events';

/** How the fake holds on to Electron: at run time what is not modelled is refused by name, at compile time by its types. */

/** What the language and the test runner ask of any object. */
const ASKED_OF_ANYTHING: ReadonlySet<string> = new Set([
  'then',
  'toJSON',
  'asymmetricMatch',
  'nodeType',
  'tagName',
  'hasAttribute',
  '$$typeof',
  'domain',
  '@@__IMMUTABLE_ITERABLE__@@',
  '@@__IMMUTABLE_RECORD__@@',
]);

/** `model`, which throws by name on whatever it does not have: a use that nobody modelled fails where it happens. */
export function refusing<T extends object>(name: string, model: T): T {
  const refuse = (key: string | symbol): never => {
    throw new Error(`The fake Electron has no ${name}.${String(key)}: model it in test/electron/shell/fake.`);
  };
  const isKnown = (target: T, key: string | symbol): boolean =>
    typeof key === 'symbol' || key in target || ASKED_OF_ANYTHING.has(key);
  return new Proxy(model, {
    get: (target, key, receiver) => (isKnown(target, key) ? Reflect.get(target, key, receiver) : refuse(key)),
    set: (target, key, value, receiver) =>
      isKnown(target, key) ? Reflect.set(target, key, value, receiver) : refuse(key),
  });
}

/** An emitter that nobody can listen to for something that Electron never tells. */
export class KnownEmitter extends EventEmitter {
  readonly known: ReadonlySet<string>;
  constructor(known: readonly string[]) {
    super();
    this.known = new Set(known);
  }
  override on(event: string | symbol, listener: (...args: never[]) => void): this {
    if (!this.known.has(String(event))) {
      throw new Error(`The fake Electron has no event «${String(event)}» of ${this.constructor.name}.`);
    }
    return super.on(event, listener as (...args: unknown[]) => void);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the listener is told, the name is what is looked at.
type Listens<E> = { on(event: E, listener: (...args: any[]) => void): unknown };

/** Names of events; those that Electron's type `Real` cannot be listened to for are errors of the compiler. */
export function eventsOf<Real>() {
  return <const E extends readonly string[]>(
    events: {
      readonly [I in keyof E]: Real extends Listens<E[I]> ? E[I] : never;
    },
  ): readonly string[] => events as readonly string[];
}

/**
 * What of `Fake` bears the name of something of Electron's must be usable in its place; `Parts` are fakes of their own,
 * checked where they stand. Ways to listen are checked by `eventsOf`.
 */
export type Agrees<Fake, Real, Parts extends keyof Fake = never> = {
  readonly [K in Exclude<keyof Fake & keyof Real, Parts | keyof EventEmitter>]: Real[K];
};
