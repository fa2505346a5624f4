import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import { accountsOfStatement, isBank } from '#renderer/reconciliation/statements/model/statement-account.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import { dayNumber, dayOfNumber, type LocalDate, type Month, monthOf } from '#shared/domain/dates.ts';
import { type AccountsScope, inScope } from '#shared/domain/selection.ts';

/** Statements of one account that should be there by its own rhythm and are not. */
export type MissingStatements = {
  readonly canal: string;
  readonly cuenta: string;
  /** Days from one statement to the next; null: one short statement tells no rhythm. */
  readonly every: number | null;
  readonly lastDay: LocalDate;
  /** By month, ascending; that in which most days of a missing one lie. */
  readonly months: readonly { readonly month: Month; readonly count: number }[];
};

type Statement = Pick<ImportedStatement, 'kind' | 'layout' | 'accounts' | 'account' | 'days'>;
type Span = { readonly from: number; readonly to: number };

/** One statement alone tells a rhythm by its own days, from so many on. */
const LEAST_DAYS = 7;
/** A statement is missed so many days after its last day. */
const GRACE_DAYS = 5;

/** By account of which there is any statement, in the order of the statements. Pure. */
export function missingStatements(
  statements: readonly Statement[],
  today: LocalDate,
): readonly MissingStatements[] {
  const accounts = new Map<string, { canal: string; cuenta: string; spans: Span[] }>();
  for (const statement of statements) {
    const { days } = statement;
    if (days === null || isBank(statement)) continue;
    const span = { from: dayNumber(days.from), to: dayNumber(days.to) };
    for (const { canal, cuenta } of accountsOfStatement(statement)) {
      const key = accountKey(canal, cuenta);
      const own = accounts.get(key) ?? { canal, cuenta, spans: [] };
      own.spans.push(span);
      accounts.set(key, own);
    }
  }
  return [...accounts.values()].map(({ canal, cuenta, spans }) => ({
    canal,
    cuenta,
    ...missingOf(spans, dayNumber(today)),
  }));
}

type View = {
  /** Null: all accounts. */
  readonly scope: AccountsScope | null;
  readonly today: LocalDate;
};

/** The same of the accounts in view. */
export const missingInView = (
  statements: readonly Statement[],
  { scope, today }: View,
): readonly MissingStatements[] =>
  missingStatements(statements, today).filter(
    ({ canal, cuenta }) => scope === null || inScope(scope, { Canal: canal, Cuenta: cuenta }),
  );

/** And of what they miss that of one month alone: an account that misses none of it is there without months. */
export const missingInMonth = (
  statements: readonly Statement[],
  { month, ...view }: View & { readonly month: Month },
): readonly MissingStatements[] =>
  missingInView(statements, view).map((each) => ({
    ...each,
    months: each.months.filter((one) => one.month === month),
  }));

function missingOf(spans: readonly Span[], today: number) {
  const sorted = spans.toSorted((one, other) => one.from - other.from || one.to - other.to);
  const covers = median(sorted.map(({ from, to }) => to - from + 1));
  const starts = [...new Set(sorted.map(({ from }) => from))];
  const steps = starts.slice(1).map((start, at) => start - (starts[at] ?? start));
  const last = sorted.reduce((most, { to }) => Math.max(most, to), Number.NEGATIVE_INFINITY);
  const lastDay = dayOfNumber(last);
  const isKnown = steps.length > 0 || covers >= LEAST_DAYS;
  if (!isKnown) return { every: null, lastDay, months: [] };
  const every = Math.max(covers, steps.length === 0 ? 0 : median(steps));
  const counts = new Map<Month, number>();
  /** `rest`: days between a statement's last and the next one's first, as usual. */
  const rest = every - covers;
  const miss = (end: number, count: number): void => {
    for (let at = 0; at < count; at += 1) {
      const month = monthOf(dayOfNumber(end + rest + 1 + at * every + Math.floor(covers / 2)));
      counts.set(month, (counts.get(month) ?? 0) + 1);
    }
  };
  let end = sorted[0]?.to ?? last;
  for (const { from, to } of sorted) {
    miss(end, Math.round((from - end - 1 - rest) / every));
    end = Math.max(end, to);
  }
  miss(end, Math.floor((today - end - rest - GRACE_DAYS) / every));
  const months = [...counts]
    .map(([month, count]) => ({ month, count }))
    .toSorted((one, other) => (one.month < other.month ? -1 : 1));
  return { every, lastDay, months };
}

/** The lower of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
