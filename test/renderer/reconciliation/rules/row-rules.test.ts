import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createWorld } from '#electron/demo/world/world.ts';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { ROW_RULES } from '#renderer/data/model/row-rules.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { NOW } from '#test/electron/demo/demo-api.ts';
import { randomCases } from '#test/random-cases.ts';
import { type NaiveRow, naiveUnits } from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { NAIVE_RATES, NAIVE_SUMS, naiveState, RULED_COLUMNS } from './naive-rules.ts';

/** The rules of rows against the slow way, on rows that satisfy them and on rows in which faults are planted. */

const COLUMNS = [
  'Canal',
  'Cuenta',
  'Orden',
  'Nro. suborden',
  'SKU Producto',
  'Fecha de compra',
  ...RULED_COLUMNS,
];
const TRUTH: readonly NaiveRow[] = [...createWorld({ seed: 23, orders: 400, clock: () => NOW }).truth()];
const IDS = [...Object.keys(NAIVE_SUMS), ...Object.keys(NAIVE_RATES)];

/** Rows as several segments; what is dead was replaced. */
function storeOf(
  segments: readonly (readonly NaiveRow[])[],
  dead: readonly number[] = [],
  columns = COLUMNS,
) {
  const store = createColumnStore();
  for (const [at, rows] of segments.entries()) {
    const cells = rows.map((row) => columns.map((column) => row[column] ?? null));
    const encoded = encodeSegment({ columns, rows: cells });
    store.addSegment(at + 1, decodeSegment(encoded.bytes, encoded.headerLength), null);
  }
  store.markDeleted(dead);
  store.raiseRevision();
  return store;
}

/** What may stand where a figure does: another one, one past doubles, none at all. */
const fault = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.integer({ min: -50_000, max: 50_000 }).map((cents) => (cents / 100).toFixed(2)),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('0', '0.0', '-7', '0.125', '12.3', '33.3', '90071992547409.93', '0.0000001'),
  },
  { weight: 2, arbitrary: fc.constantFrom('1234567890123456789012.5', '-99999999999999999999.99') },
  { weight: 2, arbitrary: fc.constantFrom(null, '', 'N/D', '1e3', '1,5') },
);

const planted = fc.record({
  rows: fc
    .array(fc.integer({ min: 0, max: TRUTH.length - 1 }), { minLength: 1, maxLength: 12, size: 'max' })
    .map((places) => places.map((place) => TRUTH[place] ?? {})),
  faults: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...RULED_COLUMNS), fault), { maxLength: 8 }),
  cut: fc.nat(),
  dead: fc.array(fc.nat(), { maxLength: 2 }),
  /** A column that a whole segment does not carry. */
  lost: fc.option(fc.constantFrom(...RULED_COLUMNS), { freq: 8 }),
});

function worldOf({
  rows,
  faults,
  cut,
  dead,
  lost,
}: typeof planted extends fc.Arbitrary<infer T> ? T : never) {
  const made: NaiveRow[] = rows.map((row) => ({ ...row }));
  for (const [at, column, value] of faults) {
    const row = at % made.length;
    made[row] = { ...made[row], [column]: value };
  }
  const at = cut % (made.length + 1);
  const gone = new Set(dead.map((row) => row % made.length));
  const segments = [made.slice(0, at), made.slice(at)].filter((part) => part.length > 0);
  const columns = COLUMNS.filter((column) => column !== lost);
  const alive = made
    .filter((_, row) => !gone.has(row))
    .map((row): NaiveRow => (lost === null ? row : { ...row, [lost]: null }));
  return { store: storeOf(segments, [...gone], columns), rows: alive };
}

const proofOf = (queries: ReturnType<typeof createQueries>, selection: Selection = EVERYTHING) =>
  atOnce(queries.tasks.rowProof(selection));

