import { expect, test } from 'vitest';
import type { RateLine } from '#renderer/reconciliation/rates/model/rates.ts';
import {
  type Against,
  againstOf,
  claimAgainst,
  hasBoth,
  offRows,
} from '#renderer/reconciliation/rates/screen/deviation-choice.ts';

/** Which rows of a rule are listed, and what is claimed by it. */

const line = (over: number, under: number, former: number | null, claims = ['7.50', '12.00']) =>
  ({
    ...{ formula: 'now', claim: claims[0], over: { rows: over }, under: { rows: under } },
    former: former === null ? null : { rows: former, formula: 'before', claim: claims[1] },
  }) as unknown as RateLine;

test('are those that do not follow it, or those of the rule before; where there are both, as chosen', () => {
  const lines = [line(2, 3, 4), line(0, 3, 0), line(2, 0, null), line(0, 0, 4), line(0, 0, null)];
  expect(lines.map(offRows)).toEqual([5, 3, 2, 0, 0]);
  expect(lines.map(hasBoth)).toEqual([true, false, false, false, false]);
  const of = (chosen: Against) => lines.map((each) => againstOf(each, chosen));
  expect(of('off')).toEqual(['off', 'off', 'off', 'former', 'former']);
  expect(of('former')).toEqual(['former', 'off', 'off', 'former', 'former']);
});

test('a claim is by the rule that the rows are held against; one of nothing is none', () => {
  const of = (each: RateLine) => [claimAgainst(each, 'off'), claimAgainst(each, 'former')];
  const [now, before] = [
    { formula: 'now', claim: '7.50' },
    { formula: 'before', claim: '12.00' },
  ];
  expect(of(line(1, 0, 1))).toEqual([now, before]);
  expect(of(line(1, 0, null))).toEqual([now, null]);
  expect(of(line(1, 0, 1, ['0.00', '12.00']))).toEqual([null, before]);
  expect(of(line(1, 0, 1, ['7.50', '0']))).toEqual([now, null]);
  expect(claimAgainst(line(1, 0, 1, ['0.01', '0']), 'off')?.claim).toBe('0.01');
});
