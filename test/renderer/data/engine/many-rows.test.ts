import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ColumnStore, createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { type NaiveRow, naiveHasCost, naiveLacksCost, naiveOrder, naiveSum, naiveUnits } from './naive.ts';

/**
 * Segments of hundreds of rows, few groups among them, as real ones are: the loops that add up runs of rows, orders
 * that stand together or not, commits and merges between the questions.
 */

const MONEY = ['Ventas', 'Costo de Marketplace', 'Costo Envío', 'Ingreso Total', 'Cobro de Envío'];
const MORE_MONEY = ['Costo de Comisiones', 'Cobro de Comisiones', 'Rentabilidad Marketplace'];
const SPARSE = ['Comisión Fija', 'Otros costos'];
const SUMS = [...MONEY, 'Unidades', ...MORE_MONEY, 'Costo de Producto', ...SPARSE];
const COLUMNS = ['Canal', 'Cuenta', 'Orden', 'Marca', 'SKU Producto', 'Fecha de compra', ...SUMS];
const RATE = '% Rentabilidad Marketplace';
const SHOWN = [...COLUMNS, RATE];

/** Numbers that look random and are the same for the same seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function makeRows(random: (below: number) => number, count: number): NaiveRow[] {
  const rows: NaiveRow[] = [];
  while (rows.length < count) {
    const orden = `O-${random(count)}`;
    const items = random(30) === 0 ? 11 : 1 + random(3);
    const day = String(1 + random(28)).padStart(2, '0');
    for (let item = 0; item < items; item += 1) {
      const cells: { [column: string]: string } = {
        Canal: random(9) === 0 ? 'Otro' : 'Uno',
        Cuenta: 'Principal',
        Orden: orden,
        Marca: `M${random(2)}`,
        'SKU Producto': `S${random(90)}`,
        'Fecha de compra': `2026-0${1 + random(2)}-${day}T10:00:00.000`,
        Unidades: String(random(4)),
      };
      for (const column of [...MONEY, ...MORE_MONEY]) cells[column] = (random(4e7) / 100 - 1e5).toFixed(2);
      for (const column of [...SPARSE, 'Costo de Producto']) {
        cells[column] = random(3) === 0 ? (random(9_999_999) / 100).toFixed(2) : '0.00';
      }
      rows.push(cells);
    }
  }
  return rows.slice(0, count);
}

type Held = { readonly store: ColumnStore; readonly rows: Map<number, NaiveRow>; nextId: number };

function encoded(rows: readonly NaiveRow[]) {
  const cells = rows.map((row) => COLUMNS.map((column) => row[column] ?? null));
  const { bytes, headerLength } = encodeSegment({ columns: COLUMNS, rows: cells });
  return decodeSegment(bytes, headerLength);
}

function commit(held: Held, random: (below: number) => number, count: number): void {
  const { store, rows } = held;
  const killed = [...rows.keys()].filter(() => random(7) === 0);
  store.markDeleted(killed);
  for (const row of killed) rows.delete(row);
  const base = store.rowSpan;
  const came = makeRows(random, count);
  store.addSegment(held.nextId, encoded(came), null);
  held.nextId += 1;
  for (const [at, row] of came.entries()) rows.set(base + at, row);
  store.raiseRevision();
}

/** Some segments become one, their rows in any order. */
function merge(held: Held, random: (below: number) => number): void {
  const { store, rows } = held;
  const old = store.segments.filter(({ retired }) => !retired && random(2) === 0);
  const moved = [...rows.keys()].filter((row) => old.includes(store.segmentOf(row)));
  if (random(2) === 0) moved.reverse();
  const oldIds = old.map(({ id }) => id);
  const contents = moved.map((row) => rows.get(row) ?? {});
  const base = store.rowSpan;
  if (old.length === 0) return;
  if (moved.length === 0) store.replaceSegments(oldIds, null);
  else {
    const merged = { id: held.nextId, segment: encoded(contents), rows: Uint32Array.from(moved) };
    store.replaceSegments(oldIds, merged);
    held.nextId += 1;
  }
  for (const row of moved) rows.delete(row);
  for (const [at, row] of contents.entries()) rows.set(base + at, row);
}

const history = fc.record({
  seed: fc.nat(),
  steps: fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('commit' as const), rows: fc.integer({ min: 1, max: 400 }) }),
      fc.record({ kind: fc.constant('merge' as const), rows: fc.constant(0) }),
    ),
    { minLength: 1, maxLength: 5 },
  ),
});

function naiveTotals(rows: readonly NaiveRow[], columns: readonly string[]) {
  return {
    rows: rows.length,
    orders: new Set(rows.map(naiveOrder)).size,
    sums: columns.map((column) => naiveSum(rows, column)),
    ventasWithProductCost: naiveSum(rows.filter(naiveHasCost), 'Ventas') ?? 0n,
    rowsWithoutProductCost: rows.filter(naiveLacksCost).length,
  };
}

type Answer = ReturnType<ReturnType<typeof createQueries>['totals']>;

