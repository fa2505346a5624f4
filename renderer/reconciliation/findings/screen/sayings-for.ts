import type { ExceptionState, ReasonCode } from '#renderer/data/model/finding.ts';
import {
  type CasesOf,
  type ExceptionSaying,
  sayingOf,
} from '#renderer/reconciliation/findings/model/sayings.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { QueueLine } from './exceptions-list.ts';

/** What the user says of some exceptions; what is left out stays as it is in each of them. */
export type Spoken = {
  readonly state?: ExceptionState | undefined;
  readonly reason?: ReasonCode | null | undefined;
  readonly note?: string | undefined;
  readonly owner: string;
  readonly followUp?: LocalDate | null | undefined;
};

/** What is typed of one exception is all that is said of it; of several what was left empty stays as it is in each. Pure. */
export function spokenOf(
  {
    reason,
    note,
    followUp,
  }: { readonly [field in 'reason' | 'note' | 'followUp']: NonNullable<Spoken[field]> | null },
  isOne: boolean,
): Pick<Spoken, 'reason' | 'note' | 'followUp'> {
  return isOne
    ? { reason, note: note ?? '', followUp }
    : { reason: reason ?? undefined, note: note || undefined, followUp: followUp ?? undefined };
}

/** As few sayings as tell it: what stays as it was may differ between them. Pure. */
export function sayingsFor(
  lines: readonly QueueLine[],
  spoken: Spoken,
  atMs: number,
): readonly ExceptionSaying[] {
  const alike = new Map<
    string,
    { readonly said: Omit<ExceptionSaying, 'of'>; readonly lines: QueueLine[] }
  >();
  for (const line of lines) {
    const said = {
      state: spoken.state ?? line.said?.state ?? 'open',
      reason: spoken.reason === undefined ? (line.said?.reason ?? null) : spoken.reason,
      note: spoken.note ?? line.said?.note ?? '',
      followUp: spoken.followUp === undefined ? (line.said?.followUp ?? null) : spoken.followUp,
      ...{ owner: spoken.owner, atMs },
    } satisfies Omit<ExceptionSaying, 'of'>;
    const key = JSON.stringify(said);
    const own = alike.get(key) ?? { said, lines: [] };
    alike.set(key, own);
    own.lines.push(line);
  }
  return [...alike.values()].map(({ said, lines: own }) =>
    sayingOf(casesOf(own, spoken.state === undefined), said),
  );
}

/** The cases of some lines, by their finding. */
export function casesOf(lines: readonly QueueLine[], keepsEvidence = false): readonly CasesOf[] {
  const byFinding = new Map<string, QueueLine[]>();
  for (const line of lines) {
    const { findingKey } = line.group;
    const own = byFinding.get(findingKey);
    if (own === undefined) byFinding.set(findingKey, [line]);
    else own.push(line);
  }
  return [...byFinding.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    // A word more about what was accepted does not accept what it became.
    const cases = own.map((line) =>
      keepsEvidence && line.isChanged ? { ...line, evidence: line.said?.evidence ?? '' } : line,
    );
    return [{ finding: first.group.head, cases }];
  });
}
