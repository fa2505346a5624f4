import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AccountsTab } from '#renderer/app/settings/accounts-tab.tsx';
import { DesktopTab } from '#renderer/app/settings/desktop-tab.tsx';
import { ExportsTab } from '#renderer/app/settings/exports-tab.tsx';
import { TargetsTab } from '#renderer/app/settings/targets-tab.tsx';
import { type TargetRecord, targetKey } from '#renderer/data/model/targets.ts';
import type { Account } from '#shared/contract/app.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { buttonOf, choiceOf } from '#test/renderer/dom/shown.ts';
import { account, MINUTE, NOW } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The tabs of the settings read whole, of accounts that are unlike each other. */

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
});

const draw = (drawn: ReactNode, setting: PageSetting = {}) =>
  openPage(setting, () => (
    <InAccount>
      <div data-testid="tab">{drawn}</div>
    </InAccount>
  ));
const read = (part: Element = screen.getByTestId('tab')) => readOf(part);
const of = (...accounts: readonly Account[]) => ({ accounts, activeId: 'a', keyStorage: 'memory' }) as const;

const key = (name: string, host: string, address: string) =>
  `La clave de «${name}» se envía solo a ${host} (${address})Clave de la API: {Clave de la API}`;
const keyNote = `${text('account.key-storage-memory')} ${text('account.key-note')}`;
const backups = [
  'Copias de seguridad',
  expect.stringContaining('nunca la clave'),
  '[Crear copia de seguridad][Restaurar…]{}',
  expect.stringMatching(/^Leyendo la carpeta…|^Ninguna/),
  'Quitar de este equipo',
];

test('each account has its own settings: of which one looks at, not of the one that is open', async () => {
  const other = account({
    ...{ id: 'b', name: 'Otra Casa', plan: 'free', syncEveryMinutes: 1440, baseUrl: 'https://b.example/x' },
    ...{ hasKey: false, key: null, currencies: { main: 'USD', own: [] } },
  });
  const demo = account({ id: 'd', kind: 'demo', name: '', hasKey: false, key: null });
  const { asked } = await draw(<AccountsTab onConnect={() => {}} />, {
    accounts: of(account({ currencies: { main: 'CLP', own: [] } }), other, demo),
  });
  const list = () => read(screen.getByTestId('tab').querySelector('ul') as Element);
  const settings = () => read(screen.getByTestId('account-settings'));
  expect(list()).toEqual([
    '[Lumbre Hogarapi.example · Proabierta, on]',
    '[Otra Casab.example · Free][Abrir, Abrir: Otra Casa]',
    '[Empresa de ejemploDatos inventados][Abrir, Abrir: Empresa de ejemplo]',
  ]);
  expect(settings().slice(0, 12)).toEqual([
    'Lumbre Hogar',
    'NombreNombre: {Lumbre Hogar}',
    'Direcciónhttps://api.example/data',
    'Plan[Pro, on][Free]',
    text('account.plan-pro'),
    'Leer cambios[cada hora, Leer cambios: cada hora]',
    text('account.schedule-note'),
    `Clave de la APIEn memoria hasta cerrar Cuadra · termina en a1b2${key('Lumbre Hogar', 'api.example', 'https://api.example/data')}[Reemplazar clave, off][Borrar clave]`,
    keyNote,
    'Monedas',
    'De todas las cuentas[CLP, Moneda de todas las cuentas: CLP · peso chileno]',
    text('settings.currencies-note'),
  ]);
  const look = (at: number) => fireEvent.click(screen.getAllByTestId('settings-account')[at] as Element);
  look(1);
  expect(list()).toEqual([
    '[Lumbre Hogarapi.example · Proabierta]',
    '[Otra Casab.example · Free, on][Abrir, Abrir: Otra Casa]',
    '[Empresa de ejemploDatos inventados][Abrir, Abrir: Empresa de ejemplo]',
  ]);
  expect(settings()).toEqual([
    'Otra Casa',
    'NombreNombre: {Otra Casa}',
    'Direcciónhttps://b.example/x',
    'Plan[Pro][Free, on]',
    text('account.plan-free'),
    'Leer cambios[cada día, Leer cambios: cada día]',
    text('account.schedule-note'),
    `Clave de la APIFalta: sin ella no se lee nada nuevo${key('Otra Casa', 'b.example', 'https://b.example/x')}[Usar esta clave, off]`,
    keyNote,
    'Monedas',
    'De todas las cuentas[USD, Moneda de todas las cuentas: USD · dólar estadounidense]',
    text('settings.currencies-note'),
    text('settings.currency-elsewhere'),
    ...backups,
    `${text('remove.what', { name: 'Otra Casa' })} ${text('remove.lost')} ${text('remove.saved')}`,
    '[Quitar «Otra Casa»…]',
  ]);
  fireEvent.click(buttonOf('Pro'));
  expect(settings()[4]).toBe(text('account.plan-to-pro'));
  look(2);
  expect(settings()).toEqual([
    'Empresa de ejemplo',
    'Leer cambios[cada 20 s, Leer cambios: cada 20 s]',
    text('account.schedule-note'),
    'Monedas',
    'De todas las cuentas[Sin definir, Moneda de todas las cuentas: Sin definir]',
    text('settings.currencies-note'),
    text('settings.currency-elsewhere'),
    ...backups,
    `${text('remove.what', { name: 'Empresa de ejemplo' })} ${text('remove.lost-demo')} ${text('remove.saved')}`,
    '[Quitar «Empresa de ejemplo»…]',
  ]);
  expect(asked).toEqual([]);
});

