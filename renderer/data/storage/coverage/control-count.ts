import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import { eachRowIn } from '#renderer/data/storage/commit/stored-rows.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { ControlCount, FreeSeconds, StoredCount } from '#shared/contract/ledger.ts';
import {
  DAY_MS,
  HOUR_MS,
  type LocalDateTime,
  localFromMs,
  localToMs,
  MINUTE_MS,
  SECOND_MS,
} from '#shared/domain/dates.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';

/** The ledger's own count beside the server's (rule 12). */

/** So far from a point a free second is looked for, one after the other. */
const REACHES_MS = [MINUTE_MS, HOUR_MS, DAY_MS, Number.POSITIVE_INFINITY];

/** Rows stored over [from, to). Rows without a readable purchase are counted apart (Coverage.undatedRows). */
export function countStored(store: ColumnStore, { from, to, scope }: StoredCount): number {
  const { mask } = selectRows(store, { ...EVERYTHING, dashboardPreset: scope === 'dashboard' });
  let rows = 0;
  eachRowIn(store, { fromMs: localToMs(from), toMs: localToMs(to) }, ({ base }, at) => {
    rows += mask[base + at] ?? 0;
  });
  return rows;
}

/** Puts the server's number beside the rows stored over the same bounds; neither is fitted to the other. */
export function compareControl(store: ColumnStore, control: ControlCount): ControlTotal {
  const here = countStored(store, control);
  return { ...control, here, agrees: here === control.there };
}

/** For each point the nearest whole second of [from, to) in which no row is stored; null where there is none. */
export function freeSeconds(
  store: ColumnStore,
  { points, from, to }: FreeSeconds,
): readonly (LocalDateTime | null)[] {
  const [firstMs, endMs] = [localToMs(from), localToMs(to)];
  return points.map((point) => {
    const secondMs = Math.floor(localToMs(point) / SECOND_MS) * SECOND_MS;
    const pointMs = Math.min(Math.max(secondMs, firstMs), endMs - SECOND_MS);
    for (const reachMs of REACHES_MS) {
      const [lowMs, highMs] = [Math.max(firstMs, pointMs - reachMs), Math.min(endMs, pointMs + reachMs)];
      const taken = takenSeconds(store, lowMs, highMs);
      for (let away = 0; away <= Math.max(pointMs - lowMs, highMs - pointMs); away += SECOND_MS) {
        for (const ms of [pointMs - away, pointMs + away]) {
          if (ms >= lowMs && ms + SECOND_MS <= highMs && !taken.has(ms)) return localFromMs(ms);
        }
      }
    }
    return null;
  });
}

/** The seconds of [fromMs, toMs) in which a row is stored, each by its first millisecond. */
function takenSeconds(store: ColumnStore, fromMs: number, toMs: number): ReadonlySet<number> {
  const taken = new Set<number>();
  eachRowIn(store, { fromMs, toMs }, ({ purchaseMs }, at) => {
    taken.add(Math.floor((purchaseMs[at] ?? 0) / SECOND_MS) * SECOND_MS);
  });
  return taken;
}
