import { useState } from 'react';
import type { MatchedCase, MatchedLine, MatchedOrder, MatchSuggestion } from '#renderer/data/api/matches.ts';
import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import {
  DecisionButtons,
  SuggestionButtons,
} from '#renderer/screens/reconciliation/frame/decision-buttons.tsx';
import { FallenSayings } from '#renderer/screens/reconciliation/frame/fallen-sayings.tsx';
import { OwnerField } from '#renderer/screens/reconciliation/frame/owner-field.tsx';
import { keyOfSides } from '#renderer/screens/reconciliation/frame/sides.ts';
import type { Decisions } from '#renderer/screens/reconciliation/frame/use-decisions.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { CorrelationIds } from '#renderer/ui/correlation-ids.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { HeldFigure } from '#shared/domain/statements/marketplace-layout.ts';
import { BankLinePayouts } from './bank-line-payouts.tsx';
import { isCut, sidesOf } from './case-key.ts';
import { whyWords } from './match-words.ts';
import styles from './matches.module.css';
import { ordersOf } from './matches-table.ts';

type DetailProps = {
  readonly each: MatchedCase;
  /** What of the orders the lines are held against. */
  readonly figure: HeldFigure;
  readonly places: number;
  readonly decisions: Decisions;
  /** Of the case's orders, by place. */
  readonly onOpenOrder: (order: number) => void;
};

/** Both sides of a case, what may belong to it and why, and what the user says of it. */
export function CaseDetail(props: DetailProps) {
  const text = useText();
  const formats = useFormats();
  const { each, places } = props;
  const hidden = each.lineCount - each.lines.length + each.orderCount - each.orders.length;
  return (
    <div className={styles.detail} data-testid="match-detail">
      {each.lines.length === 0 ? null : <Lines lines={each.lines} places={places} />}
      {each.lines.length === 0 ? null : <BankLinePayouts lines={each.lines} />}
      {each.orders.length === 0 ? null : (
        <Orders orders={each.orders} figure={props.figure} places={places} onOpenOrder={props.onOpenOrder} />
      )}
      {hidden === 0 ? null : (
        <p className={ui.caption}>{text('match.hidden', { count: hidden, shown: formats.count(hidden) })}</p>
      )}
      {each.suggestions.map((suggestion) => (
        <Suggested
          key={keyOfSides(sidesOf(suggestion))}
          suggestion={suggestion}
          each={each}
          places={places}
          decisions={props.decisions}
        />
      ))}
      <FallenSayings testId="match-fallen" sayings={each.fallen} decisions={props.decisions} />
      {isCut(each) ? null : <Say each={each} decisions={props.decisions} />}
    </div>
  );
}