describe('the rules of rows', () => {
  test('are all there, and no others', () => {
    expect(ROW_RULES.map(({ id }) => id).sort()).toEqual([...IDS].sort());
  });

  test('hold in every row of the demo world: nothing planted, nothing reported', () => {
    const half = Math.floor(TRUTH.length / 2);
    const queries = createQueries(storeOf([TRUTH.slice(0, half), TRUTH.slice(half)]));
    const proof = proofOf(queries);
    expect(proof.rows).toBe(TRUTH.length);
    for (const rule of proof.rules) {
      expect(rule).toMatchObject({ fails: 0, absent: 0, unreadable: 0 });
      expect(rule.holds + rule.withoutBase).toBe(TRUTH.length);
      expect(atOnce(queries.tasks.failureGroups(EVERYTHING, rule.id)).groups).toEqual([]);
    }
  });

  test('agree with the slow way on what fails, what is off and what cannot be told', () => {
    fc.assert(
      fc.property(planted, fc.boolean(), (made, isNarrow) => {
        const { store, rows: all } = worldOf(made);
        const canal = made.rows[0]?.Canal ?? '';
        const selection: Selection = isNarrow
          ? { ...EVERYTHING, filters: [{ column: 'Canal', values: [canal] }] }
          : EVERYTHING;
        const rows = isNarrow ? all.filter((row) => row.Canal === canal) : all;
        const queries = createQueries(store);
        const proof = proofOf(queries, selection);
        expect(proof.rows).toBe(rows.length);
        for (const rule of proof.rules) {
          const states = rows.map((row) => naiveState(row, rule.id));
          const count = (state: string) => states.filter((each) => each.state === state).length;
          const { holds, fails, absent, unreadable, withoutBase } = rule;
          expect({ id: rule.id, holds, fails, absent, unreadable, withoutBase }).toEqual({
            id: rule.id,
            holds: count('holds'),
            fails: count('fails'),
            absent: count('absent'),
            unreadable: count('unreadable'),
            withoutBase: count('withoutBase'),
          });
          const failing = states.flatMap((each) => (each.state === 'fails' ? [each] : []));
          if (NAIVE_SUMS[rule.id] !== undefined) {
            const offs = failing.map(({ off }) => off ?? 0n);
            const size = (value: bigint) => (value < 0n ? -value : value);
            expect(naiveUnits(rule.net)).toBe(offs.reduce((a, b) => a + b, 0n));
            expect(naiveUnits(rule.off)).toBe(offs.reduce((a, b) => a + size(b), 0n));
          } else {
            for (const [base, fitting] of Object.entries(rule.fitsOther)) {
              expect(fitting).toBe(failing.filter((each) => each.base === base).length);
            }
          }
          expectGroups(queries, selection, rule.id, rows);
        }
      }),
      { numRuns: randomCases(24) },
    );
  });

  test('name the fault that was planted in a row of a large world, and no other rule’s', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.entries(NAIVE_SUMS)),
        fc.integer({ min: 0, max: TRUTH.length - 1 }),
        fc.integer({ min: 1, max: 9_999 }),
        ([id, [result]], at, cents) => {
          const row = TRUTH[at] ?? {};
          const wrong = String(Number(row[result] ?? '0') + cents / 100);
          const changed = { ...row, [result]: Number(wrong).toFixed(2) };
          const queries = createQueries(
            storeOf([TRUTH.map((each, place) => (place === at ? changed : each))]),
          );
          const proof = proofOf(queries);
          const failing = proof.rules.filter(({ fails }) => fails > 0).map((rule) => rule.id);
          expect(failing).toContain(id);
          // Others fail only where they speak of the same column.
          for (const other of failing) expect(naiveState(changed, other).state).toBe('fails');
          const [group] = atOnce(queries.tasks.failureGroups(EVERYTHING, id)).groups;
          expect(group).toEqual({
            canal: row.Canal,
            difference: (cents / 100).toFixed(2),
            base: null,
            rows: 1,
          });
        },
      ),
      { numRuns: randomCases(10) },
    );
  });

  test('are exact past what doubles carry, at the edge of rounding too', () => {
    const [row = {}] = TRUTH;
    const most = '999999999999999';
    const identity = {
      'Ingreso Total': most,
      'Cobro Total': most,
      'Costo de Producto': '0',
      'Rentabilidad Total': '0',
    };
    const rate = (percent: string, base: string, part: string) => ({
      ...row,
      Ventas: base,
      'Costo Total': part,
      '% Costo Total': percent,
    });
    // Held against the slow way: in doubles, the first holds and the edges change sides.
    const rows = [
      { ...row, ...identity, 'Reembolso Total': '0.0001' },
      { ...row, ...identity, 'Reembolso Total': '0.0000' },
      rate('94.37', '10164579313.43', '9591805269.11822'),
      rate('41.97', '21687627131.77', '9101212725.84728'),
    ];
    // Segments of their own: there, the arrays carry them.
    const queries = createQueries(storeOf([rows.slice(0, 2), rows.slice(2)]));
    for (const id of ['total', '% Costo Total']) {
      const rule = proofOf(queries).rules.find((each) => each.id === id);
      const states = rows.map((each) => naiveState(each, id));
      expect(rule?.fails).toBe(states.filter(({ state }) => state === 'fails').length);
      expectGroups(queries, EVERYTHING, id, rows);
    }
    expect(naiveState(rows[2] ?? {}, '% Costo Total').state).toBe('holds');
    expect(naiveState(rows[3] ?? {}, '% Costo Total').state).toBe('fails');
  });

  test('a percentage is held to the digits that it is written with, in columns that are mostly 0 too', () => {
    const rate = '% Costo de Publicidad';
    const at = TRUTH.findIndex((row) => /[1-46-9]$/.test(row[rate] ?? ''));
    const shorter = Number(TRUTH[at]?.[rate]).toFixed(1);
    const queries = createQueries(
      storeOf([TRUTH.map((row, place) => (place === at ? { ...row, [rate]: shorter } : row))]),
    );
    expect(at).toBeGreaterThan(0);
    expect(proofOf(queries).rules.find(({ id }) => id === rate)).toMatchObject({ fails: 0 });
  });

  test('one difference is one group, however many places the values of a segment have', () => {
    const off = (row: NaiveRow) => ({
      ...row,
      Canal: 'Uno',
      'Rentabilidad Total': (Number(row['Rentabilidad Total']) + 1.5).toFixed(2),
    });
    const [first = {}, second = {}] = TRUTH;
    const finer = off(second);
    const queries = createQueries(
      storeOf([[off(first)], [{ ...finer, 'Rentabilidad Total': `${finer['Rentabilidad Total']}0` }]]),
    );
    const { groups } = atOnce(queries.tasks.failureGroups(EVERYTHING, 'total'));
    expect(groups).toEqual([{ canal: 'Uno', difference: '1.500', base: null, rows: 2 }]);
    const total = proofOf(queries).rules.find(({ id }) => id === 'total');
    expect([total?.net, total?.off].map((each) => naiveUnits(each ?? null))).toEqual([
      naiveUnits('3'),
      naiveUnits('3'),
    ]);
  });

  test('of more groups than are shown the first are told, and what is left out', () => {
    const row = TRUTH[0] ?? {};
    const off = (cents: number) => ({
      ...row,
      'Rentabilidad Total': ((Math.round(Number(row['Rentabilidad Total']) * 100) + cents) / 100).toFixed(2),
    });
    // Groups of two rows come first, then by how much they are off, whichever way.
    const amounts = [...Array.from({ length: 260 }, (_, at) => (at % 2 === 0 ? at + 1 : -at - 1)), 5, -40];
    const queries = createQueries(storeOf([amounts.slice(0, 100).map(off), amounts.slice(100).map(off)]));
    const { groups, groupsLeftOut, rowsLeftOut } = atOnce(queries.tasks.failureGroups(EVERYTHING, 'total'));
    const views = groups.map(({ difference }) => Math.round(Number(difference) * 100));
    const others = amounts
      .slice(0, 260)
      .filter((amount) => amount !== 5 && amount !== -40)
      .sort((a, b) => Math.abs(b) - Math.abs(a));
    expect(views).toEqual([-40, 5, ...others].slice(0, 200));
    expect([groupsLeftOut, rowsLeftOut]).toEqual([60, 60]);
  });

  test('of equal differences each channel has its own, and what is off adds up by size, past doubles too', () => {
    const [row = {}] = TRUTH;
    const off = (Canal: string, by: string) => ({
      ...{ ...row, Canal, 'Ingreso Total': '0', 'Cobro Total': '0', 'Reembolso Total': '0' },
      ...{ 'Costo de Producto': '0', 'Rentabilidad Total': by },
    });
    const far = '1000000000000000000000';
    const rows = [off('Uno', '5'), off('Dos', '5'), off('Uno', '-3'), off('Dos', '5')];
    const beyond = [off('Uno', `${far}.5`), off('Dos', `-${far}`)];
    const queries = createQueries(storeOf([rows, beyond]));
    const total = proofOf(queries).rules.find(({ id }) => id === 'total');
    expect([naiveUnits(total?.net ?? null), naiveUnits(total?.off ?? null)]).toEqual([
      naiveUnits('12.5'),
      naiveUnits('2000000000000000000018.5'),
    ]);
    expectGroups(queries, EVERYTHING, 'total', [...rows, ...beyond]);
  });

  test('rows are counted by what each is, of those selected alone, also beside others of the same part', () => {
    const [row = {}] = TRUTH;
    const of = (Canal: string, by: string | null, more: NaiveRow = {}): NaiveRow => ({
      ...{ ...row, Canal, 'Ingreso Total': '0', 'Cobro Total': '0', 'Reembolso Total': '0' },
      ...{ 'Costo de Producto': '0', 'Rentabilidad Total': by, ...more },
    });
    const rate = (Ventas: string, percent: string | null): NaiveRow =>
      of('Uno', '0', { Ventas, 'Costo Total': '10', '% Costo Total': percent });
    const rows = [
      ...[of('Dos', '11'), of('Uno', '0'), of('Uno', '5'), of('Uno', '-7'), of('Uno', null)],
      ...[of('Uno', 'N/D'), of('Uno', 'N/D'), of('Uno', 'N/D'), of('Dos', 'N/D'), of('Dos', null)],
      // Of a base of nothing, one holds; the others are told no percentage, or none that can be read.
      ...[rate('0', '0'), rate('0', null), rate('0', 'N/D'), rate('100', '10'), rate('100', '33')],
    ];
    const queries = createQueries(storeOf([rows.slice(0, 7), rows.slice(7)]));
    for (const selection of [
      EVERYTHING,
      { ...EVERYTHING, filters: [{ column: 'Canal', values: ['Uno'] }] },
    ]) {
      const own = rows.filter(({ Canal }) => selection === EVERYTHING || Canal === 'Uno');
      const { rules } = proofOf(queries, selection);
      for (const { id, holds, fails, absent, unreadable, withoutBase } of rules) {
        const counts = { holds: 0, fails: 0, absent: 0, unreadable: 0, withoutBase: 0 };
        for (const each of own) counts[naiveState(each, id).state as keyof typeof counts] += 1;
        expect([id, { holds, fails, absent, unreadable, withoutBase }]).toEqual([id, counts]);
      }
      const total = rules.find(({ id }) => id === 'total');
      const isAll = selection === EVERYTHING;
      expect([naiveUnits(total?.net ?? null), naiveUnits(total?.off ?? null)]).toEqual([
        naiveUnits(isAll ? '9' : '-2'),
        naiveUnits(isAll ? '23' : '12'),
      ]);
    }
  });

  test('of equal groups those of the channel that is first by its name stand first; one past doubles is one, however it is written', () => {
    const [row = {}] = TRUTH;
    const off = (Canal: string, by: string) => ({
      ...{ ...row, Canal, 'Ingreso Total': '0', 'Cobro Total': '0', 'Reembolso Total': '0' },
      ...{ 'Costo de Producto': '0', 'Rentabilidad Total': by },
    });
    const far = '1000000000000000000000';
    const rows = [
      ...[off('Uno', '0'), off('Uno', '5'), off('Dos', '5'), off('Tres', '-5'), off('Uno', `${far}.5`)],
      ...[off('Uno', '0'), off('Uno', '0'), off('Uno', `${far}.50`), off('Dos', `-${far}`)],
    ];
    const queries = createQueries(storeOf([rows.slice(0, 5), rows.slice(5)]));
    const { groups } = atOnce(queries.tasks.failureGroups(EVERYTHING, 'total'));
    expect(
      groups.map(({ canal, difference, rows: count }) => [canal, naiveUnits(difference), count]),
    ).toEqual(
      [
        ['Uno', `${far}.5`, 2],
        ['Dos', `-${far}`, 1],
        ...['Dos', 'Tres', 'Uno'].map((canal) => [canal, canal === 'Tres' ? '-5' : '5', 1]),
      ].map(([canal, difference, count]) => [canal, naiveUnits(difference as string), count]),
    );
    expectGroups(queries, EVERYTHING, 'total', rows);
  });

  test('groups that are left out are told with all of their rows', () => {
    const [row = {}] = TRUTH;
    const amounts = Array.from({ length: 402 }, (_, at) => `${1 + (at % 201)}`);
    const off = (by: string) => ({
      ...{ ...row, 'Ingreso Total': '0', 'Cobro Total': '0', 'Reembolso Total': '0' },
      ...{ 'Costo de Producto': '0', 'Rentabilidad Total': by },
    });
    const queries = createQueries(storeOf([amounts.map(off)]));
    const { groups, ...left } = atOnce(queries.tasks.failureGroups(EVERYTHING, 'total'));
    expect(left).toMatchObject({ groupsLeftOut: 1, rowsLeftOut: 2 });
    expect([groups.length, groups.at(-1)?.rows, Number(groups.at(-1)?.difference)]).toEqual([200, 2, 2]);
  });

  test('a percentage of another base fails, and the base that fits is told', () => {
    const row = TRUTH.find((each) => each.Ventas !== '0.00' && each.Ventas !== each['Ingreso Total']) ?? {};
    const cents = (column: string) => Number(row[column]);
    const rate = ((cents('Costo Total') / cents('Ingreso Total')) * 100).toFixed(2);
    const queries = createQueries(storeOf([[{ ...row, '% Costo Total': rate }]]));
    const rule = proofOf(queries).rules.find(({ id }) => id === '% Costo Total');
    expect(rule).toMatchObject({ fails: 1, fitsOther: { 'Ingreso Total': 1, 'Venta Cancelada': 0 } });
    expect(atOnce(queries.tasks.failureGroups(EVERYTHING, '% Costo Total')).groups).toEqual([
      { canal: row.Canal, difference: null, base: 'Ingreso Total', rows: 1 },
    ]);
  });
});

