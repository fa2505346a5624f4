import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BRIDGE_COMPONENTS,
  BRIDGE_DIMENSIONS,
  BRIDGE_PARTS,
  type Bridge,
  type BridgeGroup,
  type BridgePart,
  rankedParts,
  splitItem,
  volumeOf,
} from '#renderer/reconciliation/bridge/model/bridge.ts';
import { splitQuickly } from '#renderer/reconciliation/bridge/worker/quick-split.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { EVERYTHING, type Period } from '#shared/domain/selection.ts';
import type { NaiveRow } from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import {
  cents,
  money,
  PART_OF_COLUMN,
  rows,
  type Scope,
  storeOf,
  tails,
  withProfits,
} from './bridge-world.ts';
import { type Fraction, type NaiveItem, naiveBridge, plus } from './naive-bridge.ts';

const OCTOBER: Period = { from: '2026-10-01' as LocalDate, to: '2026-10-31' as LocalDate };
const SCOPES: readonly Scope[] = ['marketplace', 'comercial', 'total'];
const ofMonth = (all: readonly NaiveRow[], month: string) =>
  all.filter((row) => row['Fecha de compra']?.startsWith(`2026-${month}`) === true);

const ask = (all: readonly NaiveRow[], scope: Scope): Bridge =>
  createQueries(storeOf(all)).bridge({
    selection: { ...EVERYTHING, period: OCTOBER },
    against: 'previous-period',
    scope,
  });

/** Cents of a decimal, which may have none behind its point. */
const centsOf = (text: string | null | undefined): bigint => {
  const [whole = '0', fraction = ''] = (text ?? '0').split('.');
  return BigInt(`${whole}${fraction.padEnd(2, '0')}`);
};
const sumOfParts = ({ parts }: Pick<BridgeGroup, 'parts'>): bigint =>
  BRIDGE_PARTS.reduce((sum, part) => sum + centsOf(parts[part]), 0n);
const groupsOf = ({ groups }: Bridge, dimension: (typeof BRIDGE_DIMENSIONS)[number]) => {
  const { groups: views, others } = groups[dimension];
  return others === null ? views : [...views, others];
};

/** Whether whole cents are what fractions come to, but for what rounding may take: a cent and a half an item. */
function isNear(amount: bigint, exact: Fraction, items: number): boolean {
  const off = amount * exact.d - exact.n;
  return (off < 0n ? -off : off) * 2n <= BigInt(3 * items) * exact.d;
}
function expectNear(view: Pick<BridgeGroup, 'parts'>, items: readonly NaiveItem[]): void {
  for (const part of BRIDGE_PARTS) {
    const exact = items.reduce((sum, item) => plus(sum, item.parts.get(part) ?? { n: 0n, d: 1n }), {
      n: 0n,
      d: 1n,
    });
    const compared = items.filter(({ parts }) => (parts.get(part)?.n ?? 0n) !== 0n).length;
    const units = centsOf(view.parts[part]);
    if (!isNear(units, exact, compared)) expect(`${part} ${units}`).toBe(`${part} ${exact.n}/${exact.d}`);
  }
}

