/** BridgeError codes of the data worker that others tell apart. */

/** What was begun with a file is not there (any more). */
export const UNKNOWN_FILE = 'unknown-file';

/** A file took too long, or more room than there is: whatever was read of it is gone. */
export const FILE_TOO_MUCH = 'file-too-much';

/** The line does not exist (any more). */
export const UNKNOWN_LINE = 'unknown-line';
