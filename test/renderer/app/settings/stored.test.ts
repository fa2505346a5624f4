import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetAccount, readStoredJson, writeStored } from '#renderer/features/preferences/stored.ts';

/** As much of localStorage as is used. */
function createStorage() {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

beforeEach(() => vi.stubGlobal('localStorage', createStorage()));
afterEach(() => vi.unstubAllGlobals());

describe('what is remembered of an account that is removed', () => {
  test('goes, and nothing else', () => {
    for (const key of [
      'cuadra.screens.a',
      'cuadra.views.a',
      'cuadra.screens.b',
      'cuadra.preferences',
      'other.a',
    ])
      writeStored(key, { of: key });
    forgetAccount('a');
    expect(
      ['cuadra.screens.a', 'cuadra.views.a', 'cuadra.screens.b', 'cuadra.preferences', 'other.a'].filter(
        (key) => readStoredJson(key) !== null,
      ),
    ).toEqual(['cuadra.screens.b', 'cuadra.preferences', 'other.a']);
  });

  test('where the browser forbids it, nothing is thrown', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(() => forgetAccount('a')).not.toThrow();
  });
});
