import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSources } from './sources.ts';
import { functionsOver, linesOf, mutualFolders } from './structure.ts';
import { FIGURE_TO_CELL, LINE_TO_MATCH, PRESS_TO_TOTALS } from './walks.ts';

/**
 * Figures of the product's sources, to be told before and after a change of its structure.
 *
 *   npm run figures [-- --root DIR] [--functions]
 *
 * --root: another checkout, measured by this very script. --functions: every function over the limit, by name.
 * A folder is the directory of a file; two import each other when each holds a file that imports one of the other's
 * (types, dynamic imports and styles count).
 */

const LINES_OF_A_FUNCTION = 70;

const { values } = parseArgs({
  options: { root: { type: 'string', default: '.' }, functions: { type: 'boolean', default: false } },
});
const sources = await readSources(resolve(values.root));
const code = sources.filter(({ path }) => !path.endsWith('.css'));
const styles = sources.filter(({ path }) => path.endsWith('.css'));
const long = functionsOver(LINES_OF_A_FUNCTION, code);
const pairs = mutualFolders(sources);

const linesIn = (list: typeof sources) => list.reduce((sum, { text }) => sum + linesOf(text), 0);
const rows: readonly (readonly [string, number])[] = [
  ['files of code', code.length],
  ['lines of code', linesIn(code)],
  ['files of styles', styles.length],
  ['lines of styles', linesIn(styles)],
  [`functions over ${LINES_OF_A_FUNCTION} lines`, long.length],
  ['pairs of folders that import each other', pairs.length],
  ['files from a page of the API to a cell, as walks.ts lists them in this tree', FIGURE_TO_CELL.length],
  ['files from a press on a filter to the totals, likewise', PRESS_TO_TOTALS.length],
  ['files from the line of a statement to its match, likewise', LINE_TO_MATCH.length],
];
for (const [name, value] of rows) process.stdout.write(`${String(value).padStart(7)}  ${name}\n`);
for (const [folder, other] of pairs) process.stdout.write(`         ${folder} <> ${other}\n`);
if (values.functions) {
  process.stdout.write('\n');
  for (const { path, line, name, lines } of long) {
    process.stdout.write(`${String(lines).padStart(7)}  ${path}:${line}  ${name}\n`);
  }
}
