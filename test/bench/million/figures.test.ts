import { describe, expect, it } from 'vitest';
import { DEFAULT_ROW_MEMORY } from '#renderer/data/model/row-memory.ts';
import { demandEqual, exactText } from './contestant.ts';
import type { SizeResult } from './measure-size.ts';
import type { Measure } from './measures.ts';
import { readOptions } from './options.ts';
import { quantile, takeTurns } from './samples.ts';
import { meets, ratio } from './table.ts';

const A_MILLION = { rows: 1_000_000 } as SizeResult;

function measure(value: number | null, target: Measure['target']): Measure {
  return { id: 'm', label: 'm', unit: 'ms', target, read: () => value };
}

describe('the figures of the bench', () => {
  it('are quantiles between neighbours', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(quantile([5], 0.25)).toBe(5);
    expect(quantile([3, 1, 2], 1)).toBe(3);
    expect(quantile([], 0.5)).toBeNaN();
  });

  it('meet a target only where the value is small enough and the peer slow enough', () => {
    const against = (read: () => number | null) => ({ most: 30, against: { name: 'p', times: 3, read } });
    expect(meets(measure(30, { most: 30 }), A_MILLION)).toBe(true);
    expect(meets(measure(30.1, { most: 30 }), A_MILLION)).toBe(false);
    expect(
      meets(
        measure(
          20,
          against(() => 60),
        ),
        A_MILLION,
      ),
    ).toBe(true);
    expect(
      meets(
        measure(
          20,
          against(() => 59),
        ),
        A_MILLION,
      ),
    ).toBe(false);
    expect(
      meets(
        measure(
          31,
          against(() => 900),
        ),
        A_MILLION,
      ),
    ).toBe(false);
    // A peer that was not asked proves nothing.
    expect(
      meets(
        measure(
          20,
          against(() => null),
        ),
        A_MILLION,
      ),
    ).toBeNull();
    expect(meets(measure(null, { most: 30 }), A_MILLION)).toBeNull();
    // At ten million what is promised there, without peers; elsewhere nothing is.
    const tenMillion = { rows: 10_000_000 } as SizeResult;
    const both = { ...against(() => null), mostAtTenMillion: 20 };
    expect([20, 21].map((value) => meets(measure(value, both), tenMillion))).toEqual([true, false]);
    expect(meets(measure(1, { most: 30 }), tenMillion)).toBeNull();
    expect(meets(measure(1, both), { rows: 3_000_000 } as SizeResult)).toBeNull();
    expect(ratio(6, 2)).toBe(3);
    expect(ratio(6, 0)).toBeNull();
  });

  it('are taken of every contestant as often, the first two runs aside', async () => {
    const runs: string[] = [];
    const turn = (name: string) => ({ name, run: () => runs.push(name) });
    const samples = await takeTurns([turn('a'), turn('b')], 3, () => 7);
    expect(runs.join('')).toBe('aabbabbaab');
    expect(samples.get('b')).toMatchObject({ runs: 3, paceMs: 7 });
  });

  it('come after equal answers only', () => {
    const answer = ['["2026-01"]', '["2026-02"]'];
    const ours = { name: 'cuadra', answer };
    expect(() => demandEqual('q', [ours, { name: 'p', answer: [...answer] }])).not.toThrow();
    expect(() => demandEqual('q', [ours, { name: 'p', answer: [...answer, 'more'] }])).toThrow('disagree');
    expect(() => demandEqual('q', [ours, { name: 'p', answer: answer.slice(1) }])).toThrow('disagree');
    expect(() => demandEqual('q', [{ name: 'cuadra', answer: [] }])).toThrow('nobody');
    expect([exactText(1250n, 2), exactText(-500n, 2), exactText(0n, 2), exactText(7n, 0)]).toEqual([
      '125e-1',
      '-5',
      '0',
      '7',
    ]);
  });

  it('are of the sizes that were asked for', () => {
    const now = new Date(0);
    const sizes = readOptions(['--rows', '2000,3000000', '--rounds', '3'], now).sizes;
    expect(sizes).toEqual([
      { rows: 2000, copies: 1, withPeers: true, rounds: 3, rowMemory: DEFAULT_ROW_MEMORY },
      { rows: 1_000_000, copies: 3, withPeers: false, rounds: 3, rowMemory: DEFAULT_ROW_MEMORY },
    ]);
    expect(readOptions(['--memory', '450'], now).sizes[0]?.rowMemory).toBe(450_000_000);
    expect(() => readOptions(['--rows', '1e5'], now)).toThrow('no number');
  });
});
