import { Fragment, type KeyboardEvent, useState } from 'react';
import type { MatchedCase, MatchesPage, MatchesQuery } from '#renderer/data/api/matches.ts';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { ExportMenu, type TableJob } from '#renderer/features/export/export.tsx';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { useFigureFacts } from '#renderer/features/provenance/figure-facts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { MoreLink } from '#renderer/screens/reconciliation/frame/more-link.tsx';
import { type OpenOrder, orderOf } from '#renderer/screens/reconciliation/frame/opened-order.ts';
import { keyOfSides } from '#renderer/screens/reconciliation/frame/sides.ts';
import { useDecisions } from '#renderer/screens/reconciliation/frame/use-decisions.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import { heldFigure } from '#shared/domain/matching/held-figure.ts';
import type { MatchSort } from '#shared/domain/matching/match-results.ts';
import type { MatchState } from '#shared/domain/matching/match-work.ts';
import { cellsOfKey, type OrderKey } from '#shared/domain/order-identity.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { ByHand } from './by-hand.tsx';
import { CaseDetail } from './case-detail.tsx';
import { isCut, sidesOf } from './case-key.ts';
import { DecisionList } from './decision-list.tsx';
import { noteWords } from './match-words.ts';
import styles from './matches.module.css';
import { matchesTable, ordersOf } from './matches-table.ts';

const TONES: { readonly [state in MatchState]: string | undefined } = {
  same: ui.good,
  within: ui.good,
  different: ui.bad,
  'only-here': ui.caution,
  'only-there': ui.caution,
};
const SORTS = ['there', 'here', 'difference'] as const;

type CasesProps = {
  readonly page: MatchesPage;
  readonly query: MatchesQuery;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly onSort: (sort: MatchSort) => void;
  readonly onMore: () => void;
  readonly onOpenOrder: OpenOrder;
};

/** The cases of the chosen states, what is taken by hand, and what was said before. */
export function MatchCases(props: CasesProps) {
  const text = useText();
  const formats = useFormats();
  const decisions = useDecisions();
  const [taken, setTaken] = useState<ReadonlyMap<string, MatchedCase>>(new Map());
  const { page, query } = props;
  const take = (key: string, each: MatchedCase): void => {
    const next = new Map(taken);
    if (!next.delete(key)) next.set(key, each);
    setTaken(next);
  };
  return (
    <>
      <div className={styles.bar}>
        <label className={styles.labelled}>
          <span>{text('match.search')}</span>
          <span className={ui.field}>
            <input
              type="search"
              data-testid="match-search"
              value={props.search}
              onChange={({ target }) => props.onSearch(target.value)}
            />
          </span>
        </label>
        <span className={ui.caption} data-testid="match-count" data-value={page.total}>
          {text('match.count', { count: page.total, shown: formats.count(page.total) })}
        </span>
        <MatchExport query={query} revision={page.revision} />
      </div>
      <ActionFailure words={decisions.failed} />
      {page.cases.length === 0 ? (
        <p className={ui.hint}>{text('match.no-cases')}</p>
      ) : (
        <CaseTable {...props} decisions={decisions} taken={taken} onTake={take} />
      )}
      <MoreLink left={page.total - page.cases.length} onMore={props.onMore} />
      {taken.size === 0 ? null : (
        <ByHand cases={[...taken.values()]} decisions={decisions} onDone={() => setTaken(new Map())} />
      )}
      <DecisionList decisions={decisions} fallen={page.fallen} />
    </>
  );
}

/** Up and down go from case to case. */
function moveBetweenCases(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const { target, currentTarget } = event;
  if (step === 0 || !(target instanceof HTMLElement) || target.dataset.case === undefined) return;
  event.preventDefault();
  const all = [...currentTarget.querySelectorAll<HTMLElement>(`[data-case="${target.dataset.case}"]`)];
  all[all.indexOf(target) + step]?.focus();
}

