import {
  PROFITABILITY_COLUMNS,
  RATE_BASE_COLUMN,
  SCOPE_COLUMNS,
  SCOPES,
} from '#shared/domain/profitability.ts';
import { OWNER } from './loaded-table.ts';
import type { Manifest } from './manifest.ts';
import { type FileColumn, SHORT_DIGITS } from './plan.ts';
import { DIALECTS, type Dialect } from './view-dialects.ts';

/**
 * Scripts of views that answer the Panel's questions in an engine: the three profitabilities by month and channel, receivables, drift
 * and its causes, what is open. Values are summed, then divided, by the app's own formulas; currencies are never added.
 */

type Columns = readonly FileColumn[];
type View = {
  readonly name: string;
  readonly about: string;
  /** The tables it reads, beside the rows. */
  readonly of: readonly string[];
  readonly select: (dialect: Dialect, columns: Columns) => string;
};

const ROWS = 'cuadra_filas';
const PRODUCT_COST = 'Costo de Producto';
const PURCHASED = 'Fecha de compra';

const decimalOf = (columns: Columns, key: string): FileColumn | undefined =>
  columns.find((column) => column.key === key && column.type.kind === 'decimal');
/** Of several companies another may have more places than this one. */
const MIN_SCALE = 12;
const scaleOf = (column: Pick<FileColumn, 'type'> | undefined): number =>
  Math.max(MIN_SCALE, column?.type.kind === 'decimal' ? column.type.scale : 0);

const SUMMED = [...PROFITABILITY_COLUMNS, PRODUCT_COST];
const apartOf = (key: string): string => `${key} (texto)`;

/** Columns that this company's rows do not carry and another's may: the views speak of all. */
function missingColumns(dialect: Dialect, columns: Columns): readonly string[] {
  const added = SUMMED.flatMap((key) => [
    ...(columns.some((column) => column.key === key) ? [] : [`${dialect.column(key)} ${dialect.amount}`]),
    ...(columns.some(({ name }) => name === apartOf(key))
      ? []
      : [`${dialect.column(apartOf(key))} ${dialect.string}`]),
  ]);
  return added.map((field) => dialect.addColumn(ROWS, field));
}

const PROFITABILITY: View = {
  name: 'cuadra_panel_rentabilidad',
  about:
    'Las tres rentabilidades por mes de compra, canal y moneda. Los porcentajes son de las sumas, sobre Ventas.',
  of: ['cuadra_cuentas'],
  select: (dialect, columns) => {
    // One that no row of this company carries is there for others.
    const amountOf = (key: string): Pick<FileColumn, 'name' | 'type'> | undefined =>
      columns.some((column) => column.key === key)
        ? decimalOf(columns, key)
        : { name: key, type: { kind: 'decimal', digits: SHORT_DIGITS, scale: 0 } };
    const sumOf = (key: string): string => {
      const column = amountOf(key);
      return column === undefined ? dialect.absent : `sum(f.${dialect.column(column.name)})`;
    };
    const base = amountOf(RATE_BASE_COLUMN);
    const cost = amountOf(PRODUCT_COST);
    const withCost =
      base === undefined || cost === undefined
        ? 'CAST(0 AS DECIMAL)'
        : `coalesce(sum(CASE WHEN f.${dialect.column(cost.name)} <> 0 THEN f.${dialect.column(base.name)} END), 0)`;
    const uncounted = PROFITABILITY_COLUMNS.map((key) => `count(f.${dialect.column(apartOf(key))})`).join(
      ' + ',
    );
    const sums = SCOPES.map(
      (scope) =>
        `${sumOf(SCOPE_COLUMNS[scope].profitability)} AS rentabilidad_${scope}, ${sumOf(SCOPE_COLUMNS[scope].cost)} AS costo_${scope}`,
    );
    const rates = SCOPES.map((scope) => {
      const part = amountOf(SCOPE_COLUMNS[scope].profitability);
      const ratio = {
        part: `s.rentabilidad_${scope}`,
        base: 's.ventas',
        scale: Math.max(scaleOf(part), scaleOf(base)),
      };
      return part === undefined || base === undefined
        ? `${dialect.absent} AS porcentaje_${scope}`
        : `CASE WHEN s.ventas > 0 THEN ${dialect.percent(ratio)} END AS porcentaje_${scope}`;
    });
    const emptied = (expression: string): string => `coalesce(${expression}, '')`;
    const month = emptied(dialect.monthOf(columns.find(({ key }) => key === PURCHASED)));
    const [channel, account] = ['Canal', 'Cuenta'].map((key) => {
      const column = columns.find((each) => each.key === key && each.type.kind === 'text');
      return column === undefined ? `''` : emptied(`f.${dialect.column(column.name)}`);
    });
    return `SELECT s.*, ${rates.join(', ')}
FROM (
  SELECT f.${OWNER} AS ${OWNER}, ${month} AS mes, ${channel} AS canal, ${emptied('c.moneda')} AS moneda,
    count(*) AS filas, ${sumOf(RATE_BASE_COLUMN)} AS ventas, ${withCost} AS ventas_con_costo,
    ${sums.join(',\n    ')},
    ${uncounted} AS fuera_de_suma
  FROM ${dialect.table(ROWS)} AS f
  ${dialect.leftJoin} ${dialect.table('cuadra_cuentas')} AS c ON c.${OWNER} = f.${OWNER} AND c.canal = ${channel} AND c.cuenta = ${account}
  GROUP BY 1, 2, 3, 4
) AS s`;
  },
};

