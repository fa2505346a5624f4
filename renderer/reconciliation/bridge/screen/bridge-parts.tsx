import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { describePeriod } from '#renderer/features/period/period.ts';
import { useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import {
  BRIDGE_PARTS,
  type Bridge,
  type BridgePart,
  type BridgeQuery,
} from '#renderer/reconciliation/bridge/model/bridge.ts';
import { SteppedBar, steppedBars, steppedCell } from '#renderer/reconciliation/parts/stepped-bars.tsx';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import {
  type Decimal,
  differenceBetween,
  fromDecimal,
  percentOf,
  toDecimal,
} from '#shared/domain/decimal.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import styles from './bridge.module.css';
import { partDefinition, partName } from './bridge-messages.ts';
import { ordersOfPart, ordersOfPeriod } from './bridge-orders.ts';

type PartsProps = { readonly query: BridgeQuery; readonly bridge: Bridge; readonly places: number };
type End = 'before' | 'after';
type Step = { readonly end: End } | { readonly part: BridgePart; readonly amount: Decimal };

/** From the earlier figure to the later one, a row a part. */
export function BridgePartsTable({ query, bridge, places }: PartsProps) {
  const text = useText();
  const { from, to, parts } = bridge;
  const shown = BRIDGE_PARTS.flatMap((part) => {
    const amount = parts[part];
    return amount === undefined ? [] : [{ part, amount }];
  });
  const difference = differenceBetween(from ?? undefined, to ?? undefined);
  const columns = usePartColumns({ query, bridge }, shown, difference);
  return (
    <ListTable<Step>
      className={styles.parts}
      columns={columns}
      rows={[{ end: 'before' }, ...shown, { end: 'after' }]}
      keyOf={(step) => ('end' in step ? step.end : step.part)}
      places={places}
      line={(step) =>
        'end' in step
          ? { className: styles.end }
          : { 'data-testid': 'bridge-part', 'data-part': step.part, 'data-value': step.amount }
      }
      sums={[
        {
          key: 'difference',
          name: text('period-bridge.difference'),
          isPlain: true,
          line: { className: styles.end },
          sums: { amount: { value: difference, signed: true, testId: 'bridge-difference' } },
        },
      ]}
    />
  );
}

function usePartColumns(
  { query, bridge }: Pick<PartsProps, 'query' | 'bridge'>,
  shown: readonly { readonly part: BridgePart; readonly amount: Decimal }[],
  difference: Decimal,
): readonly Column<Step>[] {
  const text = useText();
  const { code } = useCurrency();
  const bars = new Map(
    steppedBars(shown.map(({ amount }) => amount)).map((bar, at) => [shown[at]?.part, bar]),
  );
  const ends = { before: bridge.from, after: bridge.to };
  return [
    {
      heading: text('panel.line'),
      cell: (step) => ('end' in step ? { colSpan: 2 } : {}),
      value: (step) => ('end' in step ? describePeriod(bridge[step.end], text) : partName(step.part, text)),
      draw: (step) =>
        'end' in step ? (
          <EndName query={query} bridge={bridge} end={step.end} />
        ) : (
          <PartName query={query} bridge={bridge} part={step.part} />
        ),
    },
    {
      heading: text('panel.bar'),
      isHeadingHidden: true,
      cell: steppedCell(styles.bars),
      draw: (step) => ('end' in step ? null : <SteppedBar bar={bars.get(step.part)} amount={step.amount} />),
    },
    {
      id: 'amount',
      heading: (
        <>
          {code ?? text('panel.amount')}
          <MovedMark column={SCOPE_COLUMNS[query.scope].profitability} />
        </>
      ),
      kind: 'money',
      value: (step) => ('end' in step ? ends[step.end] : step.amount),
      figure: (step) =>
        'end' in step ? { testId: step.end === 'before' ? 'bridge-from' : 'bridge-to' } : { signed: true },
      sheet: { name: code ?? text('panel.amount') },
    },
    {
      heading: text('period-bridge.share'),
      kind: 'points',
      value: (step) => ('end' in step ? undefined : shareOf(step.amount, difference)),
    },
  ];
}

/** In percent of what the profitability changed by, the sign being that of the part's direction against it. */
function shareOf(amount: Decimal, difference: Decimal): Decimal | null {
  const share = percentOf(fromDecimal(amount), fromDecimal(difference), 4);
  return share === undefined ? null : toDecimal(share);
}

/** The profitability of a period; it leads to its orders. */
function EndName({ query, bridge, end }: Omit<PartsProps, 'places'> & { readonly end: End }) {
  const text = useText();
  const formats = useFormats();
  const open = useOpenOrders();
  const column = SCOPE_COLUMNS[bridge.scope].profitability;
  const units = formats.figure(end === 'before' ? bridge.unitsBefore : bridge.unitsAfter);
  return (
    <Button
      className={styles.name}
      title={[text('panel.open-orders'), text('period-bridge.units', { units })].join('\n')}
      onClick={() => open({ only: [ordersOfPeriod(query, bridge[end])], by: column })}
    >
      {text.column(column)}, {describePeriod(bridge[end], text)}
    </Button>
  );
}

/** A part's name with what it means; it leads to its rows where a selection can say which they are. */
export function PartName(props: {
  readonly query: BridgeQuery;
  readonly bridge: Bridge;
  readonly part: BridgePart;
}) {
  const text = useText();
  const open = useOpenOrders();
  const { query, bridge, part } = props;
  const name = partName(part, text);
  const about = partDefinition(part, text);
  const behind = ordersOfPart(query, bridge, part);
  if (behind === null) return <span title={about}>{name}</span>;
  const { selection, by, period } = behind;
  const where = text('period-bridge.open', { period: describePeriod(period, text) });
  return (
    <Button
      className={styles.name}
      title={`${about}\n${where}`}
      onClick={() => open({ only: [{ type: 'set-all', selection }], by })}
    >
      {name}
    </Button>
  );
}
