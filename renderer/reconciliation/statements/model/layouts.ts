import { amount, cost, date, text, unused } from './layout.ts';
import { marketplaceLayout, type Payer } from './marketplace-layout.ts';

/** Files of marketplaces and payment services, as found in their documentation and in real files. */

const MERCADO: Payer = {
  channels: /mercado ?-?(pago|libre)/,
  inBanks: /mercado ?pago|mercado ?libre|\bmercpago|\bmerpago|\bmeli\b/,
};
const FALABELLA_PAYS: Payer = { channels: /falabella/, inBanks: /falabella|\bfpay\b/ };

const MERCADO_PAGO_RELEASES = marketplaceLayout({
  kind: 'mercado-pago-releases',
  payout: 'balance',
  taxDetail: ['TAXES_DISAGGREGATED', 'TAX_DETAIL'],
  matchedFigure: 'Rentabilidad Marketplace',
  payer: MERCADO,
  dayOrder: 'day-first',
  isWhole: true,
  columns: [
    date('date', 'released', 'needed', 'DATE', 'RELEASE_DATE', 'Fecha de liberación'),
    text('operation', 'operation', 'needed', 'SOURCE_ID', 'ID de operación en Mercado Pago'),
    text('reference', 'reference', 'optional', 'EXTERNAL_REFERENCE', 'Código de referencia'),
    text('record', null, 'needed', 'RECORD_TYPE', 'Tipo de registro'),
    text('description', 'movement', 'expected', 'DESCRIPTION', 'Descripción'),
    amount('credit', null, 'needed', 'NET_CREDIT_AMOUNT', 'Monto neto acreditado'),
    amount('debit', null, 'needed', 'NET_DEBIT_AMOUNT', 'Monto neto debitado'),
    amount('gross', 'gross', 'expected', 'GROSS_AMOUNT', 'Monto bruto de la operación'),
    amount(
      'fee',
      'commission',
      'expected',
      'MP_FEE_AMOUNT',
      'Comisión de Mercado Pago o Mercado Libre (incluye IVA)',
    ),
    amount(
      'financing',
      'commission',
      'optional',
      'FINANCING_FEE_AMOUNT',
      'Comisión por ofrecer cuotas sin interés',
    ),
    amount('shipping', 'shipping', 'optional', 'SHIPPING_FEE_AMOUNT', 'Costo de envío'),
    amount('taxes', 'taxes', 'optional', 'TAXES_AMOUNT', 'Impuestos cobrados por retenciones'),
    amount('coupon', 'gross', 'optional', 'COUPON_AMOUNT', 'Cupón de descuento'),
    amount('effective-coupon', null, 'optional', 'EFFECTIVE_COUPON_AMOUNT'),
    amount('seller', null, 'optional', 'SELLER_AMOUNT'),
    date('date-approved', 'date', 'optional', 'TRANSACTION_APPROVAL_DATE', 'Fecha de aprobación'),
    text('currency', 'currency', 'optional', 'CURRENCY', 'Moneda'),
    text('order', 'order', 'optional', 'ORDER_ID', 'ID de la orden'),
    text('sku', 'sku', 'optional', 'PRODUCT_SKU', 'SKU del producto'),
    text('pack', 'suborder', 'optional', 'PACK_ID', 'ID del paquete'),
    amount('balance', 'balance', 'optional', 'BALANCE_AMOUNT', 'Saldo'),
    ...unused(
      'INSTALLMENTS',
      'PAYMENT_METHOD',
      'TAX_DETAIL',
      'TAXES_DISAGGREGATED',
      'METADATA',
      'PAYMENT_METHOD_TYPE',
    ),
    ...unused(
      'SHIPPING_ID',
      'SHIPMENT_MODE',
      'ITEM_ID',
      'SALE_DETAIL',
      'OPERATION_TAGS',
      'BUSINESS_UNIT',
      'SUB_UNIT',
    ),
    ...unused('PAYOUT_BANK_ACCOUNT_NUMBER', 'PURCHASE_ID', 'POS_ID', 'POS_NAME', 'STORE_ID', 'STORE_NAME'),
    ...unused('EXTERNAL_POS_ID', 'EXTERNAL_STORE_ID', 'POS_EXTERNAL_ID', 'STORE_EXTERNAL_ID'),
  ],
  net: [
    ['credit', 1],
    ['debit', -1],
  ],
  netRule: {
    result: [
      ['credit', 1],
      ['debit', -1],
    ],
    variants: [
      [
        ['gross', 1],
        ['fee', 1],
        ['financing', 1],
        ['shipping', 1],
        ['taxes', 1],
      ],
      [
        ['gross', 1],
        ['fee', 1],
        ['financing', 1],
        ['shipping', 1],
        ['taxes', 1],
        ['coupon', 1],
      ],
    ],
  },
  records: {
    column: 'record',
    movements: ['release', 'dinero liquidado', 'liberacion', 'dinero liberado', 'dinheiro liberado'],
    informational: [
      ...['block', 'unblock', 'fullblock', 'available_balance'],
      ...['bloqueo', 'desbloqueo', 'bloqueo total', 'dinero bloqueado', 'dinero desbloqueado'],
      ...['saldo disponible', 'saldo final disponible', 'saldo final'],
      ...['bloqueio', 'desbloqueio', 'dinheiro bloqueado', 'dinheiro desbloqueado', 'saldo disponivel'],
    ],
    opening: ['initial_available_balance', 'saldo inicial disponible', 'saldo inicial'],
    subtotals: ['subtotal'],
    totals: ['total', 'totales'],
  },
});

