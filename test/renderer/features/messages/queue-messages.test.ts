import { describe, expect, test } from 'vitest';
import { failureMessage, needsKey } from '#renderer/features/messages/failures.tsx';
import { queueMoment, queueReason, queueTitle } from '#renderer/features/messages/sync-messages.ts';
import { rangeMessage } from '#renderer/features/messages/window-messages.ts';
import en from '#renderer/i18n/en.json' with { type: 'json' };
import es from '#renderer/i18n/es.json' with { type: 'json' };
import pt from '#renderer/i18n/pt.json' with { type: 'json' };
import { REREAD_REASONS } from '#shared/contract/checkpoint.ts';
import { RUN_TRIGGERS, SYNC_FAILURE_CODES } from '#shared/contract/run-log.ts';
import {
  failure,
  instant,
  local,
  MINUTE,
  NOW,
  queued,
} from '#test/renderer/features/coverage/sync-fixtures.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

const range = { from: local('2025-03-01T00:00:00.000'), to: local('2025-06-01T00:00:00.000') };

describe('what comes next', () => {
  test.each([
    [queued(), 'Cambios desde 20-11 14:18 UTC'],
    [queued({ kind: 'history', ...range }), 'Compras de mar – may 2025'],
    [queued({ kind: 'reread', ...range }), 'Relectura de mar – may 2025'],
    [queued({ kind: 'verification' }), 'Órdenes por verificar'],
    [
      queued({
        kind: 'control',
        from: local('2024-01-01T00:00:00.000'),
        to: local('2026-11-19T23:59:59.000'),
      }),
      'Control de ene 2024 – nov 2026',
    ],
    [queued({ kind: 'history' }), 'Histórica'],
    [queued({ kind: 'control' }), 'Control de totales'],
  ])('is named', (item, words) => {
    expect(queueTitle(item, instant(Date.UTC(2026, 10, 20, 14, 18)), text, formats)).toBe(words);
  });

  test('without a reading of changes there is no «since»', () => {
    expect(queueTitle(queued(), null, text, formats)).toBe('Cambios');
  });

  test('begins at a time, or follows', () => {
    expect(queueMoment(queued(), NOW, text, formats)).toBe('sigue');
    expect(queueMoment(queued({ atMs: NOW - MINUTE }), NOW, text, formats)).toBe('sigue');
    expect(queueMoment(queued({ atMs: NOW + MINUTE }), NOW, text, formats)).toBe('11:33');
  });

  test('every reason has a word of its own, and a sentence', () => {
    const words = REREAD_REASONS.map((reason) => queueReason(queued({ reason }), text));
    expect(new Set(words.map((word) => word?.short)).size).toBe(REREAD_REASONS.length);
    expect(new Set(words.map((word) => word?.long)).size).toBe(REREAD_REASONS.length);
    expect(queueReason(queued(), text)).toBeNull();
  });
});

describe('a window’s range', () => {
  test.each([
    ['purchase_date', '2024-11-01T00:00:00.000', '2024-12-01T00:00:00.000', 'compras de nov 2024'],
    // A control asks for the last second of the month, inclusive or not.
    ['purchase_date', '2025-03-01T00:00:00.000', '2025-03-31T23:59:59.000', 'compras de mar 2025'],
    ['purchase_date', '2024-11-01T00:00:00.000', '2024-11-10T00:00:00.000', 'compras de 1–9 nov 2024'],
    ['purchase_date', '2024-11-01T08:00:00.000', '2024-11-01T12:00:00.000', 'compras de 1 nov 2024'],
    ['updated_at', '2026-11-20T14:03:00.000Z', '2026-11-20T14:28:00.000Z', '20-11 14:03 – 14:28 UTC'],
    ['updated_at', '2026-11-20T23:50:00.000Z', '2026-11-21T00:15:00.000Z', '20-11 23:50 – 21-11 00:15 UTC'],
    [
      'updated_at',
      '2025-12-31T23:50:00.000Z',
      '2026-01-01T00:15:00.000Z',
      '31-12 23:50 – 01-01-2026 00:15 UTC',
    ],
  ] as const)('%s %s', (field, from, to, words) => {
    expect(rangeMessage({ field, from, to }, text, formats)).toBe(words);
  });
});

describe('failures', () => {
  test('each code says what happened, what to do, and has a short name for the history', () => {
    for (const code of SYNC_FAILURE_CODES) {
      const words = failureMessage(failure(code), text);
      expect(words.what).not.toBe('');
      expect(words.todo).not.toBe('');
      expect(text(`run.failed-${code}`)).not.toBe('');
    }
  });

  test('an unclear time is told in each language, with what to try and whom to tell', () => {
    const views = [es, en, pt].map((words) => ({
      what: words['failure.unclear-time'],
      todo: words['failure.unclear-time-do'],
      short: words['run.failed-unclear-time'],
    }));
    for (const { todo } of views) expect(todo).toMatch(/proxy.*VPN.*(soporte|support|suporte)/);
    for (const part of ['what', 'todo', 'short'] as const) {
      expect(new Set(views.map((words) => words[part])).size).toBe(3);
    }
  });

  test('what could not be read whole is told in each language, with what is kept and whom to tell', () => {
    for (const name of ['copy.unsettled-note', 'coverage.unsettled'] as const) {
      const texts = [es, en, pt].map((words) => words[name]);
      for (const words of texts) expect(words).toMatch(/(soporte|support|suporte)/);
      for (const words of texts) expect(words).toMatch(/(se conserva|is kept|é mantido)/);
      expect(new Set(texts).size).toBe(3);
    }
  });

  test('a key mends those that lack one', () => {
    expect(SYNC_FAILURE_CODES.filter((code) => needsKey(failure(code)))).toEqual([
      'unauthorized',
      'key-missing',
    ]);
    expect(needsKey(null)).toBe(false);
  });

  test('each way to begin a run has its word', () => {
    expect(new Set(RUN_TRIGGERS.map((trigger) => text(`trigger.${trigger}`))).size).toBe(RUN_TRIGGERS.length);
  });
});
