import { isUnreadable, type NaiveRow, naiveValue, PLACES } from '#test/renderer/data/engine/naive.ts';

/** The rules of rows written out once more, as spec 2.4 and 2.5 print them, and checked with BigInt row by row. */

const lines = (text: string): readonly string[] => text.trim().split(/\s*\n\s*/);

const SECTIONS: { readonly [id: string]: readonly [string, readonly string[], readonly string[]] } = {
  commissions: ['Costo de Comisiones', ['Cobro de Comisiones'], ['Reembolso de Comisiones']],
  shipping: [
    'Costo Envío',
    ['Cobro de Envío', 'Cobro Envío Flex'],
    ['Despacho pagado por comprador', 'Ingreso por Envío Flex', 'Reembolso de envío'],
  ],
  advertising: ['Costos por publicidad', ['Cobro por publicidad'], ['Reembolso por publicidad']],
  storage: [
    'Costos de Almacenamiento Fulfillment',
    lines(`Cobro por Costo Logístico
      Cobro por Servicio Almacenamiento
      Cobro por Almacenamiento Prolongado
      Cobro por Descarte de Stock`),
    lines(`Reembolso de Costo Logístico
      Reembolso por servicio almacenamiento
      Reembolso por descarte de stock
      Reembolso por almacenamiento prolongado`),
  ],
  other: [
    'Otros costos',
    lines(`Cobro de Ajuste sobre la Comisión
      Cobro de Penalizacion por Cancelación
      Cobro Logística Inversa
      Cobro de Penalización por Daños
      Cobros sin categorizar
      Cobro de Impuestos`),
    lines(`Reembolso de Ajuste sobre la Comisión
      Devolución de Penalización por Cancelación
      Reembolso Logística Inversa
      Ingreso de Compensación por Daños
      Reembolso de Ajuste sobre Venta
      Ingreso por promoción
      Ingresos sin categorizar
      Reembolsos sin categorizar
      Reembolso de Impuestos`),
  ],
  discounts: [
    'Costos de Descuentos y Promociones',
    ['Cobro por Cupones de Descuento'],
    ['Reembolso por Cupones de Descuento'],
  ],
  account: [
    'Costos de Gestión de Cuenta',
    lines(`Cobro por Asesoría Comercial (KAM)
      Cobro por Uso de Pasarela
      Cobro por Mantenimiento Tienda
      Cobro por Reputación
      Cobro por Publicar`),
    lines(`Reembolso por Asesoría Comercial (KAM)
      Reembolso por Uso de Pasarela
      Reembolso por Mantenimiento Tienda`),
  ],
  financing: [
    'Costos de Financiamiento',
    ['Cobro por Financiación y Cuotas Pasarela', 'Cobro por Adelanto de Dinero'],
    ['Reembolso por Financiación y Cuotas Pasarela'],
  ],
};

const EXCLUDED = ['advertising', 'storage', 'account', 'financing'].map((id) => SECTIONS[id]?.[0] ?? '');

export type NaiveSum = readonly [result: string, plus: readonly string[], minus: readonly string[]];

export const NAIVE_SUMS: { readonly [id: string]: NaiveSum } = {
  total: ['Rentabilidad Total', ['Ingreso Total', 'Reembolso Total'], ['Cobro Total', 'Costo de Producto']],
  comercial: [
    'Rentabilidad Comercial',
    ['Ingreso Total', 'Reembolso Total'],
    ['Cobros Comercial', 'Costo de Producto'],
  ],
  cobros: ['Cobros Comercial', ['Cobro Total'], EXCLUDED],
  income: [
    'Ingreso Total',
    lines(`Ventas
      Despacho pagado por comprador
      Ingreso por Envío Flex
      Ingreso de Compensación por Daños
      Ingreso por promoción
      Ingresos sin categorizar`),
    [],
  ],
  refunds: [
    'Reembolso Total',
    lines(`Reembolso de Ajuste sobre la Comisión
      Devolución de Penalizacion por Cancelación
      Reembolso Logística Inversa
      Reembolso de Ajuste sobre Venta
      Reembolso de Comisiones
      Reembolso de envío
      Reembolso de Costo Logístico
      Reembolso por publicidad
      Reembolsos sin categorizar
      Reembolso por servicio almacenamiento
      Reembolso por descarte de stock
      Reembolso por almacenamiento prolongado
      Reembolso de Impuestos`),
    [],
  ],
  ...SECTIONS,
  marketplace: ['Costo de Marketplace', Object.values(SECTIONS).map(([total]) => total), []],
};

