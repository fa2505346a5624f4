import { describe, expect, test } from 'vitest';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import { findRateFindings, findRates, offRowsOf } from '#renderer/reconciliation/rates/worker/rates.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { type Row, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';
import { random } from '#test/statements/truth.ts';
import { cents, type NaiveRule, naiveCharge } from './naive-rate.ts';

/** How many rows make a rule, whose they are, and how what breaks it is told. */

const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'SKU Producto', 'Fecha de compra', 'Estado de Orden'],
  ...['Categoría', 'Id publicación', 'Tipo de Dato', 'Ventas', 'Unidades', 'Cobro de Comisiones'],
];
const PLAIN: NaiveRule = {
  ...{ percent: 1400, fixed: 0, below: null, tax: 'none', step: 1, mode: 'half-up', per: 'row' },
};
const percent = (hundredths: number): NaiveRule => ({ ...PLAIN, percent: hundredths });

type Plan = {
  readonly day?: number;
  readonly cells?: Row;
  /** Null: charged as nobody can tell. */
  readonly rule?: NaiveRule | null;
  /** Cents more than the rule says. */
  readonly more?: number;
};

/** Sales at many prices, each charged as its plan says. */
function rowsOf(plans: readonly Plan[]): readonly Row[] {
  const next = random(17);
  return plans.map(({ day = 0, cells = {}, rule = PLAIN, more = 0 }, at) => {
    const price = Math.round(99 * 80 ** next()) * 1000;
    const odd = 1 + Math.floor(next() * price * 0.6);
    const charge = rule === null ? odd : naiveCharge(rule, price, 1) + more;
    return {
      ...{ Canal: 'Austral', Cuenta: 'Tienda', Categoría: 'Hogar', 'Id publicación': 'P' },
      ...{ Orden: `O-${at}`, 'Nro. suborden': '1', 'Tipo de Dato': 'Orden', 'Estado de Orden': 'Regular' },
      'Fecha de compra': new Date(Date.UTC(2026, 0, 1 + day, 12)).toISOString().slice(0, -1),
      ...{ Ventas: cents(price), Unidades: '1', 'Cobro de Comisiones': cents(charge) },
      ...cells,
    };
  });
}

function ratesOf(plans: readonly Plan[]) {
  const rows = rowsOf(plans);
  const store = storeOf(rows, 2, COLUMNS);
  const found = atOnce(findRates(store, selectRows(store, EVERYTHING)));
  const lines = found.answer.lines.filter(({ kind }) => kind === 'commission');
  const [commission] = found.answer.summaries;
  const charged = (own: readonly Row[]) =>
    cents(own.reduce((sum, row) => sum + Math.round(Number(row['Cobro de Comisiones']) * 100), 0));
  const off = (id: string) => offRowsOf(found, { id, against: 'off', claimOnly: false }).rows;
  return {
    ...{ rows, lines, off, charged },
    without: commission?.without,
    findings: atOnce(findRateFindings(store, found)),
  };
}
const many = (count: number, plan: Plan | ((at: number) => Plan) = {}): readonly Plan[] =>
  Array.from({ length: count }, (_, at) => (typeof plan === 'function' ? plan(at) : plan));

