import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileCell, FileRow } from '#renderer/data/model/file-cells.ts';
import { findHeader } from '#renderer/data/model/file-columns.ts';
import { holdsDay, type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import { csvLines, unguarded, unheld } from '#renderer/data/model/spreadsheet.ts';
import {
  type ChosenConventions,
  COST_FIELD_NAMES,
  type CostImport,
  createCostReading,
  MAX_IMPORTED,
  NEEDED_COST_FIELDS,
  planCostImport,
} from '#renderer/reconciliation/costs/model/own-costs-import.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { randomCases } from '#test/random-cases.ts';

const NOBODY: ChosenConventions = { number: null, date: null };

function read(
  table: readonly (readonly FileCell[])[],
  said = NOBODY,
  currency: string | null = null,
  today = '2026-11-20' as LocalDate,
): CostImport {
  const rows = table.map((cells, at): FileRow => ({ line: at + 1, cells }));
  const header = findHeader(rows, COST_FIELD_NAMES, NEEDED_COST_FIELDS);
  if (header === undefined) throw new Error('No header.');
  const reading = createCostReading(header.columns, header.line, currency, today);
  for (const row of rows) reading.add(row);
  return reading.end(said);
}

const HEAD = ['SKU', 'Producto', 'Costo unitario', 'Desde', 'Hasta', 'Nota'];
const number = (text: string): FileCell => ({ kind: 'number', text });

test.each([
  [['SKU Producto', 'Costo'], { sku: 0, cost: 1 }],
  [['Costo (CLP)', 'Código:', 'VIGENCIA'], { sku: 1, cost: 0, from: 2 }],
  [['Note', 'Unit cost', 'Product code', 'From', 'To'], { sku: 2, cost: 1, from: 3, to: 4, note: 0 }],
  // Which of two of one name is meant, nobody can tell.
  [['SKU', 'Costo', 'Costo', 'Nota'], { sku: 0, cost: null, note: 3 }],
  [['Código', 'Custo unitário', 'De', 'Até', 'Observação'], { sku: 0, cost: 1, from: 2, to: 3, note: 4 }],
])('%j is understood', (head, columns) => {
  const titles: FileRow[] = [1, 2, 3, 4, 5].map((line) => ({ line, cells: ['Lista de costos', 'al 31-08'] }));
  const found = findHeader([...titles, { line: 6, cells: head }], COST_FIELD_NAMES, NEEDED_COST_FIELDS);
  expect(found?.line).toBe(6);
  expect(found?.columns).toMatchObject(columns);
});

test.each([
  [[['Costos en miles de pesos']], 'Costo unitario', '1,5 (Costos en miles de pesos)'],
  [[], 'Costo unitario (M$)', '1,5 (Costo unitario (M$))'],
  [[['Moneda: USD']], 'Costo unitario', '1,5 USD'],
  [[['Moneda', 'Dólares']], 'Costo unitario', '1,5 USD'],
])('costs under %j and %j are no pesos', (titles, heading, text) => {
  const found = read(
    [...titles, HEAD.with(2, heading), ['A', 'x', '1,5', '15-08-2026', '', '']],
    NOBODY,
    'CLP',
  );
  expect(found.costs).toEqual([]);
  expect(found.faults).toMatchObject([{ reason: 'other-currency', text }]);
});

describe('years of two digits, by the rule of statements', () => {
  const from = (days: readonly string[], said = NOBODY, heading = 'Desde') => {
    const lines = days.map((day, at) => [`S${at}`, 'x', '5', day, '', '']);
    const { costs, faults, conventions } = read([HEAD.with(3, heading), ...lines], said);
    return { days: costs.map((cost) => cost.from), faults: faults.map(({ reason }) => reason), conventions };
  };

  test('stand first where that alone makes all of them days of about now', () => {
    expect(from(['26/08/15', '26/08/17', '26/09/02', '2026-09-03'])).toMatchObject({
      days: ['2026-08-15', '2026-08-17', '2026-09-02', '2026-09-03'],
      faults: [],
    });
  });

  test('first say nothing of the order of days and months in others beside them', () => {
    const { days, faults, conventions } = from(['26/08/15', '26/08/17', '26/09/02', '03/04/2026']);
    expect(days).toEqual(['2026-08-15', '2026-08-17', '2026-09-02']);
    expect([faults, conventions.date]).toEqual([['unclear-date'], 'unclear']);
  });

  test('are asked about where too few days tell it, and read by the answer', () => {
    const asked = from(['26/08/15', '26/08/15']);
    expect(asked).toMatchObject({ days: [], faults: ['unclear-date', 'unclear-date'] });
    expect(asked.conventions.date).toBe('unclear');
    const answered = from(['26/08/15'], { number: null, date: 'day-first' });
    expect(answered).toMatchObject({ days: ['2015-08-26'], faults: [] });
  });

  test('stand last in all other lists, and where a heading says so', () => {
    expect(from(['26/08/15', '14/08/15', '17/08/15']).days).toEqual([
      '2015-08-26',
      '2015-08-14',
      '2015-08-17',
    ]);
    expect(from(['25/10/26', '26/11/25']).days).toEqual(['2026-10-25', '2025-11-26']);
    const named = from(['26/08/15', '26/08/17', '26/09/02'], NOBODY, 'Desde (DD/MM/AA)');
    expect(named).toMatchObject({ days: ['2015-08-26', '2017-08-26', '2002-09-26'], faults: [] });
  });
});

test('lines are costs, unfilled, repeated, or told with their line, column and reason', () => {
  const found = read([
    ['Costos de agosto'],
    HEAD,
    ['A', 'x', '1.234,50', '01-08-2026', '31-08-2026', ' según factura '],
    ['B', 'x', '', '', '', ''],
    [],
    ['', '', '', '', '', ''],
    HEAD,
    ['C', 'x', '12,x'],
    ['D', 'x', '0'],
    ['E', 'x', '5', '31-02-2026'],
    ['F', 'x', '5', '', '20-08-2026'],
    ['G', 'x', '5', '20-08-2026', '19-08-2026'],
    ['', 'Total', '1.000,00'],
    ['1,23457E+15', 'x', '5'],
    ['A', 'x', '1.234,50', '01-08-2026', '31-08-2026', 'otra vez'],
    ['H', 'x', '5', '01-08-2026', '31-08-2026'],
    ['H', 'x', '6', '15-08-2026', ''],
  ]);
  expect(found).toMatchObject({
    lines: 12,
    unfilled: 1,
    repeated: 1,
    conventions: { number: ',', date: 'day-first' },
  });
  expect(found.costs).toEqual([
    { line: 3, sku: 'A', cost: '1234.50', from: '2026-08-01', to: '2026-08-31', note: 'según factura' },
    { line: 11, sku: 'F', cost: '5', from: null, to: '2026-08-20', note: '' },
  ]);
  expect(
    found.faults.map(({ line, column, text, reason, other }) => [line, column, text, reason, other]),
  ).toEqual([
    [8, 2, '12,x', 'not-a-number', null],
    [9, 2, '0', 'not-positive', null],
    [10, 3, '31-02-2026', 'not-a-day', null],
    [12, 4, '19-08-2026', 'days-reversed', null],
    [13, 0, '', 'no-sku', null],
    [14, 0, '1,23457E+15', 'lost-digits', null],
    [16, null, 'H', 'contradicts', 17],
    [17, null, 'H', 'contradicts', 16],
  ]);
  expect(found.faultCount).toBe(8);
});

test('what could be two amounts or two days is asked, and read as said', () => {
  const table = [HEAD, ['A', '', '1.234', '03/04/2026'], ['B', '', '2.500', '05/06/2026']];
  const asked = read(table);
  expect(asked.conventions).toEqual({ number: 'unclear', date: 'unclear' });
  expect(asked.costs).toEqual([]);
  expect(asked.faults.map(({ reason }) => reason)).toEqual([
    'unclear-number',
    'unclear-date',
    'unclear-number',
    'unclear-date',
  ]);
  const view = read(table, { number: ',', date: 'month-first' });
  expect(view.costs.map(({ cost, from }) => [cost, from])).toEqual([
    ['1234', '2026-03-04'],
    ['2500', '2026-05-06'],
  ]);
  expect(read(table, { number: '.', date: 'day-first' }).costs.map(({ cost }) => cost)).toEqual([
    '1.234',
    '2.500',
  ]);
});

test('what both conventions read alike asks nothing', () => {
  const { conventions, costs } = read([HEAD, ['A', '', '5', '05/05/2026'], ['B', '', '7', '']]);
  expect(conventions).toEqual({ number: 'none', date: 'none' });
  expect(costs.map(({ cost, from }) => [cost, from])).toEqual([
    ['5', '2026-05-05'],
    ['7', null],
  ]);
});

test('what was said of another sheet gives way to what this one proves', () => {
  const table = [HEAD, ['A', '', '12.5', '25/04/2026']];
  const found = read(table, { number: ',', date: 'month-first' });
  expect(found.costs.map(({ cost, from }) => [cost, from])).toEqual([['12.5', '2026-04-25']]);
});

test('cells of a workbook need no convention', () => {
  const found = read([
    HEAD,
    [number('1001'), '', number('1.234'), { kind: 'date', text: '2026-03-04T10:00:00.000' }, number('46265')],
    ['B', '', { kind: 'error', text: '#N/A' }],
    [number('1234567890123456'), '', number('5')],
  ]);
  expect(found.costs).toEqual([
    { line: 2, sku: '1001', cost: '1.234', from: '2026-03-04', to: '2026-08-31', note: '' },
  ]);
  expect(found.faults.map(({ reason, text }) => [reason, text])).toEqual([
    ['not-a-number', '#N/A'],
    ['lost-digits', '1234567890123456'],
  ]);
});

const day = (at: number): LocalDate => `2026-03-${String(at).padStart(2, '0')}` as LocalDate;
const SAID = { currency: 'CLP', owner: 'Ana', atMs: 1 };
const DAYS = Array.from({ length: 28 }, (_, at) => day(at + 1));
const SPANS = fc.record({
  sku: fc.constantFrom('A', 'B'),
  from: fc.option(fc.integer({ min: 1, max: 28 })),
  length: fc.option(fc.integer({ min: 0, max: 9 })),
  cost: fc.integer({ min: 1, max: 4 }).map(String),
});
const spanOf = ({ from, length }: { readonly from: number | null; readonly length: number | null }) => ({
  from: from === null ? null : day(from),
  to: length === null ? null : day(Math.min(28, (from ?? 1) + length)),
});

test('of lines that contradict each other none is imported, of those that repeat each other one', () => {
  fc.assert(
    fc.property(fc.array(SPANS, { maxLength: 8 }), (spans) => {
      const lines = spans.map((span) => ({ ...span, ...spanOf(span) }));
      const found = read([
        HEAD,
        ...lines.map(({ sku, cost, from, to }) => [sku, '', cost, from ?? '', to ?? '']),
      ]);
      const holds = (at: number, day: LocalDate) => holdsDay(lines[at] as never, day);
      const isSame = (one: number, other: number) =>
        ['from', 'to', 'cost'].every((key) => lines[one]?.[key as 'to'] === lines[other]?.[key as 'to']);
      const contradicts = lines.map(({ sku }, at) =>
        lines.some(
          (other, place) =>
            place !== at &&
            other.sku === sku &&
            !isSame(at, place) &&
            [...DAYS, day(29)].some((each) => holds(at, each) && holds(place, each)),
        ),
      );
      const kept = lines.flatMap(({ sku }, at) => {
        const isFirst = !lines.some((other, place) => place < at && other.sku === sku && isSame(at, place));
        return contradicts[at] === true || !isFirst ? [] : [at + 2];
      });
      expect(found.costs.map(({ line }) => line)).toEqual(kept);
      expect(found.faultCount).toBe(contradicts.filter(Boolean).length);
    }),
    { numRuns: 400 },
  );
});

test('an import replaces the days it speaks of and no others, or leaves alone what stands', () => {
  const costs = fc.array(SPANS, { maxLength: 6 }).map((spans) => {
    const kept: OwnCost[] = [];
    for (const span of spans) {
      const cost: OwnCost = { sku: span.sku, cost: span.cost as Decimal, ...spanOf(span), note: '', ...SAID };
      if (
        !kept.some(
          (other) =>
            other.sku === cost.sku &&
            [...DAYS, day(29)].some((each) => holdsDay(other, each) && holdsDay(cost, each)),
        )
      )
        kept.push(cost);
    }
    return kept;
  });
  const at = (all: readonly OwnCost[], sku: string, each: LocalDate) =>
    all.filter((cost) => cost.sku === sku && holdsDay(cost, each));
  fc.assert(
    fc.property(
      costs,
      costs,
      fc.constantFrom('replace' as const, 'keep' as const),
      (standing, wanted, onOverlap) => {
        const plan = planCostImport(
          standing,
          wanted.map((cost, line) => ({ ...cost, line })),
          SAID,
          onOverlap,
        );
        const after = new Map(standing.map((cost) => [ownCostKey(cost), cost]));
        for (const key of plan.deletes) after.delete(key);
        for (const cost of plan.puts) after.set(ownCostKey(cost), cost);
        const leftOut = new Set(plan.overlapping.map(({ line }) => line));
        const imported = wanted.filter((_, line) => onOverlap === 'replace' || !leftOut.has(line));
        for (const sku of ['A', 'B']) {
          for (const each of DAYS) {
            const [said] = at(imported, sku, each);
            const [before] = at(standing, sku, each);
            expect(at([...after.values()], sku, each).map(({ cost }) => cost)).toEqual(
              [said ?? before].flatMap((found) => found?.cost ?? []),
            );
          }
        }
        expect(plan.added + plan.unchanged + plan.overlapping.length).toBe(wanted.length);
        if (onOverlap === 'keep')
          for (const cost of standing) expect(after.get(ownCostKey(cost))).toEqual(cost);
      },
    ),
    { numRuns: randomCases(160) },
  );
});

test('a list imported again changes what it says otherwise: the cost, the days, the VAT or the note alone', () => {
  const own = (cost: string, parts: Partial<OwnCost> = {}): OwnCost => ({
    ...{ sku: 'A', cost: cost as Decimal, from: day(1), to: day(9), note: 'x', ...SAID },
    ...parts,
  });
  const planOf = (imported: OwnCost, said: Partial<typeof SAID & { readonly vat: Decimal }> = {}) => {
    const standing = [own('5'), own('7', { sku: 'B' })];
    const { puts, deletes, unchanged, overlapping, added } = planCostImport(
      ...[standing, [{ ...imported, line: 4 }], { ...SAID, owner: 'Eva', ...said }, 'replace' as const],
    );
    return {
      ...{ unchanged, overlapping: overlapping.map(({ line }) => line), added, deletes: deletes.length },
      puts: puts.map(({ sku, cost, from, to, note, vat }) => [sku, cost, from, to, note, vat]),
    };
  };
  const nothing = { unchanged: 1, overlapping: [], added: 0, deletes: 0, puts: [] };
  expect([planOf(own('5')), planOf(own('5.00'))]).toEqual([nothing, nothing]);
  const changed = { unchanged: 0, overlapping: [4], added: 0, deletes: 0 };
  expect(planOf(own('5', { note: 'y' }))).toEqual({
    ...changed,
    puts: [['A', '5', day(1), day(9), 'y', undefined]],
  });
  expect(planOf(own('6'))).toEqual({ ...changed, puts: [['A', '6', day(1), day(9), 'x', undefined]] });
  expect(planOf(own('5'), { vat: '19' as Decimal }).puts).toEqual([['A', '5', day(1), day(9), 'x', '19']]);
  expect(planOf(own('5', { to: day(8) }))).toMatchObject({
    puts: [
      ['A', '5', day(9), day(9), 'x', undefined],
      ['A', '5', day(1), day(8), 'x', undefined],
    ],
  });
  expect(planOf(own('7'), { currency: 'USD' })).toMatchObject({ overlapping: [], added: 1 });
  // The same cost of another currency's account is another cost.
  expect(planOf(own('5'), { currency: 'USD' })).toMatchObject({ unchanged: 0, overlapping: [], added: 1 });
});

test('what another program wrote of a guarded text comes back as it was', () => {
  const text = fc.string({
    unit: fc.constantFrom('=', '-', '@', "'", 'a', '1', ' ', ';', '"'),
    maxLength: 8,
  });
  fc.assert(
    fc.property(text, (sku) => {
      const [line = ''] = csvLines([[{ text: sku }]], { separator: ';', decimalSign: ',' }).split('\r\n');
      const written = line === '' ? '' : line.slice(1, -1).split('""').join('"');
      expect(unguarded(unheld(written))).toBe(sku);
    }),
    { numRuns: 500 },
  );
});

test.each<readonly [string, FileCell, string]>([
  ['a mark', 'US$ 12,50', 'US$ 12,50'],
  ['a code', 'USD 100', 'USD 100'],
  ['a code behind it', '100 EUR', '100 EUR'],
  ['soles', 'S/ 20', 'S/ 20'],
  ['the format of its cell', { kind: 'number', text: '12.5', currency: 'USD' }, '12.5 USD'],
])('a cost in another currency than the account is named with its row: %s', (_, cost, text) => {
  const found = read([HEAD, ['A', '', '$ 1.500,00'], ['B', '', cost], ['C', '', '90,5']], NOBODY, 'CLP');
  expect(found.costs.map(({ sku }) => sku)).toEqual(['A', 'C']);
  expect(found.faults).toEqual([
    { line: 3, column: 2, field: 'cost', text: text, reason: 'other-currency', other: null },
  ]);
});

test('of several words for the currency each has its place: the first title, the cost itself, the column beside it', () => {
  const texts = (
    titles: readonly string[],
    heading: string,
    row: readonly FileCell[],
    currency: string | null,
  ) =>
    read([...titles.map((title) => [title]), ['SKU', heading, 'Moneda'], row], NOBODY, currency).faults.map(
      ({ text }) => text,
    );
  expect(texts(['Moneda: USD', 'Moneda: CLP'], 'Costo', ['A', '10,50', ''], 'CLP')).toEqual(['10,50 USD']);
  const units = ['Costos en miles de pesos', 'Montos en miles de dólares'];
  expect(texts(units, 'Costo', ['A', '10,50', ''], 'CLP')).toEqual([`10,50 (${units[0]})`]);
  expect(texts(units, 'Costo (M$)', ['A', '10,50', ''], 'CLP')).toEqual([`10,50 (${units[0]})`]);
  expect(texts([], 'Costo (USD)', ['A', '10,50', 'EUR'], 'CLP')).toEqual(['10,50 EUR']);
  // What is said of another column of the heading is not said of the costs.
  const others = [HEAD.with(1, 'Ventas (miles de $) en miles'), ['A', 'x', '1,5']];
  expect(read(others, NOBODY, 'CLP').costs).toHaveLength(1);
  // Whatever names another than the account's counts, and is told.
  expect([
    texts([], 'Costo', ['A', '$ 10,50', 'USD'], 'CLP'),
    texts([], 'Costo (USD)', ['A', '$ 10,50', ''], 'CLP'),
    texts([], 'Costo (USD)', ['A', '10,50', 'CLP'], 'CLP'),
    texts([], 'Costo (CLP)', ['A', '10,50 EUR', 'CLP'], 'CLP'),
    texts([], 'Costo (CLP)', ['A', { kind: 'number', text: '10.5', currency: 'CLP' }, 'USD'], 'CLP'),
    texts([], 'Costo (USD)', ['A', '10,50', 'pieza'], 'CLP'),
    texts([], 'Costo (CLP)', ['A', '$ 10,50', 'Pesos'], 'CLP'),
  ]).toEqual([
    ...[['$ 10,50 USD'], ['$ 10,50 USD'], ['10,50 USD'], ['10,50 EUR'], ['10.5 USD'], ['10,50 USD'], []],
  ]);
  // Where most name one, what names none is told with the word beside it.
  const some = [
    ['A', 'CLP 10', ''],
    ['B', 'CLP 11', ''],
    ['C', '12', 'pieza'],
    ['D', '13', ''],
  ];
  const told = read([['SKU', 'Costo', 'Moneda'], ...some, ['E', 'CLP 14', '']]).faults;
  expect(told.map(({ text }) => text)).toEqual(['12 pieza', '13']);
  const rows = ['CLP', '', ''].map((beside, at) => [`S${at}`, `US$ 1${at}`, beside]);
  expect(read([['SKU', 'Costo', 'Moneda'], ...rows]).costs.map(({ sku }) => sku)).toEqual(['S0', 'S1', 'S2']);
});

test('a line that contradicts several names the first of them, and what repeats it is none either', () => {
  const line = (cost: string, from: number, to: number) => ['A', '', cost, day(from), day(to), ''];
  const found = read([
    HEAD,
    line('5', 1, 20),
    line('6', 4, 9),
    line('7', 12, 24),
    line('8', 23, 26),
    line('9', 27, 28),
  ]);
  expect(found.faults.map((each) => [each.line, each.other])).toEqual([
    [2, 3],
    [3, 2],
    [4, 2],
    [5, 4],
  ]);
  expect([found.costs.map((each) => each.line), found.repeated]).toEqual([[6], 0]);
  const again = read([HEAD, line('5', 1, 9), line('5.00', 1, 9), line('6', 9, 12)]);
  expect([again.costs, again.repeated, again.faultCount]).toEqual([[], 0, 3]);
});

test('lines are counted by what they lack, and of many faults the first two hundred are told', () => {
  const { lines, unfilled, faults } = read([
    ...[HEAD, ['A', 'x', '', '', '', ''], ['', 'x', '', '', '', 'nota']],
    ...[1, 2, 3].map((at) => [`S${at}`, 'x', '5', '', '', 'n']),
    ['B', 'x', '', '', '', 'n', 'otra', 'más'],
  ]);
  expect([lines, unfilled]).toEqual([6, 1]);
  expect(faults.map(({ line, field, reason }) => [line, field, reason])).toEqual([
    [3, 'sku', 'no-sku'],
    [3, 'cost', 'no-cost'],
    [7, null, 'moved-cells'],
  ]);
  const blank = read([
    HEAD,
    ['A', 'x', ' ', '', '', 'n'],
    [' ', 'x', '5', '', '', 'n'],
    [' ', '', '', '', '', 'n'],
  ]);
  expect([blank.unfilled, blank.faults.map(({ line, reason }) => [line, reason])]).toEqual([
    ...[1, [3, 4, 4].map((line, at) => [line, ['no-sku', 'no-sku', 'no-cost'][at]])],
  ]);
  const many = read([HEAD, ...Array.from({ length: 201 }, (_, at) => [`S${at}`, 'x', 'mil'])]);
  expect([many.faults.length, many.faultCount, many.faults[199]?.line]).toEqual([200, 201, 201]);
});

test('a last day says in which order all days are written, as a first one does', () => {
  const line = (from: string, to: string) => read([HEAD, ['A', '', '5', from, to, '']]);
  expect(line('05-10-2026', '31-10-2026').costs).toMatchObject([{ from: '2026-10-05', to: '2026-10-31' }]);
  expect(line('10-05-2026', '10-31-2026').costs).toMatchObject([{ from: '2026-10-05', to: '2026-10-31' }]);
});

test('a cost that is merged over lines is of its first alone; days and notes that are, are of all', () => {
  const covered = (column: number, cell: FileCell) => [column, { cell, line: 2 }] as const;
  const reading = createCostReading({ sku: 0, cost: 1, from: 2, to: null, note: 3 }, 1);
  reading.add({ line: 1, cells: ['SKU', 'Costo', 'Desde', 'Nota'] });
  reading.add({ line: 2, cells: ['A', '5', '2026-10-05', 'n'] });
  reading.add({ line: 3, cells: ['B', '', '2026-10-05', 'n'], covered: new Map([covered(1, '5')]) });
  const both = [covered(2, '2026-10-05'), covered(3, 'n')];
  reading.add({ line: 4, cells: ['C', '7', '', ''], covered: new Map(both) });
  const { unfilled, costs } = reading.end(NOBODY);
  expect([unfilled, costs.map(({ sku, cost, from, note }) => [sku, cost, from, note])]).toEqual([
    1,
    [
      ['A', '5', '2026-10-05', 'n'],
      ['C', '7', '2026-10-05', 'n'],
    ],
  ]);
});

test('days of two headings that name two orders are asked about', () => {
  const said = (to: string) =>
    read([HEAD.with(3, 'Desde (DD-MM-AAAA)').with(4, to), ['A', '', '5', '05-10-2026', '06-10-2026', '']]);
  expect(said('Hasta (DD-MM-AAAA)').costs).toMatchObject([{ from: '2026-10-05', to: '2026-10-06' }]);
  expect(said('Hasta (MM-DD-YYYY)').conventions.date).toBe('unclear');
});

test('numbers of a workbook are days by its own system, and none where they are shown as what they are not', () => {
  const { costs, faults } = read([
    HEAD,
    ['A', '', number('5'), { kind: 'number', text: '44803', system: 1904 }, number('46266'), ''],
    ['B', '', { kind: 'number', text: '5', isShownNegative: true }],
  ]);
  expect(costs).toMatchObject([{ sku: 'A', from: '2026-08-31', to: '2026-09-01' }]);
  expect(faults).toMatchObject([{ line: 3, field: 'cost', reason: 'not-a-number' }]);
});

test('as many lines as are imported at once are not too many', () => {
  const reading = createCostReading({ sku: 0, cost: 1, from: null, to: null, note: null }, 1);
  for (let line = 2; line < MAX_IMPORTED + 2; line += 1) reading.add({ line, cells: ['S', '1'] });
  expect(reading.isTooLong()).toBe(false);
  reading.add({ line: MAX_IMPORTED + 2, cells: ['S', ''] });
  expect(reading.isTooLong()).toBe(false);
  reading.add({ line: MAX_IMPORTED + 3, cells: ['S', '1'] });
  expect(reading.isTooLong()).toBe(true);
});

test('the heading of the costs, or a column of currencies, names it too', () => {
  const headed = (heading: string, currency: string) =>
    read(
      [
        ['SKU', heading],
        ['A', '10,50'],
      ],
      NOBODY,
      currency,
    ).faults.map(({ reason }) => reason);
  expect(headed('Costo (USD)', 'CLP')).toEqual(['other-currency']);
  expect(headed('Costo (USD)', 'USD')).toEqual([]);
  expect(headed('Costo (CLP)', 'CLP')).toEqual([]);
  // It says more of its column than a title above does of all.
  const below = (title: string, heading: string) =>
    read([[title], ['SKU', heading], ['A', '10,50']], NOBODY, 'CLP').faults.map(({ text }) => text);
  expect([below('Moneda: CLP', 'Costo (USD)'), below('Moneda: USD', 'Costo (CLP)')]).toEqual([
    ['10,50 USD'],
    [],
  ]);
  const beside = read(
    [
      ['SKU', 'Costo', 'Moneda'],
      ['A', '10,50', 'CLP'],
      ['B', '11,50', 'USD'],
      ['C', '12,50', ''],
      ['D', '$ 13,50', 'Pesos'],
    ],
    NOBODY,
    'CLP',
  );
  expect(beside.costs.map(({ sku }) => sku)).toEqual(['A', 'C', 'D']);
  expect(beside.faults.map(({ line, text }) => [line, text])).toEqual([[3, '11,50 USD']]);
});

test.each(['Moneda', 'DIVISA', 'Currency', 'Currency code:', 'moeda'])(
  '%s heads a column of currencies',
  (head) => {
    const found = read(
      [
        ['SKU', 'Costo', head],
        ['A', '10,50', 'CLP'],
        ['B', '11,50', 'USD'],
      ],
      NOBODY,
      'CLP',
    );
    expect(found.costs.map(({ sku }) => sku)).toEqual(['A']);
    expect(found.faults.map(({ line, reason }) => [line, reason])).toEqual([[3, 'other-currency']]);
  },
);

test.each(['Tipo de moneda', 'País', 'Unidad'])('%s heads none', (head) => {
  const table = [
    ['SKU', 'Costo', head],
    ['A', '10,50', 'USD'],
  ];
  expect(read(table, NOBODY, 'CLP').costs.map(({ sku }) => sku)).toEqual(['A']);
});

test('beside costs in US$ one with a bare sign is of another currency, where the account has no name for its own', () => {
  const row = (sku: string, cost: string) => [sku, 'x', cost, '15-08-2026', '', ''];
  const found = read([HEAD, row('A', 'US$ 10'), row('B', '$ 11'), row('C', 'US$ 12')]);
  expect(found.costs.map(({ sku }) => sku)).toEqual(['A', 'C']);
  expect(found.faults).toMatchObject([{ line: 3, reason: 'other-currency' }]);
});

test('costs that are taken are all of one currency, whatever stands in the file', () => {
  const marks = ['', '$ ', 'US$ ', 'CLP ', '€', 'R$ '] as const;
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...marks), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(null, 'CLP', 'USD', 'BRL'),
      (written, currency) => {
        const found = read(
          [HEAD, ...written.map((mark, at): FileCell[] => [`S${at}`, '', `${mark}${at + 1},50`])],
          NOBODY,
          currency,
        );
        const taken = new Set(found.costs.map(({ line }) => written[line - 2]));
        expect(found.costs.length + found.faultCount).toBe(written.length);
        const fits: { readonly [code: string]: readonly string[] } = {
          CLP: ['', '$ ', 'CLP '],
          USD: ['', '$ ', 'US$ '],
          BRL: ['', 'R$ '],
        };
        if (currency === null) {
          const named = new Set([...taken].map((mark) => (mark === 'CLP ' ? '$ ' : mark)));
          expect(named.size).toBeLessThanOrEqual(1);
        } else {
          expect([...taken].filter((mark) => !fits[currency]?.includes(mark ?? ''))).toEqual([]);
          const expected = written.filter((mark) => fits[currency]?.includes(mark)).length;
          expect(found.costs).toHaveLength(expected);
        }
      },
    ),
  );
});
