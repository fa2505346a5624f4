import { randomUUID } from 'node:crypto';
import { type Category, COLUMNS, columnKeysOf } from '#shared/domain/column-catalogue.ts';
import { DAY_MS, SECOND_MS } from '#shared/domain/dates.ts';
import { at } from '../world/amount-model.ts';
import type { Cells } from '../world/wire-row.ts';
import type { World } from '../world/world.ts';
import type { DataRequest } from './parameters.ts';

/** How far before the range's start the purchases of an updated_at answer may lie (spec 4.2.7). */
const PURCHASE_REACH_MS = 120 * DAY_MS;

function metaTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}

/** The answer to a checked request: the envelope of spec 2.1 with the meta of 2.3. */
export function answerData(world: World, request: DataRequest): Uint8Array {
  const { date, from, to, page, limit } = request;
  const purchaseFrom = from - PURCHASE_REACH_MS;
  const found = world.find(
    // The second named by `to` belongs to the range as a whole, or the last 999 ms of a day would belong to none.
    { date, from, to: to - (to % SECOND_MS) + SECOND_MS, ...(date === 'updated_at' ? { purchaseFrom } : {}) },
    request.filter,
  );
  const first = (page - 1) * limit;
  const count = Math.max(0, Math.min(limit, found.size - first));
  const json = new JsonBytes();
  const writeRow = rowWriter(json, request.categories);
  json.ascii('{"data":[');
  for (let position = first; position < first + count; position += 1) {
    if (position > first) json.ascii(',');
    writeRow(found.cells(position));
  }
  const meta = {
    page,
    pageSize: limit,
    count,
    from: metaTime(from),
    to: metaTime(to),
    date,
    totalRows: found.size,
    totalPages: Math.ceil(found.size / limit),
    window:
      date === 'updated_at'
        ? { field: 'Fecha de actualización', timezone: 'UTC', purchaseDateFrom: metaTime(purchaseFrom) }
        : { field: 'Fecha de compra', timezone: 'local' },
    fields: dateFields(request.categories),
  };
  json.copy(encodeText(`],"meta":${JSON.stringify(meta)},"correlation_id":"${randomUUID()}"}`));
  return json.take();
}

function dateFields(categories: readonly Category[]): Readonly<Record<string, unknown>> {
  const keys = columnKeysOf(categories);
  return Object.fromEntries(
    COLUMNS.flatMap((column) => {
      if (!keys.includes(column.key)) return [];
      if (column.kind === 'utc-datetime') return [[column.key, { type: 'datetime', timezone: 'UTC' }]];
      if (column.kind === 'local-datetime') return [[column.key, { type: 'datetime', timezone: 'local' }]];
      return [];
    }),
  );
}

/** Makes the function that writes a row's JSON with the base set and the categories' columns, each once. */
function rowWriter(json: JsonBytes, categories: readonly Category[]): (cells: Cells) => void {
  const columns = columnKeysOf(categories).map((key, position) => ({
    before: encodeText(`${position === 0 ? '{' : '",'}${JSON.stringify(key)}:"`),
    position: at(key),
    isText: COLUMNS[at(key)]?.kind === 'text',
  }));
  return (cells) => {
    for (const { before, position, isText } of columns) {
      const cell = cells[position] ?? '';
      json.copy(before);
      if (isText) json.string(cell);
      else json.ascii(cell);
    }
    json.ascii('"}');
  };
}

/** Writes JSON straight into bytes: for a page's 114,000 short texts several times as fast as joining strings. */
class JsonBytes {
  #bytes: Uint8Array = new Uint8Array(1 << 16);
  #size = 0;

  copy(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    const to = this.#bytes;
    let at = this.#size;
    for (let i = 0; i < bytes.length; i += 1) {
      to[at] = bytes[i] ?? 0;
      at += 1;
    }
    this.#size = at;
  }

  /** Writes text of plain ASCII that needs no escape: digits, dates. */
  ascii(text: string): void {
    this.#reserve(text.length);
    const to = this.#bytes;
    let at = this.#size;
    for (let i = 0; i < text.length; i += 1) {
      to[at] = text.charCodeAt(i);
      at += 1;
    }
    this.#size = at;
  }

  /** Writes the inside of a JSON string, escaped and in UTF-8. */
  string(text: string): void {
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) {
        this.copy(encodeText(JSON.stringify(text).slice(1, -1)));
        return;
      }
    }
    this.ascii(text);
  }

  take(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  #reserve(more: number): void {
    if (this.#size + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#size + more));
    larger.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = larger;
  }
}

const encoder = new TextEncoder();

function encodeText(text: string): Uint8Array {
  return encoder.encode(text);
}
