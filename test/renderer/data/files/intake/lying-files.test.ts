import { expect, test } from 'vitest';
import type { IntakeRefusal } from '#renderer/data/model/table-file.ts';
import { NO_MAPPING, type StatementMapping } from '#renderer/reconciliation/statements/model/mapping.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import type { FoundStatement } from '#renderer/reconciliation/statements/worker/read-statement-file.ts';
import { fromDecimal } from '#shared/domain/decimal.ts';
import { randomCases } from '#test/random-cases.ts';
import { FORMS } from '#test/statements/as-files.ts';
import { LIE_NAMES, LIES } from '#test/statements/lies.ts';
import { asLyingFile, type LyingFile, type LyingForm } from '#test/statements/lying-bytes.ts';
import { type LyingStatement, lyingStatementOf } from '#test/statements/lying-rows.ts';
import { inventSales, random } from '#test/statements/truth.ts';
import { UNKNOWN_WRITERS } from '#test/statements/unknown-writers.ts';
import { type MeantLine, TEXT_WRITERS, WRITERS } from '#test/statements/writers.ts';
import { readFile } from './read-through.ts';

/**
 * Files of every layout and form that lie at random: each is read as it was meant, or says what was not understood. Never
 * silently as something else.
 *
 *   CUADRA_LIES=20000 CUADRA_SEED=7 npx vitest run test/renderer/data/files/intake/lying-files.test.ts
 */

const FILES = Number(process.env.CUADRA_LIES ?? randomCases(150));
const SEED = Number(process.env.CUADRA_SEED ?? 26);
/** One file alone, by the number that a failure prints. */
const ONLY = process.env.CUADRA_LIE;

const WRITTEN = [...WRITERS, ...TEXT_WRITERS].map((write) => ({ name: write([]).name, write, fields: null }));
const ALL = [...WRITTEN, ...UNKNOWN_WRITERS];
const ANY_FORMS: readonly LyingForm[] = [
  { delimiter: ';', encoding: 'utf-8', newline: '\n' },
  { delimiter: ',', encoding: 'utf-8-mark', newline: '\r\n' },
  { delimiter: ';', encoding: 'cp1252', newline: '\r\n' },
  { sheet: 'Hoja1', isTyped: true },
  { sheet: 'Hoja1', isTyped: false },
  { old: 'xls' },
  { old: 'html' },
];
/** What can happen to a text that is no table. */
const OF_TEXTS: { readonly [name: string]: readonly string[] } = {
  'bank-ofx': [
    'a line twice',
    'cut off',
    'an amount that is none',
    'an amount that is gone',
    'euros in one amount',
  ],
  'bank-banco-de-chile-txt': ['a line twice', 'cut off', 'a page break', 'a note in between'],
};

type Made = {
  readonly name: string;
  readonly lying: LyingStatement;
  readonly lies: readonly string[];
  readonly file: LyingFile;
  readonly form: LyingForm;
};

/** One file in seven is honest. */
function make(number: number): Made {
  const next = random(SEED * 1_000_003 + number);
  const writer = ALL[number % ALL.length];
  if (writer === undefined) throw new RangeError('No writer.');
  const { name } = writer;
  const cents = next() < 0.3 && !/peso|chile|bci|itau|scotia|estado$|santander/.test(name) ? 1 : 100;
  const sales = inventSales({
    seed: Math.floor(next() * 1e9),
    sales: 3 + Math.floor(next() * 22),
    unit: cents,
  });
  const written = writer.write(
    cents === 1 && !takesCents(name) ? inventSales({ seed: number, sales: 9, unit: 100 }) : sales,
  );
  const usual: readonly LyingForm[] = FORMS[name] ?? ANY_FORMS;
  const isTable = OF_TEXTS[name] === undefined;
  const forms = isTable && next() < 0.4 ? ANY_FORMS : usual;
  const form = forms[Math.floor(next() * forms.length)] ?? { old: 'html' };
  const facts = {
    isText: 'delimiter' in form || 'text' in form,
    isBook: 'sheet' in form,
    isTyped: ('sheet' in form && form.isTyped) || ('old' in form && form.old === 'xls'),
    delimiter: 'delimiter' in form ? form.delimiter : null,
    isUnicode: !('text' in form) && !('encoding' in form && form.encoding === 'cp1252'),
  };
  let lying = lyingStatementOf(written);
  const lies: string[] = [];
  const count = number % 7 === 0 ? 0 : 1 + Math.floor(next() * 3);
  const possible = OF_TEXTS[name] ?? LIE_NAMES;
  for (let tries = 0; lies.length < count && tries < 30; tries += 1) {
    const lie = possible[Math.floor(next() * possible.length)] ?? '';
    const lied = lies.includes(lie) ? null : (LIES[lie]?.(lying, next, facts) ?? null);
    if (lied === null) continue;
    lying = lied;
    lies.push(lie);
  }
  return { name, lying, lies, form, file: asLyingFile(lying, form) };
}

const takesCents = (name: string): boolean =>
  /mercado-pago|amazon|shopify|argentina|any-one|bbva|ofx|unknown-one/.test(name);

