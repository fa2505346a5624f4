import { DAY_MS } from '#shared/domain/dates.ts';
import { turnOfPayment } from '../lumbre/payouts.ts';
import { type BankLine, depositsOf, nextWorkingDay } from '../statements/bank-lines.ts';
import type { CompanyBooks } from '../statements/company-files.ts';
import { type AccountLedger, type Entry, payoutsOf } from '../statements/ledger.ts';
import { plain } from '../statements/text.ts';
import { hash, Stream } from '../world/random.ts';
import type { Cause, CauseKind } from './cause.ts';

/** Faults on the way from the rows to the statements and to the bank. */

type Month = {
  /** Days from 1970-01-01: its first, and the first after it. */
  readonly from: number;
  readonly to: number;
};

export type WrittenBooks = { readonly books: CompanyBooks; readonly causes: readonly Cause[] };

/** @param spared orders in whose rows something is wrong already */
export function writeLedgers(
  seed: number,
  ledgers: readonly AccountLedger[],
  month: Month,
  spared: ReadonlySet<string>,
): WrittenBooks {
  const stream = new Stream(hash(seed, month.from, 0, 0x70fd));
  const causes: Cause[] = [];
  const altered = new Map<string, number>();
  const add = (
    { channel, account, terms }: AccountLedger,
    kind: CauseKind,
    cents: number,
    rest: Partial<Cause>,
  ) => {
    const { currency } = terms;
    causes.push({ kind, canal: channel.name, cuenta: account.name, currency, amount: plain(cents), ...rest });
  };
  const written = ledgers.map((ledger): AccountLedger => {
    const draw = createDraw(stream, ledger, month, spared);
    switch (ledger.account.name) {
      case 'Lumbre Hogar':
        return writeSettlements(ledger, draw, stream, add);
      case 'Lumbre Oficial': {
        const twice = draw(({ shipping }) => shipping < 0);
        if (twice === null) return ledger;
        const again = twice.shipping;
        add(ledger, 'double-charge', again, { order: twice.order });
        return withEntries(ledger, [...ledger.entries, chargeOf(twice, again)]);
      }
      case 'Lumbre Outlet': {
        const one = draw(({ what }) => what === 'sale');
        const cents = stream.integer(6_000, 18_000) * 100;
        if (one === null) return ledger;
        altered.set(one.order, cents);
        add(ledger, 'altered-line', cents, { order: one.order });
        return ledger;
      }
      default:
        return ledger;
    }
  });
  const bank = bankPlot(stream, written, month, add);
  return { books: { ledgers: written, altered, deposits: bank }, causes };
}

type Add = (ledger: AccountLedger, kind: CauseKind, cents: number, rest: Partial<Cause>) => void;
type Draw = (isFit: (entry: Entry) => boolean) => Entry | null;

/** Draws sales whose payout leaves in the month, each at most once. */
function createDraw(
  stream: Stream,
  { terms, entries }: AccountLedger,
  month: Month,
  spared: ReadonlySet<string>,
): Draw {
  const isOfMonth = ({ paid }: Entry): boolean => {
    const { day } = turnOfPayment(terms.payouts, paid);
    return paid >= month.from && day >= month.from && day < month.to;
  };
  const left = entries.filter(
    (entry) => entry.what === 'sale' && !spared.has(entry.order) && isOfMonth(entry),
  );
  return (isFit) => {
    const fit = left.filter(isFit);
    const one = fit[Math.floor(stream.next() * fit.length)];
    if (one === undefined) return null;
    left.splice(left.indexOf(one), 1);
    return one;
  };
}

const withEntries = (ledger: AccountLedger, entries: readonly Entry[]): AccountLedger => {
  return { ...ledger, entries: entries.toSorted((one, other) => one.paid - other.paid) };
};

/** A line that costs, of the order and day of another. */
const chargeOf = (entry: Entry, cents: number): Entry => ({
  ...entry,
  what: 'charge',
  gross: 0,
  commission: 0,
  shipping: cents,
  taxes: 0,
  others: 0,
  net: cents,
});

