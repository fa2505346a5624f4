import type { Month } from '#shared/domain/dates.ts';
import type { JournalEntry } from './entries.ts';

/** An entry as it was exported, with the number that it keeps. */
export type NumberedEntry = JournalEntry & {
  /** Of the entry in the books: month, export and place in it. */
  readonly number: string;
  readonly isDifference: boolean;
};

/** Entries of one export. */
export type Posting = {
  readonly month: Month;
  /** From 1, counted over all exports of the month. */
  readonly posting: number;
};

const PLACES = 3;

/** The key under which an export is kept. */
export const postingKey = ({ month, posting }: Posting): string => JSON.stringify([month, posting]);

/** «2026-10-1-001»: the same entry of the same export has the same number for ever. */
export const entryNumber = ({ month, posting }: Posting, index: number): string =>
  `${month}-${posting}-${String(index + 1).padStart(PLACES, '0')}`;

const ENTRIES_OF_POSTING = 100_000;

/** The number for books that take digits alone: export and place in it, single within a month. */
export function folioOf({ number }: Pick<NumberedEntry, 'number'>): string {
  const [, , ...places] = number.split('-');
  return String(places.reduce((folio, place) => folio * ENTRIES_OF_POSTING + Number(place), 0));
}
