import type { ProgramAnswer, ProgramTable } from '#shared/contract/program-questions.ts';
import type { Format } from './options.ts';

/** An answer as text: JSON that stays the same in its version, plain CSV for programs, or a table for people's eyes. */
export function writeAnswer(answer: ProgramAnswer, format: Format): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(jsonOf(answer), null, 2)}\n`;
    case 'csv':
      return csvOf(answer.table);
    case 'table':
      return tableOf(answer.table);
  }
}

/**
 * Rows by the keys of their columns: money and percentages as exact decimal text, counts as numbers, what is not there as
 * null.
 */
export function jsonOf({ table, ...answer }: ProgramAnswer): object {
  const { columns, rows, total, leftOut } = table;
  const objectOf = (row: readonly (string | null)[]) =>
    Object.fromEntries(
      columns.map(({ key, kind }, at) => {
        const value = row[at] ?? null;
        return [key, kind === 'count' && value !== null ? Number(value) : value];
      }),
    );
  return {
    ...answer,
    rows: rows.map(objectOf),
    total: total === null ? null : objectOf(total),
    leftOut,
  };
}

const needsQuotes = /[",\r\n]/;
const quoted = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** RFC 4180; the total is not a line of it, for whoever adds a column up. */
function csvOf({ columns, rows }: ProgramTable): string {
  const lines = [columns.map(({ key }) => key), ...rows.map((row) => row.map((cell) => cell ?? ''))];
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}

const MAX_WIDTH = 48;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what a text of a stranger must not do to a terminal.
const UNSHOWN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function tableOf({ columns, rows, total, leftOut }: ProgramTable): string {
  const shown = (text: string): string => {
    const plain = text.replace(UNSHOWN, '·');
    return plain.length > MAX_WIDTH ? `${plain.slice(0, MAX_WIDTH - 1)}…` : plain;
  };
  const lines = [
    columns.map(({ key }) => shown(key)),
    ...[...rows, ...(total === null ? [] : [total])].map((row) => row.map((cell) => shown(cell ?? ''))),
  ];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const write = (line: readonly string[]): string =>
    line
      .map((cell, at) =>
        columns[at]?.kind === 'text' ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  const [head, ...body] = lines.map(write);
  const foot = total === null ? [] : [rule, body.pop() ?? ''];
  return `${[head, rule, ...body, ...foot, ...(leftOut > 0 ? [`… +${leftOut}`] : [])].join('\n')}\n`;
}
