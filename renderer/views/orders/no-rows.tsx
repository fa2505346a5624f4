import { EVERYTHING } from '#shared/selection/selection.ts';
import { useText } from '../../i18n/text.tsx';
import type { Session } from '../../link/session.ts';
import { useLedger, useLive, useSyncStatus } from '../../link/session-context.tsx';
import { useFormats } from '../../ui/formats.tsx';
import { useSelection } from '../selection/selection-context.tsx';
import { isEverything } from '../selection/selection-state.ts';

async function readAll(session: Session) {
  return session.data.call.readTotals({ selection: EVERYTHING, columns: [] });
}

/** No line to show: because nothing has been read yet, or because of the selection. */
export function NoRows() {
  const text = useText();
  const formats = useFormats();
  const { selection, change } = useSelection();
  const ledger = useLedger();
  const status = useSyncStatus();
  const all = useLive(readAll, EVERYTHING);
  const rows = ledger.kind === 'open' ? ledger.facts.rows : 0;
  if (rows === 0) {
    const loading = status?.state === 'running' || status?.state === 'waiting';
    return (
      <>
        <b>{text(loading ? 'empty.loading' : 'empty.nothing')}</b>
        <span>{text(loading ? 'empty.loading-note' : 'empty.nothing-note')}</span>
      </>
    );
  }
  if (isEverything(selection)) return null;
  const orders = all.output?.orders ?? 0;
  return (
    <>
      <b>{text('empty.filtered')}</b>
      <span>{text('empty.filtered-note', { count: orders, shown: formats.count(orders) })}</span>
      <button type="button" className="link" onClick={() => change({ type: 'clear' })}>
        {text('empty.clear')}
      </button>
    </>
  );
}
