import { type FileCell, type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import { normalHeader } from '#renderer/data/model/headings.ts';
import { atOnce, type Task } from '#shared/base/tasks.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';
import { type AmountColumn, amountColumn, readAmountTexts } from './cell-columns.ts';
import { ANY_DAY } from './cell-contents.ts';
import { readDateTexts } from './date-columns.ts';
import { cellsAt, checkNetRule, readFigures, sumUnits } from './figures.ts';
import { amount, type Layout, type LayoutColumn } from './layout.ts';
import { type HeaderMatch, namedAgain } from './recognition.ts';
import { isAmount } from './row-words.ts';
import type { LayoutChange } from './statement.ts';

/** Differences of a file from the known layout: columns renamed, added, gone, and the money that they touch. */

export type ChangedMatch = { readonly match: HeaderMatch; readonly changes: readonly LayoutChange[] };

/** Headers that money stands under; else figures may be ids. */
const OF_MONEY =
  /\b(?:monto|amount|cargos?|descuentos?|comision(?:es)?|costos?|fees?|valor|importe|total|iva|impuestos?|tax(?:es)?|abonos?|cobros?|envios?|shipping|retencion(?:es)?|ajustes?|bonificacion(?:es)?|reembolsos?|refunds?|adjustments?)\b/;

/** The match with renamed columns in their places and added ones in the arithmetic, where that proves them. */
export function* followChanges(match: HeaderMatch, rows: readonly FileRow[]): Task<ChangedMatch> {
  const changes: LayoutChange[] = [];
  const columns = new Map(match.columns);
  const unknown = new Set(match.unknown);
  const missing = new Set(match.missing);
  const headerOf = (place: number): string => match.header.headers[place] ?? '';
  for (const column of match.missing) {
    const found = yield* findRenamed(column, { match, columns, unknown, rows, isLast: missing.size === 1 });
    if (found === null) continue;
    columns.set(column.key, found.place);
    unknown.delete(found.place);
    missing.delete(column);
    const money = column.reads === 'amount' ? yield* amountsAt(rows, found.place, match.layout) : null;
    changes.push({
      change: 'renamed',
      column: headerOf(found.place),
      former: column.headers[0] ?? '',
      money: money === null ? null : toDecimal({ units: sumUnits(money.units), scale: money.scale }),
      isProved: found.isProved,
      asks: true,
    });
  }
  let layout = match.layout;
  const followed = (): HeaderMatch => ({
    ...match,
    layout,
    columns,
    missing: [...missing],
    unknown: [...unknown],
  });
  const again = new Set(namedAgain(match, match.header.headers.map(normalHeader)));
  for (const place of unknown) {
    const isMoney = again.has(place) || OF_MONEY.test(normalHeader(headerOf(place)));
    const first = again.has(place) ? firstOfName(match, place) : place;
    const isOfAmounts = match.layout.columns.some(
      ({ key, reads }) => reads === 'amount' && columns.get(key) === first,
    );
    const money = yield* amountsAt(rows, place, layout);
    const sign = money === null ? null : yield* provesRows(followed(), rows, place);
    if (sign !== null && layout.netRule !== null) {
      const key = `added ${place}`;
      columns.set(key, place);
      layout = withAddedPart(layout, amount(key, null, 'optional', headerOf(place)), sign);
    }
    const counts = money !== null && (sign !== null || isMoney);
    changes.push({
      change: 'added',
      column: headerOf(place),
      former: null,
      money: counts ? toDecimal({ units: sumUnits(money.units), scale: money.scale }) : null,
      isProved: sign !== null,
      // One cell that is no amount makes the others no less.
      asks:
        layout.isWhole ||
        ((sign !== null || isMoney) &&
          rows.some(({ cells }) =>
            first === place || isOfAmounts
              ? isSomeAmount(cells[place])
              : saysOther(cells[place], cells[first]),
          )),
    });
  }
  for (const place of columns.values()) unknown.delete(place);
  const result = followed();
  if (missing.size > 0) changes.push(...(yield* goneColumns(result, rows)));
  return { match: result, changes };
}

/** Where the column stands that is called as this one is. */
const firstOfName = ({ header }: HeaderMatch, place: number): number =>
  header.headers.findIndex((name) => normalHeader(name) === normalHeader(header.headers[place] ?? ''));

const saysOther = (cell: FileCell | undefined, first: FileCell | undefined): boolean =>
  fileCellText(cell).trim() !== '' && fileCellText(cell).trim() !== fileCellText(first).trim();

const isSomeAmount = (cell: FileCell | undefined): boolean =>
  isAmount(cell) && /[1-9]/.test(fileCellText(cell));

function withAddedPart<Kind extends string>(
  layout: Layout<Kind>,
  column: LayoutColumn,
  sign: 1 | -1,
): Layout<Kind> {
  const { netRule } = layout;
  return {
    ...layout,
    columns: [...layout.columns, column],
    netRule:
      netRule === null
        ? null
        : { ...netRule, variants: netRule.variants.map((terms) => [...terms, [column.key, sign] as const]) },
  };
}

/** The amounts of a column that the layout does not know; null where some text in it is none, or nothing is there. */
function* amountsAt(rows: readonly FileRow[], place: number, layout: Layout): Task<AmountColumn | null> {
  const texts = yield* readAmountTexts(cellsAt(rows, place));
  if (texts.doubts.length > 0 || texts.cells.every((cell) => cell === null)) return null;
  return yield* amountColumn(texts, layout.decimalSign ?? 'thousands');
}

type Search = {
  readonly match: HeaderMatch;
  readonly columns: ReadonlyMap<string, number>;
  readonly unknown: ReadonlySet<number>;
  readonly rows: readonly FileRow[];
  /** No other column is looked for. */
  readonly isLast: boolean;
};

/** The unknown column that stands in the place of a missing one: by the rows' arithmetic, else by words of its name. */
function* findRenamed(
  column: LayoutColumn,
  { match, columns, unknown, rows, isLast }: Search,
): Task<{ readonly place: number; readonly isProved: boolean } | null> {
  const { layout } = match;
  const places = [...unknown].filter((place) => canBe(column, place, rows, layout));
  if (column.reads === 'amount' && layout.netRule !== null) {
    const failuresWith = (place: number | null) =>
      failuresOf(
        { ...match, columns: place === null ? columns : new Map(columns).set(column.key, place) },
        rows,
      );
    const isResult = layout.netRule.result.some(([key]) => key === column.key);
    const without = isResult ? rows.length : yield* failuresWith(null);
    const proved: number[] = [];
    for (const place of without === 0 ? [] : places) {
      if ((yield* failuresWith(place)) <= without / 10) proved.push(place);
    }
    if (proved.length === 1) return { place: proved[0] ?? 0, isProved: true };
  }
  const names = column.headers.flatMap(wordsOf);
  const alike = places.filter((place) =>
    wordsOf(match.header.headers[place] ?? '').some((word) => names.includes(word)),
  );
  if (alike.length === 1) return { place: alike[0] ?? 0, isProved: false };
  const [only] = places;
  return isLast && unknown.size === 1 && only !== undefined && column.reads !== 'amount'
    ? { place: only, isProved: false }
    : null;
}

const wordsOf = (header: string): readonly string[] =>
  normalHeader(header)
    .split(' ')
    .filter((word) => word.length > 3);

/** Whether what stands in a column can be read as what the layout's column holds. */
function canBe(column: LayoutColumn, place: number, rows: readonly FileRow[], layout: Layout): boolean {
  const sample = rows.slice(0, 200);
  if (column.reads === 'amount') return atOnce(amountsAt(sample, place, layout)) !== null;
  if (column.reads === 'text') return true;
  const { cells, doubts } = atOnce(readDateTexts(cellsAt(sample, place), { today: ANY_DAY }));
  return doubts.length === 0 && cells.some((cell) => cell !== null);
}

/** Rows that the layout's rule does not hold for. */
function* failuresOf(match: HeaderMatch, rows: readonly FileRow[]): Task<number> {
  const { netRule } = match.layout;
  if (netRule === null) return 0;
  const figures = yield* readFigures(rows, match);
  return (yield* checkNetRule(figures, netRule, rows.length)).failures;
}

/** With which sign the rows' arithmetic holds with a column and does not without it; null: with none. */
function* provesRows(match: HeaderMatch, rows: readonly FileRow[], place: number): Task<1 | -1 | null> {
  if (match.layout.netRule === null) return null;
  const without = yield* failuresOf(match, rows);
  if (without === 0) return null;
  const column = amount('added', null, 'optional');
  const columns = new Map(match.columns).set('added', place);
  for (const sign of [1, -1] as const) {
    const layout = withAddedPart(match.layout, column, sign);
    if ((yield* failuresOf({ ...match, layout, columns }, rows)) <= without / 10) return sign;
  }
  return null;
}

/** Needed and expected columns that are not there. What the net holds that no column tells any more is theirs together. */
function* goneColumns(match: HeaderMatch, rows: readonly FileRow[]): Task<readonly LayoutChange[]> {
  const { layout, missing } = match;
  const parts = missing.filter(({ key }) => isInRule(layout, key));
  const [part] = parts;
  const money = part === undefined || parts.length > 1 ? null : yield* untoldMoney(match, rows, part.key);
  return missing.map((column) => ({
    change: 'gone',
    column: column.headers[0] ?? '',
    former: null,
    money: column === part ? money : null,
    isProved: false,
    asks: true,
  }));
}

export const isInRule = ({ netRule }: Layout, key: string): boolean =>
  netRule !== null &&
  [netRule.result, ...netRule.variants].some((terms) => terms.some(([term]) => term === key));

function* untoldMoney(
  { layout, columns, header }: HeaderMatch,
  rows: readonly FileRow[],
  key: string,
): Task<Decimal | null> {
  const figures = yield* readFigures(rows, { layout, columns, header });
  if (layout.netRule === null || layout.netRule.result.some(([term]) => term === key)) return null;
  const { gaps } = yield* checkNetRule(figures, layout.netRule, rows.length);
  return toDecimal({ units: sumUnits(gaps), scale: figures.scale });
}
