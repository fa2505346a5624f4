import { join } from 'node:path';
import { defineConfig } from 'vite';
import { PROJECT } from '../project.ts';

/** The main process as one ES module: everything is in it but Electron and Node's own modules. */
export default defineConfig({
  root: join(PROJECT, 'electron'),
  publicDir: false,
  ssr: { noExternal: true, external: ['electron'] },
  build: {
    ssr: join(PROJECT, 'electron/main.ts'),
    target: 'node22',
    minify: false,
    sourcemap: false,
    rollupOptions: { output: { format: 'es', entryFileNames: 'main.js' } },
  },
});
