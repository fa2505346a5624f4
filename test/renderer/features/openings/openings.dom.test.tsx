import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { PaletteKeys } from '#renderer/app/palette/palette-keys.tsx';
import { RuntimeLicences } from '#renderer/app/settings/runtime-licences.tsx';
import { SupportSection } from '#renderer/app/settings/support-section.tsx';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import {
  OpenedStatementProvider,
  useOpenedStatement,
} from '#renderer/features/openings/opened-statement.tsx';
import { Openings } from '#renderer/features/openings/openings.tsx';
import { writeViewFile } from '#renderer/features/saved-views/view-file.ts';
import { useViews } from '#renderer/features/saved-views/views-context.tsx';
import { ALL_ROWS } from '#renderer/features/selection/selection-rows.ts';
import type { AppCalls } from '#shared/contract/app.ts';
import type { AppStreams } from '#shared/contract/app-streams.ts';
import type { Opened } from '#shared/contract/opened.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import type { Source } from '#shared/contract/streams.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, probedSelection, SelectionProbe } from './page.tsx';

/** What the system opens with the app: where a link leads, and that nothing of a file is taken before the user says so. */

function Place() {
  const { own } = useViews();
  return (
    <>
      <output aria-label="screen">{useNavigation().address.screen}</output>
      <output aria-label="views">{own.map(({ name }) => name).join()}</output>
    </>
  );
}

function Statement() {
  const [name, setName] = useState('');
  useOpenedStatement((file) => void file.text().then((content) => setName(`${file.name}: ${content}`)));
  return <output aria-label="statement">{name}</output>;
}

const ROW = { Canal: 'Uno', 'Fecha de compra': '2026-10-15T10:00:00.000', Ventas: '10' };
const place = (of: string) => screen.getByLabelText(of).textContent;

/** A page to which things are opened, with what its files hold. */
async function page(files: { readonly [id: string]: string } = {}) {
  let opened: readonly Opened[] = [];
  const replies = {
    readHostInfo: () => ({ host: 'desktop', version: '0.1.0' }) as const,
    takeOpened: () => {
      const taken = opened;
      opened = [];
      return taken;
    },
    readSystem: () => ({
      platform: 'linux',
      arch: 'x64',
      release: '6.1',
      electron: '45.4.1',
      chromium: '150.0',
      node: '24.1',
    }),
    showRuntimeLicence: ({ of }: AppCalls['showRuntimeLicence']['input']) =>
      of === 'chromium' ? { path: '/p/licences.html', isShown: true } : { path: null, isShown: false },
    showErrorLog: () => ({ path: '/p/logs/errors.log', isThere: true, isShown: true }),
  };
  const openedFile: Source<AppStreams['openedFile']> = async function* ({ id }) {
    const content = files[id];
    if (content === undefined) throw new RpcError('opened-file-gone', 'gone');
    const bytes = Buffer.from(content);
    for (let at = 0; at < bytes.length; at += 20) yield bytes.subarray(at, at + 20).toString('base64');
    return null;
  };
  const one = await openPage({ rows: [ROW], replies, mainStreams: { openedFile } }, () => (
    <InAccount>
      <OpenedStatementProvider>
        <Openings />
        <Statement />
      </OpenedStatementProvider>
      <PaletteKeys />
      <SupportSection />
      <RuntimeLicences />
      <Place />
      <SelectionProbe />
    </InAccount>
  ));
  return {
    ...one,
    open: (...more: readonly Opened[]) => {
      opened = more;
      one.report('opened', null);
    },
  };
}

const VIEW = {
  name: 'Mes de Ana',
  screen: 'orders',
  period: { kind: 'all' },
  rows: ALL_ROWS,
  parts: {},
  currency: null,
} as const;

