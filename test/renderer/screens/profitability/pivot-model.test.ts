import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GroupsQuery } from '#renderer/data/model/groups.ts';
import type { SortOrder } from '#renderer/data/model/rows.ts';
import { decimalIn, NO_FIGURES } from '#renderer/screens/profitability/figures/figures.ts';
import { measureOf, summedFor } from '#renderer/screens/profitability/figures/measures.ts';
import { columnId, columnOfId, NAME_COLUMN } from '#renderer/screens/profitability/pivot/pivot-columns.ts';
import {
  FIRST_GROUPS,
  type PivotInput,
  readPivot,
} from '#renderer/screens/profitability/pivot/pivot-data.ts';
import {
  firstWholeGroups,
  type PivotLine,
  type PivotModel,
  partOf,
  pivotModel,
} from '#renderer/screens/profitability/pivot/pivot-model.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import {
  callerOf,
  decimalOfCents,
  OCTOBER,
  type Row,
  rowsArbitrary,
  rowsIn,
  SEPTEMBER,
  SUMMED,
  sumOf,
  textOf,
} from './pivot-world.ts';

const CANAL = { column: 'Canal', unit: null } as const;
const SKU = { column: 'SKU Producto', unit: null } as const;
const MONTH = { column: 'Fecha de compra', unit: 'month' } as const;
const DAY = { column: 'Fecha de compra', unit: 'day' } as const;
const DIMENSIONS = [CANAL, SKU, MONTH] as const;

const sales = measureOf('sum:Ventas');
if (sales === null) throw new Error('Ventas is a measure.');

function inputOf(part: Partial<PivotInput>): PivotInput {
  return {
    selection: EVERYTHING,
    first: CANAL,
    second: null,
    place: 'nested',
    columns: summedFor([sales as NonNullable<typeof sales>]).filter((each) =>
      (SUMMED as readonly string[]).includes(each),
    ),
    against: null,
    sort: null,
    all: false,
    open: 'all',
    ...part,
  };
}

async function modelOf(rows: readonly Row[], input: PivotInput): Promise<PivotModel> {
  const result = await readPivot(callerOf(rows), input, 'slot');
  return pivotModel({
    result,
    second: input.second === null ? null : { isTime: input.second.unit !== null },
    place: input.place,
    sort: input.sort,
    isOpen: () => true,
  });
}

const salesOf = (line: Pick<PivotLine, 'pair'>): string | null =>
  decimalIn(sales as NonNullable<typeof sales>, line.pair.now, NO_FIGURES);

/** The sum of some rows as the pivot writes it: no rows are just 0. */
const expectedSales = (rows: readonly Row[]): string =>
  rows.length === 0 ? '0' : decimalOfCents(sumOf(rows, 'Ventas'));

const dimension = fc.constantFrom(...DIMENSIONS);
const sorts = fc.constantFrom<SortOrder | null>(
  null,
  { column: 'sum:Rentabilidad Total', direction: 'ascending' },
  { column: 'rate:Rentabilidad Total', direction: 'descending' },
  { column: 'rate:Rentabilidad Total', direction: 'ascending' },
  { column: NAME_COLUMN, direction: 'ascending' },
);