const MERCADO_PAGO_SETTLEMENT = marketplaceLayout({
  kind: 'mercado-pago-settlement',
  payout: 'balance',
  taxDetail: ['TAXES_DISAGGREGATED', 'TAX_DETAIL'],
  matchedFigure: 'Rentabilidad Marketplace',
  payer: MERCADO,
  dayOrder: 'day-first',
  columns: [
    date('date', 'date', 'needed', 'TRANSACTION_DATE', 'Fecha de origen'),
    date('date-settled', null, 'expected', 'SETTLEMENT_DATE', 'Fecha de aprobación'),
    date('date-released', 'released', 'expected', 'MONEY_RELEASE_DATE', 'Fecha de liberación del dinero'),
    text('reference', 'reference', 'optional', 'EXTERNAL_REFERENCE'),
    text('operation', 'operation', 'needed', 'SOURCE_ID', 'ID de operación de Mercado Pago'),
    text('movement', 'movement', 'needed', 'TRANSACTION_TYPE', 'Tipo de operación'),
    amount('gross', 'gross', 'needed', 'TRANSACTION_AMOUNT', 'Valor de la compra'),
    text('currency', 'currency', 'expected', 'SETTLEMENT_CURRENCY', 'TRANSACTION_CURRENCY', 'Moneda'),
    text('currency-of-sale', null, 'optional', 'TRANSACTION_CURRENCY'),
    amount('fee', 'commission', 'needed', 'FEE_AMOUNT', 'Comisiones + IVA'),
    amount(
      'net',
      'net',
      'needed',
      'SETTLEMENT_NET_AMOUNT',
      'Monto neto de la operación que impactó tu dinero',
    ),
    amount('real', null, 'optional', 'REAL_AMOUNT'),
    amount('coupon', null, 'optional', 'COUPON_AMOUNT'),
    amount('mkp', 'commission', 'optional', 'MKP_FEE_AMOUNT'),
    amount('financing', null, 'optional', 'FINANCING_FEE_AMOUNT'),
    amount('shipping', null, 'optional', 'SHIPPING_FEE_AMOUNT'),
    amount('taxes', 'taxes', 'optional', 'TAXES_AMOUNT'),
    text('order', 'order', 'optional', 'ORDER_ID'),
    text('pack', 'suborder', 'optional', 'PACK_ID'),
    text('sku', 'sku', 'optional', 'PRODUCT_SKU'),
    ...unused('USER_ID', 'PAYMENT_METHOD_TYPE', 'PAYMENT_METHOD', 'SITE', 'METADATA'),
    ...unused('INSTALLMENTS', 'TAX_DETAIL', 'TAXES_DISAGGREGATED', 'DESCRIPTION', 'SHIPPING_ID', 'ITEM_ID'),
  ],
  net: [['net', 1]],
  netRule: {
    result: [['net', 1]],
    variants: [
      [
        ['gross', 1],
        ['fee', 1],
        ['taxes', 1],
      ],
      [
        ['gross', 1],
        ['fee', 1],
        ['mkp', 1],
        ['taxes', 1],
      ],
    ],
  },
});

