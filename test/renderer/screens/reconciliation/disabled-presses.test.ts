import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What waits for something before it can be pressed says for what: in its description, or in its title. */

/** Only while the press before it is answered. */
const IS_BUSY = /^[\w.]*busy$/u;
/** Its words say why: «Nada por hacer», or what is missing stands beside it. */
const SAID_BESIDE = ['month-next', 'close-month'];

function silentPresses(file: string): readonly string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, at) => {
    const [, condition] = /^\s*disabled=\{(.*)\}$/u.exec(line) ?? [];
    if (condition === undefined || IS_BUSY.test(condition)) return [];
    const start = lines.slice(0, at).findLastIndex((each) => /^\s*(?:\S.*)?<[A-Za-z]+$/u.test(each));
    const end = lines.findIndex((each, index) => index > at && /^\s*\/?>/u.test(each));
    const element = lines.slice(start, end).join('\n');
    const isSaid =
      /\b(?:title|aria-describedby)=/u.test(element) || SAID_BESIDE.some((id) => element.includes(`"${id}"`));
    return isSaid ? [] : [`${file}:${String(at + 1)} ${condition}`];
  });
}

test('every press of the rooms of a month that waits for something says what for', () => {
  const files = ['renderer/reconciliation', 'renderer/screens/reconciliation'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => `${folder}/${name}`),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap(silentPresses)).toEqual([]);
});
