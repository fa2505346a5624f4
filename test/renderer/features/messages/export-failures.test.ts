import { expect, test } from 'vitest';
import { exportFailure } from '#electron/export/export-failure.ts';
import { errorMessage } from '#renderer/features/messages/failures.tsx';
import { text } from '#test/renderer/i18n/spanish.ts';

const failure = (code: string, syscall: string) =>
  exportFailure(Object.assign(new Error(`${code}: raw words`), { code, syscall }));

test.each([
  ['ENOSPC', 'write', 'Libera espacio'],
  ['EDQUOT', 'write', 'Libera espacio'],
  ['EBUSY', 'rename', 'Ciérralo allí'],
  ['EPERM', 'rename', 'Ciérralo allí'],
  ['EACCES', 'open', 'pide permiso'],
  ['EROFS', 'mkdir', 'pide permiso'],
  ['ENOENT', 'open', 'La carpeta ya no está'],
])('a failed export (%s of %s) says what to do', (code, syscall, words) => {
  expect(errorMessage(failure(code, syscall), text)).toContain(words);
});

test('a failure that nothing is known of is our own, with its words for support', () => {
  expect(errorMessage(failure('EIO', 'write'), text)).toBe(
    text('failure.unforeseen', { detail: 'EIO: raw words' }),
  );
});
