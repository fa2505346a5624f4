import { randomUUID } from 'node:crypto';
import type { AppCalls } from '#shared/bridge/app.ts';
import { BridgeError, type Handlers } from '#shared/bridge/rpc.ts';
import type { ExportTarget, OpenExportTarget } from './export-target.ts';

type ExportCalls = Pick<AppCalls, 'openExport' | 'writeExport' | 'closeExport' | 'cancelExport'>;

/** No such export, or it has ended. */
const UNKNOWN_EXPORT = 'unknown-export';
/** The file could not be written; the message says why. */
const EXPORT_FAILED = 'export-failed';

export type Exports = {
  readonly handlers: Handlers<ExportCalls>;
  /** Cancels what is still open. */
  readonly stop: () => Promise<void>;
};

type OpenExport = { readonly target: ExportTarget; last: Promise<unknown> };

/** The exports under way: chunks of one export are written in the order they came, and a failure ends it. */
export function createExports(openTarget: OpenExportTarget): Exports {
  const underWay = new Map<string, OpenExport>();

  function take(exportId: string): OpenExport {
    const found = underWay.get(exportId);
    if (found === undefined) throw new BridgeError(UNKNOWN_EXPORT, 'This export is not open.');
    return found;
  }

  /** After what was asked of this export before; a failure cancels it and is told. */
  async function inTurn<T>(exportId: string, step: (target: ExportTarget) => Promise<T>): Promise<T> {
    const entry = take(exportId);
    const turn = entry.last.then(() => step(take(exportId).target));
    entry.last = turn.catch(() => undefined);
    try {
      return await turn;
    } catch (error) {
      if (error instanceof BridgeError) throw error;
      if (underWay.delete(exportId)) await entry.target.cancel().catch(() => undefined);
      throw new BridgeError(EXPORT_FAILED, error instanceof Error ? error.message : String(error));
    }
  }

  return {
    handlers: {
      openExport: async ({ fileName }) => {
        const target = await openTarget(fileName).catch((error: unknown) => {
          throw new BridgeError(EXPORT_FAILED, error instanceof Error ? error.message : String(error));
        });
        if (target === null) return null;
        const exportId = randomUUID();
        underWay.set(exportId, { target, last: Promise.resolve() });
        return { exportId };
      },
      writeExport: async ({ exportId, text }) => {
        await inTurn(exportId, (target) => target.write(text));
        return null;
      },
      closeExport: ({ exportId }) =>
        inTurn(exportId, async (target) => {
          const end = await target.close();
          underWay.delete(exportId);
          return end;
        }),
      cancelExport: ({ exportId }) =>
        inTurn(exportId, async (target) => {
          underWay.delete(exportId);
          await target.cancel();
          return null;
        }),
    },
    stop: async () => {
      const open = [...underWay.values()];
      underWay.clear();
      for (const { target, last } of open) {
        await last;
        await target.cancel().catch(() => undefined);
      }
    },
  };
}
