import { randomUUID } from 'node:crypto';
import { createSequencer, type Sequencer } from '#shared/base/sequencer.ts';
import type { AppCalls, ExportEnd } from '#shared/contract/app.ts';
import { BridgeError, type Handlers } from '#shared/contract/rpc.ts';

/** Where one export goes. After `close` or `cancel` nothing more is called. */
export type ExportTarget = {
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
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
type PageExports = {
  readonly handlers: Handlers<ExportCalls>;
  /** The page has gone: cancels what it left open. */
  readonly end: () => Promise<void>;
};

/** Exports that are open, of all pages. */
type OpenCount = { value: number };

export function createExports(openTarget: OpenExportTarget) {
  const pages = new Set<PageExports>();
  const openCount: OpenCount = { value: 0 };
  return {
    connect: (): PageExports => {
      const page = createPageExports(openTarget, openCount, () => pages.delete(page));
      pages.add(page);
      return page;
    },
    stop: async (): Promise<void> => {
      await Promise.all([...pages].map((page) => page.end()));
    },
  };
}

function createOpenExports(openCount: OpenCount) {
  const underWay = new Map<string, { readonly target: ExportTarget; readonly inTurn: Sequencer }>();
  /** Its place is free from here on. False: it was forgotten before. */
  function forget(exportId: string): boolean {
    const was = underWay.delete(exportId);
    if (was) openCount.value -= 1;
    return was;
  }
  function find(exportId: string) {
    const found = underWay.get(exportId);
    if (found === undefined) throw new BridgeError(UNKNOWN_EXPORT, 'This export is not open.');
    return found;
  }
  return {
    add: (target: ExportTarget) => {
      const exportId = randomUUID();
      underWay.set(exportId, { target, inTurn: createSequencer() });
      return { exportId };
    },
    forget,
    /** Does a step after what was asked of this export before; a failure cancels the export and is told. */
    inTurn: async <T>(exportId: string, step: (target: ExportTarget) => Promise<T>): Promise<T> => {
      const entry = find(exportId);
      try {
        return await entry.inTurn(async () => step(find(exportId).target));
      } catch (error) {
        if (error instanceof BridgeError) throw error;
        if (forget(exportId)) await entry.target.cancel().catch(() => undefined);
        throw exportFailed(error);
      }
    },
    cancelAll: async (): Promise<void> => {
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
function createPageExports(
  openTarget: OpenExportTarget,
  openCount: OpenCount,
  onEnd: () => void,
): PageExports {
  const open = createOpenExports(openCount);
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
        if (openCount.value >= MAX_OPEN) {
          throw new BridgeError(TOO_MANY_EXPORTS, `There are ${MAX_OPEN} exports open.`);
        }
        openCount.value += 1;
        const target = await openAnother(fileName).catch((error: unknown) => {
          openCount.value -= 1;
          throw exportFailed(error);
        });
        if (target !== null) return open.add(target);
        openCount.value -= 1;
        return null;
      },
      writeExport: async ({ exportId, ...chunk }) => {
        const content = 'text' in chunk ? chunk.text : Buffer.from(chunk.base64, 'base64');
        await open.inTurn(exportId, (target) => target.write(content));
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
