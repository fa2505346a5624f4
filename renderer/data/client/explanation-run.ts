import type { ExplainQuery, Explanations } from '#shared/domain/explanation.ts';
import type { Puller } from './data-calls.ts';

/** Looks for what makes a figure seen elsewhere differ, until it is found or `signal` is aborted (it rejects then). */
export async function runExplanation(
  call: Pick<Puller, 'startExplanation' | 'readExplanation' | 'endExplanation'>,
  query: ExplainQuery,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<Explanations> {
  const { explanationId } = await call.startExplanation(query);
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await call.readExplanation({ explanationId });
      if (next.kind === 'done') return next.explanations;
      progress(next.share);
    }
  } finally {
    await call.endExplanation({ explanationId }).catch(() => null);
  }
}
