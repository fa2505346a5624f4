import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type {
  TaxesPage,
  TaxFigure,
  TaxLinesQuery,
} from '#renderer/reconciliation/taxes/model/month-taxes.ts';
import { TaxesSection } from '#renderer/reconciliation/taxes/screen/taxes-section.tsx';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { InAccount, openPage } from './page.tsx';

/** Taxes of a month: by name, apart what names none, each with its lines, and what is not known. */

const MONTH = '2026-10' as Month;
const D = (text: string) => text as Decimal;
const figure = (more: Partial<TaxFigure>): TaxFigure => ({
  ...{ key: 'iibb', source: 'mercado-pago-releases', column: null, bank: null, currency: 'ARS' },
  accounts: [{ Canal: 'Mercado', Cuenta: 'Uno' }],
  ...{ term: 'IIBB', act: 'withheld', authority: 'Salta', period: null, amount: D('-12.50'), lines: 1 },
  ...more,
});
const PAGE: TaxesPage = {
  ...{ revision: 1, month: MONTH, undated: 2 },
  figures: [
    figure({}),
    ...[
      figure({
        key: 'bank',
        accounts: [],
        source: 'bank',
        bank: { layout: 'itau', account: 2 },
        amount: D('-3'),
      }),
      figure({
        key: 'any',
        accounts: [],
        source: 'bank',
        bank: { layout: null, account: 1 },
        amount: D('-4'),
      }),
    ],
    figure({
      key: 'rows',
      source: 'rows',
      column: 'Cobro de Impuestos',
      term: null,
      act: 'untold',
      lines: null,
    }),
  ],
  untold: [
    {
      ...{ source: 'mercado-pago-releases', column: null, bank: null, currency: 'ARS' },
      ...{ amount: D('-119.00'), lines: 7 },
      accounts: [{ Canal: 'Mercado', Cuenta: 'Uno' }],
    },
  ],
  accounts: [{ Canal: 'Mercado', Cuenta: 'Uno' }],
  withoutStatements: [{ Canal: 'Otro', Cuenta: 'Dos' }],
};

test('figures open as their lines or their orders, and what is not known is said', async () => {
  const asked: TaxLinesQuery[] = [];
  const led: unknown[] = [];
  const { user } = await openPage(
    {
      dataReplies: {
        readTaxes: () => PAGE,
        readTaxLines: (query) => {
          asked.push(query);
          return {
            revision: 1,
            total: 1,
            lines: [
              {
                ...{ statement: 'octubre.csv', line: 9, day: null, order: 'O-7', settlement: null },
                ...{ movement: 'Retención IIBB Salta', detail: null, amount: D('-12.50') },
              },
            ],
          };
        },
      },
    },
    () => (
      <InAccount>
        <TaxesSection month={MONTH} onSection={(...to) => led.push(to)} />
      </InAccount>
    ),
  );
  const named = await screen.findByLabelText('Impuestos por su nombre');
  expect(
    within(named)
      .getAllByTestId('tax-figure')
      .map(({ dataset }) => [dataset.term, dataset.value]),
  ).toEqual([
    ['IIBB', '-12.50'],
    ['IIBB', '-3'],
    ['IIBB', '-4'],
  ]);
  expect(within(named).getByText('Itaú · cuenta 2')).toBeTruthy();
  expect(within(named).getByText('Extracto de banco')).toBeTruthy();
  const apart = screen.getByLabelText('Sin nombre de impuesto');
  expect(within(apart).getByTestId('tax-figure').dataset.source).toBe('rows');
  expect(screen.getByTestId('tax-no-declaration')).toHaveProperty(
    'textContent',
    expect.stringContaining('No es una declaración'),
  );
  expect(screen.getByTestId('tax-untold-amount').dataset.value).toBe('-119.00');
  expect(screen.getByTestId('tax-undated').dataset.value).toBe('2');

  await user.click(screen.getByRole('button', { name: 'Una línea de IIBB, Retenido, Salta, Mercado · Uno' }));
  const line = await screen.findByTestId('tax-line');
  expect(within(line).getByTestId('tax-line-amount').dataset.value).toBe('-12.50');
  expect(line.textContent).toContain('9 · octubre.csv');
  expect(asked.map(({ key }) => key)).toEqual(['iibb']);

  await user.click(within(screen.getByTestId('tax-without-statements')).getByRole('button'));
  expect(led).toEqual([['statements', { month: MONTH }]]);

  await user.click(screen.getByTestId('tax-orders'));
  await waitFor(() => expect(location.hash).toContain('orders'));
});

test("the rates of VAT of an account are its country's until the user says others, and can be taken back", async () => {
  const { user, session } = await openPage({ dataReplies: { readTaxes: () => PAGE } }, () => (
    <InAccount>
      <TaxesSection month={MONTH} onSection={() => undefined} />
    </InAccount>
  ));
  const rates = async () => (await screen.findByTestId('tax-rate')).dataset.value;
  expect(await rates()).toBe('19;16;21;10.5;18');
  const input = screen.getByTestId('tax-rate-input');
  await user.type(input, 'mucho');
  expect(screen.getByRole('button', { name: 'Guardar' })).toHaveProperty('disabled', true);
  await user.clear(input);
  await user.type(input, '21; 10,5 %{Enter}');
  await waitFor(async () => expect(await rates()).toBe('21;10.5'));
  const said = await session.data.call.readAnnotations({ kind: 'account-vat' });
  expect(said.map(({ value }) => value)).toMatchObject([
    { Canal: 'Mercado', Cuenta: 'Uno', rates: ['21', '10.5'] },
  ]);
  await user.click(screen.getByRole('button', { name: 'Mercado · Uno no tiene IVA' }));
  await waitFor(async () => expect(await rates()).toBe(''));
  await user.click(screen.getByTestId('tax-rate-withdraw'));
  await waitFor(async () => expect(await rates()).toBe('19;16;21;10.5;18'));
});