const MERCADO_PAGO_ACCOUNT = marketplaceLayout({
  kind: 'mercado-pago-account',
  payout: 'balance',
  matchedFigure: 'Rentabilidad Marketplace',
  payer: MERCADO,
  dayOrder: 'day-first',
  isWhole: true,
  columns: [
    date('date', 'released', 'needed', 'RELEASE_DATE'),
    text('movement', 'movement', 'needed', 'TRANSACTION_TYPE'),
    text('operation', 'operation', 'needed', 'REFERENCE_ID'),
    amount('net', 'net', 'needed', 'TRANSACTION_NET_AMOUNT'),
    amount('balance', 'balance', 'needed', 'PARTIAL_BALANCE'),
  ],
  net: [['net', 1]],
});

const MERCADO_LIBRE_BILLING = marketplaceLayout({
  kind: 'mercado-libre-billing',
  payout: 'bill',
  matchedFigure: 'Costo de Marketplace',
  payer: MERCADO,
  dayOrder: 'day-first',
  columns: [
    text('settlement', 'settlement', 'needed', 'N° de factura fiscal'),
    date('date', 'date', 'needed', 'Fecha del cargo'),
    text('operation', 'operation', 'needed', 'Número del cargo'),
    text('movement', 'movement', 'needed', 'Detalle'),
    cost('charge', 'net', 'needed', 'Valor del cargo'),
    amount('before-discount', null, 'expected', 'Subtotal sin descuento'),
    amount('discount', null, 'expected', 'Valor del descuento'),
    text('order', 'order', 'needed', 'Número de venta'),
    text('title', 'description', 'optional', 'Título'),
    text('pack', 'suborder', 'optional', 'Número de paquete'),
    ...unused(
      'Descontado de la operación',
      'Estado del cargo',
      'Cargo que bonifica',
      'Porcentaje por categoría',
    ),
    ...unused(
      'Motivo del descuento',
      'Pago',
      'Fecha de venta',
      'Canal de venta',
      'Cliente',
      'Cantidad vendida',
    ),
    ...unused('Costo por categoría', 'Costo fijo', 'Precio unitario', 'Total de la venta', 'Número de envío'),
    ...unused('Número de publicación', 'Código ML', 'Sección'),
  ],
  net: [['charge', -1]],
  netRule: {
    result: [['charge', -1]],
    variants: [
      [
        ['before-discount', -1],
        ['discount', 1],
      ],
      [
        ['before-discount', -1],
        ['discount', -1],
      ],
    ],
  },
});

const MERCADO_LIBRE_SALES = marketplaceLayout({
  kind: 'mercado-libre-sales',
  payout: 'other-balance',
  matchedFigure: 'Rentabilidad Marketplace',
  payer: MERCADO,
  dayOrder: 'day-first',
  columns: [
    text('order', 'order', 'needed', '# de venta'),
    date('date', 'date', 'needed', 'Fecha de venta'),
    text('status', 'movement', 'optional', 'Estado'),
    amount('gross', 'gross', 'needed', 'Ingresos por productos (CLP)'),
    amount('fee', 'commission', 'needed', 'Cargo por venta e impuestos (CLP)'),
    amount('shipping-income', 'shipping', 'expected', 'Ingresos por envío (CLP)'),
    amount('shipping', 'shipping', 'expected', 'Costos de envío (CLP)'),
    amount('refunds', 'gross', 'expected', 'Anulaciones y reembolsos (CLP)'),
    amount('net', 'net', 'needed', 'Total (CLP)'),
    text('sku', 'sku', 'needed', 'SKU'),
    text('title', 'description', 'optional', 'Título de la publicación'),
    ...unused(
      'Descripción del estado',
      'Paquete de varios productos',
      'Unidades',
      'Venta por publicidad',
      '# de publicación',
    ),
  ],
  net: [['net', 1]],
  netRule: {
    result: [['net', 1]],
    variants: [
      [
        ['gross', 1],
        ['fee', 1],
        ['shipping-income', 1],
        ['shipping', 1],
        ['refunds', 1],
      ],
    ],
  },
});

