import { EventEmitter } from 'node:events';
import { FakeImage, FakeMenu, FakeNotification, FakeTray, fakeScreen, loginItem } from './fake-shell.ts';

/** What the shell uses of Electron, driven by tests: unit tests resolve `electron` to this file. */

export const screen = fakeScreen;
export const Menu = FakeMenu;
export const Tray = FakeTray;
export const Notification = FakeNotification;
export const nativeImage = { createFromBuffer: (bytes: Buffer) => new FakeImage(bytes) };

export class FakeWebContents extends EventEmitter {
  readonly sent: (readonly unknown[])[] = [];
  readonly throttling: boolean[] = [];
  windowOpenHandler: ((details: { url: string }) => unknown) | null = null;
  url = 'app://bundle/index.html';
  send(...message: unknown[]): void {
    this.sent.push(message);
  }
  setBackgroundThrottling(on: boolean): void {
    this.throttling.push(on);
  }
  setWindowOpenHandler(handler: (details: { url: string }) => unknown): void {
    this.windowOpenHandler = handler;
  }
  getURL(): string {
    return this.url;
  }
  /** What it was asked to print as, and what comes of it. */
  readonly printed: unknown[] = [];
  paper: () => Promise<Uint8Array> = async () => new TextEncoder().encode('%PDF-fake');
  printToPDF(options: unknown): Promise<Uint8Array> {
    this.printed.push(options);
    return this.paper();
  }
}

