import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { readCsv } from './csv-reader.ts';
import type { WireRow } from './oracle.ts';

/**
 * What the rows of the API and the files of the demo company say of a month, read here with code that shares nothing with the
 * app: orders beside their statements, and payouts beside the bank, in grains (10^-30) by number.
 */
export type Books = {
  /** Rows of the month by the currency that their account sells in. */
  readonly rowsIn: (currency: string) => readonly WireRow[];
  /**
   * Statement less rows, of the orders that differ: those bought in the month, or in the one before it; those that nobody sold by
   * the day of their line.
   */
  readonly differencesIn: (currency: string, of?: string) => Amounts;
  /** Ventas of the month of products that have no cost, by SKU. */
  readonly costlessIn: (currency: string) => Amounts;
  /** Payouts of the month that the bank never got, negative. */
  readonly missingIn: (currency: string) => Amounts;
  /** Bank less payout, of those that came with another amount. */
  readonly shortIn: (currency: string) => Amounts;
  /** Money of the month in the bank that nothing paid out explains. */
  readonly foreignIn: (currency: string) => Amounts;
};

export type Amounts = ReadonlyMap<string, bigint>;

/** A line of a statement that moves an order's money, or takes it out to the bank. */
type Line = {
  readonly order: string;
  readonly payout: string;
  readonly day: string;
  readonly net: bigint;
};

type Cells = (column: string) => string;
type Layout = {
  readonly separator: string;
  /** A column that no other layout has. */
  readonly sign: string;
  readonly currency: (cells: Cells) => string;
  /** Null: a line of balances or totals. */
  readonly line: (cells: Cells) => Line | null;
};

/** The layouts that the demo's channels write. */
const LAYOUTS: readonly Layout[] = [
  {
    separator: ';',
    sign: 'NET_CREDIT_AMOUNT',
    currency: (cells) => cells('CURRENCY'),
    line: (cells) => {
      if (cells('RECORD_TYPE') !== 'release') return null;
      const net = toGrains(cells('NET_CREDIT_AMOUNT')) - toGrains(cells('NET_DEBIT_AMOUNT'));
      const isPayout = cells('DESCRIPTION') === 'payout';
      return {
        order: cells('ORDER_ID'),
        payout: isPayout ? cells('SOURCE_ID') : '',
        day: cells('DATE'),
        net,
      };
    },
  },
  {
    separator: ';',
    sign: 'SETTLEMENT_NET_AMOUNT',
    currency: (cells) => cells('SETTLEMENT_CURRENCY'),
    line: (cells) => ({
      order: cells('ORDER_ID'),
      payout: cells('TRANSACTION_TYPE') === 'PAYOUTS' ? cells('SOURCE_ID') : '',
      day: cells('MONEY_RELEASE_DATE'),
      net: toGrains(cells('SETTLEMENT_NET_AMOUNT')),
    }),
  },
  {
    separator: ',',
    sign: 'Nº de orden',
    currency: (cells) => cells('Divisa'),
    line: (cells) => ({
      order: cells('Nº de orden'),
      payout: cells('N° estado de cuenta'),
      day: cells('Fecha de transacción'),
      net: toGrains(cells('Monto con IVA')),
    }),
  },
  {
    separator: ',',
    sign: 'Payout ID',
    currency: (cells) => cells('Currency'),
    line: (cells) => ({
      order: cells('Order'),
      payout: cells('Payout ID'),
      day: cells('Payout Date'),
      net: toGrains(cells('Net')),
    }),
  },
  {
    separator: '\t',
    sign: 'settlement-id',
    currency: (cells) => cells('currency'),
    line: (cells) =>
      cells('order-id') === ''
        ? null
        : {
            order: cells('order-id'),
            payout: cells('settlement-id'),
            day: cells('posted-date'),
            net: toGrains(cells('amount')),
          },
  },
];

type Statement = { readonly account: string; readonly currency: string; readonly lines: readonly Line[] };

function readStatement(name: string, text: string): Statement {
  const [first = ''] = text.split('\n');
  const layout = LAYOUTS.find(({ sign }) => first.includes(sign));
  if (layout === undefined) throw new Error(`No layout of ${name} is known.`);
  const [heads = [], ...rows] = readCsv(text, layout.separator);
  const cellsOf = rows.map(
    (row): Cells =>
      (column) =>
        row[heads.indexOf(column)] ?? '',
  );
  return {
    // «plaza-andina_lumbre-hogar_2026-10_…»: one account over several files.
    account: name.split('_').slice(0, 2).join('_'),
    currency: cellsOf.map(layout.currency).find((each) => each !== '') ?? '',
    lines: cellsOf.flatMap((cells) => layout.line(cells) ?? []),
  };
}

