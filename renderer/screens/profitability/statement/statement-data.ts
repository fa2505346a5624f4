import { useMemo } from 'react';
import type { CompareWith, DataCaller, GroupBy, Groups } from '#renderer/data/api.ts';
import { useLedger, useLiveQuery } from '#renderer/data/client/session-context.tsx';
import {
  columnOf,
  type DimensionRef,
  daysOf,
  groupByOf,
  valueName,
} from '#renderer/features/dimensions/dimensions.ts';
import { describePeriod, type PeriodMessages } from '#renderer/features/period/period.ts';
import { usePeriodMessages } from '#renderer/features/period/period-messages.ts';
import { describeHeld, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { isComparison, type StatementView } from '#renderer/screens/profitability/state/view-state.ts';
import { dayOf } from '#shared/domain/dates.ts';
import { PERIOD_COLUMNS, type Selection } from '#shared/domain/selection.ts';
import {
  ASKED_COLUMNS,
  columnsOf,
  comparedColumns,
  type StatementColumn,
  wholeColumn,
} from './statement-result.ts';

export type NamedColumn = StatementColumn & {
  readonly name: string;
  /** «hasta el 20», where its time is not over. */
  readonly until: string | null;
};

/** What the statement shows, for the table and its file. */
export type Statement = {
  readonly columns: readonly NamedColumn[];
  /** All of the selection, beside them; among them where it is compared. */
  readonly whole: NamedColumn | null;
  /** The dimension of the columns; null where they are two periods. */
  readonly by: DimensionRef | null;
  readonly groups: Groups | null;
  readonly stale: boolean;
  readonly error: unknown;
  readonly retry: () => void;
};

/** Values of a dimension of texts that become columns; the others are one more column. */
const MOST_COLUMNS = 40;

type Asked = {
  readonly selection: Selection;
  readonly by: Exclude<GroupBy, string> | null;
  readonly against: CompareWith | null;
  readonly columns: StatementView['columns'];
};

async function readStatement(call: DataCaller, asked: Asked, slot: string): Promise<Groups> {
  const { selection, by, against } = asked;
  const question = { selection, columns: ASKED_COLUMNS, slot };
  if (against !== null)
    return call.readGroups({ ...question, dimension: 'Canal', limit: 1, compareWith: against });
  return call.readGroups({ ...question, dimension: by ?? 'month', limit: MOST_COLUMNS });
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
  words: PeriodMessages,
  text: Text,
): string | null {
  const isOfPeriods = PERIOD_COLUMNS.some((column) => column === columnOf(by, selection.periodColumn));
  const days = by.unit === null || by.unit === 'day' ? null : daysOf(by.unit, value);
  if (!isOfPeriods || days === null || last === null) return null;
  const day = dayOf(last as Parameters<typeof dayOf>[0]);
  if (day < days.from || day >= days.to) return null;
  const number = String(Number(day.slice(8, 10)));
  const month = words.months[Number(day.slice(5, 7)) - 1] ?? '';
  return text('trend.until', { day: by.unit === 'month' ? number : `${number} ${month}` });
}

export function useStatement(view: StatementView): Statement {
  const text = useText();
  const words = usePeriodMessages();
  const { selection } = useSelection();
  const ledger = useLedger();
  const last = ledger.kind === 'open' ? ledger.facts.lastPurchase : null;
  const asked = useMemo(() => askOf(selection, view.columns), [selection, view.columns]);
  const { output, input, isStale, error, refresh } = useLiveQuery('statement', asked, readStatement);
  const shown = useMemo(() => {
    if (output === null || input === null) return { columns: [], whole: null, by: null, groups: null };
    const named = (column: StatementColumn, name: string, until: string | null = null): NamedColumn => ({
      ...column,
      name,
      until,
    });
    const whole = named(wholeColumn(output), describeHeld(input.selection, words, text));
    if (isComparison(input.columns)) {
      const before = output.compared === undefined ? '' : describePeriod(output.compared.period, words);
      const names = { before, difference: text('statement.difference') };
      const compared = comparedColumns(output).map((column) =>
        named(column, column.kind === 'before' ? names.before : names.difference),
      );
      return { columns: [whole, ...compared], whole: null, by: null, groups: output };
    }
    const by = input.columns;
    const columns = columnsOf(output, by.unit !== null).map((column) =>
      column.kind === 'rest'
        ? named(column, text('pivot.others', { count: column.leftOut, shown: column.leftOut }))
        : named(
            column,
            valueName(by, column.value, words, text),
            untilOf(by, column.value, input.selection, last, words, text),
          ),
    );
    return { columns, whole, by, groups: output };
  }, [output, input, last, words, text]);
  return { ...shown, stale: isStale, error, retry: refresh };
}
