import { dayParts, inventSales, type Sale } from './truth.ts';

/**
 * Statements in every layout, from one truth. A file is rows of texts, as a spreadsheet or a delimited file has them, and
 * beside it what each of its lines means. Nothing of the product is used here.
 */

export type MeantLine = {
  /** Row of the file, from 1. */
  readonly row: number;
  /** Cents, to the seller positive; null where the file itself does not tell the sign. */
  readonly net: number | null;
  readonly gross?: number;
  readonly commission?: number;
  readonly shipping?: number;
  readonly taxes?: number;
  readonly order?: string;
  readonly settlement?: string;
  readonly sku?: string;
  readonly operation?: string;
  /** YYYY-MM-DD of the movement, and of the money. */
  readonly date?: string;
  readonly released?: string;
};

export type WrittenStatement = {
  /** Of the layout. */
  readonly name: string;
  readonly kind: string;
  readonly rows: string[][];
  readonly lines: MeantLine[];
  /** Index of the header row. */
  readonly headerAt: number;
  readonly headerRows: number;
  /** Header of the net, and of its parts, for faults. */
  readonly netColumn: string;
  readonly balanceColumn: string | null;
  /** What the file itself can find. */
  readonly proves: { readonly rows: boolean; readonly whole: boolean };
};

type Written = { readonly cells: string[]; readonly means: Omit<MeantLine, 'row'> };

const grouped = (digits: string, group: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, group);

/** Cents as text. */
export function money(
  cents: number,
  style: 'dot' | 'comma' | 'dot-groups' | 'peso' | 'peso-plain' | 'peso-us',
): string {
  const minus = cents < 0 ? '-' : '';
  const all = String(Math.abs(cents)).padStart(3, '0');
  const [whole, places] = [all.slice(0, -2), all.slice(-2)];
  switch (style) {
    case 'dot':
      return `${minus}${whole}.${places}`;
    case 'dot-groups':
      return `${minus}${grouped(whole, ',')}.${places}`;
    case 'comma':
      return `${minus}${grouped(whole, '.')},${places}`;
    case 'peso':
      return `${minus}${grouped(whole, '.')}`;
    case 'peso-plain':
      return `${minus}${whole}`;
    case 'peso-us':
      return cents === 0 ? '' : `${minus}$${grouped(whole, ',')}`;
  }
}

const iso = (days: number): string => dayParts(days).join('-');
const dmy = (days: number, sign = '-'): string => dayParts(days).toReversed().join(sign);
const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
const longDay = (days: number): string => {
  const [year, month, day] = dayParts(days);
  return `${Number(day)} de ${MONTHS[Number(month) - 1]} de ${year} 10:15 hs.`;
};

const netOf = ({ gross, commission, shipping, taxes }: Sale): number => gross - commission - shipping - taxes;

type Frame = Omit<WrittenStatement, 'rows' | 'lines' | 'headerAt' | 'headerRows'> & {
  readonly above?: readonly string[][];
  readonly header: readonly string[];
  readonly secondHeader?: readonly string[];
  /** Rows that are no lines: after so many lines. */
  readonly between?: ReadonlyMap<number, string[][]>;
};

function frame(
  { above = [], header, secondHeader, between, ...rest }: Frame,
  written: readonly Written[],
): WrittenStatement {
  const rows: string[][] = [...above.map((row) => [...row]), [...header]];
  if (secondHeader !== undefined) rows.push([...secondHeader]);
  const lines: MeantLine[] = [];
  for (let at = 0; at <= written.length; at += 1) {
    for (const row of between?.get(at) ?? []) rows.push([...row]);
    const line = written[at];
    if (line === undefined) continue;
    rows.push([...line.cells]);
    lines.push({ row: rows.length, ...line.means });
  }
  return { ...rest, rows, lines, headerAt: above.length, headerRows: secondHeader === undefined ? 1 : 2 };
}

const RELEASES_HEADER =
  'DATE;SOURCE_ID;EXTERNAL_REFERENCE;RECORD_TYPE;DESCRIPTION;NET_CREDIT_AMOUNT;NET_DEBIT_AMOUNT;GROSS_AMOUNT;MP_FEE_AMOUNT;FINANCING_FEE_AMOUNT;SHIPPING_FEE_AMOUNT;TAXES_AMOUNT;COUPON_AMOUNT;INSTALLMENTS;PAYMENT_METHOD;TAX_DETAIL;TRANSACTION_APPROVAL_DATE;CURRENCY;TAXES_DISAGGREGATED;ORDER_ID;METADATA;BALANCE_AMOUNT;PAYMENT_METHOD_TYPE'.split(
    ';',
  );

