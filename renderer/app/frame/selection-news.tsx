import { useEffect, useRef } from 'react';
import { useSyncStatus } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { useAnnounce } from '#renderer/ui/live-region.tsx';
import { isSyncing } from '#shared/contract/sync-progress.ts';
import { useSettledFigures } from './settled-figures.ts';

export type Heard = {
  /** The selection, as text that is equal for equal ones. */
  readonly selection: string;
  readonly orders: number;
  readonly ventas: string | null;
};

/** filter: another selection; reading: the same, with other figures; later: a reading that still goes on. */
type News = 'first' | 'none' | 'filter' | 'reading' | 'later';

export function newsOf(before: Heard | null, now: Heard, isResting: boolean): News {
  if (before === null) return 'first';
  if (before.selection !== now.selection) return 'filter';
  if (before.orders === now.orders && before.ventas === now.ventas) return 'none';
  return isResting ? 'reading' : 'later';
}

/** Says what a filter left, and what a reading changed: «5.624 órdenes, Ventas 240.065.081 CLP». Draws nothing. */
export function SelectionNews() {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const { code } = useCurrency();
  const status = useSyncStatus();
  const { output, input, isStale } = useSettledFigures().shown;
  const heard = useRef<Heard | null>(null);
  const isResting = status === null || !isSyncing(status);
  useEffect(() => {
    if (output === null || input === null || isStale) return;
    const now: Heard = {
      selection: JSON.stringify(input),
      orders: output.orders,
      ventas: output.sums.Ventas ?? null,
    };
    const news = newsOf(heard.current, now, isResting);
    // While it is being read, figures change all the time: what was heard last stays what they are held against.
    if (news !== 'later') heard.current = now;
    if (news !== 'filter' && news !== 'reading') return;
    const orders = text('news.orders', { count: now.orders, shown: formats.count(now.orders) });
    const isSum = now.ventas !== null && !formats.hidesAmounts;
    const ventas = isSum ? formats.money(now.ventas ?? '', formats.places([output.sums.Ventas])) : null;
    const words =
      ventas === null
        ? orders
        : `${orders}, ${text.column('Ventas')} ${ventas}${code === null ? '' : ` ${code}`}`;
    announce(news === 'filter' ? words : text('news.read', { words }));
  }, [output, input, isStale, isResting, announce, text, formats, code]);
  return null;
}
