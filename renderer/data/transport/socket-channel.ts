import type { Channel } from '#shared/contract/rpc.ts';

/** An open WebSocket as a channel: every message is one JSON text. A text that is not JSON is dropped. */
export function socketChannel(socket: WebSocket): Channel {
  return {
    send: (message) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    onMessage: (listener) => {
      socket.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (typeof event.data !== 'string') return;
        let message: unknown;
        try {
          message = JSON.parse(event.data);
        } catch {
          return;
        }
        listener(message);
      });
    },
    onClose: (listener) => socket.addEventListener('close', () => listener(), { once: true }),
    close: () => socket.close(),
  };
}
