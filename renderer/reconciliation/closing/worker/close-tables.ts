import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import { type CurrencyOf, datasetTable, type TableSource } from '#renderer/data/model/dataset-tables.ts';
import { unlessDamaged } from '#renderer/data/storage/database/failures.ts';
import type { AdjustmentLine } from '#renderer/reconciliation/closing/model/adjustment.ts';
import type { CloseOfMonth } from '#renderer/reconciliation/closing/model/closes.ts';
import type { CloseColumn } from '#renderer/reconciliation/closing/model/month-orders.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import { type Decimal, fromDecimal, subtract, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import type { createClosings } from './closings.ts';

/** Tables of closed months for engines: what each was closed with, what it comes to now, and why that is another figure. */

type Source = {
  readonly closings: Pick<ReturnType<typeof createClosings>, 'readCloses' | 'readDrift'>;
  readonly currencyOf: CurrencyOf;
};

const closes = defineDerivation<Source, ReturnType<Source['closings']['readCloses']>>();

/** The closed months: all tables of an export ask for the same. */
const monthsOf = async (source: Source): Promise<readonly CloseOfMonth[]> =>
  (await closes.of(source, () => source.closings.readCloses())).months;

const MONTH = ['key', 'Mes cerrado, AAAA-MM.'] as const;
const CHANNEL = ['key', 'Canal de las filas.'] as const;
const ACCOUNT = ['key', 'Cuenta de las filas.'] as const;
const CURRENCY = ['text', 'Moneda de la cuenta, ISO 4217; vacía si no se nombró.'] as const;
const OWNER = ['text', 'Quién lo hizo.'] as const;
const AT = ['moment', 'Cuándo, por el reloj del equipo.'] as const;

const months = datasetTable({
  name: 'cuadra_cierres',
  about: 'Un mes que se cerró, aunque después se haya reabierto.',
  columns: {
    mes: MONTH,
    estado: [
      'text',
      'closed: es lo que era; drifted: se movió; seen: se movió y alguien lo vio; open: se reabrió.',
    ],
    leido_hasta: ['text', 'Última lectura que tenían sus filas, por el reloj del servidor.'],
    cerrado_en: AT,
    preparo: ['text', 'Quién lo cerró.'],
    reviso: ['text', 'Quién lo revisó.'],
    nota: ['text', 'Lo que se escribió al cerrarlo.'],
    cierres: ['count', 'Cuántas veces se cerró.'],
    reaperturas: ['count', 'Cuántas veces se reabrió.'],
  },
  partBy: null,
  rows: async (source: Source) =>
    (await monthsOf(source)).map(({ month, close, state }) => {
      const closed = close.log.filter(({ what }) => what === 'closed');
      const last = closed.at(-1);
      return {
        mes: month,
        estado: state,
        leido_hasta: close.readUntil,
        cerrado_en: last?.atMs ?? null,
        preparo: last?.owner ?? null,
        reviso: last?.reviewer ?? null,
        nota: last?.note ?? null,
        cierres: closed.length,
        reaperturas: close.log.filter(({ what }) => what === 'reopened').length,
      };
    }),
});

type Account = CloseOfMonth['now'][number];

const sumOf = (figures: Account | undefined, column: CloseColumn): Decimal | null =>
  (figures?.sums[column] as Decimal | undefined) ?? null;

function driftOf(closed: Account | undefined, now: Account | undefined, column: CloseColumn): Decimal {
  const [before, after] = [closed, now].map((each) => {
    const sum = sumOf(each, column);
    return sum === null ? ZERO : fromDecimal(sum);
  });
  return toDecimal(subtract(after ?? ZERO, before ?? ZERO));
}

/** The accounts of a closed month, then and now. */
function accountsOf({ close, now }: CloseOfMonth) {
  const byKey = (figures: readonly Account[]) =>
    new Map(figures.map((each) => [accountKey(each.Canal, each.Cuenta), each]));
  const [before, after] = [byKey(close.figures), byKey(now)];
  return [...new Set([...before.keys(), ...after.keys()])].map((key) => ({
    closed: before.get(key),
    now: after.get(key),
    account: (before.get(key) ?? after.get(key)) as Account,
  }));
}

