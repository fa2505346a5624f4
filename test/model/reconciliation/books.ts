import { inventSales, random, type Sale } from '#test/statements/truth.ts';
import { WRITERS } from '#test/statements/writers.ts';

/**
 * What really happened, and what of it each side's books hold: rows of the source, and movements of statements and banks.
 * Whole cents as bigint; nothing of the product is used.
 */

export type Account = { readonly canal: string; readonly cuenta: string };
export const ACCOUNTS: readonly Account[] = [
  { canal: 'Mercado Uno', cuenta: 'Norte' },
  { canal: 'Mercado Uno', cuenta: 'Sur' },
  { canal: 'Tienda', cuenta: 'Principal' },
];
export const accountName = ({ canal, cuenta }: Account): string => `${canal} / ${cuenta}`;

/** A row of the source. */
export type SourceRow = Account & {
  readonly orden: string;
  readonly suborden: string;
  readonly sku: string;
  /** "": in none yet. */
  readonly settlement: string;
  /** Days since 2026-01-01. */
  readonly bought: number;
  /** Null: not paid. */
  readonly paid: number | null;
  readonly units: number;
  readonly ventas: bigint;
  /** Rentabilidad Marketplace. */
  readonly left: bigint;
  /** Null: the source has none. */
  readonly cost: bigint | null;
  /** What was charged for advertising: it is in `left`. */
  readonly advertising: bigint;
};

/** How many movements each register holds, and what came of the orders. */
export type BooksOptions = { readonly seed: number; readonly sales: number };

/** A list of movements that grows: its files are pieces of it. */
export type Register = {
  readonly name: string;
  readonly kind: string;
  /** A marketplace's is of an account; a bank's is of none. */
  readonly account: Account | null;
  readonly sales: readonly Sale[];
  /** Its balances hold only from its beginning on: files begin there. */
  readonly isFromStart: boolean;
};

/** Layouts that name orders, and say the same of a movement in whatever file it stands. */
const OF_ORDERS = [
  'mercado-pago-settlement',
  'mercado-libre-sales',
  'falabella-transactions',
  'ripley',
  'paris',
  'walmart-cl',
  'hites',
  'shopify-payments',
];
const OF_BANKS = ['bank-bci', 'bank-banco-de-chile', 'bank-itau', 'bank-scotiabank', 'bank-any-one-column'];

const kinds = new Map(WRITERS.map((write) => write([])).map(({ name, kind }) => [name, kind]));
export const kindOfWriter = (name: string): string => kinds.get(name) ?? 'unknown';

export const UNKNOWN_WRITER = 'unknown-register';

export type Books = {
  readonly rows: readonly SourceRow[];
  readonly registers: readonly Register[];
};

const PESO = 100n;
const netOf = ({ gross, commission, shipping, taxes }: Sale): number => gross - commission - shipping - taxes;

/** Rows of a sale: one, or two that share its amounts. */
function rowsOf(sale: Sale, account: Account, pick: number): SourceRow[] {
  const left = BigInt(netOf(sale));
  const ventas = BigInt(sale.gross);
  const isSplit = pick % 4 === 0;
  const part = (amount: bigint) => (amount / 3n / PESO) * PESO;
  const common = {
    ...account,
    orden: sale.order,
    settlement: pick % 7 === 0 ? '' : sale.settlement,
    bought: sale.sold,
    paid: pick % 3 === 0 ? null : sale.released,
    units: 1 + (pick % 2),
  };
  const costOf = (of: bigint) => (pick % 5 < 2 ? null : of / 3n + 7n);
  const advertising = pick % 3 === 1 ? BigInt(100 + pick) : 0n;
  const one = { ...common, suborden: sale.suborder, sku: sale.sku, advertising };
  if (!isSplit) return [{ ...one, ventas, left, cost: costOf(ventas) }];
  return [
    { ...one, ventas: part(ventas), left: part(left), cost: costOf(part(ventas)) },
    {
      ...one,
      suborden: `${sale.suborder}b`,
      sku: `${sale.sku}-B`,
      // Half of an order may be settled later.
      settlement: pick % 8 === 0 ? 'LQ-4009' : common.settlement,
      ventas: ventas - part(ventas),
      left: left - part(left),
      cost: costOf(ventas),
    },
  ];
}

/** Rows of a sale that was paid in parts: one of each, in its settlement. */
const rowsOfParts = (parts: readonly Sale[], account: Account, pick: number): SourceRow[] =>
  parts.flatMap((part, at) => {
    // The first of its rows alone: a part is of one settlement.
    const [row] = rowsOf(part, account, pick - (pick % 4) + 1);
    const own = { suborden: `${part.suborder}${at === 0 ? '' : 'b'}`, settlement: part.settlement };
    return row === undefined ? [] : [{ ...row, ...own }];
  });

/** The newest settlement: what is left of an order comes in it. */
const LAST_SETTLEMENT = 'LQ-4002';
const PARTS_APART_DAYS = 21;

