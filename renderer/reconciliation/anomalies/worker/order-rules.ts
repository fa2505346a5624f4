import { cellAt, meaningAt, type StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import {
  type AnomalyKind,
  type AnomalyPart,
  CANCELED_CHARGES,
  CHARGE_COLUMNS,
  CHARGE_SECTIONS,
  COMMISSION,
  COMMISSION_PARTS,
  plainDecimal,
  REFUND_COLUMNS,
  SALE_CHARGES,
} from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { add, compare, type Scaled, subtract, sum, toDecimal, ZERO } from '#shared/domain/decimal.ts';

/**
 * Judges one order (renderer/reconciliation/anomalies/model/anomalies.ts says what is odd), over its live rows in whole
 * numbers of any length.
 */

export type OrderRow = {
  readonly row: number;
  readonly text: (column: string) => string;
  /** Null where there is no readable figure. */
  readonly figure: (column: string) => Scaled | null;
};

export type OddOrder = {
  readonly kind: Exclude<AnomalyKind, 'margin'>;
  /** Ascending. */
  readonly rows: readonly number[];
  readonly amount: Scaled;
  readonly parts: readonly AnomalyPart[];
};

export function orderRow(segment: StoredSegment, row: number): OrderRow {
  const at = row - segment.base;
  return {
    row,
    text: (column) => cellAt(segment.columns.get(column), at) ?? '',
    figure: (key) => {
      const column = segment.columns.get(key);
      if (column?.kind !== 'decimal') return null;
      const meaning = meaningAt(column, at);
      return meaning.kind === 'value' ? meaning.value : null;
    },
  };
}

const isAbove = ({ units }: Scaled): boolean => units > 0n;
const isEqual = (left: Scaled, right: Scaled): boolean => compare(left, right) === 0;
const multiple = (value: Scaled, factor: number): Scaled => ({
  ...value,
  units: value.units * BigInt(factor),
});
/** A charge or refund that is not told counts as none. */
const amountOf = (row: OrderRow, column: string): Scaled => row.figure(column) ?? ZERO;

function totalOf(rows: readonly OrderRow[], columns: readonly string[]): Scaled {
  let total = ZERO;
  for (const row of rows) {
    for (const column of columns) {
      const value = amountOf(row, column);
      // Most of them are nothing.
      if (value.units !== 0n) total = add(total, value);
    }
  }
  return total;
}

/** The sale of a row: its Ventas, or where they were taken off, the amount that was canceled. Null where it is not told. */
function saleOf(row: OrderRow): Scaled | null {
  const ventas = row.figure('Ventas');
  return ventas === null || ventas.units !== 0n ? ventas : amountOf(row, 'Venta Cancelada');
}

/** Sales of all rows; null where some row does not tell. */
function salesOf(rows: readonly OrderRow[]): readonly Scaled[] | null {
  const sales = rows.map(saleOf).filter((sale) => sale !== null);
  return sales.length < rows.length ? null : sales;
}

type Found = { readonly amount: Scaled; readonly part: AnomalyPart };

/** Charges of rows that sell nothing, which a row with a sale carries as well. */
function repeatedCharges(rows: readonly OrderRow[]): readonly Found[] {
  const isIdle = (row: OrderRow) => saleOf(row)?.units === 0n && row.figure('Unidades')?.units === 0n;
  const selling = rows.filter((row) => !isIdle(row));
  // A refund in the row itself is no charge.
  const charging = rows.filter(
    (row) => isIdle(row) && compare(totalOf([row], CHARGE_COLUMNS), totalOf([row], REFUND_COLUMNS)) > 0,
  );
  if (charging.length === 0 || selling.length === 0) return [];
  return CHARGE_COLUMNS.flatMap((column) => {
    const again = charging.map((row) => amountOf(row, column)).filter(isAbove);
    const distinct = again.filter((amount, at) => again.findIndex((each) => isEqual(each, amount)) === at);
    return distinct.flatMap((amount): readonly Found[] => {
      if (!selling.some((row) => isEqual(amountOf(row, column), amount))) return [];
      const count = again.filter((each) => isEqual(each, amount)).length;
      const part = { reason: 'repeated', column, amount: toDecimal(amount), times: count + 1 } as const;
      return [{ amount: multiple(amount, count), part }];
    });
  });
}

const ITEM_TEXTS = ['Nro. suborden', 'Nro. Paquete', 'SKU Producto', 'SKU Variante', 'Tipo de Dato'];
const ITEM_FIGURES = ['Ventas', 'Unidades', ...CHARGE_COLUMNS];
const SETTLEMENT = 'N° de Liquidación';

const plainText = (value: Scaled): string => plainDecimal(toDecimal(value));

/** One item, charges and all, in several settlements. */
function settledTwice(rows: readonly OrderRow[]): readonly Found[] {
  const numbered = rows.filter(
    (row) => row.text('Nro. suborden').trim() !== '' && row.text(SETTLEMENT).trim() !== '',
  );
  if (new Set(numbered.map((row) => row.text(SETTLEMENT))).size < 2) return [];
  const items = new Map<string, OrderRow[]>();
  for (const row of numbered) {
    const figures = ITEM_FIGURES.map((column) => plainText(amountOf(row, column)));
    const key = JSON.stringify([...ITEM_TEXTS.map(row.text), ...figures]);
    items.set(key, [...(items.get(key) ?? []), row]);
  }
  return [...items.values()].flatMap((same): readonly Found[] => {
    const settlements = [...new Set(same.map((row) => row.text(SETTLEMENT)))].sort();
    const amount = totalOf(same.slice(0, 1), CHARGE_COLUMNS);
    if (settlements.length < 2 || !isAbove(amount)) return [];
    const part = { reason: 'settled', amount: toDecimal(amount), settlements } as const;
    return [{ amount: multiple(amount, settlements.length - 1), part }];
  });
}

/** A commission that is twice what it says it is made of. */
function doubleCommissions(rows: readonly OrderRow[]): readonly Found[] {
  return rows.flatMap((row): readonly Found[] => {
    const amount = amountOf(row, COMMISSION);
    const breakdown = totalOf([row], COMMISSION_PARTS);
    if (!isAbove(breakdown) || !isEqual(amount, multiple(breakdown, 2))) return [];
    const part = { reason: 'breakdown', amount: toDecimal(amount), breakdown: toDecimal(breakdown) } as const;
    return [{ amount: breakdown, part }];
  });
}

function chargesWithoutSale(rows: readonly OrderRow[]): readonly Found[] {
  if (salesOf(rows)?.every(({ units }) => units === 0n) !== true) return [];
  if (rows.some((row) => row.text('Estado de Orden') === 'Cancelada')) return [];
  const isShipped = rows.some((row) => row.figure('Unidades')?.units !== 0n);
  const charges = isShipped
    ? SALE_CHARGES.map(({ charge, refund }) => ({ column: charge, charged: [charge], refunded: [refund] }))
    : CHARGE_SECTIONS.map(({ total, charges: charged, refunds }) => ({
        column: total,
        charged,
        refunded: refunds,
      }));
  return charges.flatMap(({ column, charged, refunded }): readonly Found[] => {
    const amount = subtract(totalOf(rows, charged), totalOf(rows, refunded));
    return isAbove(amount) ? [{ amount, part: { reason: 'unsold', column, amount: toDecimal(amount) } }] : [];
  });
}

function salesBelowNothing(rows: readonly OrderRow[]): readonly Found[] {
  const regular = rows.filter((row) => row.text('Estado de Orden') === 'Regular');
  const sales = regular.map((row) => row.figure('Ventas')).filter((value) => value !== null);
  const sale = sum(sales);
  if (sales.length < regular.length || sale.units >= 0n) return [];
  return [{ amount: subtract(ZERO, sale), part: { reason: 'negative', sale: toDecimal(sale) } }];
}

function chargesKept(rows: readonly OrderRow[]): readonly Found[] {
  const canceled = rows.filter((row) => row.text('Estado de Orden') === 'Cancelada');
  return CANCELED_CHARGES.flatMap(({ charge: column, refund }): readonly Found[] => {
    const charged = totalOf(canceled, [column]);
    const refunded = totalOf(canceled, [refund]);
    const amount = subtract(charged, refunded);
    if (!isAbove(amount)) return [];
    return [
      {
        amount,
        part: { reason: 'kept', column, charged: toDecimal(charged), refunded: toDecimal(refunded) },
      },
    ];
  });
}

function refundsAboveSale(rows: readonly OrderRow[]): readonly Found[] {
  const sales = salesOf(rows);
  const sale = sum(sales ?? []);
  if (sales === null || !isAbove(sale)) return [];
  const refunded = CHARGE_SECTIONS.map(({ charges, refunds }) =>
    subtract(totalOf(rows, refunds), totalOf(rows, charges)),
  )
    .filter(isAbove)
    .reduce(add, ZERO);
  const amount = subtract(refunded, sale);
  if (!isAbove(amount)) return [];
  return [{ amount, part: { reason: 'refund', refunded: toDecimal(refunded), sale: toDecimal(sale) } }];
}

/** Movements of one moment and text that charge the same amount. */
export type EqualMovements = {
  readonly column: string;
  readonly amount: Scaled;
  readonly rows: readonly OrderRow[];
};

/** Movements of one order number, or of rows without one that are otherwise alike. */
export function equalMovements(rows: readonly OrderRow[]): readonly EqualMovements[] {
  const charged = new Map<string, { column: string; amount: Scaled; rows: OrderRow[] }>();
  for (const row of rows) {
    for (const column of CHARGE_COLUMNS) {
      const amount = amountOf(row, column);
      if (!isAbove(amount)) continue;
      const key = JSON.stringify([
        column,
        plainText(amount),
        row.text('Producto'),
        row.text('Fecha de compra'),
      ]);
      const same = charged.get(key) ?? { column, amount, rows: [] };
      same.rows.push(row);
      charged.set(key, same);
    }
  }
  return [...charged.values()].filter((same) => same.rows.length > 1);
}

export function oddMovements(all: readonly EqualMovements[]): OddOrder | null {
  const found = all.map(({ column, amount, rows }): Found => {
    const part = { reason: 'movement', column, amount: toDecimal(amount), times: rows.length } as const;
    return { amount: multiple(amount, rows.length - 1), part };
  });
  return oddOrder(
    'double-charge',
    all.flatMap(({ rows }) => rows),
    found,
  );
}

function oddOrder(
  kind: OddOrder['kind'],
  rows: readonly OrderRow[],
  found: readonly Found[],
): OddOrder | null {
  if (found.length === 0) return null;
  return {
    kind,
    rows: [...new Set(rows.map(({ row }) => row))].sort((a, b) => a - b),
    amount: sum(found.map(({ amount }) => amount)),
    parts: found.map(({ part }) => part),
  };
}

/** Anomalies of an order; `rows` are its live ones, account movements aside. */
export function judgeOrder(rows: readonly OrderRow[]): readonly OddOrder[] {
  const judged = [
    oddOrder('double-charge', rows, [
      ...repeatedCharges(rows),
      ...settledTwice(rows),
      ...doubleCommissions(rows),
    ]),
    oddOrder('charge-without-sale', rows, chargesWithoutSale(rows)),
    oddOrder('negative-sale', rows, salesBelowNothing(rows)),
    oddOrder('canceled-charge', rows, chargesKept(rows)),
    oddOrder('refund-above-sale', rows, refundsAboveSale(rows)),
  ];
  return judged.filter((odd) => odd !== null);
}
