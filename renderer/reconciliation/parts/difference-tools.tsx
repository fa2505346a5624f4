import { onlyWith } from '#renderer/features/selection/selection-context.tsx';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import { type MessageId, useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import styles from './difference-tools.module.css';
import type { OnSection, SectionId } from './sections.ts';

/** A difference that tools are opened from: of an account, or of one order of it. */
export type DifferenceOf = {
  readonly canal: string;
  readonly cuenta: string;
  /** Null: of all orders of the account. */
  readonly order: string | null;
  /** The column that statements are held against. */
  readonly measure: string;
  /** What statements say less what the orders come to; null: no one figure. */
  readonly difference: Decimal | null;
};

const OTHERS = ['rates', 'anomalies', 'bridge'] as const satisfies readonly SectionId[];
const NAMES: { readonly [tool in (typeof OTHERS)[number]]: MessageId } = {
  rates: 'rates.title',
  anomalies: 'anomaly.title',
  bridge: 'period-bridge.short',
};

/** The rows that a tool opened from a difference is of: its account's in the period in view, and of the order where `isOfOrder`. */
const rowsOf = (of: DifferenceOf, isOfOrder: boolean): readonly SelectionAction[] => [
  { type: 'clear', keepsPeriod: true },
  onlyWith('Canal', of.canal),
  onlyWith('Cuenta', of.cuenta),
  ...(isOfOrder && of.order !== null ? [onlyWith('Orden', of.order)] : []),
];

/**
 * The ways from a difference to the tools that look into it, each filled with its account and period; «Explicar» with the
 * order and the figure of the statement as well.
 */
export function DifferenceTools({
  of,
  onSection,
}: {
  readonly of: DifferenceOf;
  readonly onSection: OnSection;
}) {
  const text = useText();
  const { measure, difference } = of;
  return (
    <span className={styles.tools}>
      {difference === null ? null : (
        <Button
          className={ui.smallLink}
          data-testid="difference-explain"
          title={text('explain.from-difference')}
          onClick={() => onSection('explain', { only: rowsOf(of, true), explain: { measure, difference } })}
        >
          {text('explain.find-cause')}
        </Button>
      )}
      {OTHERS.map((section) => (
        <Button
          key={section}
          className={ui.smallLink}
          data-testid={`difference-${section}`}
          title={text('explain.tool-of-account', { account: `${of.canal} · ${of.cuenta}` })}
          onClick={() => onSection(section, { only: rowsOf(of, false) })}
        >
          {text(NAMES[section])}
        </Button>
      ))}
    </span>
  );
}
