import type { ControlCount } from '#shared/bridge/ledger.ts';
import { localToMs, SECOND_MS } from '#shared/dates.ts';
import { EVERYTHING } from '#shared/selection/selection.ts';
import type { ControlTotal } from '#shared/sync/control-total.ts';
import type { ColumnStore } from '../analysis/rows/column-store.ts';
import { selectRows } from '../analysis/selection/selection-mask.ts';

/** The ledger's own count beside the server's (design.md, rule 12). */

/**
 * Compares the server's number with the rows stored over the same bounds. Whether the rows of the bounds' very
 * seconds count is the server's secret: the strictest reading leaves all of them out, the widest takes all of them in.
 * Rows whose date nobody can read lie in no range: they are counted apart (Coverage.undatedRows).
 */
export function compareControl(store: ColumnStore, control: ControlCount): ControlTotal {
  const { range, scope, from, to, there, checkedAt, correlationId } = control;
  const { mask } = selectRows(store, { ...EVERYTHING, dashboardPreset: scope === 'dashboard' });
  const fromMs = localToMs(from);
  const toMs = localToMs(to);
  let strict = 0;
  let wide = 0;
  for (const segment of store.segments) {
    for (let at = 0; at < segment.rowCount; at += 1) {
      if (mask[segment.base + at] !== 1) continue;
      const ms = segment.purchaseMs[at] ?? Number.NaN;
      if (ms >= fromMs && ms < toMs + SECOND_MS) {
        wide += 1;
        if (ms >= fromMs + SECOND_MS && ms < toMs) strict += 1;
      }
    }
  }
  const here = Math.min(Math.max(there, strict), wide);
  return { range, scope, there, here, agrees: here === there, checkedAt, correlationId };
}
