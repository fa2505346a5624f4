import { describe, expect, test } from 'vitest';
import {
  activityTitle,
  nextRunMessage,
  nowTitle,
  outageMessages,
  railDetail,
  railTitle,
  readAtMs,
  rereadingReason,
  waitingReason,
} from '#renderer/features/messages/sync-messages.ts';
import type { SyncStatus } from '#shared/contract/app.ts';
import { SYNC_FAILURE_CODES } from '#shared/contract/run-log.ts';
import { progressShare } from '#shared/contract/sync-progress.ts';
import {
  activity,
  DAY,
  failure,
  instant,
  MINUTE,
  NOW,
  run,
  status,
} from '#test/renderer/features/coverage/sync-fixtures.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

describe('the age of the changes', () => {
  test('is measured on this machine’s clock once a run has ended here', () => {
    expect(readAtMs(status())).toBe(run().endedAtMs);
  });

  test('falls back on the server’s instant before any run of this session, and on nothing before any reading', () => {
    const knownUntil = instant(NOW - DAY);
    expect(readAtMs(status({ lastRun: null, knownUntil }))).toBe(NOW - DAY);
    expect(readAtMs(status({ lastRun: null, knownUntil: null }))).toBeNull();
  });
});

describe('why it waits', () => {
  const waits = (reason: 'minute-limit' | 'day-limit' | 'back-off' | 'ledger', untilMs: number | null) =>
    waitingReason(status({ state: 'waiting', waiting: { reason, untilMs } }), NOW, text, formats);

  test('is said with the time and the limit', () => {
    expect(waits('minute-limit', NOW + 8200)).toBe(
      'La próxima solicitud en 9 s: la clave admite 5 por minuto',
    );
    expect(waits('day-limit', NOW + 3 * 60 * MINUTE)).toBe(
      'La próxima solicitud en 3 h 0 min: la clave admite 7.200 en 24 horas',
    );
    expect(waits('back-off', NOW + 42_000)).toBe('Sigue en 42 s: la API pidió esperar o no respondió');
    expect(waits('ledger', null)).toBe('Espera a que se abra la copia local');
  });

  test('never promises a time that nobody knows, nor one that is over', () => {
    expect(waits('minute-limit', null)).toContain('en un momento');
    expect(waits('minute-limit', NOW - 5000)).toContain('en 1 s');
  });

  test('is not said while it does not wait', () => {
    const waiting = { reason: 'minute-limit', untilMs: NOW + 1000 } as const;
    expect(waitingReason(status({ state: 'running', waiting }), NOW, text, formats)).toBeNull();
    expect(waitingReason(status({ state: 'waiting' }), NOW, text, formats)).toBeNull();
  });
});

