import { isAbsolute, join, relative, sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveAsset } from '#electron/assets/assets.ts';

const ROOT = join(sep, 'srv', 'app');

describe('resolveAsset', () => {
  it('finds the page and its files', () => {
    expect(resolveAsset(ROOT, '/')?.file).toBe(join(ROOT, 'index.html'));
    expect(resolveAsset(ROOT, '/assets/a%20b.css')).toEqual({
      file: join(ROOT, 'assets', 'a b.css'),
      contentType: 'text/css; charset=utf-8',
      immutable: false,
    });
    expect(resolveAsset(ROOT, '/assets/worker-B4dC0ffe.js')?.immutable).toBe(true);
    expect(resolveAsset(ROOT, '/worker-B4dC0ffe.js')?.immutable).toBe(false);
  });

  it('refuses what lies outside, whatever it is written like', () => {
    for (const path of [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/..%2Fapp2%2fsecret.txt',
      '/assets/%2e%2e/%2e%2e/secret.txt',
      '/../app-evil/x.txt',
      '/%2e%2e',
      'secret.txt',
      '/%',
      '/a%00.txt',
    ]) {
      expect(resolveAsset(ROOT, path), path).toBeUndefined();
    }
  });

  it('does not take a name that begins with two dots for a way out', () => {
    expect(resolveAsset(ROOT, '/..names.txt')?.file).toBe(join(ROOT, '..names.txt'));
  });

  it('serves only kinds of file it has a type for', () => {
    for (const path of ['/index.js.map', '/.env', '/folder', '/x.php']) {
      expect(resolveAsset(ROOT, path), path).toBeUndefined();
    }
  });

  it('never leaves the root, for any path', () => {
    const piece = fc.constantFrom('..', '%2e%2e', '.', '', 'a', 'b.txt', '%2f', '%5c', '\\', '%2e', 'c.js');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const asset = resolveAsset(ROOT, `/${pieces.join('/')}`);
        if (asset === undefined) return;
        const inside = relative(ROOT, asset.file);
        expect(inside.startsWith(`..${sep}`) || inside === '..' || isAbsolute(inside)).toBe(false);
      }),
    );
  });
});
