import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markRows } from '#renderer/data/engine/aggregate/row-flags.ts';
import { readGroups, readTotals, readValues } from '#renderer/data/engine/answers/figures.ts';
import { readMonthOutlook } from '#renderer/data/engine/answers/month-outlook.ts';
import {
  type ColumnStore,
  countOnes,
  createColumnStore,
} from '#renderer/data/engine/columns/column-store.ts';
import { boundsOf, factsFrom, readLedgerFacts } from '#renderer/data/engine/columns/facts.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { dateOfCells } from '#renderer/data/engine/cubes/answered-by-cells.ts';
import { cellsOf, condenseRows, cubeStore } from '#renderer/data/engine/cubes/cube-store.ts';
import { cellsToKeep, type KeptCube, storeOfCells } from '#renderer/data/engine/cubes/kept-cells.ts';
import { decodeCells, encodeCells } from '#renderer/data/storage/segment/cell-bytes.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate, UtcInstant } from '#shared/domain/dates.ts';
import { EVERYTHING, PERIOD_COLUMNS, type PeriodColumn } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { expectTotals } from '../expected.ts';
import { naiveSelects, PRESENT } from '../naive.ts';
import { ask, question } from './cube-questions.ts';
import { commit, createWorld } from './cube-worlds.ts';

/** Cells that were kept tell without the rows what the rows tell, beside the rows of those segments of which none were. */

const dead = ({ isLive }: StoredSegment) => new Set([...isLive.keys()].filter((row) => isLive[row] === 0));

/** A start over a store: of some segments the rows, of the others the cells, by way of their bytes. */
function startOver(store: ColumnStore, isKept: (at: number) => boolean) {
  for (const date of PERIOD_COLUMNS) atOnce(cubeStore(store, date));
  atOnce(condenseRows(store, 1));
  const live = store.segments.filter(({ retired }) => !retired);
  const keptOf = (segment: StoredSegment, date: PeriodColumn) => {
    const cells = cellsOf(segment, date);
    if (cells === null) return null;
    const known = { rows: countOnes(segment.isLive), bounds: boundsOf(segment, store.dates) };
    const { bytes, headerLength } = atOnce(encodeCells(cellsToKeep(store, segment, cells, known)));
    return decodeCells(bytes, headerLength);
  };
  const all = live.map((segment, at) => ({
    segment,
    cells: isKept(at) ? PERIOD_COLUMNS.map((date) => keptOf(segment, date)) : [],
  }));
  const isWhole = (cells: readonly unknown[]) => cells.length > 0 && cells.every((each) => each !== null);
  const rows = createColumnStore();
  rows.setPresent(PRESENT as UtcInstant);
  for (const { segment, cells } of all) {
    if (!isWhole(cells)) rows.addSegment(segment.id, segment, dead(segment));
  }
  atOnce(markRows(rows));
  const [first, ...others] = PERIOD_COLUMNS.map(
    (date, at): KeptCube => ({
      date,
      cells: all.flatMap(({ cells }) => (isWhole(cells) ? (cells[at] ?? []) : [])),
    }),
  );
  if (first === undefined) throw new Error('There are dates.');
  const made = storeOfCells(rows, [first, ...others]);
  const bounds = [
    ...rows.segments.map((segment) => boundsOf(segment, rows.dates)),
    ...first.cells.map((each) => each.bounds),
  ];
  return { store: made, bounds, rowsOfCells: first.cells.reduce((sum, each) => sum + each.rows, 0), rows };
}

const TODAY = '2026-03-01' as LocalDate;

const withoutRevision = (text: unknown) =>
  JSON.parse(JSON.stringify(text, (key, value: unknown) => (key === 'revision' ? 0 : value)));

