import { useMemo } from 'react';
import type { CompareWith, DataCaller, GroupBy, Groups, Totals } from '#renderer/data/api.ts';
import { readTogether } from '#renderer/data/client/queries.ts';
import { useLedger, useLiveQuery } from '#renderer/data/client/session-context.tsx';
import {
  columnOf,
  type DimensionRef,
  daysOf,
  groupByOf,
  isBesideCalendar,
  valueName,
} from '#renderer/features/dimensions/dimensions.ts';
import { describeMonth, describePeriod, monthName, wholeMonths } from '#renderer/features/period/period.ts';
import { describeHeld, useSelection } from '#renderer/features/selection/selection-context.tsx';
import {
  amountOf,
  lineName,
  STATEMENT_COLUMNS,
  STATEMENT_LINES,
  type StatementLine,
} from '#renderer/features/statement/statement-lines.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { pairOf, restOf } from '#renderer/screens/profitability/figures/figures.ts';
import {
  divide,
  fractionOfDecimal,
  minus,
  roundedTo,
  sizeOf,
  times,
} from '#renderer/screens/profitability/figures/fraction.ts';
import { heatOf } from '#renderer/screens/profitability/figures/heat.ts';
import { isComparison, type StatementView } from '#renderer/screens/profitability/state/view-state.ts';
import { dayOf } from '#shared/domain/dates.ts';
import { add, type Decimal, fromDecimal, type Scaled, subtract, toDecimal } from '#shared/domain/decimal.ts';
import { isRateBase, RATE_BASE_COLUMN, rateOf, type Sums } from '#shared/domain/profitability.ts';
import { PERIOD_COLUMNS, type Period, type Selection } from '#shared/domain/selection.ts';
import type { TableCell, TableColumn, TableLine, WholeTable } from '#shared/domain/sheet-table.ts';

/** The lines of the result by columns, from one answer: table, shading, checks and file alike. Pure. */

type StatementTotals = Pick<Totals, 'sums' | 'ventasWithProductCost'>;

type StatementColumn = {
  readonly id: string;
  /**
   * A group; rows beside the calendar (no date, or one out of range); what is left of those shown; all of the selection;
   * the compared period; whole minus before.
   */
  readonly kind: 'group' | 'beside' | 'rest' | 'whole' | 'before' | 'difference';
  /** The group's value; "" of the others. */
  readonly value: string;
  readonly totals: StatementTotals;
  /** What a difference is held against. */
  readonly less: StatementTotals | null;
  readonly leftOut: number;
  /** The days of the compared period. */
  readonly period?: Period;
};

/** Amount and share of Ventas; of a difference, the amounts' and the shares' in points. */
type StatementFigure = { readonly amount: Decimal | null; readonly ratePercent: Decimal | null };

function plainFigure(line: StatementLine, totals: StatementTotals): StatementFigure {
  const amount = amountOf(line, totals.sums);
  return { amount, ratePercent: rateOf(amount ?? undefined, totals.sums.Ventas, 6) };
}

/** part ÷ base of both, as a difference of exact fractions, in points with six places. */
function pointsBetween(
  own: { readonly part: Decimal | null; readonly base: Decimal | undefined },
  other: { readonly part: Decimal | null; readonly base: Decimal | undefined },
): Decimal | null {
  const [left, right] = [own, other].map(({ part, base }) => {
    const top = fractionOfDecimal(part ?? undefined);
    const bottom = fractionOfDecimal(base);
    return top === null || bottom === null || !isRateBase({ units: bottom.top }) ? null : divide(top, bottom);
  });
  return left == null || right == null ? null : roundedTo(times(minus(left, right), 100n), 6);
}

export function figureOf(
  line: StatementLine,
  { totals, less }: Pick<StatementColumn, 'totals' | 'less'>,
): StatementFigure {
  const own = plainFigure(line, totals);
  if (less === null) return own;
  const other = plainFigure(line, less);
  return {
    amount:
      own.amount === null || other.amount === null
        ? null
        : toDecimal(subtract(fromDecimal(own.amount), fromDecimal(other.amount))),
    ratePercent:
      own.ratePercent === null || other.ratePercent === null
        ? null
        : pointsBetween(
            { part: own.amount, base: totals.sums.Ventas },
            { part: other.amount, base: less.sums.Ventas },
          ),
  };
}

/** By how many percent an amount differs from that of the compared period; null where that is 0 or missing. */
export function changeOf(now: Decimal | null, before: Decimal | null): Decimal | null {
  const [own, other] = [now, before].map((amount) => fractionOfDecimal(amount ?? undefined));
  if (own == null || other == null) return null;
  // A loss that shrinks has gained: percent of the size of what was.
  const ratio = divide(minus(own, other), sizeOf(other));
  return ratio === null ? null : roundedTo(times(ratio, 100n), 6);
}

