import { parentPort } from 'node:worker_threads';
import { portChannel } from '#renderer/data/transport/channels.ts';
import { serveReadings } from '#renderer/data/worker/reader/serve-readings.ts';

/** The worker that reads one file, as a thread: what `reader.worker.ts` is in the browser. */

if (parentPort === null) throw new Error('This is run as a thread.');
serveReadings(portChannel(parentPort as unknown as MessagePort), {
  pause: async () => undefined,
  now: () => performance.now(),
});
