import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proposedEntries } from '#renderer/reconciliation/journals/model/difference.ts';
import { type JournalEntry, resultEntry } from '#renderer/reconciliation/journals/model/entries.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { books, millionths, result, total } from './random-results.ts';

const DAY = '2026-11-27' as LocalDate;

/** What entries come to by entry, line and where it is booked; nothing is left out. */
function sumsOf(entries: readonly JournalEntry[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { key, lines } of entries) {
    for (const { line, account, costCentre, taxCode, amount } of lines) {
      const place = JSON.stringify([key, line, account, costCentre, taxCode]);
      sums.set(place, (sums.get(place) ?? 0n) + millionths(amount));
    }
  }
  return new Map([...sums].filter(([, units]) => units !== 0n).toSorted());
}

const distinct = (entries: readonly JournalEntry[]): readonly JournalEntry[] => [
  ...new Map(entries.map((entry) => [entry.key, entry])).values(),
];
const month = fc
  .tuple(fc.array(result, { maxLength: 5 }), books)
  .map(([rows, book]) => distinct(rows.map((each) => resultEntry(each, book))));

test('what was exported and what is proposed add up to what it comes to now, line by line', () => {
  fc.assert(
    fc.property(month, month, month, month, (closed, first, second, third) => {
      let posted: readonly JournalEntry[] = [];
      for (const now of [first, second, third]) {
        const proposed = proposedEntries({ posted, closed, now, day: DAY });
        for (const { lines } of proposed)
          expect(total(lines.map((line) => millionths(line.amount)))).toBe(0n);
        posted = [...posted, ...proposed];
        expect(sumsOf(posted)).toEqual(sumsOf(now));
        // What is written once is not proposed again.
        expect(proposedEntries({ posted, closed, now, day: DAY })).toEqual([]);
      }
    }),
    { numRuns: 25 },
  );
});

test('what was never exported is proposed as it was at the close, and what moved since beside it', () => {
  fc.assert(
    fc.property(month, month, (closed, now) => {
      const proposed = proposedEntries({ posted: [], closed, now, day: DAY });
      const first = proposed.filter(({ isDifference }) => !isDifference);
      const keys = new Set(closed.map(({ key }) => key));
      expect(first.filter(({ key }) => keys.has(key)).map(({ isDifference: _, ...entry }) => entry)).toEqual(
        closed.filter(({ lines }) => lines.length > 0),
      );
      for (const each of proposed.filter(({ isDifference }) => isDifference)) expect(each.date).toBe(DAY);
    }),
    { numRuns: 25 },
  );
});

test('what comes to nothing is no entry, first or as a difference; and a difference stays what it corrects', () => {
  const [Canal, Cuenta] = ['Uno', 'A'];
  const entry = (key: string, amounts: readonly string[]): JournalEntry => ({
    ...{ key, kind: 'result', date: '2026-10-31' as LocalDate, Canal, Cuenta, reference: 'L-7' },
    lines: amounts.map((amount) => ({
      ...{ line: 'rest', account: '1', name: 'Uno', costCentre: 'CC', taxCode: 'IVA', level: 'all' },
      amount: amount as Decimal,
    })),
  });
  const [full, empty] = [entry('a', ['5']), entry('b', [])];
  expect(proposedEntries({ posted: [], closed: [empty], now: [full, empty], day: DAY })).toEqual([
    { ...full, isDifference: false },
  ]);
  // Gone since: taken back, of the day that is written, with all else as it was.
  expect(proposedEntries({ posted: [full, empty], closed: [], now: [empty], day: DAY })).toEqual([
    { ...entry('a', ['-5']), date: DAY, isDifference: true },
  ]);
  // Exported twice, it is the sum of both that is corrected; other words for the same account are no difference.
  const [line] = full.lines;
  const renamed = {
    ...full,
    lines: line === undefined ? [] : [{ ...line, amount: '15' as Decimal, name: 'Otra' }],
  };
  expect(proposedEntries({ posted: [full, full], closed: [], now: [renamed], day: DAY })).toEqual([
    { ...full, date: DAY, isDifference: true, lines: [{ ...renamed.lines[0], amount: '5' }] },
  ]);
});

test('what is booked elsewhere by now is taken back where it stands, and booked there: another account, centre or tax', () => {
  const entry = (more: Partial<JournalEntry['lines'][number]>): JournalEntry => ({
    ...{ key: 'a', kind: 'result', date: '2026-10-31' as LocalDate, Canal: 'Uno', Cuenta: 'A' },
    reference: '',
    lines: [
      {
        ...{ line: 'rest', account: '1', name: 'Uno', costCentre: 'CC', taxCode: 'IVA', level: 'all' },
        ...{ amount: '5' as Decimal, ...more },
      },
    ],
  });
  for (const more of [{ account: '2' }, { costCentre: '' }, { taxCode: 'EX' }]) {
    const [found, ...others] = proposedEntries({
      posted: [entry({})],
      closed: [],
      now: [entry(more)],
      day: DAY,
    });
    expect(others).toEqual([]);
    expect(found?.lines).toEqual([
      { ...entry({}).lines[0], amount: '-5' },
      { ...entry(more).lines[0], amount: '5' },
    ]);
  }
});
