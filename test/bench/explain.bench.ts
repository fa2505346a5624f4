import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { applyChanges, type Change, notationOf } from '#renderer/reconciliation/explain/model/explanation.ts';
import { buildCube } from '#renderer/reconciliation/explain/worker/cube.ts';
import { effectsOf } from '#renderer/reconciliation/explain/worker/effects.ts';
import { explain } from '#renderer/reconciliation/explain/worker/explain.ts';
import {
  failedParts,
  hypothesesOf,
  isInThrees,
  measuresOf,
} from '#renderer/reconciliation/explain/worker/hypotheses.ts';
import { searchCombinations } from '#renderer/reconciliation/explain/worker/search.ts';
import { atOnce, type Task } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { toDecimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { naiveSum, PLACES } from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { measureUnder, rowsUnder, storeOf } from '#test/renderer/reconciliation/explain/planted.ts';
import { createRates, placeOf, plantedCase } from '#test/renderer/reconciliation/explain/rates.ts';
import { sourceOnly } from '#test/renderer/reconciliation/explain/source-only.ts';
import { keptRows, readKept } from './rows/kept-rows.ts';

/**
 * How long a figure seen elsewhere takes to be explained over rows of the demo world, and whether it is explained right.
 *
 *   npm run bench -- explain [--rows 1000000] [--cases 1000]
 *
 * Causes of one, two and three changes are planted by asking for the total of the selection they make. TAKEN is by the
 * clock, CPU what the process itself used (other programs share this machine); STEP the most it
 * used between two pauses: how long a question may have to wait.
 */

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, cases: { type: 'string', default: '1000' } },
});
const rows = Number(values.rows);
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);

const store = createColumnStore();
for (const [id, segment] of (await keptRows(rows, say)).entries()) {
  store.addSegment(id, decodeSegment(await readKept(segment), segment.headerLength), null);
}
const queries = createQueries(store);

let longest = 0;
function runMeasured<T>(task: Task<T>): T {
  for (;;) {
    const from = process.cpuUsage();
    const step = task.next();
    const { user } = process.cpuUsage(from);
    longest = Math.max(longest, user / 1000);
    if (step.done === true) return step.value;
  }
}

function watch(): () => string {
  const [from, used] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(used);
    const taken = ((performance.now() - from) / 1000).toFixed(2);
    return `TAKEN ${taken} s, CPU ${((user + system) / 1e6).toFixed(2)} s`;
  };
}

const value = (column: string, text: string, isIn: boolean): Change => ({
  kind: 'value',
  column,
  value: text,
  isIn,
});
const PLANTED: readonly (readonly Change[])[] = [
  [value('Tipo de Dato', 'Publicación', false)],
  [value('Tipo de Dato', 'Publicación', false), { kind: 'edge', edge: 'to', days: -1 }],
  [
    value('Estado de Orden', 'Cancelada', true),
    value('Estado de Pago', 'Sin Información', true),
    { kind: 'date', column: 'Fecha de Pago' },
  ],
  // None of it is tried: all combinations are gone through.
  [],
];

const period = { from: '2025-03-01' as LocalDate, to: '2026-10-31' as LocalDate };
const base: Selection = { ...EVERYTHING, dashboardPreset: true, period };
const measures = measuresOf(sourceOnly(store), 'Ventas');

const cube = atOnce(buildCube(sourceOnly(store), base, measures));
const hypotheses = hypothesesOf(cube, base);
const fails = failedParts(cube, base);
say(
  `${cube.cellCount} cells of ${cube.rows.reduce((a, b) => a + b, 0)} rows, ${hypotheses.length} hypotheses`,
);

for (const changes of PLANTED) {
  const made = applyChanges({ selection: base, measure: 'Ventas' }, changes, (column) => {
    return cube.texts.find((text) => text.column === column)?.values ?? [];
  });
  const total = made === null ? undefined : queries.totals(made.selection, ['Ventas']).sums.Ventas;
  if (total === undefined) throw new Error('There is nothing to ask about.');
  const amount = changes.length > 0 ? total : (`${total.split('.')[0]}7.13` as typeof total);
  longest = 0;
  const stop = watch();
  const answer = runMeasured(explain(sourceOnly(store), { selection: base, measure: 'Ventas', amount }));
  const used = stop();
  const tried = answer.tried.map(({ combinations }) => combinations).join(' + ');
  say(`planted ${notationOf(changes) || 'nothing that is tried'}`);
  say(`  told  ${notationOf(answer.results[0]?.changes ?? []) || 'nothing'}`);
  say(`  ${used}, STEP ${longest.toFixed(0)} ms, tried ${tried}`);
}

/** Nothing planted: the selection's own figure is asked about. */
for (const selection of [base, EVERYTHING]) {
  const amount = queries.totals(selection, ['Ventas']).sums.Ventas;
  if (amount === undefined) throw new Error('There is nothing to ask about.');
  const stop = watch();
  const { results, discarded, tried } = atOnce(
    explain(sourceOnly(store), { selection, measure: 'Ventas', amount }),
  );
  say(`planted nothing: told ${results.length + discarded.length + tried.length} hypotheses, ${stop()}`);
}

/** Random causes in small random worlds: how often they are told first, and among the first three. */
const rates = createRates();
for (const each of fc.sample(plantedCase, { numRuns: Number(values.cases), seed: 16 })) {
  const { rows: sold, base: own, measure, planted } = each;
  const totalUnder = (changes: readonly Change[]) =>
    naiveSum(rowsUnder(sold, own, changes), measureUnder(measure, changes)) ?? 0n;
  const wanted = totalUnder(planted.changes);
  if (wanted === totalUnder([])) continue;
  const amount = toDecimal({ units: wanted, scale: PLACES });
  const { results } = atOnce(explain(sourceOnly(storeOf(sold)), { selection: own, measure, amount }));
  rates.add(each, placeOf(each, results));
}
for (const { of, planted, first, firstThree } of rates.all()) {
  const percent = (count: number) => `${((100 * count) / planted).toFixed(1)} %`;
  say(`${of.padEnd(20)} ${planted} planted, first ${percent(first)}, first three ${percent(firstThree)}`);
}

/** The same hypotheses three times over stand for an account with more channels, accounts and brands. */
const many = [0, 1, 2].flatMap(() => hypotheses.filter(({ measure }) => measure === 0));
const unlike = [...many.filter(isInThrees), ...many.filter((each) => !isInThrees(each))].map((each) => ({
  ...each,
  only: null,
}));
const own = { ...cube, measures: cube.measures.slice(0, 1) };
for (const mostChanges of [2, 3]) {
  const stop = watch();
  const effects = atOnce(effectsOf(own, fails, unlike));
  const wanted = { difference: 123_456_789_013, tolerance: 0, mostChance: 0 };
  const { levels } = atOnce(searchCombinations(own, effects, unlike, wanted, mostChanges));
  say(`${many.length} hypotheses, up to ${mostChanges} at once, without the cube`);
  say(`  ${stop()}, tried ${levels.map(({ tried }) => tried).join(' + ')}`);
}
