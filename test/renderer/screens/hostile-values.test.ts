import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Group } from '#renderer/data/model/groups.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { figureOf } from '#renderer/features/income-statement/income-statement-columns.ts';
import { fileWords, statementTable } from '#renderer/features/income-statement/income-statement-file.ts';
import { STATEMENT_LINES } from '#renderer/features/income-statement/income-statement-lines.ts';
import { presetPeriod } from '#renderer/features/period/period.ts';
import { measureOf } from '#renderer/screens/profitability/figures/measures.ts';
import { columnsOf, heatOfLine } from '#renderer/screens/profitability/income-statement/statement-data.ts';
import { OWN } from '#renderer/screens/profitability/pivot/pivot-columns.ts';
import { pivotModel, pivotTable } from '#renderer/screens/profitability/pivot/pivot-model.ts';
import type { LocalDate, LocalDateTime } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { SUMMED } from '#test/renderer/data/engine/expected.ts';
import { naiveUnits, PLACES } from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { asked } from '#test/renderer/data/engine/worlds.ts';
import { csvText } from '#test/renderer/data/model/csv-text.ts';
import { text as spanish } from '#test/renderer/i18n/spanish.ts';

/** Values that sources do send, through what people read and hand on: files, rates over losses, days at their edges. */

/** Records of a CSV (RFC 4180), read by a reader of this test's own. */
function recordsOf(file: string, separator: string): string[][] {
  const records: string[][] = [[]];
  let field = '';
  let isQuoted = false;
  const text = file.replace(/^\uFEFF/, '');
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === separator || text.startsWith('\r\n', at)) {
      records.at(-1)?.push(field);
      field = '';
      if (character !== separator) {
        records.push([]);
        at += 1;
      }
    } else field += character;
  }
  return records.slice(0, -1);
}

const NAMES = [
  '=1+1',
  '+cmd',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r\n+1',
  'a;b,c',
  'x; =1+1,@y',
  'x\t-1',
  'x - y = z',
  'say "no"',
  'two\nlines',
  'two\r\nlines',
  '‮oderbmoS',
  'ñandú',
  '',
];
const amount = fc.oneof(
  fc.integer({ min: -9_999_999, max: 9_999_999 }).map((cents) => `${(cents / 100).toFixed(2)}`),
  fc.constantFrom('0', '-0.01', `-${'9'.repeat(70)}.5`, '1e3'.replace('e3', '000')),
);
const signs = fc.constantFrom(
  { separator: ';', decimalSign: ',' } as const,
  { separator: ',', decimalSign: '.' } as const,
);
const groupsArbitrary = fc.uniqueArray(
  fc.record({ value: fc.constantFrom(...NAMES), Ventas: amount, profit: amount }),
  { selector: ({ value }) => value, minLength: 1 },
);

function answerOf(
  given: readonly { readonly value: string; readonly Ventas: string; readonly profit: string }[],
) {
  const totals = (sums: { readonly [column: string]: string }): Group['totals'] => ({
    rows: 1,
    orders: 1,
    sums: sums as { readonly [column: string]: Decimal },
    unreadable: {},
    ventasWithProductCost: '0' as Decimal,
    rowsWithoutProductCost: 0,
  });
  const of = ({ Ventas, profit }: { readonly Ventas: string; readonly profit: string }) =>
    totals({ Ventas, 'Rentabilidad Total': profit });
  return {
    revision: 1,
    groups: given.map((each) => ({ value: each.value, caption: each.value, totals: of(each) })),
    total: { revision: 1, ...totals({ Ventas: '1', 'Rentabilidad Total': '1' }) },
  };
}

/**
 * A text as it stands in a file: whatever separates cells for some spreadsheet cuts it, and an apostrophe comes before
 * the sign that begins a piece, and before a text that begins with a tab or a new line.
 */
