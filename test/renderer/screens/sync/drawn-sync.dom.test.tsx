import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Coverage, MonthCoverage } from '#renderer/data/model/coverage.ts';
import { coverageTable } from '#renderer/features/coverage/coverage-file.ts';
import { knownMoment } from '#renderer/features/messages/sync-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { SyncScreen } from '#renderer/screens/sync/sync-screen.tsx';
import { formatMoment } from '#renderer/ui/date-format.ts';
import type { SyncStatus } from '#shared/contract/app.ts';
import type { LocalDateTime, Month } from '#shared/domain/dates.ts';
import { writtenFile } from '#test/renderer/dom/main-streams.ts';
import { goTo, InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { buttonOf } from '#test/renderer/dom/shown.ts';
import {
  activity,
  control,
  failure,
  instant,
  MINUTE,
  month,
  NOW,
  queued,
  run,
  runWindow,
  status,
} from '#test/renderer/features/coverage/sync-fixtures.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

/** The screen of the sync read whole, as one state follows the other. */

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
});

function Screen() {
  const { detail } = useNavigation().address;
  return <SyncScreen month={detail} />;
}
async function sync(setting: PageSetting = {}, at = '#sync') {
  const page = await openPage({ at, status: status({ state: 'running' }), ...setting }, () => (
    <InAccount>
      <Screen />
    </InAccount>
  ));
  const tell = (part: Partial<SyncStatus>) => act(() => page.report('syncStatus', status(part)));
  return { ...page, tell };
}
const current = () => readOf(screen.getByTestId('sync-current'));

test('what runs is told whole, whatever state it is in', async () => {
  const { tell } = await sync();
  const progress = {
    ...{ monthsDone: 3, monthsTotal: 24, pagesRead: 41, pagesLeft: 159, rowsRead: 1999, secondsLeft: 1920 },
  };
  const ran = run({ runId: 'now', startedAtMs: NOW - 3 * MINUTE, endedAtMs: null, requests: 9, rowsRead: 5 });
  const lastRun = run({ startedAtMs: NOW - 90 * MINUTE, endedAtMs: NOW - 61 * MINUTE, ordersChanged: 0 });
  const ofRun = ['Empezó11:29', 'Solicitudes9', 'Filas5', 'Órdenes37 cambiadas'];
  const said: unknown[] = [];
  const told = async (part: Partial<SyncStatus>) => {
    tell(part);
    await waitFor(() => expect(screen.getByTestId('sync-current').dataset.state).toBe(part.state));
    const bar = screen.getByTestId('sync-current').querySelector('[role=progressbar]');
    const starts = ['sync-pause', 'sync-start'].map((id) => screen.getByTestId<HTMLButtonElement>(id));
    said.push([
      ...current(),
      `bar ${bar?.getAttribute('aria-valuenow') ?? 'none'}`,
      ...starts.map(({ textContent, disabled }) => `${textContent}${disabled ? ' off' : ''}`),
    ]);
  };
  await told({
    state: 'running',
    run: ran,
    lastRun,
    activity: activity({ reading: 3 }),
    historyComplete: true,
  });
  await told({
    state: 'running',
    historyComplete: false,
    run: ran,
    lastRun,
    progress: { ...progress, pagesRead: 399, pagesLeft: 2 },
  });
  await told({
    state: 'waiting',
    run: ran,
    lastRun,
    waiting: { reason: 'day-limit', untilMs: NOW + 90 * MINUTE },
  });
  await told({ state: 'paused', run: ran, lastRun, progress, activity: activity({ reading: 2 }) });
  await told({ state: 'error', run: ran, lastRun: null });
  expect(said).toEqual([
    [
      ...['Ahora', 'historial completo', 'Octubre de 2024, página 4 de 7'],
      ...[
        'Lectura 3: las páginas no coincidieron antes',
        ...ofRun,
        'bar none',
        'Pausar',
        'Leer cambios ahora',
      ],
    ],
    [
      ...['Ahora', 'carga histórica, del presente hacia atrás', 'Preparando la lectura'],
      ...['Meses3 de 24', 'Páginas399 de unas 401', 'Filas1.999', 'Queda32 min a 5 por minuto'],
      ...['bar 99', 'Pausar', 'Leer cambios ahora'],
    ],
    [
      ...['Ahora', 'historial completo', 'Preparando la lectura'],
      'La próxima solicitud en 1 h 30 min: la clave admite 7.200 en 24 horas',
      ...[...ofRun, 'bar none', 'Pausar', 'Leer cambios ahora'],
    ],
    [
      ...['Ahora', 'historial completo', 'En pausa', 'Próxima lectura: 12:23', 'Terminó10:31 hace 1 h'],
      ...['Solicitudes3', 'Filas214', 'Órdenesninguna', 'bar none', 'Pausar off', 'Reanudar'],
    ],
    [
      ...['Ahora', 'historial completo', 'Detenida por un error', 'Próxima lectura: 12:23'],
      ...[...ofRun, 'bar none', 'Pausar', 'Reintentar'],
    ],
  ]);
});

