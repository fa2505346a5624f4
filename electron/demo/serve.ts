import { readCommandLine } from './command-line.ts';
import { startService } from './service/start-service.ts';
import { writeFiles } from './story/write-files.ts';

/** `npm run api`: the emulated data API on loopback. Prints its address in one line when it listens. */

const USAGE = `Options: --port N (0: any) --key K (several allowed) --disabled-key K --plan free|pro --orders N --seed N
--company lumbre|honest|any (one in whose last month things go wrong, the same without, or one in which anything occurs: any, unless --statements)
--statements DIR (the statements and bank extracts of lumbre, and story.json: what is wrong) --months N (the last N) --now ISO (the clock stands still) --requests-per-minute N --requests-per-day N --pulse-seconds N (0: none)`;

const asked = readCommandLine(process.argv.slice(2), Date.now);
if (!asked.ok) {
  console.error(`${asked.message}\n${USAGE}`);
  process.exit(2);
}
try {
  const { options, story, files } = asked;
  const { baseUrl, world, close } = await startService(options);
  if (story !== null && files !== null) await writeFiles(story, world, files);
  console.log(baseUrl);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(`The data API cannot start: ${reason}`);
  process.exit(1);
}
