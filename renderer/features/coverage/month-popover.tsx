import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { useSession } from '#renderer/data/client/session-context.tsx';
import type { MonthCoverage } from '#renderer/data/model/coverage.ts';
import { useAction } from '#renderer/features/messages/failures.tsx';
import { monthInSentence, monthTitle } from '#renderer/features/messages/window-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { monthsPeriod } from '#renderer/features/period/period.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useRichText, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { formatMoment } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { IconButton } from '#renderer/ui/icon.tsx';
import type { SyncActivity } from '#shared/contract/app.ts';
import type { PendingRemoval } from '#shared/contract/ledger.ts';
import type { Month } from '#shared/domain/dates.ts';
import { ControlTable, FindDifference } from './control-totals.tsx';
import styles from './coverage.module.css';
import { type CellState, type CoverageClock, lastReadMessage, monthSentences } from './coverage-state.ts';

/** The mark of each thing that is said of a month (ui/README.md: the kind also has a shape). */
const TONES: { readonly [state in CellState]?: string } = {
  held: 'bad',
  reading: 'info',
  reread: 'info',
  differs: 'caution',
  unsettled: 'caution',
  partial: 'caution',
  due: 'caution',
  live: 'good',
};

function isIn(element: HTMLElement | null, target: unknown): boolean {
  return element !== null && target instanceof Node && element.contains(target);
}

type MonthProps = {
  readonly activity: SyncActivity | null;
  readonly clock: CoverageClock;
  readonly onClose: () => void;
};

