import {
  type Data,
  Decimal,
  Int32,
  makeData,
  makeVector,
  Table,
  tableToIPC,
  Uint8,
  Uint16,
  Uint32,
  Utf8,
  type Vector,
} from 'apache-arrow';
import type { CodedTexts, Codes, Measure, PeerTable } from './peer-table.ts';

/** Rows of a peer table as an Arrow stream, the one way into DuckDB that makes no text of numbers. */

/** A dimension's texts stand under its own name, its codes under this one. */
export function codesName(dimension: string): string {
  return `${dimension} code`;
}
export const DAY = 'day';
export const ROW = 'row';

/** What DuckDB holds in 4 bytes a value has at most nine digits; eighteen take 8 bytes. */
const NARROW_DIGITS = 9;
const WIDE_DIGITS = 18;

const encoder = new TextEncoder();

/** Writes rows [from, to) as a stream of its own. */
export function createBatchWriter(table: PeerTable): (from: number, to: number) => Uint8Array {
  const encodedTexts = new Map(
    [...table.dimensions].map(([name, { texts }]) => [name, texts.map((text) => encoder.encode(text))]),
  );
  const digits = new Map([...table.measures].map(([name, { units }]) => [name, digitsOf(units)]));
  return (from, to) => {
    const vectors: { [name: string]: Vector } = {
      [ROW]: intVector(Int32Array.from({ length: to - from }, (_, at) => from + at)),
      [DAY]: intVector(table.day.slice(from, to)),
    };
    for (const [name, { codes }] of table.dimensions) {
      vectors[codesName(name)] = codeVector(codes.slice(from, to));
      vectors[name] = textVector(encodedTexts.get(name) ?? [], codes.subarray(from, to));
    }
    for (const [name, measure] of table.measures) {
      vectors[name] = decimalVector(measure, digits.get(name) ?? WIDE_DIGITS, from, to);
    }
    return tableToIPC(new Table(vectors), 'stream');
  };
}

function digitsOf(units: Measure['units']): number {
  const limit = 10 ** NARROW_DIGITS;
  return units.every((value) => Math.abs(value) < limit) ? NARROW_DIGITS : WIDE_DIGITS;
}

function intVector(data: Int32Array): Vector {
  return makeVector(makeData({ type: new Int32(), data, length: data.length }));
}

function codeVector(data: Codes): Vector {
  const { length } = data;
  if (data instanceof Uint8Array) return makeVector(makeData({ type: new Uint8(), data, length }));
  if (data instanceof Uint16Array) return makeVector(makeData({ type: new Uint16(), data, length }));
  return makeVector(makeData({ type: new Uint32(), data, length }));
}

function textVector(texts: readonly Uint8Array[], codes: CodedTexts['codes']): Vector {
  const valueOffsets = new Int32Array(codes.length + 1);
  for (let at = 0; at < codes.length; at += 1) {
    valueOffsets[at + 1] = (valueOffsets[at] ?? 0) + (texts[codes[at] ?? 0]?.length ?? 0);
  }
  const data = new Uint8Array(valueOffsets[codes.length] ?? 0);
  for (let at = 0; at < codes.length; at += 1) {
    const text = texts[codes[at] ?? 0];
    if (text !== undefined) data.set(text, valueOffsets[at]);
  }
  return makeVector(makeData({ type: new Utf8(), data, valueOffsets, length: codes.length }));
}

/** 128 bits a value, least first, in two's complement. */
function decimalVector({ scale, units }: Measure, digits: number, from: number, to: number): Vector {
  const data = new Int32Array((to - from) * 4);
  for (let row = from; row < to; row += 1) {
    const value = units[row] ?? 0;
    const at = (row - from) * 4;
    const high = Math.floor(value / 2 ** 32);
    const sign = value < 0 ? -1 : 0;
    data[at] = value - high * 2 ** 32;
    data[at + 1] = high;
    data[at + 2] = sign;
    data[at + 3] = sign;
  }
  const type = new Decimal(scale, digits);
  const bits: Data<Decimal> = makeData({ type, data: new Uint32Array(data.buffer), length: to - from });
  return makeVector(bits);
}

/** The integer in the 128 bits of a decimal. */
export function readBits(bits: Uint32Array): bigint {
  let value = 0n;
  for (let at = bits.length - 1; at >= 0; at -= 1) value = (value << 32n) | BigInt(bits[at] ?? 0);
  return BigInt.asIntN(bits.length * 32, value);
}
