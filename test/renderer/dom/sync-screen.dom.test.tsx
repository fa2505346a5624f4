import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { failureMessage } from '#renderer/features/messages/failures.tsx';
import { historyTable } from '#renderer/screens/sync/history/history-file.ts';
import { SyncScreen } from '#renderer/screens/sync/sync-screen.tsx';
import type { SyncStatus } from '#shared/contract/app.ts';
import type { RunEntry } from '#shared/contract/run-log.ts';
import type { LocalDateTime } from '#shared/domain/dates.ts';
import {
  activity,
  failure,
  instant,
  MINUTE,
  NOW,
  queued,
  run,
  runWindow,
  status,
} from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { writtenFile } from './main-streams.ts';
import { InAccount, openPage, type PageSetting } from './page.tsx';
import { buttonOf, buttonsOf, titlesIn } from './shown.ts';

/** The screen of the sync: what runs, why it waits, what its requests come to, what follows, and what has been read. */

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
});

const sync = (of: Partial<SyncStatus> = {}, setting: PageSetting = {}) =>
  openPage({ status: status(of), ...setting }, () => (
    <InAccount>
      <SyncScreen month={null} />
    </InAccount>
  ));
const wordsOf = (element: Element | null) => element?.textContent?.replace(/\s/gu, ' ');
const current = () => screen.getByTestId('sync-current');
const facts = () =>
  [...current().querySelectorAll('dl > div')].map((fact) => [...fact.children].map((part) => wordsOf(part)));

describe('what runs now', () => {
  test('at rest: what the last run brought, and when the next one begins; both presses do as they say', async () => {
    const { user, asked } = await sync({ lastRun: run({ ordersNew: 2 }) });
    expect(current().dataset.state).toBe('idle');
    expect(wordsOf(current())).toMatch(/^Ahorahistorial completoAl día/);
    expect(facts()).toEqual([
      ['Terminó', expect.stringMatching(/^11:23 hace 9 min/)],
      ['Solicitudes', '3'],
      ['Filas', '214'],
      ['Órdenes', '2 nuevas, 37 cambiadas'],
    ]);
    expect(screen.getByTestId('sync-next-run').textContent).toContain('12:23');
    expect(document.querySelector('[role=progressbar]')).toBeNull();
    for (const id of ['sync-failure', 'sync-outage', 'sync-waiting'])
      expect(screen.queryByTestId(id)).toBeNull();
    expect(screen.getByTestId('sync-start').textContent).toBe('Leer cambios ahora');
    await user.click(screen.getByTestId('sync-start'));
    await user.click(screen.getByTestId('sync-pause'));
    expect(asked.map(({ call }) => call)).toEqual(expect.arrayContaining(['syncNow', 'pauseSync']));
  });

  test('paused, it can be resumed and not paused again; stopped, tried again, in our words and the server’s', async () => {
    const { view } = await sync({ state: 'paused', lastRun: run({ ordersChanged: 0 }) });
    expect(screen.getByTestId('sync-pause')).toHaveProperty('disabled', true);
    expect(screen.getByTestId('sync-start').textContent).toBe('Reanudar');
    expect(facts().at(-1)).toEqual(['Órdenes', 'ninguna']);
    view.unmount();
    const stopped = await sync({
      state: 'error',
      failure: { ...failure('bad-request', 'from is too old'), status: 400, detail: 'E-7' },
    });
    expect(screen.getByTestId('sync-pause')).toHaveProperty('disabled', false);
    expect(screen.getByTestId('sync-start').textContent).toBe('Reintentar');
    const said = screen.getByTestId('sync-failure');
    expect(said.dataset.code).toBe('bad-request');
    expect([...said.querySelectorAll('q')].map(({ textContent }) => textContent)).toEqual([
      'from is too old',
      'E-7',
    ]);
    expect(said.textContent).toContain(text('failure.server-said', { status: 400 }));
    stopped.view.unmount();
    // What a key mends is told where it is asked for.
    await sync({ state: 'error', failure: failure('unauthorized') });
    expect(screen.queryByTestId('sync-failure')).toBeNull();
  });

  test('while the history is loaded: how far it is, and how long it takes at the limiter’s pace', async () => {
    const { view } = await sync({
      ...{ state: 'running', historyComplete: false, activity: activity({ reading: 2 }) },
      progress: {
        monthsDone: 3,
        monthsTotal: 24,
        pagesRead: 40,
        pagesLeft: 160,
        rowsRead: 1999,
        secondsLeft: 1920,
      },
    });
    expect(wordsOf(current())).toMatch(
      /^Ahoracarga histórica, del presente hacia atrásOctubre de 2024, página 4 de 7/,
    );
    expect(facts()).toEqual([
      ['Meses', '3 de 24'],
      ['Páginas', '40 de unas 200'],
      ['Filas', '1.999'],
      ['Queda', expect.stringMatching(/^32 min.* a 5 por minuto$/)],
    ]);
    const bar = document.querySelector('[role=progressbar]') as HTMLElement;
    expect(Number(bar.getAttribute('aria-valuenow'))).toBe(20);
    expect((bar.firstElementChild as HTMLElement).style.width).toBe('20%');
    expect(wordsOf(current())).toContain(text('sync.reading', { reading: 2 }));
    expect(screen.queryByTestId('sync-next-run')).toBeNull();
    view.unmount();
    await sync({
      ...{ state: 'waiting', historyComplete: false, activity: activity() },
      waiting: { reason: 'minute-limit', untilMs: NOW + 30_000 },
      progress: {
        monthsDone: 0,
        monthsTotal: 24,
        pagesRead: 1,
        pagesLeft: null,
        rowsRead: 5,
        secondsLeft: null,
      },
    });
    expect(facts()[1]).toEqual(['Páginas', '1 ']);
    expect(facts()[3]).toEqual(['Queda', '—']);
    expect(screen.getByTestId('sync-waiting').dataset.reason).toBe('minute-limit');
    expect(wordsOf(screen.getByTestId('sync-waiting'))).toContain('La próxima solicitud en 30 s');
    expect(wordsOf(current())).not.toContain('no coincidieron');
  });

  test('a run that goes on says when it began; a service that is silent, since when', async () => {
    const running = run({ endedAtMs: null, ordersChanged: 0 });
    const { view } = await sync({
      state: 'running',
      activity: activity({ purpose: 'changes' }),
      run: running,
    });
    expect(facts()[0]).toEqual(['Empezó', '11:22']);
    view.unmount();
    await sync({
      ...{ state: 'waiting', run: running },
      waiting: { reason: 'back-off', untilMs: NOW + 2 * MINUTE },
      outage: { kind: 'silent', sinceMs: NOW - 5 * MINUTE, tried: 5, tries: 8 },
    });
    expect(wordsOf(screen.getByTestId('sync-outage'))).toBe(
      'Sin respuesta desde 11:27, intento 5 de 8, siguiente 11:34',
    );
    expect(screen.queryByTestId('sync-waiting')).toBeNull();
  });
});

