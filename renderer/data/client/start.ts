import { createDataClient } from './data-client.ts';
import { findHost } from './host.ts';
import { type Session, startSession } from './session.ts';

/** Starts the page's half of the app: the bridge of its host and the data worker. */
export function startPage(): Session {
  const host = findHost();
  const worker = new Worker(new URL('../worker/worker.ts', import.meta.url), { type: 'module' });
  // Only the window may ask; without it the browser may clear the local copy under pressure.
  void navigator.storage?.persist?.();
  return startSession(host.bridge, createDataClient(worker), host.openConnection);
}