/** All that is known of a month, and what can be done about it; beside its cell. */
export function MonthPopover(
  props: MonthProps & { readonly month: MonthCoverage | null; readonly anchor: HTMLElement | null },
) {
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
        <Popover.Positioner anchor={anchor} sideOffset={6} align="start" className={ui.positioner}>
          <Popover.Popup className={classNames(ui.menu, styles.card)} finalFocus={() => anchor}>
            {month === null ? null : <MonthDetails {...props} month={month} />}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function MonthDetails(props: MonthProps & { readonly month: MonthCoverage }) {
  const text = useText();
  const { month } = props;
  return (
    <div data-testid="month-details" data-month={month.month}>
      <header>
        <Popover.Title className={styles.title}>{monthTitle(month.month, text)}</Popover.Title>
        <span className={ui.grow} />
        <IconButton
          className={ui.toolButton}
          icon="close"
          name={text('common.close')}
          onPress={props.onClose}
        />
      </header>
      <MonthFacts month={month} activity={props.activity} clock={props.clock} />
    </div>
  );
}

/** What is known of a month, and what can be done about it. */
export function MonthFacts(
  props: Omit<MonthProps, 'onClose'> & {
    readonly month: MonthCoverage;
    /** To compare totals is what the place is for, as long as nobody did. */
    readonly asksCheck?: boolean;
  },
) {
  const text = useText();
  const formats = useFormats();
  const { go } = useNavigation();
  const { change } = useSelection();
  const { month, clock } = props;
  const { ordersToVerify: toVerify } = month;
  const showOrders = (): void => {
    change({ type: 'set-period', period: monthsPeriod(month.month, 1) });
    go('orders');
  };
  return (
    <>
      <p className={ui.muted}>
        <data value={month.rows} data-value={month.rows} data-testid="month-rows">
          {text('count.rows', { count: month.rows, shown: formats.count(month.rows) })}
        </data>
        {', '}
        <data value={month.orders} data-value={month.orders} data-testid="month-orders">
          {text('count.orders', { count: month.orders, shown: formats.count(month.orders) })}
        </data>
        {toVerify === 0
          ? null
          : `, ${text('month.to-verify', { count: toVerify, shown: formats.count(toVerify) })}`}
      </p>
      <p className={ui.muted} data-testid="month-last-read" data-value={month.lastReadAt ?? ''}>
        {lastReadMessage(month, clock.nowMs, text, formats) ?? text('month.never-read')}
      </p>
      <ul className={styles.states}>
        {monthSentences(month, props.activity, text)
          .filter(({ state }) => state !== 'held')
          .map(({ state, words }) => (
            <li key={state} className={classNames(ui.tag, styles.tag, ui[TONES[state] ?? ''])}>
              <span>{words}</span>
            </li>
          ))}
      </ul>
      {month.held === null ? null : <RemovalDecision key={month.month} held={month.held} />}
      <ControlTable range={month.month} controls={month.controls} nowMs={clock.nowMs} />
      <FindDifference
        range={month.month}
        controls={month.controls}
        search={month.search}
        nowMs={clock.nowMs}
      />
      <p className={styles.actions}>
        <MonthActions
          months={[month]}
          prefix="month"
          asksCheck={props.asksCheck === true && month.controls.everything === null}
        />
      </p>
      <p className={styles.ways}>
        <button type="button" className={ui.link} onClick={() => go('changes', month.month)}>
          {text('month.changes')}
        </button>
        <button type="button" className={ui.link} onClick={showOrders}>
          {text('month.orders')}
        </button>
      </p>
    </>
  );
}

/** Rows that the source no longer gives: what is missing and of which channels; removed or kept by the user. */
function RemovalDecision({ held }: { readonly held: PendingRemoval }) {
  const text = useText();
  const formats = useFormats();
  const { bridge } = useSession();
  const action = useAction();
  const [asked, setAsked] = useState<'remove' | 'keep' | null>(null);
  const { month, rowsMissing: count } = held;
  return (
    <div
      className={styles.decision}
      data-testid="held-decision"
      data-month={month}
      data-rows={count}
      role="alert"
    >
      <RemovalMessage held={held} />
      {asked === null ? (
        <p className={styles.actions}>
          {(['remove', 'keep'] as const).map((decision) => (
            <button
              key={decision}
              type="button"
              className={ui.smallButton}
              data-testid={`held-${decision}`}
              onClick={() => setAsked(decision)}
            >
              {text(`held.${decision}`)}
            </button>
          ))}
        </p>
      ) : (
        <>
          <p>{text(`held.${asked}-note`, { month: monthInSentence(month, text) })}</p>
          <p className={styles.actions}>
            <button type="button" className={ui.smallButton} onClick={() => setAsked(null)}>
              {text('common.cancel')}
            </button>
            <button
              type="button"
              className={classNames(ui.smallButton, ui.primaryButton)}
              data-testid="held-confirm"
              data-decision={asked}
              disabled={action.busy}
              onClick={() => void action.run(() => bridge.call.resolveMissing({ month, decision: asked }))}
            >
              {text(`held.${asked}-confirm`, { count, shown: formats.count(count) })}
            </button>
          </p>
        </>
      )}
      {action.failed === null ? null : (
        <p className={classNames(ui.verbatim, ui.negative)} role="alert">
          {action.failed}
        </p>
      )}
    </div>
  );
}

function RemovalMessage({ held }: { readonly held: PendingRemoval }) {
  const text = useText();
  const rich = useRichText();
  const formats = useFormats();
  const { rows, rowsMissing, ordersMissing, emptied } = held;
  // Tenths of a percent, in whole numbers.
  const share = rows === 0 ? 0 : Math.round((1000 * rowsMissing) / rows) / 10;
  const emptiedNames = emptied.map(({ Canal, Cuenta }) => (Cuenta === null ? Canal : `${Canal} (${Cuenta})`));
  return (
    <>
      <p>
        {rich('held.what', {
          count: rowsMissing,
          rows: text('count.rows', { count: rowsMissing, shown: formats.count(rowsMissing) }),
          all: formats.count(rows),
          share: formats.percent(String(share)),
          orders: text('count.orders', { count: ordersMissing, shown: formats.count(ordersMissing) }),
          moment: `${formatMoment(held.readAt, formats.dates)} UTC`,
        })}
      </p>
      {emptied.length === 0 ? null : (
        <p>
          {text('held.emptied')} {emptiedNames.join(', ')}
        </p>
      )}
    </>
  );
}

/** The plan lets us ask for it, and it has been read before: otherwise there is nothing to read again. */
function isReachable(month: MonthCoverage): boolean {
  return month.reach === 'live' || month.reach === 'blind';
}

/** The months that can be read again, whose totals can be compared, and that can be taken off the list. */
export function monthsToAct(months: readonly MonthCoverage[]) {
  const of = (fits: (month: MonthCoverage) => boolean) => months.filter(fits).map(({ month }) => month);
  return {
    toReread: of((month) => isReachable(month) && month.reread !== 'requested'),
    toCheck: of(isReachable),
    toCancel: of((month) => month.reread !== null),
  };
}

/** Re-reading, comparing totals, taking off the list: for one month or several. */
function MonthActions(props: {
  readonly months: readonly MonthCoverage[];
  readonly prefix: string;
  readonly asksCheck?: boolean;
}) {
  const text = useText();
  const { bridge } = useSession();
  const action = useAction();
  const { toReread, toCheck, toCancel } = monthsToAct(props.months);
  const { rereadMonths, checkMonths, cancelRereads } = bridge.call;
  const button = (
    id: 'reread' | 'check' | 'cancel-reread',
    label: string,
    months: readonly Month[],
    ask: (input: { readonly months: readonly Month[] }) => Promise<unknown>,
    title?: string,
  ) => (
    <button
      type="button"
      className={classNames(id === 'check' && props.asksCheck === true && ui.primaryButton, ui.smallButton)}
      data-testid={`${props.prefix}-${id}`}
      disabled={action.busy || months.length === 0}
      title={title}
      onClick={() => void action.run(() => ask({ months }))}
    >
      {label}
    </button>
  );
  return (
    <>
      {button('reread', text('month.reread'), toReread, rereadMonths, text('month.reread-title'))}
      {button('check', text('month.check'), toCheck, checkMonths, text('month.check-title'))}
      {toCancel.length === 0 ? null : button('cancel-reread', text('month.cancel'), toCancel, cancelRereads)}
      {action.failed === null ? null : (
        <span className={classNames(ui.small, ui.negative, ui.verbatim)} role="alert">
          {action.failed}
        </span>
      )}
    </>
  );
}

/** Actions on several months at once, in the place of the legend. */
export function SelectedMonths(props: {
  readonly months: readonly MonthCoverage[];
  readonly onClear: () => void;
}) {
  const text = useText();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline with its buttons
    <span
      className={styles.chosen}
      role="group"
      aria-label={text('coverage.chosen', { count: props.months.length })}
    >
      <b className={ui.medium}>{text('coverage.chosen', { count: props.months.length })}</b>
      <MonthActions months={props.months} prefix="selected" />
      <IconButton
        className={ui.toolButton}
        icon="close"
        name={text('coverage.unchoose')}
        onPress={props.onClear}
      />
    </span>
  );
}
