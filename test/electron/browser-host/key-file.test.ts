import { execFileSync, spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KeyFileError, readKeyFile } from '#electron/browser-host/key-file.ts';

const KEY = 'k-7f3a9c1e5b2d8046';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-key-file-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function keyFile(text: string, mode = 0o600): Promise<string> {
  const path = join(folder, 'key.txt');
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
}
const refusal = (path: string, platform: NodeJS.Platform = 'linux') =>
  readKeyFile(path, platform).then(
    () => 'read',
    (error: unknown) => {
      expect(error).toBeInstanceOf(KeyFileError);
      return (error as Error).message;
    },
  );

it('is the key alone, whatever blanks and mark an editor left around it', async () => {
  expect(await readKeyFile(await keyFile(`\uFEFF ${KEY}\r\n`))).toBe(KEY);
  expect(await readKeyFile(await keyFile(KEY, 0o400))).toBe(KEY);
});

it.runIf(process.platform !== 'win32')('is refused where anybody else may do anything with it', async () => {
  for (const mode of [0o640, 0o604, 0o620, 0o602, 0o601, 0o644, 0o666]) {
    expect(await refusal(await keyFile(KEY, mode))).toContain('chmod 600');
  }
  // Windows has other means, and its modes say nothing.
  expect(await refusal(await keyFile(KEY, 0o644), 'win32')).toBe('read');
});

it('is refused in words that never hold what is in it', async () => {
  expect(await refusal(join(folder, 'none'))).toContain('no such file');
  expect(await refusal(folder)).toMatch(/no file|cannot be opened|others may read/);
  expect(await refusal(await keyFile(' \n'))).toContain('empty');
  for (const text of [`${KEY}\nsecond line`, KEY.repeat(500)]) {
    expect(await refusal(await keyFile(text))).toMatch(/more than one line|too long/);
    expect(await refusal(await keyFile(text))).not.toContain(KEY);
  }
});

it.runIf(process.platform !== 'win32')('is that very file: no link, no pipe, nobody else’s', async () => {
  const link = join(folder, 'link');
  await symlink(await keyFile(KEY), link);
  expect(await refusal(link)).toContain('this is a link');
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', ['-m', '600', pipe]);
  // Nobody writes there: whoever opened it as a file would wait for ever.
  expect(await refusal(pipe)).toContain('this is no file');
  if (process.getuid?.() === 0) {
    const foreign = await keyFile(KEY);
    await chown(foreign, 65534, 65534);
    expect(await refusal(foreign)).toContain('another user');
  }
});

it('is never read beyond what a key can be', async () => {
  const longest = 'k'.repeat(4096);
  expect(await readKeyFile(await keyFile(longest))).toBe(longest);
  expect(await refusal(await keyFile(`${longest}k`))).toContain('too long');
  const large = await keyFile('');
  await truncate(large, 20 * 2 ** 30);
  expect(await refusal(large)).toContain('too long');
});

it.runIf(process.platform === 'linux')(
  'is as long as what is read, whatever its size is said to be',
  async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20_000)'], {
      env: { LONG: 'x'.repeat(8000) },
      stdio: 'ignore',
    });
    // The system says that it has 0 bytes.
    expect(await refusal(`/proc/${child.pid}/environ`)).toContain('too long');
    child.kill('SIGKILL');
  },
);
