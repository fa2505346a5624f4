import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ask, type RunningHost, runHost } from '#test/electron/browser-host/running-host.ts';

/** Any user of the machine can connect, without a cookie or a code, and not go: the host has to send them away and end. */

let host: RunningHost;
const held: Socket[] = [];
beforeEach(async () => {
  host = await runHost();
});
afterEach(async () => {
  for (const socket of held.splice(0)) socket.destroy();
  await host.stop();
});

/** Says something and then neither reads nor hangs up. */
async function hold(text: string): Promise<Socket> {
  const socket = connect({ port: host.server.port, host: '127.0.0.1', allowHalfOpen: true });
  held.push(socket);
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', () => resolve());
  });
  if (text !== '') socket.write(text);
  return socket;
}

const UPGRADE = [
  'GET /bridge HTTP/1.1',
  'Host: evil.example',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '\r\n',
].join('\r\n');

it('who is refused a WebSocket and does not hang up keeps the host from nothing, its end least of all', async () => {
  const sockets = await Promise.all(Array.from({ length: 20 }, () => hold(UPGRADE)));
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('readable', resolve))));
  await hold('GET / HTTP/1.1\r\nHost: half');
  // By itself Node lets go of half a request after a minute, and of a socket that was handed on never.
  await host.server.stop();
}, 45_000);

it('who opens connection after connection is turned away, and finds the host as it was', async () => {
  const headers = { Host: `127.0.0.1:${host.server.port}`, Cookie: host.cookie };
  await Promise.all(Array.from({ length: 600 }, () => hold('')));
  for (const socket of held) socket.resume();
  const endedOf = () => held.filter(({ readableEnded, destroyed }) => readableEnded || destroyed).length;
  await expect.poll(endedOf).toBeGreaterThanOrEqual(100);
  for (const socket of held.splice(0)) socket.destroy();
  await expect
    .poll(() =>
      ask(host, '/', headers).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
});
