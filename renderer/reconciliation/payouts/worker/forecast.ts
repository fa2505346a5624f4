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
import {
  type ReleaseLine,
  type StatementDays,
  statementDays,
} from '#renderer/reconciliation/payouts/worker/forecast/statement-days.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import type { StatementStore } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import type { Pause } from '#shared/base/tasks.ts';
import { dayNumber } from '#shared/domain/dates.ts';
import { fromDecimal } from '#shared/domain/decimal.ts';
import { inScope } from '#shared/domain/selection.ts';

type Dependencies = {
  readonly statements: Pick<StatementStore, 'list' | 'lines' | 'revision'>;
  /** The rows that are shown. */
  readonly store: () => ColumnStore;
  readonly answer: AnswerRows;
  readonly pause: Pause;
};

/** What comes when, of the rows and of what imported statements say of their orders, over one open copy. */
export function createPayoutForecast({ statements, store, answer, pause }: Dependencies) {
  const linesOf = new Map<string, readonly ReleaseLine[]>();
  const lastMoney = rememberLast<ForecastMoney>();

  /** Of each statement the lines that name a day. The lines of a statement never change. */
  async function releaseLines(): Promise<readonly StatementDays[]> {
    // What a bank books is of no order.
    const wanted = statements.list().filter(({ kind }) => kind !== 'bank');
    for (const id of [...linesOf.keys()]) if (!wanted.some((each) => each.id === id)) linesOf.delete(id);
    const found: StatementDays[] = [];
    for (const { id, account } of wanted) {
      const own = linesOf.get(id) ?? (await statements.lines(id, pause)).flatMap(releaseLine);
      linesOf.set(id, own);
      if (own.length > 0) found.push({ lines: own, account: account ?? null });
    }
    return found;
  }

  return async ({ scope, today, from, slot }: PayoutForecastQuery & InSlot): Promise<PayoutForecastPage> => {
    const lines = await releaseLines();
    const { revision, numbering } = store();
    const money = await lastMoney(JSON.stringify([statements.revision(), revision, numbering]), () =>
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

function releaseLine({ released, order, suborder, net }: StatementLine): readonly ReleaseLine[] {
  if (released === null || (order ?? suborder) === null) return [];
  const { units, scale } = fromDecimal(net ?? ('0' as NonNullable<typeof net>));
  return [
    {
      order,
      suborder,
      day: dayNumber(released.day),
      size: { units: units < 0n ? -units : units, scale },
    },
  ];
}

export const readPayoutForecast = question('readPayoutForecast', {
  // Statements, too, say when money comes.
  freshness: 'commits-and-metadata',
  answer: (
    { releases }: { readonly releases: ReturnType<typeof createPayoutForecast> },
    query: PayoutForecastQuery & InSlot,
  ) => releases(query),
});
