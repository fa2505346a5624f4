import { sha256 } from '@noble/hashes/sha2.js';
import { slug } from '#shared/base/fold.ts';
import type { PeriodColumn, Selection } from '#shared/domain/selection.ts';

/**
 * Names of files: in letters that every system takes, short enough for all of them, and never alike where what is in
 * them is of another account, period, date or filter. Pure.
 */

/** The share of 150 characters beside those of the account, the currency, the form and the ending. */
const LONGEST_STEM = 105;
const LONGEST_ACCOUNT = 22;
const MARK_CHARACTERS = 8;
const MARK_LETTERS = '0123456789abcdefghijklmnopqrstuv';

/** Forty bits of what is told, for what words cannot tell. */
export function markOf(value: unknown): string {
  const bytes = sha256(new TextEncoder().encode(JSON.stringify(value)));
  return Array.from(
    bytes.subarray(0, MARK_CHARACTERS),
    (byte) => MARK_LETTERS[byte % MARK_LETTERS.length],
  ).join('');
}

const BASIS: { readonly [column in PeriodColumn]: string } = {
  'Fecha de compra': 'compra',
  'Fecha de Pago': 'pago',
};

/** The conditions that words tell in part only: whoever is asked by name alone would confuse them. */
function conditionsOf(selection: Selection): readonly unknown[] {
  const { filters, numberFilters, dateFilters, scope, search } = selection;
  const isBare = [filters, numberFilters, dateFilters].every(({ length }) => length === 0);
  return isBare && scope === null && search === ''
    ? []
    : [filters, numberFilters, dateFilters, scope, search];
}

/** Joined by dashes, as much as there is room for. */
function within(parts: readonly string[], room: number): string {
  return slug(parts.join('-')).slice(0, Math.max(room, 0)).replace(/-$/, '');
}

/**
 * «cuadra-ordenes-compra-2026-10-01-2026-10-31.csv»: what is in it, the date that its period is of, its filters in words and
 * by a mark of all of them.
 * @param more what else it is the answer to; null: nothing that another file of this name could be
 */
export function exportFileName(what: string, selection: Selection, more: unknown = null): string {
  const { period, periodColumn, ownCosts } = selection;
  const basis = period === null && periodColumn === 'Fecha de compra' ? '' : BASIS[periodColumn];
  const sure = [
    basis,
    period === null ? '' : `${period.from}-${period.to}`,
    selection.dashboardPreset ? 'equivalente' : '',
    ownCosts === null ? '' : `costos-propios-${ownCosts.currency ?? ''}`,
  ];
  const conditions = conditionsOf(selection);
  const values = selection.filters.flatMap((filter) => filter.values);
  const room = LONGEST_STEM - MARK_CHARACTERS - 1 - 'cuadra-'.length - slug(sure.join('-')).length - 2;
  const name = within([what], room);
  const words = within([...values, selection.search], room - name.length - 1);
  const isWholeName = conditions.length === 0 && more === null && name === slug(what);
  const mark = isWholeName ? '' : markOf([what, conditions, more]);
  return `${slug(['cuadra', name, ...sure, words, mark].filter((part) => part !== '').join('-'))}.csv`;
}

/** The account of a file. */
export type FileAccount = {
  readonly id: string;
  readonly label: string;
  /** The labels of the other accounts here. */
  readonly others: readonly string[];
};

/** The same with the account that it is of and the currency of its amounts: «cuadra-tienda-norte_ordenes-clp.csv». */
export function nameOf(fileName: string, account: FileAccount | null, code: string | null): string {
  const owned =
    account === null ? fileName : fileName.replace(/^cuadra-/, () => `cuadra-${ownerPart(account)}_`);
  const ending = code === null ? '' : `-${code.toLowerCase()}`;
  // Own costs name the currency that they are of.
  return owned.replace(/\.[a-z]+$/, (dotted, at: number) =>
    owned.slice(0, at).endsWith(ending) ? dotted : ending + dotted,
  );
}

/** Its name in letters of a file's, with a mark where that alone could be another's. */
function ownerPart({ id, label, others }: FileAccount): string {
  const whole = slug(label);
  const part = within([label], LONGEST_ACCOUNT - MARK_CHARACTERS - 1);
  const isSure =
    whole !== '' && whole.length <= LONGEST_ACCOUNT && others.every((other) => slug(other) !== whole);
  return isSure ? whole : [part, markOf(id)].filter((each) => each !== '').join('-');
}
