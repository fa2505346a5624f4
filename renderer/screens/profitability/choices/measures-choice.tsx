import { Popover } from '@base-ui/react/popover';
import { xor } from 'es-toolkit/array';
import { isEqual } from 'es-toolkit/predicate';
import { useRef, useState } from 'react';
import { ColumnNote } from '#renderer/features/columns/column-note.tsx';
import { allSections, inkOf } from '#renderer/features/columns/column-sections.ts';
import { columnFinder } from '#renderer/features/columns/find-columns.ts';
import { useText } from '#renderer/i18n/text.tsx';
import {
  isReporting,
  MEASURE_SETS,
  type Measure,
  type MeasureId,
  measureId,
  measureOf,
  OF_COLUMN,
  OF_SET,
} from '#renderer/screens/profitability/figures/measures.ts';
import { measureName } from '#renderer/screens/profitability/pivot/pivot-columns.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Icon, IconButton } from '#renderer/ui/icon.tsx';
import { FindField } from '#renderer/ui/search-choice.tsx';
import { hasWords } from '#shared/base/find-words.ts';
import { findColumn, isSummable } from '#shared/domain/column-catalogue.ts';
import styles from './choices.module.css';

type MeasuresProps = {
  readonly chosen: readonly MeasureId[];
  readonly onChange: (chosen: readonly MeasureId[]) => void;
};

const SETS = ['total', 'scopes', 'rates', 'usual'] as const satisfies readonly (keyof typeof MEASURE_SETS)[];

/**
 * The choice of measures, in their order; sets of measures, one press each; and everything that could be, column by
 * column. The last one stays; «from nothing», the next one that is pressed is the first of others.
 */
