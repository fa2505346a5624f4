import type { Store } from '#renderer/data/client/session.ts';
import type { LedgerFacts } from '#renderer/data/model/ledger.ts';
import type { AppBridge, SyncStatus } from '#shared/contract/app.ts';
import type { ProgramAnswer, QuestionOf } from '#shared/contract/program-questions.ts';
import { isSyncing } from '#shared/contract/sync-progress.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { type AskedCopy, answerWith, refuse, requireAccount } from './asked-copy.ts';

/** What the sync is asked by, and what it says of itself. */
export type AskedSync = {
  readonly call: Pick<AppBridge['call'], 'syncNow'>;
  readonly status: Store<SyncStatus | null>;
  /** Facts of the copy by now. */
  readonly readFacts: () => Promise<LedgerFacts>;
  readonly progress: (done: number, of: number) => void;
};

/** Reads the changes now, as «Leer ahora» does, and answers once that run has ended. */
export async function answerSync(
  asked: QuestionOf<'sync'>,
  copy: AskedCopy,
  { call, status, readFacts, progress }: AskedSync,
): Promise<ProgramAnswer> {
  requireAccount(asked.account, copy);
  const { account } = copy;
  const askedAtMs = Date.now();
  await call.syncNow(null);
  const ended = await firstOf(status, (now) => {
    if (now.accountId !== account.id) return refuse('other-account-open', account.name);
    tellProgress(now, progress);
    const hasEnded = (now.run?.endedAtMs ?? 0) >= askedAtMs || (now.failure?.atMs ?? 0) >= askedAtMs;
    return hasEnded && !isSyncing(now);
  });
  const { run, failure } = ended;
  if (failure !== null || run === null || run.outcome !== 'done')
    refuse('sync-failed', [failure?.code ?? run?.outcome, failure?.words].filter(Boolean).join(': '));
  const { outcome, requests, rowsRead, ordersNew, ordersChanged, notices } = run;
  const counts = { requests, rowsRead, ordersNew, ordersChanged, notices };
  const facts = await readFacts();
  const { revision, rows, orders } = facts;
  const evidence = { selection: EVERYTHING, currency: account.currencies.main, revision, rows, orders };
  return answerWith('sync', { ...copy, facts }, evidence, {
    columns: [
      { key: 'outcome', kind: 'text' },
      { key: 'knownUntil', kind: 'text' },
      ...Object.keys(counts).map((key) => ({ key, kind: 'count' }) as const),
    ],
    rows: [[outcome, ended.knownUntil, ...Object.values(counts).map(String)]],
  });
}

function tellProgress({ progress: far }: SyncStatus, progress: AskedSync['progress']): void {
  if (far !== null && far.pagesLeft !== null) progress(far.pagesRead, far.pagesRead + far.pagesLeft);
}

/** The first value that `isIt` is true of, of now or later; rejects with what it throws. */
function firstOf(status: Store<SyncStatus | null>, isIt: (now: SyncStatus) => boolean): Promise<SyncStatus> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const now = status.get();
      try {
        if (now === null || !isIt(now)) return;
        resolve(now);
      } catch (error) {
        reject(error);
      }
      stop();
    };
    const stop = status.subscribe(look);
    look();
  });
}
