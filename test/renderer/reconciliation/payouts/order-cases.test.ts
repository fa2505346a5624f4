import { expect, test } from 'vitest';
import { WHOLE } from '#renderer/reconciliation/matching/model/basis.ts';
import { payoutKeyOf } from '#renderer/reconciliation/payouts/model/payouts.ts';
import {
  type KindLines,
  orderCases,
  payoutKeysOf,
} from '#renderer/reconciliation/payouts/worker/order-cases.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import type { StatementOwner } from '#renderer/reconciliation/statements/model/statement-account.ts';
import { isPaidAsItIs, SPEAKS_OF_ORDERS } from '#renderer/reconciliation/statements/model/statement-kinds.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { lineOf, rowOf, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** What statements of several kinds and accounts say of orders, and of which payouts their lines are. */

const [FIRST = 'unknown', SECOND = 'unknown'] = SPEAKS_OF_ORDERS.filter(isPaidAsItIs);
const account = (cuenta: string) => ({ canal: 'Falabella', cuenta });
const ofAccount = (kind: StatementOwner['kind'], cuenta: string): StatementOwner => ({
  ...{ kind, layout: null, accounts: [account(cuenta)] },
});
const line = (net: string, order: string, settlement: string): StatementLine =>
  lineOf(net, { order, settlement }) as unknown as StatementLine;
const kindOf = (
  kind: KindLines['kind'],
  lines: readonly StatementLine[],
  of?: readonly number[],
): KindLines => ({
  ...{ kind, lines, of: of ?? lines.map(() => 0) },
  statements: [ofAccount(kind, 'Uno'), ofAccount(kind, 'Dos')],
});
const ROWS = ['1', '2', '3'].map((Orden) => rowOf({ Orden, 'Rentabilidad Marketplace': '10.00' }));
const casesOf = (...kinds: readonly KindLines[]) => atOnce(orderCases(storeOf(ROWS), kinds, [], () => WHOLE));

test('an order is in the case of the first kind that holds it; lines of no order stand alone, by their kind', () => {
  const first = kindOf(FIRST, [line('10.00', '1', 'L1'), line('10.00', '2', 'L1'), line('7.00', 'X', 'L1')]);
  const second = kindOf(SECOND, [line('9.00', '1', 'M1'), line('10.00', '3', 'M1'), line('8.00', 'Y', 'M1')]);
  const said = ({ found }: ReturnType<typeof casesOf>) =>
    [0, 1, 2].map((order) => {
      const each = found.get(order);
      return [each?.kind, each?.case.lines.length, each?.case.state];
    });
  const held = [
    [FIRST, 1, 'same'],
    [FIRST, 1, 'same'],
  ];
  expect(said(casesOf(first))).toEqual([...held, [FIRST, 0, 'only-here']]);
  const both = casesOf(first, second);
  expect(said(both)).toEqual([...held, [SECOND, 1, 'same']]);
  expect(both.alone.map(({ kind, case: { lines } }) => [kind, lines])).toEqual([
    [FIRST, [2]],
    [SECOND, [2]],
  ]);
});

test('an order that no kind holds stays in the case of the first: another kind without lines is no better', () => {
  const lines = ['1', '2'].map((order) => line('10.00', order, 'L1'));
  const kinds = [FIRST, SECOND].map((kind) => kindOf(kind, lines));
  for (const all of [kinds, kinds.toReversed()]) {
    const { found } = casesOf(...all);
    const [first] = all;
    expect([...found.values()].map(({ kind }) => kind)).toEqual([0, 1, 2].map(() => first?.kind));
    expect(found.get(2)?.case).toMatchObject({ lines: [], state: 'only-here' });
  }
});

test('a line is of the payout of its own statement: each account has settlements of its own, and each is named once', () => {
  const lines = [
    line('3.00', '1', 'L1'),
    line('3.00', '1', 'L1'),
    line('2.00', '1', 'L1'),
    line('2.00', '1', 'L2'),
    line('0.00', '1', ''),
  ];
  const own = kindOf(FIRST, lines, [0, 0, 1, 1, 1]);
  const each = { kind: FIRST, match: null, case: { lines: [...lines.keys()] } } as never;
  const key = (at: number, cuenta: string) =>
    payoutKeyOf(FIRST, lines[at] as StatementLine, [account(cuenta)]);
  expect(payoutKeysOf(each, own)).toEqual([key(0, 'Uno'), key(2, 'Dos'), key(3, 'Dos')]);
});
