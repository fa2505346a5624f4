import { Popover } from '@base-ui/react/popover';
import type { MonthCoverage } from '#renderer/data/api.ts';
import { monthTitle } from '#renderer/features/messages/window-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { monthsPeriod } from '#renderer/features/period/period.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { IconButton } from '#renderer/ui/icon.tsx';
import type { SyncActivity } from '#shared/contract/app.ts';
import { ControlTable } from './control-table.tsx';
import { type CoverageClock, lastReadMessage, monthSentences } from './coverage-messages.ts';
import type { CellState } from './coverage-state.ts';
import { FindDifference } from './find-difference.tsx';
import { HeldDecision } from './held-decision.tsx';
import { MonthActions } from './month-actions.tsx';

/** The mark of each thing that is said of a month (ui/README.md: the kind also has a shape). */
const TONES: { readonly [state in CellState]: string } = {
  held: 'k-neg',
  reading: 'k-inf',
  queued: '',
  reread: 'k-inf',
  differs: 'k-warn',
  unsettled: 'k-warn',
  partial: 'k-warn',
  outside: '',
  due: 'k-warn',
  blind: '',
  live: 'k-pos',
};

function isIn(element: HTMLElement | null, target: unknown): boolean {
  return element !== null && target instanceof Node && element.contains(target);
}

/** All that is known of a month, and what can be done about it; beside its cell. */
export function MonthPopover(props: {
  readonly month: MonthCoverage | null;
  readonly anchor: HTMLElement | null;
  readonly activity: SyncActivity | null;
  readonly clock: CoverageClock;
  readonly onClose: () => void;
}) {
  const { month, anchor } = props;
  return (
    <Popover.Root
      open={month !== null && anchor !== null}
      onOpenChange={(open, details) => {
        const { event } = details;
        // A press on the cell itself, and the focus that goes there with it, are the cell's own affair.
        if (isIn(anchor, event.target) || ('relatedTarget' in event && isIn(anchor, event.relatedTarget)))
          return;
        if (!open) props.onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} sideOffset={6} align="start" className="float">
          <Popover.Popup className="menu month-card" finalFocus={() => anchor}>
            {month === null ? null : <MonthDetails {...props} month={month} />}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function MonthDetails(props: {
  readonly month: MonthCoverage;
  readonly activity: SyncActivity | null;
  readonly clock: CoverageClock;
  readonly onClose: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { go } = useNavigation();
  const { change } = useSelection();
  const { month, clock } = props;
  return (
    <div data-testid="month-details" data-month={month.month}>
      <header>
        <Popover.Title className="month-title">{monthTitle(month.month, text)}</Popover.Title>
        <span className="grow" />
        <IconButton
          className="btn ic sm g"
          icon="close"
          name={text('common.close')}
          onPress={props.onClose}
        />
      </header>
      <p className="mut">
        <data value={month.rows} data-value={month.rows} data-testid="month-rows">
          {text('count.rows', { count: month.rows, shown: formats.count(month.rows) })}
        </data>
        {', '}
        <data value={month.orders} data-value={month.orders} data-testid="month-orders">
          {text('count.orders', { count: month.orders, shown: formats.count(month.orders) })}
        </data>
        {month.ordersToVerify === 0
          ? null
          : `, ${text('month.to-verify', {
              count: month.ordersToVerify,
              shown: formats.count(month.ordersToVerify),
            })}`}
      </p>
      <p className="mut" data-testid="month-last-read" data-value={month.lastReadAt ?? ''}>
        {lastReadMessage(month, clock.nowMs, text, formats) ?? text('month.never-read')}
      </p>
      <ul className="said-of">
        {monthSentences(month, props.activity, text)
          .filter(({ state }) => state !== 'held')
          .map(({ state, words }) => (
            <li key={state} className={`tag ${TONES[state]}`}>
              <span>{words}</span>
            </li>
          ))}
      </ul>
      {month.held === null ? null : <HeldDecision key={month.month} held={month.held} />}
      <ControlTable range={month.month} controls={month.controls} nowMs={clock.nowMs} />
      <FindDifference
        range={month.month}
        controls={month.controls}
        search={month.search}
        nowMs={clock.nowMs}
      />
      <p className="acts">
        <MonthActions months={[month]} prefix="month" />
      </p>
      <p className="ways">
        <button type="button" className="link" onClick={() => go('changes', month.month)}>
          {text('month.changes')}
        </button>
        <button
          type="button"
          className="link"
          onClick={() => {
            change({ type: 'set-period', period: monthsPeriod(month.month, 1) });
            go('orders');
          }}
        >
          {text('month.orders')}
        </button>
      </p>
    </div>
  );
}
