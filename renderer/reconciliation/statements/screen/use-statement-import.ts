import { useCallback, useEffect, useRef, useState } from 'react';
import { runIntake } from '#renderer/data/client/intake-run.ts';
import { useSession } from '#renderer/data/client/session-context.tsx';
import type { IntakeProgress, IntakeRefusal } from '#renderer/data/model/table-file.ts';
import { errorMessage } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';
import type { StatementPreview } from '#renderer/reconciliation/statements/model/imported.ts';
import type { StatementMapping } from '#renderer/reconciliation/statements/model/mapping.ts';
import type { SaidOfRows } from '#renderer/reconciliation/statements/model/statement-ask.ts';
import { shownName } from '#shared/base/shown-name.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';

/** How a statement is to be read: of which sheet, and by what the user says of its columns. */
export type StatementHints = {
  readonly sheet: string | null;
  readonly mapping: { readonly fingerprint: string; readonly mapping: StatementMapping } | null;
  /** What the user says of rows that were not understood. */
  readonly rows?: SaidOfRows;
};
export const NO_HINTS: StatementHints = { sheet: null, mapping: null };

export type StatementPhase =
  | { readonly kind: 'choose'; readonly stored: string | null }
  | { readonly kind: 'reading'; readonly file: File; readonly step: IntakeProgress | null }
  | { readonly kind: 'refused'; readonly file: File; readonly refusal: IntakeRefusal }
  | { readonly kind: 'failed'; readonly file: File; readonly detail: string }
  | {
      readonly kind: 'preview';
      readonly file: File;
      readonly hints: StatementHints;
      readonly found: StatementPreview;
      /** Whose it is, as the user says. */
      readonly account: SellerAccount | null;
      readonly isStoring: boolean;
    };

export type StatementImport = ReturnType<typeof useStatementImport>;

/** One file at a time; another one, or giving it up, ends the reading in hand. */
export function useStatementImport() {
  const text = useText();
  const { data } = useSession();
  const [owner] = useOwner();
  const [phase, setPhase] = useState<StatementPhase>({ kind: 'choose', stored: null });
  const abort = useRef<AbortController | null>(null);
  /** What was said of a file counts however often it is read anew. */
  const saidOf = useRef<{ readonly file: File; readonly account: SellerAccount | null } | null>(null);

  const read = useCallback(
    async (file: File, hints: StatementHints = NO_HINTS): Promise<void> => {
      abort.current?.abort();
      abort.current = new AbortController();
      const { signal } = abort.current;
      setPhase({ kind: 'reading', file, step: null });
      try {
        const end = await runIntake(
          data.pull,
          file,
          { kind: 'statement', ...hints },
          (step) => setPhase({ kind: 'reading', file, step }),
          signal,
        );
        if (end === null) return;
        if (end.kind === 'refused') setPhase({ kind: 'refused', file, refusal: end.refusal });
        else {
          const found = end.answer.statement;
          const account = saidOf.current?.file === file ? saidOf.current.account : found.account;
          setPhase({ kind: 'preview', file, hints, found, account, isStoring: false });
        }
      } catch (error) {
        if (!signal.aborted) setPhase({ kind: 'failed', file, detail: errorMessage(error, text) });
      }
    },
    [data, text],
  );

  const confirm = async (): Promise<void> => {
    if (phase.kind !== 'preview' || phase.isStoring) return;
    const { file, found, account } = phase;
    setPhase({ ...phase, isStoring: true });
    try {
      await data.write.confirmStatement({
        readingId: found.readingId,
        name: shownName(file.name),
        owner: owner.trim(),
        account,
        // The button that was pressed named the count.
        leavesOut: found.proof.doubts,
      });
      setPhase({ kind: 'choose', stored: shownName(file.name) });
    } catch (error) {
      setPhase({ kind: 'failed', file, detail: errorMessage(error, text) });
    }
  };

  const sayAccount = (account: SellerAccount | null): void => {
    if (phase.kind !== 'preview') return;
    saidOf.current = { file: phase.file, account };
    setPhase({ ...phase, account });
  };

  const cancel = useCallback((): void => {
    abort.current?.abort();
    setPhase({ kind: 'choose', stored: null });
  }, []);
  useEffect(() => () => abort.current?.abort(), []);
  return { phase, read, confirm, sayAccount, cancel };
}
