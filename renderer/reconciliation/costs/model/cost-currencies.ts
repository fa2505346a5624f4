import { type FileCell, type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import { plainHeadingKey } from '#renderer/data/model/headings.ts';
import {
  currencyOfAmount,
  currencyOfCell,
  currencyOfHeading,
  currencyOfTitle,
  DOLLAR_SIGN,
  isWrittenAs,
  type WrittenCurrency,
} from '#renderer/data/model/written-currencies.ts';
import { tellsUnit } from '#renderer/data/model/written-units.ts';

/** Which rows of a list of own costs are in another currency than the account's costs. */

/** How a column of currencies is called; nothing else is taken of it. */
const COLUMN_NAMES = new Set(['moneda', 'divisa', 'currency', 'currency code', 'moeda']);

export type CostCurrencies = {
  /** A title above them. */
  readonly above: (title: string) => void;
  /** The row that names the columns, and what it calls the costs. */
  readonly head: (row: FileRow, costHeading: string) => void;
  readonly add: (row: FileRow, cost: FileCell) => void;
  /** Written costs that are in another currency, by line. */
  readonly others: () => ReadonlyMap<number, string>;
};

type Marked = { readonly line: number; readonly mark: WrittenCurrency | null; readonly text: string };

/** @param currency the account's own; null: it has no name, and what most rows say is taken for it */
export function createCostCurrencies(currency: WrittenCurrency | null): CostCurrencies {
  const rows: Marked[] = [];
  let heading: WrittenCurrency | null = null;
  let titled: WrittenCurrency | null = null;
  let place = -1;
  /** What says that costs are in thousands: no account has such a currency. */
  let unit: string | null = null;
  return {
    above(title) {
      titled ??= currencyOfTitle(title);
      if (tellsUnit(title)) unit ??= title;
    },
    head({ cells }, costHeading) {
      heading = currencyOfHeading(costHeading) ?? titled;
      if (tellsUnit(costHeading)) unit ??= costHeading;
      place = cells.findIndex((cell) => COLUMN_NAMES.has(plainHeadingKey(fileCellText(cell))));
    },
    add({ line, cells }, cost) {
      const text = fileCellText(cost).trim();
      const beside = fileCellText(cells[place]).trim();
      const own = typeof cost === 'string' ? currencyOfAmount(cost) : shownIn(cost);
      const marks = [own, currencyOfCell(beside), heading].filter((mark) => mark !== null);
      // Where two are named the costs can be of one at most: that which is not the account's counts.
      const mark =
        marks.find((each) => currency !== null && !isWrittenAs(each, currency)) ?? marks[0] ?? null;
      // Told is what names that one; a word beside it that names none is told too.
      const isBeside = mark === null || mark === currencyOfCell(beside);
      const named = isBeside ? beside : (heading ?? '');
      const written = mark === null || mark !== own ? named : typeof cost === 'string' ? '' : own;
      if (unit !== null) rows.push({ line, mark: unit, text: `${text} (${unit})` });
      else rows.push({ line, mark, text: written === '' ? text : `${text} ${written}` });
    },
    others() {
      if (unit !== null) return new Map(rows.map(({ line, text }) => [line, text]));
      const usual = currency ?? mostOf(rows);
      const isOther = ({ mark }: Marked): boolean =>
        usual === null
          ? mark !== null
          : mark === null
            ? // Nobody says what these are in, and most are said to be in one.
              currency === null
            : !isWrittenAs(mark, usual) || (currency === null && isBareBeside(mark, usual));
      return new Map(rows.filter(isOther).map(({ line, text }) => [line, text]));
    },
  };
}

/** Who writes US$ of some says another thing of those with a bare sign. */
const isBareBeside = (mark: WrittenCurrency, usual: WrittenCurrency): boolean =>
  mark === DOLLAR_SIGN && usual === 'USD';

const shownIn = (cell: Exclude<FileCell, string>): WrittenCurrency | null =>
  cell.kind === 'number' ? (cell.currency ?? null) : null;

/** The currency that most rows name; null: most name none. */
function mostOf(rows: readonly Marked[]): WrittenCurrency | null {
  const counts = new Map<WrittenCurrency | null, number>();
  for (const { mark } of rows) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? null;
}
