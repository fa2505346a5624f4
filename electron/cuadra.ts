import { runCommand } from './command/run.ts';

/** `npm run cuadra`: one question from the command line. */
process.exitCode = await runCommand(process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(text),
  say: (text) => void process.stderr.write(text),
  isTerminal: process.stdout.isTTY === true,
});
