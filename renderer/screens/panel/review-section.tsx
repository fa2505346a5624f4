import { memo } from 'react';
import type { Coverage, LedgerFacts, Totals } from '#renderer/data/api.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { describeMonth } from '#renderer/features/period/period.ts';
import { useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { type Decimal, fromDecimal, subtract, toDecimal } from '#shared/domain/decimal.ts';
import styles from './panel.module.css';

/** What waits for someone's look: only what the local copy knows for certain. Pure. */
type ReviewItem = {
  readonly id:
    | 'damaged'
    | 'held'
    | 'differs'
    | 'unreadable'
    | 'no-cost'
    | 'unsettled'
    | 'to-verify'
    | 'reread-due'
    | 'unknown-columns';
  readonly gravity: 'bad' | 'caution' | 'info';
  readonly cases: number;
  /** Ventas it touches, where that can be said. */
  readonly ventas: Decimal | null;
  /** Where it is looked into. */
  readonly opens: 'orders' | 'sync';
  /** The month it is about, where it is one. */
  readonly month: string | null;
  /** The column of the orders that it is about, where it is one. */
  readonly column: string | null;
};

type ReviewFacts = {
  readonly total: Pick<Totals, 'sums' | 'unreadable' | 'ventasWithProductCost' | 'rowsWithoutProductCost'>;
  readonly facts: Pick<LedgerFacts, 'unknownColumns' | 'damage'>;
  /** Null while it has not been read. */
  readonly coverage: Pick<Coverage, 'months' | 'controls'> | null;
};

/** The gravest first; nothing of what is fine. */
export function reviewOf({ total, facts, coverage }: ReviewFacts): readonly ReviewItem[] {
  const months = coverage?.months ?? [];
  const inMonths = (
    id: ReviewItem['id'],
    gravity: ReviewItem['gravity'],
    countOf: (month: Coverage['months'][number]) => number,
  ): ReviewItem => {
    const found = months.filter((month) => countOf(month) > 0);
    const cases = found.reduce((sum, month) => sum + countOf(month), 0);
    return {
      id,
      gravity,
      cases,
      ventas: null,
      opens: 'sync',
      month: found.at(-1)?.month ?? null,
      column: null,
    };
  };
  const ofRows = (
    id: ReviewItem['id'],
    gravity: ReviewItem['gravity'],
    cases: number,
    column: string | null = null,
  ): ReviewItem => {
    return { id, gravity, cases, ventas: null, opens: 'orders', month: null, column };
  };
  const unreadable = Object.values(total.unreadable).reduce((sum, count) => sum + count, 0);
  const differs = ({ everything, dashboard }: Coverage['controls']) =>
    everything?.agrees === false || dashboard?.agrees === false;
  const differing = inMonths('differs', 'bad', ({ controls }) => (differs(controls) ? 1 : 0));
  // The count of everything may differ before the month is found.
  const isSomewhere = coverage !== null && differs(coverage.controls);
  const items: readonly ReviewItem[] = [
    { ...ofRows('damaged', 'bad', facts.damage === null ? 0 : 1), opens: 'sync' },
    inMonths('held', 'bad', ({ held }) => held?.rowsMissing ?? 0),
    { ...differing, cases: Math.max(differing.cases, isSomewhere ? 1 : 0) },
    {
      ...ofRows('no-cost', 'caution', total.rowsWithoutProductCost, 'Costo de Producto'),
      ventas: withoutCost(total),
    },
    ofRows('unreadable', 'caution', unreadable, Object.keys(total.unreadable)[0] ?? null),
    inMonths('unsettled', 'caution', ({ unsettled }) => (unsettled ? 1 : 0)),
    inMonths('to-verify', 'info', ({ ordersToVerify }) => ordersToVerify),
    inMonths('reread-due', 'info', ({ rereadDue }) => (rereadDue ? 1 : 0)),
    ofRows('unknown-columns', 'info', facts.unknownColumns.length, facts.unknownColumns[0] ?? null),
  ];
  return items.filter(({ cases }) => cases > 0);
}

function withoutCost({ sums, ventasWithProductCost }: ReviewFacts['total']): Decimal | null {
  const { Ventas } = sums;
  return Ventas === undefined
    ? null
    : toDecimal(subtract(fromDecimal(Ventas), fromDecimal(ventasWithProductCost)));
}

/** Where the strip leads to. */
export const REVIEW_ID = 'panel-review';

/** What waits for someone's look, the gravest first; each line leads to where it is looked into. */
export const ReviewSection = memo(function ReviewSection(props: {
  readonly items: readonly ReviewItem[];
  readonly places: number;
}) {
  const text = useText();
  const { go } = useNavigation();
  const open = useOpenOrders();
  const { code } = useCurrency();
  return (
    <section className={classNames(ui.section, styles.review)}>
      <header>
        <h2 id={REVIEW_ID} tabIndex={-1}>
          {text('panel.review')}
        </h2>
      </header>
      {props.items.length === 0 ? (
        <p className={classNames(ui.small, styles.empty)}>
          <span className={ui.good}>{text('panel.review-none')}</span>
        </p>
      ) : (
        <table className={classNames(ui.denseTable, styles.rows, styles.reviews)}>
          <thead>
            <tr>
              <th>{text('panel.exception')}</th>
              <th className={ui.number}>{text('panel.cases')}</th>
              <th className={ui.number}>
                {text('panel.affected')}
                {code === null ? '' : ` ${code}`}
              </th>
            </tr>
          </thead>
          <tbody>
            {props.items.map((item) => (
              <tr key={item.id} data-review={item.id}>
                <td>
                  <span className={classNames(ui.tag, ui[item.gravity])}>
                    <button
                      type="button"
                      className={styles.link}
                      onClick={() =>
                        item.opens === 'orders' ? open({ at: item.column }) : go('sync', item.month)
                      }
                    >
                      {text(`panel.review-${item.id}`)}
                      {item.month === null ? '' : ` · ${describeMonth(item.month, text)}`}
                    </button>
                  </span>
                </td>
                <FigureCell value={String(item.cases)} kind="count" />
                <FigureCell value={item.ventas} kind="money" places={props.places} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
});