export function MeasuresChoice(props: MeasuresProps) {
  const text = useText();
  const { chosen, onChange } = props;
  const popup = useRef<HTMLDivElement>(null);
  const [find, setFind] = useState('');
  const [isAnew, setAnew] = useState(false);
  const set = (next: readonly MeasureId[]): void => {
    setAnew(false);
    onChange(next);
  };
  const toggle = (id: MeasureId): void => {
    const next = isAnew ? [id] : xor(chosen, [id]);
    if (next.length > 0) set(next);
  };
  const shown = text('measure.count', { count: chosen.length });
  return (
    <Popover.Root onOpenChange={() => setAnew(false)}>
      <Popover.Trigger
        className={ui.smallButton}
        data-testid="pivot-measures"
        aria-label={`${text('bar.values')}: ${shown}`}
      >
        {shown}
        <Icon name="down" small />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" className={ui.positioner}>
          <Popover.Popup
            ref={popup}
            className={classNames(ui.menu, styles.measures)}
            aria-label={text('bar.values')}
            // As in the lists of dimensions: one types what one looks for, and Tab leads to what is found.
            initialFocus={() => popup.current?.querySelector('input') ?? true}
          >
            <MeasureSets chosen={chosen} isAnew={isAnew} onSet={set} onAnew={setAnew} />
            {isAnew ? (
              <p className={ui.hint} role="status">
                {text('measure.anew-title')}
              </p>
            ) : (
              <ChosenMeasures {...props} onRemove={toggle} />
            )}
            <FindField value={find} label={text('measure.find')} onChange={setFind} />
            <FoundMeasures find={find} chosen={isAnew ? NONE : chosen} onPress={toggle} />
            <div className={ui.footer}>
              <span className={classNames(ui.faint, ui.grow)}>{shown}</span>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

const NONE: readonly MeasureId[] = [];

function MeasureSets(props: {
  readonly chosen: readonly MeasureId[];
  readonly isAnew: boolean;
  readonly onSet: (ids: readonly MeasureId[]) => void;
  readonly onAnew: (isAnew: boolean) => void;
}) {
  const text = useText();
  const { chosen, isAnew, onSet, onAnew } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn with a frame
    <div className={styles.sets} role="group" aria-label={text('measure.sets')}>
      {SETS.map((id) => (
        <button
          key={id}
          type="button"
          className={styles.toggle}
          data-measure-set={id}
          aria-pressed={!isAnew && isEqual(chosen, MEASURE_SETS[id])}
          onClick={() => onSet(MEASURE_SETS[id])}
        >
          {text(`measure.set-${id}`)}
        </button>
      ))}
      <button
        type="button"
        className={styles.toggle}
        data-testid="measures-anew"
        aria-pressed={isAnew}
        title={text('measure.anew-title')}
        onClick={() => onAnew(!isAnew)}
      >
        {text('measure.anew')}
      </button>
    </div>
  );
}

function ChosenMeasures(props: MeasuresProps & { readonly onRemove: (id: MeasureId) => void }) {
  const text = useText();
  const { chosen, onChange } = props;
  const button = { className: styles.tool, small: true } as const;
  return (
    <ol className={styles.chosen} aria-label={text('measure.chosen')}>
      {chosen.map((id, at) => {
        const measure = measureOf(id);
        if (measure === null) return null;
        const name = measureName(measure, text);
        const shift = (by: -1 | 1) => onChange(chosen.toSpliced(at, 1).toSpliced(at + by, 0, id));
        return (
          <li key={id}>
            <span className={ui.stretched} title={name}>
              {name}
            </span>
            <IconButton
              {...button}
              icon="up"
              name={text('measure.earlier', { name })}
              disabled={at === 0}
              onPress={() => shift(-1)}
            />
            <IconButton
              {...button}
              icon="down"
              name={text('measure.later', { name })}
              disabled={at === chosen.length - 1}
              onPress={() => shift(1)}
            />
            <IconButton
              {...button}
              icon="close"
              name={text('measure.remove', { name })}
              disabled={chosen.length === 1}
              onPress={() => props.onRemove(id)}
            />
          </li>
        );
      })}
    </ol>
  );
}

function isSum(column: string): boolean {
  const known = findColumn(column);
  return known !== undefined && isSummable(known);
}

/** Measures of the set as a whole, then those of each column, as far as they are looked for. */
function FoundMeasures(props: {
  readonly find: string;
  readonly chosen: readonly MeasureId[];
  readonly onPress: (id: MeasureId) => void;
}) {
  const text = useText();
  const { chosen, onPress } = props;
  const isColumnFound = columnFinder(props.find, text);
  const isFound = (name: string): boolean => hasWords(props.find, [name]);
  const sections = allSections([])
    .map(({ id, columns }) => ({ id, columns: columns.filter((key) => isSum(key) && isColumnFound(key)) }))
    .filter(({ columns }) => columns.length > 0);
  const ofSet = OF_SET.filter((kind) => isFound(text(`measure.${kind}`)));
  const button = (measure: Measure, label: string) => (
    <KindButton
      key={measure.kind}
      id={measureId(measure)}
      label={label}
      name={measureName(measure, text)}
      chosen={chosen}
      onPress={onPress}
    />
  );
  return (
    <div className={styles.list}>
      {ofSet.length === 0 ? null : (
        <p className={styles.set}>
          {ofSet.map((kind) => button({ kind, column: null }, text(`measure.${kind}`)))}
        </p>
      )}
      {sections.map(({ id, columns }) => {
        const ink = inkOf(id);
        return (
          <section key={id} aria-label={text(`section.${id}`)}>
            <p className={ui.heading}>
              {ink === null ? null : <i className={ui.swatch} style={{ background: ink }} />}
              <span className={ui.grow}>{text(`section.${id}`)}</span>
            </p>
            {columns.map((column) => (
              <div key={column} className={styles.line}>
                <span className={ui.stretched} title={column}>
                  {text.column(column)}
                  <ColumnNote column={column} />
                </span>
                {OF_COLUMN.map((kind) =>
                  isReporting(kind, column) ? (
                    button({ kind, column }, text(`measure.kind-${kind}`))
                  ) : (
                    <span key={kind} className={styles.toggle} />
                  ),
                )}
              </div>
            ))}
          </section>
        );
      })}
      {sections.length === 0 && ofSet.length === 0 ? (
        <p className={ui.label}>{text('columns.not-found')}</p>
      ) : null}
    </div>
  );
}

function KindButton(props: {
  readonly id: MeasureId;
  readonly label: string;
  /** In full: what it is of. */
  readonly name: string;
  readonly chosen: readonly MeasureId[];
  readonly onPress: (id: MeasureId) => void;
}) {
  return (
    <button
      type="button"
      className={styles.toggle}
      data-measure={props.id}
      title={props.name}
      aria-label={props.name === props.label ? props.label : `${props.label}: ${props.name}`}
      aria-pressed={props.chosen.includes(props.id)}
      onClick={() => props.onPress(props.id)}
    >
      {props.label}
    </button>
  );
}