export const NAIVE_RATES: { readonly [rate: string]: string } = {
  '% Rentabilidad Marketplace': 'Rentabilidad Marketplace',
  '% Rentabilidad Comercial': 'Rentabilidad Comercial',
  '% Rentabilidad Total': 'Rentabilidad Total',
  '% Costo de Marketplace': 'Costo de Marketplace',
  '% Costo Comercial': 'Costo Comercial',
  '% Costo Total': 'Costo Total',
  '% Cobro de Comisiones': 'Cobro de Comisiones',
  '% Costo de Comisiones': 'Costo de Comisiones',
  '% Costo de Publicidad': 'Costos por publicidad',
  '% Costo Envío': 'Costo Envío',
  '% Costo Producto': 'Costo de Producto',
};

const cellOf = (row: NaiveRow, column: string) => row[column] ?? null;
const figureOf = (row: NaiveRow, column: string) => naiveValue(cellOf(row, column));
const sizeOf = (value: bigint) => (value < 0n ? -value : value);

export type NaiveState =
  | { readonly state: 'holds' | 'absent' | 'unreadable' | 'withoutBase' }
  /** `off` times 10^PLACES, of sums; the base that fits, of rates. */
  | { readonly state: 'fails'; readonly off: bigint | null; readonly base: string | null };

function untold(row: NaiveRow, columns: readonly string[]): 'absent' | 'unreadable' | null {
  if (columns.some((column) => isUnreadable(cellOf(row, column)))) return 'unreadable';
  return columns.some((column) => figureOf(row, column) === null) ? 'absent' : null;
}

/** Whether a percentage is part ÷ base × 100 to half of its last digit: both edges count. */
function fits(row: NaiveRow, rate: string, part: string, base: string): boolean {
  const [shown, over, under] = [figureOf(row, rate), figureOf(row, part), figureOf(row, base)];
  if (shown === null || over === null || under === null || under === 0n) return false;
  const digits = (cellOf(row, rate) ?? '').split('.')[1]?.length ?? 0;
  const half = 10n ** BigInt(PLACES - digits);
  return 2n * sizeOf(shown * under - over * 100n * 10n ** BigInt(PLACES)) <= half * sizeOf(under);
}

export function naiveState(row: NaiveRow, id: string): NaiveState {
  const sum = NAIVE_SUMS[id];
  if (sum !== undefined) {
    const [result, plus, minus] = sum;
    const state = untold(row, [result, ...plus, ...minus]);
    if (state !== null) return { state };
    const total = (columns: readonly string[]) =>
      columns.reduce((all, column) => all + (figureOf(row, column) ?? 0n), 0n);
    const off = total([result]) - total(plus) + total(minus);
    return off === 0n ? { state: 'holds' } : { state: 'fails', off, base: null };
  }
  const part = NAIVE_RATES[id] ?? '';
  const state = untold(row, [id, part, 'Ventas']);
  if (state !== null) return { state };
  if (figureOf(row, 'Ventas') === 0n && figureOf(row, id) === 0n) return { state: 'withoutBase' };
  if (fits(row, id, part, 'Ventas')) return { state: 'holds' };
  const base = ['Ingreso Total', 'Venta Cancelada'].find((other) => fits(row, id, part, other)) ?? null;
  return { state: 'fails', off: null, base };
}

/** The columns that the rules speak of. */
export const RULED_COLUMNS: readonly string[] = [
  ...new Set([
    ...Object.values(NAIVE_SUMS).flatMap(([result, plus, minus]) => [result, ...plus, ...minus]),
    ...Object.entries(NAIVE_RATES).flat(),
    'Venta Cancelada',
    'Ventas',
  ]),
];
