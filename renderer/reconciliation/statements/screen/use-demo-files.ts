import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { refusalText } from '#renderer/features/intake/refusal-messages.ts';
import { errorMessage } from '#renderer/features/messages/failures.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import type { DemoFile } from '#shared/contract/app-streams.ts';
import { pullToEnd } from '#shared/contract/streams.ts';
import type { Month } from '#shared/domain/dates.ts';
import { asksOf } from './asks-of-preview.ts';
import type { CurrencyScopes } from './unlike-currency.tsx';
import type { PreviewPhase, StatementImport } from './use-statement-import.ts';

/** What came in of some files. */
export type CameIn = {
  readonly files: number;
  readonly lines: number;
  /** Files that had been imported before, line by line. */
  readonly known: number;
  /** Files that were left out: discarded, or with the reason: without a movement, not to be read or stored. */
  readonly left: readonly { readonly name: string; readonly reason: string | null }[];
  /** Given up before all were read. */
  readonly isCut: boolean;
};

export type DemoRun =
  | { readonly kind: 'idle'; readonly came: CameIn | null; readonly failed: string | null }
  | { readonly kind: 'making' }
  /** `asks`: the file in hand waits for the user's word. */
  | {
      readonly kind: 'reading';
      readonly name: string;
      readonly at: number;
      readonly total: number;
      readonly asks: boolean;
    };

export type DemoFiles = ReturnType<typeof useDemoFiles>;

const IDLE: DemoRun = { kind: 'idle', came: null, failed: null };
const NOTHING_CAME: CameIn = { files: 0, lines: 0, known: 0, left: [], isCut: false };

/** What became of a file that the user was asked about: the statement it is stored as, or null: it is left out. */
type Answer = (storedId: string | null) => void;

/**
 * The demo company's files of a month, one after another through the import of any file: one of which nothing is asked is stored,
 * any other waits for the user. What had come in before stays as it is.
 */
export function useDemoFiles(accountId: string, work: StatementImport) {
  const text = useText();
  const { bridge, data } = useSession();
  const { scopes } = useCurrency();
  const { remember } = useUndo();
  const [run, setRun] = useState<DemoRun>(IDLE);
  const abort = useRef<AbortController | null>(null);
  const answer = useRef<Answer | null>(null);
  const preview = useRef<PreviewPhase | null>(null);
  const { phase, cancel: cancelReading } = work;

  // What the user does with the file that waits: stores it, or leaves it out.
  useEffect(() => {
    if (phase.kind === 'preview') preview.current = phase;
    if (phase.kind !== 'choose' || answer.current === null) return;
    answer.current(phase.stored?.id ?? null);
    answer.current = null;
  }, [phase]);

  const leaveOut = useCallback((): void => {
    answer.current?.(null);
    answer.current = null;
  }, []);
  const stop = useCallback((): void => {
    if (abort.current === null || abort.current.signal.aborted) return;
    abort.current.abort();
    cancelReading();
    leaveOut();
  }, [leaveOut, cancelReading]);
  // Another account, or another screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: its files are of the account
  useEffect(() => stop, [accountId, stop]);

  async function bring(month: Month): Promise<void> {
    stop();
    const own = new AbortController();
    abort.current = own;
    const { signal } = own;
    setRun({ kind: 'making' });
    const came: Came = { ...NOTHING_CAME, ids: [] };
    let failed: string | null = null;
    const files: DemoFile[] = [];
    try {
      const pulled = bridge.pull.demoFiles({ accountId, month });
      await pullToEnd(pulled, (piece) => void (piece.kind === 'file' && files.push(piece.file)), signal);
      await bringFiles(files, came, { work, scopes, preview, signal, show: setRun, answer, text });
    } catch (error) {
      if (!signal.aborted) failed = errorMessage(error, text);
    }
    const { ids, ...view } = came;
    if (ids.length > 0) offerBack(ids, signal.aborted ? files.length : null);
    // One that began after it has the screen.
    if (abort.current !== own) return;
    abort.current = null;
    cancelReading();
    setRun({ kind: 'idle', came: { ...view, isCut: signal.aborted }, failed });
  }

  function offerBack(stored: readonly string[], cutOf: number | null): void {
    const back = async (): Promise<void> => {
      for (const id of stored) await data.write.deleteStatement({ id });
    };
    remember(cameInText(stored.length, cutOf, text), back, { isOffered: true });
  }

  return { run, bring, stop, leaveOut };
}

/** `cutOf`: of how many files it was given up, which whoever went to another screen reads nowhere else; null: it was not. */
function cameInText(count: number, cutOf: number | null, text: Text): string {
  return cutOf === null
    ? text('demo-files.undo', { count })
    : text('demo-files.undo-cut', { count, total: cutOf });
}

/** What came in so far. */
type Came = { -readonly [K in keyof CameIn]: CameIn[K] } & { ids: readonly string[] };

type Bringing = {
  readonly work: StatementImport;
  readonly scopes: CurrencyScopes;
  readonly signal: AbortSignal;
  readonly show: (run: DemoRun) => void;
  /** Where whoever waits for the user's word is told of it. */
  readonly answer: RefObject<Answer | null>;
  /** The file in hand as it was understood last. */
  readonly preview: RefObject<PreviewPhase | null>;
  readonly text: Text;
};

/** Brings files one after another, until it is given up; what came in is noted as it comes. */
async function bringFiles(files: readonly DemoFile[], came: Came, bringing: Bringing): Promise<void> {
  const { signal, show, answer } = bringing;
  for (const [at, file] of files.entries()) {
    if (signal.aborted) return;
    const step = { kind: 'reading', name: file.name, at, total: files.length } as const;
    show({ ...step, asks: false });
    const end = await storeFile(file, bringing, () => {
      show({ ...step, asks: true });
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    });
    if (typeof end === 'object') {
      came.ids = [...came.ids, end.id];
      came.files += 1;
      came.lines += end.lines;
    } else if (signal.aborted) return;
    else if (end === 'known') came.known += 1;
    else {
      const reason = end === 'empty' ? bringing.text('demo-files.no-lines') : unreadReason(bringing);
      came.left = [...came.left, { name: file.name, reason }];
    }
  }
}

/** Why the file in hand could not be read or stored; null: it was. */
function unreadReason({ work: { unread }, text }: Bringing): string | null {
  const why = unread.current;
  if (why === null) return null;
  return why.kind === 'refused' ? refusalText(why.refusal, text) : why.detail;
}

/** `known`: it was imported before. `empty`: no movement is in it. `left`: it stays out. */
async function storeFile(
  { name, text }: DemoFile,
  { work, scopes, preview }: Bringing,
  wait: () => Promise<string | null>,
): Promise<'known' | 'empty' | 'left' | { readonly id: string; readonly lines: number }> {
  const read = await work.read(new File([text], name, { type: 'text/csv' }));
  if (read === null) return 'left';
  if (read.found.rows === 0) return 'empty';
  if (read.found.overlap.shared.some(({ isSame }) => isSame)) return 'known';
  const asks = asksOf(read, scopes).length > 0;
  const id = asks ? await wait() : await work.store(read);
  return id === null ? 'left' : { id, lines: (asks ? (preview.current ?? read) : read).found.rows };
}
