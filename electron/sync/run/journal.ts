import { randomUUID } from 'node:crypto';
import type { Clock } from '#electron/api/clock.ts';
import type { LedgerCalls } from '#shared/contract/ledger.ts';
import type { Caller } from '#shared/contract/rpc.ts';
import type { RunEntry, RunTrigger, RunWindow, SyncFailure } from '#shared/contract/run-log.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { WindowReport } from './window-reading.ts';

type RunCounts = Pick<
  RunEntry,
  'requests' | 'retries' | 'backOffMs' | 'rowsRead' | 'ordersNew' | 'ordersChanged' | 'windows' | 'notices'
>;

type ClockOutcome = 'doubted' | 'healed';

const KEEP_EVERY_MS = 5_000;

const NO_COUNTS: RunCounts = {
  requests: 0,
  retries: 0,
  backOffMs: 0,
  rowsRead: 0,
  ordersNew: 0,
  ordersChanged: 0,
  windows: 0,
  notices: 0,
};

/** The facts that windows which bring no rows into the ledger share. */
export const NOTHING_CHANGED = {
  ordersNew: 0,
  ordersChanged: 0,
  rowsRemoved: 0,
  rowsHeld: 0,
  tookMs: 0,
  requests: 0,
  readings: 0,
  pages: 0,
  rows: 0,
} as const;

/** Keeps the entry of one run and writes it down: at its start, now and then, and at its end. */
export type RunJournal = ReturnType<typeof createRunJournal>;

type JournalOptions = {
  readonly trigger: RunTrigger;
  readonly ledger: Caller<LedgerCalls>;
  readonly clock: Clock;
  readonly onChange: (entry: RunEntry) => void;
};

export function createRunJournal({ trigger, ledger, clock, onChange }: JournalOptions) {
  const runId = randomUUID();
  let entry: RunEntry = {
    ...NO_COUNTS,
    runId,
    trigger,
    purpose: 'changes',
    startedAtMs: clock.wallMs(),
    endedAtMs: null,
    outcome: 'running',
    failure: null,
  };
  let writtenAt: number | null = null;
  const clockOutcomes = new Set<ClockOutcome>();

  function change(next: Partial<RunEntry>): void {
    entry = { ...entry, ...next };
    onChange(entry);
  }
  async function write(to: Caller<LedgerCalls>): Promise<void> {
    writtenAt = clock.monotonicMs();
    await to.writeRun(entry);
  }
  function add(counts: Partial<RunCounts>): void {
    const names = Object.keys(counts) as readonly (keyof RunCounts)[];
    change(Object.fromEntries(names.map((name) => [name, entry[name] + (counts[name] ?? 0)])));
  }
  async function writeWindow(window: Omit<RunWindow, 'runId'>): Promise<void> {
    await ledger.writeRunWindow({ ...window, runId });
    add({ windows: 1 });
  }

  return {
    entry: () => entry,
    begin: async (purpose: RunEntry['purpose']): Promise<void> => {
      change({ purpose });
      await write(ledger);
    },
    add,
    /** Writes the entry down if that was not done in the last seconds. */
    keep: async (): Promise<void> => {
      if (writtenAt !== null && clock.monotonicMs() - writtenAt >= KEEP_EVERY_MS) await write(ledger);
    },
    /** A window that was read for nothing (rule 3). */
    writeUnsettled: (report: WindowReport, doubt: string) => writeWindow(unsettledWindow(report, doubt)),
    writeControl: writeWindow,
    /** A wrong time that was not believed, or one stored and put right; each once a run (rule 15). */
    writeClock: async (outcome: ClockOutcome, wrong: UtcInstant, believed: UtcInstant): Promise<void> => {
      if (clockOutcomes.has(outcome)) return;
      clockOutcomes.add(outcome);
      add({ notices: 1 });
      await writeWindow(clockWindow(outcome, wrong, believed, clock.wallMs()));
    },
    /** `to`: the ledger past the guard that an interruption has closed. */
    end: async (
      to: Caller<LedgerCalls>,
      outcome: RunEntry['outcome'],
      failure: SyncFailure | null,
    ): Promise<void> => {
      change({ outcome, failure, endedAtMs: clock.wallMs() });
      // A run that never began to write has nothing to end.
      if (writtenAt !== null) await write(to);
    },
  };
}

function unsettledWindow(
  { windowId, window, purpose, effort, pages, rows, correlationIds }: WindowReport,
  doubt: string,
): Omit<RunWindow, 'runId'> {
  return {
    ...NOTHING_CHANGED,
    ...effort,
    windowId,
    kind: purpose,
    field: window.field,
    from: window.from,
    to: window.to,
    pages,
    rows,
    outcome: 'unsettled',
    detail: doubt,
    correlationIds,
  };
}

/** The span between the two times stands for the window. */
function clockWindow(
  outcome: ClockOutcome,
  wrong: UtcInstant,
  believed: UtcInstant,
  nowMs: number,
): Omit<RunWindow, 'runId'> {
  const [from, to] = wrong < believed ? [wrong, believed] : [believed, wrong];
  return {
    ...NOTHING_CHANGED,
    windowId: randomUUID(),
    kind: 'clock',
    field: 'updated_at',
    from,
    to,
    startedAtMs: nowMs,
    outcome,
    detail: `${wrong} / ${believed}`,
    correlationIds: [],
  };
}
