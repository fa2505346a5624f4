import { processEnds } from './command/process-ends.ts';
import { runCommand } from './command/run.ts';
import { readVersion } from './launch/project.ts';

/** `npm run cuadra`: one question from the command line, or an assistant's line. */
process.exitCode = await runCommand(process.argv.slice(2), process.env, readVersion(), processEnds());
