import type { History } from './history.ts';
import type { AnyFunction, Exports, Replacement } from './mutant-switches.ts';
import type { Invariant } from './violation.ts';

/**
 * Each rule of the sync switched off, by replacing one exported function with one that does not heed it. No product
 * code knows of this: the function stands behind a switch (catch-mutants.ts).
 */

export type Mutant = Replacement & {
  /** Of electron/README.md. */
  readonly rule: number;
  /** What the app no longer does. */
  readonly what: string;
  /** Where the histories are only to be such as it matters in. */
  readonly among?: (one: History) => History;
  /** The search for differences would make good what it does before anybody sees it: that is off as well. */
  readonly isMadeGoodBySearch?: true;
  /** What the mutant must break: one of these. */
  readonly breaks: readonly Invariant[];
  /** Lived through by random histories, by those full of misdated rows, or by the one life with a death at each step. */
  readonly trial: 'histories' | 'misdated' | 'deaths';
};

/** The module that begins searches, and what it is without them. */
const SEARCHES = '#electron/sync/plan/controls.ts';
const withoutSearches = { beginSearches: (searches: unknown) => searches };
export const WITHOUT_SEARCHES: Replacement = { module: SEARCHES, make: () => withoutSearches };

const wrapped = (original: Exports, name: string): AnyFunction => {
  const found = original[name];
  if (typeof found !== 'function') throw new Error(`There is no ${name} to switch off any more.`);
  return found;
};

/** Replaces one function. */
const replace =
  (name: string, by: (original: AnyFunction) => AnyFunction) =>
  (original: Exports): Exports => ({ [name]: by(wrapped(original, name)) });

const DAY_MS = 86_400_000;
const shiftInstant = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();

/** A clock of the server to which every Date has a witness when it is so wished. */
const believingAnswers =
  (isBelieved: (nowMs: number | null) => boolean) =>
  (create: AnyFunction): AnyFunction =>
  (clock: unknown) => {
    const made = create(clock);
    return {
      ...made,
      observeServerTime: (serverDate: string | null, bound: unknown) => {
        const believes = serverDate !== null && isBelieved(made.nowMs());
        if (believes) made.resume(serverDate, 0);
        return made.observeServerTime(serverDate, believes ? null : bound);
      },
    };
  };

/**
 * A load that takes half an hour, with the clock of the data behind: an order of the newest day changes after that was
 * read, and one that is still to be read changes at the end.
 */
const longLoadBehind = (one: History): History => {
  const change = (pick: number) => ({ kind: 'change', pick, wholeOrder: true }) as const;
  return {
    ...one,
    plan: 'free',
    orders: 24,
    freedom: { ...one.freedom, dataBehindMinutes: 40, failsEvery: 0, liesEvery: 0, othersTake: 0 },
    steps: [
      {
        kind: 'sync',
        meanwhile: [
          { afterRequests: 2, what: change(0), lateSeconds: 0 },
          { afterRequests: 4, what: change(7 + (one.orders % 12)), lateSeconds: 0 },
        ],
        kill: null,
        sleep: { afterRequests: 3, minutes: 30 },
      },
    ],
  };
};

