import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { AnnotationChanges } from '#renderer/data/model/annotations.ts';
import { type OwnCost, type OwnCostTrialQuery, ownCostKey } from '#renderer/data/model/own-costs.ts';
import { ROW_RULES } from '#renderer/data/model/row-rules.ts';
import type { MissingCostsQuery } from '#renderer/reconciliation/costs/model/missing-costs.ts';
import { MissingCostsSection } from '#renderer/reconciliation/costs/screen/missing-costs-section.tsx';
import { OwnCostEntry } from '#renderer/reconciliation/costs/screen/own-cost-entry.tsx';
import type { OpenedOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import { RulesSection } from '#renderer/reconciliation/rules/screen/rules-section.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { exportBy, takingExports } from './exported.ts';
import { laidOut } from './laid-out.ts';
import { InAccount, openPage, type PageSetting, probedSelection, SelectionProbe } from './page.tsx';
import { copiedOf, readOf } from './reading.ts';

/** What sales without cost, own costs and the rules of rows say, line by line as it is read, over answers that are made. */

const D = (value: string) => value as Decimal;
const inPage = (
  shown: React.ReactElement,
  dataReplies: NonNullable<PageSetting['dataReplies']>,
  setting: PageSetting = {},
) =>
  openPage({ ...setting, dataReplies }, () => (
    <InAccount>
      <main data-testid="part">{shown}</main>
      <SelectionProbe />
    </InAccount>
  ));
const read = () => readOf(screen.getByTestId('part'));

describe('sales without a product cost', () => {
  const line = (sku: string, more: object = {}) => ({
    ...{
      sku,
      product: `Nombre ${sku}`,
      rows: 1200,
      units: D('3'),
      ventas: D('100.50'),
      comercial: D('9'),
      total: D('-8.25'),
    },
    ...{ estimate: D('40.00'), basis: 'sku' },
    ...more,
  });
  const COSTS = {
    ...{
      revision: 1,
      skus: 243,
      rows: 1300,
      ventas: D('130.50'),
      allVentas: D('1000'),
      coveredVentas: D('869.50'),
    },
    ...{ estimate: D('52.00'), estimated: { sku: 1, selection: 1200, none: 0 } },
    comercial: { most: D('500'), likely: D('448.00') },
    total: { most: D('400'), likely: D('348.00') },
    lines: [
      line('A'),
      line('', { product: null, basis: null, estimate: null, total: null }),
      line('B', { basis: 'selection' }),
    ],
  };
  const OWN = {
    revision: 1,
    coverage: { source: D('800'), own: D('69.5'), none: D('130.50') },
    lines: [
      {
        ...{ key: 'k1', rows: 3, amount: D('30'), sourceRows: 0, sourceAmount: D('0'), ownAmount: D('0') },
        cost: {
          sku: 'A',
          currency: null,
          from: null,
          to: null,
          cost: D('12.125'),
          note: 'factura',
          owner: '',
          atMs: 0,
        },
      },
      {
        ...{ key: 'k2', rows: 0, amount: D('0'), sourceRows: 0, sourceAmount: D('0'), ownAmount: D('0') },
        cost: {
          sku: 'B',
          currency: null,
          from: '2026-10-01' as LocalDate,
          to: null,
          cost: D('5'),
          note: '',
          owner: '',
          atMs: 0,
        },
      },
      {
        ...{
          key: 'k3',
          rows: 1,
          amount: D('7'),
          sourceRows: 1200,
          sourceAmount: D('90'),
          ownAmount: D('80.5'),
        },
        cost: {
          sku: 'C',
          currency: null,
          from: '2026-10-01' as LocalDate,
          to: '2026-10-31' as LocalDate,
          cost: D('119'),
          note: '',
          owner: '',
          atMs: 0,
          vat: D('19'),
        },
      },
    ],
  };
  async function open(costs: object = {}, own: object | null = null, setting: PageSetting = {}) {
    const asked: MissingCostsQuery[] = [];
    const currencies: (string | null)[] = [];
    const replies: PageSetting['dataReplies'] = {
      readMissingCosts: ({ slot: _, ...query }: MissingCostsQuery & { readonly slot?: string }) => {
        asked.push(query);
        return { ...COSTS, ...costs } as never;
      },
      readOwnCosts: ({ currency }) => {
        currencies.push(currency);
        return { ...OWN, ...(own ?? { lines: [] }) } as never;
      },
      readAnnotations: ({ kind }) =>
        (kind === 'own-cost' && own !== null
          ? OWN.lines.map(({ key, cost }) => ({ key, value: cost }))
          : []) as never,
    };
    const page = await inPage(<MissingCostsSection />, replies, setting);
    await screen.findByTestId('missing-cost-said');
    return { ...page, calls: page.asked, asked, currencies };
  }

  test('read whole: how many, what of the sales they are, between which bounds the result lies, and each', async () => {
    await open();
    expect(read()).toEqual([
      'Costos sin cargar',
      'Ventas sin Costo de Producto: Comercial y Total serían menos[Plantilla, Guardar los SKU sin costo, por Ventas, como CSV para llenarlo e importarlo][Importar costos…][Exportar, Exportar los SKU sin costo, Exportar los SKU sin costo]',
      'SKU sin costo243',
      'Ventas sin costo130,50',
      'Ventas con costo87,0 %',
      'Comercial y Total con el costo que falta | Como está | Con el costo estimado | % Como está | % Con el costo estimado',
      'C Rentabilidad Comercial | 500,00 | 448,00 | 50,0 | 44,8',
      'T Rentabilidad Total | 400,00 | 348,00 | 40,0 | 34,8',
      '1 SKU: estimado con las otras filas del SKU',
      '1.200 SKU: estimado con el costo medio de la selección, pues el SKU no tiene filas con costo',
      'Ordenar por[Ventas, on][En riesgo]',
      'SKU Producto | Producto | Filas | Ventas | Rentabilidad Total | Costo estimado | Costo propio',
      '[A, Ver las filas sin costo de A] | Nombre A | 1.200 | 100,50 | −8,25 | 40,00 | [Cargar costo, Costo propio de A]',
      '[(vacío), Ver las filas sin costo de (vacío)] | | 1.200 | 100,50 | — | — |',
      '[B, Ver las filas sin costo de B] | Nombre B | 1.200 | 100,50 | −8,25 | 40,00 | [Cargar costo, Costo propio de B]',
      '[Mostrar más (240)]',
    ]);
    expect(screen.getAllByRole('table').map(copiedOf)).toEqual([
      [
        'Comercial y Total con el costo que falta | Como está | Con el costo estimado | % Como está | % Con el costo estimado',
        'Rentabilidad Comercial | 500 | 448,00 | 50,000000 | 44,800000',
        'Rentabilidad Total | 400 | 348,00 | 40,000000 | 34,800000',
      ],
      [
        'SKU Producto | Producto | Filas | Ventas | Rentabilidad Total | Costo estimado',
        'A | Nombre A | 1.200 | 100,50 | -8,25 | 40,00',
        ' |  | 1.200 | 100,50 |  | ',
        'B | Nombre B | 1.200 | 100,50 | -8,25 | 40,00',
      ],
    ]);
    expect(screen.getAllByTestId('missing-cost-estimate').map(({ title }) => title)).toEqual([
      'estimado con las otras filas del SKU',
      'sin nada con que estimarlo',
      'estimado con el costo medio de la selección, pues el SKU no tiene filas con costo',
    ]);
  });

  test('are ordered by what they are likely to have cost, more on asking, and lead to their rows', async () => {
    const exports = takingExports();
    const { user, asked, calls } = await open({}, null, exports.setting);
    expect(asked.at(-1)).toMatchObject({ order: 'ventas', limit: 20 });
    await user.click(screen.getByRole('button', { name: text('missing-cost.by-risk') }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ order: 'risk', limit: 20 }));
    await user.click(screen.getByRole('button', { name: 'Mostrar más (240)' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ order: 'risk', limit: 220 }));
    // The file has all of them, and so has the one to fill: those of the most sales first.
    const { content } = await exportBy(text('missing-cost.export-title'), { asked: calls }, exports);
    expect(asked.at(-1)).toMatchObject({ order: 'risk', limit: null });
    expect(laidOut(content)).toEqual([
      'Costos sin cargar, 2',
      'SKU Producto | Producto | Filas [count] (1300) | Unidades [count] | Ventas [money] (130.50) | Rentabilidad Comercial [money] | Rentabilidad Total [money] | Costo estimado [money] (52.00) | Base de la estimación',
      'A | Nombre A | 1200 | 3 | 100.50 | 9 | -8.25 | 40.00 | estimado con las otras filas del SKU',
      ' | — | 1200 | 3 | 100.50 | 9 | — | — | sin nada con que estimarlo',
      'B | Nombre B | 1200 | 3 | 100.50 | 9 | -8.25 | 40.00 | estimado con el costo medio de la selección, pues el SKU no tiene filas con costo',
    ]);
    await user.click(screen.getByTestId('own-costs-template'));
    await waitFor(() => expect(exports.texts).toHaveLength(1));
    expect(asked.at(-1)).toMatchObject({ order: 'ventas', limit: null });
    expect(exports.texts[0]?.trim().split(/\r?\n/u)).toEqual([
      '"SKU Producto";"Producto";"Costo unitario";"Desde (DD-MM-AAAA)";"Hasta (DD-MM-AAAA)";"Nota"',
      '"A";"Nombre A";;;;',
      '"B";"Nombre B";;;;',
    ]);
    await waitFor(() =>
      expect(screen.getByTestId<HTMLButtonElement>('own-costs-template').disabled).toBe(false),
    );
    await user.click(screen.getByRole('button', { name: 'B' }));
    expect(window.location.hash).toBe('#orders/Ventas');
    expect(probedSelection()).toMatchObject({
      filters: [{ column: 'SKU Producto', values: ['B'] }],
      numberFilters: [{ column: 'Costo de Producto', from: '0', to: '0' }],
    });
  });

  test('that are none are said so; without bounds or estimates none is shown', async () => {
    const none = await open({ skus: 0, lines: [], ventas: D('0'), coveredVentas: D('1000') });
    expect(read()).toEqual([
      'Costos sin cargar',
      'Ventas sin Costo de Producto: Comercial y Total serían menos[Plantilla, Guardar los SKU sin costo, por Ventas, como CSV para llenarlo e importarlo][Importar costos…][Exportar, Exportar los SKU sin costo, Exportar los SKU sin costo]',
      'Todas las Ventas de la selección tienen Costo de Producto.',
      'SKU sin costo0',
      'Ventas sin costo0',
      'Ventas con costo100,0 %',
    ]);
    none.view.unmount();
    await open({ comercial: null, total: null });
    expect(screen.queryByRole('table', { name: text('missing-cost.bounds') })).toBeNull();
  });

  test('and own costs, read whole: what of the sales they cover, each with its days, VAT and what the source says', async () => {
    await open({ skus: 0, lines: [] }, OWN);
    const table = (await screen.findAllByTestId('own-cost-line'))[0]?.closest('section') as HTMLElement;
    expect(readOf(table)).toEqual([
      'Costos propios',
      'Lo que dices que cuestan tus productos, al lado de la fuente y nunca sobre ella: vale donde la fuente no tiene costo, y solo mientras «Costos propios» está encendido. Parquet, PostgreSQL y las copias de seguridad guardan las filas de la fuente.',
      'Ventas con costo de la fuente 800,00 (80,0 %)Ventas con costo propio 69,50 (7,0 %)Ventas sin costo 130,50 (13,1 %)',
      'Buscar SKU o nota{Buscar SKU o nota}3 costos',
      'SKU Producto | Días de compra | Costo por unidad | Cuenta sin IVA | Filas en todo el período leído | Costo de Producto | Estado y nota | Editar',
      'A | siempre | 12,125 | 12,125 | 3 | 30 | Vale en esas filas. factura (factura) | [Editar][Quitar]',
      'B | desde 01-10-2026 | 5 | 5 | 0 | 0 | Ninguna fila lo usa. | [Editar][Quitar]',
      'C | 01-10-2026 a 31-10-2026 | 119 | 100 19 % | 1 | 7 | La fuente ya trae costo en 1.200 filas: dice 90,00, el tuyo era 80,50 | [Editar][Quitar]',
    ]);
    expect(copiedOf(within(table).getByRole('table'))).toEqual([
      'SKU Producto | Días de compra | Costo por unidad | Cuenta sin IVA | Filas en todo el período leído | Costo de Producto | Estado y nota',
      'A | siempre | 12,125 | 12,125 | 3 | 30 | factura',
      'B | desde 01-10-2026 | 5 | 5 | 0 | 0 | ',
      'C | 01-10-2026 a 31-10-2026 | 119 | 100 | 1 | 7 | ',
    ]);
    expect(screen.getByTestId('own-cost-source').dataset.value).toBe('90');
  });

  test('and own costs without VAT have no column of it; in the list their SKU says that it has one', async () => {
    const named = { accounts: [account({ currencies: { main: 'CLP', own: [] } })], activeId: 'a' };
    const { currencies } = await open(
      {},
      { lines: OWN.lines.slice(0, 2) },
      { accounts: { ...named, keyStorage: 'memory' } },
    );
    await screen.findAllByTestId('own-cost-line');
    expect(new Set(currencies)).toEqual(new Set(['CLP']));
    expect(screen.queryByTestId('own-cost-counted')).toBeNull();
    const lines = screen
      .getAllByTestId('missing-cost-line')
      .map((each) => each.textContent?.includes(text('own-costs.has')));
    expect(lines).toEqual([true, false, true]);
    expect(screen.getAllByTestId('own-cost-enter')).toHaveLength(2);
  });
});

