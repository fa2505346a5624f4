import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { codeAt } from '#renderer/data/engine/columns/segment.ts';
import { textAt } from '#renderer/data/engine/columns/text-dictionary.ts';
import { DAY_MS, localFromMs } from '#shared/domain/dates.ts';
import { DIMENSIONS, MEASURES } from '#test/bench/million/questions.ts';

/** The very rows of the local copy as plain columns, for peers to load: nothing of the product's own layout is left. */

export type Codes = Uint8Array | Uint16Array | Uint32Array;
export type CodedTexts = { readonly texts: readonly string[]; readonly codes: Codes };
/** Values as integers of 10^-scale. */
export type Measure = { readonly scale: number; readonly units: Int32Array | Float64Array };
export type PeerTable = {
  readonly rows: number;
  readonly measures: ReadonlyMap<string, Measure>;
  /** The dimensions, and `month` of Fecha de compra as 2026-09. */
  readonly dimensions: ReadonlyMap<string, CodedTexts>;
  /** Days of Fecha de compra since 1970. */
  readonly day: Int32Array;
};

/** Throws where a row is not as the peers' columns can have it (a dead one, one without a date, an unreadable value). */
export function peerTableOf(store: ColumnStore): PeerTable {
  if (store.liveRows !== store.rowSpan) throw new Error('The peers load a copy without dead rows.');
  const day = new Int32Array(store.rowSpan);
  for (const { base, purchaseMs } of store.segments) {
    for (const [at, ms] of purchaseMs.entries()) {
      if (Number.isNaN(ms)) throw new Error('The peers load rows with purchase dates.');
      day[base + at] = Math.floor(ms / DAY_MS);
    }
  }
  const dimensions = new Map(DIMENSIONS.map((column) => [column as string, codedTexts(store, column)]));
  return {
    rows: store.rowSpan,
    measures: new Map(MEASURES.map((column) => [column, measure(store, column)])),
    dimensions: dimensions.set('month', months(day)),
    day,
  };
}

function measure(store: ColumnStore, column: string): Measure {
  const parts = store.segments.map((segment) => ({
    base: segment.base,
    values: segment.columns.get(column),
  }));
  const scale = Math.max(0, ...parts.map(({ values }) => (values?.kind === 'decimal' ? values.scale : 0)));
  const units = new Float64Array(store.rowSpan);
  for (const { base, values } of parts) {
    if (values === undefined) continue;
    if (values.kind !== 'decimal' || values.exceptions.rows.length > 0) {
      throw new Error(`The peers load canonical decimals only, and ${column} has others.`);
    }
    const factor = 10 ** (scale - values.scale);
    for (const [position, value] of values.values.entries()) {
      units[base + (values.rows === null ? position : (values.rows[position] ?? 0))] = value * factor;
    }
  }
  const narrow = Int32Array.from(units);
  return { scale, units: narrow.every((value, row) => value === units[row]) ? narrow : units };
}

function codedTexts(store: ColumnStore, column: string): CodedTexts {
  const codeOf = new Map<string, number>();
  const code = (text: string): number => {
    const known = codeOf.get(text) ?? codeOf.size;
    codeOf.set(text, known);
    return known;
  };
  const codes = new Uint32Array(store.rowSpan);
  for (const { base, rowCount, columns } of store.segments) {
    const values = columns.get(column);
    if (values?.kind !== 'text') throw new Error(`${column} is no column of texts.`);
    const global = Array.from({ length: values.dictionary.size }, (_, own) =>
      code(textAt(values.dictionary, own) ?? ''),
    );
    for (let at = 0; at < rowCount; at += 1) codes[base + at] = global[codeAt(values, at)] ?? 0;
  }
  return { texts: [...codeOf.keys()], codes: narrowed(codes, codeOf.size) };
}

function months(day: Int32Array): CodedTexts {
  const codeOf = new Map<string, number>();
  const ofDay = new Map<number, number>();
  const codes = day.map((each) => {
    const known = ofDay.get(each);
    if (known !== undefined) return known;
    const month = localFromMs(each * DAY_MS).slice(0, 7);
    const code = codeOf.get(month) ?? codeOf.size;
    codeOf.set(month, code);
    ofDay.set(each, code);
    return code;
  });
  return { texts: [...codeOf.keys()], codes: narrowed(Uint32Array.from(codes), codeOf.size) };
}

/** Codes in the narrowest array that holds them. */
function narrowed(codes: Uint32Array, size: number): Codes {
  if (size <= 0x100) return new Uint8Array(codes);
  return size <= 0x10000 ? new Uint16Array(codes) : codes;
}
