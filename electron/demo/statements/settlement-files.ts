import type { AccountLedger, Entry, Payout } from './ledger.ts';
import { delimited, isoDay, plain, rowOf, whole } from './text.ts';

/** Reports of accounts whose settlements are paid as they are: each line says which settlement it is of. */

const TRANSACTIONS_HEADER =
  'Fecha creación de la orden|Nombre del producto|Nº de orden|SKU vendedor|SKU Falabella|Id Artículo|Falabella-Id|Estado de la orden|Fecha de Entrega|Tipo de transacción|Fecha de transacción|Divisa|Monto (Sin IVA)|IVA|Monto con IVA|Tipo de comisión|% comisión|Estado de pago|N° estado de cuenta|Referencia de pago Fpay|Categoría de transacciones'.split(
    '|',
  );

type Part = readonly [transaction: string, category: string, feeType: string, cents: number];

/** The parts of an order, line by line. */
function partsOf({ what, gross, commission, shipping, taxes, others }: Entry): readonly Part[] {
  const parts: readonly Part[] = [
    ['Precio del producto', 'Ventas', 'n/a', gross],
    ['Comisión', 'Cobros', 'Comisión por venta', commission],
    ['Costo de envío', 'Cobros', 'Envío', shipping],
    ['Retención', 'Cobros', 'Impuestos', taxes],
    [what === 'movement' ? 'Otros cargos' : 'Servicios de la venta', 'Cobros', 'Servicios', others],
  ];
  return parts.filter(([, , , cents]) => cents !== 0);
}

/** Without a tax of 19 %, to whole pesos. */
const withoutTax = (cents: number): number => Math.sign(cents) * Math.round(Math.abs(cents) / 119) * 100;

/** All transactions of the settlements that were paid in a month; pesos of Chile. */
export function transactionsOfSettlements({ terms }: AccountLedger, payouts: readonly Payout[]): string {
  const rows = payouts.flatMap(({ number, day, entries }) =>
    entries.flatMap((entry) =>
      partsOf(entry).map(([transaction, category, feeType, cents]) => {
        const base = withoutTax(cents);
        return rowOf(TRANSACTIONS_HEADER, {
          'Fecha creación de la orden': `${isoDay(entry.bought)} 10:00:00`,
          'Nombre del producto': entry.product,
          'Nº de orden': entry.order,
          'SKU vendedor': entry.sku === '' ? 'n/a' : entry.sku,
          'Id Artículo': entry.suborder === '' ? 'n/a' : entry.suborder,
          'Estado de la orden': entry.what === 'refund' ? 'returned' : 'delivered',
          'Tipo de transacción': transaction,
          'Fecha de transacción': isoDay(day - terms.payouts.payAfter),
          Divisa: terms.currency,
          'Monto (Sin IVA)': whole(base),
          IVA: whole(cents - base),
          'Monto con IVA': whole(cents),
          'Tipo de comisión': feeType,
          '% comisión': 'n/a',
          'Estado de pago': 'Pagado',
          'N° estado de cuenta': number,
          'Referencia de pago Fpay': 'n/a',
          'Categoría de transacciones': category,
        });
      }),
    ),
  );
  return delimited([TRANSACTIONS_HEADER, ...rows], ',', { newline: '\n', quotesAll: true });
}

const FLAT_FILE_HEADER =
  'settlement-id settlement-start-date settlement-end-date deposit-date total-amount currency transaction-type order-id merchant-order-id adjustment-id shipment-id marketplace-name amount-type amount-description amount fulfillment-id posted-date posted-date-time order-item-code merchant-order-item-id merchant-adjustment-item-id sku quantity-purchased promotion-id'.split(
    ' ',
  );

/** One settlement as a flat file, whose first row is its total. */
export function flatFile({ terms, channel }: AccountLedger, { number, day, entries, net }: Payout): string {
  const { every, payAfter } = terms.payouts;
  const end = day - payAfter;
  const total = rowOf(FLAT_FILE_HEADER, {
    'settlement-id': number,
    'settlement-start-date': `${isoDay(end - every)} 00:00:00 UTC`,
    'settlement-end-date': `${isoDay(end)} 00:00:00 UTC`,
    'deposit-date': `${isoDay(day)} 10:00:00 UTC`,
    'total-amount': plain(net),
    currency: terms.currency,
  });
  const lines = entries.flatMap((entry) => {
    const { what, gross, commission, shipping, taxes, others } = entry;
    const parts = [
      ['ItemPrice', 'Principal', gross],
      ['ItemFees', 'Commission', commission],
      ['ItemFees', 'Shipping label', shipping],
      ['ItemWithheldTax', 'Tax withheld', taxes],
      ['ItemFees', 'Services', others],
    ] as const;
    return parts
      .filter(([, , cents]) => cents !== 0)
      .map(([type, description, cents]) =>
        rowOf(FLAT_FILE_HEADER, {
          'settlement-id': number,
          'transaction-type': what === 'movement' ? 'ServiceFee' : what === 'refund' ? 'Refund' : 'Order',
          'order-id': entry.order,
          'marketplace-name': channel.name,
          'amount-type': type,
          'amount-description': description,
          amount: plain(cents),
          'posted-date': isoDay(entry.bought),
          'posted-date-time': `${isoDay(entry.bought)} 10:00:00 UTC`,
          sku: entry.sku,
        }),
      );
  });
  return delimited([FLAT_FILE_HEADER, total, ...lines], '\t', { newline: '\n' });
}

const PAYMENTS_HEADER =
  'Transaction Date,Type,Order,Card Brand,Card Source,Payout Status,Payout Date,Payout ID,Available On,Amount,Fee,Net,Checkout,Payment Method Name,Presentment Amount,Presentment Currency,Currency'.split(
    ',',
  );

/** The card payments of an own shop in the payouts of a month. */
export function paymentsFile({ terms }: AccountLedger, payouts: readonly Payout[]): string {
  const { currency } = terms;
  const rows = payouts.flatMap(({ number, day, entries }) =>
    entries.map(({ what, order, bought, gross, net }) =>
      rowOf(PAYMENTS_HEADER, {
        'Transaction Date': `${isoDay(bought)} 17:33:09 -0300`,
        Type: what === 'sale' ? 'charge' : what === 'refund' ? 'refund' : 'adjustment',
        Order: order,
        'Card Brand': 'visa',
        'Card Source': 'online',
        'Payout Status': 'paid',
        'Payout Date': isoDay(day),
        'Payout ID': number,
        'Available On': isoDay(day),
        Amount: plain(gross),
        Fee: plain(gross - net),
        Net: plain(net),
        'Payment Method Name': 'card',
        'Presentment Amount': plain(gross),
        'Presentment Currency': currency,
        Currency: currency,
      }),
    ),
  );
  return delimited([PAYMENTS_HEADER, ...rows], ',', { newline: '\n' });
}
