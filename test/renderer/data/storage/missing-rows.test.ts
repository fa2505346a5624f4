import { describe, expect, test } from 'vitest';
import { orderHistory } from '#renderer/data/engine/changes/change-query.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { changes, purchases, type Row, row, utc } from './ledger-fixtures.ts';
import { contents, expected, freshAccount, inDatabase, open, read } from './real-ledger.ts';

/** Rule 11 in the real ledger: what a reading no longer finds, and what is asked of the user. */

const MONTH = '2026-03' as Month;
const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');
const EARLY = purchases('2026-03-01T00:00:00.000', '2026-03-15T00:00:00.000');
const LATE = purchases('2026-03-15T00:00:00.000', '2026-04-01T00:00:00.000');
const COMPLETE = { commit: { completes: [MONTH] } };

/** 40 orders of one row over the month; the last one of a channel of its own. */
function rows(): Row[] {
  return Array.from({ length: 40 }, (_, index) =>
    row({
      Orden: `O-${index}`,
      Canal: index === 39 ? 'Mercado Dos' : 'Mercado Uno',
      'Fecha de compra': `2026-03-${String(1 + (index % 28)).padStart(2, '0')}T12:00:00.000`,
      Ventas: `${index}.00`,
    }),
  );
}
const without = (...orders: readonly number[]) => rows().filter((_, index) => !orders.includes(index));

async function loaded(): Promise<{ readonly ledger: Ledger; readonly account: string }> {
  const account = freshAccount();
  const ledger = await open(account);
  await read(ledger, 'load', MARCH, rows(), COMPLETE);
  return { ledger, account };
}
const held = async (ledger: Ledger) => (await ledger.calls.readState(null)).held;

