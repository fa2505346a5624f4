import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatMoment, machineLocal } from '#renderer/ui/date-format.ts';
import { FileButton } from '#renderer/ui/file-button.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { sizeText } from '#renderer/ui/size-text.ts';
import type { Account } from '#shared/contract/app.ts';
import { BACKUP_ENDING, type BackupFile } from '#shared/contract/backups.ts';
import styles from './backup.module.css';
import { BackupDialog } from './backup-dialog.tsx';
import { type Backups, useBackups } from './use-backups.ts';

/** The backups of an account: one made by hand, those that lie in its folder, and a file from elsewhere. */
export function BackupSection({ account }: { readonly account: Account }) {
  const text = useText();
  const backups = useBackups(account);
  return (
    <section className={styles.backups} data-testid="backups">
      <h4>{text('backup.title')}</h4>
      <p className={ui.faint}>{text('backup.note')}</p>
      <div className={styles.actions}>
        <Button
          className={ui.smallButton}
          data-testid="backup-create"
          aria-busy={backups.phase.kind === 'writing'}
          onClick={backups.create}
        >
          <Icon name="export" />
          {text('backup.create')}
        </Button>
        <RestoreButton backups={backups} />
      </div>
      <BackupsInFolder backups={backups} />
      <BackupDialog backups={backups} looked={account} />
    </section>
  );
}

/** Where no account is yet: a backup brings one. */
export function RestoreFirst() {
  const backups = useBackups(null);
  return (
    <>
      <RestoreButton backups={backups} />
      <BackupDialog backups={backups} looked={null} />
    </>
  );
}

/** The system's own choice of a file, in the desktop app as in a browser. */
function RestoreButton({ backups }: { readonly backups: Backups }) {
  const text = useText();
  return (
    <FileButton
      accept={`${BACKUP_ENDING},.gz,application/gzip`}
      onFile={backups.readFile}
      className={ui.smallButton}
      testId="backup-restore"
      inputTestId="backup-file"
    >
      {text('backup.restore')}
    </FileButton>
  );
}

function BackupsInFolder({ backups }: { readonly backups: Backups }) {
  const text = useText();
  const { list } = backups;
  switch (list.kind) {
    case 'loading':
      return <p className={ui.faint}>{text('backup.loading')}</p>;
    case 'failed':
      return (
        <p className={ui.negative} role="alert">
          {text('backup.list-failed')} <span className={ui.verbatim}>{list.detail}</span>{' '}
          <Button className={ui.link} onClick={backups.refresh}>
            {text('sync.retry')}
          </Button>
        </p>
      );
    case 'listed':
      return (
        <>
          <p className={ui.faint}>
            {text('backup.folder')} <span className={ui.verbatim}>{list.folder}</span>
          </p>
          {list.backups.length === 0 ? (
            <p className={ui.faint}>{text('backup.none')}</p>
          ) : (
            <BackupTable files={list.backups} onRestore={backups.readStored} />
          )}
        </>
      );
  }
}

function BackupTable(props: {
  readonly files: readonly BackupFile[];
  readonly onRestore: (file: BackupFile) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const momentOf = ({ madeAtMs }: BackupFile) => formatMoment(machineLocal(madeAtMs), formats.dates);
  return (
    <ListTable
      name={text('backup.title')}
      frame={{ className: styles.list, isBare: true }}
      columns={[
        { heading: text('backup.made'), value: momentOf },
        {
          heading: text('backup.reason'),
          value: ({ reason }) => text(`backup.reason-${reason}`),
          draw: ({ reason, isWhole }) => (
            <>
              {text(`backup.reason-${reason}`)}
              {isWhole ? null : <span className={ui.caution}> · {text('backup.partial')}</span>}
            </>
          ),
        },
        { heading: text('settings.rows'), kind: 'end', value: ({ rows }) => formats.count(rows) },
        { heading: text('backup.size'), kind: 'end', value: ({ bytes }) => sizeText(bytes, formats) },
        {
          heading: text('backup.restore'),
          isHeadingHidden: true,
          draw: (file) => (
            <Button
              className={ui.link}
              aria-label={text('backup.restore-one', { moment: momentOf(file) })}
              onClick={() => props.onRestore(file)}
            >
              {text('backup.restore')}
            </Button>
          ),
        },
      ]}
      rows={props.files}
      keyOf={({ name }) => name}
      line={({ name, rows }) => ({ 'data-testid': 'backup-row', 'data-value': name, 'data-rows': rows })}
    />
  );
}
