import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Finding, findingKey } from '#renderer/data/model/finding.ts';
import type { Group } from '#renderer/data/model/groups.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import { trendPeriod } from '#renderer/features/trend/month-points.ts';
import { type GroupsInput, groupsOf } from '#renderer/reconciliation/findings/model/groups.ts';
import {
  nextPanel,
  type PanelDetails,
  type PanelFigures,
  type PanelInput,
} from '#renderer/screens/panel/panel-data.ts';
import { shareProducts } from '#renderer/screens/panel/products-section.tsx';
import { reviewOf } from '#renderer/screens/panel/review.ts';
import { percentChange, tilesOf, toldChanges } from '#renderer/screens/panel/tile-figures.ts';
import { WATERFALL_COLUMNS, waterfallOf } from '#renderer/screens/panel/waterfall.tsx';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { pointChange } from '#shared/domain/profitability.ts';
import {
  SPEC_SECTION_COLUMNS,
  SPEC_SECTION_NAMES,
  SPEC_SECTIONS,
  type SpecSection,
  specCostOf,
} from '#test/renderer/features/columns/spec-sections.ts';

const decimal = (digits: string) => digits as Decimal;
/** Cents as a plain integer, and back: the oracle of these tests adds nothing but whole numbers. */
const cents = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
function ofCents(value: bigint): Decimal {
  const digits = String(value < 0n ? -value : value).padStart(3, '0');
  return decimal(`${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`);
}
function centsOf(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
  const size = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2));
  return amount.startsWith('-') ? -size : size;
}

function totals(sums: { readonly [column: string]: string }, orders = 1): Omit<Totals, 'revision'> {
  return {
    rows: orders,
    orders,
    sums: sums as Totals['sums'],
    unreadable: {},
    ventasWithProductCost: decimal(sums.Ventas ?? '0'),
    rowsWithoutProductCost: 0,
  };
}

describe('a change', () => {
  test('is held against the size of what was: a smaller loss has gained', () => {
    expect(percentChange(decimal('117.6'), decimal('100'))).toBe('17.60');
    expect(percentChange(decimal('-50'), decimal('-100'))).toBe('50.00');
    expect(percentChange(decimal('10'), decimal('-100'))).toBe('110.00');
    expect(percentChange(decimal('10'), decimal('0'))).toBeNull();
    expect(percentChange(null, decimal('1'))).toBeNull();
    expect(percentChange(decimal('1'), null)).toBeNull();
  });

  test('of a rate is in points', () => {
    expect(pointChange(decimal('68.400000'), decimal('68.600000'))).toBe('-0.200000');
    expect(pointChange(null, decimal('1'))).toBeNull();
  });
});

