import type { AnswerRows } from '#renderer/data/engine/answers/answer-rows.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { InSlot } from '#renderer/data/model/slots.ts';
import { question } from '#renderer/data/questions/question.ts';
import { rememberLast } from '#renderer/data/questions/remember-last.ts';
import type { ForecastMoney } from '#renderer/reconciliation/payouts/model/forecast/forecast-money.ts';
import { forecastReport } from '#renderer/reconciliation/payouts/model/forecast/report.ts';
import type {
  PayoutForecastPage,
  PayoutForecastQuery,
} from '#renderer/reconciliation/payouts/model/settlements.ts';
import { readForecastMoney } from '#renderer/reconciliation/payouts/worker/forecast/forecast-money.ts';
import type { ReleaseLines } from '#renderer/reconciliation/payouts/worker/forecast/release-lines.ts';
import { statementDays } from '#renderer/reconciliation/payouts/worker/forecast/statement-days.ts';
import type { StatementStore } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import { inScope } from '#shared/domain/selection.ts';

type Dependencies = {
  readonly statements: Pick<StatementStore, 'revision'>;
  readonly releaseLines: ReleaseLines;
  /** The rows that are shown. */
  readonly store: () => ColumnStore;
  readonly answer: AnswerRows;
};

/** The forecast of payouts, by the rows and by what imported statements say of their orders, over one open copy. */
export function createPayoutForecast({ statements, releaseLines, store, answer }: Dependencies) {
  const lastMoney = rememberLast<ForecastMoney>();

  return async ({ scope, today, from, slot }: PayoutForecastQuery & InSlot): Promise<PayoutForecastPage> => {
    // Of the statements that are read now: others may come in meanwhile.
    const ofStatements = statements.revision();
    const lines = await releaseLines();
    const { revision, numbering } = store();
    const money = await lastMoney(JSON.stringify([ofStatements, revision, numbering]), () =>
      answer(slot, function* (rows) {
        return yield* readForecastMoney(rows, yield* statementDays(rows, lines));
      }),
    );
    const accounts = money.accounts.filter(
      ({ canal, cuenta }) => scope === null || inScope(scope, { Canal: canal, Cuenta: cuenta }),
    );
    const report = await answer(slot, () => forecastReport({ ...money, accounts }, { today, from }));
    return { revision, ...report };
  };
}

export const readPayoutForecast = question('readPayoutForecast', {
  // Statements, too, say when money comes.
  freshness: 'commits-and-metadata',
  answer: (
    { releases }: { readonly releases: ReturnType<typeof createPayoutForecast> },
    query: PayoutForecastQuery & InSlot,
  ) => releases(query),
});
