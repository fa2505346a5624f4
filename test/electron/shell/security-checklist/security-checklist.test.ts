import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BRIDGE_ROWS } from './bridge.ts';
import { BROWSER_HOST_ROWS } from './browser-host.ts';
import { BUILD_ROWS } from './build.ts';
import { beginAnew, PROJECT, sourcesWith } from './changed-sources.ts';
import { CONTENT_ROWS } from './content.ts';
import { DISK_ROWS } from './disk.ts';
import { KEY_ROWS } from './key.ts';
import { NAVIGATION_ROWS } from './navigation.ts';
import type { Row } from './row.ts';
import { START_ROWS } from './start.ts';
import { WINDOW_ROWS } from './window.ts';

/**
 * The twenty items of Electron's security checklist (its «Security» tutorial, numbered as there) and what else the shell
 * promises: where each is met, what shows it, and changes of the code after which it is not met any more. Each change is
 * made in memory and has to be noticed.
 */

const THEMES: { readonly [theme: string]: readonly Row[] } = {
  'the window': WINDOW_ROWS,
  'its content': CONTENT_ROWS,
  navigation: NAVIGATION_ROWS,
  'the bridge': BRIDGE_ROWS,
  'the start': START_ROWS,
  'the key': KEY_ROWS,
  'the disk': DISK_ROWS,
  'the browser host': BROWSER_HOST_ROWS,
  'what is built': BUILD_ROWS,
};

describe.each(Object.entries(THEMES))('%s', (_theme, rows) => {
  it.each(rows)('$item', async ({ file, symbol, holds, changes }) => {
    expect(readFileSync(join(PROJECT, file), 'utf8')).toContain(symbol);
    beginAnew();
    await holds(sourcesWith(null));
    for (const change of changes) {
      const changed = sourcesWith({ file, ...change });
      changed.text(change.file ?? file);
      beginAnew();
      const outcome = await Promise.resolve()
        .then(() => holds(changed))
        .then(
          () => 'not noticed',
          (error: unknown) => (String(error).includes('does not compile') ? String(error) : 'noticed'),
        );
      expect([outcome, change.from, change.to]).toEqual(['noticed', change.from, change.to]);
    }
  });
});

it('has each of the twenty, and something to show that each is looked at', () => {
  const rows = Object.values(THEMES).flat();
  const numbers = new Set(rows.flatMap(({ item }) => /^\d+/.exec(item)?.map(Number) ?? []));
  expect([...numbers].sort((one, other) => one - other)).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 1),
  );
  for (const { item, changes } of rows) expect(changes.length, item).toBeGreaterThan(0);
});
