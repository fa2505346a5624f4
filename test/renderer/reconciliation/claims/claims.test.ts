import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANNOTATION_SCHEMAS } from '#renderer/data/model/annotations.ts';
import { CLAIM_MEASURES } from '#renderer/data/model/claim-states.ts';
import { EXACT_CSV } from '#renderer/data/model/spreadsheet.ts';
import {
  type Claim,
  type ClaimStatus,
  claimedCases,
  daysToClaim,
  deadlineOf,
  draftClaims,
  nextNumber,
  type OrderFigures,
  PROPOSED_DAYS,
  recoveredOf,
} from '#renderer/reconciliation/claims/model/claims.ts';
import {
  digestOf,
  makeClaim,
  makeClaims,
  withState,
} from '#renderer/reconciliation/claims/model/make-claim.ts';
import { isBack } from '#renderer/reconciliation/claims/screen/claim-columns.tsx';
import { claimSums } from '#renderer/reconciliation/claims/screen/claims-section.tsx';
import { ruleChange } from '#renderer/reconciliation/claims/screen/use-claim-writes.ts';
import type { CasesOf } from '#renderer/reconciliation/findings/model/sayings.ts';
import { offeredOf } from '#renderer/reconciliation/parts/claim-offered.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** Claims: what each is made of, until when, its file, and what of it came back. */

const decimal = (text: string) => text as Decimal;
const cents = (units: number): Decimal => decimal((units / 100).toFixed(2));
const unitsOf = (text: Decimal): number => Math.round(Number(text) * 100);
const casesOf = (finding: Partial<CasesOf['finding']>, ...amounts: readonly (number | null)[]): CasesOf => ({
  finding: { kind: 'rate', subject: { Canal: 'Uno', Cuenta: 'A' }, affects: [], ...finding },
  cases: amounts.map((amount, at) => ({
    ...{ id: `c${at}`, name: `O-${at}`, month: '2026-10' as Month, day: `2026-10-0${at + 1}` as LocalDate },
    ...{ amount: amount === null ? null : cents(amount), rows: 1, evidence: `e${at}` },
  })),
});
const ownCurrency = ({ currency = '' }: CasesOf['finding']) => currency;
const WORDS = {
  file: 'Reclamo',
  columns: { claim: 'r', number: 'n', what: 'q', day: 'd', amount: 'm', currency: 'c' },
  kindOf: (kind: string) => `«${kind}»`,
  format: EXACT_CSV,
};
const NOTHING: OrderFigures = { rows: decimal('0'), paid: decimal('0'), lines: null };
const made = (cases: readonly CasesOf[], rules: Parameters<typeof makeClaim>[3] = new Map()): Claim => {
  const [draft] = draftClaims(cases, ownCurrency);
  if (draft === undefined) throw new Error('Nothing to claim.');
  const of = { number: 'R-0007', owner: 'Ana', note: 'nota', atMs: 9 };
  return makeClaim(
    draft,
    draft.lines.map(() => NOTHING),
    of,
    rules,
    WORDS,
  );
};

