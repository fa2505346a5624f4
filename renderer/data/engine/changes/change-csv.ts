import type { OrderDifference, OrderFigures } from '#renderer/data/api.ts';
import type { CsvRun } from '#renderer/data/engine/queries.ts';
import type { WindowPurpose } from '#shared/contract/run-log.ts';
import { fromDecimal, toDecimal } from '#shared/domain/decimal.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { type CsvFormat, csvHead, csvLines, type SheetCell } from '#shared/domain/spreadsheet.ts';
import { differenceOf } from './amount-column.ts';
import { CHANGE_AMOUNTS } from './change-amounts.ts';
import type { ChangesAnswer } from './change-query.ts';

/** The change log as a file: the very lines of the screen. Headings and words are Spanish, as all column keys are. */

type CsvColumn = {
  readonly key: string;
  readonly cell: (line: OrderDifference) => SheetCell;
};
type Read = (line: OrderDifference) => Cell;

const KINDS: { readonly [kind in OrderDifference['kind']]: string } = {
  new: 'nueva',
  changed: 'cambiada',
  removed: 'eliminada',
};
const PURPOSES: { readonly [purpose in WindowPurpose]: string } = {
  history: 'carga histórica',
  changes: 'cambios',
  verification: 'verificación',
  reread: 'relectura',
};
/** Between several values of one order. */
const AND = ' | ';

const text = (key: string, read: Read): CsvColumn => ({ key, cell: (line) => ({ text: read(line) ?? '' }) });
const number = (key: string, read: Read): CsvColumn => ({ key, cell: (line) => ({ figure: read(line) }) });

function beforeAndAfter(
  key: string,
  column: typeof text,
  cell: (figures: OrderFigures) => Cell,
): readonly CsvColumn[] {
  const of = (figures: OrderFigures | null) => (figures === null ? null : cell(figures));
  return [
    column(`${key} antes`, ({ before }) => of(before)),
    column(`${key} después`, ({ after }) => of(after)),
  ];
}

/** Exact; null where the amount was readable on neither side. */
function differenceIn(column: string, { before, after }: OrderDifference): Cell {
  const was = before?.amounts[column];
  const is = after?.amounts[column];
  if (was === undefined && is === undefined) return null;
  return toDecimal(
    differenceOf(was === undefined ? null : fromDecimal(was), is === undefined ? null : fromDecimal(is)),
  );
}

const COLUMNS: readonly CsvColumn[] = [
  text('Canal', ({ Canal }) => Canal),
  text('Cuenta', ({ Cuenta }) => Cuenta),
  text('Orden', ({ Orden }) => Orden),
  text('Fecha de compra', ({ purchase }) => purchase),
  text('Cambio', ({ kind }) => KINDS[kind]),
  ...beforeAndAfter('Filas', number, ({ rows }) => String(rows)),
  ...beforeAndAfter('Estado de Orden', text, ({ states }) => states.join(AND)),
  ...beforeAndAfter('Estado de Pago', text, ({ payments }) => payments.join(AND)),
  ...CHANGE_AMOUNTS.flatMap((column) => [
    ...beforeAndAfter(column, number, ({ amounts }) => amounts[column] ?? null),
    number(`${column} diferencia`, (line) => differenceIn(column, line)),
  ]),
  text('Columnas', ({ columns }) => (columns === null ? null : columns.join(AND))),
  text('Leído (UTC)', ({ readAt }) => readAt),
  text('Lectura', ({ purpose }) => PURPOSES[purpose]),
  text('Ventana desde', ({ windowFrom }) => windowFrom),
  text('Ventana hasta', ({ windowTo }) => windowTo),
  number('Cambios', ({ changes }) => String(changes)),
  text('correlation_id', ({ correlationIds }) => correlationIds.join(AND)),
];

export const CHANGES_CSV_COLUMNS: readonly string[] = COLUMNS.map(({ key }) => key);

export function changesCsv(answer: ChangesAnswer, revision: number, format: CsvFormat): CsvRun {
  return {
    revision,
    lines: answer.total,
    header: csvHead(CHANGES_CSV_COLUMNS, format),
    chunk: (offset, limit) =>
      csvLines(
        answer.lines(offset, limit).map((line) => COLUMNS.map(({ cell }) => cell(line))),
        format,
      ),
  };
}