const FALABELLA_TRANSACTIONS = marketplaceLayout({
  kind: 'falabella-transactions',
  payout: 'settlement',
  matchedFigure: 'Rentabilidad Marketplace',
  payer: FALABELLA_PAYS,
  dayOrder: 'day-first',
  columns: [
    date('date-order', null, 'optional', 'Fecha creación de la orden'),
    text('product', 'description', 'optional', 'Nombre del producto'),
    text('order', 'order', 'needed', 'N° del orden', 'Nº de orden', 'N° de la orden'),
    text('sku', 'sku', 'expected', 'SKU vendedor'),
    text('article', 'suborder', 'optional', 'Id Artículo'),
    text('movement', 'movement', 'needed', 'Tipo de transacción'),
    date('date', 'date', 'needed', 'Fecha de transacción'),
    text('currency', 'currency', 'optional', 'Divisa'),
    amount('base', null, 'needed', 'Monto (Sin IVA)'),
    amount('tax', 'taxes', 'needed', 'IVA'),
    amount('net', 'net', 'needed', 'Monto con IVA'),
    text('fee-type', null, 'expected', 'Tipo de comisión'),
    text('settlement', 'settlement', 'needed', 'N° estado de cuenta'),
    text('payout', 'operation', 'optional', 'Referencia de pago Fpay'),
    text('category', null, 'needed', 'Categoría de transacciones'),
    ...unused(
      'SKU Falabella',
      'Falabella-Id',
      'Estado de la orden',
      'Fecha de Entrega',
      '% comisión',
      'Estado de pago',
    ),
  ],
  net: [['net', 1]],
  netRule: {
    result: [['net', 1]],
    variants: [
      [
        ['base', 1],
        ['tax', 1],
      ],
    ],
  },
  taxRule: { whole: 'net', base: 'base', tax: 'tax' },
  nothing: { order: ['n/a'], sku: ['n/a'], settlement: ['n/a'], payout: ['n/a'], article: ['n/a'] },
  partWords: ['movement', 'category', 'fee-type'],
  taxDetail: ['category', 'fee-type'],
});

const FALABELLA_INVOICE = marketplaceLayout({
  kind: 'falabella-invoice',
  payout: 'bill',
  matchedFigure: 'Costo de Marketplace',
  payer: FALABELLA_PAYS,
  dayOrder: 'day-first',
  columns: [
    text('document', 'operation', 'needed', 'Numero de documento'),
    text('document-type', null, 'needed', 'Tipo de documento'),
    date('date', 'date', 'needed', 'Fecha de Transaccion'),
    text('movement', 'movement', 'needed', 'Tipo de Transaccion'),
    text('sku', 'sku', 'optional', 'SKU vendedor'),
    cost('base', null, 'needed', 'Monto (Sin IVA)'),
    cost('tax', 'taxes', 'needed', 'IVA'),
    cost('net', 'net', 'needed', 'Monto con IVA'),
    text('settlement', 'settlement', 'needed', 'N estado de cuenta'),
    text('order', 'order', 'needed', 'N de orden'),
  ],
  net: [['net', -1]],
  netRule: {
    result: [['net', -1]],
    variants: [
      [
        ['base', -1],
        ['tax', -1],
      ],
    ],
  },
  taxRule: { whole: 'net', base: 'base', tax: 'tax' },
  nothing: { order: ['n/a'], sku: ['n/a'] },
});

const RIPLEY_AMOUNTS = [
  amount('gross', 'gross', 'needed', 'Importe del pedido'),
  amount('shipping', 'shipping', 'expected', 'Envío'),
  amount('shipping-operator', 'shipping', 'optional', 'Gastos de envío pagados por el operador'),
  amount('fee', 'commission', 'needed', 'Comisiones sobre pedidos'),
  amount('refunds', 'gross', 'expected', 'Pedidos reembolsados'),
  amount('shipping-refunds', 'shipping', 'expected', 'Envío reembolsado'),
  amount(
    'fee-refunds',
    'commission',
    'optional',
    'Comisiones reembolsadas',
    'Comisiones sobre pedidos reembolsados',
  ),
  amount('after-sale', 'gross', 'optional', 'Abono postventa'),
  amount('logistics', 'shipping', 'optional', 'Descuento por costo logístico'),
  amount('reverse-logistics', 'shipping', 'optional', 'Descuento por logistica inversa'),
  amount('cancellation', 'gross', 'optional', 'Descuento por cancelación'),
  amount('first-mile', 'shipping', 'optional', 'Cobro despacho primera milla'),
  amount('operational', 'gross', 'optional', 'Descuento operacional'),
] as const;

