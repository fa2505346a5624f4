import { runPackaging } from './packaging.ts';

process.exitCode = await runPackaging((text) => process.stderr.write(`${text}\n`));
