import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Bug, readBugs, switchedByHand } from './by-hand.ts';
import { runWith } from './fixture-round.ts';
import { type Judged, readOptions } from './round.ts';

const bug = (original: string, replacement: string): Bug => ({
  file: 'a.tsx',
  original,
  replacement,
  what: 'a wrong sum',
});

/** The source with its bugs behind switches, and what could not be put in. */
function switched(source: string, bugs: readonly Bug[]) {
  const refused: string[] = [];
  const { mutants, sources } = switchedByHand(
    bugs,
    (text) => void refused.push(text),
    () => source,
  );
  return { mutants, refused, text: sources[resolve('a.tsx')] ?? '' };
}

const global = globalThis as { __stryker__?: unknown };

/** What `result` of a source comes to, with one bug switched on, or none. */
function resultOf(source: string, activeMutant?: string): unknown {
  const before = global.__stryker__;
  global.__stryker__ = { activeMutant, hitCount: 0, hitLimit: 1000 };
  try {
    return new Function(`${source}\nreturn JSON.stringify(result());`)();
  } finally {
    if (before === undefined) delete global.__stryker__;
    else global.__stryker__ = before;
  }
}

const SOURCE = `
function result() {
  const rows = [{ id: 3, price: 20, at: { day: 4, hour: 9 } }, { id: 1, price: -5 }, { id: 2, price: 8 }];
  const { place: first = 7, ...others } = rows[0];
  let sum = 0;
  for (const { price } of rows) {
    if (price < 0) continue;
    sum += price * 2;
  }
  const days = rows.map((row) => row.at?.day.toFixed(1) ?? 'none');
  const named = ({ id }, by = 10) => ({ id, [\`k\${id}\`]: id * by });
  switch (rows.length) {
    case 3:
      sum += 1;
      break;
    default:
      sum = -1;
  }
  class Basket {
    size = rows.length;
    total() { return this.size + sum; }
  }
  return [sum, first, others, days, rows.filter((row) => row.price > 0).sort((a, b) => a.id - b.id).map((row) => named(row)), new Basket().total()];
}`;

describe('a bug that is switched on makes the program that its text makes', () => {
  const bugs = [
    bug('price < 0', 'price <= 8'),
    bug('continue;', 'break;'),
    bug('sum += price * 2', 'sum = price * 2'),
    bug('price * 2;', 'price * 2 + 1;'),
    bug('first = 7', 'first = 8'),
    bug('place: first', 'price: first'),
    bug("?? 'none'", "?? 'some'"),
    bug('row.at?.day', 'row.at?.hour'),
    bug('toFixed(1)', 'toFixed(2)'),
    bug('by = 10', 'by = 20'),
    bug('`k$', '`j$'),
    bug('({ id, [', '({ [id]: 1, ['),
    bug('id * by', 'id + by'),
    bug('.filter((row) => row.price > 0)', ''),
    bug('row.price > 0', '!(row.price > 0)'),
    bug('a.id - b.id', 'b.id - a.id'),
    bug('case 3', 'case 4'),
    bug('sum += 1;', 'sum += 1; sum *= 2;'),
    bug('new Basket().total()', 'new Basket().size'),
    bug('this.size + sum', 'this.size'),
    bug('size = rows.length', 'size = rows.length + 1'),
    bug('[sum, first, others,', '[first, sum, others,'),
    bug('  let sum = 0;\n', '  let sum = rows.length;\n'),
  ];
  const { mutants, refused, text } = switched(SOURCE, bugs);

  test('all of them are put in at once, one within another', () => {
    expect(refused).toEqual([]);
    expect(mutants.map(({ id }) => id)).toEqual(bugs.map((_, at) => String(at)));
    expect(resultOf(text)).toBe(resultOf(SOURCE));
  });

  test.each(bugs.map(({ original, replacement }, at) => [original, replacement, String(at)]))(
    '%s → %s',
    (original, replacement, id) => {
      const expected = resultOf(SOURCE.replace(original, () => replacement));
      expect(expected).not.toBe(resultOf(SOURCE));
      expect(resultOf(text, id)).toBe(expected);
    },
  );
});