describe('a service that is down', () => {
  const at = (hour: number, minute: number) => new Date(2026, 10, 20, hour, minute).getTime();
  const outage = { kind: 'silent', sinceMs: at(2, 52), tried: 5, tries: 8 } as const;
  const untilMs = at(11, 41);
  const waits = (reason: 'minute-limit' | 'day-limit' | 'back-off') =>
    status({ state: 'waiting', waiting: { reason, untilMs }, outage });
  const said = (one: SyncStatus) => outageMessages(one, NOW, text, formats)?.whole ?? null;

  test.each(['minute-limit', 'day-limit', 'back-off'] as const)(
    'says since when, which try it was and when the next one is, and nothing of the limit (%s)',
    (reason) => {
      const one = waits(reason);
      expect(said(one)).toBe('Sin respuesta desde 02:52, intento 5 de 8, siguiente 11:41');
      expect(waitingReason(one, NOW, text, formats)).toBeNull();
      expect(railTitle(one, text)).toBe('Sin respuesta');
      expect(railDetail(one, NOW, text, formats)).toBe('intento 5 de 8, siguiente 11:41');
    },
  );

  test('tells a try that is under way, a next one within the minute, and one of another run', () => {
    const running = status({ state: 'running', outage: { ...outage, kind: 'failing' } });
    expect(said(running)).toBe('La API falla desde 02:52, intento 6 de 8 en curso');
    const soon = { reason: 'back-off', untilMs: NOW + 42_000 } as const;
    expect(said(status({ state: 'waiting', waiting: soon, outage }))).toBe(
      'Sin respuesta desde 02:52, intento 5 de 8, siguiente en 42 s',
    );
    const unknown = { reason: 'minute-limit', untilMs: null } as const;
    expect(said(status({ state: 'waiting', waiting: unknown, outage }))).toContain('siguiente en un momento');
    const over = status({
      state: 'error',
      failure: failure('unreachable'),
      nextRunAtMs: at(11, 37),
      outage: { ...outage, sinceMs: at(2, 52) - DAY, tried: 8 },
    });
    expect(said(over)).toBe('Sin respuesta desde ayer 02:52, intento 8 de 8, siguiente 11:37');
    expect(nextRunMessage(over, NOW, text, formats)).toBeNull();
    expect(said({ ...over, nextRunAtMs: null })).toContain('intento 8 de 8, no sigue sola');
  });

  test('is what ended a run that the service’s silence or its own failure ended, and nothing else', () => {
    const ended = SYNC_FAILURE_CODES.filter(
      (code) => said(status({ state: 'error', failure: failure(code), outage })) !== null,
    );
    expect(new Set(ended)).toEqual(new Set(['unreachable', 'timed-out', 'server-error', 'bad-answer']));
    expect(said(status({ state: 'error', failure: null, outage }))).toBeNull();
  });

  test('tells the time of a next try that is a minute away or more, and what is left of a nearer one', () => {
    const next = (inMs: number) =>
      said(status({ state: 'waiting', waiting: { reason: 'back-off', untilMs: NOW + inMs }, outage }));
    expect(next(59_000)).toMatch(/, siguiente en 59 s$/);
    expect(next(59_999)).toMatch(/, siguiente en 1 min$/);
    expect(next(60_000)).toMatch(/, siguiente 11:33$/);
  });

  test('is not said where nothing is wanted of it, or something else is what ended the run', () => {
    for (const state of ['idle', 'paused'] as const) expect(said(status({ state, outage }))).toBeNull();
    expect(said(status({ state: 'error', failure: failure('storage-full'), outage }))).toBeNull();
    const ledger = { reason: 'ledger', untilMs: null } as const;
    expect(said(status({ state: 'waiting', waiting: ledger, outage }))).toBeNull();
    expect(said(status({ state: 'running' }))).toBeNull();
  });
});

describe('what runs now', () => {
  test.each([
    [activity(), 'Octubre de 2024, página 4 de 7'],
    [activity({ pages: null, page: 1 }), 'Octubre de 2024, página 1'],
    [activity({ purpose: 'reread' }), 'Relectura de oct 2024, página 4 de 7'],
    [
      activity({ purpose: 'control', from: '2024-10-01T00:00:00.000', to: '2024-10-16T00:00:00.000' }),
      'Control de 1–15 oct 2024',
    ],
    [
      activity({ from: '2024-10-28T00:00:00.000', to: '2024-11-03T00:00:00.000' }),
      '28-10-2024 a 03-11-2024, página 4 de 7',
    ],
    [
      activity({ from: '2024-10-01T06:00:00.000', to: '2024-12-01T00:00:00.000' }),
      '01-10-2024 a 01-12-2024, página 4 de 7',
    ],
    [
      activity({ from: '2024-10-02T00:00:00.000', to: '2024-10-09T00:00:00.000' }),
      'Octubre de 2024, página 4 de 7',
    ],
    [
      activity({ purpose: 'reread', from: '2024-10-28T00:00:00.000', to: '2024-11-03T00:00:00.000' }),
      'Relectura de 28-10-2024 a 03-11-2024, página 4 de 7',
    ],
    [
      activity({ purpose: 'verification', from: '2024-10-28T00:00:00.000', to: '2024-10-29T00:00:00.000' }),
      `${text('sync.verifying', { day: '28-10-2024' })}, página 4 de 7`,
    ],
    [
      activity({ purpose: 'changes', from: '2026-11-20T14:03:00.000Z', to: '2026-11-20T14:28:00.000Z' }),
      'Cambios desde 20-11-2026 14:03 UTC, página 4 de 7',
    ],
  ])('is named by what it is about', (one, title) => {
    expect(activityTitle(one, text, formats)).toBe(title);
  });

  test('a window that is read once more says why, the first reading does not', () => {
    expect(rereadingReason(activity({ reading: 2 }), text)).toBe(
      'Lectura 2: las páginas no coincidieron antes',
    );
    expect(rereadingReason(activity(), text)).toBeNull();
  });

  test.each([
    [status(), 'Al día', 'Al día'],
    [status({ knownUntil: null }), 'Sin empezar', 'Sin leer'],
    [status({ state: 'paused' }), 'En pausa', 'En pausa'],
    [status({ state: 'error' }), 'Detenida por un error', 'Detenida'],
    [status({ state: 'error', failure: failure('key-missing') }), 'Espera la clave de la API', 'Detenida'],
    [status({ state: 'running' }), 'Preparando la lectura', 'Leyendo cambios'],
    [status({ state: 'running', historyComplete: false }), 'Preparando la lectura', 'Cargando'],
    [
      status({ state: 'running', activity: activity({ purpose: 'reread' }) }),
      'Relectura de oct 2024, página 4 de 7',
      'Releyendo',
    ],
    [
      status({ state: 'running', activity: activity({ purpose: 'verification' }) }),
      `${text('sync.verifying', { day: '01-10-2024' })}, página 4 de 7`,
      'Leyendo cambios',
    ],
    // What was read when it came to rest is over.
    [status({ activity: activity() }), 'Al día', 'Al día'],
    [status({ state: 'paused', activity: activity() }), 'En pausa', 'En pausa'],
  ])('every state has its title', (one, title, rail) => {
    expect(nowTitle(one, text, formats)).toBe(title);
    expect(railTitle(one, text)).toBe(rail);
  });

  test('the bar is the load’s only: a complete history has none', () => {
    const progress = {
      rowsRead: 1,
      pagesRead: 22,
      monthsDone: 2,
      monthsTotal: 12,
      pagesLeft: 66,
      secondsLeft: null,
    };
    expect(progressShare(status({ state: 'running', progress, historyComplete: false }))).toBe(0.25);
    expect(progressShare(status({ state: 'running', progress }))).toBeNull();
  });
});

