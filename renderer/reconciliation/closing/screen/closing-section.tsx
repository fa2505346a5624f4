import { useState } from 'react';
import { useAllCurrencies } from '#renderer/features/currency/currency.tsx';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { monthInSentence, monthTitle } from '#renderer/features/messages/window-messages.ts';
import { CountedFigures } from '#renderer/features/own-costs/own-costs.tsx';
import { type MessageId, type Text, useText } from '#renderer/i18n/text.tsx';
import type { OpenOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import type { OnSection } from '#renderer/reconciliation/parts/sections.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import type { Month } from '#shared/domain/dates.ts';
import styles from './closing.module.css';
import { DriftFigure, MonthDetail } from './month-detail.tsx';
import type { MonthLine } from './month-lines.ts';
import { useCloser, useMonthLines } from './use-closing.ts';

const MONTHS_AT_ONCE = 12;
const TONES = { open: undefined, closed: ui.good, drifted: ui.caution } as const;

/** Months to close and closed ones, with what became of them. */
export function ClosingSection(props: {
  /** The only month that is shown, opened; null: all of them. */
  readonly month?: Month | null;
  readonly onOpenOrder: OpenOrder;
  /** Leads to another section: to what a line of the checklist is about. */
  readonly onSection: OnSection;
}) {
  const text = useText();
  const answer = useMonthLines();
  const { month = null } = props;
  const only = month === null ? null : (answer.output?.find((line) => line.month === month) ?? null);
  return (
    <section className={ui.section} aria-label={text('closing.title')}>
      <header>
        <h2>{text('closing.title')}</h2>
        {month === null ? (
          <span className={ui.note}>{text('closing.note')}</span>
        ) : only === null ? null : (
          <OnlyMonth line={only} />
        )}
      </header>
      <Answered answer={answer} loading={text('closing.loading')}>
        {(lines) =>
          lines.length === 0 ? (
            <p className={ui.hint}>{text('closing.none')}</p>
          ) : (
            <Months {...props} lines={lines} month={month} />
          )
        }
      </Answered>
    </section>
  );
}

function Months(props: {
  readonly month: Month | null;
  readonly lines: readonly MonthLine[];
  readonly onOpenOrder: OpenOrder;
  readonly onSection: OnSection;
}) {
  const text = useText();
  const formats = useFormats();
  const closer = useCloser(props.lines);
  const [count, setCount] = useState(MONTHS_AT_ONCE);
  const { month, lines } = props;
  const ofAll = useAllCurrencies();
  const places = formats.places(lines.flatMap(({ drift }) => drift ?? []));
  const only = month === null ? null : (lines.find((line) => line.month === month) ?? null);
  return (
    <>
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
      {month === null ? (
        <ListTable
          name={text('closing.title')}
          className={styles.months}
          columns={monthColumns(text, places, ofAll)}
          rows={lines.slice(0, count)}
          keyOf={({ month }) => month}
          places={places}
          line={({ month }) => ({ 'data-testid': 'close-line', 'data-month': month })}
          below={(line, { isOpen }) =>
            isOpen ? (
              <MonthDetail
                line={line}
                closer={closer}
                onOpenOrder={props.onOpenOrder}
                onSection={props.onSection}
              />
            ) : null
          }
        />
      ) : only === null ? null : (
        <MonthDetail
          line={only}
          closer={closer}
          onOpenOrder={props.onOpenOrder}
          onSection={props.onSection}
        />
      )}
      {month === null && lines.length > count ? (
        <Button className={ui.smallLink} onClick={() => setCount(count + 2 * MONTHS_AT_ONCE)}>
          {text('closing.more-months')} ({formats.count(lines.length - count)})
        </Button>
      ) : null}
    </>
  );
}

const isCounted = ({ close }: MonthLine): boolean => (close?.close.ownCosts.length ?? 0) > 0;
const stateOf = ({ close, state }: MonthLine): MessageId =>
  close?.state === 'seen' ? 'closing.seen' : `closing.state-${state}`;

/** How far a month is, and whether it was closed with own costs. */
function State({ line }: { readonly line: MonthLine }) {
  const text = useText();
  return (
    <>
      <span
        className={classNames(ui.tag, TONES[line.state])}
        data-testid="close-state"
        data-month={line.month}
        data-value={line.state}
      >
        {text(stateOf(line))}
      </span>{' '}
      {line.state !== 'open' && isCounted(line) ? (
        <span className={ui.faint} data-testid="close-own-costs">
          {text('closing.with-own-costs')}
        </span>
      ) : null}
    </>
  );
}

/** What moved a closed month since. */
function Drift({ line, places }: { readonly line: MonthLine; readonly places: number }) {
  if (line.drift === null) return null;
  return (
    <CountedFigures isOn={isCounted(line)}>
      <DriftFigure drift={line.drift} places={places} />
      <MovedMark column="Rentabilidad Total" />
    </CountedFigures>
  );
}

/** A month by itself, said beside the heading: its checklist stands right below. */
function OnlyMonth({ line }: { readonly line: MonthLine }) {
  const text = useText();
  const formats = useFormats();
  const { month, drift } = line;
  return (
    <>
      <span className={ui.note}>{monthTitle(month, text)}</span>
      <State line={line} />
      <span data-testid="drift-total" data-month={month} data-value={drift ?? ''}>
        {drift === null ? null : `${text('closing.drift')} `}
        <Drift line={line} places={formats.places(drift === null ? [] : [drift])} />
      </span>
    </>
  );
}

/** Long: what of a month is a press (open it, open its checklist) and what a mark (state, drift) is said here, once for each column. */
function monthColumns(text: Text, places: number, ofAll: string): readonly Column<MonthLine>[] {
  return [
    {
      heading: text('closing.month'),
      value: 'month',
      draw: ({ month }, { isOpen, toggle }) => (
        <Button className={ui.smallLink} aria-expanded={isOpen} onClick={toggle}>
          {monthTitle(month, text)}
        </Button>
      ),
    },
    {
      heading: [text('proof.rows'), ofAll].filter((each) => each !== '').join(', '),
      kind: 'count',
      value: ({ coverage }) => coverage.rows,
    },
    {
      heading: text('closing.state'),
      value: (line) => text(stateOf(line)),
      draw: (line) => <State line={line} />,
    },
    {
      heading: text('closing.drift'),
      kind: 'money',
      cell: ({ month, drift }) => ({
        'data-testid': 'drift-total',
        'data-month': month,
        'data-value': drift ?? '',
      }),
      value: 'drift',
      draw: (line) => <Drift line={line} places={places} />,
    },
    {
      heading: text('month.close'),
      isHeadingHidden: true,
      cell: { className: styles.action },
      draw: (line, { isOpen, toggle }) =>
        line.state === 'open' ? (
          <Button
            className={ui.smallLink}
            data-testid="close-list"
            data-month={line.month}
            aria-expanded={isOpen}
            aria-label={text('closing.list-of', { month: monthInSentence(line.month, text) })}
            onClick={toggle}
          >
            {text('month.close')}
          </Button>
        ) : null,
    },
  ];
}
