import type { RunContext } from '#electron/sync/run/context.ts';
import { createRunPlan, createSyncMemory } from '#electron/sync/run/run-plan.ts';
import { createBudget } from '#electron/sync/run/traffic.ts';
import type { WindowReading } from '#electron/sync/run/window-reading.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { LocalDateTime, UtcInstant } from '#shared/domain/dates.ts';
import type { SyncWindow } from '#shared/domain/window.ts';
import { checkpoint as emptyCheckpoint } from '#test/renderer/data/storage/ledger-fixtures.ts';

/** A run whose windows end as a script says: what it asks for, stores and writes down. */

export const NOW = '2026-05-20T12:00:00.000Z' as UtcInstant;

export const local = (text: string) => `${text}:00.000` as LocalDateTime;
export const utc = (text: string) => `${text}:00.000Z` as UtcInstant;

export function checkpointOf(over: Partial<Checkpoint> = {}): Checkpoint {
  const empty = emptyCheckpoint('2025-01-01');
  return { ...empty, history: { ...empty.history, startedAt: NOW }, ...over };
}

/** How a window ends; of one that settles what its pages were. */
export type Ending =
  | { readonly kind: Exclude<WindowReading['kind'], 'settled'>; readonly [part: string]: unknown }
  | {
      readonly kind: 'settled';
      readonly totalRows?: number;
      readonly pages?: number;
      readonly readings?: number;
      readonly at?: UtcInstant;
      readonly effectiveTo?: string | null;
      readonly greatestUpdate?: UtcInstant | null;
      readonly verification?: readonly object[];
    };

const MOST_STEPS = 1_000;

/** Fails what goes on for ever: where all is scripted no clock would end it. */
export function failIfEndless(steps: number): void {
  if (steps > MOST_STEPS) throw new Error('It never ends.');
}

/** Steps on while there is more to do. */
export async function stepThrough(step: () => Promise<boolean>): Promise<void> {
  for (let steps = 1; await step(); steps += 1) failIfEndless(steps);
}

type Script = {
  readonly checkpoint?: Partial<Checkpoint>;
  readonly endings?: readonly Ending[];
  /** Rows that a count alone gives, one a count. */
  readonly counts?: readonly number[];
  readonly now?: UtcInstant;
};

export function scriptedRun({ checkpoint: begun = {}, endings = [], counts = [], now = NOW }: Script) {
  let checkpoint = checkpointOf(begun);
  // Other runs have asked before.
  let requests = 7;
  const left = [...endings];
  const memory = createSyncMemory();
  const said: string[] = [];
  const asked: string[] = [];
  const commits: { readonly window: SyncWindow; readonly verifiedBy: number; readonly next: Checkpoint }[] =
    [];
  const notices: number[] = [];
  /** What is said to be going on, where no window is read. */
  const activities: (object | null)[] = [];
  /** What each reading may spend. */
  const spends: unknown[] = [];
  const staged: { readonly windowId: string }[] = [];
  const serverClock = { nowMs: () => Date.parse(now), now: () => now };
  const plan = createRunPlan({ serverClock: serverClock as never, memory }, 10, () => checkpoint);
  const shown = ({ from, to }: SyncWindow) => `${from} ${to}`;
  const run = {
    ...plan,
    ...{ memory, serverClock, marginMs: 600_000 },
    checkpoint: () => checkpoint,
    hasBegun: () => true,
    save: async (next: Checkpoint) => {
      if (next === checkpoint) return;
      checkpoint = next;
      said.push('save');
    },
    signal: new AbortController().signal,
    traffic: { requestsMade: () => requests },
    budgets: { verification: createBudget(100), scheduled: createBudget(60), confirmation: createBudget(10) },
    reporter: {
      update: ({ activity }: { readonly activity?: object | null }) => {
        if (activity !== undefined) activities.push(activity);
      },
    },
    journal: {
      add: ({ notices: by = 0 }: { readonly notices?: number }) => void notices.push(by),
      writeUnsettled: async (report: { readonly window: SyncWindow }, doubt: string) =>
        void said.push(`unsettled ${shown(report.window)} ${doubt}`),
    },
    staged: {
      all: () => [...staged],
      drop: async (ids: readonly string[]) => {
        said.push(`drop ${ids.join()}`);
        staged.splice(0, staged.length, ...staged.filter(({ windowId }) => !ids.includes(windowId)));
      },
    },
    read: async (window: SyncWindow, purpose: string, options?: { readonly budget?: unknown }) => {
      if ((purpose === 'changes') !== (window.field === 'updated_at')) throw new Error('Of the other date.');
      spends.push(options?.budget);
      failIfEndless(spends.length);
      asked.push(`${purpose} ${shown(window)}`);
      requests += 1;
      const ending = left.shift() ?? ({ kind: 'settled' } as const);
      if (ending.kind !== 'settled') return { report: { window }, ...ending };
      const {
        totalRows = 0,
        pages = 1,
        readings = 1,
        at = now,
        effectiveTo = null,
        greatestUpdate = null,
      } = ending;
      return {
        ...{
          kind: 'settled',
          windowId: shown(window),
          firstPageDate: at,
          greatestUpdate,
          effectiveTo,
          totalRows,
        },
        report: { window, purpose, pages, effort: { readings } },
        judgement: { verification: ending.verification ?? [] },
      };
    },
    commit: async (
      settled: { readonly report: { readonly window: SyncWindow } },
      verified: readonly object[],
      next: Checkpoint,
    ) => {
      commits.push({ window: settled.report.window, verifiedBy: verified.length, next });
      checkpoint = next;
    },
    fetchPage: async ({ from, to }: { readonly from: string; readonly to: string }) => {
      requests += 1;
      asked.push(`count ${from} ${to}`);
      return { page: { meta: { totalRows: countsLeft.shift() ?? 0 } }, serverDate: now };
    },
  } as unknown as RunContext;
  const countsLeft = [...counts];
  return {
    run,
    asked,
    said,
    commits,
    notices,
    spends,
    activities,
    memory,
    staged,
    checkpoint: () => checkpoint,
  };
}
