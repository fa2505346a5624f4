import { buildAlways, PARTS } from './build-parts.ts';

try {
  await buildAlways(PARTS, (text) => process.stdout.write(`${text}\n`));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
