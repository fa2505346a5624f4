import { RpcError } from '#shared/contract/rpc.ts';
import { diskProblem } from '../accounts/disk-problem.ts';

/** The failure to write a setting down, as the page is told it: by what is in the way. */
export function notKept(error: unknown): RpcError {
  switch (diskProblem(error)) {
    case 'full':
      return new RpcError('setting-disk-full', 'There is no space left on the disk.');
    case 'locked':
      return new RpcError('setting-locked', 'The file of the setting cannot be written.');
    default:
      return new RpcError('setting-not-kept', 'The setting could not be written down.');
  }
}
