import type { SyncActivity } from '#shared/bridge/app.ts';
import { instantToMs } from '#shared/dates.ts';
import type { ControlTotal } from '#shared/sync/control-total.ts';
import type { MessageId, Text } from '../../../i18n/text.tsx';
import type { MonthCoverage } from '../../../link/data-contract.ts';
import { formatMoment } from '../../../ui/date-format.ts';
import type { Formats } from '../../../ui/formats.tsx';
import { ago, daysAgo } from '../../time-words.ts';
import { REASON_WORDS } from '../queue-words.ts';
import { monthTitle } from '../window-words.ts';
import { type CellState, cellStates, differingControl } from './coverage-state.ts';

/** The words of the calendar: a cell's second line, its title, and what the popover of a month says. Pure. */

export type CoverageClock = {
  readonly nowMs: number;
  /** When the changes were last read, on this machine's clock; null before anything was. */
  readonly changesReadAtMs: number | null;
  /** Older than this, changes are no longer called up to date. */
  readonly freshMs: number;
};

/** «faltan 3», «sobran 12»: what a control says about the copy. */
export function differenceWords(control: ControlTotal, text: Text, formats: Formats): string {
  const rows = control.there - control.here;
  return rows >= 0
    ? text('coverage.missing', { shown: formats.count(rows) })
    : text('coverage.too-many', { shown: formats.count(-rows) });
}

/** The second line of a cell: short enough for 70 px. */
export function cellNote(
  month: MonthCoverage,
  activity: SyncActivity | null,
  clock: CoverageClock,
  text: Text,
  formats: Formats,
): string {
  const state = cellStates(month, activity)[0] ?? 'live';
  switch (state) {
    case 'held':
      return text('coverage.held-note', { shown: formats.count(month.held?.rowsMissing ?? 0) });
    case 'reading':
      return activity?.pages == null
        ? text('coverage.reading-note')
        : text('coverage.page-note', { page: activity.page, pages: activity.pages });
    case 'queued':
      return text('coverage.queued-note');
    case 'reread':
      return text('coverage.reread-note');
    case 'differs': {
      const control = differingControl(month.controls);
      return control === null ? '' : differenceWords(control, text, formats);
    }
    case 'unsettled':
      return text('coverage.unsettled-note');
    case 'partial':
      return text('coverage.partial-note');
    case 'outside':
      return text('coverage.outside-note');
    case 'due':
    case 'blind':
      return month.lastReadAt === null ? '—' : daysAgo(instantToMs(month.lastReadAt), clock.nowMs, text);
    case 'live':
      return clock.changesReadAtMs === null
        ? '—'
        : clock.nowMs - clock.changesReadAtMs <= clock.freshMs
          ? text('coverage.live-note')
          : ago(clock.nowMs - clock.changesReadAtMs, text);
  }
}

const STATE_SENTENCES: { readonly [state in CellState]: MessageId } = {
  held: 'coverage.held',
  reading: 'coverage.reading',
  queued: 'coverage.queued',
  reread: 'coverage.reread',
  differs: 'coverage.differs',
  unsettled: 'coverage.unsettled',
  partial: 'coverage.partial',
  outside: 'coverage.outside',
  due: 'coverage.due',
  blind: 'coverage.blind',
  live: 'coverage.live',
};

/** A sentence for everything that holds of a month, gravest first. */
export function monthSentences(
  month: MonthCoverage,
  activity: SyncActivity | null,
  text: Text,
): readonly { readonly state: CellState; readonly words: string }[] {
  return cellStates(month, activity).map((state) => ({
    state,
    words:
      state === 'reread' && month.reread !== null
        ? text('coverage.reread', { reason: text(REASON_WORDS[month.reread]) })
        : text(STATE_SENTENCES[state]),
  }));
}

/** «Leído por Fecha de compra el 20-09-2026 11:20 UTC, hace 61 d». */
export function lastReadWords(
  month: MonthCoverage,
  nowMs: number,
  text: Text,
  formats: Formats,
): string | null {
  if (month.lastReadAt === null) return null;
  return text('coverage.read-at', {
    moment: `${formatMoment(month.lastReadAt, formats.dates)} UTC`,
    ago: daysAgo(instantToMs(month.lastReadAt), nowMs, text),
  });
}

/** The title and accessible name of a cell: the month, its rows, when it was read, and what holds of it. */
export function cellTitle(
  month: MonthCoverage,
  activity: SyncActivity | null,
  clock: CoverageClock,
  text: Text,
  formats: Formats,
): string {
  return [
    `${monthTitle(month.month, text)}: ${text('count.rows', {
      count: month.rows,
      shown: formats.count(month.rows),
    })}`,
    lastReadWords(month, clock.nowMs, text, formats),
    ...monthSentences(month, activity, text).map(({ words }) => words),
  ]
    .filter((part) => part !== null)
    .join('\n');
}