const RIPLEY = marketplaceLayout({
  kind: 'ripley',
  payout: 'settlement',
  matchedFigure: 'Rentabilidad Marketplace',
  payer: { channels: /ripley/, inBanks: /ripley/ },
  dayOrder: 'day-first',
  currency: 'CLP',
  columns: [
    date('date', 'date', 'needed', 'Fecha OC'),
    text('settlement', 'settlement', 'needed', 'Número documento liquidación'),
    text('order', 'order', 'needed', 'Orden de compra'),
    text('shop', null, 'expected', 'Shop ID'),
    text('shop-name', null, 'expected', 'Tienda'),
    ...RIPLEY_AMOUNTS,
    amount('net', 'net', 'needed', 'A pagar'),
  ],
  net: [['net', 1]],
  netRule: {
    result: [['net', 1]],
    variants: [RIPLEY_AMOUNTS.map(({ key }) => [key, 1] as const)],
  },
});

const PARIS = marketplaceLayout({
  kind: 'paris',
  payout: 'settlement',
  matchedFigure: 'Rentabilidad Marketplace',
  payer: { channels: /paris|easy|cencosud/, inBanks: /\bparis\b|\beasy\b|cencosud/ },
  dayOrder: 'day-first',
  currency: 'CLP',
  columns: [
    text('operation', 'operation', 'needed', 'id'),
    text('description', 'description', 'needed', 'descripción'),
    text('movement', 'movement', 'needed', 'tipo'),
    text('order', 'order', 'needed', 'número orden'),
    text('paris-sku', null, 'expected', 'sku'),
    amount('gross', 'gross', 'needed', 'monto'),
    text('currency', 'currency', 'optional', 'moneda'),
    text('agreement', null, 'expected', 'acuerdo comercial'),
    amount('fee', 'commission', 'needed', 'comisión'),
    amount('net', 'net', 'needed', 'monto a pagar'),
    amount('invoice', null, 'expected', 'monto total factura'),
    date('date', 'date', 'needed', 'fecha'),
    text('status', null, 'optional', 'estado'),
    text('payment-status', null, 'expected', 'estado del pago'),
    text('settlement', 'settlement', 'expected', 'nro solicitud pago'),
    text('suborder', 'suborder', 'needed', 'nro suborden'),
    text('sku', 'sku', 'expected', 'seller sku'),
    date('date-delivered', null, 'optional', 'fecha de entrega'),
  ],
  net: [['net', 1]],
  netRule: {
    result: [['net', 1]],
    variants: [
      [
        ['gross', 1],
        ['fee', -1],
      ],
      [
        ['gross', 1],
        ['fee', 1],
      ],
    ],
  },
});

/** «Orden / Purchase Order», and either half. */
const bilingual = (one: string, other: string) => [`${one} / ${other}`, one, other] as const;

const WALMART = marketplaceLayout({
  kind: 'walmart-cl',
  payout: 'settlement',
  matchedFigure: 'Rentabilidad Marketplace',
  payer: { channels: /walmart|lider/, inBanks: /walmart|\blider\b/ },
  dayOrder: 'day-first',
  currency: 'CLP',
  columns: [
    text('settlement', 'settlement', 'needed', ...bilingual('Numero Liq.', 'Settlement number')),
    text('concept', 'description', 'needed', 'Concept / Concepto', ...bilingual('Concepto', 'Concept')),
    text('movement', 'movement', 'needed', ...bilingual('Tipo', 'Transaction Type')),
    text('item', null, 'optional', ...bilingual('Item', 'Item')),
    text('order', 'order', 'needed', ...bilingual('Orden', 'Purchase Order')),
    text('sku', 'sku', 'needed', ...bilingual('SKU', 'Product SKU')),
    amount('subject', 'gross', 'needed', ...bilingual('Afecto a Pago', 'Subject to Payment')),
    amount('not-subject', null, 'optional', ...bilingual('No Afecto a Pago', 'Not Subject to Payment')),
    amount('fee', 'commission', 'needed', ...bilingual('Cargo por comision', 'Commission Charges')),
    text('rate', null, 'optional', ...bilingual('% Comision', 'Commission Rate')),
    date(
      'date',
      'date',
      'needed',
      'Fecha de Venta / Sale Date (dd_mm_yyyy)',
      ...bilingual('Fecha de Venta', 'Sale Date'),
    ),
    text('return', 'operation', 'optional', ...bilingual('Numero de devolucion', 'Return Number')),
  ],
  net: [
    ['subject', 1],
    ['fee', 1],
  ],
  nothing: { order: ['1'] },
});

