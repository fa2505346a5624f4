import { useEffect, useId, useRef, useState } from 'react';
import { useAnnotations } from '#renderer/data/client/annotations.ts';
import { fileCellText } from '#renderer/data/model/file-cells.ts';
import { MAPPED_SIGNS, type MappedField } from '#renderer/data/model/statement-answers.ts';
import { DAY_ORDERS } from '#renderer/data/model/written-dates.ts';
import { DECIMAL_SIGNS } from '#renderer/data/model/written-numbers.ts';
import { useText } from '#renderer/i18n/text.tsx';
import {
  ColumnMapping,
  FieldColumns,
  MappingChoice,
} from '#renderer/reconciliation/parts/column-mapping.tsx';
import { isHeaderRow } from '#renderer/reconciliation/statements/model/headers.ts';
import type { StatementPreview } from '#renderer/reconciliation/statements/model/imported.ts';
import {
  type StatementMapping as Mapping,
  NO_MAPPING,
  withColumn,
} from '#renderer/reconciliation/statements/model/mapping.ts';
import { CheckLine } from '#renderer/ui/checkbox.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import styles from './statements.module.css';

const AS_FOUND = '';
const SAMPLE_ROWS = 5;
/** One of them, or money in and out: no line is read without. */
const NEEDED: readonly MappedField[] = ['amount', 'in', 'out', 'gross'];
/** Those by which lines are held against orders and months come first. */
const OPTIONAL: readonly MappedField[] = [
  ...(['date', 'order', 'description', 'movement', 'released', 'settlement', 'operation'] as const),
  ...(['commission', 'shipping', 'taxes', 'balance', 'letter', 'sku', 'suborder', 'currency'] as const),
];

const isUsable = ({ fields }: Mapping): boolean => NEEDED.some((field) => fields[field] !== undefined);

/** Maps the columns of an unknown statement, once for its header: as guessed until it is corrected or read. */
export function StatementMapping(props: {
  readonly found: StatementPreview;
  /** As it was read just now; null: as it is remembered, or not yet. */
  readonly said: Mapping | null;
  readonly onRead: (mapping: Mapping) => void;
}) {
  const text = useText();
  const hintId = useId();
  const { found, onRead } = props;
  const kept = useAnnotations('statement-mapping')?.get(found.fingerprint) ?? null;
  const [edited, setEdited] = useState<Mapping | null>(null);
  const guess = props.said === null && kept === null ? found.guess : null;
  const mapping = edited ?? props.said ?? kept ?? guess?.mapping ?? NO_MAPPING;
  const isGuessed = Object.keys(guess?.mapping.fields ?? {}).length > 0;
  const read = useRef<HTMLButtonElement>(null);
  // A complete guess is confirmed by Enter.
  const isWhole = guess !== null && isUsable(guess.mapping) && Object.keys(guess.tied).length === 0;
  useEffect(() => {
    if (isWhole) read.current?.focus({ preventScroll: true });
  }, [isWhole]);
  const change = (over: Partial<Mapping>): void => setEdited({ ...mapping, ...over });
  const columns = { found, guess, mapping, onChange: change };
  return (
    <section
      className={styles.part}
      aria-label={text('statement-import.mapping')}
      data-testid="statement-mapping"
    >
      <p className={ui.hint} id={hintId}>
        {isGuessed ? `${text('statement-import.guess-note')} ` : ''}
        {text('statement-import.mapping-note')}
      </p>
      <Sample found={found} />
      <h3 className={styles.group}>{text('statement-import.needed')}</h3>
      <Columns fields={NEEDED} {...columns} />
      <h3 className={styles.group}>{text('statement-import.optional')}</h3>
      <Columns fields={OPTIONAL} {...columns} />
      <h3 className={styles.group}>{text('statement-import.written')}</h3>
      <Conventions mapping={mapping} onChange={change} />
      <div className={styles.check}>
        <CheckLine checked={mapping.partsAddUp} onChange={(partsAddUp) => change({ partsAddUp })}>
          {text('statement-import.parts-add-up')}
        </CheckLine>
      </div>
      <p>
        <Button
          className={ui.button}
          ref={read}
          aria-describedby={hintId}
          data-testid="statement-mapping-read"
          disabled={!isUsable(mapping)}
          onClick={() => onRead(mapping)}
        >
          {text('statement-import.mapping-read')}
        </Button>
      </p>
    </section>
  );
}