const FOLDER = { state: 'ready', canChoose: true, dataset: null, backups: [], scheduled: [] } as const;
const file = (name: string) => ({ name, bytes: 2000, writtenAtMs: NOW - MINUTE });

test('each account has its own folder, with what lies there and what can be done about it', async () => {
  const folders: { readonly [id: string]: object } = {
    a: { ...FOLDER, path: '/a', canChoose: false, state: 'locked', backups: [file('b1'), file('b2')] },
    b: { ...FOLDER, path: '/b', state: 'gone', scheduled: [file('s1')] },
    c: {
      ...{ ...FOLDER, path: '/c', canChoose: false, state: 'gone' },
      dataset: { rows: null, writtenAtMs: NOW - 2 * MINUTE, months: [] },
    },
    d: { ...FOLDER, path: null, backups: [file('own')] },
  };
  await draw(<ExportsTab />, {
    accounts: of(...['a', 'b', 'c', 'd'].map((id) => account({ id, name: `Casa ${id}` }))),
    replies: { readExportFolder: ({ accountId }) => folders[accountId] as never },
  });
  await waitFor(() => expect(screen.getAllByTestId('export-folder-path')).toHaveLength(4));
  expect(screen.getAllByTestId('export-folder').map((each) => read(each))).toEqual([
    [
      'Casa a',
      `Carpeta/a[Copiar ruta][Actualizar]${text('folder.locked-browser')}`,
      text('folder.note-browser'),
      `Parquet${text('folder.no-dataset')}`,
      'Archivos programadosNinguno',
      ...['Copias de seguridad', 'b1 2 kB · 11:31', 'b2 2 kB · 11:31'],
      'Después de sincronizarParquet, todas las filas[Ningún archivo, Archivo: Ningún archivo]',
      text('schedule.note'),
    ],
    [
      'Casa b',
      `Carpeta/b[Cambiar carpeta][Actualizar]${text('folder.gone')}`,
      text('folder.note'),
      `Parquet${text('folder.no-dataset')}`,
      ...['Archivos programados', 's1 2 kB · 11:31', '[Mostrar en la carpeta]'],
      'Copias de seguridadNinguna',
    ],
    [
      'Casa c',
      `Carpeta/c[Actualizar]${text('folder.gone-browser')}`,
      text('folder.note-browser'),
      `Parquet${text('folder.rows-unknown')} en 0 meses, 0 B; 11:30`,
      ...['Archivos programadosNinguno', 'Copias de seguridadNinguna'],
    ],
    [
      'Casa d',
      'CarpetaSin elegir[Elegir carpeta][Actualizar]',
      text('folder.note'),
      `Parquet${text('folder.no-dataset')}`,
      'Archivos programadosNinguno',
      `Copias de seguridad${text('folder.own-backups')}[Mostrar en la carpeta]`,
    ],
  ]);
});

