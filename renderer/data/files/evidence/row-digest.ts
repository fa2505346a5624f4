import { sha256 } from '@noble/hashes/sha2.js';

/**
 * The hash of a table's rows that does not depend on their order: the sum of the SHA-256 of each line of JSON, modulo 2^256.
 * The headings are one of the lines. It tells whether anything is another; as it needs no secret, it is no signature.
 */

/** Said on the sheet, so that anybody can compute it; test/renderer/data/files/evidence.test.ts does. */
export const DIGEST_DEFINITION =
  'Suma, módulo 2^256, del SHA-256 (UTF-8) de cada línea en JSON sin espacios: la de los nombres de las columnas y una por fila. ' +
  'En una fila: texto entre comillas, número como lo escribe JSON (doble más corto), fecha y hora en milisegundos desde 1970-01-01, ' +
  'celda vacía null, fórmula true.';

const WORDS = 8;
const BASE = 2 ** 32;
/** So many words of 32 bits add up exactly in a double. */
const CARRIED_EVERY = 2 ** 20;

const rowLine = (cells: readonly string[]): string => `[${cells.join(',')}]`;
/** 48 of them. */
const firstBits = (view: DataView): number => view.getUint32(0) * 2 ** 16 + view.getUint16(4);

export function createRowDigest(headings: readonly string[]) {
  const encoder = new TextEncoder();
  /** One for all lines: each takes at most three bytes a unit. */
  let utf8 = new Uint8Array(1 << 14);
  const sums = new Float64Array(WORDS);
  let lines = 0;
  /** Leaves in each word what fits it; what the first cannot hold is lost, as it should be. */
  const carry = (): void => {
    let over = 0;
    for (let at = WORDS - 1; at >= 0; at -= 1) {
      const sum = (sums[at] ?? 0) + over;
      over = Math.floor(sum / BASE);
      sums[at] = sum - over * BASE;
    }
  };
  const hashLine = (json: string): DataView => {
    if (3 * json.length > utf8.length) utf8 = new Uint8Array(6 * json.length);
    const bytes = sha256(utf8.subarray(0, encoder.encodeInto(json, utf8).written));
    return new DataView(bytes.buffer, bytes.byteOffset);
  };
  /** Adds a line of JSON; returns 48 bits of its own hash. */
  const addLine = (json: string): number => {
    const view = hashLine(json);
    for (let at = 0; at < WORDS; at += 1) sums[at] = (sums[at] ?? 0) + view.getUint32(4 * at);
    lines += 1;
    if (lines % CARRIED_EVERY === 0) carry();
    return firstBits(view);
  };
  addLine(JSON.stringify(headings));
  return {
    /** Cells as JSON each (`canonicalCell`), one for each heading. */
    addRow: (cells: readonly string[]): number => addLine(rowLine(cells)),
    /** The result of `addRow`, without adding the row. */
    hashOf: (cells: readonly string[]): number => firstBits(hashLine(rowLine(cells))),
    get rows(): number {
      return lines - 1;
    },
    hex(): string {
      carry();
      return Array.from(sums, (word) => word.toString(16).padStart(8, '0')).join('');
    },
  };
}
