import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type {
  TaxesPage,
  TaxesQuery,
  TaxFigure,
  TaxLine,
  TaxLinesQuery,
} from '#renderer/reconciliation/taxes/model/month-taxes.ts';
import { TaxLines } from '#renderer/reconciliation/taxes/screen/tax-lines.tsx';
import { TaxesSection } from '#renderer/reconciliation/taxes/screen/taxes-section.tsx';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import {
  InAccount,
  openPage,
  type PageSetting,
  probedSelection,
  SelectionProbe,
} from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** Taxes of a month in one of two currencies: what is asked, which lines are of which figure, and the rates of alike accounts. */

const MONTH = '2026-10' as Month;
const D = (value: string) => value as Decimal;
const figure = (key: string, more: Partial<TaxFigure> = {}): TaxFigure => ({
  ...{ key, source: 'mercado-pago-releases', column: null, bank: null, currency: 'ARS' },
  accounts: [{ Canal: 'Uno', Cuenta: 'A' }],
  ...{ term: 'IVA', act: 'withheld', authority: null, period: null, amount: D('-12'), lines: 3 },
  ...more,
});
const PAGE: TaxesPage = {
  ...{ revision: 1, month: MONTH, undated: 0, untold: [], withoutStatements: [] },
  figures: [
    figure('a'),
    // Nothing but its period tells it from the one before.
    figure('b', { period: '2026-09' as Month }),
    figure('none', { lines: 0, amount: D('-3') }),
    figure('rows', {
      source: 'rows',
      column: 'Cobro de Impuestos',
      lines: null,
      accounts: [{ Canal: 'Uno', Cuenta: 'B' }],
    }),
  ],
  accounts: [
    { Canal: 'Uno', Cuenta: 'A' },
    { Canal: 'Uno', Cuenta: 'B' },
  ],
};
const line = (at: number): TaxLine => ({
  ...{ statement: 'octubre.csv', line: at, day: '2026-10-05' as LocalDate, order: null, settlement: null },
  ...{ movement: null, detail: null, amount: D(String(-at)) },
});
const CURRENCIES = { main: 'CLP', own: [{ Canal: 'Uno', Cuenta: 'B', code: 'ARS' }] };
const IN_PESOS = { accounts: [{ Canal: 'Uno', Cuenta: 'B' }], isExcluded: false };

async function open(setting: PageSetting = {}) {
  localStorage.setItem('cuadra.screens.a', JSON.stringify({ currency: 'ARS' }));
  const asked: TaxesQuery[] = [];
  const ofLines: TaxLinesQuery[] = [];
  const page = await openPage(
    {
      accounts: { accounts: [account({ currencies: CURRENCIES })], activeId: 'a', keyStorage: 'memory' },
      ...setting,
      dataReplies: {
        readTaxes: (query) => {
          asked.push(query);
          return PAGE;
        },
        readTaxLines: (query) => {
          ofLines.push(query);
          return {
            revision: 1,
            total: 143,
            lines: Array.from({ length: query.limit }, (_, at) => line(at + 1)),
          };
        },
        ...setting.dataReplies,
      },
    },
    () => (
      <InAccount>
        <TaxesSection month={MONTH} onSection={() => {}} />
        <SelectionProbe />
      </InAccount>
    ),
  );
  await screen.findAllByTestId('tax-rate');
  return { ...page, asked, ofLines };
}

test('what is asked is of the currency in view, and so are the lines of the figure that is opened, more on asking', async () => {
  const { asked, ofLines } = await open();
  const today = expect.stringMatching(/^\d{4}-\d\d-\d\d$/u);
  const query = { month: MONTH, scope: IN_PESOS, currency: 'ARS', today };
  expect(asked).toEqual([query]);
  expect(screen.getAllByTestId('tax-figure').map((each) => readOf(each).join(''))).toEqual([
    'IVA | Retenido | — | Uno · A | Mercado Pago: liberaciones | ARS | −12 | [3 líneas, 3 líneas de IVA, Retenido, Uno · A]',
    'IVA | Retenido | 2026-09 | Uno · A | Mercado Pago: liberaciones | ARS | −12 | [3 líneas, 3 líneas de IVA, Retenido, Uno · A]',
    'IVA | Retenido | — | Uno · A | Mercado Pago: liberaciones | ARS | −3 | [0 líneas, 0 líneas de IVA, Retenido, Uno · A]',
    'IVA | Retenido | — | Uno · B | Filas: Cobro de Impuestos | ARS | −12 | [Órdenes, Órdenes detrás de IVA, Retenido, Uno · B]',
  ]);
  const presses = () => screen.getAllByTestId('tax-open-lines');
  const expanded = () => presses().map((each) => each.getAttribute('aria-expanded'));
  fireEvent.click(presses()[1] as HTMLElement);
  expect(expanded()).toEqual(['false', 'true', 'false']);
  await screen.findAllByTestId('tax-line');
  expect(ofLines).toEqual([{ ...query, key: 'b', offset: 0, limit: 20 }]);
  const table = screen.getByLabelText(text('tax.lines-of', { count: 143, lines: '143' }));
  // As whole as what they are the sum of.
  expect(readOf(table)[1]).toBe('05-10-2026 | — | — | — | 1 · octubre.csv | −1');
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar más (123)' }));
  await waitFor(() => expect(screen.getAllByTestId('tax-line')).toHaveLength(120));
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar más (23)' }));
  await waitFor(() => expect(ofLines.at(-1)).toEqual({ ...query, key: 'b', offset: 0, limit: 220 }));
  fireEvent.click(presses()[0] as HTMLElement);
  await waitFor(() => expect(ofLines.at(-1)).toEqual({ ...query, key: 'a', offset: 0, limit: 20 }));
  fireEvent.click(screen.getByTestId('tax-orders'));
  expect(probedSelection()).toMatchObject({
    period: { from: '2026-10-01', to: '2026-10-31' },
    scope: IN_PESOS,
    filters: [
      { column: 'Canal', values: ['Uno'] },
      { column: 'Cuenta', values: ['B'] },
    ],
  });
});