test('another folder is told of until one thinks better of it; nothing is told of the same', async () => {
  const chosen: (object | null)[] = [{ ...FOLDER, path: '/new' }, null, { ...FOLDER, path: '/new' }];
  const { asked } = await draw(<ExportsTab />, {
    replies: {
      readExportFolder: () => ({ ...FOLDER, path: '/old' }) as never,
      chooseExportFolder: () => chosen.shift() as never,
    },
  });
  const said = async () => {
    const choose = await screen.findByTestId('export-folder-choose');
    await act(async () => fireEvent.click(choose));
    const place = screen.getByTestId('export-folder-path');
    return [place.textContent, place.parentElement?.querySelector('[role=status]')?.textContent];
  };
  const former = text('folder.former', { path: '/old' });
  expect([await said(), await said(), await said()]).toEqual([
    ['/new', former],
    ['/new', former],
    ['/new', ''],
  ]);
  expect(asked.map(({ call }) => call).filter((call) => call !== 'readExportFolder')).toEqual([
    ...['chooseExportFolder', 'chooseExportFolder', 'chooseExportFolder'],
  ]);
});

test('what is scheduled is of views of orders, keeps what else was said of it, and tells how the last ones ended', async () => {
  const view = (id: string, of: string) => ({
    ...{ id, screen: of, name: `Vista ${id}`, period: { kind: 'all' }, parts: {}, currency: null },
    rows: {
      ...{ periodColumn: 'Fecha de compra', filters: [], numberFilters: [], dateFilters: [] },
      ...{ dashboardPreset: false, search: '' },
    },
  });
  localStorage.setItem('cuadra.views.a', JSON.stringify([view('v1', 'orders'), view('v2', 'panel')]));
  const outcome = (at: number, path: string | null) => ({
    ...{ atMs: NOW - at * MINUTE, runId: null },
    parts: [{ what: 'file', path, lines: 3, code: path === null ? 'schedule-no-month' : null, words: '' }],
  });
  localStorage.setItem(
    'cuadra.schedule.a',
    JSON.stringify({
      ...{
        isDue: false,
        outcomes: [1, 2, 3, 4, 5, 6].map((at) => outcome(at, at === 2 ? null : `/f${at}.csv`)),
      },
      schedule: {
        dataset: true,
        file: { what: { kind: 'view', id: 'gone' }, form: 'csv', hasFixedName: true },
      },
    }),
  );
  const schedule = () => JSON.parse(localStorage.getItem('cuadra.schedule.a') ?? '{}').schedule;
  const { user } = await draw(<ExportsTab />, {
    accounts: of(account(), account({ id: 'b', name: 'Otra' })),
    replies: { readExportFolder: () => ({ ...FOLDER, path: '/a' }) as never },
  });
  await waitFor(() => expect(screen.getAllByTestId('export-folder-path')).toHaveLength(2));
  const [own, other] = screen.getAllByTestId('export-folder');
  expect(read(own).slice(4)).toEqual([
    'Archivos programadosNinguno',
    'Copias de seguridadNinguna',
    [
      'Después de sincronizarParquet, todas las filas[Vista que ya no existe, Archivo: Vista que ya no existe]',
      '[CSV para planillas, Formato del archivo: CSV para planillas]11:31 Archivo: 3 filas',
      '11:30 Archivo: Todavía no hay un mes completo que exportar.11:29 Archivo: 3 filas',
      '11:28 Archivo: 3 filas11:27 Archivo: 3 filas',
    ].join(''),
    text('schedule.note'),
  ]);
  expect(read(other).join()).not.toContain(text('schedule.name'));
  await user.click(screen.getByTestId('schedule-file'));
  expect([...document.querySelectorAll('[role=menuitemradio]')].map((each) => each.textContent)).toEqual([
    ...['Ningún archivo', 'Último mes completo', text('schedule.view', { name: 'Vista v1' })],
    'Vista que ya no existe',
  ]);
  await user.click(await choiceOf(text('schedule.view', { name: 'Vista v1' })));
  expect(schedule()).toEqual({
    dataset: true,
    file: { what: { kind: 'view', id: 'v1' }, form: 'csv', hasFixedName: true },
  });
  fireEvent.click(screen.getByTestId('schedule-dataset').querySelector('input') as Element);
  expect(schedule()).toMatchObject({ dataset: false, file: { form: 'csv' } });
});

