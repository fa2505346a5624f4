import { useCallback, useMemo, useState } from 'react';
import { z } from 'zod';
import { useLedger } from '#renderer/data/client/session-context.tsx';
import type { TableRowsView } from '#renderer/data/client/table-rows.ts';
import {
  CANCELLED,
  ORDER_STATUS_COLUMN,
  RETURNED,
  UNDONE_STATUSES,
} from '#renderer/data/model/order-status.ts';
import type { TableRow } from '#renderer/data/model/rows.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import {
  type CellStyle,
  columnWidth,
  divisionOf,
  kindOf,
  sectionShortfall,
  showCell,
} from '#renderer/features/columns/cells.ts';
import {
  allSections,
  inkOf,
  isPinned,
  type SectionId,
  scopeAtEnd,
  scopeOfResult,
  sectionOf,
  shortName,
  totalOf,
} from '#renderer/features/columns/column-sections.ts';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { CellMark, GridCell, GridColumn, GridGroup } from '#renderer/ui/grid/grid-types.ts';
import { useCharWidths } from '#renderer/ui/grid/measure.ts';
import { useMediaQuery, useSame } from '#renderer/ui/hooks.ts';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { fold } from '#shared/base/fold.ts';
import { isDecimalKind } from '#shared/domain/column-catalogue.ts';
import { setRateOf } from '#shared/domain/profitability.ts';
import { type PeriodColumn, SEARCH_COLUMNS, type Selection } from '#shared/domain/selection.ts';

import styles from './orders.module.css';

/** The table of orders: cells, sections, the foot. */

/** The room beside an order's number: for the arrow of its rows, and for the chip of its status. */
const ARROW_PX = 30;
const CHIP_PX = 38;

export const NO_COLUMNS: readonly string[] = [];

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
      text,
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

/** The chip beside the number of an order that is no sale any more; null of others. */
export function statusChips(status: string | null, text: Text): readonly CellMark[] | null {
  if (status !== CANCELLED && status !== RETURNED) return null;
  const words = text(status === CANCELLED ? 'orders.chip-cancelled' : 'orders.chip-returned');
  return [{ text: words, className: styles.statusChip }];
}

/** Whether a selection may hold orders that bear such a chip: nothing of it leaves them out. */
export function mayHoldUndone(selection: Selection | null): boolean {
  const isRegular = (values: readonly string[]) => !UNDONE_STATUSES.some((status) => values.includes(status));
  return (
    selection !== null &&
    !selection.dashboardPreset &&
    !selection.filters.some(({ column, values }) => column === ORDER_STATUS_COLUMN && isRegular(values))
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
  const needle = fold(view.query?.rows.selection.search.trim() ?? '');
  return useMemo(
    () => lineCells({ asked, grouped, needle }, style, text, isItem),
    [asked, grouped, needle, style, text, isItem],
  );
}

/** The cells of lines that were read with the columns `asked`; `needle`: what is searched for, folded. */
export function lineCells(
  of: { readonly asked: readonly string[]; readonly grouped: boolean; readonly needle: string },
  style: CellStyle,
  text: Text,
  isItem: (line: object) => boolean,
): (line: object, column: string) => GridCell {
  const { grouped, needle } = of;
  const places = new Map(of.asked.map((column, index) => [column, index]));
  return (line, column) => {
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
    if (grouped && isItem(known)) return itemCell((other) => cellOf(other) ?? '', marked);
    const status = known.mixed.includes(ORDER_STATUS_COLUMN) ? null : cellOf(ORDER_STATUS_COLUMN);
    const chips = statusChips(status ?? null, text);
    const named = chips === null ? [shown.text] : [shown.text, status ?? ''];
    if (grouped && known.rows >= 2)
      named.push(text('count.rows', { count: known.rows, shown: String(known.rows) }));
    return {
      ...marked,
      opens: true,
      ...(chips === null ? {} : { marks: chips }),
      ...(named.length === 1 ? {} : { title: named.join(' · ') }),
    };
  };
}

export function footCell(column: string, totals: Totals | null, style: CellStyle): GridCell | null {
  const kind = kindOf(column);
  if (!isDecimalKind(kind)) return null;
  if (totals === null) return { text: '…', tone: 'none' };
  const { formats } = style;
  if (kind === 'percent') {
    const rate = setRateOf(column, totals.sums, 6);
    if (rate === null) return { text: '—', tone: 'none' };
    const title = divisionOf(column, (key) => totals.sums[key], style);
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
  const shown = showCell(column, sum, style);
  return left === 0
    ? shown
    : {
        ...shown,
        title: `${shown.title ?? ''} · ${style.words.unreadable}: ${left}`,
        marks: [{ text: `+${left} `, className: ui.warning }],
      };
}

/** The width that a section's short name lacks over columns of a width, px. */
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
          if (!folded) keep(withFolded(kept, section, chosen));
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

const SEARCHED = new Set<string>(SEARCH_COLUMNS);

/** Whether a cell holds what is searched for; `needle` is a folded text, "" finds nothing. */
export function isHit(column: string, value: string | null | undefined, needle: string): boolean {
  return (
    needle !== '' &&
    SEARCHED.has(column) &&
    value !== null &&
    value !== undefined &&
    fold(value).includes(needle)
  );
}

export function hitColumns(
  lines: readonly { readonly cells: readonly (string | null)[] }[],
  asked: readonly string[],
  needle: string,
): readonly string[] {
  return SEARCH_COLUMNS.filter((column) => {
    const at = asked.indexOf(column);
    return lines.some(({ cells }) => isHit(column, cells[at], needle));
  });
}

/** An item under its order says which it is in the place of the order's number. */
export function itemCell(read: (column: string) => string, order: GridCell): GridCell {
  const sku = read('SKU Producto');
  const product = read('Producto');
  const name = sku === '' ? product : sku;
  if (name === '') return order;
  const title = [sku, product, order.text].filter((part) => part !== '').join(' · ');
  return { text: name, tone: 'soft', title, ...(order.hit === undefined ? {} : { hit: order.hit }) };
}

/** The columns that each folded section showed, its total included. */
const foldedSchema = z.record(z.string(), z.array(z.string()));
type FoldedSections = z.infer<typeof foldedSchema>;
const NOT_FOLDED: FoldedSections = {};

/** What each section showed as it was folded, one more of them. */
export function withFolded(
  kept: FoldedSections,
  { id, columns }: { readonly id: SectionId; readonly columns: readonly string[] },
  chosen: ReadonlySet<string>,
): FoldedSections {
  return { ...kept, [id]: columns.filter((key) => chosen.has(key)) };
}

/**
 * The chosen columns once a section's arrow is pressed: folded, it shows its total alone; opened, what it showed
 * before, or all of its columns.
 */
export function foldedOrNot(
  chosen: ReadonlySet<string>,
  section: readonly string[],
  total: string,
  isFolded: boolean,
  before: readonly string[] | undefined,
): ReadonlySet<string> {
  const others = [...chosen].filter((key) => !section.includes(key) || key === total);
  if (!isFolded) return new Set(others);
  const known = section.filter((key) => before?.includes(key) === true && key !== total);
  return new Set([...others, ...(known.length > 0 ? known : section)]);
}

/** Labels follow from ids and names: a table is laid out anew only when a column comes, goes or changes its width. */
export function sameColumns(a: readonly GridColumn[], b: readonly GridColumn[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ id, name, width, pinned, atEnd }, index) => {
      const other = b[index];
      return (
        id === other?.id &&
        name === other.name &&
        width === other.width &&
        pinned === other.pinned &&
        atEnd === other.atEnd
      );
    })
  );
}

