import type { Coverage, DataCalls } from '#renderer/data/api.ts';
import { type ChangeIndex, createChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import { readChangeRecords } from './commit/change-log.ts';
import { readQueue } from './commit/commit.ts';
import { describeHeld } from './commit/held-months.ts';
import { readRuns, readRunWindows } from './commit/run-log.ts';
import { monthCoverage } from './coverage/coverage.ts';
import type { OpenLedger } from './startup/open-ledger.ts';

/** What the page may ask of an open ledger besides figures. */
export type LedgerReads = {
  readonly coverage: () => Promise<Coverage>;
  readonly runs: (input: DataCalls['readRuns']['input']) => Promise<DataCalls['readRuns']['output']>;
  readonly runWindows: (runId: string) => Promise<DataCalls['readRunWindows']['output']>;
  /** The change log, compact; commits extend it. */
  readonly changes: () => Promise<ChangeIndex>;
};

export function createLedgerReads(open: OpenLedger): LedgerReads {
  const { database, access, store } = open;
  return {
    coverage: () =>
      access.inTurn(async () =>
        monthCoverage({
          revision: store.revision,
          checkpoint: open.checkpoint,
          ...open.rowsByMonth(),
          controls: await database.controls.toArray(),
          held: describeHeld(store, await database.held.toArray()),
          queue: await readQueue(database),
        }),
      ),
    runs: (input) => access.inTurn(() => readRuns(database, input)),
    runWindows: (runId) => access.inTurn(() => readRunWindows(database, runId)),
    changes: () =>
      access.inTurn(async () => {
        if (open.changes === null) {
          const index = createChangeIndex();
          for (const record of await readChangeRecords(database)) index.add(record);
          open.changes = index;
        }
        return open.changes;
      }),
  };
}
