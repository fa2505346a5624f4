import { join } from 'node:path';
import { defineConfig } from 'vite';
import { PROJECT } from '../project.ts';

/** The browser host and the chooser between it and the desktop app, as plain modules that Node runs by themselves. */
export default defineConfig({
  root: join(PROJECT, 'electron'),
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    sourcemap: false,
    rollupOptions: {
      input: {
        web: join(PROJECT, 'electron/browser-host.ts'),
        start: join(PROJECT, 'electron/start.ts'),
      },
      // All in one folder: project.ts and run.ts find the checkout two folders above themselves.
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});
