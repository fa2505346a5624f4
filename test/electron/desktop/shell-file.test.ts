import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openShellFile } from '#electron/desktop/shell-file.ts';
import { modeShown } from '#test/runner/systems.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-shell-file-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
const file = () => join(folder, 'shell.json');

describe('shell.json', () => {
  it('keeps what was set over a restart, privately', async () => {
    const first = await openShellFile(file());
    expect(first.read()).toMatchObject({ closing: 'hide', notifies: true, language: null, window: null });
    void first.change({ language: 'pt' });
    void first.change({ closing: 'quit', movedMonths: { a: [] } });
    expect(first.read()).toMatchObject({ language: 'pt', closing: 'quit' });
    await first.settled();
    expect((await openShellFile(file())).read()).toEqual(first.read());
    expect((await stat(file())).mode & 0o777).toBe(modeShown(0o600));
  });

  it('is set aside where it cannot be understood, and the app starts as at first', async () => {
    for (const [at, text] of ['{', '[]', '{"version":1}', '{"version":1,"window":{"x":"1"}}'].entries()) {
      await writeFile(file(), text);
      expect((await openShellFile(file())).read()).toMatchObject({ closing: 'hide', isClosingTold: false });
      const aside = (await readdir(folder)).filter((name) => name.startsWith('shell.json.unreadable-'));
      expect(aside.length).toBeGreaterThan(0);
      if (at === 0) expect(await readFile(join(folder, aside[0] ?? ''), 'utf8')).toBe('{');
    }
  });

  it('of a later version is set aside, whole, and the app starts as at first', async () => {
    const later = '{"version":2,"closing":"hide","dark":true}';
    await writeFile(file(), later);
    const shell = await openShellFile(file());
    await shell.change({ closing: 'quit' });
    const aside = (await readdir(folder)).find((name) => name.startsWith('shell.json.newer-'));
    expect(await readFile(join(folder, aside ?? 'none'), 'utf8')).toBe(later);
    expect((await openShellFile(file())).read().closing).toBe('quit');
  });

  it('that cannot be written says so, and what was set holds until the end', async () => {
    const nowhere = await openShellFile(join(folder, 'none', 'shell.json'));
    await expect(nowhere.change({ closing: 'quit' })).rejects.toThrow('ENOENT');
    expect(nowhere.read().closing).toBe('quit');
    await nowhere.settled();
  });
});
