import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXCEPTION_KINDS } from '#renderer/data/model/exception-kinds.ts';
import { amountCurrencies } from '#renderer/features/exceptions/amount-currency.ts';
import {
  type ExceptionGroup,
  SHOWN_STATES,
  tallyOf,
} from '#renderer/reconciliation/findings/model/groups.ts';
import { WHOLE } from '#renderer/reconciliation/findings/model/sayings.ts';
import {
  AGES,
  ageOf,
  countLines,
  daysSince,
  filterLines,
  INITIAL_QUEUE,
  isOnly,
  monthInView,
  oldestOf,
  type QueueLine,
  type QueueState,
  queueAsked,
  queueGroups,
  queueLines,
  queueRows,
  sumOfLines,
  totalsOf,
  turned,
  whenOf,
} from '#renderer/reconciliation/findings/screen/exceptions-list.ts';
import { queueLedTo } from '#renderer/reconciliation/findings/screen/led-to.ts';
import { casesOf, sayingsFor, spokenOf } from '#renderer/reconciliation/findings/screen/sayings-for.ts';
import { offsetsOf, rowsBetween } from '#renderer/reconciliation/findings/screen/use-row-window.ts';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import { type Decimal, fromDecimal } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What the queue shows, in which groups and in which order. */

const PRESENT = '2026-11-23T00:30:00.000' as LocalDateTime;
const KINDS = EXCEPTION_KINDS.map(({ kind }) => kind as string);
const dayBack = (days: number): LocalDate =>
  new Date(Date.UTC(2026, 10, 23 - days)).toISOString().slice(0, 10) as LocalDate;
const MONTHS = ['2026-08', '2026-10', '2026-11'] as Month[];

const one = fc.record({
  name: fc.constantFrom('A-1', 'B-22', 'Ñ-3', ''),
  cents: fc.option(fc.integer({ min: -300, max: 300 })),
  back: fc.option(fc.constantFrom(0, 1, 7, 8, 30, 31, 60, 61, 400)),
  state: fc.constantFrom(...SHOWN_STATES),
  isDue: fc.boolean(),
});
const groups = fc
  .array(
    fc.record({
      kind: fc.constantFrom('damage', 'row-rule', 'rate', 'margin', 'of a later version'),
      canal: fc.constantFrom('Uno', 'Ñandú', 'Zeta', ''),
      month: fc.option(fc.constantFrom(...MONTHS)),
      currency: fc.constantFrom('', '', 'CLP', 'USD'),
      all: fc.array(one, { minLength: 1, maxLength: 4 }),
    }),
    { maxLength: 7 },
  )
  .map((drawn) =>
    drawn.map(({ kind, canal, month, currency, all }, at): ExceptionGroup => {
      const cases = all.map(({ name, cents, back, state, isDue }, place) => ({
        ...{ id: `${place}`, key: `k${at}/${place}`, name, month, rows: 1, evidence: 'e' },
        day: back === null ? null : dayBack(back),
        amount: cents === null ? null : ((cents / 100).toFixed(cents % 100 === 0 ? 0 : 2) as Decimal),
        ...{ state, isChanged: false, said: null, claim: null },
        isDue: isDue && state !== 'open' && state !== 'resolved',
      }));
      const tallies = Object.fromEntries(
        SHOWN_STATES.map((state) => [state, tallyOf(cases.filter((each) => each.state === state))]),
      ) as ExceptionGroup['tallies'];
      return {
        ...{ key: `k${at}@${month}`, findingKey: `k${at}`, account: { Canal: canal, Cuenta: 'A' }, month },
        head: { kind, subject: { Canal: canal, Cuenta: 'A' }, currency, affects: [] },
        ...{ tallies, due: 0, first: null, cases },
      };
    }),
  );
const linesOf = (all: readonly ExceptionGroup[]): readonly QueueLine[] =>
  queueLines(
    all,
    PRESENT,
    ({ currency }) => currency ?? '',
    ({ head }) => `${head.kind} ${head.subject.Canal}`,
  );
const asked = fc.record({
  state: fc.constantFrom(...SHOWN_STATES),
  age: fc.constantFrom('all', 'week', 'month', 'bimester', 'older') as fc.Arbitrary<QueueState['age']>,
  search: fc.constantFrom('', ' ', 'ñandu', 'UNO ', 'b-22', 'nothing'),
  when: fc.constantFrom('all', 'month', 'earlier') as fc.Arbitrary<QueueState['when']>,
});
const plain = (name: string): string => name.toLowerCase().replaceAll('ñ', 'n').replaceAll('ú', 'u');