/** The same of a line, in a column of differences; null in others. */
export function lineChange(
  line: StatementLine,
  { totals, less }: Pick<StatementColumn, 'totals' | 'less'>,
): Decimal | null {
  return less === null ? null : changeOf(amountOf(line, totals.sums), amountOf(line, less.sums));
}

/**
 * The groups of an answer as columns, what the limit left out last, exactly: together they are all of the selection. After
 * the parts of the calendar come the rows that lie in none.
 */
export function columnsOf(groups: Groups, isTime: boolean): readonly StatementColumn[] {
  const isBeside = ({ value }: { readonly value: string }) => isTime && isBesideCalendar(value);
  const beside = groups.groups.filter(isBeside).toSorted((a, b) => (a.value > b.value ? -1 : 1));
  const columns = [...groups.groups.filter((group) => !isBeside(group)), ...beside].map(
    ({ value, totals }): StatementColumn => ({
      id: `=${value}`,
      kind: isTime && isBesideCalendar(value) ? 'beside' : 'group',
      value,
      totals,
      less: null,
      leftOut: 0,
    }),
  );
  const leftOut = groups.groupsLeftOut ?? 0;
  if (leftOut === 0) return columns;
  const totals = restOf(
    groups.total,
    groups.groups.map((group) => pairOf(group).now),
  );
  return [...columns, { id: '*', kind: 'rest', value: '', totals, less: null, leftOut }];
}

export function wholeColumn(groups: Groups): StatementColumn {
  return { id: 'whole', kind: 'whole', value: '', totals: groups.total, less: null, leftOut: 0 };
}

/**
 * The period before, and how this one differs from it; none where there was nothing to compare with. `against` tells two
 * comparisons apart.
 */
export function comparedColumns(groups: Groups, against = ''): readonly StatementColumn[] {
  if (groups.compared === undefined) return [];
  const { period, total: before } = groups.compared;
  const plain = { value: '', leftOut: 0, period };
  return [
    { id: `before${against}`, kind: 'before', totals: before, less: null, ...plain },
    { id: `difference${against}`, kind: 'difference', totals: groups.total, less: before, ...plain },
  ];
}

/** Shades of a line's rates over the columns that are held against each other: a rest of others is not. */
export function heatOfLine(
  line: StatementLine,
  columns: readonly StatementColumn[],
  figures: readonly StatementFigure[],
): readonly (number | null)[] {
  if (line.kind === 'part' || line.kind === 'income') return columns.map(() => null);
  return heatOf(
    columns.map(({ kind }, at) => (kind === 'group' ? (figures[at]?.ratePercent ?? null) : null)),
  );
}

const IDENTITY_COLUMNS = ['Cobro Total', 'Cobros Comercial', 'Reembolso Total'];

/** All that the table and its checks sum. */
export const ASKED_COLUMNS: readonly string[] = [...STATEMENT_COLUMNS, ...IDENTITY_COLUMNS];

/** The two identities that the API's text states (spec 2.5), on a set's sums; null where a column is missing. */
export function identitiesHold(sums: Sums): boolean | null {
  const read = (column: string): Scaled | null => {
    const sum = sums[column];
    return sum === undefined ? null : fromDecimal(sum);
  };
  const [income, refunds, cost] = [read('Ingreso Total'), read('Reembolso Total'), read('Costo de Producto')];
  const pairs = [
    [read('Cobro Total'), read('Rentabilidad Total')],
    [read('Cobros Comercial'), read('Rentabilidad Comercial')],
  ] as const;
  if (income === null || refunds === null || cost === null) return null;
  let holds = true;
  for (const [charges, result] of pairs) {
    if (charges === null || result === null) return null;
    const expected = subtract(add(subtract(income, charges), refunds), cost);
    holds &&= subtract(expected, result).units === 0n;
  }
  return holds;
}

type StatementFileWords = {
  readonly [head in 'section' | 'line' | 'level' | 'sign']: string;
} & {
  readonly sectionOf: (line: StatementLine) => string;
  readonly nameOf: (line: StatementLine) => string;
  readonly signOf: (line: StatementLine) => string;
  readonly coverage: string;
};

