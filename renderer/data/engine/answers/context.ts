import type { Groups } from '#renderer/data/api/groups.ts';
import type { Totals } from '#renderer/data/api/totals.ts';
import type { BrokenDown } from '#renderer/data/engine/aggregate/groups.ts';
import type { CountedValues } from '#renderer/data/engine/aggregate/values.ts';
import type { OddMargin } from '#renderer/data/engine/anomalies/odd-margins.ts';
import type { OddOrder } from '#renderer/data/engine/anomalies/order-rules.ts';
import type { BridgeCells } from '#renderer/data/engine/bridge/bridge-cells.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { createAnswerCache } from '#renderer/data/engine/columns/derived.ts';
import type { RowFacts } from '#renderer/data/engine/columns/facts.ts';
import { type Members, maskTask, type SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import type { FoundMissingCosts } from '#renderer/data/engine/proof/missing-costs.ts';
import type { FoundRates } from '#renderer/data/engine/rates/rates.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { Bridge } from '#shared/domain/bridge.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { FailureGroups, RowProof } from '#shared/domain/row-proof.ts';
import type { Selection } from '#shared/domain/selection.ts';

/** What every answer is made of. Storage is unknown here. */

/** Totals, and groups, that are kept: those of all screens, and of some selections before. */
const KEPT_FIGURES = 32;

/** The best and the worst are two orders of one breakdown. */
const KEPT_BREAKDOWNS = 3;

/** Periods beside another: the panel holds each of its selections against two. */
const KEPT_PAIRS = 4;

/** What all scopes of a bridge are made of. */
const KEPT_BRIDGE_CELLS = 1;

/** The rules of a selection hold all rows that do not follow them: those shown, and those that findings are made of. */
const KEPT_RATES = 2;

/** Columns whose values are looked for: the list that is open, typing asks it again and again. */
const KEPT_COUNTS = 2;

/** Odd margins under the thresholds in use, and under those before. */
const KEPT_MARGINS = 2;

/** The rows that are asked about, and the answers that are kept until they change. */
export type Context = { readonly store: ColumnStore } & ReturnType<typeof createCaches>;

/** Caches of answers over a store; each is emptied by the next commit. */
export function createCaches(store: ColumnStore) {
  const cache = <T>(most?: number) => createAnswerCache<T>(() => store.numbering, most);
  return {
    masks: cache<SelectionMask>(),
    pairs: cache<Members>(KEPT_PAIRS),
    orders: cache<Uint32Array>(),
    // What a screen showed stands there at once when one comes back to it.
    allTotals: cache<Totals>(KEPT_FIGURES),
    allGroups: cache<Groups>(KEPT_FIGURES),
    breakdowns: cache<BrokenDown>(KEPT_BREAKDOWNS),
    bridgeCells: cache<BridgeCells>(KEPT_BRIDGE_CELLS),
    bridges: cache<Bridge>(),
    counted: cache<CountedValues>(KEPT_COUNTS),
    facts: cache<RowFacts>(),
    proofs: cache<RowProof>(),
    failures: cache<FailureGroups>(),
    failing: cache<Uint32Array>(),
    missingCosts: cache<FoundMissingCosts>(),
    rates: cache<FoundRates>(KEPT_RATES),
    oddOrders: cache<readonly OddOrder[]>(),
    oddMargins: cache<readonly OddMargin[]>(KEPT_MARGINS),
    findings: cache<RowFindings>(),
  };
}

/** The rows of a selection, as a mask over all rows. */
export function maskOf({ store, masks }: Context, selection: Selection): Task<SelectionMask> {
  return masks.task(JSON.stringify(selection), () => maskTask(store, selection));
}

/** What is wrong in the rows of a scope, whatever is selected. */
export type RowFindings = {
  readonly revision: number;
  /** Rows looked at. */
  readonly rows: number;
  readonly findings: readonly Finding[];
};
