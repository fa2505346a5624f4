import type { AutoUpdater, FeedURLOptions } from 'electron';
import { type Agrees, eventsOf, KnownEmitter, refusing } from './refusing.ts';

/** Squirrel: what it was asked for. Tests tell what it answers. */
class FakeAutoUpdater extends KnownEmitter {
  readonly asked: string[] = [];
  feed: FeedURLOptions | null = null;
  constructor() {
    super(
      eventsOf<AutoUpdater>()([
        'before-quit-for-update',
        'checking-for-update',
        'error',
        'update-available',
        'update-downloaded',
        'update-not-available',
      ]),
    );
  }
  setFeedURL(options: FeedURLOptions): void {
    this.feed = options;
  }
  checkForUpdates(): void {
    this.asked.push('check');
  }
  quitAndInstall(): void {
    this.asked.push('install');
  }
}
export const fakeAutoUpdater = refusing(
  'autoUpdater',
  new FakeAutoUpdater() satisfies Agrees<FakeAutoUpdater, AutoUpdater>,
);
