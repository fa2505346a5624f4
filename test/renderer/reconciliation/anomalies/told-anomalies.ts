import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import type { Finding } from '#renderer/data/model/finding.ts';
import { DEFAULT_THRESHOLDS, NONE_DISMISSED } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { anomalyFindings, type Oddities } from '#renderer/reconciliation/anomalies/worker/anomalies.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';

/** What the queue is told of anomalies, however little is at stake. */
export function toldOf(
  store: ColumnStore,
  oddities: Oddities,
  selection: Selection = EVERYTHING,
): readonly Finding[] {
  const { amounts } = DEFAULT_THRESHOLDS;
  const none = Object.fromEntries(Object.keys(amounts).map((kind) => [kind, '0' as Decimal]));
  return atOnce(
    anomalyFindings({
      ...{ store, oddities, dismissed: NONE_DISMISSED, selected: selectRows(store, selection) },
      thresholds: { ...DEFAULT_THRESHOLDS, amounts: none as typeof amounts },
    }),
  );
}
