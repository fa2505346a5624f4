import { EventEmitter } from 'node:events';
import type {
  ContextBridge,
  IpcMain,
  IpcRenderer,
  MessagePortMain,
  MessageChannelMain as RealChannel,
} from 'electron';
import { type Agrees, eventsOf, KnownEmitter, refusing } from './refusing.ts';

export class FakePort extends KnownEmitter {
  other: FakePort | null = null;
  started = false;
  constructor() {
    super(eventsOf<MessagePortMain>()(['message', 'close']));
  }
  postMessage(data: unknown): void {
    this.other?.emit('message', { data });
  }
  start(): void {
    this.started = true;
  }
  close(): void {
    this.emit('close');
    this.other?.emit('close');
  }
}
type _Port = FakePort extends Agrees<FakePort, MessagePortMain> ? true : never;
true satisfies _Port;

export class FakeMessageChannel {
  readonly port1: FakePort = refusing('MessagePortMain', new FakePort());
  readonly port2: FakePort = refusing('MessagePortMain', new FakePort());
  constructor() {
    this.port1.other = this.port2;
    this.port2.other = this.port1;
  }
}
type _Channel =
  FakeMessageChannel extends Agrees<FakeMessageChannel, RealChannel, 'port1' | 'port2'> ? true : never;
true satisfies _Channel;

type InvokeHandler = (event: unknown, ...args: unknown[]) => unknown;

class FakeIpcMain extends EventEmitter {
  readonly handlers = new Map<string, InvokeHandler>();
  handle(channel: string, handler: (event: never, ...args: never[]) => unknown): void {
    if (this.handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    this.handlers.set(channel, handler as InvokeHandler);
  }
  removeHandler(channel: string): void {
    this.handlers.delete(channel);
  }
}
export const fakeIpcMain = refusing('ipcMain', new FakeIpcMain() satisfies Agrees<FakeIpcMain, IpcMain>);

class FakeIpcRenderer extends EventEmitter {
  readonly invoked: (readonly unknown[])[] = [];
  readonly sent: (readonly unknown[])[] = [];
  reply: unknown = null;
  invoke(channel: string, ...args: unknown[]): Promise<unknown> {
    this.invoked.push([channel, ...args]);
    return Promise.resolve(this.reply);
  }
  send(channel: string, ...args: unknown[]): void {
    this.sent.push([channel, ...args]);
  }
}
export const fakeIpcRenderer = refusing(
  'ipcRenderer',
  new FakeIpcRenderer() satisfies Agrees<FakeIpcRenderer, IpcRenderer>,
);

class FakeContextBridge {
  readonly exposed = new Map<string, unknown>();
  exposeInMainWorld(name: string, value: unknown): void {
    this.exposed.set(name, value);
  }
}
export const fakeContextBridge = refusing(
  'contextBridge',
  new FakeContextBridge() satisfies Agrees<FakeContextBridge, ContextBridge>,
);
