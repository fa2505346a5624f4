import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { PaletteKeys } from '#renderer/app/palette/palette-keys.tsx';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useLinkHere } from '#renderer/features/openings/link.ts';
import {
  OpenedStatementProvider,
  useOpenedStatement,
} from '#renderer/features/openings/opened-statement.tsx';
import { Openings } from '#renderer/features/openings/openings.tsx';
import { writeViewFile } from '#renderer/features/saved-views/view-file.ts';
import { useViews } from '#renderer/features/saved-views/views-context.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { ALL_ROWS } from '#renderer/features/selection/selection-rows.ts';
import type { AppStreams } from '#shared/contract/app-streams.ts';
import type { Opened } from '#shared/contract/opened.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import type { Source } from '#shared/contract/streams.ts';
import {
  goTo,
  InAccount,
  openPage,
  type PageSetting,
  probedSelection,
  SelectionProbe,
} from '#test/renderer/dom/page.tsx';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What the system opens with the app: where a link leads, and that nothing of a file is taken before the user says so. */

function Place() {
  const { own } = useViews();
  const { address } = useNavigation();
  return (
    <>
      <output aria-label="screen">{address.screen}</output>
      <output aria-label="detail">{address.detail}</output>
      <output aria-label="link">{useLinkHere() ?? 'none'}</output>
      <output aria-label="views">{own.map(({ name }) => name).join()}</output>
    </>
  );
}

let select: ReturnType<typeof useSelection>;
function Selecting() {
  select = useSelection();
  return null;
}

function Statement() {
  const [told, tell] = useState<readonly string[]>([]);
  useOpenedStatement(
    (file) => void file.text().then((content) => tell((before) => [...before, `${file.name}: ${content}`])),
  );
  return <output aria-label="statement">{told.join('|')}</output>;
}

const ROW = { Canal: 'Uno', 'Fecha de compra': '2026-10-15T10:00:00.000', Ventas: '10' };
const place = (of: string) => screen.getByLabelText(of).textContent;

type Setting = Pick<PageSetting, 'accounts' | 'dataStreams' | 'at'> & {
  readonly host?: 'desktop' | 'browser';
  /** What was opened before the page was there. */
  readonly atStart?: readonly Opened[];
};

