import { app } from 'electron';
import { type AppUpdater, CancellationToken, MacUpdater, NsisUpdater } from 'electron-updater';
import type { Updater } from '../app/updates.ts';

/** electron-updater, held to what its user agreed to. Loaded only once updates are on: it imports nothing of main.ts, which would run anew. */

/** electron-updater gives each installation an id and sends it with every request: here all of them are one. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The part that both updaters share; protected members are theirs to set alone. */
function hold(updater: AppUpdater, warn: (words: string) => void): void {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.disableWebInstaller = true;
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  // Its words hold addresses and paths: nothing of them is written.
  updater.logger = {
    info: () => undefined,
    error: () => undefined,
    warn: (message) => warn(String(message)),
  };
}

class WindowsUpdater extends NsisUpdater {
  constructor() {
    super();
    let isPassedOver = false;
    hold(this, (words) => {
      if (/ignoring signature validation|skipping this step of validation/i.test(words)) isPassedOver = true;
    });
    this.stagingUserIdPromise.value = Promise.resolve(NOBODY);
    // Where PowerShell cannot be asked, electron-updater takes the file as it is, and only warns. Here it is refused.
    const verify = this.verifyUpdateCodeSignature;
    this.verifyUpdateCodeSignature = async (publishers, file) => {
      isPassedOver = false;
      const problem = await verify(publishers, file);
      return problem ?? (isPassedOver ? 'its signature could not be checked' : null);
    };
  }
}

class AppleUpdater extends MacUpdater {
  constructor() {
    super();
    hold(this, () => undefined);
    this.stagingUserIdPromise.value = Promise.resolve(NOBODY);
  }
}

/** After `ready`, in a build that may update itself (updateObstacle). */
export function createUpdater(platform: NodeJS.Platform = process.platform): Updater {
  if (platform === 'darwin') {
    const updater = new AppleUpdater();
    let failed: (error: unknown) => void = () => undefined;
    updater.on('error', (error) => failed(error));
    return {
      ...fetchedBy(updater),
      // Squirrel checks the signature first, and ends the app when it is ready to take its place.
      leave: (onFailure) => {
        failed = onFailure;
        updater.quitAndInstall();
      },
      end: () => app.quit(),
    };
  }
  const updater = new WindowsUpdater();
  return {
    ...fetchedBy(updater),
    leave: () => app.quit(),
    // The installer ends a process that still runs: it is begun when nothing is being written any more.
    end: () => {
      updater.install(false, true);
      setImmediate(() => app.quit());
    },
  };
}

function fetchedBy(updater: AppUpdater): Pick<Updater, 'check' | 'download'> {
  return {
    check: async () => {
      const result = await updater.checkForUpdates();
      return result?.isUpdateAvailable === true ? result.updateInfo.version : null;
    },
    download: (onPercent) => {
      const token = new CancellationToken();
      const report = ({ percent }: { readonly percent: number }) => onPercent(percent);
      updater.on('download-progress', report);
      const done = updater.downloadUpdate(token).finally(() => updater.off('download-progress', report));
      return { done, cancel: () => token.cancel() };
    },
  };
}
