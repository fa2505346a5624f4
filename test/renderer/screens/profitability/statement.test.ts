import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costBoundsOf } from '#renderer/data/model/cost-bounds.ts';
import { csvFormat } from '#renderer/data/model/spreadsheet.ts';
import {
  changeOf,
  comparedColumns,
  coverageAmount,
  coverageRate,
  figureOf,
  wholeColumn,
} from '#renderer/features/income-statement/income-statement-columns.ts';
import { fileWords, statementTable } from '#renderer/features/income-statement/income-statement-file.ts';
import {
  amountOf,
  STATEMENT_COLUMNS,
  STATEMENT_LINES,
  shownLines,
} from '#renderer/features/income-statement/income-statement-lines.ts';
import { heatOf } from '#renderer/screens/profitability/figures/heat.ts';
import {
  columnsOf,
  identitiesHold,
  REQUESTED_COLUMNS,
} from '#renderer/screens/profitability/income-statement/statement-data.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { readCsv } from '#test/e2e/csv-reader.ts';
import { csvText } from '#test/renderer/data/model/csv-text.ts';
import {
  SPEC_INCOME_COLUMNS,
  SPEC_SECTION_COLUMNS,
  SPEC_SECTION_NAMES,
  SPEC_SECTIONS,
  type SpecSection,
  specCostOf,
} from '#test/renderer/features/columns/spec-sections.ts';
import { text as spanish } from '#test/renderer/i18n/spanish.ts';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { decimalOfCents } from './pivot-world.ts';

/** Lines are told by their ids. */
const WORDS = { ...fileWords(spanish), nameOf: ({ id }: { readonly id: string }) => id };

const decimal = (text: string) => text as Decimal;

describe('the lines of the result', () => {
  test('name every charge and refund of every section once, and no component (spec 2.4)', () => {
    for (const section of SPEC_SECTION_NAMES) {
      const { charges, refunds }: SpecSection = SPEC_SECTIONS[section];
      const parts = STATEMENT_LINES.filter((line) => line.kind === 'part' && line.section === section);
      expect(parts.map(({ operator, column }) => `${operator}${column}`).toSorted()).toEqual(
        [...charges.map((key) => `+${key}`), ...refunds.map((key) => `−${key}`)].toSorted(),
      );
    }
    const sections = STATEMENT_LINES.filter(({ kind }) => kind === 'section').map(({ id }) => id);
    expect(sections.toSorted()).toEqual([...SPEC_SECTION_NAMES].sort());
    expect(new Set(STATEMENT_LINES.map(({ id }) => id)).size).toBe(STATEMENT_LINES.length);
  });

  test('name the parts of the income, each once', () => {
    const parts = STATEMENT_LINES.filter(({ kind, section }) => kind === 'part' && section === null);
    expect(parts.map(({ operator, column }) => [operator, column])).toEqual(
      SPEC_INCOME_COLUMNS.map((column) => ['+', column]),
    );
  });

  test('ask for all that they add up, and for Ventas, their base', () => {
    expect(STATEMENT_COLUMNS.toSorted()).toEqual(
      [
        'Ingreso Total',
        'Rentabilidad Marketplace',
        'Costo de Producto',
        'Rentabilidad Comercial',
        'Rentabilidad Total',
        ...SPEC_INCOME_COLUMNS,
        ...SPEC_SECTION_COLUMNS,
      ].toSorted(),
    );
  });

  test('add up: a section is its charges less its refunds', () => {
    const whole = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries(SPEC_SECTION_COLUMNS.map((key) => [key, whole]))),
        (values) => {
          const sums = Object.fromEntries(
            Object.entries(values).map(([key, value]) => [key, decimal(String(value))]),
          );
          const amounts = STATEMENT_LINES.flatMap((line) =>
            line.kind === 'section' ? [[line.id, amountOf(line, sums)]] : [],
          );
          expect(Object.fromEntries(amounts)).toEqual(
            Object.fromEntries(SPEC_SECTION_NAMES.map((name) => [name, String(specCostOf(values, name))])),
          );
        },
      ),
      { seed: 24, numRuns: 30 },
    );
  });

  test('Comercial leaves out what the specification names, Marketplace nothing (spec 2.5)', () => {
    for (const line of STATEMENT_LINES) {
      if (line.kind === 'result') continue;
      const leavesOut = line.section !== null && !SPEC_SECTIONS[line.section].inComercial;
      const takesCost = line.kind === 'product-cost';
      expect([line.id, line.countsIn.toSorted()]).toEqual([
        line.id,
        [...(leavesOut ? [] : ['comercial']), ...(takesCost ? [] : ['marketplace']), 'total'],
      ]);
    }
  });

  test('fold away the columns of what is not open', () => {
    expect(shownLines(new Set()).some(({ kind }) => kind === 'part')).toBe(false);
    const open = shownLines(new Set(['advertising']));
    expect(open.filter(({ kind }) => kind === 'part').map(({ column }) => column)).toEqual([
      'Cobro por publicidad',
      'Reembolso por publicidad',
    ]);
    expect(shownLines(new Set(['Ingreso Total'])).filter(({ kind }) => kind === 'part')).toHaveLength(6);
  });

  test('have no amount where nothing was read', () => {
    const [income] = STATEMENT_LINES;
    if (income === undefined) throw new Error('No lines.');
    expect(amountOf(income, {})).toBeNull();
    expect(amountOf(income, { 'Ingreso Total': decimal('1.50') })).toBe('1.50');
  });
});