test('a failure that needs no key is told while it stands alone; one of another company is told elsewhere', async () => {
  const { tell } = await sync();
  const is = async (part: Partial<SyncStatus>) => {
    tell(part);
    // At rest it is told once the figures were asked for.
    await waitFor(() => expect(screen.getByTestId('sync-current').dataset.state).toBe(part.state));
    return screen.queryAllByTestId('sync-failure').flatMap((each) => readOf(each));
  };
  const refused = { ...failure('bad-request', 'too old'), status: 400, detail: 'E-7' };
  expect(await is({ state: 'error', failure: refused })).toEqual([
    'La API no aceptó lo que se le pidió. Lo leído sigue aquí. Reintenta; si se repite, revisa el plan de la cuenta.',
    ...['La API respondió 400:too old', 'Para soporte:E-7'],
  ]);
  expect(await is({ state: 'running', failure: refused })).toEqual([]);
  expect(await is({ state: 'error', failure: failure('other-company') })).toEqual([]);
});

test('what follows is told in its order; five of six leave one', async () => {
  const months = {
    from: '2024-01-01T00:00:00.000' as LocalDateTime,
    to: '2024-02-01T00:00:00.000' as LocalDateTime,
  };
  const queue = [
    queued({ requests: 1200 }),
    queued({ kind: 'reread', ...months, reason: 'requested', requests: null, atMs: NOW + 11 * MINUTE }),
    ...Array.from({ length: 4 }, () => queued({ kind: 'control' })),
  ];
  const { tell } = await sync({ status: status({ state: 'running', queue }) });
  const since = formatMoment(instant(NOW - 10 * MINUTE), formats.dates, true);
  const read = () => readOf(screen.getByTestId('sync-queue').closest('section') as Element);
  expect(read()).toEqual([
    'Después',
    '[cada hora, Leer cambios: cada hora]solicitudes',
    `sigueCambios desde ${since} UTC1.200`,
    '11:43Relectura de ene 2024 · pedida (Relectura de ene 2024 · lo pediste)—',
    ...['sigueControl de totales1', 'sigueControl de totales1', 'sigueControl de totales1', 'y 1 más'],
  ]);
  tell({ state: 'running', queue: [] });
  expect(screen.queryByTestId('sync-queue')).toBeNull();
  expect(screen.getByText(text('queue.empty'))).toBeTruthy();
});

const of = (name: string, part: Partial<MonthCoverage> = {}) => month({ month: name as Month, ...part });
const COVERAGE: Coverage = {
  ...{ revision: 1, knownUntil: null, undatedRows: 0, outOfRangeRows: 0 },
  months: [of('2025-02', { controls: { everything: control(7, 5), dashboard: null } }), of('2025-03')],
  controls: {
    everything: control(20, 18, { range: 'all', checkedAt: instant(NOW - 2 * MINUTE) }),
    dashboard: control(9, 9, { range: 'all', to: '2025-01-31T23:59:59.000' as LocalDateTime }),
  },
  search: {
    range: 'all',
    scope: 'everything',
    difference: 2,
    countedAt: instant(NOW - 7 * MINUTE),
    left: [],
    isOver: true,
  } as never,
};

