import { type ReactNode, useCallback, useMemo } from 'react';
import { useAnnotate, useAnnotations } from '#renderer/data/client/annotations.ts';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import {
  MOVED_COLUMNS,
  type OwnCostChanges,
  type OwnCostsQuery,
  ownCostKey,
} from '#renderer/data/model/own-costs.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { useSame } from '#renderer/ui/hooks.ts';
import { MovedFiguresProvider } from '#renderer/ui/moved-figures.tsx';
import type { Selection } from '#shared/domain/selection.ts';
import styles from './own-costs.module.css';

/** Own costs on every screen: whether they count, and that they do. */

/** Turns them on or off, and how many there are; null while there are none to count. */
export function useOwnCostsSwitch(): {
  readonly isOn: boolean;
  readonly count: number;
  readonly turn: () => void;
} | null {
  const { selection, change } = useSelection();
  const costs = useAnnotations('own-cost');
  const isOn = selection.ownCosts !== null;
  const count = costs?.size ?? 0;
  if (!isOn && count === 0) return null;
  return { isOn, count, turn: () => change({ type: 'set-own-costs', on: !isOn }) };
}

/** The switch, with what own costs come to in the selection while they count. */
export function OwnCostsSwitch() {
  const text = useText();
  const held = useOwnCostsSwitch();
  if (held === null) return null;
  return (
    <>
      <Button
        role="switch"
        aria-checked={held.isOn}
        className={classNames(ui.smallButton, styles.switch)}
        data-testid="own-costs-switch"
        title={text('own-costs.switch-title')}
        onClick={held.turn}
      >
        {text('own-costs.switch')}
      </Button>
      {held.isOn ? <OwnCostsUsed /> : null}
    </>
  );
}

/** That there are own costs which count nowhere yet, and the one press that counts them; nothing where they do. */
export function CountOwnCosts() {
  const text = useText();
  const formats = useFormats();
  const held = useOwnCostsSwitch();
  return (
    <div role="status" className={styles.offered}>
      {held === null || held.isOn ? null : (
        <p className={styles.offer} data-testid="own-costs-offer" data-value={held.count}>
          {text('own-costs.not-counted', { count: held.count, shown: formats.count(held.count) })}{' '}
          <Button
            className={classNames(ui.button, ui.smallButton)}
            data-testid="own-costs-count"
            title={text('own-costs.switch-title')}
            onClick={held.turn}
          >
            {text('own-costs.count-now')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** «Con costos propios: 12 SKU, $ 34.000»: what makes the figures other than the source's. */
function OwnCostsUsed() {
  const text = useText();
  const formats = useFormats();
  const { selection } = useSelection();
  const { code: currency } = useCurrency();
  const input = useMemo<OwnCostsQuery>(() => ({ selection, currency }), [selection, currency]);
  const { output, isStale } = useLiveQuery('own-costs-used', input, (call, query, slot) =>
    call.readUsedOwnCosts({ ...query, slot }),
  );
  if (output === null) return null;
  const { skus, amount } = output;
  return (
    <span className={styles.used} data-testid="own-costs-badge" data-stale={isStale} role="status">
      {text('own-costs.used', { count: skus, shown: formats.count(skus) })}{' '}
      <Figure value={amount} kind="money" places={formats.places([amount])} testId="own-costs-amount" />
    </span>
  );
}

const MOVED = new Set(MOVED_COLUMNS);

/** Within it the columns that own costs move say so, while they do. */
export function OwnCostMarks(props: { readonly children: ReactNode }) {
  const { selection } = useSelection();
  return <CountedFigures isOn={selection.ownCosts !== null}>{props.children}</CountedFigures>;
}

/** Within it they say so while `isOn`, whatever counts elsewhere. */
export function CountedFigures(props: { readonly isOn: boolean; readonly children: ReactNode }) {
  const text = useText();
  const title = text('own-costs.mark');
  const { isOn } = props;
  const moved = useMemo(() => (isOn ? { columns: MOVED, title } : null), [isOn, title]);
  return <MovedFiguresProvider moved={moved}>{props.children}</MovedFiguresProvider>;
}

/** Figures within are of the source alone, whatever counts elsewhere. */
export function SourceFigures(props: { readonly children: ReactNode }) {
  return <MovedFiguresProvider moved={null}>{props.children}</MovedFiguresProvider>;
}

/** The selection of the source's own figures. */
export function useSourceSelection(): Selection {
  const { selection } = useSelection();
  return useSame({ ...selection, ownCosts: null });
}

/** Writes own costs as one step that can be undone; `label`: what was done, as a noun. Rejects where it could not. */
export function useWriteOwnCosts(): (changes: OwnCostChanges, label: string) => Promise<void> {
  const annotate = useAnnotate();
  const { remember } = useUndo();
  return useCallback(
    async ({ puts, deletes }, label) => {
      const kept = puts.map((cost) => ({ key: ownCostKey(cost), value: cost }));
      const back = await annotate({ kind: 'own-cost', puts: kept, deletes });
      remember(label, back, { isOffered: true });
    },
    [annotate, remember],
  );
}
