import type { CheckEnd, CheckProgress } from '#renderer/data/model/export-check.ts';
import { pullToEnd } from '#shared/contract/streams.ts';
import type { DataPuller } from './data-calls.ts';

/** Holds a workbook against today's rows, step by step; null where it was cancelled, which ends the step in hand. */
export const runCheck = (
  data: Pick<DataPuller, 'checkWorkbook'>,
  asked: { readonly file: File; readonly anyAccount: boolean },
  progress: (step: CheckProgress) => void,
  signal: AbortSignal,
): Promise<CheckEnd | null> => pullToEnd(data.checkWorkbook(asked), progress, signal);
