import { type FileCell, type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import {
  currencyOfAmount,
  currencyOfCell,
  currencyOfHeading,
  currencyOfTitle,
  DOLLAR_SIGN,
  isWrittenAs,
  type WrittenCurrency,
} from '#renderer/data/model/written-currencies.ts';
import { eachInSteps, mapInSteps, type Task } from '#shared/base/tasks.ts';
import type { StatedAmounts } from './figures.ts';
import type { HeaderMatch } from './recognition.ts';
import type { SortedRows } from './row-sorting.ts';

/**
 * Which currency the amounts of a file are in: as a column of currencies, the headings, the cells or their formats name it,
 * else as its layout has it. A line with an amount in another one is a doubt, and none of its amounts is taken.
 */

export type LineCurrencies = {
  /** The first amount in another currency of each line that has one, by the line's place. */
  readonly others: ReadonlyMap<number, { readonly place: number; readonly text: string }>;
  /** The currency of all lines that name no other in a column of currencies; null: nothing in the file names one. */
  readonly ofFile: WrittenCurrency | null;
};

type Mark = { readonly at: number; readonly place: number; readonly text: string; readonly mark: string };
/** The mark before, behind or in the format of an amount that is not zero; "" where there is none. */
const NO_MARK = '';

/** @param said amounts that the user gave in the currency of their line */
export function* findOtherCurrencies(
  sorted: SortedRows,
  match: HeaderMatch,
  said: StatedAmounts,
): Task<LineCurrencies> {
  const { layout, columns, header } = match;
  const places = layout.columns.flatMap(({ key, reads }) => {
    const place = reads === 'amount' ? columns.get(key) : undefined;
    return place === undefined ? [] : [place];
  });
  const headings = new Map(places.map((place) => [place, currencyOfHeading(header.headers[place] ?? '')]));
  const titled = currencyOfTitles(sorted.above);
  // What the layout has anyway makes no other lines of those of a file without its titles.
  const named = namedByHeading(match, headings) ?? (titled === layout.currency ? null : titled);
  const unlike = places.filter((place) => !areAlike(headings.get(place) ?? null, named));
  const marks: Mark[] = [];
  yield* eachInSteps(sorted.lines, ({ cells, line }, at) => {
    for (const place of places) {
      if (said.get(line)?.has(place) === true) continue;
      const mark = markOf(cells[place]);
      if (mark !== null) marks.push({ at, place, text: fileCellText(cells[place]).trim(), mark });
    }
  });
  const others = yield* inTwoCurrencies(sorted, match, said);
  const isBare = marks.every(({ mark }) => mark === NO_MARK) && unlike.length === 0;
  if (isBare) return { others, ofFile: named };
  yield;
  const judged = judge(marks, named ?? layout.currency);
  const own = yield* ownCurrencies(sorted, match);
  yield;
  yield* eachInSteps(marks, ({ at, place, text, mark }) => {
    const line = own[at] ?? headings.get(place) ?? named;
    const isStated = line !== null || !judged.isOnlyMostly || !judged.naming.has(place);
    const isUnlike = unlike.includes(place) || !fits(mark, line ?? judged.currency, isStated);
    if (!others.has(at) && isUnlike) others.set(at, { place, text });
  });
  return { others, ofFile: named ?? (judged.isNamed ? judged.currency : null) };
}

function markOf(cell: FileCell | undefined): string | null {
  const text = fileCellText(cell);
  if (!/[1-9]/.test(text)) return null;
  if (typeof cell === 'object') return cell.kind === 'number' ? (cell.currency ?? NO_MARK) : null;
  // Most amounts are digits and nothing else.
  return /^[-\d.,]+$/.test(text) ? NO_MARK : (currencyOfAmount(text) ?? NO_MARK);
}

/** Whether an amount's mark agrees with its line's currency; without a line's currency: it names none itself. */
function fits(mark: string, currency: WrittenCurrency | null, isStated: boolean): boolean {
  if (mark === NO_MARK) return isStated;
  if (currency === null) return mark === DOLLAR_SIGN;
  // A file that writes US$ at some amounts means another currency by a bare sign.
  return mark === currency || isWrittenAs(mark, isStated || currency !== 'USD' ? currency : NO_MARK);
}

/** By the headings of what the net is made of, else by any other. */
function namedByHeading(
  { layout, columns, header }: HeaderMatch,
  headings: ReadonlyMap<number, WrittenCurrency | null>,
): WrittenCurrency | null {
  const ofNet = layout.net.map(([key]) => headings.get(columns.get(key) ?? -1) ?? null);
  const all = [...ofNet, ...headings.values(), ...header.headers.map(currencyOfHeading)];
  return all.find((currency) => currency !== null && currency !== DOLLAR_SIGN) ?? null;
}

/** Whether what a heading names is what the file is in: one that names none is of it. */
const areAlike = (ofHeading: WrittenCurrency | null, ofFile: WrittenCurrency | null): boolean =>
  ofHeading === null || ofFile === null || isWrittenAs(ofHeading, ofFile) || isWrittenAs(ofFile, ofHeading);

/** What a title above the lines says that the account, or the whole file, is in; null: none does, or they say two. */
function currencyOfTitles(above: readonly FileRow[]): WrittenCurrency | null {
  const found = new Set(
    above.flatMap(({ cells }) => {
      const title = cells.map((cell) => fileCellText(cell).trim().slice(0, LONGEST_TITLE)).join(' ');
      return currencyOfTitle(title) ?? [];
    }),
  );
  found.delete(DOLLAR_SIGN);
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}
const LONGEST_TITLE = 200;

/** Lines of which columns of currencies name two: what one of them is of is said, what the other is not. */
function* inTwoCurrencies({ lines }: SortedRows, { layout, columns }: HeaderMatch, said: StatedAmounts) {
  const others = new Map<number, { readonly place: number; readonly text: string }>();
  const places = layout.columns.flatMap(({ key, reads }) =>
    reads === 'text' && key.startsWith('currency') ? (columns.get(key) ?? []) : [],
  );
  if (places.length < 2) return others;
  yield* eachInSteps(lines, ({ cells, line }, at) => {
    const texts = places.map((place) => fileCellText(cells[place]).trim());
    const named = new Set(texts.flatMap((text) => currencyOfCell(text) ?? []));
    const place = columns.get(layout.net[0]?.[0] ?? '') ?? -1;
    if (named.size > 1 && said.get(line)?.has(place) !== true) {
      others.set(at, { place, text: `${fileCellText(cells[place]).trim()} ${[...named].join(' ')}` });
    }
  });
  return others;
}

type JudgedCurrencies = {
  readonly currency: WrittenCurrency | null;
  /** By the amounts themselves. */
  readonly isNamed: boolean;
  /** Some amounts beside them name none. */
  readonly isOnlyMostly: boolean;
  /** Where amounts name one: of other columns nothing else can be said than of the file. */
  readonly naming: ReadonlySet<number>;
};

/** The currency of the file by all marks, or without another word by most of them. */
function judge(marks: readonly Mark[], usual: WrittenCurrency | null): JudgedCurrencies {
  const isNamed = (mark: string): boolean => mark !== NO_MARK && mark !== DOLLAR_SIGN;
  const naming = new Set(marks.flatMap(({ place, mark }) => (isNamed(mark) ? [place] : [])));
  const counts = new Map<string, number>();
  for (const { place, mark } of marks) {
    // A column in which no currency is named is of whichever the others are.
    if (naming.has(place) || mark === DOLLAR_SIGN) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  const codes = [...counts.keys()].filter(isNamed);
  const [code] = codes;
  const linesOf = (some: readonly Mark[]): number => new Set(some.map(({ at }) => at)).size;
  // A column of their own that few lines have says nothing of the others.
  const isOfMost = linesOf(marks.filter(({ mark }) => isNamed(mark))) * 2 >= linesOf(marks);
  if (code !== undefined && counts.size === 1 && isOfMost) {
    return { currency: code, isNamed: true, isOnlyMostly: false, naming };
  }
  if (usual !== null) return { currency: usual, isNamed: false, isOnlyMostly: false, naming };
  const [most = NO_MARK] = [...counts].sort((one, other) => other[1] - one[1])[0] ?? [];
  return isNamed(most) && isOfMost
    ? { currency: most, isNamed: true, isOnlyMostly: true, naming }
    : { currency: null, isNamed: false, isOnlyMostly: false, naming };
}

/** The currency of each line by a column of currencies. */
function* ownCurrencies(
  { lines }: SortedRows,
  { layout, columns }: HeaderMatch,
): Task<readonly (WrittenCurrency | null)[]> {
  const column = layout.columns.find((each) => each.reads === 'text' && each.field === 'currency');
  const place = column === undefined ? undefined : columns.get(column.key);
  return yield* mapInSteps(lines, ({ cells }) =>
    place === undefined ? null : currencyOfCell(fileCellText(cells[place])),
  );
}
