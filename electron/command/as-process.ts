import { runCommand } from './run.ts';

/** Runs a command at the ends of this process; returns its exit code once all it wrote has been handed to the system. */
export async function runAsProcess(
  args: readonly string[],
  version: string,
  directory = process.cwd(),
): Promise<number> {
  const code = await runCommand(args, process.env, version, {
    out: (text) => void process.stdout.write(text),
    say: (text) => void process.stderr.write(text),
    isTerminal: process.stdout.isTTY === true,
    input: process.stdin,
    directory,
  });
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => stream.write('', () => resolve()));
  return code;
}