/** As a person would count them, by days of the calendar. */
const AGE_DAYS: { readonly [age: string]: (days: number) => boolean } = {
  week: (days) => days <= 7,
  month: (days) => days > 7 && days <= 30,
  bimester: (days) => days > 30 && days <= 60,
  older: (days) => days > 60,
};

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
  test('are those of the state, the month, the age and the words asked for, none twice and none lost', () => {
    fc.assert(
      fc.property(groups, asked, fc.option(fc.constantFrom(...MONTHS)), (all, state, place) => {
        const lines = linesOf(all);
        const month = monthInView(lines, place);
        const word = plain(state.search.trim());
        const expected = all.flatMap(({ head, month: own, cases }) =>
          cases.filter(({ name, day, state: is, isDue }) => {
            const days = day === null ? null : (Date.UTC(2026, 10, 23) - Date.parse(day)) / 86_400_000;
            const isEarlier = own === null || month === null || own < month;
            return (
              (state.state === 'open' ? is === 'open' || isDue : is === state.state) &&
              (state.when === 'all' ||
                (state.when === 'month' ? own !== null && own === month : isEarlier)) &&
              (state.age === 'all' || (days !== null && AGE_DAYS[state.age]?.(days))) &&
              plain(`${head.kind} ${head.subject.Canal} ${name}`).includes(word)
            );
          }),
        );
        const shown = filterLines(lines, state, month);
        expect(shown.map(({ key }) => key).toSorted()).toEqual(expected.map(({ key }) => key).toSorted());
      }),
      { numRuns: 200 },
    );
  });

  test('are of the newest month that anything is found of, outside of a month', () => {
    const [first = null, second = null] = MONTHS;
    const of = (month: Month | null, state: QueueLine['state']) => ({ month, state }) as QueueLine;
    expect(monthInView([of(first, 'open'), of(null, 'open'), of(second, 'resolved')], null)).toBe(first);
    expect(monthInView([of(first, 'open'), of(second, 'accepted')], null)).toBe(second);
    expect(monthInView([of(second, 'open')], first)).toBe(first);
    expect(monthInView([], null)).toBeNull();
  });

  test('stand in their groups: by the column, then the gravest, the greatest, the key; each once', () => {
    const sorts = fc.constantFrom('kind', 'where', 'amount', 'age', 'state') as fc.Arbitrary<
      QueueState['sort']
    >;
    fc.assert(
      fc.property(groups, sorts, fc.boolean(), fc.integer(), (all, sort, isDescending, turn) => {
        const lines = linesOf(all);
        const found = queueGroups(lines, { sort, isDescending }, text);
        expect(found.flatMap((group) => group.lines.map(({ key }) => key)).toSorted()).toEqual(
          lines.map(({ key }) => key).toSorted(),
        );
        const sizes = (of: readonly QueueLine[]) =>
          of.reduce((sum, { amount }) => sum + Math.round(Number(amount ?? 0) * 100), 0);
        for (const group of found) {
          expect(new Set(group.lines.map(({ currency }) => currency))).toEqual(new Set([group.currency]));
          expect(Math.round(Number(group.amount ?? 0) * 100)).toBe(sizes(group.lines));
          const days = group.lines.map((line) => line.days ?? -1);
          expect(group.days ?? -1).toBe(Math.max(...days));
          if (sort === 'age' && isDescending) expect(days).toEqual(days.toSorted((a, b) => b - a));
        }
        const rank = (of: ExceptionGroup) =>
          KINDS.includes(of.head.kind) ? KINDS.indexOf(of.head.kind) : KINDS.length;
        for (const [at, after] of found.slice(1).entries()) {
          const before = found[at] ?? after;
          const way = isDescending ? -1 : 1;
          if (sort === 'kind')
            expect((rank(after.group) - rank(before.group)) * -way).toBeGreaterThanOrEqual(0);
          if (sort === 'age')
            expect(((after.days ?? -1) - (before.days ?? -1)) * way).toBeGreaterThanOrEqual(0);
          if (sort === 'amount' && before.currency === after.currency) {
            const size = (of: typeof after) => Math.abs(Number(of.amount ?? 0));
            expect((size(after) - size(before)) * way).toBeGreaterThanOrEqual(0);
          }
          // Amounts of unlike money are not compared.
          if (sort === 'amount') expect(before.currency <= after.currency).toBe(true);
        }
        const start = Math.abs(turn) % (lines.length || 1);
        const again = queueGroups(
          [...lines.slice(start), ...lines.slice(0, start)],
          { sort, isDescending },
          text,
        );
        expect(again.map(({ key }) => key)).toEqual(found.map(({ key }) => key));
      }),
      { numRuns: 150 },
    );
  });

  test('stand open where they are few; what was opened or closed by hand stays so', () => {
    fc.assert(
      fc.property(groups, (all) => {
        const found = queueGroups(linesOf(all), INITIAL_QUEUE, text);
        const [first] = found;
        if (first === undefined) return;
        const count = found.reduce((sum, { lines }) => sum + lines.length, 0);
        const rowsOf = (state: Pick<QueueState, 'opened' | 'closed'>) => queueRows(found, state).length;
        expect(rowsOf(INITIAL_QUEUE)).toBe(found.length + (count <= 25 ? count : 0));
        const closed = turned(INITIAL_QUEUE, first.key, false);
        expect(rowsOf(closed)).toBe(found.length + (count <= 25 ? count - first.lines.length : 0));
        const opened = turned(closed, first.key, true);
        expect(rowsOf(opened)).toBe(found.length + (count <= 25 ? count : first.lines.length));
      }),
    );
  });
});

