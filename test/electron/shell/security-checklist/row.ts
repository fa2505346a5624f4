import type { Change, Sources } from './changed-sources.ts';

/** A promise of the shell, what shows that it is kept, and changes that have to break it. */
export type Row = {
  readonly item: string;
  readonly file: string;
  /** Stands in the file: whoever looks for the item finds it. */
  readonly symbol: string;
  readonly holds: (sources: Sources) => Promise<void> | void;
  readonly changes: readonly (Omit<Change, 'file'> & { readonly file?: string })[];
};
