import type { TableColumn, TableLine, WholeTable } from '#renderer/data/model/sheet-table.ts';
import { monthInSentence, sentence } from '#renderer/features/messages/window-messages.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import {
  type AdjustmentLine,
  proposedAdjustment,
  sumsOfLine,
  sumsOfLines,
  type TakenAdjustment,
  takenInScope,
} from '#renderer/reconciliation/closing/model/adjustment.ts';
import type { CloseOfMonth, DriftPage } from '#renderer/reconciliation/closing/model/closes.ts';
import type { ScopeSums } from '#renderer/reconciliation/closing/model/drift.ts';
import { machineLocal } from '#renderer/ui/date-format.ts';
import type { Formats } from '#renderer/ui/formats.tsx';
import type { Month } from '#shared/domain/dates.ts';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';

/** An adjustment in words and as a file has it. Pure. */

/** The adjustment left for a closed month, and what was taken of it. */
export type Adjustment = {
  readonly month: Month;
  readonly lines: readonly AdjustmentLine[];
  readonly taken: readonly TakenAdjustment[];
};

/** The adjustment of a closed month in the accounts of a scope, left and taken. Pure. */
export function adjustmentOf(
  { month, close }: Pick<CloseOfMonth, 'month' | 'close'>,
  drift: Pick<DriftPage, 'byAccount'>,
  scope: AccountsScope | null,
): Adjustment {
  return {
    month,
    lines: proposedAdjustment(drift.byAccount, close.adjustments, scope),
    taken: close.adjustments.flatMap((each) => takenInScope(each, scope) ?? []),
  };
}

const column = SCOPE_COLUMNS.total.profitability;

/** The entry for whoever keeps the books: by account and cause, every figure with all its digits. */
export function adjustmentText(
  { month, lines, taken }: Adjustment,
  datedIn: Month,
  text: Text,
  formats: Formats,
): string {
  const amounts = (sums: ScopeSums) =>
    SCOPES.map(
      (scope) => `${text.column(SCOPE_COLUMNS[scope].profitability)} ${formats.figure(sums[scope])}`,
    ).join('; ');
  const months = { in: monthInSentence(datedIn, text), month: monthInSentence(month, text) };
  const total = sumsOfLines(lines);
  const before = sumsOfLines(taken.flatMap((each) => each.lines));
  return [
    text('closing.adjustment-entry', months),
    `${sentence(text('closing.proposed', { ...months, column: text.column(column), amount: formats.figure(total.total) }))}`,
    ...lines.flatMap((line) => [
      `${line.Canal} · ${line.Cuenta}: ${amounts(sumsOfLine(line))}`,
      ...line.causes.map(({ cause, sums }) => `  ${text(`closing.cause-${cause}`)}: ${amounts(sums)}`),
    ]),
    ...(taken.length === 0
      ? []
      : [
          text('closing.adjustment-rest', {
            column: text.column(column),
            amount: formats.figure(before.total),
          }),
        ]),
  ].join('\n');
}

/**
 * The adjustments proposed and taken, a line an account and cause: their sums are the month's drift. `zone`: that of this
 * machine's clock, by its name.
 */
export function adjustmentTable(
  { lines, taken }: Adjustment,
  { datedIn, zone }: { readonly datedIn: Month | null; readonly zone: string },
  text: Text,
): WholeTable {
  const plain = (name: string): TableColumn => ({ name, kind: 'text', total: null });
  const all = sumsOfLines([...taken.flatMap((each) => each.lines), ...lines]);
  const linesOf = (
    state: 'taken' | 'proposed',
    own: readonly AdjustmentLine[],
    month: Month | null,
    by: Pick<TakenAdjustment, 'owner' | 'atMs'> | null,
  ): readonly TableLine[] =>
    own.flatMap(({ Canal, Cuenta, causes }) =>
      causes.map(({ cause, sums }) => ({
        cells: [
          text(`closing.adjustment-${state}`),
          month,
          Canal,
          Cuenta,
          text(`closing.cause-${cause}`),
          ...SCOPES.map((scope) => sums[scope]),
          by?.owner ?? '',
          by === null ? null : machineLocal(by.atMs),
        ],
      })),
    );
  return {
    name: text('closing.adjustment'),
    columns: [
      plain(text('closing.state')),
      plain(text('closing.adjustment-dated')),
      plain('Canal'),
      plain('Cuenta'),
      plain(text('closing.cause')),
      ...SCOPES.map((scope): TableColumn => {
        const total = { kind: 'sum', value: all[scope] } as const;
        return { name: SCOPE_COLUMNS[scope].profitability, kind: 'money', total };
      }),
      plain(text('closing.log-owner')),
      { name: `${text('closing.log-when')} (${zone})`, kind: 'local-datetime', total: null },
    ],
    keyColumns: 4,
    lines: [
      ...taken.flatMap((each) => linesOf('taken', each.lines, each.datedIn, each)),
      ...linesOf('proposed', lines, datedIn, null),
    ],
  };
}
