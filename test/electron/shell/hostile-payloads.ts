import type { z } from 'zod';

/** Payloads for a call: at random, hostile on purpose, and right ones with something wrong in them. All can be cloned. */

/** A number in [0, 1), the same ones for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Draw = {
  readonly random: () => number;
  /** What would be right for a text of this name, as the test knows it: ids, names, addresses. */
  readonly known: (name: string) => readonly string[];
};

function pick<T>(draw: Draw, from: readonly [T, ...T[]] | readonly T[]): T {
  const at = Math.floor(draw.random() * from.length);
  if (at >= from.length) throw new Error('There is nothing to pick.');
  return from[at] as T;
}

const HUGE = 'ñ'.repeat(300_000);
const TEXTS = [
  '',
  ' ',
  '\0',
  '..',
  '../../../../tmp/evil',
  '..\\..\\evil',
  '/etc/passwd',
  'C:\\Windows\\evil',
  '__proto__',
  'constructor',
  'toString',
  'null',
  '-1',
  'NaN',
  '1e999',
  '9'.repeat(400),
  '2025-13',
  '0000-00',
  '\u202egnp.exe',
  '\ud800',
  '💥'.repeat(60),
  'CON',
  'a'.repeat(101),
  'file:///etc/passwd',
  'http://169.254.169.254/latest',
  'https://user:pass@api.example/',
  'javascript:alert(1)',
  '%APPDATA%',
  "'; DROP TABLE x; --",
  'a'.repeat(50_000),
] as const;
const NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.5,
  15,
  1e308,
  -1e308,
  Number.NaN,
  Infinity,
  -Infinity,
  2 ** 53,
  2 ** 31,
] as const;

function cycle(): unknown {
  const one: { [name: string]: unknown } = { accountId: 'x' };
  one.accountId = one;
  one.months = [one];
  return one;
}

function deep(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { accountId: value };
  return value;
}

/** Own members with names that belong to every object. */
const withPrototype = (): unknown =>
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"accountId":"x"}');

const ODD: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => true,
  () => 10n ** 40n,
  () => new Date(Number.NaN),
  () => /(a+)+$/,
  () => new Map([['accountId', 'x']]),
  () => new Set(['x']),
  () => new Uint8Array(3),
  () => new ArrayBuffer(8),
  () => new Float64Array([Number.NaN]),
  () => new Error('accountId'),
  () => new String('x'),
  () => new Number(1),
  () => Array(1000),
  () => [[], [[]], [[[]]]],
  () => cycle(),
  () => deep(40),
  () => deep(400),
  () => withPrototype(),
  () => Object.create(null),
  () => Object.assign([], { accountId: 'x' }),
  () => ({ length: 1e9 }),
  () => ({ toJSON: 'x', toString: 'x', valueOf: 'x' }),
];

function oddValue(draw: Draw, depth: number): unknown {
  const dice = draw.random();
  if (dice < 0.3) return pick(draw, TEXTS);
  if (dice < 0.305) return HUGE;
  if (dice < 0.45) return pick(draw, NUMBERS);
  if (dice < 0.75 || depth > 3) return pick(draw, ODD)();
  if (dice < 0.87)
    return Array.from({ length: Math.floor(draw.random() * 6) }, () => oddValue(draw, depth + 1));
  const names = [
    'accountId',
    'feed',
    'kind',
    'months',
    'bytes',
    'text',
    'path',
    'key',
    '__proto__',
    'x',
  ] as const;
  const entries = Array.from({ length: Math.floor(draw.random() * 5) }, () => [
    pick(draw, names),
    oddValue(draw, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

/** What zod tells of a schema, as far as the contract uses it. */
type Definition = {
  readonly type: string;
  readonly shape?: { readonly [name: string]: Schema };
  readonly options?: readonly Schema[];
  readonly entries?: { readonly [name: string]: string };
  readonly values?: readonly unknown[];
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly in?: Schema;
};
type Schema = { readonly def: Definition };

/** A value after the schema; every part of it may be something else, with the odds given. */
function shaped(draw: Draw, { def }: Schema, name: string, odds: number): unknown {
  if (draw.random() < odds) return oddValue(draw, 1);
  switch (def.type) {
    case 'object': {
      const members = Object.entries(def.shape ?? {}).map(([key, schema]) => [
        key,
        shaped(draw, schema, key, odds),
      ]);
      if (draw.random() < odds) members.push([pick(draw, TEXTS), oddValue(draw, 2)]);
      return Object.fromEntries(members.filter(() => draw.random() >= odds / 2));
    }
    case 'union':
      return shaped(draw, pick(draw, def.options ?? []), name, odds);
    case 'enum':
      return pick(draw, Object.values(def.entries ?? {}));
    case 'literal':
      return pick(draw, def.values ?? []);
    case 'array': {
      const { element } = def;
      if (element === undefined) return [];
      return Array.from({ length: Math.floor(draw.random() * 4) }, () => shaped(draw, element, name, odds));
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
    case 'readonly': {
      if (def.innerType === undefined || draw.random() < 0.4)
        return def.type === 'nullable' ? null : undefined;
      return shaped(draw, def.innerType, name, odds);
    }
    case 'pipe':
      return def.in === undefined ? null : shaped(draw, def.in, name, odds);
    case 'boolean':
      return draw.random() < 0.5;
    case 'number':
      return pick(draw, [0, 1, 15, 60, 1440, 1_000_000]);
    case 'null':
      return null;
    case 'undefined':
      return undefined;
    case 'string':
      return pick(draw, [...draw.known(name), 'x']);
    default:
      return name === 'bytes' ? new Uint8Array(10) : pick(draw, [...draw.known(name), 'x']);
  }
}

/** One payload for the call that `check` checks. */
export function hostilePayload(draw: Draw, check: z.ZodType | { readonly parse: unknown }): unknown {
  const dice = draw.random();
  if (dice < 0.25) return oddValue(draw, 0);
  return shaped(draw, check as unknown as Schema, '', dice < 0.85 ? 0.15 : 0);
}