describe('shading', () => {
  test('is in five steps within the line, and none where it hardly moves', () => {
    const rates = ['9.0', '9.12', '9.25', '9.38', '9.5', null].map((rate) =>
      rate === null ? null : decimal(rate),
    );
    expect(heatOf(rates)).toEqual([1, 2, 3, 4, 5, null]);
    expect(heatOf([decimal('9.00'), decimal('9.29')])).toEqual([null, null]);
    expect(heatOf([decimal('9')])).toEqual([null]);
    expect(heatOf([])).toEqual([]);
  });
});

describe('what a result may be while costs are missing', () => {
  const totals = {
    sums: {
      Ventas: decimal('1000'),
      'Costo de Producto': decimal('450'),
      'Rentabilidad Total': decimal('200'),
    },
    ventasWithProductCost: decimal('900'),
  };

  test('is at most what it is, and less if the rest costs as much as what is known', () => {
    expect(costBoundsOf(totals, 'Rentabilidad Total')).toEqual({
      most: '200',
      likely: '150.0000',
      mostPercent: '20.000000',
      likelyPercent: '15.000000',
    });
  });

  /** Half away from zero, by long division. */
  function divided(top: bigint, bottom: bigint): bigint {
    const [a, b] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
    const cut = a / b;
    const rounded = (a - cut * b) * 2n >= b ? cut + 1n : cut;
    return top < 0n === bottom < 0n ? rounded : -rounded;
  }
  /** Of text with at most `places` decimals, in units of the last. */
  function unitsOf(text: string, places: number): bigint {
    const [whole = '', fraction = ''] = text.replace('-', '').split('.');
    const units = BigInt(whole + fraction.padEnd(places, '0'));
    return text.startsWith('-') ? -units : units;
  }
  const CENTS = 10n ** 13n;
  const amount = fc.oneof(fc.bigInt({ min: -CENTS, max: CENTS }), fc.bigInt({ min: -30n, max: 30n }));
  /** More may have been given back than sold or charged: any of them may be negative, the product cost too. */
  const bounds = fc.record({ withCost: amount, without: amount, cost: amount, most: amount });

  test('is the missing cost at the known share less, also where costs are negative', () => {
    let count = 0;
    fc.assert(
      fc.property(bounds, ({ withCost, without, cost, most }) => {
        const sales = withCost + without;
        const found = costBoundsOf(
          {
            sums: {
              Ventas: decimalOfCents(sales),
              'Costo de Producto': decimalOfCents(cost),
              'Rentabilidad Comercial': decimalOfCents(most),
            },
            ventasWithProductCost: decimalOfCents(withCost),
          },
          'Rentabilidad Comercial',
        );
        if (withCost <= 0n || without <= 0n) {
          expect(found).toBeNull();
          return;
        }
        count += 1;
        // In ten-thousandths: two places more than the cents.
        const likely = most * 100n - divided(without * cost * 100n, withCost);
        if (found === null) throw new Error('Some cost is missing.');
        expect(found.most).toBe(decimalOfCents(most));
        expect(unitsOf(found.likely, 4)).toBe(likely);
        expect(unitsOf(found.mostPercent ?? '', 6)).toBe(divided(most * 10n ** 8n, sales));
        expect(unitsOf(found.likelyPercent ?? '', 6)).toBe(divided(likely * 10n ** 6n, sales));
      }),
      { seed: 7, numRuns: 300 },
    );
    expect(count).toBeGreaterThan(50);
  });

  test('is not told where nothing is missing, nor where nothing is known', () => {
    const known = (ventasWithProductCost: string, of: object = totals) =>
      costBoundsOf(
        { ...totals, ...of, ventasWithProductCost: decimal(ventasWithProductCost) },
        'Rentabilidad Total',
      );
    expect(known('1000')).toBeNull();
    // More was sold with cost than in all: sales without cost were given back.
    expect(known('1000.01')).toBeNull();
    expect(known('0')).toBeNull();
    expect(known('-1')).toBeNull();
    expect(known('999.99')).not.toBeNull();
    expect(costBoundsOf(totals, 'Rentabilidad Comercial')).toBeNull();
    for (const column of ['Ventas', 'Costo de Producto', 'Rentabilidad Total'] as const) {
      const { [column]: _, ...sums } = totals.sums;
      expect(known('900', { sums })).toBeNull();
    }
  });
});

