import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readSources, type Source } from '#test/figures/sources.ts';
import { mutualFolders } from '#test/figures/structure.ts';

/** Between any two folders imports go one way: what a folder needs can be read without what needs it. */

it('no two folders of the product import each other', async () => {
  const sources = await readSources(fileURLToPath(new URL('../..', import.meta.url)));
  expect(sources.length).toBeGreaterThan(300);
  expect(mutualFolders(sources)).toEqual([]);
});

it('two folders that do are found, by types, dynamic imports and styles too', () => {
  const source = (path: string, text: string): Source => ({ path, text });
  const pair = (text: string, back: string) =>
    mutualFolders([source('renderer/a/x.ts', text), source('renderer/b/y.ts', back)]);
  const found = [['renderer/a', 'renderer/b']];
  expect(pair("import type { Y } from '#renderer/b/y.ts';", "import { x } from '../a/x.ts';")).toEqual(found);
  expect(pair("const y = await import('../b/y.ts');", "import '../a/x.css';")).toEqual(found);
  expect(pair("import * as y from '#renderer/b/y.ts?kind=1';", "import '../a/x.ts';")).toEqual(found);
  expect(pair("import { y } from '#renderer/b/y.ts';", "import 'react';")).toEqual([]);
});
