import type { AnnotationChanges, AnnotationKind } from '#renderer/data/model/annotations.ts';
import type { RunsQuery } from '#renderer/data/model/runs.ts';
import { command, question } from '#renderer/data/questions/question.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';

/** Questions of the ledger besides its rows. */

type LedgerOfCopy = { readonly ledger: Ledger };

export const readCoverage = question('readCoverage', {
  freshness: 'commits-and-metadata',
  answer: ({ ledger }: LedgerOfCopy) => ledger.reads.coverage(),
});

export const readRuns = question('readRuns', {
  freshness: 'commits-and-metadata',
  answer: ({ ledger }: LedgerOfCopy, query: RunsQuery) => ledger.reads.runs(query),
});

/** The windows of a run, in the order they were read. */
export const readRunWindows = question('readRunWindows', {
  freshness: 'commits-and-metadata',
  answer: ({ ledger }: LedgerOfCopy, { runId }: { readonly runId: string }) => ledger.reads.runWindows(runId),
});

/** Annotations of some kinds, by key. */
export const readAnnotations = question('readAnnotations', {
  freshness: 'commits-and-metadata',
  answer: ({ ledger }: LedgerOfCopy, { kind }: { readonly kind: AnnotationKind }) =>
    [...ledger.annotations.of(kind)].map(([key, value]) => ({ key, value })),
});

/** Fails with INVALID_ANNOTATION where something is none of its kind; nothing is written then. */
export const writeAnnotations = command(
  'writeAnnotations',
  async ({ ledger }: LedgerOfCopy, changes: AnnotationChanges): Promise<null> => {
    await ledger.annotate(changes);
    return null;
  },
);
