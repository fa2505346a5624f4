import { monthInSentence } from '#renderer/features/messages/window-messages.ts';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type { MatchesPage } from '#renderer/reconciliation/matching/model/matches.ts';
import { missingStatements } from '#renderer/reconciliation/receivables/model/missing-statements.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import ui from '#renderer/ui/controls.module.css';

/** Of the accounts that the shown statements speak for, those statements that should be there by their own rhythm and are not. */
export function MissingBeside(props: {
  /** All that were imported. */
  readonly statements: readonly ImportedStatement[];
  readonly facts: MatchesPage['facts'];
}) {
  const text = useText();
  const { statements, facts } = props;
  const lacking = missingStatements(statements, todayHere()).filter(
    ({ months, ...own }) =>
      months.length > 0 && facts.some(({ canal, cuenta }) => canal === own.canal && cuenta === own.cuenta),
  );
  return lacking.map(({ canal, cuenta, months }) => {
    const count = months.reduce((sum, each) => sum + each.count, 0);
    return (
      <p
        key={`${canal} ${cuenta}`}
        className={ui.caption}
        data-testid="match-missing-statements"
        data-value={count}
      >
        {text('match.missing-statements', {
          count,
          account: `${canal} · ${cuenta}`,
          months: months.map(({ month }) => monthInSentence(month, text)).join(', '),
        })}
      </p>
    );
  });
}
