import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChangesAnswer } from '#renderer/data/engine/changes/change-query.ts';
import { ordersSince } from '#renderer/data/files/check/orders-since.ts';
import type { EvidenceContent } from '#renderer/data/files/evidence/evidence.ts';
import type { ChangesQuery, OrderDifference } from '#renderer/data/model/changes.ts';
import type { LocalDate, LocalDateTime, UtcInstant } from '#shared/domain/dates.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';

/** The orders that changed since a file left, as far as they may concern what it was asked for. */

const READ = '2026-04-01T12:00:00.123Z' as UtcInstant;

function difference(parts: Partial<OrderDifference>): OrderDifference {
  const { Canal = 'Uno', Cuenta = 'A', Orden = '1' } = parts;
  return {
    Canal,
    Cuenta,
    Orden,
    identity: { Canal, Cuenta, Orden },
    purchase: null,
    kind: 'changed',
    before: null,
    after: null,
    changes: 1,
    readAt: READ,
    purpose: 'changes',
    windowFrom: '',
    windowTo: '',
    correlationIds: [],
    columns: null,
    values: null,
    ...parts,
  };
}

/** The log and the rows of today: what is `here` are orders that today's rows hold. */
function world(all: readonly OrderDifference[], here: readonly OrderDifference[]) {
  const asked: ChangesQuery[] = [];
  const answers = {
    changes: async (query: ChangesQuery): Promise<ChangesAnswer> => {
      asked.push(query);
      const counts = { new: 0, changed: 0, removed: 0 };
      for (const { kind } of all) counts[kind] += 1;
      const lines = (offset: number, limit: number) => all.slice(offset, offset + limit);
      return { total: all.length, counts, lines } as unknown as ChangesAnswer;
    },
    ordersOf: async ({ filters, period }: Selection) =>
      here
        .filter(
          (order) =>
            filters.every(({ column, values }) => values.includes(order[column as 'Canal'])) &&
            (period === null ||
              (order.purchase !== null &&
                order.purchase.slice(0, 10) >= period.from &&
                order.purchase.slice(0, 10) <= period.to)),
        )
        .map(({ Canal, Cuenta, Orden }) => [Canal, Cuenta, Orden === '' ? null : Orden]),
  };
  return { asked, answers };
}
const rowsOf = (selection: Selection) =>
  ({ kind: 'rows', query: { selection, grouping: 'rows', sort: null, columns: [] } }) as EvidenceContent;
const figuresOf = (selection: Selection) =>
  ({ kind: 'figures', selection, rows: 0, sums: {} }) as EvidenceContent;

const order = fc.record({
  Canal: fc.constantFrom('Uno', 'Dos'),
  Cuenta: fc.constantFrom('A', 'B'),
  Orden: fc.constantFrom('', '1', '2', '3'),
  kind: fc.constantFrom('new', 'changed', 'removed'),
  purchase: fc.constantFrom(
    null,
    ...['02-28T23:59:59.999', '03-01T00:00:00.000', '03-31T23:59:59.999', '04-01T00:00:00.000'].map(
      (text) => `2026-${text}` as LocalDateTime,
    ),
  ),
  isHere: fc.boolean(),
});
const orders = fc.uniqueArray(order, {
  maxLength: 10,
  selector: ({ Canal, Cuenta, Orden }) => `${Canal} ${Cuenta} ${Orden}`,
});
const chosen = (column: string, values: readonly string[]) =>
  fc.option(fc.subarray([...values], { minLength: 1 }).map((some) => ({ column, values: some })));
const selection: fc.Arbitrary<Selection> = fc
  .record({
    filters: fc.tuple(
      chosen('Canal', ['Uno', 'Dos']),
      chosen('Cuenta', ['A', 'B']),
      chosen('Orden', ['', '1', '2']),
    ),
    isOfMarch: fc.boolean(),
  })
  .map(({ filters, isOfMarch }) => ({
    ...EVERYTHING,
    filters: filters.flatMap((filter) => filter ?? []),
    period: isOfMarch ? { from: '2026-03-01' as LocalDate, to: '2026-03-31' as LocalDate } : null,
  }));

