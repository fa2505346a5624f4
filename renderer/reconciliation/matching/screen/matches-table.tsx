import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import { currencyName } from '#renderer/features/currency/currency-name.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { MatchState } from '#renderer/reconciliation/matching/model/match-work.ts';
import type { MatchedCase, MatchesPage } from '#renderer/reconciliation/matching/model/matches.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import type { Formats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { type Column, sheetColumn } from '#renderer/ui/list-table/column.ts';
import { sheetOf } from '#renderer/ui/list-table/sheet.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { noteWords, whyWords } from './match-messages.ts';
import styles from './matches.module.css';

type Words = { readonly text: Text; readonly formats: Formats };

const TONES: { readonly [state in MatchState]: string | undefined } = {
  same: ui.good,
  within: ui.good,
  different: ui.bad,
  'only-here': ui.caution,
  'only-there': ui.caution,
};

const uniqueOf = <T extends string>(texts: readonly (T | null)[]): readonly T[] =>
  [...new Set(texts)].filter((text) => text !== null && text !== '') as T[];
const unique = (texts: readonly (string | null)[]): string => uniqueOf(texts).join(' ');

const accountsOf = ({ orders }: MatchedCase) =>
  uniqueOf(orders.map(({ Canal, Cuenta }) => `${Canal} · ${Cuenta}`));
const settlementsOf = ({ lines, orders }: MatchedCase) =>
  uniqueOf([...lines.map(({ settlement }) => settlement), ...orders.flatMap((order) => order.settlements)]);
const lineDays = ({ lines }: MatchedCase) =>
  lines.map(({ date, released }) => (released ?? date)?.day ?? null);

const SHOWN = 3;

/** So many of the names, and how many there are besides. */
function someOf(names: readonly string[], { text, formats }: Words, all = names.length): string {
  if (all <= SHOWN) return names.join(', ');
  return text('rates.names-more', {
    names: names.slice(0, SHOWN).join(', '),
    more: formats.count(all - SHOWN),
  });
}

/** The name of a case: by its orders. */
export function caseName(each: MatchedCase, words: Words): string {
  const named = ordersOf(each);
  if (named === '') return words.text('order.none');
  const numbers = named.split(' ');
  return someOf(numbers, words, Math.max(each.orderCount, numbers.length));
}

const areOfOneCurrency = (cases: readonly MatchedCase[]): boolean =>
  new Set(cases.flatMap(({ amounts }) => amounts.map(({ currency }) => currency))).size < 2;

/** Sums of unlike amounts are none. */
const sole = (each: MatchedCase, amount: Decimal): Decimal | null =>
  each.amounts.length > 1 ? null : amount;

/**
 * Long for its columns: those of the screen and those of files.
 * @param isOneCurrency all cases are of one: their amounts add up
 */