test('a cost that is changed stays of its own currency, whichever is in view', async () => {
  const asked: OwnCostTrialQuery[] = [];
  const written: AnnotationChanges[] = [];
  const cost: OwnCost = {
    ...{ sku: 'A', currency: 'CLP', from: null, to: null, cost: D('119'), note: 'factura', owner: 'Luz' },
    ...{ atMs: 0, vat: D('19') },
  };
  const currencies = { main: 'USD', own: [] };
  const { user } = await inPage(
    <OwnCostEntry sku="A" cost={cost} onClose={() => {}} />,
    {
      readAnnotations: ({ kind }) =>
        (kind === 'own-cost' ? [{ key: ownCostKey(cost), value: cost }] : []) as never,
      readOwnCostTrial: ({ slot: _, ...query }: OwnCostTrialQuery & { readonly slot?: string }) => {
        asked.push(query);
        return { revision: 1, rows: 1, amount: D('100'), before: null, after: null, cut: [] } as never;
      },
      writeAnnotations: (changes) => {
        written.push(changes);
        return null;
      },
    },
    { accounts: { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' } },
  );
  expect(read()[0]).toContain('(CLP)');
  const { atMs: _, ...kept } = cost;
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ currency: 'USD', replaced: ownCostKey(cost) }));
  expect(asked.at(-1)?.cost).toEqual({ ...kept, note: '', owner: '', atMs: 0 });
  fireEvent.change(screen.getByTestId('own-cost-note'), { target: { value: ' otra ' } });
  fireEvent.change(screen.getByTestId('own-cost-from'), { target: { value: '01-10-2026' } });
  await user.click(screen.getByTestId('own-cost-save'));
  await waitFor(() =>
    expect(written).toMatchObject([
      {
        // It stands in the place of the one that was changed: nothing of that is left.
        deletes: [ownCostKey(cost)],
        puts: [{ value: { ...kept, from: '2026-10-01', note: 'otra' } }],
      },
    ]),
  );
});

