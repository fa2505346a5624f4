import { type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import {
  currencyOfCell,
  currencyOfHeading,
  type WrittenCurrency,
} from '#renderer/data/model/written-currencies.ts';
import { DECIMAL_SIGNS } from '#renderer/data/model/written-numbers.ts';
import type { Task } from '#shared/base/tasks.ts';
import { type AmountTexts, isOpenIn, type OpenMeaning } from './cell-columns.ts';
import type { Layout, NetRule, Term } from './layout.ts';
import type { HeaderMatch } from './recognition.ts';
import type { RecognitionReason } from './statement.ts';

/**
 * Decides the scale of «12.500» in columns that no row decides: by the user, by a currency without decimals, or by the
 * only way in which the rows' arithmetic comes out. A layout says nothing of it: a spreadsheet writes any file as its
 * own country does.
 */

export type AmountTextsAt = { readonly key: string; readonly place: number; readonly texts: AmountTexts };
/** By key; a column that is open and not in it is nobody's. */
export type Meanings = ReadonlyMap<string, OpenMeaning>;
export type ScaleReason = Extract<RecognitionReason, { readonly reason: 'decided' }>;

type Decision = { readonly place: number; readonly by: ScaleReason['by'] };
type Units = readonly (bigint | null)[];
type Read = (given: {
  readonly texts: readonly AmountTextsAt[];
  readonly meanings: Meanings;
}) => Task<{ readonly columns: ReadonlyMap<string, Units> }>;

/** By ISO 4217. Accounts in dollars of their countries show two decimals, and so decide it themselves. */
const WITHOUT_DECIMALS = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
);
/** So many rows with open amounts are tried; more tell no more. */
const MAX_TRIED = 500;
/** Columns that are tried in every combination; more of them only as written alike. */
const MAX_COMBINED = 4;

/** `currency`: what the file names as its own. */
type ScaleMatch = Pick<HeaderMatch, 'layout' | 'columns' | 'header'> & {
  readonly currency: WrittenCurrency | null;
};

export function* decideScales(
  all: readonly AmountTextsAt[],
  rows: readonly FileRow[],
  { layout, columns, header, currency: ofFile }: ScaleMatch,
  read: Read,
): Task<{ readonly meanings: Meanings; readonly decided: readonly Decision[] }> {
  const meanings = new Map<string, OpenMeaning>();
  const decided: Decision[] = [];
  const isOpen = ({ texts }: AmountTextsAt): boolean => texts.cells.some((cell) => isOpenIn(cell, texts));
  const own = currencyOfRows(rows, layout, columns);
  const left: AmountTextsAt[] = [];
  for (const each of all) {
    if (!isOpen(each)) continue;
    const stated = own ?? currencyOfHeading(header.headers[each.place] ?? '') ?? ofFile;
    // The user's choice is remembered for the next file of its header, which may be of another currency.
    const isSaid = layout.decimalSign !== null && (stated === null || !WITHOUT_DECIMALS.has(stated));
    const currency = stated ?? layout.currency;
    if (isSaid) meanings.set(each.key, layout.decimalSign);
    else if (currency !== null && WITHOUT_DECIMALS.has(currency)) {
      meanings.set(each.key, 'thousands');
      decided.push({ place: each.place, by: 'currency' });
    } else left.push(each);
  }
  // Columns of both conventions follow none.
  const unclear = left.filter(({ texts }) => texts.convention === 'unclear');
  if (unclear.length > 0) {
    const found = yield* byArithmetic(all, unclear, { layout, meanings, read });
    for (const { key, place } of unclear) {
      const meaning = found?.meanings.get(key);
      if (found === null || meaning === undefined) continue;
      meanings.set(key, meaning);
      decided.push({ place, by: found.by });
    }
  }
  return { meanings, decided };
}

/** The one currency that a column of their own gives all rows; null: none, or several. */
function currencyOfRows(
  rows: readonly FileRow[],
  layout: Layout,
  columns: ReadonlyMap<string, number>,
): string | null {
  const column = layout.columns.find((each) => each.reads === 'text' && each.field === 'currency');
  const place = column === undefined ? undefined : columns.get(column.key);
  if (place === undefined) return null;
  const [first, ...others] = new Set(rows.map(({ cells }) => currencyOfCell(fileCellText(cells[place]))));
  return first === undefined || others.length > 0 ? null : first;
}

type Found = { readonly meanings: Meanings; readonly by: 'row-net' | 'running-balance' };