/** A page to which things are opened, with what its files hold. */
async function page(
  files: { readonly [id: string]: string } = {},
  { host = 'desktop', atStart = [], ...setting }: Setting = {},
) {
  let opened = atStart;
  const replies = {
    readHostInfo: () => ({ host, version: '0.1.0' }),
    takeOpened: () => {
      const taken = opened;
      opened = [];
      return taken;
    },
  };
  const openedFile: Source<AppStreams['openedFile']> = async function* ({ id }) {
    const content = files[id];
    if (content === undefined) throw new RpcError('opened-file-gone', 'gone');
    const bytes = Buffer.from(content);
    for (let at = 0; at < bytes.length; at += 20) yield bytes.subarray(at, at + 20).toString('base64');
    return null;
  };
  const one = await openPage({ ...setting, rows: [ROW], replies, mainStreams: { openedFile } }, () => (
    <InAccount>
      <OpenedStatementProvider>
        <Openings />
        <Statement />
      </OpenedStatementProvider>
      <PaletteKeys />
      <Place />
      <SelectionProbe />
      <Selecting />
    </InAccount>
  ));
  return {
    ...one,
    open: (...more: readonly Opened[]) => {
      opened = more;
      act(() => one.report('opened', null));
    },
    /** While the line is down nobody is told. */
    reconnect: (...more: readonly Opened[]) => {
      act(() => one.connect('disconnected'));
      opened = more;
      act(() => one.connect('connected'));
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

  test('a link shows all rows of its days, own costs as they are counted; undone, one is where one was', async () => {
    const { open, user } = await page({}, { at: '#changes/2026-03' });
    await waitFor(() => expect(select.isSettled).toBe(true));
    act(() => select.change({ type: 'set-own-costs', on: true }));
    act(() => select.change({ type: 'set-filter', column: 'Canal', values: ['Uno'] }));
    const before = probedSelection();
    expect([before.ownCosts, before.filters.length]).toEqual([{ currency: null }, 1]);
    open({ kind: 'link', link: 'cuadra://view/panel?period=quarter&of=purchase&rows=dashboard' });
    await waitFor(() => expect(place('screen')).toBe('panel'));
    expect(probedSelection()).toMatchObject({
      ...{ ownCosts: { currency: null }, filters: [], dashboardPreset: true },
      period: { from: '2026-10-01', to: '2026-10-15' },
    });
    // By the name of its days, whatever these come to stand for.
    expect(place('link')).toBe('cuadra://view/panel?period=quarter&of=purchase&rows=dashboard');
    await user.keyboard('{Control>}z{/Control}');
    expect([place('screen'), place('detail'), probedSelection()]).toEqual(['changes', '2026-03', before]);
  });

  test('the link that leads here names the screen alone where it shows no rows, and there is none in a browser', async () => {
    const one = await page({}, { at: '#sync' });
    expect(place('link')).toBe('cuadra://view/sync');
    act(() => goTo('#orders'));
    act(() => select.change({ type: 'set-period-column', column: 'Fecha de Pago' }));
    act(() => select.change({ type: 'set-period', period: null }));
    expect(place('link')).toBe('cuadra://view/orders?period=all&of=payment&rows=all');
    one.view.unmount();
    await page({}, { at: '#orders', host: 'browser' });
    expect(place('link')).toBe('none');
  });

  test('is taken once the page is there and with each new connection, one after the other', async () => {
    const refused = (name: string, why: 'gone' | 'no-file' | 'too-large') =>
      ({ kind: 'refused', name, why }) as const;
    const one = await page({}, { atStart: [refused('uno.csv', 'gone')] });
    const dialog = () => screen.findByTestId('opened-refused');
    const said = async () => {
      const { textContent } = await dialog();
      await one.user.keyboard('{Escape}');
      return textContent;
    };
    await dialog();
    one.open(refused('dos', 'no-file'));
    one.reconnect(refused('tres.csv', 'too-large'));
    const names = [
      ['uno.csv', 'gone'],
      ['dos', 'no-file'],
      ['tres.csv', 'too-large'],
    ] as const;
    for (const [name, why] of names) {
      await waitFor(() => expect(screen.getByTestId('opened-refused').dataset.value).toBe(why));
      expect(await said()).toBe(
        `${text('opened.refused')}${name}${text(`opened.${why}`)}${text('common.close')}`,
      );
    }
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    one.view.unmount();
    // Nobody takes them any more.
    one.open(refused('cuatro', 'gone'));
    expect(await one.session.bridge.call.takeOpened(null)).toHaveLength(1);
  });

  test('a file that has gone says so by its name; the same statement twice comes twice', async () => {
    const { open, user } = await page({ s: 'a', t: 'b' });
    open({ kind: 'view', id: 'none', name: 'ana.cuadra-vista', bytes: 1 });
    const gone = await screen.findByTestId('opened-refused');
    expect([gone.dataset.value, gone.textContent?.includes('ana.cuadra-vista')]).toEqual(['gone', true]);
    await user.keyboard('{Escape}');
    for (const [id, told] of [
      ['s', 'octubre.csv: a'],
      ['t', 'octubre.csv: a|octubre.csv: b'],
    ] as const) {
      act(() => goTo('#orders'));
      open({ kind: 'statement', id, name: 'octubre.csv', bytes: 1 });
      await waitFor(() => expect(place('statement')).toBe(told));
      expect(place('screen')).toBe('reconciliation');
    }
  });

  test('a backup may take the place of the account that is open; given up, the next one is opened', async () => {
    const summary = {
      ...{ account: account({ id: 'gone', name: 'Vieja' }), settings: {}, app: '0.1.0', madeAtMs: 0 },
      ...{ readUntil: null, rows: 3, isWhole: true },
      lost: { rows: 0, months: [], ventas: '0', records: {} },
    };
    const fed: string[] = [];
    const accounts = {
      accounts: [account({ id: 'first', name: 'Primera' }), account({ id: 'a', name: 'Abierta' })],
      ...{ activeId: 'a', keyStorage: 'memory' as const },
    };
    const { open, user } = await page(
      { b: 'the bytes of a backup, ñ' },
      {
        accounts,
        dataStreams: {
          restore: async function* () {
            let next = yield { kind: 'more' };
            for (; next?.kind === 'bytes'; next = yield { kind: 'more' })
              fed.push(Buffer.from(next.bytes).toString('latin1'));
            yield { kind: 'read', end: { kind: 'ready', summary: summary as never } };
            return null;
          },
        },
      },
    );
    open(
      { kind: 'backup', id: 'b', name: 'ana.cuadra-respaldo', bytes: 25 },
      { kind: 'refused', name: 'otra.csv', why: 'gone' },
    );
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('Abierta'));
    expect(screen.getByRole('dialog').textContent).not.toContain('Primera');
    expect(Buffer.from(fed.join(''), 'latin1').toString()).toBe('the bytes of a backup, ñ');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByTestId('opened-refused').textContent).toContain('otra.csv'));
  });
});
