import { DATA_CALL_NAMES, type DataCalls, type DataEvents } from '#renderer/data/api.ts';
import { type Caller, type Channel, createCaller, listenToEvents } from '#shared/contract/rpc.ts';

/** The part of a Worker that the client needs. */
export type WorkerLike = {
  readonly postMessage: (message: unknown, transfer: Transferable[]) => void;
  readonly addEventListener: (type: 'message', listener: (event: MessageEvent<unknown>) => void) => void;
};

export type DataClient = {
  readonly call: Caller<DataCalls>;
  /** Sends the next message with these objects in its transfer list (a ledger port goes with `open`). */
  readonly transferWithNext: (transfer: readonly Transferable[]) => void;
  readonly listen: (
    listeners: { readonly [K in keyof DataEvents]?: (payload: DataEvents[K]) => void },
  ) => void;
};

/** Calls and events of the data worker. */
export function createDataClient(worker: WorkerLike): DataClient {
  let transfer: readonly Transferable[] = [];
  const channel: Channel = {
    send: (message) => {
      const list = [...transfer];
      transfer = [];
      worker.postMessage(message, list);
    },
    onMessage: (listener) => worker.addEventListener('message', (event) => listener(event.data)),
    // A worker lives as long as its page.
    onClose: () => {},
    close: () => {},
  };
  return {
    call: createCaller<DataCalls>(channel, DATA_CALL_NAMES),
    transferWithNext: (list) => {
      transfer = list;
    },
    listen: (listeners) => {
      listenToEvents<DataEvents>(channel, listeners, null);
    },
  };
}
