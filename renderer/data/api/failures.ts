/** What was begun with a file is not there (any more). */
export const UNKNOWN_FILE = 'unknown-file';
