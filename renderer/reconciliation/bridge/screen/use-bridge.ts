import { useMemo } from 'react';
import { z } from 'zod';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import {
  BRIDGE_DIMENSIONS,
  type BridgeAgainst,
  type BridgeQuery,
} from '#renderer/reconciliation/bridge/model/bridge.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { SCOPES } from '#shared/domain/profitability.ts';
import type { Period } from '#shared/domain/selection.ts';

/** Which period the one in view is held against, of which profitability, and what it is opened by. */
const schema = z.object({
  scope: z.enum(SCOPES),
  against: z.enum(['previous-period', 'previous-year', 'days']),
  /** The days that were chosen; null: none yet. */
  days: z.object({ from: z.string(), to: z.string() }).nullable(),
  by: z.enum(BRIDGE_DIMENSIONS),
});
export type BridgeState = z.infer<typeof schema>;
const INITIAL: BridgeState = { scope: 'total', against: 'previous-period', days: null, by: 'SKU Producto' };

function againstOf({ against, days }: BridgeState): BridgeAgainst | null {
  if (against !== 'days') return against;
  if (days === null || days.from > days.to) return null;
  return { from: days.from as LocalDate, to: days.to as LocalDate };
}

/** The bridge to the period in view, asked again as it, its filters and the rows change. */
export function usePeriodBridge() {
  const { selection } = useSelection();
  const [state, setState] = useScreenState<BridgeState>('reconciliation.bridge', schema, INITIAL);
  const input = useMemo<BridgeQuery | null>(() => {
    const against = againstOf(state);
    const { period } = selection;
    return period === null || against === null
      ? null
      : { selection: { ...selection, period }, against, scope: state.scope };
  }, [selection, state]);
  const answer = useLiveQuery('bridge', input, (call, query, slot) => call.readBridge({ ...query, slot }));
  return {
    state,
    change: (part: Partial<BridgeState>) => setState({ ...state, ...part }),
    period: selection.period,
    isAsked: input !== null,
    /** The query of the answer: the one before, while the newest has none. */
    query: answer.input,
    bridge: answer.output,
    isStale: answer.isStale,
    error: answer.error,
    retry: answer.refresh,
  };
}

export type PeriodBridge = ReturnType<typeof usePeriodBridge>;

/** Both periods as one, where one begins on the day after the other ends; else null. */
export function bothPeriods(
  before: Period,
  after: Period,
  nextDay: (day: LocalDate) => LocalDate,
): Period | null {
  if (nextDay(before.to) === after.from) return { from: before.from, to: after.to };
  return nextDay(after.to) === before.from ? { from: after.from, to: before.to } : null;
}