test('what the app cannot set is told beside that setting alone', async () => {
  await draw(<DesktopTab />, {
    replies: {
      readShell: () => ({ closing: 'hide', notifies: true, opensAtLogin: false }) as never,
      changeShell: () => {
        throw new Error('no');
      },
    },
  });
  await screen.findByText(text('settings.closing'));
  await act(async () => fireEvent.click(buttonOf(text('settings.notifies-no'))));
  expect(read()).toEqual([
    `Al cerrar la ventana[${text('settings.closing-hide')}, on][${text('settings.closing-quit')}]`,
    text('settings.closing-note'),
    `Al iniciar sesión[${text('settings.login-yes')}][${text('settings.login-no')}, on]`,
    text('settings.login-note'),
    `Notificaciones[${text('settings.notifies-yes')}, on][${text('settings.notifies-no')}]`,
    text('failure.unforeseen', { detail: 'no' }),
    text('settings.notifies-note'),
  ]);
});

test('targets stand the newest month first, each with its measure, whose it is, and its own removal', async () => {
  const target = (part: Partial<TargetRecord>): TargetRecord =>
    ({
      ...{ measure: 'ventas', month: '2026-11', of: null, currency: null, value: '1200', owner: '', atMs: 1 },
      ...part,
    }) as TargetRecord;
  const targets = [
    target({ month: '2026-10' as never, value: '10.5' as never }),
    target({ of: { column: 'Canal', value: 'Austral' }, currency: 'USD', value: '7' as never }),
    target({ measure: 'rate-total', value: '31.234' as never }),
    target({}),
  ];
  await draw(<TargetsTab />, {
    rows: [],
    annotations: targets.map((value) => ({ kind: 'target', key: targetKey(value), value }) as never),
  });
  await waitFor(() => expect(screen.queryAllByTestId('target')).toHaveLength(4));
  const table = () => read(screen.getByTestId('tab').querySelector('table') as Element);
  expect(table()).toEqual([
    'Mes | Medida | De | Monto | Quitar la meta',
    'nov 2026 | Rentabilidad Total, % de Ventas | toda la empresa | 31,23 % | [Quitar la meta, Quitar la meta de Rentabilidad Total, % de Ventas, nov 2026]',
    'nov 2026 | Ventas | Canal: Austral · USD | 7,00 | [Quitar la meta, Quitar la meta de Ventas, nov 2026]',
    'nov 2026 | Ventas | toda la empresa | 1.200,00 | [Quitar la meta, Quitar la meta de Ventas, nov 2026]',
    'oct 2026 | Ventas | toda la empresa | 10,50 | [Quitar la meta, Quitar la meta de Ventas, oct 2026]',
  ]);
  await act(async () =>
    fireEvent.click(screen.getAllByTestId('target')[1]?.querySelector('button') as Element),
  );
  await waitFor(() => expect(screen.queryAllByTestId('target')).toHaveLength(3));
  expect(screen.getAllByTestId('target').map(({ dataset }) => dataset.value)).toEqual([
    '31.234',
    '1200',
    '10.5',
  ]);
});
