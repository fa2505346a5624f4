import { resolve } from 'node:path';

const OPTION = '--profile-dir=';

/** Another profile than the user's own, as the browser host takes it: tests never touch what is there. */
export function profileNamed(argv: readonly string[]): string | null {
  const named = argv.find((argument) => argument.startsWith(OPTION))?.slice(OPTION.length) ?? '';
  return named === '' ? null : resolve(named);
}
