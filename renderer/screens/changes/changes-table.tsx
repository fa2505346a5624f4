import { useCallback } from 'react';
import type { OrderDifference } from '#renderer/data/api.ts';
import type { ChangesHead, ChangesView } from '#renderer/data/client/change-rows.ts';
import { otherColumns, transition, whatChanged } from '#renderer/features/changes/change-messages.ts';
import { AMOUNT_COLUMNS, differenceOf } from '#renderer/features/changes/changes-state.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { formatMoment } from '#renderer/ui/date-format.ts';
import { figureText, figureTone } from '#renderer/ui/figure.tsx';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import type { GridCell } from '#renderer/ui/grid/grid-types.ts';
import { isNegative, isZero } from '#renderer/ui/number-format.ts';

/** What the table of changes shows: columns with their sections, cells, the foot. */

/** An amount is shown three times. */
export const SIDES = ['before', 'after', 'difference'] as const;
export type Side = (typeof SIDES)[number];

export function amountId(column: string, side: Side): string {
  return `${column}:${side}`;
}

/** The amount and side that a column shows; null for the others. */
function readAmountId(id: string): { readonly column: string; readonly side: Side } | null {
  const [column = '', side] = id.split(':');
  const found = SIDES.find((other) => other === side);
  return found === undefined || !AMOUNT_COLUMNS.includes(column) ? null : { column, side: found };
}

/** The amount that a press on a header sorts by: only differences can be sorted by. */
export function sortColumnOf(columnId: string): string | null {
  const amount = readAmountId(columnId);
  return amount?.side === 'difference' ? amount.column : null;
}

function amountCell(value: string | null, side: Side, places: number, formats: Formats): GridCell {
  if (value === null) return { text: '—', tone: 'none' };
  const zero = isZero(value);
  const gained = side === 'difference' && !zero && !isNegative(value);
  const shown = figureText(value, 'money', places, formats);
  return {
    text: gained ? `+${shown}` : shown,
    tone: gained && !formats.hidesAmounts ? 'positive' : figureTone(value, 'money', formats),
    value,
    title: formats.exact(value),
  };
}

function readAmount(line: OrderDifference, column: string, side: Side): string | null {
  switch (side) {
    case 'before':
      return line.before?.amounts[column] ?? null;
    case 'after':
      return line.after?.amounts[column] ?? null;
    case 'difference':
      return differenceOf(line.before, line.after, column);
  }
}

/** Purchases all lie in one year: it need not be repeated in every line. */
export function inOneYear(view: ChangesView): boolean {
  const years = new Set(
    [...view.pages.values()].flat().flatMap(({ purchase }) => purchase?.slice(0, 4) ?? []),
  );
  return years.size <= 1;
}

export function useChangeCells(
  places: number,
  shortDates: boolean,
): (line: object, column: string) => GridCell {
  const text = useText();
  const formats = useFormats();
  return useCallback(
    (raw, columnId) => {
      const line = raw as OrderDifference;
      const amount = readAmountId(columnId);
      if (amount !== null)
        return amountCell(readAmount(line, amount.column, amount.side), amount.side, places, formats);
      switch (columnId) {
        case 'Orden':
          return line.Orden.trim() === ''
            ? { text: text('order.none'), tone: 'soft', opens: true }
            : { text: line.Orden, tone: 'plain', opens: true };
        case 'change': {
          const others = otherColumns(line);
          return {
            text: whatChanged(line, AMOUNT_COLUMNS, text),
            tone: 'plain',
            ...(others.length === 0 ? {} : { title: others.join('\n') }),
            marks: [{ text: '', className: `kind ${line.kind}` }],
          };
        }
        case 'purchase':
          return line.purchase === null
            ? { text: '—', tone: 'none' }
            : {
                text: formatMoment(line.purchase, formats.dates, shortDates),
                tone: 'soft',
                title: line.purchase,
              };
        case 'states':
        case 'payments': {
          const shown = transition(line, columnId);
          return { text: shown.text, tone: shown.changed ? 'plain' : 'soft' };
        }
        case 'rows:before':
        case 'rows:after': {
          const figures = columnId === 'rows:before' ? line.before : line.after;
          return figures === null
            ? { text: '—', tone: 'none' }
            : { text: formats.count(figures.rows), tone: 'plain', value: String(figures.rows) };
        }
        case 'read':
          return line.readAt === null
            ? { text: '—', tone: 'none' }
            : { text: formatMoment(line.readAt, formats.dates), tone: 'soft', title: line.readAt };
        case 'purpose':
          return {
            text: text(`kind.${line.purpose}`),
            tone: 'soft',
            title: `${line.windowFrom} – ${line.windowTo}`,
          };
        case 'changes':
          return { text: formats.count(line.changes), tone: 'soft', value: String(line.changes) };
        case 'correlation': {
          const [first, ...more] = line.correlationIds;
          return first === undefined
            ? { text: '—', tone: 'none' }
            : {
                text: more.length === 0 ? first : `${first} +${more.length}`,
                tone: 'soft',
                title: line.correlationIds.join('\n'),
              };
        }
        default:
          return { text: columnId === 'Canal' ? line.Canal : line.Cuenta, tone: 'plain' };
      }
    },
    [text, formats, places, shortDates],
  );
}

/** Sums of the whole query: rows and amounts, before, after and their difference. */
export function useChangeFoot(
  head: ChangesHead | null,
  places: number,
  /** What stands for a sum that is not there (yet). */
  missing: string,
): (column: string) => GridCell | null {
  const formats = useFormats();
  return useCallback(
    (columnId) => {
      const amount = readAmountId(columnId);
      if (amount !== null) {
        if (head === null) return { text: missing, tone: 'none' };
        const cell = amountCell(
          head.sums[amount.column]?.[amount.side] ?? null,
          amount.side,
          places,
          formats,
        );
        return { ...cell, testId: `changes-total-${amount.column}-${amount.side}` };
      }
      if (columnId !== 'rows:before' && columnId !== 'rows:after') return null;
      if (head === null) return { text: missing, tone: 'none' };
      const rows = columnId === 'rows:before' ? head.rowsBefore : head.rowsAfter;
      return {
        text: formats.count(rows),
        tone: 'plain',
        value: String(rows),
        testId: `changes-total-rows-${columnId.slice(5)}`,
      };
    },
    [head, places, formats, missing],
  );
}
