import { describe, expect, test } from 'vitest';
import { EXCEPTION_KINDS } from '#renderer/data/model/exception-kinds.ts';
import { type Finding, STATEMENT_REASONS } from '#renderer/data/model/finding.ts';
import { ROW_RULES } from '#renderer/data/model/row-rules.ts';
import { changeSelection } from '#renderer/features/selection/selection-state.ts';
import type { QueueLine } from '#renderer/reconciliation/findings/screen/exceptions-list.ts';
import {
  findingOf,
  narrowedToOrder,
  type Way,
  waysOf,
} from '#renderer/reconciliation/findings/screen/ways.ts';
import { SECTIONS } from '#renderer/reconciliation/parts/sections.ts';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';

/** Where a finding leads: to its own rows, of its own days and account, whatever was selected before. */

function finding(kind: string, parts: Partial<Finding> = {}): Finding {
  return {
    kind,
    subject: { Canal: 'Uno', Cuenta: 'A' },
    evidence: 'e',
    rows: 1,
    orders: 1,
    amount: null,
    firstPurchase: '2026-02-28T23:59:59.999' as LocalDateTime,
    lastPurchase: '2026-03-31T00:00:00.000' as LocalDateTime,
    affects: [],
    ...parts,
  };
}
/** Something else of every sort is selected; own costs count. */
const BEFORE: Selection = {
  ...EVERYTHING,
  period: { from: '2020-01-01' as LocalDate, to: '2020-12-31' as LocalDate },
  periodColumn: 'Fecha de Pago',
  filters: [
    { column: 'Canal', values: ['Dos'] },
    { column: 'Marca', values: ['x'] },
  ],
  numberFilters: [{ column: 'Ventas', from: null, to: null }],
  dateFilters: [{ column: 'Fecha de Pago', beyond: null }],
  dashboardPreset: true,
  search: 'x',
  ownCosts: { currency: 'ARS' },
};
const OWN: Selection = {
  ...EVERYTHING,
  period: { from: '2026-02-28' as LocalDate, to: '2026-03-31' as LocalDate },
  filters: [
    { column: 'Canal', values: ['Uno'] },
    { column: 'Cuenta', values: ['A'] },
  ],
  ownCosts: { currency: 'ARS' },
};
const selectedBy = (way: Way | undefined): Selection | null =>
  way === undefined || way.to === 'sync' ? null : way.only.reduce(changeSelection, BEFORE);
/** Each way in short: a section, or the column that orders are shown by, and what is selected then. */
const viewOf = (found: Finding) =>
  waysOf(found).map((way) =>
    way.to === 'sync'
      ? ['sync', way.month]
      : [way.to === 'section' ? way.section : `orders ${way.by} ${way.at}`, selectedBy(way)],
  );
const only = (more: Partial<Selection>): Selection => ({ ...OWN, ...more });
const withFilter = (column: string, value: string): Selection =>
  only({ filters: [...OWN.filters, { column, values: [value] }] });

describe('a finding', () => {
  test('leads to the tool that found it and to the orders behind it', () => {
    const [rule] = ROW_RULES;
    const subject = { Canal: 'Uno', Cuenta: 'A', rule: rule?.id ?? '' };
    expect(viewOf(finding('row-rule', { subject }))).toEqual([
      ['proof', OWN],
      [`orders null ${rule?.result}`, OWN],
    ]);
    const lacking = { column: 'Costo de Producto', from: '0', to: '0' };
    expect(viewOf(finding('missing-cost'))).toEqual([
      ['missing-costs', OWN],
      ['orders Ventas null', only({ numberFilters: [lacking] as unknown as Selection['numberFilters'] })],
    ]);
    expect(viewOf(finding('rate'))).toEqual([['rates', OWN]]);
    for (const kind of [
      'double-charge',
      'charge-without-sale',
      'negative-sale',
      'canceled-charge',
      'refund-above-sale',
      'margin',
    ])
      expect([kind, viewOf(finding(kind))]).toEqual([
        kind,
        [
          ['anomalies', OWN],
          ['orders null null', OWN],
        ],
      ]);
    const product = { Canal: 'Uno', Cuenta: 'A', 'SKU Producto': 'S1' };
    expect(viewOf(finding('own-cost-superseded', { subject: product }))).toEqual([
      ['missing-costs', withFilter('SKU Producto', 'S1')],
      ['orders Costo de Producto null', withFilter('SKU Producto', 'S1')],
    ]);
    expect(viewOf(finding('closed-month'))).toEqual([['closing', OWN]]);
    expect(viewOf(finding('no-payment'))).toEqual([
      ['orders Ventas null', withFilter('Estado de Pago', 'Sin Información')],
    ]);
    expect(viewOf(finding('unreadable', { subject: { column: 'Ventas' } }))).toEqual([
      ['orders null Ventas', only({ filters: [] })],
    ]);
  });

  test('of rows without a date leads to those, and to no days', () => {
    const undated = finding('undated', { firstPurchase: null, lastPurchase: null });
    expect(viewOf(undated)).toEqual([
      [
        'orders null null',
        only({ period: null, dateFilters: [{ column: 'Fecha de compra', beyond: null }] }),
      ],
    ]);
  });

  test('of the reading leads to the month in Sincronización; damage to all of them', () => {
    for (const kind of ['held', 'control-differs', 'unsettled', 'to-verify', 'reread-due'])
      expect(viewOf(finding(kind))).toEqual([['sync', '2026-02']]);
    expect(viewOf(finding('control-differs', { firstPurchase: null }))).toEqual([['sync', null]]);
    expect(viewOf(finding('damage'))).toEqual([['sync', null]]);
  });

  test('of a statement leads to its cases of that state, or to the list of files, and changes no selection', () => {
    for (const reason of STATEMENT_REASONS) {
      const [way, ...others] = waysOf(
        finding('statement-difference', { subject: { statement: 'abc', reason } }),
      );
      expect(others).toEqual([]);
      expect(selectedBy(way)).toEqual(BEFORE);
      const isOfCases = reason !== 'proof' && reason !== 'damaged';
      expect(way).toMatchObject(
        isOfCases
          ? { section: 'matches', matches: { digest: 'abc', state: reason } }
          : { section: 'statements' },
      );
      if (!isOfCases) expect(way).not.toHaveProperty('matches');
    }
  });

  test('to a section leads to its month where all rows are of one, else to no month', () => {
    const first = (day: string) => `${day}T00:00:00.000` as LocalDateTime;
    const monthsOf = (days: Partial<Finding>) =>
      EXCEPTION_KINDS.flatMap(({ kind }) =>
        waysOf(finding(kind, days)).flatMap((way) =>
          way.to === 'section' && 'month' in way ? way.month : [],
        ),
      );
    expect(monthsOf({ firstPurchase: first('2026-03-01') })).toContain('2026-03');
    expect(new Set(monthsOf({}))).toEqual(new Set([null]));
    expect(new Set(monthsOf({ lastPurchase: null }))).toEqual(new Set([null]));
  });

  test('of any kind, of a later version too, leads somewhere that there is', () => {
    const ids = new Set<string>(SECTIONS.map(({ id }) => id));
    for (const kind of [...EXCEPTION_KINDS.map((each) => each.kind), 'of a later version']) {
      const ways = waysOf(finding(kind));
      expect(ways.length).toBeGreaterThan(0);
      for (const way of ways) if (way.to === 'section') expect(ids).toContain(way.section);
    }
  });
});

