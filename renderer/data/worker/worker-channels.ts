import type { Channel } from '#shared/contract/rpc.ts';

/** Channels as a dedicated worker has them. */

/** A MessagePort as a channel; it starts listening with the first listener. */
export function portChannel(port: MessagePort): Channel {
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.addEventListener('message', (event: MessageEvent<unknown>) => listener(event.data));
      port.start();
    },
    onClose: (listener) => port.addEventListener('close', () => listener(), { once: true }),
    close: () => port.close(),
  };
}