const HITES = marketplaceLayout({
  kind: 'hites',
  payout: 'untold',
  matchedFigure: 'Rentabilidad Marketplace',
  payer: { channels: /hites/, inBanks: /hites/ },
  currency: 'CLP',
  isWhole: true,
  columns: [
    text('order', 'order', 'needed', 'ORDEN DE COMPRA'),
    text('movement', 'movement', 'needed', 'TIPO'),
    amount('gross', 'gross', 'needed', 'TOTAL'),
    amount('fee', 'commission', 'needed', 'COMISIÓN'),
    amount('shipping', 'shipping', 'needed', 'SHIPPING'),
    amount('net', 'net', 'needed', 'PAGO'),
  ],
  net: [['net', 1]],
  netRule: {
    result: [['net', 1]],
    variants: [
      [
        ['gross', 1],
        ['fee', -1],
        ['shipping', -1],
      ],
    ],
  },
});

const AMAZON = marketplaceLayout({
  kind: 'amazon-settlement',
  payout: 'settlement',
  matchedFigure: 'Rentabilidad Marketplace',
  payer: { channels: /amazon/, inBanks: /amazon|\bamzn/ },
  columns: [
    text('settlement', 'settlement', 'needed', 'settlement-id'),
    date('date-deposit', 'released', 'expected', 'deposit-date'),
    amount('total', null, 'needed', 'total-amount'),
    text('currency', 'currency', 'expected', 'currency'),
    text('transaction', null, 'needed', 'transaction-type'),
    text('order', 'order', 'needed', 'order-id'),
    text('amount-type', 'movement', 'needed', 'amount-type'),
    text('amount-description', 'description', 'needed', 'amount-description'),
    amount('net', 'net', 'needed', 'amount'),
    date('date', 'date', 'expected', 'posted-date-time', 'posted-date'),
    text('item', 'suborder', 'optional', 'order-item-code'),
    text('sku', 'sku', 'expected', 'sku'),
    ...unused(
      'settlement-start-date',
      'settlement-end-date',
      'merchant-order-id',
      'adjustment-id',
      'shipment-id',
    ),
    ...unused('marketplace-name', 'fulfillment-id', 'posted-date', 'merchant-order-item-id'),
    ...unused('merchant-adjustment-item-id', 'quantity-purchased', 'promotion-id'),
  ],
  net: [['net', 1]],
  totalRow: { amount: 'total' },
  partWords: ['amount-type', 'amount-description'],
});

const SHOPIFY = marketplaceLayout({
  kind: 'shopify-payments',
  payout: 'settlement',
  matchedFigure: 'Rentabilidad Marketplace',
  payer: { channels: /shopify/, inBanks: /shopify/ },
  isWhole: true,
  columns: [
    date('date', 'date', 'needed', 'Transaction Date'),
    text('movement', 'movement', 'needed', 'Type'),
    text('order', 'order', 'needed', 'Order'),
    date('date-payout', 'released', 'expected', 'Payout Date'),
    text('settlement', 'settlement', 'needed', 'Payout ID'),
    amount('gross', 'gross', 'needed', 'Amount'),
    amount('fee', 'commission', 'needed', 'Fee'),
    amount('net', 'net', 'needed', 'Net'),
    text('operation', 'operation', 'optional', 'Checkout'),
    text('currency', 'currency', 'expected', 'Currency'),
    amount('tax', null, 'optional', 'VAT'),
    ...unused('Card Brand', 'Card Source', 'Payout Status', 'Available On', 'Payment Method Name'),
    ...unused('Presentment Amount', 'Presentment Currency'),
  ],
  net: [['net', 1]],
  netRule: {
    result: [['net', 1]],
    variants: [
      [
        ['gross', 1],
        ['fee', -1],
      ],
    ],
  },
});

export const MARKETPLACE_LAYOUTS = [
  MERCADO_PAGO_RELEASES,
  MERCADO_PAGO_SETTLEMENT,
  MERCADO_PAGO_ACCOUNT,
  MERCADO_LIBRE_BILLING,
  MERCADO_LIBRE_SALES,
  FALABELLA_TRANSACTIONS,
  FALABELLA_INVOICE,
  RIPLEY,
  PARIS,
  WALMART,
  HITES,
  AMAZON,
  SHOPIFY,
] as const;
