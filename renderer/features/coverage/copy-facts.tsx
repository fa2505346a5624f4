import { useLedger } from '#renderer/data/client/session-context.tsx';
import { knownMoment } from '#renderer/features/messages/sync-messages.ts';
import { useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { formatMoment } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { SyncStatus } from '#shared/contract/app.ts';

/** All rows without a purchase date, whatever is selected. */
const UNDATED: readonly SelectionAction[] = [
  { type: 'clear' },
  { type: 'set-dates', column: 'Fecha de compra', filter: { column: 'Fecha de compra', beyond: null } },
];

/** How far the copy reaches, and what is known to be open about it. */
export function CopyFacts(props: {
  readonly status: SyncStatus;
  readonly undatedRows: number;
  readonly outOfRangeRows: number;
}) {
  const { status, undatedRows, outOfRangeRows } = props;
  const text = useText();
  const formats = useFormats();
  const ledger = useLedger();
  const openOrders = useOpenOrders();
  if (ledger.kind !== 'open') return null;
  const { facts } = ledger;
  const shown = formats.count;
  return (
    <ul className="facts-line">
      {status.knownUntil === null ? null : (
        <li>
          <span className="dim">{text('copy.known')}</span> {knownMoment(status.knownUntil, formats)}
        </li>
      )}
      {facts.lastUpdate === null ? null : (
        <li>
          <span className="dim">{text('copy.last-update')}</span>{' '}
          {formatMoment(facts.lastUpdate, formats.dates)} UTC
        </li>
      )}
      {status.ordersToVerify === 0 ? null : (
        <li className="tag k-inf" title={text('copy.to-verify-note')}>
          {text('copy.to-verify', { count: status.ordersToVerify, shown: shown(status.ordersToVerify) })}
        </li>
      )}
      {status.unsettledWindows === 0 ? null : (
        <li className="tag k-warn" title={text('copy.unsettled-note')}>
          <data
            value={status.unsettledWindows}
            data-value={status.unsettledWindows}
            data-testid="copy-unsettled"
          >
            {text('copy.unsettled', {
              count: status.unsettledWindows,
              shown: shown(status.unsettledWindows),
            })}
          </data>
        </li>
      )}
      {undatedRows === 0 ? null : (
        <li className="tag k-warn" title={text('copy.undated-note')}>
          <button type="button" className="link" onClick={() => openOrders({ only: UNDATED })}>
            <data value={undatedRows} data-value={undatedRows} data-testid="copy-undated">
              {text('copy.undated', { count: undatedRows, shown: shown(undatedRows) })}
            </data>
          </button>
        </li>
      )}
      {outOfRangeRows === 0 ? null : (
        <li className="tag k-warn" title={text('copy.out-of-range-note')}>
          <data value={outOfRangeRows} data-value={outOfRangeRows} data-testid="copy-out-of-range">
            {text('copy.out-of-range', { count: outOfRangeRows, shown: shown(outOfRangeRows) })}
          </data>
        </li>
      )}
      {facts.unknownColumns.length === 0 ? null : (
        <li className="tag k-inf">
          <span>
            {text('copy.unknown')} {facts.unknownColumns.join(', ')}
          </span>
        </li>
      )}
      {status.earliestNotice === null ? null : (
        <li className="tag k-inf">
          <span>
            {text('copy.earliest')} <q className="words">{status.earliestNotice}</q>
          </span>
        </li>
      )}
    </ul>
  );
}
