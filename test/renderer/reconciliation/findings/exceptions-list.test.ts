import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXCEPTION_KINDS } from '#renderer/data/model/exception-kinds.ts';
import { EXCEPTION_STATES, type Finding } from '#renderer/data/model/finding.ts';
import { amountCurrencies } from '#renderer/features/exceptions/amount-currency.ts';
import { whereOf } from '#renderer/features/exceptions/exception-messages.ts';
import type { Exception } from '#renderer/reconciliation/findings/model/exceptions.ts';
import {
  AGES,
  ageOf,
  INITIAL_QUEUE,
  type QueueLine,
  type QueueState,
  queueLine,
  SHOWN,
  shownLines,
} from '#renderer/reconciliation/findings/screen/exceptions-list.ts';
import { exceptionsTable } from '#renderer/reconciliation/findings/screen/queue-table.tsx';
import type { LocalDateTime } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What the queue shows and in which order, and what of it goes into a file. */

const PRESENT = '2026-11-23T00:30:00.000' as LocalDateTime;
const KINDS = EXCEPTION_KINDS.map(({ kind }) => kind as string);

function exceptionOf(parts: Partial<Finding>, said: Partial<Exception> = {}): Exception {
  const finding: Finding = {
    kind: 'row-rule',
    subject: { Canal: 'Uno', Cuenta: 'A' },
    evidence: 'e',
    rows: 1,
    orders: 1,
    amount: null,
    firstPurchase: null,
    lastPurchase: null,
    affects: [],
    ...parts,
  };
  return { key: 'k', finding, isFound: true, state: 'open', isChanged: false, record: null, ...said };
}
const dayBack = (days: number): string => new Date(Date.UTC(2026, 10, 23 - days)).toISOString().slice(0, 10);

const line = fc
  .record({
    key: fc.string({ minLength: 3, maxLength: 3, unit: fc.constantFrom('a', 'b', 'c') }),
    kind: fc.constantFrom('damage', 'row-rule', 'rate', 'margin', 'of a later version'),
    canal: fc.constantFrom('Uno', 'Ñandú', 'Zeta', ''),
    cents: fc.option(fc.integer({ min: -300, max: 300 })),
    back: fc.option(fc.constantFrom(0, 1, 7, 8, 30, 31, 60, 61, 400)),
    state: fc.constantFrom(...EXCEPTION_STATES),
    isFound: fc.boolean(),
    currency: fc.constantFrom('', '', 'CLP', 'USD'),
  })
  .map(({ key, kind, canal, cents, back, state, isFound, currency }): QueueLine => {
    const amount = cents === null ? null : ((cents / 100).toFixed(cents % 100 === 0 ? 0 : 2) as Decimal);
    const firstPurchase = back === null ? null : (`${dayBack(back)}T23:59:59.000` as LocalDateTime);
    const found = { kind, subject: { Canal: canal, Cuenta: 'A' }, amount, firstPurchase };
    return queueLine(exceptionOf(found, { key, state, isFound }), PRESENT, currency);
  });
const lines = fc.uniqueArray(line, { maxLength: 12, selector: ({ key }) => key });
const asked: fc.Arbitrary<Omit<QueueState, 'chosen'>> = fc.record({
  state: fc.constantFrom(...SHOWN),
  age: fc.constantFrom('all', 'week', 'month', 'bimester', 'older'),
  search: fc.constantFrom('', ' ', 'ñandu', 'UNO ', 'nothing'),
  sort: fc.constantFrom('kind', 'where', 'amount', 'age', 'state'),
  isDescending: fc.boolean(),
});
const plain = (name: string): string => name.toLowerCase().replaceAll('ñ', 'n').replaceAll('ú', 'u');
const namesOf = ({ finding }: QueueLine): string => `${finding.kind} ${finding.subject.Canal}`;

/** As a person would count them, by days of the calendar. */
const AGE_DAYS: { readonly [age: string]: (days: number) => boolean } = {
  week: (days) => days <= 7,
  month: (days) => days > 7 && days <= 30,
  bimester: (days) => days > 30 && days <= 60,
  older: (days) => days > 60,
};
const size = ({ finding }: QueueLine): number => Math.abs(Number(finding.amount ?? 0));
const rank = ({ finding }: QueueLine): number =>
  KINDS.includes(finding.kind) ? KINDS.indexOf(finding.kind) : KINDS.length;
/** What a column goes by, least first. */
const SORTED_BY: { readonly [sort in QueueState['sort']]: (line: QueueLine) => number | string } = {
  kind: (each) => -rank(each),
  where: (each) => whereOf(each.finding, text),
  amount: size,
  age: ({ days }) => days ?? -1,
  state: ({ shownState }) => -SHOWN.indexOf(shownState),
};
const compareValues = (one: number | string, other: number | string): number =>
  typeof one === 'string' ? one.localeCompare(String(other), text.locale) : one - Number(other);

test('an amount is in the currency that its lines name, unless the accounts in view have that or none else is named', () => {
  const of = (code: string | null, ...all: readonly (string | undefined)[]) => {
    const findings = all.map((currency) => ({ currency }));
    return findings.map(amountCurrencies(findings, code));
  };
  expect(of('CLP', undefined, 'CLP', 'USD')).toEqual(['', '', 'USD']);
  expect(of(null, undefined, 'CLP', 'USD')).toEqual(['', 'CLP', 'USD']);
  expect(of(null, undefined, 'CLP', 'CLP')).toEqual(['', '', '']);
  expect(of('USD', undefined, 'CLP')).toEqual(['', 'CLP']);
});

