import { useCallback, useMemo } from 'react';
import type { TableRow, Totals } from '#renderer/data/api.ts';
import { useLedger } from '#renderer/data/client/session-context.tsx';
import type { TableRowsView } from '#renderer/data/client/table-rows.ts';
import { type CellStyle, divisionOf, kindOf, showCell } from '#renderer/features/columns/cells.ts';
import {
  allSections,
  inkOf,
  type SectionId,
  sectionOf,
  totalOf,
} from '#renderer/features/columns/column-sections.ts';
import { sectionShortfall } from '#renderer/features/columns/widths.ts';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { plain } from '#renderer/features/selection/filters/filter-columns.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { foldedOrNot, foldedSchema, NOT_FOLDED } from '#renderer/screens/orders/columns/section-fold.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { GridCell, GridGroup } from '#renderer/ui/grid/grid-types.ts';
import { useCharWidths } from '#renderer/ui/grid/measure.ts';
import { isDecimalKind } from '#shared/domain/column-catalogue.ts';
import { setRateOf } from '#shared/domain/profitability.ts';
import { isHit, itemCell } from './order-cells.ts';

/** What the table of orders shows: cells, sections, the foot. */

export const NO_COLUMNS: readonly string[] = [];

export function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}

export function useCellStyle(view: TableRowsView): CellStyle {
  const text = useText();
  const formats = useFormats();
  const { selection } = useSelection();
  const ledger = useLedger();
  const sums = view.head?.sums;
  const places = sums === undefined ? 0 : formats.places(Object.values(sums));
  const first = selection.period?.from ?? (ledger.kind === 'open' ? ledger.facts.firstPurchase : null);
  const last = selection.period?.to ?? (ledger.kind === 'open' ? ledger.facts.lastPurchase : null);
  const shortDates = first?.slice(0, 4) === last?.slice(0, 4);
  return useMemo(
    () => ({
      formats,
      moneyPlaces: places,
      shortDates,
      words: {
        notLoaded: text('cell.not-loaded'),
        mixed: text('cell.mixed'),
        several: text('cell.several'),
        incomplete: text('cell.incomplete'),
        unreadable: text('cell.unreadable'),
        blank: text('cell.blank'),
      },
    }),
    [formats, places, shortDates, text],
  );
}

export function useLineCells(
  view: TableRowsView,
  style: CellStyle,
  isItem: (line: object) => boolean,
): (line: object, column: string) => GridCell {
  const text = useText();
  const asked = view.query?.rows.columns ?? NO_COLUMNS;
  const grouped = view.query?.rows.grouping === 'orders';
  const needle = plain(view.query?.rows.selection.search.trim() ?? '');
  const places = useMemo(() => new Map(asked.map((column, index) => [column, index])), [asked]);
  return useCallback(
    (line, column) => {
      const known = line as TableRow;
      const cellOf = (other: string) => known.cells[places.get(other) ?? -1];
      const value = cellOf(column) ?? null;
      const shown = showCell(column, value, style, {
        unreadable: known.unreadable.includes(column),
        mixed: known.mixed.includes(column),
        productCostMissing: known.productCostMissing,
        cellOf,
      });
      const marked: GridCell = isHit(column, value, needle) ? { ...shown, hit: true } : shown;
      if (column !== 'Orden') return marked;
      if (!grouped) return { ...marked, opens: true };
      if (isItem(known)) return itemCell((other) => cellOf(other) ?? '', marked);
      if (known.rows < 2) return { ...marked, opens: true };
      const rows = text('count.rows', { count: known.rows, shown: String(known.rows) });
      return { ...marked, opens: true, title: `${shown.text} · ${rows}` };
    },
    [places, grouped, needle, style, text, isItem],
  );
}

export function footCell(column: string, totals: Totals | null, style: CellStyle): GridCell | null {
  const kind = kindOf(column);
  if (!isDecimalKind(kind)) return null;
  if (totals === null) return { text: '…', tone: 'none' };
  const { formats } = style;
  if (kind === 'percent') {
    const rate = setRateOf(column, totals.sums, 6);
    if (rate === null) return { text: '—', tone: 'none' };
    const title = divisionOf(column, (key) => totals.sums[key], formats);
    return {
      text: formats.figure(rate, 1),
      tone: rate.startsWith('-') ? 'negative' : 'plain',
      value: rate,
      ...(title === null ? {} : { title }),
    };
  }
  const sum = totals.sums[column];
  if (sum === undefined) return { text: '—', tone: 'none' };
  const left = totals.unreadable[column] ?? 0;
  const shown = showCell(column, sum, style, {
    unreadable: false,
    mixed: false,
    productCostMissing: false,
    cellOf: () => null,
  });
  return left === 0
    ? shown
    : {
        ...shown,
        title: `${shown.title ?? ''} · ${style.words.unreadable}: ${left}`,
        marks: [{ text: `+${left} `, className: 'warn' }],
      };
}

/** What a section's short name lacks over columns of a width, px. */
export function useSectionShortfall(): (group: string, width: number) => number {
  const text = useText();
  const widths = useCharWidths();
  return useCallback(
    (group, width) => sectionShortfall(text(`section.short.${group as SectionId}`), width, widths),
    [text, widths],
  );
}

export function useSections(
  shown: readonly string[],
  chosen: ReadonlySet<string>,
  unknownColumns: readonly string[],
  onChange: (chosen: readonly string[]) => void,
): readonly GridGroup[] {
  const text = useText();
  const [kept, keep] = useScreenState('orders.folded', foldedSchema, NOT_FOLDED);
  return useMemo(() => {
    const sections = allSections(unknownColumns);
    const fold = (id: SectionId): GridGroup['fold'] => {
      const total = totalOf(id);
      const section = sections.find((other) => other.id === id);
      if (total === null || section === undefined || !chosen.has(total)) return null;
      const folded = section.columns.every((key) => key === total || !chosen.has(key));
      return {
        folded,
        title: text(folded ? 'columns.unfold' : 'columns.fold'),
        toggle: () => {
          if (!folded) keep({ ...kept, [id]: section.columns.filter((key) => chosen.has(key)) });
          onChange([...foldedOrNot(chosen, section.columns, total, folded, kept[id])]);
        },
      };
    };
    const used = new Set(shown.map(sectionOf));
    return [
      { id: 'pinned', label: text('columns.pinned'), title: text('columns.pinned'), ink: null, fold: null },
      ...sections
        .filter((section) => used.has(section.id))
        .map((section) => ({
          id: section.id,
          label: text(`section.short.${section.id}`),
          title: text(`section.${section.id}`),
          ink: inkOf(section.id),
          fold: fold(section.id),
        })),
    ];
  }, [shown, chosen, unknownColumns, onChange, text, kept, keep]);
}
