import { expect, test } from 'vitest';
import { rememberLast } from '#renderer/data/questions/remember-last.ts';

test('the answer to the last key is kept; one that failed, or another key, is made again', async () => {
  const made: string[] = [];
  const remember = rememberLast<string>();
  let fails = true;
  const ask = (key: string) =>
    remember(key, async () => {
      made.push(key);
      if (fails) throw new Error(`no ${key}`);
      return `of ${key}`;
    });
  await expect(ask('a')).rejects.toThrow('no a');
  fails = false;
  expect(await Promise.all([ask('a'), ask('a')])).toEqual(['of a', 'of a']);
  expect([await ask('b'), await ask('b'), await ask('a')]).toEqual(['of b', 'of b', 'of a']);
  expect(made).toEqual(['a', 'a', 'b', 'a']);
  // An older one that fails takes nothing from the newer.
  fails = true;
  const older = ask('c');
  fails = false;
  const newer = ask('d');
  await expect(older).rejects.toThrow('no c');
  expect([await newer, await ask('d')]).toEqual(['of d', 'of d']);
  expect(made.slice(4)).toEqual(['c', 'd']);
});