test('what is drawn gets its bugs where another expression can stand, types are left alone', () => {
  const source = `export const Total = ({ sum, open }: { sum: number; open: boolean }) => (
  <p title="all">{open && <b>{sum as number}</b>} of <i>orders</i></p>
);`;
  const { refused, text } = switched(source, [
    bug('title="all"', 'title="some"'),
    bug('<i>orders</i>', '<i>rows</i>'),
    bug('open &&', '!open &&'),
    bug('as number', 'as 1'),
  ]);
  expect(refused).toEqual([]);
  expect(text).toContain('{(hasBug$("2") ? (!open) : (open))');
  expect(text.match(/hasBug\$\("0"\) \? \(<p title="some">/)).not.toBeNull();
  expect(text).toContain('<i>rows</i>');
});

test('what cannot be put in is said, with the reason, and no other suffers by it', () => {
  const { mutants, refused } = switched(`const most = 5;\n${SOURCE}`, [
    bug('sum', 'total'),
    bug('price <= 0', 'price < 0'),
    bug('price < 0', 'price < 0'),
    bug('price < 0', 'price <'),
    bug('most = 5', 'most = 6'),
    bug('sum = -1', 'sum = -2'),
  ]);
  expect(refused).toEqual([
    'not put in: a.tsx: the original stands there more than once: a wrong sum',
    'not put in: a.tsx: the original does not stand there: a wrong sum',
    'not put in: a.tsx: nothing differs: a wrong sum',
    'not put in: a.tsx: it does not compile: a wrong sum',
    'not put in: a.tsx: no function runs it: a wrong sum',
  ]);
  expect(mutants.map(({ id, mutatorName }) => [id, mutatorName])).toEqual([['5', 'by hand: a wrong sum']]);
});

test('a loop that a bug keeps from ending is ended', () => {
  const { text } = switched('function result() { let at = 0; while (at < 3) at += 1; return at; }', [
    bug('at < 3', 'at < 3 || true'),
  ]);
  expect(resultOf(text)).toBe('3');
  expect(() => resultOf(text, '0')).toThrow('runs for ever');
});

test('a file of bugs is read whole or refused', () => {
  expect(readBugs(JSON.stringify([{ ...bug('a', 'b'), more: 1 }]))).toEqual([bug('a', 'b')]);
  expect(() => readBugs('{}')).toThrow('not an array');
  expect(() => readBugs(JSON.stringify([bug('a', 'b'), { file: 'a.ts', original: 'a' }]))).toThrow(
    'Bug 2 lacks',
  );
});

test('bugs come from a file or are made in folders, and meet their tests once', () => {
  expect(readOptions(['--bugs', 'b.json'])).toMatchObject({
    bugs: 'b.json',
    inOneProcess: true,
    folders: [],
  });
  expect(readOptions(['shared'])).toMatchObject({ bugs: null, inOneProcess: false });
  expect(() => readOptions(['shared', '--bugs', 'b.json'])).toThrow('npm run test:mutants');
  expect(() => readOptions(['--bugs', 'b.json', '--only', 'test', '--then-all'])).toThrow(
    'npm run test:mutants',
  );
});

test('a round of them says which no test saw, and what it would have done', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cuadra-bugs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = 'test/mutants/fixture/discount.ts';
  const own = (original: string, replacement: string, what: string): Bug => ({
    file,
    original,
    replacement,
    what,
  });
  const bugs = [
    own('price >= 100', 'price > 100', 'At exactly 100 nothing is taken off.'),
    own('price < 50', 'price < 60', 'From 50 to 60 it is sent for 5.'),
    own('price > 1000', 'price > 100', 'A gift from 100 on.'),
  ];
  await writeFile(join(folder, 'bugs.json'), JSON.stringify(bugs));
  const asked = ['--bugs', join(folder, 'bugs.json'), '--report', join(folder, 'report.json')];
  const round = runWith(...asked, '--only', 'test/mutants/fixture');
  expect(round.status, round.stdout + round.stderr).toBe(0);
  const { judged } = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as {
    readonly judged: readonly Judged[];
  };
  expect(judged.map(({ line, status }) => [line, status])).toEqual([
    [3, 'Killed'],
    [8, 'Survived'],
    [13, 'NoCoverage'],
  ]);
  expect(round.stdout).toContain(
    `${file}:8  by hand: From 50 to 60 it is sent for 5.\n- price < 50\n+ price < 60\n`,
  );
  expect(round.stdout).toMatch(/in all +3 +1 +1 +1 +0 +33\.3 %/);
});
