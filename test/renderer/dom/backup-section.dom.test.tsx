import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useAccounts } from '#renderer/data/client/session-context.tsx';
import { BackupSection } from '#renderer/features/backup/backup-section.tsx';
import type { AppCalls } from '#shared/contract/app.ts';
import { BridgeError } from '#shared/contract/rpc.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage } from './page.tsx';

/** The backups of an account: made by hand, and what the dialog says where that fails. */

function Section() {
  const account = useAccounts()?.accounts[0];
  return account === undefined ? null : <BackupSection account={account} />;
}

const MADE: AppCalls['closeBackup']['output'] = {
  name: 'cuadra-manual.cuadra-respaldo',
  path: '/exports/a/backups/cuadra-manual.cuadra-respaldo',
  madeAtMs: Date.parse('2026-11-20T15:30:00Z'),
  reason: 'manual',
  rows: 12,
  bytes: 12_300_000,
  isWhole: true,
};

test('a backup that fails leaves none and says why; the next one is saved and listed', async () => {
  let failure: Error | null = new BridgeError('export-disk-full', 'ENOSPC');
  let chunks = 1;
  const { user, asked } = await openPage(
    {
      dataReplies: {
        startBackup: () => ({ backupId: 'b', rows: 12, isWhole: true }),
        readBackupChunk: () => {
          chunks -= 1;
          return chunks < 0 ? null : { bytes: new Uint8Array(3), rowsDone: 12 };
        },
        endBackup: () => null,
      },
      replies: {
        listBackups: () => ({ folder: '/exports/a/backups', backups: failure === null ? [MADE] : [] }),
        openBackup: () => ({ exportId: 'e' }),
        writeBackup: () => {
          if (failure !== null) throw failure;
          return null;
        },
        closeBackup: () => MADE,
      },
    },
    () => (
      <InAccount>
        <Section />
      </InAccount>
    ),
  );
  const calls = () => asked.map(({ call }) => call);
  expect(await screen.findByText(text('backup.none'))).toBeTruthy();
  await user.click(screen.getByTestId('backup-create'));
  expect((await screen.findByTestId('backup-refused')).textContent).toContain(text('export.disk-full'));
  expect(calls().at(-1)).toBe('cancelBackup');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  failure = null;
  chunks = 1;
  await user.click(screen.getByTestId('backup-create'));
  expect((await screen.findByTestId('backup-done')).dataset.path).toBe(MADE.path);
  expect(calls().slice(-3)).toEqual(['openBackup', 'writeBackup', 'closeBackup']);
  await user.keyboard('{Escape}');
  const row = await screen.findByTestId('backup-row');
  expect(row.textContent).toContain(text('backup.reason-manual'));
  expect(row.textContent).toContain('13 MB');
});
