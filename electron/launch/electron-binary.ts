import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where npm put the `electron` package; undefined when it is not installed. `require('electron')` would download. */
export function findElectronPackage(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return undefined;
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * The Electron program that belongs to the installed package, or undefined when it has not been fetched (whole, and
 * in the package's own version). ELECTRON_OVERRIDE_DIST_PATH is honoured as Electron itself does.
 */
export function findElectronBinary(
  packageFolder: string,
  environment: { readonly [name: string]: string | undefined },
): string | undefined {
  const program = readText(join(packageFolder, 'path.txt'));
  const override = environment.ELECTRON_OVERRIDE_DIST_PATH;
  if (override !== undefined && override !== '') {
    const file = join(override, program ?? 'electron');
    return existsSync(file) ? file : undefined;
  }
  const manifest = readText(join(packageFolder, 'package.json'));
  const { version } = JSON.parse(manifest ?? '{}') as { readonly version?: string };
  const fetched = readText(join(packageFolder, 'dist', 'version'))
    ?.trim()
    .replace(/^v/, '');
  if (program === undefined || version === undefined || fetched !== version) return undefined;
  const file = join(packageFolder, 'dist', program);
  return existsSync(file) ? file : undefined;
}
