import { type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import { columnLetters } from '#renderer/features/intake/refusal-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { COST_FIELDS } from '#renderer/reconciliation/costs/model/own-costs-import.ts';
import {
  ColumnMapping,
  FieldColumns,
  MappingChoice,
} from '#renderer/reconciliation/parts/column-mapping.tsx';
import ui from '#renderer/ui/controls.module.css';
import { shownName } from '#shared/base/shown-name.ts';
import { type CostPlace, headerRow, isMapped, type LookedAt, placeOn } from './use-cost-import.ts';

/** Rows that may be chosen as the header, and columns that may be chosen at all. */
const MAX_HEADERS = 25;
const MAX_COLUMNS = 60;
const MAX_NAME = 22;

const short = (name: string): string => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);

/** The columns to choose among, by their letters and what the header calls them. */
function columnOptions(count: number, header: FileRow | undefined) {
  return Array.from({ length: Math.min(MAX_COLUMNS, count) }, (_, at) => {
    const name = fileCellText(header?.cells[at]).trim();
    return {
      value: String(at),
      label: name === '' ? columnLetters(at) : `${columnLetters(at)} · ${short(name)}`,
    };
  });
}

/** The rows that may be the header, by their first words. */
function rowOptions(head: readonly FileRow[]) {
  return head.slice(0, MAX_HEADERS).map(({ line, cells }) => {
    const words = cells.map(fileCellText).filter((name) => name.trim() !== '');
    return { value: String(line), label: `${line} · ${short(words.slice(0, 4).join(' · '))}` };
  });
}

/** Which sheet, which row names the columns, and which column is what: as understood, and corrected by hand. */
export function CostMapping(props: {
  readonly look: LookedAt;
  readonly place: CostPlace;
  readonly onChange: (place: CostPlace) => void;
}) {
  const text = useText();
  const { look, place, onChange } = props;
  const sheet = look.sheets.find(({ name }) => name === place.sheet);
  return (
    <section aria-label={text('cost-import.mapping')} data-testid="own-costs-mapping">
      {look.facts.notes.map((note) => (
        <p key={note} className={ui.caption}>
          {text(`intake.note-${note}`)}
        </p>
      ))}
      {isMapped(place) ? null : (
        <p role="alert" className={ui.warning}>
          {text('cost-import.map-by-hand')}
        </p>
      )}
      <ColumnMapping>
        {look.sheets.length < 2 ? null : (
          <MappingChoice
            label={text('cost-import.sheet')}
            value={place.sheet}
            options={look.sheets.map(({ name }) => ({ value: name, label: shownName(name) }))}
            onChange={(name) => {
              const chosen = look.sheets.find((each) => each.name === name);
              if (chosen !== undefined) onChange(placeOn(chosen, look.known));
            }}
          />
        )}
        <MappingChoice
          label={text('cost-import.header')}
          value={String(place.headerLine)}
          options={[{ value: '0', label: text('cost-import.no-header') }, ...rowOptions(sheet?.head ?? [])]}
          onChange={(line) => onChange({ ...place, headerLine: Number(line) })}
        />
        <FieldColumns
          fields={COST_FIELDS}
          nameOf={(field) => text(`cost-import.field-${field}`)}
          columns={columnOptions(sheet?.columns ?? 0, headerRow(look, place))}
          chosen={(field) => place.columns[field]?.toString()}
          onChoose={(field, at) =>
            onChange({
              ...place,
              columns: { ...place.columns, [field]: at === undefined ? null : Number(at) },
            })
          }
          testId="own-costs-column"
        />
      </ColumnMapping>
    </section>
  );
}
