import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProfileError, type ProfileProblem } from '#electron/accounts/profile-error.ts';
import { languageOfSystem, startFailureWords } from '#electron/app/start-failure.ts';
import { languageIn, openShellFile } from '#electron/desktop/shell-file.ts';
import { wordsOf } from '#electron/i18n/words.ts';
import { LANGUAGES } from '#shared/contract/languages.ts';

/** What is said where Cuadra cannot begin: by the decision itself, and by main.ts as a whole. */

type FakeElectron = typeof import('./fake-electron.ts');

let folder: string;
const profile = () => join(folder, 'Cuadra');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-unbegun-'));
  await mkdir(profile(), { mode: 0o700 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** What the user reads where the app cannot begin. */
async function unbegun(locale: string): Promise<string> {
  vi.resetModules();
  const fake = (await import('electron')) as unknown as FakeElectron;
  fake.app.setPath('appData', folder);
  fake.app.locale = locale;
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await import('#electron/main.ts');
  fake.app.becomeReady();
  await vi.waitFor(() => expect(fake.app.done.at(-1)).toBe('exit 1'), 20_000);
  const [words = '', ...others] = fake.dialog.errors;
  expect([others, fake.BrowserWindow.made]).toEqual([[], []]);
  expect(said).toHaveBeenCalledWith(`${words}\n`);
  return words;
}

describe('a start that fails', () => {
  it('of a profile of a later version says so in the system’s language, and leaves it as it is', async () => {
    const file = join(profile(), 'keys.json');
    const text = '{"version":99,"kept":true}';
    await writeFile(file, text);
    const words = await unbegun('en-GB');
    expect(words).toContain('A newer version of Cuadra wrote');
    expect(words).toContain(file);
    expect(await readFile(file, 'utf8')).toBe(text);
    // Nothing set aside, and the profile free for the next one.
    expect((await readdir(profile())).toSorted()).toEqual(['keys.json', 'logs']);
  });

  it('names what the system says where nothing better is known, and the log, in the last start’s language', async () => {
    const shell = await openShellFile(join(profile(), 'shell.json'));
    await shell.change({ language: 'pt' });
    await mkdir(join(profile(), 'keys.json'));
    const words = await unbegun('en-GB');
    expect(words).toContain('não conseguiu começar: EISDIR');
    expect(words).toContain(join(profile(), 'logs', 'errors.log'));
  });
});

describe('the words', () => {
  const coded = (code: string) => Object.assign(new Error('k-secret'), { code });
  const PROBLEMS: readonly ProfileProblem[] = [
    { kind: 'held', pid: 4711, file: '/p/running.json' },
    { kind: 'foreign', folder: '/p' },
    { kind: 'open-to-others', folder: '/p' },
    { kind: 'newer', file: '/p/accounts.json' },
  ];

  it.each(LANGUAGES)(
    'say in %s what is in the way and where, and nothing of what an error says',
    (language) => {
      const say = wordsOf(language);
      const said = new Set<string>();
      for (const problem of PROBLEMS) {
        const words = startFailureWords(new ProfileError(problem), say, '/q') ?? '';
        for (const [name, fact] of Object.entries(problem))
          if (name !== 'kind') expect(words).toContain(String(fact));
        said.add(words);
      }
      for (const code of ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT']) {
        const words = startFailureWords(coded(code), say, '/q') ?? '';
        expect(words).toContain('/q');
        expect(words).not.toContain('k-secret');
        said.add(words);
      }
      expect(said.size).toBe(PROBLEMS.length + 2);
      for (const other of [coded('EIO'), new Error('x'), 'x', null]) {
        expect(startFailureWords(other, say, '/q')).toBeNull();
      }
    },
  );

  it('are in the first language of the system’s that there are words in', async () => {
    expect(languageOfSystem(['de-DE', 'PT-br', 'es'])).toBe('pt');
    expect(languageOfSystem(['zh-Hans'])).toBe('es');
    expect(languageOfSystem([])).toBe('es');
    expect(await languageIn(join(folder, 'none'))).toBeNull();
  });
});