describe('the orders that changed since', () => {
  it('are those that are selected by now and, behind them, those that may have been', async () => {
    await fc.assert(
      fc.asyncProperty(orders, selection, fc.boolean(), async (some, asked, isOfRows) => {
        const all = some.map(({ isHere, ...parts }) => difference(parts));
        const here = all.filter((_, at) => some[at]?.isHere && some[at]?.kind !== 'removed');
        const isNamed = (each: OrderDifference) =>
          asked.filters.every(({ column, values }) => values.includes(each[column as 'Canal']));
        const month = (each: OrderDifference) => each.purchase?.slice(0, 7);
        const isSelected = (each: OrderDifference) =>
          here.includes(each) && isNamed(each) && (asked.period === null || month(each) === '2026-03');
        // Nothing but when it was bought and whose it is says of an order that it cannot have been of it.
        const mayHaveBeen = (each: OrderDifference) =>
          each.kind !== 'new' &&
          isNamed(each) &&
          (asked.period === null || each.purchase === null || month(each) === '2026-03');
        const expected = [
          ...all.filter(isSelected).map((each) => [each.Canal, each.Cuenta, each.Orden, each.kind, true]),
          ...all
            .filter((each) => !isSelected(each) && mayHaveBeen(each))
            .map((each) => [each.Canal, each.Cuenta, each.Orden, each.kind, false]),
        ];
        const content = isOfRows ? rowsOf(asked) : figuresOf(asked);
        const { by, counts, lines } = await ordersSince(content, READ, world(all, here).answers);
        expect(
          lines.map((each) => [each.Canal, each.Cuenta, each.Orden, each.kind, each.isSelected]),
        ).toEqual(expected);
        expect(by).toBe('log');
        const count = (kind: string) => expected.filter((each) => each[3] === kind).length;
        expect(counts).toEqual({
          new: count('new'),
          changed: count('changed'),
          removed: count('removed'),
        });
      }),
      { numRuns: 300 },
    );
  });

  it('are asked for from the millisecond after the reading, in the accounts of the selection, whatever became of them', async () => {
    const scope = { accounts: [{ Canal: 'Uno', Cuenta: 'A' }], isExcluded: false };
    const { asked, answers } = world([], []);
    await ordersSince(rowsOf({ ...EVERYTHING, scope }), READ, answers);
    expect(asked).toMatchObject([
      {
        since: '2026-04-01T12:00:00.124Z',
        runId: null,
        scope,
        month: null,
        canal: null,
        search: '',
        group: null,
        onlyDifferent: false,
        kinds: ['new', 'changed', 'removed'],
      },
    ]);
  });

  it('of a period of payments are all that changed: what an order was paid on may have been another day', async () => {
    const paid = {
      ...EVERYTHING,
      periodColumn: 'Fecha de Pago',
      period: { from: '2026-03-01' as LocalDate, to: '2026-03-31' as LocalDate },
    } as const;
    const old = difference({ purchase: '2025-01-01T00:00:00.000' as LocalDateTime });
    const { lines } = await ordersSince(rowsOf(paid), READ, world([old], []).answers);
    expect(lines).toHaveLength(1);
  });

  it('may have been of any text but whose they are: another filter says nothing of what they were', async () => {
    const old = difference({ Canal: 'Uno', Orden: '7' });
    const foundBy = async (column: string, value: string) => {
      const selection = { ...EVERYTHING, filters: [{ column, values: [value] }] };
      return (await ordersSince(rowsOf(selection), READ, world([old], []).answers)).lines.length;
    };
    expect([await foundBy('Marca', 'x'), await foundBy('Canal', 'Uno'), await foundBy('Orden', '7')]).toEqual(
      [1, 1, 1],
    );
    expect([
      await foundBy('Canal', 'Dos'),
      await foundBy('Cuenta', 'B'),
      await foundBy('Orden', '8'),
    ]).toEqual([0, 0, 0]);
  });

  it('tell what differs by the column’s name, where it stands value by value', async () => {
    const figures = (states: readonly string[], payments: readonly string[], ventas?: string) =>
      ({ rows: 1, states, payments, amounts: ventas === undefined ? {} : { Ventas: ventas } }) as never;
    const columnsOf = async (before: never, after: never) => {
      const changed = difference({ before, after });
      return (await ordersSince(rowsOf(EVERYTHING), READ, world([changed], [changed]).answers)).lines[0]
        ?.columns;
    };
    expect(await columnsOf(figures(['ab'], ['P'], '1'), figures(['a', 'b'], ['P'], '1'))).toEqual([
      { column: 'Estado de Orden', before: ['ab'], after: ['a', 'b'] },
    ]);
    expect(await columnsOf(figures(['a'], ['P']), figures(['a'], ['P', 'Q'], '2'))).toEqual([
      { column: 'Estado de Pago', before: ['P'], after: ['P', 'Q'] },
      { column: 'Ventas', before: [null], after: ['2'] },
    ]);
    expect(await columnsOf(figures(['a'], ['P'], '2'), figures(['a'], ['P'], '2'))).toEqual([]);
  });

  it('are counted all and told as far as five hundred, those that are selected first', async () => {
    const many = Array.from({ length: 700 }, (_, at) =>
      difference({ Orden: String(at), kind: at % 2 === 0 ? 'changed' : 'removed' }),
    );
    const here = many.filter((_, at) => at >= 650 && at % 2 === 0);
    const { counts, lines } = await ordersSince(rowsOf(EVERYTHING), READ, world(many, here).answers);
    expect(counts).toEqual({ new: 0, changed: 350, removed: 350 });
    expect(lines).toHaveLength(500);
    expect(lines.slice(0, 25).every(({ isSelected }) => isSelected === true)).toBe(true);
    expect(lines.slice(25).every(({ isSelected }) => isSelected === false)).toBe(true);
  });

  it('of a list of changes are those of its month and channel, with what the log counts', async () => {
    const scope = { accounts: [{ Canal: 'Uno', Cuenta: 'A' }], isExcluded: true };
    const query = { month: '2026-03', canal: 'Uno', scope, search: 'x', group: 'g', kinds: ['new'] };
    const many = Array.from({ length: 501 }, (_, at) => difference({ Orden: String(at) }));
    const { asked, answers } = world(many, []);
    const content = { kind: 'changes', query } as unknown as EvidenceContent;
    const found = await ordersSince(content, READ, answers);
    expect(asked).toMatchObject([{ month: '2026-03', canal: 'Uno', scope, search: '', group: null }]);
    expect(found.counts).toEqual({ new: 0, changed: 501, removed: 0 });
    expect(found.lines).toHaveLength(500);
    expect(found.lines.every(({ isSelected }) => isSelected === null)).toBe(true);
  });

  it('say what of states, amounts and other columns is not what it was, and nothing of what came or went', async () => {
    const before = { rows: 1, states: ['Regular'], payments: ['Informado'], amounts: { Ventas: '10.00' } };
    const after = {
      rows: 1,
      states: ['Regular'],
      payments: ['Pagado'],
      amounts: { Ventas: '10.01', 'Costo de Producto': '4' },
    };
    const values = [{ column: 'Marca', before: ['x'], after: ['y'] }];
    const recorded = { before, after, values } as unknown as Partial<OrderDifference>;
    const all = [
      difference({ ...recorded, Orden: '1' }),
      difference({ ...recorded, Orden: '2', before: null, kind: 'new' }),
      difference({ ...recorded, Orden: '3', after: null, kind: 'removed' }),
    ];
    const { lines } = await ordersSince(rowsOf(EVERYTHING), READ, world(all, all.slice(0, 2)).answers);
    expect(lines.map(({ Orden, columns }) => [Orden, columns])).toEqual([
      [
        '1',
        [
          { column: 'Estado de Pago', before: ['Informado'], after: ['Pagado'] },
          { column: 'Ventas', before: ['10.00'], after: ['10.01'] },
          { column: 'Costo de Producto', before: [null], after: ['4'] },
          { column: 'Marca', before: ['x'], after: ['y'] },
        ],
      ],
      ['2', []],
      ['3', []],
    ]);
  });
});
