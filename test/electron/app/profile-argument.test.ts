import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { commandArguments } from '#electron/app/command-arguments.ts';
import { profileNamed } from '#electron/app/profile-argument.ts';

it('takes the profile that was named, and the user’s own where none was', () => {
  expect(profileNamed(['electron', '.', '--demo', '--profile-dir=/tmp/one'])).toBe(resolve('/tmp/one'));
  expect(profileNamed(['electron', '.', '--profile-dir='])).toBeNull();
  expect(profileNamed(['electron', '.', '--profile-dir', '/tmp/one'])).toBeNull();
  expect(profileNamed([])).toBeNull();
});

it('takes what follows the first word for a command line, and nothing else for one', () => {
  expect(commandArguments(['cuadra', 'cli', 'totals', '--by', 'canal'], true)).toEqual([
    'totals',
    '--by',
    'canal',
  ]);
  expect(commandArguments(['electron', '.', 'cli'], false)).toEqual([]);
  expect(commandArguments(['electron', 'cli'], false)).toBeNull();
  expect(commandArguments(['cuadra', '--demo', 'cli'], true)).toBeNull();
  expect(commandArguments(['cuadra', 'cuadra://view/sync'], true)).toBeNull();
  expect(commandArguments(['cuadra'], true)).toBeNull();
});
