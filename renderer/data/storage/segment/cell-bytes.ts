import type { CellWeights } from '#renderer/data/engine/aggregate/cell-weights.ts';
import type { DecimalColumn, Exceptions, SegmentColumn } from '#renderer/data/engine/columns/segment.ts';
import type { TextDictionary } from '#renderer/data/engine/columns/text-dictionary.ts';
import type { KeptCells } from '#renderer/data/engine/cubes/kept-cells.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import type { ArrayOf, ArrayRef, ArrayType } from './arrays.ts';
import {
  type BodyWriter,
  type ColumnHeader,
  createBodyWriter,
  type DictionaryHeader,
  type ExceptionsHeader,
  openBody,
  type SegmentBytes,
} from './layout.ts';

/** Cells of a segment in bytes: laid out as a segment is (layout.ts), with what they stand for besides. */

type Beside = {
  readonly weights: {
    readonly rows: ArrayRef<'i32'>;
    readonly rowsWithoutCost: ArrayRef<'i32'>;
    readonly salesWithCost: ColumnHeader | null;
    readonly orders: ArrayRef<'i32'>;
    readonly sets: {
      readonly starts: ArrayRef<'u32'>;
      readonly cells: ArrayRef<'u32'>;
      readonly counts: ArrayRef<'u32'>;
    };
    readonly scattered: { readonly orders: ArrayRef<'u32'>; readonly cells: ArrayRef<'u32'> };
  };
  readonly orders: readonly string[];
  readonly columns: readonly string[];
  readonly rows: number;
  /** Null: none is known. */
  readonly bounds: { readonly [bound in keyof KeptCells['bounds']]: number | null };
  readonly purchases: { readonly [bound in keyof KeptCells['purchases']]: number | null };
};
type CellsHeader = {
  readonly rowCount: number;
  readonly columns: readonly ColumnHeader[];
  readonly beside: Beside;
};

/** A column a step. */
export function* encodeCells(kept: KeptCells): Task<SegmentBytes> {
  const { segment, orders, columns, rows, bounds, purchases } = kept;
  const body = createBodyWriter();
  const written: ColumnHeader[] = [];
  for (const [key, column] of segment.columns) {
    written.push(writeColumn(key, column, body));
    yield;
  }
  const beside: Beside = {
    weights: writeWeights(kept.weights, body),
    orders: [...orders],
    columns: [...columns],
    rows,
    bounds: {
      firstPurchase: orNull(bounds.firstPurchase),
      lastPurchase: orNull(bounds.lastPurchase),
      lastUpdate: orNull(bounds.lastUpdate),
      firstBeyond: orNull(bounds.firstBeyond),
    },
    purchases: {
      firstPurchase: orNull(purchases.firstPurchase),
      lastPurchase: orNull(purchases.lastPurchase),
    },
  };
  const header = { format: 1 as const, rowCount: segment.rowCount, columns: written, ...{ beside } };
  return yield* body.finish(header);
}

/**
 * Opens cells over their own bytes, without copying. Their header is taken as `encodeCells` wrote it: to look through it took
 * half of a start's time, and whoever reads them has held them against their checksum and against how they are made today
 * (cube-records.ts).
 */
export function decodeCells(bytes: Uint8Array<ArrayBuffer>, headerLength: number): KeptCells {
  const body = openBody(bytes, headerLength);
  const { header, array, column } = body;
  const { rowCount, columns, beside } = header as CellsHeader;
  const { weights, bounds, purchases } = beside;
  const sales = weights.salesWithCost === null ? null : column(weights.salesWithCost);
  if (sales !== null && sales.kind !== 'decimal') throw new TypeError('Sales are decimals.');
  return {
    segment: { rowCount, columns: new Map(columns.map((ref) => [ref.key, column(ref)])) },
    weights: {
      rows: array(weights.rows),
      rowsWithoutCost: array(weights.rowsWithoutCost),
      salesWithCost: sales,
      orders: array(weights.orders),
      orderSets: {
        starts: array(weights.sets.starts),
        cells: array(weights.sets.cells),
        counts: array(weights.sets.counts),
      },
      scatteredOrders: { orders: array(weights.scattered.orders), cells: array(weights.scattered.cells) },
    },
    orders: beside.orders as readonly OrderKey[],
    columns: beside.columns,
    rows: beside.rows,
    bounds: {
      firstPurchase: bounds.firstPurchase ?? Number.POSITIVE_INFINITY,
      lastPurchase: bounds.lastPurchase ?? Number.NEGATIVE_INFINITY,
      lastUpdate: bounds.lastUpdate ?? Number.NEGATIVE_INFINITY,
      firstBeyond: bounds.firstBeyond ?? Number.POSITIVE_INFINITY,
    },
    purchases: {
      firstPurchase: purchases.firstPurchase ?? Number.POSITIVE_INFINITY,
      lastPurchase: purchases.lastPurchase ?? Number.NEGATIVE_INFINITY,
    },
  };
}

