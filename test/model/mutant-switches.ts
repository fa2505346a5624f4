import { vi } from 'vitest';
import { groupBy } from '#shared/base/group-by.ts';

// biome-ignore lint/suspicious/noExplicitAny: a mutant wraps functions of every shape; what it breaks is the point.
export type AnyFunction = (...args: any[]) => any;
export type Exports = { readonly [name: string]: AnyFunction };

/** A module with some of its functions replaced. */
export type Replacement = {
  readonly module: string;
  readonly make: (original: Exports) => Exports;
};

/**
 * Puts a switch before each function that one of these replaces, and gives what turns them: on are those given, and no other.
 * To be called before anything that imports the modules. All mutants live in one graph of modules then: a fresh one for each
 * took longer to load and to be compiled than most histories take. The product keeps nothing in its modules from one life
 * to the next, but by objects of that life.
 */
export function switchesOf(all: readonly Replacement[]): (on: readonly Replacement[]) => void {
  let turnedOn: readonly Replacement[] = [];
  for (const [module, own] of groupBy(all, ({ module }) => module)) {
    vi.doMock(module, async (importOriginal) => {
      const original = await importOriginal<Exports>();
      const made = new Map(own.map((one) => [one, one.make(original)]));
      const names = new Set([...made.values()].flatMap((functions) => Object.keys(functions)));
      const switched = [...names].map((name) => [
        name,
        (...args: unknown[]): unknown => {
          const one = turnedOn.find((each) => made.get(each)?.[name] !== undefined);
          return (one === undefined ? original : made.get(one))?.[name]?.(...args);
        },
      ]);
      return { ...original, ...Object.fromEntries(switched) };
    });
  }
  return (on) => {
    turnedOn = on;
  };
}
