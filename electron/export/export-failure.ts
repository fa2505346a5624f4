import { RpcError } from '#shared/contract/rpc.ts';

const EXPORT_FAILED = 'export-failed';

/** A failure to read or write files as the page is told it; one that is told already stays itself. */
export function exportFailure(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  return new RpcError(codeOf(error), error instanceof Error ? error.message : String(error));
}

/** A failure that the user can do something about has a code of its own. */
function codeOf(error: unknown): string {
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
