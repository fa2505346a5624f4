import type {
  BrowserWindowConstructorOptions,
  BrowserWindow as RealWindow,
  Rectangle,
  WebContents,
  WindowOpenHandlerResponse,
} from 'electron';
import { fakeApp } from './app.ts';
import { type Agrees, eventsOf, KnownEmitter, refusing } from './refusing.ts';

const CONTENTS_EVENTS = eventsOf<WebContents>()([
  'before-input-event',
  'certificate-error',
  'context-menu',
  'destroyed',
  'did-fail-load',
  'did-finish-load',
  'did-navigate',
  'did-start-navigation',
  'preload-error',
  'render-process-gone',
  'responsive',
  'unresponsive',
  'will-attach-webview',
  'will-frame-navigate',
  'will-navigate',
  'will-prevent-unload',
  'will-redirect',
]);
const WINDOW_EVENTS = eventsOf<RealWindow>()([
  'blur',
  'close',
  'closed',
  'enter-full-screen',
  'focus',
  'hide',
  'leave-full-screen',
  'maximize',
  'minimize',
  'move',
  'moved',
  'page-title-updated',
  'query-session-end',
  'ready-to-show',
  'resize',
  'resized',
  'responsive',
  'restore',
  'session-end',
  'show',
  'unmaximize',
  'unresponsive',
]);

type OpenHandler = (details: { url: string }) => WindowOpenHandlerResponse;

export class FakeWebContents extends KnownEmitter {
  readonly sent: (readonly unknown[])[] = [];
  readonly throttling: boolean[] = [];
  windowOpenHandler: OpenHandler | null = null;
  url = 'app://bundle/index.html';
  reloads = 0;
  isGone = false;
  /** What it was asked to print as, and what comes of it. */
  readonly printed: unknown[] = [];
  paper: () => Promise<Uint8Array> = async () => new TextEncoder().encode('%PDF-fake');
  constructor() {
    super(CONTENTS_EVENTS);
    // biome-ignore lint/correctness/noConstructorReturn: what refuses is what everyone gets.
    return refusing('webContents', this);
  }
  send(channel: string, ...message: unknown[]): void {
    // As contextBridge's other side: what cannot be cloned is an error here, not a message there.
    structuredClone(message);
    this.sent.push([channel, ...message]);
  }
  setBackgroundThrottling(on: boolean): void {
    this.throttling.push(on);
  }
  setWindowOpenHandler(handler: (details: never) => WindowOpenHandlerResponse): void {
    this.windowOpenHandler = handler as OpenHandler;
  }
  getURL(): string {
    return this.url;
  }
  isDestroyed(): boolean {
    return this.isGone;
  }
  reload(): void {
    this.reloads += 1;
    this.emit('did-navigate', {}, this.url);
  }
  focus(): void {}
  printToPDF(options: unknown): Promise<Buffer> {
    this.printed.push(options);
    return this.paper() as Promise<Buffer>;
  }
}
type _Contents = FakeWebContents extends Agrees<FakeWebContents, WebContents> ? true : never;
true satisfies _Contents;

