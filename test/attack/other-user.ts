import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API_KEY, addressIn, codeIn, enter, makeMachine } from './victim.ts';

/**
 * What another user of the machine tries on a running host, with that user's real rights. Needs root, which runs as
 * the victim and becomes «nobody» for the attacks: `.ci/run` has it. Prints a line an attack; ends with 1 where one
 * went through.
 */

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const NOBODY = { uid: 65534, gid: 65534 };

/** Runs a shell as the other user: all that it said, errors too. */
function asNobody(script: string, ...args: string[]): string {
  const done = spawnSync('/bin/sh', ['-c', script, 'sh', ...args], {
    ...NOBODY,
    cwd: '/',
    encoding: 'utf8',
    env: {},
  });
  if (done.error !== undefined) throw done.error;
  return `${done.stdout}${done.stderr}`;
}

let failed = 0;
function expectHeld(attack: string, held: boolean): void {
  process.stdout.write(`${held ? 'held' : 'WENT THROUGH'}: ${attack}\n`);
  if (!held) failed += 1;
}

/** The arguments of every process of this machine. */
async function commandLines(): Promise<readonly string[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // A process may end while it is read.
  return Promise.all(processes.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
}

/** Names and times of all in a folder that is everybody's. */
async function picture(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).sort();
  const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  return JSON.stringify([names, times, (await stat(folder)).mtimeMs]);
}

async function attack(): Promise<void> {
  const machine = await makeMachine();
  try {
    // The other user may look around as far as the profile, as in a home folder that is open.
    await chmod(machine.folder, 0o755);
    const shared = join(machine.folder, 'shared');
    await mkdir(shared);
    await chmod(shared, 0o1777);
    asNobody(
      'for name in tsx-0 node-compile-cache playwright-transform-cache-0 vite; do mkdir -m 0777 "$1/$name"; echo "throw 1" > "$1/$name/planted.js"; done',
      shared,
    );
    const planted = await picture(shared);
    const web = await machine.start({ environment: { TMPDIR: shared } });
    const redirect = await machine.openedFile();
    const { origin } = new URL(web.address);

    // Root's list, which holds all that others may see (a machine can hide processes from other users).
    const processes = await commandLines();
    const codes = [codeIn(web.address), codeIn(await addressIn(redirect))];
    expectHeld(
      'the list of processes shows no code and no key',
      processes.some((line) => line.includes('launch.mjs') && line.includes(machine.profile)) &&
        [...codes, API_KEY].every(
          (secret) => secret.length >= 16 && !processes.some((line) => line.includes(secret)),
        ),
    );
    const entered = await enter(web.address);
    expectHeld(
      'its environment cannot be read',
      !asNobody('cat "/proc/$1/environ"', String(web.pid)).includes(API_KEY),
    );
    const stolen = asNobody(
      'cat "$1" "$2/running.json" "$2/accounts.json"; ls "$2" "$2/entrance"',
      redirect,
      machine.profile,
    );
    expectHeld(
      'nothing of the profile can be read or listed',
      !/code=|"pid"|salt|running\.json\n/.test(stolen) && stolen.includes('denied'),
    );
    expectHeld(
      'the line of programs can be neither opened nor asked',
      !/secret/.test(asNobody('cat "$1/programs.json"', machine.profile)) &&
        asNobody(
          "\"$1\" -e \"require('node:net').connect(process.argv[1]).on('error', (e) => console.log(e.code)).on('connect', () => console.log('let in'))\" \"$2/programs.sock\"",
          process.execPath,
          machine.profile,
        ).includes('EACCES'),
    );
    const made = asNobody(
      'touch "$1/entrance/$(printf %s x | sha256sum | cut -d" " -f1)" && echo made; mv "$1" "$1-aside" && echo made',
      machine.profile,
    );
    expectHeld('no code can be planted, and the profile not be put aside', !made.includes('made'));
    expectHeld(
      'without a code nobody comes in',
      (await fetch(origin)).status === 401 && entered.status === 200,
    );
    const before = asNobody('kill -TERM "$1" && echo ended', String(web.pid));
    expectHeld('the host cannot be ended', !before.includes('ended'));
    await web.stop();
    expectHeld(
      'what was planted in the shared temporary folder is as it was',
      (await picture(shared)) === planted,
    );

    const refusals: [string, number, number][] = [
      ['of the other user', NOBODY.uid, 0o700],
      ['that all may write', 0, 0o777],
    ];
    for (const [what, owner, mode] of refusals) {
      const folder = join(machine.folder, `profile-${mode}`);
      await mkdir(folder);
      await chmod(folder, mode);
      await chown(folder, owner, owner);
      const refused = await machine.start({ profileDirectory: folder, open: false }).then(
        () => false,
        (error: Error) => /profile folder/.test(error.message),
      );
      expectHeld(`a profile folder ${what} is refused`, refused && (await readdir(folder)).length === 0);
    }
  } finally {
    await machine.remove();
  }
}

if (process.getuid?.() !== 0) {
  process.stderr.write(`Only root can become another user: run it as root, in ${PROJECT}\n`);
  process.exitCode = 1;
} else {
  await attack();
  process.exitCode = failed === 0 ? 0 : 1;
}
