import { useState } from 'react';
import type { StatementPreview } from '#renderer/data/api/statements.ts';
import { useAnnotations } from '#renderer/data/client/annotations.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { CheckLine } from '#renderer/ui/checkbox.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { fileCellText } from '#shared/domain/file-cells.ts';
import {
  MAPPED_FIELDS,
  MAPPED_SIGNS,
  type MappedField,
  type StatementMapping as Mapping,
} from '#shared/domain/statements/mapping.ts';
import { DAY_ORDERS } from '#shared/domain/written-dates.ts';
import { DECIMAL_SIGNS } from '#shared/domain/written-numbers.ts';
import { ColumnMapping, MappingChoice } from '../frame/column-mapping.tsx';
import styles from './statements.module.css';

const NONE = '';
const SAMPLE_ROWS = 5;
const NOTHING: Mapping = {
  fields: {},
  sign: 'written',
  partsAddUp: false,
  dayOrder: 'day-first',
  decimalSign: null,
};

/** What reads no line at all without it. */
const isUsable = ({ fields }: Mapping): boolean =>
  ['amount', 'in', 'out', 'gross'].some((field) => fields[field as MappedField] !== undefined);

/** What the columns of a statement that is not known are, said once for its header. Long for its choices. */
export function StatementMapping(props: {
  readonly found: StatementPreview;
  /** As it was read just now; null: as it is remembered, or not yet. */
  readonly said: Mapping | null;
  readonly onRead: (mapping: Mapping) => void;
}) {
  const text = useText();
  const { found, onRead } = props;
  const kept = useAnnotations('statement-mapping')?.get(found.fingerprint) ?? null;
  const [edited, setEdited] = useState<Mapping | null>(null);
  const mapping = edited ?? props.said ?? kept ?? NOTHING;
  const change = (over: Partial<Mapping>): void => setEdited({ ...mapping, ...over });
  const headers = [...new Set(found.headers.filter((header) => header.trim() !== ''))];
  const columns = [
    { value: NONE, label: text('statement-import.no-column') },
    ...headers.map((header) => ({ value: header, label: header })),
  ];
  const assign = (field: MappedField, header: string): void => {
    const { [field]: _, ...others } = mapping.fields;
    change({ fields: header === NONE ? others : { ...others, [field]: header } });
  };
  return (
    <section
      className={styles.part}
      aria-label={text('statement-import.mapping')}
      data-testid="statement-mapping"
    >
      <p className={ui.hint}>{text('statement-import.mapping-note')}</p>
      <Sample found={found} />
      <ColumnMapping>
        {MAPPED_FIELDS.map((field) => (
          <MappingChoice
            key={field}
            label={text(`statement-import.field-${field}`)}
            value={mapping.fields[field] ?? NONE}
            options={columns}
            testId={`statement-column-${field}`}
            onChange={(header) => assign(field, header)}
          />
        ))}
        <MappingChoice
          label={text('statement-import.sign')}
          value={mapping.sign}
          options={MAPPED_SIGNS.map((sign) => ({
            value: sign,
            label: text(`statement-import.sign-${sign}`),
          }))}
          onChange={(sign) => change({ sign })}
        />
        <MappingChoice
          label={text('statement-import.day-order')}
          value={mapping.dayOrder}
          options={DAY_ORDERS.map((order) => ({ value: order, label: text(`statement-import.${order}`) }))}
          onChange={(dayOrder) => change({ dayOrder })}
        />
        <MappingChoice
          label={text('statement-import.decimal-sign')}
          value={mapping.decimalSign ?? NONE}
          options={[
            { value: NONE, label: text('statement-import.decimal-found') },
            ...DECIMAL_SIGNS.map((sign) => ({ value: sign, label: sign })),
          ]}
          onChange={(sign) => change({ decimalSign: sign === NONE ? null : sign })}
        />
      </ColumnMapping>
      <div className={styles.check}>
        <CheckLine checked={mapping.partsAddUp} onChange={(partsAddUp) => change({ partsAddUp })}>
          {text('statement-import.parts-add-up')}
        </CheckLine>
      </div>
      <p>
        <Button
          className={ui.button}
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

/** The header and the first lines under it, cell by cell as the file has them. */
function Sample({ found: { head, headers } }: { readonly found: StatementPreview }) {
  const text = useText();
  const isHeader = ({ cells }: StatementPreview['head'][number]): boolean =>
    headers.every((header, place) => fileCellText(cells[place]).trim() === header.trim());
  const shown = head.slice(Math.max(0, head.findIndex(isHeader))).slice(0, SAMPLE_ROWS);
  const width = shown.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return (
    <section
      className={styles.sample}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
      tabIndex={0}
      aria-label={text('statement-import.sample')}
    >
      <table className={ui.denseTable}>
        <tbody>
          {shown.map((row) => (
            <tr key={row.line} className={isHeader(row) ? styles.heading : undefined}>
              <th scope="row">{row.line}</th>
              {Array.from({ length: width }, (_, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                <td key={place}>{fileCellText(row.cells[place])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
