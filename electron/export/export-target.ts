import type { ExportEnd } from '#shared/contract/app.ts';

/** Where one export goes. After `close` or `cancel` nothing more is called. */
export type ExportTarget = {
  readonly write: (text: string) => Promise<void>;
  readonly close: () => Promise<ExportEnd>;
  /** Leaves nothing behind. */
  readonly cancel: () => Promise<void>;
};

/** Null when the user changed their mind. */
export type OpenExportTarget = (fileName: string) => Promise<ExportTarget | null>;