describe('what the queue says of its lines', () => {
  type Made = Partial<Omit<QueueLine, 'group'>>;
  const groupOf = (key: string, cases: readonly Made[], kind = 'rate') =>
    ({
      ...{ key, month: null, account: { Canal: 'Uno', Cuenta: 'A' } },
      ...{ head: { kind, subject: { Canal: 'Uno', Cuenta: 'A' }, currency: '', affects: [] } },
      cases: cases.map((each, at) => ({
        ...{ id: `${at}`, key: `${key}/${at}`, name: '', month: null, day: null, amount: null, rows: 1 },
        ...{ state: 'open', isDue: false, said: null, claim: null, evidence: 'e', isChanged: false },
        ...each,
      })),
    }) as unknown as ExceptionGroup;
  const times = (count: number, each: Made = {}): readonly Made[] =>
    Array.from({ length: count }, () => each);
  const rowsOf = (all: readonly ExceptionGroup[], state: Partial<QueueState> = {}) =>
    queueRows(queueGroups(linesOf(all), INITIAL_QUEUE, text), { ...INITIAL_QUEUE, ...state }).map(
      (row) => `${row.is} ${row.key}${row.is === 'group' && row.isOpen ? ' open' : ''}`,
    );

  test('up to 25 stand open; of more, only what is one matter, and what is opened by hand', () => {
    const one = groupOf('w', [{ id: WHOLE, key: 'w/0' }], 'damage');
    expect(rowsOf([one, groupOf('g', times(24))]).filter((row) => row.startsWith('group'))).toEqual([
      ...['group w open', 'group g open'],
    ]);
    const many = [one, groupOf('g', times(25))];
    expect(rowsOf(many)).toEqual(['group w open', 'line w/0', 'group g']);
    expect(rowsOf(many, { closed: ['w'] })).toEqual(['group w', 'group g']);
    expect(rowsOf(many, { opened: ['g'], closed: ['w', 'g'] })).toHaveLength(2 + 25);
  });

  test('the last 200 groups that were turned by hand are remembered, each once and one way', () => {
    const keys = Array.from({ length: 201 }, (_, at) => `g${at}`);
    const turn = (isOpen: boolean) =>
      keys.reduce((state, key) => turned(state, key, isOpen), { opened: ['x', 'g7'], closed: ['y', 'g7'] });
    expect(turn(true)).toEqual({ opened: keys.slice(1), closed: ['y'] });
    expect(turn(false)).toEqual({ opened: ['x'], closed: keys.slice(1) });
    expect(turned({ opened: ['a', 'b'], closed: [] }, 'a', true)).toEqual({ opened: ['b', 'a'], closed: [] });
  });

  test('an address narrows it to a kind, of one account where it names one, and to an age', () => {
    const only = (kind: string, canal: string | null = null, cuenta: string | null = null) => ({
      ...{ kind, canal, cuenta },
    });
    expect([
      queueAsked(null),
      queueAsked('some-key'),
      queueAsked('list?kind=overdue&canal=Uno&cuenta=A&age=older'),
      queueAsked('list?kind=rate&age=never'),
      queueAsked('list?age=week'),
    ]).toEqual([
      null,
      null,
      { only: only('overdue', 'Uno', 'A'), age: 'older' },
      { only: only('rate'), age: 'all' },
      { only: null, age: 'week' },
    ]);
    const [line] = linesOf([groupOf('g', times(1))]) as [QueueLine];
    const found = (of: QueueState['only']) => isOnly(line, of);
    expect([
      found(null),
      found(only('rate')),
      found(only('rate', 'Uno', 'A')),
      found(only('damage')),
      found(only('damage', 'Uno', 'A')),
      found(only('rate', 'Dos', 'A')),
      found(only('rate', 'Uno', 'B')),
    ]).toEqual([true, true, true, false, false, false, false]);
    expect(isOnly({ ...line, group: { ...line.group, account: null } }, only('rate', 'Uno', 'A'))).toBe(
      false,
    );
  });

  test('a line is of the month in view, of before it, or of neither', () => {
    const [august, october, november] = MONTHS as [Month, Month, Month];
    expect([
      whenOf({ month: october }, october),
      whenOf({ month: august }, october),
      whenOf({ month: null }, october),
      whenOf({ month: november }, october),
      whenOf({ month: october }, null),
    ]).toEqual(['month', 'earlier', 'earlier', null, 'earlier']);
  });

  test('counts by state are of the months shown; by age and month, of the state', () => {
    const [august, october] = MONTHS as [Month, Month];
    const lines = linesOf([
      groupOf('g', [
        { month: october, day: dayBack(3) },
        { month: october, day: dayBack(40), state: 'accepted', isDue: true },
        { month: october, state: 'accepted' },
        { month: august, day: dayBack(90) },
        { month: null },
      ]),
    ]);
    const counted = (state: QueueState['state'], when: QueueState['when']) => {
      const { states, ages, whens } = countLines(lines, { state, when }, october);
      return [states, ages, whens].map((counts) => Object.fromEntries([...counts]));
    };
    expect(counted('open', 'all')).toEqual([
      { open: 4, accepted: 2 },
      { all: 4, week: 1, bimester: 1, older: 1 },
      { month: 2, earlier: 2 },
    ]);
    expect(counted('open', 'month')).toEqual([
      { open: 2, accepted: 2 },
      { all: 2, week: 1, bimester: 1 },
      { month: 2, earlier: 2 },
    ]);
    expect(counted('accepted', 'earlier')).toEqual([{ open: 2 }, {}, { month: 2 }]);
  });

  test('the oldest is the one of most days that are known, today as well', () => {
    const of = (...all: readonly (number | null)[]) => oldestOf(all.map((days) => ({ days })));
    expect([of(), of(null), of(0, null), of(3, null, 12, 7)]).toEqual([null, null, 0, 12]);
  });

  test('sums are of money alone, and of each currency by itself', () => {
    const of = (amount: string | null, currency = '') => ({
      ...{ scaled: amount === null ? null : fromDecimal(amount as Decimal), currency },
    });
    expect([sumOfLines([]), sumOfLines([of(null)]), sumOfLines([of('1.5'), of(null), of('-0.25')])]).toEqual([
      ...[null, null, '1.25'],
    ]);
    expect(totalsOf([of('2', 'USD'), of('1'), of(null, 'EUR'), of('3', 'USD')])).toEqual([
      { currency: '', amount: '1' },
      { currency: 'USD', amount: '5' },
    ]);
  });

  test('words are looked for in the name, the claim, and what was said by whom', () => {
    const made = groupOf('g', [
      { name: 'O-1', claim: 'R-77', said: { note: 'Aún espera', owner: 'Núria' } as never },
    ]);
    const finds = (search: string) =>
      filterLines(linesOf([made]), { ...INITIAL_QUEUE, search }, null).length === 1;
    expect(['rate uno', 'o-1', 'r-77', 'aun ESPERA', ' nuria ', 'R-78'].map(finds)).toEqual([
      ...[true, true, true, true, true, false],
    ]);
  });
});

