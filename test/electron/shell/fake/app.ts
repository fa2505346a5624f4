import type { App, Dock, Task } from 'electron';
import { type Agrees, eventsOf, KnownEmitter, refusing } from './refusing.ts';

const EVENTS = eventsOf<App>()([
  'activate',
  'before-quit',
  'child-process-gone',
  'open-file',
  'open-url',
  'quit',
  'ready',
  'render-process-gone',
  'second-instance',
  'web-contents-created',
  'will-quit',
  'window-all-closed',
]);

class FakeDock {
  badge = '';
  isHidden = false;
  readonly bounced: string[] = [];
  menu: unknown = null;
  bounce(type: 'critical' | 'informational' = 'informational'): number {
    this.bounced.push(type);
    return this.bounced.length;
  }
  setBadge(text: string): void {
    this.badge = text;
  }
  getBadge(): string {
    return this.badge;
  }
  hide(): void {
    this.isHidden = true;
  }
  async show(): Promise<void> {
    this.isHidden = false;
  }
  setMenu(menu: unknown): void {
    this.menu = menu;
  }
}

class FakeApp extends KnownEmitter {
  /** What happened before `ready`, in order, and what was asked of the process afterwards. */
  readonly done: string[] = [];
  readonly paths = new Map<string, string>();
  /** False: another desktop app of this user runs. */
  isFirst = true;
  /** What the single instance was asked with, and what was known of the folder by then. */
  lockedWith: string | null = null;
  readonly isPackaged: boolean = true;
  locale = 'es-ES';
  /** Whether the system begins it at login, and what it was told to. */
  loginItem: { openAtLogin: boolean } = { openAtLogin: false };
  readonly loginItems: unknown[] = [];
  readonly protocols: string[] = [];
  readonly recentDocuments: string[] = [];
  badgeCount = 0;
  modelId: string | null = null;
  aboutPanel: unknown = null;
  readonly dock = refusing('Dock', new FakeDock() satisfies Agrees<FakeDock, Dock>);
  /** Resolves `whenReady`. */
  becomeReady: () => void = () => undefined;
  constructor() {
    super(EVENTS);
  }
  getName(): string {
    return 'Cuadra';
  }
  getAppPath(): string {
    return '/app';
  }
  getPath(name: string): string {
    return this.paths.get(name) ?? `/user/${name}`;
  }
  setPath(name: string, path: string): void {
    this.paths.set(name, path);
  }
  getVersion(): string {
    return '1.2.3';
  }
  getLocale(): string {
    return this.locale;
  }
  getPreferredSystemLanguages(): string[] {
    return [this.locale];
  }
  isReady(): boolean {
    return this.done.includes('ready');
  }
  enableSandbox(): void {
    if (this.isReady()) throw new Error('app.enableSandbox() can only be called before app is ready');
    this.done.push('sandbox');
  }
  requestSingleInstanceLock(): boolean {
    this.lockedWith = this.getPath('userData');
    return this.isFirst;
  }
  whenReady(): Promise<void> {
    if (this.isReady()) return Promise.resolve();
    this.done.push('wait');
    return new Promise((resolve) => {
      this.becomeReady = () => {
        this.done.push('ready');
        resolve();
      };
    });
  }
  /** What closes the windows, each of which may prevent it. False: one stays. */
  closeWindows: () => boolean = () => true;
  /** As Electron does it: a window that stays, or `will-quit`, may prevent it. */
  quit(): void {
    let prevented = false;
    this.emit('before-quit', {});
    if (!this.closeWindows()) {
      this.done.push('quit prevented');
      return;
    }
    this.emit('will-quit', { preventDefault: () => (prevented = true) });
    this.done.push(prevented ? 'quit later' : 'quit');
  }
  exit(code = 0): void {
    this.done.push(`exit ${code}`);
  }
  relaunch({ args = process.argv.slice(1) }: { args?: string[] } = {}): void {
    this.done.push(`relaunch ${args.join(' ')}`.trimEnd());
  }
  focus(): void {
    this.done.push('focus');
  }
  setLoginItemSettings(settings: { openAtLogin?: boolean }): void {
    this.loginItems.push(settings);
    this.loginItem = { openAtLogin: settings.openAtLogin ?? false };
  }
  getLoginItemSettings(): ReturnType<App['getLoginItemSettings']> {
    const { openAtLogin } = this.loginItem;
    return {
      openAtLogin,
      wasOpenedAtLogin: false,
      status: openAtLogin ? 'enabled' : 'not-registered',
      executableWillLaunchAtLogin: openAtLogin,
      launchItems: [],
    } as unknown as ReturnType<App['getLoginItemSettings']>;
  }
  setAsDefaultProtocolClient(protocol: string): boolean {
    this.protocols.push(protocol);
    return true;
  }
  isDefaultProtocolClient(protocol: string): boolean {
    return this.protocols.includes(protocol);
  }
  removeAsDefaultProtocolClient(protocol: string): boolean {
    const at = this.protocols.indexOf(protocol);
    if (at >= 0) this.protocols.splice(at, 1);
    return at >= 0;
  }
  addRecentDocument(path: string): void {
    this.recentDocuments.push(path);
  }
  setBadgeCount(count = 0): boolean {
    this.badgeCount = count;
    return true;
  }
  setAppUserModelId(id: string): void {
    this.modelId = id;
  }
  tasks: readonly Task[] = [];
  setUserTasks(tasks: Task[]): boolean {
    this.tasks = tasks;
    return true;
  }
  setAboutPanelOptions(options: unknown): void {
    this.aboutPanel = options;
  }
  showAboutPanel(): void {
    this.done.push('about');
  }
}

export const fakeApp = refusing('app', new FakeApp() satisfies Agrees<FakeApp, App, 'dock'>);
