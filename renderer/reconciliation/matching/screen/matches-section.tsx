import { isEqual } from 'es-toolkit/predicate';
import { useEffect, useMemo, useState } from 'react';
import { z } from 'zod';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { currencyName } from '#renderer/features/currency/currency-name.ts';
import { useTolerance } from '#renderer/features/exceptions/tolerance.ts';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { monthInSentence } from '#renderer/features/messages/window-messages.ts';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { ledStatements } from '#renderer/reconciliation/matching/model/led-statements.ts';
import type { MatchSort } from '#renderer/reconciliation/matching/model/match-results.ts';
import { MATCH_STATES, type MatchState } from '#renderer/reconciliation/matching/model/match-work.ts';
import { matchedFigure } from '#renderer/reconciliation/matching/model/matched-figure.ts';
import type { MatchesPage, MatchesQuery } from '#renderer/reconciliation/matching/model/matches.ts';
import { LedTo } from '#renderer/reconciliation/parts/led-to.tsx';
import type { OpenOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import type { MatchesAsk, OnSection } from '#renderer/reconciliation/parts/sections.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import { isBank } from '#renderer/reconciliation/statements/model/statement-account.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { accountKey } from '#shared/domain/account-key.ts';
import type { Month } from '#shared/domain/dates.ts';
import { BasisChoice } from './basis-choice.tsx';
import { MatchCases } from './match-cases.tsx';
import { spokenWords } from './match-messages.ts';
import { MatchTotalsTable } from './match-totals.tsx';
import styles from './matches.module.css';
import { MissingBeside } from './missing-beside.tsx';
import { type StatementsChosen, statementsInView } from './statements-in-view.ts';
import { ToleranceForm } from './tolerance-form.tsx';

const AT_ONCE = 50;
const GREATEST_FIRST: MatchSort = { by: 'difference', direction: 'descending' };
const sortSchema = z
  .object({
    by: z.enum(['line', 'here', 'there', 'difference']),
    direction: z.enum(['ascending', 'descending']),
  })
  .nullable();
const ALL = {};
const ALL_STATES: readonly MatchState[] = [];
const DIFFERING: readonly MatchState[] = ['different', 'only-here', 'only-there'];
const statesSchema = z.array(z.enum(MATCH_STATES));
const chosenSchema = z
  .object({ at: z.string(), ids: z.array(z.string()), month: z.string().nullable().default(null) })
  .nullable();

type MatchesProps = {
  /** The month whose orders alone are listed to begin with; null: all of the statement. */
  readonly month?: Month | null;
  /** The cases that one was led to; another object each time. Null: nothing. */
  readonly asked: MatchesAsk | null;
  readonly onOpenOrder: OpenOrder;
  /** Leads to where a statement is imported. */
  readonly onImport: () => void;
  /** Leads to the tools that look into a case. */
  readonly onSection: OnSection;
};

const searchSchema = z.string();
const NO_SEARCH = '';

/** Statements held against the orders: what agrees, what does not, and what the user says of it. */
export function MatchesSection(props: MatchesProps) {
  const text = useText();
  const { output, error, refresh } = useLiveQuery('statements', ALL, (call) => call.readStatements(null));
  // A bank's lines are of payouts, never of orders.
  const ofOrders = output?.filter((each) => !isBank(each)) ?? [];
  return (
    <section
      className={classNames(ui.section, props.month != null && styles.below)}
      aria-label={text('match.title')}
      data-testid="matches"
    >
      <header>
        <h2>{text('match.title')}</h2>
        <span className={ui.note}>{text('match.note-section')}</span>
      </header>
      {error === null ? null : <QueryFailure error={error} onRetry={refresh} />}
      {output === null ? (
        error === null ? (
          <p className={ui.hint} role="status">
            {text('match.loading')}
          </p>
        ) : null
      ) : ofOrders.length === 0 ? (
        <div className={ui.empty} data-testid="match-empty">
          <b>{text(output.length === 0 ? 'match.none' : 'match.banks-alone')}</b>
          <span>{text('match.none-note')}</span>
          <Button className={ui.primaryButton} data-testid="match-import" onClick={props.onImport}>
            {text('match.import')}
          </Button>
        </div>
      ) : (
        <Matches {...props} statements={ofOrders} />
      )}
    </section>
  );
}

/** Long, for all of it is one question and its answer. */
function Matches(props: MatchesProps & { readonly statements: readonly ImportedStatement[] }) {
  const text = useText();
  const { statements } = props;
  // A choice holds until another statement is imported: that one is shown then.
  const newest = statements[0]?.id ?? '';
  const place = props.month ?? null;
  const [choice, setChoice] = useScreenState<StatementsChosen | null>(
    'reconciliation.match-statements',
    chosenSchema,
    null,
  );
  const { scope } = useCurrency();
  const ids = statementsInView({ statements, place, scope, choice });
  const [tolerance, setTolerance] = useTolerance();
  // A month asks for what differs; over all rows one looks at everything first.
  const initial = props.month == null ? ALL_STATES : DIFFERING;
  const [states, setStates] = useScreenState<readonly MatchState[]>(
    props.month == null ? 'reconciliation.match-states' : 'reconciliation.month-match-states',
    statesSchema,
    initial,
  );
  const [sort, setSort] = useScreenState<MatchSort | null>(
    'reconciliation.match-sort',
    sortSchema,
    GREATEST_FIRST,
  );
  const [search, setSearch] = useScreenState('reconciliation.match-search.rows', searchSchema, NO_SEARCH);
  const [month, setMonth] = useState(props.month ?? undefined);
  const [limit, setLimit] = useState(AT_ONCE);
  const { asked } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one is led there once, whatever is imported afterwards
  useEffect(() => {
    const led = asked === null ? [] : ledStatements(statements, asked.digest);
    if (asked === null || led.length === 0) return;
    setChoice({ at: newest, ids: led.map(({ id }) => id), month: place });
    setMonth(asked.month ?? props.month ?? undefined);
    setStates([asked.state]);
    setSearch('');
    setLimit(AT_ONCE);
  }, [asked]);
  const chosen = ids.length === 0 ? null : ids.toSorted().join('\n');
  const query = useMemo<MatchesQuery>(
    () => ({
      statementIds: chosen === null ? null : chosen.split('\n'),
      tolerance,
      states,
      sort,
      search,
      ...(month === undefined ? {} : { month }),
    }),
    [chosen, tolerance, states, sort, search, month],
  );
  const isOfNone = place !== null && ids.length === 0;
  const input = useMemo(() => (isOfNone ? null : { ...query, offset: 0, limit }), [query, limit, isOfNone]);
  const answer = useLiveQuery('matches', input, (call, each, slot) => call.readMatches({ ...each, slot }));
  const again =
    <T,>(set: (next: T) => void) =>
    (next: T): void => {
      set(next);
      setLimit(AT_ONCE);
    };
  if (isOfNone) {
    return (
      <p className={ui.hint} data-testid="match-none-of-month">
        {text('match.none-of-month')}
      </p>
    );
  }
  return (
    <>
      {answer.output === null ? null : (
        <StatementChoice
          statements={statements}
          shown={answer.output.statements}
          chosen={ids}
          onChoose={(next) => setChoice({ at: newest, ids: next, month: place })}
        />
      )}
      <Answered answer={answer} loading={text('match.matching')} testId="match-result">
        {(page) => (
          <>
            <BasisChoice
              basis={page.basis}
              figure={matchedFigure(page.statements.map(({ kind }) => kind))}
              tolerance={tolerance}
            >
              <ToleranceForm tolerance={tolerance} onChange={setTolerance} />
            </BasisChoice>
            <MatchCases
              page={page}
              query={query}
              shown={shownOf(states)}
              onShow={again((shown) => setStates(shown === 'open' ? DIFFERING : ALL_STATES))}
              ledTo={
                month === undefined ? null : (
                  <LedTo
                    name={text('match.led', { month: monthInSentence(month, text) })}
                    onEnd={() => again(setMonth)(undefined)}
                  />
                )
              }
              search={search}
              onSearch={again(setSearch)}
              onSort={again(setSort)}
              onMore={() => setLimit(limit + 4 * AT_ONCE)}
              onOpenOrder={props.onOpenOrder}
              onSection={props.onSection}
            />
            {month === undefined ? null : (
              <p className={classNames(ui.caption, styles.ofAll)}>{text('match.totals-of-all')}</p>
            )}
            <Totals
              totals={page.totals}
              chosen={states}
              onChoose={again((state) => setStates(isEqual(states, [state]) ? initial : [state]))}
            />
            <MissingBeside statements={statements} facts={page.facts} />
            <details className={styles.more}>
              <summary data-testid="match-conditions">{text('match.conditions')}</summary>
              <Spoken page={page} />
              <Beside page={page} />
            </details>
          </>
        )}
      </Answered>
    </>
  );
}

/** Null: neither of both, but those of one state. */
const shownOf = (states: readonly MatchState[]): 'open' | 'all' | null =>
  states.length === 0 ? 'all' : isEqual(states, DIFFERING) ? 'open' : null;

/** What it comes to by state, in the currency of the most; what other currencies come to is one press away. */
function Totals(props: {
  readonly totals: MatchesPage['totals'];
  readonly chosen: readonly MatchState[];
  readonly onChoose: (state: MatchState) => void;
}) {
  const text = useText();
  const { totals, ...choosing } = props;
  const [first, ...others] = totals.map((each) => (
    <MatchTotalsTable key={each.currency} totals={each} isOneOfSeveral={totals.length > 1} {...choosing} />
  ));
  return (
    <>
      {first}
      {others.length === 0 ? null : (
        <details className={styles.more}>
          <summary data-testid="match-other-currencies">
            {text('match.other-currencies', { count: others.length })}
          </summary>
          {others}
        </details>
      )}
    </>
  );
}

/** Which statements are held against the orders. */
function StatementChoice(props: {
  readonly statements: readonly ImportedStatement[];
  readonly shown: readonly ImportedStatement[];
  /** What the next answer is of; none: what is shown. */
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
}) {
  const text = useText();
  const { dates } = useFormats();
  const shown = props.shown.map(({ id }) => id);
  // A box is pressed beside those that were pressed before, answered or not.
  const ticked = props.chosen.length > 0 ? props.chosen : shown;
  const nameOf = ({ name, days }: ImportedStatement) =>
    days === null
      ? name
      : `${name} · ${text('match.days', { from: formatDay(days.from, dates), to: formatDay(days.to, dates) })}`;
  return (
    <details className={styles.chosen}>
      <summary data-testid="match-statements" data-value={shown.join(' ')}>
        <span title={props.shown.map(nameOf).join('\n')}>
          {text('match.of-count', { count: props.shown.length })}{' '}
          <span className={ui.faint}>{props.shown.map(nameOf).join('; ')}</span>
        </span>
      </summary>
      <ul className={styles.statements} aria-label={text('match.choose')}>
        {props.statements.map((each) => {
          const isTicked = ticked.includes(each.id);
          return (
            <li key={each.id}>
              <label>
                <input
                  type="checkbox"
                  data-testid="match-statement"
                  data-value={each.id}
                  checked={isTicked}
                  disabled={isTicked && ticked.length === 1}
                  title={isTicked && ticked.length === 1 ? text('match.one-stays') : undefined}
                  onChange={() =>
                    props.onChoose(isTicked ? ticked.filter((id) => id !== each.id) : [...ticked, each.id])
                  }
                />{' '}
                {nameOf(each)}
              </label>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** The periods that the statements speak for: only their orders are reported as missing from them. */
function Spoken({ page: { facts } }: { readonly page: MatchesPage }) {
  const text = useText();
  const formats = useFormats();
  if (facts.length === 0) return <p className={ui.caption}>{text('match.speaks-of-nobody')}</p>;
  return (
    <ul className={classNames(styles.summary, ui.caption)} aria-label={text('match.speaks')}>
      {facts.map((fact) => (
        <li key={accountKey(fact.canal, fact.cuenta)} data-testid="match-speaks" data-value={fact.by ?? ''}>
          {spokenWords(fact, { text, formats })}
        </li>
      ))}
    </ul>
  );
}

/** Lines that are no part of the result, and movements here that the statements say nothing of. */
function Beside({ page: { totals, outside, ledgerMovements } }: { readonly page: MatchesPage }) {
  const text = useText();
  if (outside.length === 0 && ledgerMovements.length === 0) return null;
  const named = (name: string, currency: string): string =>
    totals.length < 2 ? name : `${name} · ${currencyName(currency, text)}`;
  const rows = [
    ...outside.map(({ reason, currency, lines, sum }) => ({
      ...{ key: reason, name: named(text(`match.outside-${reason}`), currency), count: lines, sum },
    })),
    ...ledgerMovements.map(({ currency, orders, sum }) => ({
      ...{ key: 'movements-here', name: named(text('match.movements-here'), currency), count: orders, sum },
    })),
  ];
  return (
    <ListTable
      name={text('match.outside')}
      className={styles.outside}
      columns={[
        { heading: text('match.outside'), value: 'name' },
        { heading: text('match.lines'), kind: 'count', value: 'count' },
        { heading: text('match.sum'), kind: 'money', value: 'sum', testId: 'match-outside-sum' },
      ]}
      rows={rows}
      keyOf={({ key, name }) => `${key} ${name}`}
      line={({ key }) => ({ 'data-testid': 'match-outside', 'data-name': key })}
    />
  );
}
