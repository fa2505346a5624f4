import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { COLUMNS, findColumn } from '#shared/domain/column-catalogue.ts';

/** Whether a cost column is before or after what is given back and taken in; null of what cannot be taken for another. */
export function netOrGross(key: string): 'gross' | 'refunds' | 'all' | null {
  const section = findColumn(key)?.section;
  if (section?.role === 'charge') return 'gross';
  if (section?.role !== 'total') return null;
  const holdsIncome = COLUMNS.some(
    (other) => other.section?.name === section.name && other.section.role === 'income',
  );
  return holdsIncome ? 'all' : 'refunds';
}

/** Said beside the key, which is the API's own and stays as it is. */
export function ColumnNote({ column }: { readonly column: string }) {
  const text = useText();
  const note = netOrGross(column);
  return note === null ? null : <small className={ui.faint}> {text(`columns.net-${note}`)}</small>;
}
