import type { LedgerView, OpeningProgress } from '#renderer/data/client/session.ts';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import styles from './closed-ledger.module.css';

/** In the place of a screen while its figures cannot be read: elsewhere, or not at all. */
export function ClosedLedger({ ledger }: { readonly ledger: LedgerView }) {
  const text = useText();
  const session = useSession();
  switch (ledger.kind) {
    case 'open':
      return null;
    case 'none':
      return <div className="skeleton-rows" />;
    case 'opening':
      return (
        <div className="skeleton-rows">
          <p className={classNames(ui.late, ui.remark)} role="status">
            {text('closed.opening')}
          </p>
          {ledger.progress === null ? null : <RowsProgress {...ledger.progress} />}
        </div>
      );
    case 'outdated':
      return <Outdated failed={ledger.failed} />;
    case 'elsewhere':
      return (
        <div className={styles.closed} role="alert">
          <h2>{text(ledger.takenOver ? 'closed.taken' : 'closed.elsewhere')}</h2>
          <p className={ui.muted}>{text('closed.elsewhere-note')}</p>
          <Button
            className={ui.primaryButton}
            data-testid="take-over"
            onClick={() => void session.takeOver()}
          >
            {text('closed.take-over')}
          </Button>
        </div>
      );
    case 'failed':
      return (
        <div className={styles.closed} role="alert">
          <h2>{text('closed.failed')}</h2>
          <p className={ui.muted}>{text(`closed.${ledger.reason}`)}</p>
          {ledger.detail === '' ? null : <Detail words={ledger.detail} />}
          <Button className={ui.button} onClick={() => window.location.reload()}>
            {text('closed.reload')}
          </Button>
        </div>
      );
  }
}

/** What the program says of it, for support. */
function Detail(props: { readonly words: string }) {
  const text = useText();
  return (
    <p className={classNames(ui.verbatim, ui.faint)}>
      {text('failure.for-support')} <q>{props.words}</q>
    </p>
  );
}

/** A copy of an earlier version waits for its backup; where none can be written, the user says whether to go on. */
function Outdated({ failed }: { readonly failed: string | null }) {
  const text = useText();
  const session = useSession();
  if (failed === null) {
    return (
      <div className="skeleton-rows">
        <p className={ui.remark} role="status">
          {text('backup.before-migration')}
        </p>
      </div>
    );
  }
  return (
    <div className={styles.closed} role="alert" data-testid="backup-migration-failed">
      <h2>{text('backup.migration-failed')}</h2>
      <p className={ui.muted}>{text('backup.migration-failed-note')}</p>
      <Detail words={failed} />
      <Button className={ui.primaryButton} onClick={() => void session.openOutdated('after-backup')}>
        {text('backup.migrate-again')}
      </Button>
      <Button className={ui.button} onClick={() => void session.openOutdated('without-backup')}>
        {text('backup.migrate-without')}
      </Button>
    </div>
  );
}

/** A large copy takes seconds: how far it has come. */
export function RowsProgress(props: OpeningProgress) {
  const text = useText();
  const formats = useFormats();
  const share = props.rows === 0 ? 0 : Math.min(1, props.rowsRead / props.rows);
  return (
    <div className={classNames(styles.opening, ui.late)}>
      <span className={ui.progress}>
        <i style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
      <span className={ui.caption}>
        {text('closed.opening-rows', {
          count: props.rows,
          read: formats.count(props.rowsRead),
          rows: formats.count(props.rows),
        })}
      </span>
    </div>
  );
}
