import { readCommandLine } from './command-line.ts';
import { startService } from './service/start-service.ts';

/** `npm run api`: the emulated data API on loopback. Prints its address in one line when it listens. */

const USAGE = `Options: --port N (0: any) --key K (several allowed) --disabled-key K --plan free|pro --orders N --seed N
--company lumbre|any (one whose books can be believed, or one in which anything occurs) --now ISO (the clock stands still) --requests-per-minute N --requests-per-day N --pulse-seconds N (0: none)`;

const commandLine = readCommandLine(process.argv.slice(2), Date.now);
if (!commandLine.ok) {
  console.error(`${commandLine.message}\n${USAGE}`);
  process.exit(2);
}
try {
  const { baseUrl, close } = await startService(commandLine.options);
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
