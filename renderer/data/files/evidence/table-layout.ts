import { z } from 'zod';
import type { ColumnTotal, Formula, Table, TableLine } from '#renderer/data/model/sheet-table.ts';
import type { Frozen } from '#shared/contract/rpc.ts';

/**
 * The evidence of a table besides the hash of its cells: what stands over it, what its lines are computed from, and a
 * short mark of each line. With it a check tells which cell is another, and computes every formula anew.
 */

const MAX_LINES = 4_000_000;
const MAX_PATTERNS = 100_000;
const MAX_COLUMNS = 16_384;
const text = z.string().max(40_000);
const place = z.int().min(0).max(MAX_LINES);
const places = z.array(place).max(MAX_COLUMNS);

const formulaSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('subtotal'), below: place }),
  z.object({ kind: z.literal('parts'), adds: place, takes: place }),
  z.object({ kind: z.literal('sum'), columns: places }),
  z.object({ kind: z.literal('difference'), column: place, less: place }),
  z.object({ kind: z.literal('change'), part: place, base: place }),
  z.object({ kind: z.literal('lines'), adds: places, takes: places }),
  z.object({ kind: z.literal('rate'), part: place, base: place, baseLine: place.nullable() }),
]) satisfies z.ZodType<Formula>;

const totalSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sum'), value: text.nullable() }),
  z.object({ kind: z.literal('rate'), value: text.nullable(), part: place, base: place }),
  z.object({ kind: z.literal('value'), value: text.nullable() }),
]) satisfies z.ZodType<ColumnTotal>;

/** Characters of a line's mark: 24 bits, as the whole hash tells what they do not. */
const MARK_CHARACTERS = 4;

export const tableLayoutSchema = z.object({
  /** Over the headings. */
  title: text,
  isGrouped: z.boolean(),
  /** By column. */
  totals: z.array(totalSchema.nullable()).max(MAX_COLUMNS),
  /** The formulas of a line, by column: each kind of line once. */
  patterns: z
    .array(z.array(z.tuple([z.int().min(0).max(MAX_COLUMNS), formulaSchema])).max(MAX_COLUMNS))
    .max(MAX_PATTERNS),
  /** Which of them so many lines have, in the order of the lines. */
  runs: z.array(z.tuple([z.int().min(0).max(MAX_PATTERNS), place])).max(MAX_LINES),
  /** Decimal places that computed rates of lines were written with: they were rounded there. Those of totals have their own. */
  places: z.int().min(0).max(400),
  /** Marks of the lines in their order; a line has the same mark whatever its place. */
  marks: z.string().max(MARK_CHARACTERS * MAX_LINES),
});
export type TableLayout = Frozen<z.infer<typeof tableLayoutSchema>>;

export type LineFormulas = readonly (readonly [column: number, formula: Formula])[];

const BASE_64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const LINE_HASH_UNIT = 2 ** 24;

/** The mark of a line, of 48 bits of its hash. */
export function markOf(hash: number): string {
  let bits = Math.floor(hash / LINE_HASH_UNIT);
  let mark = '';
  for (let at = 0; at < MARK_CHARACTERS; at += 1) {
    mark = BASE_64.charAt(bits % 64) + mark;
    bits = Math.floor(bits / 64);
  }
  return mark;
}

/** The mark of a line of the evidence, by its place; "" where there is none. */
export const markAt = ({ marks }: Pick<TableLayout, 'marks'>, line: number): string =>
  marks.slice(MARK_CHARACTERS * line, MARK_CHARACTERS * (line + 1));

/** Significant digits that every program keeps of a number. */
const SURE_DIGITS = 15;

/** A line's cells as JSON as programs leave them that keep no more digits; the same line where none has more. */
export function inSureDigits(cells: readonly string[]): readonly string[] {
  const isLong = (cell: string): boolean => cell.length > SURE_DIGITS && !cell.startsWith('"');
  if (!cells.some(isLong)) return cells;
  return cells.map((cell) => (isLong(cell) ? String(Number(Number(cell).toPrecision(SURE_DIGITS))) : cell));
}

/** Gathers a table's layout while its lines are written. */
export function createLayoutRecord(table: Table, title: string) {
  const known = new Map<string, number>();
  const patterns: LineFormulas[] = [];
  const runs: [pattern: number, count: number][] = [];
  const marks: string[] = [];
  let places = 0;
  const patternOf = ({ cells }: TableLine): number => {
    const formulas: [number, Formula][] = [];
    for (const [column, cell] of cells.entries()) {
      if (typeof cell !== 'object' || cell === null || cell.value === null) continue;
      formulas.push([column, cell.formula]);
      if (cell.formula.kind === 'rate' || cell.formula.kind === 'change')
        places = Math.max(places, placesOf(cell.value));
    }
    const key = JSON.stringify(formulas);
    const at = known.get(key) ?? patterns.length;
    if (at === patterns.length) {
      known.set(key, at);
      patterns.push(formulas);
    }
    return at;
  };
  return {
    /** @param hash of its cells in 15 digits */
    add(line: TableLine, hash: number): void {
      marks.push(markOf(hash));
      const pattern = patternOf(line);
      const last = runs.at(-1);
      if (last?.[0] === pattern) last[1] += 1;
      else runs.push([pattern, 1]);
    },
    end: (): TableLayout => ({
      title,
      isGrouped: table.isGrouped,
      totals: table.columns.map(({ total }) => total),
      patterns: patterns.map((formulas) => formulas.map(([column, formula]) => [column, formula])),
      runs,
      places,
      marks: marks.join(''),
    }),
  };
}

/** Decimal places that a value was written with. */
export const placesOf = (value: string): number => value.split('.')[1]?.length ?? 0;
