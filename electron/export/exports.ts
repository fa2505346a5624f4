import { randomUUID } from 'node:crypto';
import { createSequencer, type Sequencer } from '#shared/base/sequencer.ts';
import type { AppCalls, ExportEnd } from '#shared/contract/app.ts';
import { BridgeError, type Handlers } from '#shared/contract/rpc.ts';

/** Where one export goes. After `close` or `cancel` nothing more is called. */
export type ExportTarget = {
  readonly write: (text: string) => Promise<void>;
  readonly close: () => Promise<ExportEnd>;
  readonly cancel: () => Promise<void>;
};

/** Null when the user changed their mind. */
export type OpenExportTarget = (fileName: string) => Promise<ExportTarget | null>;

type ExportCalls = Pick<AppCalls, 'openExport' | 'writeExport' | 'closeExport' | 'cancelExport'>;

const UNKNOWN_EXPORT = 'unknown-export';
const EXPORT_FAILED = 'export-failed';
/** So many are open already that one more is refused. */
const TOO_MANY_EXPORTS = 'too-many-exports';
/** Each holds a file open; a person has one at a time in each window. */
const MAX_OPEN = 16;

/** The exports of one page: nobody else can write to them, and they do not outlive it. */
export type PageExports = {
  readonly handlers: Handlers<ExportCalls>;
  /** The page has gone: cancels what it left open. */
  readonly end: () => Promise<void>;
};

export type Exports = {
  readonly connect: () => PageExports;
  readonly stop: () => Promise<void>;
};

type OpenExport = { readonly target: ExportTarget; readonly inTurn: Sequencer };
type Place = { readonly take: () => boolean; readonly giveBack: () => void };

export function createExports(openTarget: OpenExportTarget): Exports {
  const pages = new Set<PageExports>();
  let taken = 0;
  const place: Place = {
    take: () => {
      if (taken >= MAX_OPEN) return false;
      taken += 1;
      return true;
    },
    giveBack: () => {
      taken -= 1;
    },
  };
  return {
    connect: () => {
      const page = createPageExports(openTarget, place, () => pages.delete(page));
      pages.add(page);
      return page;
    },
    stop: async () => {
      await Promise.all([...pages].map((page) => page.end()));
    },
  };
}

type OpenExports = {
  readonly add: (target: ExportTarget) => { readonly exportId: string };
  /** Its place is free from here on. False: it was forgotten before. */
  readonly forget: (exportId: string) => boolean;
  /** Does a step after what was asked of this export before; a failure cancels the export and is told. */
  readonly inTurn: <T>(exportId: string, step: (target: ExportTarget) => Promise<T>) => Promise<T>;
  readonly cancelAll: () => Promise<void>;
};

function createOpenExports(place: Place): OpenExports {
  const underWay = new Map<string, OpenExport>();
  function forget(exportId: string): boolean {
    const was = underWay.delete(exportId);
    if (was) place.giveBack();
    return was;
  }
  function take(exportId: string): OpenExport {
    const found = underWay.get(exportId);
    if (found === undefined) throw new BridgeError(UNKNOWN_EXPORT, 'This export is not open.');
    return found;
  }
  return {
    add: (target) => {
      const exportId = randomUUID();
      underWay.set(exportId, { target, inTurn: createSequencer() });
      return { exportId };
    },
    forget,
    inTurn: async (exportId, step) => {
      const entry = take(exportId);
      try {
        return await entry.inTurn(async () => step(take(exportId).target));
      } catch (error) {
        if (error instanceof BridgeError) throw error;
        if (forget(exportId)) await entry.target.cancel().catch(() => undefined);
        throw exportFailed(error);
      }
    },
    cancelAll: async () => {
      const open = [...underWay];
      for (const [exportId] of open) forget(exportId);
      for (const [, { target, inTurn }] of open) {
        await inTurn(() => target.cancel()).catch(() => undefined);
      }
    },
  };
}

function exportFailed(error: unknown): BridgeError {
  return new BridgeError(EXPORT_FAILED, error instanceof Error ? error.message : String(error));
}

/** Chunks of one export are written in the order they came, and a failure ends it. */
function createPageExports(openTarget: OpenExportTarget, place: Place, onEnd: () => void): PageExports {
  const open = createOpenExports(place);
  let hasEnded = false;

  async function openAnother(fileName: string): Promise<ExportTarget | null> {
    const target = await openTarget(fileName);
    if (target === null || !hasEnded) return target;
    // The page went while its file was being opened.
    await target.cancel();
    throw new Error('The page has gone.');
  }

  return {
    handlers: {
      openExport: async ({ fileName }) => {
        if (!place.take()) throw new BridgeError(TOO_MANY_EXPORTS, `There are ${MAX_OPEN} exports open.`);
        const target = await openAnother(fileName).catch((error: unknown) => {
          place.giveBack();
          throw exportFailed(error);
        });
        if (target === null) {
          place.giveBack();
          return null;
        }
        return open.add(target);
      },
      writeExport: async ({ exportId, text }) => {
        await open.inTurn(exportId, (target) => target.write(text));
        return null;
      },
      closeExport: ({ exportId }) =>
        open.inTurn(exportId, async (target) => {
          const end = await target.close();
          open.forget(exportId);
          return end;
        }),
      cancelExport: ({ exportId }) =>
        open.inTurn(exportId, async (target) => {
          open.forget(exportId);
          await target.cancel();
          return null;
        }),
    },
    end: async () => {
      hasEnded = true;
      onEnd();
      await open.cancelAll();
    },
  };
}
