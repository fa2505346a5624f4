import { createHash, timingSafeEqual } from 'node:crypto';

/** Who may speak to the browser host: pure decisions about the headers of a request (electron.md, last section). */

export const HOST_NAME = '127.0.0.1';

export type Gate = {
  /** The one origin the app has here. */
  readonly origin: string;
  /** False for any Host header but our own: a foreign name that resolves to us (DNS rebinding) gets nothing. */
  readonly isOwnHost: (host: string | undefined) => boolean;
  readonly isToken: (token: string) => boolean;
  readonly hasCookie: (cookieHeader: string | undefined) => boolean;
  /** A missing Origin is refused: browsers always send one with an upgrade. */
  readonly isOwnOrigin: (origin: string | undefined) => boolean;
  /** The Set-Cookie value for who has shown the token. */
  readonly cookie: string;
};

const COOKIE_SECONDS = 60 * 60 * 24 * 90;

/** Compares without telling by its duration where two texts differ, nor how long the secret is. */
export function equalInConstantTime(given: string, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(secret));
}

/** The gate of a host that listens on `port` and knows `token`. */
export function createGate(port: number, token: string): Gate {
  const ownHost = `${HOST_NAME}:${port}`;
  const origin = `http://${ownHost}`;
  // The port in the name: cookies ignore ports, and two hosts on one machine must not overwrite each other's.
  const cookieName = `cuadra-${port}`;
  return {
    origin,
    isOwnHost: (host) => host === ownHost,
    isToken: (given) => equalInConstantTime(given, token),
    hasCookie: (header) =>
      (header ?? '')
        .split(';')
        .map((part) => part.trim())
        .some(
          (part) =>
            part.startsWith(`${cookieName}=`) &&
            equalInConstantTime(part.slice(cookieName.length + 1), token),
        ),
    isOwnOrigin: (given) => given === origin,
    cookie: `${cookieName}=${token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${COOKIE_SECONDS}`,
  };
}