export class BrowserWindow extends EventEmitter {
  static readonly made: BrowserWindow[] = [];
  readonly webContents = new FakeWebContents();
  readonly options: { readonly webPreferences?: { readonly [name: string]: unknown } };
  loaded: string | null = null;
  shown = false;
  minimized = false;
  destroyed = false;
  maximized = false;
  focused = false;
  bounds: unknown = { x: 10, y: 20, width: 1000, height: 700 };
  readonly progress: number[] = [];
  constructor(options: { readonly webPreferences?: { readonly [name: string]: unknown } }) {
    super();
    this.options = options;
    BrowserWindow.made.push(this);
  }
  loadURL(url: string): Promise<void> {
    this.loaded = url;
    return Promise.resolve();
  }
  show(): void {
    this.shown = true;
  }
  hide(): void {
    this.shown = false;
  }
  focus(): void {
    this.focused = true;
  }
  isFocused(): boolean {
    return this.focused;
  }
  maximize(): void {
    this.maximized = true;
  }
  isMaximized(): boolean {
    return this.maximized;
  }
  getNormalBounds(): unknown {
    return this.bounds;
  }
  setProgressBar(progress: number): void {
    this.progress.push(progress);
  }
  restore(): void {
    this.minimized = false;
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
}

class FakePort extends EventEmitter {
  other: FakePort | null = null;
  started = false;
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

export class MessageChannelMain {
  readonly port1 = new FakePort();
  readonly port2 = new FakePort();
  constructor() {
    this.port1.other = this.port2;
    this.port2.other = this.port1;
  }
}

type InvokeHandler = (event: unknown, ...args: unknown[]) => unknown;

class FakeIpcMain extends EventEmitter {
  readonly handlers = new Map<string, InvokeHandler>();
  handle(channel: string, handler: InvokeHandler): void {
    this.handlers.set(channel, handler);
  }
}
export const ipcMain = new FakeIpcMain();

class FakeIpcRenderer extends EventEmitter {
  readonly invoked: (readonly unknown[])[] = [];
  readonly sent: (readonly unknown[])[] = [];
  reply: unknown = null;
  invoke(...call: unknown[]): Promise<unknown> {
    this.invoked.push(call);
    return Promise.resolve(this.reply);
  }
  send(...message: unknown[]): void {
    this.sent.push(message);
  }
}
export const ipcRenderer = new FakeIpcRenderer();

export const contextBridge = {
  exposed: new Map<string, unknown>(),
  exposeInMainWorld(name: string, value: unknown): void {
    contextBridge.exposed.set(name, value);
  },
};

class FakeApp extends EventEmitter {
  /** What happened before `ready`, in order, and what was asked of the process afterwards. */
  readonly done: string[] = [];
  readonly paths = new Map<string, string>();
  /** False: another desktop app of this user runs. */
  isFirst = true;
  /** Resolves `whenReady`. */
  becomeReady: () => void = () => undefined;
  getPath(name: string): string {
    return this.paths.get(name) ?? `/user/${name}`;
  }
  setPath(name: string, path: string): void {
    this.paths.set(name, path);
  }
  getVersion(): string {
    return '1.2.3';
  }
  isPackaged = true;
  locale = 'es-CL';
  getLocale(): string {
    return this.locale;
  }
  getLoginItemSettings(): { readonly openAtLogin: boolean; readonly wasOpenedAtLogin: boolean } {
    return loginItem;
  }
  setLoginItemSettings(settings: { readonly openAtLogin: boolean }): void {
    loginItem.set.push(settings);
    loginItem.openAtLogin = settings.openAtLogin;
  }
  enableSandbox(): void {
    this.done.push('sandbox');
  }
  requestSingleInstanceLock(): boolean {
    return this.isFirst;
  }
  whenReady(): Promise<void> {
    this.done.push('wait');
    return new Promise((resolve) => {
      this.becomeReady = () => {
        this.done.push('ready');
        resolve();
      };
    });
  }
  /** As Electron does it: `will-quit` may be prevented. */
  quit(): void {
    let prevented = false;
    this.emit('before-quit');
    this.emit('will-quit', { preventDefault: () => (prevented = true) });
    this.done.push(prevented ? 'quit later' : 'quit');
  }
  exit(code: number): void {
    this.done.push(`exit ${code}`);
  }
}
export const app = new FakeApp();

export const powerMonitor = new EventEmitter();

export const net = {
  asked: [] as string[],
  fetch(url: string): Promise<Response> {
    net.asked.push(url);
    return Promise.resolve(new Response(null, { status: 503 }));
  },
};

type PermissionRequestHandler = (
  contents: { getURL: () => string },
  permission: string,
  decide: (granted: boolean) => void,
) => void;
type PermissionCheckHandler = (contents: unknown, permission: string) => boolean;

export const session = {
  defaultSession: {
    requestHandler: null as PermissionRequestHandler | null,
    checkHandler: null as PermissionCheckHandler | null,
    setPermissionRequestHandler(handler: PermissionRequestHandler): void {
      session.defaultSession.requestHandler = handler;
    },
    setPermissionCheckHandler(handler: PermissionCheckHandler): void {
      session.defaultSession.checkHandler = handler;
    },
  },
};

export const protocol = {
  schemes: [] as unknown[],
  registeredAfter: [] as string[],
  handlers: new Map<string, (request: Request) => Promise<Response>>(),
  registerSchemesAsPrivileged(schemes: unknown[]): void {
    protocol.schemes.push(...schemes);
    protocol.registeredAfter.push(...app.done);
  },
  handle(scheme: string, handler: (request: Request) => Promise<Response>): void {
    protocol.handlers.set(scheme, handler);
  },
};

export const dialog = {
  answer: { canceled: true, filePath: '' },
  openAnswer: { canceled: true, filePaths: [] as string[] },
  asked: [] as unknown[],
  errors: [] as string[],
  boxes: [] as unknown[],
  boxAnswer: 0,
  showMessageBox(...args: unknown[]): Promise<{ response: number }> {
    dialog.boxes.push(args.at(-1));
    return Promise.resolve({ response: dialog.boxAnswer });
  },
  showErrorBox(_title: string, content: string): void {
    dialog.errors.push(content);
  },
  showSaveDialog(...args: unknown[]): Promise<{ canceled: boolean; filePath: string }> {
    dialog.asked.push(args);
    return Promise.resolve(dialog.answer);
  },
  showOpenDialog(...args: unknown[]): Promise<{ canceled: boolean; filePaths: string[] }> {
    dialog.asked.push(args);
    return Promise.resolve(dialog.openAnswer);
  },
};

export const shell = {
  shown: [] as string[],
  showItemInFolder(path: string): void {
    shell.shown.push(path);
  },
};

/** A keyring: what it encrypts it alone decrypts. On Linux its ciphertext is marked as Chromium's is. */
export const safeStorage = {
  backend: 'gnome_libsecret',
  isAvailable: true,
  /** Rejects, as one does whose user closed its dialog. */
  isShut: false,
  isRotated: false,
  mark: 'v11',
  async isAsyncEncryptionAvailable(): Promise<boolean> {
    return safeStorage.isAvailable;
  },
  getSelectedStorageBackend(): string {
    return safeStorage.backend;
  },
  async encryptStringAsync(text: string): Promise<Buffer> {
    if (safeStorage.isShut) throw new Error('The keyring is shut.');
    return Buffer.concat([Buffer.from(safeStorage.mark), Buffer.from(text).map((byte) => byte ^ 0x5a)]);
  },
  async decryptStringAsync(bytes: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    if (safeStorage.isShut) throw new Error('The keyring is shut.');
    const result = Buffer.from(bytes.subarray(3).map((byte) => byte ^ 0x5a)).toString();
    return { result, shouldReEncrypt: safeStorage.isRotated };
  },
};
