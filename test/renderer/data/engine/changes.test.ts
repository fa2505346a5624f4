import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import { changesTable, orderHistory, queryChanges } from '#renderer/data/engine/changes/change-query.ts';
import type { ChangesRecord, OrderChange } from '#renderer/data/engine/changes/change-record.ts';
import { type ColumnChange, packValues } from '#renderer/data/engine/changes/kept-values.ts';
import {
  type ChangesGroup,
  type ChangesQuery,
  EVERY_CHANGE,
  type OrderDifference,
  type OrderFigures,
} from '#renderer/data/model/changes.ts';
import { csvPieces, EXACT_CSV } from '#renderer/data/model/spreadsheet.ts';
import { WINDOW_PURPOSES } from '#shared/contract/run-log.ts';
import type { LocalDateTime, Month, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { readCsv } from '#test/e2e/csv-reader.ts';
import { naiveUnits } from './naive.ts';

const AMOUNTS = ['Ventas', 'Rentabilidad Marketplace', 'Rentabilidad Comercial', 'Rentabilidad Total'];
const amount = fc.constantFrom(
  '0',
  '0.00',
  '10.00',
  '10.0',
  '-3.25',
  '-30.1',
  '9007199254740993.01',
  '-12345678901234567890123456789.5',
) as fc.Arbitrary<Decimal>;
const figures: fc.Arbitrary<OrderFigures> = fc.record({
  rows: fc.integer({ min: 1, max: 3 }),
  states: fc.constantFrom(['Regular'], ['Cancelada', 'Regular']),
  payments: fc.constantFrom(['Pagado'], ['']),
  amounts: fc.dictionary(fc.constantFrom(...AMOUNTS), amount, { maxKeys: 4 }),
});
const KEYS = [
  ['Uno', 'P', 'A-1'],
  ['Uno', 'P', 'Ñandú-2'],
  ['Dos', 'P', 'b-3'],
  ['Dos', null, 'A-1'],
  ['Uno', 'P', 'Marketplace', 'Cobro', 'Sin SKU', null, null, null, null, '2026-03-01T00:00:00.000'],
];
const keyOf = ({ order }: OrderChange) => KEYS.findIndex((parts) => JSON.stringify(parts) === order);
const instant = (hour: number) => `2026-04-01T${String(hour).padStart(2, '0')}:00:00.000Z` as UtcInstant;

const OTHERS = ['Comprador', 'Producto', 'Costo de Producto'];
/** What the change of an order in the `index`-th commit says that its other columns held; some was too long to keep. */
const heldIn = (columns: readonly string[], index: number, key: number): readonly ColumnChange[] =>
  OTHERS.flatMap((column, at): ColumnChange[] => {
    if (!columns.includes(column) || (index + key + at) % 7 === 0) return [];
    const after = column === 'Producto' ? [] : [`${index + 1}`];
    if (column !== 'Costo de Producto') return [{ column, before: [`${index}`, null], after }];
    // Of several rows one may have had its cost already, and one may get none.
    const before = [[null], ['0.00'], ['5'], ['0.00', '5']][index % 4] ?? [];
    if ((index + key) % 5 === 0) return [{ column, before, after: ['0'] }];
    return [{ column, before, after: index % 4 === 1 ? ['0.00', ...after] : after }];
  });

/** Random commits; every order's `before` is what the commit before it left, or the load, which leaves no record. */
const log: fc.Arbitrary<readonly ChangesRecord[]> = fc
  .tuple(
    fc.array(fc.option(figures, { freq: 3 }), { minLength: KEYS.length, maxLength: KEYS.length }),
    fc.array(
      fc.record({
        run: fc.integer({ min: 0, max: 2 }),
        hour: fc.option(fc.integer({ min: 0, max: 9 }), { nil: null }),
        purpose: fc.constantFrom(...WINDOW_PURPOSES),
        keeps: fc.integer({ min: 0, max: 7 }).map((one) => one > 0),
        changes: fc.uniqueArray(
          fc.record({
            key: fc.nat(KEYS.length - 1),
            after: fc.option(figures, { nil: null, freq: 4 }),
            day: fc.option(fc.integer({ min: 1, max: 60 }), { nil: null, freq: 4 }),
            columns: fc.option(fc.subarray(['Ventas', ...OTHERS, '% Costo Total']), {
              nil: undefined,
              freq: 6,
            }),
          }),
          { selector: ({ key }) => key, minLength: 1, maxLength: 4 },
        ),
      }),
      { minLength: 2, maxLength: 8, size: 'max' },
    ),
  )
  .map(([loaded, commits]) => {
    const now = new Map<number, OrderFigures | null>(loaded.entries());
    return commits.map(({ run, hour, purpose, keeps, changes }, index): ChangesRecord => {
      const views = changes.flatMap(({ key, after, day, columns }): OrderChange[] => {
        const before = now.get(key) ?? null;
        if (before === null && after === null) return [];
        now.set(key, after);
        const purchase =
          day === null
            ? null
            : (new Date(Date.UTC(2026, 1, day)).toISOString().slice(0, 23) as LocalDateTime);
        const order = JSON.stringify(KEYS[key]) as OrderKey;
        const kept = before === null || after === null || columns === undefined ? {} : { columns };
        return [{ order, purchase, before, after, ...kept, correlationIds: [`c${index}`, `k${key}`] }];
      });
      return {
        runId: run === 0 ? null : `run-${run}`,
        purpose,
        windowId: `w${index}`,
        window: { field: 'updated_at', from: instant(0), to: instant(9) },
        readAt: hour === null ? null : instant(hour),
        changes: views,
        ...(keeps
          ? { values: packValues(views.map((one) => heldIn(one.columns ?? [], index, keyOf(one)))) }
          : {}),
      };
    });
  });

/** Most of what narrows a query is not asked: together the conditions would leave nothing. */
const seldom = <T, U>(usual: T, other: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

const query: fc.Arbitrary<ChangesQuery> = fc.record({
  runId: fc.oneof(
    { weight: 7, arbitrary: fc.constant(null) },
    { weight: 4, arbitrary: fc.constantFrom('run-1', 'run-2') },
    { weight: 1, arbitrary: fc.constant('none') },
  ),
  since: seldom(null, fc.constantFrom(instant(2), instant(4))),
  month: seldom(null, fc.constantFrom('2026-02' as Month, '2026-03' as Month)),
  kinds: seldom(EVERY_CHANGE.kinds, fc.subarray<OrderDifference['kind']>(['new', 'changed', 'removed'])),
  canal: seldom(null, fc.constant('Uno')),
  scope: seldom(
    null,
    fc.record({
      accounts: fc.subarray([
        { Canal: 'Uno', Cuenta: 'P' },
        { Canal: 'Dos', Cuenta: '' },
        { Canal: 'Dos', Cuenta: 'Q' },
      ]),
      isExcluded: fc.boolean(),
    }),
  ),
  search: seldom('', fc.constantFrom('a-', ' ÑANDU', 'zz')),
  onlyDifferent: seldom(false, fc.constant(true)),
  grouping: fc.constantFrom('news', 'cause', 'month'),
  group: seldom<ChangesQuery['group'], ChangesQuery['group']>(
    null,
    fc.constantFrom<ChangesGroup['key'][]>(
      'new',
      'restated',
      'cost',
      'source',
      'reread',
      '',
      '2026-02' as Month,
    ),
  ),
  sort: fc.constantFrom(null, 'Ventas', 'Rentabilidad Total', 'no hay'),
});

/** The same questions the slow way. */
function naive(records: readonly ChangesRecord[], { kinds, ...query }: ChangesQuery) {
  const all = records
    .filter(
      ({ runId }, at) =>
        (query.runId === null || runId === query.runId) &&
        // What was written after something read since then was not there before either, whenever it was read.
        (query.since === null ||
          records.slice(0, at + 1).some(({ readAt }) => (readAt ?? '') >= (query.since ?? ''))),
    )
    .flatMap((record) =>
      record.changes.map((change) => ({ record, change, index: records.indexOf(record) })),
    );
  const orders = [...new Set(all.map(({ change }) => change.order))].filter((order) => {
    if (query.scope === null) return true;
    const [Canal, Cuenta] = JSON.parse(order) as (string | null)[];
    const names = query.scope.accounts.map((account) => `${account.Canal}/${account.Cuenta}`);
    return names.includes(`${Canal ?? ''}/${Cuenta ?? ''}`) !== query.scope.isExcluded;
  });
  const lines = orders.flatMap((order) => {
    const own = all.filter(({ change }) => change.order === order);
    const first = own[0]?.change.before ?? null;
    const last = own.at(-1);
    const after = last?.change.after ?? null;
    if (last === undefined || (first === null && after === null)) return [];
    const parts = JSON.parse(order) as (string | null)[];
    const kind =
      first === null ? ('new' as const) : after === null ? ('removed' as const) : ('changed' as const);
    return [
      {
        Canal: parts[0] ?? '',
        identity: parts,
        Orden: parts.length === 3 ? (parts[2] ?? '') : '',
        kind,
        before: first,
        after,
        changes: own.length,
        at: all.indexOf(last),
        purchases: own.map(({ change }) => change.purchase),
        // The last that is known of it: what went may leave no date behind.
        purchase: last.change.purchase ?? own[0]?.change.purchase ?? null,
        readAt: last.record.readAt,
        correlationIds: last.change.correlationIds,
        columns: own.map(({ change }) => change.columns),
        values: first === null || after === null ? [] : valuesOf(own),
        group: groupOf(query.grouping, kind, last.change.purchase ?? own[0]?.change.purchase ?? null, own),
      },
    ];
  });
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase();
  const units = (of: OrderFigures | null, column: string) => naiveUnits(of?.amounts[column] ?? null);
  const isDifferent = ({ before, after }: (typeof lines)[number]) =>
    before?.rows !== after?.rows ||
    JSON.stringify([before?.states, before?.payments]) !== JSON.stringify([after?.states, after?.payments]) ||
    AMOUNTS.some((column) => units(before, column) !== units(after, column));
  const wanted = lines.filter(
    (line) =>
      (query.month === null || line.purchases.some((text) => text?.startsWith(query.month ?? '') === true)) &&
      (query.canal === null || line.Canal === query.canal) &&
      plain(line.Orden).includes(plain(query.search.trim())) &&
      (!query.onlyDifferent || isDifferent(line)),
  );
  const ofKinds = wanted.filter(({ kind }) => kinds.includes(kind));
  const isOfGroup = ({ group }: (typeof lines)[number]) => query.group === null || group === query.group;
  const shown = ofKinds.filter(isOfGroup).sort((a, b) => b.at - a.at);
  const { sort } = query;
  const size = (line: (typeof lines)[number]) => {
    const difference = (units(line.after, sort ?? '') ?? 0n) - (units(line.before, sort ?? '') ?? 0n);
    return difference < 0n ? -difference : difference;
  };
  if (sort !== null && AMOUNTS.includes(sort)) {
    shown.sort((a, b) => (size(a) < size(b) ? 1 : size(a) > size(b) ? -1 : b.at - a.at));
  }
  const sum = (side: 'before' | 'after', column: string) =>
    shown.reduce((total, line) => total + (units(line[side], column) ?? 0n), 0n);
  return {
    lines: shown,
    sums: Object.fromEntries(
      AMOUNTS.map((column) => [
        column,
        [sum('before', column), sum('after', column), sum('after', column) - sum('before', column)],
      ]),
    ),
    counts: {
      new: wanted.filter((line) => isOfGroup(line) && line.kind === 'new').length,
      changed: wanted.filter((line) => isOfGroup(line) && line.kind === 'changed').length,
      removed: wanted.filter((line) => isOfGroup(line) && line.kind === 'removed').length,
    },
    groups: [...new Set(ofKinds.map(({ group }) => group))].sort().map((key) => {
      const own = ofKinds.filter(({ group }) => group === key);
      const moved = (column: string) =>
        own.reduce(
          (total, { before, after }) => total + (units(after, column) ?? 0n) - (units(before, column) ?? 0n),
          0n,
        );
      return {
        key,
        orders: own.length,
        rows: own.reduce((total, { before, after }) => total + (after?.rows ?? 0) - (before?.rows ?? 0), 0),
        differences: AMOUNTS.map(moved),
      };
    }),
    rowsBefore: shown.reduce((total, { before }) => total + (before?.rows ?? 0), 0),
    rowsAfter: shown.reduce((total, { after }) => total + (after?.rows ?? 0), 0),
    canales: [...new Set(orders.map((order) => (JSON.parse(order) as string[])[0]))].sort(),
  };
}

type Own = readonly {
  readonly record: ChangesRecord;
  readonly change: OrderChange;
  readonly index: number;
}[];

/** What the other columns held before and after, from what was put in, not from what was packed. */
function valuesOf(own: Own): OrderDifference['values'] {
  const othersOf = ({ change }: Own[number]) => OTHERS.filter((column) => change.columns?.includes(column));
  const isLost = (one: Own[number]) =>
    one.change.columns === undefined || (one.record.values === undefined && othersOf(one).length > 0);
  if (own.some(isLost)) return null;
  return OTHERS.flatMap((column) => {
    const naming = own.filter((one) => othersOf(one).includes(column));
    const held = naming.map(({ change, index }) =>
      heldIn(change.columns ?? [], index, keyOf(change)).find((value) => value.column === column),
    );
    const [first, last] = [held[0], held.at(-1)];
    if (first === undefined || last === undefined || held.includes(undefined)) return [];
    return [{ column, before: first.before, after: last.after }];
  });
}

function groupOf(
  grouping: ChangesQuery['grouping'],
  kind: OrderDifference['kind'],
  purchase: LocalDateTime | null,
  own: Own,
): ChangesGroup['key'] {
  if (grouping === 'news') return kind === 'new' ? 'new' : 'restated';
  if (grouping === 'month') return (purchase?.slice(0, 7) ?? '') as Month;
  const bringsCost = ({ record, change, index }: Own[number]) =>
    record.values !== undefined &&
    heldIn(change.columns ?? [], index, keyOf(change)).some(
      ({ column, before, after }) =>
        column === 'Costo de Producto' && !before.includes('5') && after.at(-1) !== '0',
    );
  if (own.some(bringsCost)) return 'cost';
  const record = own.at(-1)?.record;
  if (record?.purpose === 'history') return 'first';
  if (record?.purpose === 'reread') return record.runId === null ? 'decision' : 'reread';
  return 'source';
}

function indexOf(records: readonly ChangesRecord[]) {
  const index = createChangeIndex();
  for (const record of records) index.add(record);
  return index;
}

describe('the change log', () => {
  test('answers every question as a slow reader of it would', () => {
    fc.assert(
      fc.property(log, query, (records, asked) => {
        const answer = queryChanges(indexOf(records), asked);
        const expected = naive(records, asked);
        const lines = answer.lines(0, 100);
        expect(
          lines.map(({ Canal, Orden, kind, changes, correlationIds }) => ({
            Canal,
            Orden,
            kind,
            changes,
            correlationIds,
          })),
        ).toEqual(
          expected.lines.map(({ Canal, Orden, kind, changes, correlationIds }) => ({
            Canal,
            Orden,
            kind,
            changes,
            correlationIds,
          })),
        );
        expect(lines.map(({ columns }) => columns?.toSorted() ?? null)).toEqual(
          expected.lines.map(({ kind, columns }) => {
            if (kind !== 'changed') return [];
            return columns.includes(undefined)
              ? null
              : [...new Set(columns.flatMap((own) => own ?? []))].sort();
          }),
        );
        expect(lines.map(({ identity }) => Object.values(identity))).toEqual(
          expected.lines.map(({ identity }) => identity),
        );
        expect(lines.map(({ purchase, readAt }) => [purchase, readAt])).toEqual(
          expected.lines.map(({ purchase, readAt }) => [purchase, readAt]),
        );
        expect(lines.map(({ before, after }) => [before, after])).toEqual(
          expected.lines.map(({ before, after }) => [before, after]),
        );
        expect(answer.total).toBe(expected.lines.length);
        expect(answer.elsewhere).toBe(
          naive(records, { ...asked, scope: null }).lines.length - expected.lines.length,
        );
        expect(answer.counts).toEqual(expected.counts);
        const byColumn = (values: OrderDifference['values']) =>
          values?.toSorted((one, other) => (one.column < other.column ? -1 : 1)) ?? null;
        expect(lines.map(({ values }) => byColumn(values))).toEqual(
          expected.lines.map(({ values }) => byColumn(values)),
        );
        expect(
          answer.groups
            .toSorted((one, other) => (one.key < other.key ? -1 : 1))
            .map(({ differences, ...group }) => ({
              ...group,
              differences: AMOUNTS.map((column) => naiveUnits(differences[column] ?? null)),
            })),
        ).toEqual(expected.groups);
        expect([answer.rowsBefore, answer.rowsAfter]).toEqual([expected.rowsBefore, expected.rowsAfter]);
        expect([...answer.canales].sort()).toEqual(expected.canales);
        const sums = Object.entries(answer.sums).map(([column, { before, after, difference }]) => [
          column,
          [before, after, difference].map(naiveUnits),
        ]);
        expect(Object.fromEntries(sums)).toEqual(expected.sums);
        expect([...answer.lines(0, 2), ...answer.lines(2, 98)]).toEqual(lines);
      }),
      { numRuns: 300 },
    );
  });

  test('is mostly asked for what it holds: an answer about nothing is right by itself', () => {
    const cases = fc.sample(fc.tuple(log, query), { seed: 1, numRuns: 1000 });
    const answers = cases.map(([records, wanted]) => naive(records, wanted).lines);
    const share = (holds: (lines: (typeof answers)[number]) => boolean) =>
      answers.filter(holds).length / 1000;
    expect(share((lines) => lines.length > 0)).toBeGreaterThan(0.6);
    expect(share((lines) => lines.some(({ kind }) => kind === 'changed'))).toBeGreaterThan(0.4);
    expect(share((lines) => lines.some(({ kind }) => kind === 'removed'))).toBeGreaterThan(0.1);
    expect(share((lines) => lines.some(({ changes }) => changes > 2))).toBeGreaterThan(0.1);
    expect(share((lines) => lines.some(({ values }) => (values?.length ?? 0) > 0))).toBeGreaterThan(0.2);
    expect(share((lines) => lines.some(({ group }) => group === 'cost'))).toBeGreaterThan(0.02);
  });

  describe('of an order that changed in several runs', () => {
    const of = (ventas: string, over: Partial<OrderFigures> = {}): OrderFigures => ({
      rows: 1,
      states: ['Regular'],
      payments: ['Pagado'],
      amounts: { Ventas: ventas as Decimal },
      ...over,
    });
    const record = (run: string, hour: number, changes: readonly Partial<OrderChange>[]): ChangesRecord => ({
      runId: run,
      purpose: 'changes',
      windowId: `w${hour}`,
      window: { field: 'updated_at', from: instant(0), to: instant(hour) },
      readAt: instant(hour),
      changes: changes.map((change) => ({
        order: JSON.stringify(KEYS[0]) as OrderKey,
        purchase: '2026-03-04T10:00:00.000' as LocalDateTime,
        before: null,
        after: null,
        correlationIds: ['c'],
        ...change,
      })),
    });

    test('tells the columns of the run and the time asked for, of no other', () => {
      const index = indexOf([
        record('run-1', 1, [{ before: of('1'), after: of('2'), columns: ['Ventas'] }]),
        record('run-2', 2, [{ before: of('2'), after: of('3'), columns: ['Comprador'] }]),
        record('run-1', 3, [{ before: of('3'), after: of('4'), columns: ['Producto'] }]),
        record('run-3', 4, [{ before: of('4'), after: of('5') }]),
      ]);
      const columnsIn = (asked: Partial<ChangesQuery>) =>
        queryChanges(index, { ...EVERY_CHANGE, ...asked })
          .lines(0, 9)
          .map(({ columns }) => columns?.toSorted() ?? null);
      expect(columnsIn({ runId: 'run-1' })).toEqual([['Producto', 'Ventas']]);
      expect(columnsIn({ runId: 'run-2' })).toEqual([['Comprador']]);
      expect(columnsIn({ runId: 'run-3' })).toEqual([null]);
      expect(columnsIn({})).toEqual([null]);
      expect(columnsIn({ since: instant(3), runId: 'run-1' })).toEqual([['Producto']]);
      expect(orderHistory(index, JSON.stringify(KEYS[0]) as OrderKey).map(({ columns }) => columns)).toEqual([
        null,
        ['Producto'],
        ['Comprador'],
        ['Ventas'],
      ]);
    });

    test('a change of states alone, or of payments, is a difference', () => {
      const changed = { states: ['Cancelada'] };
      const paid = { payments: ['Informado'] };
      for (const over of [changed, paid]) {
        const index = indexOf([record('run-1', 1, [{ before: of('1.00'), after: of('1.00', over) }])]);
        const { lines, counts } = queryChanges(index, { ...EVERY_CHANGE, onlyDifferent: true });
        expect(counts).toEqual({ new: 0, changed: 1, removed: 0 });
        expect(lines(0, 1)).toMatchObject([{ kind: 'changed', after: over }]);
      }
      const same = indexOf([
        record('run-1', 1, [{ before: of('1.0'), after: of('1.00'), columns: ['Marca'] }]),
      ]);
      expect(queryChanges(same, { ...EVERY_CHANGE, onlyDifferent: true }).total).toBe(0);
    });

    test('an amount of 0 where there was none is a difference', () => {
      const none = of('1', { amounts: {} });
      for (const [before, after] of [
        [none, of('0.00')],
        [of('0'), none],
      ]) {
        const index = indexOf([
          record('run-1', 1, [{ before: before ?? null, after: after ?? null, columns: ['Ventas'] }]),
        ]);
        expect(queryChanges(index, { ...EVERY_CHANGE, onlyDifferent: true }).total).toBe(1);
      }
    });

    test('is selected by when it was bought as it was first known, and by what it was then', () => {
      const later = '2026-03-09T10:00:00.000' as LocalDateTime;
      const index = indexOf([
        record('run-1', 1, [{ before: of('1'), after: of('2') }]),
        record('run-1', 2, [{ before: of('2'), after: of('3'), purchase: later }]),
      ]);
      const asked: unknown[] = [];
      queryChanges(index, EVERY_CHANGE, ({ purchase, before }) => {
        asked.push([purchase, before?.amounts.Ventas]);
        return true;
      });
      expect(asked).toEqual([['2026-03-04T10:00:00.000', '1']]);
    });

    test('tells when an order that went was bought', () => {
      const index = indexOf([
        record('run-1', 1, [{ before: of('1'), after: of('2') }]),
        record('run-1', 2, [{ before: of('2'), after: null, purchase: null }]),
      ]);
      expect(queryChanges(index, EVERY_CHANGE).lines(0, 1)).toMatchObject([
        { kind: 'removed', purchase: '2026-03-04T10:00:00.000', after: null },
      ]);
    });

    test('comes before one that changed by a unit less, past what doubles tell apart', () => {
      const amounts = ['9007199254740993', '9007199254740992', '9007199254740994', '9007199254740991'];
      const orders = amounts.map((_, at) => JSON.stringify(['Uno', 'P', `O-${at}`]) as OrderKey);
      const index = indexOf([
        record(
          'run-1',
          1,
          amounts.map((amount, at) => ({
            order: orders[at] as OrderKey,
            before: of('0'),
            after: of(amount),
          })),
        ),
      ]);
      const sorted = queryChanges(index, { ...EVERY_CHANGE, sort: 'Ventas' }).lines(0, 9);
      expect(sorted.map(({ after }) => after?.amounts.Ventas)).toEqual([...amounts].sort().reverse());
    });
  });

  test('tells of one order each change by itself, newest first', () => {
    fc.assert(
      fc.property(log, fc.constantFrom(...KEYS, ['Uno', 'P', 'never']), (records, parts) => {
        const key = JSON.stringify(parts) as OrderKey;
        const own = records.flatMap((record) =>
          record.changes
            .filter(({ order }) => order === key)
            .map((change) => ({ ...change, readAt: record.readAt })),
        );
        const views = orderHistory(indexOf(records), key);
        expect(
          views.map(({ before, after, purchase, readAt, correlationIds, changes }) => {
            return { before, after, purchase, readAt, correlationIds, changes };
          }),
        ).toEqual(
          own
            .map(({ before, after, purchase, readAt, correlationIds }) => {
              return { before, after, purchase, readAt, correlationIds, changes: 1 };
            })
            .reverse(),
        );
        for (const { Canal, Orden } of views) {
          expect([Canal, Orden]).toEqual([parts[0], parts.length === 3 ? parts[2] : '']);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('tells of an order what came last, and when', () => {
    const change = (order: string, after: OrderFigures | null, before: OrderFigures | null): OrderChange => ({
      ...(before === null ? {} : { columns: after?.amounts.Ventas === '7.00' ? ['Marca'] : ['Producto'] }),
      order: JSON.stringify(['Uno', 'P', order]) as OrderKey,
      purchase: '2026-03-04T10:00:00.000' as LocalDateTime,
      before,
      after,
      correlationIds: ['c'],
    });
    const of = (ventas: string): OrderFigures => ({
      rows: 1,
      states: ['Regular'],
      payments: ['Pagado'],
      amounts: { Ventas: ventas as Decimal },
    });
    const record = (hour: number, changes: readonly OrderChange[]): ChangesRecord => ({
      runId: `run-${hour}`,
      purpose: 'reread',
      windowId: 'w',
      window: { field: 'updated_at', from: instant(0), to: instant(hour) },
      readAt: instant(hour),
      changes,
    });
    const answer = queryChanges(
      indexOf([
        record(1, [change('A', of('5.00'), of('3.00'))]),
        record(2, [change('A', of('7.00'), of('5.00')), change('=B', of('1.50'), null)]),
      ]),
      EVERY_CHANGE,
    );
    expect(answer.lines(0, 9)).toMatchObject([
      { Orden: '=B', kind: 'new', before: null, changes: 1 },
      {
        Orden: 'A',
        kind: 'changed',
        before: { amounts: { Ventas: '3.00' } },
        after: { amounts: { Ventas: '7.00' } },
        changes: 2,
        readAt: instant(2),
        purpose: 'reread',
        windowTo: instant(2),
        purchase: '2026-03-04T10:00:00.000',
      },
    ]);
    expect(answer.sums.Ventas).toEqual({ before: '3.00', after: '8.50', difference: '5.50' });

    const table = changesTable(answer, 'Cambios');
    const names = table.columns.map(({ name }) => name);
    const file = [...csvPieces(table, { separator: ';', decimalSign: ',' })].join('');
    const head = `\uFEFF${names.map((key) => `"${key}"`).join(';')}\r\n`;
    expect(file.startsWith(head)).toBe(true);
    const cells = readCsv(file.slice(head.length), ';').map((line) =>
      Object.fromEntries(line.map((cell, at) => [names[at], cell])),
    );
    expect(cells).toMatchObject([
      {
        Orden: "'=B",
        Cambio: 'nueva',
        'Ventas antes': '',
        'Ventas después': '1,50',
        'Ventas diferencia': '1,50',
        'Rentabilidad Total diferencia': '',
        'Estado de Orden antes': '',
      },
      {
        Orden: 'A',
        Cambio: 'cambiada',
        'Filas antes': '1',
        'Ventas antes': '3,00',
        'Ventas después': '7,00',
        'Ventas diferencia': '4,00',
        'Estado de Orden después': 'Regular',
        Columnas: 'Marca | Producto',
        'Leído (UTC)': instant(2).replace('T', ' ').replace('.000Z', ''),
        Lectura: 'relectura',
        correlation_id: 'c',
      },
    ]);
    expect([...csvPieces(table, EXACT_CSV)].join('')).toContain(',3.00,7.00,4.00,');
    const totalOf = (key: string) => table.columns.find(({ name }) => name === key)?.total;
    expect(totalOf('Ventas diferencia')).toEqual({ kind: 'sum', value: answer.sums.Ventas?.difference });
    expect(totalOf('Filas después')).toEqual({ kind: 'sum', value: String(answer.rowsAfter) });
  });

  test('of a hundred thousand changes is one pass, whatever is asked', () => {
    const index = createChangeIndex();
    const of = (ventas: number): OrderFigures => ({
      rows: 2,
      states: ['Regular'],
      payments: ['Pagado'],
      amounts: Object.fromEntries(AMOUNTS.map((column) => [column, `${ventas}.25` as Decimal])),
    });
    for (let at = 0; at < 100_000; at += 50) {
      index.add({
        runId: `run-${Math.floor(at / 1000)}`,
        purpose: 'changes',
        windowId: `w${at}`,
        window: { field: 'updated_at', from: instant(0), to: instant(1) },
        readAt: instant(1),
        changes: Array.from({ length: 50 }, (_, offset) => ({
          order: JSON.stringify(['Uno', 'P', `O-${(at + offset) % 60_000}`]) as OrderKey,
          purchase: '2026-03-04T10:00:00.000' as LocalDateTime,
          before: of(at + offset),
          after: of(at + offset + 1),
          correlationIds: [`c${at}`],
        })),
      });
    }
    const answer = queryChanges(index, { ...EVERY_CHANGE, onlyDifferent: true, sort: 'Ventas' });
    expect(answer.total).toBe(60_000);
    // Orders changed twice went from their first figure to their last.
    expect(answer.lines(0, 1)[0]).toMatchObject({ changes: 2 });
    expect(answer.sums.Ventas?.difference).toBe(`${40_000 * 60_001 + 20_000}.00`);
    expect(queryChanges(index, { ...EVERY_CHANGE, runId: 'run-3' }).total).toBe(1000);
  });
});
