import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { PaletteKeys } from '#renderer/app/palette/palette-keys.tsx';
import { useAnnotations } from '#renderer/data/client/annotations.ts';
import { JUST_BELOW_ZERO } from '#renderer/features/filters/number-filter.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { TOOLS } from '#renderer/features/navigation/reconciliation-place.ts';
import { useScreenParts } from '#renderer/features/preferences/screen-state.tsx';
import { writeStored } from '#renderer/features/preferences/stored.ts';
import type { SavedView } from '#renderer/features/saved-views/view.ts';
import { partName } from '#renderer/features/screen-header/place-messages.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { ALL_ROWS } from '#renderer/features/selection/selection-rows.ts';
import { STEP_IDS } from '#renderer/reconciliation/month/model/month-steps.ts';
import {
  CHART_KINDS,
  INITIAL_VIEW,
  POINTS,
  STARTING_POINTS,
  withChart,
} from '#renderer/screens/profitability/state/view-state.ts';
import type { AppEvents } from '#shared/contract/app.ts';
import { SCREEN_IDS } from '#shared/domain/screens.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { loadPalette } from '#test/renderer/app/palette/loaded-palette.tsx';
import {
  InAccount,
  openPage,
  type PageSetting,
  probedSelection,
  SelectionProbe,
} from '#test/renderer/dom/page.tsx';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What each command of the palette does by itself, as a menu asks for it, and how it is called as things are by then. */

beforeEach(() => localStorage.clear());
beforeAll(loadPalette);

const ROW = { Canal: 'Uno', 'Fecha de compra': '2026-10-15T10:00:00.000', Ventas: '10' };
const OWN_COST = {
  ...{ sku: 'S', currency: null, from: null, to: null, cost: '10', note: '', owner: '', atMs: 1 },
} as const;

async function palette(setting: PageSetting = {}) {
  const held: {
    parts: { readonly [part: string]: unknown };
    meaning: unknown;
    where: string;
    set: (parts: object) => void;
  } = {
    ...{ parts: {}, meaning: null, where: '', set: () => {} },
  };
  function Held() {
    const { parts, set } = useScreenParts();
    const { address } = useNavigation();
    // They are known before a command is asked for.
    useAnnotations('own-cost');
    Object.assign(held, {
      ...{ parts, set, meaning: useSelection().meaning },
      where: [address.screen, address.detail].filter((part) => part !== null).join('/'),
    });
    return null;
  }
  const page = await openPage({ at: '#panel', rows: [ROW], ...setting }, () => (
    <InAccount>
      <PaletteKeys />
      <Held />
      <SelectionProbe />
    </InAccount>
  ));
  /** Any command, by its id. */
  const run = async (id: string) => {
    act(() => page.report('command', id as AppEvents['command']));
    await act(async () => {});
  };
  await run('nothing');
  await screen.findByLabelText('selection');
  return { ...page, run, held: () => held };
}

test('goes, chooses days and rows, turns what is on off, and back', async () => {
  const { run, held, asked } = await palette({
    annotations: [{ kind: 'own-cost', key: '||S', value: OWN_COST as never }],
    accounts: {
      accounts: [account(), account({ id: 'b', name: 'Otra' })],
      activeId: 'a',
      keyStorage: 'memory',
    },
  });
  await run('go-sync');
  await waitFor(() => expect(held().where).toBe('sync'));
  await run('go-profitability');
  expect(held().where).toBe('profitability');
  act(() => held().set({ 'reconciliation.place': { month: '2026-09', step: 'costs', detail: 'costs' } }));
  await run('reconciliation-bank');
  expect(held().where).toBe('reconciliation/2026-09/bank');
  await run('period-month-before');
  expect([probedSelection().period, held().meaning]).toEqual([
    { from: '2026-09-01', to: '2026-09-30' },
    { kind: 'preset', preset: 'month-before' },
  ]);
  await run('period-all');
  expect([probedSelection(), held().meaning]).toEqual([EVERYTHING, { kind: 'all' }]);
  await run('preset');
  expect(probedSelection()).toEqual({ ...EVERYTHING, dashboardPreset: true });
  await run('preset');
  await run('own-costs');
  expect(probedSelection()).toEqual({ ...EVERYTHING, ownCosts: { currency: null } });
  await run('own-costs');
  expect(probedSelection()).toEqual(EVERYTHING);
  await run('sync');
  await run('pause');
  await run('account-b');
  await run('account-a');
  expect(asked).toEqual([
    ...[
      { call: 'syncNow', input: null },
      { call: 'pauseSync', input: null },
    ],
    { call: 'activateAccount', input: { accountId: 'b' } },
  ]);
});