describe('what is opened with the app', () => {
  test('a link leads to its screen, days and rows at once, and one step leads back', async () => {
    const { open, user } = await page();
    open({ kind: 'link', link: 'cuadra://view/orders?period=month-before&of=payment&rows=dashboard' });
    await waitFor(() => expect(place('screen')).toBe('orders'));
    expect(probedSelection()).toMatchObject({
      period: { from: '2026-09-01', to: '2026-09-30' },
      periodColumn: 'Fecha de Pago',
      dashboardPreset: true,
      filters: [],
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('{Control>}z{/Control}');
    expect(probedSelection()).toMatchObject({ periodColumn: 'Fecha de compra', dashboardPreset: false });
    const before = probedSelection();
    open({ kind: 'link', link: 'cuadra://view/sync' }, { kind: 'link', link: 'cuadra://view/nowhere' });
    await waitFor(() => expect(place('screen')).toBe('sync'));
    expect(probedSelection()).toEqual(before);
  });

  test('the palette copies the link that leads here', async () => {
    const { user, open } = await page();
    open({
      kind: 'link',
      link: 'cuadra://view/profitability?period=2026-10-01..2026-10-31&of=purchase&rows=all',
    });
    await waitFor(() => expect(place('screen')).toBe('profitability'));
    await user.keyboard('{Control>}k{/Control}');
    await user.click(await screen.findByRole('combobox', { name: text('palette.find') }));
    await user.paste(text('palette.copy-link'));
    await user.keyboard('{Enter}');
    expect(await navigator.clipboard.readText()).toBe(
      'cuadra://view/profitability?period=2026-10-01..2026-10-31&of=purchase&rows=all',
    );
    const said = within(screen.getByTestId('undo-line')).getByRole('status');
    await waitFor(() => expect(said.textContent).toBe(text('palette.link-copied')));
    expect(screen.queryByTestId('undo-offer')).toBeNull();
  });

  test('views are told, and added when the user says so', async () => {
    const { user, open } = await page({ v: writeViewFile([VIEW]), bad: '{"cuadra":"costs"}' });
    open(
      { kind: 'view', id: 'v', name: 'ana.cuadra-vista', bytes: 1 },
      { kind: 'view', id: 'bad', name: 'b.cuadra-vista', bytes: 1 },
    );
    expect((await screen.findByTestId('views-opened')).textContent).toContain('Mes de Ana');
    expect(place('views')).toBe('');
    await user.click(screen.getByTestId('views-opened-import'));
    expect(place('views')).toBe('Mes de Ana');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByTestId('views-opened').dataset.kind).toBe('refused'));
    expect(screen.queryByTestId('views-opened-import')).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(place('views')).toBe('Mes de Ana');
  });

  test('a statement comes whole to Conciliación, whose preview asks; one that is gone is told', async () => {
    const content = 'fecha;monto\n2026-10-01;1500\n2026-10-02;2500\n';
    const { open, user } = await page({ s: content });
    open(
      { kind: 'statement', id: 's', name: 'octubre.csv', bytes: content.length },
      { kind: 'statement', id: 'none', name: 'nada.csv', bytes: 3 },
      { kind: 'refused', name: 'enorme.csv', why: 'too-large' },
    );
    await waitFor(() => expect(place('statement')).toBe(`octubre.csv: ${content}`));
    expect(place('screen')).toBe('reconciliation');
    for (const why of ['gone', 'too-large']) {
      await waitFor(() => expect(screen.getByTestId('opened-refused').dataset.value).toBe(why));
      await user.keyboard('{Escape}');
    }
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a backup is read aside, and refused or asked about as one that was chosen', async () => {
    const { open, user } = await page({ b: 'no backup at all' });
    open({ kind: 'backup', id: 'b', name: 'ana.cuadra-respaldo', bytes: 16 });
    expect(await screen.findByRole('dialog')).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

test('who asks for help copies the system, and nothing of their own; the log of errors is shown', async () => {
  const { user } = await page();
  await user.click(await screen.findByTestId('support-copy'));
  expect(await navigator.clipboard.readText()).toBe(
    'Cuadra 0.1.0 (desktop)\nSystem: linux x64 6.1\nElectron: 45.4.1\nChromium: 150.0\nNode: 24.1\nLanguage: es',
  );
  expect(screen.getByTestId('support-copy').textContent).toBe(text('settings.support-copied'));
  await user.click(screen.getByTestId('support-errors'));
  await waitFor(() => expect(screen.getByTestId('support-log').dataset.value).toBe('/p/logs/errors.log'));
});

test('the licences of Electron and Chromium are opened; one that did not come with the program is said', async () => {
  const { user } = await page();
  const problem = () => screen.getByTestId('licence-problem').textContent;
  await user.click(await screen.findByRole('button', { name: text('settings.licences-electron') }));
  await waitFor(() => expect(problem()).toBe(text('settings.licences-gone')));
  await user.click(screen.getByRole('button', { name: text('settings.licences-chromium') }));
  await waitFor(() => expect(problem()).toBe(''));
});
