import { expect, test } from 'vitest';
import { controlsOf } from '#renderer/data/files/evidence/controls.ts';
import type { EvidenceContent } from '#renderer/data/files/evidence/evidence.ts';
import type { Coverage } from '#renderer/data/model/coverage.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { Month } from '#shared/domain/dates.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';

/** Which of the source's counts a file's evidence tells: those of the months that it covers, and those of everything. */

const control = (range: string, scope: string, there: number): ControlTotal =>
  ({
    ...{ range, scope, there, here: there - 1, agrees: false, checkedAt: '2026-04-01T10:00:00.000Z' },
    ...{ from: 'a', to: 'b', correlationId: 'c' },
  }) as ControlTotal;
const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'] as Month[];
const COVERAGE = {
  controls: { everything: null, dashboard: control('all', 'dashboard', 9) },
  months: MONTHS.map((month, at) => ({
    month,
    controls: {
      everything: control(month, 'everything', at + 1),
      dashboard: at === 1 ? control(month, 'dashboard', 7) : null,
    },
  })),
} as unknown as Coverage;

const told = (content: EvidenceContent | null) =>
  controlsOf(content, COVERAGE).map(({ range, scope, there }) => `${range} ${scope} ${there}`);
const ALL = [
  'all dashboard 9',
  '2026-01 everything 1',
  '2026-02 everything 2',
  '2026-02 dashboard 7',
  '2026-03 everything 3',
  '2026-04 everything 4',
];

const rowsOf = (selection: Partial<Selection>): EvidenceContent => ({
  kind: 'rows',
  query: { selection: { ...EVERYTHING, ...selection }, grouping: 'rows', sort: null, columns: [] },
});
const daysOf = (from: string, to: string, periodColumn: Selection['periodColumn'] = 'Fecha de compra') =>
  ({ period: { from, to }, periodColumn }) as Partial<Selection>;

test('a line is the count there and here, what came of it and when, and nothing else', () => {
  expect(controlsOf(null, COVERAGE)[0]).toEqual({
    ...{ range: 'all', scope: 'dashboard', there: 9, here: 8, agrees: false },
    checkedAt: '2026-04-01T10:00:00.000Z',
  });
});

test('a table without a question, and a selection without days, are of all months', () => {
  expect(told(null)).toEqual(ALL);
  expect(told(rowsOf({}))).toEqual(ALL);
});

test('days of purchase are of their months, the first and the last included; days of payment of any', () => {
  expect(told(rowsOf(daysOf('2026-02-28', '2026-03-01')))).toEqual([ALL[0], ...ALL.slice(2, 5)]);
  expect(told(rowsOf(daysOf('2026-02-01', '2026-02-02')))).toEqual([ALL[0], ...ALL.slice(2, 4)]);
  expect(told(rowsOf(daysOf('2025-01-01', '2026-01-01')))).toEqual(ALL.slice(0, 2));
  expect(told(rowsOf(daysOf('2026-02-28', '2026-03-01', 'Fecha de Pago')))).toEqual(ALL);
  const figures: EvidenceContent = {
    ...{ kind: 'figures', rows: 0, sums: {} },
    selection: { ...EVERYTHING, ...daysOf('2026-04-01', '2026-05-01') },
  };
  expect(told(figures)).toEqual([ALL[0], ALL[5]]);
});

test('changes are of their month, or of all', () => {
  const changes = (month: Month | null) =>
    ({ kind: 'changes', query: { month } }) as unknown as EvidenceContent;
  expect(told(changes('2026-02' as Month))).toEqual([ALL[0], ...ALL.slice(2, 4)]);
  expect(told(changes(null))).toEqual(ALL);
});
