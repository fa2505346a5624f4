import type { ColumnStore } from './column-store.ts';

const refuse = (): never => {
  throw new RangeError('These rows are made of other ones: they are only read.');
};

/** The writing half of a store whose rows are those of another one, or made of them. */
export const READ_ONLY: Pick<
  ColumnStore,
  'setPresent' | 'addSegment' | 'replaceSegments' | 'markDeleted' | 'note' | 'raiseRevision'
> = {
  setPresent: refuse,
  addSegment: refuse,
  replaceSegments: refuse,
  markDeleted: refuse,
  note: refuse,
  raiseRevision: refuse,
};
