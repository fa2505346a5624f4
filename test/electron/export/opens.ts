import type { Opens } from '#electron/export/exports.ts';

/** Nothing can be opened but what a test says. */
export const opens = (parts: Partial<Opens> = {}): Opens => ({
  openTarget: async () => null,
  openDataset: async () => null,
  openScheduled: () => Promise.reject(new Error('No folder.')),
  ...parts,
});
