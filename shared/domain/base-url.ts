/** The base address of the data API: https anywhere, http on this machine only. The key must not travel in clear. */

export type BaseUrlProblem = 'not-a-url' | 'insecure' | 'credentials' | 'query';

export type BaseUrlReading =
  /** `baseUrl`: no query, no trailing slash, scheme and host in lower case. */
  { readonly ok: true; readonly baseUrl: string } | { readonly ok: false; readonly problem: BaseUrlProblem };

const ADDRESS = /^(https?):\/\/([^/?#\s\\]+)([^?#\s\\]*)([?#]\S*)?$/i;
const HOST_AND_PORT = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?::(\d{1,5}))?$/i;
/** No name but `localhost`: what a resolver makes of `x.localhost` is its own affair. */
const LOOPBACK = /^(?:localhost|127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}|\[::1\])$/i;

/** True for a host name (no port) that can only be this machine. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Reads a typed base address, which may have a path and a final slash. The data is at `${baseUrl}/data` (spec 4). */
export function readBaseUrl(text: string): BaseUrlReading {
  const match = ADDRESS.exec(text.trim());
  if (match === null) return { ok: false, problem: 'not-a-url' };
  const [, scheme = '', authority = '', path = '', query] = match;
  if (authority.includes('@')) return { ok: false, problem: 'credentials' };
  const host = HOST_AND_PORT.exec(authority);
  if (host === null || Number(host[2] ?? 0) > 65_535) return { ok: false, problem: 'not-a-url' };
  if (query !== undefined) return { ok: false, problem: 'query' };
  if (scheme.toLowerCase() === 'http' && !isLoopbackHost(host[1] ?? ''))
    return { ok: false, problem: 'insecure' };
  return {
    ok: true,
    baseUrl: `${scheme.toLowerCase()}://${authority.toLowerCase()}${path.replace(/\/+$/, '')}`,
  };
}

const OWN_PORTS: { readonly [scheme: string]: string } = { https: ':443', http: ':80' };

/**
 * Where requests to a base address go: its host, with the port where it is not the scheme's own. What is no address is given back
 * whole.
 */
export function hostOf(baseUrl: string): string {
  const [, scheme = '', authority = baseUrl] = ADDRESS.exec(baseUrl) ?? [];
  const own = OWN_PORTS[scheme.toLowerCase()];
  const host = own !== undefined && authority.endsWith(own) ? authority.slice(0, -own.length) : authority;
  return host.toLowerCase();
}