async function read(made: Made): Promise<FoundStatement | IntakeRefusal> {
  const fields = UNKNOWN_WRITERS.find(({ name }) => name === made.name)?.fields;
  const found = await readFile(made.file.content);
  if (fields === undefined || 'reason' in found || found.reading.kind !== 'unknown') return found;
  // Its user says what its columns are.
  const mapping: StatementMapping = { ...NO_MAPPING, fields };
  return readFile(made.file.content, { fingerprint: found.reading.fingerprint, mapping });
}

/** Something of it is asked or doubted. */
function isKnown(found: FoundStatement): boolean {
  const { lines, notUnderstood, proof, changes } = found.reading;
  return (
    lines.length === 0 ||
    notUnderstood.length > 0 ||
    proof.doubts > 0 ||
    proof.checks.some(({ holds }) => !holds) ||
    changes.some(({ asks }) => asks)
  );
}

const centsOf = (text: string | null): number | null => {
  if (text === null) return null;
  const { units, scale } = fromDecimal(text as never);
  return (Number(units) * 100) / 10 ** scale;
};

/** What the file says that the line is, less what the reader says; null: nothing. */
function differenceOf(meant: MeantLine, line: StatementLine): string | null {
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['net', meant.net, meant.net === null ? null : centsOf(line.net)],
    ['order', meant.order, line.order],
    ['settlement', meant.settlement, line.settlement],
    ['operation', meant.operation, line.operation],
    ['date', meant.date, line.date?.day],
    ['released', meant.released, line.released?.day],
  ];
  const unlike = pairs.find(([, was, is]) => was !== undefined && was !== is);
  return unlike === undefined ? null : `${unlike[0]}: ${String(unlike[1])} read as ${String(unlike[2])}`;
}

/** Null: the lines are those that were meant. */
function wrongOf({ lying, file }: Made, lines: readonly StatementLine[]): string | null {
  const meant = lying.rows
    .flatMap(({ means }) => (means === null ? [] : [means]))
    .slice(0, file.whole + (file.partial === 'none' ? 0 : 1));
  // Of a line that is cut in its last cell nobody can know that there was more of it.
  const least = file.whole;
  if (lines.length < least || lines.length > meant.length)
    return `${meant.length} lines read as ${lines.length}`;
  for (const [at, line] of lines.entries()) {
    const was = meant[at];
    const isUnknowable = at === file.whole && file.partial === 'last-cell';
    const unlike = was === undefined || isUnknowable ? null : differenceOf(was, line);
    if (unlike !== null) return `line ${line.line}: ${unlike}`;
  }
  return null;
}

/** LyingStatement: the file is refused, or something of it is asked. */
type Outcome = 'right' | 'refused' | 'asked' | 'silently wrong';

async function judge(made: Made): Promise<readonly [Outcome, string]> {
  const found = await read(made);
  if ('reason' in found) return ['refused', ''];
  if (isKnown(found)) return ['asked', ''];
  const { kind, lines } = found.reading;
  const { bytes, rows } = made.lying;
  // What lies may stand below the last line, and was cut away with it.
  const isFootCut = bytes.some(({ lie }) => lie === 'cut') && rows.at(-1)?.means === null;
  if (
    made.lying.mustBeDoubted &&
    !isFootCut &&
    made.file.whole + Number(made.file.partial !== 'none') === made.lying.written.lines.length
  ) {
    return ['silently wrong', 'what must be told is not'];
  }
  if (kind !== made.lying.written.kind) return ['silently wrong', `read as ${kind}`];
  const wrong = wrongOf(made, lines);
  return wrong === null ? ['right', ''] : ['silently wrong', wrong];
}

test('no file is silently read as something else, whatever it lies about', { timeout: 0 }, async () => {
  const counts = { right: 0, refused: 0, asked: 0, 'silently wrong': 0 };
  const honest = { files: 0, asked: 0, of: new Set<string>() };
  const wrong: string[] = [];
  const numbers = ONLY === undefined ? Array.from({ length: FILES }, (_, at) => at) : [Number(ONLY)];
  for (const number of numbers) {
    const made = make(number);
    const [outcome, what] = await judge(made);
    counts[outcome] += 1;
    // Where the file itself leaves a sign open it is right to ask.
    if (made.lies.length === 0 && made.lying.written.lines.every(({ net }) => net !== null)) {
      honest.files += 1;
      if (outcome !== 'right') {
        honest.asked += 1;
        honest.of.add(made.name);
      }
    }
    if (outcome === 'silently wrong') {
      wrong.push(`${number} ${made.name} ${JSON.stringify(made.form)}: ${made.lies.join(' + ')}: ${what}`);
    }
    if (ONLY !== undefined)
      console.log(made.lies, new TextDecoder().decode(made.file.content).slice(0, 4000), outcome, what);
  }
  console.log(
    `${numbers.length} files, seed ${SEED}: ${counts['silently wrong']} silently wrong, ${counts.right} right, ${counts.refused} refused, ${counts.asked} asked about; of ${honest.files} honest ones ${honest.asked} refused or asked about (${[...honest.of].join(', ')})`,
  );
  expect(wrong.slice(0, 40)).toEqual([]);
  // To ask about everything would be right too.
  expect(honest.asked * 20).toBeLessThanOrEqual(honest.files);
});
