import type { FigurePair } from '#renderer/screens/profitability/figures/figures.ts';
import { partText } from '#renderer/screens/profitability/figures/figures.ts';
import { type CsvFormat, csvHead, csvLines, type SheetCell } from '#shared/domain/spreadsheet.ts';
import type { FigureColumn } from './ordering.ts';
import type { PivotLine, PivotModel } from './pivot-model.ts';

export type CsvMessages = {
  readonly first: string;
  /** Null: there is no second dimension beneath the first. */
  readonly second: string | null;
  /** Null: no text explains the values. */
  readonly caption: string | null;
  readonly firstOf: (line: PivotLine) => string;
  readonly secondOf: (line: PivotLine) => string;
  readonly nameOf: (column: FigureColumn) => string;
};

/** The figures of a line in a column. */
export function pairAt(line: PivotLine, { band }: FigureColumn): FigurePair | null {
  if (band.kind === 'own') return line.pair;
  if (band.kind === 'others') return line.acrossRest?.() ?? null;
  return line.across?.get(band.value) ?? null;
}

/** Exactly what is shown, with exact figures: two dimensions as two columns, the total last. */
export function pivotCsv(
  model: PivotModel,
  columns: readonly FigureColumn[],
  words: CsvMessages,
  format: CsvFormat,
): string {
  const head = [
    words.first,
    ...(words.second === null ? [] : [words.second]),
    ...(words.caption === null ? [] : [words.caption]),
    ...columns.map((column) => words.nameOf(column)),
  ];
  const rows = [...model.lines, model.total].map((line): SheetCell[] => [
    { text: words.firstOf(line) },
    ...(words.second === null ? [] : [{ text: words.secondOf(line) }]),
    ...(words.caption === null ? [] : [{ text: line.caption ?? '' }]),
    ...columns.map((column) => {
      const pair = pairAt(line, column);
      return {
        figure: pair === null ? null : partText(column.measure, column.part, pair, model.total.pair),
      };
    }),
  ]);
  return csvHead(head, format) + csvLines(rows, format);
}
