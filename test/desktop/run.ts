import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildWhenStale, PARTS } from '#electron/build/build-parts.ts';
import { childEnvironment } from '#electron/launch/child-environment.ts';
import { desktopObstacle, thisDesktop } from '#test/runner/desktop.ts';
import { isWindows } from '#test/runner/systems.ts';

/** `npm run test:electron`: the journeys in Electron's own program. With CUADRA_ELECTRON=required it must be there. */

const say = (text: string) => process.stdout.write(`${text}\n`);
const obstacle = desktopObstacle(thisDesktop());
if (obstacle !== null) {
  say(`desktop app: not run: ${obstacle}`);
  process.exitCode = process.env.CUADRA_ELECTRON === 'required' ? 1 : 0;
} else {
  await buildWhenStale(PARTS, say);
  const config = '--config=test/desktop/playwright.config.ts';
  const { status } = spawnSync(
    'npx',
    ['--no-install', 'playwright', 'test', config, ...process.argv.slice(2)],
    {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: childEnvironment(),
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: isWindows,
    },
  );
  process.exitCode = status ?? 1;
}
