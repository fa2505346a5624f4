import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { useAccounts } from '#renderer/data/client/session-context.tsx';
import { BACKED_UP_TABLES, type RestoreSummary } from '#renderer/data/model/backups.ts';
import { accountName } from '#renderer/features/accounts/accounts.tsx';
import { twinHost } from '#renderer/features/accounts/twin-accounts.ts';
import { monthInSentence } from '#renderer/features/messages/window-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatMoment, machineLocal } from '#renderer/ui/date-format.ts';
import { ModalDialog } from '#renderer/ui/floating.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Account } from '#shared/contract/app.ts';
import { hostOf } from '#shared/domain/base-url.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import styles from './backup.module.css';
import { type Backups, placesFor, type ReadyBackup } from './use-backups.ts';

/** How far a backup or a restore has come, what it would replace, and what came of it. */
export function BackupDialog(props: { readonly backups: Backups; readonly looked: Account | null }) {
  const { phase, close } = props.backups;
  if (phase.kind === 'idle') return null;
  return (
    <ModalDialog className={ui.dialog} onClose={close}>
      <BackupPhase {...props} />
    </ModalDialog>
  );
}

function BackupPhase(props: { readonly backups: Backups; readonly looked: Account | null }) {
  const text = useText();
  const formats = useFormats();
  const { phase } = props.backups;
  switch (phase.kind) {
    case 'idle':
      return null;
    case 'writing':
    case 'reading':
      return (
        <>
          <Dialog.Title>{text(`backup.${phase.kind}`)}</Dialog.Title>
          {phase.kind === 'reading' ? null : (
            <Dialog.Description>
              {text('export.progress', {
                count: phase.all,
                done: formats.count(phase.done),
                lines: formats.count(phase.all),
              })}
            </Dialog.Description>
          )}
          <span className={ui.largeProgress}>
            <i style={{ width: `${phase.all === 0 ? 0 : (100 * phase.done) / phase.all}%` }} />
          </span>
          <Closes name={text('common.cancel')} />
        </>
      );
    case 'written':
      return <Written file={phase.file} />;
    case 'asked':
      return <Question backups={props.backups} ready={phase} looked={props.looked} />;
    case 'restoring':
      return (
        <>
          <Dialog.Title>{text('backup.restoring')}</Dialog.Title>
          <Dialog.Description>{text('backup.restoring-note')}</Dialog.Description>
        </>
      );
    case 'restored':
      return <Restored summary={phase.summary} />;
    case 'nothing':
    case 'refused':
    case 'failed':
      return <NothingDone phase={phase} />;
  }
}

function Closes({ name }: { readonly name: string }) {
  return (
    <div className={ui.actions}>
      <Dialog.Close className={ui.button}>{name}</Dialog.Close>
    </div>
  );
}

type PhaseOf<K extends Backups['phase']['kind']> = Extract<Backups['phase'], { readonly kind: K }>;

function Written({ file }: Pick<PhaseOf<'written'>, 'file'>) {
  const text = useText();
  const formats = useFormats();
  return (
    <>
      <Dialog.Title>{text('backup.done', { count: file.rows, rows: formats.count(file.rows) })}</Dialog.Title>
      {file.isWhole ? null : <p className={ui.warning}>{text('backup.done-partial')}</p>}
      <p className={ui.verbatim} data-testid="backup-done" data-path={file.path} data-rows={file.rows}>
        {file.path}
      </p>
      <Closes name={text('common.close')} />
    </>
  );
}

function Restored({ summary }: Pick<PhaseOf<'restored'>, 'summary'>) {
  const text = useText();
  const formats = useFormats();
  return (
    <>
      <Dialog.Title data-testid="backup-restored" data-rows={summary.rows} data-partly={lacks(summary)}>
        {text(lacks(summary) ? 'backup.restored-partly' : 'backup.restored', {
          count: summary.rows,
          rows: formats.count(summary.rows),
        })}
      </Dialog.Title>
      <Losses summary={summary} isRestored />
      <Dialog.Description>{text('backup.restored-note')}</Dialog.Description>
      <Closes name={text('common.close')} />
    </>
  );
}

/** The message that nothing was written or restored, and why. */
function NothingDone({ phase }: { readonly phase: PhaseOf<'nothing' | 'refused' | 'failed'> }) {
  const text = useText();
  return (
    <div role="alert" data-testid="backup-refused">
      <Dialog.Title>{text(`backup.${phase.kind}`)}</Dialog.Title>
      {phase.kind === 'nothing' ? null : phase.kind === 'failed' ? (
        <p className={ui.detail}>{phase.detail}</p>
      ) : (
        <p>
          {phase.app === null
            ? text('backup.refused-not')
            : text('backup.refused-newer', { version: phase.app })}
        </p>
      )}
      <Closes name={text('common.close')} />
    </div>
  );
}

