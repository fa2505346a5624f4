import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RateDeviationsQuery } from '#renderer/data/model/rate-deviations.ts';
import { writeStored } from '#renderer/features/preferences/stored.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import type { OpenedOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import type {
  RateDeviation,
  RateFormula,
  RateLine,
  Rates,
} from '#renderer/reconciliation/rates/model/rates.ts';
import { RatesSection } from '#renderer/reconciliation/rates/screen/rates-section.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { exportBy, takingExports } from '#test/renderer/dom/exported.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** Rules of charges, read whole over answers that are made: which rows are listed against which rule, claimed, and written. */

const D = (value: string) => value as Decimal;
const formula = (percent: string, more: Partial<RateFormula> = {}): RateFormula => ({
  ...{ withPaidShipping: false, withoutInstallments: false, percent: D(percent), tax: null, fixed: D('0') },
  ...{ fixedPer: 'unit', band: null },
  rounding: { to: D('0.01'), mode: 'half-up', per: 'row', beforeTax: false } as RateFormula['rounding'],
  ...more,
});
const off = (rows: number, amount: string) => ({ rows, amount: D(amount) });
const rule = (id: string, more: Partial<RateLine> = {}): RateLine => ({
  ...{ id, kind: 'commission', canal: 'Uno', cuenta: null, groups: null, publications: null },
  ...{ formula: formula('14'), from: null, to: null, follows: 1200, over: off(0, '0'), under: off(0, '0') },
  ...{ claim: D('0.00'), former: null },
  ...more,
});
const LINES = [
  rule('r1', {
    ...{ cuenta: '', from: '2026-09-21' as LocalDate, over: off(1, '12.5'), under: off(1002, '7.25') },
    claim: D('11.75'),
    former: { ...off(3, '-40.5'), formula: formula('16.5'), claim: D('99.00') },
    groups: { count: 5, first: ['Hogar', '', 'Jardín', 'Mesa'] },
  }),
  rule('r2', {
    ...{ canal: '', kind: 'shipping' },
    former: { ...off(0, '0'), formula: formula('1'), claim: D('0') },
  } as never),
  rule('r3', { former: { ...off(1, '2'), formula: formula('10', { fixed: D('700') }), claim: D('3') } }),
];
const RATES: Rates = {
  revision: 1,
  summaries: [
    {
      ...{ kind: 'commission', judged: 2000, without: off(1, '1500.5') },
      unjudged: { states: 1, uncharged: 2, unsold: 3, unreadable: 1004 },
    },
    {
      ...{ kind: 'shipping' as never, judged: 0, without: off(0, '0') },
      unjudged: { states: 0, uncharged: 0, unsold: 0, unreadable: 0 },
    },
  ],
  lines: LINES,
};
const row = (at: number, Orden: string, claim: string, more: Partial<RateDeviation> = {}): RateDeviation => ({
  ...{ row: at, identity: { Orden }, units: 1, base: D('100.00'), charged: D('16.5'), expected: D('14') },
  ...{ difference: D('2.5'), refunded: D('0.75'), claim: D(claim), correlationIds: ['c1', `c${at}`] },
  cells: { Canal: 'Uno', Cuenta: '', Orden, 'SKU Producto': `S-${at}` },
  ...more,
});
const ROWS = [row(2, 'O-1', '1.75'), row(3, 'O-1', '2.00'), row(4, '', '8', { difference: D('-1') })];

async function open(setting: PageSetting = {}) {
  const queries: object[] = [];
  const opened: OpenedOrder[] = [];
  const now: { fails: boolean; change: (action: SelectionAction) => void } = {
    fails: false,
    change: () => {},
  };
  function Shown() {
    const selection = useSelection();
    now.change = (action) => act(() => selection.change(action));
    return <RatesSection onOpenOrder={(order) => opened.push(order)} />;
  }
  const page = await openPage(
    {
      ...setting,
      dataReplies: {
        readRates: () => RATES,
        readRateDeviations: ({
          slot: _,
          ...query
        }: RateDeviationsQuery & {
          readonly offset: number;
          readonly limit: number;
          readonly slot?: string;
        }) => {
          queries.push(query);
          if (now.fails) throw new Error('the worker is gone');
          return { revision: 1, total: 203, offset: 0, lines: ROWS };
        },
      },
    },
    () => (
      <InAccount>
        <main data-testid="part">
          <Shown />
        </main>
      </InAccount>
    ),
  );
  const rules = await screen.findAllByTestId('rate-rule');
  return { ...page, queries, opened, rules, now };
}

