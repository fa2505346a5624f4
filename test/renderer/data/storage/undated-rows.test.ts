import { describe, expect, test } from 'vitest';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import type { Month } from '#shared/domain/dates.ts';
import { changes, purchases, type Row, row } from './ledger-fixtures.ts';
import { contents, expected, freshAccount, open, read, stage } from './real-ledger.ts';

/**
 * Rule 16 in the real ledger: rows without a readable purchase date, or with one so far off that nobody can ask for it. Of
 * neither can a reading by that date tell anything.
 */
const NO_DATES = ['', null, 'ayer', '9999-12-31T23:59:59.999', '1999-12-31T23:59:59.999'] as const;

const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');
/** Windows of changes, a day each. */
const day = (date: number) => changes(`2026-03-${date}T00:00:00.000Z`, `2026-03-${date + 1}T00:00:00.000Z`);
const updated = (date: number) => ({
  'Fecha de actualización': `2026-03-${String(date).padStart(2, '0')}T15:00:00.000Z`,
});

const dated = row({});
/** A movement of the account: nothing but its own columns tells it from others. */
const movement = row({
  Orden: '',
  'Nro. suborden': '',
  'SKU Producto': 'Sin SKU',
  'Tipo de Dato': 'Marketplace',
  Producto: 'Storage fee',
});

async function ledgerWith(...rows: readonly Row[]): Promise<Ledger> {
  const ledger = await open(freshAccount());
  await read(ledger, 'first', day(10), rows, { pages: 1 });
  expect(await undatedRows(ledger)).toBeGreaterThan(0);
  return ledger;
}
/** Rows that stand in no month. */
async function undatedRows(ledger: Ledger): Promise<number> {
  const { undatedRows, outOfRangeRows } = await ledger.reads.coverage();
  return undatedRows + outOfRangeRows;
}
/** Rows that the change log says there are more, over everything that was written. */
async function rowsTold(ledger: Ledger): Promise<number> {
  const { size, before, after } = await ledger.reads.changes();
  let rows = 0;
  for (let change = 0; change < size; change += 1) {
    rows += Math.max(0, after.rows[change] ?? 0) - Math.max(0, before.rows[change] ?? 0);
  }
  return rows;
}

describe.each(NO_DATES)('a row with %j for a purchase date', (text) => {
  const undated = row({ 'Fecha de compra': text });

  test('that gets one comes as another row, and the one without is gone', async () => {
    const ledger = await ledgerWith(undated, row({ 'Nro. suborden': 'S-2', ...updated(10) }));
    const later = [row({ ...updated(11), Ventas: '120.00' })];
    const judgement = await stage(ledger, 'second', day(11), later, { pages: 1 });
    // The order is read by the purchases it has.
    expect(judgement).toMatchObject({
      kind: 'settled',
      ordersToVerify: 1,
      verification: [{ from: '2026-03-10T12:00:00.000', to: '2026-03-10T12:00:00.001' }],
    });
    await read(ledger, 'third', day(11), later, { pages: 1 });
    expect(contents(ledger)).toEqual(expected([...later, row({ 'Nro. suborden': 'S-2', ...updated(10) })]));
    expect(await undatedRows(ledger)).toBe(0);
    expect(await rowsTold(ledger)).toBe(2);
  });

  test('that went is gone once its sub-order came without it', async () => {
    const other = row({ 'SKU Producto': 'SKU-2' });
    const ledger = await ledgerWith(undated, other);
    const came = { ...other, ...updated(11) };
    await read(ledger, 'second', day(11), [came], { pages: 1 });
    expect(contents(ledger)).toEqual(expected([came]));
    expect(await rowsTold(ledger)).toBe(1);
  });

  test('that is all there is of its order is replaced by what its sub-order brings; nothing is queued', async () => {
    const twin = { ...undated, Ventas: '7.00' };
    const ledger = await ledgerWith(undated, twin);
    const came = { ...undated, ...updated(11), Ventas: '9.00' };
    expect(await stage(ledger, 'second', day(11), [came], { pages: 1 })).toMatchObject({
      verification: [],
      ordersToVerify: 0,
    });
    const result = await read(ledger, 'third', day(11), [came], { pages: 1 });
    expect(result).toMatchObject({ ordersChanged: 1, ordersQueued: 0 });
    expect(contents(ledger)).toEqual(expected([came]));
  });

  test('of a sub-order that did not come stays, and nobody is asked about it', async () => {
    const ledger = await ledgerWith(undated);
    const other = row({ 'Nro. suborden': 'S-2', ...updated(11) });
    expect(await stage(ledger, 'second', day(11), [other], { pages: 1 })).toMatchObject({ verification: [] });
    await read(ledger, 'third', day(11), [other], { pages: 1 });
    expect(contents(ledger)).toEqual(expected([undated, other]));
    expect(await undatedRows(ledger)).toBe(1);
  });

  test('of which no update told is known by its sub-order, SKUs and type once a reading brings it', async () => {
    const ledger = await ledgerWith(undated, { ...undated, Ventas: '7.00' });
    const found = row({ ...updated(12), Ventas: '7.00' });
    const result = await read(ledger, 'march', MARCH, [found]);
    // One came: one of the two got its date, the one that is like it.
    expect(result).toMatchObject({ rowsAdded: 1, rowsRemoved: 1 });
    expect(contents(ledger)).toEqual(expected([undated, found]));
    // Read again, it explains no second one.
    await read(ledger, 'again', MARCH, [found]);
    expect(contents(ledger)).toEqual(expected([undated, found]));
  });

  test.each([
    ['another SKU', { 'SKU Producto': 'SKU-9', ...updated(12) }],
    ['another sub-order', { 'Nro. suborden': 'S-9', ...updated(12) }],
    ['another type', { 'Tipo de Dato': 'Publicación', ...updated(12) }],
    ['an update before its own', updated(9)],
  ])('is not a row of %s that a reading brings', async (_, over) => {
    const ledger = await ledgerWith(undated);
    const found = row(over);
    await read(ledger, 'march', MARCH, [found]);
    expect(contents(ledger)).toEqual(expected([undated, found]));
  });

  test('is not one whose like has only moved to another date', async () => {
    const ledger = await ledgerWith(dated, undated);
    const moved = row({ 'Fecha de compra': '2026-03-20T12:00:00.000', ...updated(12) });
    await read(ledger, 'march', MARCH, [moved]);
    // The month is not complete yet: the row at its former date waits.
    expect(contents(ledger)).toEqual(expected([dated, undated, moved]));
    await read(ledger, 'again', MARCH, [moved], { commit: { completes: ['2026-03' as Month] } });
    expect(contents(ledger)).toEqual(expected([undated, moved]));
  });
});

