import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { PROJECT } from '../project.ts';
import { licences } from './licences.ts';

/** The page and its data worker, for the Chromium of Electron and for current browsers. */
export default defineConfig({
  root: join(PROJECT, 'renderer'),
  // Both hosts serve it from the root of an origin of its own.
  base: '/',
  plugins: [react(), licences()],
  worker: { format: 'es' },
  build: {
    target: ['chrome130', 'firefox130', 'safari18'],
    sourcemap: false,
    // The policy of both hosts has no data: for fonts and scripts.
    assetsInlineLimit: 0,
    // Everything is on this machine: size of a chunk is not what makes the app slow.
    chunkSizeWarningLimit: 4000,
  },
});