test('shows views on their screens, and ready-made tables on theirs as they begin', async () => {
  const { run, held } = await palette();
  await run('view-losses');
  expect(held().where).toBe('orders');
  expect(probedSelection()).toEqual({
    ...EVERYTHING,
    numberFilters: [{ column: 'Rentabilidad Total', from: null, to: JUST_BELOW_ZERO }],
  });
  const shown = () => held().parts.profitability;
  const seen: unknown[] = [];
  for (const point of STARTING_POINTS) {
    await run(`start-${point}`);
    seen.push(shown());
  }
  expect
    .soft(seen)
    .toEqual(STARTING_POINTS.map((point) => ({ ...INITIAL_VIEW, shows: 'pivot', pivot: POINTS[point] })));
  await run('start-result');
  const pivot = POINTS['category-margin'];
  expect
    .soft([shown(), held().where])
    .toEqual([{ ...INITIAL_VIEW, shows: 'result', pivot }, 'profitability']);
  const charts: unknown[] = [];
  for (const kind of CHART_KINDS) {
    await run('start-category-margin');
    await run(`chart-${kind}`);
    charts.push(shown());
  }
  expect
    .soft(charts)
    .toEqual(CHART_KINDS.map((kind) => ({ ...INITIAL_VIEW, shows: 'pivot', pivot: withChart(pivot, kind) })));
});

test('own views are offered once each, those of the screen before the others, by the screen that they are of', async () => {
  const view = (id: string, screen: SavedView['screen']): SavedView => ({
    ...{
      id,
      name: id.toUpperCase(),
      screen,
      period: { kind: 'all' },
      rows: ALL_ROWS,
      parts: {},
      currency: null,
    },
  });
  const own = [view('o', 'orders'), view('p', 'panel'), view('q', 'panel')];
  writeStored('cuadra.views.a', own);
  const { user } = await palette();
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  const offered = [...document.querySelectorAll<HTMLElement>('[data-command^=view-]')]
    .map((each) => [each.dataset.command, each.textContent])
    .filter(([id]) => own.some((each) => `view-${each.id}` === id));
  expect(offered).toEqual([
    ['view-p', `Vista: P${text('nav.panel')}`],
    ['view-q', `Vista: Q${text('nav.panel')}`],
    ['view-o', `Vista: O${text('nav.orders')}`],
  ]);
});

test('is called by what it does as things are by then, each with its keys', async () => {
  localStorage.setItem(
    'cuadra.preferences',
    JSON.stringify({ theme: 'dark', rail: 'mini', hidesAmounts: true, language: 'es' }),
  );
  const { run, user, session } = await palette({
    annotations: [{ kind: 'own-cost', key: '||S', value: OWN_COST as never }],
    replies: { readHostInfo: () => ({ host: 'desktop', version: '1' }) },
    accounts: {
      accounts: [
        account(),
        account({ id: 'b', name: 'Otra' }),
        account({ id: 'd', kind: 'demo', name: 'Demo' }),
      ],
      activeId: 'a',
      keyStorage: 'memory',
    },
  });
  await run('preset');
  await run('own-costs');
  await act(() => session.freeze());
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  const said = [...document.querySelectorAll<HTMLElement>('[data-command]')]
    .map((each) => [each.dataset.command, each.textContent])
    .filter(([id]) => !/^(view|start|chart|period)-/.test(id ?? ''));
  const screens = SCREEN_IDS.map((id, at) => [`go-${id}`, `${text(`nav.${id}`)}Ctrl+${at + 1}`]);
  expect(said.slice(0, 6)).toEqual(screens);
  expect
    .soft(said.filter(([id]) => id?.startsWith('reconciliation-')))
    .toEqual(
      [...STEP_IDS, ...TOOLS].map((part) => [
        `reconciliation-${part}`,
        `Conciliación: ${partName(part, text)}`,
      ]),
    );
  expect(said.slice(6).filter(([id]) => !id?.startsWith('reconciliation-'))).toEqual([
    ['preset', 'Ver todas las filas otra vezEquivalente al dashboard'],
    ['own-costs', text('palette.own-costs-off')],
    ['clear', 'Quitar todos los filtros'],
    ['sync', 'Leer cambios ahoraF5'],
    ['copy-link', 'Copiar enlace a esta vistaPantalla y período, sin filtros'],
    ['pause', 'Pausar'],
    ['freeze', 'Soltar las cifras congeladas'],
    ['account-b', 'Cambiar a Otra'],
    ['account-d', 'Cambiar a Empresa de ejemplo'],
    ['cover', 'Mostrar montos y compradoresCtrl+Mayús+H'],
    ['theme-system', 'Tema: Sistema'],
    ['theme-light', 'Tema: Claro'],
    ['language-en', 'Idioma: English'],
    ['language-pt', 'Idioma: Português'],
    ['rail', 'Plegar o abrir la barra lateralCtrl+B'],
    ['settings-formats', 'Ajustes: Formatos e idiomaCtrl+,'],
    ['settings-looks', 'Ajustes: Apariencia'],
    ['settings-accounts', 'Ajustes: Cuentas'],
    ['settings-targets', 'Ajustes: Metas'],
    ['settings-exports', 'Ajustes: Exportaciones'],
    ['settings-privacy', 'Ajustes: Privacidad'],
    ['settings-app', 'Ajustes: Aplicación'],
    ['settings-about', 'Ajustes: Acerca de'],
    ['sheet', 'Atajos de teclado?'],
  ]);
  // Once more turns each of them.
  await user.keyboard('{Escape}');
  for (const id of ['freeze', 'cover', 'rail', 'theme-light']) await run(id);
  await waitFor(() => expect(session.frozen.get()).toBeNull());
  expect(JSON.parse(localStorage.getItem('cuadra.preferences') ?? '{}')).toMatchObject({
    ...{ hidesAmounts: false, rail: 'auto', theme: 'light', language: 'es' },
  });
});