describe('the rules of rows', () => {
  const counts = (more: object = {}) => ({
    ...{
      holds: 1200,
      fails: 0,
      absent: 0,
      unreadable: 0,
      withoutBase: 0,
      off: D('0'),
      net: D('0'),
      fitsOther: {},
    },
    ...more,
  });
  const of = (id: string, more: object) => ROW_RULES.map((rule) => counts(rule.id === id ? more : {}));
  const FAILING = {
    fails: 3,
    off: D('4.5'),
    net: D('-1.5'),
    absent: 1,
    unreadable: 2,
    withoutBase: 1000,
    fitsOther: { 'Ingreso Total': 2, Ventas: 0 },
  };
  async function open(replies: NonNullable<PageSetting['dataReplies']>, setting: PageSetting = {}) {
    const opened: OpenedOrder[] = [];
    const page = await inPage(<RulesSection onOpenOrder={(order) => opened.push(order)} />, replies, setting);
    await screen.findByTestId('proof-said');
    return { ...page, opened };
  }
  const answer = (rules: readonly object[], rows = 1200) => ({
    readRowRules: () => ({ revision: 1, rows, rules }) as never,
  });
  const ruleLine = (id: string) => document.querySelector(`[data-rule="${id}"]`) as HTMLElement;

  test('read whole: each with its formula, how many rows were checked, which fail and by how much', async () => {
    await open(answer(of('total', FAILING)));
    expect(read()).toEqual([
      'Prueba de filas',
      'cada fila contra sus propias columnas, hasta el último dígito',
      'Una regla falla en alguna fila.',
      'Regla | Comprobadas | No cumplen | Monto desviado | Sin comprobar',
      'Documentadas la API las declara',
      '[Rentabilidad Total, Ver las filas que no cumplen: Rentabilidad Total] | = Ingreso Total + Reembolso Total − Cobro Total − Costo de Producto | 1.203 | 3 | 4,50 | 1.003 (Sin valor: 1. Ilegibles: 2. Ventas en 0: 1.000.)',
      'Rentabilidad Comercial | = Ingreso Total + Reembolso Total − Cobros Comercial − Costo de Producto | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      'Ingreso Total | = Ventas + Despacho pagado por comprador + Ingreso por Envío Flex + Ingreso de Compensación por Daños + Ingreso por promoción + Ingresos sin categorizar | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      'Reembolso Total | = Reembolso de Comisiones + Reembolso de envío + Reembolso por publicidad + Reembolso de Costo Logístico + Reembolso por servicio almacenamiento + Reembolso por descarte de stock + Reembolso por almacenamiento prolongado + Reembolso de Ajuste sobre la Comisión + Reembolso Logística Inversa + Reembolso de Ajuste sobre Venta + Reembolsos sin categorizar + Reembolso de Impuestos + Devolución de Penalizacion por Cancelación | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      'Supuestas la API dice qué va junto, no con qué signo ni sobre qué base',
      'Cobros Comercial | = Cobro Total − Costos por publicidad − Costos de Almacenamiento Fulfillment − Costos de Gestión de Cuenta − Costos de Financiamiento | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      'Costo de Comisiones | = Cobro de Comisiones − Reembolso de Comisiones | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      'Costo Envío | = Cobro de Envío + Cobro Envío Flex − Reembolso de envío − Despacho pagado por comprador − Ingreso por Envío Flex | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      'Costos por publicidad | = Cobro por publicidad − Reembolso por publicidad | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      'Costos de Almacenamiento Fulfillment | = Cobro por Costo Logístico + Cobro por Servicio Almacenamiento + Cobro por Almacenamiento Prolongado + Cobro por Descarte de Stock − Reembolso de Costo Logístico − Reembolso por servicio almacenamiento − Reembolso por descarte de stock − Reembolso por almacenamiento prolongado | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      'Otros costos | = Cobro de Ajuste sobre la Comisión + Cobro de Penalizacion por Cancelación + Cobro Logística Inversa + Cobro de Penalización por Daños + Cobros sin categorizar + Cobro de Impuestos − Reembolso de Ajuste sobre la Comisión − Devolución de Penalización por Cancelación − Reembolso Logística Inversa − Reembolso de Ajuste sobre Venta − Reembolsos sin categorizar − Reembolso de Impuestos − Ingreso de Compensación por Daños − Ingreso por promoción − Ingresos sin categorizar | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      'Costos de Descuentos y Promociones | = Cobro por Cupones de Descuento − Reembolso por Cupones de Descuento | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      'Costos de Gestión de Cuenta | = Cobro por Asesoría Comercial (KAM) + Cobro por Uso de Pasarela + Cobro por Mantenimiento Tienda + Cobro por Reputación + Cobro por Publicar − Reembolso por Asesoría Comercial (KAM) − Reembolso por Uso de Pasarela − Reembolso por Mantenimiento Tienda | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      'Costos de Financiamiento | = Cobro por Financiación y Cuotas Pasarela + Cobro por Adelanto de Dinero − Reembolso por Financiación y Cuotas Pasarela | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      '% Rentabilidad Marketplace | = Rentabilidad Marketplace ÷ Ventas × 100 | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      '% Rentabilidad Comercial | = Rentabilidad Comercial ÷ Ventas × 100 | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      '% Rentabilidad Total | = Rentabilidad Total ÷ Ventas × 100 | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      '% Costo de Marketplace | = Costo de Marketplace ÷ Ventas × 100 | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      '% Costo Comercial | = Costo Comercial ÷ Ventas × 100 | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      '% Costo Total | = Costo Total ÷ Ventas × 100 | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      '% Cobro de Comisiones | = Cobro de Comisiones ÷ Ventas × 100 | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      '% Costo de Comisiones | = Costo de Comisiones ÷ Ventas × 100 | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      '% Costo de Publicidad | = Costos por publicidad ÷ Ventas × 100 | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      '% Costo Envío | = Costo Envío ÷ Ventas × 100 | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      '% Costo Producto | = Costo de Producto ÷ Ventas × 100 | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
      'Informativa puede diferir: el total se lee de su columna',
      'Costo de Marketplace | = Costo de Comisiones + Costo Envío + Costos por publicidad + Costos de Almacenamiento Fulfillment + Otros costos + Costos de Descuentos y Promociones + Costos de Gestión de Cuenta + Costos de Financiamiento | 1.200 | 0 | 0 | 0 (Sin valor: 0. Ilegibles: 0. Ventas en 0: 0.)',
    ]);
    expect(copiedOf(screen.getByRole('table'))).toEqual([
      'Regla |  | Comprobadas | No cumplen | Monto desviado | Sin comprobar',
      "Rentabilidad Total | '= Ingreso Total + Reembolso Total − Cobro Total − Costo de Producto | 1.203 | 3 | 4,5 | 1.003",
      "Rentabilidad Comercial | '= Ingreso Total + Reembolso Total − Cobros Comercial − Costo de Producto | 1.200 | 0 | 0 | 0",
      "Ingreso Total | '= Ventas + Despacho pagado por comprador + Ingreso por Envío Flex + Ingreso de Compensación por Daños + Ingreso por promoción + Ingresos sin categorizar | 1.200 | 0 | 0 | 0",
      "Reembolso Total | '= Reembolso de Comisiones + Reembolso de envío + Reembolso por publicidad + Reembolso de Costo Logístico + Reembolso por servicio almacenamiento + Reembolso por descarte de stock + Reembolso por almacenamiento prolongado + Reembolso de Ajuste sobre la Comisión + Reembolso Logística Inversa + Reembolso de Ajuste sobre Venta + Reembolsos sin categorizar + Reembolso de Impuestos + Devolución de Penalizacion por Cancelación | 1.200 | 0 | 0 | 0",
      "Cobros Comercial | '= Cobro Total − Costos por publicidad − Costos de Almacenamiento Fulfillment − Costos de Gestión de Cuenta − Costos de Financiamiento | 1.200 | 0 | 0 | 0",
      "Costo de Comisiones | '= Cobro de Comisiones − Reembolso de Comisiones | 1.200 | 0 | 0 | 0",
      "Costo Envío | '= Cobro de Envío + Cobro Envío Flex − Reembolso de envío − Despacho pagado por comprador − Ingreso por Envío Flex | 1.200 | 0 | 0 | 0",
      "Costos por publicidad | '= Cobro por publicidad − Reembolso por publicidad | 1.200 | 0 | 0 | 0",
      "Costos de Almacenamiento Fulfillment | '= Cobro por Costo Logístico + Cobro por Servicio Almacenamiento + Cobro por Almacenamiento Prolongado + Cobro por Descarte de Stock − Reembolso de Costo Logístico − Reembolso por servicio almacenamiento − Reembolso por descarte de stock − Reembolso por almacenamiento prolongado | 1.200 | 0 | 0 | 0",
      "Otros costos | '= Cobro de Ajuste sobre la Comisión + Cobro de Penalizacion por Cancelación + Cobro Logística Inversa + Cobro de Penalización por Daños + Cobros sin categorizar + Cobro de Impuestos − Reembolso de Ajuste sobre la Comisión − Devolución de Penalización por Cancelación − Reembolso Logística Inversa − Reembolso de Ajuste sobre Venta − Reembolsos sin categorizar − Reembolso de Impuestos − Ingreso de Compensación por Daños − Ingreso por promoción − Ingresos sin categorizar | 1.200 | 0 | 0 | 0",
      "Costos de Descuentos y Promociones | '= Cobro por Cupones de Descuento − Reembolso por Cupones de Descuento | 1.200 | 0 | 0 | 0",
      "Costos de Gestión de Cuenta | '= Cobro por Asesoría Comercial (KAM) + Cobro por Uso de Pasarela + Cobro por Mantenimiento Tienda + Cobro por Reputación + Cobro por Publicar − Reembolso por Asesoría Comercial (KAM) − Reembolso por Uso de Pasarela − Reembolso por Mantenimiento Tienda | 1.200 | 0 | 0 | 0",
      "Costos de Financiamiento | '= Cobro por Financiación y Cuotas Pasarela + Cobro por Adelanto de Dinero − Reembolso por Financiación y Cuotas Pasarela | 1.200 | 0 | 0 | 0",
      "% Rentabilidad Marketplace | '= Rentabilidad Marketplace ÷ Ventas × 100 | 1.200 | 0 | 0 | 0",
      "% Rentabilidad Comercial | '= Rentabilidad Comercial ÷ Ventas × 100 | 1.200 | 0 | 0 | 0",
      "% Rentabilidad Total | '= Rentabilidad Total ÷ Ventas × 100 | 1.200 | 0 | 0 | 0",
      "% Costo de Marketplace | '= Costo de Marketplace ÷ Ventas × 100 | 1.200 | 0 | 0 | 0",
      "% Costo Comercial | '= Costo Comercial ÷ Ventas × 100 | 1.200 | 0 | 0 | 0",
      "% Costo Total | '= Costo Total ÷ Ventas × 100 | 1.200 | 0 | 0 | 0",
      "% Cobro de Comisiones | '= Cobro de Comisiones ÷ Ventas × 100 | 1.200 | 0 | 0 | 0",
      "% Costo de Comisiones | '= Costo de Comisiones ÷ Ventas × 100 | 1.200 | 0 | 0 | 0",
      "% Costo de Publicidad | '= Costos por publicidad ÷ Ventas × 100 | 1.200 | 0 | 0 | 0",
      "% Costo Envío | '= Costo Envío ÷ Ventas × 100 | 1.200 | 0 | 0 | 0",
      "% Costo Producto | '= Costo de Producto ÷ Ventas × 100 | 1.200 | 0 | 0 | 0",
      "Costo de Marketplace | '= Costo de Comisiones + Costo Envío + Costos por publicidad + Costos de Almacenamiento Fulfillment + Otros costos + Costos de Descuentos y Promociones + Costos de Gestión de Cuenta + Costos de Financiamiento | 1.200 | 0 | 0 | 0",
    ]);
  });

  test.each<readonly [string, object, number, string]>([
    ['hold', {}, 1200, text('proof.all-hold', { count: 1200, shown: '1.200' })],
    [
      'cannot all be told',
      { absent: 1, unreadable: 2 },
      1200,
      text('proof.hold-where-checked', { count: 3, shown: '3' }),
    ],
    ['fail', FAILING, 1200, text('proof.some-fail', { count: 1 })],
    ['are of no row', {}, 0, text('proof.none')],
  ])('that %s are said so', async (_, more, rows, said) => {
    await open(answer(of('total', more), rows));
    expect(screen.getByTestId('proof-said').textContent?.trim()).toBe(said);
  });

  test('for information alone may fail, and are no failure', async () => {
    await open(answer(of('marketplace', { fails: 3, absent: 2, unreadable: 1 })));
    expect(screen.getByTestId('proof-said').textContent?.trim()).toBe(
      text('proof.all-hold', { count: 1200, shown: '1.200' }),
    );
  });

  test('of percentages open into their bases; rows that another base makes right are told from one on', async () => {
    const exports = takingExports();
    const [rate] = ROW_RULES.filter(({ kind }) => kind === 'rate');
    if (rate === undefined) throw new Error('There is a rule of percentages.');
    const asked: object[] = [];
    const replies: PageSetting['dataReplies'] = {
      ...answer(of(rate.id, { ...FAILING, fitsOther: { Ventas: 1 } })),
      readFailureGroups: () =>
        ({
          ...{ revision: 1, id: rate.id, groupsLeftOut: 1, rowsLeftOut: 1 },
          groups: [
            { canal: 'A', difference: null, base: null, rows: 2 },
            { canal: 'A', difference: null, base: 'Ventas', rows: 1 },
            { canal: 'A', difference: null, base: 'Ingreso Total', rows: 3 },
          ],
        }) as never,
      readFailingRows: ({ slot: _, ...query }: { readonly slot?: string }) => {
        asked.push(query);
        return { revision: 1, total: 200, offset: 0, lines: [] } as never;
      },
    };
    const page = await open(replies, exports.setting);
    await page.user.click(within(ruleLine(rate.id)).getByRole('button'));
    const groups = (await screen.findAllByTestId('proof-group'))[0]?.closest('table') as HTMLElement;
    expect(readOf(groups)).toEqual([
      'Canal | Base que cuadra | Filas',
      'A | ninguna | [2, Ver filas: A ninguna]',
      'A | Ventas | [1, Ver filas: A Ventas]',
      'A | Ingreso Total | [3, Ver filas: A Ingreso Total]',
      'y un grupo más, con una fila',
    ]);
    expect(screen.getByTestId('proof-fits').textContent).toBe('1 fila cuadra con Ventas como base');
    const name = text('proof.export-name', { rule: rate.result });
    const { content } = await exportBy(name, page, exports);
    expect(content).toMatchObject({ kind: 'failing-rows', query: { id: rate.id, group: null } });
    await page.user.click(within(screen.getAllByTestId('proof-group')[2] as HTMLElement).getByRole('button'));
    const group = { canal: 'A', difference: null, base: 'Ingreso Total' };
    for (const limit of [50, 100, 150]) {
      await waitFor(() => expect(asked.at(-1)).toMatchObject({ id: rate.id, group, limit }));
      await page.user.click(await screen.findByRole('button', { name: 'Mostrar más (200)' }));
    }
    // The others of its channel are not open with it.
    expect(
      screen
        .getAllByTestId('proof-group')
        .map((each) => each.querySelector('button')?.getAttribute('aria-expanded')),
    ).toEqual(['false', 'false', 'true']);
  });

  test('open into what fails, by channel and by how much, and that into its rows', async () => {
    const row = (at: number, more: object = {}) => ({
      ...{
        row: at,
        identity: { Orden: `O-${at}` },
        correlationIds: ['c1'],
        expected: D('1.50'),
        difference: D('-0.125'),
      },
      cells: {
        Canal: 'A',
        Cuenta: '1',
        Orden: at === 2 ? '' : `O-${at}`,
        'Rentabilidad Total': '1.375',
        'Ingreso Total': '3',
      },
      ...more,
    });
    const asked: object[] = [];
    const exports = takingExports();
    const replies: PageSetting['dataReplies'] = {
      ...answer(of('total', FAILING)),
      readFailureGroups: () =>
        ({
          ...{ revision: 1, id: 'total', groupsLeftOut: 2, rowsLeftOut: 1100 },
          groups: [
            { canal: 'A', difference: D('-1.5'), base: null, rows: 1200 },
            { canal: '', difference: null, base: 'Ventas', rows: 1 },
            { canal: 'B', difference: null, base: null, rows: 2 },
          ],
        }) as never,
      readFailingRows: ({ slot: _, ...query }: { readonly slot?: string }) => {
        asked.push(query);
        return {
          revision: 1,
          total: 130,
          offset: 0,
          lines: [row(1), row(2, { expected: null, difference: null, correlationIds: [] })],
        } as never;
      },
    };
    const page = await open(replies, exports.setting);
    const { user, opened } = page;
    await user.click(within(ruleLine('total')).getByRole('button'));
    const groups = (await screen.findAllByTestId('proof-group'))[0]?.closest('table') as HTMLElement;
    expect(readOf(groups)).toEqual([
      'Canal | Diferencia | Filas',
      'A | −1,50 | [1.200, Ver filas: A −1,5]',
      '(vacío) | Ventas | [1, Ver filas: (vacío) Ventas]',
      'B | (vacío) | [2, Ver filas: B (vacío)]',
      'y 2 grupos más, con 1.100 filas',
    ]);
    expect(copiedOf(groups)).toEqual([
      'Canal | Diferencia | Filas',
      'A | -1,5 | 1.200',
      '(vacío) |  | 1',
      'B |  | 2',
    ]);
    expect(screen.getAllByTestId('proof-fits').map((each) => [each.dataset.value, each.textContent])).toEqual(
      [['2', '2 filas cuadran con Ingreso Total como base']],
    );
    await user.click(within(screen.getAllByTestId('proof-group')[0] as HTMLElement).getByRole('button'));
    const rows = (await screen.findAllByTestId('proof-row'))[0]?.closest('table') as HTMLElement;
    expect(readOf(rows)).toEqual([
      'Canal | Cuenta | Orden | Nro. suborden | SKU Producto | Rentabilidad Total | Ingreso Total | Reembolso Total | Cobro Total | Costo de Producto | Según la regla | Diferencia | ID de solicitud',
      'A | 1 | [O-1] | | | 1,375 | 3 | — | — | — | 1,50 | −0,125 | [c1, Copiar el ID de la solicitud / c1]',
      'A | 1 | [Sin número de orden] | | | 1,375 | 3 | — | — | — | — | — | —',
    ]);
    expect(copiedOf(rows)).toEqual([
      'Canal | Cuenta | Orden | Nro. suborden | SKU Producto | Rentabilidad Total | Ingreso Total | Reembolso Total | Cobro Total | Costo de Producto | Según la regla | Diferencia | ID de solicitud',
      'A | 1 | O-1 |  |  | 1,375 | 3 |  |  |  | 1,50 | -0,125 | c1',
      'A | 1 |  |  |  | 1,375 | 3 |  |  |  |  |  | ',
    ]);
    expect(asked.at(-1)).toMatchObject({
      id: 'total',
      group: { canal: 'A', difference: '-1.5', base: null },
      limit: 50,
    });
    await user.click(screen.getByRole('button', { name: text('order.none') }));
    expect(opened).toMatchObject([{ at: 1, places: 2, orders: [{ order: 'O-1' }, { order: '' }] }]);
    await user.click(screen.getByRole('button', { name: 'Mostrar más (128)' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ limit: 100 }));
    // All rows that break it are written, of whichever group; those that are shown are copied.
    const name = text('proof.export-name', { rule: 'Rentabilidad Total' });
    const { content, fileName } = await exportBy(name, page, exports, 'csv');
    expect([fileName, content]).toEqual([
      'cuadra-lumbre-hogar_prueba-de-filas-rentabilidad-total.csv',
      {
        kind: 'failing-rows',
        names: { table: 'Prueba de filas', expected: 'Según la regla', difference: 'Diferencia' },
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
          id: 'total',
          group: null,
        },
      },
    ]);
    await user.click(screen.getByTestId('proof-copy'));
    await screen.findByText(text('proof.copied'));
    expect(asked.at(-1)).toMatchObject({
      group: { canal: 'A', difference: '-1.5', base: null },
      ...{ offset: 0, limit: 20 },
    });
    expect((await navigator.clipboard.readText()).split('\n').slice(0, 6)).toEqual([
      'Regla: Rentabilidad Total = Ingreso Total + Reembolso Total − Cobro Total − Costo de Producto',
      'Filas que no cumplen: 3 de 1203 comprobadas',
      'Las primeras 2 de 130:',
      '',
      'Canal: A · Cuenta: 1 · Orden: O-1 · Nro. suborden: — · SKU Producto: —',
      'Rentabilidad Total: 1.375',
    ]);
    await user.click(within(ruleLine('total')).getAllByRole('button')[0] as HTMLElement);
    expect(screen.queryByTestId('proof-group')).toBeNull();
  });
});
