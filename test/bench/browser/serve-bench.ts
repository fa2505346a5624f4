import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A text, or a file on the disk. */
export type Body = string | { readonly file: string; readonly type: string };

const PAGE = '<!doctype html><meta charset="utf-8"><title>bench</title>';

/** An isolated origin: only there may a page ask what memory it holds, and clocks tell microseconds. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};

/** Serves an empty page at `/` and the bodies at their paths, on a free port of this machine. */
export async function serveBench(
  bodies: ReadonlyMap<string, Body>,
): Promise<{ readonly address: string; readonly close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench');
    const body = bodies.get(pathname);
    if (typeof body === 'object') {
      response.writeHead(200, { ...ISOLATED, 'content-type': body.type });
      createReadStream(body.file)
        .once('error', () => response.destroy())
        .pipe(response);
    } else if (typeof body === 'string') {
      response.writeHead(200, { ...ISOLATED, 'content-type': 'text/plain' }).end(body);
    } else
      response
        .writeHead(pathname === '/' ? 200 : 404, { ...ISOLATED, 'content-type': 'text/html' })
        .end(PAGE);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
