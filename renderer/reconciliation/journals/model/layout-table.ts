import type { TableColumn, WholeTable } from '#renderer/data/model/sheet-table.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { FileLine } from './file-lines.ts';
import type { JournalLayout, LayoutColumn, LayoutValue } from './journal-layouts.ts';

/** The lines as the table that a layout prescribes. */
export function layoutTable(
  name: string,
  { columns, dates }: Pick<JournalLayout, 'columns' | 'dates'>,
  lines: readonly FileLine[],
): WholeTable {
  return {
    name,
    keyColumns: 2,
    columns: columns.map(tableColumn),
    lines: lines.map((line) => ({ cells: columns.map(({ value }) => cellOf(value, line, dates)) })),
  };
}

const AMOUNTS: readonly string[] = ['debit', 'credit', 'amount'];

function tableColumn({ heading, value }: LayoutColumn): TableColumn {
  const isAmount = 'of' in value && AMOUNTS.includes(value.of);
  return { name: heading, kind: isAmount ? 'money' : 'text', total: null };
}

function cellOf(value: LayoutValue, line: FileLine, dates: JournalLayout['dates']): string | null {
  if ('ofEntry' in value) return line.isFirstOfEntry ? told(value.ofEntry, line, dates) : null;
  if ('of' in value) return told(value.of, line, dates) ?? value.or ?? null;
  const isLeftOut = 'where' in value && line[value.where] === '';
  return isLeftOut || value.text === '' ? null : value.text;
}

/** Null: there is none. */
function told(
  field: Exclude<keyof FileLine, 'isFirstOfEntry'>,
  line: FileLine,
  dates: JournalLayout['dates'],
): string | null {
  if (field === 'date') return dateAs(line.date, dates);
  // Where accounts are told by name, one without is told by its code.
  if (field === 'name') return line.name === '' ? line.account : line.name;
  const text = line[field];
  return text === '' ? null : text;
}

function dateAs(date: LocalDate, dates: JournalLayout['dates']): string {
  const [year, month, day] = date.split('-');
  switch (dates) {
    case 'iso':
      return date;
    case 'dmy':
      return `${day}/${month}/${year}`;
    case 'mdy':
      return `${month}/${day}/${year}`;
  }
}
