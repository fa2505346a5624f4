import { EventEmitter } from 'node:events';
import type {
  MenuItemConstructorOptions,
  NativeImage,
  NotificationConstructorOptions,
  Menu as RealMenu,
  MenuItem as RealMenuItem,
  Notification as RealNotification,
  Tray as RealTray,
} from 'electron';
import { type Agrees, eventsOf, KnownEmitter, refusing } from './refusing.ts';

/** What of the app stands outside its window: menus, the tray, notifications and their pictures. */

export class FakeMenuItem {
  readonly id: string;
  label: string;
  readonly type: NonNullable<MenuItemConstructorOptions['type']>;
  readonly role: MenuItemConstructorOptions['role'];
  readonly accelerator: string | null;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  readonly submenu: FakeMenu | undefined;
  readonly options: MenuItemConstructorOptions;
  constructor(options: MenuItemConstructorOptions) {
    const { submenu } = options;
    this.options = options;
    this.id = options.id ?? '';
    this.label = options.label ?? options.role ?? '';
    this.type = options.type ?? (submenu === undefined ? 'normal' : 'submenu');
    this.role = options.role;
    this.accelerator = options.accelerator === undefined ? null : String(options.accelerator);
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.submenu = Array.isArray(submenu) ? FakeMenu.buildFromTemplate(submenu) : undefined;
  }
  /** As a user who chooses it, where it can be chosen. */
  click(): void {
    if (!this.enabled) return;
    (this.options.click as ((...args: unknown[]) => void) | undefined)?.(this, undefined, {});
  }
}

export class FakeMenu extends EventEmitter {
  static applicationMenu: FakeMenu | null = null;
  static buildFromTemplate(template: readonly MenuItemConstructorOptions[]): FakeMenu {
    const menu = new FakeMenu();
    for (const options of template) menu.items.push(refusing('MenuItem', new FakeMenuItem(options)));
    return refusing('Menu', menu);
  }
  static setApplicationMenu(menu: FakeMenu | null): void {
    FakeMenu.applicationMenu = menu;
  }
  static getApplicationMenu(): FakeMenu | null {
    return FakeMenu.applicationMenu;
  }
  readonly items: FakeMenuItem[] = [];
  popups = 0;
  append(item: FakeMenuItem): void {
    this.items.push(item);
  }
  popup(): void {
    this.popups += 1;
  }
  getMenuItemById(id: string): FakeMenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
}

export class FakeNativeImage {
  readonly source: string;
  isTemplate = false;
  constructor(source: string) {
    this.source = source;
  }
  isEmpty(): boolean {
    return this.source === '';
  }
  getSize(): { width: number; height: number } {
    return { width: 16, height: 16 };
  }
  setTemplateImage(on: boolean): void {
    this.isTemplate = on;
  }
  readonly scales: number[] = [1];
  addRepresentation(options: { scaleFactor?: number }): void {
    this.scales.push(options.scaleFactor ?? 1);
  }
  resize(): NativeImage {
    return this as unknown as NativeImage;
  }
}
type _Image = FakeNativeImage extends Agrees<FakeNativeImage, NativeImage> ? true : never;
true satisfies _Image;

const imageOf = (source: string) => refusing('NativeImage', new FakeNativeImage(source));
export const fakeNativeImage = refusing('nativeImage', {
  createEmpty: () => imageOf(''),
  createFromPath: (path: string) => imageOf(path),
  createFromDataURL: (url: string) => imageOf(url),
  createFromBuffer: (bytes: Buffer) => imageOf(`${bytes.length} bytes`),
});

export class FakeTray extends KnownEmitter {
  static readonly made: FakeTray[] = [];
  image: unknown;
  toolTip = '';
  title = '';
  menu: FakeMenu | null = null;
  gone = false;
  constructor(image: unknown) {
    super(eventsOf<RealTray>()(['click', 'double-click', 'right-click']));
    this.image = image;
    const tray = refusing<FakeTray>('Tray', this);
    FakeTray.made.push(tray);
    // biome-ignore lint/correctness/noConstructorReturn: what refuses is what everyone gets.
    return tray;
  }
  setImage(image: unknown): void {
    this.image = image;
  }
  setToolTip(text: string): void {
    this.toolTip = text;
  }
  setTitle(title: string): void {
    this.title = title;
  }
  setContextMenu(menu: unknown): void {
    this.menu = menu as FakeMenu | null;
  }
  popUpContextMenu(): void {}
  destroy(): void {
    this.gone = true;
  }
  isDestroyed(): boolean {
    return this.gone;
  }
}
type _Tray = FakeTray extends Agrees<FakeTray, RealTray> ? true : never;
true satisfies _Tray;

export class FakeNotification extends KnownEmitter {
  static readonly made: FakeNotification[] = [];
  static supported = true;
  static isSupported(): boolean {
    return FakeNotification.supported;
  }
  readonly options: NotificationConstructorOptions;
  readonly title: string;
  readonly body: string;
  shown = false;
  constructor(options: NotificationConstructorOptions = {}) {
    super(eventsOf<RealNotification>()(['action', 'click', 'close', 'failed', 'show']));
    this.options = options;
    this.title = options.title ?? '';
    this.body = options.body ?? '';
    const notification = refusing<FakeNotification>('Notification', this);
    FakeNotification.made.push(notification);
    // biome-ignore lint/correctness/noConstructorReturn: what refuses is what everyone gets.
    return notification;
  }
  show(): void {
    this.shown = true;
    this.emit('show');
  }
  close(): void {
    this.shown = false;
    this.emit('close');
  }
}
type _Notification = FakeNotification extends Agrees<FakeNotification, RealNotification> ? true : never;
true satisfies _Notification;
type _Menu =
  FakeMenu extends Agrees<FakeMenu, RealMenu, 'items' | 'append' | 'getMenuItemById'> ? true : never;
true satisfies _Menu;
type _MenuItem =
  FakeMenuItem extends Agrees<FakeMenuItem, RealMenuItem, 'submenu' | 'role' | 'accelerator' | 'type'>
    ? true
    : never;
true satisfies _MenuItem;
