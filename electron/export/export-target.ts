import type { ExportEnd } from '#shared/contract/app-streams.ts';

/** Where one export goes. After `close` or `cancel` nothing more is called. */
export type ExportTarget = {
  readonly write: (chunk: Uint8Array) => Promise<void>;
  readonly close: () => Promise<ExportEnd>;
  readonly cancel: () => Promise<void>;
};
