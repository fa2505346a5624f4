import type { Clock } from '#electron/api/clock.ts';
import type { LedgerCalls, StagedWindow } from '#shared/contract/ledger.ts';
import type { Caller } from '#shared/contract/rpc.ts';
import type { WindowPurpose } from '#shared/contract/run-log.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import { MAX_WINDOW_AGE_MS, type SyncWindow } from '#shared/domain/window.ts';

/** Windows that an earlier run left half read: their pages need not be asked for again while they are young. */
export type StagedWindows = Awaited<ReturnType<typeof takeOverStaged>>;

export function windowName(purpose: WindowPurpose, window: SyncWindow): string {
  return `${purpose} ${window.field} ${window.from} ${window.to}`;
}

function pageDates(windows: readonly StagedWindow[]): readonly UtcInstant[] {
  return windows.flatMap(({ pages }) => pages.flatMap((page) => page.serverDate ?? [])).sort();
}

/** Takes over what the ledger holds; what is too old is dropped at once. */
export async function takeOverStaged(
  ledger: Caller<LedgerCalls>,
  windows: readonly StagedWindow[],
  clock: Clock,
) {
  const staged = new Map<string, StagedWindow>();
  const drop = async (windowIds: readonly string[]) => {
    for (const [name, { windowId }] of staged) if (windowIds.includes(windowId)) staged.delete(name);
    if (windowIds.length > 0) await ledger.dropWindows({ windowIds });
  };
  const tooOld: string[] = [];
  for (const window of windows) {
    const age = clock.wallMs() - window.startedAtMs;
    const name = windowName(window.purpose, window.window);
    // A clock that was set back since proves nothing; and of two attempts at one window one is enough.
    const isGood = age >= 0 && age <= MAX_WINDOW_AGE_MS && !staged.has(name);
    if (isGood) staged.set(name, window);
    else tooOld.push(window.windowId);
  }
  await drop(tooOld);
  return {
    all: (): readonly StagedWindow[] => [...staged.values()],
    /** The server's time at the latest staged page; null where none is. */
    lastPageAt: () => pageDates([...staged.values()]).at(-1) ?? null,
    /** Hands out a window's staged pages once; drops them if the request differs or a page came before `since`. */
    take: async (
      window: SyncWindow,
      purpose: WindowPurpose,
      request: { readonly from: string; readonly to: string },
      since: UtcInstant | null,
    ): Promise<StagedWindow | null> => {
      const name = windowName(purpose, window);
      const found = staged.get(name);
      if (found === undefined) return null;
      staged.delete(name);
      const isSame = found.requestFrom === request.from && found.requestTo === request.to;
      const oldest = pageDates([found])[0];
      if (isSame && (since === null || oldest === undefined || oldest >= since)) return found;
      await drop([found.windowId]);
      return null;
    },
    drop,
    dropLeftovers: () => drop([...staged.values()].map(({ windowId }) => windowId)),
  };
}
