import fc from 'fast-check';
import type { Freedom } from './source.ts';

/** Random lives of a source and of the app that reads it: what happens, when it syncs, what moves under its eyes. */

export type Happening =
  /** An order is born with so many sub-orders, each with so many rows. */
  | { readonly kind: 'birth'; readonly rowsOfSubOrders: readonly number[] }
  /** Movements of the account without order number; two of them may be equal in every column. */
  | { readonly kind: 'movement'; readonly twins: boolean }
  /** A daily movement of the account, in the first or last second of a day. */
  | { readonly kind: 'daily-movement'; readonly at: DailyTime }
  /** So many orders at one instant that their rows need more than a page, by about this share of one. */
  | { readonly kind: 'burst'; readonly share: number }
  /** One sub-order, or the whole order it belongs to, is changed. */
  | { readonly kind: 'change'; readonly pick: number; readonly wholeOrder: boolean }
  /** The same to an order bought so long ago that `updated_at` will not tell (spec 4.2.7). */
  | { readonly kind: 'change-old'; readonly pick: number }
  | { readonly kind: 'add-row'; readonly pick: number; readonly twin: boolean }
  | { readonly kind: 'remove-row'; readonly pick: number }
  | { readonly kind: 'cancel'; readonly pick: number }
  /** The purchase date is corrected by so many hours; the sub-order counts as updated. */
  | {
      readonly kind: 'move-purchase';
      readonly pick: number;
      readonly hours: number;
      readonly wholeOrder: boolean;
    }
  /** An order or a movement whose rows (or the first of them) have no purchase date yet, or one that is far off. */
  | {
      readonly kind: 'birth-misdated';
      readonly what: 'order' | 'movement';
      readonly rowsOfSubOrders: readonly number[];
      readonly text: string;
      readonly all: boolean;
    }
  /** Rows of a sub-order, or the first of them, lose their purchase date, or get one that is far off. */
  | { readonly kind: 'misdate'; readonly pick: number; readonly text: string; readonly all: boolean }
  /** Such rows of a sub-order, or the first of them, get their purchase date, or one goes; where there are none, some are born. */
  | {
      readonly kind: 'correct-date';
      readonly pick: number;
      readonly all: boolean;
      readonly isSilent: boolean;
    }
  /** Gone without a trace: no update tells of it. */
  | { readonly kind: 'vanish'; readonly pick: number; readonly what: 'row' | 'sub-order' | 'order' }
  /** Everything of a channel in the pick's month is gone without a trace. */
  | { readonly kind: 'vanish-channel'; readonly pick: number }
  /** A sub-order, or the whole order, is another channel's from now on; only the sub-order counts as updated. */
  | { readonly kind: 'move-channel'; readonly pick: number; readonly wholeOrder: boolean }
  /** An item becomes an order of its own; what it is taken from does not count as updated. */
  | { readonly kind: 'split'; readonly pick: number }
  /** A row is gone without a trace, and another is born at its purchase date: no count moves. */
  | { readonly kind: 'swap'; readonly pick: number };

export const DAILY_TIMES = ['00:00:00.000', '00:00:00.999', '23:59:59.000', '23:59:59.999'] as const;
export type DailyTime = (typeof DAILY_TIMES)[number];

/** Who dies, and at which of the steps of the sync that goes on. */
export type Kill = {
  readonly victim: 'main' | 'page' | 'both';
  /** A request, a call of the ledger, or a step of its database. */
  readonly at: 'request' | 'call' | 'store';
  readonly count: number;
  /** Whether the request or call had its effect before its answer was lost. */
  readonly isDone: boolean;
};

