import { chmod, mkdir, stat } from 'node:fs/promises';

const OTHERS_WRITE = 0o022;
const OTHERS_ANYTHING = 0o077;

/**
 * Makes the profile folder, or sees to it that the one there is this user's alone (0700). One that others can read is
 * tightened. One that others can write, or that belongs to another user, rejects with what to do: what lies in it may
 * be theirs. Windows has no such modes; there the folder inherits the rights of the user's own.
 */
export async function openProfileFolder(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const user = process.getuid?.();
  if (user === undefined) return;
  const { uid, mode } = await stat(directory);
  if (uid !== user) {
    throw new Error(
      `The profile folder ${directory} belongs to another user of this machine. Choose one of your own with --profile-dir DIR.`,
    );
  }
  if ((mode & OTHERS_WRITE) !== 0) {
    throw new Error(
      `Other users of this machine can write in the profile folder ${directory}. If what is in it is yours, close it with: chmod 700 '${directory}'. Else choose another one with --profile-dir DIR.`,
    );
  }
  if ((mode & OTHERS_ANYTHING) !== 0) await chmod(directory, 0o700);
}
