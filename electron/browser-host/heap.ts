import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Keeps this process small. A page of the API is some 30 MB of short-lived text; V8 by itself lets a hundred
 * megabytes lie and keeps that size. Here it collects whenever the heap has grown by a third, for a tenth of a page's
 * work (test/bench/main-memory.bench.ts). Call once the program is loaded. Not in Electron, whose V8 may not take
 * flags at run time.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
  // The first collection is the one that sets the pace; V8 has no other way to be asked for it.
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect();
}
