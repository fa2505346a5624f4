import type { Display, NativeTheme, PowerMonitor, PowerSaveBlocker, Rectangle, Screen } from 'electron';
import { type Agrees, eventsOf, KnownEmitter, refusing } from './refusing.ts';

/** The machine around the app: its screens, its theme, its power. */

class FakePowerMonitor extends KnownEmitter {
  idle = 0;
  battery = false;
  constructor() {
    super(
      eventsOf<PowerMonitor>()([
        'lock-screen',
        'on-ac',
        'on-battery',
        'resume',
        'shutdown',
        'suspend',
        'unlock-screen',
      ]),
    );
  }
  getSystemIdleTime(): number {
    return this.idle;
  }
  isOnBatteryPower(): boolean {
    return this.battery;
  }
}
export const fakePowerMonitor = refusing(
  'powerMonitor',
  new FakePowerMonitor() satisfies Agrees<FakePowerMonitor, PowerMonitor>,
);

class FakePowerSaveBlocker {
  readonly running = new Set<number>();
  lastId = 0;
  start(_type: 'prevent-app-suspension' | 'prevent-display-sleep'): number {
    this.lastId += 1;
    this.running.add(this.lastId);
    return this.lastId;
  }
  stop(id: number): boolean {
    return this.running.delete(id);
  }
  isStarted(id: number): boolean {
    return this.running.has(id);
  }
}
export const fakePowerSaveBlocker = refusing(
  'powerSaveBlocker',
  new FakePowerSaveBlocker() satisfies Agrees<FakePowerSaveBlocker, PowerSaveBlocker>,
);

class FakeNativeTheme extends KnownEmitter {
  themeSource: NativeTheme['themeSource'] = 'system';
  shouldUseDarkColors = false;
  constructor() {
    super(eventsOf<NativeTheme>()(['updated']));
  }
}
export const fakeNativeTheme = refusing(
  'nativeTheme',
  new FakeNativeTheme() satisfies Agrees<FakeNativeTheme, NativeTheme>,
);

export function fakeDisplay(id: number, workArea: Rectangle): Display {
  const { width, height } = workArea;
  return {
    id,
    bounds: workArea,
    workArea,
    size: { width, height },
    workAreaSize: { width, height },
    scaleFactor: 1,
    rotation: 0,
    label: `Display ${id}`,
  } as Display;
}

class FakeScreen extends KnownEmitter {
  /** The first is the primary one. */
  displays: Display[] = [fakeDisplay(1, { x: 0, y: 0, width: 1920, height: 1040 })];
  constructor() {
    super(eventsOf<Screen>()(['display-added', 'display-metrics-changed', 'display-removed']));
  }
  getAllDisplays(): Display[] {
    return this.displays;
  }
  getPrimaryDisplay(): Display {
    const [first] = this.displays;
    if (first === undefined) throw new Error('A machine with a desktop has a display.');
    return first;
  }
  /** The one it shares most with, as Electron. */
  getDisplayMatching(rect: Rectangle): Display {
    const shared = ({ bounds }: Display): number =>
      Math.max(0, Math.min(rect.x + rect.width, bounds.x + bounds.width) - Math.max(rect.x, bounds.x)) *
      Math.max(0, Math.min(rect.y + rect.height, bounds.y + bounds.height) - Math.max(rect.y, bounds.y));
    const best = [...this.displays].sort((one, other) => shared(other) - shared(one))[0];
    return best ?? this.getPrimaryDisplay();
  }
  getCursorScreenPoint(): { x: number; y: number } {
    return { x: 0, y: 0 };
  }
}
export const fakeScreen = refusing('screen', new FakeScreen() satisfies Agrees<FakeScreen, Screen>);
