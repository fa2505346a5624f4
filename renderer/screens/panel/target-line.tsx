import type { TargetPart } from '#renderer/data/model/targets.ts';
import { measureOf } from '#renderer/data/model/targets.ts';
import { TargetEditor } from '#renderer/features/targets/target-editor.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ShortAmount, shortAmount } from '#renderer/ui/short-amount.tsx';
import type { Month } from '#shared/domain/dates.ts';
import { type Decimal, fromDecimal, subtract, toDecimal } from '#shared/domain/decimal.ts';
import styles from './panel.module.css';

/** What a tile's figure was to come to in its month, and how it differs; without one, the way to set it where asked. */
export function TargetLine(props: {
  readonly column: string;
  readonly value: Decimal | null;
  readonly target: Decimal | null;
  readonly month: Month;
  readonly of: TargetPart;
  readonly currency: string | null;
  readonly places: number;
  /** Whether it is said that there is none. */
  readonly isOffered: boolean;
  readonly beforeOf: (column: string) => Decimal | null;
}) {
  const text = useText();
  const formats = useFormats();
  const { column, value, target, month, of, currency, places, beforeOf } = props;
  const measure = measureOf(column);
  if (measure === null || (target === null && !props.isOffered)) return null;
  const editor = { month, of, currency, measure, beforeOf };
  if (target === null)
    return (
      <p className={styles.line}>
        {text('month-card.no-target')} · <TargetEditor {...editor}>{text('month-card.set')}</TargetEditor>
      </p>
    );
  const difference = value === null ? null : toDecimal(subtract(fromDecimal(value), fromDecimal(target)));
  return (
    <p className={styles.line}>
      <TargetEditor {...editor} className={styles.quiet ?? ''}>
        <data
          value={target}
          data-testid="target"
          data-measure={measure}
          data-month={month}
          data-value={target}
          title={formats.title(target)}
        >
          {text('month-card.bar-target', { amount: shortAmount(target, places, text, formats) })}
        </data>
      </TargetEditor>{' '}
      {difference === null ? null : (
        <ShortAmount
          value={difference}
          places={places}
          signed
          className={difference.startsWith('-') ? ui.negative : ui.positive}
        />
      )}
    </p>
  );
}
