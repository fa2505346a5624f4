import { parseArgs } from 'node:util';
import { buildAlways, buildWhenStale, PARTS } from './build-parts.ts';

/** `npm run build`: builds the parts named, or all; with `--when-stale` those whose sources have changed. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'when-stale': { type: 'boolean' } },
});
const parts = positionals.length === 0 ? PARTS : PARTS.filter((part) => positionals.includes(part));
const build = values['when-stale'] === true ? buildWhenStale : buildAlways;
try {
  await build(parts, (text) => process.stdout.write(`${text}\n`));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