function releases(sales: readonly Sale[]): WrittenStatement {
  let balance = 12_345_600;
  let [credits, debits] = [0, 0];
  const first = iso(0);
  const record = (type: string, credit: number, debit: number): string[] =>
    RELEASES_HEADER.map((name) => {
      if (name === 'DATE') return `${first}T00:00:00.000-03:00`;
      if (name === 'RECORD_TYPE') return type;
      if (name === 'NET_CREDIT_AMOUNT') return money(credit, 'dot');
      return name === 'NET_DEBIT_AMOUNT' ? money(debit, 'dot') : '';
    });
  const opening = record('initial_available_balance', balance, 0);
  const written = sales.map((sale): Written => {
    const net = netOf(sale);
    balance += net;
    const [credit, debit] = net > 0 ? [net, 0] : [0, -net];
    credits += credit;
    debits += debit;
    const cells = [
      `${iso(sale.released)}T22:39:50.000-03:00`,
      sale.operation,
      '',
      'release',
      sale.isRefund ? 'refund' : 'payment',
      ...[credit, debit, sale.gross, -sale.commission, 0, -sale.shipping, -sale.taxes, 0].map((cents) =>
        money(cents, 'dot'),
      ),
      '1',
      'visa',
      '',
      `${iso(sale.sold)}T10:00:00.000-03:00`,
      'CLP',
      '',
      sale.order,
      '{}',
      money(balance, 'dot'),
      'credit_card',
    ];
    const means = {
      net,
      gross: sale.gross,
      commission: -sale.commission,
      shipping: -sale.shipping,
      taxes: -sale.taxes,
    };
    // Ten at night in UTC-3 is the next day in UTC; the day is that which is written.
    return {
      cells,
      means: {
        ...means,
        order: sale.order,
        operation: sale.operation,
        date: iso(sale.sold),
        released: iso(sale.released),
      },
    };
  });
  const between = new Map([
    [0, [opening]],
    [Math.floor(sales.length / 2), [record('block', 0, 5_000)]],
    [sales.length, [record('available_balance', balance, 0), record('total', credits + 12_345_600, debits)]],
  ]);
  return frame(
    {
      name: 'mercado-pago-releases',
      kind: 'mercado-pago-releases',
      header: RELEASES_HEADER,
      between,
      netColumn: 'NET_CREDIT_AMOUNT',
      balanceColumn: 'BALANCE_AMOUNT',
      proves: { rows: true, whole: true },
    },
    written,
  );
}

function releasesInSpanish(sales: readonly Sale[]): WrittenStatement {
  let balance = 900_000;
  const written = sales.map((sale): Written => {
    const net = netOf(sale);
    balance += net;
    return {
      cells: [
        dmy(sale.released, '/'),
        sale.operation,
        'Dinero liquidado',
        sale.isRefund ? 'Devolución' : 'Pago',
        money(Math.max(net, 0), 'comma'),
        money(Math.max(-net, 0), 'comma'),
        money(sale.gross, 'comma'),
        money(-sale.commission - sale.taxes, 'comma'),
        money(-sale.shipping, 'comma'),
        money(balance, 'comma'),
      ],
      means: {
        net,
        gross: sale.gross,
        commission: -sale.commission - sale.taxes,
        shipping: -sale.shipping,
        operation: sale.operation,
        released: iso(sale.released),
      },
    };
  });
  return frame(
    {
      name: 'mercado-pago-releases-es',
      kind: 'mercado-pago-releases',
      above: [['Reporte de liberaciones'], ['']],
      header: [
        'FECHA DE LIBERACIÓN',
        'ID DE OPERACIÓN EN MERCADO PAGO',
        'TIPO DE REGISTRO',
        'DESCRIPCIÓN',
        'MONTO NETO ACREDITADO',
        'MONTO NETO DEBITADO',
        'MONTO BRUTO DE LA OPERACIÓN',
        'COMISIÓN DE MERCADO PAGO O MERCADO LIBRE (INCLUYE IVA)',
        'COSTO DE ENVÍO',
        'SALDO',
      ],
      netColumn: 'MONTO NETO ACREDITADO',
      balanceColumn: 'SALDO',
      proves: { rows: true, whole: true },
    },
    written,
  );
}

function settlement(sales: readonly Sale[]): WrittenStatement {
  const header =
    'TRANSACTION_DATE;SETTLEMENT_DATE;MONEY_RELEASE_DATE;EXTERNAL_REFERENCE;SOURCE_ID;USER_ID;PAYMENT_METHOD_TYPE;PAYMENT_METHOD;SITE;TRANSACTION_TYPE;TRANSACTION_AMOUNT;TRANSACTION_CURRENCY;FEE_AMOUNT;SETTLEMENT_NET_AMOUNT;SETTLEMENT_CURRENCY;REAL_AMOUNT;COUPON_AMOUNT;METADATA;MKP_FEE_AMOUNT;FINANCING_FEE_AMOUNT;SHIPPING_FEE_AMOUNT;TAXES_AMOUNT;INSTALLMENTS;TAX_DETAIL;TAXES_DISAGGREGATED;ORDER_ID;PACK_ID'.split(
      ';',
    );
  const at = (days: number): string => `${iso(days)}T10:30:00.000-04:00`;
  return frame(
    {
      name: 'mercado-pago-settlement',
      kind: 'mercado-pago-settlement',
      header,
      netColumn: 'SETTLEMENT_NET_AMOUNT',
      balanceColumn: null,
      proves: { rows: true, whole: false },
    },
    sales.map((sale): Written => {
      const net = netOf(sale);
      const fee = -sale.commission - sale.shipping;
      return {
        cells: [
          at(sale.sold),
          at(sale.sold),
          at(sale.released),
          '',
          sale.operation,
          '77',
          'credit_card',
          'visa',
          'MLC',
          sale.isRefund ? 'REFUND' : 'SETTLEMENT',
          money(sale.gross, 'dot'),
          'CLP',
          money(fee, 'dot'),
          money(net, 'dot'),
          'CLP',
          money(net, 'dot'),
          '0.00',
          '{}',
          '0.00',
          '0.00',
          money(-sale.shipping, 'dot'),
          money(-sale.taxes, 'dot'),
          '1',
          '',
          '[{amount:1,detail:tax}]',
          sale.order,
          '',
        ],
        means: {
          net,
          gross: sale.gross,
          commission: fee,
          taxes: -sale.taxes,
          order: sale.order,
          operation: sale.operation,
          date: iso(sale.sold),
          released: iso(sale.released),
        },
      };
    }),
  );
}

