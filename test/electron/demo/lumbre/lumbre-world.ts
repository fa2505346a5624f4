import fc from 'fast-check';
import { lumbre } from '#electron/demo/lumbre/lumbre.ts';
import { createWorld, type WireRow, type World } from '#electron/demo/world/world.ts';
import { type ColumnStore, createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';

/** The demo company for tests: a world of it, its rows as the engine has them, and amounts read without its code. */

/** Its size in the app: fewer orders tell no rules. */
export const ORDERS = 29_400;

export function lumbreAt(seed: number, clock: () => number, orders = ORDERS): World {
  return createWorld({ seed, orders, clock, company: lumbre });
}

let latest: { readonly of: string; readonly rows: readonly WireRow[] } = { of: '', rows: [] };

/** All rows of the whole company: the last one is kept, since one check after the other draws the same. */
export function lumbreRows(seed: number, now: number): readonly WireRow[] {
  const of = `${seed} ${now}`;
  if (latest.of !== of) latest = { of, rows: [...lumbreAt(seed, () => now).truth()] };
  return latest.rows;
}

export const anySeed = fc.integer({ min: 0, max: 0xffffffff });

/** Late in a month: nothing of the month before is on its way any more. */
export const anyNow = fc
  .record({
    month: fc.integer({ min: 0, max: 23 }),
    day: fc.integer({ min: 20, max: 28 }),
    hour: fc.integer({ min: 0, max: 23 }),
  })
  .map(({ month, day, hour }) => Date.UTC(2026, month, day, hour));

const KEYS = COLUMNS.map(({ key }) => key);
const ROWS_IN_SEGMENT = 20_000;

const stores = new WeakMap<readonly WireRow[], ColumnStore>();

/** The rows as the engine has them, for questions alone: made once of the same rows. */
export function storeOf(rows: readonly WireRow[]): ColumnStore {
  const known = stores.get(rows);
  if (known !== undefined) return known;
  const made = makeStore(rows);
  stores.set(rows, made);
  return made;
}

function makeStore(rows: readonly WireRow[]): ColumnStore {
  const store = createColumnStore();
  for (let from = 0; from < rows.length; from += ROWS_IN_SEGMENT) {
    const cells = rows.slice(from, from + ROWS_IN_SEGMENT).map((row) => KEYS.map((key) => row[key] ?? null));
    const { bytes, headerLength } = encodeSegment({ columns: KEYS, rows: cells });
    store.addSegment(from + 1, decodeSegment(bytes, headerLength), null);
  }
  store.raiseRevision();
  return store;
}

/** Cents of an amount as the API writes it, digit by digit. */
export function cents(text: string | undefined): number {
  const match = /^(-?)(\d+)(?:\.(\d\d))?$/.exec(text ?? 'absent');
  if (match === null) throw new Error(`"${text}" is no amount.`);
  const size = Number(`${match[2]}${match[3] ?? '00'}`);
  return match[1] === '-' ? -size : size;
}

export const accountOf = (row: WireRow): string => `${row.Canal} / ${row.Cuenta}`;
