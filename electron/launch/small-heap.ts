import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Keeps this process small. Every page of the API is some 30 MB of short-lived text and lists; left alone, V8 lets
 * a hundred megabytes of it lie before it looks, and calls that its size from then on. Here it looks whenever the heap has grown
 * by a third over what was in use, from the start on. It costs a tenth of a page's work. (test/bench/main-memory.bench.ts)
 *
 * To be called once the program has been loaded. Not in Electron, whose V8 may not take flags at run time.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
  // The first collection is the one that sets the pace; V8 has no other way to be asked for it.
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect();
}