function Lines({ lines, places }: { readonly lines: readonly MatchedLine[]; readonly places: number }) {
  const text = useText();
  const { dates } = useFormats();
  const day = (date: MatchedLine['date']) => (date === null ? '—' : formatDay(date.day, dates));
  return (
    <table className={classNames(ui.denseTable, styles.sides)} aria-label={text('match.of-statement')}>
      <thead>
        <tr>
          <th>{text('match.file-line')}</th>
          <th>{text('match.movement')}</th>
          <th>{text('match.number')}</th>
          <th>{text('match.line-date')}</th>
          <th>{text('match.line-released')}</th>
          <th className={ui.number}>{text('match.there')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.identity} data-testid="match-line">
            <td>{line.line}</td>
            <td className={ui.cut} title={line.description ?? undefined}>
              {[line.movement, line.description].filter((part) => part !== null).join(' · ')}
            </td>
            <td>{line.order ?? line.suborder ?? line.reference ?? line.operation ?? '—'}</td>
            <td>{day(line.date)}</td>
            <td>{day(line.released)}</td>
            <FigureCell value={line.net} kind="money" places={places} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Orders(props: {
  readonly orders: readonly MatchedOrder[];
  readonly figure: HeldFigure;
  readonly places: number;
  readonly onOpenOrder: (order: number) => void;
}) {
  const text = useText();
  const { dates } = useFormats();
  const day = (date: MatchedOrder['paid']) => (date === null ? '—' : formatDay(date, dates));
  return (
    <table className={classNames(ui.denseTable, styles.sides)} aria-label={text('match.of-orders')}>
      <thead>
        <tr>
          <th>Orden</th>
          <th>Canal · Cuenta</th>
          <th>{text('match.purchased')}</th>
          <th>{text('match.paid')}</th>
          <th className={ui.number}>{props.figure}</th>
          <th className={ui.number}>{text('match.settled')}</th>
          <th>correlation_id</th>
        </tr>
      </thead>
      <tbody>
        {props.orders.map((order, at) => (
          <tr key={order.key} data-testid="match-order">
            <td>
              <Button className={ui.smallLink} onClick={() => props.onOpenOrder(at)}>
                {order.Orden === '' ? text('order.none') : order.Orden}
              </Button>
            </td>
            <td className={ui.cut} title={`${order.Canal} · ${order.Cuenta}`}>
              {order.Canal} · {order.Cuenta}
            </td>
            <td>{day(order.purchased)}</td>
            <td>{day(order.paid)}</td>
            <FigureCell value={order.amount} kind="money" places={props.places} />
            <FigureCell value={order.settled} kind="money" places={props.places} />
            <td>
              <CorrelationIds ids={order.correlationIds} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** These say what lines are, and make no pair of them. */
const NAMES_LINES: ReadonlySet<MatchSuggestion['why']> = new Set(['line-twice', 'repeats-line', 'total-row']);

/** What may belong to it, with why; it is the user who says so. */
function Suggested(props: {
  readonly suggestion: MatchSuggestion;
  readonly each: MatchedCase;
  readonly places: number;
  readonly decisions: Decisions;
}) {
  const text = useText();
  const formats = useFormats();
  const { suggestion, places, decisions } = props;
  const { lines } = suggestion;
  const others = ordersOf({ orders: suggestion.orders, lines: [] });
  const isOneSided = lines.length === 0 || suggestion.orders.length === 0 || NAMES_LINES.has(suggestion.why);
  return (
    <div
      className={classNames(styles.buttons, styles.suggestion)}
      data-testid="match-suggestion"
      data-value={suggestion.remains}
    >
      <span>
        {text('match.suggestion', {
          orders: others === '' ? '—' : others,
          count: lines.length,
          lines: lines.length === 0 ? '—' : lines.map(({ line }) => line).join(', '),
          why: whyWords(suggestion, { text, formats }),
        })}{' '}
        {text('match.would-remain')} <Figure value={suggestion.remains} kind="money" places={places} signed />
      </span>
      {isOneSided || suggestion.why === 'difference-adds-up' ? null : (
        <SuggestionButtons testId="suggestion" sides={sidesOf(suggestion)} decisions={decisions} />
      )}
    </div>
  );
}

/** Match, no match, or explained with a note and a name. */
function Say({ each, decisions }: Pick<DetailProps, 'each' | 'decisions'>) {
  const text = useText();
  const sides = sidesOf(each);
  const [note, setNote] = useState(decisions.decisions?.get(keyOfSides(sides))?.note ?? '');
  const isOpen = sides.lines.length > 0 && sides.orders.length > 0 && each.by !== 'decision';
  return (
    <div className={styles.buttons}>
      <label className={styles.labelled}>
        <span>{text('exception.note')}</span>
        <span className={classNames(ui.field, styles.note)}>
          <input
            data-testid="match-note"
            maxLength={10_000}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </span>
      </label>
      <OwnerField testId="match-owner" />
      <DecisionButtons
        testId="match"
        sides={sides}
        note={note}
        decisions={decisions}
        mayExplain={each.state !== 'same'}
        mayKeep={isOpen}
        mayPart={isOpen}
      />
    </div>
  );
}