describe('a claim', () => {
  test('is of one account and currency, of all that has an amount, without signs', () => {
    const cuentas = fc.constantFrom('A', 'B');
    const drawn = fc.array(
      fc.record({
        cuenta: cuentas,
        own: fc.option(cuentas),
        currency: fc.constantFrom('', 'USD'),
        amounts: fc.array(fc.option(fc.integer({ min: -500, max: 500 })), { minLength: 1, maxLength: 4 }),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(drawn, (all) => {
        const cases = all.map(({ cuenta, own, currency, amounts }, at): CasesOf => {
          const subject = own === null ? { Canal: 'Uno', Cuenta: cuenta, rule: `${at}` } : { rule: `${at}` };
          const of = casesOf({ currency, subject }, ...amounts);
          if (own === null) return of;
          return {
            ...of,
            cases: of.cases.map((each) => ({ ...each, account: { Canal: 'Uno', Cuenta: own } })),
          };
        });
        const drafts = draftClaims(cases, ({ currency }) => currency ?? '');
        const expected = new Map<string, number>();
        for (const { cuenta, own, currency, amounts } of all)
          for (const amount of amounts) {
            if (amount === null || amount === 0) continue;
            const key = `${own ?? cuenta} ${currency}`;
            expected.set(key, (expected.get(key) ?? 0) + Math.abs(amount));
          }
        expect(
          Object.fromEntries(
            drafts.map((each) => [`${each.Cuenta} ${each.currency}`, unitsOf(each.claimed)]),
          ),
        ).toEqual(Object.fromEntries(expected));
        for (const { lines, claimed, of } of drafts) {
          expect(lines.reduce((sum, { amount }) => sum + unitsOf(amount), 0)).toBe(unitsOf(claimed));
          expect(of.reduce((sum, { cases: own }) => sum + own.length, 0)).toBe(lines.length);
          expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('is of nothing without an account, or without an amount', () => {
    expect(draftClaims([casesOf({ subject: { Canal: 'Uno' } }, 100)], ownCurrency)).toEqual([]);
    expect(draftClaims([casesOf({}, null, 0)], ownCurrency)).toEqual([]);
    const [draft] = draftClaims([casesOf({}, 0, 100)], ownCurrency);
    expect(draft?.lines.map(({ amount }) => amount)).toEqual(['1.00']);
  });

  test('is nothing of what is owed to the marketplace itself', () => {
    expect(draftClaims([casesOf({ kind: 'overdue' }, -500)], ownCurrency)).toEqual([]);
    expect(draftClaims([casesOf({ kind: 'overdue' }, -500, 20)], ownCurrency)[0]?.claimed).toBe('0.20');
  });

  test('is measured by what pays its kind; names all orders of a case, and is dated by all of them', () => {
    const kinds = ['statement-difference', 'overdue', 'long-overdue', 'no-payment', 'rate', 'of tomorrow'];
    const [draft] = draftClaims(
      kinds.map((kind) => casesOf({ kind }, 100, -7)),
      ownCurrency,
    );
    // What is late may be owed by us: that is in no claim.
    expect(draft?.lines.map(({ by, amount }) => [by, amount])).toEqual([
      ['statements', '1.00'],
      ['statements', '0.07'],
      ...['payment', 'payment', 'payment'].map((by) => [by, '1.00']),
      ['rows', '1.00'],
      ['rows', '0.07'],
      ['rows', '1.00'],
      ['rows', '0.07'],
    ]);
    const several = casesOf({}, 100, 200, 300);
    const named = ['O-1, O-2', '', 'O-3'];
    const [of] = draftClaims(
      [{ ...several, cases: several.cases.map((each, at) => ({ ...each, name: named[at] ?? '' })) }],
      ownCurrency,
    );
    expect(of?.lines.map(({ numbers }) => numbers)).toEqual([['O-1', 'O-2'], [], ['O-3']]);
    expect(of?.days).toEqual(['2026-10-01', '2026-10-02', '2026-10-03']);
  });

  test('keeps the figures of each of its orders as they are, who made it and when', () => {
    const [draft] = draftClaims([casesOf({}, 100, 200)], () => 'USD');
    if (draft === undefined) throw new Error('Nothing to claim.');
    const before = [
      { ...NOTHING, rows: decimal('1') },
      { ...NOTHING, paid: decimal('2'), lines: decimal('3') },
    ];
    const of = { number: 'R-0001', owner: 'Ana', note: 'nota', atMs: 9 };
    const claim = makeClaim(draft, before, of, new Map(), WORDS);
    expect(claim).toMatchObject({
      ...{ number: 'R-0001', Canal: 'Uno', Cuenta: 'A', currency: 'USD', state: 'to-send', atMs: 9 },
      ...{ claimed: '3.00', file: { name: 'Reclamo R-0001.csv' } },
      log: [{ state: 'to-send', note: 'nota', owner: 'Ana', atMs: 9 }],
    });
    expect(claim.lines.map((each) => [each.amount, each.before])).toEqual([
      ['1.00', before[0]],
      ['2.00', before[1]],
    ]);
    expect(claim.file.text).toContain('"USD"');
    const said = { state: 'paid', note: 'ya', owner: 'Eva', atMs: 12 } as const;
    expect(withState(claim, said)).toEqual({ ...claim, state: 'paid', log: [...claim.log, said] });
  });

  test('may be made so many days from its earliest: as the user says, else as is proposed', () => {
    const rules = new Map([['Uno', { days: 15, owner: '', atMs: 1 }]]);
    expect(daysToClaim(new Map(), 'Uno')).toEqual({ days: PROPOSED_DAYS, isProposal: true });
    expect(daysToClaim(rules, 'Uno')).toEqual({ days: 15, isProposal: false });
    expect(daysToClaim(rules, 'Dos').isProposal).toBe(true);
    expect(deadlineOf(['2026-10-28' as LocalDate, null, '2026-11-02' as LocalDate], 60)).toBe('2026-12-27');
    expect(deadlineOf([null], 60)).toBeNull();
    expect(made([casesOf({}, 100, 200)]).deadline).toBe('2026-11-30');
    expect(made([casesOf({}, 100, 200)], rules).deadline).toBe('2026-10-16');
  });

  test('has a number that none had', () => {
    expect(nextNumber([])).toBe('R-0001');
    expect(nextNumber(['R-0009', 'R-0002', 'other'])).toBe('R-0010');
    expect(nextNumber(['R-12345'])).toBe('R-12346');
  });

  test('keeps its file as it was made, byte for byte, and is read as it was stored', () => {
    const claim = made([casesOf({}, 1250, -75), casesOf({ kind: 'overdue' }, 10)]);
    expect(claim.file.text.replaceAll('"', '').split('\r\n')).toEqual([
      'r,Canal,Cuenta,n,q,d,m,c',
      'R-0007,Uno,A,O-0,«rate»,2026-10-01,12.50,',
      'R-0007,Uno,A,O-1,«rate»,2026-10-02,0.75,',
      'R-0007,Uno,A,O-0,«overdue»,2026-10-01,0.10,',
      ',,,,,,13.35,',
      '',
    ]);
    const inPesos = made([casesOf({ currency: 'CLP' }, 1250)])
      .file.text.replaceAll('"', '')
      .split('\r\n');
    expect(inPesos.slice(1)).toEqual([
      ...['R-0007,Uno,A,O-0,«rate»,2026-10-01,12.50,CLP', ',,,,,,12.50,CLP', ''],
    ]);
    const stored = ANNOTATION_SCHEMAS.claim.parse(JSON.parse(JSON.stringify(claim)));
    expect(stored).toEqual(claim);
    expect(digestOf(stored.file.text)).toBe(claim.file.digest);
    expect(claim.file.digest).toBe(
      createHash('sha256').update(Buffer.from(claim.file.text, 'utf8')).digest('hex'),
    );
    const sent = withState(claim, { state: 'sent', note: '', owner: 'Ana', atMs: 10 });
    expect([sent.state, sent.log.map(({ state }) => state), sent.file]).toEqual([
      ...['sent', ['to-send', 'sent'], claim.file],
    ]);
  });

  test('takes its exceptions until it is rejected; the last one counts', () => {
    const first = made([casesOf({}, 100, 200)]);
    const second: Claim = { ...made([casesOf({}, 100)]), number: 'R-0008', atMs: 10 };
    const rejected: Claim = { ...first, state: 'rejected' };
    const known = (...all: readonly Claim[]) => claimedCases(new Map(all.map((each) => [each.number, each])));
    const viewOf = (...all: readonly Claim[]) =>
      [...known(...all).values()].map(({ number, isRejected }) => [number, isRejected]);
    expect(viewOf(first)).toEqual([
      ['R-0007', false],
      ['R-0007', false],
    ]);
    expect(viewOf(second, rejected)).toEqual([
      ['R-0008', false],
      ['R-0007', true],
    ]);
    // Of two of one moment the greater number is the later one.
    expect(viewOf({ ...second, atMs: first.atMs }, first)[0]).toEqual(['R-0008', false]);
    expect([...known(first)].map(([key, { evidence }]) => [key, evidence])).toEqual(
      first.lines.map(({ key }, at) => [key, `e${at}`]),
    );
  });
});

describe('what came back', () => {
  const figures = fc.record({
    rows: fc.integer({ min: -900, max: 900 }),
    paid: fc.integer({ min: -900, max: 900 }),
    lines: fc.option(fc.integer({ min: -900, max: 900 })),
  });
  const asFigures = ({ rows, paid, lines }: { rows: number; paid: number; lines: number | null }) => ({
    ...{ rows: cents(rows), paid: cents(paid) },
    lines: lines === null ? null : cents(lines),
  });

  test('is by how much the figures rose that show a refund of its kind, never more than was claimed', () => {
    fc.assert(
      fc.property(
        figures,
        figures,
        fc.constantFrom(...CLAIM_MEASURES),
        fc.integer({ min: 1, max: 500 }),
        (before, now, by, amount) => {
          const line = { key: 'k', numbers: ['1'], amount: cents(amount), by, before: asFigures(before) };
          const ofLines =
            now.lines === null
              ? 0
              : before.lines === null
                ? by === 'rows'
                  ? 0
                  : now.lines
                : now.lines - before.lines;
          const others = { statements: 0, payment: now.paid - before.paid, rows: now.rows - before.rows }[by];
          const expected = Math.min(amount, Math.max(0, ofLines, others));
          expect(unitsOf(recoveredOf(line, asFigures(now)))).toBe(expected);
        },
      ),
      { numRuns: 400 },
    );
  });

  test('is nothing where nothing moved', () => {
    fc.assert(
      fc.property(figures, fc.constantFrom(...CLAIM_MEASURES), (same, by) => {
        const before = asFigures(same);
        const line = { key: 'k', numbers: ['1'], amount: cents(100), by, before };
        expect(unitsOf(recoveredOf(line, before))).toBe(0);
      }),
    );
  });
});

describe('claims that are offered', () => {
  const of = (cuenta: string, currency: string, ...amounts: readonly number[]): CasesOf =>
    casesOf({ subject: { Canal: 'Uno', Cuenta: cuenta, rule: currency }, currency }, ...amounts);
  const drafts = (...all: readonly CasesOf[]) => draftClaims(all, ({ currency }) => currency ?? '');
  const offered = (all: ReturnType<typeof drafts>, today = '2026-10-01', days?: number) =>
    offeredOf(
      all,
      new Map(days === undefined ? [] : [['Uno', { days, owner: '', atMs: 1 }]]),
      today as LocalDate,
    );

  test('say how much in the currency of the first, and of one alone until when', () => {
    const one = drafts(of('A', 'CLP', 100, 200));
    expect(offered([])).toBeNull();
    expect(offered(one)).toEqual({
      ...{ count: 1, claimed: '3.00', currency: 'CLP' },
      until: { day: '2026-11-30', days: 60, message: 'claim.until-proposed' },
    });
    const several = drafts(of('A', 'USD', 100), of('B', 'CLP', 5_000), of('B', 'USD', 20));
    expect(offered(several)).toEqual({ count: 3, claimed: '1.20', currency: 'USD', until: null });
  });

  test('are taken through their last day', () => {
    const one = drafts(of('A', 'CLP', 100));
    const message = (today: string) => offered(one, today, 15)?.until;
    const last = { day: '2026-10-16', days: 15 };
    expect(message('2026-10-15')).toEqual({ ...last, message: 'claim.until' });
    expect(message('2026-10-16')).toEqual({ ...last, message: 'claim.until' });
    expect(message('2026-10-17')).toEqual({ ...last, message: 'claim.until-passed' });
    expect(offered(drafts({ ...of('A', 'CLP'), cases: [] }))).toBeNull();
    const [draft] = one;
    if (draft === undefined) throw new Error('Nothing to claim.');
    expect(offered([{ ...draft, days: [null] }])?.until).toBeNull();
  });

  test('are made each with its own number and the figures of its own orders', () => {
    const all = drafts(of('A', 'USD', 100, 30), of('B', 'CLP', 5_000), of('B', 'USD', 20));
    const figures = [1, 2, 3, 4].map((at) => ({ ...NOTHING, rows: cents(at) }));
    const by = { owner: 'Ana', note: 'nota', atMs: 9 };
    const claims = makeClaims(all, figures, ['R-0007', 'R-0003'], by, new Map(), WORDS);
    expect(
      claims.map(({ number, Cuenta, currency, lines, log }) => [
        ...[
          number,
          Cuenta,
          currency,
          lines.map(({ amount, before }) => [amount, before.rows]),
          log[0]?.owner,
        ],
      ]),
    ).toEqual([
      [
        ...['R-0008', 'A', 'USD'],
        [
          ['1.00', '0.01'],
          ['0.30', '0.02'],
        ],
        'Ana',
      ],
      ['R-0009', 'B', 'CLP', [['50.00', '0.03']], 'Ana'],
      ['R-0010', 'B', 'USD', [['0.20', '0.04']], 'Ana'],
    ]);
    expect(claims.map(({ file }) => file.name)).toEqual([
      ...['Reclamo R-0008.csv', 'Reclamo R-0009.csv', 'Reclamo R-0010.csv'],
    ]);
  });
});

test('the days to claim in are set for one marketplace, or its proposal counts again', () => {
  const who = { owner: ' Ana ', atMs: 7 };
  expect(ruleChange('Uno', 30, who)).toEqual({
    ...{ kind: 'claim-rule', deletes: [] },
    puts: [{ key: 'Uno', value: { days: 30, owner: 'Ana', atMs: 7 } }],
  });
  expect(ruleChange('Uno', null, who)).toEqual({ kind: 'claim-rule', puts: [], deletes: ['Uno'] });
});

describe('claims as they are listed', () => {
  const status = (number: string, currency: string, claimed: string, recovered: string): ClaimStatus => ({
    claim: { ...made([casesOf({ currency }, 1)]), number, currency, claimed: decimal(claimed) },
    ...{ recovered: decimal(recovered), recoveredOf: [] },
  });

  test('are offered to be marked as paid once all came back, however it is written', () => {
    const all = ['4.99', '5', '5.0', '5.01', '0'].map((recovered) => status('R-1', '', '5.00', recovered));
    expect(all.map(isBack)).toEqual([false, true, true, true, false]);
  });

  test('are counted and summed by currency, in the order of the first of each', () => {
    const all = [
      status('R-1', 'USD', '10.50', '10.25'),
      status('R-2', 'CLP', '700', '0'),
      status('R-3', 'USD', '3', '2'),
      status('R-4', '', '1', '1'),
    ];
    expect(claimSums(all, text)).toEqual([
      {
        ...{ key: 'USD', name: '2 reclamos USD' },
        sums: { claimed: { value: '13.50' }, recovered: { value: '12.25' } },
      },
      { key: 'CLP', name: '1 reclamo CLP', sums: { claimed: { value: '700' }, recovered: { value: '0' } } },
      { key: '', name: '1 reclamo', sums: { claimed: { value: '1' }, recovered: { value: '1' } } },
    ]);
    expect(claimSums([], text)).toEqual([]);
  });
});
