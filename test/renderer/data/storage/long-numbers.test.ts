import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EVERY_CHANGE } from '#renderer/data/model/changes.ts';
import type { RowsQuery } from '#renderer/data/model/rows.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { pullText, startCsv } from '#test/renderer/data/worker/pull-file.ts';
import { createFakeLocks } from './fake-locks.ts';
import { type Row, row } from './ledger-fixtures.ts';
import { freshServiceAccount, LINE, load, startPage } from './started-page.ts';

/**
 * Amounts as long as they are accepted, through the real ledger and the real answers: nothing computed from them is
 * refused, and what is too long to be accepted is left out visibly. The oracle adds up digit strings of its own.
 */

const PLACES = 70;

/** The number a plain decimal text stands for, in units of 10^-PLACES. */
function grains(text: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const size = BigInt(whole + fraction.padEnd(PLACES, '0'));
  return sign === '-' ? -size : size;
}

const AMOUNTS = ['Ventas', 'Rentabilidad Marketplace', 'Rentabilidad Comercial', 'Rentabilidad Total'];
const COLUMNS = ['Orden', ...AMOUNTS, '% Rentabilidad Marketplace'];

const QUERY: RowsQuery = { selection: EVERYTHING, grouping: 'orders', sort: null, columns: COLUMNS };

async function startLoaded(rows: readonly Row[]) {
  const page = startPage(createFakeLocks());
  await page.service.open({ accountId: freshServiceAccount(), line: LINE });
  const { calls } = await page.main();
  await load(calls, 'w1', rows);
  return { page, calls };
}

async function wholeFile({ file }: Awaited<ReturnType<typeof startCsv>>): Promise<readonly string[]> {
  return (await pullText(file)).trimEnd().split('\r\n').slice(1);
}

/** The longest amounts there are: all digits whole, all but one of the fraction, and both halves. */
const LONG = [
  '9'.repeat(60),
  `-0.${'9'.repeat(59)}`,
  `${'8'.repeat(20)}.${'7'.repeat(40)}`,
  `${'6'.repeat(40)}.5`,
];
const TOO_LONG = '9'.repeat(61);

test('a copy with amounts of the longest accepted digits answers every question, and takes further commits', async () => {
  const rows = [
    row({ Orden: 'A', Ventas: `${'7'.repeat(56)}` }),
    row({ Orden: 'A', 'Nro. suborden': 'S-2', Ventas: '10.25' }),
    row({ Orden: 'A', 'Nro. suborden': 'S-3', Ventas: TOO_LONG }),
    // A sum below zero, of more digits than any input: no text that a spreadsheet must be kept from.
    row({ Orden: 'C', Ventas: `-${'9'.repeat(60)}` }),
    row({ Orden: 'C', 'Nro. suborden': 'S-2', Ventas: '-0.75' }),
    ...LONG.map((Ventas, at) =>
      row({ Orden: `B-${at}`, Ventas, 'Rentabilidad Marketplace': LONG[(at + 1) % LONG.length] ?? null }),
    ),
  ];
  const { page, calls } = await startLoaded(rows);
  const { service } = page;
  const sum = rows.reduce(
    (total, { Ventas }) => total + (Ventas === TOO_LONG ? 0n : grains(Ventas ?? '')),
    0n,
  );

  const totals = await service.readTotals({ selection: EVERYTHING, columns: AMOUNTS });
  expect(grains(totals.sums.Ventas ?? '')).toBe(sum);
  expect(totals.unreadable).toEqual({ Ventas: 1 });

  const orders = await service.readTableRows({ ...QUERY, offset: 0, limit: 100 });
  const first = orders.lines.find(({ cells }) => cells[0] === 'A');
  expect(grains(first?.cells[1] ?? '')).toBe(grains('7'.repeat(56)) + grains('10.25'));
  expect(first?.unreadable).toContain('Ventas');
  // Every part of the file is a number where the sum is one.
  const file = await wholeFile(
    await startCsv(
      service,
      { kind: 'rows', name: 'Órdenes', query: QUERY },
      { separator: ';', decimalSign: ',' },
    ),
  );
  expect(file).toHaveLength(2 + LONG.length);
  for (const line of file) expect(line.split(';')[1]).toMatch(/^-?\d+(,\d+)?$/);

  // The order changes: before and after are longer than any amount that is accepted.
  await load(calls, 'w2', [
    ...rows,
    row({ Orden: 'A', 'Nro. suborden': 'S-4', Ventas: `-1.${'3'.repeat(59)}` }),
  ]);
  const changes = await service.readChanges({
    ...EVERY_CHANGE,
    sort: 'Ventas',
    offset: 0,
    limit: 10,
  });
  expect(changes.counts).toEqual({ new: 0, changed: 1, removed: 0 });
  const before = grains('7'.repeat(56)) + grains('10.25');
  const difference = grains(`-1.${'3'.repeat(59)}`);
  const figures = ['before', 'after', 'difference'] as const;
  expect(figures.map((figure) => grains(changes.sums.Ventas?.[figure] ?? ''))).toEqual([
    before,
    before + difference,
    difference,
  ]);
  await expect(service.readTotals({ selection: EVERYTHING, columns: ['Ventas'] })).resolves.toMatchObject({
    rows: rows.length + 1,
  });
});

