import { readFile } from 'node:fs/promises';
import { protocol } from 'electron';
import { resolveAsset, SECURITY_HEADERS } from '../assets/assets.ts';

/** The app's one address in Electron. Scheme and host are the origin of the local copy: they never change. */
const APP_SCHEME = 'app';
const APP_HOST = 'bundle';
export const APP_START = `${APP_SCHEME}://${APP_HOST}/index.html`;

/** True for an address inside the app. Node gives app: addresses no origin, so scheme and host are compared. */
export function isAppAddress(address: string): boolean {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return false;
  }
  return url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST;
}

/** The part of Electron's WebFrameMain that tells who speaks. */
type SenderFrame = { readonly url: string; readonly parent: unknown };

/** True for the app's own top frame. Null stands for a frame that has navigated or gone: refused. */
export function isAppFrame(frame: SenderFrame | null): frame is SenderFrame {
  return frame !== null && frame.parent === null && isAppAddress(frame.url);
}

/** To be called once, synchronously, before anything is awaited: IndexedDB needs a standard scheme. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

function plain(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: { ...SECURITY_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

/**
 * The answer to an address of the app: a file below `root` with its type, or why there is none (404, 405). Always with
 * the security headers. Never rejects.
 */
export async function answerAppRequest(
  request: { readonly url: string; readonly method: string },
  root: string,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Only GET and HEAD.');
  if (!isAppAddress(request.url)) return plain(404, 'Nothing here.');
  const asset = resolveAsset(root, new URL(request.url).pathname);
  if (asset === undefined) return plain(404, 'Nothing here.');
  const content = await readFile(asset.file).catch(() => undefined);
  if (content === undefined) return plain(404, 'Nothing here.');
  // The type is said explicitly: without one, a response of protocol.handle becomes text/html.
  return new Response(request.method === 'HEAD' ? null : content, {
    headers: { ...SECURITY_HEADERS, 'Content-Type': asset.contentType },
  });
}

/** Serves the renderer's build as app://bundle/. After `ready`. */
export function serveApp(root: string): void {
  protocol.handle(APP_SCHEME, (request) => answerAppRequest(request, root));
}
