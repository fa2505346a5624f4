import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { isDebianLike, type Machine } from './chromium.ts';

/** The machine this runs on. Without `how` nothing is fetched and nothing said: what is there is found. */
export function thisMachine(
  how: Pick<Machine, 'run' | 'say'> = { run: () => false, say: () => undefined },
): Machine {
  return {
    platform: process.platform,
    exists: existsSync,
    playwrightPath: () => chromium.executablePath(),
    given: process.env.CHROMIUM_PATH,
    isRoot: process.getuid?.() === 0,
    isDebian: isDebianLike(),
    ...how,
  };
}
