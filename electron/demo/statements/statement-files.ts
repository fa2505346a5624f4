import { releasesFile, transactionsFile } from './balance-files.ts';
import { type AccountLedger, payoutsOf } from './ledger.ts';
import { flatFile, paymentsFile, transactionsOfSettlements } from './settlement-files.ts';
import { monthOfDay } from './text.ts';

/** The statements of an account and month, each in the layout that its channel writes. */

export type StatementFile = {
  readonly name: string;
  readonly canal: string;
  readonly cuenta: string;
  readonly currency: string;
  readonly month: string;
  readonly text: string;
};

type FilesRequest = {
  /** YYYY-MM */
  readonly month: string;
  /** The last day that is told, counted from 1970-01-01. */
  readonly until: number;
};

type Writer = (
  ledger: AccountLedger,
  asked: FilesRequest,
  alter: ReadonlyMap<string, number>,
) => readonly { readonly name: string; readonly text: string }[];

const paidIn = (ledger: AccountLedger, { month, until }: FilesRequest) =>
  payoutsOf(ledger, until).filter(({ day }) => monthOfDay(day) === month);

const WRITERS: { readonly [canal: string]: Writer } = {
  'Mercado Austral': (ledger, asked, alter) => [
    { name: 'liberaciones.csv', text: releasesFile(ledger, asked, alter) },
  ],
  'Plaza Andina': (ledger, asked) => [
    { name: 'transacciones.csv', text: transactionsOfSettlements(ledger, paidIn(ledger, asked)) },
  ],
  Vitrina: (ledger, asked) =>
    paidIn(ledger, asked).map((payout) => {
      return { name: `${payout.number}.txt`, text: flatFile(ledger, payout) };
    }),
  'Bodega Uno': (ledger, asked) => [{ name: 'transacciones.csv', text: transactionsFile(ledger, asked) }],
  'Tienda propia': (ledger, asked) => [
    { name: 'pagos.csv', text: paymentsFile(ledger, paidIn(ledger, asked)) },
  ],
};

/** lumbre-oficial */
const inFileNames = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\w\s.-]/g, '')
    .toLowerCase()
    .replace(/[\s.]+/g, '-');

/** @param alter cents that somebody added to the amount of an order's line, and to nothing else in its file */
export function statementFiles(
  ledger: AccountLedger,
  asked: FilesRequest,
  alter: ReadonlyMap<string, number> = new Map(),
): readonly StatementFile[] {
  const { channel, account, terms } = ledger;
  const begins = [channel.name, account.name, asked.month].map(inFileNames).join('_');
  return (WRITERS[channel.name]?.(ledger, asked, alter) ?? []).map(({ name, text }) => ({
    name: `${begins}_${name}`,
    canal: channel.name,
    cuenta: account.name,
    currency: terms.currency,
    month: asked.month,
    text,
  }));
}