function guarded(text: string): string {
  const pieces = text.split(/([,;\t\r\n])/).map((piece) => piece.replace(/^([\s"]*)([=+\-@])/, "$1'$2"));
  return ['\t', '\r', '\n'].includes(text.charAt(0)) ? `'${pieces.join('')}` : pieces.join('');
}

/** No field that is no number is read on as a formula, and every text comes back but for what keeps it a text. */
function expectHarmless(fields: readonly string[], decimalSign: string): void {
  const number = decimalSign === ',' ? /^-?\d+(,\d+)?$/ : /^-?\d+(\.\d+)?$/;
  for (const field of fields) if (!number.test(field)) expect(field).not.toMatch(/^[=+\-@\t\r]/);
}

describe('a file of hostile names and figures', () => {
  test('of the result has a field for each column, the names guarded and otherwise as they are, exact figures', () => {
    fc.assert(
      fc.property(groupsArbitrary, signs, (given, chosen) => {
        const columns = columnsOf(answerOf(given), false).map((each) => ({ ...each, name: each.value }));
        const records = recordsOf(
          csvText(statementTable('x', fileWords(spanish), columns, [{ name: '=1+1', value: '@x' }]), chosen),
          chosen.separator,
        );
        expect(records).toHaveLength(STATEMENT_LINES.length + 3);
        for (const record of records) {
          expect(record).toHaveLength(4 + 2 * columns.length);
          expectHarmless(record, chosen.decimalSign);
        }
        expect(records[0]?.slice(4)).toEqual(
          given.flatMap(({ value }) => [guarded(value), guarded(`${value} %`)]),
        );
        const profit = records.find(([, column]) => column === 'Rentabilidad Total')?.slice(4);
        const amounts = profit?.filter((_, at) => at % 2 === 0);
        expect(amounts?.map((text) => text.replace(',', '.'))).toEqual(given.map((each) => each.profit));
      }),
      { numRuns: randomCases(24) },
    );
  });

  test('of the pivot has a record for each line, the total last', () => {
    const measure = measureOf('sum:Ventas');
    if (measure === null) throw new Error('Ventas is a measure.');
    const column = { id: 'sum:Ventas', measure, part: 'value' as const, band: OWN };
    fc.assert(
      fc.property(groupsArbitrary, signs, (given, chosen) => {
        const rows = answerOf(given);
        const model = pivotModel({
          result: {
            revision: 1,
            rows,
            shown: rows.groups,
            leftOut: 0,
            orderedAmong: null,
            bands: null,
            within: new Map(),
          },
          second: null,
          place: 'nested',
          sort: null,
          isOpen: () => false,
        });
        const words = {
          first: '=Canal',
          second: null,
          caption: 'Producto',
          firstOf: ({ first }: { readonly first: string | null }) => first ?? 'Total',
          secondOf: () => '',
          nameOf: () => '+Ventas',
        };
        const records = recordsOf(
          csvText(pivotTable('x', model, [column], words, true), chosen),
          chosen.separator,
        );
        expect(records).toHaveLength(given.length + 2);
        for (const record of records) {
          expect(record).toHaveLength(3);
          expectHarmless(record, chosen.decimalSign);
        }
        expect(records.slice(1, -1).map(([name]) => name)).toEqual(
          model.lines.map(({ first }) => guarded(first ?? '')),
        );
      }),
      { numRuns: 60 },
    );
  });
});

test('rates are sum over sum with their own sign, and none over sales of zero or less', () => {
  const size = (value: bigint) => (value < 0n ? -value : value);
  const line = STATEMENT_LINES.find(({ column }) => column === 'Rentabilidad Total');
  if (line === undefined) throw new Error('It is a line.');
  fc.assert(
    fc.property(groupsArbitrary, (given) => {
      const columns = columnsOf(answerOf(given), false);
      const figures = columns.map((column) => figureOf(line, column));
      for (const [at, { ratePercent }] of figures.entries()) {
        const base = naiveUnits(given[at]?.Ventas ?? null) ?? 0n;
        const part = naiveUnits(given[at]?.profit ?? null) ?? 0n;
        if (base <= 0n) {
          expect(ratePercent).toBeNull();
          continue;
        }
        // Six places: within half a unit of the last one, halves away from zero.
        const millionths = (naiveUnits(ratePercent) ?? 0n) / 10n ** BigInt(PLACES - 6);
        const exact = part * 100n * 10n ** 6n;
        expect(2n * size(millionths * base - exact) <= size(base)).toBe(true);
        if (millionths !== 0n) expect(millionths < 0n).toBe(part < 0n);
      }
      for (const shade of heatOfLine(line, columns, figures))
        if (shade !== null) expect(shade).toBeLessThanOrEqual(5);
    }),
    { numRuns: 100 },
  );
});

test('accounts of one currency and all the others are everything, whatever else is selected', () => {
  fc.assert(
    fc.property(asked, ([{ store, rows }, chosen]) => {
      const [first] = rows;
      const accounts = [{ Canal: first?.Canal ?? '', Cuenta: first?.Cuenta ?? '' }];
      const queries = createQueries(store);
      const of = (scope: typeof chosen.scope) => queries.totals({ ...chosen, scope }, SUMMED);
      const [own, others, all] = [
        of({ accounts, isExcluded: false }),
        of({ accounts, isExcluded: true }),
        of(null),
      ];
      expect(own.rows + others.rows).toBe(all.rows);
      for (const column of SUMMED) {
        const sum = [own, others].reduce(
          (total, each) => total + (naiveUnits(each.sums[column] ?? null) ?? 0n),
          0n,
        );
        expect(sum).toBe(naiveUnits(all.sums[column] ?? null) ?? 0n);
      }
    }),
    { numRuns: randomCases(24) },
  );
});

describe('days at their edges', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  // Ends of months and years, leap days, and hours that a zone skips or has twice.
  const MOMENTS = [
    '2024-02-29T23:59:59.999',
    '2025-12-31T23:59:59.999',
    '2026-01-01T00:00:00.000',
    '2026-02-28T23:59:59.999',
    '2026-03-01T00:00:00.000',
    '2026-03-29T02:30:00.000',
    '2026-04-04T23:30:00.000',
    '2026-04-05T00:00:00.000',
    '2026-09-06T00:30:00.000',
    '2026-10-25T02:30:00.000',
    '2026-11-01T00:00:00.000',
  ];

  test.each(['UTC', 'America/Santiago', 'Europe/Madrid', 'Pacific/Apia', 'America/Sao_Paulo'])(
    'are those of the texts on a machine in %s: nothing shifts',
    (name) => {
      process.env.TZ = name;
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(name);
      const store = createColumnStore();
      const columns = ['Orden', 'Fecha de compra', 'Fecha de Pago', 'Ventas'];
      const cells = MOMENTS.map((moment, at) => [`O-${at}`, moment, moment, '1']);
      const { bytes, headerLength } = encodeSegment({ columns, rows: cells });
      store.addSegment(1, decodeSegment(bytes, headerLength), null);
      store.raiseRevision();
      const queries = createQueries(store);
      for (const [unit, length] of [
        ['day', 10],
        ['month', 7],
        ['year', 4],
      ] as const) {
        const { groups } = queries.groups(EVERYTHING, { column: 'Fecha de Pago', unit }, []);
        expect(groups.map(({ value }) => value)).toEqual([
          ...new Set(MOMENTS.map((each) => each.slice(0, length))),
        ]);
      }
      for (const moment of MOMENTS) {
        const day = moment.slice(0, 10) as LocalDate;
        const period = { from: day, to: day };
        const rows = queries.totals({ ...EVERYTHING, period }, []).rows;
        expect(rows).toBe(MOMENTS.filter((each) => each.startsWith(day)).length);
        const month = presetPeriod('month', { lastPurchase: moment as LocalDateTime, complete: null });
        expect(month).toEqual({ from: `${moment.slice(0, 7)}-01`, to: day });
        // The year before: February ends with its own last day, all else has the same number.
        const { compared } = queries.groups({ ...EVERYTHING, period }, 'month', [], {
          compareWith: 'previous-year',
        });
        const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`.replace('2023-02-29', '2023-02-28');
        expect(compared?.period).toEqual({ from: before, to: before });
      }
    },
  );
});
