import type { DataPuller } from '#renderer/data/client/data-calls.ts';
import type { ExplainQuery, Explanations } from '#renderer/reconciliation/explain/model/explanation.ts';
import { pullToEnd } from '#shared/contract/streams.ts';

/** Looks for what makes a figure seen elsewhere differ, until it is found or `signal` is aborted (it rejects then). */
export async function runExplanation(
  data: Pick<DataPuller, 'explainFigure'>,
  query: ExplainQuery,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<Explanations> {
  const found = await pullToEnd(data.explainFigure(query), ({ share }) => progress(share), signal);
  signal.throwIfAborted();
  if (found === null) throw new Error('The search came to nothing.');
  return found;
}