describe('the bridge between two periods', () => {
  test('adds up to the last digit, in all and in every group, whatever the rows', () => {
    fc.assert(
      fc.property(fc.oneof(rows, tails), fc.constantFrom(...SCOPES), (all, scope) => {
        const bridge = ask(all, scope);
        expect(sumOfParts(bridge)).toBe(centsOf(bridge.to) - centsOf(bridge.from));
        for (const dimension of BRIDGE_DIMENSIONS) {
          const groups = groupsOf(bridge, dimension);
          for (const group of groups) expect(sumOfParts(group)).toBe(centsOf(group.to) - centsOf(group.from));
          for (const part of BRIDGE_PARTS) {
            const sum = groups.reduce((total, { parts }) => total + centsOf(parts[part]), 0n);
            expect(sum).toBe(centsOf(bridge.parts[part]));
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  test('is what its definitions say of the rows, in all and in every group', () => {
    let withPools = 0;
    fc.assert(
      fc.property(fc.oneof(rows, tails), fc.constantFrom(...SCOPES), (all, scope) => {
        const bridge = ask(all, scope);
        const [before, after] = [ofMonth(all, '09'), ofMonth(all, '10')];
        const items = naiveBridge(before, after, scope);
        if (items.some(({ isPool }) => isPool)) withPools += 1;
        expect(bridge.pooledProducts > 0).toBe(items.some(({ isPool }) => isPool));
        const profit = {
          marketplace: 'Rentabilidad Marketplace',
          comercial: 'Rentabilidad Comercial',
          total: 'Rentabilidad Total',
        };
        const total = (of: readonly NaiveRow[]) =>
          of.reduce((sum, row) => sum + cents(row, profit[scope]), 0n);
        expect([centsOf(bridge.from), centsOf(bridge.to)]).toEqual([total(before), total(after)]);
        expect([bridge.rowsBefore, bridge.rowsAfter]).toEqual([before.length, after.length]);
        expectNear(bridge, items);
        for (const group of groupsOf(bridge, 'Canal')) {
          expectNear(
            group,
            items.filter(({ canal }) => canal === group.value),
          );
        }
        for (const group of groupsOf(bridge, 'SKU Producto')) {
          expectNear(
            group,
            items.filter(({ sku, category, isPool }) =>
              group.pooled === null ? !isPool && sku === group.value : isPool && category === group.value,
            ),
          );
        }
        for (const group of groupsOf(bridge, 'Categoría')) {
          expectNear(
            group,
            items.filter(({ category }) => category === group.value),
          );
        }
      }),
      { numRuns: 150 },
    );
    expect(withPools).toBeGreaterThan(15);
  });

  test('tells the ones beyond the first fifty as one', () => {
    const all = Array.from({ length: 120 }, (_, at) =>
      sale({ sku: `P${at}`, month: '10', ventas: 100n + BigInt(at) }),
    );
    const { groups, others, othersCount } = ask(all, 'total').groups['SKU Producto'];
    expect([groups.length, othersCount]).toEqual([50, 70]);
    expect([others?.value, others?.caption, others?.pooled, others?.from]).toEqual(['', null, null, '0.00']);
    expect(Object.keys(others?.parts ?? {})).toEqual(['no-cost']);
    const fifty = ask(all.slice(0, 50), 'total').groups['SKU Producto'];
    expect([fifty.groups.length, fifty.others, fifty.othersCount]).toEqual([50, null, 0]);
    expect(groups[0]?.value).toBe('P119');
    expect(centsOf(others?.to)).toBe(
      Array.from({ length: 70 }, (_, at) => 100n + BigInt(at)).reduce((a, b) => a + b, 0n),
    );
  });

  test('says all of it: whose and how many, in which order, under which names, and what could not be read', () => {
    const cost = 1_000n;
    const dos = { canal: 'Dos', cost };
    const all = [
      sale({ sku: 'A', month: '09', ventas: 10_000n, cost }),
      sale({ sku: 'A', month: '10', ventas: 13_000n, cost }),
      { ...sale({ sku: 'B', month: '09', ventas: 12_000n, ...dos }), Categoría: 'Juegos' },
      { ...sale({ sku: 'B', month: '10', ventas: 9_000n, ...dos }), Categoría: 'Juegos' },
      sale({ sku: 'C', month: '10', units: 4n, ventas: 5_000n, ...dos }),
      // Neither month's.
      sale({ sku: 'A', month: '08', ventas: 70_000n, cost }),
    ].map((row) => ({ ...row, Producto: `Nombre de ${row['SKU Producto']}` }));
    const unread = all.map((row, at) => (at === 1 || at === 5 ? { ...row, 'Cobro de Envío': 'x' } : row));
    const group = (
      value: string,
      from: string,
      to: string,
      parts: object,
      caption: string | null = null,
    ) => ({
      ...{ value, caption, pooled: null, from, to, parts },
    });
    const none = { others: null, othersCount: 0 };
    const { revision: _, ...bridge } = ask(unread, 'total');
    expect(bridge).toEqual({
      ...{ scope: 'total', after: OCTOBER, before: { from: '2026-09-01', to: '2026-09-30' } },
      ...{ rowsBefore: 2, rowsAfter: 3, unitsBefore: '2', unitsAfter: '2', pooledProducts: 0 },
      ...{ from: '200.00', to: '240.00', parts: { new: '40' }, unreadable: 1 },
      groups: {
        Canal: {
          groups: [
            group('Uno', '90', '120', { price: '30' }),
            group('Dos', '110', '120', { price: '-30', new: '40' }),
          ],
          ...none,
        },
        Categoría: {
          groups: [
            group('Hogar', '90', '160', { price: '30', new: '40' }),
            group('Juegos', '110', '80', { price: '-30' }),
          ],
          ...none,
        },
        'SKU Producto': {
          // Of equal changes, whichever their sign, by their names.
          groups: [
            group('C', '0', '40', { new: '40' }, 'Nombre de C'),
            group('A', '90', '120', { price: '30' }, 'Nombre de A'),
            group('B', '110', '80', { price: '-30' }, 'Nombre de B'),
          ],
          ...none,
        },
      },
    });
  });

  test('is asked of the rows, the periods and the scope that are named, whatever was asked before', () => {
    const cost = 1_000n;
    const queries = createQueries(
      storeOf([
        sale({ sku: 'A', month: '08', ventas: 5_000n, cost }),
        sale({ sku: 'A', month: '09', ventas: 10_000n, cost }),
        sale({ sku: 'A', month: '10', ventas: 13_000n, cost }),
        sale({ sku: 'B', canal: 'Dos', month: '10', ventas: 9_000n, cost }),
        {
          ...sale({ sku: 'A', month: '10', ventas: 7_000n, cost }),
          'Fecha de compra': '2025-10-15T10:00:00.000',
        },
      ]),
    );
    const days = (from: string, to: string): Period => ({ from: from as LocalDate, to: to as LocalDate });
    const told = (more: Partial<Parameters<typeof queries.bridge>[0]> = {}, filters: object[] = []) => {
      const { before, from, to, scope } = queries.bridge({
        ...{ selection: { ...EVERYTHING, period: OCTOBER, filters: filters as never }, scope: 'total' },
        ...{ against: 'previous-period', ...more },
      });
      return [before.from, before.to, from, to, scope];
    };
    const september = ['2026-09-01', '2026-09-30', '90.00'];
    expect(told()).toEqual([...september, '200.00', 'total']);
    expect(told({ scope: 'marketplace' })).toEqual([
      '2026-09-01',
      '2026-09-30',
      '100.00',
      '220.00',
      'marketplace',
    ]);
    expect(told({ against: 'previous-year' })).toEqual([
      '2025-10-01',
      '2025-10-31',
      '60.00',
      '200.00',
      'total',
    ]);
    expect(told({ against: days('2026-08-01', '2026-09-30') })).toEqual([
      ...['2026-08-01', '2026-09-30', '130.00', '200.00', 'total'],
    ]);
    expect(told({}, [{ column: 'Canal', values: ['Uno'] }])).toEqual([...september, '120.00', 'total']);
    expect(told()).toEqual([...september, '200.00', 'total']);
  });

  test('of whole amounts tells whole amounts', () => {
    const all = [
      sale({ sku: 'A', month: '09', units: 3n, ventas: 100_000n, cost: 5_000n }),
      sale({ sku: 'A', month: '10', units: 7n, ventas: 200_000n, cost: 5_000n }),
      sale({ sku: 'B', month: '09', units: 3n, ventas: 100_000n, cost: 5_000n }),
      sale({ sku: 'B', month: '10', units: 2n, ventas: 200_000n, cost: 5_000n }),
    ];
    const { parts } = ask(all, 'total');
    expect(Object.values(parts).filter((amount) => amount.includes('.'))).toEqual([]);
    expect(Object.keys(parts)).toEqual(['volume', 'mix', 'price', 'product-cost']);
  });
});

/** Products that sell alike in both months. */
function sale(of: {
  readonly sku: string;
  readonly month: string;
  readonly canal?: string;
  readonly units?: bigint;
  readonly ventas: bigint;
  readonly cost?: bigint;
  readonly charges?: { readonly [column: string]: bigint };
}): NaiveRow {
  const none = Object.fromEntries(
    [...Object.keys(PART_OF_COLUMN), 'Reembolso de Comisiones', 'Reembolso por publicidad'].map((column) => [
      column,
      '0.00',
    ]),
  );
  return withProfits({
    Canal: of.canal ?? 'Uno',
    Cuenta: 'Principal',
    Orden: `${of.sku}-${of.month}-${of.ventas}`,
    'SKU Producto': of.sku,
    Producto: of.sku,
    Categoría: 'Hogar',
    'Tipo de Dato': 'Orden',
    'Fecha de compra': `2026-${of.month}-15T10:00:00.000`,
    Unidades: `${of.units ?? 1n}`,
    Ventas: money(of.ventas),
    'Ingreso Total': money(of.ventas),
    'Costo de Producto': money(of.cost ?? 0n),
    ...none,
    ...Object.fromEntries(Object.entries(of.charges ?? {}).map(([column, units]) => [column, money(units)])),
  });
}

type Product = {
  readonly sku: string;
  readonly canal: string;
  readonly units: number;
  readonly price: number;
  readonly cost: number;
  readonly fee: number;
  readonly ads: number;
};
const product = (sku: string): fc.Arbitrary<Product> =>
  fc.record({
    sku: fc.constant(sku),
    canal: fc.constantFrom('Uno', 'Dos', 'Tres'),
    units: fc.integer({ min: 4, max: 60 }),
    price: fc.integer({ min: 90_000, max: 900_000 }),
    cost: fc.integer({ min: 20_000, max: 50_000 }),
    fee: fc.integer({ min: 1000, max: 9000 }),
    ads: fc.integer({ min: 1000, max: 9000 }),
  });
const products: fc.Arbitrary<readonly Product[]> = fc
  .integer({ min: 3, max: 12 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => product(`P${at}`))));

const month = (all: readonly Product[], name: string): NaiveRow[] =>
  all.map(({ sku, canal, units, price, cost, fee, ads }) =>
    sale({
      sku,
      canal,
      month: name,
      units: BigInt(units),
      ventas: BigInt(units * price),
      cost: BigInt(units * cost),
      charges: { 'Cobro de Comisiones': BigInt(units * fee), 'Cobro por publicidad': BigInt(units * ads) },
    }),
  );
const viewOf = (before: readonly Product[], after: readonly NaiveRow[], scope: Scope = 'total'): Bridge =>
  ask([...month(before, '09'), ...after], scope);
const partsOf = ({ parts }: Bridge) => Object.keys(parts);

describe('a change of one kind', () => {
  const check = (
    name: string,
    change: (of: readonly Product[]) => readonly NaiveRow[],
    expected: readonly BridgePart[],
    scope: Scope = 'total',
  ) =>
    test(`${name}: ${expected.join(', ') || 'nothing'}`, () => {
      fc.assert(
        fc.property(products, (before) => {
          const bridge = viewOf(before, change(before), scope);
          expect(partsOf(bridge)).toEqual(expected);
          expect(sumOfParts(bridge)).toBe(centsOf(bridge.to) - centsOf(bridge.from));
        }),
        { numRuns: 25 },
      );
    });
  const each = (of: readonly Product[], by: (one: Product, at: number) => Partial<Product>) =>
    month(
      of.map((one, at) => ({ ...one, ...by(one, at) })),
      '10',
    );

  check('nothing', (of) => month(of, '10'), []);
  check('prices', (of) => each(of, ({ price }) => ({ price: price + 777 })), ['price']);
  check('three times the units of all', (of) => each(of, ({ units }) => ({ units: units * 3 })), ['volume']);
  check('dearer products', (of) => each(of, ({ cost }) => ({ cost: cost + 333 })), ['product-cost']);
  check('commissions', (of) => each(of, ({ fee }) => ({ fee: fee * 2 })), ['commissions']);
  check('advertising', (of) => each(of, ({ ads }) => ({ ads: ads + 5 })), ['advertising']);
  check(
    'advertising, which Comercial leaves out',
    (of) => each(of, ({ ads }) => ({ ads: ads + 5 })),
    [],
    'comercial',
  );
  check(
    'dearer products, which Marketplace does not deduct',
    (of) => each(of, ({ cost }) => ({ cost: cost + 5 })),
    [],
    'marketplace',
  );
  check(
    'the same units shared otherwise',
    (of) => {
      // Units go from the product that brings most to the one that brings least.
      const byMargin = [...of].sort(
        (a, b) => a.price - a.cost - a.fee - a.ads - (b.price - b.cost - b.fee - b.ads),
      );
      const moved = (one: Product): number => (one === byMargin.at(-1) ? -2 : one === byMargin[0] ? 2 : 0);
      return each(of, (_, at) => ({ units: (of[at]?.units ?? 0) + moved(of[at] as Product) }));
    },
    ['mix'],
  );
  check('a product that is sold no more', (of) => month(of.slice(1), '10'), ['discontinued']);
  check(
    'a new product',
    (of) => [...month(of, '10'), sale({ sku: 'N', month: '10', ventas: 50_000n, cost: 1n })],
    ['new'],
  );
  check(
    'charges of the account',
    (of) => [
      ...month(of, '10'),
      sale({ sku: '', month: '10', units: 0n, ventas: 0n, charges: { 'Cobro por Publicar': 9_900n } }),
    ],
    ['without-product'],
  );
  check(
    'a product without any cost',
    (of) => [...month(of, '10'), sale({ sku: 'N', month: '10', ventas: 50_000n })],
    ['no-cost'],
  );
  check(
    'a cost that is not loaded of one product',
    (of) =>
      month(of, '10').map((row, at) =>
        at === 0 ? withProfits({ ...row, 'Costo de Producto': '0.00' }) : row,
      ),
    ['missing-cost'],
  );
});

describe('a long tail whose products come and go', () => {
  /** Many small products beside one large one, in two categories and channels. */
  const tail = (month: string, first: number, of: { units: bigint; price: bigint; ads?: bigint }) =>
    Array.from({ length: 120 }, (_, at) =>
      sale({
        sku: `T${first + at}`,
        month,
        canal: at % 2 === 0 ? 'Uno' : 'Dos',
        units: of.units,
        ventas: of.units * of.price,
        cost: of.units * 100n,
        charges: { 'Cobro por publicidad': of.units * (of.ads ?? 0n) },
      }),
    );
  const shop = (before: readonly NaiveRow[], after: readonly NaiveRow[]) =>
    ask(
      [
        sale({ sku: 'G', month: '09', units: 9n, ventas: 900_000n, cost: 9_000n }),
        sale({ sku: 'G', month: '10', units: 9n, ventas: 900_000n, cost: 9_000n }),
        ...before,
        ...after,
      ],
      'total',
    );

  test('is compared by category and channel: what changed is its prices, not its products', () => {
    const bridge = shop(
      tail('09', 0, { units: 4n, price: 1_000n }),
      tail('10', 500, { units: 4n, price: 900n }),
    );
    // 480 units at a unit less of 1.00.
    expect(bridge.parts).toEqual({ price: '-480' });
    expect(bridge.pooledProducts).toBe(240);
    const [pool] = bridge.groups['SKU Producto'].groups;
    expect([pool?.value, pool?.pooled, pool?.parts]).toEqual(['Hogar', 240, { price: '-480' }]);
  });

  test('that sells less is volume; that is advertised more, advertising', () => {
    const before = tail('09', 0, { units: 8n, price: 1_000n });
    const fewer = shop(before, tail('10', 500, { units: 4n, price: 1_000n }));
    expect(rankedParts(fewer.parts, true).causes[0]).toBe('volume');
    expect(Object.keys(fewer.parts).every((part) => part === 'volume' || part === 'mix')).toBe(true);
    const dearer = shop(before, tail('10', 500, { units: 8n, price: 1_000n, ads: 50n }));
    expect(dearer.parts).toEqual({ advertising: '-480' });
  });

  test('a product of a hundredth of the sales or more is told by itself', () => {
    const bridge = shop(tail('09', 0, { units: 4n, price: 1_000n }), [
      ...tail('10', 500, { units: 4n, price: 1_000n }),
      sale({ sku: 'LAUNCH', month: '10', units: 5n, ventas: 90_000n, cost: 500n }),
    ]);
    expect(bridge.parts).toEqual({ new: '895' });
    expect(bridge.groups['SKU Producto'].groups[0]?.value).toBe('LAUNCH');
  });

  test('is told by itself from exactly a hundredth on', () => {
    const of = (large: bigint, small: bigint) =>
      Object.keys(
        ask(
          [
            sale({ sku: 'G', month: '09', ventas: large, cost: 100n }),
            sale({ sku: 'G', month: '10', ventas: large, cost: 100n }),
            sale({ sku: 'OLD', month: '09', ventas: 500n, cost: 100n }),
            sale({ sku: 'LAUNCH', month: '10', ventas: small, cost: 100n }),
          ],
          'total',
        ).parts,
      );
    expect(of(990_000n, 10_000n)).toContain('new');
    expect(of(990_001n, 9_999n)).toEqual(['price']);
  });

  test('what has nothing of its category and channel to be compared with is told apart', () => {
    const bridge = shop(tail('09', 0, { units: 4n, price: 1_000n }), []);
    expect(Object.keys(bridge.parts)).toEqual(['discontinued']);
    expect(bridge.pooledProducts).toBe(0);
  });
});

describe('causes that are planted', () => {
  /** So much of what a month brings is much more than its other changes. */
  const causes: readonly (readonly [BridgePart, (of: readonly Product[]) => readonly NaiveRow[]])[] = [
    ['volume', (of) => noisy(of, ({ units }) => ({ units: Math.round(units * 0.5) }))],
    ['price', (of) => noisy(of, ({ price }) => ({ price: Math.round(price * 0.7) }))],
    ['product-cost', (of) => noisy(of, ({ cost }) => ({ cost: cost * 3 }))],
    ['commissions', (of) => noisy(of, ({ fee, price }) => ({ fee: fee + Math.round(price * 0.3) }))],
    ['advertising', (of) => noisy(of, ({ ads, price }) => ({ ads: ads + Math.round(price * 0.3) }))],
    ['discontinued', (of) => noisy(of.slice(0, -3), () => ({}))],
    [
      'without-product',
      (of) => [
        ...noisy(of, () => ({})),
        sale({
          sku: 'Sin SKU',
          month: '10',
          units: 0n,
          ventas: 0n,
          charges: { 'Cobro por Publicar': 900_000_000n },
        }),
      ],
    ],
  ];
  /** Every product moves a little as well: a unit more or less, prices and fees by a few in a thousand. */
  function noisy(of: readonly Product[], by: (one: Product) => Partial<Product>): NaiveRow[] {
    return month(
      of.map((one, at) => {
        const sign = at % 2 === 0 ? 1 : -1;
        const moved = { ...one, ...by(one) };
        return {
          ...moved,
          units: Math.max(1, moved.units + sign),
          price: moved.price + Math.round((sign * moved.price) / 500),
          fee: moved.fee - sign * 10,
        };
      }),
      '10',
    );
  }
  const shop = fc.tuple(
    ...Array.from({ length: 24 }, (_, at) =>
      product(`P${at}`).map(
        (one): Product => ({
          ...one,
          units: 40 + one.units,
          price: 300_000 + (one.price % 200_000),
          cost: 90_000,
        }),
      ),
    ),
  );

  test.each(causes)('%s is named first', (part, plant) => {
    fc.assert(
      fc.property(shop, (before) => {
        const bridge = viewOf(before, plant(before));
        const isFall = centsOf(bridge.to) < centsOf(bridge.from);
        expect(isFall).toBe(true);
        expect(rankedParts(bridge.parts, isFall).causes[0]).toBe(part);
      }),
      { numRuns: 20 },
    );
  });

  test('the product that did it comes first among the products', () => {
    fc.assert(
      fc.property(shop, fc.nat({ max: 23 }), (before, at) => {
        const bridge = viewOf(
          before,
          noisy(before, (one) => (one.sku === `P${at}` ? { cost: one.cost * 9 } : {})),
        );
        const [first] = bridge.groups['SKU Producto'].groups;
        expect(first?.value).toBe(`P${at}`);
        expect(rankedParts(first?.parts ?? {}, true).causes[0]).toBe('product-cost');
      }),
      { numRuns: 20 },
    );
  });
});

describe('splitting an item', () => {
  const itemOf = (most: bigint) => {
    const amount = fc.oneof(fc.constant(0n), fc.bigInt(-most, most));
    return fc.record({
      units: fc.tuple(fc.bigInt(-2n, 400n), fc.bigInt(-2n, 400n)),
      amounts: fc.array(fc.tuple(amount, amount), {
        minLength: BRIDGE_COMPONENTS.length,
        maxLength: BRIDGE_COMPONENTS.length,
      }),
      more: fc.tuple(fc.bigInt(0n, 900_000n), fc.bigInt(0n, 900_000n)),
    });
  };
  const item = fc.oneof(
    { weight: 4, arbitrary: itemOf(99_999_999n) },
    { weight: 1, arbitrary: itemOf(10n ** 14n) },
  );
  const allOf = ({
    units,
    more,
  }: {
    readonly units: readonly [bigint, bigint];
    readonly more: readonly [bigint, bigint];
  }) => {
    const of = (at: 0 | 1) => more[at] + (units[at] > 0n ? units[at] : 0n) || 1n;
    return [of(0), of(1)] as const;
  };

  test('in doubles is what it is in whole numbers of any size', () => {
    let quick = 0;
    fc.assert(
      fc.property(item, (one) => {
        const all = allOf(one);
        const out = new Float64Array(BRIDGE_COMPONENTS.length + 2);
        const of = (at: 0 | 1) => Float64Array.from(one.amounts, (pair) => Number(pair[at]));
        if (!splitQuickly(of(0), of(1), Number(one.units[0]), Number(one.units[1]), all, out)) return;
        quick += 1;
        const { volume, mix, components } = splitItem(one, all);
        expect([...out].map((part) => BigInt(part))).toEqual([volume, mix, ...components]);
      }),
      { numRuns: 1500 },
    );
    expect(quick).toBeGreaterThan(500);
  });

  test('read the other way round gives every part with the other sign, but for rounding', () => {
    fc.assert(
      fc.property(item, (one) => {
        const [before, after] = allOf(one);
        const there = splitItem(one, [before, after]);
        const back = splitItem(
          {
            units: [one.units[1], one.units[0]],
            amounts: one.amounts.map(([was, is]) => [is, was] as const),
          },
          [after, before],
        );
        const pairs = [
          [there.volume, back.volume],
          [there.mix, back.mix],
          ...there.components.map((part, at) => [part, back.components[at] ?? 0n]),
        ];
        for (const [one = 0n, other = 0n] of pairs)
          expect(Math.abs(Number(one + other))).toBeLessThanOrEqual(2);
      }),
    );
  });
});

test('the volume of a product is rounded to the nearest unit, from halves on away from zero', () => {
  // Of 1 of 1 to 1 of 2, three quarters of the margin; of one that keeps its share, all of its quantity.
  const of = (margin: bigint) => volumeOf(7n, { of: margin, over: 1n }, [1n, 1n], [1n, 2n]);
  expect([1n, 2n, 3n, -1n, -2n, -3n].map(of)).toEqual([1n, 2n, 2n, -1n, -2n, -2n]);
  expect(volumeOf(7n, { of: 1n, over: 1n }, [1n, 2n], [1n, 2n])).toBe(7n);
});
