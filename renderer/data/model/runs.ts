import type { RunEntry } from '#shared/contract/run-log.ts';
import type { Slice } from './slots.ts';

/** Runs of the sync, newest first. */
export type RunsQuery = Slice & { readonly onlyNoted: boolean };

export type RunsPage = {
  readonly total: number;
  readonly noted: number;
  readonly runs: readonly RunEntry[];
};
