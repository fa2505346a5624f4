import { useId, useState } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
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

/** Sets the filter of a column of figures: a press for the frequent ones, ends in the user's own format for the rest. */
export function NumberFilterForm(props: {
  readonly column: string;
  readonly filter: NumberFilter | null;
  readonly onFilter: (filter: NumberFilter | null) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const style = formats.numbers;
  const errorId = useId();
  const { column, filter } = props;
  const ends = filter === null ? { from: null, to: null } : typedEnds(filter);
  const known = filter === null ? null : shapeOf(filter);
  const [shape, setShape] = useState<NumberShape>(
    known === null || QUICK.includes(known) ? 'at-least' : known,
  );
  const [from, setFrom] = useState(() => typedText(ends.from, style));
  const [to, setTo] = useState(() => typedText(ends.to, style));
  const [wasSent, setWasSent] = useState(false);
  const made = makeFilter(column, shape, { from, to }, style);
  const error =
    wasSent && made.kind === 'mistake'
      ? text(`number-filter.${made.mistake}`, { sample: `-1${style.group}234${style.decimal}5` })
      : null;
  const field = (end: 'from' | 'to', value: string, set: (value: string) => void) => (
    <label>
      <span>{text(end === 'from' ? 'number-filter.from' : 'number-filter.to')}</span>
      <span className={error !== null && made.kind === 'mistake' && made.end === end ? 'field err' : 'field'}>
        <input
          inputMode="decimal"
          value={value}
          data-testid={`number-${end}`}
          aria-invalid={error !== null && made.kind === 'mistake' && made.end === end}
          aria-describedby={error === null ? undefined : errorId}
          onChange={(event) => set(event.target.value)}
        />
      </span>
    </label>
  );
  return (
    <form
      className="number-filter"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setWasSent(true);
        if (made.kind === 'filter') props.onFilter(made.filter);
      }}
    >
      <p className="lb ell" title={column}>
        {column}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline with its buttons */}
      <div className="quick" role="group" aria-label={text('number-filter.quick')}>
        {QUICK.map((each) => (
          <button
            key={each}
            type="button"
            className="btn sm"
            aria-pressed={known === each}
            data-testid={`number-${each}`}
            onClick={() => {
              const quick = makeFilter(column, each, { from: '', to: '' }, style);
              if (quick.kind === 'filter') props.onFilter(quick.filter);
            }}
          >
            {text(`number-filter.${each}`)}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline with its buttons */}
      <div className="seg" role="group" aria-label={text('number-filter.shape')}>
        {TYPED.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={shape === each}
            data-testid={`number-${each}`}
            onClick={() => setShape(each)}
          >
            {text(`number-filter.${each}`)}
          </button>
        ))}
      </div>
      <div className="ends">
        {shape === 'at-most' ? null : field('from', from, setFrom)}
        {shape === 'at-least' ? null : field('to', to, setTo)}
      </div>
      {error === null ? null : (
        <p id={errorId} role="alert" className="neg f11">
          {error}
        </p>
      )}
      <div className="mf">
        <span className="dim grow">{text('filter.row-value-note')}</span>
        {filter === null ? null : (
          <button type="button" className="link" onClick={() => props.onFilter(null)}>
            {text('filter.reset')}
          </button>
        )}
        <button type="submit" className="btn sm" data-testid="number-apply">
          {text('number-filter.apply')}
        </button>
      </div>
    </form>
  );
}
