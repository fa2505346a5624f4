import type { MessagePortMain } from 'electron';
import type { Channel } from '#shared/contract/rpc.ts';

/** The main process's end of a MessagePort as a channel. `start` is due once listeners are set. */
export function portChannel(port: MessagePortMain): Channel {
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.on('message', (event) => listener(event.data));
    },
    onClose: (listener) => {
      port.once('close', () => listener());
    },
    close: () => port.close(),
  };
}
