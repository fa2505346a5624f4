import type { FileLine } from './file-lines.ts';

/** Journals for CONTPAQi Contabilidad: a record P for each entry, and M1 for each of its lines, in fields of fixed width. */

type Field<Of> = {
  readonly width: number;
  readonly side: 'left' | 'right';
  readonly text: (of: Of) => string;
};

const field = <Of>(width: number, text: (of: Of) => string, side: 'left' | 'right' = 'left'): Field<Of> => ({
  width,
  side,
  text,
});

/** A journal entry of its own kind («Diario»). */
const DIARY = '3';
const BLANK = (): string => '';

const ENTRY_FIELDS: readonly Field<FileLine>[] = [
  field(2, () => 'P'),
  field(8, ({ date }) => date.replaceAll('-', '')),
  field(4, () => DIARY, 'right'),
  field(9, ({ folio }) => folio, 'right'),
  field(1, () => '1'),
  field(10, () => '0'),
  field(100, ({ narration }) => narration),
  field(3, () => '11'),
  field(1, () => '0'),
  field(1, () => '0'),
  field(36, BLANK),
];

const LINE_FIELDS: readonly Field<FileLine>[] = [
  field(2, () => 'M1'),
  field(30, ({ account }) => account.replace(/[^0-9A-Za-z]/g, '')),
  field(20, ({ reference }) => reference),
  field(1, ({ debit }) => (debit === null ? '1' : '0')),
  field(20, ({ debit, credit }) => debit ?? credit ?? ''),
  field(10, () => '0'),
  field(20, () => '0.0'),
  field(100, ({ text }) => text),
  field(4, ({ costCentre }) => costCentre),
];

const record = (fields: readonly Field<FileLine>[], line: FileLine): string =>
  fields
    .map(({ width, side, text }) => {
      const own = [...text(line).replace(/\s+/g, ' ')].slice(0, width).join('');
      return side === 'left' ? own.padEnd(width) : own.padStart(width);
    })
    .join(' ');

/** Lines with CR LF. */
export const contpaqiText = (lines: readonly FileLine[]): string =>
  lines
    .flatMap((line) => [
      ...(line.isFirstOfEntry ? [record(ENTRY_FIELDS, line)] : []),
      record(LINE_FIELDS, line),
    ])
    .map((text) => `${text}\r\n`)
    .join('');

const LAST_OF_LATIN = 0xff;
const UNKNOWN = '?'.charCodeAt(0);

/** One byte a character, so that widths hold; what has none becomes a question mark. */
export const latinBytes = (text: string): Uint8Array =>
  Uint8Array.from([...text], (character) => {
    const code = character.codePointAt(0) ?? UNKNOWN;
    return code > LAST_OF_LATIN ? UNKNOWN : code;
  });