describe('the order of the queue', () => {
  type Made = {
    readonly id: string;
    readonly amount?: string;
    readonly back?: number;
    readonly state?: string;
  };
  const group = (
    key: string,
    kind: string,
    canal: string,
    cases: readonly Made[],
    currency = '',
  ): ExceptionGroup =>
    ({
      ...{ key, findingKey: key, month: null, account: { Canal: canal, Cuenta: 'A' } },
      head: { kind, subject: { Canal: canal, Cuenta: 'A' }, currency, affects: [] },
      cases: cases.map(({ id, amount = null, back = null, state = 'open' }) => ({
        ...{ id, key: `${key}/${id}`, name: '', month: null, rows: 1, amount, state },
        day: back === null ? null : dayBack(back),
        ...{ isDue: false, said: null, claim: null, evidence: 'e', isChanged: false },
      })),
    }) as unknown as ExceptionGroup;
  // Equal amounts, one of either sign, a blank beside a zero; kinds, names and states in no order.
  const ALL = [
    group('k2', 'missing-cost', 'Zeta', [
      { id: 'x', amount: '10', back: 3 },
      { id: 'a', amount: '-30', back: 3, state: 'accepted' },
      { id: 'm', amount: '0', back: 9, state: 'resolved' },
    ]),
    group('k1', 'missing-cost', 'Ñandú', [
      { id: 'b', amount: '20', back: 40, state: 'claimed' },
      { id: 'c' },
    ]),
    group('k0', 'overdue', 'Norte', [{ id: 'd', state: 'accepted', back: 9 }]),
    group('k4', 'missing-cost', 'Alfa', [{ id: 'e', amount: '-500', back: 1, state: 'explained' }], 'USD'),
    group('k3', 'missing-cost', 'Ñandú', [{ id: 'f', amount: '-20', back: 40, state: 'explained' }]),
  ];
  const sorted = (sort: QueueState['sort'], isDescending: boolean) =>
    queueGroups(linesOf(ALL), { sort, isDescending }, text).map(
      ({ key, lines }) => `${key} ${lines.map(({ id }) => id).join('')}`,
    );

  test('is by each column either way; equal ones the gravest first, then the greatest, then by key', () => {
    expect(sorted('age', true)).toEqual(['k1 bc', 'k3 f', 'k0 d', 'k2 max', 'k4 e']);
    expect(sorted('age', false)).toEqual(['k4 e', 'k0 d', 'k2 axm', 'k1 cb', 'k3 f']);
    expect(sorted('kind', true)).toEqual(['k0 d', 'k1 bc', 'k2 axm', 'k3 f', 'k4 e']);
    expect(sorted('kind', false)).toEqual(['k1 cb', 'k2 mxa', 'k3 f', 'k4 e', 'k0 d']);
    expect(sorted('where', true)).toEqual(['k2 axm', 'k1 bc', 'k3 f', 'k0 d', 'k4 e']);
    expect(sorted('where', false)).toEqual(['k4 e', 'k0 d', 'k1 cb', 'k3 f', 'k2 mxa']);
    expect(sorted('amount', true)).toEqual(['k1 bc', 'k2 axm', 'k3 f', 'k0 d', 'k4 e']);
    expect(sorted('amount', false)).toEqual(['k0 d', 'k1 cb', 'k2 mxa', 'k3 f', 'k4 e']);
    expect(sorted('state', true)).toEqual(['k1 bc', 'k2 axm', 'k3 f', 'k4 e', 'k0 d']);
    expect(sorted('state', false)).toEqual(['k0 d', 'k3 f', 'k4 e', 'k1 cb', 'k2 mxa']);
  });

  test('of equals is the greatest first either way, whatever its sign and its key', () => {
    const alike = [
      group('k1', 'missing-cost', 'Norte', [
        { id: 'a', amount: '10', back: 3 },
        { id: 'z', amount: '-30', back: 3 },
      ]),
      group('k2', 'missing-cost', 'Norte', [{ id: 'b', amount: '-90', back: 3 }]),
    ];
    for (const isDescending of [true, false])
      expect(
        queueGroups(linesOf(alike), { sort: 'age', isDescending }, text).map(
          ({ key, lines }) => `${key} ${lines.map(({ id }) => id).join('')}`,
        ),
      ).toEqual(['k2 b', 'k1 za']);
  });
});

