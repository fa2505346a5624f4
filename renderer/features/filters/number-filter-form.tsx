import { useId, useState } from 'react';
import styles from '#renderer/features/selection/selection.module.css';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button, Segmented } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { NumberFilter } from '#shared/domain/selection.ts';
import {
  makeFilter,
  NUMBER_SHAPES,
  type NumberShape,
  shapeOf,
  typedEnds,
  typedText,
} from './number-filter.ts';

const QUICK: readonly NumberShape[] = NUMBER_SHAPES.slice(0, 3);
const TYPED: readonly NumberShape[] = NUMBER_SHAPES.slice(3);

/** Sets a column's filter of figures: frequent ones by a press, else by typed ends. */
export function NumberFilterForm(props: {
  readonly column: string;
  readonly filter: NumberFilter | null;
  readonly onFilter: (filter: NumberFilter | null) => void;
}) {
  const text = useText();
  const errorId = useId();
  const { column, filter } = props;
  const typed = useTypedFilter(column, filter);
  const { known, shape, setShape, from, setFrom, to, setTo, mistakeAt, error } = typed;
  const field = (end: 'from' | 'to', value: string, onValue: (value: string) => void) => (
    <EndField
      end={end}
      value={value}
      onValue={onValue}
      isMistaken={mistakeAt === end}
      errorId={error === null ? undefined : errorId}
    />
  );
  return (
    <form
      className={styles.numberFilter}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const made = typed.send();
        if (made.kind === 'filter') props.onFilter(made.filter);
      }}
    >
      <p className={classNames(ui.label, ui.ellipsis)} title={column}>
        {text.column(column)}
      </p>
      <QuickFilters column={column} known={known} onFilter={props.onFilter} />
      <Segmented
        label={text('number-filter.shape')}
        value={shape}
        options={TYPED.map((value) => ({
          value,
          label: text(`number-filter.${value}`),
          testId: `number-${value}`,
        }))}
        onChange={setShape}
      />
      <div className={styles.ends}>
        {shape === 'at-most' ? null : field('from', from, setFrom)}
        {shape === 'at-least' ? null : field('to', to, setTo)}
      </div>
      {error === null ? null : (
        <p id={errorId} role="alert" className={classNames(ui.negative, ui.tiny)}>
          {error}
        </p>
      )}
      <div className={ui.footer}>
        <span className={classNames(ui.faint, ui.grow)}>{text('filter.row-value-note')}</span>
        {filter === null ? null : (
          <Button className={ui.link} onClick={() => props.onFilter(null)}>
            {text('filter.reset')}
          </Button>
        )}
        <button type="submit" className={ui.smallButton} data-testid="number-apply">
          {text('number-filter.apply')}
        </button>
      </div>
    </form>
  );
}

/** A filter being typed, and its fault once it was sent. */
function useTypedFilter(column: string, filter: NumberFilter | null) {
  const text = useText();
  const style = useFormats().numbers;
  const ends = filter === null ? { from: null, to: null } : typedEnds(filter);
  const known = filter === null ? null : shapeOf(filter);
  const [shape, setShape] = useState<NumberShape>(
    known === null || QUICK.includes(known) ? 'at-least' : known,
  );
  const [from, setFrom] = useState(() => typedText(ends.from, style));
  const [to, setTo] = useState(() => typedText(ends.to, style));
  const [wasSent, setWasSent] = useState(false);
  const made = makeFilter(column, shape, { from, to }, style);
  const mistakeAt = wasSent && made.kind === 'mistake' ? made.end : null;
  const error =
    wasSent && made.kind === 'mistake'
      ? text(`number-filter.${made.mistake}`, { sample: `-1${style.group}234${style.decimal}5` })
      : null;
  const send = () => {
    setWasSent(true);
    return made;
  };
  return { known, shape, setShape, from, setFrom, to, setTo, mistakeAt, error, send };
}

/** Filters that need no figure. */
function QuickFilters(props: {
  readonly column: string;
  readonly known: NumberShape | null;
  readonly onFilter: (filter: NumberFilter) => void;
}) {
  const text = useText();
  const style = useFormats().numbers;
  const { column, known, onFilter } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline with its buttons
    <div className={styles.quick} role="group" aria-label={text('number-filter.quick')}>
      {QUICK.map((each) => (
        <Button
          key={each}
          className={ui.smallButton}
          aria-pressed={known === each}
          data-testid={`number-${each}`}
          onClick={() => {
            const quick = makeFilter(column, each, { from: '', to: '' }, style);
            if (quick.kind === 'filter') onFilter(quick.filter);
          }}
        >
          {text(`number-filter.${each}`)}
        </Button>
      ))}
    </div>
  );
}

function EndField(props: {
  readonly end: 'from' | 'to';
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly isMistaken: boolean;
  readonly errorId: string | undefined;
}) {
  const text = useText();
  const { end, value, isMistaken } = props;
  return (
    <label>
      <span>{text(`number-filter.${end}`)}</span>
      <span className={classNames(styles.numberField, isMistaken ? ui.invalidField : ui.field)}>
        <input
          inputMode="decimal"
          value={value}
          data-testid={`number-${end}`}
          aria-invalid={isMistaken}
          aria-describedby={props.errorId}
          onChange={(event) => props.onValue(event.target.value)}
        />
      </span>
    </label>
  );
}
