/** RpcError codes of the data worker that others tell apart. */

/** A file took too long, or more room than there is: whatever was read of it is gone. */
export const FILE_TOO_MUCH = 'file-too-much';

/** The line does not exist (any more). */
export const UNKNOWN_LINE = 'unknown-line';
