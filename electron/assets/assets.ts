import { isAbsolute, relative, resolve, sep } from 'node:path';

/** Types of everything the renderer's build puts out. A file of another kind is not served. */
const TYPES: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

/** Vite puts everything with a content hash in its name here, and nothing else. */
const HASHED = /^assets\/[^/]+-[\w-]{8,}\.\w+$/;

type Asset = {
  readonly file: string;
  readonly contentType: string;
  readonly immutable: boolean;
};

/**
 * The file of an address's path, `/` being index.html. Undefined outside of `root` (also by `..%2f`, which survives
 * URL parsing), for a malformed path, and for types that the app does not have.
 */
export function resolveAsset(root: string, pathname: string): Asset | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  if (!decoded.startsWith('/') || decoded.includes('\0')) return undefined;
  const file = resolve(root, decoded === '/' ? './index.html' : `.${decoded}`);
  const inside = relative(root, file);
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    return undefined;
  }
  const contentType = TYPES[/\.[a-z0-9]+$/.exec(file)?.[0] ?? ''];
  if (contentType === undefined) return undefined;
  return { file, contentType, immutable: HASHED.test(inside.split(sep).join('/')) };
}

/** Headers of every response of both hosts. Styles may be inline: the interface's positioning writes style attributes. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const SECURITY_HEADERS: { readonly [name: string]: string } = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
