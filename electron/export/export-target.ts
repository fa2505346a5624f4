import type { ExportEnd } from '#shared/contract/app.ts';

/** Where one export goes. After `close` or `cancel` nothing more is called. */
export type ExportTarget = {
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
  readonly close: () => Promise<ExportEnd>;
  readonly cancel: () => Promise<void>;
};
