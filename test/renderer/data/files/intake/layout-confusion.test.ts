import { expect, test } from 'vitest';
import { readStatementAtOnce } from '#renderer/reconciliation/statements/model/read-statement.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { fromDecimal } from '#shared/domain/decimal.ts';
import { asFile, FORMS } from '#test/statements/as-files.ts';
import { DISGUISES, type Disguised } from '#test/statements/disguises.ts';
import { isText } from '#test/statements/faults.ts';
import { inventSales } from '#test/statements/truth.ts';
import { TEXT_WRITERS, WRITERS, type WrittenStatement } from '#test/statements/writers.ts';
import { readWhole } from './read-whole.ts';

/**
 * From bytes: a file of each layout is taken for itself and never for another, whatever happened to it on its way.
 *
 *   CUADRA_CONFUSION=50 npx vitest run test/renderer/data/files/intake/layout-confusion.test.ts
 */

const ROUNDS = Number(process.env.CUADRA_CONFUSION ?? 1);
const TODAY = '2026-05-01' as LocalDate;
const ALL = [...WRITERS, ...TEXT_WRITERS];
const NAMES = ALL.map((write) => write([]).name);

const layoutOf = (name: string): string => name.replace(/^bank-/, '').replace(/-(?:es|opening)$/, '');

async function read(written: WrittenStatement, { rows, headerAt, form }: Disguised, seed: number) {
  const forms = FORMS[written.name] ?? [];
  const own = form ?? forms[seed % forms.length];
  if (own === undefined) throw new RangeError(`No form of ${written.name}.`);
  const file = await readWhole(asFile(rows, headerAt, own));
  if (!('sheets' in file)) throw new Error(`Refused: ${JSON.stringify(file)}`);
  const [sheet] = file.sheets.values();
  return readStatementAtOnce(sheet ?? [], { today: TODAY, mappings: new Map() });
}

const centsOf = (text: string | null): number | null => {
  if (text === null) return null;
  const { units, scale } = fromDecimal(text as never);
  return (Number(units) * 100) / 10 ** scale;
};

/** Every one, or in the suite every third, in turn. */
const disguisesFor = (name: string) =>
  Object.entries(DISGUISES).filter(
    (_, at) => process.env.CUADRA_CONFUSION !== undefined || (at + NAMES.indexOf(name)) % 3 === 0,
  );

test.each(NAMES)('%s is taken for itself, and for no other', async (name) => {
  const write = ALL[NAMES.indexOf(name)];
  if (write === undefined) throw new RangeError(`No writer of ${name}.`);
  for (let seed = 1; seed <= ROUNDS; seed += 1) {
    const written = write(inventSales({ seed: seed * 31, sales: 10 + (seed % 20), unit: 100 }));
    for (const [disguise, wear] of disguisesFor(name)) {
      const worn = wear(written, seed);
      // What is no table is worn by no spreadsheet.
      if (worn === null || (isText(written) && disguise !== 'as it is')) continue;
      const { kind, layout, lines, proof, notUnderstood, changes } = await read(written, worn, seed);
      const recorded = [name, disguise, seed];
      expect([...recorded, kind]).toEqual([...recorded, written.kind]);
      // Banks that differ in nothing but a column that is gone are one layout.
      if (worn.changed.length === 0) expect([...recorded, layout]).toEqual([...recorded, layoutOf(name)]);
      const unsigned = written.lines.filter(({ net }) => net === null).length;
      expect([...recorded, proof.holds, proof.doubts]).toEqual([...recorded, unsigned === 0, unsigned]);
      expect([...recorded, proof.checks.every(({ holds }) => holds)]).toEqual([...recorded, true]);
      expect([...recorded, ...lines.map(({ net }) => centsOf(net))]).toEqual([
        ...recorded,
        ...written.lines.map(({ net }) => net),
      ]);
      const doubts = new Set(notUnderstood.map(({ why }) => why));
      if (disguise === 'ids in scientific notation') doubts.delete('lost-digits');
      if (unsigned > 0) doubts.delete('sign');
      expect([...recorded, ...doubts]).toEqual(recorded);
      // What is gone or called otherwise is said, where the layout had it.
      const unsaid = changes.filter(({ column, former }) => !worn.changed.includes(former ?? column));
      const isNew = disguise === 'a column renamed';
      expect([...recorded, ...unsaid.filter(({ column }) => !isNew || column !== 'Campo 37')]).toEqual(
        recorded,
      );
    }
  }
});