export function fileWords(text: Text): StatementFileWords {
  return {
    section: text('statement-file.section'),
    line: text('panel.line'),
    level: text('statement-file.level'),
    sign: text('statement-file.sign'),
    sectionOf: ({ section, kind, column }) => {
      if (section !== null) return text(`section.${section}`);
      if (kind === 'result') return text('statement-file.section-result');
      return kind === 'product-cost' ? (column ?? '') : text('statement-file.section-income');
    },
    nameOf: (line) => lineName(line, text),
    signOf: ({ operator }) => text(`statement-file.sign-${SIGN_WORDS[operator]}`),
    coverage: text('statement-file.section-coverage'),
  };
}

/** In words: a sign alone would begin a formula. */
const SIGN_WORDS = { '': 'adds', '+': 'adds', '−': 'takes', '=': 'result' } as const;

/** Levels of the file: what it is of; lines that lead from income to the results; the columns that make one up. */
const FACT_LEVEL = '0';
const LINE_LEVEL = '1';
const PART_LEVEL = '2';

/** So many columns say what a line is; its figures come after them. */
const NAMES = 4;

/** Where the base of all shares stands among the lines. */
const BASE_LINE = STATEMENT_LINES.findIndex(({ column }) => column === RATE_BASE_COLUMN);

/**
 * The whole statement as a file, its parts included, in a rectangle in which every column is of one kind, so that machines
 * read it as it comes. Costs as charged, in amounts and in percent of Ventas; of a difference, in points. `facts`: what the
 * figures are of, in the first lines, where spreadsheets show it, at level 0 and without figures: no sum is touched by it.
 * Files that say it elsewhere have none.
 */
export function statementTable(
  name: string,
  words: StatementFileWords,
  columns: readonly (StatementColumn & { readonly name: string })[],
  facts: readonly { readonly name: string; readonly value: string }[],
): WholeTable {
  const text = (heading: string): TableColumn => ({ name: heading, kind: 'text', total: null });
  const blank = columns.flatMap(() => [null, null]);
  return {
    name,
    keyColumns: 2,
    columns: [
      text(words.section),
      text(words.line),
      { name: words.level, kind: 'count', total: null },
      text(words.sign),
      ...columns.flatMap((column): TableColumn[] => [
        { name: column.name, kind: 'money', total: null },
        column.kind === 'difference'
          ? { name: `${column.name} pp`, kind: 'number', total: null }
          : { name: `${column.name} %`, kind: 'percent', total: null },
      ]),
    ],
    lines: [
      ...facts.map((fact) => ({ cells: [fact.name, fact.value, FACT_LEVEL, '', ...blank] })),
      ...STATEMENT_LINES.map((line) => statementLine(line, words, columns, facts.length + BASE_LINE)),
      {
        cells: [
          ...[words.coverage, 'Ventas con Costo de Producto', LINE_LEVEL, ''],
          ...columns.flatMap((column, index) => [
            coverageAmount(column),
            rateCell(coverageRate(column), column, index, facts.length + BASE_LINE),
          ]),
        ],
      },
    ],
  };
}

function statementLine(
  line: StatementLine,
  words: StatementFileWords,
  columns: readonly StatementColumn[],
  baseLine: number,
): TableLine {
  const isPart = line.kind === 'part';
  return {
    cells: [
      ...[words.sectionOf(line), words.nameOf(line), isPart ? PART_LEVEL : LINE_LEVEL, words.signOf(line)],
      ...columns.flatMap((column, index) => {
        const { amount, ratePercent } = figureOf(line, column);
        return [amountCell(line, amount, columns, index), rateCell(ratePercent, column, index, baseLine)];
      }),
    ],
    depth: isPart ? 1 : 0,
    isStrong: !isPart,
  };
}

/** Each column's amount stands before its share. */
const amountAt = (index: number): number => NAMES + 2 * index;

/** The last column is all of the selection where those before it are its parts; a section is made of its lines below. */
function amountCell(
  line: StatementLine,
  amount: Decimal | null,
  columns: readonly StatementColumn[],
  index: number,
): TableCell {
  if (amount === null) return null;
  const others = columns.slice(0, index);
  const areParts = others.length > 0 && others.every(({ kind }) => PARTS.includes(kind));
  if (columns[index]?.kind === 'whole' && areParts)
    return { value: amount, formula: { kind: 'sum', columns: others.map((_, at) => amountAt(at)) } };
  // What was on one side alone has no difference, and its section's would be another.
  if (line.kind !== 'section' || columns[index]?.kind === 'difference') return amount;
  return { value: amount, formula: { kind: 'parts', adds: line.adds.length, takes: line.takes.length } };
}

const PARTS: readonly StatementColumn['kind'][] = ['group', 'beside', 'rest'];

function rateCell(
  rate: Decimal | null,
  { kind }: StatementColumn,
  index: number,
  baseLine: number,
): TableCell {
  if (rate === null || kind === 'difference') return rate;
  return { value: rate, formula: { kind: 'rate', part: amountAt(index), base: amountAt(index), baseLine } };
}

