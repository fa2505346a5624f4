import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorld } from '#electron/demo/world/world.ts';
import { encodeSegment } from '#renderer/ledger/segment/encode.ts';
import { COLUMNS } from '#shared/columns/catalogue.ts';
import { DAY_MS } from '#shared/dates.ts';
import type { Cell } from '#shared/wire/row-table.ts';

/**
 * A large local copy for measuring: rows of the demo world through the product's own encoder, newest segment first
 * and an order's rows together, as commits leave them.
 */

export type Encoded = { readonly bytes: Uint8Array<ArrayBuffer>; readonly headerLength: number };

const NOW = Date.UTC(2026, 10, 15, 15);
const COLUMN_KEYS = COLUMNS.map(({ key }) => key);
const CANAL = COLUMN_KEYS.indexOf('Canal');
const CUENTA = COLUMN_KEYS.indexOf('Cuenta');
const ORDEN = COLUMN_KEYS.indexOf('Orden');

/** Segments of `rowsPerSegment` rows until there are `rows`. */
export function* worldSegments(rows: number, rowsPerSegment: number): Generator<Encoded> {
  let left = rows;
  let waiting: Cell[][] = [];
  for (const day of worldDays(rows)) {
    waiting.push(...day);
    while (left > 0 && waiting.length >= Math.min(rowsPerSegment, left)) {
      const taken = waiting.slice(0, Math.min(rowsPerSegment, left));
      waiting = waiting.slice(taken.length);
      left -= taken.length;
      yield encodeSegment({ columns: COLUMN_KEYS, rows: taken });
    }
    if (left <= 0) return;
  }
  throw new RangeError(`The world holds ${rows - left} rows only.`);
}

/** The world's rows, newest day first, the rows of an order together. */
function* worldDays(rows: number): Generator<Cell[][]> {
  const world = createWorld({ seed: 7, orders: Math.ceil(rows / 1.5), clock: () => NOW });
  const none = { itemTypes: null, paymentStatuses: null, itemStatuses: null };
  for (let to = NOW + DAY_MS; to > NOW - 1000 * DAY_MS; to -= DAY_MS) {
    const found = world.find({ date: 'purchase_date', from: to - DAY_MS, to }, none);
    const orders = new Map<string, Cell[][]>();
    for (let at = 0; at < found.size; at += 1) {
      const cells = [...found.cells(at)];
      const key = `${cells[CANAL]}|${cells[CUENTA]}|${cells[ORDEN]}`;
      const known = orders.get(key);
      if (known === undefined) orders.set(key, [cells]);
      else known.push(cells);
    }
    yield [...orders.values()].flat();
  }
}

/** The same from files where they have been made before: making a million rows takes minutes. */
export function keptSegments(directory: string, rows: number, rowsPerSegment: number): readonly Encoded[] {
  const folder = join(directory, `${rows}-${rowsPerSegment}`);
  const index = join(folder, 'index.json');
  if (!existsSync(index)) {
    mkdirSync(folder, { recursive: true });
    const headerLengths: number[] = [];
    for (const { bytes, headerLength } of worldSegments(rows, rowsPerSegment)) {
      writeFileSync(join(folder, String(headerLengths.length)), bytes);
      headerLengths.push(headerLength);
    }
    writeFileSync(index, JSON.stringify(headerLengths));
  }
  const headerLengths: readonly number[] = JSON.parse(readFileSync(index, 'utf8'));
  return headerLengths.map((headerLength, at) => {
    const file = readFileSync(join(folder, String(at)));
    const bytes = new Uint8Array(file.length);
    bytes.set(file);
    return { bytes, headerLength };
  });
}