describe('the lines of the queue', () => {
  test('are those of the state, the age and the words asked for, none twice and none lost', () => {
    fc.assert(
      fc.property(lines, asked, (all, state) => {
        const shown = shownLines(all, state, namesOf, text);
        const word = plain(state.search.trim());
        const expected = all.filter(
          (each) =>
            (each.isFound ? each.state : 'resolved') === state.state &&
            (state.age === 'all' || (each.days !== null && AGE_DAYS[state.age]?.(each.days))) &&
            plain(namesOf(each)).includes(word),
        );
        expect(shown.map(({ key }) => key).toSorted()).toEqual(expected.map(({ key }) => key).toSorted());
      }),
      { numRuns: 150 },
    );
  });

  test('stand by the column asked for, then the gravest first, the greatest amount first whatever its sign, by key', () => {
    fc.assert(
      fc.property(lines, asked, fc.integer(), (all, state, turn) => {
        const every = { ...state, age: 'all' as const, search: '' };
        const shown = shownLines(all, every, namesOf, text);
        const by = SORTED_BY[state.sort];
        for (const [at, after] of shown.slice(1).entries()) {
          const before = shown[at] ?? after;
          const column = compareValues(by(before), by(after)) * (state.isDescending ? -1 : 1);
          // Amounts of unlike money are not compared.
          const money = before.currency.localeCompare(after.currency);
          const gravity = rank(before) - rank(after);
          const order = [
            ...(state.sort === 'amount' ? [money] : []),
            ...[column, gravity, money, size(after) - size(before)],
          ];
          const first = order.find((each) => each !== 0);
          if (first === undefined) expect(before.key < after.key).toBe(true);
          else expect(first).toBeLessThan(0);
        }
        const turned = [...all.slice(turn % (all.length || 1)), ...all.slice(0, turn % (all.length || 1))];
        expect(shownLines(turned, every, namesOf, text)).toEqual(shown);
      }),
      { numRuns: 150 },
    );
  });

  test('begin with the oldest that waits', () => {
    const aged = [3, null, 90, 0].map((back, at) => {
      const firstPurchase = back === null ? null : (`${dayBack(back)}T12:00:00.000` as LocalDateTime);
      return queueLine(exceptionOf({ firstPurchase }, { key: `k${at}` }), PRESENT);
    });
    expect(shownLines(aged, INITIAL_QUEUE, namesOf, text).map(({ days }) => days)).toEqual([90, 3, 0, null]);
  });
});

describe('an age', () => {
  test('counts days of the calendar, whatever the hour, and never less than none', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -3, max: 800 }),
        fc.constantFrom('00:00:00.000', '12:00:00.000', '23:59:59.999'),
        (back, hour) => {
          const firstPurchase = `${dayBack(back)}T${hour}` as LocalDateTime;
          expect(queueLine(exceptionOf({ firstPurchase }), PRESENT).days).toBe(Math.max(0, back));
        },
      ),
    );
    expect(queueLine(exceptionOf({}), PRESENT).days).toBeNull();
    expect(queueLine(exceptionOf({ firstPurchase: PRESENT }), null).days).toBeNull();
  });

  test('is of one class, and one that is not known of none', () => {
    expect([0, 7, 8, 30, 31, 60, 61, 4_000].map(ageOf)).toEqual([
      'week',
      'week',
      'month',
      'month',
      'bimester',
      'bimester',
      'older',
      'older',
    ]);
    expect(ageOf(null)).toBeNull();
    for (let days = 0; days < 100; days += 1) {
      expect(AGES.filter(({ from, to }) => days >= from && days <= to)).toHaveLength(1);
    }
  });
});

describe('the queue as a file', () => {
  test('has in each column what its heading says', () => {
    const record = { state: 'explained', note: 'why', owner: 'Ana', atMs: Date.UTC(2026, 10, 1, 9) } as const;
    const exception = exceptionOf(
      {
        kind: 'missing-cost',
        amount: '-12.50' as Decimal,
        rows: 7,
        orders: 5,
        firstPurchase: '2026-11-20T08:00:00.000' as LocalDateTime,
        lastPurchase: '2026-11-22T09:00:00.000' as LocalDateTime,
        affects: ['comercial', 'total'],
      },
      { state: 'explained', record: { ...record, finding: exceptionOf({}).finding, log: [] } },
    );
    const dollars = exceptionsTable([queueLine(exception, PRESENT, 'USD'), queueLine(exception, null)], text);
    const at = dollars.columns.findIndex(({ name }) => name === text('match.currency'));
    expect(dollars.lines.map(({ cells }) => cells[at])).toEqual(['USD', '']);
    const table = exceptionsTable([queueLine(exception, PRESENT), queueLine(exceptionOf({}), null)], text);
    const named = table.lines.map(({ cells }) =>
      Object.fromEntries(table.columns.map(({ name }, at) => [name, cells[at]])),
    );
    expect(named[0]).toEqual({
      [text('exception.kind')]: text('exception.kind-missing-cost'),
      [text('exception.where')]: 'Uno · A',
      [text('exception.affects')]: 'Rentabilidad Comercial, Rentabilidad Total',
      [text('exception.amount')]: '-12.50',
      [text('exception.rows')]: '7',
      [text('exception.orders')]: '5',
      [text('exception.first')]: '2026-11-20T08:00:00.000',
      [text('exception.last')]: '2026-11-22T09:00:00.000',
      [text('exception.days')]: '3',
      [text('exception.state')]: text('exception.state-explained'),
      [text('exception.note')]: 'why',
      [text('reconciliation.owner')]: 'Ana',
      [text('exception.said-at')]: '2026-11-01T09:00:00.000Z',
    });
    expect(named[1]).toMatchObject({
      [text('exception.amount')]: null,
      [text('exception.days')]: null,
      [text('exception.said-at')]: null,
    });
  });
});
