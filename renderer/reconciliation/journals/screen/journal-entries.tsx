import { useOpenOrders, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import {
  isDebit,
  type JournalEntry,
  type JournalLine,
  sizeOfLine,
  totalsOf,
} from '#renderer/reconciliation/journals/model/entries.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { entryName, journalLineName } from './journal-messages.ts';
import styles from './journals.module.css';
import { ordersBehind } from './orders-behind.ts';

/** Entries as they are shown: `number` is "" until they are exported. */
export type ShownEntry = JournalEntry & { readonly number: string; readonly isDifference: boolean };

const FRAMED_FROM = 12;

/** The entries, each of which opens as its lines. */
export function JournalEntries({ entries }: { readonly entries: readonly ShownEntry[] }) {
  const text = useText();
  const formats = useFormats();
  const places = formats.places(entries.flatMap(({ lines }) => lines.map(({ amount }) => amount)));
  return (
    <ListTable
      name={text('journal.entries')}
      frame={
        entries.length > FRAMED_FROM ? { className: styles.frame } : { className: styles.wide, isBare: true }
      }
      columns={entryColumns(text)}
      rows={entries}
      keyOf={({ key, isDifference, number }) => `${key} ${isDifference} ${number}`}
      places={places}
      line={({ kind, number }) => ({
        'data-testid': 'journal-entry',
        'data-kind': kind,
        'data-value': number,
      })}
      belowClass={styles.below}
      below={(entry, { isOpen }) => (isOpen ? <EntryLines entry={entry} places={places} /> : null)}
      empty={text('journal.nothing')}
    />
  );
}

const entryColumns = (text: Text): readonly Column<ShownEntry>[] => [
  {
    heading: text('journal.number'),
    value: ({ number }) => (number === '' ? text('journal.no-number') : number),
  },
  { heading: text('journal.date'), value: 'date' },
  {
    heading: text('journal.entry'),
    value: (entry) => entryName(entry, text),
    draw: (entry, { isOpen, toggle }) => (
      <Button className={ui.smallLink} aria-expanded={isOpen} onClick={toggle}>
        {entryName(entry, text)}
      </Button>
    ),
  },
  { heading: text('journal.lines'), kind: 'count', value: ({ lines }) => lines.length },
  { heading: text('journal.debit'), kind: 'money', value: (entry) => totalsOf([entry]).debit },
  { heading: text('journal.credit'), kind: 'money', value: (entry) => totalsOf([entry]).credit },
];

/** The lines of an entry, each with the orders behind it one press away. */
function EntryLines({ entry, places }: { readonly entry: ShownEntry; readonly places: number }) {
  const text = useText();
  const openOrders = useOpenOrders();
  const { selection } = useSelection();
  const has = (field: 'costCentre' | 'taxCode') => entry.lines.some((line) => line[field] !== '');
  const columns: readonly (Column<JournalLine> | null)[] = [
    { heading: text('journal.account'), value: 'account' },
    { heading: text('journal.account-name'), value: 'name', isCut: true },
    { heading: text('journal.line'), value: ({ line }) => journalLineName(line, text) },
    {
      heading: text('journal.debit'),
      kind: 'money',
      value: (line) => (isDebit(line) ? sizeOfLine(line) : undefined),
    },
    {
      heading: text('journal.credit'),
      kind: 'money',
      value: (line) => (isDebit(line) ? undefined : sizeOfLine(line)),
    },
    has('costCentre') ? { heading: text('journal.cost-centre'), value: 'costCentre' } : null,
    has('taxCode') ? { heading: text('journal.tax-code'), value: 'taxCode' } : null,
    { heading: text('journal.by'), value: ({ level }) => text(`journal.level-${level}`) },
    {
      heading: text('journal.orders'),
      isHeadingHidden: true,
      draw: (line) => {
        const behind = ordersBehind(entry, line, selection);
        if (behind === null) return null;
        const { selection: those, by } = behind;
        return (
          <Button
            className={ui.smallLink}
            data-testid="journal-orders"
            data-line={line.line}
            aria-label={text('journal.orders-of', { line: journalLineName(line.line, text) })}
            onClick={() => openOrders({ only: [{ type: 'set-all', selection: those }], by })}
          >
            {text('journal.orders')}
          </Button>
        );
      },
    },
  ];
  return (
    <ListTable
      name={text('journal.lines-of', { entry: entryName(entry, text) })}
      columns={columns}
      rows={entry.lines}
      keyOf={(_, at) => at}
      places={places}
      line={({ line, level, amount }) => ({
        'data-testid': 'journal-line',
        'data-line': line,
        'data-level': level,
        'data-value': amount,
      })}
    />
  );
}
