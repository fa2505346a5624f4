import type { FieldNames } from '#renderer/data/model/file-columns.ts';
import { headingKey } from '#renderer/data/model/headings.ts';
import type { MappedField } from '#renderer/data/model/statement-answers.ts';
import type { LayoutColumn } from './layout.ts';
import { LAYOUTS } from './statement-kinds.ts';

/** How files that nobody has a layout for call their columns, in the languages of the region. */

const names = (listed: string): readonly string[] => listed.split(', ').map(headingKey);

/** Headings of money to the seller, of a field that is in two columns, one each way. */
const INTO =
  'Abono, Abonos, Crédito, Créditos, Credit, Credits, Haber, Depósito, Depósitos, Depósitos y abonos, Entrada, Entradas, Money in, Paid in, Monto abono, Credit amount, Valor crédito, Importe crédito, Ingreso, Ingresos';
const OUT =
  'Cargo, Cargos, Débito, Débitos, Debit, Debits, Debe, Cheques y cargos, Retiro, Retiros, Giro, Giros, Saída, Saídas, Salida, Salidas, Money out, Paid out, Withdrawal, Withdrawals, Monto cargo, Debit amount, Valor débito, Importe débito, Egreso, Egresos';
/** Headings of the net, and beside a column that is called so of the gross. */
const AMOUNT =
  'Monto, Importe, Valor, Amount, Montante, Quantia, Monto movimiento, Transaction amount, Total, Monto total, Importe total, Valor total, Total amount';

/** In the order in which columns are given away; each field's equally good names stand in one line. */
const OWN_NAMES: { readonly [field in MappedField]: readonly string[] } = {
  letter: [
    'Cargo/Abono, C/A, D/C, C/D, DC, CD, Débito/Crédito, Debe/Haber, Debit/Credit, Credit/Debit, Crédito/Débito, Signo, Sign, Sinal, Naturaleza, Natureza',
    'Tipo, Type',
  ],
  date: [
    'Fecha, Fecha movimiento, Fecha transacción, Fecha operación, Fecha y hora, Día, Date, Day, Transaction date, Movement date, Posting date, Posted date, Data, Data do movimento, Data da transação, Data da operação, Data do lançamento, Data lançamento, Data movimento, Dia',
    'Fecha venta, Fecha orden, Fecha pedido, Fecha compra, Fecha cargo, Order date, Sale date, Created at, Data da venda, Data do pedido, Data da compra',
    'Fecha contable, Fecha valor, Value date, Data valor',
  ],
  released: [
    'Fecha pago, Fecha liberación, Fecha liberación dinero, Fecha liquidación, Fecha abono, Fecha depósito, Fecha acreditación, Fecha disponibilidad, Payment date, Payout date, Paid date, Paid on, Release date, Deposit date, Settlement date, Available on, Data de pagamento, Data do pagamento, Data de liberação, Data do repasse, Data de liquidação',
  ],
  in: [INTO],
  out: [OUT],
  amount: [
    'Neto, Monto neto, Importe neto, Valor neto, Total neto, Neto a pagar, A pagar, A recibir, Monto a pagar, Monto a recibir, Total a pagar, Total a recibir, Net, Net amount, Net payout, Líquido, Valor líquido, A receber, Valor a receber',
    AMOUNT,
  ],
  gross: [
    'Bruto, Monto bruto, Importe bruto, Valor bruto, Gross, Gross amount, Venta bruta, Ventas, Sales, Vendas',
    AMOUNT,
  ],
  commission: [
    'Comisión, Comisiones, Comisión por venta, Comisión marketplace, Monto comisión, Fee, Fees, Commission, Commissions, Marketplace fee, Comissão, Comissões, Taxa, Tarifa, Tarifas',
  ],
  shipping: [
    'Envío, Envíos, Costo envío, Costos envío, Despacho, Costo despacho, Flete, Shipping, Shipping cost, Shipping fee, Freight, Frete, Custo de frete, Custo de envio',
  ],
  taxes: ['Impuesto, Impuestos, IVA, Retención, Retenciones, Tax, Taxes, VAT, Imposto, Impostos'],
  balance: [
    'Saldo, Saldo diario, Saldo contable, Saldo disponible, Saldo final, Saldo acumulado, Balance, Running balance, Saldo disponível',
  ],
  order: [
    'Orden, N° orden, Orden n°, ID orden, Código orden, Orden de compra, N° orden de compra, OC, N° OC, Pedido, N° pedido, Pedido n°, ID pedido, Código pedido, N° venta, ID venta, Order, Order ID, Order number, Order no, Order #, Purchase order, Número do pedido, Código do pedido, ID do pedido, Nº da ordem, Número da venda, ID da venda',
  ],
  suborder: [
    'Suborden, N° suborden, ID suborden, Sub orden, Subpedido, Sub pedido, Suborder, Suborder ID, N° paquete, ID paquete, Pack ID, Package ID',
  ],
  sku: [
    'SKU, SKU vendedor, SKU producto, Código SKU, SKU interno, Seller SKU, Product SKU, SKU do vendedor, SKU do produto',
    'Código producto, Product code, Código do produto',
  ],
  settlement: [
    'Liquidación, N° liquidación, ID liquidación, N° estado de cuenta, Settlement, Settlement ID, Settlement number, Payout ID, Liquidação, N° da liquidação, ID da liquidação, N° do repasse',
    'Factura, N° factura, Invoice, Invoice number, Invoice no, Fatura, N° da fatura, Nota fiscal, N° da nota fiscal',
  ],
  operation: [
    'Operación, N° operación, ID operación, N° transacción, ID transacción, Operation ID, Transaction ID, ID da operação, ID da transação, N° da transação',
    'Documento, N° documento, Docto, N° docto, Comprobante, N° comprobante, ID pago, N° pago, Payment ID, Document, Document number, Comprovante',
    'Referencia, N° referencia, Reference, Reference number, Referência, Folio',
  ],
  currency: ['Moneda, Divisa, Currency, Currency code, Moeda'],
  description: [
    'Descripción, Descripción movimiento, Detalle, Detalle movimiento, Glosa, Description, Detail, Details, Memo, Descrição, Detalhe, Detalhes, Histórico, Lançamento',
    'Concepto, Concept, Conceito',
  ],
  movement: [
    'Tipo de movimiento, Tipo de transacción, Tipo de operación, Movimiento, Movement, Movement type, Transaction type, Tipo de lançamento, Tipo de transação, Tipo de operação, Tipo de movimento',
    'Tipo, Type',
  ],
};

