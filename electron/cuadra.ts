import { runAsProcess } from './command/as-process.ts';
import { readVersion } from './launch/project.ts';

/** `npm run cuadra`: one question from the command line, or an assistant's line. */
process.exitCode = await runAsProcess(process.argv.slice(2), readVersion());