test('the coverage leads to its months by the address, and is written as it is shown', async () => {
  const written: unknown[] = [];
  const { user } = await sync({
    dataReplies: { readCoverage: () => COVERAGE, readRuns: () => ({ total: 0, noted: 0, runs: [] }) },
    dataStreams: {
      exportTable: async function* (job: unknown) {
        written.push(job);
        yield { kind: 'begun', lines: 1, revision: 1 };
        return null;
      } as never,
    },
    mainStreams: { exportFile: writtenFile({ kind: 'file', path: '/x' }, () => undefined) },
  });
  const line = await screen.findByTestId('control-all-everything');
  expect(readOf(line.parentElement as Element)).toEqual([
    'Control de totales compras del 01-03-2025 al 31-03-2025',
    [
      'Sin filtros18 aquí, 20 en la API faltan 2 hace 2 min (compras del 01-03-2025 al 31-03-2025 07b7e6c3)',
      'Equivalente al dashboard9 aquí, 9 en la API mismo número de filas hace 4 min (compras del 01-03-2025 al 31-01-2025 07b7e6c3)',
    ].join(''),
    `[Ver febrero de 2025, ${text('control.see-month-title')}]faltan 2`,
    `Se buscó (hace 7 min) y releer no la quita: faltan 2. Se busca otra vez si cambia o si lo pides.[Buscar la diferencia, ${text('control.find-title')}]`,
  ]);
  fireEvent.click(screen.getByTestId('control-month'));
  const opened = () => screen.queryByTestId('month-details')?.dataset.month ?? null;
  await waitFor(() => expect([window.location.hash, opened()]).toEqual(['#sync/2025-02', '2025-02']));
  goTo('#sync/2025-03');
  await waitFor(() => expect(opened()).toBe('2025-03'));
  goTo('#sync');
  await waitFor(() => expect(opened()).toBeNull());
  await user.click(buttonOf(text('coverage.export')));
  await user.click(await screen.findByTestId('export-xlsx'));
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written).toEqual([
    {
      content: { kind: 'table', table: coverageTable(COVERAGE, text) },
      isLatest: false,
      format: {
        ...{ kind: 'xlsx', title: 'Lumbre Hogar' },
        look: { negatives: 'minus', places: { ofBroken: 2, ofWhole: 0 } },
        facts: [
          { name: 'Cuenta', value: 'Lumbre Hogar' },
          { name: 'Zona', value: text('zone.local') },
          { name: 'Leído hasta', value: '01-04-2026 12:00:00 UTC' },
          { name: 'Cambios conocidos hasta', value: knownMoment(instant(NOW - 10 * MINUTE), formats) },
          { name: 'Escrito', value: '20-11-2026 11:32' },
          { name: 'Versión de Cuadra', value: '0.1.0' },
        ],
      },
    },
  ]);
});

test('runs and their windows are told whole, times and rows of clocks aside', async () => {
  const runs = [
    run({
      runId: 'r2',
      purpose: 'history',
      outcome: 'cut-off',
      ordersNew: 3,
      retries: 1,
      backOffMs: 2000,
      windows: 3,
    }),
    run({ runId: 'r1', ordersNew: 0, ordersChanged: 0, windows: 0, requests: 0 }),
  ];
  const windows = [
    runWindow({ rows: 0, ordersNew: 2, ordersChanged: 0, tookMs: 61_000 }),
    runWindow({
      windowId: 'w2',
      kind: 'clock',
      outcome: 'doubted',
      detail: '2026-11-22T13:00:00.000Z / 2026-11-20T09:30:00.000Z',
    }),
    runWindow({ windowId: 'w3', kind: 'control', outcome: 'agrees', correlationIds: [] }),
  ];
  await sync({
    dataReplies: {
      readRuns: ({ limit }) => ({ total: 53, noted: 1, runs: limit > 50 ? runs.slice(0, 1) : runs }),
      readRunWindows: () => windows,
    },
  });
  const bounds = '20-11-2026 14:03:00 a 20-11-2026 14:28:00, UTC';
  const clock = '22-11-2026 13:00 UTC, no creída; vale 20-11-2026 09:30 UTC';
  const id = '[5e0c41b8, Copiar el ID de la solicitud / 5e0c41b8-0b6e-4d0c]';
  const rows = await screen.findAllByTestId('run-row');
  fireEvent.click(rows[0]?.querySelector('button') as Element);
  await screen.findAllByTestId('run-window');
  expect(readOf(screen.getByTestId('history'))).toEqual([
    'Historial',
    `${text('history.note')}[Todas, on][Con avisos 1][Exportar, Exportar el historial, ${text('history.export-title')}]`,
    'Inicio | Lectura | Ventana | Solicitudes | Filas | Órdenes | Duración | Resultado | ID de solicitud',
    '[, on, Plegar la lectura de 11:22]11:22 | Histórica | 3 ventanas · programada | 3 | 214 | 3 nuevas, 37 cambiadas | 1 min 0 s | Interrumpida · 1 reintento (1 reintento, esperó 2 s) |',
    `11:32 | Cambios | desde 20-11 14:03 UTC (${bounds}) | 1 | 0 | 2 nuevas | 1 min 1 s | Hecha | ${id}`,
    `11:32 | Hora de la API | 20-11 14:03 – 14:28 UTC (${bounds}) | 1 | — | ${clock} | 6 s | Hora no creída (${clock}) | ${id}`,
    `11:32 | Control | desde 20-11 14:03 UTC (${bounds}) | 1 | — | — | 6 s | Mismo número | —`,
    '[Ver las órdenes que cambió]',
    '11:22 | Cambios | sin ventanas · programada | 0 | 214 | — | 1 min 0 s | Hecha |',
    '[Ver más] 51 más antiguas',
  ]);
});