describe('what is chosen', () => {
  const [SEPTEMBER, OCTOBER] = ['2026-09', '2026-10'] as unknown as readonly [Month, Month];
  const line = (kind: string, day: string | null, month: Month | null, more: object = {}): QueueLine =>
    ({
      ...{ day, month, rows: 3 },
      group: {
        account: { Canal: 'Uno', Cuenta: 'A' },
        head: { kind, subject: { Canal: 'Uno' }, affects: ['total'], ...more },
      },
    }) as unknown as QueueLine;
  const spanOf = (...lines: readonly QueueLine[]) => {
    const found = findingOf(lines);
    return [found?.firstPurchase, found?.lastPurchase].map((at) => at?.slice(0, 10) ?? null);
  };

  test('spans the days of its purchases; what is late, the months that it was bought in', () => {
    const days = ['2026-10-09', '2026-09-20', '2026-10-03'] as const;
    const rates = days.map((day) => line('rate', day, OCTOBER));
    expect(spanOf(...rates)).toEqual(['2026-09-20', '2026-10-09']);
    expect(spanOf(...rates, line('rate', null, null))).toEqual(['2026-09-20', '2026-10-09']);
    expect(spanOf(line('rate', null, OCTOBER))).toEqual([null, null]);
    for (const kind of ['overdue', 'long-overdue']) {
      expect(spanOf(line(kind, '2026-12-01', OCTOBER))).toEqual(['2026-10-01', '2026-10-31']);
      expect(spanOf(line(kind, '2026-12-01', OCTOBER), line(kind, null, SEPTEMBER))).toEqual([
        '2026-09-01',
        '2026-10-31',
      ]);
      expect(spanOf(line(kind, '2026-12-01', null))).toEqual([null, null]);
    }
    expect(findingOf([])).toBeNull();
  });

  test('is of the account of its group; of a statement, of the statement', () => {
    expect(findingOf([line('rate', null, null, { name: 'n' })])).toEqual({
      ...{ kind: 'rate', subject: { Canal: 'Uno', Cuenta: 'A' }, affects: ['total'], name: 'n' },
      ...{ evidence: '', rows: 0, orders: 0, amount: null, firstPurchase: null, lastPurchase: null },
    });
    const subject = { statement: 'abc', reason: 'only-there' };
    expect(findingOf([line('statement-difference', null, null, { subject })])?.subject).toEqual(subject);
  });
});

test('one order by itself is narrowed to; several, a product, and what has no number are not', () => {
  const line = (name: string, kind = 'missing-cost') =>
    ({ name, group: { head: { kind } } }) as unknown as QueueLine;
  const numbers = (...lines: readonly QueueLine[]) =>
    narrowedToOrder(lines).reduce(changeSelection, EVERYTHING).filters;
  expect(numbers(line('O-1'))).toEqual([{ column: 'Orden', values: ['O-1'] }]);
  for (const none of [[], [line('O-1'), line('O-2')], [line('')], [line('S', 'margin')]])
    expect(numbers(...none)).toEqual([]);
  expect(numbers(line('S', 'own-cost-superseded'))).toEqual([]);
});