const accounts = datasetTable({
  name: 'cuadra_cierres_cuentas',
  about: 'Las cifras de una cuenta en un mes cerrado: las del cierre, las de hoy y su diferencia (deriva).',
  columns: {
    mes: MONTH,
    canal: CHANNEL,
    cuenta: ACCOUNT,
    moneda: CURRENCY,
    filas: ['count', 'Filas al cerrar.'],
    ordenes: ['count', 'Órdenes al cerrar.'],
    ventas: ['amount', 'Ventas al cerrar.'],
    costo_producto: ['amount', 'Costo de Producto al cerrar.'],
    rentabilidad_marketplace: ['amount', 'Rentabilidad Marketplace al cerrar.'],
    rentabilidad_comercial: ['amount', 'Rentabilidad Comercial al cerrar.'],
    rentabilidad_total: ['amount', 'Rentabilidad Total al cerrar.'],
    filas_hoy: ['count', 'Filas de hoy.'],
    ordenes_hoy: ['count', 'Órdenes de hoy.'],
    ventas_hoy: ['amount', 'Ventas de hoy.'],
    costo_producto_hoy: ['amount', 'Costo de Producto de hoy.'],
    rentabilidad_marketplace_hoy: ['amount', 'Rentabilidad Marketplace de hoy.'],
    rentabilidad_comercial_hoy: ['amount', 'Rentabilidad Comercial de hoy.'],
    rentabilidad_total_hoy: ['amount', 'Rentabilidad Total de hoy.'],
    deriva_ventas: ['amount', 'Ventas de hoy menos las del cierre.'],
    deriva_marketplace: ['amount', 'Rentabilidad Marketplace de hoy menos la del cierre.'],
    deriva_comercial: ['amount', 'Rentabilidad Comercial de hoy menos la del cierre.'],
    deriva_total: ['amount', 'Rentabilidad Total de hoy menos la del cierre.'],
  },
  partBy: null,
  rows: async (source: Source) =>
    (await monthsOf(source)).flatMap((month) =>
      accountsOf(month).map(({ closed, now, account: { Canal, Cuenta } }) => ({
        mes: month.month,
        canal: Canal,
        cuenta: Cuenta,
        moneda: source.currencyOf({ Canal, Cuenta }),
        filas: closed?.rows ?? 0,
        ordenes: closed?.orders ?? 0,
        ventas: sumOf(closed, 'Ventas'),
        costo_producto: sumOf(closed, 'Costo de Producto'),
        rentabilidad_marketplace: sumOf(closed, 'Rentabilidad Marketplace'),
        rentabilidad_comercial: sumOf(closed, 'Rentabilidad Comercial'),
        rentabilidad_total: sumOf(closed, 'Rentabilidad Total'),
        filas_hoy: now?.rows ?? 0,
        ordenes_hoy: now?.orders ?? 0,
        ventas_hoy: sumOf(now, 'Ventas'),
        costo_producto_hoy: sumOf(now, 'Costo de Producto'),
        rentabilidad_marketplace_hoy: sumOf(now, 'Rentabilidad Marketplace'),
        rentabilidad_comercial_hoy: sumOf(now, 'Rentabilidad Comercial'),
        rentabilidad_total_hoy: sumOf(now, 'Rentabilidad Total'),
        deriva_ventas: driftOf(closed, now, 'Ventas'),
        deriva_marketplace: driftOf(closed, now, 'Rentabilidad Marketplace'),
        deriva_comercial: driftOf(closed, now, 'Rentabilidad Comercial'),
        deriva_total: driftOf(closed, now, 'Rentabilidad Total'),
      })),
    ),
});