export const MUTANTS: readonly Mutant[] = [
  {
    rule: 1,
    what: 'every request finds a slot free',
    module: '#electron/api/slots.ts',
    make: replace('nextSlot', () => () => ({ kind: 'free' })),
    breaks: ['limits'],
    trial: 'histories',
  },
  {
    rule: 1,
    what: 'the limiter forgets its requests with the process',
    module: '#electron/api/limiter-memory.ts',
    make: replace(
      'openSlotMemory',
      (open) => (name: unknown, limits: unknown, clock: unknown, storage: object) =>
        open(name, limits, clock, { ...storage, read: async () => null }),
    ),
    breaks: ['limits'],
    trial: 'histories',
  },
  {
    rule: 2,
    what: 'a commit is not one transaction',
    module: '#renderer/data/storage/database/database.ts',
    make: replace('defineDatabase', (define) => (...args: unknown[]) => {
      const database = define(...args);
      database.transaction = async (...rest: unknown[]) => (rest.at(-1) as () => Promise<unknown>)();
      return database;
    }),
    breaks: ['staging', 'resumption'],
    trial: 'deaths',
  },
  {
    rule: 2,
    what: 'staged pages are forgotten at the next start',
    module: '#renderer/data/storage/commit/staging.ts',
    make: replace('readStagedWindows', () => async () => []),
    breaks: ['resumption'],
    trial: 'deaths',
  },
  {
    rule: 3,
    what: 'the first reading of a window is believed',
    module: '#shared/contract/readings.ts',
    make: replace('judge', () => () => ({ kind: 'settled' })),
    breaks: ['equality', 'changes', 'controls', 'guard', 'misdated'],
    trial: 'histories',
  },
  {
    rule: 3,
    what: 'rows of one instant are not read by parts',
    module: '#electron/sync/run/read-parts.ts',
    make: replace('readParts', () => async () => null),
    breaks: ['end'],
    trial: 'histories',
  },
  {
    rule: 4,
    what: 'equal rows are taken for one',
    module: '#renderer/data/storage/commit/planned-rows.ts',
    make: (original) => {
      const ownRows = wrapped(original, 'ownRows');
      const printOf = wrapped(original, 'printOf');
      return {
        ownRows: (...args: unknown[]) => {
          const seen = new Set<unknown>();
          return ownRows(...args).filter((row: unknown) => {
            const print = printOf(row);
            return seen.has(print) ? false : seen.add(print);
          });
        },
      };
    },
    breaks: ['equality', 'changes', 'controls', 'misdated'],
    trial: 'histories',
  },
  {
    rule: 4,
    what: 'movements without order number are one order',
    module: '#shared/domain/order-identity.ts',
    make: replace('orderKeyReader', (reader) => (table: { readonly columns: readonly string[] }) => {
      const read = reader(table);
      const columns = ['Canal', 'Cuenta', 'Orden'].map((column) => table.columns.indexOf(column));
      return (row: readonly (string | null)[]) =>
        (row[columns[2] ?? 0] ?? '').trim() === ''
          ? JSON.stringify(columns.map((column) => row[column] ?? null))
          : read(row);
    }),
    breaks: ['equality', 'changes', 'controls', 'guard', 'end', 'misdated'],
    trial: 'histories',
  },
  {
    rule: 5,
    what: 'stored rows without counterpart are not looked for',
    module: '#renderer/data/storage/commit/row-matching.ts',
    make: replace('needsVerification', () => () => false),
    isMadeGoodBySearch: true,
    breaks: ['equality', 'controls', 'misdated'],
    trial: 'histories',
  },
  {
    rule: 6,
    what: 'requests ask for the window itself, and no second more',
    module: '#shared/domain/window.ts',
    make: (original) => ({
      requestRange: (window: { readonly from: string; readonly to: string }) => ({
        from: window.from.slice(0, 19),
        to: window.to.slice(0, 19),
      }),
      ...(wrapped(original, 'requestRange') && {}),
    }),
    breaks: ['end', 'equality', 'controls'],
    trial: 'histories',
  },
  {
    rule: 7,
    what: 'the next changes are asked for from the last answer on, without margin',
    module: '#electron/sync/plan/changes.ts',
    make: replace(
      'nextWatermark',
      () =>
        ({ knownUntil }: { readonly knownUntil: string }) =>
          knownUntil,
    ),
    breaks: ['equality', 'controls', 'misdated'],
    trial: 'histories',
  },
  {
    rule: 7,
    what: 'after a load changes are asked for from its end on',
    module: '#electron/sync/plan/changes.ts',
    make: replace(
      'firstWatermark',
      (first) =>
        (...args: unknown[]) =>
          shiftInstant(first(...args), 30 * 60_000),
    ),
    breaks: ['equality', 'controls', 'requests', 'end', 'clock', 'misdated'],
    trial: 'histories',
  },
  {
    rule: 7,
    what: 'the first changes rest on the load’s start alone, whatever its rows say',
    module: '#electron/sync/plan/changes.ts',
    make: replace(
      'firstWatermark',
      (first) =>
        ({ startedAt, ...rest }: { readonly startedAt: string }) =>
          first({ ...rest, startedAt, greatestUpdate: startedAt }),
    ),
    among: longLoadBehind,
    breaks: ['equality', 'controls'],
    trial: 'histories',
  },
  {
    rule: 7,
    what: 'the first changes rest on the greatest update of the whole load',
    module: '#electron/sync/plan/checkpoints.ts',
    make: (original) => {
      const after = wrapped(original, 'afterHistoryWindow');
      type Held = {
        readonly reads: readonly unknown[];
        readonly history: { readonly greatestUpdate: string | null };
        readonly changes: object;
      };
      return {
        afterHistoryWindow: (
          checkpoint: Held,
          window: unknown,
          facts: { readonly greatestUpdate: string | null },
        ) => {
          const updates = [checkpoint.history.greatestUpdate, facts.greatestUpdate].filter(
            (one) => one !== null,
          );
          const greatestUpdate = updates.sort().at(-1) ?? null;
          const next = after(checkpoint, window, facts);
          // As if each window were the first one.
          const first = after({ ...checkpoint, reads: [] }, window, { ...facts, greatestUpdate });
          return { ...next, history: first.history, changes: first.changes };
        },
      };
    },
    among: longLoadBehind,
    breaks: ['equality', 'controls'],
    trial: 'histories',
  },
  {
    rule: 8,
    what: 'an absence is read in one window',
    module: '#electron/sync/plan/changes.ts',
    make: replace('changesWindow', (window) => (from: string) => ({
      ...window(from),
      to: shiftInstant(from, 40 * DAY_MS),
    })),
    breaks: ['requests'],
    trial: 'histories',
  },
  {
    rule: 9,
    what: 'the plan is what it was when the load began',
    module: '#electron/sync/plan/reach.ts',
    make: replace('reconcile', () => (checkpoint: unknown) => checkpoint),
    breaks: ['end', 'equality', 'outside'],
    trial: 'histories',
  },
  {
    rule: 10,
    what: 'the load goes from the oldest month on',
    module: '#electron/sync/plan/history.ts',
    make: replace(
      'planHistory',
      (plan) =>
        (...args: unknown[]) =>
          [...plan(...args)].reverse(),
    ),
    breaks: ['order'],
    trial: 'histories',
  },
  {
    rule: 11,
    what: 'rows that are gone are removed, however many',
    module: '#renderer/data/storage/commit/removal-guard.ts',
    make: replace('mayRemove', () => () => true),
    breaks: ['guard'],
    trial: 'histories',
  },
  {
    rule: 12,
    what: 'every control agrees',
    module: '#renderer/data/storage/coverage/control-count.ts',
    make: replace('compareControl', (compare) => (store: unknown, control: { readonly there: number }) => ({
      ...compare(store, control),
      here: control.there,
      agrees: true,
    })),
    breaks: ['controls'],
    trial: 'histories',
  },
  {
    rule: 12,
    what: 'counts are asked for by the bounds as they come, rows on them or not',
    module: '#renderer/data/storage/coverage/control-count.ts',
    make: replace(
      'freeSeconds',
      () =>
        (_store: unknown, { points }: { readonly points: unknown }) =>
          points,
    ),
    breaks: ['controls'],
    trial: 'histories',
  },
  {
    rule: 12,
    what: 'a difference is not searched for',
    module: SEARCHES,
    make: replace('beginSearches', () => withoutSearches.beginSearches),
    breaks: ['controls', 'equality'],
    trial: 'histories',
  },
  {
    rule: 12,
    what: 'what a search found is not read again',
    module: SEARCHES,
    make: replace('withLastSecond', () => ({ from }: { readonly from: string }) => ({ from, to: from })),
    breaks: ['controls', 'equality'],
    trial: 'histories',
  },
  {
    rule: 13,
    what: 'what changed is not written down',
    module: '#renderer/data/storage/commit/order-change.ts',
    make: replace('changeRecords', () => () => []),
    breaks: ['changes'],
    trial: 'histories',
  },
  {
    rule: 13,
    what: 'orders that came into being after the load’s first readings are no change',
    module: '#renderer/data/storage/commit/plan-commit.ts',
    make: replace('planCommit', (plan) => (request: object) => plan({ ...request, isNews: () => false })),
    breaks: ['changes'],
    trial: 'histories',
  },
  {
    rule: 13,
    what: 'of what other columns held the log keeps what it was before, twice',
    module: '#renderer/data/storage/commit/order-values.ts',
    make: replace(
      'orderValues',
      (values) => (before: object, _: object, columns: object) => values(before, before, columns),
    ),
    breaks: ['changes'],
    trial: 'histories',
  },
  {
    rule: 14,
    what: 'a failure that passes ends the sync',
    module: '#electron/api/failure.ts',
    make: replace('backOffMs', () => () => null),
    breaks: ['end'],
    trial: 'histories',
  },
  {
    rule: 14,
    what: 'a new key is taken for the company’s own',
    module: '#renderer/data/storage/commit/stored-rows.ts',
    make: replace('countKnownOrders', () => () => ({ orders: 9, known: 9 })),
    breaks: ['mixing'],
    trial: 'histories',
  },
  {
    rule: 14,
    what: 'no key is ever believed by itself',
    module: '#renderer/data/storage/commit/stored-rows.ts',
    make: replace('countKnownOrders', () => () => ({ orders: 9, known: 0 })),
    breaks: ['mixing'],
    trial: 'histories',
  },
  {
    rule: 14,
    what: 'one order in common proves a key',
    module: '#renderer/data/storage/commit/stored-rows.ts',
    make: replace('countKnownOrders', (count) => (...args: unknown[]) => {
      const { known } = count(...args);
      return { orders: 9, known: known > 0 ? 9 : 0 };
    }),
    breaks: ['mixing'],
    trial: 'histories',
  },
  {
    rule: 16,
    what: 'changes say nothing of the undated rows of a sub-order',
    module: '#renderer/data/storage/commit/row-matching.ts',
    make: replace('subOrdersThatCame', () => () => () => false),
    breaks: ['misdated'],
    trial: 'misdated',
  },
  {
    rule: 16,
    what: 'a row that got its date stays beside its undated self',
    module: '#renderer/data/storage/commit/row-matching.ts',
    make: replace('rowsReplacedByLaterSelves', () => () => new Set()),
    breaks: ['misdated', 'equality'],
    trial: 'misdated',
  },
  {
    rule: 16,
    what: 'a far date is one like any other',
    module: '#renderer/data/model/date-span.ts',
    make: replace('believedPurchases', () => () => ({ fromMs: -Infinity, toMs: Infinity })),
    breaks: ['misdated', 'equality', 'end'],
    trial: 'misdated',
  },
  {
    rule: 16,
    what: 'rows of far days are not counted beside the months',
    module: '#renderer/data/storage/coverage/coverage.ts',
    make: replace('monthCoverage', (cover) => (facts: object) => cover({ ...facts, outOfRangeRows: 0 })),
    breaks: ['said'],
    trial: 'misdated',
  },
  {
    rule: 15,
    what: 'the Date of any page is believed',
    module: '#electron/sync/plan/server-clock.ts',
    make: replace(
      'createServerClock',
      believingAnswers(() => true),
    ),
    breaks: ['clock', 'equality', 'controls', 'end', 'requests', 'outside', 'watermark'],
    trial: 'histories',
  },
  {
    rule: 15,
    what: 'a Date that disagrees with what was believed needs no second one',
    module: '#electron/sync/plan/server-clock.ts',
    make: replace(
      'createServerClock',
      believingAnswers((nowMs) => nowMs !== null),
    ),
    breaks: ['clock', 'equality', 'controls', 'end', 'requests', 'outside', 'watermark'],
    trial: 'histories',
  },
  {
    rule: 15,
    what: 'stored times that lie ahead stay',
    module: '#electron/sync/plan/reach.ts',
    make: replace('latestAhead', () => () => null),
    breaks: ['clock', 'equality', 'controls', 'end', 'requests'],
    trial: 'histories',
  },
  {
    rule: 15,
    what: 'stored times that lie ahead become the present, and nothing is read again',
    module: '#electron/sync/plan/reach.ts',
    make: replace(
      'withoutTimesAhead',
      (heal) =>
        (
          checkpoint: {
            readonly changes: { readonly from: string };
            readonly history: object;
            readonly rereads: unknown;
          },
          reach: unknown,
          nowMs: number,
          marginMs: number,
        ) => {
          const healed = heal(checkpoint, reach, nowMs, marginMs);
          if (healed === checkpoint) return healed;
          const now = new Date(nowMs).toISOString();
          return {
            ...healed,
            history: { ...healed.history, finishedAt: now },
            rereads: [],
            changes: { from: now, knownUntil: now, lastReadAt: now },
          };
        },
    ),
    breaks: ['equality', 'controls', 'end', 'mixing', 'misdated'],
    trial: 'histories',
  },
  {
    rule: 15,
    what: 'changes are read as long as a clock a week ahead says that there are more',
    module: '#electron/sync/plan/changes.ts',
    make: replace(
      'isPresentReached',
      () => (windowTo: string, _reached: string, present: string) =>
        windowTo >= shiftInstant(present, 8 * DAY_MS),
    ),
    breaks: ['end', 'limits'],
    trial: 'histories',
  },
];
