import type { AnnotationIndex } from '#renderer/data/engine/annotation-index.ts';
import type { Finding } from '#renderer/data/model/finding.ts';
import { claimedCases } from '#renderer/reconciliation/claims/model/claims.ts';
import { exceptionsOf } from '#renderer/reconciliation/findings/model/exceptions.ts';
import { groupsOf } from '#renderer/reconciliation/findings/model/groups.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';
import type { Exceptions } from './exceptions-query.ts';

type Asked = {
  readonly scope: AccountsScope | null;
  readonly today: LocalDate;
  readonly withCases: boolean;
};

/** What is found, with what the user said of it: whole, and in groups by kind, account and month. */
export function workedExceptions(
  findings: readonly Finding[],
  annotations: Pick<AnnotationIndex, 'of'>,
  { scope, today, withCases }: Asked,
): Pick<Exceptions, 'exceptions' | 'groups'> {
  const records = annotations.of('exception');
  const sayings = annotations.of('exception-saying');
  const claimed = claimedCases(annotations.of('claim'));
  const groups = groupsOf({ findings, records, sayings, claimed, scope, today });
  const whole = findings.map(({ cases: _, ...finding }) => finding);
  return {
    exceptions: exceptionsOf(whole, records, scope),
    groups: withCases ? groups : groups.map((group) => ({ ...group, cases: [] })),
  };
}