describe('tiles', () => {
  const own = {
    all: totals({ Ventas: '240065081', Unidades: '8072', 'Rentabilidad Total': '32983087' }, 6_200),
    selling: { orders: 6_150, sums: { Ventas: decimal('240065081') } },
  };

  test('say what they rest on', () => {
    const tiles = new Map(tilesOf({ own, others: [] }).map((tile) => [tile.id, tile]));
    expect([...tiles.keys()]).toEqual([
      'ventas',
      'unidades',
      'ordenes',
      'ticket',
      'marketplace',
      'comercial',
      'total',
    ]);
    expect(tiles.get('ventas')?.value).toBe('240065081');
    expect(tiles.get('unidades')?.value).toBe('8072');
    expect(tiles.get('ventas')?.per?.value).toBe('29740.4709');
    expect(tiles.get('unidades')?.per?.value).toBe('1.3125');
    expect(tiles.get('ordenes')?.value).toBe('6200');
    // The account's own movements are orders of nothing: they would make the average order smaller.
    expect(tiles.get('ticket')?.value).toBe('39034.9725');
    expect(tiles.get('total')?.rate).toBe('13.739227');
    expect(tiles.get('marketplace')?.value).toBeNull();
    expect(tiles.get('total')?.changes).toEqual([]);
  });

  test('stand against both periods, in percent and in points', () => {
    const before = {
      all: totals({ Ventas: '204168904', Unidades: '6926', 'Rentabilidad Total': '26274196' }, 5_000),
      selling: { orders: 5_000, sums: { Ventas: decimal('204168904') } },
    };
    const tiles = tilesOf({
      own,
      others: [
        { against: 'previous-period', figures: before },
        { against: 'previous-year', figures: { all: totals({}, 0), selling: { orders: 0, sums: {} } } },
      ],
    });
    const total = tiles.find(({ id }) => id === 'total');
    expect(total?.changes).toEqual([
      { against: 'previous-period', before: '26274196', by: '25.53' },
      { against: 'previous-year', before: null, by: null },
    ]);
    expect(total?.rateChanges[0]).toMatchObject({ by: '0.870374' });
    expect(tiles.find(({ id }) => id === 'ordenes')?.changes[0]).toMatchObject({ by: '24.00' });
    expect(tiles.find(({ id }) => id === 'ticket')?.changes[1]).toMatchObject({ by: null });
  });

  describe('tell of the other periods', () => {
    type Against = 'previous-period' | 'previous-year';
    const told = (
      by: { readonly [against in Against]: readonly [amount: string | null, points: string | null] },
      { rows = [3, 3], areSameDays = false, rated = true } = {},
    ) => {
      const against = ['previous-period', 'previous-year'] as const;
      const change = (each: Against, part: 0 | 1) => ({
        ...{ against: each, before: decimal('1'), by: by[each][part] as Decimal | null },
      });
      const others = against.map((each, at) => ({
        against: each,
        figures: { all: { ...totals({}), rows: rows[at] ?? 0 }, selling: { orders: 1, sums: {} } },
      }));
      const tile = {
        changes: against.map((each) => change(each, 0)),
        rateChanges: rated ? against.map((each) => change(each, 1)) : [],
      };
      return toldChanges(tile, others, areSameDays).map(
        ({ change: { against: name, by: amount }, points }) => [
          ...[name, amount, points === null ? null : [points.against, points.by]],
        ],
      );
    };
    const both = { 'previous-period': ['10', '1'], 'previous-year': ['20', '2'] } as const;
    const PERIOD = ['previous-period', '10', ['previous-period', '1']];
    const YEAR = ['previous-year', '20', ['previous-year', '2']];

    test('each with its own points', () => {
      expect(told(both)).toEqual([PERIOD, YEAR]);
    });

    test('once where both are the same days', () => {
      expect(told(both, { areSameDays: true })).toEqual([PERIOD]);
    });

    test('nothing of one without rows', () => {
      expect(told(both, { rows: [0, 1] })).toEqual([YEAR]);
      expect(told(both, { rows: [1, 0] })).toEqual([PERIOD]);
      expect(told(both, { rows: [0, 0] })).toEqual([]);
    });

    test('either of its two changes alone, and nothing where neither can be told', () => {
      expect(told({ 'previous-period': ['10', null], 'previous-year': [null, '2'] })).toEqual([
        ['previous-period', '10', null],
        ['previous-year', null, ['previous-year', '2']],
      ]);
      expect(told({ 'previous-period': [null, null], 'previous-year': ['20', '2'] })).toEqual([YEAR]);
      expect(told(both, { rated: false })).toEqual([
        ['previous-period', '10', null],
        ['previous-year', '20', null],
      ]);
    });
  });
});