test('rules read by their charges, those without rows to look into as words alone; what is off and what changed is said', async () => {
  const { rules } = await open();
  expect(readOf(screen.getByTestId('part'))).toEqual([
    'Tarifas',
    'la regla que da cada cobro al centavo, aprendida de las filas',
    'Una regla tiene filas que se desvían. 3 reglas cambiaron en una fecha.',
    'Cobro de Comisiones: 2.000 filas revisadas; sin regla en una fila, 1.500,50. (No se revisan: 1 de órdenes canceladas o devueltas, 2 sin cobro, 3 sin venta, 1.004 sin valor legible.)',
    'Regla | La siguen | Se desvían | De más | De menos | A reclamar',
    'Cobro de Comisiones',
    '[Uno · (vacío) · Hogar, (vacío), Jardín y 2 más, Ver las filas: Uno · (vacío) · Hogar, (vacío), Jardín y 2 más]14 % de Ventas; desde el 21-09-2026Antes: 16,5 % de Ventas. Desde el cambio, 3 filas cobran 40,50 menos. | 1.200 | 1.003 | 12,50 | 7,25 | 11,75',
    '[Uno, Ver las filas: Uno]14 % de VentasAntes: 10 % de Ventas + 700 por unidad. Desde el cambio, una fila cobra 2 más. | 1.200 | 0 | 0 | 0 | 0',
    'Cobro de Envío',
    '(vacío)14 % de VentasAntes: 1 % de Ventas. Desde el cambio, 0 filas cobran 0 más. | 1.200 | 0 | 0 | 0 | 0',
  ]);
  expect(rules.map(({ dataset }) => [dataset.value, dataset.under])).toEqual([
    ['12.5', '7.25'],
    ['0', '0'],
    ['0', '0'],
  ]);
});

test('rows are held against the rule, or as chosen against the one before; a claim is of those, and named by its rule', async () => {
  const exports = takingExports();
  const page = await open(exports.setting);
  const { user, queries, opened, rules } = page;
  const of = { selection: EVERYTHING, id: 'r1', claimOnly: false };
  const copied = async () => {
    await user.click(screen.getByTestId('rate-copy'));
    await screen.findByText(text('proof.copied'));
    return (await navigator.clipboard.readText()).split('\n');
  };
  await user.click(within(rules[0] as HTMLElement).getByRole('button'));
  await screen.findByTestId('rate-deviations');
  expect(queries).toEqual([{ ...of, against: 'off', offset: 0, limit: 50 }]);
  expect(readOf(screen.getByTestId('rate-deviations'))).toEqual([
    'Canal | Cuenta | Orden | Nro. suborden | Fecha de compra | SKU Producto | Base | Cobrado | Según la regla | Diferencia | Reembolsado | A reclamar | ID de solicitud',
    'Uno | | [O-1] | | | S-2 | 100,00 | 16,50 | 14,00 | +2,50 | 0,75 | 1,75 | [c1+1, Copiar los 2 ID de solicitud / c1 / c2]',
    'Uno | | [O-1] | | | S-3 | 100,00 | 16,50 | 14,00 | +2,50 | 0,75 | 2,00 | [c1+1, Copiar los 2 ID de solicitud / c1 / c3]',
    'Uno | | [Sin número de orden] | | | S-4 | 100,00 | 16,50 | 14,00 | −1,00 | 0,75 | 8,00 | [c1+1, Copiar los 2 ID de solicitud / c1 / c4]',
  ]);
  expect(await copied()).toEqual([
    'Regla: Uno · (vacío) · Hogar, (vacío), Jardín y 2 más: Cobro de Comisiones: 14 % de Ventas (desde el 21-09-2026)',
    'A reclamar: 11.75',
    'Las primeras 3 de 203:',
    '',
    'Canal: Uno · Cuenta:  · Orden: O-1',
    'SKU Producto: S-2 · Fecha de compra: — · Base: 100.00 · Cobrado: 16.5 · Según la regla: 14 · Reembolsado: 0.75',
    'SKU Producto: S-3 · Fecha de compra: — · Base: 100.00 · Cobrado: 16.5 · Según la regla: 14 · Reembolsado: 0.75',
    'A reclamar: 3.75',
    'correlation_id: c1, c2, c3',
    '',
    'Canal: Uno · Cuenta:  · Orden: ',
    'SKU Producto: S-4 · Fecha de compra: — · Base: 100.00 · Cobrado: 16.5 · Según la regla: 14 · Reembolsado: 0.75',
    'A reclamar: 8',
    'correlation_id: c1, c4',
  ]);
  expect(queries.at(-1)).toEqual({ ...of, against: 'off', claimOnly: true, offset: 0, limit: 200 });
  for (const limit of [100, 150]) {
    await user.click(screen.getByRole('button', { name: 'Mostrar más (200)' }));
    await waitFor(() => expect(queries.at(-1)).toEqual({ ...of, against: 'off', offset: 0, limit }));
  }
  await user.click(screen.getByRole('button', { name: text('rates.against-former') }));
  await waitFor(() => expect(queries.at(-1)).toEqual({ ...of, against: 'former', offset: 0, limit: 50 }));
  await screen.findByTestId('rate-deviations');
  expect((await copied()).slice(0, 3)).toEqual([
    'Regla: Uno · (vacío) · Hogar, (vacío), Jardín y 2 más: Cobro de Comisiones: 16,5 % de Ventas (desde el 21-09-2026)',
    'A reclamar: 99.00',
    'Las primeras 3 de 203:',
  ]);
  const file = await exportBy(text('rates.claim-name', { rule: '16,5 % de Ventas' }), page, exports);
  expect([file.fileName, file.content]).toEqual([
    'cuadra-lumbre-hogar_reclamo-uno-g3dtib8n.xlsx',
    {
      kind: 'rate-deviations',
      names: {
        table: 'Reclamo',
        base: 'Base',
        charged: 'Cobrado',
        expected: 'Según la regla',
        difference: 'Diferencia',
        refunded: 'Reembolsado',
        claim: 'A reclamar',
      },
      query: {
        selection: {
          periodColumn: 'Fecha de compra',
          filters: [],
          numberFilters: [],
          dateFilters: [],
          dashboardPreset: false,
          search: '',
          period: null,
          scope: null,
          ownCosts: null,
        },
        id: 'r1',
        against: 'former',
        claimOnly: true,
      },
    },
  ]);
  await user.click(screen.getByRole('button', { name: text('order.none') }));
  expect(opened).toMatchObject([
    { at: 2, places: 2, orders: [{ order: 'O-1' }, { order: 'O-1' }, { order: '' }] },
  ]);
});

