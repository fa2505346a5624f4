import { RpcError } from '#shared/contract/rpc.ts';
import {
  UPDATE_WHILE_READING,
  type UpdateAction,
  type UpdateStep,
  type Updates,
} from '#shared/contract/updates.ts';
import { MINUTE_MS } from '#shared/domain/dates.ts';
import { NO_STANDBY, type Standby } from '../desktop/standby.ts';
import {
  type Build,
  isCheckDue,
  isUnderWay,
  releaseVersion,
  updateFailure,
  updateObstacle,
} from '../desktop/update-rules.ts';

/** The page's side of newer versions. Null: this host has none of its own. */
export type UpdatesHost = {
  readonly read: () => Updates | null;
  /** Begins what was asked; how it goes on is told. @throws RpcError UPDATE_WHILE_READING */
  readonly ask: (action: UpdateAction) => Promise<Updates | null>;
  readonly onChange: (listener: (updates: Updates) => void) => void;
};

export const NO_UPDATES: UpdatesHost = { read: () => null, ask: async () => null, onChange: () => undefined };

/** Fetches a newer version, checks it and puts it in the place of this one. */
export type Updater = {
  /** The newest version where it is newer than this one. */
  readonly check: () => Promise<string | null>;
  /** Rejects where what came is not what was announced, or nobody's whose signature is known; and when it was cancelled. */
  readonly download: (onPercent: (percent: number) => void) => {
    readonly done: Promise<unknown>;
    readonly cancel: () => void;
  };
  /** Ends the app on the way to the new version. `onFailure`: it does not end. */
  readonly leave: (onFailure: (error: unknown) => void) => void;
  /** The last the process does, when nothing is being written any more. */
  readonly end: () => void;
};

type UpdatesOptions = {
  readonly build: Build;
  readonly setting: { readonly read: () => boolean; readonly change: (isOn: boolean) => Promise<void> };
  /** Called only while updates are on. */
  readonly loadUpdater: () => Promise<Updater>;
  readonly isReading: () => boolean;
  /** On standby nothing is asked by itself. */
  readonly standby?: Standby;
  readonly record: (error: unknown) => void;
  /** Null: the page of the releases is not known. */
  readonly openReleases: (() => void) | null;
  readonly quit: () => void;
  /** From now on closing the window ends the app; false: no longer. */
  readonly leaving: (isLeaving: boolean) => void;
  readonly now?: () => number;
};

/**
 * Newer versions: asked for where the user turned it on and the build may, each further step only at the user's word. Long, for
 * its steps share what is under way.
 */
export function createUpdates(options: UpdatesOptions) {
  const { setting, isReading, standby = NO_STANDBY, now = Date.now } = options;
  const obstacle = updateObstacle(options.build);
  const startedAtMs = now();
  const listeners: ((updates: Updates) => void)[] = [];
  let step: UpdateStep = { kind: 'unasked' };
  let askedAtMs: number | null = null;
  let updater: Promise<Updater> | null = null;
  let cancel: (() => void) | null = null;
  let fetched: Promise<unknown> = Promise.resolve();
  /** The one that is taking this version's place. */
  let taking: Updater | null = null;
  let clock: NodeJS.Timeout | null = null;

  const isOn = (): boolean => obstacle === null && setting.read();
  const read = (): Updates => ({
    obstacle,
    isOn: isOn(),
    step,
    askedAtMs,
    hasReleases: options.openReleases !== null,
  });
  const report = (): void => {
    for (const listener of listeners) listener(read());
  };
  const go = (next: UpdateStep): void => {
    step = next;
    report();
  };
  /** Where nothing came between: what failed is written down and told. */
  const fail = (from: UpdateStep, version: string | null, error: unknown): void => {
    if (step !== from) return;
    options.record(error);
    go({ kind: 'failed', version, why: updateFailure(error) });
  };
  const loaded = (): Promise<Updater> => {
    updater ??= options.loadUpdater();
    return updater;
  };

  async function check(): Promise<void> {
    const from: UpdateStep = { kind: 'checking' };
    askedAtMs = now();
    go(from);
    try {
      const announced = await (await loaded()).check();
      if (step !== from) return;
      const version = releaseVersion(announced);
      go(version === null ? { kind: 'current' } : { kind: 'found', version });
    } catch (error) {
      fail(from, null, error);
    }
  }

  async function download(version: string): Promise<void> {
    let from: UpdateStep = { kind: 'downloading', version, percent: 0 };
    let reported = 0;
    go(from);
    const onPercent = (percent: number): void => {
      const whole = Math.min(100, Math.max(0, Math.floor(percent)));
      if (step !== from || reported === whole) return;
      reported = whole;
      from = { kind: 'downloading', version, percent: whole };
      go(from);
    };
    try {
      const it = await loaded();
      // One that was cancelled is still there for a moment, and would be taken for this one.
      await fetched;
      if (step !== from) return;
      const { done, cancel: stop } = it.download(onPercent);
      cancel = stop;
      fetched = done.catch(() => undefined);
      await done;
      cancel = null;
      if (step === from) go({ kind: 'ready', version });
    } catch (error) {
      fail(from, version, error);
    }
  }

  async function install(version: string): Promise<void> {
    if (isReading()) throw new RpcError(UPDATE_WHILE_READING, 'Not while rows are being read.');
    const from: UpdateStep = { kind: 'installing', version };
    go(from);
    const it = await loaded();
    taking = it;
    options.leaving(true);
    it.leave((error) => {
      taking = null;
      options.leaving(false);
      fail(from, version, error);
    });
  }

  function stopFetching(next: UpdateStep): void {
    const stop = cancel;
    cancel = null;
    go(next);
    stop?.();
  }

  const tick = (): void => {
    if (standby.isOn() || !isOn()) return;
    if (isCheckDue({ startedAtMs, askedAtMs, nowMs: now(), isReading: isReading(), step })) void check();
  };
  function wind(): void {
    if (clock !== null) clearInterval(clock);
    clock = isOn() ? setInterval(tick, MINUTE_MS) : null;
    clock?.unref();
  }

  async function turn(on: boolean): Promise<void> {
    if (step.kind === 'installing') return;
    // Holds at once, even where it cannot be kept.
    const kept = setting.change(on);
    wind();
    if (!on) {
      askedAtMs = null;
      updater = null;
    }
    stopFetching(on ? step : { kind: 'unasked' });
    await kept;
  }

  wind();
  return {
    read,
    onChange: (listener: (updates: Updates) => void) => void listeners.push(listener),
    ask: async (action: UpdateAction): Promise<Updates> => {
      if (action === 'releases') options.openReleases?.();
      else if (obstacle === null && (action === 'on' || action === 'off')) await turn(action === 'on');
      else if (isOn()) {
        const version = 'version' in step ? step.version : null;
        if (action === 'check' && !isUnderWay(step)) void check();
        if (action === 'download' && !isUnderWay(step) && step.kind !== 'ready' && version !== null)
          void download(version);
        if (action === 'cancel' && step.kind === 'downloading')
          stopFetching({ kind: 'found', version: step.version });
        if (action === 'install' && step.kind === 'ready') await install(step.version);
      }
      return read();
    },
    /** The last the process does, when nothing is being written any more: ends, or gives its place to the new version. */
    end: (): void => {
      cancel?.();
      if (taking === null) options.quit();
      else taking.end();
    },
  };
}
