import type { JournalPage, JournalPosting } from '#renderer/reconciliation/journals/model/journal-page.ts';

/** What is proposed, or an export by its number. */
export type Choice = 'proposed' | `${number}`;

/**
 * The export that is shown; null: what is proposed. It is what was asked for as long as it is there, else what waits or, where
 * nothing does, the last export. Pure.
 */
export function shownExport(
  { postings, proposed }: Pick<JournalPage, 'postings' | 'proposed'>,
  asked: Choice | null,
): JournalPosting | null {
  if (asked === 'proposed') return null;
  const named = postings.find(({ posting }) => `${posting}` === asked);
  return named ?? (proposed.length > 0 ? null : (postings.at(-1) ?? null));
}