describe('the identities of the result (spec 2.5)', () => {
  const cents = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
  const parts = fc.record({
    income: cents,
    charges: cents,
    chargesOfSale: cents,
    refunds: cents,
    cost: cents,
    offTotal: fc.oneof(fc.constant(0n), fc.constantFrom(1n, -1n)),
    offComercial: fc.oneof(fc.constant(0n), fc.constantFrom(1n, -1n)),
  });

  test('hold where both do, to the cent: one of them alone is not enough', () => {
    fc.assert(
      fc.property(parts, ({ income, charges, chargesOfSale, refunds, cost, offTotal, offComercial }) => {
        const sums = {
          'Ingreso Total': decimalOfCents(income),
          'Cobro Total': decimalOfCents(charges),
          'Cobros Comercial': decimalOfCents(chargesOfSale),
          'Reembolso Total': decimalOfCents(refunds),
          'Costo de Producto': decimalOfCents(cost),
          'Rentabilidad Total': decimalOfCents(income - charges + refunds - cost + offTotal),
          'Rentabilidad Comercial': decimalOfCents(income - chargesOfSale + refunds - cost + offComercial),
        };
        expect(identitiesHold(sums)).toBe(offTotal === 0n && offComercial === 0n);
        for (const column of Object.keys(sums)) {
          const without = Object.fromEntries(Object.entries(sums).filter(([key]) => key !== column));
          expect(identitiesHold(without)).toBeNull();
        }
      }),
      { seed: 5, numRuns: 100 },
    );
  });

  test('are asked for: every column that they add is summed', () => {
    for (const column of [
      'Ingreso Total',
      'Cobro Total',
      'Cobros Comercial',
      'Reembolso Total',
      'Costo de Producto',
      'Rentabilidad Total',
      'Rentabilidad Comercial',
      ...STATEMENT_COLUMNS,
    ])
      expect(REQUESTED_COLUMNS).toContain(column);
  });
});