describe('the way from Ingreso Total to Rentabilidad Total', () => {
  const MILESTONES = [
    'Ingreso Total',
    'Cobro Total',
    'Reembolso Total',
    'Costo de Producto',
    'Rentabilidad Marketplace',
    'Rentabilidad Total',
  ];
  const columns = [...MILESTONES, ...SPEC_SECTION_COLUMNS];
  const sums = fc.record(Object.fromEntries(columns.map((column) => [column, cents])));
  const asSums = (values: { readonly [column: string]: bigint }) =>
    Object.fromEntries(Object.entries(values).map(([column, value]) => [column, ofCents(value)]));

  test('asks for every charge and refund of every section (spec 2.4), and for the milestones', () => {
    expect(WATERFALL_COLUMNS.toSorted()).toEqual(columns.toSorted());
  });

  test('is walked without a gap, ends where the API says, and explains nothing away', () => {
    fc.assert(
      fc.property(sums, sums, (all, account) => {
        const way = waterfallOf(asSums(all), asSums(account));
        if (way === null) throw new Error('There is a way.');
        let level = 0n;
        for (const step of way.steps) {
          const [from, to, amount] = [step.from, step.to, step.amount].map(centsOf);
          if (from === undefined || to === undefined || amount === undefined) throw new Error('No step.');
          switch (step.kind) {
            case 'income':
              expect([from, to, amount]).toEqual([0n, all['Ingreso Total'], all['Ingreso Total']]);
              break;
            case 'result':
              // Whatever was left unexplained has been said by then.
              expect([from, to, amount]).toEqual([0n, level, level]);
              break;
            default:
              expect([from, to]).toEqual([level, level - amount]);
          }
          level = to;
        }
        expect(level).toBe(all['Rentabilidad Total']);
        const identity =
          (all['Ingreso Total'] ?? 0n) -
          (all['Cobro Total'] ?? 0n) +
          (all['Reembolso Total'] ?? 0n) -
          (all['Costo de Producto'] ?? 0n);
        expect(way.agrees).toBe(identity === all['Rentabilidad Total']);
      }),
    );
  });

  test('takes each section as its charges without its refunds, the account’s own included and said', () => {
    fc.assert(
      fc.property(sums, sums, (all, account) => {
        const steps = new Map(
          waterfallOf(asSums(all), asSums(account))?.steps.map((step) => [step.id, step]),
        );
        for (const section of SPEC_SECTION_NAMES) {
          const { amount, ofAccount } = steps.get(section) ?? {};
          expect(centsOf(amount ?? '')).toBe(specCostOf(all, section));
          const own = specCostOf(account, section);
          expect(ofAccount == null ? 0n : centsOf(ofAccount.amount)).toBe(own);
          // Nothing of the account's is said where there is nothing.
          if (own === 0n) expect(ofAccount).toBeNull();
        }
      }),
      { numRuns: 30 },
    );
  });

  test('goes by the sections to each result of the API, every step with the columns it is made of', () => {
    const ones = Object.fromEntries(columns.map((column) => [column, 1n]));
    const steps = waterfallOf(asSums(ones), {})?.steps.filter(({ kind }) => kind !== 'rest') ?? [];
    const ids = steps.map(({ id }) => id);
    expect([ids[0], ...ids.slice(-3)]).toEqual(['income', 'marketplace', 'product-cost', 'total']);
    expect(ids.slice(1, -3).toSorted()).toEqual(SPEC_SECTION_NAMES.toSorted());
    const columnsBehind = new Map(steps.map((step) => [step.id, step.columns.toSorted()]));
    for (const name of SPEC_SECTION_NAMES) {
      const { charges, refunds }: SpecSection = SPEC_SECTIONS[name];
      expect(columnsBehind.get(name)).toEqual([...charges, ...refunds].toSorted());
    }
    expect(columnsBehind.get('income')).toEqual(['Ingreso Total']);
    expect(columnsBehind.get('marketplace')).toEqual(['Rentabilidad Marketplace']);
    expect(columnsBehind.get('product-cost')).toEqual(['Costo de Producto']);
    expect(columnsBehind.get('total')).toEqual(['Rentabilidad Total']);
    const { 'Rentabilidad Marketplace': _, ...without } = ones;
    expect(waterfallOf(asSums(without), {})?.steps.map(({ id }) => id)).not.toContain('marketplace');
  });

  test('has no step for what is explained, and is not drawn without its ends', () => {
    const explained = waterfallOf(
      {
        'Ingreso Total': decimal('100'),
        'Cobro de Comisiones': decimal('15'),
        'Reembolso de Comisiones': decimal('5'),
        'Rentabilidad Marketplace': decimal('90'),
        'Costo de Producto': decimal('40'),
        'Rentabilidad Total': decimal('50.00'),
        'Cobro Total': decimal('15'),
        'Reembolso Total': decimal('5'),
      },
      {},
    );
    expect(explained?.steps.some(({ kind }) => kind === 'rest')).toBe(false);
    expect(explained?.agrees).toBe(true);
    expect(waterfallOf({ 'Ingreso Total': decimal('1') }, {})).toBeNull();
  });
});