describe('a rule', () => {
  test('is told by twenty rows, of which nine in ten follow it; what has none is counted with its charges', () => {
    const follows = (plans: readonly Plan[]) => ratesOf(plans).lines.map((line) => line.follows);
    expect([follows(many(20)), follows(many(19))]).toEqual([[20], []]);
    const odd = (count: number) => many(100, (at) => (at < count ? { rule: null } : {}));
    expect([follows(odd(9)), follows(odd(11))]).toEqual([[91], []]);
    const few = (count: number, wrong: number) => many(count, (at) => (at < wrong ? { more: 5_000 } : {}));
    expect([follows(few(20, 1)), follows(few(22, 2))]).toEqual([[], [20]]);
    const none = ratesOf(many(300, { rule: null }));
    expect(none.without).toEqual({ rows: 300, amount: none.charged(none.rows) });
    expect(none.lines).toEqual([]);
    // To the last digit, beyond what doubles hold.
    const large = ratesOf(
      many(300, (at) => ({ cells: { 'Cobro de Comisiones': `703687441${at + 100}.${10 + (at % 90)}` } })),
    );
    const units = large.rows.reduce(
      (sum, row) => sum + BigInt(String(row['Cobro de Comisiones']).replace('.', '')),
      0n,
    );
    expect(large.without).toEqual({
      rows: 300,
      amount: `${units / 100n}.${String(units % 100n).padStart(2, '0')}`,
    });
    expect(ratesOf(many(20)).without).toEqual({ rows: 0, amount: '0.00' });
  });

  test('has the rows beyond its best days that follow it too, among some that do not', () => {
    // Two misses weigh more than the fifteen rows behind them, of which all follow it.
    const plans = many(137, (at) => ({
      day: Math.floor(at / 3),
      more: at === 120 || at === 121 ? 5_000 : 0,
    }));
    const { lines, off } = ratesOf(plans);
    expect(lines.map(({ follows, from, to }) => [follows, from, to])).toEqual([[135, null, null]]);
    expect(off(lines[0]?.id ?? '')).toHaveLength(2);
  });

  test('is also of a category of which half follow it, and not of one of which fewer do', () => {
    const cells = { Categoría: 'Rara' };
    const world = (following: number) =>
      ratesOf([...many(100, (at) => ({ cells, rule: at < following ? PLAIN : null })), ...many(900)]);
    const half = world(50);
    expect(half.lines.map(({ follows }) => follows)).toEqual([950]);
    expect(half.off(half.lines[0]?.id ?? '')).toHaveLength(50);
    expect(half.without?.rows).toBe(0);
    const fewer = world(49);
    expect(fewer.lines.map(({ follows }) => follows)).toEqual([900]);
    expect(fewer.off(fewer.lines[0]?.id ?? '')).toEqual([]);
    expect(fewer.without).toEqual({ rows: 100, amount: fewer.charged(fewer.rows.slice(0, 100)) });
  });

  test('is of no publication of which fewer than half follow it, in a category with a rule of its own either', () => {
    // Of twenty rows so many follow the channel's 14 %, the others nothing; beside them the category is charged 12 %.
    const world = (following: number) => {
      const own = { Categoría: 'Rara' };
      const odd = { cells: { ...own, 'Id publicación': 'SUYA' } };
      return ratesOf([
        ...many(20, (at) => ({ ...odd, rule: at < following ? PLAIN : null })),
        ...many(200, { cells: own, rule: percent(1200) }),
        ...many(2000),
      ]);
    };
    const told = ({ lines, off, without }: ReturnType<typeof ratesOf>) => [
      lines.map(({ id, formula, follows }) => [formula.percent, follows, off(id).length]).toSorted(),
      without?.rows,
    ];
    const category = ['12', 200, 0];
    expect(told(world(9))).toEqual([[category, ['14', 2000, 0]], 20]);
    expect(told(world(10))).toEqual([[category, ['14', 2010, 10]], 0]);
  });

  test('follows another as often as it was changed, each from its first day to the day before the next', () => {
    const times = [
      [60, percent(1400)],
      [60, percent(1550)],
      [240, percent(1200)],
      [100, percent(1400)],
    ] as const;
    const rules = times.flatMap(([count, rule]) => many(count, { rule }));
    const { lines, findings } = ratesOf(rules.map((plan, at) => ({ ...plan, day: Math.floor(at / 4) })));
    const said = lines.map((line) => [
      ...[line.from, line.to, line.formula.percent, line.former?.formula.percent, line.follows],
    ]);
    expect(said.toSorted()).toEqual([
      [null, '2026-01-15', '14', undefined, 60],
      ['2026-01-16', '2026-01-30', '15.5', '14', 60],
      ['2026-01-31', '2026-03-31', '12', '15.5', 240],
      ['2026-04-01', null, '14', '12', 100],
    ]);
    // Cheaper than before is no claim, and its surplus is a saving.
    const cheaper = lines.find(({ formula }) => formula.percent === '12');
    expect(cheaper?.former).toMatchObject({ rows: 240, claim: '0.00' });
    expect(cheaper?.former?.amount.startsWith('-')).toBe(true);
    const dearer = lines.filter(({ formula }) => formula.percent !== '12').filter(({ former }) => former);
    expect(findings.map(({ subject }) => [subject.rule, subject.against]).toSorted()).toEqual(
      dearer.map(({ id }) => [id, 'former']).toSorted(),
    );
  });

  test('is told by the rows of its channel alone, whatever others charge', () => {
    // Every price is one of which 14 % is a whole cent: however it is rounded, the same is charged.
    const own = many(40, { cells: { Canal: 'Boreal' } });
    const others = many(40, (at) => ({ cells: { Ventas: `${1000 + at}.33` }, more: 0 })).map(
      ({ cells }, at): Plan => ({
        cells: {
          ...cells,
          'Cobro de Comisiones': cents(naiveCharge({ ...PLAIN, mode: 'floor' }, 100_033 + at * 100, 1)),
        },
      }),
    );
    const boreal = (plans: readonly Plan[]) =>
      ratesOf(plans).lines.flatMap(({ canal, formula }) => (canal === 'Boreal' ? [formula] : []));
    const alone = boreal(own);
    expect(alone).toHaveLength(1);
    expect(ratesOf(others).lines.map(({ formula }) => formula.rounding.mode)).toEqual(['floor']);
    expect(boreal([...others, ...own])).toEqual(alone);
  });

  test('of many categories and publications names those of most rows, in the order of their names', () => {
    const names = Array.from({ length: 27 }, (_, at) => `C${String(at).padStart(2, '0')}`);
    const plans = names.flatMap((name, at) =>
      many(at === 14 ? 30 : 20, {
        cells: { Categoría: name },
        rule: percent(at % 2 === 0 ? 1400 : 1100),
      }),
    );
    const { lines } = ratesOf(plans);
    const even = lines.find(({ formula }) => formula.percent === '14');
    expect(lines).toHaveLength(2);
    expect(even).toMatchObject({ canal: 'Austral', cuenta: 'Tienda', publications: null });
    const others = names.filter((name, at) => at % 2 === 0 && name !== 'C14');
    expect(even?.groups).toEqual({ count: 14, first: ['C14', ...others.slice(0, 11)] });
    const own = [900, 1200, 900, 1300].flatMap((each, at) =>
      many(20, { cells: { 'Id publicación': `P${at}` }, rule: percent(each) }),
    );
    const { lines: more } = ratesOf([...own, ...many(800, { cells: { Categoría: 'Otra' } })]);
    const said = more.map(({ formula, groups, publications }) => [formula.percent, groups, publications]);
    const hogar = { count: 1, first: ['Hogar'] };
    expect(said.toSorted()).toEqual([
      ['12', hogar, { count: 1, first: ['P1'] }],
      ['13', hogar, { count: 1, first: ['P3'] }],
      ['14', null, null],
      ['9', hogar, { count: 2, first: ['P0', 'P2'] }],
    ]);
  });
});