/** Groups add up to the failing rows, and each of them opens as its rows. */
function expectGroups(
  queries: ReturnType<typeof createQueries>,
  selection: Selection,
  id: string,
  rows: readonly NaiveRow[],
): void {
  const expected = new Map<string, number>();
  for (const row of rows) {
    const found = naiveState(row, id);
    if (found.state !== 'fails') continue;
    const key = JSON.stringify([row.Canal ?? '', String(found.off), found.base]);
    expected.set(key, (expected.get(key) ?? 0) + 1);
  }
  const { groups } = atOnce(queries.tasks.failureGroups(selection, id));
  const views = groups.map(({ canal, difference, base, rows: count }) => [
    JSON.stringify([canal, String(difference === null ? null : naiveUnits(difference)), base]),
    count,
  ]);
  expect(new Map(views as [string, number][])).toEqual(expected);
  expect(views).toHaveLength(expected.size);
  for (const group of groups) {
    const page = atOnce(queries.tasks.failingRows({ selection, id, group }, 0, 100));
    expect(page.total).toBe(group.rows);
    for (const line of page.lines) {
      expect(line.cells.Canal ?? '').toBe(group.canal);
      expect(naiveState(line.cells, id).state).toBe('fails');
      if (group.difference !== null) {
        expect(naiveUnits(line.difference)).toBe(naiveUnits(group.difference));
      }
    }
  }
  const whole = atOnce(queries.tasks.failingRows({ selection, id, group: null }, 0, 100));
  expect(whole.total).toBe([...expected.values()].reduce((a, b) => a + b, 0));
}
