import type { Session } from '#renderer/data/client/session.ts';
import {
  type AskedOutcome,
  type AskedQuestion,
  PROGRAM_FAILURES,
  type ProgramAnswer,
  type ProgramFailureCode,
  type ProgramQuestion,
} from '#shared/contract/program-questions.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { type AskedCopy, refuse } from './asked-copy.ts';
import { type AskedFile, answerCheck } from './check.ts';
import { type AskedDataset, answerDataset } from './dataset.ts';
import { answerExceptions } from './exceptions.ts';
import { type AskedExport, answerExport } from './export.ts';
import { answerJournal } from './journal.ts';
import { answerOrders } from './orders.ts';
import { answerStatus } from './status.ts';
import { type AskedSync, answerSync } from './sync.ts';
import { answerTotals } from './totals.ts';

/** Answers one question of a program as the screens would. Throws a RpcError of PROGRAM_FAILURES. */
export function answerQuestion(
  question: ProgramQuestion,
  copy: AskedCopy,
  sync: AskedSync,
  file: AskedFile & AskedExport & AskedDataset,
): Promise<ProgramAnswer> {
  switch (question.ask) {
    case 'status':
      return answerStatus(question, copy);
    case 'totals':
      return answerTotals(question, copy);
    case 'orders':
      return answerOrders(question, copy);
    case 'exceptions':
      return answerExceptions(question, copy);
    case 'journal':
      return answerJournal(question, copy);
    case 'export':
      return answerExport(question, copy, file);
    case 'dataset':
      return answerDataset(question, copy, file);
    case 'check':
      return answerCheck(question, copy, file);
    case 'sync':
      return answerSync(question, copy, sync);
  }
}

/**
 * Takes the questions of this user's programs while the page has the copy, and answers them beside its screens. A page that
 * another one took the copy from takes none: that one does.
 */
export function answerPrograms(session: Session): void {
  const { bridge, ledger, accounts } = session;
  let isTaking = false;
  let isDue = false;
  const take = async (): Promise<void> => {
    isDue = true;
    if (isTaking) return;
    isTaking = true;
    // What comes while others are being taken is taken after them.
    while (isDue && mayAnswer(session)) {
      isDue = false;
      const asked = await bridge.call.takeAsked(null).catch(() => []);
      for (const each of asked) void answer(session, each);
    }
    isTaking = false;
  };
  const look = (): void => void take();
  bridge.on('asked', look);
  bridge.onConnection((connection) => {
    if (connection === 'connected') look();
  });
  ledger.subscribe(look);
  accounts.subscribe(look);
  look();
}

/** While it is being opened, a copy is about to answer. */
function mayAnswer({ ledger, accounts }: Session): boolean {
  const { kind } = ledger.get();
  if (kind === 'none') return accounts.get() !== null && accounts.get()?.activeId === null;
  return kind === 'open' || kind === 'failed' || kind === 'outdated';
}

async function answer(session: Session, { id, question, hidesBuyers }: AskedQuestion): Promise<void> {
  const tell = (outcome: AskedOutcome): Promise<null> =>
    // The program has gone, or the host: there is nobody to tell.
    session.bridge.call.answerAsked({ id, outcome }).catch(() => null);
  try {
    const progress = (done: number, of: number): void => void tell({ kind: 'progress', done, of });
    const readFacts = () => session.data.copy.readFacts(null);
    const sync = { call: session.bridge.call, status: session.status, readFacts, progress };
    const isFrozen = session.frozen.get() !== null;
    const knownUntil = isFrozen ? null : (session.status.get()?.knownUntil ?? null);
    const file = { id, main: session.bridge.pull, data: session.data.pull, knownUntil, progress };
    const copy = { ...(await openCopy(session)), hidesBuyers };
    await tell({ kind: 'answer', answer: await answerQuestion(question, copy, sync, file) });
  } catch (error) {
    await tell({ kind: 'failure', ...failureOf(error) });
  }
}

async function openCopy({ accounts, ledger, host, data }: Session): Promise<Omit<AskedCopy, 'hidesBuyers'>> {
  const { accounts: all = [], activeId = null } = accounts.get() ?? {};
  const account = all.find(({ id }) => id === activeId);
  if (account === undefined) return refuse('no-account');
  const view = ledger.get();
  if (view.kind !== 'open' || view.accountId !== account.id) return refuse('copy-closed');
  const facts = await data.copy.readFacts(null);
  return { account, accounts: all, app: host.get()?.version ?? '', facts, call: data.call };
}

function failureOf(error: unknown): { readonly code: ProgramFailureCode; readonly detail: string } {
  const known = error instanceof RpcError ? PROGRAM_FAILURES.find((code) => code === error.code) : undefined;
  const words = error instanceof Error ? error.message : String(error);
  return { code: known ?? 'failed', detail: words.slice(0, 2000) };
}
