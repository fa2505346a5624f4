import type { TablesQuery } from '#renderer/data/worker/dataset-tables.ts';
import type { Month } from '#shared/domain/dates.ts';
import { PROFITABILITY_COLUMNS, profitabilityOf } from '#shared/domain/profitability.ts';
import { inScope, type SellerAccount, selectionOfMonth } from '#shared/domain/selection.ts';
import { fromGrains, toGrains } from '#test/shared/decimal-oracle.ts';
import type { Expected, Service } from './warehouse-tables.ts';

/** What the views of the Panel must answer, as the app's own questions do. */

const MONTH = '2026-03' as Month;

/** Sums of rows' cells from a place on, by what stands before it; null where all of them are. */
function summed(rows: Expected['rows'], keys: number): Expected['rows'] {
  const groups = new Map<string, (bigint | null)[]>();
  for (const row of rows) {
    const key = JSON.stringify(row.slice(0, keys));
    const known = groups.get(key) ?? row.slice(keys).map(() => null);
    groups.set(
      key,
      row.slice(keys).map((cell, at) => {
        const sum = known[at] ?? null;
        return cell === null ? sum : (sum ?? 0n) + toGrains(String(cell));
      }),
    );
  }
  return [...groups].map(([key, sums]) => [
    ...(JSON.parse(key) as string[]),
    ...sums.map((sum) => (sum === null ? null : fromGrains(sum))),
  ]);
}

export async function expectedViews(
  service: Service,
  account: string,
  { views, today }: TablesQuery,
  exceptions: Expected['rows'],
): Promise<readonly Expected[]> {
  const view = (name: string, columns: string, rows: Expected['rows']): Expected => ({
    from: `${name} WHERE cuadra_cuenta = '${account}'`,
    columns: columns.split(' '),
    rows,
  });
  const currencyOf = (place: SellerAccount): string =>
    views.find(({ scope }) => inScope(scope, place))?.currency ?? '';
  const columns = [...PROFITABILITY_COLUMNS, 'Costo de Producto'];
  const profitability: (readonly (string | number | null)[])[] = [];
  for (const { currency, scope } of views) {
    const selection = selectionOfMonth(MONTH, scope);
    const { groups } = await service.readGroups({ selection, dimension: 'Canal', columns });
    for (const { value, totals } of groups)
      profitability.push([
        ...[MONTH, value, currency, totals.rows, totals.sums.Ventas ?? null, totals.ventasWithProductCost],
        ...profitabilityOf(totals.sums).flatMap(({ profit, cost, ratePercent }) => [
          profit,
          cost,
          ratePercent,
        ]),
      ]);
  }
  const { lines } = await service.readReceivables({ scope: null, month: MONTH, today });
  const { months } = await service.readCloses(null);
  const drifts = await Promise.all(
    months
      .filter(({ state }) => state !== 'open')
      .map(async ({ month }) => {
        const query = { month, scope: null, cause: null, offset: 0, limit: 0 };
        return { month, lines: (await service.readDrift(query)).byAccount };
      }),
  );
  return [
    view(
      `(SELECT * FROM cuadra_panel_rentabilidad WHERE mes = '${MONTH}') AS v`,
      `mes canal moneda filas ventas ventas_con_costo ${['marketplace', 'comercial', 'total']
        .map((scope) => `rentabilidad_${scope} costo_${scope} porcentaje_${scope}`)
        .join(' ')}`,
      profitability,
    ),
    view(
      `(SELECT * FROM cuadra_panel_por_cobrar WHERE mes = '${MONTH}') AS v`,
      'mes canal moneda inicial ventas cargos liberado final mas_de_90',
      summed(
        lines.map(({ canal, cuenta, figures: { opening, sales, charges, released, closing }, ages }) => [
          ...[MONTH, canal, currencyOf({ Canal: canal, Cuenta: cuenta })],
          ...[opening, sales, charges, released, closing, ages['over-90']],
        ]),
        3,
      ),
    ),
    view(
      'cuadra_panel_deriva',
      'mes canal moneda rentabilidad_total rentabilidad_total_hoy deriva_total',
      summed(
        months.flatMap(({ month, close, now }) =>
          close.figures.map(({ Canal, Cuenta, sums }) => {
            const total = 'Rentabilidad Total';
            const today = now.find((each) => each.Canal === Canal && each.Cuenta === Cuenta)?.sums[total];
            const drift = fromGrains(toGrains(today ?? '0') - toGrains(sums[total] ?? '0'));
            return [month, Canal, currencyOf({ Canal, Cuenta }), sums[total] ?? null, today ?? null, drift];
          }),
        ),
        3,
      ),
    ),
    view(
      'cuadra_panel_causas',
      'mes canal moneda causa rentabilidad_marketplace rentabilidad_comercial rentabilidad_total',
      summed(
        drifts.flatMap(({ month, lines: ofMonth }) =>
          ofMonth.flatMap(({ Canal, Cuenta, causes }) =>
            causes.map(({ cause, sums: { marketplace, comercial, total } }) => [
              ...[month, Canal, currencyOf({ Canal, Cuenta }), cause, marketplace, comercial, total],
            ]),
          ),
        ),
        4,
      ),
    ),
    view(
      'cuadra_panel_pendientes',
      'mes tipo moneda casos importe',
      summed(
        exceptions
          .filter(([, , state]) => state === 'open')
          .map(([, kind, , amount, , , month, currency]) => [
            ...[month ?? '', kind ?? '', currency ?? '', 1, amount ?? null],
          ]),
        3,
      ),
    ),
  ];
}
