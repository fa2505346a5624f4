import { useMemo } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import type { OpenOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import {
  RATE_KINDS,
  RATE_SOURCES,
  type RateLine,
  type RateSummary,
  type Rates,
  type RatesQuery,
} from '#renderer/reconciliation/rates/model/rates.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { offRows } from './deviation-choice.ts';
import { RateDeviations } from './rate-deviations.tsx';
import { daysWords, formulaWords, groupWords } from './rate-messages.ts';
import styles from './rates.module.css';

/** Charges of channels, as rules learnt from the rows, and the rows charged otherwise. */
export function RatesSection(props: { readonly onOpenOrder: OpenOrder }) {
  const text = useText();
  const { selection } = useSelection();
  const input = useMemo<RatesQuery>(() => ({ selection }), [selection]);
  const answer = useLiveQuery('rates', input, (call, query, slot) => call.readRates({ ...query, slot }));
  return (
    <section
      className={ui.section}
      aria-label={text('rates.title')}
      data-testid="rates"
      data-value={answer.output?.lines.length}
    >
      <header>
        <h2>{text('rates.title')}</h2>
        <span className={ui.note}>{text('rates.note')}</span>
      </header>
      <Answered answer={answer} loading={text('rates.loading')}>
        {(rates) => (
          <>
            <Summary rates={rates} />
            {rates.summaries.map((summary) => (
              <Covered key={summary.kind} summary={summary} />
            ))}
            {rates.lines.length === 0 ? null : <RuleTable rates={rates} onOpenOrder={props.onOpenOrder} />}
          </>
        )}
      </Answered>
    </section>
  );
}

/** The result in a sentence. */
function Summary({ rates }: { readonly rates: Rates }) {
  const text = useText();
  const { lines, summaries } = rates;
  const off = lines.filter((line) => offRows(line) > 0).length;
  const changed = lines.filter(({ former }) => former !== null).length;
  const said = () => {
    if (summaries.every(({ judged }) => judged === 0)) return text('rates.none-judged');
    if (lines.length === 0) return text('rates.no-rules');
    const found =
      off === 0 ? text('rates.all-follow', { count: lines.length }) : text('rates.some-off', { count: off });
    return changed === 0 ? found : `${found} ${text('rates.some-changed', { count: changed })}`;
  };
  return (
    <p role="status" className={styles.summary} data-testid="rates-said">
      {lines.length > 0 && off === 0 && changed === 0 ? <Icon name="check" small /> : null}
      <span className={off > 0 || changed > 0 ? classNames(ui.tag, ui.bad) : undefined}>{said()}</span>
    </p>
  );
}

/** How many rows of a kind of charge a rule speaks of, and why it speaks of no others. */
function Covered({ summary }: { readonly summary: RateSummary }) {
  const text = useText();
  const formats = useFormats();
  const { kind, judged, without, unjudged } = summary;
  if (judged === 0) return null;
  const { states, uncharged, unsold, unreadable } = unjudged;
  const count = (value: number) => formats.count(value);
  return (
    <p
      className={ui.caption}
      data-testid={`rates-without-${kind}`}
      data-value={without.rows}
      title={text('rates.unjudged', {
        states: count(states),
        uncharged: count(uncharged),
        unsold: count(unsold),
        unreadable: count(unreadable),
      })}
    >
      {text('rates.covered', {
        charge: text.column(RATE_SOURCES[kind].charge),
        judged: count(judged),
        without: without.rows,
        shown: count(without.rows),
        amount: formats.money(without.amount, formats.places([without.amount])),
      })}
    </p>
  );
}

/** Long for its columns. */
function ruleColumns(text: Text, formats: Formats): readonly Column<RateLine>[] {
  const inRows = ({ rows, amount }: RateLine['over']): string =>
    text('rates.in-rows', { amount: formats.title(amount), count: rows, shown: formats.count(rows) });
  const sided = (id: 'over' | 'under'): Column<RateLine> => ({
    id,
    heading: text(`rates.${id}`),
    kind: 'money',
    value: (line) => line[id].amount,
    figure: (line) => ({ title: inRows(line[id]) }),
  });
  return [
    {
      heading: text('proof.rule'),
      cell: { className: styles.rule },
      value: (line) => groupWords(line, { text, formats }),
      draw: (line, { isOpen, toggle }) => <Rule line={line} isOpen={isOpen} onToggle={toggle} />,
    },
    { id: 'follow', heading: text('rates.follow'), kind: 'count', value: 'follows' },
    { heading: text('rates.off'), kind: 'count', value: offRows },
    sided('over'),
    sided('under'),
    { heading: text('rates.claim'), kind: 'money', value: 'claim', testId: 'rate-claim' },
  ];
}

/** Rules, those with most to ask back first; the rows of one open below it. */
function RuleTable({ rates, onOpenOrder }: { readonly rates: Rates; readonly onOpenOrder: OpenOrder }) {
  const text = useText();
  const formats = useFormats();
  const groups = RATE_KINDS.map((kind) => ({
    key: kind,
    heading: text.column(RATE_SOURCES[kind].charge),
    headingClass: styles.kind,
    rows: rates.lines.filter((line) => line.kind === kind),
  }));
  return (
    <ListTable
      name={text('rates.title')}
      className={styles.rules}
      frame={{ isBare: true, className: styles.frame }}
      columns={ruleColumns(text, formats)}
      groups={groups.filter(({ rows }) => rows.length > 0)}
      keyOf={({ id }) => id}
      line={({ over, under }) => ({
        'data-testid': 'rate-rule',
        'data-value': over.amount,
        'data-under': under.amount,
      })}
      belowClass={styles.opened}
      below={(line, { isOpen }) =>
        isOpen ? <RateDeviations line={line} revision={rates.revision} onOpenOrder={onOpenOrder} /> : null
      }
    />
  );
}

const sizeOf = (amount: Decimal): string => amount.replace('-', '');

/** A rule in words, what it was before, and the press that opens the rows that do not follow it. */
function Rule(props: { readonly line: RateLine; readonly isOpen: boolean; readonly onToggle: () => void }) {
  const text = useText();
  const formats = useFormats();
  const { line, isOpen, onToggle } = props;
  const { former } = line;
  const words = { text, formats };
  const name = groupWords(line, words);
  const hasRows = offRows(line) > 0 || (former?.rows ?? 0) > 0;
  const days = daysWords(line, words);
  return (
    <>
      {hasRows ? (
        <Button
          className={ui.smallLink}
          aria-expanded={isOpen}
          title={text('rates.open', { rule: name })}
          onClick={onToggle}
        >
          {name}
        </Button>
      ) : (
        <span>{name}</span>
      )}
      <span className={styles.formula}>
        {formulaWords(line.formula, words)}
        {days === null ? null : `; ${days}`}
      </span>
      {former === null ? null : (
        <span className={styles.formula} data-testid="rate-change" data-value={former.amount}>
          {text('rates.before', {
            rule: formulaWords(former.formula, words),
            count: former.rows,
            shown: formats.count(former.rows),
            amount: formats.money(sizeOf(former.amount), formats.places([former.amount])),
            way: former.amount.startsWith('-') ? 'less' : 'more',
          })}
        </span>
      )}
    </>
  );
}
