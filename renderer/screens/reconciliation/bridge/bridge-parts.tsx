import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { describePeriod } from '#renderer/features/period/period.ts';
import { useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { SteppedBarCell, steppedBars } from '#renderer/screens/reconciliation/stepped-bars/stepped-bars.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import { BRIDGE_PARTS, type Bridge, type BridgePart, type BridgeQuery } from '#shared/domain/bridge.ts';
import {
  type Decimal,
  differenceBetween,
  fromDecimal,
  percentOf,
  toDecimal,
} from '#shared/domain/decimal.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import styles from './bridge.module.css';
import { ordersOfPart, ordersOfPeriod } from './bridge-orders.ts';
import { partDefinition, partName } from './bridge-words.ts';

type PartsProps = { readonly query: BridgeQuery; readonly bridge: Bridge; readonly places: number };

/** From the earlier figure to the later one, a row a part. Long for its markup, which is one table. */
export function BridgePartsTable({ query, bridge, places }: PartsProps) {
  const text = useText();
  const { code } = useCurrency();
  const { from, to, parts } = bridge;
  const shown = BRIDGE_PARTS.flatMap((part) => {
    const amount = parts[part];
    return amount === undefined ? [] : [{ part, amount }];
  });
  const bars = steppedBars(shown.map(({ amount }) => amount));
  const difference = differenceBetween(from ?? undefined, to ?? undefined);
  return (
    <table className={classNames(ui.denseTable, styles.parts)}>
      <thead>
        <tr>
          <th>{text('panel.line')}</th>
          <th>
            <span className={ui.visuallyHidden}>{text('panel.bar')}</span>
          </th>
          <th className={ui.number}>
            {code ?? text('panel.amount')}
            <MovedMark column={SCOPE_COLUMNS[query.scope].profitability} />
          </th>
          <th className={ui.number}>{text('period-bridge.share')}</th>
        </tr>
      </thead>
      <tbody>
        <EndRow query={query} bridge={bridge} end="before" places={places} />
        {shown.map(({ part, amount }, at) => (
          <tr key={part} data-testid="bridge-part" data-part={part} data-value={amount}>
            <td>
              <PartName query={query} bridge={bridge} part={part} />
            </td>
            <SteppedBarCell bar={bars[at]} amount={amount} className={styles.bars} />
            <FigureCell value={amount} kind="money" places={places} signed />
            <FigureCell value={shareOf(amount, difference)} kind="points" places={1} />
          </tr>
        ))}
        <EndRow query={query} bridge={bridge} end="after" places={places} />
        <tr className={styles.end}>
          <td colSpan={2}>{text('period-bridge.difference')}</td>
          <FigureCell value={difference} kind="money" places={places} signed testId="bridge-difference" />
          <td />
        </tr>
      </tbody>
    </table>
  );
}

/** In percent of what the profitability changed by, the sign being that of the part's direction against it. */
function shareOf(amount: Decimal, difference: Decimal): Decimal | null {
  const share = percentOf(fromDecimal(amount), fromDecimal(difference), 4);
  return share === undefined ? null : toDecimal(share);
}

function EndRow(props: PartsProps & { readonly end: 'before' | 'after' }) {
  const text = useText();
  const formats = useFormats();
  const open = useOpenOrders();
  const { query, bridge, end, places } = props;
  const column = SCOPE_COLUMNS[bridge.scope].profitability;
  const units = end === 'before' ? bridge.unitsBefore : bridge.unitsAfter;
  return (
    <tr className={styles.end}>
      <td colSpan={2}>
        <Button
          className={styles.name}
          title={[
            text('panel.open-orders'),
            text('period-bridge.units', { units: formats.figure(units) }),
          ].join('\n')}
          onClick={() => open({ only: [ordersOfPeriod(query, bridge[end])], by: column })}
        >
          {column}, {describePeriod(bridge[end], text)}
        </Button>
      </td>
      <FigureCell
        value={end === 'before' ? bridge.from : bridge.to}
        kind="money"
        places={places}
        testId={end === 'before' ? 'bridge-from' : 'bridge-to'}
      />
      <td />
    </tr>
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