export type Step =
  | {
      readonly kind: 'happen';
      readonly what: Happening;
      /** Seconds by which its update stamp lies back: within the margin. */
      readonly lateSeconds: number;
    }
  /** Time passes while the machine sleeps or the app is closed. */
  | { readonly kind: 'wait'; readonly minutes: number; readonly isClosed: boolean }
  | {
      readonly kind: 'sync';
      readonly meanwhile: readonly {
        readonly afterRequests: number;
        readonly what: Happening;
        readonly lateSeconds: number;
      }[];
      readonly kill: Kill | null;
      /** The machine sleeps while a request is on its way. */
      readonly sleep: { readonly afterRequests: number; readonly minutes: number } | null;
    }
  /** The clocks of the server are set, for good, right between two syncs. */
  | { readonly kind: 'set-clock'; readonly minutes: number }
  /** A version of before, which believed every Date, left times so far ahead in the checkpoint. */
  | { readonly kind: 'poison'; readonly minutes: number; readonly what: 'changes' | 'all' }
  /** The user pauses after so many requests and resumes later. */
  | { readonly kind: 'pause'; readonly afterRequests: number }
  /** The app is closed and started again. */
  | { readonly kind: 'restart' }
  /** The account becomes Pro. */
  | { readonly kind: 'upgrade' }
  /** The service allows a Pro account what Free allows, or all of Pro again; nobody tells the app. */
  | { readonly kind: 'server-plan'; readonly isLowered: boolean }
  /** The user has the months of some order read again. */
  | { readonly kind: 'reread'; readonly pick: number }
  /** A key of another company is given, which has so many orders in common: what it answers must not be mixed in. */
  | { readonly kind: 'foreign-key'; readonly shared: number }
  /** Another key of the same company is given: it is believed, or the user is asked. */
  | { readonly kind: 'own-key' };

export type History = {
  readonly steps: readonly Step[];
  readonly freedom: Freedom;
  readonly plan: 'free' | 'pro';
  /** How it comes to rest: by itself, or the user has what the controls show searched for. */
  readonly ending: 'time' | 'controls';
  /** Minutes between two readings by the schedule; null: only when asked. */
  readonly periodMinutes: number | null;
  readonly orders: number;
  /** What this machine's own clock is wrong by. */
  readonly wallErrorMinutes: number;
  /** Whether things happen of which no update tells. Where none do, the next sync alone makes all equal. */
  readonly hasSilence: boolean;
};

const pick = fc.nat(1000);
const lateSeconds = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 540 }) },
);
const kind = <K extends string>(value: K) => fc.constant(value);

const rowsOfSubOrders = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 });
/** What stands for never, years mistyped, and days that come to be the present while a history goes on. */
export const FAR_DATES: readonly string[] = [
  '9999-12-31T23:59:59.999',
  '0001-01-01T00:00:00.000',
  '1999-12-31T23:59:59.999',
  '2016-05-19T08:30:00.000',
  '2062-05-17T11:00:00.000',
  '2027-06-01T00:00:00.000',
  '2026-09-15T12:00:00.000',
];

const misdate = fc.oneof(
  // Nothing, words, a day that there is not.
  fc.constantFrom('', 'pendiente', '2026-02-30T10:00:00.000'),
  fc.constantFrom(...FAR_DATES),
);

/** What happens to rows without a purchase date, or with one that is far off. */
const misdatedHappening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('birth-misdated'),
      what: fc.constantFrom('order' as const, 'movement' as const),
      rowsOfSubOrders,
      text: misdate,
      all: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('misdate'), pick, text: misdate, all: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind('correct-date'), pick, all: fc.boolean(), isSilent: fc.boolean() }),
  },
);

export const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: kind('birth'), rowsOfSubOrders }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('movement'), twins: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('burst'), share: fc.double({ min: 0, max: 0.4, noNaN: true }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind('change'), pick, wholeOrder: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('change-old'), pick }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('add-row'), pick, twin: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('remove-row'), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('cancel'), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('move-purchase'),
      pick,
      hours: fc.integer({ min: -900, max: 200 }),
      wholeOrder: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('vanish'),
      pick,
      what: fc.constantFrom('row' as const, 'sub-order' as const, 'order' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('vanish-channel'), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('daily-movement'), at: fc.constantFrom(...DAILY_TIMES) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('move-channel'), pick, wholeOrder: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('split'), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('swap'), pick }) },
  { weight: 4, arbitrary: misdatedHappening },
);

const kill: fc.Arbitrary<Kill | null> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({
      victim: fc.constantFrom('main' as const, 'page' as const, 'both' as const),
      at: fc.constantFrom('request' as const, 'call' as const),
      count: fc.integer({ min: 1, max: 40 }),
      isDone: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      victim: fc.constantFrom('page' as const, 'both' as const),
      at: kind('store'),
      count: fc.oneof(fc.integer({ min: 1, max: 150 }), fc.integer({ min: 1, max: 900 })),
      isDone: fc.constant(false),
    }),
  },
);

const meanwhile = fc.array(fc.record({ afterRequests: fc.nat(14), what: happening, lateSeconds }), {
  maxLength: 3,
});