/** Ventas of the rows with product cost; of a difference, by how much they differ. */
export function coverageAmount({ totals, less }: StatementColumn): Decimal {
  const own = fromDecimal(totals.ventasWithProductCost);
  return toDecimal(less === null ? own : subtract(own, fromDecimal(less.ventasWithProductCost)));
}

/** Their share of Ventas, in percent; of a difference, in points. */
export function coverageRate({ totals, less }: StatementColumn): Decimal | null {
  const share = (each: StatementTotals) => ({ part: each.ventasWithProductCost, base: each.sums.Ventas });
  if (less !== null) return pointsBetween(share(totals), share(less));
  return rateOf(totals.ventasWithProductCost, totals.sums.Ventas, 6);
}

export type NamedColumn = StatementColumn & {
  readonly name: string;
  /** Said over its figures in the place of a name that is too long for them. */
  readonly label?: string;
  /** «hasta el 20», where its time is not over. */
  readonly until: string | null;
};

/** What the statement shows, for the table and its file. */
export type Statement = {
  readonly columns: readonly NamedColumn[];
  /** All of the selection, beside them; among them where it is compared. */
  readonly whole: NamedColumn | null;
  /** How the whole differs from another period, beside it; null where it is compared among the columns, or with nothing. */
  readonly change: NamedColumn | null;
  /** The dimension of the columns, one of which may be all there is; null where they are two periods. */
  readonly by: DimensionRef | null;
  readonly groups: Groups | null;
  /** What the answer is of; null before it is there. */
  readonly selection: Selection | null;
  readonly stale: boolean;
  readonly error: unknown;
  readonly retry: () => void;
};

/** What stands at the right end, whatever is scrolled. */
export function atEndOf({ whole, change }: Pick<Statement, 'whole' | 'change'>): readonly NamedColumn[] {
  return [whole, change].filter((column) => column !== null);
}

/** Values of a dimension of texts that become columns; the others are one more column. */
const MOST_COLUMNS = 40;

type Asked = {
  readonly selection: Selection;
  readonly by: Exclude<GroupBy, string> | null;
  readonly against: CompareWith | null;
  readonly columns: StatementView['columns'];
};

/** The groups, and what they are held against as a whole. */
type StatementAnswer = {
  readonly revision: number;
  readonly groups: Groups;
  readonly comparisons: readonly { readonly against: CompareWith; readonly groups: Groups }[];
};

async function readStatement(call: DataCaller, asked: Asked, slot: string): Promise<StatementAnswer> {
  const { selection, by, against } = asked;
  const columns = ASKED_COLUMNS;
  const compare = (compareWith: CompareWith) => {
    const question = { selection, columns, dimension: 'Canal', limit: 1, compareWith } as const;
    return call.readGroups({ ...question, slot: `${slot}-${compareWith}` });
  };
  if (against !== null) {
    const groups = await compare(against);
    return { revision: groups.revision, groups, comparisons: [] };
  }
  const [groups, ...others] = await readTogether(async () => {
    const question = { selection, columns, dimension: by ?? 'month', limit: MOST_COLUMNS, slot } as const;
    const own = call.readGroups(question);
    // Without a period there is none before it.
    if (selection.period === null) return [await own];
    const isOfTime = typeof by === 'object' && by?.unit != null;
    const [shown, year] = await Promise.all([own, isOfTime ? compare('previous-year') : null]);
    const isOne = isAlone(shown);
    const isYear = (year?.compared?.total.rows ?? 0) > 0;
    if (!isOne && (year === null || isYear)) return year === null ? [shown] : [shown, year];
    return [shown, await compare('previous-period'), year ?? (await compare('previous-year'))];
  });
  if (groups === undefined) throw new Error('The first of all answers.');
  const names: readonly CompareWith[] =
    others.length === 1 ? ['previous-year'] : ['previous-period', 'previous-year'];
  // What has no rows is nothing to be held against.
  const comparisons = others.flatMap((answer, at) => {
    const name = names[at];
    const isKnown = (answer.compared?.total.rows ?? 0) > 0;
    return name !== undefined && isKnown ? [{ against: name, groups: answer }] : [];
  });
  return { revision: groups.revision, groups, comparisons };
}

/** One group is all of the selection: its column is the whole's. */
function isAlone({ groups, groupsLeftOut = 0 }: Groups): boolean {
  return groups.length === 1 && groupsLeftOut === 0;
}

