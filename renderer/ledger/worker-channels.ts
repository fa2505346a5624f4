import type { Channel } from '#shared/bridge/rpc.ts';
import { socketChannel } from '../link/socket-channel.ts';

/** Channels as a dedicated worker has them. */

/** Opens a WebSocket; rejects when it closes before it opened. */
export function openSocketChannel(url: string, protocols: readonly string[]): Promise<Channel> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, [...protocols]);
    socket.addEventListener('open', () => resolve(socketChannel(socket)), { once: true });
    socket.addEventListener('close', () => reject(new Error('The socket closed.')), { once: true });
  });
}

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
