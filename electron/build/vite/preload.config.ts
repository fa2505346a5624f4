import { join } from 'node:path';
import { defineConfig } from 'vite';
import { PROJECT } from '../project.ts';

/** A sandboxed preload is one CommonJS file that may ask for `electron` alone. */
export default defineConfig({
  root: join(PROJECT, 'electron'),
  publicDir: false,
  ssr: { noExternal: true, external: ['electron'] },
  build: {
    ssr: join(PROJECT, 'electron/preload.ts'),
    target: 'chrome130',
    minify: false,
    sourcemap: false,
    rollupOptions: { output: { format: 'cjs', entryFileNames: 'preload.cjs', codeSplitting: false } },
  },
});
