import { parseArgs } from 'node:util';
import { runPackaging } from './packaging.ts';

/** `npm run package [-- --installers] [--repository owner/name [--signed]]` */
const { values } = parseArgs({
  options: {
    installers: { type: 'boolean', default: false },
    repository: { type: 'string' },
    signed: { type: 'boolean', default: false },
  },
});
const say = (text: string) => process.stderr.write(`${text}\n`);
try {
  const releases = { repository: values.repository ?? null, isSigned: values.signed };
  process.exitCode = await runPackaging(values.installers ? 'installers' : 'folder', releases, say);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
