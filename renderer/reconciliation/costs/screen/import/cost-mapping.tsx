import { fileCellText } from '#renderer/data/model/file-cells.ts';
import { columnLetters } from '#renderer/features/intake/refusal-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { COST_FIELDS } from '#renderer/reconciliation/costs/model/own-costs-import.ts';
import { ColumnMapping, MappingChoice } from '#renderer/reconciliation/parts/column-mapping.tsx';
import ui from '#renderer/ui/controls.module.css';
import { shownName } from '#shared/base/shown-name.ts';
import type { RememberedColumns } from './remembered-columns.ts';
import { type CostPlace, isMapped, type LookedAt, placeOn } from './use-cost-import.ts';

const NONE = 'none';
/** Rows that may be chosen as the header, and columns that may be chosen at all. */
const HEADERS = 25;
const COLUMNS = 60;
const LONGEST_NAME = 22;

const short = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;

/**
 * Which sheet, which row names the columns, and which column is what: as understood, and corrected by hand. Long for its
 * markup, which is one form.
 */
export function CostMapping(props: {
  readonly look: LookedAt;
  readonly place: CostPlace;
  readonly known: RememberedColumns;
  readonly onChange: (place: CostPlace) => void;
}) {
  const text = useText();
  const { look, place, onChange } = props;
  const sheet = look.sheets.find(({ name }) => name === place.sheet);
  const header = sheet?.head.find(({ line }) => line === place.headerLine);
  const columns = Array.from({ length: Math.min(COLUMNS, sheet?.columns ?? 0) }, (_, at) => {
    const name = fileCellText(header?.cells[at]).trim();
    return {
      value: String(at),
      label: name === '' ? columnLetters(at) : `${columnLetters(at)} · ${short(name)}`,
    };
  });
  const rows = (sheet?.head ?? []).slice(0, HEADERS).map(({ line, cells }) => ({
    value: String(line),
    label: `${line} · ${short(
      cells
        .map(fileCellText)
        .filter((name) => name.trim() !== '')
        .slice(0, 4)
        .join(' · '),
    )}`,
  }));
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
              if (chosen !== undefined) onChange(placeOn(chosen, props.known));
            }}
          />
        )}
        <MappingChoice
          label={text('cost-import.header')}
          value={String(place.headerLine)}
          options={[{ value: '0', label: text('cost-import.no-header') }, ...rows]}
          onChange={(line) => onChange({ ...place, headerLine: Number(line) })}
        />
        {COST_FIELDS.map((field) => (
          <MappingChoice
            key={field}
            label={text(`cost-import.field-${field}`)}
            value={place.columns[field] === null ? NONE : String(place.columns[field])}
            options={[{ value: NONE, label: text('cost-import.no-column') }, ...columns]}
            testId={`own-costs-column-${field}`}
            onChange={(at) =>
              onChange({ ...place, columns: { ...place.columns, [field]: at === NONE ? null : Number(at) } })
            }
          />
        ))}
      </ColumnMapping>
    </section>
  );
}
