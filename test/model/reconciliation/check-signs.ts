import type { StepPart, StepSign, WaivableStep } from '#renderer/reconciliation/month/model/month-steps.ts';
import type { MonthPage } from '#renderer/reconciliation/month/model/months-page.ts';
import type { SourceRow } from './books.ts';
import { canonical } from './check-kept.ts';
import { figureOf, nameOf, soldOf, stepsOf } from './check-months.ts';
import type { Expected, SignedTexts, ToldSign } from './expected.ts';
import { accountKeyOf, monthOfDays, orderKeyOf, total } from './oracle.ts';
import type { Tolerance, View } from './view.ts';
import { equal, hold, shown } from './violation.ts';

/** Steps that somebody signed off: as long as nothing of them moved, and no longer than their figures stand. */

export function checkSigns(view: View, expected: Expected, tolerance: Tolerance): void {
  for (const [month, page] of view.monthPages) {
    const ofMonth = [...expected.signs.values()].filter((each) => each.month === month);
    for (const step of Object.keys(page.parts) as WaivableStep[]) {
      const own = ofMonth.filter((each) => each.step === step);
      const due = own.length === 0 ? null : textsOf(view, expected, { month, step, tolerance, page });
      const held = page.parts[step].filter((part) =>
        checkPart(
          part,
          own.find(({ account }) => account === nameOf(part)),
          due?.get(nameOf(part)) ?? null,
          `${step} of ${nameOf(part)} in ${month}`,
        ),
      );
      checkStep(page, step, { own, held: held.length, month });
    }
  }
}

/** Whether it holds. What it was said of has moved where its figure did, and has not where nothing did. */
function checkPart(
  { signOff, fallenSignOff }: StepPart,
  said: ToldSign | undefined,
  now: SignedTexts | null,
  what: string,
): boolean {
  if (said === undefined || now === null) {
    equal('sign-offs', [signOff, fallenSignOff], [null, null], `what nobody signed of ${what}`);
    return false;
  }
  const { key: _, ...shownAs } = signOff ?? fallenSignOff ?? { key: '' };
  equal('sign-offs', canonical(shownAs), canonical(said.value), `what was signed of ${what}`);
  if (said.of.figure !== now.figure)
    hold('sign-offs', signOff === null, () => `${what} is signed of ${said.of.figure}, and is ${now.figure}`);
  else if (said.of.all === now.all)
    hold('sign-offs', signOff !== null, () => `${what} fell, and nothing moved`);
  return signOff !== null;
}

/** A step is signed where all of its parts are, and says who did last, when and of what. */
function checkStep(
  { walk, parts }: MonthPage,
  step: WaivableStep,
  { own, held, month }: { readonly own: readonly ToldSign[]; readonly held: number; readonly month: string },
): void {
  const sign = walk?.steps.find(({ id }) => id === step)?.sign;
  const what = `${step} of ${month}`;
  const state: StepSign['state'][] =
    own.length === 0
      ? ['none', 'by-itself']
      : held === own.length && held === parts[step].length
        ? ['signed']
        : ['fallen'];
  hold('sign-offs', sign !== undefined && state.includes(sign.state), () => `${what} is ${sign?.state}`);
  if (own.length === 0) {
    equal('sign-offs', sign?.last, null, `who signed ${what}`);
    return;
  }
  const last = sign?.last;
  hold(
    'sign-offs',
    own.some(
      ({ value: { owner, atMs, step: of } }) => canonical(last) === canonical({ owner, atMs, step: of }),
    ),
    () => `${what} says ${shown(last)}, and nobody signed that`,
  );
}

type At = {
  readonly month: string;
  readonly step: WaivableStep;
  readonly tolerance: Tolerance;
  readonly page: MonthPage;
};

/** Of each account what a sign-off is of: its figure, which must not move, and all that could move it. */
export function textsOf(
  view: View,
  expected: Expected,
  { month, step, tolerance, page }: At,
): ReadonlyMap<string, SignedTexts> {
  const ofMonth = expected.rows.filter(({ bought }) => monthOfDays(bought) === month);
  const sold = soldOf(view, expected, ofMonth);
  const { imports, decisions, bases, noChannel, waivers, answers, ownCosts } = expected;
  const rows = shown(ofMonth);
  const all = shown([
    expected.rows,
    imports.map(({ id, account, answer }) => [id, account, answer]),
    [decisions, bases, noChannel, waivers, answers],
  ]);
  const wider = step === 'data' || step === 'rows' ? rows : step === 'costs' ? rows + shown(ownCosts) : all;
  const due = stepsOf(view, expected, month, tolerance)[step];
  return new Map(
    page.parts[step].flatMap((part) => {
      const account = nameOf(part);
      const found = due.get(account);
      if (found === undefined) return [];
      const own = ofMonth.filter((row) => accountKeyOf(row) === account);
      const beside = {
        data: sumsOf(ofMonth),
        rows: own.length,
        costs: null,
        statements: null,
        differences: [
          found.explained ?? null,
          total(sold.filter((each) => each.account === account).map(({ amount }) => amount)),
        ],
        bank: payoutsOf(view, month, account),
      } satisfies { readonly [each in WaivableStep]: unknown };
      const figure = shown([part.state, figureOf(found), beside[step]]);
      return [[account, { figure, all: `${figure} ${wider}` }] as const];
    }),
  );
}

function sumsOf(rows: readonly SourceRow[]) {
  const accounts = [...new Set(rows.map(accountKeyOf))].toSorted();
  const ofAccount = (key: string) => rows.filter((row) => accountKeyOf(row) === key);
  return [
    new Set(rows.map(orderKeyOf)).size,
    accounts.map((key) => {
      const own = ofAccount(key);
      return [key, own.length, total(own.map(({ ventas }) => ventas)), total(own.map(({ left }) => left))];
    }),
  ];
}

const payoutsOf = (view: View, month: string, account: string) =>
  view.chain.payouts
    .filter(({ day, state, accounts: [only, ...others] }) => {
      const own = only === undefined || others.length > 0 ? '' : accountKeyOf(only);
      return day?.slice(0, 7) === month && state !== 'beside' && own === account;
    })
    .map(({ key, state, amount }) => [key, state, Number(amount)])
    .toSorted();