/** The field of a mapping that a layout's column would be; null: none. */
function mappedField(column: LayoutColumn, net: ReadonlyMap<string, 1 | -1>): MappedField | null {
  if (column.reads !== 'amount') {
    return column.field === 'reference' ? null : column.field;
  }
  if (net.has(column.key) && (column.part === 'net' || column.part === null)) {
    // One amount, or money in and out in two columns.
    if (net.size === 1) return net.get(column.key) === 1 ? 'amount' : null;
    return column.key === 'credit' ? 'in' : column.key === 'debit' ? 'out' : null;
  }
  return column.part === 'net' ? null : column.part;
}

/** By field, the headings of known layouts that are of it wherever they stand: tables made of their files keep them. */
function knownHeadings(): ReadonlyMap<MappedField, readonly string[]> {
  const meanings = new Map<string, Set<MappedField | null>>();
  for (const layout of LAYOUTS) {
    const net = new Map(layout.net);
    for (const column of layout.columns) {
      for (const header of column.headers) {
        const key = headingKey(header);
        meanings.set(key, (meanings.get(key) ?? new Set()).add(mappedField(column, net)));
      }
    }
  }
  const found = new Map<MappedField, string[]>();
  for (const [key, fields] of meanings) {
    const [field] = fields;
    if (fields.size === 1 && field !== null && field !== undefined)
      found.set(field, [...(found.get(field) ?? []), key]);
  }
  return found;
}

function headingNames(): FieldNames<MappedField> {
  const known = knownHeadings();
  const all = Object.entries(OWN_NAMES).map(([field, listed]) => [
    field,
    [...listed.map(names), known.get(field as MappedField) ?? []],
  ]);
  return Object.fromEntries(all) as FieldNames<MappedField>;
}

/** The names of every field as headingKey writes them: ours, then those of the layouts we know. */
export const HEADING_NAMES = headingNames();

const PLAIN_AMOUNTS = new Set(names(AMOUNT));
/** An amount of which its heading does not say whether it is the net or the gross. */
export const isPlainAmount = (key: string): boolean => PLAIN_AMOUNTS.has(key);
