import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReconnectingBridge } from '#renderer/data/client/host.ts';
import { SHUT_OUT } from '#renderer/data/transport/channels.ts';
import { type AccountsState, APP_EVENT_NAMES, type Connection } from '#shared/contract/app.ts';
import { CHANNEL_CLOSED, type Channel, RpcError } from '#shared/contract/rpc.ts';

type Line = Channel & {
  readonly say: (message: unknown) => void;
  readonly cut: () => void;
  readonly sent: unknown[];
};

function line(): Line {
  const listeners: ((message: unknown) => void)[] = [];
  const closers: (() => void)[] = [];
  const sent: unknown[] = [];
  return {
    sent,
    send: (message) => sent.push(message),
    onMessage: (listener) => listeners.push(listener),
    onClose: (listener) => closers.push(listener),
    close: () => {},
    say: (message) => {
      for (const listener of listeners) listener(message);
    },
    cut: () => {
      for (const closer of closers) closer();
    },
  };
}

const accounts: AccountsState = { accounts: [], activeId: null, keyStorage: 'memory' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('opens again after the line broke, tells so, and hears events of the new line', async () => {
  const lines: Line[] = [];
  const bridge = createReconnectingBridge(async () => {
    const fresh = line();
    lines.push(fresh);
    return fresh;
  });
  const connections: Connection[] = [];
  const heard: AccountsState[] = [];
  bridge.onConnection((connection) => connections.push(connection));
  bridge.on('accounts', (state) => heard.push(state));
  await vi.runAllTimersAsync();
  const open = bridge.call.readAccounts(null);
  await vi.advanceTimersByTimeAsync(0);
  lines[0]?.cut();
  await expect(open).rejects.toMatchObject({ code: CHANNEL_CLOSED });
  await vi.runAllTimersAsync();
  expect(lines).toHaveLength(2);
  expect(connections).toEqual(['disconnected', 'connected', 'disconnected', 'connected']);
  lines[1]?.say({ type: 'event', name: 'accounts', payload: accounts });
  expect(heard).toEqual([accounts]);
});

test('a call waits for the line, and is answered over it', async () => {
  let failures = 3;
  const opened: Line[] = [];
  const bridge = createReconnectingBridge(async () => {
    failures -= 1;
    if (failures >= 0) throw new Error('refused');
    const fresh = line();
    opened.push(fresh);
    return fresh;
  });
  const answer = bridge.call.readAccounts(null);
  await vi.advanceTimersByTimeAsync(8000);
  const asked = opened[0]?.sent[0] as { id: number };
  opened[0]?.say({ type: 'result', id: asked.id, ok: true, value: accounts });
  await expect(answer).resolves.toEqual(accounts);
});

test('a call gives up when the line stays down', async () => {
  const bridge = createReconnectingBridge(() => Promise.reject(new Error('refused')));
  const answer = bridge.call.readAccounts(null).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(await answer).toMatchObject({ code: CHANNEL_CLOSED });
});

test('a host that was started anew is told from one that is away, and is asked again', async () => {
  const refusals: unknown[] = [
    new Error('refused'),
    new RpcError(SHUT_OUT, 'another session'),
    new RpcError(SHUT_OUT, 'another session'),
    new Error('refused'),
  ];
  const bridge = createReconnectingBridge(() => {
    const refusal = refusals.shift();
    return refusal === undefined ? Promise.resolve(line()) : Promise.reject(refusal);
  });
  const connections: Connection[] = [];
  bridge.onConnection((connection) => connections.push(connection));
  await vi.runAllTimersAsync();
  expect(connections).toEqual(['disconnected', 'shut-out', 'disconnected', 'connected']);
});

test('each event is told under its own name, to whoever still listens', async () => {
  const fresh = line();
  const bridge = createReconnectingBridge(async () => fresh);
  const heard: string[] = [];
  const stops = APP_EVENT_NAMES.map((name) =>
    bridge.on(name, (payload) => heard.push(`${name}: ${payload as unknown as string}`)),
  );
  const connections: Connection[] = [];
  const stopConnection = bridge.onConnection((connection) => connections.push(connection));
  await vi.runAllTimersAsync();
  const tell = () => {
    for (const name of APP_EVENT_NAMES) fresh.say({ type: 'event', name, payload: `of ${name}` });
    return heard.splice(0);
  };
  expect(tell()).toEqual(APP_EVENT_NAMES.map((name) => `${name}: of ${name}`));
  stops[0]?.();
  expect(tell()).toEqual(APP_EVENT_NAMES.slice(1).map((name) => `${name}: of ${name}`));
  stopConnection();
  fresh.cut();
  expect(connections).toEqual(['disconnected', 'connected']);
});

test('calls that are made while the line is down are all made over the next one, in their order', async () => {
  const lines: Line[] = [];
  const bridge = createReconnectingBridge(async () => {
    const fresh = line();
    lines.push(fresh);
    return fresh;
  });
  await vi.runAllTimersAsync();
  lines[0]?.cut();
  const asked = [bridge.call.readAccounts(null), bridge.call.readSyncStatus(null)];
  for (const each of asked) each.catch(() => null);
  await vi.runAllTimersAsync();
  expect([lines[0]?.sent, lines[1]?.sent]).toMatchObject([
    [],
    [{ name: 'readAccounts' }, { name: 'readSyncStatus' }],
  ]);
});

test('a call waits ten seconds, and is not made once nobody waits for it', async () => {
  const lines: Line[] = [];
  let isThere = false;
  const bridge = createReconnectingBridge(async () => {
    if (!isThere) throw new Error('refused');
    const fresh = line();
    lines.push(fresh);
    return fresh;
  });
  const failed: string[] = [];
  void bridge.call.readAccounts(null).catch((error: RpcError) => failed.push(error.code));
  await vi.advanceTimersByTimeAsync(9999);
  expect(failed).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toEqual([CHANNEL_CLOSED]);
  void bridge.call.readSyncStatus(null).catch(() => null);
  isThere = true;
  // The slowest attempt comes so late.
  await vi.advanceTimersByTimeAsync(5000);
  expect(lines.map(({ sent }) => sent)).toMatchObject([[{ name: 'readSyncStatus' }]]);
});

test('what is pulled comes over the line, and whoever listens late is told how it stands', async () => {
  const fresh = line();
  const bridge = createReconnectingBridge(async () => fresh);
  await vi.runAllTimersAsync();
  void bridge.pull
    .openedFile({ id: 'o' })
    .next()
    .catch(() => null);
  await vi.advanceTimersByTimeAsync(0);
  expect(fresh.sent).toMatchObject([
    { name: 'openStream', input: { name: 'openedFile', input: { id: 'o' } } },
  ]);
  const stood: Connection[] = [];
  bridge.onConnection((connection) => stood.push(connection));
  const heard: number[] = [];
  for (const who of [1, 2]) bridge.on('accounts', () => heard.push(who));
  fresh.say({ type: 'event', name: 'accounts', payload: accounts });
  expect([stood, heard]).toEqual([['connected'], [1, 2]]);
});
