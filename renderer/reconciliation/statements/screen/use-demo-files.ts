import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { errorMessage } from '#renderer/features/messages/failures.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { DemoFile } from '#shared/contract/app-streams.ts';
import { pullToEnd } from '#shared/contract/streams.ts';
import type { Month } from '#shared/domain/dates.ts';
import { type Answer, bringFiles, cameInText, type DemoRun, nothingCame } from './bring-files.ts';
import type { PreviewPhase, StatementImport } from './use-statement-import.ts';

export type DemoFiles = ReturnType<typeof useDemoFiles>;

const IDLE: DemoRun = { kind: 'idle', came: null, failed: null };

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
    const came = nothingCame();
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
    if (ids.length > 0) offerBack(ids, cameInText(came, files, signal, text));
    // One that began after it has the screen.
    if (abort.current !== own) return;
    abort.current = null;
    cancelReading();
    setRun({ kind: 'idle', came: { ...view, isCut: signal.aborted }, failed });
  }

  function offerBack(stored: readonly string[], what: string): void {
    const back = async (): Promise<void> => {
      for (const id of stored) await data.write.deleteStatement({ id });
    };
    remember(what, back, { isOffered: true });
  }

  return { run, bring, stop, leaveOut };
}
