import { EventEmitter } from 'node:events';

/** The displays, menus, tray, notifications and login item of a desktop, driven by tests. */

type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type FakeDisplay = { readonly id: number; readonly workArea: Area };

export const fakeScreen = {
  displays: [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }] as FakeDisplay[],
  getAllDisplays: (): FakeDisplay[] => fakeScreen.displays,
  getPrimaryDisplay: (): FakeDisplay => {
    const [primary] = fakeScreen.displays;
    if (primary === undefined) throw new Error('There is no display.');
    return primary;
  },
};

export type FakeItem = {
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly accelerator?: string;
  readonly registerAccelerator?: boolean;
  readonly submenu?: readonly FakeItem[];
  readonly click?: () => void;
};

export class FakeMenu {
  static application: FakeMenu | null = null;
  readonly items: readonly FakeItem[];
  constructor(items: readonly FakeItem[]) {
    this.items = items;
  }
  static buildFromTemplate(items: readonly FakeItem[]): FakeMenu {
    return new FakeMenu(items);
  }
  static setApplicationMenu(menu: FakeMenu | null): void {
    FakeMenu.application = menu;
  }
}

export class FakeTray extends EventEmitter {
  static readonly made: FakeTray[] = [];
  menu: FakeMenu | null = null;
  toolTip = '';
  destroyed = false;
  readonly image: unknown;
  constructor(image: unknown) {
    super();
    this.image = image;
    FakeTray.made.push(this);
  }
  setContextMenu(menu: FakeMenu | null): void {
    this.menu = menu;
  }
  setToolTip(text: string): void {
    this.toolTip = text;
  }
  destroy(): void {
    this.destroyed = true;
  }
}

export class FakeNotification extends EventEmitter {
  static isThere = true;
  static readonly shown: FakeNotification[] = [];
  readonly options: { readonly title?: string; readonly body?: string };
  constructor(options: { readonly title?: string; readonly body?: string }) {
    super();
    this.options = options;
  }
  static isSupported(): boolean {
    return FakeNotification.isThere;
  }
  show(): void {
    FakeNotification.shown.push(this);
  }
}

export class FakeImage {
  readonly bytes: Buffer;
  isTemplate = false;
  readonly scales: number[] = [1];
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
  setTemplateImage(on: boolean): void {
    this.isTemplate = on;
  }
  addRepresentation(options: { readonly scaleFactor?: number }): void {
    this.scales.push(options.scaleFactor ?? 1);
  }
}

/** The login item of Windows and macOS. */
export const loginItem = {
  openAtLogin: false,
  wasOpenedAtLogin: false,
  set: [] as unknown[],
};
