import type { Annotation, Annotations } from '#renderer/data/model/annotations.ts';
import { type Finding, type FindingCase, findingKey } from '#renderer/data/model/finding.ts';

/** What the user says of exceptions: one saying may be of one, of several, of a group. */

export type ExceptionSaying = Annotation<'exception-saying'>;
export type ExceptionSayings = Annotations<'exception-saying'>;

/** A finding without its figures: what of it does not move. */
export type FindingHead = Pick<Finding, 'kind' | 'subject' | 'name' | 'currency' | 'affects'>;

/** The cases of a finding that something is said of. */
export type CasesOf = { readonly finding: FindingHead; readonly cases: readonly FindingCase[] };

/** The id of the one case of a finding that is one matter. */
export const WHOLE = '';

/** The identity of an exception, fit for an address. */
export const caseKey = (ofFinding: string, id: string): string =>
  id === WHOLE ? ofFinding : `${ofFinding}/${id}`;

/** As it is kept: of a case what is not there is left out. */
export function sayingOf(of: readonly CasesOf[], said: Omit<ExceptionSaying, 'of'>): ExceptionSaying {
  return { ...said, of: of.map(keptCases) };
}

export function keptCases({ finding, cases }: CasesOf): ExceptionSaying['of'][number] {
  const { kind, subject, name, currency, affects } = finding;
  return {
    finding: {
      kind,
      subject,
      ...(name === undefined ? {} : { name }),
      ...(currency === undefined ? {} : { currency }),
      affects: [...affects],
    },
    cases: cases.map(({ id, name: number, account, month, day, amount, rows, evidence }) => ({
      id,
      name: number,
      ...(account === undefined ? {} : { account }),
      ...{ month, day, amount, rows, evidence },
    })),
  };
}

/** The moment of what is said now: later than all that was said, whatever the clock says. */
export function nextMoment(sayings: ExceptionSayings, nowMs: number): number {
  let last = 0;
  for (const { atMs } of sayings.values()) last = Math.max(last, atMs);
  return Math.max(nowMs, last + 1);
}

/** What was said last of a case, and of what. */
export type LastSaid = {
  readonly saying: ExceptionSaying;
  readonly head: FindingHead;
  readonly of: FindingCase;
};

/** By the key of the finding, then by the case's id. */
export type SaidIndex = ReadonlyMap<string, ReadonlyMap<string, LastSaid>>;

/** The latest saying of each case. Pure. */
export function lastSayings(sayings: ExceptionSayings): SaidIndex {
  const found = new Map<string, Map<string, LastSaid>>();
  const inOrder = [...sayings].toSorted(([a, one], [b, other]) => one.atMs - other.atMs || (a < b ? -1 : 1));
  for (const [, saying] of inOrder) {
    for (const { finding, cases } of saying.of) {
      const key = findingKey(finding);
      const own = found.get(key) ?? new Map<string, LastSaid>();
      found.set(key, own);
      for (const of of cases) own.set(of.id, { saying, head: finding, of });
    }
  }
  return found;
}

/** All that was said of a case, the first first. Pure. */
export function sayingsOf(sayings: ExceptionSayings, key: string): readonly LastSaid[] {
  return [...sayings.values()]
    .flatMap((saying) =>
      saying.of.flatMap(({ finding, cases }) => {
        if (!key.startsWith(`${finding.kind}:`)) return [];
        const ofFinding = findingKey(finding);
        return cases
          .filter(({ id }) => caseKey(ofFinding, id) === key)
          .map((of) => ({ saying, head: finding, of }));
      }),
    )
    .toSorted((a, b) => a.saying.atMs - b.saying.atMs);
}
