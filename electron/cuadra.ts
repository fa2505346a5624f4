import { runAsProcess } from './command/as-process.ts';
import { readVersion } from './launch/project.ts';

/** `npm run cuadra`: one question from the command line, or an assistant's line. */
// npm goes to the project's folder, and says where it was called.
const directory = process.env.INIT_CWD ?? process.cwd();
process.exitCode = await runAsProcess(process.argv.slice(2), readVersion(), directory);