type Choices = { readonly mapping: Mapping; readonly onChange: (over: Partial<Mapping>) => void };

/** Which column is which field; what is guessed is marked, and why nothing is proposed where some heading fits is said. */
function Columns(
  props: Choices & {
    readonly fields: readonly MappedField[];
    readonly found: StatementPreview;
    readonly guess: StatementPreview['guess'];
  },
) {
  const text = useText();
  const { found, guess, mapping, onChange } = props;
  const headers = [...new Set(found.headers.filter((header) => header.trim() !== ''))];
  const isGuessed = (field: MappedField): boolean =>
    mapping.fields[field] !== undefined && mapping.fields[field] === guess?.mapping.fields[field];
  const noteOf = (field: MappedField): string | undefined => {
    if (mapping.fields[field] !== undefined) return undefined;
    const tied = guess?.tied[field]?.map((each) => `«${each}»`).join(', ');
    if (tied !== undefined) return text('statement-import.guess-tied', { columns: tied });
    const column = guess?.unsigned[field];
    return column === undefined ? undefined : text('statement-import.guess-unsigned', { column });
  };
  return (
    <ColumnMapping>
      <FieldColumns
        fields={props.fields}
        nameOf={(field) => text(`statement-import.field-${field}`)}
        columns={headers.map((header) => ({ value: header, label: header }))}
        chosen={(field) => mapping.fields[field]}
        onChoose={(field, header) =>
          onChange({ fields: withColumn(mapping.fields, field, header, found.headers) })
        }
        testId="statement-column"
        markOf={(field) => (isGuessed(field) ? text('statement-import.guessed') : undefined)}
        noteOf={noteOf}
      />
    </ColumnMapping>
  );
}

/** How amounts and days are written: what a file does not say by itself. */
function Conventions({ mapping, onChange }: Choices) {
  const text = useText();
  return (
    <ColumnMapping>
      <MappingChoice
        label={text('statement-import.sign')}
        value={mapping.sign}
        options={MAPPED_SIGNS.map((sign) => ({ value: sign, label: text(`statement-import.sign-${sign}`) }))}
        onChange={(sign) => onChange({ sign })}
      />
      <MappingChoice
        label={text('statement-import.day-order')}
        value={mapping.dayOrder ?? AS_FOUND}
        options={[
          { value: AS_FOUND, label: text('statement-import.day-order-found') },
          ...DAY_ORDERS.map((order) => ({ value: order, label: text(`statement-import.${order}`) })),
        ]}
        onChange={(order) => onChange({ dayOrder: order === AS_FOUND ? null : order })}
      />
      <MappingChoice
        label={text('statement-import.decimal-sign')}
        value={mapping.decimalSign ?? AS_FOUND}
        options={[
          { value: AS_FOUND, label: text('statement-import.decimal-found') },
          ...DECIMAL_SIGNS.map((sign) => ({ value: sign, label: sign })),
        ]}
        onChange={(sign) => onChange({ decimalSign: sign === AS_FOUND ? null : sign })}
      />
    </ColumnMapping>
  );
}

/** The header and the first lines under it, cell by cell as the file has them. */
function Sample({ found: { head, headers } }: { readonly found: StatementPreview }) {
  const text = useText();
  const isHeader = (row: StatementPreview['head'][number]): boolean => isHeaderRow(row, headers);
  const shown = head.slice(Math.max(0, head.findIndex(isHeader))).slice(0, SAMPLE_ROWS);
  const width = shown.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return (
    <ListTable
      name={text('statement-import.sample')}
      frame={{ className: styles.sample, isBare: true }}
      hasNoHead
      columns={[
        { heading: '', isRowHeading: true, value: 'line' },
        ...Array.from(
          { length: width },
          (_, place): Column<(typeof shown)[number]> => ({
            id: String(place),
            heading: '',
            value: ({ cells }) => fileCellText(cells[place]),
          }),
        ),
      ]}
      rows={shown}
      keyOf={({ line }) => line}
      line={(row) => ({ className: isHeader(row) ? styles.heading : undefined })}
    />
  );
}