/** The content of a backup, its losses, and the copy it would take the place of. */
function Question(props: {
  readonly backups: Backups;
  readonly ready: ReadyBackup;
  readonly looked: Account | null;
}) {
  const text = useText();
  const formats = useFormats();
  const accounts = useAccounts()?.accounts ?? [];
  const { summary, unsaved } = props.ready;
  const places = placesFor(summary, accounts, props.looked);
  const [chosen, setChosen] = useState(0);
  const place = places[chosen] ?? places[0];
  const { account } = summary;
  const nameOf = (id: string): string => {
    const known = accounts.find((each) => each.id === id);
    return known === undefined ? account.name || account.baseUrl : accountName(known, text);
  };
  if (place === undefined) return null;
  const [replaced] = place.saved;
  const twin = twinHost(account, accounts);
  return (
    <>
      <Dialog.Title>
        {text('backup.ask', { moment: formatMoment(machineLocal(summary.madeAtMs), formats.dates) })}
      </Dialog.Title>
      <Dialog.Description data-testid="backup-holds" data-rows={summary.rows}>
        {text('backup.ask-holds', {
          count: summary.rows,
          rows: formats.count(summary.rows),
          account: accountName(account, text),
        })}
      </Dialog.Description>
      <Losses summary={summary} />
      <PlaceChoice places={places} chosen={chosen} onChoose={setChosen} nameOf={nameOf} />
      <p>
        {replaced === undefined
          ? text('backup.ask-new', { address: account.baseUrl })
          : text(place.gone === null ? 'backup.ask-over' : 'backup.ask-demo', {
              name: accountName(replaced, text),
            })}
      </p>
      {replaced !== undefined || twin === null ? null : (
        <p className={classNames(ui.warning, ui.detail)} role="alert" data-testid="backup-twin">
          {text('key.address-twin', { own: twin, host: hostOf(account.baseUrl) })}
        </p>
      )}
      {replaced === undefined || place.gone !== null || place.intoId === account.id ? null : (
        <p className={ui.warning}>{text('backup.ask-other')}</p>
      )}
      {unsaved === null ? null : (
        <p className={ui.negative} role="alert" data-testid="backup-unsaved">
          {text('backup.unsaved')} <span className={ui.detail}>{unsaved}</span>
        </p>
      )}
      <div className={ui.actions}>
        <Dialog.Close className={ui.button}>{text('common.cancel')}</Dialog.Close>
        <Button
          className={replaced === undefined ? ui.primaryButton : ui.dangerButton}
          data-testid="backup-restore-do"
          onClick={() => props.backups.restore(props.ready, place, unsaved !== null)}
        >
          {text(unsaved === null ? 'backup.restore-do' : 'backup.restore-without')}
        </Button>
      </div>
    </>
  );
}

/** The account that it is restored into, where there is a choice. */
function PlaceChoice(props: {
  readonly places: ReturnType<typeof placesFor>;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  readonly nameOf: (id: string) => string;
}) {
  const text = useText();
  const { places, chosen, onChoose, nameOf } = props;
  if (places.length < 2) return null;
  return places.map((each, index) => (
    <label key={each.intoId} className={styles.choice}>
      <input type="radio" name="place" checked={index === chosen} onChange={() => onChoose(index)} />
      <span>
        {each.saved.length === 0 ? text('backup.as-new') : text('backup.into', { name: nameOf(each.intoId) })}
      </span>
    </label>
  ));
}

/** Whether rows or records are missing in it. */
const lacks = ({ lost }: RestoreSummary): boolean => lacksRows(lost) || Object.keys(lost.records).length > 0;
const lacksRows = ({ rows, months }: RestoreSummary['lost']): boolean => rows > 0 || months === null;

/** The losses of a backup, in rows, months and money: before it is restored, and after. */
function Losses({
  summary,
  isRestored = false,
}: {
  readonly summary: RestoreSummary;
  readonly isRestored?: boolean;
}) {
  const text = useText();
  const formats = useFormats();
  const { isWhole, lost } = summary;
  if (isWhole) return null;
  const months = (lost.months ?? []).map(({ month, rows }) =>
    text('backup.lost-month', {
      month: month === null ? text('backup.no-month') : monthInSentence(month, text),
      rows: formats.count(rows),
    }),
  );
  const hasRows = lacksRows(lost);
  return (
    <div role="alert" data-testid="backup-lost" data-rows={lost.rows} data-value={lost.ventas}>
      <p className={ui.caution}>
        {text(
          !lacks(summary)
            ? 'backup.damaged-whole'
            : isRestored
              ? 'backup.damaged-restored'
              : 'backup.damaged',
        )}
      </p>
      {hasRows ? (
        <p>
          {text('backup.lost-rows', {
            count: lost.rows,
            rows: formats.count(lost.rows),
            ventas: formats.money(lost.ventas, formats.places([lost.ventas as Decimal])),
            months: months.join(', '),
          })}
        </p>
      ) : null}
      {lost.months === null ? <p>{text('backup.lost-unknown')}</p> : null}
      {BACKED_UP_TABLES.map((table) => {
        const count = lost.records[table];
        if (count === undefined) return null;
        return (
          <p key={table} data-testid="backup-lost-records" data-table={table} data-value={count ?? ''}>
            {count === null
              ? text('backup.lost-uncounted', { what: text(`backup.table-${table}`) })
              : text(`backup.lost-${table}`, { count, number: formats.count(count) })}
          </p>
        );
      })}
    </div>
  );
}