test('from commit to commit, whatever of them is kept', () => {
  let told = 0;
  const scene = fc.record({
    rounds: fc.array(fc.record({ commit, isMerged: fc.integer({ min: 0, max: 4 }) }), {
      minLength: 1,
      maxLength: 5,
      size: 'max',
    }),
    kept: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    questions: fc.array(question, { minLength: 3, maxLength: 5, size: 'max' }),
  });
  fc.assert(
    fc.property(scene, ({ rounds, kept, questions }) => {
      const world = createWorld();
      for (const each of rounds) {
        world.add(each.commit);
        if (each.isMerged === 0) world.merge();
      }
      const start = startOver(world.store, (at) => kept[at] !== false);
      const ofCells = createQueries(start.store);
      const ofRows = createQueries(world.store);
      const { orders } = ofCells.totals(EVERYTHING, []);
      const cells = atOnce(cubeStore(start.store, 'Fecha de compra'));
      const { revision: _, ...facts } = readLedgerFacts(world.store);
      const early = factsFrom(
        { ...cells, columnKeys: start.store.columnKeys },
        { rows: start.rows.liveRows + start.rowsOfCells, orders, bounds: start.bounds },
      );
      expect(early).toMatchObject({
        ...facts,
        columns: expect.any(Array),
        unknownColumns: expect.any(Array),
      });
      expect(new Set(early.columns)).toEqual(new Set(facts.columns));
      for (const each of questions) {
        const { selection, column } = each;
        const outlook = { selection, today: TODAY };
        const asked = [
          readTotals.asks?.({ selection, columns: [] }),
          readGroups.asks?.({ ...each, columns: [] }),
          readValues.asks?.({ selection, column }),
          readMonthOutlook.asks?.(outlook),
        ].flatMap((of) => of ?? []);
        expect(asked).toHaveLength(4);
        const { segments } = start.store;
        if (asked.some((of) => dateOfCells(segments, of.selection, of.dimensions) === null)) continue;
        told += 1;
        const answer = ask(ofCells, each);
        expect(withoutRevision(answer)).toEqual(withoutRevision(ask(ofRows, each)));
        const [early, late] = [ofCells, ofRows].map(({ tasks }) => atOnce(tasks.monthOutlook(outlook)));
        expect(withoutRevision(early)).toEqual(withoutRevision(late));
        expectTotals(
          answer.totals,
          world.rows().filter((row) => naiveSelects(selection, row)),
        );
      }
    }),
    { numRuns: randomCases(24) },
  );
  expect(told).toBeGreaterThan(10);
});

test('orders that stand in several segments are counted once, whichever of these are kept', () => {
  const world = createWorld();
  const row = { Canal: 'Uno', Cuenta: 'Principal', 'Fecha de compra': '2026-02-28T00:00:00.000' };
  const nothing = { replaced: [], deleted: [], restored: [], large: null, without: null };
  const commitOf = (canal: string, ...numbers: readonly string[]) =>
    world.add({ ...nothing, orders: numbers.map((Orden) => [{ ...row, Orden, 'Estado de Pago': canal }]) });
  commitOf('Pagado', 'A', 'B', 'C', 'D');
  commitOf('Informado', 'C', 'B', 'E', 'F');
  commitOf('No Pagado', 'F', 'B', 'G', 'G');
  for (const kept of [[0, 1, 2], [0, 1], [1, 2], [0, 2], [1]]) {
    const ofCells = createQueries(startOver(world.store, (at) => kept.includes(at)).store);
    expect(ofCells.totals(EVERYTHING, []), kept.join()).toMatchObject({ rows: 12, orders: 7 });
    const { groups } = ofCells.groups(EVERYTHING, { column: 'Estado de Pago', unit: null }, []);
    expect(groups.map(({ totals }) => totals.orders).sort(), kept.join()).toEqual([3, 4, 4]);
    const two = { ...EVERYTHING, filters: [{ column: 'Estado de Pago', values: ['Pagado', 'No Pagado'] }] };
    expect(ofCells.totals(two, []).orders, kept.join()).toBe(6);
  }
});

test('what cells cannot tell is asked of the rows, though these are not there', () => {
  const world = createWorld();
  const row = {
    Canal: 'Uno',
    Cuenta: 'Principal',
    Orden: 'A',
    Marca: 'Ñ',
    'Fecha de compra': '2026-02-28T00:00:00.000',
  };
  world.add({
    orders: [[row], [{ ...row, Orden: 'B' }]],
    replaced: [],
    deleted: [],
    restored: [],
    large: null,
    without: null,
  });
  const { store } = startOver(world.store, () => true);
  const byBrand = { ...EVERYTHING, filters: [{ column: 'Marca', values: ['Ñ'] }] };
  expect(dateOfCells(store.segments, byBrand, [])).toBeNull();
  expect(dateOfCells(store.segments, EVERYTHING, [])).toBe('Fecha de compra');
  expect(() => store.rowsOfOrder('[]' as never)).toThrow('Cells are not rows.');
});
