import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import type { ExplainQuery } from '#renderer/reconciliation/explain/model/explanation.ts';
import type { ExplainAsk } from '#renderer/reconciliation/parts/sections.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { useLatest } from '#renderer/ui/hooks.ts';
import { add, type Decimal, fromDecimal, toShortestDecimal } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';
import { runExplanation } from './explanation-run.ts';

/** The form is remembered, and so is the last question, so that one finds the answer when one comes back. */
const schema = z.object({
  measure: z.string(),
  typed: z.string(),
  /** The figure that was last asked about; null: none yet, or it was given up. */
  asked: z.object({ measure: z.string(), amount: z.string() }).nullable(),
  /** What the figure is to be more than the rows come to: it is filled in once that is known. */
  difference: z.string().nullable().default(null),
});
type ExplainState = z.infer<typeof schema>;
const INITIAL: ExplainState = { measure: RATE_BASE_COLUMN, typed: '', asked: null, difference: null };
const useExplainState = () => useScreenState<ExplainState>('reconciliation.explain', schema, INITIAL);

/** Fills the form with a figure that is so much more than what a column comes to in the rows in view once one is there. */
export function useExplainDifference() {
  const [, setState] = useExplainState();
  return ({ measure, difference }: ExplainAsk) => setState({ measure, typed: '', asked: null, difference });
}

/** The figure that one asks about, and what is known of it by now. The answer follows the selection and the rows. */
export function useExplanation() {
  const { data } = useSession();
  const { numbers } = useFormats();
  const { selection } = useSelection();
  const { code: currency } = useCurrency();
  const [state, setState] = useExplainState();
  const [share, setShare] = useState(0);
  const running = useRef<AbortController | null>(null);
  const { asked } = state;
  const input = useMemo<ExplainQuery | null>(
    () =>
      asked === null
        ? null
        : { selection, measure: asked.measure, amount: asked.amount as Decimal, currency },
    [selection, asked, currency],
  );
  const answer = useLiveQuery('explanation', input, (_, query) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setShare(0);
    return runExplanation(data.pull, query, setShare, controller.signal);
  });
  const { measure, difference } = state;
  const fill = useLatest(async (difference: Decimal, isWanted: () => boolean) => {
    const { sums } = await data.call.readTotals({ selection, columns: [measure] });
    const own = sums[measure];
    if (own == null || !isWanted()) return;
    const amount = toShortestDecimal(add(fromDecimal(own), fromDecimal(difference)));
    setState({
      measure,
      typed: amount.replace('.', numbers.decimal),
      asked: { measure, amount },
      difference: null,
    });
  });
  useEffect(() => {
    if (difference === null) return;
    let isLeft = false;
    // What fails is asked again by hand: the form is there.
    void fill.current(difference as Decimal, () => !isLeft).catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [difference, fill]);
  // Nobody waits for it any more.
  useEffect(() => () => running.current?.abort(), []);
  const cancel = useCallback(() => {
    running.current?.abort();
    setState({ ...state, asked: null });
  }, [state, setState]);
  const isRunning = input !== null && answer.error === null && answer.isStale;
  return {
    state,
    change: (part: Partial<ExplainState>) => setState({ ...state, ...part }),
    cancel,
    share,
    isRunning,
    query: answer.input,
    explanations: answer.output,
    error: isRunning ? null : answer.error,
    retry: answer.refresh,
  };
}