describe('a month that is read again', () => {
  test('loses up to 5 % of its rows at once, and the change log says so', async () => {
    const { ledger } = await loaded();
    const result = await read(ledger, 'again', MARCH, without(3, 4), { ...COMPLETE, purpose: 'reread' });
    expect(result).toMatchObject({ rowsRemoved: 2, rowsHeld: 0, ordersChanged: 2 });
    expect(contents(ledger)).toEqual(expected(without(3, 4)));
    expect(await held(ledger)).toEqual([]);
    const index = await ledger.reads.changes();
    expect(index.size).toBe(2);
  });

  test('keeps more than that until the user says, over restarts too', async () => {
    const { ledger, account } = await loaded();
    const result = await read(ledger, 'again', MARCH, without(3, 4, 5), { ...COMPLETE, purpose: 'reread' });
    expect(result).toMatchObject({ rowsRemoved: 0, rowsHeld: 3, ordersChanged: 0 });
    expect(contents(ledger)).toEqual(expected(rows()));
    const waiting = [
      {
        month: MONTH,
        rowsMissing: 3,
        rows: 40,
        ordersMissing: 3,
        emptied: [],
        readAt: '2026-03-11T00:00:00.000Z',
      },
    ];
    expect(await held(ledger)).toEqual(waiting);
    ledger.close();
    const again = await open(account);
    expect(await held(again)).toEqual(waiting);
    expect(
      await again.calls.resolveMissing({
        month: MONTH,
        decision: 'remove',
        decidedAt: utc('2026-04-05T09:00:00.000Z'),
      }),
    ).toEqual({
      rowsRemoved: 3,
    });
    expect(contents(again)).toEqual(expected(without(3, 4, 5)));
    expect(await held(again)).toEqual([]);
    // The answer was lost: asked again, nothing more goes.
    expect(
      await again.calls.resolveMissing({
        month: MONTH,
        decision: 'remove',
        decidedAt: utc('2026-04-05T09:00:00.000Z'),
      }),
    ).toEqual({
      rowsRemoved: 0,
    });
    again.close();
    const last = await open(account);
    expect(contents(last)).toEqual(expected(without(3, 4, 5)));
    expect((await last.reads.changes()).size).toBe(3);
    last.close();
    expect(await inDatabase(account, (database) => database.table('held').toArray())).toEqual([]);
  });

  test('counts, holds and gives up its first and its last instant, and none of the months beside it', async () => {
    const edges = [
      ...['2026-02-01T00:00:00.000', '2026-02-28T23:59:59.999'],
      ...['2026-03-01T00:00:00.000', '2026-03-31T23:59:59.999'],
      ...['2026-04-01T00:00:00.000', '2026-04-30T23:59:59.999'],
      // The last of a month and the first of the next one are rows of one order.
    ].map((at, index) =>
      row({
        Orden: `E-${Math.ceil(index / 2)}`,
        'Nro. suborden': `S-${index}`,
        'Fecha de compra': at,
        Ventas: `${index}.00`,
      }),
    );
    const inside = ['02', '03', '04'].map((month) =>
      row({ Orden: `I-${month}`, 'Fecha de compra': `2026-${month}-15T12:00:00.000` }),
    );
    const three = purchases('2026-02-01T00:00:00.000', '2026-05-01T00:00:00.000');
    const months = ['2026-02', '2026-03', '2026-04'] as Month[];
    const ledger = await open(freshAccount());
    await read(ledger, 'load', three, [...inside, ...edges], { commit: { completes: months } });
    await read(ledger, 'again', three, inside, { commit: { completes: months }, purpose: 'reread' });
    const viewOf = async () =>
      (await held(ledger)).map(({ month, rows: all, rowsMissing }) => [month, all, rowsMissing]);
    expect(await viewOf()).toEqual(months.map((month) => [month, 3, 2]));
    const decidedAt = utc('2026-05-05T09:00:00.000Z');
    expect(await ledger.calls.resolveMissing({ month: MONTH, decision: 'remove', decidedAt })).toEqual({
      rowsRemoved: 2,
    });
    expect(contents(ledger)).toEqual(expected([...inside, ...edges.slice(0, 2), ...edges.slice(4)]));
    expect(await viewOf()).toEqual([
      ['2026-02', 3, 2],
      ['2026-04', 3, 2],
    ]);
  });

  test('decides by its own rows alone, its first and its last instant among them', async () => {
    const months = ['2026-02', '2026-03', '2026-04'] as Month[];
    const three = purchases('2026-02-01T00:00:00.000', '2026-05-01T00:00:00.000');
    const ends = ['2026-02-28T23:59:59.999', '2026-03-31T23:59:59.999', '2026-04-30T23:59:59.999'];
    const all = months.flatMap((month, place) =>
      Array.from({ length: 40 }, (_, at) =>
        row({
          Orden: `${month} ${at}`,
          'Fecha de compra':
            at === 0
              ? `${month}-01T00:00:00.000`
              : at === 39
                ? (ends[place] ?? '')
                : `${month}-10T12:00:00.000`,
        }),
      ),
    );
    // Two of forty are five in a hundred; one more of another month would be too many.
    const left = all.filter((_, at) => at % 40 !== 0 && at % 40 !== 39);
    const ledger = await open(freshAccount());
    await read(ledger, 'load', three, all, { commit: { completes: months } });
    expect(await read(ledger, 'again', three, left, { commit: { completes: months } })).toMatchObject({
      ...{ rowsRemoved: 6, rowsHeld: 0 },
    });
    expect(contents(ledger)).toEqual(expected(left));
    // Of a month that loses too many the others are none the wiser.
    const fewer = left.filter((_, at) => (at < 38 || at >= 76 ? at !== 1 && at !== 77 : at >= 41));
    expect(await read(ledger, 'third', three, fewer, { commit: { completes: months } })).toMatchObject({
      ...{ rowsRemoved: 2, rowsHeld: 3 },
    });
    expect(await held(ledger)).toMatchObject([{ month: MONTH, rowsMissing: 3, rows: 38 }]);
  });

  test('keeps the last rows of a channel or an account, however few', async () => {
    const { ledger } = await loaded();
    const result = await read(ledger, 'again', MARCH, without(39), COMPLETE);
    expect(result).toMatchObject({ rowsRemoved: 0, rowsHeld: 1 });
    expect(await held(ledger)).toMatchObject([
      { rowsMissing: 1, emptied: [{ Canal: 'Mercado Dos', Cuenta: null }] },
    ]);
  });

  test('counts rows without a channel or an account among those like them', async () => {
    const own: Row[] = rows().map((each, at) => ({
      ...each,
      Canal: at === 39 ? 'Mercado Dos' : null,
      Cuenta: null,
    }));
    const ledger = await open(freshAccount());
    await read(ledger, 'load', MARCH, own, COMPLETE);
    const left = own.filter((_, at) => at !== 3);
    expect(await read(ledger, 'again', MARCH, left, COMPLETE)).toMatchObject({ rowsRemoved: 1, rowsHeld: 0 });
    await read(ledger, 'third', MARCH, left.slice(0, -1), COMPLETE);
    expect(await held(ledger)).toMatchObject([
      { rowsMissing: 1, rows: 39, emptied: [{ Canal: 'Mercado Dos', Cuenta: null }] },
    ]);
  });

  test('leaves no notes behind of rows that are dead or came again', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    const others = purchases('2026-02-01T00:00:00.000', '2026-03-01T00:00:00.000');
    // Behind other rows: those of March do not begin with row 0.
    await read(ledger, 'before', others, [row({ Orden: 'B', 'Fecha de compra': '2026-02-03T12:00:00.000' })]);
    await read(ledger, 'load', MARCH, rows(), COMPLETE);
    await read(ledger, 'again', MARCH, without(3, 4, 5), COMPLETE);
    const decidedAt = utc('2026-04-05T09:00:00.000Z');
    await ledger.calls.resolveMissing({ month: MONTH, decision: 'remove', decidedAt });
    // Of three more that are missing two come again, and the third is no more than may go.
    await read(ledger, 'fourth', MARCH, without(3, 4, 5, 6, 7, 8), COMPLETE);
    expect(await held(ledger)).toMatchObject([{ rowsMissing: 3, rows: 37 }]);
    expect(await read(ledger, 'last', MARCH, without(3, 4, 5, 6), COMPLETE)).toMatchObject({
      rowsRemoved: 1,
      rowsHeld: 0,
    });
    expect(contents(ledger).length).toBe(37);
    ledger.close();
    expect(await inDatabase(account, (database) => database.table('missing').toArray())).toEqual([]);
    expect(await inDatabase(account, (database) => database.table('meta').get('contents'))).toMatchObject({
      ...{ segments: 2, lastSegment: 2, liveRows: 37 },
    });
    expect(contents(await open(account))).toEqual(
      expected([...without(3, 4, 5, 6), row({ Orden: 'B', 'Fecha de compra': '2026-02-03T12:00:00.000' })]),
    );
  });

  test('that are changes speaks of no purchases: what is missing stays so, and nothing else is', async () => {
    const { ledger } = await loaded();
    await read(ledger, 'again', MARCH, without(9, 4, 5), COMPLETE);
    // Another sub-order of one of them came, and of the orders bought on that day nothing.
    const other = row({ Orden: 'O-9', 'Nro. suborden': 'S-9', 'Fecha de compra': '2026-03-20T12:00:00.000' });
    const window = changes('2026-03-10T00:00:00.000Z', '2026-03-11T00:00:00.000Z');
    expect(await read(ledger, 'changes', window, [other], { pages: 1 })).toMatchObject({
      ...{ rowsAdded: 1, rowsRemoved: 0, rowsHeld: 0 },
      ...{ ordersNew: 0, ordersChanged: 1, ordersUnchanged: 0, ordersQueued: 1 },
    });
    expect(await held(ledger)).toMatchObject([{ rowsMissing: 3, rows: 41, ordersMissing: 3 }]);
    const decidedAt = utc('2026-04-05T09:00:00.000Z');
    await ledger.calls.resolveMissing({ month: MONTH, decision: 'remove', decidedAt });
    expect(contents(ledger)).toEqual(expected([...without(9, 4, 5), other]));
    // The order has its other row, and the log both of its sides.
    const key = JSON.stringify(['Mercado Uno', 'Principal', 'O-9']) as OrderKey;
    expect(orderHistory(await ledger.reads.changes(), key)).toMatchObject([
      { kind: 'changed', before: { rows: 2 }, after: { rows: 1 } },
      { kind: 'changed', before: { rows: 1 }, after: { rows: 2 } },
    ]);
  });

  test('tells the account that would be emptied where its channel would not', async () => {
    const ledger = await open(freshAccount());
    const other = row({ Orden: 'X', Cuenta: 'Otra' });
    await read(ledger, 'load', MARCH, [...rows(), other], COMPLETE);
    await read(ledger, 'again', MARCH, rows(), COMPLETE);
    expect(await held(ledger)).toMatchObject([{ emptied: [{ Canal: 'Mercado Uno', Cuenta: 'Otra' }] }]);
  });

  test('that the user keeps asks again with the next complete reading', async () => {
    const { ledger } = await loaded();
    await read(ledger, 'again', MARCH, without(3, 4, 5), COMPLETE);
    expect(
      await ledger.calls.resolveMissing({
        month: MONTH,
        decision: 'keep',
        decidedAt: utc('2026-04-05T09:00:00.000Z'),
      }),
    ).toEqual({ rowsRemoved: 0 });
    expect(await held(ledger)).toEqual([]);
    expect(contents(ledger)).toEqual(expected(rows()));
    await read(ledger, 'third', MARCH, without(3, 4, 5), COMPLETE);
    expect(await held(ledger)).toMatchObject([{ rowsMissing: 3 }]);
  });

  test('holds nothing any more once the rows came again', async () => {
    const { ledger } = await loaded();
    await read(ledger, 'again', MARCH, without(3, 4, 5), COMPLETE);
    await read(ledger, 'third', MARCH, rows(), COMPLETE);
    expect(await held(ledger)).toEqual([]);
    expect(contents(ledger)).toEqual(expected(rows()));
    expect((await ledger.reads.changes()).size).toBe(0);
  });

  test('in parts decides with the last of them, on all that is missing', async () => {
    const { ledger } = await loaded();
    const isLate = (each: Row) => (each['Fecha de compra'] ?? '') >= '2026-03-15';
    // Two of the late rows and one of the early ones do not come: 7,5 %.
    const late = without(20, 21).filter(isLate);
    const early = without(3).filter((each) => !isLate(each));
    expect(await read(ledger, 'late', LATE, late)).toMatchObject({ rowsRemoved: 0, rowsHeld: 0 });
    expect(await held(ledger)).toEqual([]);
    expect(contents(ledger)).toEqual(expected(rows()));
    expect(await read(ledger, 'early', EARLY, early, COMPLETE)).toMatchObject({
      rowsRemoved: 0,
      rowsHeld: 3,
    });
    expect(await held(ledger)).toMatchObject([{ rowsMissing: 3, ordersMissing: 3 }]);
    expect(contents(ledger)).toEqual(expected(rows()));
  });

  test('shows a row that moved at its new date alone, without counting it as lost', async () => {
    const { ledger } = await loaded();
    const moved = rows().map((each, index) =>
      index < 8 ? { ...each, 'Fecha de compra': '2026-03-28T09:00:00.000' } : each,
    );
    const result = await read(ledger, 'again', MARCH, moved, COMPLETE);
    expect(result).toMatchObject({ rowsAdded: 8, rowsRemoved: 8, rowsHeld: 0 });
    expect(contents(ledger)).toEqual(expected(moved));
  });

  test('counts a row that moved away as no row of its channel: the last other one is kept', async () => {
    const { ledger } = await loaded();
    const other = row({
      Orden: 'X',
      Canal: 'Mercado Dos',
      'Fecha de compra': '2026-03-05T12:00:00.000',
    });
    await read(ledger, 'one more', MARCH, [...rows(), other], { ...COMPLETE, purpose: 'reread' });
    const moved = { ...other, 'Fecha de compra': '2026-04-02T12:00:00.000' };
    const april = purchases('2026-04-01T00:00:00.000', '2026-05-01T00:00:00.000');
    await read(ledger, 'april', april, [moved], { purpose: 'reread', pages: 1 });
    // One row of 41 is gone; but with the one that moved the channel would have none left in the month.
    const result = await read(ledger, 'again', MARCH, without(39), { ...COMPLETE, purpose: 'reread' });
    expect(result).toMatchObject({ rowsRemoved: 0, rowsHeld: 1 });
    expect(await held(ledger)).toMatchObject([
      { rowsMissing: 1, emptied: [{ Canal: 'Mercado Dos', Cuenta: null }] },
    ]);
  });

  test('takes one row at another date for one that moved, never for two', async () => {
    const { ledger } = await loaded();
    const twice = [4, 6, 8].map((date) =>
      row({ Orden: 'X', 'Fecha de compra': `2026-03-0${date}T08:00:00.000` }),
    );
    await read(ledger, 'three more', MARCH, [...rows(), ...twice], { ...COMPLETE, purpose: 'reread' });
    const moved = row({ Orden: 'X', 'Fecha de compra': '2026-03-20T08:00:00.000' });
    // Two of three are gone besides the one that moved, and with them a row of another order: over 5 %.
    const result = await read(ledger, 'again', MARCH, [...without(3), moved], {
      ...COMPLETE,
      purpose: 'reread',
    });
    expect(result).toMatchObject({ rowsRemoved: 0, rowsHeld: 3 });
  });

  test('what is asked for again by a verification goes at once, by the same guard', async () => {
    const { ledger } = await loaded();
    const first = purchases('2026-03-01T00:00:00.000', '2026-03-04T00:00:00.000');
    const came = rows().filter((each) => (each['Fecha de compra'] ?? '') < '2026-03-04');
    expect(await read(ledger, 'v1', first, came.slice(1), { purpose: 'verification' })).toMatchObject({
      rowsRemoved: 1,
      rowsHeld: 0,
    });
    expect(await read(ledger, 'v2', first, [], { purpose: 'verification', pages: 1 })).toMatchObject({
      rowsRemoved: 0,
      rowsHeld: came.length - 1,
    });
    expect(await held(ledger)).toMatchObject([{ rowsMissing: came.length - 1 }]);
    expect(ledger.store.liveRows).toBe(39);
  });
});
