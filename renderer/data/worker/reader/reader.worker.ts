import type { DataEvents } from '#renderer/data/model/copy.ts';
import { makerChannel } from '#renderer/data/transport/channels.ts';
import { reportUncaught } from '#renderer/data/transport/uncaught.ts';
import { emitEvent } from '#shared/contract/rpc.ts';
import { serveReadings } from './serve-readings.ts';

/** Entry of a worker that reads one file: only here does the reading meet the browser. */

const dataWorker = makerChannel(self);

reportUncaught(self, 'worker', (error) => emitEvent<DataEvents, 'failed'>(dataWorker, 'failed', error));

// Nobody else is served here: there is nothing to give way to.
serveReadings(dataWorker, { pause: async () => undefined, now: () => performance.now() });