export class FakeBrowserWindow extends KnownEmitter {
  static readonly made: FakeBrowserWindow[] = [];
  static getAllWindows(): FakeBrowserWindow[] {
    return FakeBrowserWindow.made.filter((window) => !window.destroyed);
  }
  static getFocusedWindow(): FakeBrowserWindow | null {
    return FakeBrowserWindow.getAllWindows().find((window) => window.shown) ?? null;
  }
  readonly webContents = new FakeWebContents();
  readonly options: BrowserWindowConstructorOptions;
  loaded: string | null = null;
  /** Every address that was loaded, in order. */
  readonly loads: string[] = [];
  shown = false;
  minimized = false;
  maximized = false;
  fullScreen = false;
  destroyed = false;
  bounds: Rectangle;
  title = 'Cuadra';
  /** What the taskbar shows: -1 nothing, 0 to 1 a bar, 2 no end in sight. */
  readonly progress: number[] = [];
  readonly progressModes: unknown[] = [];
  readonly flashes: boolean[] = [];
  overlay: unknown = null;
  menu: unknown = null;
  constructor(options: BrowserWindowConstructorOptions = {}) {
    super(WINDOW_EVENTS);
    this.options = options;
    this.bounds = {
      x: options.x ?? 0,
      y: options.y ?? 0,
      width: options.width ?? 800,
      height: options.height ?? 600,
    };
    const window = refusing<FakeBrowserWindow>('BrowserWindow', this);
    FakeBrowserWindow.made.push(window);
    // biome-ignore lint/correctness/noConstructorReturn: what refuses is what everyone gets.
    return window;
  }
  /** As Electron: whatever is asked of a window that is gone throws. */
  alive(): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed');
  }
  loadURL(url: string): Promise<void> {
    this.alive();
    this.loaded = url;
    this.loads.push(url);
    return Promise.resolve();
  }
  show(): void {
    this.alive();
    this.shown = true;
    this.emit('show');
  }
  hide(): void {
    this.alive();
    this.shown = false;
    this.emit('hide');
  }
  focus(): void {
    this.alive();
  }
  restore(): void {
    this.alive();
    this.minimized = false;
    this.emit('restore');
  }
  minimize(): void {
    this.alive();
    this.minimized = true;
  }
  maximize(): void {
    this.alive();
    this.maximized = true;
  }
  unmaximize(): void {
    this.alive();
    this.maximized = false;
  }
  isMinimized(): boolean {
    this.alive();
    return this.minimized;
  }
  isMaximized(): boolean {
    this.alive();
    return this.maximized;
  }
  isVisible(): boolean {
    this.alive();
    return this.shown;
  }
  isFocused(): boolean {
    this.alive();
    return this.shown && !this.minimized;
  }
  isFullScreen(): boolean {
    this.alive();
    return this.fullScreen;
  }
  setFullScreen(on: boolean): void {
    this.alive();
    this.fullScreen = on;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  /** As a user who closes it: the page may prevent it. */
  close(): void {
    this.alive();
    let prevented = false;
    this.emit('close', { preventDefault: () => (prevented = true) });
    if (!prevented) this.destroy();
  }
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.shown = false;
    this.webContents.isGone = true;
    this.webContents.emit('destroyed');
    this.emit('closed');
  }
  reload(): void {
    this.alive();
    this.webContents.reload();
  }
  /** As Electron: where it is drawn, which is all of its display while it is maximised. */
  getBounds(): Rectangle {
    this.alive();
    return this.maximized ? { x: 0, y: 0, width: 1920, height: 1040 } : this.bounds;
  }
  getNormalBounds(): Rectangle {
    this.alive();
    return this.bounds;
  }
  setBounds(bounds: Partial<Rectangle>): void {
    this.alive();
    this.bounds = { ...this.bounds, ...bounds };
  }
  setTitle(title: string): void {
    this.alive();
    this.title = title;
  }
  setProgressBar(progress: number, options?: unknown): void {
    this.alive();
    this.progress.push(progress);
    this.progressModes.push(options ?? null);
  }
  flashFrame(on: boolean): void {
    this.alive();
    this.flashes.push(on);
  }
  setOverlayIcon(overlay: unknown, _description: string): void {
    this.alive();
    this.overlay = overlay;
  }
  setMenu(menu: unknown): void {
    this.alive();
    this.menu = menu;
  }
  setMenuBarVisibility(_isVisible: boolean): void {
    this.alive();
  }
  setAutoHideMenuBar(_hides: boolean): void {
    this.alive();
  }
}
type _Window = FakeBrowserWindow extends Agrees<FakeBrowserWindow, RealWindow, 'webContents'> ? true : never;
true satisfies _Window;

fakeApp.closeWindows = () => {
  for (const window of FakeBrowserWindow.getAllWindows()) window.close();
  return FakeBrowserWindow.getAllWindows().length === 0;
};
