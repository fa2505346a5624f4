import type { ExceptionState } from '#renderer/data/model/finding.ts';
import type { Exception, ExceptionRecord } from '#renderer/reconciliation/findings/model/exceptions.ts';

/** What was said of all of a finding, as earlier versions kept it: such records are still read, and written no more. */

/** No state: it stays, and so does what it was given for. */
type Said = Pick<ExceptionRecord, 'note' | 'owner' | 'atMs'> & { readonly state: ExceptionState | null };

export function formerRecord({ finding, record }: Exception, said: Said): ExceptionRecord {
  const { note, owner, atMs } = said;
  const state = said.state ?? record?.state ?? 'open';
  // A word more about what was accepted did not accept what it became.
  const isWordMore = said.state === null && record !== null;
  const { formerEvidence: _, cases: __, ...about } = isWordMore ? record.finding : finding;
  const entry = { state, note, owner, atMs };
  return { ...entry, finding: about, log: [...(record?.log ?? []), { ...entry, amount: about.amount }] };
}
