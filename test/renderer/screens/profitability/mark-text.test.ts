import { describe, expect, test } from 'vitest';
import { secondChoices } from '#renderer/screens/profitability/choices/choice-bar.tsx';
import { measureOf } from '#renderer/screens/profitability/figures/measures.ts';
import type { MarkFigures } from '#renderer/screens/profitability/pivot/chart-marks.ts';
import { nearestOf } from '#renderer/screens/profitability/pivot/lines-place.ts';
import {
  comparedFigures,
  markTitle,
  placesOfMeasure,
  shortName,
  shownFigures,
  unitOfAxis,
} from '#renderer/screens/profitability/pivot/mark-text.ts';
import { INITIAL_VIEW, type PivotView } from '#renderer/screens/profitability/state/view-state.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

/** What is written beside the marks of a chart, and what is chosen above it. */

const measure = (id: string) => {
  const found = measureOf(id);
  if (found === null) throw new Error(`${id} is none.`);
  return found;
};
const SALES = measure('sum:Ventas');
const COST = measure('sum:Costo Total');
const RATE = measure('rate:Rentabilidad Total');
const UNITS = measure('sum:Unidades');
const mark = (more: Partial<MarkFigures> = {}) =>
  ({
    ...{ value: '1234.5', before: null, difference: null, change: null, likely: null, isPartial: false },
    ...more,
  }) as MarkFigures;

test.each([
  [SALES, 2, 2],
  [SALES, 0, 0],
  [RATE, 2, 1],
  [RATE, 0, 1],
  [UNITS, 2, 0],
] as const)('%o to %d places of amounts has %d', (of, places, own) => {
  expect(placesOfMeasure(of, places)).toBe(own);
});

describe('beside a mark stand', () => {
  const compared = mark({ difference: '5' as Decimal, change: '10' as Decimal, isPartial: true });
  const value = { kind: 'money', places: 2, value: '1234.5', isPartial: true };
  const difference = { kind: 'money', places: 2, value: '5', isDifference: true, favour: -1 };

  test('its value alone, or how it differs too, more of a cost being bad', () => {
    expect(shownFigures(compared, COST, 2, false)).toEqual([value]);
    expect(shownFigures(compared, COST, 2, true)).toEqual([value, difference]);
    expect(shownFigures(compared, SALES, 2, true)[1]).toMatchObject({ favour: 1 });
  });

  test('its change in percent, where it does not differ in points anyway', () => {
    expect(comparedFigures(compared, COST, 2)).toEqual([
      value,
      difference,
      { value: '10', kind: 'points', places: 1, isDifference: true, favour: -1 },
    ]);
    expect(comparedFigures(compared, RATE, 2)).toEqual(shownFigures(compared, RATE, 2, true));
    expect(comparedFigures(compared, RATE, 2).map(({ kind, places }) => [kind, places])).toEqual([
      ['points', 1],
      ['points', 1],
    ]);
  });
});

describe('the title of a mark', () => {
  const title = (more: Partial<MarkFigures>, of = SALES, caption: string | null = null) =>
    markTitle('Uno', caption, mark(more), of, 2, { text, formats }).split('\n');
  const figure = '20' as Decimal;

  test.each([
    ['its name', {}, SALES, null, ['Uno']],
    ['and its caption below', {}, SALES, 'Mesa', ['Uno', 'Mesa']],
    ['an amount before', { before: figure }, SALES, null, ['Uno', text('chart.before', { figure: '20,00' })]],
    ['units before', { before: figure }, UNITS, null, ['Uno', text('chart.before', { figure: '20' })]],
    [
      'a rate before',
      { before: figure },
      RATE,
      null,
      ['Uno', text('chart.before', { figure: formats.percent('20') })],
    ],
    ['that costs are missing', { isPartial: true }, RATE, null, ['Uno', text('cell.incomplete')]],
    [
      'what it may come to then',
      { isPartial: true, likely: figure },
      SALES,
      null,
      ['Uno', text('chart.likely', { figure: '20,00' })],
    ],
    [
      'all of it',
      { before: figure, likely: figure },
      SALES,
      'Mesa',
      ['Uno', 'Mesa', text('chart.before', { figure: '20,00' }), text('chart.likely', { figure: '20,00' })],
    ],
  ] as const)('has %s', (_, more, of, caption, lines) => {
    expect(title(more, of, caption)).toEqual(lines);
  });
});

test.each([
  [999_999, 0, 1e3],
  [1e6, 0, 1e6],
  [9999, 0, 1],
  [10_000, 0, 1e3],
  [5, -10_000, 1e3],
  [5, -1e6, 1e6],
  [0, 0, 1],
])('an axis to %d, from %d, is in units of %d', (max, min, unit) => {
  expect(unitOfAxis({ max, min })).toBe(unit);
});

test.each([
  ['Mesa', 4, 'Mesa'],
  ['Mesas', 4, 'Mes…'],
  ['Me sa', 4, 'Me…'],
  ['', 4, ''],
])('«%s» to %d characters is «%s»', (name, most, short) => {
  expect(shortName(name, most)).toBe(short);
});

test.each([
  [[3, 1, 2], 1],
  [[1, 1, 0.5, 0.5], 2],
  [[Number.POSITIVE_INFINITY, 7], 1],
  [[4], 0],
  [[], 0],
])('of the distances %j the least is at %d', (distances, at) => {
  expect(nearestOf(distances)).toBe(at);
});

describe('a second dimension', () => {
  const { second } = { ...INITIAL_VIEW.pivot, second: { column: 'Canal', unit: null } } as PivotView;
  const chosen = (view: Parameters<typeof secondChoices>[0]) => {
    const { isTable, isPaired, isNested } = secondChoices(view);
    return [isTable, isPaired, isNested];
  };
  const chart = (kind: 'bars' | 'lines' | 'scatter' | 'pareto' | 'stacked') =>
    ({ kind, measure: 'sum:Ventas' }) as unknown as NonNullable<PivotView['chart']>;

  test.each([
    ['a table', { second: null, place: 'nested' }, [true, false, false]],
    ['a nested table', { second, place: 'nested' }, [true, false, true]],
    ['a table across', { second, place: 'across' }, [true, false, false]],
    ['bars', { second, place: 'nested', chart: chart('bars') }, [false, true, false]],
    ['lines', { second, place: 'across', chart: chart('lines') }, [false, true, false]],
    ['a scatter', { second, place: 'nested', chart: chart('scatter') }, [false, false, false]],
    ['stacks', { second: null, place: 'nested', chart: chart('stacked') }, [false, false, false]],
  ] as const)('of %s is chosen where it has a place', (_, view, places) => {
    expect(chosen(view as Parameters<typeof secondChoices>[0])).toEqual(places);
  });
});
