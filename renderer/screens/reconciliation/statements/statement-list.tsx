import type { ImportedStatement } from '#renderer/data/api/statements.ts';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import { ActionFailure, QueryFailure, useAction } from '#renderer/features/messages/failures.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay, formatMoment, machineLocal } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { SellerAccount } from '#shared/domain/selection.ts';
import { AccountChoice } from './account-choice.tsx';
import { netsText } from './statement-words.ts';
import styles from './statements.module.css';

const ALL = {};

/** Statements that were imported, newest first. */
export function StatementList() {
  const text = useText();
  const { data } = useSession();
  const { remember } = useUndo();
  const action = useAction();
  const { output, error, refresh } = useLiveQuery('statements', ALL, (call) => call.readStatements(null));
  if (error !== null) return <QueryFailure error={error} onRetry={refresh} />;
  if (output === null) return null;
  if (output.length === 0) return <p className={ui.hint}>{text('statement-import.none')}</p>;
  const remove = async ({ id, name }: ImportedStatement): Promise<void> => {
    const isDone = await action.run(() => data.call.deleteStatement({ id }));
    const label = text('statement-import.undo', { name });
    const back = () => void action.run(() => data.call.restoreStatement({ id }));
    if (isDone) remember(label, back, { isOffered: true });
  };
  const sayAccount = async ({ id, name, account = null }: ImportedStatement, next: SellerAccount | null) => {
    const write = (said: SellerAccount | null) =>
      action.run(() => data.call.setStatementAccount({ id, account: said }));
    if (await write(next))
      remember(text('statement-import.undo-account', { name }), () => void write(account));
  };
  return (
    <>
      <ActionFailure words={action.failed} />
      <div className={styles.sample}>
        <table className={ui.denseTable} aria-label={text('statement-import.list')}>
          <thead>
            <tr>
              <th>{text('statement-import.file')}</th>
              <th>{text('statement-import.account')}</th>
              <th>{text('statement-import.days-name')}</th>
              <th className={ui.number}>{text('statement-import.lines')}</th>
              <th className={ui.number}>{text('statement-import.sum')}</th>
              <th>{text('statement-import.proof')}</th>
              <th>{text('statement-import.imported')}</th>
              <th>
                <span className={ui.visuallyHidden}>{text('statement-import.remove')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {output.map((each) => (
              <StatementRow
                key={each.id}
                statement={each}
                isBusy={action.busy}
                onRemove={() => void remove(each)}
                onAccount={(account) => void sayAccount(each, account)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** How many lines its proof is of, where that is not all, and what was left out. */
function ProofCounts({
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
function SaidCounts({ said }: Pick<ImportedStatement, 'said'>) {
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

function StatementRow(props: {
  readonly statement: ImportedStatement;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
  readonly onAccount: (account: SellerAccount | null) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { id, name, kind, lines, fresh, days, nets, proof, importedAtMs, owner } = props.statement;
  const at = formatMoment(machineLocal(importedAtMs), formats.dates);
  return (
    <tr data-testid="statement-line" data-value={id} data-name={name}>
      <td className={styles.name}>
        {name}
        <span className={classNames(ui.faint, styles.below)}>{text(`statement-import.kind-${kind}`)}</span>
      </td>
      <td className={styles.account}>
        <AccountChoice
          account={props.statement.account ?? null}
          of={name}
          testId="statement-line-account"
          onChange={props.onAccount}
        />
      </td>
      <td className={styles.narrow}>
        {days === null ? null : (
          <>
            <span>{formatDay(days.from, formats.dates)} –</span>{' '}
            <span>{formatDay(days.to, formats.dates)}</span>
          </>
        )}
      </td>
      <td className={ui.number} data-value={lines}>
        {formats.count(lines)}
        {fresh === lines ? null : (
          <span className={classNames(ui.faint, styles.below)}>
            {text('statement-import.fresh', { count: fresh, shown: formats.count(fresh) })}
          </span>
        )}
      </td>
      <td className={ui.number} data-value={nets.map(({ net }) => net).join(' ')}>
        {netsText(nets, formats)}
      </td>
      <td>
        <span className={classNames(ui.tag, TONES[proof.state])} data-value={proof.state}>
          {text(`statement-import.state-${proof.state}`)}
        </span>
        <ProofCounts proof={proof} lines={lines} />
        <SaidCounts said={props.statement.said} />
      </td>
      <td className={styles.narrow}>
        {at}
        <span className={classNames(ui.faint, styles.below)}>{owner}</span>
      </td>
      <td>
        <Button
          className={ui.smallLink}
          data-testid="statement-delete"
          disabled={props.isBusy}
          aria-label={text('statement-import.undo', { name })}
          onClick={props.onRemove}
        >
          {text('statement-import.remove')}
        </Button>
      </td>
    </tr>
  );
}
