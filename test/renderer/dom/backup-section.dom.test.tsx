import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useAccounts } from '#renderer/data/client/session-context.tsx';
import type { RestoreEnd, RestoreFeed, RestorePiece, RestoreSummary } from '#renderer/data/model/backups.ts';
import { BackupSection } from '#renderer/features/backup/backup-section.tsx';
import type { AppStreams } from '#shared/contract/app-streams.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, ONE_ACCOUNT, openPage, type PageSetting } from './page.tsx';

/** The backups of an account: made by hand, and what the dialog says where that fails. */

function Section() {
  const account = useAccounts()?.accounts[0];
  return account === undefined ? null : <BackupSection account={account} />;
}

const MADE: NonNullable<AppStreams['backup']['end']> = {
  name: 'cuadra-manual.cuadra-respaldo',
  path: '/exports/a/backups/cuadra-manual.cuadra-respaldo',
  madeAtMs: Date.parse('2026-11-20T15:30:00Z'),
  reason: 'manual',
  rows: 12,
  bytes: 12_300_000,
  isWhole: true,
};

test('a backup that fails leaves none and says why; the next one is saved and listed', async () => {
  let failure: Error | null = new RpcError('export-disk-full', 'ENOSPC');
  const { user, asked } = await openPage(
    {
      dataStreams: {
        backUp: async function* () {
          yield { kind: 'begun', rows: 12, isWhole: true };
          yield { kind: 'chunk', bytes: new Uint8Array(3), rowsDone: 12 };
          return null;
        },
      },
      replies: {
        listBackups: () => ({ folder: '/exports/a/backups', backups: failure === null ? [MADE] : [] }),
      },
      mainStreams: {
        backup: async function* () {
          for (let fed = yield null; fed.kind !== 'end'; fed = yield null)
            if (failure !== null) throw failure;
          return MADE;
        },
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
  expect(calls().at(-1)).toBe('cancelStream');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  failure = null;
  await user.click(screen.getByTestId('backup-create'));
  expect((await screen.findByTestId('backup-done')).dataset.path).toBe(MADE.path);
  expect(asked.slice(-3)).toMatchObject([
    { call: 'backup', input: { accountId: 'a', reason: 'manual' } },
    { call: 'backup', input: { kind: 'chunk' } },
    { call: 'backup', input: { kind: 'end', rows: 12, isWhole: true } },
  ]);
  await user.keyboard('{Escape}');
  const row = await screen.findByTestId('backup-row');
  expect(row.textContent).toContain(text('backup.reason-manual'));
  expect(row.textContent).toContain('13 MB');
});

const SUMMARY: RestoreSummary = {
  account: {
    ...{ id: 'a', kind: 'api', name: 'Lumbre', baseUrl: 'https://api.example/data', plan: 'pro' },
    syncEveryMinutes: 60,
    currencies: { main: 'CLP', own: [] },
  },
  settings: {},
  app: '0.1.0',
  madeAtMs: Date.parse('2026-11-20T15:30:00Z'),
  readUntil: null,
  rows: 12,
  isWhole: true,
  lost: { rows: 0, months: [], ventas: '0', records: {} },
};

/** A restore that finds the whole backup in whatever it is fed. */
async function* readyRestore(
  summary: RestoreSummary,
): AsyncGenerator<RestorePiece, null, RestoreFeed | undefined> {
  let fed = yield { kind: 'more' };
  while (fed?.kind === 'bytes') fed = yield { kind: 'more' };
  yield { kind: 'read', end: { kind: 'ready', summary } };
  return null;
}

/** Restores a file in which `lost` is lost, in the place of the copy that is there. */
async function restored(part: Partial<RestoreSummary>) {
  const summary = { ...SUMMARY, ...part };
  const { user } = await openPage(
    {
      dataStreams: {
        // biome-ignore lint/correctness/useYield: there is no copy.
        backUp: async function* () {
          return null;
        },
        restore: () => readyRestore(summary),
      },
      dataReplies: { forgetSettings: () => null },
      replies: { restoreAccount: () => ONE_ACCOUNT },
    },
    () => (
      <InAccount>
        <Section />
      </InAccount>
    ),
  );
  await screen.findByTestId('backup-restore');
  await user.upload(screen.getByTestId('backup-file'), new File(['x'], 'x.cuadra-respaldo'));
  await user.click(await screen.findByTestId('backup-restore-do'));
  return screen.findByTestId('backup-restored');
}

test('a restore that lost something says so once more when it is done: what, and how much', async () => {
  const lost = {
    rows: 4,
    months: [{ month: '2026-03', rows: 4, ventas: '406.46' }],
    ventas: '406.46',
    records: { annotations: 3 },
  };
  const title = await restored({ isWhole: false, lost });
  expect(title.textContent).toBe(text('backup.restored-partly', { count: 12, rows: '12' }));
  expect([title.dataset.rows, title.dataset.partly]).toEqual(['12', 'true']);
  const notice = within(screen.getByRole('dialog')).getByRole('alert');
  expect([notice.dataset.rows, notice.dataset.value]).toEqual(['4', '406.46']);
  expect(notice.textContent).toContain(text('backup.damaged-restored'));
  expect(notice.textContent).toContain('406,46');
  const [records, ...others] = screen.getAllByTestId('backup-lost-records');
  expect([records?.dataset.table, records?.dataset.value, others]).toEqual(['annotations', '3', []]);
});

test.each([
  ['rows that nobody can count', { rows: 0, months: null, ventas: '0', records: {} }],
  ['records that nobody counted', { rows: 0, months: [], ventas: '0', records: { statements: null } }],
])('nor is one called whole that lost %s', async (_, lost) => {
  const title = await restored({ isWhole: false, lost });
  expect(title.dataset.partly).toBe('true');
  expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toContain(
    text('backup.damaged-restored'),
  );
});

test('one that lost nothing is restored, and says no more', async () => {
  const title = await restored({});
  expect(title.textContent).toBe(text('backup.restored', { count: 12, rows: '12' }));
  expect([title.dataset.partly, screen.queryByRole('alert')]).toEqual(['false', null]);
});

/** The section over a restore that a test answers, beside a copy whose saving may fail. */
async function section(setting: PageSetting = {}, end: RestoreEnd = { kind: 'ready', summary: SUMMARY }) {
  const given: string[] = [];
  const page = await openPage(
    {
      ...setting,
      dataStreams: {
        restore: async function* () {
          try {
            let fed = yield { kind: 'more' };
            while (fed?.kind === 'bytes') fed = yield { kind: 'more' };
            yield { kind: 'read', end };
            return null;
          } finally {
            given.push('restore ended');
          }
        },
        ...setting.dataStreams,
      },
      dataReplies: { forgetSettings: () => null },
      replies: { restoreAccount: () => ONE_ACCOUNT, ...setting.replies },
    },
    () => (
      <InAccount>
        <Section />
      </InAccount>
    ),
  );
  await screen.findByTestId('backup-restore');
  const choose = () =>
    page.user.upload(screen.getByTestId('backup-file'), new File(['x'], 'x.cuadra-respaldo'));
  return { ...page, given, choose };
}

test('the folder lists what lies there, whole or in part, newest as they come, and each can be restored', async () => {
  const made = { ...MADE, reason: 'removal', isWhole: false, rows: 1200 } as const;
  const read: unknown[] = [];
  const { user } = await section({
    replies: { listBackups: () => ({ folder: '/x/backups', backups: [made] }) },
    mainStreams: {
      // biome-ignore lint/correctness/useYield: it is empty.
      storedBackup: async function* (input) {
        read.push(input);
        return null;
      },
    },
  });
  const row = await screen.findByTestId('backup-row');
  expect(screen.getByText('/x/backups')).toBeTruthy();
  expect([row.dataset.value, row.dataset.rows, row.children[2]?.textContent]).toEqual([
    made.name,
    '1200',
    '1.200',
  ]);
  expect(row.textContent).toContain(`${text('backup.reason-removal')} · ${text('backup.partial')}`);
  expect(screen.queryByText(text('backup.none'))).toBeNull();
  const restore = within(row).getByRole('button');
  expect(restore.getAttribute('aria-label')).toBe(
    text('backup.restore-one', { moment: row.children[0]?.textContent ?? '' }),
  );
  await user.click(restore);
  expect(await screen.findByTestId('backup-holds')).toBeTruthy();
  expect(read).toEqual([{ accountId: 'a', name: made.name }]);
});

test('the moments of backups are those of this machine, wherever it stands', async () => {
  const zone = process.env.TZ;
  process.env.TZ = 'America/Santiago';
  try {
    const { choose } = await section({ replies: { listBackups: () => ({ folder: '/x', backups: [MADE] }) } });
    const row = await screen.findByTestId('backup-row');
    expect([...row.children].map(({ textContent }) => textContent)).toEqual([
      '20-11-2026 12:30',
      text('backup.reason-manual'),
      '12',
      '13 MB',
      text('backup.restore'),
    ]);
    await choose();
    expect(await screen.findByText(text('backup.ask', { moment: '20-11-2026 12:30' }))).toBeTruthy();
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test('a folder that cannot be read says why, and is read again by a press', async () => {
  let isGone = true;
  const { user } = await section({
    replies: {
      listBackups: () => {
        if (isGone) throw new Error('no such disk');
        return { folder: '/x', backups: [] };
      },
    },
  });
  const failed = await screen.findByRole('alert');
  expect(failed.textContent).toContain('no such disk');
  isGone = false;
  await user.click(within(failed).getByRole('button', { name: text('sync.retry') }));
  expect(await screen.findByText(text('backup.none'))).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  [
    { kind: 'refused', reason: 'newer', app: '9.9' } as const,
    text('backup.refused-newer', { version: '9.9' }),
  ],
  [{ kind: 'refused', reason: 'not-a-backup' } as const, text('backup.refused-not')],
])('a file that is none is refused, and let go: %#', async (end, words) => {
  const { choose, given } = await section({}, end);
  await choose();
  expect((await screen.findByTestId('backup-refused')).textContent).toContain(words);
  expect(given).toEqual(['restore ended']);
});

test('whoever thinks better of it changes nothing, and the file is let go', async () => {
  const { choose, given, user, asked } = await section();
  await choose();
  await screen.findByTestId('backup-holds');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: text('common.cancel') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(given).toEqual(['restore ended']));
  expect(asked.map(({ call }) => call)).not.toContain('restoreAccount');
});

test('of a copy that is not here nothing is saved by hand, which is said', async () => {
  const { user } = await section({
    dataStreams: {
      // biome-ignore lint/correctness/useYield: there is no copy.
      backUp: async function* () {
        return null;
      },
    },
  });
  await user.click(screen.getByTestId('backup-create'));
  expect((await screen.findByTestId('backup-refused')).textContent).toContain(text('backup.nothing'));
});

test('what is here is saved before; where that fails it is asked, and replaced without only then', async () => {
  const reasons: unknown[] = [];
  const { choose, user, asked } = await section({
    dataStreams: {
      backUp: async function* (input: unknown) {
        reasons.push(input);
        yield { kind: 'begun', rows: 12, isWhole: true };
        return null;
      } as never,
    },
    mainStreams: {
      // biome-ignore lint/correctness/useYield: it cannot even begin.
      backup: async function* () {
        throw new Error('disk full');
      },
    },
  });
  await choose();
  await user.click(await screen.findByTestId('backup-restore-do'));
  expect((await screen.findByTestId('backup-unsaved')).textContent).toContain('disk full');
  expect(asked.map(({ call }) => call)).not.toContain('restoreAccount');
  await user.click(screen.getByTestId('backup-restore-do'));
  await screen.findByTestId('backup-restored');
  expect([reasons.length, asked.filter(({ call }) => call === 'restoreAccount')]).toEqual([
    1,
    [{ call: 'restoreAccount', input: { account: SUMMARY.account, intoId: 'a' } }],
  ]);
});

test('once the account that is open is another’s, the page begins anew as the dialog is closed', async () => {
  const reload = vi.fn();
  await restored({});
  vi.spyOn(window, 'location', 'get').mockReturnValue({ ...window.location, reload } as never);
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: text('common.close') }));
  expect(reload).toHaveBeenCalledOnce();
});

test('a copy that takes the place of another is not given up half way', async () => {
  let restore: () => void = () => {};
  const { choose, user } = await section({
    dataStreams: {
      // biome-ignore lint/correctness/useYield: there is no copy.
      backUp: async function* () {
        return null;
      },
    },
    replies: {
      restoreAccount: () =>
        new Promise((resolve) => {
          restore = () => resolve(ONE_ACCOUNT);
        }),
    },
  });
  await choose();
  await user.click(await screen.findByTestId('backup-restore-do'));
  const dialog = await screen.findByText(text('backup.restoring-note'));
  await user.keyboard('{Escape}');
  expect(dialog.isConnected).toBe(true);
  restore();
  expect(await screen.findByTestId('backup-restored')).toBeTruthy();
});

test('one of a demo company takes the place of the one that is here, which is saved before and gone after; the page stays', async () => {
  const reload = vi.fn();
  const demo = account({ id: 'd1', kind: 'demo' });
  const summary: RestoreSummary = { ...SUMMARY, account: { ...SUMMARY.account, id: 'd2', kind: 'demo' } };
  const saved: unknown[] = [];
  const backUp = async function* ({ accountId, order }: { accountId: string; order: { reason: string } }) {
    saved.push([accountId, order.reason]);
    yield { kind: 'begun', rows: 12, isWhole: true };
    return null;
  } as never;
  const { choose, user, asked, copiesDeleted } = await section(
    {
      accounts: { ...ONE_ACCOUNT, accounts: [...ONE_ACCOUNT.accounts, demo] },
      dataStreams: { backUp },
      mainStreams: {
        backup: async function* () {
          for (let fed = yield null; fed.kind !== 'end'; fed = yield null);
          return MADE;
        },
      },
    },
    { kind: 'ready', summary },
  );
  await choose();
  expect(copiesDeleted).toEqual([]);
  await user.click(await screen.findByTestId('backup-restore-do'));
  await screen.findByTestId('backup-restored');
  expect([saved, copiesDeleted]).toEqual([[['d1', 'restore']], ['d1']]);
  expect(asked.filter(({ call }) => call === 'restoreAccount').map(({ input }) => input)).toEqual([
    { account: summary.account, intoId: 'd2' },
  ]);
  vi.spyOn(window, 'location', 'get').mockReturnValue({ ...window.location, reload } as never);
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: text('common.close') }));
  expect(reload).not.toHaveBeenCalled();
});

test('whoever leaves, or gives up, while a file is read lets it go; one that was given up can be chosen again', async () => {
  const told: string[] = [];
  const { choose, user, view } = await section({
    dataStreams: {
      restore: async function* (_: unknown, signal: AbortSignal) {
        told.push('read');
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        told.push('let go');
        return null;
      } as never,
    },
  });
  await choose();
  expect(await screen.findByText(text('backup.reading'))).toBeTruthy();
  await waitFor(() => expect(told).toEqual(['read']));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(told).toEqual(['read', 'let go']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose();
  await waitFor(() => expect(told).toHaveLength(3));
  expect(await screen.findByText(text('backup.reading'))).toBeTruthy();
  view.unmount();
  await waitFor(() => expect(told).toEqual(['read', 'let go', 'read', 'let go']));
});