function accountSummary(sales: readonly Sale[]): WrittenStatement {
  const opening = 5_000_000;
  let balance = opening;
  let [credits, debits] = [0, 0];
  const written = sales.map((sale): Written => {
    const net = netOf(sale);
    balance += net;
    if (net > 0) credits += net;
    else debits += net;
    return {
      cells: [
        dmy(sale.released),
        'Liquidación de dinero',
        sale.operation,
        money(net, 'comma'),
        money(balance, 'comma'),
      ],
      means: { net, operation: sale.operation, released: iso(sale.released) },
    };
  });
  return frame(
    {
      name: 'mercado-pago-account',
      kind: 'mercado-pago-account',
      above: [
        ['INITIAL_BALANCE', 'CREDITS', 'DEBITS', 'FINAL_BALANCE'],
        [opening, credits, debits, balance].map((cents) => money(cents, 'comma')),
        [''],
      ],
      header: [
        'RELEASE_DATE',
        'TRANSACTION_TYPE',
        'REFERENCE_ID',
        'TRANSACTION_NET_AMOUNT',
        'PARTIAL_BALANCE',
      ],
      netColumn: 'TRANSACTION_NET_AMOUNT',
      balanceColumn: 'PARTIAL_BALANCE',
      proves: { rows: false, whole: true },
    },
    written,
  );
}

const BILLING_HEADER =
  'N° de factura fiscal, Fecha del cargo, Número del cargo, Detalle, Descontado de la operación, Estado del cargo, Cargo que bonifica, Valor del cargo, Porcentaje por categoría, Costo por categoría, Costo fijo, Subtotal sin descuento, Valor del descuento, Motivo del descuento, Número de venta, Pago, Fecha de venta, Canal de Venta, Cliente, Cantidad vendida, Precio unitario, Total de la venta, Número de envío, Número de paquete, Número de publicación, Título, Código ML, Sección'.split(
    ', ',
  );

function billing(sales: readonly Sale[]): WrittenStatement {
  const totals = new Map<string, number>();
  const written = sales.map((sale): Written => {
    const charge = sale.commission;
    totals.set(sale.settlement, (totals.get(sale.settlement) ?? 0) + charge);
    const values = new Map([
      ['N° de factura fiscal', sale.settlement],
      ['Fecha del cargo', dmy(sale.sold, '/')],
      ['Número del cargo', sale.operation],
      ['Detalle', sale.isRefund ? 'Anulación del cargo por vender' : 'Cargo por vender'],
      ['Valor del cargo', money(charge, 'peso-plain')],
      ['Subtotal sin descuento', money(charge + 10_000, 'peso-plain')],
      ['Valor del descuento', money(10_000, 'peso-plain')],
      ['Número de venta', sale.order],
    ]);
    return {
      cells: BILLING_HEADER.map((name) => values.get(name) ?? ''),
      means: {
        net: -charge,
        order: sale.order,
        settlement: sale.settlement,
        operation: sale.operation,
        date: iso(sale.sold),
      },
    };
  });
  const above = [
    ['Facturación'],
    ['Mercado Libre'],
    [''],
    ...[...totals].map(([id, total]) => ['Total factura', id, money(total, 'peso-plain')]),
  ];
  while (above.length < 7) above.push(['']);
  return frame(
    {
      name: 'mercado-libre-billing',
      kind: 'mercado-libre-billing',
      above,
      header: BILLING_HEADER,
      netColumn: 'Valor del cargo',
      balanceColumn: null,
      proves: { rows: true, whole: true },
    },
    written,
  );
}

