import { useMemo } from 'react';
import { useLiveQuery, type useSession } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import {
  type MissingStatements,
  missingInMonth,
} from '#renderer/reconciliation/receivables/model/missing-statements.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';

/** Statements of a month that are missing, as its close tells them. */

const ALL = {};

/** By account in view, its statements of a month that are missing by its own rhythm. */
export const readMissing = async (
  call: ReturnType<typeof useSession>['data']['call'],
  month: Month,
  scope: AccountsScope | null,
): Promise<readonly MissingStatements[]> =>
  missingInMonth(await call.readStatements(null), { month, scope, today: todayHere() });

/** The same while it is looked at; null: it is not known yet. */
export function useMissingStatements(month: Month): readonly MissingStatements[] | null {
  const { scope } = useCurrency();
  const today = todayHere();
  const { output } = useLiveQuery('statements', ALL, (call) => call.readStatements(null));
  return useMemo(
    () => (output === null ? null : missingInMonth(output, { month, scope, today })),
    [output, month, scope, today],
  );
}

/** Each account with the statements of it that are missing. Pure. */
export const missingNames = (missing: readonly MissingStatements[], text: Text): readonly string[] =>
  missing.flatMap(({ canal, cuenta, months: [month] }) =>
    month === undefined
      ? []
      : [
          text('closing.missing-statements', {
            account: `${canal || text('filter.blank')} · ${cuenta || text('filter.blank')}`,
            count: month.count,
          }),
        ],
  );
