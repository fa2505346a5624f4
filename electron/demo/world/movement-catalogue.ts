import type { Language } from './channels.ts';
import type { Stream } from './random.ts';

/** Account-level movements (spec 2.2): the column says what one is, the marketplace's own words are only shown. */
type Movement = {
  readonly column: string;
  readonly weight: number;
  /** Usual size in cents; a fixed fee, the same amount every time, makes equal rows occur. */
  readonly low: number;
  readonly high: number;
  readonly text: Readonly<Record<Language, string>>;
};

/** Column, weight, least and greatest cents, words in Spanish, Portuguese and English. */
const TABLE = `
Cobro por publicidad | 26 | 300000 | 9000000 | Cargo por campaña de publicidad | Cobrança por campanha de publicidade | Advertising campaign charge
Reembolso por publicidad | 3 | 100000 | 1500000 | Devolución de cargo por publicidad | Estorno de cobrança por publicidade | Advertising charge refund
Cobro por Servicio Almacenamiento | 20 | 80000 | 2600000 | Servicio de almacenamiento diario | Serviço de armazenamento diário | Daily storage service fee
Cobro por Almacenamiento Prolongado | 6 | 100000 | 1800000 | Almacenamiento prolongado de stock | Armazenamento prolongado de estoque | Long-term storage fee
Cobro por Descarte de Stock | 3 | 50000 | 900000 | Retiro y descarte de stock | Descarte de estoque | Stock disposal fee
Reembolso por servicio almacenamiento | 3 | 40000 | 700000 | Bonificación por almacenamiento | Bonificação de armazenamento | Storage fee credit
Reembolso por almacenamiento prolongado | 3 | 40000 | 500000 | Anulación de almacenamiento prolongado | Cancelamento de armazenamento prolongado | Long-term storage reversal
Reembolso por descarte de stock | 3 | 30000 | 300000 | Anulación de descarte | Cancelamento de descarte | Disposal fee reversal
Cobro por Asesoría Comercial (KAM) | 4 | 4500000 | 4500000 | Asesoría comercial: cuota mensual | Assessoria comercial: mensalidade | Key account management fee
Reembolso por Asesoría Comercial (KAM) | 3 | 4500000 | 4500000 | Nota de crédito por asesoría comercial | Nota de crédito de assessoria | Key account management credit note
Cobro por Mantenimiento Tienda | 6 | 1990000 | 1990000 | Mantenimiento de la tienda | Manutenção da loja | Storefront maintenance
Reembolso por Mantenimiento Tienda | 3 | 1990000 | 1990000 | Reverso de mantenimiento de tienda | Estorno de manutenção da loja | Storefront maintenance reversal
Cobro por Reputación | 3 | 200000 | 1200000 | Cargo por nivel de reputación | Cobrança por nível de reputação | Seller performance charge
Cobro por Adelanto de Dinero | 7 | 150000 | 3200000 | Costo por anticipo de fondos | Custo por antecipação de recebíveis | Cash advance cost
Cobro por Financiación y Cuotas Pasarela | 3 | 90000 | 800000 | Ajuste de financiación de cuotas | Ajuste de parcelamento | Installment financing adjustment
Cobro por Cupones de Descuento | 4 | 120000 | 2400000 | Aporte a campaña «Días sin límite» | Participação na campanha de cupons | Coupon campaign co-funding
Cobro de Envío | 3 | 60000 | 900000 | Diferencia de peso en envíos | Diferença de peso em envios | Shipping weight difference
Cobro de Comisiones | 3 | 50000 | 700000 | Facturación de comisiones pendientes | Faturamento de comissões pendentes | Pending commissions billing
Cobro de Impuestos | 4 | 100000 | 2100000 | Retención de impuestos del período | Retenção de impostos do período | Tax withholding for the period
Reembolso de Impuestos | 3 | 40000 | 600000 | Devolución de retenciones | Devolução de retenções | Tax withholding refund
Cobros sin categorizar | 3 | 10000 | 500000 | Cargo varios s/ detalle | Débito diversos s/ detalhe | Misc. charge (see statement)
Ingreso de Compensación por Daños | 3 | 90000 | 1300000 | Compensación por producto dañado en bodega | Compensação por produto danificado | Warehouse damage compensation
Ingresos sin categorizar | 3 | 10000 | 300000 | Abono varios | Crédito diversos | Misc. credit
`;

const MOVEMENTS: readonly Movement[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [column = '', weight, low, high, es = '', pt = '', en = ''] = line.split(' | ');
    return { column, weight: Number(weight), low: Number(low), high: Number(high), text: { es, pt, en } };
  });

const WEIGHTS = MOVEMENTS.map(({ weight }) => weight);

/** Draws one of those whose columns are given. */
export function drawMovementOf(columns: readonly string[], stream: Stream): Movement {
  const some = MOVEMENTS.filter(({ column }) => columns.includes(column));
  return some[stream.weighted(some.map(({ weight }) => weight))] ?? stream.pick(some);
}

export function drawMovement(stream: Stream): Movement {
  return MOVEMENTS[stream.weighted(WEIGHTS)] ?? stream.pick(MOVEMENTS);
}