const DAY_MINUTES = 24 * 60;
/** Minutes and hours, days, 8 days, 130 days, 14 months. */
const minutes = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 180 }) },
  { weight: 3, arbitrary: fc.integer({ min: 200, max: 8 * DAY_MINUTES }) },
  { weight: 1, arbitrary: fc.integer({ min: 8 * DAY_MINUTES, max: 40 * DAY_MINUTES }) },
  { weight: 1, arbitrary: fc.constantFrom(130 * DAY_MINUTES, 425 * DAY_MINUTES) },
);

const sleep = fc.oneof(
  { weight: 9, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({ afterRequests: fc.nat(8), minutes: fc.constantFrom(30, 7 * 60, 9 * DAY_MINUTES) }),
  },
);

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: kind('happen'), what: happening, lateSeconds }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('wait'), minutes, isClosed: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('sync'), meanwhile, kill, sleep }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('pause'), afterRequests: fc.nat(10) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('restart') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('upgrade') }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('server-plan'), isLowered: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('reread'), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('foreign-key'), shared: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('own-key') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('set-clock'),
      minutes: fc.constantFrom(-20 * 60, -90, -20, 20, 5 * 60, 8 * DAY_MINUTES, 40 * DAY_MINUTES),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('poison'),
      minutes: fc.constantFrom(30, 20 * 60, 3 * DAY_MINUTES, 50 * DAY_MINUTES, 1_000 * DAY_MINUTES),
      what: fc.constantFrom('changes' as const, 'all' as const),
    }),
  },
);

export const freedom: fc.Arbitrary<Freedom> = fc
  .record({
    pageSize: fc.integer({ min: 4, max: 16 }),
    fromInclusive: fc.boolean(),
    toInclusive: fc.boolean(),
    cutsSeconds: fc.boolean(),
    reshuffles: fc.boolean(),
    clipsTo: fc.constantFrom('end-of-day' as const, 'now' as const),
    limitWindows: fc.constantFrom('sliding' as const, 'fixed' as const),
    // The whole of Pro is thirty months, most of them empty here: a few runs are enough for that.
    reachMonths: fc.constantFrom(8, 8, 8, 9, 9, null),
    othersTake: fc.constantFrom(0, 0, 0, 0, 3),
    failsEvery: fc.constantFrom(0, 0, 0, 3, 7),
    dataBehindMinutes: fc.constantFrom(0, 0, 0, 20, 40, -20),
    // Never two in a row: what two answers in a row say alike is believed where nothing speaks against it.
    liesEvery: fc.constantFrom(0, 0, 4, 5, 9),
    // None agrees by chance with a wall clock that is wrong or a server's that was set.
    lieMinutes: fc.constantFrom(
      ...[25, -25, 45, 5 * 60 + 5, 8 * DAY_MINUTES + 5, 35 * DAY_MINUTES + 5, 60 * DAY_MINUTES + 5],
      ...[-9 * DAY_MINUTES - 5, 400 * DAY_MINUTES + 5, -400 * DAY_MINUTES - 5, 7_000 * DAY_MINUTES + 5],
    ),
    givesFarRows: fc.constantFrom(true, true, false),
  })
  // Rows of one instant that need several pages, in another order on each, are read by parts (rule 3). Where a part
  // needs several pages as well, they are reported, not guessed: pages here hold a part whenever they are reshuffled.
  .map((one) => (one.reshuffles ? { ...one, pageSize: one.pageSize + 12 } : one));

export const history: fc.Arbitrary<History> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 14 }),
  freedom,
  plan: fc.constantFrom('free' as const, 'free' as const, 'pro' as const),
  ending: fc.constantFrom('time' as const, 'controls' as const),
  periodMinutes: fc.constantFrom(null, 60),
  orders: fc.integer({ min: 4, max: 24 }),
  wallErrorMinutes: fc.constantFrom(0, 0, 3 * DAY_MINUTES + 60, -2 * 60),
  hasSilence: fc.boolean(),
});

/** Histories that are full of rows without a purchase date, or with one that is far off. */
export const misdatedHistory: fc.Arbitrary<History> = fc
  .tuple(history, fc.array(misdatedHappening, { minLength: 14, maxLength: 14 }))
  .map(([one, whats]) => ({
    ...one,
    steps: one.steps.map((step, at) => {
      const what = whats[at];
      return step.kind === 'happen' && what !== undefined ? { ...step, what } : step;
    }),
  }));
