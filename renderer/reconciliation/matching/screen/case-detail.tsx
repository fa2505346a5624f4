import { useState } from 'react';
import { currencyName } from '#renderer/features/currency/currency-name.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type {
  MatchedCase,
  MatchedLine,
  MatchedOrder,
  MatchesPage,
  MatchSuggestion,
} from '#renderer/reconciliation/matching/model/matches.ts';
import { DecisionButtons, SuggestionButtons } from '#renderer/reconciliation/parts/decision-buttons.tsx';
import { DifferenceTools } from '#renderer/reconciliation/parts/difference-tools.tsx';
import { FallenSayings } from '#renderer/reconciliation/parts/fallen-sayings.tsx';
import { OwnerField } from '#renderer/reconciliation/parts/owner-field.tsx';
import type { OnSection } from '#renderer/reconciliation/parts/sections.ts';
import { keyOfSides } from '#renderer/reconciliation/parts/sides.ts';
import type { Decisions } from '#renderer/reconciliation/parts/use-decisions.ts';
import type { MatchedFigure } from '#renderer/reconciliation/statements/model/marketplace-layout.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { CorrelationIds } from '#renderer/ui/correlation-ids.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import { isCut, sidesOf } from './case-key.ts';
import { whyWords } from './match-messages.ts';
import styles from './matches.module.css';
import { ordersOf } from './matches-table.tsx';

/** Columns that a narrow panel has no room for: what they say stands in the list, or in the order. */
const SPARE = { head: { className: styles.spare }, cell: { className: styles.spare } } as const;

type DetailProps = {
  readonly each: MatchedCase;
  /** The figure of the orders, in words. */
  readonly figure: string;
  readonly places: number;
  /** Statements beside those that are shown, which tell of the same orders. */
  readonly others: MatchesPage['others'];
  readonly decisions: Decisions;
  /** The column that its orders are held against statements by. */
  readonly measure: MatchedFigure;
  readonly onSection: OnSection;
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
      {each.amounts.length < 2 ? null : <ByCurrency amounts={each.amounts} places={places} />}
      {each.lines.length === 0 ? null : <Lines lines={each.lines} others={props.others} places={places} />}
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
      <Tools each={each} measure={props.measure} onSection={props.onSection} />
      {isCut(each) ? null : <Say each={each} decisions={props.decisions} />}
    </div>
  );
}

/** The ways to the tools that look into it; of orders of several accounts there is none. */
function Tools({ each, measure, onSection }: Pick<DetailProps, 'each' | 'measure' | 'onSection'>) {
  const [first, ...others] = each.orders;
  if (first === undefined || isCut(each)) return null;
  const { Canal: canal, Cuenta: cuenta } = first;
  if (others.some((other) => other.Canal !== canal || other.Cuenta !== cuenta)) return null;
  const isExplainable =
    others.length === 0 &&
    each.state !== 'same' &&
    each.amounts.length === 1 &&
    measure === SCOPE_COLUMNS.marketplace.profitability;
  return (
    <DifferenceTools
      of={{
        ...{ canal, cuenta, measure },
        order: first.Orden,
        difference: isExplainable ? each.difference : null,
      }}
      onSection={onSection}
    />
  );
}

/** Lines of several currencies under one order: unlike amounts are not added. */
function ByCurrency(props: { readonly amounts: MatchedCase['amounts']; readonly places: number }) {
  const text = useText();
  return (
    <ListTable
      name={text('match.by-currency')}
      className={styles.sides}
      places={props.places}
      columns={[
        { heading: text('match.currency'), value: ({ currency }) => currencyName(currency, text) },
        { heading: text('match.there'), kind: 'money', value: 'statementAmount' },
        { heading: text('match.here'), kind: 'money', value: 'ledgerAmount' },
        { heading: text('match.difference'), kind: 'money', value: 'difference', signed: true },
      ]}
      rows={props.amounts}
      keyOf={({ currency }) => currency}
      line={({ currency }) => ({ 'data-testid': 'match-amounts-in', 'data-value': currency })}
    />
  );
}

function Lines(props: {
  readonly lines: readonly MatchedLine[];
  readonly others: MatchesPage['others'];
  readonly places: number;
}) {
  const { lines, others, places } = props;
  const fileOf = ({ statementId }: MatchedLine): string =>
    others.find(({ id }) => id === statementId)?.name ?? '';
  const isOfSeveral = lines.some((line) => fileOf(line) !== '');
  const text = useText();
  const { dates } = useFormats();
  const day = (date: MatchedLine['date']) => (date === null ? '—' : formatDay(date.day, dates));
  return (
    <ListTable
      name={text('match.of-statement')}
      className={styles.sides}
      places={places}
      columns={[
        { heading: text('match.file-line'), value: 'line' },
        isOfSeveral ? { heading: text('match.other-statement'), isCut: true, value: fileOf } : null,
        {
          heading: text('match.movement'),
          cell: ({ description }) => ({ className: ui.cut, title: description ?? undefined }),
          value: ({ movement, description }) =>
            [movement, description].filter((part) => part !== null).join(' · '),
        },
        {
          heading: text('match.number'),
          ...SPARE,
          value: (line) => line.order ?? line.suborder ?? line.reference ?? line.operation ?? '—',
        },
        { heading: text('match.line-date'), ...SPARE, value: ({ date }) => day(date) },
        { heading: text('match.line-released'), ...SPARE, value: ({ released }) => day(released) },
        { heading: text('match.there'), kind: 'money', value: 'net' },
      ]}
      rows={lines}
      keyOf={({ identity }) => identity}
      line={() => ({ 'data-testid': 'match-line' })}
    />
  );
}

function Orders(props: {
  readonly orders: readonly MatchedOrder[];
  readonly figure: string;
  readonly places: number;
  readonly onOpenOrder: (order: number) => void;
}) {
  const text = useText();
  const { dates } = useFormats();
  const day = (date: MatchedOrder['paid']) => (date === null ? '—' : formatDay(date, dates));
  return (
    <ListTable
      name={text('match.of-orders')}
      className={styles.sides}
      places={props.places}
      columns={[
        {
          id: 'order',
          heading: 'Orden',
          value: 'Orden',
          draw: ({ Orden }, { at }) => (
            <Button className={ui.smallLink} onClick={() => props.onOpenOrder(at)}>
              {Orden === '' ? text('order.none') : Orden}
            </Button>
          ),
        },
        {
          heading: 'Canal · Cuenta',
          ...SPARE,
          value: ({ Canal, Cuenta }) => `${Canal} · ${Cuenta}`,
        },
        { heading: text('match.purchased'), ...SPARE, value: ({ purchased }) => day(purchased) },
        { heading: text('match.paid'), ...SPARE, value: ({ paid }) => day(paid) },
        { heading: props.figure, kind: 'money', value: 'amount' },
        { heading: text('match.settled'), kind: 'money', value: 'settled' },
        {
          heading: text('history.request-id'),
          ...SPARE,
          value: ({ correlationIds }) => correlationIds.join(' '),
          draw: ({ correlationIds }) => <CorrelationIds ids={correlationIds} />,
        },
      ]}
      rows={props.orders}
      keyOf={({ key }) => key}
      line={() => ({ 'data-testid': 'match-order' })}
    />
  );
}

/** These say what lines are, and make no pair of them. */
const NAMES_LINES: ReadonlySet<MatchSuggestion['why']> = new Set(['line-twice', 'repeats-line', 'total-row']);

/** Suggestions for it, with why; it is the user who decides. */
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
