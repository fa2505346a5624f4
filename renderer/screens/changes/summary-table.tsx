import type { ReactNode } from 'react';
import { AMOUNT_COLUMNS, scopeOfResult } from '#renderer/features/columns/column-sections.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import styles from './changes-summary.module.css';

/** A small table of differences above the list: a name, counts, and each amount, its scope with its points where asked. */
export function SummaryTable(props: {
  readonly testId: string;
  /** What stands between the name and the amounts, and after them. */
  readonly counts: ReactNode;
  readonly after?: ReactNode;
  readonly withPoints?: boolean;
  readonly children: ReactNode;
}) {
  const text = useText();
  const { code } = useCurrency();
  const withPoints = props.withPoints === true;
  return (
    <div className={styles.groups}>
      <table className={classNames(ui.denseTable, styles.table)} data-testid={props.testId}>
        <thead>
          <tr>
            <th>
              {text('changes.difference')}
              {code === null ? '' : ` · ${code}`}
            </th>
            {props.counts}
            {AMOUNT_COLUMNS.map((column) => {
              const scope = scopeOfResult(column);
              return scope === undefined ? (
                <th key={column} className={ui.number}>
                  {column}
                </th>
              ) : (
                <th
                  key={column}
                  className={ui.number}
                  colSpan={withPoints ? 2 : 1}
                  title={withPoints ? `${column}, ${text('seen.points')}` : column}
                >
                  <ScopeMark scope={scope} /> {text(`scope.${scope}`)}
                  {withPoints ? `, ${text('unit.points')}` : ''}
                </th>
              );
            })}
            {props.after}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </div>
  );
}