describe('what breaks a rule', () => {
  const over = (Orden: string, cells: Row, more: number, day: number): Plan => ({
    ...{ more, day },
    cells: { Orden, ...cells },
  });
  const plans = [
    over('A', { 'SKU Producto': 'S1' }, 500, 40),
    over('A', { 'SKU Producto': 'S2' }, 700, 40),
    over('B', { Cuenta: 'Otra' }, 90, 10),
    over('C', { Cuenta: 'Otra' }, -30, 10),
    ...many(100, { day: 20 }),
    ...many(100, { day: 20, cells: { Cuenta: 'Otra' } }),
  ];

  test('is a finding whose cases are the orders charged too much, each with its account, month, day and claim', () => {
    const [finding, ...none] = ratesOf(plans).findings;
    expect(none).toEqual([]);
    expect(finding).toMatchObject({
      ...{ rows: 3, orders: 2, amount: '12.9', affects: ['marketplace', 'comercial', 'total'] },
      subject: { Canal: 'Austral', against: 'off', charge: 'Cobro de Comisiones' },
      ...{ firstPurchase: '2026-01-11T12:00:00.000', lastPurchase: '2026-02-10T12:00:00.000' },
    });
    expect(Object.keys(finding?.subject ?? {})).not.toContain('Cuenta');
    const cases = finding?.cases?.map(({ name, account, month, day, amount, rows }) => [
      ...[name, account?.Cuenta, month, day, amount, rows],
    ]);
    expect(cases?.toSorted()).toEqual([
      ['A', 'Tienda', '2026-02', '2026-02-10', '12', 2],
      ['B', 'Otra', '2026-01', '2026-01-11', '0.9', 1],
    ]);
  });

  test('is a publication of few rows that have no rule of their own', () => {
    const { lines, off } = ratesOf([
      ...many(7, (at) => ({ cells: { 'Id publicación': 'SUYA' }, rule: at === 0 ? PLAIN : null })),
      ...many(100),
    ]);
    expect(lines.map(({ follows }) => follows)).toEqual([101]);
    expect(off(lines[0]?.id ?? '')).toHaveLength(6);
  });

  test('is no publication of few rows that follow what another one follows', () => {
    const own = (name: string, count: number, rule: NaiveRule) =>
      many(count, { cells: { 'Id publicación': name }, rule });
    const { lines, off } = ratesOf([
      ...own('A', 30, percent(900)),
      ...own('B', 6, percent(900)),
      ...own('C', 6, percent(1700)),
      ...many(400),
    ]);
    expect(lines.flatMap(({ id }) => off(id))).toEqual([]);
    expect(lines.map(({ formula, publications }) => [formula.percent, publications]).toSorted()).toEqual([
      ['14', null],
      ['17', { count: 1, first: ['C'] }],
      ['9', { count: 2, first: ['A', 'B'] }],
    ]);
  });

  test('is of the rule’s account where the rule is of one', () => {
    const plans = [
      ...many(100),
      { more: 40 },
      ...many(100, { cells: { Cuenta: 'Otra' }, rule: percent(900) }),
    ];
    const { findings, lines } = ratesOf(plans);
    expect(lines.map(({ cuenta }) => cuenta).toSorted()).toEqual(['Otra', 'Tienda']);
    expect(findings.map(({ subject }) => subject.Cuenta)).toEqual(['Tienda']);
    expect(findings[0]?.cases?.map(({ account }) => account)).toEqual([undefined]);
  });

  test('puts the rule of the greatest claim first, then that of most rows', () => {
    const of = (Cuenta: string, count: number, rule: NaiveRule, more: number) =>
      many(count, (at) => ({ cells: { Cuenta }, rule, more: at === 0 ? more : 0 }));
    const { lines } = ratesOf([
      ...of('Tienda', 60, percent(1400), 0),
      ...of('Otra', 80, percent(1100), 0),
      ...of('Chica', 30, percent(900), 50),
      ...of('Mayor', 30, percent(1700), 700),
    ]);
    expect(lines.map(({ cuenta, claim }) => [cuenta, claim])).toEqual([
      ['Mayor', '7.00'],
      ['Chica', '0.50'],
      ['Otra', '0.00'],
      ['Tienda', '0.00'],
    ]);
  });
});
