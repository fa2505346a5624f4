import { expect, it } from 'vitest';
import { readSources } from './sources.ts';
import { functionsOver } from './structure.ts';

/** The longest a function may be without saying why. */
const LINES = 70;

/** The comment that ends on the line before this one. */
function commentAbove(lines: readonly string[], line: number): string {
  let first = line - 1;
  while (first > 0 && /^\s*(\/\*\*|\*|\/\/)/.test(lines[first - 1] ?? '')) first -= 1;
  return lines.slice(first, line - 1).join(' ');
}

it('a function that is longer than the rule says why, or lies in one that does', async () => {
  const sources = (await readSources(process.cwd())).filter(({ path }) => !path.startsWith('test/'));
  const long = functionsOver(LINES, sources);
  expect(long.length).toBeGreaterThan(0);
  const linesOf = new Map(sources.map(({ path, text }) => [path, text.split('\n')]));
  const saysWhy = ({ path, line }: (typeof long)[number]) =>
    /\b(long|one function|on purpose)\b/i.test(commentAbove(linesOf.get(path) ?? [], line));
  const unexplained = long.filter(
    (each) =>
      !saysWhy(each) &&
      !long.some(
        (around) =>
          around.path === each.path &&
          around.line < each.line &&
          around.line + around.lines >= each.line + each.lines &&
          saysWhy(around),
      ),
  );
  expect(unexplained.map(({ path, line, name, lines }) => `${path}:${line} ${name}, ${lines} lines`)).toEqual(
    [],
  );
});
