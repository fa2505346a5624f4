import type { KindIn } from '#renderer/data/model/exception-kinds.ts';
import { evidenceOf } from '#renderer/data/model/finding.ts';
import { COLUMNS, type Scope, type SectionRole } from '#shared/domain/column-catalogue.ts';
import type { LocalDateTime } from '#shared/domain/dates.ts';
import { type Decimal, fromDecimal, toShortestDecimal } from '#shared/domain/decimal.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import type { Selection } from '#shared/domain/selection.ts';

/**
 * Rows that are well-formed and yet odd. Each rule speaks of one order, account movements (spec 2.2) aside:
 *
 * - double-charge: a row that sells nothing carries a charge that a row with the sale carries in the same amount; one item
 *   (sub-order, package, SKU, amounts) in two settlements; a commission that is twice its own breakdown (spec 2.4); a
 *   movement twice: same number, text, moment and amount, or without a number an amount that the account is charged on no
 *   other day, for fixed fees do recur. Rows that are equal in everything are none: spec 2.2 allows them.
 * - charge-without-sale: no row has Ventas or Venta Cancelada, and yet charges that are taken of a sale remain (SALE_CHARGES);
 *   or any charges at all, where no unit left either. What is sent for nothing may well be charged its shipping.
 * - negative-sale: the Regular rows of an order sell less than nothing. Within an order a correction may be negative.
 * - canceled-charge: canceled rows keep commission or shipping that was not given back. Advertising, storage and penalties
 *   are owed all the same.
 * - refund-above-sale: refunds go beyond the charges of their own sections by more than the order's sale.
 * - margin: rows of a SKU far from what it usually leaves in that account: MARGIN_COLUMN over Ventas.
 */
export const ANOMALY_KINDS = [
  'double-charge',
  'charge-without-sale',
  'negative-sale',
  'canceled-charge',
  'refund-above-sale',
  'margin',
] as const;
export type AnomalyKind = (typeof ANOMALY_KINDS)[number];

/** A charge and what gives it back. */
export type ChargePair = { readonly charge: string; readonly refund: string };

/** Charges that are taken of a sale: where nothing was sold there is nothing to take them of. */
export const SALE_CHARGES: readonly ChargePair[] = [
  { charge: 'Cobro de Comisiones', refund: 'Reembolso de Comisiones' },
  { charge: 'Cobro por Uso de Pasarela', refund: 'Reembolso por Uso de Pasarela' },
  {
    charge: 'Cobro por Financiación y Cuotas Pasarela',
    refund: 'Reembolso por Financiación y Cuotas Pasarela',
  },
  { charge: 'Cobro por Cupones de Descuento', refund: 'Reembolso por Cupones de Descuento' },
  { charge: 'Cobro de Impuestos', refund: 'Reembolso de Impuestos' },
];

/** Charges that go when a sale is canceled. */
export const CANCELED_CHARGES: readonly ChargePair[] = [
  { charge: 'Cobro de Comisiones', refund: 'Reembolso de Comisiones' },
  { charge: 'Cobro de Envío', refund: 'Reembolso de envío' },
];

export const COMMISSION = 'Cobro de Comisiones';
/** Charges that make up the commission (spec 2.4). */
export const COMMISSION_PARTS: readonly string[] = [
  'Comisión Variable',
  'Comisión Fija',
  'Comisión por Cuotas',
];

const keysOf = (role: SectionRole) =>
  COLUMNS.flatMap(({ key, section }) => (section?.role === role ? [{ key, section: section.name }] : []));
export const CHARGE_COLUMNS: readonly string[] = keysOf('charge').map(({ key }) => key);
export const REFUND_COLUMNS: readonly string[] = keysOf('refund').map(({ key }) => key);
/** Charges and refunds of each cost section. */
export const CHARGE_SECTIONS: readonly {
  readonly total: string;
  readonly charges: readonly string[];
  readonly refunds: readonly string[];
}[] = keysOf('total').map(({ key, section }) => ({
  total: key,
  charges: keysOf('charge').flatMap((each) => (each.section === section ? [each.key] : [])),
  refunds: keysOf('refund').flatMap((each) => (each.section === section ? [each.key] : [])),
}));

/** Over Ventas: what margins are compared by. */
export const MARGIN_COLUMN = 'Rentabilidad Total';

/** Thresholds from which on a kind is reported. */
export type AnomalyThresholds = {
  /** An order (of margins: a row) with less at stake is passed over. */
  readonly amounts: { readonly [kind in AnomalyKind]: Decimal };
  /** A margin this many percentage points from the SKU's median, and this many times its usual spread. */
  readonly marginPoints: number;
  readonly marginSpreads: number;
  /** Sales of the SKU in the account below which there is no history to speak of. */
  readonly marginRows: number;
};

const ONE = '1' as Decimal;

export const DEFAULT_THRESHOLDS: AnomalyThresholds = {
  amounts: {
    'double-charge': ONE,
    'charge-without-sale': ONE,
    'negative-sale': ONE,
    'canceled-charge': ONE,
    'refund-above-sale': ONE,
    margin: ONE,
  },
  marginPoints: 50,
  marginSpreads: 12,
  marginRows: 30,
};