type BankLine = { readonly text: string; readonly day: string; readonly amount: bigint };
/** Money that came in, and the last day of any line. */
type Extract = { readonly came: readonly BankLine[]; readonly until: string };
const NO_EXTRACT: Extract = { came: [], until: '' };

const DATE = /^(\d\d)\/(\d\d)\/(\d{4})$/;

/** A Mexican bank writes «1,234.50», the others «1.234,50». */
function readBank(currency: string, text: string): Extract {
  const isPoint = currency === 'MXN';
  const plain = (cell: string): bigint =>
    toGrains(isPoint ? cell.replaceAll(',', '') : cell.replaceAll('.', '').replace(',', '.'));
  const rows = readCsv(text, isPoint ? ',' : ';');
  const heads = rows.find(
    (row) => row.includes('Descripción') || row.includes('DESCRIPCIÓN') || row.includes('Histórico'),
  );
  const at = (...names: readonly string[]) => (heads ?? []).findIndex((head) => names.includes(head));
  const [credit, amount, sign] = [at('Depósitos y Abono', 'ABONO'), at('Importe', 'Valor'), at('D/C')];
  const words = at('Descripción', 'DESCRIPCIÓN', 'Histórico');
  let until = '';
  const came = rows.flatMap((row) => {
    const date = DATE.exec(row[0] ?? '');
    if (date === null) return [];
    const day = `${date[3]}-${date[2]}-${date[1]}`;
    if (day > until) until = day;
    const cell = row[credit >= 0 ? credit : amount] ?? '';
    if (cell === '' || (sign >= 0 && row[sign] !== 'C')) return [];
    const own = plain(cell);
    return own > 0n ? [{ text: row[words] ?? '', day, amount: own }] : [];
  });
  return { came, until };
}

const plus = (sums: Map<string, bigint>, key: string, amount: bigint): void =>
  void sums.set(key, (sums.get(key) ?? 0n) + amount);
const abs = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

export type BooksInput = {
  /** Where the files lie, in a folder a month. */
  readonly folder: string;
  /** All rows that the API gives of the months that these are of, and of the month before them. */
  readonly rows: readonly WireRow[];
  readonly month: string;
  /** That an account sells in; null: it is none of the company's. */
  readonly currencyOf: (row: WireRow) => string | null;
};

export async function readBooks({ folder, rows, month, currencyOf }: BooksInput): Promise<Books> {
  const statements: Statement[] = [];
  const bank = new Map<string, Extract>();
  for (const each of (await readdir(folder)).filter((name) => /^\d{4}-\d\d$/.test(name))) {
    for (const name of await readdir(join(folder, each))) {
      const text = await readFile(join(folder, each, name), 'utf8');
      const currency = (/^banco_(\w{3})_/.exec(name)?.[1] ?? '').toUpperCase();
      if (currency === '') statements.push(readStatement(name, text));
      // Extracts of before the month are not brought.
      else if (each >= month) {
        const [known, own] = [bank.get(currency) ?? NO_EXTRACT, readBank(currency, text)];
        const until = known.until > own.until ? known.until : own.until;
        bank.set(currency, { came: [...known.came, ...own.came], until });
      }
    }
  }
  const ofMonth = (day: string): boolean => day.startsWith(month);
  const statementsIn = (currency: string) => statements.filter((each) => each.currency === currency);
  const rowsIn = (currency: string) => rows.filter((row) => currencyOf(row) === currency);
  const rowsOfMonth = (currency: string) =>
    rowsIn(currency).filter((row) => ofMonth(row['Fecha de compra'] ?? ''));
  return {
    rowsIn: rowsOfMonth,
    costlessIn: (currency) => costless(rowsOfMonth(currency)),
    differencesIn: (currency, of = month) => differences(statementsIn(currency), rowsIn(currency), of),
    ...payouts(statementsIn, rowsIn, (currency) => bank.get(currency) ?? NO_EXTRACT, month),
  };
}

function costless(rows: readonly WireRow[]): Amounts {
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const [sold, cost] = [toGrains(row.Ventas ?? '0'), toGrains(row['Costo de Producto'] ?? '0')];
    if (sold !== 0n && cost === 0n) plus(sums, row['SKU Producto'] ?? '', sold);
  }
  return sorted(sums);
}

/** As its files are named: «tienda-propia_lumbre-com-ar». */
const accountOf = ({ Canal = '', Cuenta = '' }: WireRow): string =>
  [Canal, Cuenta].map((name) => plainWords(name).replaceAll(/[^a-z0-9]+/g, '-')).join('_');
