import type { WebSocket } from 'ws';
import type { Channel } from '#shared/contract/rpc.ts';

/** The host's end of a WebSocket as a channel: every message is one JSON text; what is not JSON is dropped. */
export function socketChannel(socket: WebSocket): Channel {
  // Without a listener an error (a frame too large, a reset) would end the process; 'close' always follows.
  socket.on('error', () => undefined);
  return {
    send: (message) => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
    },
    onMessage: (listener) => {
      socket.on('message', (data, isBinary) => {
        if (isBinary) return;
        let message: unknown;
        try {
          message = JSON.parse(data.toString());
        } catch {
          return;
        }
        listener(message);
      });
    },
    onClose: (listener) => socket.once('close', () => listener()),
    close: () => socket.close(),
  };
}
