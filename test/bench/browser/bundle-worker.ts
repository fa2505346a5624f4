import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Bundles a worker as the app's is, into one script; gives its path. */
export async function bundleWorker(entry: URL, outDir: string): Promise<string> {
  const file = fileURLToPath(entry);
  const name = `${basename(file, '.ts')}.js`;
  const environment = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await build({
      configFile: false,
      mode: 'production',
      logLevel: 'error',
      build: { outDir, lib: { entry: file, formats: ['es'], fileName: () => name }, target: 'chrome130' },
    });
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
  }
  return join(outDir, name);
}
