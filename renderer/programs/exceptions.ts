import { readTogether } from '#renderer/data/client/queries.ts';
import { gravityOf } from '#renderer/data/model/exception-kinds.ts';
import { readThresholds } from '#renderer/features/exceptions/thresholds.ts';
import { readTolerance } from '#renderer/features/exceptions/tolerance.ts';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import {
  type ExceptionCase,
  type ExceptionGroup,
  isInSight,
} from '#renderer/reconciliation/findings/model/groups.ts';
import type { ProgramAnswer, ProgramTable, QuestionOf } from '#shared/contract/program-questions.ts';
import { MAX_PROGRAM_ROWS } from '#shared/contract/program-questions.ts';
import { type AskedCopy, answerWith, requireMonth, viewAsked } from './asked-copy.ts';

/** The queue of exceptions as Conciliación has it, by the user's own thresholds: one line a case. */

const COLUMNS: ProgramTable['columns'] = [
  { key: 'kind', kind: 'text' },
  { key: 'gravity', kind: 'text' },
  { key: 'state', kind: 'text' },
  { key: 'Canal', kind: 'text' },
  { key: 'Cuenta', kind: 'text' },
  { key: 'month', kind: 'text' },
  { key: 'day', kind: 'text' },
  { key: 'name', kind: 'text' },
  { key: 'amount', kind: 'decimal' },
  { key: 'currency', kind: 'text' },
  { key: 'rows', kind: 'count' },
  { key: 'reason', kind: 'text' },
  { key: 'owner', kind: 'text' },
  { key: 'note', kind: 'text' },
  { key: 'claim', kind: 'text' },
  { key: 'key', kind: 'text' },
];

export async function answerExceptions(
  asked: QuestionOf<'exceptions'>,
  copy: AskedCopy,
): Promise<ProgramAnswer> {
  const { selection, currency } = viewAsked(asked, copy);
  const { month = null, state = 'open' } = asked;
  if (month !== null) requireMonth(month, copy.facts);
  const { id } = copy.account;
  const query = {
    scope: selection.scope,
    currency,
    countsOwnCosts: selection.ownCosts !== null,
    thresholds: readThresholds(id),
    tolerance: readTolerance(id),
    today: todayHere(),
    withCases: true,
  };
  const [{ revision, rows, groups }, { orders }] = await readTogether(
    async () =>
      [
        await copy.call.readExceptions(query),
        await copy.call.readTotals({ selection, columns: [] }),
      ] as const,
  );
  const isWanted = (each: ExceptionCase): boolean =>
    (month === null || each.month === month) &&
    (state === 'all' || (state === 'open' ? isInSight(each) : each.state === state));
  const lines = groups.flatMap((group) =>
    group.cases.filter(isWanted).map((each) => lineOf(group, each, currency)),
  );
  const shown = lines.slice(0, MAX_PROGRAM_ROWS);
  const evidence = { selection, currency, revision, rows, orders };
  return answerWith('exceptions', copy, evidence, {
    columns: COLUMNS,
    rows: shown,
    leftOut: lines.length - shown.length,
  });
}

function lineOf(
  { head, account: ofGroup }: ExceptionGroup,
  { key, name, account: own, month, day, amount, rows, state, said, claim }: ExceptionCase,
  currency: string | null,
): (string | null)[] {
  const { kind } = head;
  const account = own ?? ofGroup;
  return [
    ...[kind, gravityOf(kind), state, account?.Canal ?? null, account?.Cuenta ?? null, month, day],
    ...[
      name === '' ? (head.name ?? null) : name,
      amount,
      amount === null ? null : (head.currency ?? currency),
    ],
    ...[String(rows), said?.reason ?? null, said?.owner ?? null, said?.note ?? null, claim, key],
  ];
}
