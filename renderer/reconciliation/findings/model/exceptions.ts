import { type ExceptionState, type Finding, findingKey } from '#renderer/data/model/finding.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { type AccountsScope, inScope } from '#shared/domain/selection.ts';

/**
 * The queue of exceptions: what the tools find, with what the user said of it. A state holds for what was found when it was
 * given: where a finding rests on other orders or amounts by now, it is open again.
 */

type StateRecord = {
  readonly state: ExceptionState;
  readonly note: string;
  /** The name of who said so. */
  readonly owner: string;
  /** By this machine's clock. */
  readonly atMs: number;
};

/** The state that a user gave a finding; kept under its key. */
export type ExceptionRecord = StateRecord & {
  /** As it was found when its state was given. */
  readonly finding: Finding;
  /** All that was said of it, the first first, with the amount it was said of. */
  readonly log: readonly (StateRecord & { readonly amount: Decimal | null })[];
};

export type Exception = {
  /** The key of the finding: the same after any sync. */
  readonly key: string;
  /** As it is; of what is no longer found, as it was when something was said of it. */
  readonly finding: Finding;
  /** False: it is no longer found. What was said of it is kept. */
  readonly isFound: boolean;
  /** By now: `open` where it changed since another state was given. */
  readonly state: ExceptionState;
  /** It was explained or accepted as something else than it is by now. */
  readonly isChanged: boolean;
  readonly record: ExceptionRecord | null;
};

/** Findings with their states, and behind them what is no longer found in the scope. Pure. */
export function exceptionsOf(
  findings: readonly Finding[],
  records: ReadonlyMap<string, ExceptionRecord>,
  scope: AccountsScope | null,
): readonly Exception[] {
  const found = new Map(findings.map((finding) => [findingKey(finding), finding]));
  const all = [...found].map(([key, finding]) => exceptionOf(key, finding, records.get(key) ?? null));
  for (const [key, record] of records) {
    if (found.has(key) || !concerns(record.finding, scope)) continue;
    const { state } = record;
    all.push({ key, finding: record.finding, isFound: false, state, isChanged: false, record });
  }
  return all;
}

function exceptionOf(key: string, finding: Finding, record: ExceptionRecord | null): Exception {
  const isChanged = record !== null && record.state !== 'open' && !isOf(record, finding);
  const state = isChanged ? 'open' : (record?.state ?? 'open');
  return { key, finding, isFound: true, state, isChanged, record };
}

/** Whether what was said was said of this, as it is. */
export const isOf = ({ finding: said }: ExceptionRecord, { evidence, formerEvidence }: Finding): boolean =>
  said.evidence === evidence || formerEvidence?.includes(said.evidence) === true;

/** A finding of no account is of every scope. */
function concerns({ subject }: Pick<Finding, 'subject'>, scope: AccountsScope | null): boolean {
  const { Canal, Cuenta } = subject;
  return Canal === undefined || Cuenta === undefined || inScope(scope, { Canal, Cuenta });
}
