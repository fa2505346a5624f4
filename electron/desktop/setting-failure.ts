import { BridgeError } from '#shared/contract/rpc.ts';
import { diskProblem } from '../accounts/disk-problem.ts';

/** The failure to write a setting down, as the page is told it: by what is in the way. */
export function notKept(error: unknown): BridgeError {
  switch (diskProblem(error)) {
    case 'full':
      return new BridgeError('setting-disk-full', 'There is no space left on the disk.');
    case 'locked':
      return new BridgeError('setting-locked', 'The file of the setting cannot be written.');
    default:
      return new BridgeError('setting-not-kept', 'The setting could not be written down.');
  }
}