function plain(totals: Omit<Answer, 'revision'>, columns: readonly string[]) {
  return {
    rows: totals.rows,
    orders: totals.orders,
    sums: columns.map((column) => naiveUnits(totals.sums[column] ?? null)),
    ventasWithProductCost: naiveUnits(totals.ventasWithProductCost),
    rowsWithoutProductCost: totals.rowsWithoutProductCost,
  };
}

const WITH_BRAND: Selection = { ...EVERYTHING, filters: [{ column: 'Marca', values: ['M1'] }] };
/** All rows, half of them, and so few of a segment that each is looked at by itself. */
const CHOSEN: readonly (readonly [Selection, (row: NaiveRow) => boolean])[] = [
  [EVERYTHING, () => true],
  [WITH_BRAND, (row) => row.Marca === 'M1'],
  [
    { ...EVERYTHING, filters: [{ column: 'SKU Producto', values: ['S7'] }] },
    (row) => row['SKU Producto'] === 'S7',
  ],
];

test('sums and distinct orders of many rows are exact at every level, whatever was committed and merged', () => {
  fc.assert(
    fc.property(
      history,
      fc.constantFrom(...CHOSEN),
      fc.integer({ min: 1, max: SUMS.length }),
      ({ seed, steps }, [selection, isChosen], width) => {
        // Columns wait for each other to be added up in one go: each number of them has loops of its own.
        const columns = SUMS.slice(0, width);
        const random = createRandom(seed);
        const held: Held = { store: createColumnStore(), rows: new Map(), nextId: 1 };
        const queries = createQueries(held.store);
        for (const step of steps) {
          if (step.kind === 'commit') commit(held, random, step.rows);
          else merge(held, random);
          const rows = [...held.rows.values()].filter(isChosen);
          expect(plain(queries.totals(selection, columns), columns)).toEqual(naiveTotals(rows, columns));
          for (const within of ['Marca', 'SKU Producto'] as const) {
            const answer = queries.groups(selection, 'Canal', columns, { within });
            expect(plain(answer.total, columns)).toEqual(naiveTotals(rows, columns));
            for (const group of answer.groups) {
              const ofGroup = rows.filter((row) => row.Canal === group.value);
              expect(plain(group.totals, columns)).toEqual(naiveTotals(ofGroup, columns));
              for (const inner of group.groups ?? []) {
                const ofInner = ofGroup.filter((row) => row[within] === inner.value);
                expect(plain(inner.totals, columns)).toEqual(naiveTotals(ofInner, columns));
              }
            }
          }
        }
      },
    ),
    { numRuns: randomCases(10) },
  );
});

test('sorts of many rows, kept through commits and merges, are those of a store just opened', () => {
  fc.assert(
    fc.property(
      history,
      fc.constantFrom('rows' as const, 'orders' as const),
      fc.constantFrom(null, 'Fecha de compra', 'Orden', ...SUMS.slice(0, 6), 'Otros costos', RATE),
      fc.constantFrom('ascending' as const, 'descending' as const),
      ({ seed, steps }, grouping, column, direction) => {
        const random = createRandom(seed);
        const held: Held = { store: createColumnStore(), rows: new Map(), nextId: 1 };
        const queries = createQueries(held.store);
        const sort = column === null ? null : { column, direction };
        const query = { selection: WITH_BRAND, grouping, sort, columns: SHOWN };
        for (const step of steps) {
          if (step.kind === 'commit') commit(held, random, step.rows);
          else merge(held, random);
          const { lines } = queries.lines(query, 0, 10_000);
          const rows = [...held.rows.values()].filter((row) => row.Marca === 'M1');
          const count = grouping === 'rows' ? rows.length : new Set(rows.map(naiveOrder)).size;
          expect(lines).toHaveLength(count);
          if (sort === null) continue;
          const place = SHOWN.indexOf(sort.column);
          // Dates are told apart by their texts.
          const isNumber = column === RATE || SUMS.includes(sort.column);
          const readCell = (cell: string | null) => (isNumber ? naiveUnits(cell) : cell);
          const shown = lines.map(({ cells }) => readCell(cells[place] ?? null));
          const values = shown.filter((value) => value !== null);
          values.sort((a, b) => (a === b ? 0 : a < b === (direction === 'ascending') ? -1 : 1));
          // Lines without a value come last, whatever the direction.
          const sorted = [...values, ...shown.filter((value) => value === null)];
          if (column !== 'Orden' && !(grouping === 'orders' && column === 'Fecha de compra')) {
            expect(shown).toEqual(sorted);
          }
          const fresh = createColumnStore();
          for (const { id, rowCount, isLive, columns } of held.store.segments) {
            const dead = new Set([...isLive.keys()].filter((row) => isLive[row] === 0));
            fresh.addSegment(id, { rowCount, columns }, dead);
          }
          const anew = createQueries(fresh).lines(query, 0, 10_000).lines;
          // Orders are numbered as they come: whose rows were merged are numbered anew in a fresh store.
          if (!steps.some(({ kind }) => kind === 'merge')) expect(lines).toEqual(anew);
        }
      },
    ),
    { numRuns: randomCases(16) },
  );
});