/** One thing that makes an order odd, with the figures that say so. */
export type AnomalyPart =
  /** So many times in rows of the order, of which one sells something. */
  | { readonly reason: 'repeated'; readonly column: string; readonly amount: Decimal; readonly times: number }
  | { readonly reason: 'movement'; readonly column: string; readonly amount: Decimal; readonly times: number }
  /** `amount`: the charges of the item. */
  | { readonly reason: 'settled'; readonly amount: Decimal; readonly settlements: readonly string[] }
  | { readonly reason: 'breakdown'; readonly amount: Decimal; readonly breakdown: Decimal }
  /** `column`: a charge, less what was given back of it; or a section's total. */
  | { readonly reason: 'unsold'; readonly column: string; readonly amount: Decimal }
  | { readonly reason: 'negative'; readonly sale: Decimal }
  | {
      readonly reason: 'kept';
      readonly column: string;
      readonly charged: Decimal;
      readonly refunded: Decimal;
    }
  /** `refunded`: beyond the charges. */
  | { readonly reason: 'refund'; readonly refunded: Decimal; readonly sale: Decimal }
  /** In percent: of the row that is farthest away, and the median of `history` rows. */
  | {
      readonly reason: 'margin';
      readonly rate: Decimal;
      readonly usual: Decimal;
      readonly rows: number;
      readonly history: number;
    };

/** Columns that tell an odd row. */
export const ANOMALY_COLUMNS: readonly string[] = [
  'Canal',
  'Cuenta',
  'Orden',
  'Nro. suborden',
  'SKU Producto',
  'Fecha de compra',
];

/** Anomalies of a kind; `orders`: of margins, SKUs. */
type AnomalyCount = { readonly orders: number; readonly rows: number; readonly amount: Decimal };

export type AnomalyGroup = AnomalyCount & {
  readonly kind: AnomalyKind;
  readonly firstPurchase: LocalDateTime | null;
  readonly lastPurchase: LocalDateTime | null;
  /** Most at stake first. */
  readonly channels: readonly (AnomalyCount & { readonly canal: string })[];
  /** Dismissed ones of this kind in the selection, which are not to be shown again as they are. */
  readonly dismissed: number;
};

export type AnomaliesQuery = { readonly selection: Selection; readonly thresholds: AnomalyThresholds };

/** In the order of ANOMALY_KINDS; a kind without any is not there, unless some of it were dismissed. */
export type Anomalies = { readonly revision: number; readonly groups: readonly AnomalyGroup[] };

export type AnomalousOrdersQuery = AnomaliesQuery & {
  readonly kind: AnomalyKind;
  /** Null: all channels. */
  readonly canal: string | null;
  /** Those that were dismissed, instead of the others. */
  readonly isDismissed: boolean;
};

/** An odd order, or a SKU with odd margins: then the row that is farthest away stands for it. */
export type AnomalousOrder = {
  /** Key that a dismissal is stored under (made of content, the same after any sync), and its evidence. */
  readonly key: string;
  readonly evidence: string;
  /** Number of its first odd row at this revision. */
  readonly row: number;
  readonly rows: number;
  readonly identity: { readonly [column: string]: Cell };
  /** ANOMALY_COLUMNS of that row. */
  readonly cells: { readonly [column: string]: Cell };
  readonly amount: Decimal;
  readonly parts: readonly AnomalyPart[];
  readonly correlationIds: readonly string[];
};

export type AnomalousOrdersPage = {
  readonly revision: number;
  readonly total: number;
  readonly offset: number;
  /** Most at stake first. */
  readonly lines: readonly AnomalousOrder[];
};

/** Dismissed ones by key, with the evidence that they were dismissed with. */
export type DismissedAnomalies = ReadonlyMap<string, { readonly evidence: string }>;
export const NONE_DISMISSED: DismissedAnomalies = new Map();

/** A Decimal without trailing zeros. */
export const plainDecimal = (value: Decimal): Decimal => toShortestDecimal(fromDecimal(value));

/** Longer keys are kept by their hash: a movement without a number is told by its whole text. */
const LONGEST_SUBJECT = 600;

/** `subject`: the texts that tell an order (its OrderKey) or, of margins, a SKU: channel, account, SKU, whether it has a cost. */
export function anomalyKey(kind: AnomalyKind, subject: string): string {
  return JSON.stringify([kind, subject.length > LONGEST_SUBJECT ? evidenceOf([subject]) : subject]);
}

/** Evidence of an odd order. Of margins see marginEvidence: what is usual shifts with every sale. */
export function anomalyEvidence(parts: readonly AnomalyPart[]): string {
  return evidenceOf(
    parts.map((part) =>
      JSON.stringify(
        Object.entries(part).map(([name, value]) => [
          name,
          FIGURES.has(name) ? plainDecimal(value as Decimal) : value,
        ]),
      ),
    ),
  );
}

const FIGURES: ReadonlySet<string> = new Set(['amount', 'breakdown', 'sale', 'charged', 'refunded']);

/** The odd rows of a SKU: each one's order, Ventas and profit. */
export function marginEvidence(
  rows: readonly { readonly order: string; readonly ventas: Decimal; readonly profit: Decimal }[],
): string {
  return evidenceOf(
    rows.map(({ order, ventas, profit }) =>
      JSON.stringify([order, plainDecimal(ventas), plainDecimal(profit)]),
    ),
  );
}

/** The profitabilities that a kind makes wrong, or may. */
export const ANOMALY_SCOPES: { readonly [kind in KindIn<'anomalies'>]: readonly Scope[] } = {
  'double-charge': ['marketplace', 'comercial', 'total'],
  'charge-without-sale': ['marketplace', 'comercial', 'total'],
  'negative-sale': ['marketplace', 'comercial', 'total'],
  'canceled-charge': ['marketplace', 'comercial', 'total'],
  'refund-above-sale': ['marketplace', 'comercial', 'total'],
  margin: ['comercial', 'total'],
};