function mercadoLibreSales(sales: readonly Sale[]): WrittenStatement {
  const header = [
    '# de venta',
    'Fecha de venta',
    'Estado',
    'Ingresos por productos (CLP)',
    'Cargo por venta e impuestos (CLP)',
    'Ingresos por envío (CLP)',
    'Costos de envío (CLP)',
    'Anulaciones y reembolsos (CLP)',
    'Total (CLP)',
    'SKU',
    'Título de la publicación',
    'Unidades',
    'Unidades',
  ];
  const item = ['2000001', longDay(3), '', '', '', '', '', '', '', 'SKU-1', 'Silla', '1', ''];
  return frame(
    {
      name: 'mercado-libre-sales',
      kind: 'mercado-libre-sales',
      above: [['Ventas de Mercado Libre'], [''], [''], ['Estado de tus ventas'], ['']],
      header,
      between: new Map([[2, [item, item]]]),
      netColumn: 'Total (CLP)',
      balanceColumn: null,
      proves: { rows: true, whole: false },
    },
    sales.map((sale): Written => {
      const refund = sale.isRefund ? sale.gross : 0;
      const product = sale.isRefund ? 0 : sale.gross;
      const fee = -sale.commission - sale.taxes;
      return {
        cells: [
          sale.order,
          longDay(sale.sold),
          'Entregado',
          ...[product, fee, 0, -sale.shipping, refund, netOf(sale)].map((cents) => money(cents, 'peso')),
          sale.sku,
          sale.product,
          '1',
          '',
        ],
        means: {
          net: netOf(sale),
          gross: sale.gross,
          commission: fee,
          shipping: -sale.shipping,
          order: sale.order,
          sku: sale.sku,
          date: iso(sale.sold),
        },
      };
    }),
  );
}

/** Amounts with and without a tax of 19 %, rounded in each row to whole pesos. */
function taxed(cents: number): { readonly base: number; readonly tax: number } {
  const pesos = cents / 100;
  const base = Math.sign(pesos) * Math.round((Math.abs(pesos) * 100) / 119);
  return { base: base * 100, tax: cents - base * 100 };
}

function falabella(sales: readonly Sale[]): WrittenStatement {
  const header =
    'Fecha creación de la orden|Nombre del producto|Nº de orden|SKU vendedor|SKU Falabella|Id Artículo|Falabella-Id|Estado de la orden|Fecha de Entrega|Tipo de transacción|Fecha de transacción|Divisa|Monto (Sin IVA)|IVA|Monto con IVA|Tipo de comisión|% comisión|Estado de pago|N° estado de cuenta|Referencia de pago Fpay|Categoría de transacciones'.split(
      '|',
    );
  const line = (sale: Sale, net: number, isSale: boolean): Written => {
    const { base, tax } = taxed(net);
    return {
      cells: [
        `${iso(sale.sold)} 10:00:00`,
        sale.product,
        sale.order,
        sale.sku,
        '123',
        sale.suborder,
        'F1',
        'delivered',
        iso(sale.sold + 3),
        isSale ? 'Precio del producto' : 'Comisión',
        iso(sale.released),
        'CLP',
        money(base, 'peso-plain'),
        money(tax, 'peso-plain'),
        money(net, 'peso-plain'),
        isSale ? 'n/a' : 'Comisión por venta',
        isSale ? 'n/a' : '0.15',
        'paid',
        sale.settlement,
        'n/a',
        isSale ? 'Ventas' : 'Cobros',
      ],
      means: {
        net,
        [isSale ? 'gross' : 'commission']: net,
        taxes: tax,
        order: sale.order,
        sku: sale.sku,
        settlement: sale.settlement,
        date: iso(sale.released),
      },
    };
  };
  return frame(
    {
      name: 'falabella-transactions',
      kind: 'falabella-transactions',
      header,
      netColumn: 'Monto con IVA',
      balanceColumn: null,
      proves: { rows: true, whole: false },
    },
    sales.flatMap((sale) => [line(sale, sale.gross, true), line(sale, -sale.commission, false)]),
  );
}

function falabellaInvoice(sales: readonly Sale[]): WrittenStatement {
  return frame(
    {
      name: 'falabella-invoice',
      kind: 'falabella-invoice',
      header: [
        'Numero de documento',
        'Tipo de documento',
        'Fecha de Transaccion',
        'Tipo de Transaccion',
        'SKU vendedor',
        'Monto (Sin IVA)',
        'IVA',
        'Monto con IVA',
        'N estado de cuenta',
        'N de orden',
      ],
      netColumn: 'Monto con IVA',
      balanceColumn: null,
      proves: { rows: true, whole: false },
    },
    sales.map((sale): Written => {
      const { base, tax } = taxed(sale.commission);
      return {
        cells: [
          sale.operation,
          'Factura',
          dmy(sale.sold, '/'),
          'Comisión',
          sale.sku,
          money(base, 'peso-plain'),
          money(tax, 'peso-plain'),
          money(sale.commission, 'peso-plain'),
          sale.settlement,
          sale.order,
        ],
        means: {
          net: -sale.commission,
          taxes: -tax,
          order: sale.order,
          sku: sale.sku,
          settlement: sale.settlement,
          operation: sale.operation,
          date: iso(sale.sold),
        },
      };
    }),
  );
}