const SUMS = {
  rentabilidad_marketplace: ['amount', 'Su parte de Rentabilidad Marketplace.'],
  rentabilidad_comercial: ['amount', 'Su parte de Rentabilidad Comercial.'],
  rentabilidad_total: ['amount', 'Su parte de Rentabilidad Total.'],
} as const;
const CAUSE = ['key', 'Qué la movió.'] as const;

const linesOf = (lines: readonly AdjustmentLine[], currencyOf: CurrencyOf) =>
  lines.flatMap(({ Canal, Cuenta, causes }) =>
    causes.map(({ cause, sums }) => ({
      canal: Canal,
      cuenta: Cuenta,
      causa: cause,
      moneda: currencyOf({ Canal, Cuenta }),
      rentabilidad_marketplace: sums.marketplace,
      rentabilidad_comercial: sums.comercial,
      rentabilidad_total: sums.total,
    })),
  );

const CAUSES = 'cuadra_cierres_causas';

const causes = datasetTable({
  name: CAUSES,
  about:
    'Lo que movió la deriva de un mes cerrado, por cuenta: las causas suman la deriva. De un mes reabierto no hay.',
  columns: { mes: MONTH, canal: CHANNEL, cuenta: ACCOUNT, causa: CAUSE, moneda: CURRENCY, ...SUMS },
  partBy: null,
  rows: async (source: Source & TableSource) => {
    const { closings, currencyOf, leaveOut } = source;
    const rows = [];
    for (const { month } of (await monthsOf(source)).filter(({ state }) => state !== 'open')) {
      const query = { month, scope: null, cause: null, offset: 0, limit: 0 };
      const drift = await unlessDamaged(closings.readDrift(query));
      if (drift === null) leaveOut(CAUSES, month);
      else rows.push(...linesOf(drift.byAccount, currencyOf).map((line) => ({ mes: month, ...line })));
    }
    return rows;
  },
});

const adjustments = datasetTable({
  name: 'cuadra_ajustes',
  about: 'Lo que de la deriva de un mes cerrado se llevó a los libros de otro, por cuenta y causa.',
  columns: {
    mes: MONTH,
    ajuste: ['key', 'Identidad del ajuste.'],
    canal: CHANNEL,
    cuenta: ACCOUNT,
    causa: CAUSE,
    moneda: CURRENCY,
    fechado_en: ['text', 'Mes en que cuenta, AAAA-MM.'],
    ...SUMS,
    quien: OWNER,
    en: AT,
  },
  partBy: null,
  rows: async (source: Source) =>
    (await monthsOf(source)).flatMap(({ month, close }) =>
      close.adjustments.flatMap(({ id, datedIn, lines, owner, atMs }) =>
        linesOf(lines, source.currencyOf).map((line) => ({
          ...{ mes: month, ajuste: id, fechado_en: datedIn, quien: owner, en: atMs },
          ...line,
        })),
      ),
    ),
});

const log = datasetTable({
  name: 'cuadra_cierres_bitacora',
  about: 'Algo que se hizo con un mes cerrado.',
  columns: {
    mes: MONTH,
    n: ['place', 'Su lugar, desde 1.'],
    que: ['text', 'closed, reopened, seen, adjusted o adjustment-removed.'],
    quien: OWNER,
    reviso: ['text', 'De un cierre, quién lo revisó.'],
    nota: ['text', 'Lo que se escribió.'],
    en: AT,
    motivos: ['text', 'De un cierre, lo que quedó abierto y por qué, como JSON.'],
  },
  partBy: null,
  rows: async (source: Source) =>
    (await monthsOf(source)).flatMap(({ month, close }) =>
      close.log.map(({ what, owner, reviewer, note, atMs, reasons }, at) => ({
        ...{ mes: month, n: at + 1, que: what, quien: owner, reviso: reviewer ?? null, nota: note, en: atMs },
        motivos: reasons === undefined ? null : JSON.stringify(reasons),
      })),
    ),
});

export const CLOSE_TABLES = [months, accounts, causes, adjustments, log];
