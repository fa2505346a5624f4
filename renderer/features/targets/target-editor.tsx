import { Popover } from '@base-ui/react/popover';
import { type ReactNode, useState } from 'react';
import { TARGET_MEASURES, type TargetMeasure } from '#renderer/data/model/target-measures.ts';
import {
  columnOfMeasure,
  isRate,
  raisedBy,
  type TargetPart,
  type TargetPlace,
  targetOf,
} from '#renderer/data/model/targets.ts';
import { readTyped, typedText } from '#renderer/features/filters/number-filter.ts';
import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { describeMonth } from '#renderer/features/period/period.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { PopoverPopup } from '#renderer/ui/floating.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import styles from './targets.module.css';
import { type Targets, useTargets } from './use-targets.ts';

/** «Ventas», «Rentabilidad Total», «Rentabilidad Total, % de Ventas». */
export function measureName(measure: TargetMeasure, text: Text): string {
  const column = text.column(columnOfMeasure(measure));
  return isRate(measure) ? text('target.rate-of', { column }) : column;
}

/** Whose a target is, in words. */
export function partName(of: TargetPart, text: Text): string {
  return of === null
    ? text('target.of-all')
    : `${text.column(of.column)}: ${of.value === '' ? text('filter.blank') : of.value}`;
}

type EditorProps = {
  readonly month: Month;
  readonly of: TargetPart;
  readonly currency: string | null;
  /** The measure that it opens with. */
  readonly measure: TargetMeasure;
  /** The same month of the year before, of a column; null where that is not known. */
  readonly beforeOf: (column: string) => Decimal | null;
};

/** What opens it says the target, or that there is none; in it one is typed, or told from the year before. */
export function TargetEditor(
  props: EditorProps & { readonly children: ReactNode; readonly className?: string; readonly title?: string },
) {
  const text = useText();
  const targets = useTargets();
  const [open, setOpen] = useState(false);
  const { children, className, title, ...editor } = props;
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className={classNames(ui.link, className)}
        data-testid="target-open"
        // Words alone offer to set one: what says a target holds its figure.
        data-unset={typeof children === 'string' ? '' : undefined}
        title={title ?? text('target.edit', { month: describeMonth(props.month, text) })}
      >
        {children}
      </Popover.Trigger>
      <PopoverPopup className={classNames(ui.menu, styles.editor)} aria-label={text('target.title')}>
        <TargetForm {...editor} targets={targets} onDone={() => setOpen(false)} />
      </PopoverPopup>
    </Popover.Root>
  );
}

function TargetForm(props: EditorProps & { readonly targets: Targets; readonly onDone: () => void }) {
  const text = useText();
  const formats = useFormats();
  const { month, of, currency, targets, onDone } = props;
  const [measure, setMeasure] = useState(props.measure);
  const [typed, setTyped] = useState<string | null>(null);
  const place: TargetPlace = { measure, month, of, currency };
  const said = targetOf(targets.targets, place);
  const shown = typed ?? typedText(said, formats.numbers);
  const value = shown.trim() === '' ? undefined : readTyped(shown, formats.numbers);
  const before = isRate(measure) ? null : props.beforeOf(columnOfMeasure(measure));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (value === undefined) return;
        void targets.set([{ ...place, value }]).then((isDone) => (isDone ? onDone() : undefined));
      }}
    >
      <p className={ui.heading}>
        {text('target.edit', { month: describeMonth(month, text) })} · {partName(of, text)}
      </p>
      <MeasureField
        measure={measure}
        onMeasure={(next) => {
          setMeasure(next);
          setTyped(null);
        }}
      />
      <label>
        <span>{isRate(measure) ? text('target.value-rate') : (currency ?? text('target.value'))}</span>
        <span className={ui.field}>
          <input
            type="text"
            inputMode="decimal"
            data-testid="target-input"
            aria-invalid={shown.trim() !== '' && value === undefined}
            value={shown}
            onChange={({ target }) => setTyped(target.value)}
          />
        </span>
      </label>
      {before === null ? null : <AsBefore before={before} onTyped={setTyped} />}
      <ActionFailure words={targets.failed} />
      <div className={styles.actions}>
        {said === null ? null : (
          <Button
            className={ui.smallLink}
            data-testid="target-remove"
            disabled={targets.busy}
            onClick={() => void targets.remove([place]).then((isDone) => (isDone ? onDone() : undefined))}
          >
            {text('target.remove')}
          </Button>
        )}
        <Button
          type="submit"
          className={ui.button}
          data-testid="target-save"
          disabled={value === undefined || targets.busy}
        >
          {text('target.save')}
        </Button>
      </div>
    </form>
  );
}

function MeasureField(props: {
  readonly measure: TargetMeasure;
  readonly onMeasure: (measure: TargetMeasure) => void;
}) {
  const text = useText();
  const { measure, onMeasure } = props;
  return (
    <label>
      <span>{text('target.measure')}</span>
      <select
        className={styles.select}
        data-testid="target-measure"
        value={measure}
        onChange={({ target }) => onMeasure(TARGET_MEASURES.find((each) => each === target.value) ?? measure)}
      >
        {TARGET_MEASURES.map((each) => (
          <option key={each} value={each}>
            {measureName(each, text)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** «Como el año pasado + x %»: what that comes to is typed into the field, to be looked at before it counts. */
function AsBefore(props: { readonly before: Decimal; readonly onTyped: (value: string) => void }) {
  const text = useText();
  const formats = useFormats();
  const [percent, setPercent] = useState('5');
  const { before, onTyped } = props;
  const raise = readTyped(percent, formats.numbers);
  return (
    <div className={styles.before}>
      <span title={formats.exact(before)}>{text('target.as-before')}</span>
      <span className={ui.field}>
        <input
          type="text"
          inputMode="decimal"
          data-testid="target-percent"
          aria-label={text('target.percent')}
          value={percent}
          onChange={({ target }) => setPercent(target.value)}
        />
      </span>
      %
      <Button
        className={ui.smallButton}
        data-testid="target-as-before"
        disabled={raise === undefined}
        onClick={() => {
          if (raise !== undefined) onTyped(typedText(raisedBy(before, raise), formats.numbers));
        }}
      >
        {text('target.compute')}
      </Button>
    </div>
  );
}