describe('the result as a file', () => {
  const cents = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
  const COLUMNS = [
    'Ventas',
    'Ingreso Total',
    'Costo de Producto',
    'Rentabilidad Total',
    ...SPEC_SECTION_COLUMNS,
  ];
  const sums = fc.record(Object.fromEntries(COLUMNS.map((column) => [column, cents])));
  const asTotals = (values: { readonly [column: string]: bigint }) => ({
    rows: 1,
    orders: 1,
    sums: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, decimalOfCents(value)])),
    unreadable: {},
    ventasWithProductCost: decimalOfCents(values.Ventas ?? 0n),
    rowsWithoutProductCost: 0,
  });

  test('has every line with its exact amounts: now, before, and their difference', () => {
    fc.assert(
      fc.property(sums, sums, (now, before) => {
        const groups = {
          revision: 1,
          groups: [],
          total: { revision: 1, ...asTotals(now) },
          compared: { period: null as never, total: { revision: 1, ...asTotals(before) } },
        };
        const columns = [wholeColumn(groups), ...comparedColumns(groups)].map((column) => ({
          ...column,
          name: column.kind,
        }));
        const facts = [
          { name: 'Cuenta', value: 'Empresa' },
          { name: 'Período', value: '1–31 oct 2026' },
        ];
        const csv = csvText(statementTable('x', WORDS, columns, facts), csvFormat(','));
        const [head, ...all] = readCsv(csv, ';');
        expect(head).toEqual([
          ...['Sección', 'Línea', 'Nivel', 'Signo'],
          ...['whole', 'whole %', 'before', 'before %', 'difference', 'difference pp'],
        ]);
        // A rectangle, whose columns of figures hold nothing else: what it is of stands first, at level 0.
        for (const row of all) expect(row).toHaveLength(10);
        expect(all.slice(0, 2)).toEqual(
          facts.map(({ name, value }) => [name, value, '0', '', '', '', '', '', '', '']),
        );
        const rows = all.filter(([, , level]) => level !== '0');
        for (const row of rows) for (const cell of row.slice(4)) expect(cell).toMatch(/^(-?\d+(,\d+)?)?$/);
        expect(rows.map(([, id, level]) => [id, level])).toEqual([
          ...STATEMENT_LINES.map(({ id, kind }) => [id, kind === 'part' ? '2' : '1']),
          ['Ventas con Costo de Producto', '1'],
        ]);
        const expected = (of: (values: { readonly [column: string]: bigint }) => bigint) =>
          [of(now), of(before), of(now) - of(before)].map((value) => decimalOfCents(value).replace('.', ','));
        const cellsOf = new Map(rows.map(([, id = '', , , ...cells]) => [id, cells]));
        const amountsOf = (id: string) => cellsOf.get(id)?.filter((_, at) => at % 2 === 0);
        const ratesOf = (id: string) => cellsOf.get(id)?.filter((_, at) => at % 2 === 1);
        for (const name of SPEC_SECTION_NAMES)
          expect(amountsOf(name)).toEqual(expected((values) => specCostOf(values, name)));
        for (const column of ['Ingreso Total', 'Costo de Producto', 'Rentabilidad Total']) {
          expect(amountsOf(column)).toEqual(expected((values) => values[column] ?? 0n));
          for (const [at, { [column]: part = 0n, Ventas = 0n }] of [now, before].entries()) {
            if (Ventas <= 0n) continue;
            // part ÷ Ventas in percent, within half a millionth.
            const rate = toGrains((ratesOf(column)?.[at] ?? '').replace(',', '.'));
            const apart = rate * Ventas - 100n * part * 10n ** 30n;
            expect((apart < 0n ? -apart : apart) * 2n <= Ventas * 10n ** 24n).toBe(true);
          }
        }
        expect(amountsOf('Ventas con Costo de Producto')).toEqual(expected((values) => values.Ventas ?? 0n));
        // Nothing was read of it, in neither period.
        expect(amountsOf('Rentabilidad Marketplace')).toEqual(['', '', '']);
      }),
      { seed: 3, numRuns: 30 },
    );
  });

  test('says what is done with a line in words: a sign alone would be a formula', () => {
    const [, ...rows] = readCsv(csvText(statementTable('x', WORDS, [], []), csvFormat(',')), ';');
    const signs = new Map(rows.map(([, id, , sign]) => [id, sign]));
    expect(signs.get('Ingreso Total')).toBe('suma');
    for (const name of SPEC_SECTION_NAMES) expect(signs.get(name)).toBe('resta');
    expect(signs.get('Costo de Producto')).toBe('resta');
    expect(signs.get('Rentabilidad Total')).toBe('resultado');
    const sections = new Map(rows.map(([section, id]) => [id, section]));
    expect(sections.get('shipping')).toBe('Envío');
    expect(sections.get('shipping/Cobro de Envío')).toBe('Envío');
    expect(sections.get('Rentabilidad Total')).toBe('Resultado');
  });
});

