import type { MatchedCase, MatchesPage } from '#renderer/data/api/matches.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { totalOf } from '#renderer/screens/reconciliation/settlements/owed.ts';
import type { Formats } from '#renderer/ui/formats.tsx';
import type { TableColumn, TableLine, WholeTable } from '#shared/domain/sheet-table.ts';
import { noteWords, whyWords } from './match-words.ts';

type Words = { readonly text: Text; readonly formats: Formats };

const unique = (texts: readonly (string | null)[]): string =>
  [...new Set(texts.filter((text) => text !== null && text !== ''))].join(' ');

/** Cases as a file has them. Pure. */
export function matchesTable({ cases }: MatchesPage, words: Words): WholeTable {
  const { text } = words;
  const plain = (name: string): TableColumn => ({ name, kind: 'text', total: null });
  const money = (name: string, of: 'there' | 'here' | 'difference'): TableColumn => ({
    name,
    kind: 'money',
    total: { kind: 'sum', value: totalOf(cases.map((each) => each[of])) },
  });
  return {
    name: text('match.title'),
    columns: [
      plain(text('match.state')),
      plain('Orden'),
      plain('Canal'),
      plain('Cuenta'),
      money(text('match.there'), 'there'),
      money(text('match.here'), 'here'),
      money(text('match.difference'), 'difference'),
      plain('Fecha de compra'),
      plain('Fecha de Pago'),
      plain('N° de Liquidación'),
      plain(text('match.line-date')),
      plain(text('match.file-lines')),
      plain(text('match.note')),
      plain(text('match.suggested')),
      plain('correlation_id'),
    ],
    keyColumns: 2,
    lines: cases.map((each): TableLine => ({ cells: cellsOf(each, words) })),
  };
}

function cellsOf(each: MatchedCase, words: Words): TableLine['cells'] {
  const { lines, orders } = each;
  return [
    words.text(`match.state-${each.state}`),
    ordersOf(each),
    unique(orders.map(({ Canal }) => Canal)),
    unique(orders.map(({ Cuenta }) => Cuenta)),
    each.there,
    each.here,
    each.difference,
    unique(orders.map(({ purchased }) => purchased)),
    unique(orders.map(({ paid }) => paid)),
    unique([...lines.map(({ settlement }) => settlement), ...orders.flatMap((order) => order.settlements)]),
    unique(lines.map(({ date, released }) => (released ?? date)?.day ?? null)),
    lines.map(({ line }) => line).join(' '),
    noteWords(each, words.text),
    each.suggestions.map((suggestion) => whyWords(suggestion, words)).join(' · '),
    unique(orders.flatMap(({ correlationIds }) => correlationIds)),
  ];
}

/** The numbers of a case's orders; those that its lines write where it has none. */
export function ordersOf({ orders, lines }: Pick<MatchedCase, 'orders' | 'lines'>): string {
  return unique(
    orders.length > 0
      ? orders.map(({ Orden }) => Orden)
      : lines.map(({ order, suborder, reference, operation }) => order ?? suborder ?? reference ?? operation),
  );
}