function ripley(sales: readonly Sale[]): WrittenStatement {
  const header =
    'Fecha OC|Número documento liquidación|Orden de compra|Shop ID|Tienda|Importe del pedido|Envío|Gastos de envío pagados por el operador|Comisiones sobre pedidos|Pedidos reembolsados|Envío reembolsado|Abono postventa|Descuento por costo logístico|Descuento por logistica inversa|Descuento por cancelación|Cobro despacho primera milla|Descuento operacional|A pagar'.split(
      '|',
    );
  let total = 0;
  const written = sales.map((sale): Written => {
    total += netOf(sale);
    const [sold, refunded] = sale.isRefund ? [0, sale.gross] : [sale.gross, 0];
    const amounts = [
      sold,
      0,
      0,
      -sale.commission,
      refunded,
      0,
      0,
      -sale.shipping,
      0,
      0,
      0,
      -sale.taxes,
      netOf(sale),
    ];
    return {
      cells: [
        dmy(sale.sold, '/'),
        sale.settlement,
        `${sale.order}-A`,
        '2001',
        'Mi tienda',
        ...amounts.map((cents) => money(cents, 'peso-plain')),
      ],
      means: {
        net: netOf(sale),
        commission: -sale.commission,
        shipping: -sale.shipping,
        gross: sale.gross - sale.taxes,
        order: `${sale.order}-A`,
        settlement: sale.settlement,
        date: iso(sale.sold),
      },
    };
  });
  const totals = header.map((name) =>
    name === 'Fecha OC' ? 'Totales' : name === 'A pagar' ? money(total, 'peso-plain') : '',
  );
  return frame(
    {
      name: 'ripley',
      kind: 'ripley',
      header,
      between: new Map([[sales.length, [totals]]]),
      netColumn: 'A pagar',
      balanceColumn: null,
      proves: { rows: true, whole: true },
    },
    written,
  );
}

function paris(sales: readonly Sale[]): WrittenStatement {
  const header =
    'id|descripción|tipo|número orden|sku|monto|moneda|acuerdo comercial|comisión|monto a pagar|monto total factura|fecha|estado|estado del pago|nro solicitud pago|nro suborden|seller sku|fecha de entrega'.split(
      '|',
    );
  return frame(
    {
      name: 'paris',
      kind: 'paris',
      header,
      netColumn: 'monto a pagar',
      balanceColumn: null,
      proves: { rows: true, whole: false },
    },
    sales.map((sale): Written => {
      const net = sale.gross - sale.commission;
      return {
        cells: [
          sale.operation,
          sale.product,
          sale.isRefund ? 'devolución' : 'venta',
          sale.order,
          'MK12345678-0',
          money(sale.gross, 'peso-plain'),
          'CLP',
          '15%',
          money(sale.commission, 'peso-plain'),
          money(net, 'peso-plain'),
          '',
          dmy(sale.sold),
          'entregado',
          'pagado',
          sale.settlement,
          sale.suborder,
          sale.sku,
          dmy(sale.sold + 2),
        ],
        means: {
          net,
          gross: sale.gross,
          commission: -sale.commission,
          order: sale.order,
          settlement: sale.settlement,
          sku: sale.sku,
          date: iso(sale.sold),
        },
      };
    }),
  );
}

function walmart(sales: readonly Sale[]): WrittenStatement {
  const header =
    'Numero Liq. / Settlement number|Concept / Concepto|Tipo / Transaction Type|Item / Item|Orden / Purchase Order|SKU / Product SKU|Afecto a Pago / Subject to Payment|No Afecto a Pago|Cargo por comision / Commission Charges|% Comision / Commission Rate|Fecha de Venta / Sale Date (dd_mm_yyyy)|Numero de devolucion / Return Number'.split(
      '|',
    );
  return frame(
    {
      name: 'walmart-cl',
      kind: 'walmart-cl',
      header,
      netColumn: 'Afecto a Pago / Subject to Payment',
      balanceColumn: null,
      proves: { rows: false, whole: false },
    },
    sales.map(
      (sale): Written => ({
        cells: [
          sale.settlement,
          'Venta',
          sale.isRefund ? 'Return' : 'Sale',
          '1',
          sale.order,
          sale.sku,
          money(sale.gross, 'peso-plain'),
          '0',
          money(-sale.commission, 'peso-plain'),
          '15',
          dayParts(sale.sold).toReversed().join('_'),
          '',
        ],
        means: {
          net: sale.gross - sale.commission,
          gross: sale.gross,
          commission: -sale.commission,
          order: sale.order,
          sku: sale.sku,
          settlement: sale.settlement,
          date: iso(sale.sold),
        },
      }),
    ),
  );
}

function hites(sales: readonly Sale[]): WrittenStatement {
  let total = 0;
  const written = sales.map((sale): Written => {
    const net = sale.gross - sale.commission - sale.shipping;
    total += net;
    return {
      cells: [
        sale.order,
        sale.isRefund ? 'DEVOLUCION' : 'VENTA',
        ...[sale.gross, sale.commission, sale.shipping, net].map((cents) => money(cents, 'peso')),
      ],
      means: {
        net,
        gross: sale.gross,
        commission: -sale.commission,
        shipping: -sale.shipping,
        order: sale.order,
      },
    };
  });
  return frame(
    {
      name: 'hites',
      kind: 'hites',
      header: ['ORDEN DE COMPRA', 'TIPO', 'TOTAL', 'COMISIÓN', 'SHIPPING', 'PAGO'],
      between: new Map([[sales.length, [['Total', '', '', '', '', money(total, 'peso')]]]]),
      netColumn: 'PAGO',
      balanceColumn: null,
      proves: { rows: true, whole: true },
    },
    written,
  );
}