describe('the columns of the result', () => {
  const totals = (sums: { readonly [column: string]: string }, withCost = '0') => ({
    rows: 1,
    orders: 1,
    sums: sums as { readonly [column: string]: Decimal },
    unreadable: {},
    ventasWithProductCost: decimal(withCost),
    rowsWithoutProductCost: 0,
  });
  const [shipping] = STATEMENT_LINES.filter(({ id }) => id === 'shipping');
  if (shipping === undefined) throw new Error('Shipping is a line.');
  const group = (value: string, sums: { readonly [column: string]: string }) => ({
    value,
    caption: null,
    totals: totals(sums),
  });

  test('end with what the limit left out, exactly', () => {
    const groups = {
      revision: 1,
      groups: [group('a', { Ventas: '10.10' }), group('b', { Ventas: '0.05' })],
      groupsLeftOut: 3,
      total: { revision: 1, ...totals({ Ventas: '100.00', 'Cobro de Envío': '7' }) },
    };
    const columns = columnsOf(groups, false);
    expect(columns.map(({ kind, value, leftOut }) => [kind, value, leftOut])).toEqual([
      ['group', 'a', 0],
      ['group', 'b', 0],
      ['rest', '', 3],
    ]);
    expect(columns[2]?.totals.sums).toEqual({ Ventas: '89.85', 'Cobro de Envío': '7' });
    expect(columnsOf({ ...groups, groupsLeftOut: 0 }, true)).toHaveLength(2);
    const undated = { ...groups, groupsLeftOut: 0, groups: [group('', {}), group('2026-10', {})] };
    expect(columnsOf(undated, true).map(({ kind, value }) => [kind, value])).toEqual([
      ['group', '2026-10'],
      ['beside', ''],
    ]);
  });

  test('differ from an amount before by percent of its size, exactly; a loss that shrinks has gained', () => {
    const cents = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
    fc.assert(
      fc.property(cents, cents, (now, before) => {
        const found = changeOf(decimalOfCents(now), decimalOfCents(before));
        if (before === 0n) {
          expect(found).toBeNull();
          return;
        }
        const size = before < 0n ? -before : before;
        const millionths = (now - before) * 10n ** 8n;
        // Half away from zero.
        const rounded = ((millionths < 0n ? -millionths : millionths) * 2n + size) / (2n * size);
        const [whole = '', places = ''] = (found ?? '').replace('-', '').split('.');
        expect(places).toHaveLength(6);
        expect(BigInt(whole + places)).toBe(rounded);
        if (rounded > 0n) expect(found?.startsWith('-')).toBe(now < before);
      }),
      { seed: 11, numRuns: 200 },
    );
    expect(changeOf(null, decimal('1'))).toBeNull();
    expect(changeOf(decimal('1'), null)).toBeNull();
  });

  test('of a comparison are both periods and their exact difference, rates in points', () => {
    const own = totals({ Ventas: '300', 'Cobro de Envío': '200', 'Reembolso de envío': '50' }, '270');
    const before = totals({ Ventas: '300', 'Cobro de Envío': '100' }, '150');
    const groups = {
      revision: 1,
      groups: [],
      total: { revision: 1, ...own },
      compared: {
        period: { from: '2026-09-01', to: '2026-09-30' } as never,
        total: { revision: 1, ...before },
      },
    };
    const [first, second] = comparedColumns(groups);
    if (first === undefined || second === undefined) throw new Error('Two columns.');
    expect(figureOf(shipping, first)).toEqual({ amount: '100', ratePercent: '33.333333' });
    expect(figureOf(shipping, second)).toEqual({ amount: '50', ratePercent: '16.666667' });
    expect([coverageAmount(second), coverageRate(second)]).toEqual(['120', '40.000000']);
    expect([coverageAmount(first), coverageRate(first)]).toEqual(['150', '50.000000']);
    const unsold = { ...first, totals: totals({ Ventas: '0' }) };
    expect(coverageRate(unsold)).toBeNull();
    expect(coverageRate({ ...second, less: unsold.totals })).toBeNull();
    expect(comparedColumns({ revision: 1, groups: [], total: groups.total })).toEqual([]);
  });
});
