import type { FileRow } from '#renderer/data/model/file-cells.ts';
import { normalHeader } from '#renderer/data/model/headings.ts';
import type { DayOrder } from '#renderer/data/model/written-dates.ts';
import type { Task } from '#shared/base/tasks.ts';
import {
  type DateBounds,
  type DateColumn,
  type DateTexts,
  dateColumn,
  readDateTexts,
} from './date-columns.ts';
import { type DayOrderDecision, decideDayOrder } from './day-orders.ts';
import { cellsAt } from './figures.ts';
import type { HeaderMatch } from './recognition.ts';
import type { DayOrderOfColumn } from './statement.ts';

/** All columns of days of a file: one that nothing decides is written as those that their own days decide. */

export type DateColumns = {
  /** By key of column. */
  readonly columns: ReadonlyMap<string, DateColumn>;
  readonly orders: ReadonlyMap<string, DayOrder | null>;
  /** Decisions to show, or to ask about, beside the columns. */
  readonly decided: readonly DayOrderOfColumn[];
};

type Read = {
  readonly key: string;
  readonly heading: string;
  readonly texts: DateTexts;
  readonly decision: DayOrderDecision;
};

export function* readDateColumns(
  lines: readonly FileRow[],
  { layout, columns, header }: Pick<HeaderMatch, 'layout' | 'columns' | 'header'>,
  bounds: DateBounds,
): Task<DateColumns> {
  const read: Read[] = [];
  for (const column of layout.columns) {
    const place = columns.get(column.key);
    if (place === undefined || column.reads !== 'date' || column.field === null) continue;
    const heading = header.headers[place] ?? '';
    const texts = yield* readDateTexts(cellsAt(lines, place), bounds);
    const decision = yield* decideDayOrder(texts, bounds, {
      said: layout.chosenDayOrders.get(normalHeader(heading)) ?? null,
      layout: layout.dayOrder,
      heading,
      isPast: column.field === 'date',
    });
    read.push({ key: column.key, heading, texts, decision });
    yield;
  }
  const found = new Map<string, DateColumn>();
  const orders = new Map<string, DayOrder | null>();
  const decided: DayOrderOfColumn[] = [];
  for (const { key, heading, texts, decision } of read) {
    const { order, by } = withOthers(texts, decision, read);
    orders.set(key, order);
    found.set(key, yield* dateColumn(texts, order, bounds));
    if (texts.isOpen && (order === null || by !== null)) decided.push({ column: heading, order, by });
  }
  return { columns: found, orders, decided };
}

/** By the columns that their own days decide, where they do so alike; what is known of a layout gives way to none of them. */
function withOthers(texts: DateTexts, decision: DayOrderDecision, all: readonly Read[]): DayOrderDecision {
  const { by } = decision;
  if (texts.convention !== 'unclear' || (decision.order !== null && by !== 'layout')) return decision;
  const others = new Set(
    all.flatMap(({ decision: { order, by } }) => (order !== null && by === null ? [order] : [])),
  );
  const [order = null] = others;
  if (others.size !== 1 || order === decision.order) return decision;
  return { order: by === 'layout' ? null : order, by: by === 'layout' ? null : 'column' };
}
