import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AppearanceTab, FormatsTab, PrivacyTab } from '#renderer/app/settings/preferences-tabs.tsx';
import { RowMemorySetting } from '#renderer/app/settings/row-memory-setting.tsx';
import { InAccount, ONE_ACCOUNT, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { buttonOf, choiceOf } from '#test/renderer/dom/shown.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The preferences read whole, and what each choice of them is remembered as. */

beforeEach(() => localStorage.clear());

const prefer = (preferences: object) =>
  localStorage.setItem('cuadra.preferences', JSON.stringify(preferences));
const stored = () => JSON.parse(localStorage.getItem('cuadra.preferences') ?? '{}') as object;
const draw = (drawn: ReactNode, setting: PageSetting = {}) =>
  openPage(setting, () => (
    <InAccount>
      <div data-testid="tab">{drawn}</div>
    </InAccount>
  ));
const read = () => readOf(screen.getByTestId('tab'));
const choices = () => [...document.querySelectorAll('[role=menuitemradio]')].map((each) => each.textContent);
const choose = (choice: HTMLElement) => act(async () => void fireEvent.click(choice));
/** Presses everything there is in a group of choices, and tells what was remembered each time. */
const chosenOneByOne = (group: Element | undefined, preference: string) =>
  [...(group?.querySelectorAll('button') ?? [])].map((press) => {
    fireEvent.click(press);
    return Reflect.get(stored(), preference);
  });
const groups = () => [...screen.getByTestId('tab').querySelectorAll('[role=group]')];

describe('formats', () => {
  test('are read in Spanish as they are chosen', async () => {
    await draw(<FormatsTab />);
    expect(read()).toEqual([
      'Idioma[Español, on][English][Português]',
      'Formato[El del idioma, Formato: El del idioma]',
      text('settings.formats-note'),
      'Negativos[−1.234, on][(1.234)]',
      'Decimales[Automático, on][Siempre dos][Ninguno]',
      text('settings.decimals-note'),
      'Así se ve',
      'Monto−1.234.567,50',
      'Porcentaje68,4 %',
      'Fecha31-10-2026 14:24',
    ]);
  });

  test('are read in English as they are chosen, whatever is covered elsewhere', async () => {
    prefer({
      language: 'en',
      locale: 'es-CL',
      negatives: 'parentheses',
      decimals: 'two',
      hidesAmounts: true,
    });
    await draw(<FormatsTab />);
    expect(read().filter((line) => !line.endsWith('.'))).toEqual([
      'Language[Español][English, on][Português]',
      'Column names[In your language, on][The API’s own]',
      'Format[Chile · 1.234,5 · 31-10-2026, Format: Chile · 1.234,5 · 31-10-2026]',
      'Negatives[−1.234][(1.234), on]',
      'Decimals[Automatic][Always two, on][None]',
      'It looks like this',
      'Amount(1.234.567,50)',
      'Percentage68,4 %',
      'Date31-10-2026 14:24',
    ]);
  });

  test('are remembered each as itself', async () => {
    prefer({
      language: 'pt',
      locale: 'en-US',
      columnNames: 'api',
      negatives: 'parentheses',
      decimals: 'none',
    });
    await draw(<FormatsTab />);
    expect(groups().map((each) => each.getAttribute('aria-label'))).toEqual([
      ...['Idioma', 'Nomes das colunas', 'Negativos', 'Decimais'],
    ]);
    const [languages, names, negatives, decimals] = groups();
    expect(readOf(negatives as Element)).toEqual(['[−1,234][(1,234), on]']);
    expect(chosenOneByOne(names, 'columnNames')).toEqual(['language', 'api']);
    expect(chosenOneByOne(negatives, 'negatives')).toEqual(['minus', 'parentheses']);
    expect(chosenOneByOne(decimals, 'decimals')).toEqual(['auto', 'two', 'none']);
    expect(chosenOneByOne(languages, 'language')).toEqual(['es', 'en', 'pt']);
  });

  test('of a place are chosen by what they look like there, and remembered as chosen', async () => {
    prefer({ locale: 'es-CL', negatives: 'parentheses', decimals: 'none' });
    const { user } = await draw(<FormatsTab />);
    await user.click(screen.getByTestId('settings-locale'));
    await choiceOf(text('settings.locale-auto'));
    expect(choices()).toEqual([
      'El del idioma',
      'Chile · 1.234,5 · 31-10-2026',
      'Argentina · 1.234,5 · 31/10/2026',
      'México · 1,234.5 · 31/10/2026',
      'Brasil · 1.234,5 · 31/10/2026',
      'Estados Unidos · 1,234.5 · 10/31/2026',
    ]);
    await choose(await choiceOf(text('settings.locale-auto')));
    expect(stored()).toMatchObject({ locale: 'auto', negatives: 'parentheses', decimals: 'none' });
  });

  test.each([
    ['CLP', '−1.234.568'],
    ['USD', '−1.234.567,50'],
  ])('show an amount as one of the currency in view, %s', async (main, amount) => {
    const accounts = { ...ONE_ACCOUNT, accounts: [account({ currencies: { main, own: [] } })] };
    await draw(<FormatsTab />, { accounts });
    expect(screen.getByTestId('settings-example-amount').textContent).toBe(amount);
  });
});

describe('looks', () => {
  test('are read as they are chosen, and remembered each as itself', async () => {
    prefer({ theme: 'dark', rail: 'mini', rows: 'comfortable', textSize: '130' });
    const matches = vi.spyOn(window, 'matchMedia');
    await draw(<AppearanceTab />);
    expect(matches.mock.calls.flat()).toContain('(prefers-reduced-motion: reduce)');
    expect(read()).toEqual([
      'Tema[Sistema][Claro][Oscuro, on]',
      'Barra lateral[Según el ancho][Plegada, on]',
      'Filas[Compactas][Cómodas, on]',
      'Tamaño del texto[100 %][115 %][130 %, on]',
      `Movimiento${text('settings.motion-full')}`,
      text('settings.motion-note'),
    ]);
    const [themes, rails, rows, sizes] = groups();
    expect(chosenOneByOne(themes, 'theme')).toEqual(['system', 'light', 'dark']);
    expect(chosenOneByOne(rails, 'rail')).toEqual(['auto', 'mini']);
    expect(chosenOneByOne(rows, 'rows')).toEqual(['dense', 'comfortable']);
    expect(chosenOneByOne(sizes, 'textSize')).toEqual(['100', '115', '130']);
  });

  test('say that the system asks for less motion, as soon as it does', async () => {
    let changed = (): void => {};
    const list = {
      matches: false,
      addEventListener: (_: string, listener: () => void) => {
        changed = listener;
      },
      removeEventListener: () => {},
    };
    const { matchMedia } = window;
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query.includes('reduced-motion') ? (list as never) : matchMedia.call(window, query),
    );
    await draw(<AppearanceTab />);
    expect(read().join()).toContain(text('settings.motion-full'));
    list.matches = true;
    act(() => changed());
    expect(read().join()).toContain(text('settings.motion-reduced'));
    expect(read().join()).not.toContain(text('settings.motion-full'));
  });
});