describe.each(NO_DATES)(
  'a movement with %j for a purchase date, of another order than its dated self',
  (text) => {
    const undatedMovement = { ...movement, 'Fecha de compra': text };

    test.each(['changes', 'purchases'] as const)('goes where %s bring all else of it', async (by) => {
      const ledger = await ledgerWith(undatedMovement, undatedMovement);
      const found = { ...movement, ...updated(11) };
      await read(ledger, 'second', by === 'changes' ? day(11) : MARCH, [found], { pages: 1 });
      // Twins: one of the two got its date.
      expect(contents(ledger)).toEqual(expected([undatedMovement, found]));
      await read(ledger, 'third', by === 'changes' ? day(11) : MARCH, [found], { pages: 1 });
      expect(contents(ledger)).toEqual(expected([undatedMovement, found]));
      await read(ledger, 'fourth', by === 'changes' ? day(11) : MARCH, [found, found], { pages: 1 });
      expect(contents(ledger)).toEqual(expected([found, found]));
    });

    test('stays, counted apart, beside one of another amount: nobody can tell that it is the same', async () => {
      const ledger = await ledgerWith(undatedMovement);
      const other = { ...movement, ...updated(11), Ventas: '101.00' };
      const result = await read(ledger, 'second', day(11), [other], { pages: 1 });
      // The commit does not speak of what it only looked at.
      expect(result).toMatchObject({ ordersNew: 1, ordersChanged: 0, ordersUnchanged: 0 });
      expect(contents(ledger)).toEqual(expected([undatedMovement, other]));
      expect(await undatedRows(ledger)).toBe(1);
    });

    test('that carries the number of a sub-order is known by it, whatever its amount', async () => {
      const numbered = { ...undatedMovement, 'Nro. suborden': 'M-1' };
      const ledger = await ledgerWith(numbered, undatedMovement);
      const found = { ...movement, 'Nro. suborden': 'M-1', ...updated(11), Ventas: '101.00' };
      await read(ledger, 'second', day(11), [found], { pages: 1 });
      expect(contents(ledger)).toEqual(expected([undatedMovement, found]));
    });

    test('is not touched by a commit that brings no movement', async () => {
      const ledger = await ledgerWith(undatedMovement);
      const result = await read(ledger, 'second', day(11), [row({ ...updated(11) })], { pages: 1 });
      expect(result).toMatchObject({ ordersNew: 1, ordersChanged: 0, ordersUnchanged: 0 });
      expect(contents(ledger)).toEqual(expected([undatedMovement, row({ ...updated(11) })]));
    });
  },
);
