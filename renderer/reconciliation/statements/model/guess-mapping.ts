import { type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import { guessColumns } from '#renderer/data/model/file-columns.ts';
import { headerFingerprint, headingKey, normalHeader } from '#renderer/data/model/headings.ts';
import type { MappedField } from '#renderer/data/model/statement-answers.ts';
import { ANY_DAY, fieldsWithin } from './cell-contents.ts';
import { HEADING_NAMES, isPlainAmount } from './heading-names.ts';
import { NO_MAPPING, type StatementMapping } from './mapping.ts';
import { readStatementAtOnce } from './read-statement.ts';
import { isTotalOrBalance } from './row-words.ts';
import type { CheckName } from './statement.ts';

/** Guesses the columns of an unknown statement: by their headings, where the cells under them fit. */

export type GuessedMapping = {
  readonly mapping: StatementMapping;
  /** By field, columns that fit it equally: nothing is guessed of them. */
  readonly tied: { readonly [field in MappedField]?: readonly string[] };
  /** By field, a column of costs without their minus, which no arithmetic tells to be taken away: nothing is guessed of it. */
  readonly unsigned: { readonly [field in MappedField]?: string };
};

const COSTS = ['commission', 'shipping', 'taxes'] as const satisfies readonly MappedField[];

/** Which share of a field's amounts is negative as written. */
type Minuses = (field: MappedField) => number;
type Table = { readonly headers: readonly string[]; readonly rows: readonly FileRow[] };

/**
 * The same for columns in any order, and nothing where nothing fits. It is for the user to confirm.
 * @param headers the header's cells
 * @param below rows under it, as many as it shall be confirmed by
 */
export function guessMapping(headers: readonly string[], below: readonly FileRow[]): GuessedMapping {
  const isLine = (row: FileRow): boolean =>
    row.cells.filter((cell) => fileCellText(cell).trim() !== '').length > 1 && !isTotalOrBalance(row);
  const rows = below.filter(isLine);
  const cellsAt = (place: number | null) => (place === null ? [] : rows.map(({ cells }) => cells[place]));
  const { columns, tied } = guessColumns(headers.map(headingKey), HEADING_NAMES, fitsOf({ headers, rows }));
  // A mapping names columns by their headings: by one that stands twice it names none.
  const isNamedOnce = (header: string): boolean =>
    headers.filter((other) => normalHeader(other) === normalHeader(header)).length === 1;
  const fields: { [field in MappedField]?: string } = {};
  for (const [field, place] of Object.entries(columns)) {
    const header = place === null ? undefined : headers[place];
    if (header !== undefined && isNamedOnce(header)) fields[field as MappedField] = header;
  }
  const minuses: Minuses = (field) => {
    const texts = cellsAt(columns[field]).map((cell) => fileCellText(cell).trim());
    const filled = texts.filter((text) => /[1-9]/.test(text));
    return filled.length === 0 ? 1 : filled.filter((text) => /[-\u2212(]/.test(text)).length / filled.length;
  };
  const mapping: StatementMapping = {
    ...NO_MAPPING,
    fields,
    sign: fields.letter !== undefined && fields.amount !== undefined ? 'letter' : 'written',
  };
  const proved = withArithmetic(mapping, { headers, rows }, minuses);
  return {
    mapping: proved,
    unsigned: Object.fromEntries(
      Object.entries(fields).filter(([field]) => proved.fields[field as MappedField] === undefined),
    ),
    tied: Object.fromEntries(
      tied.map(({ field, places }) => [field, places.map((place) => headers[place] ?? '')]),
    ),
  };
}

/** Whether what stands in a column may be of a field, beside the other columns. */
function fitsOf({ headers, rows }: Table): (field: MappedField, place: number) => boolean {
  const contents = headers.map((_, place) => fieldsWithin(rows.map(({ cells }) => cells[place])));
  const keys = headers.map(headingKey);
  const within = (field: MappedField, place: number): boolean =>
    rows.length > 0 && (contents[place]?.has(field) ?? false);
  const isThere = (field: MappedField): boolean =>
    keys.some((key, place) => HEADING_NAMES[field].flat().includes(key) && within(field, place));
  // Charges without credits beside them may be a marketplace's; beside both, no other column is the net.
  const isPair = isThere('in') && isThere('out');
  return (field, place) => {
    if (field === 'in' || field === 'out') return isPair && within(field, place);
    const isOther = isPair && (field === 'amount' || (field === 'gross' && isPlainAmount(keys[place] ?? '')));
    return !isOther && within(field, place);
  };
}

/** With what the rows themselves prove: that the net is the sum of its parts, that its sign is in the balance. */
function withArithmetic(mapping: StatementMapping, table: Table, minuses: Minuses): StatementMapping {
  const { amount, gross, balance } = mapping.fields;
  const added: StatementMapping = { ...mapping, partsAddUp: true };
  const isAdded = amount !== undefined && gross !== undefined && holds(added, table, 'row-net');
  // A cost without its minus, where no arithmetic takes it away, would count as money that came.
  const isCertain = (field: string): boolean =>
    !(COSTS as readonly string[]).includes(field) || minuses(field as MappedField) > 0.5;
  const certain: StatementMapping = isAdded
    ? added
    : {
        ...mapping,
        fields: Object.fromEntries(Object.entries(mapping.fields).filter(([field]) => isCertain(field))),
      };
  const unsigned: StatementMapping = { ...certain, sign: 'balance' };
  const isUnsigned =
    certain.sign === 'written' &&
    amount !== undefined &&
    balance !== undefined &&
    minuses('amount') === 0 &&
    !holds(certain, table, 'running-balance') &&
    holds(unsigned, table, 'running-balance');
  return isUnsigned ? unsigned : certain;
}

/** Whether all rows hold what is checked, read by a mapping. */
function holds(mapping: StatementMapping, { headers, rows }: Table, name: CheckName): boolean {
  const head: FileRow = { line: 0, cells: headers };
  const reading = readStatementAtOnce([head, ...rows], {
    today: ANY_DAY,
    mappings: new Map([[headerFingerprint(headers), mapping]]),
  });
  const check = reading.proof.checks.find((each) => each.name === name);
  return check !== undefined && check.checked > 0 && check.holds;
}
