import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  type Preferences,
  PreferencesProvider,
  usePreferences,
} from '#renderer/features/preferences/preferences.tsx';

/** Settings of the interface are one and the same in all tabs of a browser. */

const KEY = 'cuadra.preferences';
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Preferences>;
let change: (part: Partial<Preferences>) => void = () => {};

function Shown() {
  const control = usePreferences();
  change = control.change;
  const { language, theme } = control.preferences;
  return <output>{`${language} ${theme}`}</output>;
}

beforeEach(() => localStorage.clear());

test('what this tab sets stands beside what another one set meanwhile, and that is heard', () => {
  render(
    <PreferencesProvider>
      <Shown />
    </PreferencesProvider>,
  );
  act(() => change({ rows: 'comfortable' }));
  localStorage.setItem(KEY, JSON.stringify({ ...stored(), language: 'en' }));
  act(() => change({ theme: 'dark' }));
  expect(stored()).toMatchObject({ language: 'en', theme: 'dark', rows: 'comfortable' });
  expect(screen.getByRole('status').textContent).toBe('en dark');
  localStorage.setItem(KEY, JSON.stringify({ ...stored(), language: 'pt' }));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: KEY })));
  expect(screen.getByRole('status').textContent).toBe('pt dark');
});