describe('the line under the state', () => {
  const progress = {
    ...{ rowsRead: 1200, pagesRead: 3, pagesLeft: null, monthsDone: 2, monthsTotal: 12 },
    secondsLeft: 90,
  };
  const waiting = { reason: 'minute-limit', untilMs: NOW + 30_000 } as const;
  const known = text('rail.known', { ago: 'hace 9 min' });
  test.each([
    [status(), known],
    [status({ state: 'waiting', waiting }), text('rail.waits', { time: '30 s' })],
    [status({ state: 'waiting', waiting: { ...waiting, untilMs: null } }), text('rail.waiting')],
    // What was waited for is over once it runs; a load alone knows how long it takes.
    [status({ state: 'running', waiting }), known],
    [status({ state: 'running', historyComplete: false, progress }), text('rail.left', { time: '2 min' })],
    [status({ state: 'running', progress }), known],
    [status({ state: 'paused', historyComplete: false, progress }), known],
    [status({ state: 'error', failure: failure('storage-full') }), text('rail.retry')],
    [status({ knownUntil: null }), text('rail.nothing')],
    [
      status({ state: 'paused', knownUntil: null, progress }),
      text('rail.rows', { count: 1200, shown: '1.200' }),
    ],
  ])('tells what there is to wait for, else what is known', (one, words) => {
    expect(railDetail(one, NOW, text, formats)).toBe(words);
  });
});

describe('the next run', () => {
  test.each([
    [status({ nextRunAtMs: new Date(2026, 10, 20, 12, 23).getTime() }), 'Próxima lectura: 12:23'],
    [status({ nextRunAtMs: new Date(2026, 10, 21, 2, 0).getTime() }), 'Próxima lectura: mañana 02:00'],
    [status({ nextRunAtMs: NOW }), 'La próxima lectura empieza en un momento'],
    [status({ nextRunAtMs: NOW - 1 }), 'La próxima lectura empieza en un momento'],
    [status({ nextRunAtMs: null }), 'Sin próxima lectura programada'],
    [status({ nextRunAtMs: null, state: 'error' }), 'No sigue sola: usa el botón de arriba'],
    [status({ nextRunAtMs: null, state: 'error', failure: failure('key-missing') }), null],
    [status({ state: 'running' }), null],
    [status({ state: 'waiting' }), null],
  ])('is told at rest, and that there is none too', (one, words) => {
    expect(nextRunMessage(one, NOW, text, formats)).toBe(words);
  });
});
