import type { WireRow } from '#test/e2e/oracle.ts';

/**
 * What a marketplace and a bank would send of what was sold, written here by hand from their documentation: digits are
 * whole cents, and nothing of the product is used.
 */

/** Whole cents of a plain decimal text. */
export function centsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const cents = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2));
  return text.startsWith('-') ? -cents : cents;
}

/** As both a plain decimal and, with another sign, an amount of a bank. */
export function written(cents: bigint, sign: '.' | ',' = '.'): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}${sign}${digits.slice(-2)}`;
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Money that the marketplace let go: a line for each of an order's rows. */
export type Release = {
  readonly order: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly gross: bigint;
  readonly net: bigint;
};

const NET = 'Rentabilidad Marketplace';
const DAYS_TO_RELEASE = 14;

/** In order of time. Rows that come to nothing release nothing. */
export function releasesOf(rows: readonly WireRow[]): readonly Release[] {
  return rows
    .map((row) => ({
      order: row.Orden ?? '',
      day: dayAfter(row['Fecha de compra'] ?? '', DAYS_TO_RELEASE),
      gross: centsOf(row.Ventas ?? '0'),
      net: centsOf(row[NET] ?? '0'),
    }))
    .filter(({ order, net }) => order !== '' && net !== 0n)
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

const RELEASE_COLUMNS = [
  ...['DATE', 'SOURCE_ID', 'EXTERNAL_REFERENCE', 'RECORD_TYPE', 'DESCRIPTION', 'NET_CREDIT_AMOUNT'],
  ...['NET_DEBIT_AMOUNT', 'GROSS_AMOUNT', 'MP_FEE_AMOUNT', 'FINANCING_FEE_AMOUNT', 'SHIPPING_FEE_AMOUNT'],
  ...['TAXES_AMOUNT', 'COUPON_AMOUNT', 'INSTALLMENTS', 'PAYMENT_METHOD', 'CURRENCY', 'ORDER_ID'],
  'BALANCE_AMOUNT',
];
const OPENING = 1_250_075n;

/** The report of released money, its running balance in every line. Text of a file. */
export function releasesReport(releases: readonly Release[]): string {
  let balance = OPENING;
  const lineOf = (cells: { readonly [column: string]: string }) =>
    RELEASE_COLUMNS.map((column) => cells[column] ?? '').join(';');
  const first = `${releases[0]?.day ?? '2026-01-01'}T00:00:00.000-03:00`;
  const opening = lineOf({
    DATE: first,
    RECORD_TYPE: 'initial_available_balance',
    NET_CREDIT_AMOUNT: written(OPENING),
    NET_DEBIT_AMOUNT: '0.00',
    BALANCE_AMOUNT: written(OPENING),
  });
  const lines = releases.map(({ order, day, gross, net }, at) => {
    balance += net;
    return lineOf({
      DATE: `${day}T10:00:00.000-03:00`,
      SOURCE_ID: String(88_000_000_000 + at),
      RECORD_TYPE: 'release',
      DESCRIPTION: net < 0n ? 'refund' : 'payment',
      NET_CREDIT_AMOUNT: written(net > 0n ? net : 0n),
      NET_DEBIT_AMOUNT: written(net < 0n ? -net : 0n),
      GROSS_AMOUNT: written(gross),
      MP_FEE_AMOUNT: written(net - gross),
      FINANCING_FEE_AMOUNT: '0.00',
      SHIPPING_FEE_AMOUNT: '0.00',
      TAXES_AMOUNT: '0.00',
      COUPON_AMOUNT: '0.00',
      INSTALLMENTS: '1',
      PAYMENT_METHOD: 'visa',
      CURRENCY: 'CLP',
      ORDER_ID: order,
      BALANCE_AMOUNT: written(balance),
    });
  });
  return [RELEASE_COLUMNS.join(';'), opening, ...lines, ''].join('\r\n');
}

/** What a bank got: each day's releases as one deposit, and a fee of its own. Text of a file, in the bank's own order. */
export function bankExtract(releases: readonly Release[]): { readonly text: string; readonly rows: number } {
  const paid = new Map<string, bigint>();
  for (const { day, net } of releases) paid.set(day, (paid.get(day) ?? 0n) + net);
  const moves = [...paid].filter(([, net]) => net !== 0n);
  const [last] = moves.at(-1) ?? ['2026-01-01'];
  let balance = 40_000_000n;
  const lines = [...moves, [dayAfter(last, 1), -499_000n] as const].map(([day, net], at) => {
    balance += net;
    const [charge, deposit] = net < 0n ? [written(-net, ','), ''] : ['', written(net, ',')];
    const words = net < 0n ? 'COMISION MANTENCION' : 'TRANSFERENCIA MERCADO AUSTRAL';
    const date = day.split('-').toReversed().join('/');
    return [date, 'CASA MATRIZ', words, String(7_000 + at), charge, deposit, written(balance, ',')].join(';');
  });
  const header =
    'Fecha;Sucursal;Descripción;N° Documento;Cheques y otros cargos;Depósitos y Abono;Saldo diario';
  return { text: [header, ...lines, ''].join('\r\n'), rows: lines.length };
}
