import { describe, expect, test } from 'vitest';
import { CorruptLedgerError } from '#renderer/data/storage/database/failures.ts';
import { decisionKey } from '#renderer/reconciliation/matching/model/decisions.ts';
import { formerIdentities } from '#renderer/reconciliation/matching/model/former-identity.ts';
import { identitiesInSteps } from '#renderer/reconciliation/matching/model/line-identity.ts';
import type { MatchLine } from '#renderer/reconciliation/matching/model/match-line.ts';
import { renameFormerLines } from '#renderer/reconciliation/matching/worker/former-decisions.ts';
import { scopeOfStatement } from '#renderer/reconciliation/statements/model/statement-account.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { lineOf } from './statement-world.ts';

/** What earlier versions said of lines by the text of their cells is said of the same lines by their values. */

const ORDERS = ['o-1', 'o-2'] as never;
const STATEMENT = {
  id: 's1',
  kind: 'falabella',
  accounts: [{ canal: 'Falabella', cuenta: 'Uno' }],
  account: null,
};
const NOBODYS = { ...STATEMENT, accounts: [] };
const LINES: readonly MatchLine[] = [
  lineOf('10.50', { order: '0012' }),
  lineOf('20.00', { order: '13' }),
  lineOf('20.00', { order: '13' }),
];
const FORMER = atOnce(formerIdentities(LINES));
const BY_VALUES = atOnce(identitiesInSteps(LINES, () => scopeOfStatement(STATEMENT as never)));

type Said = { readonly [part: string]: unknown; readonly lines: readonly string[] };
const said = (lines: readonly string[], parts: Partial<Said> = {}): Said => ({
  ...{ verdict: 'match', linesBy: 'text', orders: ORDERS, note: '', owner: 'Ana', atMs: 10, said: null },
  ...{ earlier: [], lines, ...parts },
});
const keyOf = (lines: readonly string[]) => decisionKey(ORDERS, lines);

async function renamed(
  kept: { readonly [kind: string]: ReadonlyMap<string, Said> },
  isDamaged = false,
  unnamed?: readonly MatchLine[],
) {
  const changes: { kind: string; puts: { key: string; value: Said }[]; deletes: string[] }[] = [];
  const ledger = {
    statements: {
      list: () => [{ ...STATEMENT, id: 'torn' }, unnamed === undefined ? STATEMENT : NOBODYS],
      lines: async (id: string) => {
        if (id === 'torn' || isDamaged) throw new CorruptLedgerError('torn');
        return unnamed ?? LINES;
      },
    },
    annotations: { of: (kind: string) => kept[kind] ?? new Map() },
    annotate: async (change: (typeof changes)[number]) => void changes.push(change),
  };
  const isAny = await renameFormerLines(ledger as never, async () => undefined);
  return { isAny, changes };
}
const [first = '', second = '', third = ''] = FORMER;
const [firstNow = '', secondNow = '', thirdNow = ''] = BY_VALUES;