test.each(['browser', 'desktop'] as const)(
  'what is stored is told one by one, with its place: %s',
  async (host) => {
    prefer({ hidesAmounts: true });
    await draw(<PrivacyTab>within</PrivacyTab>, {
      accounts: { ...ONE_ACCOUNT, keyStorage: 'locked' },
      replies: { readHostInfo: () => ({ host, version: '1' }) },
    });
    expect(read().slice(0, 3)).toEqual([
      'Montos y compradores[Visibles][Ocultos, on]',
      text('settings.hide-note'),
      'within',
    ]);
    expect(
      [...screen.getByTestId('tab').querySelectorAll('dl > div')].map((each) =>
        [...each.children].map(({ textContent }) => textContent),
      ),
    ).toEqual([
      [text('settings.stored-rows'), text(`settings.stored-rows-${host}`)],
      ...(['row-file', 'accounts', 'views'] as const).map((what) => [
        text(`settings.stored-${what}`),
        text(`settings.stored-${what}-where`),
      ]),
      [text('settings.stored-key'), text('account.key-storage-locked')],
      ...(['assistants', 'line', 'line-secret', 'asked'] as const).map((what) => [
        text(`settings.stored-${what}`),
        text(`settings.stored-${what}-where`),
      ]),
    ]);
  },
);

describe('the memory for rows', () => {
  const STATE = { bound: 0, heldBytes: 480_000_000, outBytes: 0, monthsOut: 0, isKept: true };

  test('is chosen from a few sizes, and said where it cannot be kept to', async () => {
    const { user } = await draw(<RowMemorySetting />, {
      boundRows: (bound) => ({
        ...STATE,
        bound,
        ...(bound === null ? {} : { outBytes: 1, monthsOut: 2, isKept: false }),
      }),
    });
    await screen.findByTestId('row-memory-state');
    expect(read()).toEqual([
      'Memoria para las filas[1.500 MB, Memoria para las filas: 1.500 MB]',
      text('settings.row-memory-note'),
      `${text('settings.row-memory-out', { held: '480 MB', out: '1 B', count: 2 })} ${text('settings.row-memory-not-kept')}`,
    ]);
    await user.click(screen.getByTestId('settings-row-memory'));
    await choiceOf('1.500 MB');
    expect(choices()).toEqual([
      ...['500 MB', '1.000 MB', '1.500 MB', '3.000 MB', text('settings.row-memory-all')],
    ]);
    await choose(await choiceOf(text('settings.row-memory-all')));
    expect(stored()).toMatchObject({ rowMemory: 'all' });
    const held = text('settings.row-memory-held', { held: '480 MB' });
    await waitFor(() => expect(screen.getByTestId('row-memory-state').textContent).toBe(held));
    expect(screen.getByTestId('row-memory-state').dataset.value).toBe('0');
  });

  test('is not told while it is not known', async () => {
    await draw(<RowMemorySetting />);
    expect(screen.queryByTestId('row-memory-state')).toBeNull();
    expect(buttonOf(`${text('settings.row-memory')}: 1.500 MB`)).toBeTruthy();
  });
});
