import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { profileNamed } from '#electron/app/profile-argument.ts';

it('takes the profile that was named, and the user’s own where none was', () => {
  expect(profileNamed(['electron', '.', '--demo', '--profile-dir=/tmp/one'])).toBe(resolve('/tmp/one'));
  expect(profileNamed(['electron', '.', '--profile-dir='])).toBeNull();
  expect(profileNamed(['electron', '.', '--profile-dir', '/tmp/one'])).toBeNull();
  expect(profileNamed([])).toBeNull();
});