/** Long for its markup, which is one table. */
function CaseTable(
  props: CasesProps & {
    readonly decisions: ReturnType<typeof useDecisions>;
    readonly taken: ReadonlyMap<string, MatchedCase>;
    readonly onTake: (key: string, each: MatchedCase) => void;
  },
) {
  const text = useText();
  const formats = useFormats();
  const [opened, setOpened] = useState<string | null>(null);
  const { page, query, decisions, taken } = props;
  const { cases } = page;
  const places = formats.places(cases.flatMap((each) => [each.there, each.here, each.difference]));
  const sorted = (by: (typeof SORTS)[number]) => (query.sort?.by === by ? query.sort.direction : null);
  const sortBy = (by: (typeof SORTS)[number]): void =>
    props.onSort({ by, direction: sorted(by) === 'descending' ? 'ascending' : 'descending' });
  return (
    <section
      className={styles.cases}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
      tabIndex={0}
      aria-label={text('match.cases')}
      onKeyDown={moveBetweenCases}
    >
      <table className={ui.denseTable}>
        <thead>
          <tr>
            <th>
              <span className={ui.visuallyHidden}>{text('match.take')}</span>
            </th>
            <th>Orden</th>
            <th>{text('match.state')}</th>
            <th>Canal · Cuenta</th>
            {SORTS.map((by) => (
              <th key={by} className={ui.number} aria-sort={sorted(by) ?? 'none'}>
                <Button className={ui.smallLink} data-testid={`match-sort-${by}`} onClick={() => sortBy(by)}>
                  {text(`match.${by}`)}
                </Button>
              </th>
            ))}
            <th>{text('match.purchased')}</th>
            <th>{text('match.paid')}</th>
            <th>N° de Liquidación</th>
            <th>{text('match.file-lines')}</th>
            <th>{text('match.note')}</th>
          </tr>
        </thead>
        <tbody>
          {cases.map((each) => {
            const key = keyOfSides(sidesOf(each));
            const isOpen = opened === key;
            return (
              <Fragment key={key}>
                <CaseLine
                  each={each}
                  places={places}
                  isOpen={isOpen}
                  isTaken={taken.has(key)}
                  onTake={() => props.onTake(key, each)}
                  onOpen={() => setOpened(isOpen ? null : key)}
                />
                {isOpen ? (
                  <tr>
                    <td colSpan={12} className={styles.opened}>
                      <CaseDetail
                        each={each}
                        figure={heldFigure(page.statements.map(({ kind }) => kind))}
                        places={places}
                        decisions={decisions}
                        onOpenOrder={(order) => {
                          const orders = each.orders.map(({ key: own }, at) => {
                            const cells = cellsOfKey(own as OrderKey);
                            return orderOf({ identity: cells, cells }, at);
                          });
                          props.onOpenOrder({ orders, at: order, places });
                        }}
                      />
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

const uniqueOf = <T,>(values: readonly (T | null)[]): readonly T[] => [
  ...new Set(values.filter((value) => value !== null)),
];
const SHOWN = 3;

/** A case on its line. Long for its markup, which is one row. */
function CaseLine(props: {
  readonly each: MatchedCase;
  readonly places: number;
  readonly isOpen: boolean;
  readonly isTaken: boolean;
  readonly onTake: () => void;
  readonly onOpen: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { each, places } = props;
  const { lines, orders } = each;
  const some = (names: readonly string[], all = names.length) =>
    all > SHOWN
      ? text('rates.names-more', {
          names: names.slice(0, SHOWN).join(', '),
          more: formats.count(all - SHOWN),
        })
      : names.join(', ');
  const days = (values: readonly (LocalDate | null)[]) =>
    some(uniqueOf(values).map((day) => formatDay(day, formats.dates)));
  const named = ordersOf(each);
  const name =
    named === ''
      ? text('order.none')
      : some(named.split(' '), Math.max(each.orderCount, named.split(' ').length));
  const accounts = uniqueOf(orders.map(({ Canal, Cuenta }) => `${Canal} · ${Cuenta}`));
  const settlements = uniqueOf([
    ...lines.map(({ settlement }) => settlement),
    ...orders.flatMap((order) => order.settlements),
  ]).filter((settlement) => settlement !== '');
  const money = { kind: 'money', places } as const;
  return (
    <tr data-testid="match-case" data-state={each.state} data-value={each.difference}>
      <td>
        <input
          type="checkbox"
          data-case="take"
          data-testid="match-take"
          aria-label={text('match.take-case', { order: name })}
          checked={props.isTaken}
          disabled={isCut(each)}
          onChange={props.onTake}
        />
      </td>
      <td>
        <Button
          className={ui.smallLink}
          data-case="open"
          data-testid="match-open"
          aria-expanded={props.isOpen}
          onClick={props.onOpen}
        >
          <Icon name={props.isOpen ? 'down' : 'right'} small /> {name}
        </Button>
      </td>
      <td>
        <span className={classNames(ui.tag, TONES[each.state])}>{text(`match.state-${each.state}`)}</span>
        {each.fallen.length === 0 ? null : (
          <span className={classNames(ui.tag, ui.caution)} data-testid="match-fallen-mark">
            {text('match.fallen')}
          </span>
        )}
        {each.suggestions.length === 0 ? null : (
          <span className={classNames(ui.caption, styles.suggested)} data-testid="match-suggested">
            {text('match.suggestions', { count: each.suggestions.length })}
          </span>
        )}
      </td>
      <td className={ui.cut} title={accounts.join('\n')}>
        {some(accounts)}
      </td>
      <FigureCell value={lines.length === 0 ? null : each.there} {...money} />
      <FigureCell value={orders.length === 0 ? null : each.here} {...money} />
      <FigureCell value={each.difference} {...money} signed />
      <td>{days(orders.map(({ purchased }) => purchased))}</td>
      <td>
        {days(
          orders.length > 0
            ? orders.map(({ paid }) => paid)
            : lines.map(({ date, released }) => (released ?? date)?.day ?? null),
        )}
      </td>
      <td>{some(settlements)}</td>
      <td>
        {some(
          lines.map(({ line }) => String(line)),
          each.lineCount,
        )}
      </td>
      <td>{noteWords(each, text)}</td>
    </tr>
  );
}

function MatchExport({ query, revision }: { readonly query: MatchesQuery; readonly revision: number }) {
  const text = useText();
  const formats = useFormats();
  const { data } = useSession();
  const { scope } = useCurrency();
  const factsOf = useFigureFacts();
  const selection = { ...EVERYTHING, scope };
  const job = (): TableJob => ({
    fileName: exportFileName(text('match.title'), selection, query),
    content: async () => ({
      kind: 'table',
      table: matchesTable(
        await data.call.readMatches({ ...query, offset: 0, limit: Number.MAX_SAFE_INTEGER }),
        { text, formats },
      ),
    }),
    facts: factsOf(selection, revision),
  });
  return (
    <ExportMenu
      job={job}
      hasNoKeys
      className={ui.smallButton}
      name={text('match.export')}
      title={text('match.export')}
    />
  );
}
