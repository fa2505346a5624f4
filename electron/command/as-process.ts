import { resolve } from 'node:path';
import { runCommand } from './run.ts';
import { type AppProgram, startStandby } from './standby-app.ts';

/**
 * Runs a command at the ends of this process; returns its exit code once all it wrote has been handed to the system.
 * @param findApp the desktop app's program, for where the app is closed; null: it is not on this machine
 */
export async function runAsProcess(
  args: readonly string[],
  version: string,
  findApp: () => Promise<AppProgram | null>,
  directory = process.cwd(),
): Promise<number> {
  const code = await runCommand(args, process.env, version, {
    out: (text) => void process.stdout.write(text),
    say: (text) => void process.stderr.write(text),
    isTerminal: process.stdout.isTTY === true,
    input: process.stdin,
    begin: async (profileDirectory) => {
      const program = await findApp();
      return program === null ? null : startStandby(program, resolve(profileDirectory));
    },
    directory,
  });
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => stream.write('', () => resolve()));
  return code;
}
