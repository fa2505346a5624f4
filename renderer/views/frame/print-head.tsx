import { useEffect } from 'react';
import { effectiveFilters } from '#shared/selection/selection.ts';
import { useText } from '../../i18n/text.tsx';
import { useAccounts } from '../../link/session-context.tsx';
import { formatMoment, machineLocal } from '../../ui/date-format.ts';
import { useFormats } from '../../ui/formats.tsx';
import { accountName } from '../accounts/account-words.ts';
import { useCurrency } from '../selection/currency/currency.tsx';
import { describeNumbers } from '../selection/filters/number-filter.ts';
import { describePeriod } from '../selection/period/period.ts';
import { usePeriodWords } from '../selection/period/period-words.ts';
import { useSelection } from '../selection/selection-context.tsx';
import { useShortcut } from '../shortcuts.ts';
import { useNow } from '../sync/use-now.ts';
import './print.css';

/** What an upright A4 has between its margins, at 96 to the inch. */
const PAGE_PX = 718;

/** Tables are drawn for the size they have on the screen: on paper they keep it, made smaller (print.css). */
function usePrintSize(): void {
  useEffect(() => {
    const measure = (): void => {
      const table = document.querySelector<HTMLElement>('.gw');
      if (table === null) return;
      const { style } = document.documentElement;
      style.setProperty('--print-height', `${table.offsetHeight}px`);
      style.setProperty('--print-width', `${table.offsetWidth}px`);
      style.setProperty('--print-zoom', String(Math.min(1, PAGE_PX / table.offsetWidth)));
    };
    window.addEventListener('beforeprint', measure);
    return () => window.removeEventListener('beforeprint', measure);
  }, []);
}

/** On paper only: whose figures these are, of which days, under which filters, and when they were printed. */
export function PrintHead(props: { readonly screen: string; readonly isSelection: boolean }) {
  const text = useText();
  const formats = useFormats();
  const words = usePeriodWords();
  const accounts = useAccounts();
  const { code } = useCurrency();
  const { selection } = useSelection();
  const now = useNow();
  usePrintSize();
  useShortcut('ctrl+p', () => window.print());
  const account = accounts?.accounts.find(({ id }) => id === accounts.activeId);
  const filters = [
    ...effectiveFilters(selection).map(
      ({ column, values }) =>
        `${column}: ${values.map((value) => (value === '' ? text('filter.blank') : value)).join(', ')}`,
    ),
    ...selection.numberFilters.map(
      (filter) =>
        `${filter.column} ${describeNumbers(filter, formats.numbers, text('number-filter.range-to'))}`,
    ),
    ...(selection.search === '' ? [] : [text('print.search', { text: selection.search })]),
  ];
  return (
    <div className="print-head" aria-hidden="true">
      <p>
        <b>
          {account === undefined ? '' : accountName(account, text)}
          {code === null ? '' : ` · ${code}`}
        </b>
        <span>{text('print.printed', { moment: formatMoment(machineLocal(now), formats.dates) })}</span>
      </p>
      <h1>{props.screen}</h1>
      {props.isSelection ? (
        <p>
          <span>
            {describePeriod(selection.period, words)} · {selection.periodColumn}, {text('zone.local')}
          </span>
          <span>{filters.length === 0 ? text('print.no-filters') : filters.join(' · ')}</span>
        </p>
      ) : null}
    </div>
  );
}
