import { columnLetters } from '#renderer/data/files/xlsx/cells.ts';

/** Formulas that a sheet writes once for many cells (ECMA-376, part 1, 18.3.1.40): what each of the cells computes. */

type Place = { readonly column: number; readonly row: number };

export type SharedFormulas = ReturnType<typeof createSharedFormulas>;

/** No program writes longer ones. */
const LONGEST_FORMULA = 8192;

/** Texts and names of sheets as they are; else places, `$` before what stays. */
const TOKEN = /"[^"]*"|'[^']*'|(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\w(.])|[\w.]+/g;

export function createSharedFormulas() {
  const known = new Map<string, { readonly text: string; readonly at: Place }>();
  return {
    /** @param text what stands in the cell; "" where another cell has it */
    textOf(id: string, text: string, at: Place): string {
      if (text !== '') {
        known.set(id, { text: text.slice(0, LONGEST_FORMULA), at });
        return text;
      }
      const first = known.get(id);
      if (first === undefined) return '';
      return moved(first.text, at.column - first.at.column, at.row - first.at.row);
    },
  };
}

function moved(formula: string, columns: number, rows: number): string {
  return formula.replace(
    TOKEN,
    (token, keepsColumn?: string, letters?: string, keepsRow?: string, row = '') => {
      if (letters === undefined) return token;
      const column = keepsColumn === '$' ? letters : columnLetters(Math.max(0, columnOf(letters) + columns));
      return `${keepsColumn}${column}${keepsRow}${keepsRow === '$' ? row : Math.max(1, Number(row) + rows)}`;
    },
  );
}

function columnOf(letters: string): number {
  let index = 0;
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}