function amazon(sales: readonly Sale[]): WrittenStatement {
  const header =
    'settlement-id settlement-start-date settlement-end-date deposit-date total-amount currency transaction-type order-id merchant-order-id adjustment-id shipment-id marketplace-name amount-type amount-description amount fulfillment-id posted-date posted-date-time order-item-code merchant-order-item-id merchant-adjustment-item-id sku quantity-purchased promotion-id'.split(
      ' ',
    );
  let total = 0;
  const line = (sale: Sale, type: string, description: string, cents: number): Written => {
    total += cents;
    const values = new Map([
      ['settlement-id', '18273645'],
      ['transaction-type', sale.isRefund ? 'Refund' : 'Order'],
      ['order-id', sale.order],
      ['amount-type', type],
      ['amount-description', description],
      ['amount', money(cents, 'dot')],
      ['posted-date', iso(sale.sold)],
      ['posted-date-time', `${iso(sale.sold)} 10:00:00 UTC`],
      ['sku', sale.sku],
    ]);
    const part = type === 'ItemPrice' ? 'gross' : 'commission';
    return {
      cells: header.map((name) => values.get(name) ?? ''),
      means: {
        net: cents,
        [part]: cents,
        order: sale.order,
        sku: sale.sku,
        settlement: '18273645',
        date: iso(sale.sold),
      },
    };
  };
  const written = sales.flatMap((sale) => [
    line(sale, 'ItemPrice', 'Principal', sale.gross),
    line(sale, 'ItemFees', 'Commission', -sale.commission),
  ]);
  const first = header.map((name) =>
    name === 'settlement-id'
      ? '18273645'
      : name === 'total-amount'
        ? money(total, 'dot')
        : name === 'currency'
          ? 'MXN'
          : name === 'deposit-date'
            ? `${iso(70)} 10:00:00 UTC`
            : '',
  );
  return frame(
    {
      name: 'amazon-settlement',
      kind: 'amazon-settlement',
      header,
      between: new Map([[0, [first]]]),
      netColumn: 'amount',
      balanceColumn: null,
      proves: { rows: false, whole: true },
    },
    written,
  );
}

function shopify(sales: readonly Sale[]): WrittenStatement {
  const header =
    'Transaction Date,Type,Order,Card Brand,Card Source,Payout Status,Payout Date,Payout ID,Available On,Amount,Fee,Net,Checkout,Payment Method Name,Presentment Amount,Presentment Currency,Currency'.split(
      ',',
    );
  return frame(
    {
      name: 'shopify-payments',
      kind: 'shopify-payments',
      header,
      netColumn: 'Net',
      balanceColumn: null,
      proves: { rows: true, whole: false },
    },
    sales.map((sale): Written => {
      const net = sale.gross - sale.commission;
      return {
        cells: [
          `${iso(sale.sold)} 07:33:09 +0200`,
          sale.isRefund ? 'refund' : 'charge',
          `#${sale.suborder}`,
          'visa',
          'online',
          'paid',
          iso(sale.released),
          sale.settlement,
          iso(sale.released),
          money(sale.gross, 'dot'),
          money(sale.commission, 'dot'),
          money(net, 'dot'),
          sale.operation,
          'card',
          money(sale.gross, 'dot'),
          'CLP',
          'CLP',
        ],
        means: {
          net,
          gross: sale.gross,
          commission: -sale.commission,
          order: `#${sale.suborder}`,
          settlement: sale.settlement,
          operation: sale.operation,
          date: iso(sale.sold),
          released: iso(sale.released),
        },
      };
    }),
  );
}

type BankCell = (line: { readonly sale: Sale; readonly net: number; readonly balance: number }) => string;
type Bank = {
  readonly name: string;
  readonly above?: readonly string[][];
  readonly columns: readonly (readonly [header: string, cell: BankCell])[];
  readonly balance: string | null;
  readonly netColumn: string;
  readonly isNewestFirst?: boolean;
  readonly footer?: readonly string[][];
  /** The sign of the oldest line is nowhere. */
  readonly isUnsigned?: boolean;
  /** A row of its own tells the balance before the lines. */
  readonly hasOpening?: boolean;
};

const out =
  (style: Parameters<typeof money>[1], sign = 1): BankCell =>
  ({ net }) =>
    net < 0 ? money(-net * sign, style) : '';
const inwards =
  (style: Parameters<typeof money>[1]): BankCell =>
  ({ net }) =>
    net > 0 ? money(net, style) : '';
const detail: BankCell = ({ sale }) => `Transferencia ${sale.settlement}`;
const none: BankCell = () => '';
const operation: BankCell = ({ sale }) => sale.operation;

