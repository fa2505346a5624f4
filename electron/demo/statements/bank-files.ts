import type { BankLine } from './bank-lines.ts';
import { delimited, monthOfDay, slashed, wholeWithPoints, withCommas, withPoints } from './text.ts';

/** Extracts of the company's bank accounts, a month each, in the layout of a bank of the country. */

export type BankFile = {
  readonly name: string;
  readonly currency: string;
  readonly month: string;
  readonly text: string;
};

type BalancedLine = BankLine & { readonly balance: number };
type Writer = {
  readonly name: string;
  readonly opening: number;
  readonly write: (lines: readonly BalancedLine[]) => string;
};

const table = (
  header: readonly string[],
  delimiter: string,
  row: (line: BalancedLine) => readonly string[],
  above: readonly (readonly string[])[] = [],
) => {
  return (lines: readonly BalancedLine[]): string =>
    delimited([...above, header, ...lines.map(row)], delimiter);
};

const only = (amount: number, text: string): string => (amount > 0 ? text : '');

const BANKS: { readonly [currency: string]: Writer } = {
  CLP: {
    name: 'bci.csv',
    opening: 1_840_000_000,
    write: table(
      [
        'Fecha',
        'Sucursal',
        'Descripción',
        'N° Documento',
        'Cheques y otros cargos',
        'Depósitos y Abono',
        'Saldo diario',
      ],
      ';',
      ({ day, words, number, amount, balance }) => [
        ...[slashed(day), 'Oficina central', words, number],
        ...[only(-amount, wholeWithPoints(-amount)), only(amount, wholeWithPoints(amount))],
        wholeWithPoints(balance),
      ],
      [['Banco BCI'], ['Cuenta corriente', '4400127'], ['']],
    ),
  },
  BRL: {
    name: 'extrato.csv',
    opening: 1_200_000,
    write: (lines) => {
      const [first] = lines;
      const opening = first === undefined ? 0 : first.balance - first.amount;
      const row = ({ day, words, amount, balance }: BalancedLine) => [
        ...[slashed(day), words, withPoints(amount), withPoints(balance)],
      ];
      return delimited(
        [
          ['Data', 'Histórico', 'Valor', 'Saldo'],
          ['', 'Saldo anterior', '', withPoints(opening)],
          ...lines.map(row),
        ],
        ';',
      );
    },
  },
  MXN: {
    name: 'bbva.csv',
    opening: 3_100_000,
    write: table(
      ['FECHA', 'DESCRIPCIÓN', 'CARGO', 'ABONO', 'SALDO'],
      ',',
      ({ day, words, amount, balance }) => [
        ...[slashed(day), words],
        ...[only(-amount, withCommas(amount)), only(amount, withCommas(amount)), withCommas(balance)],
      ],
    ),
  },
  ARS: {
    name: 'movimientos.csv',
    opening: 95_000_000,
    write: table(
      ['Fecha', 'Fecha valor', 'Descripción', 'Comprobante', 'Importe', 'D/C', 'Saldo'],
      ';',
      ({ day, words, number, amount, balance }) => [
        ...[slashed(day), slashed(day), words, number, withPoints(Math.abs(amount))],
        ...[amount < 0 ? 'D' : 'C', withPoints(balance)],
      ],
    ),
  },
};

/** The extract of a month; null where nothing moved. @param all lines of the account, by day */
export function bankFile(currency: string, all: readonly BankLine[], month: string): BankFile | null {
  const bank = BANKS[currency];
  if (bank === undefined) throw new RangeError(`No bank account in ${currency}.`);
  let balance = bank.opening;
  const balanced: BalancedLine[] = [];
  for (const line of all) {
    balance += line.amount;
    if (monthOfDay(line.day) === month) balanced.push({ ...line, balance });
  }
  if (balanced.length === 0) return null;
  return {
    name: `banco_${currency.toLowerCase()}_${month}_${bank.name}`,
    currency,
    month,
    text: bank.write(balanced),
  };
}