describe('the share of products', () => {
  const product = (value: string, profit: string, Ventas = '10'): Group => ({
    value,
    caption: null,
    totals: totals({ Ventas, 'Rentabilidad Total': profit }),
  });

  test('is of what products make, the account’s own movements left out, and runs on', () => {
    const shares = shareProducts(
      [product('a', '60'), product('b', '30')],
      'Rentabilidad Total',
      decimal('80'),
      decimal('-20'),
    );
    expect(shares.map(({ cumulativePercent }) => cumulativePercent)).toEqual(['60.00', '90.00']);
  });

  test('is not told where products make nothing together, nor a rate on returned sales', () => {
    const [share] = shareProducts([product('a', '-3', '-1')], 'Rentabilidad Total', decimal('-3'), undefined);
    expect(share).toMatchObject({ profit: '-3', cumulativePercent: null, ratePercent: null });
  });
});

test('the trend goes thirteen months back from the month after the period', () => {
  const period = (from: string, to: string) => ({ from: from as LocalDate, to: to as LocalDate });
  const last = '2026-11-20T10:00:00.000';
  expect(trendPeriod(period('2026-10-01', '2026-10-31'), last)).toEqual(period('2025-11-01', '2026-11-30'));
  expect(trendPeriod(period('2026-11-01', '2026-11-30'), last)).toEqual(period('2025-11-01', '2026-11-30'));
  expect(trendPeriod(period('2024-02-10', '2026-03-05'), last)).toEqual(period('2024-02-01', '2026-04-30'));
  expect(trendPeriod(null, last)).toBeNull();
});

const finding = (kind: string, subject: Finding['subject'], more: Partial<Finding> = {}): Finding => ({
  kind,
  subject,
  evidence: 'e',
  rows: 0,
  orders: 0,
  amount: null,
  firstPurchase: null,
  lastPurchase: null,
  affects: [],
  ...more,
});

const waiting = (findings: readonly Finding[], records: GroupsInput['records'] = new Map()) =>
  groupsOf({
    ...{ findings, records, sayings: new Map(), claimed: new Map(), scope: null },
    today: '2026-11-27' as LocalDate,
  });
const order = (name: string, amount: string | null, month: Month | null = '2026-09' as Month) => ({
  ...{ id: name, name, month, day: null, rows: 1, evidence: name },
  amount: amount === null ? null : decimal(amount),
});

test('what waits is said gravest first, by account, and nothing of what was explained', () => {
  const costs = [
    finding('missing-cost', { Canal: 'Uno', Cuenta: 'A' }, { cases: [order('1', '8'), order('2', '0.5')] }),
    finding(
      'missing-cost',
      { Canal: 'Dos', Cuenta: 'B' },
      {
        cases: [order('3', '1'), order('4', '0.25'), order('5', null), order('6', '9', '2026-10' as Month)],
      },
    ),
  ];
  const others = [
    finding('unknown-column', { column: 'Nueva' }),
    finding('to-verify', { month: '2026-09' }, { orders: 3 }),
    finding('held', { month: '2026-09' }, { rows: 7 }),
    finding('undated', { Canal: 'Uno', Cuenta: 'A' }, { rows: 1 }),
  ];
  const explained = others[3] as Finding;
  const said = { state: 'explained', note: '', owner: '', atMs: 1, finding: explained, log: [] } as const;
  const queue = waiting([...others, ...costs], new Map([[findingKey(explained), said]]));
  expect(reviewOf(queue).map(({ kind, cases, amount, groups }) => [kind, cases, amount, groups])).toEqual([
    ['held', 1, null, 1],
    ['missing-cost', 4, '10.25', 2],
    ['missing-cost', 2, '8.5', 1],
    ['to-verify', 1, null, 1],
    ['unknown-column', 1, null, 1],
  ]);
  expect(reviewOf(queue)[1]).toMatchObject({ account: { Canal: 'Dos' }, month: null });
  expect(reviewOf(queue)[1]?.head).toMatchObject({ subject: { Canal: 'Dos', Cuenta: 'B' } });
  expect(reviewOf(queue)[2]).toMatchObject({ account: { Canal: 'Uno' }, month: '2026-09' });
  expect(reviewOf([])).toEqual([]);
});

