import { parseArgs } from 'node:util';
import { runPackaging } from './packaging.ts';

/** `npm run package [-- --installers]` */
const { values } = parseArgs({ options: { installers: { type: 'boolean' } } });
const say = (text: string) => process.stderr.write(`${text}\n`);
try {
  process.exitCode = await runPackaging(values.installers === true ? 'installers' : 'folder', say);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
