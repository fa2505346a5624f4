import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import ui from '#renderer/ui/controls.module.css';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';

/** The heads of the three profitabilities, without the word that they share. */
export function ScopeHeads() {
  return SCOPES.map((scope) => (
    <th key={scope} className={ui.number}>
      <ScopeMark scope={scope} /> {SCOPE_COLUMNS[scope].profitability.split(' ')[1]}
    </th>
  ));
}

/** By how much each profitability moves. */
export function ScopeCells(props: {
  readonly sums: { readonly [scope in Scope]: Decimal };
  readonly places: number;
  readonly testId: string;
}) {
  return SCOPES.map((scope) => (
    <FigureCell
      key={scope}
      value={props.sums[scope]}
      kind="money"
      places={props.places}
      signed
      testId={`${props.testId}-${scope}`}
    />
  ));
}