test('requests stand beside both quotas, on the line of the last minute, and hour by hour', async () => {
  const byHour = Array.from({ length: 24 }, (_, at) => [200, 1][at] ?? (at === 23 ? 50 : 0));
  const { view } = await sync({
    requests: {
      ...{ lastMinute: 5, perMinute: 5, lastDay: 1234, perDay: 7200 },
      ...{ recentAtMs: [NOW - 50_000, NOW - 10_000], nextFreeAtMs: NOW + 10_000, byHour },
    },
  });
  expect(wordsOf(screen.getByTestId('requests-minute'))).toBe('5 de 5');
  expect(wordsOf(screen.getByTestId('requests-day'))).toBe('1.234 de 7.200');
  expect(screen.getByTestId('requests-next').textContent).toBe('+10 s');
  const line = screen.getByRole('img', {
    name: /^5 solicitudes en los últimos 60 segundos; la siguiente cabe en 10 s/,
  });
  expect(titlesIn(line)).toEqual(['hace 50 s', 'hace 10 s']);
  const hours = screen.getByRole('img', { name: text('limits.hours') });
  const bars = [...hours.querySelectorAll<HTMLElement>('[title]')].map(({ title, style }) => [
    title,
    style.height,
  ]);
  // The hour that runs comes last; an hour with few requests is seen all the same.
  expect([...bars.slice(0, 3), bars.at(-1)]).toEqual([
    ['hace 23 h: 200 solicitudes', '100%'],
    ['hace 22 h: 1 solicitud', '6%'],
    ['hace 21 h: 0 solicitudes', '0px'],
    ['hace 0 h: 50 solicitudes', '25%'],
  ]);
  view.unmount();
  await sync({ requests: { ...status().requests, perMinute: 0, lastMinute: 1 } });
  expect(wordsOf(screen.getByTestId('requests-minute'))).toBe('1 ');
  expect(
    screen.getByRole('img', { name: /^1 solicitud en los últimos 60 segundos; la siguiente cabe ahora$/ }),
  ).toBeTruthy();
  expect(screen.queryByTestId('requests-next')).toBeNull();
});

