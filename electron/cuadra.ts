import { buildWhenStale, PARTS } from './build/build-parts.ts';
import { runAsProcess } from './command/as-process.ts';
import type { AppProgram } from './command/standby-app.ts';
import { findElectronBinary, findElectronPackage } from './launch/electron.ts';
import { PROJECT, readVersion } from './launch/project.ts';

/** `npm run cuadra`: one question from the command line, or an assistant's line. */

/** Where Electron's program was fetched; it is not fetched to answer. */
async function findApp(): Promise<AppProgram | null> {
  const packageFolder = findElectronPackage();
  const file = packageFolder === undefined ? undefined : findElectronBinary(packageFolder, process.env);
  if (file === undefined) return null;
  await buildWhenStale(PARTS, (text) => process.stderr.write(`${text}\n`));
  return { file, args: [PROJECT] };
}

// npm goes to the project's folder, and says where it was called.
const directory = process.env.INIT_CWD ?? process.cwd();
process.exitCode = await runAsProcess(process.argv.slice(2), readVersion(), findApp, directory);