function askOf(selection: Selection, columns: StatementView['columns']): Asked {
  return isComparison(columns)
    ? { selection, by: null, against: columns, columns }
    : { selection, by: groupByOf(columns, selection.periodColumn), against: null, columns };
}

/** Until when a column of purchases or payments goes whose time is not over by the last purchase, the present. */
function untilOf(
  by: DimensionRef,
  value: string,
  selection: Selection,
  last: string | null,
  text: Text,
): string | null {
  const isOfPeriods = PERIOD_COLUMNS.some((column) => column === columnOf(by, selection.periodColumn));
  const days = by.unit === null || by.unit === 'day' ? null : daysOf(by.unit, value);
  if (!isOfPeriods || days === null || last === null) return null;
  const day = dayOf(last as Parameters<typeof dayOf>[0]);
  if (day < days.from || day >= days.to) return null;
  const number = String(Number(day.slice(8, 10)));
  const month = monthName(day, text);
  return text('trend.until', { day: by.unit === 'month' ? number : `${number} ${month}` });
}

/** What a period is called over a column: a month by its name, others by their days. */
function periodName(period: Period, text: Text): string {
  const months = wholeMonths(period);
  return months !== null && months.first === months.last
    ? describeMonth(months.first, text)
    : describePeriod(period, text);
}

/** What the whole is held against: each period, and how this one differs from it. */
function comparisonColumns({ comparisons }: StatementAnswer, text: Text): readonly NamedColumn[] {
  return comparisons.flatMap(({ against, groups }) =>
    comparedColumns(groups, `-${against}`).map((column) => {
      const name = column.period === undefined ? '' : periodName(column.period, text);
      const isBefore = column.kind === 'before';
      return { ...column, name: isBefore ? name : text('statement.difference-from', { name }), until: null };
    }),
  );
}

/** How the whole of several columns has changed: in percent and points, for there is little room beside it. */
function wholeChange(answer: StatementAnswer, text: Text): NamedColumn | null {
  const { against } = answer.comparisons[0] ?? {};
  const change = comparisonColumns(answer, text).find(({ kind }) => kind === 'difference');
  if (against === undefined || change === undefined) return null;
  const label = text('panel.against', { name: text(`panel.against-${against}`) });
  return { ...change, label };
}

type Shown = Pick<Statement, 'columns' | 'whole' | 'change' | 'by' | 'groups'>;
const NOTHING_SHOWN: Shown = { columns: [], whole: null, change: null, by: null, groups: null };

/** An answer as columns: two periods; or groups, and all of them at the end, where one of them is not all there is. */
function shownOf(answer: StatementAnswer, asked: Asked, last: string | null, text: Text): Shown {
  const { groups } = answer;
  const { selection, columns: by } = asked;
  const named = (column: StatementColumn, name: string, until: string | null = null): NamedColumn => {
    return { ...column, name, until };
  };
  const whole = named(wholeColumn(groups), describeHeld(selection, text));
  if (isComparison(by)) {
    const before = groups.compared === undefined ? '' : describePeriod(groups.compared.period, text);
    const compared = comparedColumns(groups).map((column) =>
      named(column, column.kind === 'before' ? before : text('statement.difference')),
    );
    return { columns: [whole, ...compared], whole: null, change: null, by: null, groups };
  }
  const columns = columnsOf(groups, by.unit !== null).map((column) =>
    column.kind === 'rest'
      ? named(column, text('pivot.others', { count: column.leftOut, shown: column.leftOut }))
      : named(column, valueName(by, column.value, text), untilOf(by, column.value, selection, last, text)),
  );
  const [only] = columns;
  if (only === undefined || !isAlone(groups))
    return { columns, whole, change: wholeChange(answer, text), by, groups };
  const isOfPeriod = by.unit !== null && only.kind === 'group' && selection.period !== null;
  const name = isOfPeriod ? periodName(selection.period, text) : only.name;
  const alone = { ...whole, name, until: only.until };
  return { columns: [alone, ...comparisonColumns(answer, text)], whole: null, change: null, by, groups };
}

export function useStatement(view: StatementView): Statement {
  const text = useText();
  const { selection } = useSelection();
  const ledger = useLedger();
  const last = ledger.kind === 'open' ? ledger.facts.lastPurchase : null;
  const asked = useMemo(() => askOf(selection, view.columns), [selection, view.columns]);
  const { output, input, isStale, error, refresh } = useLiveQuery('statement', asked, readStatement);
  const shown = useMemo(
    () => (output === null || input === null ? NOTHING_SHOWN : shownOf(output, input, last, text)),
    [output, input, last, text],
  );
  return { ...shown, selection: input?.selection ?? null, stale: isStale, error, retry: refresh };
}
