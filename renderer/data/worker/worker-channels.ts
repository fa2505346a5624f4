import { isOwnHost, openSocket } from '#renderer/data/transport/host-session.ts';
import { socketChannel } from '#renderer/data/transport/socket-channel.ts';
import type { Channel } from '#shared/contract/rpc.ts';

/** Channels as a dedicated worker has them. */

/** Opens a WebSocket to the host that knows the session secret; rejects where there is none. */
export async function openSocketChannel(url: string, secret: string): Promise<Channel> {
  if (!(await isOwnHost(secret))) throw new Error('The host does not know the session secret.');
  return socketChannel(await openSocket(url, secret));
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