/** Sums of columns of a table, by others. */
const grouped =
  (table: string, by: readonly string[], sums: readonly string[]): View['select'] =>
  (dialect) =>
    `SELECT t.${OWNER} AS ${OWNER}, ${by.map((column) => `t.${column} AS ${column}`).join(', ')}, ${sums
      .map((column) => `sum(t.${column}) AS ${column}`)
      .join(', ')}
FROM ${dialect.table(table)} AS t
GROUP BY ${[OWNER, ...by].map((_, at) => at + 1).join(', ')}`;

const FIGURES = ['ventas', 'rentabilidad_marketplace', 'rentabilidad_comercial', 'rentabilidad_total'];
const DRIFTS = ['deriva_ventas', 'deriva_marketplace', 'deriva_comercial', 'deriva_total'];
const PLACE = ['mes', 'canal', 'moneda'];

const VIEWS: readonly View[] = [
  PROFITABILITY,
  {
    name: 'cuadra_panel_por_cobrar',
    about:
      'Lo que cada canal debe, por mes y moneda: inicial + ventas - reembolsos - cargos - liberado = final.',
    of: ['cuadra_por_cobrar'],
    select: grouped('cuadra_por_cobrar', PLACE, [
      ...['inicial', 'ventas', 'reembolsos', 'cargos', 'liberado', 'final'],
      ...['por_vencer', 'hasta_30', 'hasta_60', 'hasta_90', 'mas_de_90', 'sin_fecha'],
    ]),
  },
  {
    name: 'cuadra_panel_deriva',
    about: 'Los meses cerrados por canal y moneda: con qué se cerraron, a cuánto llegan hoy, y la deriva.',
    of: ['cuadra_cierres_cuentas'],
    select: grouped('cuadra_cierres_cuentas', PLACE, [
      ...FIGURES,
      ...FIGURES.map((figure) => `${figure}_hoy`),
      ...DRIFTS,
    ]),
  },
  {
    name: 'cuadra_panel_causas',
    about: 'Qué movió los meses cerrados, por canal, moneda y causa.',
    of: ['cuadra_cierres_causas'],
    select: grouped('cuadra_cierres_causas', [...PLACE, 'causa'], FIGURES.slice(1)),
  },
  {
    name: 'cuadra_panel_pendientes',
    about: 'Las excepciones abiertas, por mes, tipo y moneda: cuántas, y cuánto está en juego.',
    of: ['cuadra_excepciones'],
    select: (
      dialect,
    ) => `SELECT t.${OWNER} AS ${OWNER}, coalesce(t.mes, '') AS mes, t.tipo AS tipo, t.moneda AS moneda, count(*) AS casos, sum(t.importe) AS importe
FROM ${dialect.table('cuadra_excepciones')} AS t WHERE t.estado = 'open'
GROUP BY 1, 2, 3, 4`,
  },
];

/** The names of the views, in their order. */
export const VIEW_NAMES: readonly string[] = VIEWS.map(({ name }) => name);

/** A script for each engine, of the views whose tables there are; none where there are no tables. */
export function viewScripts({ columns, tables }: Pick<Manifest, 'columns' | 'tables'>) {
  const views = VIEWS.filter(({ of }) => of.every((name) => tables.some((table) => table.name === name)));
  if (views.length === 0) return [];
  return DIALECTS.map((dialect) => ({
    path: `vistas-${dialect.name}.sql`,
    text: `${dialect.head}\n${missingColumns(dialect, columns).join('\n')}\n${views
      .map(
        ({ name, about, select }) => `-- ${about}\n${dialect.create(name)}\n${select(dialect, columns)};\n`,
      )
      .join('')}`,
  }));
}
