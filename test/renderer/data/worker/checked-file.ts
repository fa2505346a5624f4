import type { CheckEnd } from '#renderer/data/model/export-check.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import type { StreamCalls } from '#shared/contract/streams.ts';
import { streamsOf } from './pull-file.ts';

/** A check of a file to its end. */
export async function checked(
  service: Handlers<StreamCalls>,
  file: Uint8Array | Blob,
  anyAccount = false,
): Promise<CheckEnd> {
  const blob = file instanceof Blob ? file : new Blob([new Uint8Array(file)]);
  const check = streamsOf(service).checkWorkbook({ file: blob, anyAccount });
  for (;;) {
    const { done, value } = await check.next();
    if (done === true) return value;
  }
}
