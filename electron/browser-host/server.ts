import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { type AppEvents, appChecks } from '#shared/contract/app.ts';
import { ENTER_PATH, SESSION_PATH, SOCKET_PATHS, SOCKET_PROTOCOL } from '#shared/contract/ipc.ts';
import { type Channel, emitEvent, serveCalls } from '#shared/contract/rpc.ts';
import type { App } from '../app/app.ts';
import { resolveAsset, SECURITY_HEADERS } from '../assets/assets.ts';
import type { DownloadExports } from './download-exports.ts';
import { ENTER_HEADERS, type Entrance, enterPage, HOW_TO_ENTER_PAGE, randomSecret } from './entrance.ts';
import { decodeFrame } from './frames.ts';
import { createGate, type Gate, HOST_NAME } from './gate.ts';

/** Joins a message that came whole; lists of parts come only where they are asked for. */
function wholeOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}

/** The host's end of a WebSocket as a channel: it sends JSON texts and takes frames; what is none is dropped. */
export function socketChannel(socket: WebSocket): Channel {
  // Without a listener an error (a frame too large, a reset) would end the process; 'close' always follows.
  socket.on('error', () => undefined);
  return {
    send: (message) => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
    },
    onMessage: (listener) => {
      socket.on('message', (data, isBinary) => {
        let message: unknown;
        try {
          message = isBinary ? decodeFrame(wholeOf(data)) : JSON.parse(data.toString());
        } catch {
          return;
        }
        listener(message);
      });
    },
    onClose: (listener) => socket.once('close', () => listener()),
    close: () => socket.close(),
  };
}

/** The largest message a page sends is a chunk of an export. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
/** A browser needs some ten. Any user of the machine may open more, but not until no file can be opened any more. */
const MAX_CONNECTIONS = 500;

type ServerOptions = {
  readonly app: App;
  readonly assetsDirectory: string;
  readonly exports: DownloadExports;
  readonly entrance: Entrance;
  readonly port: number;
};

export type RunningServer = {
  readonly port: number;
  readonly origin: string;
  readonly stop: () => Promise<void>;
};

type Headers = { readonly [name: string]: string };

function respond(response: ServerResponse, status: number, headers: Headers, body: string): void {
  response.writeHead(status, { ...SECURITY_HEADERS, 'Cache-Control': 'no-store', ...headers });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

function respondText(response: ServerResponse, status: number, text: string, headers: Headers = {}): void {
  respond(response, status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, `${text}\n`);
}

async function respondFile(response: ServerResponse, file: string, headers: Headers): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || !found.isFile()) return respondText(response, 404, 'Nothing here.');
  response.writeHead(200, { ...SECURITY_HEADERS, 'Content-Length': String(found.size), ...headers });
  if (response.req.method === 'HEAD') response.end();
  else await pipeline(createReadStream(file), response);
}

/** The address of a request; undefined when it is none. `//name/` stays a path: it never becomes another host. */
function readAddress(request: IncomingMessage, gate: Gate): URL | undefined {
  const target = request.url ?? '/';
  if (!target.startsWith('/')) return undefined;
  try {
    return new URL(`${gate.origin}${target}`);
  } catch {
    return undefined;
  }
}

