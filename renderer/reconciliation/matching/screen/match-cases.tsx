import { type ReactNode, useState } from 'react';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { MatchSort } from '#renderer/reconciliation/matching/model/match-results.ts';
import { matchedFigure } from '#renderer/reconciliation/matching/model/matched-figure.ts';
import type {
  MatchedCase,
  MatchesPage,
  MatchesQuery,
} from '#renderer/reconciliation/matching/model/matches.ts';
import { MoreLink } from '#renderer/reconciliation/parts/more-link.tsx';
import { type OpenOrder, orderOf } from '#renderer/reconciliation/parts/opened-order.ts';
import type { OnSection } from '#renderer/reconciliation/parts/sections.ts';
import { keyOfSides } from '#renderer/reconciliation/parts/sides.ts';
import { TableExport } from '#renderer/reconciliation/parts/table-export.tsx';
import { useDecisions } from '#renderer/reconciliation/parts/use-decisions.ts';
import ui from '#renderer/ui/controls.module.css';
import { Segmented } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { cellsOfKey, type OrderKey } from '#shared/domain/order-identity.ts';
import { figureWords } from './basis-messages.ts';
import { ByHand } from './by-hand.tsx';
import { CaseDetail } from './case-detail.tsx';
import { isCut, sidesOf } from './case-key.ts';
import { DecisionList } from './decision-list.tsx';
import styles from './matches.module.css';
import { caseColumns, caseName, matchesTable } from './matches-table.tsx';

type CasesProps = {
  readonly page: MatchesPage;
  readonly query: MatchesQuery;
  /** The condition that the cases were narrowed to beforehand, with the way to all. */
  readonly ledTo: ReactNode;
  readonly search: string;
  /** Null: neither, but cases of one state. */
  readonly shown: 'open' | 'all' | null;
  readonly onShow: (shown: 'open' | 'all') => void;
  readonly onSearch: (search: string) => void;
  readonly onSort: (sort: MatchSort) => void;
  readonly onMore: () => void;
  readonly onOpenOrder: OpenOrder;
  readonly onSection: OnSection;
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
      <div className={styles.filters}>
        <Segmented
          label={text('match.shown')}
          value={props.shown ?? ''}
          options={(['open', 'all'] as const).map((value) => ({
            value,
            label: text(`match.shown-${value}`),
            testId: `match-shown-${value}`,
          }))}
          onChange={(shown) => (shown === '' ? undefined : props.onShow(shown))}
        />
        {props.ledTo}
        <label>
          <span className={ui.visuallyHidden}>{text('match.search')}</span>
          <span className={ui.field}>
            <input
              type="search"
              placeholder={text('match.search')}
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
      <CaseTable {...props} decisions={decisions} taken={taken} onTake={take} />
      <MoreLink left={page.total - page.cases.length} onMore={props.onMore} />
      {taken.size === 0 ? null : (
        <ByHand cases={[...taken.values()]} decisions={decisions} onDone={() => setTaken(new Map())} />
      )}
      <DecisionList decisions={decisions} fallen={page.fallen} />
    </>
  );
}

/** From here on the list keeps its amounts beside the panel. */
const ROOM_FOR_BOTH_PX = 780;

type TableProps = CasesProps & {
  readonly decisions: ReturnType<typeof useDecisions>;
  readonly taken: ReadonlyMap<string, MatchedCase>;
  readonly onTake: (key: string, each: MatchedCase) => void;
};

function CaseTable(props: TableProps) {
  const text = useText();
  const formats = useFormats();
  const { page, query, decisions } = props;
  const { cases } = page;
  const words = { text, formats };
  const places = formats.places(cases.flatMap(amountsOf));
  const { by = null, direction = null } = query.sort ?? {};
  const onSort = (next: string): void => {
    const isTurned = by === next && direction === 'descending';
    props.onSort({ by: next as MatchSort['by'], direction: isTurned ? 'ascending' : 'descending' });
  };
  const measure = matchedFigure(page.statements.map(({ kind }) => kind));
  return (
    <ListTable
      name={text('match.cases')}
      empty={text('match.no-cases')}
      frame={{ className: styles.cases, isBare: true }}
      columns={[takeColumn(props, words), ...caseColumns(words)]}
      rows={cases}
      keyOf={keyOf}
      places={places}
      sort={{ by, isDescending: direction === 'descending' }}
      onSort={onSort}
      line={({ state, difference, amounts }) => ({
        'data-testid': 'match-case',
        'data-state': state,
        // Of several currencies it is none.
        'data-value': amounts.length > 1 ? undefined : difference,
      })}
      belowClass={styles.opened}
      beside={{
        name: (each) => caseName(each, words),
        closeName: text('common.close'),
        from: ROOM_FOR_BOTH_PX,
      }}
      below={(each, { isOpen }) =>
        isOpen ? (
          <CaseDetail
            each={each}
            figure={figureWords(page.basis.chosen, measure, text)}
            places={places}
            others={page.others}
            decisions={decisions}
            measure={measure}
            onSection={props.onSection}
            onOpenOrder={(order) => props.onOpenOrder({ orders: ordersOf(each), at: order, places })}
          />
        ) : null
      }
    />
  );
}

/** The boxes of what is taken by hand. */
const takeColumn = (
  { taken, onTake }: TableProps,
  words: Parameters<typeof caseName>[1],
): Column<MatchedCase> => ({
  heading: words.text('match.take'),
  isHeadingHidden: true,
  draw: (each) => (
    <input
      type="checkbox"
      data-case="take"
      data-testid="match-take"
      aria-label={words.text('match.take-case', { order: caseName(each, words) })}
      checked={taken.has(keyOf(each))}
      disabled={isCut(each)}
      title={isCut(each) ? words.text('match.take-cut') : undefined}
      onChange={() => onTake(keyOf(each), each)}
    />
  ),
});

/** As the order's panel opens them. */
const ordersOf = ({ orders }: MatchedCase) =>
  orders.map(({ key }, at) => {
    const cells = cellsOfKey(key as OrderKey);
    return orderOf({ identity: cells, cells }, at);
  });

const amountsOf = ({ amounts }: MatchedCase) =>
  amounts.flatMap(({ statementAmount, ledgerAmount, difference }) => [
    statementAmount,
    ledgerAmount,
    difference,
  ]);

const keyOf = (each: MatchedCase): string => keyOfSides(sidesOf(each));

function MatchExport({ query, revision }: { readonly query: MatchesQuery; readonly revision: number }) {
  const text = useText();
  const formats = useFormats();
  const { data } = useSession();
  const all = { ...query, offset: 0, limit: Number.MAX_SAFE_INTEGER };
  return (
    <TableExport
      label={text('match.export')}
      fileName={text('match.title')}
      of={query}
      table={async () => matchesTable(await data.call.readMatches(all), { text, formats })}
      revision={revision}
    />
  );
}
