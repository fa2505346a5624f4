import type { Invariant } from '#test/model/violation.ts';

/**
 * Each rule of the sync switched off, by replacing one exported function with one that does not heed it. No product
 * code knows of this: the module is replaced in a fresh graph of modules (test/model/mutants.test.ts).
 */

// biome-ignore lint/suspicious/noExplicitAny: a mutant wraps functions of every shape; what it breaks is the point.
type AnyFunction = (...args: any[]) => any;
type Exports = { readonly [name: string]: AnyFunction };

export type Mutant = {
  /** Of design.md. */
  readonly rule: number;
  /** What the app no longer does. */
  readonly what: string;
  readonly module: string;
  readonly make: (original: Exports) => Exports;
  /** What the mutant must break: one of these. */
  readonly breaks: readonly Invariant[];
  /** Lived through by random histories, by those full of undated rows, or by the one life with a death at each step. */
  readonly trial: 'histories' | 'undated' | 'deaths';
};

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
      'readMemory',
      (read) =>
        (_text: unknown, ...rest: unknown[]) =>
          read(null, ...rest),
    ),
    breaks: ['limits'],
    trial: 'histories',
  },
  {
    rule: 2,
    what: 'a commit is not one transaction',
    module: '#renderer/ledger/database.ts',
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
    module: '#renderer/ledger/staging.ts',
    make: replace('readStagedWindows', () => async () => []),
    breaks: ['resumption'],
    trial: 'deaths',
  },
  {
    rule: 3,
    what: 'the first reading of a window is believed',
    module: '#shared/windows/readings.ts',
    make: replace('judge', () => () => ({ kind: 'settled' })),
    breaks: ['equality', 'changes', 'controls', 'guard', 'undated'],
    trial: 'histories',
  },
  {
    rule: 4,
    what: 'equal rows are taken for one',
    module: '#renderer/ledger/planned-rows.ts',
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
    breaks: ['equality', 'controls', 'undated'],
    trial: 'histories',
  },
  {
    rule: 4,
    what: 'movements without order number are one order',
    module: '#shared/orders/identity.ts',
    make: replace('orderKeyReader', (reader) => (table: { readonly columns: readonly string[] }) => {
      const read = reader(table);
      const columns = ['Canal', 'Cuenta', 'Orden'].map((column) => table.columns.indexOf(column));
      return (row: readonly (string | null)[]) =>
        (row[columns[2] ?? 0] ?? '').trim() === ''
          ? JSON.stringify(columns.map((column) => row[column] ?? null))
          : read(row);
    }),
    breaks: ['equality', 'changes', 'controls', 'guard', 'end', 'undated'],
    trial: 'histories',
  },
  {
    rule: 5,
    what: 'stored rows without counterpart are not looked for',
    module: '#renderer/ledger/order-matching.ts',
    make: replace('needsVerification', () => () => false),
    breaks: ['equality', 'controls', 'undated'],
    trial: 'histories',
  },
  {
    rule: 6,
    what: 'requests ask for the window itself, and no second more',
    module: '#shared/windows/window.ts',
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
    module: '#electron/sync/plan-changes.ts',
    make: replace(
      'nextWatermark',
      () =>
        ({ knownUntil }: { readonly knownUntil: string }) =>
          knownUntil,
    ),
    breaks: ['equality', 'controls', 'undated'],
    trial: 'histories',
  },
  {
    rule: 7,
    what: 'after a load changes are asked for from its end on',
    module: '#electron/sync/plan-changes.ts',
    make: replace(
      'firstWatermark',
      (first) =>
        (...args: unknown[]) =>
          shiftInstant(first(...args), 30 * 60_000),
    ),
    breaks: ['equality', 'controls', 'requests', 'end', 'undated'],
    trial: 'histories',
  },
  {
    rule: 8,
    what: 'an absence is read in one window',
    module: '#electron/sync/plan-changes.ts',
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
    module: '#electron/sync/reach.ts',
    make: replace('reconcile', () => (checkpoint: unknown) => checkpoint),
    breaks: ['end', 'equality', 'outside'],
    trial: 'histories',
  },
  {
    rule: 10,
    what: 'the load goes from the oldest month on',
    module: '#electron/sync/plan-history.ts',
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
    module: '#renderer/ledger/removal-guard.ts',
    make: replace('mayRemove', () => () => true),
    breaks: ['guard'],
    trial: 'histories',
  },
  {
    rule: 12,
    what: 'every control agrees',
    module: '#renderer/ledger/control-count.ts',
    make: replace('compareControl', (compare) => (store: unknown, control: { readonly there: number }) => ({
      ...compare(store, control),
      here: control.there,
      agrees: true,
    })),
    breaks: ['controls'],
    trial: 'histories',
  },
  {
    rule: 13,
    what: 'what changed is not written down',
    module: '#renderer/ledger/change-log.ts',
    make: replace('changeRecords', () => () => []),
    breaks: ['changes'],
    trial: 'histories',
  },
  {
    rule: 13,
    what: 'orders that came into being after the load’s first readings are no change',
    module: '#renderer/ledger/plan-commit.ts',
    make: replace('planCommit', (plan) => (request: object) => plan({ ...request, isNews: () => false })),
    breaks: ['changes'],
    trial: 'histories',
  },
  {
    rule: 14,
    what: 'a failure that passes ends the sync',
    module: '#electron/api/retry.ts',
    make: replace('backOffMs', () => () => null),
    breaks: ['end'],
    trial: 'histories',
  },
  {
    rule: 14,
    what: 'a new key is taken for the company’s own',
    module: '#renderer/ledger/known-orders.ts',
    make: replace('countKnownOrders', () => () => ({ orders: 1, known: 1 })),
    breaks: ['mixing'],
    trial: 'histories',
  },
  {
    rule: 16,
    what: 'changes say nothing of the undated rows of a sub-order',
    module: '#renderer/ledger/undated-rows.ts',
    make: replace('subOrdersThatCame', () => () => () => false),
    breaks: ['undated'],
    trial: 'undated',
  },
  {
    rule: 16,
    what: 'a row that got its date stays beside its undated self',
    module: '#renderer/ledger/undated-rows.ts',
    make: replace('rowsReplacedByLaterSelves', () => () => new Set()),
    breaks: ['undated'],
    trial: 'undated',
  },
];
