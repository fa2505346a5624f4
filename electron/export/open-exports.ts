import { randomUUID } from 'node:crypto';
import { createSequencer, type Sequencer } from '#shared/base/sequencer.ts';
import { RpcError } from '#shared/contract/rpc.ts';

const UNKNOWN_EXPORT = 'unknown-export';
const EXPORT_FAILED = 'export-failed';
/** So many are open already that one more is refused. */
const TOO_MANY_EXPORTS = 'too-many-exports';
/** Each holds a file open; a person has one at a time in each window. */
const MAX_OPEN = 16;

/** Exports that are open, of all pages. */
export type OpenCount = { value: number };

/** What is written step by step and can be given up. */
type Target = { readonly cancel: () => Promise<void> };

/** The exports that one page has open, whatever they are: nobody else can write to them, and they do not outlive it. */
export function createOpenExports<T extends Target>(openCount: OpenCount) {
  const underWay = new Map<string, { readonly target: T; readonly inTurn: Sequencer }>();
  let hasEnded = false;
  /** Its place is free from here on. False: it was forgotten before. */
  function forget(exportId: string): boolean {
    const was = underWay.delete(exportId);
    if (was) openCount.value -= 1;
    return was;
  }
  function find(exportId: string) {
    const found = underWay.get(exportId);
    if (found === undefined) throw new RpcError(UNKNOWN_EXPORT, 'This export is not open.');
    return found;
  }
  /** Does a step after what was asked of this export before; a failure cancels the export and is told. */
  async function inTurn<R>(exportId: string, step: (target: T) => Promise<R>): Promise<R> {
    const entry = find(exportId);
    try {
      return await entry.inTurn(async () => step(find(exportId).target));
    } catch (error) {
      if (error instanceof RpcError) throw error;
      if (forget(exportId)) await entry.target.cancel().catch(() => undefined);
      throw exportFailed(error);
    }
  }
  return {
    /** Opens one more; null where the user changed their mind. */
    open: async (opening: () => Promise<T | null>) => {
      const target = await openCounted(openCount, async () => {
        const opened = await opening();
        if (opened === null || !hasEnded) return opened;
        // The page went while it was being opened.
        await opened.cancel();
        throw new Error('The page has gone.');
      });
      if (target === null) return null;
      const exportId = randomUUID();
      underWay.set(exportId, { target, inTurn: createSequencer() });
      return { exportId, target };
    },
    inTurn,
    /** The last step of one. */
    close: <R>(exportId: string, step: (target: T) => Promise<R>): Promise<R> =>
      inTurn(exportId, async (target) => {
        const end = await step(target);
        forget(exportId);
        return end;
      }),
    cancel: ({ exportId }: { readonly exportId: string }): Promise<null> =>
      inTurn(exportId, async (target) => {
        forget(exportId);
        await target.cancel();
        return null;
      }),
    /** The page has gone: cancels what it left open. */
    end: async (): Promise<void> => {
      hasEnded = true;
      const open = [...underWay];
      for (const [exportId] of open) forget(exportId);
      for (const [, entry] of open) {
        await entry.inTurn(() => entry.target.cancel()).catch(() => undefined);
      }
    },
  };
}

export function exportFailed(error: unknown): RpcError {
  return new RpcError(failureCode(error), error instanceof Error ? error.message : String(error));
}

/** What the user can do something about has a code of its own. */
function failureCode(error: unknown): string {
  const { code, syscall }: Partial<NodeJS.ErrnoException> = error instanceof Error ? error : {};
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return 'export-disk-full';
    case 'EBUSY':
    case 'ETXTBSY':
      return 'export-file-open';
    case 'EPERM':
    case 'EACCES':
      // The folder was written to already: on Windows it is the file that another program holds.
      return syscall === 'rename' ? 'export-file-open' : 'export-no-permission';
    case 'EROFS':
      return 'export-no-permission';
    case 'ENOENT':
    case 'ENOTDIR':
      return 'export-folder-gone';
    default:
      return EXPORT_FAILED;
  }
}

/** Opens what may be open beside the others; null where the user changed their mind. */
async function openCounted<T extends Target | null>(
  openCount: OpenCount,
  open: () => Promise<T>,
): Promise<T> {
  if (openCount.value >= MAX_OPEN) {
    throw new RpcError(TOO_MANY_EXPORTS, `There are ${MAX_OPEN} exports open.`);
  }
  openCount.value += 1;
  try {
    const target = await open();
    if (target === null) openCount.value -= 1;
    return target;
  } catch (error) {
    openCount.value -= 1;
    throw error instanceof RpcError ? error : exportFailed(error);
  }
}
