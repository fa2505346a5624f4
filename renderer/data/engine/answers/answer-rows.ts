import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Task } from '#shared/base/tasks.ts';

/** Answers over the rows that are shown, in turn with all other questions; a newer one of its slot supersedes it. */
export type AnswerRows = <T>(slot: string | undefined, start: (store: ColumnStore) => Task<T>) => Promise<T>;