/** JSON has no Infinity. */
const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

function writeWeights(weights: CellWeights, body: BodyWriter): Beside['weights'] {
  const { rows, rowsWithoutCost, salesWithCost, orders, orderSets, scatteredOrders } = weights;
  return {
    rows: body.add('i32', rows),
    rowsWithoutCost: body.add('i32', rowsWithoutCost),
    salesWithCost: salesWithCost === null ? null : writeColumn('', salesWithCost, body),
    orders: body.add('i32', orders),
    sets: {
      starts: body.add('u32', orderSets.starts),
      cells: body.add('u32', orderSets.cells),
      counts: body.add('u32', orderSets.counts),
    },
    scattered: {
      orders: body.add('u32', scatteredOrders.orders),
      cells: body.add('u32', scatteredOrders.cells),
    },
  };
}

/** Arrays of a column as they are. */
function writeColumn(key: string, column: SegmentColumn, body: BodyWriter): ColumnHeader {
  switch (column.kind) {
    case 'text':
      return {
        key,
        kind: 'text',
        codes: column.codes === null ? null : addArray(column.codes, body),
        dictionary: writeDictionary(column.dictionary, body),
      };
    case 'date':
      return {
        key,
        kind: 'date',
        utc: column.utc,
        base: column.base,
        offsets: addArray(column.offsets, body),
        exceptions: writeExceptions(column.exceptions, body),
      };
    case 'decimal':
      return writeDecimals(key, column, body);
  }
}

function writeDecimals(key: string, column: DecimalColumn, body: BodyWriter): ColumnHeader {
  const { scale, rows, values, places, restPlaces, magnitude, exceptions } = column;
  return {
    key,
    kind: 'decimal',
    scale,
    rows: rows === null ? null : addArray(rows, body),
    values: addArray(values, body),
    places: typeof places === 'number' ? places : addArray(places, body),
    restPlaces,
    magnitude,
    exceptions: writeExceptions(exceptions, body),
  };
}

const writeExceptions = ({ rows, codes, dictionary }: Exceptions, body: BodyWriter): ExceptionsHeader => ({
  rows: addArray(rows, body),
  codes: addArray(codes, body),
  dictionary: writeDictionary(dictionary, body),
});

const writeDictionary = (
  { offsets, bytes, nullCode, odd }: TextDictionary,
  body: BodyWriter,
): DictionaryHeader => ({
  offsets: addArray(offsets, body),
  bytes: addArray(bytes, body),
  nullCode,
  odd: [...odd],
});

type TypeOf<A> = { [T in ArrayType]: A extends ArrayOf<T> ? T : never }[ArrayType];

/** Adds an array as what it is. */
function addArray<A extends ArrayOf<ArrayType>>(array: A, body: BodyWriter): ArrayRef<TypeOf<A>> {
  return body.add(typeOf(array), array) as ArrayRef<TypeOf<A>>;
}

function typeOf(array: ArrayOf<ArrayType>): ArrayType {
  if (array instanceof Uint8Array) return 'u8';
  if (array instanceof Uint16Array) return 'u16';
  if (array instanceof Uint32Array) return 'u32';
  if (array instanceof Int8Array) return 'i8';
  if (array instanceof Int16Array) return 'i16';
  return array instanceof Int32Array ? 'i32' : 'f64';
}