test('what follows is told with its time, its reason and its requests, five at most', async () => {
  const months = {
    from: '2024-01-01T00:00:00.000' as LocalDateTime,
    to: '2024-02-01T00:00:00.000' as LocalDateTime,
  };
  const queue = [
    queued(),
    queued({ kind: 'history', ...months, requests: 1200, atMs: NOW + 11 * MINUTE }),
    queued({ kind: 'reread', ...months, reason: 'requested', requests: null }),
    ...[1, 2, 3, 4].map(() => queued({ kind: 'control' })),
  ];
  const { view } = await sync({ queue });
  const items = screen.getAllByTestId('queue-item');
  expect(items.map(({ dataset }) => dataset.kind)).toEqual([
    'changes',
    'history',
    'reread',
    'control',
    'control',
  ]);
  const parts = items.map((item) => [...item.children].map((part) => wordsOf(part)));
  expect(parts[0]).toEqual(['sigue', expect.stringContaining('Cambios desde'), '1']);
  expect(parts[1]).toEqual(['11:43', 'Compras de ene 2024', '1.200']);
  expect(parts[2]).toEqual(['sigue', 'Relectura de ene 2024 · pedida', '—']);
  expect(titlesIn(items[2])).toEqual([`Relectura de ene 2024 · ${text('reason.requested')}`]);
  expect(screen.getByText('y 2 más')).toBeTruthy();
  view.unmount();
  await sync({ queue: queue.slice(0, 5) });
  expect(screen.getAllByTestId('queue-item')).toHaveLength(5);
  expect(screen.queryByText(/^y \d+ más$/)).toBeNull();
});

