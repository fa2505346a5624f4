import { basename, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { PROJECT } from '../../launch/project.ts';
import { bundledPackages } from './bundled-packages.ts';
import { licences } from './licences.ts';

/** How each part is built; build-parts.ts names the part in the environment. */

const name = process.env.CUADRA_PART ?? '';
const packages = bundledPackages(name);

/** Code that runs by itself: everything is in it but Node's own modules and what is external. */
function bundle(target: string, options: UserConfig['build'], external: string[] = []): UserConfig {
  return {
    root: join(PROJECT, 'electron'),
    publicDir: false,
    plugins: [packages],
    ssr: { noExternal: true, external },
    build: { target, minify: false, sourcemap: false, ...options },
  };
}

const PARTS: { readonly [part: string]: UserConfig } = {
  /** The page and its data worker, for the Chromium of Electron and for current browsers. */
  renderer: {
    root: join(PROJECT, 'renderer'),
    // Both hosts serve it from the root of an origin of its own.
    base: '/',
    plugins: [react(), licences(), packages],
    worker: { format: 'es', plugins: () => [packages] },
    // Sheets have names of their own (test/layers/styles.test.ts): with the sheet's before it a class is nobody else's.
    css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}` } },
    build: {
      target: ['chrome130', 'firefox130', 'safari18'],
      sourcemap: false,
      // The policy of both hosts has no data: for fonts and scripts.
      assetsInlineLimit: 0,
      // Everything is on this machine: size of a chunk is not what makes the app slow.
      chunkSizeWarningLimit: 4000,
    },
  },
  main: bundle(
    'node22',
    {
      ssr: join(PROJECT, 'electron/main.ts'),
      rollupOptions: { output: { format: 'es', entryFileNames: 'main.js' } },
    },
    // Colours lines of electron-updater's logger, where it is installed.
    ['electron', 'supports-color'],
  ),
  /** A sandboxed preload is one CommonJS file that may ask for `electron` alone. */
  preload: bundle(
    'chrome130',
    {
      ssr: join(PROJECT, 'electron/preload.ts'),
      rollupOptions: { output: { format: 'cjs', entryFileNames: 'preload.cjs', codeSplitting: false } },
    },
    ['electron'],
  ),
  /** The browser host and the chooser between it and the desktop app, as modules that Node runs by themselves. */
  host: bundle('node20', {
    ssr: true,
    rollupOptions: {
      input: {
        web: join(PROJECT, 'electron/browser-host.ts'),
        start: join(PROJECT, 'electron/start.ts'),
        cuadra: join(PROJECT, 'electron/cuadra.ts'),
      },
      // All in one folder: project.ts and run.ts find the checkout two folders above themselves.
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  }),
};

const part = PARTS[name];
if (part === undefined) throw new Error(`CUADRA_PART names what is built: ${Object.keys(PARTS).join(', ')}.`);
export default defineConfig(part);
