import { useCallback, useRef } from 'react';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { useFileReading } from '#renderer/reconciliation/parts/use-file-reading.ts';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';
import type {
  ConfirmedStatement,
  StatementPreview,
} from '#renderer/reconciliation/statements/model/imported.ts';
import type { StatementMapping } from '#renderer/reconciliation/statements/model/mapping.ts';
import type { RowAnswersAsk } from '#renderer/reconciliation/statements/model/statement-ask.ts';
import { shownName } from '#shared/base/shown-name.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';

/** How a statement is to be read: of which sheet, and by what the user says of its columns. */
export type StatementHints = {
  readonly sheet: string | null;
  readonly mapping: { readonly fingerprint: string; readonly mapping: StatementMapping } | null;
  /** The user's answers about rows that were not understood. */
  readonly rows?: RowAnswersAsk;
};
export const NO_HINTS: StatementHints = { sheet: null, mapping: null };

/** Waiting for a file; `stored` is the last one that was imported. */
type Choose = {
  readonly kind: 'choose';
  readonly stored: { readonly id: string; readonly name: string } | null;
};
const CHOOSE: Choose = { kind: 'choose', stored: null };

/** A file as it was understood, before it is stored. */
export type PreviewPhase = {
  readonly kind: 'preview';
  readonly file: File;
  readonly hints: StatementHints;
  readonly found: StatementPreview;
  /** The account, as the user says. */
  readonly account: SellerAccount | null;
  /** Of an extract which of its bank's accounts, as the user says; null: as it was told. */
  readonly bankAccount: number | null;
  readonly isStoring: boolean;
};

/** A file as it is stored, in somebody's name. */
export const confirmedOf = (
  { file, found, account, bankAccount }: PreviewPhase,
  owner: string,
): ConfirmedStatement => ({
  readingId: found.readingId,
  name: shownName(file.name),
  owner: owner.trim(),
  account,
  ...(bankAccount === null ? {} : { bankAccount }),
  // The button that was pressed named the count.
  leavesOut: found.proof.doubts,
});

export type StatementImport = ReturnType<typeof useStatementImport>;
export type StatementPhase = StatementImport['phase'];

/** A statement is read, anew with all that is said of it, and stored once it is confirmed. */
export function useStatementImport() {
  const { data } = useSession();
  const [owner] = useOwner();
  const { phase, read: readFile, show, stop, fail, unread } = useFileReading<Choose | PreviewPhase>(CHOOSE);
  /** Answers about a file count however often it is read anew. */
  const saidOf = useRef<({ readonly file: File } & Pick<PreviewPhase, 'account' | 'bankAccount'>) | null>(
    null,
  );

  /** Null: given up, refused, or failed. */
  const read = useCallback(
    (file: File, hints: StatementHints = NO_HINTS): Promise<PreviewPhase | null> =>
      readFile(file, { kind: 'statement', ...hints, name: file.name }, ({ statement: found }) => {
        const { account, bankAccount } =
          saidOf.current?.file === file ? saidOf.current : { account: found.account, bankAccount: null };
        return { kind: 'preview', file, hints, found, account, bankAccount, isStoring: false } as const;
      }),
    [readFile],
  );

  /** Its id; null where it failed, which is shown. */
  const store = async (preview: PreviewPhase): Promise<string | null> => {
    const { file } = preview;
    show({ ...preview, isStoring: true });
    try {
      const { id } = await data.write.confirmStatement(confirmedOf(preview, owner));
      show({ kind: 'choose', stored: { id, name: shownName(file.name) } });
      return id;
    } catch (error) {
      fail(file, error);
      return null;
    }
  };
  const confirm = async (): Promise<void> => {
    if (phase.kind === 'preview' && !phase.isStoring) await store(phase);
  };

  const say = (said: Partial<Pick<PreviewPhase, 'account' | 'bankAccount'>>): void => {
    if (phase.kind !== 'preview') return;
    const { file, account, bankAccount } = { ...phase, ...said };
    saidOf.current = { file, account, bankAccount };
    show({ ...phase, ...said });
  };
  const sayAccount = (account: SellerAccount | null): void => say({ account });
  const sayBankAccount = (bankAccount: number): void => say({ bankAccount });

  const cancel = useCallback((): void => stop(CHOOSE), [stop]);
  return { phase, read, store, confirm, sayAccount, sayBankAccount, cancel, unread };
}
