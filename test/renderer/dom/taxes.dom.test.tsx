import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { OwnerField } from '#renderer/reconciliation/parts/owner-field.tsx';
import type {
  TaxesPage,
  TaxesQuery,
  TaxFigure,
  TaxLinesQuery,
} from '#renderer/reconciliation/taxes/model/month-taxes.ts';
import { TaxesSection } from '#renderer/reconciliation/taxes/screen/taxes-section.tsx';
import { type LocalDate, type Month, monthOf, shiftMonth } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { account as accountOf } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { exportBy, takingExports } from './exported.ts';
import { laidOut } from './laid-out.ts';
import { InAccount, openPage, type PageSetting, probedSelection, SelectionProbe } from './page.tsx';
import { copiedOf, readOf } from './reading.ts';

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

async function openWith(page: Partial<TaxesPage>, setting: PageSetting = {}) {
  const asked: TaxLinesQuery[] = [];
  const written: unknown[] = [];
  const opened = await openPage(
    {
      ...setting,
      dataReplies: {
        readTaxes: () => ({ ...PAGE, ...page }),
        readTaxLines: (query) => {
          asked.push(query);
          const line = {
            ...{ statement: 'octubre.csv', line: 9, day: null, order: null, settlement: null },
            ...{ movement: null, detail: null, amount: D('-12.5') },
          };
          const told = {
            day: '2026-10-05' as LocalDate,
            order: 'O-7',
            settlement: 'L1',
            movement: 'IVA',
            detail: 'retenido',
          };
          return { revision: 1, total: 1222, lines: [line, { ...line, ...told, amount: D('-1') }] };
        },
        readAnnotations: ({ kind }) =>
          (kind === 'account-vat'
            ? [
                {
                  key: '["Mercado","Uno"]',
                  value: { Canal: 'Mercado', Cuenta: 'Uno', rates: ['21', '10.5'], owner: '', atMs: 1 },
                },
              ]
            : []) as never,
        writeAnnotations: (changes) => {
          written.push(changes);
          return null;
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
  return { ...opened, calls: opened.asked, asked, written };
}
const IN_PESOS: PageSetting = {
  accounts: {
    accounts: [accountOf({ currencies: { main: 'ARS', own: [] } })],
    activeId: 'a',
    keyStorage: 'memory',
  },
};

test('taxes of a month read whole: by name, apart what names none, what is not known, and the rates of each account', async () => {
  const exports = takingExports();
  const { calls } = await openWith(
    {
      withoutStatements: [
        { Canal: 'Otro', Cuenta: 'Dos' },
        { Canal: '', Cuenta: '' },
      ],
      accounts: [
        { Canal: 'Mercado', Cuenta: 'Uno' },
        { Canal: 'Otro', Cuenta: 'Dos' },
      ],
      figures: [
        figure({ period: '2026-09' as Month, lines: 1200 }),
        ...PAGE.figures.slice(1),
        figure({
          key: 'x',
          accounts: [...PAGE.accounts, { Canal: 'B', Cuenta: '' }],
          authority: null,
          currency: '',
        }),
      ],
    },
    { ...IN_PESOS, ...exports.setting },
  );
  await screen.findAllByTestId('tax-rate');
  const section = screen.getByTestId('taxes');
  expect(readOf(section)).toEqual([
    'Impuestos y retenciones',
    'Lo que dicen los extractos y las filas del mes',
    'No es una declaración: reúne lo que los archivos nombran, y sirve para comparar con tus comprobantes. Los montos descontados van en negativo.',
    '[Octubre de 2026, Mes: Octubre de 2026][Exportar, Exportar los impuestos, Exportar los impuestos]',
    'Impuesto | Cómo | Autoridad | Período nombrado | Canal · Cuenta | Según | Moneda | Monto | Detrás',
    'IIBB | Retenido | Salta | 2026-09 | Mercado · Uno | Mercado Pago: liberaciones | ARS | −12,50 | [1.200 líneas, 1.200 líneas de IIBB, Retenido, Salta, Mercado · Uno]',
    'IIBB | Retenido | Salta | — | Sin cuenta conocida | Itaú · cuenta 2 | ARS | −3,00 | [1 línea, Una línea de IIBB, Retenido, Salta, Sin cuenta conocida]',
    'IIBB | Retenido | Salta | — | Sin cuenta conocida | Extracto de banco | ARS | −4,00 | [1 línea, Una línea de IIBB, Retenido, Salta, Sin cuenta conocida]',
    'IIBB | Retenido | — | — | Mercado · Uno, B · (vacío) | Mercado Pago: liberaciones | — | −12,50 | [1 línea, Una línea de IIBB, Retenido, Mercado · Uno, B · (vacío)]',
    'Sin nombre de impuesto',
    'Se dice que es un impuesto o una retención, pero no cuál.',
    'Impuesto | Cómo | Autoridad | Canal · Cuenta | Según | Moneda | Monto | Detrás',
    'Sin nombre | No lo dice | Salta | Mercado · Uno | Filas: Cobro de Impuestos | ARS | −12,50 | [Órdenes, Órdenes detrás de Sin nombre, No lo dice, Salta, Mercado · Uno]',
    'Lo que no se sabe',
    'Faltan extractos de 2 cuentas: Otro · Dos, (vacío) · (vacío). [Traer extractos]',
    '2 líneas con un impuesto no tienen fecha y no están en ningún mes.',
    'Extractos de otro tipo y las filas pueden hablar de los mismos impuestos: por eso no se suman entre sí.',
    'De los bancos se leen las líneas que dicen ser un impuesto o una retención; un impuesto que pagaste tú también puede estar entre ellas.',
    'Estos cobros llevan IVA incluido y el extracto no dice cuánto.',
    'Canal · Cuenta | Según | Moneda | Líneas | Cobros con IVA',
    'Mercado · Uno | Mercado Pago: liberaciones | ARS | 7 | −119',
    'IVA de cada cuenta',
    'Con estas tasas, «Explicar una diferencia» prueba si un monto es con o sin IVA. Se proponen las del país de la moneda.',
    'Canal · Cuenta | Tasas | Según | Cambiar',
    'Mercado · Uno | 21 % · 10,5 % | Lo dijiste tú | Tasas de IVA de Mercado · Uno, separadas por punto y coma: {}[Guardar, off, Escribe una tasa entre 0 y 100][Sin IVA, Mercado · Uno no tiene IVA][Volver al país, Volver a las tasas del país de Mercado · Uno]',
    'Otro · Dos | 21 % · 10,5 % | País de la moneda | Tasas de IVA de Otro · Dos, separadas por punto y coma: {}[Guardar, off, Escribe una tasa entre 0 y 100][Sin IVA, Otro · Dos no tiene IVA]',
  ]);
  expect(within(section).getAllByRole('table').map(copiedOf)).toEqual([
    [
      'Impuesto | Cómo | Autoridad | Período nombrado | Canal · Cuenta | Según | Moneda | Monto',
      'IIBB | Retenido | Salta | 2026-09 | Mercado · Uno | Mercado Pago: liberaciones | ARS | -12,50',
      'IIBB | Retenido | Salta | — | Sin cuenta conocida | Itaú · cuenta 2 | ARS | -3',
      'IIBB | Retenido | Salta | — | Sin cuenta conocida | Extracto de banco | ARS | -4',
      'IIBB | Retenido | — | — | Mercado · Uno, B · (vacío) | Mercado Pago: liberaciones | — | -12,50',
    ],
    [
      'Impuesto | Cómo | Autoridad | Canal · Cuenta | Según | Moneda | Monto',
      'Sin nombre | No lo dice | Salta | Mercado · Uno | Filas: Cobro de Impuestos | ARS | -12,50',
    ],
    [
      'Canal · Cuenta | Según | Moneda | Líneas | Cobros con IVA',
      'Mercado · Uno | Mercado Pago: liberaciones | ARS | 7 | -119,00',
    ],
    [
      'Canal · Cuenta | Tasas | Según',
      'Mercado · Uno | 21 % · 10,5 % | Lo dijiste tú',
      'Otro · Dos | 21 % · 10,5 % | País de la moneda',
    ],
  ]);
  expect(screen.getAllByTestId('tax-rate').map(({ dataset }) => dataset.value)).toEqual([
    '21;10.5',
    '21;10.5',
  ]);
  const { content, fileName, facts } = await exportBy('Exportar los impuestos', { asked: calls }, exports);
  expect([fileName, facts[2], ...laidOut(content)]).toEqual([
    'cuadra-lumbre-hogar_impuestos-y-retenciones-compra-2026-10-01-2026-10-31-ars.xlsx',
    '1–31 oct 2026 · Fecha de compra',
    'Impuestos y retenciones, 2',
    'Mes | Canal · Cuenta | Según | Moneda | Impuesto | Cómo | Autoridad | Período nombrado | Monto [money] | Líneas [count]',
    '2026-10 | Mercado · Uno | Mercado Pago: liberaciones | ARS | IIBB | Retenido | Salta | 2026-09 | -12.50 | 1200',
    '2026-10 | Sin cuenta conocida | Itaú · cuenta 2 | ARS | IIBB | Retenido | Salta | — | -3 | 1',
    '2026-10 | Sin cuenta conocida | Extracto de banco | ARS | IIBB | Retenido | Salta | — | -4 | 1',
    '2026-10 | Mercado · Uno | Filas: Cobro de Impuestos | ARS | Sin nombre | No lo dice | Salta | — | -12.50 | —',
    '2026-10 | Mercado · Uno, B · (vacío) | Mercado Pago: liberaciones | — | IIBB | Retenido | — | — | -12.50 | 1',
  ]);
});

test('amounts have the decimals of all of them; what is opened goes with its month; rates that were said are told', async () => {
  const exports = takingExports();
  const kept: { readonly value: { readonly owner: string; readonly rates: readonly string[] } }[] = [];
  const currencies = { main: 'ARS', own: [{ Canal: 'Otro', Cuenta: 'Dos', code: 'USD' }] };
  const page = await openPage(
    {
      accounts: { accounts: [accountOf({ currencies })], activeId: 'a', keyStorage: 'memory' },
      ...exports.setting,
      dataReplies: {
        readTaxes: ({ month }) => ({
          ...PAGE,
          ...{ month, undated: 1 },
          figures: [figure({ amount: D('-3') }), figure({ key: 'other', amount: D('-4.25') })],
        }),
        readTaxLines: () => ({ revision: 1, total: 0, lines: [] }),
        readAnnotations: ({ kind }) =>
          (kind === 'account-vat'
            ? [{ key: '["Mercado","Uno"]', value: { rates: ['19', '4.5'], owner: '', atMs: 1 } }]
            : []) as never,
        writeAnnotations: ({ puts }) => {
          kept.push(...(puts as never as typeof kept));
          return null;
        },
      },
    },
    () => (
      <InAccount>
        <OwnerField testId="owner" />
        <TaxesSection month={MONTH} onSection={() => {}} />
      </InAccount>
    ),
  );
  const rate = (await screen.findAllByTestId('tax-rate'))[0] as HTMLElement;
  expect(readOf(rate)[0]).toContain('Mercado · Uno | 19 % · 4,5 % | Lo dijiste tú |');
  const shown = screen.getAllByTestId('tax-figure-amount').map(({ textContent }) => textContent);
  expect(shown).toEqual(['−3,00', '−4,25']);
  expect(screen.getByTestId('tax-undated').textContent).toContain('Una línea');
  // Its file is of the accounts in view, which its name tells apart.
  const { fileName, facts } = await exportBy('Exportar los impuestos', page, exports);
  expect([fileName?.replace(/-[a-z0-9]{8}-/u, '-MARK-'), facts[2]]).toEqual([
    'cuadra-lumbre-hogar_impuestos-y-retenciones-compra-2026-10-01-2026-10-31-MARK-ars.xlsx',
    '1–31 oct 2026 · Fecha de compra',
  ]);
  await page.user.type(screen.getByTestId('owner'), ' Ana ');
  await page.user.type(within(rate).getByTestId('tax-rate-input'), '{Enter}');
  expect(kept).toEqual([]);
  await page.user.type(within(rate).getByTestId('tax-rate-input'), '7{Enter}');
  await waitFor(() => expect(kept).toMatchObject([{ value: { owner: 'Ana', rates: ['7'] } }]));
  await page.user.click(screen.getAllByTestId('tax-open-lines')[1] as HTMLElement);
  expect(screen.getAllByTestId('tax-open-lines')[1]?.getAttribute('aria-expanded')).toBe('true');
  await page.user.click(screen.getByTestId('tax-month'));
  await page.user.click(screen.getAllByRole('menuitemradio')[4] as HTMLElement);
  await waitFor(() =>
    expect(screen.getAllByTestId('tax-open-lines').map((each) => each.getAttribute('aria-expanded'))).toEqual(
      ['false', 'false'],
    ),
  );
});

test('a month that is older than those that are proposed is chosen among them; another is asked about once chosen', async () => {
  const asked: TaxesQuery[] = [];
  const old = '2020-02' as Month;
  const page = await openPage(
    {
      dataReplies: {
        readTaxes: (query) => {
          asked.push(query);
          return { ...PAGE, month: query.month };
        },
      },
    },
    () => (
      <InAccount>
        <TaxesSection month={old} onSection={() => {}} />
      </InAccount>
    ),
  );
  const choice = await screen.findByTestId('tax-month');
  expect(choice.textContent).toBe('Febrero de 2020');
  await page.user.click(choice);
  const items = screen.getAllByRole('menuitemradio');
  expect([items.length, items.at(-1)?.textContent]).toEqual([26, 'Febrero de 2020']);
  await page.user.click(items[1] as HTMLElement);
  const next = shiftMonth(monthOf(todayHere()), -1);
  await waitFor(() => expect(asked.map(({ month }) => month)).toEqual([old, next]));
  expect(asked[1]).toEqual({ ...asked[0], month: next });
  // Of no month it begins with the one that is over.
  page.view.unmount();
  await openWith({});
  expect((await screen.findByTestId('tax-month')).textContent).not.toBe('');
});

test('lines of a figure open below it and close, more on asking; a figure of the rows leads to them', async () => {
  const { user, asked } = await openWith({});
  const open = (await screen.findAllByTestId('tax-open-lines'))[0] as HTMLElement;
  await user.click(open);
  const table = (await screen.findAllByTestId('tax-line'))[0]?.closest('table') as HTMLElement;
  expect(readOf(table)).toEqual([
    'Fecha | Orden | Liquidación | Lo que dice | Línea · archivo | Monto',
    '— | — | — | — | 9 · octubre.csv | −12,50',
    '05-10-2026 | O-7 | L1 | IVA · retenido | 9 · octubre.csv | −1,00',
  ]);
  expect(copiedOf(table)).toEqual([
    'Fecha | Orden | Liquidación | Lo que dice | Línea · archivo | Monto',
    '— | — | — | — | 9 · octubre.csv | -12,5',
    '05-10-2026 | O-7 | L1 | IVA · retenido | 9 · octubre.csv | -1',
  ]);
  expect(asked.at(-1)).toMatchObject({ key: 'iibb', month: MONTH, offset: 0, limit: 20 });
  await user.click(screen.getByRole('button', { name: 'Mostrar más (1.220)' }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ key: 'iibb', limit: 120 }));
  await user.click(open);
  expect(screen.queryByTestId('tax-line')).toBeNull();
  await user.click(screen.getByTestId('tax-orders'));
  expect(window.location.hash).toBe('#orders/Cobro%20de%20Impuestos');
  expect([probedSelection().period, probedSelection().filters]).toEqual([
    { from: '2026-10-01', to: '2026-10-31' },
    [
      { column: 'Canal', values: ['Mercado'] },
      { column: 'Cuenta', values: ['Uno'] },
    ],
  ]);
});

test('where nothing is told of taxes, and nothing unknown, only that is said', async () => {
  await openWith({ figures: [], untold: [], withoutStatements: [], undated: 0, accounts: [] });
  await screen.findByText('No es una declaración', { exact: false });
  await waitFor(() =>
    expect(readOf(screen.getByTestId('taxes')).slice(4)).toEqual([
      'Ningún extracto del mes nombra un impuesto.',
      'Lo que no se sabe',
      'Extractos de otro tipo y las filas pueden hablar de los mismos impuestos: por eso no se suman entre sí.',
      'De los bancos se leen las líneas que dicen ser un impuesto o una retención; un impuesto que pagaste tú también puede estar entre ellas.',
    ]),
  );
  expect(screen.queryByTestId('tax-rate')).toBeNull();
});

test('rates of an account are said, said to be none, and taken back; what is none is not set', async () => {
  const { user, written } = await openWith({});
  const field = await screen.findByTestId<HTMLInputElement>('tax-rate-input');
  const set = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' });
  expect([set().disabled, set().title, field.getAttribute('aria-invalid')]).toEqual([
    true,
    'Escribe una tasa entre 0 y 100',
    'false',
  ]);
  await user.type(field, '21; x{Enter}');
  expect([set().disabled, set().title !== '', field.getAttribute('aria-invalid')]).toEqual([
    true,
    true,
    'true',
  ]);
  expect(written).toEqual([]);
  await user.clear(field);
  await user.type(field, '16; 8');
  expect([set().disabled, set().title]).toEqual([false, '']);
  await user.click(set());
  await waitFor(() =>
    expect(written).toMatchObject([
      {
        kind: 'account-vat',
        puts: [{ key: '["Mercado","Uno"]', value: { Canal: 'Mercado', Cuenta: 'Uno', rates: ['16', '8'] } }],
        deletes: [],
      },
    ]),
  );
  expect(field.value).toBe('');
  await user.click(screen.getByRole('button', { name: 'Mercado · Uno no tiene IVA' }));
  await waitFor(() => expect(written[1]).toMatchObject({ puts: [{ value: { rates: [] } }] }));
  await user.click(screen.getByTestId('tax-rate-withdraw'));
  await waitFor(() => expect(written[2]).toMatchObject({ puts: [], deletes: ['["Mercado","Uno"]'] }));
});

test('rates of VAT that could not be kept say so, and stay as they are', async () => {
  const { user } = await openPage(
    {
      dataReplies: {
        readTaxes: () => PAGE,
        writeAnnotations: () => {
          throw new Error('disco lleno');
        },
      },
    },
    () => (
      <InAccount>
        <TaxesSection month={MONTH} onSection={() => undefined} />
      </InAccount>
    ),
  );
  await user.type(await screen.findByTestId('tax-rate-input'), '21{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('disco lleno');
  expect(screen.getByTestId('tax-rate').dataset.value).toBe('19;16;21;10.5;18');
});