export function caseColumns(words: Words, isOneCurrency = true): readonly Column<MatchedCase>[] {
  const { text, formats } = words;
  const total = isOneCurrency ? ({ total: 'sum' } as const) : {};
  const some = (names: readonly string[], all?: number) => someOf(names, words, all);
  const days = (values: readonly (LocalDate | null)[]) =>
    some(uniqueOf(values).map((day) => formatDay(day, formats.dates)));
  return [
    sheetColumn(text('match.state'), ({ state }) => text(`match.state-${state}`)),
    {
      heading: 'Orden',
      value: ordersOf,
      draw: (each, { isOpen, toggle }) => (
        <Button
          className={ui.smallLink}
          data-case="open"
          data-testid="match-open"
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <Icon name={isOpen ? 'down' : 'right'} small /> {caseName(each, words)}
        </Button>
      ),
    },
    sheetColumn('Canal', ({ orders }) => unique(orders.map(({ Canal }) => Canal))),
    sheetColumn('Cuenta', ({ orders }) => unique(orders.map(({ Cuenta }) => Cuenta))),
    {
      heading: text('match.state'),
      only: 'screen',
      value: ({ state }) => text(`match.state-${state}`),
      draw: (each) => <StateTags each={each} text={text} />,
    },
    {
      heading: 'Canal · Cuenta',
      only: 'screen',
      givesWay: true,
      cell: (each) => ({ className: ui.cut, title: accountsOf(each).join('\n') }),
      value: (each) => some(accountsOf(each)),
    },
    {
      id: 'there',
      heading: text('match.there'),
      sort: { 'data-testid': 'match-sort-there' },
      kind: 'money',
      value: (each) => (each.lines.length === 0 ? null : sole(each, each.statementAmount)),
      sheet: { value: (each) => sole(each, each.statementAmount) },
      ...total,
    },
    {
      id: 'here',
      heading: text('match.here'),
      sort: { 'data-testid': 'match-sort-here' },
      kind: 'money',
      value: (each) => (each.orders.length === 0 ? null : sole(each, each.ledgerAmount)),
      sheet: { value: (each) => sole(each, each.ledgerAmount) },
      ...total,
    },
    {
      heading: text('match.difference'),
      sort: { 'data-testid': 'match-sort-difference' },
      kind: 'money',
      id: 'difference',
      value: (each) => sole(each, each.difference),
      signed: true,
      ...total,
    },
    {
      heading: text('match.purchased'),
      givesWay: true,
      value: ({ orders }) => unique(orders.map(({ purchased }) => purchased)),
      draw: ({ orders }) => days(orders.map(({ purchased }) => purchased)),
      sheet: { name: 'Fecha de compra' },
    },
    {
      heading: text('match.paid'),
      givesWay: true,
      value: ({ orders }) => unique(orders.map(({ paid }) => paid)),
      draw: (each) => days(each.orders.length > 0 ? each.orders.map(({ paid }) => paid) : lineDays(each)),
      sheet: { name: 'Fecha de Pago' },
    },
    {
      heading: 'N° de Liquidación',
      givesWay: true,
      value: (each) => settlementsOf(each).join(' '),
      draw: (each) => some(settlementsOf(each)),
    },
    sheetColumn(text('match.line-date'), (each) => unique(lineDays(each))),
    {
      heading: text('match.file-lines'),
      givesWay: true,
      value: ({ lines }) => lines.map(({ line }) => line).join(' '),
      draw: ({ lines, lineCount }) =>
        some(
          lines.map(({ line }) => String(line)),
          lineCount,
        ),
    },
    {
      heading: text('match.note'),
      givesWay: true,
      value: (each) => noteWords(each, words),
      // Beside its state, which stays in sight.
      draw: (each) => noteWords({ ...each, isExplained: false }, words),
    },
    sheetColumn(text('match.currency'), ({ amounts }) =>
      amounts.map(({ currency }) => currencyName(currency, text)).join(' · '),
    ),
    sheetColumn(text('match.suggested'), ({ suggestions }) =>
      suggestions.map((suggestion) => whyWords(suggestion, words)).join(' · '),
    ),
    sheetColumn('correlation_id', ({ orders }) =>
      unique(orders.flatMap(({ correlationIds }) => correlationIds)),
    ),
  ];
}

function StateTags({ each, text }: { readonly each: MatchedCase; readonly text: Text }) {
  return (
    <>
      <span className={classNames(ui.tag, TONES[each.state])}>{text(`match.state-${each.state}`)}</span>
      {each.isExplained ? <span className={ui.faint}> · {text('match.explained')}</span> : null}
      {each.fallen.length === 0 ? null : (
        <span className={classNames(ui.tag, ui.caution)} data-testid="match-fallen-mark">
          {text('match.fallen')}
        </span>
      )}
      {each.suggestions.length === 0 ? null : (
        <span className={classNames(ui.caption, styles.suggested)} data-testid="match-suggested">
          {text('match.suggestions', { count: each.suggestions.length })}
        </span>
      )}
    </>
  );
}

/** Cases as a file has them. Pure. */
export function matchesTable({ cases }: MatchesPage, words: Words): WholeTable {
  return sheetOf({
    name: words.text('match.title'),
    columns: caseColumns(words, areOfOneCurrency(cases)),
    rows: cases,
    keyColumns: 2,
  });
}

/** The numbers of a case's orders; those that its lines write where it has none. */
export function ordersOf({ orders, lines }: Pick<MatchedCase, 'orders' | 'lines'>): string {
  return unique(
    orders.length > 0
      ? orders.map(({ Orden }) => Orden)
      : lines.map(({ order, suborder, reference, operation }) => order ?? suborder ?? reference ?? operation),
  );
}