describe('what is said of lines', () => {
  const SAID = {
    ...{ state: 'accepted', reason: 'fee', note: 'así es', owner: 'Ana', followUp: '2026-12-01', atMs: 3 },
    ...{ amount: '2', evidence: 'old' },
  };
  const head = (kind: string) => ({ kind, subject: { Canal: 'Uno' }, affects: [] });
  const [rates, costs] = ['rate', 'missing-cost'].map((kind) => ({ findingKey: kind, head: head(kind) }));
  const line = (id: string, group: unknown, more: object = {}): QueueLine =>
    ({
      ...{ id, name: id, month: null, day: null, amount: '1', rows: 1, evidence: `e-${id}`, said: null },
      ...{ group, isChanged: false, key: id, ...more },
    }) as unknown as QueueLine;
  const LINES = [
    line('a', rates),
    line('b', costs, { said: SAID }),
    line('c', rates, { said: SAID, isChanged: true }),
    line('d', costs, { said: { ...SAID, note: 'otra' } }),
  ];
  const told = (spoken: Omit<Parameters<typeof sayingsFor>[1], 'owner'>, lines = LINES) =>
    sayingsFor(lines, { ...spoken, owner: 'Eva' }, 9).map(({ of, ...said }) => [
      said,
      of.map(({ finding, cases }) => [finding.kind, cases.map(({ id, evidence }) => `${id} ${evidence}`)]),
    ]);
  const by = { owner: 'Eva', atMs: 9 };
  const all = [
    ['rate', ['a e-a', 'c e-c']],
    ['missing-cost', ['b e-b', 'd e-d']],
  ];

  test('is one saying where it is the same of all; what is left out stays as it is in each of them', () => {
    const whole = { state: 'explained', reason: null, note: 'x', followUp: null } as const;
    expect(told(whole)).toEqual([[{ ...whole, ...by }, all]]);
    const kept = { state: 'accepted', reason: 'fee', followUp: '2026-12-01' };
    expect(told({ state: 'accepted' })).toEqual([
      [{ state: 'accepted', reason: null, note: '', followUp: null, ...by }, [['rate', ['a e-a']]]],
      [
        { ...kept, note: 'así es', ...by },
        [
          ['missing-cost', ['b e-b']],
          ['rate', ['c e-c']],
        ],
      ],
      [{ ...kept, note: 'otra', ...by }, [['missing-cost', ['d e-d']]]],
    ]);
  });

  test('takes a reason, a note or a day off where it says so', () => {
    const [, said] = LINES as [QueueLine, QueueLine];
    const of = (spoken: Parameters<typeof told>[0]) => told(spoken, [said])[0]?.[0];
    const kept = { state: 'accepted', reason: 'fee', note: 'así es', followUp: '2026-12-01', ...by };
    expect(of({})).toEqual(kept);
    expect(of({ followUp: null })).toEqual({ ...kept, followUp: null });
    expect(of({ reason: null })).toEqual({ ...kept, reason: null });
    expect(of({ note: '' })).toEqual({ ...kept, note: '' });
    expect(of({ state: 'open' })).toEqual({ ...kept, state: 'open' });
    expect(of({ followUp: '2027-01-01' as LocalDate, reason: 'other', note: 'y' })).toEqual({
      ...kept,
      ...{ followUp: '2027-01-01', reason: 'other', note: 'y' },
    });
  });

  test('is all that is typed of one; of several what is left empty is not said', () => {
    const none = { reason: null, note: '', followUp: null };
    const whole = { reason: 'fee', note: 'x', followUp: '2027-01-01' as LocalDate } as const;
    expect([spokenOf(none, true), spokenOf(whole, true)]).toEqual([none, whole]);
    expect(spokenOf({ ...none, note: null }, true)).toEqual(none);
    expect([spokenOf(none, false), spokenOf(whole, false)]).toEqual([
      { reason: undefined, note: undefined, followUp: undefined },
      whole,
    ]);
  });

  test('is of what they are with a state, and of what they were with a word more', () => {
    const evidences = (spoken: Parameters<typeof told>[0]) =>
      told(spoken).flatMap(([, of]) => (of as typeof all).flatMap(([, cases]) => cases));
    expect(evidences({ note: 'x' }).toSorted()).toEqual(['a e-a', 'b e-b', 'c old', 'd e-d']);
    expect(evidences({ state: 'accepted', note: 'x' })).toContain('c e-c');
    expect(
      casesOf(LINES).map(({ finding, cases }) => [finding.kind, cases.map(({ evidence }) => evidence)]),
    ).toEqual([
      ['rate', ['e-a', 'e-c']],
      ['missing-cost', ['e-b', 'e-d']],
    ]);
    expect(casesOf([])).toEqual([]);
  });
});

