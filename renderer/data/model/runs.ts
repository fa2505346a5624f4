import type { RunEntry } from '#shared/contract/run-log.ts';
import type { PageRange } from './slots.ts';

/** Runs of the sync, newest first. */
export type RunsQuery = PageRange & { readonly onlyNoted: boolean };

export type RunsPage = {
  readonly total: number;
  readonly noted: number;
  readonly runs: readonly RunEntry[];
};
