import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openProfileFolder } from '#electron/accounts/profile-lock.ts';
import { runBrowserHost } from '#electron/browser-host/run.ts';

/** Whoever may write in the profile folder may let himself in: it is this user's alone, or it is not used. */

let folder: string;
let profile: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-attack-'));
  profile = join(folder, 'profile');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

async function make(mode: number): Promise<void> {
  await mkdir(profile);
  await chmod(profile, mode);
}

/** A folder that is not ours: one given away where we may, else the system's. */
async function makeForeign(): Promise<string> {
  if (process.getuid?.() !== 0) return '/usr';
  await make(0o700);
  await chown(profile, 65534, 65534);
  return profile;
}

async function run(directory: string): Promise<{ readonly code: number; readonly said: string }> {
  let said = '';
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  try {
    return { code: await runBrowserHost(['--profile-dir', directory, '--no-open', '--port', '0'], {}), said };
  } finally {
    spy.mockRestore();
  }
}

describe('a profile folder', () => {
  it('is made for this user alone, and so are those above it that were not there', async () => {
    profile = join(folder, 'a', 'b');
    await openProfileFolder(profile);
    expect([await modeOf(profile), await modeOf(join(folder, 'a'))]).toEqual([0o700, 0o700]);
  });

  it.each([0o755, 0o750, 0o711, 0o704])(
    'of our own that others can look into (%i) is closed',
    async (mode) => {
      await make(mode);
      await openProfileFolder(profile);
      expect(await modeOf(profile)).toBe(0o700);
    },
  );

  it.each([0o777, 0o775, 0o770, 0o1777, 0o702])('where others can write (%i) is refused', async (mode) => {
    await make(mode);
    await writeFile(join(profile, 'planted'), '');
    const { code, said } = await run(profile);
    expect(code).toBe(1);
    expect(said).toContain(`chmod 700 '${profile}'`);
    expect(await readdir(profile)).toEqual(['planted']);
    expect(await modeOf(profile)).toBe(mode & 0o777);
  });

  it('of another user is refused, whatever its mode', async () => {
    const foreign = await makeForeign();
    const before = await readdir(foreign);
    const { code, said } = await run(foreign);
    expect(code).toBe(1);
    expect(said).toContain('belongs to another user');
    expect(await readdir(foreign)).toEqual(before);
  });

  it('is looked at where a link leads', async () => {
    await make(0o777);
    const link = join(folder, 'link');
    await symlink(profile, link);
    await expect(openProfileFolder(link)).rejects.toMatchObject({ problem: { kind: 'open-to-others' } });
  });
});
