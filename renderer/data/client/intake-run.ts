import type { IntakeProgress } from '#renderer/data/model/table-file.ts';
import { pullToEnd } from '#shared/contract/streams.ts';
import type { DataPuller, IntakeAnswer, IntakeAsk, IntakeEnd } from './data-calls.ts';

type EndOf<A extends IntakeAsk['kind']> =
  | Extract<IntakeEnd, { readonly kind: 'refused' }>
  | { readonly kind: 'done'; readonly answer: Extract<IntakeAnswer, { readonly kind: A }> };

/** Reads a table file for what is wanted of it, step by step; null where it was cancelled, which ends the step in hand. */
export async function runIntake<A extends IntakeAsk>(
  data: Pick<DataPuller, 'intake'>,
  file: Blob,
  ask: A,
  progress: (step: IntakeProgress) => void,
  signal: AbortSignal,
): Promise<EndOf<A['kind']> | null> {
  // The answer is of the kind that was asked for.
  return (await pullToEnd(data.intake({ file, ask }), progress, signal)) as EndOf<A['kind']> | null;
}
