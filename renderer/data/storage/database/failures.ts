import { RpcError } from '#shared/contract/rpc.ts';

/** Failures of the ledger that the other side tells apart by code. */

/** The disk or the browser's quota is full: nothing was written. */
const STORAGE_FULL = 'storage-full';
/** There was no memory for it: nothing was written. */
export const MEMORY_REFUSED = 'memory-refused';
/** Another page owns the ledger now: this one no longer writes. */
export const OWNERSHIP_LOST = 'ownership-lost';
/** The database went away under us: it has to be opened again, and is another one then. */
export const LEDGER_LOST = 'ledger-lost';
/** The window is not open: it was committed or dropped, or never opened. */
export const UNKNOWN_WINDOW = 'unknown-window';
/** The window's readings do not (or no longer) settle it. */
export const WINDOW_NOT_SETTLED = 'window-not-settled';
/** No account is open in this worker. */
export const NOT_OPEN = 'not-open';

/** Stored bytes are not what was written. */
export class CorruptLedgerError extends Error {
  override readonly name = 'CorruptLedgerError';
}

/** Null where what is stored of it is not what was written. */
export const unlessDamaged = <T>(read: Promise<T>): Promise<T | null> =>
  read.catch((error: unknown) => {
    if (error instanceof CorruptLedgerError) return null;
    throw error;
  });

/** The database was written by a newer version of the app. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';
  override readonly message = 'The local copy was written by a newer version of Cuadra.';
}

/** There is no memory for what was asked; whatever is stored is whole. */
export class MemoryRefusedError extends RpcError {
  override readonly name = 'MemoryRefusedError';
  constructor(detail: string) {
    super(MEMORY_REFUSED, `There is not enough memory: ${detail}`);
  }
}

/** As engines say that a buffer, a string or a copy did not fit. */
const NO_MEMORY = /allocation failed|out of memory|allocation size overflow/i;

/** Throws MemoryRefusedError where memory was refused; null for any other failure. */
export function passMemoryRefused(error: unknown): null {
  const failure = asLedgerFailure(error);
  if (failure instanceof MemoryRefusedError) throw failure;
  return null;
}

/** Gives the failures of storage and memory the codes above; anything else stays as it is. */
export function asLedgerFailure(error: unknown): unknown {
  for (let cause: unknown = error, depth = 0; cause instanceof Object && depth < 5; depth += 1) {
    if (cause instanceof RpcError) return cause;
    const { name, message, inner } = cause as { readonly [key: string]: unknown };
    if (typeof message === 'string' && NO_MEMORY.test(message)) return new MemoryRefusedError(message);
    if (name === 'QuotaExceededError') {
      return new RpcError(STORAGE_FULL, 'There is no room left to store the local copy.');
    }
    cause = inner;
  }
  return error;
}

/** Lets a write go that the opening can do without: with a full disk, what is stored can still be read. */
export function unlessStorageFull(error: unknown): void {
  const failure = asLedgerFailure(error);
  if (!(failure instanceof RpcError) || failure.code !== STORAGE_FULL) throw failure;
}
