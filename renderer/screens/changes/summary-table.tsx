import type { ReactNode } from 'react';
import { AMOUNT_COLUMNS, scopeOfResult } from '#renderer/features/columns/column-sections.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import type { Column, LineAttributes } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import styles from './changes-summary.module.css';

type AmountColumn = (typeof AMOUNT_COLUMNS)[number];

type AmountsOf<Row> = {
  /** The prefix of its figures' test ids. */
  readonly idOf: (row: Row) => string;
  readonly difference: (row: Row, column: AmountColumn) => Decimal | null;
  readonly points?: (row: Row, column: AmountColumn) => Decimal | null;
};

/** A small table of differences above the list: a name, counts, and each amount, its scope with its points where asked. */
export function SummaryTable<Row>(
  props: AmountsOf<Row> & {
    readonly testId: string;
    readonly rows: readonly Row[];
    readonly keyOf: (row: Row) => string;
    readonly line: (row: Row) => LineAttributes;
    readonly places: number;
    readonly name: (row: Row) => ReactNode;
    /** The columns between the name and the amounts, and after them. */
    readonly counts: readonly Column<Row>[];
    readonly after?: readonly Column<Row>[];
  },
) {
  const text = useText();
  const { code } = useCurrency();
  return (
    <div className={styles.groups}>
      <ListTable
        className={styles.table}
        table={{ 'data-testid': props.testId }}
        columns={[
          {
            id: 'name',
            heading: text('changes.difference') + (code === null ? '' : ` · ${code}`),
            draw: props.name,
          },
          ...props.counts,
          ...amountColumns(props, text),
          ...(props.after ?? []),
        ]}
        rows={props.rows}
        keyOf={props.keyOf}
        places={props.places}
        line={props.line}
      />
    </div>
  );
}

/** Each amount, a scope's result with its points where they are given. */
function amountColumns<Row>(
  { idOf, difference, points }: AmountsOf<Row>,
  text: Text,
): readonly Column<Row>[] {
  return AMOUNT_COLUMNS.flatMap((column): readonly Column<Row>[] => {
    const scope = scopeOfResult(column);
    const amount: Column<Row> = {
      id: column,
      heading: column,
      kind: 'money',
      value: (row) => difference(row, column),
      figure: (row) => ({ signed: true, testId: `${idOf(row)}-${column}` }),
    };
    if (scope === undefined) return [amount];
    const mark = (
      <>
        <ScopeMark scope={scope} /> {text(`scope.${scope}`)}
      </>
    );
    if (points === undefined) return [{ ...amount, heading: mark, head: { title: column } }];
    return [
      {
        ...amount,
        heading: (
          <>
            {mark}, {text('unit.points')}
          </>
        ),
        head: { colSpan: 2, title: `${text.column(column)}, ${text('seen.points')}` },
      },
      {
        id: `${column} pp`,
        heading: '',
        kind: 'points',
        value: (row) => points(row, column),
        figure: (row) => ({ signed: true, testId: `${idOf(row)}-${column}-points` }),
      },
    ];
  });
}
