import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DataSection } from '#renderer/reconciliation/month/screen/data-section.tsx';
import type { Month } from '#shared/domain/dates.ts';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { account, month } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** Whether all of a month is here: of that month alone, in all currencies. */

const CURRENCIES = { main: 'CLP', own: [{ Canal: 'Otro', Cuenta: 'Dos', code: 'USD' }] };
async function read(of: string) {
  const { view } = await openPage(
    {
      accounts: { accounts: [account({ currencies: CURRENCIES })], activeId: 'a', keyStorage: 'memory' },
      months: ['2026-08', '2026-09', '2026-10'].map((each, at) =>
        month({ month: each as Month, rows: 100 + at }),
      ),
    },
    () => (
      <InAccount>
        <DataSection month={of as Month} />
      </InAccount>
    ),
  );
  const part = await screen.findByTestId('month-data');
  await waitFor(() => expect(part.textContent).not.toContain(text('month.loading')));
  const lines = readOf(part);
  view.unmount();
  return lines;
}

test('of a month what was read of it is told, and of no other', async () => {
  const september = await read('2026-09');
  expect(september.slice(0, 3)).toEqual([
    'Datos completos',
    'qué se leyó del mes, cuándo, y cuántas filas cuenta la fuente · todas las monedas',
    '101 filas, 4.021 órdenes',
  ]);
  // It can be counted at the source from here.
  expect(september.some((line) => line.includes('[Comprobar totales, '))).toBe(true);
  expect((await read('2026-07')).slice(2)).toEqual(['Sin filas en este mes']);
});
