import { useMemo } from 'react';
import type { DataReader } from '#renderer/data/client/data-calls.ts';
import { readTogether } from '#renderer/data/client/queries.ts';
import { useLedger, useLiveQuery } from '#renderer/data/client/session-context.tsx';
import type { CompareWith, GroupBy, Groups } from '#renderer/data/model/groups.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import {
  columnOf,
  type DimensionRef,
  daysOf,
  groupByOf,
  isBesideCalendar,
  valueName,
} from '#renderer/features/dimensions/dimensions.ts';
import {
  comparedColumns,
  type NamedColumn,
  periodName,
  type StatementColumn,
  type StatementFigure,
  wholeColumn,
} from '#renderer/features/income-statement/income-statement-columns.ts';
import {
  STATEMENT_COLUMNS,
  type StatementLine,
} from '#renderer/features/income-statement/income-statement-lines.ts';
import { comparedName } from '#renderer/features/period/compared-period.ts';
import { describePeriod, monthName } from '#renderer/features/period/period.ts';
import { describeSelection, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { targetColumns } from '#renderer/features/targets/target-columns.ts';
import { targetsInView } from '#renderer/features/targets/targets-in-view.ts';
import { useTargets } from '#renderer/features/targets/use-targets.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { pairOf, restOf } from '#renderer/screens/profitability/figures/figures.ts';
import { heatOf } from '#renderer/screens/profitability/figures/heat.ts';
import { isComparison, type StatementView } from '#renderer/screens/profitability/state/view-state.ts';
import { dayOf } from '#shared/domain/dates.ts';
import { add, fromDecimal, type Scaled, subtract } from '#shared/domain/decimal.ts';
import type { Sums } from '#shared/domain/profitability.ts';
import { PERIOD_COLUMNS, type Period, type Selection } from '#shared/domain/selection.ts';

/** The lines of the result by columns, from one answer: table, shading, checks and file alike. Pure. */

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
export const REQUESTED_COLUMNS: readonly string[] = [...STATEMENT_COLUMNS, ...IDENTITY_COLUMNS];

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

/** In how many columns the identities can be told, and in how many of these they do not hold. */
export function identitiesIn(columns: readonly StatementColumn[]): {
  readonly known: number;
  readonly wrong: number;
} {
  const checks = columns
    .filter(({ kind }) => kind !== 'difference')
    .map(({ totals }) => identitiesHold(totals.sums));
  return {
    known: checks.filter((holds) => holds !== null).length,
    wrong: checks.filter((holds) => holds === false).length,
  };
}

/** The statement as the table and its file show it. */
export type Statement = {
  readonly columns: readonly NamedColumn[];
  /** All of the selection, beside them; among them where it is compared. */
  readonly whole: NamedColumn | null;
  /** How the whole differs from another period, beside it; null where it is compared among the columns, or with nothing. */
  readonly change: NamedColumn | null;
  /** The targets of the whole and the difference from them, at the right end; none where the whole stands among the columns. */
  readonly targets: readonly NamedColumn[];
  /** The dimension of the columns, one of which may be all there is; null where they are two periods. */
  readonly by: DimensionRef | null;
  readonly groups: Groups | null;
  /** The selection of the answer; null before it is there. */
  readonly selection: Selection | null;
  readonly stale: boolean;
  readonly error: unknown;
  readonly retry: () => void;
};

/** The columns at the right end, whatever is scrolled. */
export function atEndOf({
  whole,
  change,
  targets,
}: Pick<Statement, 'whole' | 'change' | 'targets'>): readonly NamedColumn[] {
  return [...[whole, change].filter((column) => column !== null), ...targets];
}

/** Values of a dimension of texts that become columns; the others are one more column. */
const MAX_COLUMNS = 40;

type StatementRequest = {
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

export async function readStatement(
  call: DataReader,
  asked: StatementRequest,
  slot: string,
): Promise<StatementAnswer> {
  const { selection, by, against } = asked;
  const columns = REQUESTED_COLUMNS;
  const compare = (compareWith: CompareWith) => {
    const question = { selection, columns, dimension: 'Canal', limit: 1, compareWith } as const;
    return call.readGroups({ ...question, slot: `${slot}-${compareWith}` });
  };
  if (against !== null) {
    const groups = await compare(against);
    return { revision: groups.revision, groups, comparisons: [] };
  }
  const [groups, ...others] = await readTogether(async () => {
    const question = { selection, columns, dimension: by ?? 'month', limit: MAX_COLUMNS, slot } as const;
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
  // A period without rows is no comparison.
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

export function askOf(selection: Selection, columns: StatementView['columns']): StatementRequest {
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

/** Columns that compare the whole: each period, and how this one differs from it. */
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
function wholeChange(answer: StatementAnswer, own: Period | null, text: Text): NamedColumn | null {
  const change = comparisonColumns(answer, text).find(({ kind }) => kind === 'difference');
  if (change?.period === undefined) return null;
  const label = text('panel.against', { name: comparedName(change.period, own, text) });
  return { ...change, label };
}

type Shown = Pick<Statement, 'columns' | 'whole' | 'change' | 'by' | 'groups'>;
const NOTHING_SHOWN: Shown = { columns: [], whole: null, change: null, by: null, groups: null };

/** An answer as columns: two periods; or groups, and all of them at the end, where one of them is not all there is. */
export function shownOf(
  answer: StatementAnswer,
  asked: StatementRequest,
  last: string | null,
  text: Text,
): Shown {
  const { groups } = answer;
  const { selection, columns: by } = asked;
  const named = (column: StatementColumn, name: string, until: string | null = null): NamedColumn => {
    return { ...column, name, until };
  };
  const whole = named(wholeColumn(groups), describeSelection(selection, text));
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
    return { columns, whole, change: wholeChange(answer, selection.period, text), by, groups };
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
  const { targets } = useTargets();
  const { code } = useCurrency();
  const withTargets = useMemo(() => {
    const [first] = shown.columns;
    const whole = shown.whole ?? (first?.kind === 'whole' ? first : null);
    if (whole === null || input === null) return { columns: shown.columns, targets: NO_COLUMNS };
    const day = last === null ? null : dayOf(last);
    const own = targetColumns(whole, targetsInView(input.selection, targets, code, day), text);
    // What it is, what it was to be, the difference; then what else it is held against.
    return shown.whole === null
      ? { columns: [whole, ...own, ...shown.columns.slice(1)], targets: NO_COLUMNS }
      : { columns: shown.columns, targets: own };
  }, [shown, input, targets, code, last, text]);
  const selected = input?.selection ?? null;
  return { ...shown, ...withTargets, selection: selected, stale: isStale, error, retry: refresh };
}

const NO_COLUMNS: readonly NamedColumn[] = [];
