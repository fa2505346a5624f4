import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** The steps of a month from its data to its close, what each may come to, and why. */

/**
 * `done`: nothing of it stands open. `open`: something does, with its figures. `blocked`: it cannot be told yet.
 * `waived`: what stands open is not needed, by the user's word.
 */
export const STEP_STATES = ['done', 'open', 'blocked', 'waived'] as const;
export type StepState = (typeof STEP_STATES)[number];

type ReasonRecord = {
  readonly state: Exclude<StepState, 'waived'>;
  /** Only time mends it: nobody can work on it today. */
  readonly waits?: true;
};

/** In their order; of each the reasons that it may have, the gravest first: a step has that of its gravest part. */
export const MONTH_STEPS = [
  {
    id: 'data',
    reasons: {
      /** Rows that the source no longer gives wait for the user's word. */
      held: { state: 'open' },
      /** The source counts another number of rows. */
      differs: { state: 'open' },
      /** Some of it was lost here. */
      lost: { state: 'open' },
      unread: { state: 'blocked', waits: true },
      running: { state: 'blocked', waits: true },
      /** It lies before what is read, and in part. */
      partial: { state: 'open' },
      'to-verify': { state: 'open' },
      /** Some of it is to be read again. */
      'to-reread': { state: 'open' },
      /** Complete and at rest, and the source's count was never asked: read and counted here, no more. */
      'not-counted': { state: 'open' },
      agrees: { state: 'done' },
    },
  },
  {
    id: 'rows',
    reasons: { fail: { state: 'open' }, hold: { state: 'done' } },
  },
  {
    id: 'costs',
    reasons: { missing: { state: 'open' }, known: { state: 'done' } },
  },
  {
    id: 'statements',
    reasons: {
      /** None is of the month's days, and none holds an order of it. */
      none: { state: 'open' },
      /** Some do, and by the account's rhythm others are missed. */
      gaps: { state: 'open' },
      running: { state: 'blocked', waits: true },
      covered: { state: 'done' },
      nothing: { state: 'done' },
    },
  },
  {
    id: 'differences',
    reasons: {
      differ: { state: 'open' },
      /** There is no statement to hold the orders against. */
      'no-statement': { state: 'blocked' },
      running: { state: 'blocked', waits: true },
      same: { state: 'done' },
      nothing: { state: 'done' },
    },
  },
  {
    id: 'bank',
    reasons: {
      /** Payouts that the bank did not get. */
      missing: { state: 'open' },
      /** It got others than were paid out. */
      different: { state: 'open' },
      'no-bank': { state: 'blocked' },
      /** The bank's files do not reach over them. */
      'bank-ends': { state: 'blocked' },
      'no-date': { state: 'blocked' },
      /** No statement tells what was paid out. */
      'no-statement': { state: 'blocked' },
      running: { state: 'blocked', waits: true },
      'not-yet': { state: 'blocked', waits: true },
      arrived: { state: 'done' },
      nothing: { state: 'done' },
    },
  },
  {
    id: 'close',
    reasons: {
      /** It was closed, its figures moved, and nobody has looked at that. */
      drifted: { state: 'open' },
      'steps-open': { state: 'blocked' },
      ready: { state: 'open' },
      closed: { state: 'done' },
    },
  },
] as const satisfies readonly {
  readonly id: string;
  readonly reasons: { readonly [reason: string]: ReasonRecord };
}[];

type StepRecord = (typeof MONTH_STEPS)[number];
export type MonthStepId = StepRecord['id'];
export const STEP_IDS: readonly MonthStepId[] = MONTH_STEPS.map(({ id }) => id);
type Reasons = { readonly [Each in StepRecord as Each['id']]: keyof Each['reasons'] & string };
export type ReasonOf<Id extends MonthStepId> = Reasons[Id];

/** Those that may be said to be not needed: a close is made or not. */
export type WaivableStep = Exclude<MonthStepId, 'close'>;
export const WAIVABLE_STEPS = STEP_IDS.filter((id): id is WaivableStep => id !== 'close');

/** The reasons of a step, the gravest first, with the state that each is of. */
export const reasonsOf = (step: MonthStepId): ReadonlyMap<string, ReasonRecord> =>
  new Map(Object.entries(MONTH_STEPS.find(({ id }) => id === step)?.reasons ?? {}));

export type AccountName = { readonly canal: string; readonly cuenta: string };

/** What somebody said to be not needed, and of which figure. */
export type Waiver = {
  /** Of the annotation. */
  readonly key: string;
  readonly owner: string;
  readonly note: string;
  /** By this machine's clock. */
  readonly atMs: number;
  readonly said: StepFigure;
};

/** What part of a step comes to: a saying about it holds as long as this is the same. */
export type StepFigure = {
  readonly reason: string;
  readonly count: number;
  readonly amount: Decimal | null;
  /** Of what it is made of: the same count and amount of other orders is another. */
  readonly evidence: string;
};

/** What part of a step comes to, open or not: a sign-off holds as long as all of it is the same. */
export type SignedFigure = StepFigure & {
  readonly state: StepState;
  readonly of: number;
  readonly explained: { readonly count: number; readonly amount: Decimal | null };
  /** Of all that it is made of, open or not; "": its other figures tell all of it. */
  readonly whole: string;
};

