import { useSession } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useThresholds } from '#renderer/features/exceptions/thresholds.ts';
import { monthInSentence } from '#renderer/features/messages/window-messages.ts';
import { CountedFigures } from '#renderer/features/own-costs/own-costs.tsx';
import { useWorkbook } from '#renderer/features/workbook/workbook-button.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { driftInScope, sumOfAccounts } from '#renderer/reconciliation/closing/model/close-figures.ts';
import type { CloseOfMonth } from '#renderer/reconciliation/closing/model/closes.ts';
import type { OpenOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import { OwnerField } from '#renderer/reconciliation/parts/owner-field.tsx';
import type { OnSection } from '#renderer/reconciliation/parts/sections.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatMoment, machineLocal, zoneHere } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';
import { CloseChecklist } from './close-checklist.tsx';
import { useMonthsQuery } from './close-checks.ts';
import { reasonLine } from './close-messages.ts';
import { closeWorkbook } from './close-workbook.ts';
import styles from './closing.module.css';
import { DriftView } from './drift-view.tsx';
import { type MonthLine, selectionOfClose } from './month-lines.ts';
import type { useCloser } from './use-closing.ts';

type Closer = ReturnType<typeof useCloser>;

/** A month's facts and actions: before its close, and after. */
export function MonthDetail(props: {
  readonly line: MonthLine;
  readonly closer: Closer;
  readonly onOpenOrder: OpenOrder;
  readonly onSection: OnSection;
}) {
  const { line, closer } = props;
  const { close } = line;
  return (
    <div className={styles.detail} data-testid="month-detail" data-month={line.month}>
      {line.state === 'open' || close === null ? (
        <CloseChecklist month={line.month} closer={closer} onSection={props.onSection} />
      ) : (
        <CountedFigures isOn={close.close.ownCosts.length > 0}>
          <div className={styles.owner}>
            <OwnerField testId="close-owner" />
          </div>
          <AfterClose close={close} closer={closer} />
          <DriftView close={close} closer={closer} onOpenOrder={props.onOpenOrder} />
        </CountedFigures>
      )}
      {close === null ? null : <MonthLog close={close} />}
    </div>
  );
}

/** What the workbook's summary is of: what the month was closed with, whatever it comes to now. Pure. */
export const closedFigures = (close: CloseOfMonth, scope: AccountsScope | null) =>
  sumOfAccounts(close.close.figures, scope);

/** The close's own figures beside today's, and what may be done. */
function AfterClose({ close, closer }: { readonly close: CloseOfMonth; readonly closer: Closer }) {
  const text = useText();
  const formats = useFormats();
  const { month, state } = close;
  const { data } = useSession();
  const currency = useCurrency();
  const { scope } = currency;
  const datedIn = closer.monthsFor(month)[0] ?? null;
  const { isRunning, write, dialog } = useWorkbook();
  const asked = useBookQuery(month);
  const writeBook = (): void =>
    write(
      text('closing.book-name', { month }),
      selectionOfClose(close, currency),
      () => closeWorkbook(data.call, { close, datedIn, book: asked }, { text, formats, zone: zoneHere() }),
      closedFigures(close, scope),
    );
  return (
    <div className={styles.buttons}>
      <Button
        className={classNames(ui.button, ui.smallButton)}
        data-testid="close-workbook"
        aria-busy={isRunning}
        onClick={writeBook}
      >
        <Icon name="book" small /> {text('closing.book')}
      </Button>
      {dialog}
      {state === 'drifted' ? (
        <Button
          className={classNames(ui.button, ui.smallButton)}
          data-testid="see-drift"
          disabled={closer.busy}
          onClick={() => void closer.see(month)}
        >
          {text('closing.see')}
        </Button>
      ) : null}
      <Button
        className={classNames(ui.button, ui.smallButton, ui.quietButton)}
        data-testid="reopen-month"
        data-month={month}
        disabled={closer.busy}
        onClick={() => void closer.reopen(month)}
      >
        {text('closing.reopen-month', { month: monthInSentence(month, text) })}
      </Button>
    </div>
  );
}

/** What the workbook tells of the month, by the user's own limits. */
function useBookQuery(month: Month) {
  const months = useMonthsQuery();
  const [thresholds] = useThresholds();
  const { scope, currency, countsOwnCosts, tolerance, today } = months;
  return { month, months, exceptions: { scope, currency, countsOwnCosts, tolerance, today, thresholds } };
}

function MonthLog({ close: { close } }: { readonly close: CloseOfMonth }) {
  const text = useText();
  const formats = useFormats();
  const { scope } = useCurrency();
  return (
    <details className={styles.log}>
      <summary className={ui.caption} data-testid="close-log">
        {text('closing.log')}
      </summary>
      <ul className={styles.checks}>
        {close.log.toReversed().map(({ what, owner, note, atMs, drift, reviewer, reasons, wasRunning }) => (
          <li key={atMs} className={ui.caption} data-testid="close-log-line" data-value={what}>
            {text('closing.log-line', {
              what: text(`closing.log-${what}`),
              owner: owner === '' ? text('closing.nobody') : owner,
              date: formatMoment(machineLocal(atMs), formats.dates),
            })}
            {drift === undefined ? null : <SeenDrift amount={driftInScope(drift, scope)} />}
            {[
              ...(reviewer === undefined || reviewer === ''
                ? []
                : [text('closing.log-reviewed', { reviewer })]),
              ...(wasRunning === true ? [text('closing.log-running')] : []),
              ...(note === '' ? [] : [note]),
            ].map((part) => ` · ${part}`)}
            {reasons === undefined || reasons.length === 0 ? null : (
              <ul>
                {reasons.map((each) => (
                  <li key={each.step} data-testid="close-log-reason" data-step={each.step}>
                    {reasonLine(each, text)}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The drift when it was marked as seen: later changes are another drift. */
function SeenDrift({ amount }: { readonly amount: Decimal }) {
  const text = useText();
  const formats = useFormats();
  return (
    <>
      {' · '}
      {text('closing.log-drift')}{' '}
      <Figure value={amount} kind="money" places={formats.places([amount])} signed testId="close-log-drift" />
    </>
  );
}

/** By how much a closed month moved. */
export function DriftFigure(props: { readonly drift: string; readonly places: number }) {
  return <Figure value={props.drift} kind="money" places={props.places} signed />;
}