/**
 * Now and then an order is paid over two settlements: a part of it in its own, and the rest in the last one, with other days. The
 * first two thirds of a register hold its first part alone: the statement of the other is to come.
 */
function partsOf(sale: Sale, pick: number): readonly Sale[] {
  if (sale.isRefund || sale.settlement === LAST_SETTLEMENT || pick % 4 !== 0) return [sale];
  const part = (cents: number): number => Math.floor(cents / 300) * 100;
  const [gross, commission, shipping, taxes] = [sale.gross, sale.commission, sale.shipping, sale.taxes];
  return [
    {
      ...sale,
      gross: part(gross),
      commission: part(commission),
      shipping: part(shipping),
      taxes: part(taxes),
    },
    {
      ...sale,
      operation: `${sale.operation}7`,
      settlement: LAST_SETTLEMENT,
      released: sale.released + PARTS_APART_DAYS,
      gross: gross - part(gross),
      commission: commission - part(commission),
      shipping: shipping - part(shipping),
      taxes: taxes - part(taxes),
    },
  ];
}

/** A movement as a statement tells it: now and then another amount than the source's. */
const expected = (sale: Sale, pick: number): Sale =>
  pick % 6 === 0 ? { ...sale, commission: sale.commission + 100 * (1 + (pick % 90)) } : sale;

function registersOf(account: Account, sales: readonly Sale[], next: () => number): Register[] {
  const pick = () => Math.floor(next() * 1_000);
  const first = pick();
  const names = [
    OF_ORDERS[first % OF_ORDERS.length],
    OF_ORDERS[(first + 1 + (pick() % 3)) % OF_ORDERS.length],
  ];
  const own = names.map((name = ''): Register => {
    const some = sales.filter(() => pick() % 12 !== 0).map((sale) => expected(sale, pick()));
    return { name, kind: kindOfWriter(name), account, sales: some, isFromStart: false };
  });
  const unknown = sales.filter(() => pick() % 5 !== 0).map((sale) => expected(sale, pick()));
  return [...own, { name: UNKNOWN_WRITER, kind: 'unknown', account, sales: unknown, isFromStart: false }];
}

/** Money that the banks got: settlements, some of them short, and business of others. Two banks may tell the same. */
function bankRegisters(settlements: ReadonlyMap<string, bigint>, next: () => number): Register[] {
  const pick = () => Math.floor(next() * 1_000);
  const deposits = [...settlements].map(([settlement, amount], at): Sale => {
    const lie = pick() % 4 === 0 ? 100 * (1 + (pick() % 50)) : 0;
    return deposit(settlement, Number(amount) - lie, 60 + 5 * at, at);
  });
  for (let at = 0; at < 3; at += 1)
    deposits.push(
      deposit(`Arriendo ${at}`, (pick() % 2 === 0 ? -1 : 1) * 100 * (500 + pick()), 62 + at, 90 + at),
    );
  const all = deposits.filter(({ gross }) => gross !== 0);
  const first = pick() % OF_BANKS.length;
  const second = (first + 1 + (pick() % (OF_BANKS.length - 1))) % OF_BANKS.length;
  return [first, second].map((at): Register => {
    const name = OF_BANKS[at] ?? '';
    return { name, kind: 'bank', account: null, sales: all, isFromStart: true };
  });
}

function deposit(settlement: string, cents: number, released: number, at: number): Sale {
  return {
    order: '',
    suborder: '',
    sku: '',
    product: '',
    operation: String(70_000_000 + at),
    settlement,
    sold: released,
    released,
    gross: cents,
    commission: 0,
    shipping: 0,
    taxes: 0,
    isRefund: false,
  };
}

export function openBooks({ seed, sales }: BooksOptions): Books {
  const next = random(seed);
  const pick = () => Math.floor(next() * 1_000);
  const rows: SourceRow[] = [];
  const registers: Register[] = [];
  const settlements = new Map<string, bigint>();
  for (const [at, account] of ACCOUNTS.entries()) {
    const orders = inventSales({ seed: seed + at * 7_919, sales, unit: 100 }).map((sale) =>
      partsOf({ ...sale, operation: `${sale.operation}${at}` }, pick()),
    );
    const own = orders.flat().toSorted((one, other) => one.released - other.released);
    registers.push(...registersOf(account, own, next));
    for (const parts of orders) {
      const [sale, ...others] = parts;
      if (sale === undefined || pick() % 11 === 0) continue;
      rows.push(...(others.length > 0 ? rowsOfParts(parts, account, pick()) : rowsOf(sale, account, pick())));
    }
    for (const sale of own) {
      // Two accounts have settlements of one number: the bank's text tells them not apart.
      const name = `${sale.settlement}${at === 2 ? '9' : ''}`;
      settlements.set(`${name} ${at}`, (settlements.get(`${name} ${at}`) ?? 0n) + BigInt(netOf(sale)));
    }
  }
  registers.push(
    ...bankRegisters(
      new Map([...settlements].map(([name, amount]) => [name.split(' ')[0] ?? '', amount])),
      next,
    ),
  );
  return { rows, registers };
}