describe('the rows in sight', () => {
  test('are all that lie between two places, whatever their heights', () => {
    const heights = fc.array(fc.constantFrom(28, 40), { maxLength: 300 });
    fc.assert(
      fc.property(heights, fc.integer({ min: -500, max: 9000 }), fc.nat({ max: 1000 }), (all, top, tall) => {
        const offsets = offsetsOf(all);
        const { from, to } = rowsBetween(offsets, top, top + tall);
        let begins = 0;
        for (const [at, height] of all.entries()) {
          const isInSight = begins + height > top && begins < top + tall;
          if (isInSight) expect(at >= from && at < to).toBe(true);
          begins += height;
        }
        expect(offsets.at(-1)).toBe(begins);
        expect(to - from).toBeLessThanOrEqual(Math.ceil(tall / 28) + 83);
      }),
    );
  });
});

describe('an age', () => {
  test('counts days of the calendar, whatever the hour, and never less than none', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -3, max: 800 }),
        fc.constantFrom('00:00:00.000', '12:00:00.000', '23:59:59.999'),
        (back, hour) => {
          const present = `2026-11-23T${hour}` as LocalDateTime;
          expect(daysSince(dayBack(back), present)).toBe(Math.max(0, back));
        },
      ),
    );
    expect(daysSince(null, PRESENT)).toBeNull();
    expect(daysSince(dayBack(1), null)).toBeNull();
  });

  test('is of one class, and one that is not known of none', () => {
    expect([0, 7, 8, 30, 31, 60, 61, 4_000].map(ageOf)).toEqual([
      ...['week', 'week', 'month', 'month', 'bimester', 'bimester', 'older', 'older'],
    ]);
    expect(ageOf(null)).toBeNull();
    for (let days = 0; days < 100; days += 1) {
      expect(AGES.filter(({ from, to }) => days >= from && days <= to)).toHaveLength(1);
    }
  });
});