describe('the history', () => {
  const runs = [
    run({
      runId: 'r3',
      purpose: 'history',
      outcome: 'failed',
      failure: { ...failure('server-error', 'boom'), detail: 'E-9' },
      windows: 0,
      requests: 0,
      rowsRead: 0,
      ordersChanged: 0,
      retries: 3,
      backOffMs: 61_000,
    }),
    run({ runId: 'r2', notices: 1 }),
    run({ runId: 'r1', ordersNew: 1200, ordersChanged: 0, windows: 0 }),
  ];
  const WINDOWS = [
    runWindow(),
    runWindow({
      ...{ windowId: 'w2', kind: 'control', outcome: 'differs', detail: 'everything: 1200 / 1199' },
      correlationIds: [],
    }),
  ];
  const asked: unknown[] = [];
  const written: unknown[] = [];
  const history = (all: readonly RunEntry[] = runs, total = all.length) => {
    asked.length = 0;
    written.length = 0;
    return sync(
      {},
      {
        dataStreams: {
          exportTable: async function* (job: unknown) {
            written.push(job);
            yield { kind: 'begun', lines: 1, revision: 1 };
            return null;
          } as never,
        },
        mainStreams: { exportFile: writtenFile({ kind: 'file', path: '/x' }, () => undefined) },
        dataReplies: {
          readRuns: (question) => {
            asked.push(question);
            const found = question.onlyNoted ? all.filter(({ notices }) => notices > 0) : all;
            return { total: question.onlyNoted ? found.length : total, noted: 1, runs: found };
          },
          readRunWindows: ({ runId }) => WINDOWS.map((window) => ({ ...window, runId })),
        },
      },
    );
  };
  const rows = () => screen.queryAllByTestId('run-row').map(({ dataset }) => dataset.run);
  const cellsOf = (id: string) =>
    [...(screen.getAllByTestId('run-row').find(({ dataset }) => dataset.run === id)?.children ?? [])].map(
      (cell) => wordsOf(cell),
    );

  test('has a line a run: its counts, how long it took, how it ended and what slowed it', async () => {
    await history();
    await waitFor(() => expect(rows()).toEqual(['r3', 'r2', 'r1']));
    const [, kind, , requests, read, orders, took, result] = cellsOf('r1');
    expect([kind, requests, read, orders, took, result]).toEqual([
      'Cambios',
      '3',
      '214',
      '1.200 nuevas',
      '1 min 0 s',
      'Hecha',
    ]);
    expect(cellsOf('r2')).toEqual([
      ...['11:22', 'Cambios', '2 ventanas · programada', '3', '214', '37 cambiadas', '1 min 0 s'],
      ...['Hecha, 1 aviso', ''],
    ]);
    expect(cellsOf('r3').slice(3, 8)).toEqual([
      '0',
      '0',
      '—',
      '1 min 0 s',
      expect.stringMatching(/^Error de la API · 3 reintentos/),
    ]);
  });

  test('opens a run to its windows and to the orders it changed; a failed one to its cause', async () => {
    const silent = run({
      runId: 'r0',
      outcome: 'failed',
      failure: failure('unreachable'),
      windows: 0,
      ordersChanged: 0,
    });
    const { user } = await history([...runs, silent]);
    await waitFor(() => expect(rows()).toHaveLength(4));
    const row = (id: string) =>
      screen.getAllByTestId('run-row').find(({ dataset }) => dataset.run === id) as HTMLElement;
    // There is nothing to open of a run without windows.
    expect(row('r1').querySelector('button')).toBeNull();
    const fold = row('r2').querySelector('button') as HTMLElement;
    expect(fold.getAttribute('aria-expanded')).toBe('false');
    await user.click(fold);
    expect(fold.getAttribute('aria-expanded')).toBe('true');
    const windows = await screen.findAllByTestId('run-window');
    expect(windows.map(({ dataset }) => [dataset.kind, dataset.outcome])).toEqual([
      ['changes', 'committed'],
      ['control', 'differs'],
    ]);
    const [changes, control] = windows.map((each) => [...each.children].map((cell) => wordsOf(cell)));
    const since = 'desde 20-11 14:03 UTC';
    expect(changes).toEqual([
      ...['11:32', 'Cambios', since, '1', '214', '37 cambiadas', '6 s', 'Hecha', '5e0c41b8'],
    ]);
    const counts = 'Sin filtros: 1.200 en la API, 1.199 aquí';
    expect(control).toEqual(['11:32', 'Control', since, '1', '—', counts, '6 s', 'Difiere', '—']);
    const bounds = '20-11-2026 14:03:00 a 20-11-2026 14:28:00, UTC';
    expect([titlesIn(windows[0])[0], titlesIn(windows[1])]).toEqual([bounds, [bounds, counts]]);
    await user.click(buttonOf(text('history.changes')));
    expect(window.location.hash).toBe('#changes/run/r2');
    await user.click(fold);
    expect(screen.queryAllByTestId('run-window')).toHaveLength(0);
    await user.click(row('r3').querySelector('button') as HTMLElement);
    const why = row('r3').closest('tbody') as HTMLElement;
    expect([...why.querySelectorAll('q')].map(({ textContent }) => textContent)).toEqual(['boom', 'E-9']);
    expect(why.textContent).toContain(text('failure.for-support'));
    await user.click(row('r0').querySelector('button') as HTMLElement);
    const said = row('r0').closest('tbody')?.textContent;
    expect(said).toContain(failureMessage(failure('unreachable'), text).what);
    expect(said).not.toContain(text('failure.for-support'));
    // It changed none.
    expect(buttonsOf(text('history.changes'))).toEqual([]);
  });

  test('can be narrowed to the runs with notices, shows more on a press, and says where it cannot be read', async () => {
    const { user, view } = await history(runs, 60);
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(asked.at(-1)).toEqual({ offset: 0, limit: 50, onlyNoted: false });
    expect(screen.getByText('57 más antiguas')).toBeTruthy();
    await user.click(buttonOf(text('history.more')));
    await waitFor(() => expect(asked.at(-1)).toEqual({ offset: 0, limit: 100, onlyNoted: false }));
    const noted = screen.getByTestId('history-noted');
    expect([noted.dataset.value, noted.getAttribute('aria-pressed')]).toEqual(['1', 'false']);
    await user.click(noted);
    await waitFor(() => expect(rows()).toEqual(['r2']));
    expect(asked.at(-1)).toEqual({ offset: 0, limit: 50, onlyNoted: true });
    expect(noted.getAttribute('aria-pressed')).toBe('true');
    // The file is of what is listed.
    await user.click(buttonOf(text('history.export')));
    await user.click(await screen.findByTestId('export-xlsx'));
    await waitFor(() => expect(written).toHaveLength(1));
    expect(asked.at(-1)).toEqual({ offset: 0, limit: 25, onlyNoted: true });
    expect(written[0]).toMatchObject({
      format: {
        facts: expect.arrayContaining([
          { name: 'Zona', value: 'UTC' },
          { name: 'Filtros', value: text('history.noted') },
        ]),
      },
      content: {
        kind: 'table',
        table: historyTable(
          [
            {
              run: runs[1] as RunEntry,
              windows: WINDOWS.map((window) => ({ ...window, runId: 'r2' })),
            },
          ],
          text,
        ),
      },
    });
    expect(buttonsOf(text('history.more'))).toEqual([]);
    view.unmount();

    const empty = await history([]);
    expect(await screen.findByText(text('history.none'))).toBeTruthy();
    await empty.user.click(screen.getByTestId('history-noted'));
    expect(await screen.findByText(text('history.none-noted'))).toBeTruthy();
    empty.view.unmount();

    let fails = true;
    const broken = await sync(
      {},
      {
        dataReplies: {
          readRuns: () => {
            if (fails) throw new Error('no');
            return { total: 1, noted: 0, runs: [run()] };
          },
        },
      },
    );
    const alert = (await screen.findByText(text('history.failed'))).closest('p') as HTMLElement;
    fails = false;
    await broken.user.click(alert.querySelector('button') as HTMLElement);
    await waitFor(() => expect(rows()).toEqual(['r1']));
  });
});

test('without an open copy it says why nothing has been read', async () => {
  await sync({ knownUntil: instant(NOW) }, { opening: () => ({ kind: 'owned-elsewhere' }) });
  expect(screen.queryByTestId('history')).toBeNull();
  expect(current()).toBeTruthy();
});
