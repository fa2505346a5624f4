import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { isDebit, type JournalLine, sizeOfLine } from './entries.ts';
import { folioOf, type NumberedEntry } from './numbered.ts';

/** A line as files tell it: each with what its entry is. */
export type FileLine = {
  readonly date: LocalDate;
  readonly number: string;
  /** The number in digits alone. */
  readonly folio: string;
  readonly account: string;
  readonly name: string;
  /** Of the entry, and of this line of it. */
  readonly narration: string;
  /** The entry's, with its number before it: no other entry has the same. */
  readonly title: string;
  readonly text: string;
  /** Null: it is on the other side. */
  readonly debit: Decimal | null;
  readonly credit: Decimal | null;
  /** Debit above 0, credit below. */
  readonly amount: Decimal;
  /** ISO 4217; "": it has no name. */
  readonly currency: string;
  readonly costCentre: string;
  readonly taxCode: string;
  readonly reference: string;
  readonly isFirstOfEntry: boolean;
};

/** How entries and lines are called, in the user's language. */
export type JournalWords = {
  readonly entry: (entry: NumberedEntry) => string;
  readonly line: (line: JournalLine) => string;
};

export const fileLines = (
  entries: readonly NumberedEntry[],
  currency: string | null,
  words: JournalWords,
): readonly FileLine[] =>
  entries.flatMap((entry) => {
    const narration = words.entry(entry);
    return entry.lines.map(
      (line, at): FileLine => ({
        date: entry.date,
        number: entry.number,
        folio: folioOf(entry),
        account: line.account,
        name: line.name,
        narration,
        title: `${entry.number} ${narration}`,
        text: words.line(line),
        debit: isDebit(line) ? sizeOfLine(line) : null,
        credit: isDebit(line) ? null : sizeOfLine(line),
        amount: line.amount,
        currency: currency ?? '',
        costCentre: line.costCentre,
        taxCode: line.taxCode,
        reference: entry.reference,
        isFirstOfEntry: at === 0,
      }),
    );
  });
