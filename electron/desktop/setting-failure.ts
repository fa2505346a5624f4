import { BridgeError } from '#shared/contract/rpc.ts';

/** A setting that could not be written down, by what is in the way. */
export function notKept(error: unknown): BridgeError {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new BridgeError('setting-disk-full', 'There is no space left on the disk.');
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new BridgeError('setting-locked', 'The file of the setting cannot be written.');
  }
  return new BridgeError('setting-not-kept', 'The setting could not be written down.');
}