const BANKS: readonly Bank[] = [
  {
    name: 'bci',
    above: [['Banco BCI'], ['Cuenta 123']],
    balance: 'Saldo diario',
    netColumn: 'Depósitos y Abono',
    columns: [
      ['Fecha', ({ sale }) => dmy(sale.released, '/')],
      ['Sucursal', none],
      ['Descripción', detail],
      ['N° Documento', operation],
      ['Cheques y otros cargos', out('peso')],
      ['Depósitos y Abono', inwards('peso')],
      ['Saldo diario', ({ balance }) => money(balance, 'peso')],
    ],
  },
  {
    name: 'banco-de-chile',
    balance: 'Saldo',
    netColumn: 'Deposito o Abono',
    isNewestFirst: true,
    columns: [
      ['Fecha', ({ sale }) => dmy(sale.released, '/')],
      ['Detalle Movimiento', detail],
      ['Cheque o Cargo', out('peso-plain')],
      ['Deposito o Abono', inwards('peso-plain')],
      ['Saldo', ({ balance }) => money(balance, 'peso-plain')],
      ['Docto. Nro.', operation],
      ['Trn', none],
      ['Caja', none],
      ['Sucursal', none],
    ],
  },
  {
    name: 'banco-de-chile-cartola',
    above: [['Cartola'], ['Desde 01/12/2025 hasta 31/03/2026']],
    balance: 'Saldo',
    netColumn: 'Abonos',
    columns: [
      [
        'FECHA DIA/MES',
        ({ sale }) =>
          dayParts(sale.released - 30)
            .slice(1)
            .toReversed()
            .join('/'),
      ],
      ['Descripción', detail],
      ['Cargos', out('peso')],
      ['Abonos', inwards('peso')],
      ['Saldo', ({ balance }) => money(balance, 'peso')],
    ],
  },
  {
    name: 'santander-cl',
    above: [['Santander'], ['Cartola'], ['']],
    balance: null,
    netColumn: 'MONTO',
    footer: [['Saldos diarios'], ['FECHA', 'SALDO'], ['01/02/2026', '100']],
    columns: [
      ['MONTO', ({ net }) => money(Math.abs(net), 'peso')],
      ['DESCRIPCIÓN MOVIMIENTO', detail],
      ['', none],
      ['FECHA', ({ sale }) => dmy(sale.released, '/')],
      ['N° DOCUMENTO', operation],
      ['SUCURSAL', none],
      [' ', none],
      ['CARGO/ABONO', ({ net }) => (net < 0 ? 'C' : 'A')],
    ],
  },
  {
    name: 'bancoestado',
    balance: 'Saldo',
    netColumn: 'Depósitos / Abonos',
    columns: [
      ['Fecha', ({ sale }) => dmy(sale.released, '/')],
      ['Sucursal', none],
      ['N° Cuenta Corriente', () => '1'],
      ['Alias', none],
      ['N° Cartola', () => '4'],
      ['N° Operación', operation],
      ['Descripción', detail],
      ['Cheques / Cargos', out('peso')],
      ['Depósitos / Abonos', inwards('peso')],
      ['Saldo', ({ balance }) => money(balance, 'peso')],
    ],
  },
  {
    name: 'scotiabank',
    balance: 'Saldo Diario',
    netColumn: 'Abono',
    columns: [
      ['Fecha(dd-mm-yyyy)', ({ sale }) => dmy(sale.released)],
      ['Descripción', detail],
      ['Numero Documento', operation],
      ['Cargo', out('peso')],
      ['Abono', inwards('peso')],
      ['Saldo Diario', ({ balance }) => money(balance, 'peso')],
    ],
  },
  {
    name: 'itau',
    balance: 'Saldo',
    netColumn: 'Abonos',
    columns: [
      ['Fecha', ({ sale }) => dayParts(sale.released).slice(1).toReversed().join('/')],
      ['Movimientos', detail],
      ['Abonos', inwards('peso-us')],
      ['Cargos', out('peso-us')],
      ['Saldo', ({ balance }) => money(balance, 'peso-us')],
    ],
  },
  {
    name: 'argentina-letters',
    balance: 'Saldo',
    netColumn: 'Importe',
    columns: [
      ['Fecha', ({ sale }) => dmy(sale.released, '/')],
      ['Fecha valor', ({ sale }) => dmy(sale.released, '/')],
      ['Descripción', detail],
      ['Comprobante', operation],
      ['Importe', ({ net }) => money(Math.abs(net), 'comma')],
      ['D/C', ({ net }) => (net < 0 ? 'D' : 'C')],
      ['Saldo', ({ balance }) => money(balance, 'comma')],
    ],
  },
  {
    name: 'argentina-state',
    balance: null,
    netColumn: 'IMPORTE',
    columns: [
      ['FECHA', ({ sale }) => dmy(sale.released, '/')],
      ['CONCEPTO', detail],
      ['REFERENCIA', operation],
      ['IMPORTE', ({ net }) => money(net, 'comma')],
      ['ESTADO', () => 'Confirmado'],
    ],
  },
  {
    name: 'argentina-balance',
    balance: 'Saldo',
    netColumn: 'Monto',
    isUnsigned: true,
    columns: [
      ['Fecha', ({ sale }) => dmy(sale.released, '/')],
      ['Descripcion', detail],
      ['Monto', ({ net }) => money(Math.abs(net), 'comma')],
      ['Saldo', ({ balance }) => money(balance, 'comma')],
    ],
  },
  {
    name: 'argentina-balance-opening',
    balance: 'Saldo',
    netColumn: 'Monto',
    hasOpening: true,
    columns: [
      ['Fecha', ({ sale }) => dmy(sale.released, '/')],
      ['Descripcion', detail],
      ['Monto', ({ net }) => money(Math.abs(net), 'comma')],
      ['Saldo', ({ balance }) => money(balance, 'comma')],
    ],
  },
  {
    name: 'any-two-columns',
    balance: 'Saldo contable (CLP)',
    netColumn: 'Ingresos',
    columns: [
      ['Día', ({ sale }) => dmy(sale.released, '/')],
      ['Glosa', detail],
      ['Egresos', out('peso')],
      ['Ingresos', inwards('peso')],
      ['Saldo contable (CLP)', ({ balance }) => money(balance, 'peso')],
    ],
  },
  {
    name: 'any-one-column',
    balance: 'Saldo disponible',
    netColumn: 'Valor',
    hasOpening: true,
    columns: [
      ['Data', ({ sale }) => dmy(sale.released, '/')],
      ['Histórico', detail],
      ['Valor', ({ net }) => money(net, 'comma')],
      ['Saldo disponible', ({ balance }) => money(balance, 'comma')],
    ],
  },
  {
    name: 'bbva-mx',
    balance: 'SALDO',
    netColumn: 'ABONO',
    columns: [
      ['FECHA', ({ sale }) => dmy(sale.released, '/')],
      ['DESCRIPCIÓN', detail],
      ['CARGO', out('dot-groups', -1)],
      ['ABONO', inwards('dot-groups')],
      ['SALDO', ({ balance }) => money(balance, 'dot-groups')],
    ],
  },
];

