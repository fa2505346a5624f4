import { describe, expect, it } from 'vitest';
import { createHashTable } from '#renderer/data/engine/columns/hash-table.ts';

describe('a hash table', () => {
  it('finds what was inserted, and never a number that was skipped, however far it has grown', () => {
    const table = createHashTable();
    const skipped = table.skip();
    const hashes = Array.from({ length: 5000 }, (_, at) => Math.imul(at + 1, 0x9e3779b1));
    const numbers = hashes.map((hash) => table.insert(hash));
    expect(table.size).toBe(5001);
    expect(numbers).not.toContain(skipped);
    expect(table.search(0, () => true)).toBe(-1);
    expect(hashes.map((hash) => table.search(hash, () => true))).toEqual(numbers);
  });
});
