import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The first file below `folder` with such a name. */
export function findFile(folder: string, isIt: (name: string) => boolean): string | undefined {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).find(
    (entry) => entry.isFile() && isIt(entry.name),
  );
  return found === undefined ? undefined : join(found.parentPath, found.name);
}