function createRequestHandler(options: ServerOptions, gate: Gate, session: string) {
  return async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!gate.isOwnHost(request.headers.host))
      return respondText(response, 403, `This address is served as ${gate.origin} only.`);
    // Nothing is ever changed by a plain request: that is what the WebSockets, with their Origin check, are for.
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return respondText(response, 405, 'Only GET and HEAD.', { Allow: 'GET, HEAD' });
    const url = readAddress(request, gate);
    if (url === undefined) return respondText(response, 400, 'This is no address.');
    const code = url.pathname === '/' ? url.searchParams.get('code') : null;
    // Only who really goes there spends a code: no preview, no prefetch of what is being typed.
    const goesThere = request.method === 'GET' && request.headers['sec-purpose'] === undefined;
    if (code !== null && goesThere && (await options.entrance.spend(code))) {
      const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Set-Cookie': gate.cookie };
      respond(response, 200, { ...ENTER_HEADERS, ...headers }, enterPage(session));
      return;
    }
    if (!gate.hasCookie(request.headers.cookie) || url.pathname === ENTER_PATH) {
      // A link from another site comes without the strict cookie, even right after it was set: the page asks again.
      const again: Headers = request.headers['sec-fetch-site'] === 'cross-site' ? { Refresh: '0' } : {};
      respond(response, 401, { 'Content-Type': 'text/html; charset=utf-8', ...again }, HOW_TO_ENTER_PAGE);
      return;
    }
    if (url.pathname === SESSION_PATH)
      return respondText(response, 200, gate.prove(url.searchParams.get('nonce') ?? ''));
    if (code !== null) {
      // A code that is spent, in a browser that is let in: it goes on where it was.
      respond(response, 303, { Location: '/' }, '');
      return;
    }
    const download = options.exports.find(url.pathname);
    if (download !== undefined) {
      return respondFile(response, download.file, {
        'Content-Type': download.name.endsWith('.csv')
          ? 'text/csv; charset=utf-8'
          : 'application/octet-stream',
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(download.name)}`,
        'Cache-Control': 'no-store',
      });
    }
    const asset = resolveAsset(options.assetsDirectory, url.pathname);
    if (asset === undefined) return respondText(response, 404, 'Nothing here.');
    return respondFile(response, asset.file, {
      'Content-Type': asset.contentType,
      'Cache-Control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
  };
}

function refuseUpgrade(socket: Duplex, status: string): void {
  const headers = Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
  // Who is refused has to go: no time limit of HTTP watches this socket any more, and the server ends with its last one.
  const answer = `HTTP/1.1 ${status}\r\n${headers.join('')}Connection: close\r\nContent-Length: 0\r\n\r\n`;
  socket.end(answer, () => socket.destroy());
}

function serveBridge(app: App, socket: WebSocket): void {
  const channel = socketChannel(socket);
  const page = app.connect();
  serveCalls(channel, page.handlers, appChecks);
  const stopListening = app.onEvent((name, payload) =>
    emitEvent<AppEvents, typeof name>(channel, name, payload),
  );
  channel.onClose(() => {
    stopListening();
    void page.end();
  });
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: HOST_NAME, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** Serves the app on loopback. Rejects with the system's error (EADDRINUSE and others) when it cannot listen. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const server = createServer();
  server.maxConnections = MAX_CONNECTIONS;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    // Never the secret that was offered beside it.
    handleProtocols: () => SOCKET_PROTOCOL,
  });
  const port = await listen(server, options.port);
  const secrets = { cookie: randomSecret(), session: randomSecret() };
  const gate = createGate(port, secrets);
  const handle = createRequestHandler(options, gate, secrets.session);

  server.on('request', (request, response) => {
    handle(request, response).catch(() => {
      // The browser went away in mid-download, or the file did: there is nobody to tell.
      if (!response.headersSent) respondText(response, 500, 'This could not be served.');
      else response.destroy();
    });
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const { headers } = request;
    if (!gate.isOwnHost(headers.host) || !gate.isOwnOrigin(headers.origin)) {
      refuseUpgrade(socket, '403 Forbidden');
      return;
    }
    if (!gate.hasCookie(headers.cookie) || !gate.offersSession(headers['sec-websocket-protocol'])) {
      refuseUpgrade(socket, '401 Unauthorized');
      return;
    }
    const pathname = readAddress(request, gate)?.pathname;
    if (pathname !== SOCKET_PATHS.bridge && pathname !== SOCKET_PATHS.ledger) {
      refuseUpgrade(socket, '404 Not Found');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      if (pathname === SOCKET_PATHS.bridge) serveBridge(options.app, webSocket);
      else options.app.attachLedgerChannel(socketChannel(webSocket));
    });
  });

  return {
    port,
    origin: gate.origin,
    stop: async () => {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