/** Who signed a step off, when, and of which figure. */
export type SignOff = {
  /** Of the annotation. */
  readonly key: string;
  readonly owner: string;
  /** By this machine's clock. */
  readonly atMs: number;
  /** Of the part. */
  readonly said: SignedFigure;
  /** What the step came to then, in the accounts that were in view. */
  readonly step: ShownFigure;
};

/** A step's figure as it is shown. */
export type ShownFigure = {
  readonly reason: string;
  readonly count: number;
  readonly of: number;
  readonly amount: Decimal | null;
};

/**
 * How a step is signed off. `by-itself`: it holds without anybody's word, and needs none. `signed`: of the figure that it
 * comes to. `fallen`: it was, and comes to another by now: to be asked again.
 */
export const SIGN_STATES = ['none', 'by-itself', 'signed', 'fallen'] as const;
export type SignState = (typeof SIGN_STATES)[number];

export type StepSign = {
  readonly state: SignState;
  /** Who signed last, and of what; null: nobody did. */
  readonly last: Pick<SignOff, 'owner' | 'atMs' | 'step'> | null;
};

/** What a step comes to in one account, or in none in particular. */
export type StepPart<Id extends WaivableStep = WaivableStep> = {
  readonly account: AccountName | null;
  readonly state: StepState;
  readonly reason: ReasonOf<Id>;
  /** Done without anybody's word. */
  readonly isByItself: boolean;
  /** What stands open, and of how many: its unit is the step's (see `MonthStep`). */
  readonly count: number;
  readonly of: number;
  /** What stands open; null where it is no money, or of unlike currencies. */
  readonly amount: Decimal | null;
  /** Of the amounts, as ISO 4217 has it; "": none is named. */
  readonly currency: string;
  readonly evidence: string;
  /** What was explained, and is no part of the count and amount. */
  readonly explained: { readonly count: number; readonly amount: Decimal | null };
  /** Holds: it is why the state is `waived`. */
  readonly waiver: Waiver | null;
  /** Was said of another figure: to be shown as it was said, and asked again. */
  readonly fallen: Waiver | null;
  /** Of all that it is made of, open or not; "": its other figures tell all of it. */
  readonly whole: string;
  /** Holds: it is of this figure. */
  readonly signOff: SignOff | null;
  /** Was signed of another figure. */
  readonly fallenSignOff: SignOff | null;
};

/**
 * A step of a month in the accounts in view: the sum of its parts. What `count` counts: data: rows that differ from the
 * source; rows: failing rows; costs: SKUs; statements: accounts without theirs; differences: cases; bank: payouts; close:
 * steps that stand in its way. `of`, of the same: all rows (data, rows), SKUs sold, accounts that sold, cases, payouts,
 * steps.
 */
export type MonthStep<Id extends MonthStepId = MonthStepId> = {
  readonly id: Id;
  readonly state: StepState;
  readonly reason: ReasonOf<Id>;
  readonly isByItself: boolean;
  readonly count: number;
  readonly of: number;
  readonly amount: Decimal | null;
  readonly explained: { readonly count: number; readonly amount: Decimal | null };
  /** Rows that its count stands for; 0 where it counts something else. */
  readonly rows: number;
  /** Accounts that something stands open in, and those that are waived. */
  readonly accounts: number;
  readonly waived: number;
  /** Accounts of which something was said of another figure, to be asked again. */
  readonly fallen: number;
  readonly sign: StepSign;
};

/** A month walked: where it stands and what comes next. */
export type MonthWalk = {
  readonly month: Month;
  /** Of the accounts in view. */
  readonly rows: number;
  /** In the order of MONTH_STEPS. */
  readonly steps: readonly MonthStep[];
  /** Steps that are done or waived, of all. */
  readonly done: number;
  readonly of: number;
  /** Differences that nobody explained; null: none is known, or of unlike currencies. */
  readonly amount: Decimal | null;
  /** Every step holds: only then it squares. */
  readonly squares: boolean;
  readonly close: {
    /** `closed` also where somebody looked at its drift. */
    readonly state: 'open' | 'closed' | 'drifted';
    /** Of Rentabilidad Total, since the close; null: it is open. */
    readonly drift: Decimal | null;
    /** Who closed it last, and when; null: it is open. `reviewer`: "" where nobody is named. */
    readonly by: { readonly owner: string; readonly reviewer: string; readonly atMs: number } | null;
  };
  /** Who signed steps off that are still so, the last one first, each once. */
  readonly signers: readonly string[];
  /** It is not over everywhere; known up to `knownUntil`. */
  readonly isRunning: boolean;
  readonly knownUntil: LocalDate | null;
  /** The step to work on; null: none can be worked on today, or all are done. */
  readonly next: MonthStepId | null;
  /** Steps in the way of the close, in their order. */
  readonly inTheWay: readonly WaivableStep[];
};

/** In one month each step but the close by account: those that something stands open in first, the greatest amounts first. */
export type StepParts = { readonly [Id in WaivableStep]: readonly StepPart<Id>[] };
