import { Fragment, useState } from 'react';
import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { monthInSentence, monthTitle } from '#renderer/features/messages/window-messages.ts';
import { CountedFigures } from '#renderer/features/own-costs/own-costs.tsx';
import { type MessageId, useText } from '#renderer/i18n/text.tsx';
import type { OpenOrder } from '#renderer/screens/reconciliation/frame/opened-order.ts';
import { OwnerField } from '#renderer/screens/reconciliation/frame/owner-field.tsx';
import type { OnSection } from '#renderer/screens/reconciliation/frame/sections.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import styles from './closing.module.css';
import { DriftFigure, MonthDetail } from './month-detail.tsx';
import { type MonthLine, useCloser, useMonthLines } from './use-closing.ts';

const MONTHS_AT_ONCE = 12;
const TONES = { open: undefined, closed: ui.good, drifted: ui.caution } as const;

/** Months to close and closed ones, with what became of them. */
export function ClosingSection(props: {
  readonly onOpenOrder: OpenOrder;
  /** Leads to another section: to what a line of the checklist is about. */
  readonly onSection: OnSection;
}) {
  const text = useText();
  const answer = useMonthLines();
  return (
    <section className={ui.section} aria-label={text('closing.title')}>
      <header>
        <h2>{text('closing.title')}</h2>
        <span className={ui.note}>{text('closing.note')}</span>
      </header>
      <Answered answer={answer} loading={text('closing.loading')}>
        {(lines) =>
          lines.length === 0 ? (
            <p className={ui.hint}>{text('closing.none')}</p>
          ) : (
            <Months lines={lines} {...props} />
          )
        }
      </Answered>
    </section>
  );
}

/** Long for its markup, which is one table. */
function Months(props: {
  readonly lines: readonly MonthLine[];
  readonly onOpenOrder: OpenOrder;
  readonly onSection: OnSection;
}) {
  const text = useText();
  const formats = useFormats();
  const closer = useCloser(props.lines);
  const [count, setCount] = useState(MONTHS_AT_ONCE);
  const [opened, setOpened] = useState<string | null>(null);
  const { lines } = props;
  const places = formats.places(lines.flatMap(({ drift }) => drift ?? []));
  return (
    <>
      <div className={styles.owner}>
        <OwnerField testId="close-owner" />
      </div>
      <ActionFailure words={closer.failed} />
      {closer.isFrozen ? (
        <p className={ui.caption} data-testid="close-frozen">
          {text('closing.frozen')}{' '}
          <Button
            className={ui.smallLink}
            data-testid="close-release"
            disabled={closer.busy}
            onClick={() => void closer.release()}
          >
            {text('revision.release-all')}
          </Button>
        </p>
      ) : null}
      <table className={classNames(ui.denseTable, styles.months)} aria-label={text('closing.title')}>
        <thead>
          <tr>
            <th>{text('closing.month')}</th>
            <th className={ui.number}>{text('proof.rows')}</th>
            <th>{text('closing.state')}</th>
            <th className={ui.number}>{text('closing.drift')}</th>
            <th>
              <span className={ui.visuallyHidden}>{text('closing.close')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, count).map((line) => {
            const isOpen = opened === line.month;
            return (
              <Fragment key={line.month}>
                <MonthRow
                  line={line}
                  places={places}
                  isOpen={isOpen}
                  closer={closer}
                  onOpen={() => setOpened(isOpen ? null : line.month)}
                />
                {isOpen ? (
                  <tr>
                    <td colSpan={5}>
                      <MonthDetail
                        line={line}
                        closer={closer}
                        onOpenOrder={props.onOpenOrder}
                        onSection={props.onSection}
                      />
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
      {lines.length > count ? (
        <Button className={ui.smallLink} onClick={() => setCount(count + 2 * MONTHS_AT_ONCE)}>
          {text('closing.more-months')} ({formats.count(lines.length - count)})
        </Button>
      ) : null}
    </>
  );
}

function MonthRow(props: {
  readonly line: MonthLine;
  readonly places: number;
  readonly isOpen: boolean;
  readonly closer: ReturnType<typeof useCloser>;
  readonly onOpen: () => void;
}) {
  const text = useText();
  const { line, closer } = props;
  const { month, state, drift, close } = line;
  const isCounted = (close?.close.ownCosts.length ?? 0) > 0;
  const said: MessageId = close?.state === 'seen' ? 'closing.seen' : `closing.state-${state}`;
  return (
    <tr data-testid="close-line" data-month={month}>
      <td>
        <Button className={ui.smallLink} aria-expanded={props.isOpen} onClick={props.onOpen}>
          {monthTitle(month, text)}
        </Button>
      </td>
      <FigureCell value={String(line.coverage.rows)} kind="count" />
      <td>
        <span
          className={classNames(ui.tag, TONES[state])}
          data-testid="close-state"
          data-month={month}
          data-value={state}
        >
          {text(said)}
        </span>{' '}
        {state !== 'open' && isCounted ? (
          <span className={ui.faint} data-testid="close-own-costs">
            {text('closing.with-own-costs')}
          </span>
        ) : null}
      </td>
      <td className={ui.number} data-testid="drift-total" data-month={month} data-value={drift ?? ''}>
        {drift === null ? null : (
          <CountedFigures isOn={isCounted}>
            <DriftFigure drift={drift} places={props.places} />
            <MovedMark column="Rentabilidad Total" />
          </CountedFigures>
        )}
      </td>
      <td className={styles.action}>
        {state === 'open' ? (
          <Button
            className={ui.smallLink}
            data-testid="close-month"
            data-month={month}
            disabled={closer.busy || closer.isFrozen}
            aria-label={text('closing.close-month', { month: monthInSentence(month, text) })}
            onClick={() => void closer.closeNow(line)}
          >
            {text('closing.close')}
          </Button>
        ) : null}
      </td>
    </tr>
  );
}
