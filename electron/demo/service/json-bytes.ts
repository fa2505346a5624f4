/**
 * Writes JSON straight into bytes. A page of all categories is 114,000 short texts, mostly the same keys and zeros;
 * gluing them together as strings takes several times as long.
 */
export class JsonBytes {
  #bytes: Uint8Array = new Uint8Array(1 << 16);
  #size = 0;

  /** Copies bytes made before with `encodeText`. */
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

  /** What was written so far. */
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

/** A text as UTF-8. */
export function encodeText(text: string): Uint8Array {
  return encoder.encode(text);
}