/**
 * The longest text of each column among the lines read so far. Each page of lines is looked at once, and what has been
 * seen stays seen: a column does not become narrower because one scrolls on.
 */
function useLongest(view: TableRowsView): ReadonlyMap<string, string> {
  const [held] = useState(() => ({
    query: view.query,
    looked: new WeakSet<readonly TableRow[]>(),
    found: new Map<string, string>() as ReadonlyMap<string, string>,
  }));
  return useMemo(() => {
    if (held.query !== view.query) {
      held.query = view.query;
      held.looked = new WeakSet();
      held.found = new Map();
    }
    const asked = view.query?.rows.columns ?? [];
    for (const lines of view.pages.values()) {
      if (held.looked.has(lines)) continue;
      held.looked.add(lines);
      held.found = withLonger(held.found, lines, asked);
    }
    return held.found;
  }, [held, view.pages, view.query]);
}

/** The longest text of each column, those of some more lines among them; the same where none of these is longer. */
export function withLonger(
  found: ReadonlyMap<string, string>,
  lines: readonly TableRow[],
  asked: readonly string[],
): ReadonlyMap<string, string> {
  let longer: Map<string, string> | null = null;
  for (const { cells } of lines) {
    for (const [index, column] of asked.entries()) {
      const value = cells[index] ?? '';
      if (value.length <= ((longer ?? found).get(column)?.length ?? 0)) continue;
      longer ??= new Map(found);
      longer.set(column, value);
    }
  }
  return longer ?? found;
}

/** A column that would be narrower by so much at most stays as it is: figures do not jump sideways at each step. */
const SLACK_PX = 16;

export function keptWidth(before: number | undefined, width: number): number {
  return before !== undefined && before >= width && before - width <= SLACK_PX ? before : width;
}

/** From here down only what an order comes to stands at the right end: the other results would leave no room for sections. */
const NARROW = '(max-width: 1400px)';

export function useColumns(
  shown: readonly string[],
  date: PeriodColumn,
  view: TableRowsView,
  style: CellStyle,
): readonly GridColumn[] {
  const text = useText();
  const longest = useLongest(view);
  const widths = useCharWidths();
  const [kept] = useState(() => new Map<string, number>());
  const hasChips = mayHoldUndone(view.query?.rows.selection ?? null);
  const isNarrow = useMediaQuery(NARROW);
  const columns = useMemo(() => {
    const all = new Set(shown);
    return shown.map((column): GridColumn => {
      const header = shortName(column, text);
      const scope = scopeOfResult(column);
      const ofScope = scopeAtEnd(column);
      const atEnd = isNarrow && ofScope !== 'total' ? undefined : ofScope;
      const value = longest.get(column);
      const sample = value === undefined ? '' : showCell(column, value, style).text;
      const total = footCell(column, view.head, style);
      const input = { column, header, total: total?.text ?? null, longest: sample };
      const width = keptWidth(kept.get(column), columnWidth(input, widths));
      kept.set(column, width);
      const decimal = isDecimalKind(kindOf(column));
      return {
        id: column,
        label:
          scope === undefined ? (
            header
          ) : (
            <>
              <ScopeMark scope={scope} /> {header}
            </>
          ),
        name: text.column(column),
        align: decimal ? 'end' : 'start',
        width:
          width +
          (scope === undefined ? 0 : 4) +
          (column === 'Orden' ? ARROW_PX + (hasChips ? CHIP_PX : 0) : 0),
        group: sectionOf(column),
        pinned: isPinned(column, all, date),
        ...(atEnd === undefined ? {} : { atEnd }),
        sortable: true,
      };
    });
  }, [shown, date, longest, style, view.head, widths, kept, text, hasChips, isNarrow]);
  return useSame(columns, sameColumns);
}
