import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import type { StatementKind } from '#renderer/reconciliation/statements/model/statement-kinds.ts';
import {
  add,
  type Decimal,
  fromDecimal,
  parseDecimal,
  type Scaled,
  subtract,
  sum,
  toShortestDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import type { TaxAct } from './tax-terms.ts';
import { areOfTax, type NamedTax, readTaxWords } from './tax-words.ts';

/** The taxes of a statement's line: by its column of taxes, and by its words where the line is one itself. Pure. */

export type LineTax = NamedTax & { readonly amount: Decimal };

type TaxedLine = Pick<
  StatementLine,
  'movement' | 'description' | 'gross' | 'commission' | 'taxes' | 'net' | 'taxDetail'
>;

/** What stands in a column of taxes: one tax by its name, or what the line says beside it. */
type TaxColumn = { readonly term: string | null; readonly act: TaxAct | 'by-part' };

type KindTaxes = {
  /** Null: no column of taxes. */
  readonly column: TaxColumn | null;
  /** What says what a line is, beside its movement: elsewhere a description may be what a product is called. */
  readonly describes?: 'description' | 'taxDetail';
  /** The charges of its lines hold a tax that the file does not tell apart. */
  readonly hides?: 'commission' | 'net';
};

const NO_COLUMN: KindTaxes = { column: null };

const KINDS: { readonly [kind in StatementKind]?: KindTaxes } = {
  'mercado-pago-releases': { column: { term: null, act: 'withheld' }, hides: 'commission' },
  'mercado-pago-settlement': { column: { term: null, act: 'withheld' }, hides: 'commission' },
  'mercado-libre-billing': { column: null, hides: 'net' },
  'mercado-libre-sales': { column: null, hides: 'commission' },
  'falabella-transactions': { column: { term: 'IVA', act: 'by-part' }, describes: 'taxDetail' },
  'falabella-invoice': { column: { term: 'IVA', act: 'on-charges' } },
  'amazon-settlement': { column: null, describes: 'description' },
  'walmart-cl': { column: null, describes: 'description' },
  unknown: { column: { term: null, act: 'untold' } },
};

const taxesOf = (kind: StatementKind, isOfBank = false): KindTaxes => {
  const own = KINDS[kind] ?? NO_COLUMN;
  // A bank speaks of its movements there, never of products.
  return isOfBank ? { ...own, describes: 'description' } : own;
};

const amountOf = (amount: Decimal | null): Scaled => (amount === null ? ZERO : fromDecimal(amount));

/** The taxes that a line of a statement, or of a bank's extract, tells, those of nothing left out; money to the seller is positive. */
export function taxesOfLine(kind: StatementKind, line: TaxedLine, isOfBank = false): readonly LineTax[] {
  const { column, describes } = taxesOf(kind, isOfBank);
  const inColumn = column === null ? ZERO : amountOf(line.taxes);
  const ofColumn = column === null || inColumn.units === 0n ? [] : columnTaxes(column, line, inColumn);
  const words = [line.movement, describes === undefined ? null : line[describes]]
    .filter((text) => text != null)
    .join(' ');
  const rest = subtract(amountOf(line.net), inColumn);
  const isTax = rest.units !== 0n && areOfTax(words);
  return isTax ? [...ofColumn, { ...readTaxWords(words), amount: toShortestDecimal(rest) }] : ofColumn;
}

/** Charges of a line that hold VAT which nothing in it tells apart; null: none. */
export function untoldVat(kind: StatementKind, line: TaxedLine): Decimal | null {
  const { hides } = taxesOf(kind);
  const amount = hides === undefined ? null : line[hides];
  return amount === null || fromDecimal(amount).units === 0n ? null : amount;
}

/** What of a column is told by parts, and what is left as the words beside them have it. */
function columnTaxes({ term, act }: TaxColumn, line: TaxedLine, whole: Scaled): readonly LineTax[] {
  const detail = line.taxDetail ?? '';
  const acts = act === 'by-part' ? (line.gross === null ? 'on-charges' : 'on-sales') : act;
  const parts = taxParts(detail, whole).map((part) =>
    part.act === 'untold' ? { ...part, act: acts } : part,
  );
  const left = subtract(whole, sum(parts.map(({ amount }) => fromDecimal(amount))));
  if (left.units === 0n) return parts;
  const named = readTaxWords(detail.replace(PART, ' '));
  const rest: NamedTax =
    term === null ? { ...named, act: actOf(named, acts) } : { ...named, term, act: acts };
  return [...parts, { ...rest, amount: toShortestDecimal(left) }];
}

/** Words may say otherwise than the column that money was charged ahead, not what it is of. */
const actOf = ({ act }: NamedTax, ofColumn: TaxAct): TaxAct =>
  act === 'perceived' || act === 'withheld' ? act : ofColumn;

const PART = /\{([^{}]*)\}/g;
const AMOUNT = /\bamount\W{0,4}?(-?\d+(?:\.\d+)?)/;

/**
 * The parts of a tax as Mercado Pago writes them: `[{"financial_entity":"caba","detail":"tax_withholding_iibb","amount":-12.5}]`, its
 * quotes lost or not. Their signs are those of the whole that they are parts of. A part whose amount cannot be read is none.
 */
export function taxParts(detail: string, whole: Scaled): readonly LineTax[] {
  const parts = [...detail.matchAll(PART)].flatMap(([, body = '']): readonly LineTax[] => {
    const amount = parseDecimal(AMOUNT.exec(body)?.[1] ?? '');
    if (amount === undefined || amount.units === 0n) return [];
    return [{ ...readTaxWords(body.replace(AMOUNT, ' ')), amount: toShortestDecimal(amount) }];
  });
  const together = sum(parts.map(({ amount }) => fromDecimal(amount)));
  if (together.units === 0n || add(together, whole).units !== 0n) return parts;
  return parts.map((part) => ({
    ...part,
    amount: toShortestDecimal(subtract(ZERO, fromDecimal(part.amount))),
  }));
}
