import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import inspector from 'node:inspector';
import Module from 'node:module';
import { join } from 'node:path';

/**
 * Plays Electron's part towards Playwright, for desktop-driver.test.ts: a Node that can be inspected, with an `electron` of two
 * calls, and a Chromium with one empty page. Nothing of Cuadra runs in it. `electron-stand-in.mjs FOLDER CHROMIUM FLAGS [what
 * Electron is given]`; that and the environment are written to FOLDER/started.json.
 */
const [folder = '', chromium = '', flags = '', ...args] = process.argv.slice(2);
writeFileSync(join(folder, 'started.json'), JSON.stringify({ args, environment: process.env }));

inspector.open(0);
const browser = spawn(
  chromium,
  [
    ...flags.split(' '),
    '--headless',
    '--remote-debugging-port=0',
    `--user-data-dir=${join(folder, 'chromium')}`,
    'about:blank',
  ],
  // Its line about the port is read there.
  { stdio: ['ignore', 'ignore', 'inherit'] },
);
browser.once('exit', () => process.exit(0));

const electron = {
  app: { quit: () => browser.kill() },
  dialog: { showSaveDialog: async () => ({ canceled: true, filePath: '' }) },
};
const load = Module._load;
Module._load = (request, ...rest) => (request === 'electron' ? electron : load(request, ...rest));