const plainWords = (name: string): string => name.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');

/** An order of which no statement speaks is held against nothing where the rows say that it was paid by then, or in a settlement of them. */
function differences(statements: readonly Statement[], rows: readonly WireRow[], month: string): Amounts {
  const paid = new Map<string, bigint>();
  const days = new Map<string, string>();
  const ends = new Map<string, string>();
  const settlements = new Set(
    statements.flatMap(({ lines }) => lines.flatMap(({ payout }) => (payout === '' ? [] : [payout]))),
  );
  for (const { account, lines } of statements)
    for (const { order, day, net } of lines.filter((line) => line.order !== '')) {
      plus(paid, order, net);
      days.set(order, day.slice(0, 7));
      if (day.slice(0, 10) > (ends.get(account) ?? '')) ends.set(account, day.slice(0, 10));
    }
  const left = new Map<string, bigint>();
  const settled = new Set<string>();
  for (const row of rows) {
    const order = row.Orden ?? '';
    plus(left, order, toGrains(row['Rentabilidad Marketplace'] ?? '0'));
    const bought = (row['Fecha de compra'] ?? '').slice(0, 7);
    days.set(order, bought);
    const when = (row['Fecha de Pago'] ?? '').slice(0, 10);
    const isReached = when !== '' && when <= (ends.get(accountOf(row)) ?? '');
    if (isReached || settlements.has(row['N° de Liquidación'] ?? '')) settled.add(order);
  }
  const found = new Map<string, bigint>();
  for (const [order, of] of days) {
    if (of !== month || (!paid.has(order) && !settled.has(order))) continue;
    const difference = (paid.get(order) ?? 0n) - (left.get(order) ?? 0n);
    if (difference !== 0n) found.set(order, difference);
  }
  return sorted(found);
}

/** By name, so that two of them compare. */
const sorted = (sums: Amounts): Amounts =>
  new Map([...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)));

type In<T> = (currency: string) => readonly T[];

/** So long at most a payout is on its way. */
const ON_ITS_WAY_DAYS = 7;
/** Whether the bank's lines reach beyond the days that a payout takes. */
const isDue = (day: string, { until }: Extract): boolean =>
  Date.parse(until) - Date.parse(day.slice(0, 10)) >= ON_ITS_WAY_DAYS * 86_400_000;

/** Payouts by their own numbers, which banks write in their lines. */
function payouts(
  statementsIn: In<Statement>,
  rowsIn: In<WireRow>,
  bankIn: (currency: string) => Extract,
  month: string,
) {
  const paidOut = (currency: string) => {
    const sums = new Map<string, { day: string; amount: bigint }>();
    for (const { lines } of statementsIn(currency)) {
      const isTransfer = lines.some(({ order, payout }) => order === '' && payout !== '');
      for (const { order, payout, day, net } of lines) {
        if (payout === '' || (isTransfer && order !== '')) continue;
        const known = sums.get(payout) ?? { day: '', amount: 0n };
        sums.set(payout, {
          day: day > known.day ? day : known.day,
          amount: known.amount + (isTransfer ? abs(net) : net),
        });
      }
    }
    return sums;
  };
  const came = (currency: string, number: string): bigint =>
    bankIn(currency)
      .came.filter(({ text }) => text.includes(number))
      .reduce((sum, { amount }) => sum + amount, 0n);
  const ofMonth = (currency: string) => [...paidOut(currency)].filter(([, { day }]) => day.startsWith(month));
  return {
    missingIn: (currency: string): Amounts =>
      new Map(
        ofMonth(currency)
          .filter(([number, { day }]) => came(currency, number) === 0n && isDue(day, bankIn(currency)))
          .map(([number, { amount }]) => [number, -amount]),
      ),
    shortIn: (currency: string): Amounts =>
      new Map(
        ofMonth(currency).flatMap(([number, { amount }]) => {
          const got = came(currency, number);
          return got === 0n || got === amount ? [] : [[number, got - amount] as const];
        }),
      ),
    foreignIn: (currency: string): Amounts => {
      const numbers = [
        ...paidOut(currency).keys(),
        ...rowsIn(currency).map((row) => row['N° de Liquidación'] ?? ''),
      ].filter((number) => number !== '');
      return new Map(
        bankIn(currency)
          .came.filter(
            ({ text, day }) => day.startsWith(month) && !numbers.some((number) => text.includes(number)),
          )
          .map(({ text, amount }) => [text, amount]),
      );
    },
  };
}