function writeSettlements(ledger: AccountLedger, draw: Draw, stream: Stream, add: Add): AccountLedger {
  const [short, unpaid, beside] = [draw(isSale), draw(isSale), draw(isSale)];
  if (short === null || unpaid === null || beside === null) return ledger;
  const less = -stream.integer(1_100, 5_200) * 100;
  const unknown: Entry = {
    ...chargeOf(beside, -stream.integer(2_000, 7_000) * 100),
    // Of another seller: no number of this company is near it.
    order: String(9_600_000_000 + stream.integer(1, 99_999_999)),
    suborder: '',
    sku: '',
    product: 'Devolución',
    what: 'refund',
  };
  const numberOf = ({ paid }: Entry): string => turnOfPayment(ledger.terms.payouts, paid).number;
  add(ledger, 'short-payment', less, { order: short.order, number: numberOf(short) });
  add(ledger, 'unpaid-order', -unpaid.net, { order: unpaid.order, number: numberOf(unpaid) });
  add(ledger, 'unknown-order', unknown.net, { order: unknown.order, number: numberOf(unknown) });
  const entries = ledger.entries.flatMap((entry): readonly Entry[] => {
    if (entry === unpaid) return [];
    if (entry !== short) return [entry];
    return [{ ...entry, commission: entry.commission + less, net: entry.net + less }];
  });
  return withEntries(ledger, [...entries, unknown]);
}

const isSale = ({ gross }: Entry): boolean => gross > 0;

/** So many days of the month are left for a payout to come, and to be missed. */
const DAYS_TO_COME = 9;
/** The share that a bank on the way keeps, in parts of a thousand. */
const KEPT = 12;

function bankPlot(
  stream: Stream,
  ledgers: readonly AccountLedger[],
  month: Month,
  add: Add,
): CompanyBooks['deposits'] {
  const drawPayout = (cuenta: string) => {
    const ledger = ledgers.find(({ account }) => account.name === cuenta);
    if (ledger === undefined) return null;
    const own = payoutsOf(ledger, month.to).filter(
      ({ day, net }) => day > month.from + 2 && day < month.to - DAYS_TO_COME && net > 0,
    );
    const payout = own[Math.floor(stream.next() * own.length)];
    return payout === undefined ? null : { ledger, payout };
  };
  const [missing, short] = [drawPayout('Lumbre Oficial'), drawPayout('lumbre.com.ar')];
  const kept = short === null ? 0 : Math.round((short.payout.net * KEPT) / 1_000);
  if (missing !== null) {
    add(missing.ledger, 'payout-missing', -missing.payout.net, { number: missing.payout.reference });
  }
  if (short !== null) add(short.ledger, 'payout-short', -kept, { number: short.payout.reference });
  const foreign: BankLine = {
    day: nextWorkingDay(month.from + stream.integer(8, 20)),
    words: 'TRANSFERENCIA DE COMERCIAL ROJAS LTDA',
    number: String(stream.integer(20_000_000, 89_999_999)),
    amount: stream.integer(310_000, 890_000) * 100,
    payout: null,
  };
  const home = ledgers.find(({ terms }) => terms.currency === 'CLP');
  if (home !== undefined) {
    const since = new Date(foreign.day * DAY_MS).toISOString().slice(0, 10);
    add(home, 'foreign-deposit', foreign.amount, { canal: '', cuenta: '', number: foreign.number, since });
  }
  return (own, until) => {
    const lines = depositsOf(own, until).flatMap((line): readonly BankLine[] => {
      if (line.payout === missing?.payout.reference) return [];
      return [line.payout === short?.payout.reference ? { ...line, amount: line.amount - kept } : line];
    });
    return home !== undefined && own.includes(home) && foreign.day <= until ? [...lines, foreign] : lines;
  };
}
