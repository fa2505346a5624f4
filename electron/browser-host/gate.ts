import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { SOCKET_PROTOCOL } from '#shared/contract/ipc.ts';

/** Who may speak to the browser host: pure decisions about the headers of a request (.github/SECURITY.md). */

export const HOST_NAME = '127.0.0.1';

/** Made anew at every start. The browser gets both for a one-time code. */
export type SessionSecrets = {
  /** Opens files. Any other server of this machine may come to know it: cookies ignore ports. */
  readonly cookie: string;
  /** Opens WebSockets, together with the cookie. It stays in the storage of our origin. */
  readonly session: string;
};

export type Gate = {
  /** The one origin the app has here. */
  readonly origin: string;
  /** False for any Host header but our own: a foreign name that resolves to us (DNS rebinding) gets nothing. */
  readonly isOwnHost: (host: string | undefined) => boolean;
  readonly hasCookie: (cookieHeader: string | undefined) => boolean;
  /** What only who knows the session secret can say of a nonce, in hexadecimal. */
  readonly prove: (nonce: string) => string;
  /** Whether the subprotocols that a WebSocket offers are ours and the session secret. */
  readonly offersSession: (protocolHeader: string | undefined) => boolean;
  /** A missing Origin is refused: browsers always send one with an upgrade. */
  readonly isOwnOrigin: (origin: string | undefined) => boolean;
  /** The Set-Cookie value for who has shown a code. */
  readonly cookie: string;
};

/** The browser may be closed and opened again while the host runs. */
const COOKIE_SECONDS = 60 * 60 * 24 * 30;

/** Compares without telling by its duration where two texts differ, nor how long the secret is. */
export function equalInConstantTime(given: string, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(secret));
}

/** The gate of a host that listens on `port`. */
export function createGate(port: number, secrets: SessionSecrets): Gate {
  const ownHost = `${HOST_NAME}:${port}`;
  const origin = `http://${ownHost}`;
  // The port in the name: cookies ignore ports, and two hosts on one machine must not overwrite each other's.
  const cookieName = `cuadra-${port}`;
  return {
    origin,
    isOwnHost: (host) => host === ownHost,
    hasCookie: (header) =>
      (header ?? '')
        .split(';')
        .map((part) => part.trim())
        .some(
          (part) =>
            part.startsWith(`${cookieName}=`) &&
            equalInConstantTime(part.slice(cookieName.length + 1), secrets.cookie),
        ),
    prove: (nonce) => createHmac('sha256', secrets.session).update(nonce).digest('hex'),
    offersSession: (header) => {
      const [protocol, secret] = (header ?? '').split(',').map((part) => part.trim());
      return protocol === SOCKET_PROTOCOL && equalInConstantTime(secret ?? '', secrets.session);
    },
    isOwnOrigin: (given) => given === origin,
    cookie: `${cookieName}=${secrets.cookie}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${COOKIE_SECONDS}`,
  };
}
