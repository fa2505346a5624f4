import { readFile } from 'node:fs/promises';
import { protocol } from 'electron';
import { resolveAsset, SECURITY_HEADERS } from '../assets/assets.ts';
import { APP_SCHEME, isAppAddress } from './app-address.ts';

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
