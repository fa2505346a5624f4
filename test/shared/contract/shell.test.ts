import { expect, test } from 'vitest';
import type { SyncProgress, SyncStatus } from '#shared/contract/app.ts';
import { LANGUAGE_FACTS, LANGUAGES, languageSchema } from '#shared/contract/languages.ts';
import { availableCommandsSchema, keysOf, PAGE_COMMANDS } from '#shared/contract/shell.ts';
import { isSyncing, progressShare } from '#shared/contract/sync-progress.ts';

test('screens are gone to by the number of their place', () => {
  expect(PAGE_COMMANDS.map((command) => [command, keysOf(command)])).toEqual([
    ['palette', 'Ctrl+K'],
    ['sheet', '?'],
    ['undo', 'Ctrl+Z'],
    ['sync', 'F5'],
    ['pause', null],
    ['cover', 'Ctrl+Shift+H'],
    ['rail', 'Ctrl+B'],
    ['settings-formats', 'Ctrl+,'],
    ['settings-about', null],
    ['go-panel', 'Ctrl+1'],
    ['go-orders', 'Ctrl+2'],
    ['go-profitability', 'Ctrl+3'],
    ['go-reconciliation', 'Ctrl+4'],
    ['go-changes', 'Ctrl+5'],
    ['go-sync', 'Ctrl+6'],
  ]);
  const isTaken = (commands: readonly unknown[]) => availableCommandsSchema.safeParse({ commands }).success;
  expect([
    isTaken([]),
    isTaken(PAGE_COMMANDS),
    isTaken([...PAGE_COMMANDS, 'sync']),
    isTaken(['quit']),
  ]).toEqual([true, true, false, false]);
});

test('each language has a name of its own and the figures of its country', () => {
  expect(LANGUAGES).toEqual(['es', 'en', 'pt']);
  expect(LANGUAGES.map((each) => Object.values(LANGUAGE_FACTS[each]))).toEqual([
    ['Español', 'es', 'es-CL'],
    ['English', 'en', 'en-US'],
    ['Português', 'pt-BR', 'pt-BR'],
  ]);
  expect([languageSchema.safeParse('pt').success, languageSchema.safeParse('de').success]).toEqual([
    true,
    false,
  ]);
});

test('a sync is under way while it asks and while it waits', () => {
  const states = ['idle', 'running', 'waiting', 'paused', 'error'] as const;
  expect(states.filter((state) => isSyncing({ state }))).toEqual(['running', 'waiting']);
});

test('the share of a load is of its pages, or of its months until pages can be told', () => {
  const share = (progress: Partial<SyncProgress> | null, over: Partial<SyncStatus> = {}) =>
    progressShare({
      ...{ state: 'running', historyComplete: false, ...over },
      progress: progress && {
        ...{ rowsRead: 9, pagesRead: 3, monthsDone: 2, monthsTotal: 8, pagesLeft: 9, secondsLeft: 1 },
        ...progress,
      },
    } as SyncStatus);
  expect(share({})).toBe(0.25);
  expect(share({ pagesLeft: 0 })).toBe(1);
  expect(share({ pagesLeft: null })).toBe(0.25);
  expect(share({ pagesLeft: null, monthsDone: 4 })).toBe(0.5);
  expect(share({ pagesLeft: 0, pagesRead: 0, monthsDone: 9 })).toBe(1);
  expect(share({ pagesLeft: null, monthsTotal: 0 })).toBeNull();
  expect([share(null), share({}, { state: 'idle' }), share({}, { historyComplete: true })]).toEqual([
    null,
    null,
    null,
  ]);
  expect([share({}, { state: 'paused' }), share({}, { state: 'error' })]).toEqual([0.25, 0.25]);
});