describe('who is led to the queue', () => {
  const line = (key: string, group: string, more: object = {}): QueueLine =>
    ({
      ...{ key, state: 'open', isDue: false, ...more },
      group: { key: group, findingKey: group.split('@')[0] },
    }) as unknown as QueueLine;
  const LINES = [
    line('a/1', 'a@2026-09'),
    line('a/2', 'a@2026-10', { state: 'accepted' }),
    line('a/3', 'a@2026-10', { state: 'explained', isDue: true }),
  ];
  const LEFT: QueueState = {
    ...{ ...INITIAL_QUEUE, state: 'claimed', age: 'week', search: 'x', when: 'earlier', sort: 'amount' },
    ...{
      isDescending: false,
      only: { kind: 'rate', canal: null, cuenta: null },
      opened: ['o'],
      closed: ['a@2026-10'],
    },
  };
  const free = {
    age: 'all',
    search: '',
    when: 'all',
    only: null,
    sort: 'amount',
    isDescending: false,
  } as const;
  const ledTo = (asked: string, month: Month | null = null) => queueLedTo(asked, LINES, LEFT, month);

  test('sees one among the others, in its state, its group open; what is due waits with what is open', () => {
    const opened = { ...free, opened: ['o', 'a@2026-10'], closed: [] };
    expect(ledTo('a/2')).toEqual({ ...opened, state: 'accepted', chosen: 'a/2' });
    expect(ledTo('a/3')).toEqual({ ...opened, state: 'open', chosen: 'a/3' });
    expect(ledTo('b/1')).toBeNull();
  });

  test('sees the first of a group, or of a finding, with its group chosen', () => {
    expect(ledTo('a@2026-10')).toMatchObject({ state: 'accepted', chosen: 'a@2026-10' });
    expect(ledTo('a')).toEqual({
      ...{ ...free, opened: ['o', 'a@2026-09'], closed: ['a@2026-10'] },
      ...{ state: 'open', chosen: 'a@2026-09' },
    });
  });

  test('sees the list that is asked for and nothing of what was left, within a month its own', () => {
    const only = { kind: 'rate', canal: 'Uno', cuenta: 'A' };
    const asked = 'list?kind=rate&canal=Uno&cuenta=A&age=older';
    expect(ledTo(asked)).toEqual({ ...INITIAL_QUEUE, only, age: 'older', when: 'all' });
    expect(ledTo(asked, '2026-10' as Month)).toEqual({ ...INITIAL_QUEUE, only, age: 'older', when: 'month' });
  });
});
