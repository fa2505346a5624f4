import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout this file runs from. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** The version in package.json. */
export function readVersion(): string {
  const text = readFileSync(join(PROJECT, 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { readonly version: string };
  return version;
}
