import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { PreferencesProvider } from '#renderer/features/preferences/preferences.tsx';
import { ToleranceForm } from '#renderer/reconciliation/matching/screen/tolerance-form.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';

beforeEach(() => localStorage.clear());

test('a tolerance that was changed elsewhere is shown, and not written over by passing through its field', () => {
  const onChange = vi.fn();
  const form = (absolute: string) => (
    <PreferencesProvider>
      <ToleranceForm
        tolerance={{ absolute: absolute as Decimal, percent: '0' as Decimal }}
        onChange={onChange}
      />
    </PreferencesProvider>
  );
  const { rerender } = render(form('0'));
  const field = screen.getByTestId<HTMLInputElement>('match-tolerance-absolute');
  rerender(form('5.5'));
  expect(field.value).toBe('5,5');
  fireEvent.focus(field);
  fireEvent.blur(field);
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: '' } });
  fireEvent.blur(field);
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ absolute: '0', percent: '0' });
});