/** The meanings by which the rule of the rows, else the running balance, holds, where it does by no others. */
function* byArithmetic(
  all: readonly AmountTextsAt[],
  unclear: readonly AmountTextsAt[],
  { layout, meanings, read }: { readonly layout: Layout; readonly meanings: Meanings; readonly read: Read },
): Task<Found | null> {
  for (const by of ['row-net', 'running-balance'] as const) {
    const keys = keysOf(layout, by);
    const open = unclear.filter(({ key }) => keys.has(key));
    const texts = onlyTried(
      all.filter(({ key }) => keys.has(key)),
      open,
    );
    if (open.length === 0 || texts.length < 2) continue;
    const tries: { readonly given: Meanings; readonly failures: number; readonly checked: number }[] = [];
    for (const given of combinations(open)) {
      const figures = yield* read({ texts, meanings: new Map([...meanings, ...given]) });
      yield;
      tries.push({ given, ...checkedBy(by, figures.columns, layout) });
    }
    const [best, second] = tries.toSorted((one, other) => one.failures - other.failures);
    if (best === undefined || second === undefined || best.checked === 0) continue;
    // A few rows may be wrong in the file itself; they must not be what tells.
    if (best.failures * 10 <= best.checked && second.failures > best.failures * 3) {
      return { meanings: best.given, by };
    }
  }
  return null;
}

function keysOf({ netRule, net, hasBalance }: Layout, by: Found['by']): ReadonlySet<string> {
  const terms: readonly Term[] =
    by === 'running-balance'
      ? hasBalance
        ? [...net, ['balance', 1]]
        : []
      : netRule === null
        ? []
        : [...netRule.result, ...netRule.variants.flat()];
  return new Set(terms.map(([key]) => key));
}

/** The rows up to that which holds the last open amount to be tried, with those before it. */
function onlyTried(all: readonly AmountTextsAt[], open: readonly AmountTextsAt[]): readonly AmountTextsAt[] {
  let tried = 0;
  let end = 0;
  const rows = open[0]?.texts.cells.length ?? 0;
  for (; end < rows && tried < MAX_TRIED; end += 1) {
    if (open.some(({ texts }) => isOpenIn(texts.cells[end], texts))) tried += 1;
  }
  return all.map(({ texts, ...each }) => ({
    ...each,
    texts: { ...texts, cells: texts.cells.slice(0, end + 1), doubts: [] },
  }));
}

function combinations(open: readonly AmountTextsAt[]): readonly Meanings[] {
  if (open.length > MAX_COMBINED) {
    return DECIMAL_SIGNS.map((sign) => new Map(open.map(({ key }) => [key, sign])));
  }
  return open.reduce<readonly Meanings[]>(
    (found, { key }) => found.flatMap((each) => DECIMAL_SIGNS.map((sign) => new Map(each).set(key, sign))),
    [new Map()],
  );
}

type ScaleCheck = { readonly checked: number; readonly failures: number };

function checkedBy(by: Found['by'], columns: ReadonlyMap<string, Units>, layout: Layout): ScaleCheck {
  if (by === 'running-balance') return checkedByBalance(columns, layout.net);
  return layout.netRule === null ? NOT_HELD : checkedByRule(columns, layout.netRule);
}

const NOT_HELD: ScaleCheck = { checked: 0, failures: 0 };

function sumAt(columns: ReadonlyMap<string, Units>, terms: readonly Term[], at: number): bigint | null {
  let sum: bigint | null = null;
  for (const [key, sign] of terms) {
    const value = columns.get(key)?.[at];
    if (value !== null && value !== undefined) sum = (sum ?? 0n) + (sign === 1 ? value : -value);
  }
  return sum;
}

function checkedByRule(columns: ReadonlyMap<string, Units>, { result, variants }: NetRule): ScaleCheck {
  const rows = [...columns.values()][0]?.length ?? 0;
  let best: ScaleCheck | null = null;
  for (const variant of variants) {
    let [checked, failures] = [0, 0];
    for (let at = 0; at < rows; at += 1) {
      const net = sumAt(columns, result, at);
      if (net === null) continue;
      checked += 1;
      if (net !== (sumAt(columns, variant, at) ?? 0n)) failures += 1;
    }
    if (best === null || failures < best.failures) best = { checked, failures };
  }
  return best ?? NOT_HELD;
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

/** By size alone: the sign may be in a letter, or nowhere. */
function checkedByBalance(columns: ReadonlyMap<string, Units>, net: readonly Term[]): ScaleCheck {
  const balances = columns.get('balance') ?? [];
  const checkedTowards = (step: 1 | -1): ScaleCheck => {
    let [checked, failures] = [0, 0];
    for (const [at, balance] of balances.entries()) {
      const before = balances[at + step];
      const amount = sumAt(columns, net, at);
      if (balance === null || before === null || before === undefined || amount === null) continue;
      checked += 1;
      if (abs(balance - before) !== abs(amount)) failures += 1;
    }
    return { checked, failures };
  };
  const [oldestFirst, newestFirst] = [checkedTowards(-1), checkedTowards(1)];
  return newestFirst.failures < oldestFirst.failures ? newestFirst : oldestFirst;
}