/** Extracts that are no tables: told as rows here, and written as what they are (as-files.ts). */
const TEXT_BANKS: readonly Bank[] = [
  {
    name: 'ofx',
    balance: null,
    netColumn: 'TRNAMT',
    columns: [
      ['TRNTYPE', ({ net }) => (net < 0 ? 'DEBIT' : 'CREDIT')],
      ['DTPOSTED', ({ sale }) => dayParts(sale.released).join('')],
      ['TRNAMT', ({ net }) => money(net, 'dot')],
      ['FITID', operation],
      ['NAME', detail],
    ],
  },
  {
    name: 'banco-de-chile-txt',
    balance: null,
    netColumn: 'amount',
    columns: [
      ['account', () => '00012345678'],
      ['date', ({ sale }) => dayParts(sale.released).toReversed().join('')],
      ['code', () => '000000101'],
      ['serial', ({ sale }) => sale.operation.slice(-8)],
      ['amount', ({ net }) => money(Math.abs(net), 'peso-plain').padStart(22, '0')],
      ['sign', ({ net }) => (net < 0 ? '-' : '+')],
      ['branch', () => '001'],
      ['text', (line) => detail(line).padEnd(45)],
    ],
  },
];

const OPENING = 500_000_000;

function bank(
  sales: readonly Sale[],
  {
    name,
    above,
    columns,
    balance: balanceColumn,
    netColumn,
    isNewestFirst = false,
    footer,
    isUnsigned = false,
    hasOpening = false,
  }: Bank,
): WrittenStatement {
  let balance = OPENING;
  const isWithoutYear = name === 'banco-de-chile-cartola';
  const hasOperation = columns.some(([, cell]) => cell === operation);
  const written = sales.map((sale, at): Written => {
    const net = netOf(sale);
    balance += net;
    return {
      cells: columns.map(([, cell]) => cell({ sale, net, balance })),
      means: {
        net: isUnsigned && at === 0 ? null : net,
        date: iso(isWithoutYear ? sale.released - 30 : sale.released),
        ...(hasOperation ? { operation: sale.operation } : {}),
      },
    };
  });
  return frame(
    {
      name: `bank-${name}`,
      kind: 'bank',
      header: columns.map(([header]) => header),
      netColumn,
      balanceColumn,
      proves: { rows: false, whole: balanceColumn !== null },
      ...(above === undefined ? {} : { above }),
      between: new Map([
        [0, hasOpening ? [['', 'Saldo anterior', '', money(OPENING, 'comma')]] : []],
        [sales.length, (footer ?? []).map((row) => [...row])],
      ]),
    },
    isNewestFirst ? written.toReversed() : written,
  );
}

const MARKETPLACES: readonly ((sales: readonly Sale[]) => WrittenStatement)[] = [
  releases,
  releasesInSpanish,
  settlement,
  accountSummary,
  billing,
  mercadoLibreSales,
  falabella,
  falabellaInvoice,
  ripley,
  paris,
  walmart,
  hites,
  amazon,
  shopify,
];

/** One writer for each layout, by name. */
export const WRITERS: readonly ((sales: readonly Sale[]) => WrittenStatement)[] = [
  ...MARKETPLACES,
  ...BANKS.map((each) => (sales: readonly Sale[]) => bank(sales, each)),
];

/** The same for extracts that are no tables. */
export const TEXT_WRITERS: typeof WRITERS = TEXT_BANKS.map(
  (each) => (sales: readonly Sale[]) => bank(sales, each),
);

/** Every layout from the same sales. */
export const writeAll = (seed: number, sales: number): readonly WrittenStatement[] =>
  WRITERS.map((write) => write(inventSales({ seed, sales, unit: 100 })));
