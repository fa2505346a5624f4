import { SESSION_PATH, SOCKET_PROTOCOL } from '#shared/contract/ipc.ts';

/** The session with the browser host, as the page and its worker have it. */

/**
 * Whether the host on our origin knows the session secret. False: it was started anew, or another program has taken its
 * port and must not be sent anything. Rejects where nobody answers.
 */
export async function isOwnHost(secret: string): Promise<boolean> {
  const nonce = crypto.randomUUID();
  const answer = await fetch(`${SESSION_PATH}?nonce=${nonce}`);
  if (!answer.ok || secret === '') return false;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['verify']);
  const proof = (await answer.text()).trim().match(/[0-9a-f]{2}/g) ?? [];
  const proofBytes = Uint8Array.from(proof, (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.verify('HMAC', key, proofBytes, bytes(nonce));
}

/** Opens a WebSocket that shows the secret; rejects when it closes before it opened. */
export function openSocket(url: string, secret: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, [SOCKET_PROTOCOL, secret]);
    socket.addEventListener('open', () => resolve(socket), { once: true });
    socket.addEventListener('close', () => reject(new Error('The socket closed.')), { once: true });
  });
}
