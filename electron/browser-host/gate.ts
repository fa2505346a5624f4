import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { SOCKET_PROTOCOL } from '#shared/contract/ipc.ts';

/** Who may speak to the browser host: pure decisions about the headers of a request (.github/SECURITY.md). */

export const HOST_NAME = '127.0.0.1';

/** Made anew at every start. The browser gets both for a one-time code. */
type SessionSecrets = {
  /** Opens files. Any other server of this machine may come to know it: cookies ignore ports. */
  readonly cookie: string;
  /** Opens WebSockets, together with the cookie. It stays in the storage of our origin. */
  readonly session: string;
};

export type Gate = ReturnType<typeof createGate>;

/** The browser may be closed and opened again while the host runs. */
const COOKIE_SECONDS = 60 * 60 * 24 * 30;

/** Compares without telling by its duration where two texts differ, nor how long the secret is. */
export function equalInConstantTime(given: string, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(secret));
}

export function createGate(port: number, secrets: SessionSecrets) {
  const ownHost = `${HOST_NAME}:${port}`;
  const origin = `http://${ownHost}`;
  // The port in the name: cookies ignore ports, and two hosts on one machine must not overwrite each other's.
  const cookieName = `cuadra-${port}`;
  return {
    origin,
    /** False for any Host header but our own: a foreign name that resolves to us (DNS rebinding) gets nothing. */
    isOwnHost: (host: string | undefined) => host === ownHost,
    hasCookie: (header: string | undefined) =>
      (header ?? '')
        .split(';')
        .map((part) => part.trim())
        .some(
          (part) =>
            part.startsWith(`${cookieName}=`) &&
            equalInConstantTime(part.slice(cookieName.length + 1), secrets.cookie),
        ),
    /** The proof, in hexadecimal, that one knows the session secret. */
    prove: (nonce: string) => createHmac('sha256', secrets.session).update(nonce).digest('hex'),
    /** Whether the subprotocols that a WebSocket offers are ours and the session secret. */
    offersSession: (header: string | undefined) => {
      const [protocol, secret] = (header ?? '').split(',').map((part) => part.trim());
      return protocol === SOCKET_PROTOCOL && equalInConstantTime(secret ?? '', secrets.session);
    },
    /** A missing Origin is refused: browsers always send one with an upgrade. */
    isOwnOrigin: (given: string | undefined) => given === origin,
    /** The Set-Cookie value for who has shown a code. */
    cookie: `${cookieName}=${secrets.cookie}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${COOKIE_SECONDS}`,
  };
}
