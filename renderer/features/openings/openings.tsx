import { Dialog } from '@base-ui/react/dialog';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { openedPieces, readOpenedFile } from '#renderer/data/client/opened-files.ts';
import { useAccounts, useConnection, useSession } from '#renderer/data/client/session-context.tsx';
import { useBackups } from '#renderer/features/backup/use-backups.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { ModalDialog } from '#renderer/ui/floating.tsx';
import { shownName } from '#shared/base/shown-name.ts';
import type { Opened, OpenedFile } from '#shared/contract/opened.ts';
import { readViewLink } from '#shared/domain/view-link.ts';
import { useFollowLink } from './link.ts';
import { useBringStatement } from './opened-statement.tsx';

const OpenedViewsDialog = lazy(async () => ({
  default: (await import('#renderer/features/saved-views/view-dialogs.tsx')).OpenedViewsDialog,
}));
const BackupDialog = lazy(async () => ({
  default: (await import('#renderer/features/backup/backup-dialog.tsx')).BackupDialog,
}));

/**
 * Takes the links and files that the system opens, one after the other: a link leads where it says at once, a file to
 * the dialog that asks before anything of it is taken.
 */
export function Openings() {
  const { bridge } = useSession();
  const connection = useConnection();
  const [waiting, setWaiting] = useState<readonly Opened[]>([]);
  useEffect(() => {
    const take = (): void => {
      bridge.call.takeOpened(null).then(
        (opened) => setWaiting((before) => [...before, ...(opened ?? [])]),
        () => undefined,
      );
    };
    if (connection === 'connected') take();
    return bridge.on('opened', take);
  }, [bridge, connection]);
  const done = useCallback(() => setWaiting(([, ...others]) => others), []);
  const [first] = waiting;
  switch (first?.kind) {
    case undefined:
      return null;
    case 'link':
      return <FollowedLink key={first.link} link={first.link} onDone={done} />;
    case 'refused':
      return <NotOpened name={first.name} why={first.why} onDone={done} />;
    case 'view':
      return <OpenedViews key={first.id} file={first} onDone={done} />;
    case 'statement':
      return <OpenedStatement key={first.id} file={first} onDone={done} />;
    case 'backup':
      return <OpenedBackup key={first.id} file={first} onDone={done} />;
  }
}

function FollowedLink(props: { readonly link: string; readonly onDone: () => void }) {
  const { link, onDone } = props;
  const follow = useFollowLink();
  useEffect(() => {
    const read = readViewLink(link);
    if (read === null) onDone();
    else if (follow !== null) {
      follow(read);
      onDone();
    }
  }, [link, follow, onDone]);
  return null;
}

type FileProps = { readonly file: OpenedFile; readonly onDone: () => void };

/** A file, read whole; null while it is on its way, and where it is gone. */
function useOpenedFile({ file }: FileProps): { readonly read: File | null; readonly isGone: boolean } {
  const { bridge } = useSession();
  const [read, setRead] = useState<File | null>(null);
  const [isGone, setIsGone] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    readOpenedFile(bridge.pull, file).then(
      (whole) => isCurrent && setRead(whole),
      () => isCurrent && setIsGone(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [bridge, file]);
  return { read, isGone };
}

function OpenedViews(props: FileProps) {
  const { read, isGone } = useOpenedFile(props);
  const [content, setContent] = useState<string | null>(null);
  useEffect(() => {
    void read?.text().then(setContent);
  }, [read]);
  if (isGone) return <NotOpened name={shownName(props.file.name)} why="gone" onDone={props.onDone} />;
  return content === null ? null : (
    <Suspense fallback={null}>
      <OpenedViewsDialog name={shownName(props.file.name)} content={content} onClose={props.onDone} />
    </Suspense>
  );
}

/** Its preview asks before it is stored. */
function OpenedStatement(props: FileProps) {
  const { read, isGone } = useOpenedFile(props);
  const { go } = useNavigation();
  const bring = useBringStatement();
  const { onDone } = props;
  useEffect(() => {
    if (read === null) return;
    bring(read);
    go('reconciliation');
    onDone();
  }, [read, bring, go, onDone]);
  return isGone ? <NotOpened name={shownName(props.file.name)} why="gone" onDone={onDone} /> : null;
}

function OpenedBackup({ file, onDone }: FileProps) {
  const { bridge } = useSession();
  const accounts = useAccounts();
  const account = accounts?.accounts.find(({ id }) => id === accounts.activeId) ?? null;
  const backups = useBackups(account);
  const [isBegun, setIsBegun] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a file
  useEffect(() => {
    backups.read({ bytes: file.bytes, pieces: openedPieces(bridge.pull, file) });
    setIsBegun(true);
  }, [file]);
  const isOver = isBegun && backups.phase.kind === 'idle';
  useEffect(() => {
    if (isOver) onDone();
  }, [isOver, onDone]);
  return (
    <Suspense fallback={null}>
      <BackupDialog backups={backups} looked={account} />
    </Suspense>
  );
}

function NotOpened(props: {
  readonly name: string;
  readonly why: Extract<Opened, { readonly kind: 'refused' }>['why'];
  readonly onDone: () => void;
}) {
  const text = useText();
  return (
    <ModalDialog
      className={ui.dialog}
      onClose={props.onDone}
      data-testid="opened-refused"
      data-value={props.why}
    >
      <Dialog.Title>{text('opened.refused')}</Dialog.Title>
      <Dialog.Description className={ui.verbatim}>{props.name}</Dialog.Description>
      <p role="alert">{text(`opened.${props.why}`)}</p>
      <div className={ui.actions}>
        <Dialog.Close className={ui.button}>{text('common.close')}</Dialog.Close>
      </div>
    </ModalDialog>
  );
}
