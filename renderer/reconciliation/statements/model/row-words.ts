import { type FileCell, type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import { readWrittenNumber } from '#renderer/data/model/written-numbers.ts';
import { fold } from '#shared/base/fold.ts';

/** Judges a row by its words, wherever its columns are; and whether it has an amount at all. */

export const textsOfRow = (row: FileRow): readonly string[] =>
  row.cells.map((cell) => fileCellText(cell).trim()).filter((text) => text !== '');

const SUBTOTAL = /^sub-? ?total(?:es)?\b/;
const TOTAL =
  /^(?:(?:gran|super) )?total(?:es)?\b|^(?:importe|monto|valor|saldo|suma|neto) total\b|^suma(?:s|n|toria|torias)?\b|^(?:importe |monto |valor |total )?acumulad[oa]s?\b|^grand total\b|^sum\b|^soma\b/;
/** Words that say no more than that it is a total: a movement is hardly called so. */
const ONLY_TOTAL =
  /^(?:gran |sub-? ?)?total(?:es)?(?: (?:general|generales|acumulado|cargos|abonos|del (?:dia|mes|periodo)))?:?$|^sumas?(?: total(?:es)?)?:?$|^acumulado:?$|^grand total:?$/;
const OPENING = /^saldo (?:inicial|anterior)\b/;
const CLOSING = /^saldo (?:final|al cierre)\b/;
const BALANCE = /^(?:saldos?|balance)\b/;

export type TotalKind = 'total' | 'subtotal';

/** @param words folded texts of a row */
export function totalNamedBy(words: readonly string[]): TotalKind | null {
  if (words.some((word) => SUBTOTAL.test(word))) return 'subtotal';
  return words.some((word) => TOTAL.test(word)) ? 'total' : null;
}

/** @param word folded */
export const isOnlyTotal = (word: string): boolean => ONLY_TOTAL.test(word);

/** The balance at one end of the file, or, `carried`, some balance in its midst. */
export type BalanceEnd = 'opening' | 'closing' | 'carried';

/** @param words folded texts of a row */
export function balanceNamedBy(words: readonly string[]): BalanceEnd | null {
  if (words.some((word) => OPENING.test(word))) return 'opening';
  if (words.some((word) => CLOSING.test(word))) return 'closing';
  return words.some((word) => BALANCE.test(word)) ? 'carried' : null;
}

/** By its words alone, wherever its columns are: a total, or the balance at one end of the file. */
export function isTotalOrBalance(row: FileRow): boolean {
  const words = textsOfRow(row).map(fold);
  const end = balanceNamedBy(words);
  return totalNamedBy(words) !== null || end === 'opening' || end === 'closing';
}

const PAGE = /^(?:pagina|pag\.?|page|hoja|folha)[: ]*(?:n[°º.o]* ?)?\d{1,6}(?: ?(?:de|of|\/|-) ?\d{1,6})?$/;

/** `Página 1 de 2`, in one cell or in several. */
export const isPageNumber = (row: FileRow): boolean => PAGE.test(fold(textsOfRow(row).join(' ')));

/** Tables that stand beside the lines in files of banks. */
export type OtherTable = 'daily-balances' | 'summary';

/** The other table that such a title begins; null: none that is known. */
export function tableBegunBy(row: FileRow): OtherTable | null {
  const words = fold(textsOfRow(row).join(' '));
  if (/\bsaldos? diarios?\b/.test(words)) return 'daily-balances';
  return /\bresumen\b|\bresumo\b|\bsummary\b/.test(words) ? 'summary' : null;
}

/** Labels whose whole number counts something: no money. */
const LABEL =
  /^(?:n[°º.]|nro\b|numero|cuenta|cartola|folio|r\.?u\.?t\b|cliente|codigo|sucursal|telefono|fono|contrato|cantidad|movimientos|operaciones|registros|lineas)/;

/** `Cuenta | 12345678`: a number with its name. */
export function isLabelledNumber(row: FileRow): boolean {
  const [label = '', value = '', ...more] = textsOfRow(row);
  return more.length === 0 && LABEL.test(fold(label)) && /^\d+$/.test(value);
}

/** A figure that stands for itself: no code with zeros before it, no day. */
export function isAmount(cell: FileCell | undefined): boolean {
  if (typeof cell === 'object') return cell.kind === 'number';
  const text = (cell ?? '').trim();
  if (text.length > 40 || !/\d/.test(text) || /^0\d+$/.test(text)) return false;
  const { '.': dot, ',': comma } = readWrittenNumber(text);
  return dot !== undefined || comma !== undefined;
}

/** Money within a sentence: by its currency, its groups or its two places. A taxpayer's number and a share are none. */
const IN_WORDS =
  /[$€₡₲₱£]\s?-?\d|\b(?:ars|bob|brl|clp|cop|eur|mxn|pen|pyg|usd|uyu)\s?-?\d|(?<![\d.,/-])\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?(?![\d%]|[.,]\d|-[\dk]| ?%)|(?<![\d.,/-])\d+[.,]\d{2}(?![\d.,/%-]| ?%)/;

const hasMoney = (cell: FileCell): boolean => {
  if (typeof cell === 'object') return false;
  // A sentence that long is none of an amount; what is searched is bounded.
  const text = cell.slice(0, 300);
  return /\d/.test(text) && IN_WORDS.test(fold(text));
};

/** Whether a cell of the row, or a sentence in it, tells an amount; those at some places are passed over. */
export const hasAmount = ({ cells }: FileRow, passed: readonly number[] = []): boolean =>
  cells.some((cell, place) => !passed.includes(place) && (isAmount(cell) || hasMoney(cell)));
