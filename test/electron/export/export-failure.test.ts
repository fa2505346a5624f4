import { expect, test } from 'vitest';
import { exportFailure } from '#electron/export/export-failure.ts';
import { RpcError } from '#shared/contract/rpc.ts';

const failed = (code: string, syscall = 'write') =>
  exportFailure(Object.assign(new Error(`${code}: what the system says`), { code, syscall }));

test.each([
  ['export-disk-full', ['ENOSPC', 'EDQUOT', 'EFBIG']],
  ['export-file-open', ['EBUSY', 'ETXTBSY']],
  ['export-no-permission', ['EPERM', 'EACCES', 'EROFS']],
  ['export-folder-gone', ['ENOENT', 'ENOTDIR']],
  ['export-failed', ['EIO', '']],
] as const)('a failure that is told as %s', (told, codes) => {
  for (const code of codes) {
    const failure = failed(code);
    expect(failure).toBeInstanceOf(RpcError);
    expect([failure.code, failure.message]).toEqual([told, `${code}: what the system says`]);
  }
});

test('a file that could not be renamed is open elsewhere, whatever the system calls it', () => {
  const codes = ['EPERM', 'EACCES', 'EROFS', 'ENOENT'].map((code) => failed(code, 'rename').code);
  expect(codes).toEqual([
    ...['export-file-open', 'export-file-open', 'export-no-permission', 'export-folder-gone'],
  ]);
});

test('one that was told already stays itself; what is no error is told as it is', () => {
  const told = new RpcError('dataset-busy', 'x');
  expect(exportFailure(told)).toBe(told);
  expect(exportFailure('words')).toMatchObject({ code: 'export-failed', message: 'words' });
  expect(exportFailure({ code: 'ENOSPC' }).code).toBe('export-failed');
});