describe('a pivot', () => {
  test('nested: every line is the sum of its rows, and the groups of a group add up to it', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, dimension, dimension, sorts, async (rows, first, second, sort) => {
        fc.pre(first !== second);
        const { lines, total } = await modelOf(rows, inputOf({ first, second, sort }));
        expect(salesOf(total)).toBe(expectedSales(rows));
        const groups = new Set(rows.map((row) => textOf(row, first)));
        expect(new Set(lines.map((line) => line.first))).toEqual(groups);
        for (const line of lines) {
          const own = rows.filter(
            (row) =>
              textOf(row, first) === line.first && (line.depth === 0 || textOf(row, second) === line.second),
          );
          expect(salesOf(line)).toBe(expectedSales(own));
          expect(line.pair.now.rows).toBe(own.length);
        }
        for (const group of groups) {
          const within = lines.filter(({ first: value, depth }) => value === group && depth === 1);
          expect(new Set(within.map((line) => line.second)).size).toBe(within.length);
          const rowsWithin = within.reduce((sum, line) => sum + line.pair.now.rows, 0);
          expect(rowsWithin).toBe(rows.filter((row) => textOf(row, first) === group).length);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('on paper: the first whole groups, and a subtotal that is the sum of their rows, across as well', async () => {
    const most = fc.integer({ min: 1, max: 20 });
    const place = fc.constantFrom('nested', 'across');
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, most, place, async (rows, limit, where) => {
        const model = await modelOf(rows, inputOf({ first: CANAL, second: SKU, place: where as 'nested' }));
        const printed = firstWholeGroups(model.lines, limit);
        const head = model.lines[printed.length];
        expect(printed).toEqual(model.lines.slice(0, printed.length));
        expect(printed.length).toBeLessThanOrEqual(limit);
        // Only a first group that is longer than all there is room for is cut.
        const groups = new Set(printed.map(({ first }) => first));
        if (head?.depth === 1) expect([printed.length, groups.size]).toEqual([limit, 1]);
        const part = partOf(model, printed);
        const own = rows.filter((row) => groups.has(textOf(row, CANAL)));
        expect(Number(salesOf(part))).toBe(Number(expectedSales(own)));
        expect(part.pair.now.rows).toBe(own.length);
        for (const band of model.bands) {
          const across = part.across?.get(band);
          const within = own.filter((row) => textOf(row, SKU) === band);
          expect(across?.now.rows).toBe(within.length);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('is in the order asked for, also within groups, by exact fractions; no value comes last', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, fc.constantFrom<1 | -1>(1, -1), async (rows, sign) => {
        const sort = {
          column: 'rate:Rentabilidad Total',
          direction: sign === 1 ? ('ascending' as const) : ('descending' as const),
        };
        const { lines } = await modelOf(rows, inputOf({ first: CANAL, second: SKU, sort }));
        const parts = (line: PivotLine) => {
          const own = rows.filter(
            (row) => row.Canal === line.first && (line.depth === 0 || row['SKU Producto'] === line.second),
          );
          return [sumOf(own, 'Rentabilidad Total'), sumOf(own, 'Ventas')] as const;
        };
        const runs = [
          lines.filter(({ depth }) => depth === 0),
          ...[...new Set(rows.map(({ Canal }) => Canal))].map((value) =>
            lines.filter(({ depth, first }) => depth === 1 && first === value),
          ),
        ];
        for (const run of runs) {
          for (const [at, line] of run.entries()) {
            const next = run[at + 1];
            if (next === undefined) continue;
            const [a, b] = parts(line);
            const [c, d] = parts(next);
            // Over sales of 0 or less there is no rate.
            if (b <= 0n) expect(d <= 0n).toBe(true);
            if (b <= 0n || d <= 0n) continue;
            const difference = a * d - c * b;
            expect(sign === 1 ? difference <= 0n : difference >= 0n).toBe(true);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('across: every cell is the sum of its rows, and each row adds up to its total', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, dimension, dimension, async (rows, first, second) => {
        fc.pre(first !== second);
        const model = await modelOf(rows, inputOf({ first, second, place: 'across' }));
        expect(new Set(model.bands)).toEqual(new Set(rows.map((row) => textOf(row, second))));
        for (const line of [...model.lines, model.total]) {
          const own = rows.filter((row) => line.first === null || textOf(row, first) === line.first);
          expect(salesOf(line)).toBe(expectedSales(own));
          for (const band of model.bands) {
            const pair = line.across?.get(band);
            if (pair === undefined) throw new Error('Every band has a cell.');
            expect(salesOf({ pair })).toBe(expectedSales(own.filter((row) => textOf(row, second) === band)));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('has no rest where every group and every column is shown', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, dimension, dimension, async (rows, first, second) => {
        fc.pre(first !== second);
        const nested = await modelOf(rows, inputOf({ first, second, all: true }));
        expect(nested.lines.filter(({ kind }) => kind !== 'group')).toEqual([]);
        const across = await modelOf(rows, inputOf({ first, second, place: 'across', all: true }));
        expect(across.bandsLeftOut).toBe(0);
        expect([...across.lines, across.total].map(({ kind, acrossRest }) => [kind, acrossRest])).toEqual([
          ...across.lines.map(() => ['group', null]),
          ['total', null],
        ]);
      }),
      { seed: 9, numRuns: 40 },
    );
  });

  test('across: rows are in the order of the column that is asked for', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, fc.nat(), fc.constantFrom<1 | -1>(1, -1), async (rows, at, sign) => {
        const values = [...new Set(rows.map((row) => row['SKU Producto']))];
        const value = values[at % values.length] ?? '';
        const column = columnId(sales as NonNullable<typeof sales>, 'value', { kind: 'value', value });
        const direction = sign === 1 ? ('ascending' as const) : ('descending' as const);
        const { lines } = await modelOf(
          rows,
          inputOf({ first: CANAL, second: SKU, place: 'across', sort: { column, direction } }),
        );
        const sums = lines.map(({ first }) =>
          sumOf(
            rows.filter((row) => row.Canal === first && row['SKU Producto'] === value),
            'Ventas',
          ),
        );
        expect(new Set(lines.map(({ first }) => first))).toEqual(new Set(rows.map(({ Canal }) => Canal)));
        expect(sums).toEqual(sums.toSorted((a, b) => (a === b ? 0 : a < b ? -sign : sign)));
      }),
      { seed: 11, numRuns: 60 },
    );
  });

  test('nested: months stand newest first within a group, texts by their Ventas', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, async (rows) => {
        const within = async (second: typeof MONTH | typeof SKU, first: string) =>
          (await modelOf(rows, inputOf({ first: CANAL, second }))).lines.filter(
            (line) => line.depth === 1 && line.first === first,
          );
        const first = rows[0]?.Canal ?? '';
        const months = (await within(MONTH, first)).map(({ second }) => second ?? '');
        expect(months).toEqual(months.toSorted().reverse());
        const sums = (await within(SKU, first)).map(({ second }) =>
          sumOf(
            rows.filter((row) => row.Canal === first && row['SKU Producto'] === second),
            'Ventas',
          ),
        );
        expect(sums).toEqual(sums.toSorted((a, b) => (a === b ? 0 : a < b ? 1 : -1)));
      }),
      { seed: 13, numRuns: 40 },
    );
  });

  test('compared: each figure stands beside the same of the period before', async () => {
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, async (rows) => {
        const selection = { ...EVERYTHING, period: OCTOBER };
        const { lines, total } = await modelOf(
          rows,
          inputOf({ selection, first: CANAL, second: SKU, against: 'previous-period' }),
        );
        const before = rowsIn(rows, { ...EVERYTHING, period: SEPTEMBER });
        for (const line of [...lines, total]) {
          const own = before.filter(
            (row) =>
              (line.first === null || row.Canal === line.first) &&
              (line.depth === 0 || row['SKU Producto'] === line.second),
          );
          const pair = line.pair.before;
          if (pair === null) throw new Error('Both periods are there.');
          expect(salesOf({ pair: { now: pair, before: null } })).toBe(expectedSales(own));
        }
      }),
      { numRuns: 40 },
    );
  });
});

/** More channels than a screen shows: «c0001» sells 1, «c0002» sells 2… */
const many = (count: number): readonly Row[] =>
  Array.from({ length: count }, (_, at) => ({
    Canal: `c${String(at + 1).padStart(4, '0')}`,
    'SKU Producto': at % 2 === 0 ? 'even' : 'odd',
    day: '2026-10-15',
    order: String(at),
    cents: {
      Ventas: BigInt(at + 1),
      'Rentabilidad Total': BigInt((at * 7919) % 1000),
      'Costo de Producto': 1n,
      Unidades: 1n,
    },
  }));

describe('more groups than are shown', () => {
  const rows = many(500);
  const sum = rows.reduce((total, row) => total + (row.cents.Ventas ?? 0n), 0n);

  test('the first stand in their order, the others as one line that makes the table add up', async () => {
    const { lines, total } = await modelOf(rows, inputOf({}));
    expect(lines).toHaveLength(FIRST_GROUPS + 1);
    expect(lines[0]?.first).toBe('c0500');
    const rest = lines.at(-1);
    expect([rest?.kind, rest?.leftOut]).toEqual(['others', 300]);
    const shown = rows.slice(-FIRST_GROUPS).reduce((part, row) => part + (row.cents.Ventas ?? 0n), 0n);
    expect(rest === undefined ? null : salesOf(rest)).toBe(decimalOfCents(sum - shown));
    expect(salesOf(total)).toBe(decimalOfCents(sum));
  });

  test('all come where one wants them', async () => {
    const { lines } = await modelOf(rows, inputOf({ all: true }));
    expect(lines.map(({ kind }) => kind)).toEqual(Array.from({ length: 500 }, () => 'group'));
  });

  test('the least of a sum are asked of the worker, not picked among the greatest', async () => {
    const { lines } = await modelOf(
      rows,
      inputOf({ sort: { column: 'sum:Ventas', direction: 'ascending' } }),
    );
    expect(lines[0]?.first).toBe('c0001');
  });

  test('an order that no sum tells is found among thousands, and said where that is not all', async () => {
    const byRate: SortOrder = { column: 'rate:Rentabilidad Total', direction: 'descending' };
    const best = rows.reduce((a, b) =>
      (a.cents['Rentabilidad Total'] ?? 0n) * (b.cents.Ventas ?? 0n) >=
      (b.cents['Rentabilidad Total'] ?? 0n) * (a.cents.Ventas ?? 0n)
        ? a
        : b,
    );
    const few = await readPivot(callerOf(rows), inputOf({ sort: byRate }), 'slot');
    expect(few.shown[0]?.value).toBe(best.Canal);
    expect([few.shown.length, few.leftOut, few.orderedAmong]).toEqual([FIRST_GROUPS, 300, null]);
    const more = await readPivot(callerOf(many(5100)), inputOf({ sort: byRate }), 'slot');
    expect([more.shown.length, more.leftOut, more.orderedAmong]).toEqual([FIRST_GROUPS, 4900, 5000]);
  });

  test('more columns than fit: the first, and what is left of each row', async () => {
    const turned = rows.map((row) => ({ ...row, Canal: row['SKU Producto'], 'SKU Producto': row.Canal }));
    const model = await modelOf(turned, inputOf({ second: SKU, place: 'across' }));
    expect([model.bands.length, model.bandsLeftOut]).toEqual([24, 476]);
    for (const line of [...model.lines, model.total]) {
      const own = turned.filter((row) => line.first === null || row.Canal === line.first);
      const rest = own.filter((row) => !model.bands.includes(row['SKU Producto']));
      if (line.acrossRest === null) throw new Error('Something is left of every row.');
      expect(salesOf({ pair: line.acrossRest() })).toBe(decimalOfCents(sumOf(rest, 'Ventas')));
    }
  });

  test('rows are in the order of what is left beside the columns', async () => {
    const turned = rows.map((row, at) => ({
      ...row,
      Canal: `g${at % 7}`,
      'SKU Producto': row.Canal,
    }));
    const column = columnId(sales as NonNullable<typeof sales>, 'value', { kind: 'others' });
    for (const direction of ['ascending', 'descending'] as const) {
      const model = await modelOf(
        turned,
        inputOf({ second: SKU, place: 'across', sort: { column, direction } }),
      );
      const left = model.lines.map(({ first }) =>
        sumOf(
          turned.filter((row) => row.Canal === first && !model.bands.includes(row['SKU Producto'])),
          'Ventas',
        ),
      );
      expect(left).toHaveLength(7);
      const ascending = left.toSorted((a, b) => Number(a - b));
      expect(left).toEqual(direction === 'ascending' ? ascending : ascending.toReversed());
    }
  });

  test('more days than fit: the newest, asked for alone, and the earlier ones as a rest', async () => {
    const daily = rows.slice(0, 100).map((row, at) => ({
      ...row,
      Canal: 'only',
      day: new Date(Date.UTC(2026, 5, 1 + at)).toISOString().slice(0, 10),
    }));
    const queries: GroupsQuery[] = [];
    const input = inputOf({ second: DAY, place: 'across' });
    const result = await readPivot(callerOf(daily, queries), input, 'slot');
    expect(queries.at(-1)?.selection.period).toEqual({ from: '2026-07-09', to: '2026-09-08' });
    const model = pivotModel({
      result,
      second: { isTime: true },
      place: 'across',
      sort: null,
      isOpen: () => true,
    });
    expect([model.bands.length, model.bands.at(-1), model.bandsLeftOut]).toEqual([62, '2026-09-08', 38]);
    const rest = model.lines[0]?.acrossRest?.();
    expect(rest === undefined ? null : salesOf({ pair: rest })).toBe(
      decimalOfCents(sumOf(daily.slice(0, 38), 'Ventas')),
    );
  });

  test('what is left of all groups has its cells too', async () => {
    const model = await modelOf(rows, inputOf({ second: SKU, place: 'across' }));
    const rest = model.lines.at(-1);
    // Both columns are shown: nothing is left beside them, of no row.
    expect(model.lines.map(({ acrossRest }) => acrossRest)).toEqual(model.lines.map(() => null));
    const shown = new Set(model.lines.map(({ first }) => first));
    const own = rows.filter(({ Canal }) => !shown.has(Canal));
    const odd = rest?.across?.get('odd');
    expect(rest?.kind).toBe('others');
    expect(odd === undefined ? null : salesOf({ pair: odd })).toBe(
      decimalOfCents(
        sumOf(
          own.filter((row) => row['SKU Producto'] === 'odd'),
          'Ventas',
        ),
      ),
    );
  });

  test('groups of a group beyond the first are one line, exactly', async () => {
    const one = rows.map((row) => ({ ...row, Canal: 'only', 'SKU Producto': row.Canal }));
    const { lines } = await modelOf(one, inputOf({ second: SKU }));
    const rest = lines.at(-1);
    expect([rest?.kind, rest?.depth, rest?.leftOut]).toEqual(['others', 1, 475]);
    expect(rest === undefined ? null : salesOf(rest)).toBe(
      decimalOfCents(sumOf(one.slice(0, 475), 'Ventas')),
    );
  });
});

describe('groups of a group', () => {
  /** 500 products in one channel; the best rate is one of the least sales. */
  const products = many(500).map((row) => ({ ...row, Canal: 'only', 'SKU Producto': row.Canal }));
  const byRate: SortOrder = { column: 'rate:Rentabilidad Total', direction: 'descending' };
  const rateOf = ({ cents }: Row) => Number(cents['Rentabilidad Total']) / Number(cents.Ventas);
  const best = products.toSorted((a, b) => rateOf(b) - rateOf(a)).map((row) => row['SKU Producto']);

  test.each<[string, Partial<PivotInput>, number]>([
    ['the first by sales', {}, 25],
    ['all where one wants them', { all: true }, 500],
    ['the first of an open one by a sum', { open: ['only'] }, 25],
    ['all of an open one by what no sum tells', { open: ['only'], sort: byRate }, 500],
    ['the first by what no sum tells, where every group is open', { sort: byRate }, 25],
  ])('are %s', async (_, part, count) => {
    const input = inputOf({ second: SKU, ...part });
    const { lines } = await modelOf(products, input);
    const within = lines.filter(({ depth, kind }) => depth === 1 && kind === 'group');
    expect(within).toHaveLength(count);
    expect(lines.filter(({ kind }) => kind === 'others').map(({ leftOut }) => leftOut)).toEqual(
      count === 500 ? [] : [500 - count],
    );
    if (input.sort !== null && count === 500)
      expect(within.slice(0, 3).map(({ second }) => second)).toEqual(best.slice(0, 3));
  });
});

describe('what is asked of the worker', () => {
  const asked = async (input: PivotInput): Promise<readonly GroupsQuery[]> => {
    const queries: GroupsQuery[] = [];
    await readPivot(callerOf(many(500), queries), input, 'slot');
    return queries;
  };

  test('closed groups are not asked what they hold', async () => {
    expect(await asked(inputOf({ second: SKU, open: [] }))).toHaveLength(1);
    const [, within] = await asked(inputOf({ second: SKU, open: ['c0500', 'gone'] }));
    expect(within?.selection.filters).toEqual([{ column: 'Canal', values: ['c0500'] }]);
  });

  test('nothing within a group is asked of groups that are not shown', async () => {
    const queries = await asked(inputOf({ second: SKU, open: 'all' }));
    expect(queries.at(-1)?.selection.filters[0]?.values).toHaveLength(FIRST_GROUPS);
  });

  test('open months ask for their days only, but a period that is compared is never shortened', async () => {
    const rows = many(500).map((row, at) => ({ ...row, day: at % 2 === 0 ? '2026-09-30' : row.day }));
    const selection = { ...EVERYTHING, period: { from: SEPTEMBER.from, to: OCTOBER.to } };
    const input = inputOf({ selection, first: MONTH, second: CANAL, open: ['2026-10'] });
    const askedWith = async (each: PivotInput) => {
      const queries: GroupsQuery[] = [];
      await readPivot(callerOf(rows, queries), each, 'slot');
      return queries.map((query) => query.selection.period);
    };
    expect(await askedWith(input)).toEqual([selection.period, OCTOBER]);
    expect(await askedWith({ ...input, against: 'previous-period' })).toEqual([
      selection.period,
      selection.period,
    ]);
  });
});

describe('columns', () => {
  test('are told by their ids, whatever the values across are called', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('value', 'difference', 'change'), (value, part) => {
        const measure = measureOf('per-unit:Cobro por Asesoría Comercial (KAM)');
        if (measure === null) throw new Error('It is a measure.');
        for (const band of [{ kind: 'own' }, { kind: 'others' }, { kind: 'value', value }] as const) {
          const id = columnId(measure, part as 'value', band);
          expect(columnOfId(id)).toEqual({ id, measure, part, band });
        }
      }),
    );
    expect(columnOfId(NAME_COLUMN)).toBeNull();
  });
});

test('what opened groups hold is asked of these alone: in the place of a filter of theirs, and of all days where some have none', async () => {
  const row = (Canal: string, day: string): Row => ({
    ...{ Canal, 'SKU Producto': 'a', day, order: Canal + day },
    cents: { Ventas: 1n, 'Rentabilidad Total': 1n, 'Costo de Producto': 1n, Unidades: 1n },
  });
  const rows = [row('Uno', '2026-10-15'), row('Dos', '2026-09-30'), row('Tres', '')];
  const cuenta = { column: 'Cuenta', values: [''] };
  const asked = async (part: Partial<PivotInput>) => {
    const queries: GroupsQuery[] = [];
    await readPivot(callerOf(rows, queries), inputOf(part), 'slot');
    return queries.at(-1)?.selection;
  };
  const filters = [{ column: 'Canal', values: ['Uno', 'Dos', 'Tres'] }, cuenta];
  const selection = { ...EVERYTHING, filters };
  expect((await asked({ selection, second: SKU, open: ['Dos'] }))?.filters).toEqual([
    cuenta,
    { column: 'Canal', values: ['Dos'] },
  ]);
  const byMonth = async (...open: readonly string[]) =>
    (await asked({ first: MONTH, second: CANAL, open }))?.period ?? null;
  expect([
    await byMonth('2026-09'),
    await byMonth('2026-09', '2026-10'),
    await byMonth('', '2026-10'),
  ]).toEqual([SEPTEMBER, { from: SEPTEMBER.from, to: OCTOBER.to }, null]);
});
