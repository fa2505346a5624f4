import { configure } from '@zip.js/zip.js/lib/zip-core-custom.js';
import type { DataCalls, DataEvents } from '#renderer/data/api.ts';
import { openSocketChannel, portChannel } from '#renderer/data/transport/channels.ts';
import { tellUncaught } from '#renderer/data/transport/uncaught.ts';
import { type Channel, emitEvent, serveCalls } from '#shared/contract/rpc.ts';
import { createDataService } from './data-service.ts';

/** Entry of the data worker: only here do the ledger and the queries meet the browser. */

// Compression takes as long as all else that makes a workbook: it has a thread of its own.
configure({
  createWorker: () => new Worker(new URL('./compression.worker.ts', import.meta.url), { type: 'module' }),
});

/** The port that came with the last message (an opening call of the desktop host). */
let arrivedPort: MessagePort | null = null;

const page: Channel = {
  send: (message) => self.postMessage(message),
  onMessage: (listener) => {
    self.addEventListener('message', (event: MessageEvent<unknown>) => {
      arrivedPort = event.ports[0] ?? arrivedPort;
      listener(event.data);
    });
  },
  // A worker ends with its page.
  onClose: () => {},
  close: () => self.close(),
};

tellUncaught(self, 'worker', (error) => emitEvent<DataEvents, 'failed'>(page, 'failed', error));

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
    emit: (event, payload) => emitEvent<DataEvents, typeof event>(page, event, payload),
  }),
  null,
);
