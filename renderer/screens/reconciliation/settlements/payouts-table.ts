import type { ChainDeposit, ChainPayout } from '#renderer/data/api/chain.ts';
import { payoutName, payoutWhy } from '#renderer/features/chain/payout-words.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { Formats } from '#renderer/ui/formats.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { TableColumn, TableLine, WholeTable } from '#shared/domain/sheet-table.ts';
import { totalOf } from './owed.ts';

const plain = (name: string): TableColumn => ({ name, kind: 'text', total: null });
const money = (name: string, values: readonly (Decimal | null)[]): TableColumn => ({
  name,
  kind: 'money',
  total: { kind: 'sum', value: totalOf(values.filter((value) => value !== null)) },
});

type Words = { readonly text: Text; readonly formats: Formats; readonly nameOf: (key: string) => string };

/** Payouts as a file has them. Pure. */
export function payoutsTable(payouts: readonly ChainPayout[], { text, formats, nameOf }: Words): WholeTable {
  return {
    name: text('chain.title'),
    columns: [
      plain(text('chain.payout')),
      plain(text('chain.paid-on')),
      money(
        text('chain.amount'),
        payouts.map(({ amount }) => amount),
      ),
      plain(text('chain.state')),
      plain(text('chain.came-on')),
      // Payouts that came together have one sum: it is not added.
      { name: text('chain.came'), kind: 'money', total: null },
      { name: text('chain.difference'), kind: 'money', total: null },
      plain(text('chain.how')),
      plain(text('chain.file')),
      plain(text('chain.file-line')),
    ],
    keyColumns: 1,
    lines: payouts.map(
      (each): TableLine => ({
        cells: [
          payoutName(each, text),
          each.day,
          each.amount,
          text(`chain.state-${each.state}`),
          each.deposits.flatMap(({ day }) => day ?? []).join(' '),
          each.came,
          each.difference,
          payoutWhy(each, { text, formats }, nameOf),
          [...new Set(each.deposits.map(({ file }) => file))].join('; '),
          each.deposits.map(({ line }) => String(line)).join(' '),
        ],
      }),
    ),
  };
}

/** Bank lines as a file has them. Pure. */
export function bankLinesTable(lines: readonly ChainDeposit[], text: Text): WholeTable {
  return {
    name: text('chain.unexplained'),
    columns: [
      plain(text('chain.day')),
      plain(text('chain.words')),
      money(
        text('chain.came'),
        lines.map(({ amount }) => amount),
      ),
      plain(text('chain.file')),
      plain(text('chain.file-line')),
    ],
    keyColumns: 1,
    lines: lines.map(
      ({ day, description, amount, file, line }): TableLine => ({
        cells: [day, description, amount, file, String(line)],
      }),
    ),
  };
}
