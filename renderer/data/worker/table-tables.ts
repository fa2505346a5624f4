import { columnsOfTable, type FilledTable, type TableShape } from '#renderer/data/model/dataset-tables.ts';

/** Tables of the tables themselves, for engines: what each is, how whole it came, and what stands in its columns. */

const TABLES: TableShape = {
  name: 'cuadra_tablas',
  about: 'Una tabla de esta exportación, además de las filas, y si llegó entera.',
  columns: {
    tabla: ['key', 'Su nombre.'],
    que_es: ['text', 'Qué es una de sus filas.'],
    filas: ['count', 'Filas; nulo: es la de una exportación anterior.'],
    estado: [
      'text',
      'completa; parcial: algo de ella ya no se puede leer; anterior: nada de ella se puede leer, y sigue la que había.',
    ],
    falta: ['text', 'Lo que falta, como JSON; nulo: nada.'],
  },
};

const COLUMNS: TableShape = {
  name: 'cuadra_columnas',
  about: 'Una columna de una tabla, además de las filas.',
  columns: {
    tabla: ['key', 'La tabla.'],
    columna: ['key', 'Su nombre.'],
    lugar: ['count', 'Su lugar, desde 1.'],
    tipo: ['text', 'texto, importe (decimal exacto), entero, dia o momento (UTC).'],
    es_clave: ['text', 'si: con las demás claves dice cuál fila es, dentro de una cuadra_cuenta.'],
    que_es: ['text', 'Qué hay en ella.'],
  },
};

/** Their shapes. */
export const TABLES_OF_TABLES: readonly TableShape[] = [TABLES, COLUMNS];

export type Told = TableShape & {
  /** Null: nothing of it can be read. */
  readonly rows: number | null;
  readonly leftOut: readonly string[];
};

/** @param told all others */
export function tablesOfTables(told: readonly Told[]): readonly FilledTable[] {
  const whole = (shape: TableShape, rows: FilledTable['parts'][number]['rows']): FilledTable => ({
    ...shape,
    partBy: null,
    parts: [{ part: '', stamp: null, rows }],
  });
  const shapes = [...told, ...TABLES_OF_TABLES];
  return [
    whole(
      TABLES,
      told.map(({ name, about, rows, leftOut }) => ({
        tabla: name,
        que_es: about,
        filas: rows,
        estado: rows === null ? 'anterior' : leftOut.length > 0 ? 'parcial' : 'completa',
        falta: leftOut.length === 0 ? null : JSON.stringify(leftOut),
      })),
    ),
    whole(
      COLUMNS,
      shapes.flatMap((shape) =>
        columnsOfTable(shape).map(({ name, type, isKey, about }, at) => ({
          tabla: shape.name,
          columna: name,
          lugar: at + 1,
          tipo: type,
          es_clave: isKey ? 'si' : 'no',
          que_es: about,
        })),
      ),
    ),
  ];
}