test('lines of another figure, or of another month, are asked for anew', async () => {
  const asked: TaxLinesQuery[] = [];
  let turn: (next: { readonly month: Month; readonly figure: string }) => void = () => {};
  function Shown() {
    const [of, setOf] = useState({ month: MONTH, figure: 'a' });
    const [queries] = useState(() => new Map<Month, TaxesQuery>());
    const query = queries.get(of.month) ?? {
      month: of.month,
      scope: null,
      currency: null,
      today: '2026-11-01' as LocalDate,
    };
    queries.set(of.month, query);
    turn = (next) => act(() => setOf(next));
    return <TaxLines query={query} figure={of.figure} places={0} />;
  }
  await openPage(
    {
      dataReplies: {
        readTaxLines: (query) => {
          asked.push(query);
          return { revision: 1, total: 1, lines: [line(1)] };
        },
      },
    },
    () => (
      <InAccount>
        <Shown />
      </InAccount>
    ),
  );
  await screen.findByTestId('tax-line');
  turn({ month: MONTH, figure: 'b' });
  await waitFor(() => expect(asked).toHaveLength(2));
  turn({ month: '2026-09' as Month, figure: 'b' });
  await waitFor(() =>
    expect(asked.map(({ month, key }) => [month, key])).toEqual([
      [MONTH, 'a'],
      [MONTH, 'b'],
      ['2026-09', 'b'],
    ]),
  );
});

test('rates are of the account they are said of, two of one channel apart, and taken back alone', async () => {
  const { session } = await open({
    annotations: [
      {
        kind: 'account-vat',
        key: '["Uno","B"]',
        value: { Canal: 'Uno', Cuenta: 'B', rates: [], owner: '', atMs: 1 },
      },
    ] as never,
  });
  const rows = () =>
    screen.getAllByTestId('tax-rate').map((each) => readOf(each)[0]?.split(' | ').slice(0, 3));
  expect(rows()).toEqual([
    ['Uno · A', '21 % · 10,5 %', 'País de la moneda'],
    ['Uno · B', 'Sin IVA', 'Lo dijiste tú'],
  ]);
  const first = within(screen.getAllByTestId('tax-rate')[0] as HTMLElement);
  const second = within(screen.getAllByTestId('tax-rate')[1] as HTMLElement);
  expect([
    first.queryByTestId('tax-rate-withdraw'),
    second.queryByTestId('tax-rate-withdraw') !== null,
  ]).toEqual([null, true]);
  const stored = async () =>
    (await session.data.call.readAnnotations({ kind: 'account-vat' })).map(({ key }) => key);
  fireEvent.submit(first.getByTestId('tax-rate-input').closest('form') as HTMLFormElement);
  expect(await stored()).toEqual(['["Uno","B"]']);
  const type = (value: string) =>
    fireEvent.change(first.getByTestId('tax-rate-input'), { target: { value } });
  type('4,5');
  fireEvent.submit(first.getByTestId('tax-rate-input').closest('form') as HTMLFormElement);
  await waitFor(() => expect(rows()[0]).toEqual(['Uno · A', '4,5 %', 'Lo dijiste tú']));
  expect([await stored(), rows()[1]]).toEqual([
    ['["Uno","B"]', '["Uno","A"]'],
    ['Uno · B', 'Sin IVA', 'Lo dijiste tú'],
  ]);
  fireEvent.click(second.getByTestId('tax-rate-withdraw'));
  await waitFor(() => expect(rows()[1]).toEqual(['Uno · B', '21 % · 10,5 %', 'País de la moneda']));
  expect(await stored()).toEqual(['["Uno","A"]']);
  expect(screen.getByTestId('undo-line').textContent).toContain(text('tax.undo-rate'));
  fireEvent.click(screen.getByRole('button', { name: /Deshacer/u }));
  await waitFor(() => expect(rows()[1]).toEqual(['Uno · B', 'Sin IVA', 'Lo dijiste tú']));
});

test('while rates are written none is said beside them', async () => {
  let done: () => void = () => {};
  await open({
    annotations: [
      {
        kind: 'account-vat',
        key: '["Uno","A"]',
        value: { Canal: 'Uno', Cuenta: 'A', rates: ['7'], owner: '', atMs: 1 },
      },
    ] as never,
    dataReplies: {
      writeAnnotations: () =>
        new Promise((resolve) => {
          done = () => resolve(null);
        }),
    },
  });
  const [first, second] = screen.getAllByTestId('tax-rate') as [HTMLElement, HTMLElement];
  const off = () =>
    [first, second].map((each) =>
      within(each)
        .getAllByRole<HTMLButtonElement>('button')
        .map(({ disabled }) => disabled),
    );
  for (const each of [first, second]) {
    fireEvent.change(within(each).getByTestId('tax-rate-input'), { target: { value: '5' } });
  }
  expect(off()).toEqual([
    [false, false, false],
    [false, false],
  ]);
  fireEvent.submit(within(first).getByTestId('tax-rate-input').closest('form') as HTMLFormElement);
  await waitFor(() =>
    expect(off()).toEqual([
      [true, true, true],
      [true, true],
    ]),
  );
  done();
  await waitFor(() =>
    expect(off()).toEqual([
      [true, false, false],
      [false, false],
    ]),
  );
});
