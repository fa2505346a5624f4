import type { ReactNode } from 'react';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import { ActionFailure, QueryFailure, useAction } from '#renderer/features/messages/failures.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import { isBank } from '#renderer/reconciliation/statements/model/statement-account.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay, formatMoment, machineLocal } from '#renderer/ui/date-format.ts';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import type { SellerAccount } from '#shared/domain/selection.ts';
import { AccountChoice } from './account-choice.tsx';
import { netsText } from './statement-messages.ts';
import styles from './statements.module.css';

const ALL = {};

/** Statements that were imported, newest first. */
export function StatementList() {
  const text = useText();
  const formats = useFormats();
  const { data } = useSession();
  const { remember } = useUndo();
  const action = useAction();
  const { output, error, refresh } = useLiveQuery('statements', ALL, (call) => call.readStatements(null));
  if (error !== null) return <QueryFailure error={error} onRetry={refresh} />;
  if (output === null) return null;
  const remove = async ({ id, name }: ImportedStatement): Promise<void> => {
    const isDone = await action.run(() => data.write.deleteStatement({ id }));
    const label = text('statement-import.undo', { name });
    const back = async () => {
      await data.write.restoreStatement({ id });
      // It is kept until the next one is imported or taken out.
      return (await data.call.readStatements(null)).some((each) => each.id === id)
        ? 'taken-back'
        : 'changed-since';
    };
    if (isDone) remember(label, back, { isOffered: true });
  };
  const sayAccount = async ({ id, name, account = null }: ImportedStatement, next: SellerAccount | null) => {
    const write = (said: SellerAccount | null) =>
      action.run(() => data.write.setStatementAccount({ id, account: said }));
    if (await write(next)) remember(text('statement-import.undo-account', { name }), () => write(account));
  };
  const columns: readonly Column<ImportedStatement>[] = [
    ...statementColumns(text, formats, (each, account) => void sayAccount(each, account)),
    {
      heading: text('statement-import.remove'),
      isHeadingHidden: true,
      draw: (each) => (
        <Button
          className={ui.smallLink}
          data-testid="statement-delete"
          disabled={action.busy}
          aria-label={text('statement-import.undo', { name: each.name })}
          onClick={() => void remove(each)}
        >
          {text('statement-import.remove')}
        </Button>
      ),
    },
  ];
  return (
    <>
      <ActionFailure words={action.failed} />
      <ListTable
        name={text('statement-import.list')}
        empty={text('statement-import.none')}
        frame={{ className: styles.imported, isBare: true }}
        columns={columns}
        rows={output}
        keyOf={({ id }) => id}
        line={({ id, name }) => ({ 'data-testid': 'statement-line', 'data-value': id, 'data-name': name })}
      />
    </>
  );
}

/** How many lines its proof is of, where that is not all, and what was left out. */
function CheckCounts({
  proof,
  lines,
}: {
  readonly proof: ImportedStatement['proof'];
  readonly lines: number;
}) {
  const text = useText();
  const formats = useFormats();
  const { state, covered, doubts = 0 } = proof;
  const isPart = covered !== undefined && covered < lines && (state === 'holds' || state === 'doubts');
  return (
    <>
      {isPart ? (
        <span
          className={classNames(ui.faint, styles.below)}
          data-testid="statement-line-covered"
          data-value={covered}
        >
          {text('statement-import.state-covered', {
            count: covered,
            shown: formats.count(covered),
            of: formats.count(lines),
          })}
        </span>
      ) : null}
      {doubts === 0 ? null : (
        <span
          className={classNames(ui.faint, styles.below)}
          data-testid="statement-line-doubts"
          data-value={doubts}
        >
          {text('statement-import.state-left-out', { count: doubts, shown: formats.count(doubts) })}
        </span>
      )}
    </>
  );
}

/** Rows that are in it, or left out, by the user's word. */
function AnsweredCounts({ said }: Pick<ImportedStatement, 'said'>) {
  const text = useText();
  const formats = useFormats();
  if (said === undefined || said.movements + said.leftOut === 0) return null;
  return (
    <span
      className={classNames(ui.faint, styles.below)}
      data-testid="statement-line-said"
      data-value={`${said.movements} ${said.leftOut}`}
    >
      {text('statement-import.state-said', {
        movements: formats.count(said.movements),
        left: formats.count(said.leftOut),
      })}
    </span>
  );
}

const TONES = { holds: ui.good, doubts: ui.caution, fails: ui.caution, none: undefined } as const;

const Below = ({ children }: { readonly children: ReactNode }) => (
  <span className={classNames(ui.faint, styles.below)}>{children}</span>
);

/** Long: seven columns, each with what it shows and what a file has of it, in the order they stand in. */
function statementColumns(
  text: Text,
  formats: Formats,
  onAccount: (statement: ImportedStatement, account: SellerAccount | null) => void,
): readonly Column<ImportedStatement>[] {
  return [
    {
      id: 'file',
      heading: text('statement-import.file'),
      cell: { className: styles.name },
      value: 'name',
      draw: ({ name, kind, bankAccount }) => (
        <>
          {name}
          <Below>
            {text(`statement-import.kind-${kind}`)}
            {bankAccount === undefined
              ? null
              : ` · ${text('statement-import.bank-account-number', { number: String(bankAccount) })}`}
          </Below>
        </>
      ),
    },
    {
      heading: text('statement-import.account'),
      cell: { className: styles.account },
      draw: (each) => (
        <AccountChoice
          account={each.account ?? null}
          of={each.name}
          isBank={isBank(each)}
          testId="statement-line-account"
          onChange={(account) => onAccount(each, account)}
        />
      ),
    },
    {
      heading: text('statement-import.days-name'),
      cell: { className: styles.narrow },
      value: ({ days }) => (days === null ? '' : `${days.from} – ${days.to}`),
      draw: ({ days }) =>
        days === null ? null : (
          <>
            <span>{formatDay(days.from, formats.dates)} –</span>{' '}
            <span>{formatDay(days.to, formats.dates)}</span>
          </>
        ),
    },
    {
      heading: text('statement-import.lines'),
      kind: 'end',
      cell: ({ lines }) => ({ 'data-value': lines }),
      value: 'lines',
      draw: ({ lines, fresh }) => (
        <>
          {formats.count(lines)}
          {fresh === lines ? null : (
            <Below>{text('statement-import.fresh', { count: fresh, shown: formats.count(fresh) })}</Below>
          )}
        </>
      ),
    },
    {
      heading: text('statement-import.sum'),
      kind: 'end',
      cell: ({ nets }) => ({ 'data-value': nets.map(({ net }) => net).join(' ') }),
      value: ({ nets }) => netsText(nets, formats),
    },
    {
      heading: text('statement-import.proof'),
      value: ({ proof }) => text(`statement-import.state-${proof.state}`),
      draw: ({ proof, lines, said }) => (
        <>
          <span className={classNames(ui.tag, TONES[proof.state])} data-value={proof.state}>
            {text(`statement-import.state-${proof.state}`)}
          </span>
          <CheckCounts proof={proof} lines={lines} />
          <AnsweredCounts said={said} />
        </>
      ),
    },
    {
      heading: text('statement-import.imported'),
      cell: { className: styles.narrow },
      value: ({ importedAtMs }) => formatMoment(machineLocal(importedAtMs), formats.dates),
      draw: ({ importedAtMs, owner }) => (
        <>
          <span>{formatMoment(machineLocal(importedAtMs), formats.dates)}</span>
          <Below>{owner}</Below>
        </>
      ),
    },
  ];
}
