import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { FirstRun } from '#renderer/app/first-run/first-run.tsx';
import type { AccountsState, KeyCheck } from '#shared/contract/app.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { ONE_ACCOUNT, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

const NOBODY: AccountsState = { accounts: [], activeId: null, keyStorage: 'memory' };
const ADDRESS = 'https://api.example.com';
const ACCEPTED: KeyCheck = { kind: 'accepted', earliest: '2024-01-01' as LocalDate, words: null };

const firstRun = (replies: PageSetting['replies'] = {}, onBack: (() => void) | null = null) =>
  openPage({ accounts: NOBODY, replies: { checkKey: () => ACCEPTED, ...replies } }, () => (
    <FirstRun onBack={onBack} />
  ));
type Page = Awaited<ReturnType<typeof firstRun>>;

const address = () => screen.getByLabelText<HTMLInputElement>(/^Dirección de la API/);
const key = () => screen.getByLabelText<HTMLInputElement>('Clave de la API');
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Empezar la carga' });
const paste = async ({ user }: Page, field: HTMLInputElement, text: string) => {
  await user.click(field);
  await user.paste(text);
};
const fill = async (page: Page, typedKey: string, typedAddress = ADDRESS) => {
  await paste(page, address(), typedAddress);
  await paste(page, key(), typedKey);
};
const calls = ({ asked }: Page) => asked.map(({ call }) => call);

