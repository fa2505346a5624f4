import type { Annotation } from '#renderer/data/model/annotations.ts';
import { EVERY_CHANGE } from '#renderer/data/model/changes.ts';
import type { TablesQuery } from '#renderer/data/worker/dataset-tables.ts';
import { EVERYTHING, inScope } from '#shared/domain/selection.ts';
import type { startPage } from '#test/renderer/data/storage/started-page.ts';
import { fromGrains, toGrains } from '#test/shared/decimal-oracle.ts';
import type { Asked } from './warehouse-engines.ts';
import { expectedViews } from './warehouse-views.ts';

/** What the tables of an export for engines must hold, as the questions of the screens answer it. */

export type Service = ReturnType<typeof startPage>['service'];
export type Expected = Asked & { readonly rows: readonly (readonly (string | number | null)[])[] };

const ALL = { scope: null, offset: 0, limit: 1000 } as const;

/** @param account whose rows are asked for */
export async function expectedTables(
  service: Service,
  account: string,
  asked: TablesQuery,
): Promise<readonly Expected[]> {
  const { today, views, thresholds, tolerance, payoutTolerance } = asked;
  const { months } = await service.readCloses(null);
  const table = (name: string, columns: string, rows: Expected['rows']): Expected => ({
    from: `${name} WHERE cuadra_cuenta = '${account}'`,
    columns: columns.split(' '),
    rows,
  });
  const grouped = (name: string, by: string, sums: string, columns: string, rows: Expected['rows']) => ({
    from: `(SELECT ${by}, ${sums} FROM ${name} WHERE cuadra_cuenta = '${account}' GROUP BY ${by}) AS g`,
    columns: columns.split(' '),
    rows,
  });
  const drifts = await Promise.all(
    months
      .filter(({ state }) => state !== 'open')
      .map(({ month }) => service.readDrift({ ...ALL, month, cause: null })),
  );
  const found = new Map<string, Expected['rows'][number]>();
  for (const { currency, scope } of views) {
    const query = { scope, currency, thresholds, tolerance, today, withCases: true };
    // What is of no account is found in every view.
    for (const { head, month, cases } of (await service.readExceptions(query)).groups)
      for (const { key, state, amount, said, ...each } of cases)
        if (!found.has(key))
          found.set(key, [
            ...[key, head.kind, state, amount, said?.owner ?? null, said?.note ?? null],
            ...[each.month ?? month, head.currency ?? currency],
          ]);
  }
  const sayings = await service.readAnnotations({ kind: 'exception-saying' });
  const lastingly = await service.readAnnotations({ kind: 'no-channel' });
  const costs = await service.readAnnotations({ kind: 'own-cost' });
  const targets = await service.readAnnotations({ kind: 'target' });
  const postings = await service.readAnnotations({ kind: 'journal-posting' });
  const statements = await service.readStatements(null);
  const matches = await Promise.all(
    statements
      .filter(({ kind }) => kind !== 'bank')
      .map(async ({ id }) => {
        const query = { statementIds: [id], tolerance, states: [], sort: null, search: '' };
        return { id, cases: (await service.readMatches({ ...query, offset: 0, limit: 1000 })).cases };
      }),
  );
  const { payouts, unexplained, noChannel } = await service.readPayouts({
    ...{ scope: null, day: today, tolerance: payoutTolerance },
  });
  const ofMonths = await Promise.all(
    ['2026-03', '2026-04'].map((month) =>
      service.readReceivables({ scope: null, month: month as never, today }),
    ),
  );
  const { lines: changed } = await service.readChanges({
    ...ALL,
    ...EVERY_CHANGE,
  });
  const { groups: accounts } = await service.readGroups({
    ...{ selection: EVERYTHING, dimension: 'Canal', within: 'Cuenta', columns: [] },
  });
  const { readUntil, rows: rowCount } = await service.release(null);
  return [
    table('cuadra_exportacion', 'n leido_hasta filas', [[1, readUntil, rowCount]]),
    table(
      'cuadra_cierres',
      'mes estado preparo nota',
      months.map(({ month, state, close }) => {
        const last = close.log.findLast(({ what }) => what === 'closed');
        return [month, state, last?.owner ?? null, last?.note ?? null];
      }),
    ),
    table(
      'cuadra_cierres_cuentas',
      'mes canal cuenta filas ventas rentabilidad_total rentabilidad_total_hoy deriva_total',
      months.flatMap(({ month, close, now }) =>
        close.figures.map(({ Canal, Cuenta, rows, sums }) => {
          const today = now.find((each) => each.Canal === Canal && each.Cuenta === Cuenta)?.sums ?? {};
          const [then, by] = [sums['Rentabilidad Total'], today['Rentabilidad Total']];
          const drift = fromGrains(toGrains(by ?? '0') - toGrains(then ?? '0'));
          return [month, Canal, Cuenta, rows, sums.Ventas ?? null, then ?? null, by ?? null, drift];
        }),
      ),
    ),
    table(
      'cuadra_cierres_causas',
      'canal causa rentabilidad_marketplace rentabilidad_total',
      drifts.flatMap(({ byAccount }) =>
        byAccount.flatMap(({ Canal, causes }) =>
          causes.map(({ cause, sums }) => [Canal, cause, sums.marketplace, sums.total]),
        ),
      ),
    ),
    table(
      'cuadra_ajustes',
      'mes ajuste causa fechado_en rentabilidad_total quien',
      months.flatMap(({ month, close }) =>
        close.adjustments.flatMap(({ id, datedIn, lines, owner }) =>
          lines.flatMap(({ causes }) =>
            causes.map(({ cause, sums }) => [month, id, cause, datedIn, sums.total, owner]),
          ),
        ),
      ),
    ),
    table(
      'cuadra_cierres_bitacora',
      'mes n que quien',
      months.flatMap(({ month, close }) =>
        close.log.map(({ what, owner }, at) => [month, at + 1, what, owner]),
      ),
    ),
    table('cuadra_excepciones', 'excepcion tipo estado importe responsable nota mes moneda', [
      ...found.values(),
    ]),
    table('cuadra_decisiones', 'tipo clave que quien nota', [
      ...sayings.map(({ key, value }) => {
        const { state, owner, note } = value as Annotation<'exception-saying'>;
        return ['exception-saying', key, state, owner, note];
      }),
      ...lastingly.map(({ key, value }) => {
        const { description, owner } = value as Annotation<'no-channel'>;
        return ['no-channel', key, 'no-channel', owner, description];
      }),
    ]),
    table(
      'cuadra_costos_propios',
      'sku moneda costo costo_ingresado iva quien',
      costs.map(({ value }) => {
        const { sku, currency, cost, vat, owner } = value as Annotation<'own-cost'>;
        // Chosen so that it comes out even.
        const counted = vat === undefined ? cost : String((Number(cost) * 100) / (100 + Number(vat)));
        return [sku, currency, counted, cost, vat ?? null, owner];
      }),
    ),
    table(
      'cuadra_metas',
      'mes medida columna valor meta',
      targets.map(({ value }) => {
        const { month, measure, value: meta } = value as Annotation<'target'>;
        return [month, measure, '', '', meta];
      }),
    ),
    table(
      'cuadra_extractos',
      'extracto archivo tipo lineas comprobacion desde',
      statements.map(({ id, name, kind, lines, proof, days }) => [
        ...[id, name, kind, lines, proof.state],
        days === null ? null : `${days.from} 00:00:00`,
      ]),
    ),
    grouped(
      'cuadra_extractos_lineas',
      'extracto',
      'sum(neto) AS netos, count(*) AS lineas',
      'extracto netos lineas',
      statements.map(({ id, nets, lines }) => [id, nets[0]?.net ?? null, lines]),
    ),
    table(
      'cuadra_cruces',
      'extracto cruce estado por alli aqui diferencia ordenes',
      matches.flatMap(({ id, cases }) =>
        cases.map((each, at) => [
          ...[id, at + 1, each.state, each.by, each.statementAmount, each.ledgerAmount, each.difference],
          each.orderCount,
        ]),
      ),
    ),
    table(
      'cuadra_cruces_detalle',
      'extracto cruce lado orden importe',
      matches.flatMap(({ id, cases }) =>
        cases.flatMap(({ lines, orders }, at) => [
          ...lines.map(({ order, net }) => [id, at + 1, 'linea', order, net]),
          ...orders.map(({ Orden, amount, settled }) => [id, at + 1, 'orden', Orden, settled ?? amount]),
        ]),
      ),
    ),
    table(
      'cuadra_pagos',
      'pago origen importe estado razon llego lineas_banco',
      payouts.map(({ key, source, amount, state, why, came, deposits }) => [
        ...[key, source, amount, state, why, came],
        deposits.length,
      ]),
    ),
    table('cuadra_pagos_banco', 'pago importe que', [
      ...payouts.flatMap(({ key, deposits }) => deposits.map(({ amount }) => [key, amount, 'payout'])),
      ...unexplained.listed.map(({ amount }) => ['', amount, 'unexplained']),
      ...noChannel.listed.map(({ amount }) => ['', amount, 'no-channel']),
    ]),
    table(
      'cuadra_por_cobrar',
      'mes canal cuenta ventas cargos final mas_de_90',
      ofMonths.flatMap(({ month, lines }) =>
        lines.map(({ canal, cuenta, figures, ages }) => [
          ...[month, canal, cuenta, figures.sales, figures.charges, figures.closing, ages['over-90']],
        ]),
      ),
    ),
    table(
      'cuadra_asientos',
      'numero linea concepto importe moneda',
      postings.flatMap(({ value }) => {
        const { entries, currency } = value as Annotation<'journal-posting'>;
        return entries.flatMap(({ number, lines }) =>
          lines.map(({ line, amount }, at) => [number, at + 1, line, amount, currency]),
        );
      }),
    ),
    grouped(
      'cuadra_cambios',
      'orden',
      'count(*) AS cambios, sum(coalesce(total_despues, 0) - coalesce(total_antes, 0)) AS movio',
      'orden cambios movio',
      changed.map(({ Orden, changes, before, after }) => {
        const [was, is] = [before, after].map((each) => toGrains(each?.amounts['Rentabilidad Total'] ?? '0'));
        return [Orden, changes, fromGrains((is ?? 0n) - (was ?? 0n))];
      }),
    ),
    table(
      'cuadra_cambios',
      'n',
      Array.from({ length: changed.reduce((sum, { changes }) => sum + changes, 0) }, (_, at) => [at + 1]),
    ),
    table(
      'cuadra_cuentas',
      'canal cuenta moneda filas',
      accounts.flatMap(({ value: Canal, groups: own = [] }) =>
        own.map(({ value: Cuenta, totals }) => {
          const view = views.find(({ scope }) => inScope(scope, { Canal, Cuenta }));
          return [Canal, Cuenta, view?.currency ?? '', totals.rows];
        }),
      ),
    ),
    ...(await expectedViews(service, account, asked, [...found.values()])),
  ];
}

/** Amounts and days as texts that no engine's own way of showing them tells apart. */
export function plain(cell: string | number | null): string | null {
  if (cell === null) return null;
  const text = String(cell).replace(/(:\d{2})\.0+$/, '$1');
  return /^-?\d+\.\d*$/.test(text) ? text.replace(/\.?0+$/, '').replace(/^-0$/, '0') : text;
}
