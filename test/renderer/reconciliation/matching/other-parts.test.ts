import { describe, expect, test } from 'vitest';
import { createOtherParts } from '#renderer/reconciliation/matching/worker/other-parts.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

type File = {
  readonly id: string;
  readonly head?: Partial<ImportedStatement>;
  readonly lines: readonly (readonly [
    order: string | null,
    settlement: string | null,
    net: string,
    movement?: string,
  ])[];
};

/** What other files tell of the orders of some; the first file is the earliest import. */
async function partsOf(files: readonly File[], ...ids: readonly string[]): Promise<readonly string[]> {
  const list = files.map(
    ({ id, head }) =>
      ({
        ...{ id, kind: 'falabella-transactions', layout: 'one', accounts: [{ canal: 'A', cuenta: '1' }] },
        ...{ account: null, days: { from: `2026-0${files.findIndex((each) => each.id === id) + 1}-01` } },
        ...head,
      }) as unknown as ImportedStatement,
  );
  const heads = list.map((each) => ({
    ...each,
    days: each.days === null ? null : { from: each.days.from, to: each.days.to ?? each.days.from },
  }));
  const linesOf = (id: string) =>
    (files.find((each) => each.id === id)?.lines ?? []).map(
      ([order, settlement, net, movement = null], at) =>
        ({
          ...{
            line: at + 2,
            cells: ['x'],
            // One that begins so is a sub-order's.
            order: order?.startsWith('S') === true ? null : order,
            settlement,
            net: net as Decimal,
            suborder: order?.startsWith('S') === true ? order : null,
            sku: null,
          },
          ...{ movement, operation: null, currency: null, description: null, date: null },
          ...{ released: null, balance: null },
        }) as unknown as StatementLine,
    );
  const find = createOtherParts(
    { list: () => heads.toReversed(), lines: async (id) => linesOf(id), revision: () => 1 },
    async () => undefined,
  );
  const found = await find(new Set(ids));
  return found.map(({ statement, line }) => `${statement.id} ${line.order} ${line.net}`);
}

describe('an order that is paid over several settlements', () => {
  const ONE: File = {
    id: 'a',
    lines: [
      ['7', 'LQ-1', '10'],
      ['8', 'LQ-1', '3'],
    ],
  };
  const TWO: File = {
    id: 'b',
    lines: [
      ['7', 'LQ-2', '5'],
      ['9', 'LQ-2', '4'],
    ],
  };

  test('has its other parts in the statements of the others, whichever is asked', async () => {
    expect(await partsOf([ONE, TWO], 'a')).toEqual(['b 7 5']);
    expect(await partsOf([ONE, TWO], 'b')).toEqual(['a 7 10']);
    expect(await partsOf([ONE, TWO], 'a', 'b')).toEqual([]);
  });

  test('has no part in what is paid out, or held back, under its number', async () => {
    const other = (movement: string): File => ({
      id: 'b',
      lines: [
        ['7', 'LQ-2', '5', movement],
        ['8', 'LQ-2', '1'],
      ],
    });
    for (const movement of ['payout', 'reserve_for_dispute', 'block'])
      expect(await partsOf([ONE, other(movement)], 'a'), movement).toEqual(['b 8 1']);
    expect(await partsOf([ONE, other('Venta')], 'a')).toEqual(['b 7 5', 'b 8 1']);
  });

  test('is known by its sub-order where no order is named', async () => {
    const bySuborder = (id: string, settlement: string): File => ({ id, lines: [['S-7', settlement, '5']] });
    expect(await partsOf([bySuborder('a', 'LQ-1'), bySuborder('b', 'LQ-2')], 'a')).toEqual(['b null 5']);
  });

  test('has each part once, however many files tell it', async () => {
    const again: File = { id: 'c', lines: TWO.lines };
    expect(await partsOf([ONE, TWO, again], 'a')).toEqual(['b 7 5']);
  });

  test('has no part in another version of the same settlement', async () => {
    const corrected: File = {
      id: 'c',
      lines: [
        ['7', 'LQ-1', '11'],
        ['7', 'LQ-3', '2'],
      ],
    };
    expect(await partsOf([ONE, corrected], 'a')).toEqual(['c 7 2']);
  });

  test('has none in the statements of another account, or of another layout', async () => {
    const others: readonly Partial<ImportedStatement>[] = [
      { accounts: [{ canal: 'A', cuenta: '2', orders: 1 }] },
      { account: { Canal: 'A', Cuenta: '1' } },
      { layout: 'two' },
      { kind: 'bank', accounts: [] },
    ];
    for (const head of others) expect(await partsOf([ONE, { ...TWO, head }], 'a')).toEqual([]);
  });

  test('where no settlement is named is paid on other days', async () => {
    const [sale, refund]: readonly File[] = [
      { id: 'a', lines: [['7', null, '10']] },
      { id: 'b', lines: [['7', null, '-4']] },
    ];
    expect(await partsOf([sale as File, refund as File], 'a')).toEqual(['b 7 -4']);
    const sameDays = { ...refund, head: { days: { from: '2026-01-01', to: '2026-01-31' } } } as File;
    expect(await partsOf([sale as File, sameDays], 'a')).toEqual([]);
    expect(await partsOf([sale as File, { ...refund, head: { days: null } } as File], 'a')).toEqual([]);
    // A settlement that another file names is no other version of what names none.
    const named = { ...(sameDays as File), lines: [['7', 'LQ-2', '-4']] } as File;
    expect(await partsOf([sale as File, named], 'a')).toEqual(['b 7 -4']);
    // Of two that are asked, neither tells of its days.
    const other: File = { ...(sameDays as File), id: 'c', lines: [['9', null, '1']] };
    expect(await partsOf([sale as File, refund as File, other], 'a', 'c')).toEqual(['b 7 -4']);
    const meets = { ...other, head: { days: { from: '2026-02-01', to: '2026-02-02' } } } as unknown as File;
    expect(await partsOf([sale as File, refund as File, meets], 'a', 'c')).toEqual([]);
  });
});
