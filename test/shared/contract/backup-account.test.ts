import { expect, test } from 'vitest';
import { backupAccountSchema } from '#shared/contract/backups.ts';

test('the name and the address of a backup turn round nothing that stands beside them', () => {
  const { name, baseUrl } = backupAccountSchema.parse({
    id: 'a',
    kind: 'api',
    name: ' Norte \u202eonac\u0000',
    baseUrl: 'https://api.norte.cl/\u202ev1',
    plan: 'pro',
    syncEveryMinutes: 60,
    currencies: { main: null, own: [] },
  });
  expect(name).toBe('Norte onac');
  expect(baseUrl).toBe('https://api.norte.cl/ v1');
});
