import { act, screen, waitFor, within } from '@testing-library/react';
import { createIntl } from 'react-intl';
import { describe, expect, test } from 'vitest';
import { KeySetting } from '#renderer/app/settings/key-setting.tsx';
import { useAccounts } from '#renderer/data/client/session-context.tsx';
import type { RestoreSummary } from '#renderer/data/model/backups.ts';
import { BackupSection } from '#renderer/features/backup/backup-section.tsx';
import en from '#renderer/i18n/en.json' with { type: 'json' };
import es from '#renderer/i18n/es.json' with { type: 'json' };
import pt from '#renderer/i18n/pt.json' with { type: 'json' };
import type { AccountsState } from '#shared/contract/app.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, type PageSetting } from './page.tsx';

/** The key of an account whose address came from a file: where it would go is said, and asked, before anything can be typed. */

const HOST = 'evil.example:8443';
const RESTORED = account({
  id: 'from-file',
  name: 'Lumbre Hogar',
  baseUrl: `https://${HOST}/v1`,
  isAddressConfirmed: false,
  hasKey: false,
  key: null,
});
const state = (accounts: AccountsState['accounts']): AccountsState => ({
  accounts,
  activeId: 'from-file',
  keyStorage: 'memory',
});
const UNCONFIRMED = state([RESTORED]);
const CONFIRMED = state([{ ...RESTORED, isAddressConfirmed: true }]);

function OfActive() {
  const accounts = useAccounts();
  const active = accounts?.accounts.find(({ id }) => id === accounts.activeId);
  return active === undefined ? null : (
    <>
      <KeySetting account={active} />
      <BackupSection account={active} />
    </>
  );
}

const open = (setting: PageSetting) =>
  openPage(setting, () => (
    <InAccount>
      <OfActive />
    </InAccount>
  ));
const address = () => screen.getByRole('group', { name: text('key.address') });
const field = () => screen.getByLabelText<HTMLInputElement>(text('connect.key'));
const confirmation = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: text('key.address-confirm', { host: HOST }) });

describe('an address that came from a file', () => {
  test('stands beside the key field with its account; no key can be typed before it is confirmed, by the keyboard alone', async () => {
    const { user, asked, report } = await open({
      accounts: UNCONFIRMED,
      replies: { confirmAddress: () => CONFIRMED, giveKey: () => CONFIRMED },
    });
    expect(await screen.findByText(text('key.address-file', { account: RESTORED.name }))).toBeTruthy();
    expect(within(address()).getByTestId('key-host').textContent).toBe(HOST);
    expect(within(address()).getByTestId('key-host').title).toBe(RESTORED.baseUrl);
    expect(field().disabled).toBe(true);
    expect(screen.getByTestId<HTMLButtonElement>('give-key-submit').disabled).toBe(true);

    confirmation().focus();
    await user.keyboard('{Enter}');
    expect(asked).toEqual([
      { call: 'confirmAddress', input: { accountId: 'from-file', baseUrl: RESTORED.baseUrl } },
    ]);
    act(() => report('accounts', CONFIRMED));
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(screen.queryByTestId('key-address-confirm')).toBeNull();
    expect(address().textContent).toContain(text('key.goes-to', { account: RESTORED.name }));
    expect(within(address()).getByTestId('key-host').textContent).toBe(HOST);
    await user.paste('the-key');
    await user.keyboard('{Enter}');
    expect(asked[1]).toEqual({ call: 'giveKey', input: { accountId: 'from-file', key: 'the-key' } });
  });

  test('that another tab confirmed is confirmed here, and takes the place of nothing one is at', async () => {
    const { asked, report } = await open({ accounts: UNCONFIRMED });
    const other = await screen.findByTestId('backup-create');
    other.focus();
    act(() => report('accounts', CONFIRMED));
    await waitFor(() => expect(field().disabled).toBe(false));
    expect(document.activeElement).toBe(other);
    expect(asked).toEqual([]);
  });

  test('that is another one by now is said, and the question stays', async () => {
    const { user } = await open({
      accounts: UNCONFIRMED,
      replies: {
        confirmAddress: () => {
          throw new RpcError('other-address', 'internal words');
        },
      },
    });
    await screen.findByTestId('key-address');
    await user.click(confirmation());
    expect(await screen.findByText(text('failure.other-address'))).toBeTruthy();
    expect([field().disabled, confirmation().disabled]).toEqual([true, false]);
  });

  test('of an account that is named like another one is said with both hosts', async () => {
    const own = account({
      id: 'own',
      name: ' lumbre  hogar'.replace('  ', ' '),
      baseUrl: 'https://api.example/data',
    });
    await open({ accounts: state([own, RESTORED]) });
    const twin = await screen.findByTestId('key-twin');
    expect(twin.textContent).toBe(text('key.address-twin', { own: 'api.example', host: HOST }));
    expect(within(address()).getByRole('alert')).toBe(twin);
  });

  test('is no twin of one with the same host or another name, nor once it is confirmed', async () => {
    const same = account({ id: 'same', baseUrl: `https://${HOST}/v2` });
    const named = account({ id: 'named', name: 'Otra' });
    const { report } = await open({ accounts: state([same, named, RESTORED]) });
    await screen.findByTestId('key-address');
    expect(screen.queryByTestId('key-twin')).toBeNull();
    act(() => report('accounts', state([account(), ...CONFIRMED.accounts])));
    await waitFor(() => expect(address().dataset.confirmed).toBe('true'));
    expect(screen.queryByTestId('key-twin')).toBeNull();
  });
});

const SUMMARY: RestoreSummary = {
  account: {
    ...{ id: 'from-file', kind: 'api', name: RESTORED.name, baseUrl: RESTORED.baseUrl, plan: 'pro' },
    syncEveryMinutes: 60,
    currencies: RESTORED.currencies,
  },
  settings: {},
  app: '0.1.0',
  madeAtMs: Date.parse('2026-11-20T15:30:00Z'),
  readUntil: null,
  rows: 12,
  isWhole: true,
  lost: { rows: 0, months: [], ventas: '0', records: {} },
};

test('a backup that would add an account named like another one says both hosts before it is restored', async () => {
  const { user } = await open({
    accounts: { ...state([account()]), activeId: 'a' },
    dataStreams: {
      restore: async function* () {
        yield { kind: 'more' };
        yield { kind: 'more' };
        yield { kind: 'read', end: { kind: 'ready', summary: SUMMARY } };
        return null;
      },
    },
  });
  await screen.findByTestId('backup-restore');
  await user.upload(screen.getByTestId('backup-file'), new File(['x'], 'x.cuadra-respaldo'));
  const question = await screen.findByTestId('backup-twin');
  expect(question.textContent).toBe(text('key.address-twin', { own: 'api.example', host: HOST }));
  expect(screen.getByRole('dialog').textContent).toContain(
    text('backup.ask-new', { address: RESTORED.baseUrl }),
  );
});

test.each([
  ['es', es],
  ['en', en],
  ['pt', pt],
])('host and account are named in %s', (locale, messages) => {
  const intl = createIntl({ locale, messages });
  const say = (id: keyof typeof es) =>
    intl.formatMessage({ id }, { host: HOST, account: 'Lumbre', own: 'api.example' });
  expect(say('key.address-confirm')).toContain(HOST);
  expect(say('key.address-twin')).toMatch(/api\.example.*evil\.example:8443/);
  for (const id of ['key.address-file', 'key.goes-to'] as const) expect(say(id)).toContain('Lumbre');
});