describe('decisions of before', () => {
  test('are said of the same lines under their new names, those of payouts too', async () => {
    expect(new Set([...FORMER, ...BY_VALUES]).size).toBe(6);
    const matches = new Map([
      ['a', said([first, third])],
      ['b', said([secondNow], { linesBy: 'values' })],
      ['c', said([])],
    ]);
    const { isAny, changes } = await renamed({
      'match-decision': matches,
      'payout-decision': new Map([['d', said([second])]]),
    });
    expect(isAny).toBe(true);
    const put = (lines: readonly string[]) => ({
      key: keyOf(lines),
      value: said(lines, { linesBy: 'values' }),
    });
    expect(changes).toEqual([
      { kind: 'match-decision', puts: [put([firstNow, thirdNow])], deletes: ['a'] },
      { kind: 'payout-decision', puts: [put([secondNow])], deletes: ['d'] },
    ]);
  });

  test('of lines that no stored statement has, or that cannot be read, stay as they are', async () => {
    const strange = { 'match-decision': new Map([['a', said([first, 'nobody'])]]) };
    expect(await renamed(strange)).toEqual({ isAny: false, changes: [] });
    const known = { 'match-decision': new Map([['a', said([first])]]) };
    expect(await renamed(known, true)).toEqual({ isAny: false, changes: [] });
    expect(await renamed({})).toEqual({ isAny: false, changes: [] });
  });

  test('of a line that two statements have are said of it as the first that was imported knows it', async () => {
    const other = { ...STATEMENT, id: 's2', accounts: [{ canal: 'Falabella', cuenta: 'Dos' }] };
    const changes: { puts: { value: Said }[] }[] = [];
    await renameFormerLines(
      {
        // The newest first.
        statements: { list: () => [other, STATEMENT], lines: async () => LINES },
        annotations: {
          of: (kind: string) => new Map(kind === 'match-decision' ? [['a', said([first])]] : []),
        },
        annotate: async (change: (typeof changes)[number]) => void changes.push(change),
      } as never,
      async () => undefined,
    );
    expect(changes.map(({ puts }) => puts.map(({ value }) => value.lines))).toEqual([[[firstNow]]]);
  });

  test('another failure than a damaged statement is told', async () => {
    const ledger = {
      statements: { list: () => [STATEMENT], lines: async () => Promise.reject(new TypeError('other')) },
      annotations: { of: () => new Map([['a', said([first])]]) },
      annotate: async () => undefined,
    };
    await expect(renameFormerLines(ledger as never, async () => undefined)).rejects.toThrow('other');
  });

  test('that were said anew since keep what was said last, and the other among what was said before', async () => {
    const key = keyOf([firstNow]);
    const joinedWith = async (own: Partial<Said>, other: Partial<Said>) => {
      const kept = new Map([
        ['a', said([first], own)],
        [key, said([firstNow], { linesBy: 'values', ...other })],
      ]);
      const { changes } = await renamed({ 'match-decision': kept });
      expect(changes[0]).toMatchObject({ deletes: ['a'], puts: [{ key }] });
      expect(changes[0]?.puts).toHaveLength(1);
      return changes[0]?.puts[0]?.value ?? said([]);
    };
    const entry = (verdict: string, atMs: number) => ({ verdict, note: '', owner: 'Ana', atMs, said: null });
    const older = { verdict: 'explained', atMs: 5, earlier: [entry('match', 1)] };
    const newer = { verdict: 'no-match', atMs: 9, earlier: [entry('match', 7)] };
    const expected = {
      ...{ verdict: 'no-match', atMs: 9, linesBy: 'values', lines: [firstNow] },
      earlier: [entry('match', 1), entry('explained', 5), entry('match', 7)],
    };
    expect(await joinedWith(older, newer)).toMatchObject(expected);
    expect(await joinedWith(newer, older)).toMatchObject(expected);
    // Of two at one moment the one under the new name was said later.
    const equal = await joinedWith({ verdict: 'explained', atMs: 5 }, { verdict: 'match', atMs: 5 });
    expect([equal.verdict, equal.earlier]).toEqual(['match', [entry('explained', 5)]]);
    const many = Array.from({ length: 100 }, (_, at) => entry('match', at));
    const long = await joinedWith({ ...older, earlier: [] }, { ...newer, earlier: many });
    expect(long.earlier).toEqual(many);
  });

  test('whose lines are known by the same names already are kept as they are, by values', async () => {
    const unnamed = [lineOf('7')];
    const [name = ''] = atOnce(formerIdentities(unnamed));
    expect(atOnce(identitiesInSteps(unnamed))).toEqual([name]);
    const key = keyOf([name]);
    const { changes } = await renamed({ 'match-decision': new Map([[key, said([name])]]) }, false, unnamed);
    expect(changes).toEqual([
      { kind: 'match-decision', puts: [{ key, value: said([name], { linesBy: 'values' }) }], deletes: [] },
    ]);
  });

  test('two of one name after all are joined as well', async () => {
    const twice = new Map([
      ['a', said([first], { atMs: 3 })],
      ['b', said([first], { atMs: 8, verdict: 'explained' })],
    ]);
    const { changes } = await renamed({ 'match-decision': twice });
    expect(changes).toMatchObject([
      {
        deletes: ['a', 'b'],
        puts: [{ key: keyOf([firstNow]), value: { verdict: 'explained', atMs: 8, earlier: [{ atMs: 3 }] } }],
      },
    ]);
    expect(changes[0]?.puts).toHaveLength(1);
  });
});