describe('connecting an account', () => {
  test('a key that the API does not know connects nothing, and another one can be tried', async () => {
    const page = await firstRun({
      checkKey: ({ key: tried }) =>
        tried === 'right' ? ACCEPTED : { kind: 'rejected', reason: 'unauthorized', words: 'Access denied' },
      connectAccount: () => ONE_ACCOUNT,
    });
    await fill(page, 'wrong');
    await page.user.click(submit());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('La API no reconoce la clave.');
    expect(alert.textContent).toContain('Access denied');
    expect(page.asked).toEqual([
      { call: 'checkKey', input: { baseUrl: ADDRESS, key: 'wrong', plan: 'pro' } },
    ]);

    await page.user.clear(key());
    expect(screen.queryByRole('alert')).toBeNull();
    await paste(page, key(), '  right ');
    await page.user.click(submit());
    await waitFor(() => expect(page.asked).toHaveLength(3));
    expect(page.asked[2]).toEqual({
      call: 'connectAccount',
      input: { baseUrl: ADDRESS, key: 'right', plan: 'pro', name: '' },
    });
  });

  test('a key without access says how access is activated (403)', async () => {
    const page = await firstRun({
      checkKey: () => ({ kind: 'rejected', reason: 'forbidden', words: null }),
    });
    await fill(page, 'key');
    await page.user.click(screen.getByRole('button', { name: 'Probar' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('la cuenta no tiene acceso a la API de datos');
    expect(alert.textContent).toContain('pide la activación');
    expect(calls(page)).toEqual(['checkKey']);
  });

  test('what is missing is said and gone to; nothing is asked', async () => {
    const page = await firstRun();
    await page.user.click(submit());
    expect(document.activeElement).toBe(address());
    expect(screen.getByText('Falta la dirección.')).toBeTruthy();
    expect(key().getAttribute('aria-invalid')).toBe('true');
    await paste(page, address(), ADDRESS);
    await page.user.click(submit());
    expect(document.activeElement).toBe(key());
    expect(address().getAttribute('aria-invalid')).toBe('false');
    expect(screen.getByText('Falta la clave.')).toBeTruthy();
    expect(page.asked).toEqual([]);
  });

  test.each([
    ['http://api.example.com', 'Debe ser https'],
    ['https://user:secret@api.example.com', 'no debe llevar usuario'],
    ['api.example', 'No es una dirección web completa'],
  ])('the key is not sent to %s', async (typed, said) => {
    const page = await firstRun();
    await fill(page, 'key', typed);
    await page.user.click(submit());
    expect(screen.getByText(new RegExp(said))).toBeTruthy();
    expect(page.asked).toEqual([]);
  });

  test('a key that was tried is not asked for again, until something of it changes', async () => {
    const done = vi.fn();
    const page = await firstRun(
      { connectAccount: () => ONE_ACCOUNT, updateAccount: () => ONE_ACCOUNT },
      done,
    );
    await fill(page, 'key');
    await page.user.click(screen.getByRole('button', { name: 'Probar' }));
    const works = await screen.findByText('La clave funciona.');
    expect(works.parentElement?.textContent).toContain('Plan Pro: hay datos desde el 01-01-2024.');
    await page.user.click(screen.getByRole('button', { name: 'Free' }));
    expect(screen.queryByText('La clave funciona.')).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Probar' }));
    await screen.findByText('La clave funciona.');
    await paste(page, screen.getByLabelText(/^Nombre/), ' Lumbre ');
    await page.user.click(submit());
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(calls(page)).toEqual(['checkKey', 'checkKey', 'connectAccount']);
    expect(page.asked.at(-1)?.input).toEqual({ baseUrl: ADDRESS, key: 'key', plan: 'free', name: 'Lumbre' });
  });

  test('a key whose first day is not sure is said to work, and no day is named', async () => {
    const page = await firstRun({ checkKey: () => ({ kind: 'accepted', earliest: null, words: null }) });
    await fill(page, 'key');
    await page.user.click(screen.getByRole('button', { name: 'Probar' }));
    const said = (await screen.findByText('La clave funciona.')).parentElement?.textContent ?? '';
    expect(said).toContain('Plan Pro. Al empezar la carga se sabe desde qué día hay datos.');
    expect(said).not.toMatch(/\d/);
  });

  test('a currency that was chosen is the account’s', async () => {
    // All there are would take longer to draw than to choose from.
    vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['CLP']);
    const page = await firstRun({
      connectAccount: () => ({ accounts: [account({ id: 'new' })], activeId: 'new', keyStorage: 'memory' }),
      updateAccount: () => ONE_ACCOUNT,
    });
    await fill(page, 'key');
    await page.user.click(screen.getByRole('combobox', { name: /^Moneda/ }));
    await page.user.type(await screen.findByPlaceholderText('Código o nombre'), 'clp');
    await page.user.keyboard('{Enter}');
    await page.user.click(submit());
    await waitFor(() => expect(calls(page)).toContain('updateAccount'));
    expect(page.asked.at(-1)?.input).toEqual({ accountId: 'new', currencies: { main: 'CLP', own: [] } });
  });

  test('an account that cannot be connected says why, and can be tried again', async () => {
    const done = vi.fn();
    const page = await firstRun(
      {
        connectAccount: () => {
          throw new Error('the profile is full');
        },
      },
      done,
    );
    await fill(page, 'key');
    await page.user.click(submit());
    expect((await screen.findByText(/the profile is full/)).closest('[role=alert]')).not.toBeNull();
    expect(submit().disabled).toBe(false);
    expect(done).not.toHaveBeenCalled();
  });

  test('the key is covered until one wants to see it', async () => {
    const page = await firstRun();
    await page.user.type(key(), 'secret');
    expect(key().type).toBe('password');
    await page.user.click(screen.getByRole('button', { name: 'Mostrar la clave' }));
    expect(key().type).toBe('text');
    await page.user.click(screen.getByRole('button', { name: 'Ocultar la clave' }));
    expect(key().type).toBe('password');
  });
});

describe('the demo company', () => {
  test('opens with one press, and only once', async () => {
    const done = vi.fn();
    const page = await firstRun({ openDemo: () => ONE_ACCOUNT }, done);
    const open = screen.getByRole<HTMLButtonElement>('button', { name: 'Abrir la empresa de ejemplo' });
    await page.user.click(open);
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(open.disabled).toBe(true);
    expect(calls(page)).toEqual(['openDemo']);
  });

  test('that cannot be opened says why, and can be tried again', async () => {
    const page = await firstRun({
      openDemo: () => {
        throw new Error('no port is free');
      },
    });
    const open = screen.getByRole<HTMLButtonElement>('button', { name: 'Abrir la empresa de ejemplo' });
    await page.user.click(open);
    expect((await screen.findByRole('alert')).textContent).toBe(
      `No se pudo abrir. ${text('failure.unforeseen', { detail: 'no port is free' })}`,
    );
    expect(open.disabled).toBe(false);
  });

  test('the page is in the language that is chosen on it', async () => {
    const page = await firstRun();
    await page.user.click(screen.getByRole('button', { name: 'Idioma: Español' }));
    const menu = await screen.findByRole('menu');
    await page.user.click(within(menu).getByRole('menuitemradio', { name: 'English' }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Which data do you want to start with?' }),
    ).toBeTruthy();
    expect(document.documentElement.lang).toBe('en');
  });
});
