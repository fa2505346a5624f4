import { configure } from '@zip.js/zip.js/lib/zip-core-custom.js';
import type { DataEvents } from '#renderer/data/model/copy.ts';
import { freshnessOf } from '#renderer/data/questions/question.ts';
import { deleteSpillLeftovers, openSpillFile } from '#renderer/data/storage/memory/spill-file.ts';
import {
  makerChannel,
  openSocketChannel,
  portChannel,
  workerChannel,
} from '#renderer/data/transport/channels.ts';
import { reportUncaught } from '#renderer/data/transport/uncaught.ts';
import type { PageError } from '#shared/contract/page-errors.ts';
import { type Channel, emitEvent, listenToEvents, serveCalls } from '#shared/contract/rpc.ts';
import { createDataService, type DataCalls } from './data-service.ts';
import { QUESTIONS } from './questions.ts';

/** Entry of the data worker: only here do the ledger and the queries meet the browser. */

// Compression takes as long as all else that makes a workbook: it has a thread of its own.
configure({
  createWorker: () => new Worker(new URL('./compression.worker.ts', import.meta.url), { type: 'module' }),
});

/** The port that came with the last message (an opening call of the desktop host). */
let arrivedPort: MessagePort | null = null;

// Before the channel listens: a call finds the port that came with it.
self.addEventListener('message', (event: MessageEvent<unknown>) => {
  arrivedPort = event.ports[0] ?? arrivedPort;
});
const page = makerChannel(self);

const reportFailed = (error: PageError): void => emitEvent<DataEvents, 'failed'>(page, 'failed', error);
reportUncaught(self, 'worker', reportFailed);

/** Files of strangers are read in workers of their own: this one never waits for a file. */
function openReader(): Channel {
  // The bundler knows a worker by these two calls, one within the other.
  const reader = workerChannel(
    new Worker(new URL('./reader/reader.worker.ts', import.meta.url), { type: 'module' }),
  );
  listenToEvents<DataEvents>(reader, { failed: reportFailed }, null);
  return reader;
}

// A page that is killed leaves its file; where there is none there is nothing to do.
void deleteSpillLeftovers().catch(() => undefined);

emitEvent<DataEvents, 'questions'>(page, 'questions', freshnessOf(QUESTIONS));

serveCalls<DataCalls>(
  page,
  createDataService({
    locks: navigator.locks,
    channelOpener: (line) => {
      if (line.kind === 'socket') return () => openSocketChannel(line.url, line.secret);
      return async () => {
        // A port serves once; when it breaks, the page opens again with another.
        const port = arrivedPort;
        arrivedPort = null;
        return port === null ? null : portChannel(port);
      };
    },
    openReader,
    spill: { openFile: openSpillFile },
    emit: (event, payload) => emitEvent<DataEvents, typeof event>(page, event, payload),
  }),
  null,
);