test('what waits for a look is added up in each currency by itself', () => {
  const of = (statement: string, amount: string, currency?: string) =>
    finding(
      'statement-difference',
      { statement, reason: 'different' },
      { amount: amount as Decimal, currency },
    );
  const queue = waiting([
    ...[of('a', '5.00', 'CLP'), of('b', '7.00', 'USD'), of('c', '1.00'), of('d', '2.00', 'USD')],
  ]);
  const viewOf = (code: string | null) =>
    reviewOf(queue, code).map(({ currency, amount, groups }) => [currency, amount, groups]);
  expect(viewOf('CLP')).toEqual([
    ['', '6.00', 2],
    ['USD', '9.00', 2],
  ]);
  expect(viewOf(null)).toEqual([
    ['', '1.00', 1],
    ['CLP', '5.00', 1],
    ['USD', '9.00', 2],
  ]);
});

describe('the panel', () => {
  const input = (name: string) => ({ selection: name, scope: 'total', trend: null }) as unknown as PanelInput;
  const answer = <T>(of: PanelInput | null, output: T | null) => ({
    input: of,
    output,
    isStale: false,
    error: null,
  });
  const figures = (revision: number) => ({ revision }) as PanelFigures;
  const details = (revision: number) => ({ revision }) as PanelDetails;

  test('shows figures as soon as they are there, and from then on only what belongs together', () => {
    const [one, two] = [input('one'), input('two')];
    const [f1, f2, f3] = [figures(1), figures(2), figures(2)];
    const [d1, d2, d3] = [details(1), details(2), details(2)];
    const none = nextPanel(null, answer<PanelFigures>(null, null), answer<PanelDetails>(null, null));
    expect(none).toBeNull();
    const first = nextPanel(null, answer(one, f1), answer<PanelDetails>(null, null));
    expect(first).toEqual({ input: one, figures: f1, details: null });
    expect(nextPanel(first, answer(one, f1), answer<PanelDetails>(null, null))).toBe(first);
    expect(nextPanel(first, answer(one, f1), answer<PanelDetails>(one, null))).toBe(first);
    expect(nextPanel(first, answer<PanelFigures>(null, null), answer(one, d1))).toBe(first);
    const whole = nextPanel(first, answer(one, f1), answer(one, d1));
    expect(whole).toEqual({ input: one, figures: f1, details: d1 });
    // A commit, then another period: what was shown stays until both parts have come.
    expect(nextPanel(whole, answer(one, f2), answer(one, d1))).toBe(whole);
    const committed = nextPanel(whole, answer(one, f2), answer(one, d2));
    expect(committed).toEqual({ input: one, figures: f2, details: d2 });
    expect(nextPanel(committed, answer(two, f3), answer(one, d2))).toBe(committed);
    expect(nextPanel(committed, answer(two, f3), answer(two, d3))?.input).toBe(two);
  });

  test('stays as it is when the same question of the same rows is answered again', () => {
    const whole = { input: input('one'), figures: figures(1), details: details(1) };
    const again = input('one');
    expect(nextPanel(whole, answer(again, figures(1)), answer(again, details(1)))).toBe(whole);
    const other = input('two');
    expect(nextPanel(whole, answer(other, figures(1)), answer(other, details(1)))?.input).toBe(other);
    expect(nextPanel(whole, answer(again, figures(2)), answer(again, details(2)))).not.toBe(whole);
  });
});