test('ten thousand rows of the longest amounts at mixed scales are summed, grouped, ordered and filtered exactly', async () => {
  const digit = fc.integer({ min: 0, max: 9 }).map(String);
  const amount = fc
    .tuple(
      fc.boolean(),
      fc.constantFrom(20, 30, 40, 59, 60),
      fc.array(digit, { minLength: 60, maxLength: 60 }),
    )
    .map(([negative, whole, digits]) => {
      const all = digits.join('');
      return `${negative ? '-' : ''}${all.slice(0, whole)}${whole === 60 ? '' : `.${all.slice(whole)}`}`;
    });
  const few = fc.sample(amount, { seed: 20_261_122, numRuns: randomCases(80) });
  const rows = Array.from({ length: 10_000 }, (_, at) =>
    row({
      Orden: `O-${at}`,
      Canal: at % 3 === 0 ? 'Uno' : 'Dos',
      Ventas: few[at % few.length] ?? null,
      'Rentabilidad Marketplace': few[(at * 7 + 1) % few.length] ?? null,
    }),
  );
  const { page } = await startLoaded(rows);
  const { service } = page;
  const sumOf = (chosen: readonly Row[], column: string) =>
    chosen.reduce((total, values) => total + grains(values[column] ?? '0'), 0n);

  const groups = await service.readGroups({ selection: EVERYTHING, dimension: 'Canal', columns: AMOUNTS });
  for (const column of ['Ventas', 'Rentabilidad Marketplace']) {
    expect(grains(groups.total.sums[column] ?? '')).toBe(sumOf(rows, column));
    for (const { value, totals } of groups.groups) {
      const own = rows.filter(({ Canal }) => Canal === value);
      expect(grains(totals.sums[column] ?? '')).toBe(sumOf(own, column));
    }
  }

  const sorted = await service.readTableRows({
    ...QUERY,
    grouping: 'rows',
    sort: { column: 'Ventas', direction: 'ascending' },
    offset: 0,
    limit: 500,
  });
  const expected = rows
    .map(({ Ventas }) => grains(Ventas ?? ''))
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  expect(sorted.lines.map(({ cells }) => grains(cells[1] ?? ''))).toEqual(expected.slice(0, 500));

  const bound = few[3] ?? '0';
  const filtered = await service.readTotals({
    selection: {
      ...EVERYTHING,
      numberFilters: [{ column: 'Ventas', from: bound as NonNullable<Filter['from']>, to: null }],
    },
    columns: ['Ventas'],
  });
  const kept = rows.filter(({ Ventas }) => grains(Ventas ?? '') >= grains(bound));
  expect(filtered.rows).toBe(kept.length);
  expect(grains(filtered.sums.Ventas ?? '')).toBe(sumOf(kept, 'Ventas'));
});

type Filter = (typeof EVERYTHING)['numberFilters'][number];
