import { buildAlways, PARTS } from './build-parts.ts';

await buildAlways(PARTS, (text) => process.stdout.write(`${text}\n`));