test('rows are of the selection by now, or say why there are none; a claim tells its amounts though they are covered', async () => {
  writeStored('cuadra.preferences', { hidesAmounts: true });
  const { user, queries, rules, now } = await open();
  // What was charged too much and too little is told each of its own rows.
  const figures = [...(rules[0]?.querySelectorAll('[title]') ?? [])].map(
    (each) => each.getAttribute('title') ?? '',
  );
  expect(figures.filter((title) => / en /u.test(title)).map((title) => / en .*/u.exec(title)?.[0])).toEqual([
    ' en una fila',
    ' en 1.002 filas',
  ]);
  expect(screen.getAllByTestId('rate-claim').map(({ dataset }) => dataset.value)).toEqual([
    '11.75',
    '0.00',
    '0.00',
  ]);
  // Only the rule before would have charged otherwise: it is what the rows are held against.
  await user.click(within(rules[1] as HTMLElement).getByRole('button'));
  await screen.findByTestId('rate-deviations');
  const of = { id: 'r3', against: 'former', claimOnly: false, offset: 0, limit: 50 };
  expect(queries).toEqual([{ ...of, selection: EVERYTHING }]);
  await user.click(screen.getByTestId('rate-copy'));
  await user.click(await screen.findByTestId('rate-copy-covered'));
  await screen.findByText(text('proof.copied'));
  expect((await navigator.clipboard.readText()).split('\n').slice(0, 2)).toEqual([
    'Regla: Uno: Cobro de Comisiones: 10 % de Ventas + 700 por unidad',
    'A reclamar: 3',
  ]);
  now.fails = true;
  now.change({ type: 'set-filter', column: 'Canal', values: ['Uno'] });
  const selection = { ...EVERYTHING, filters: [{ column: 'Canal', values: ['Uno'] }] };
  await waitFor(() => expect(queries.at(-1)).toEqual({ ...of, selection }));
  expect((await screen.findByTestId('query-failure')).textContent).toContain('the worker is gone');
  expect(screen.queryByTestId('rate-deviations')).toBeNull();
});
