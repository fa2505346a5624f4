import { sumBy } from 'es-toolkit/math';

/** The room of an A4 between its margins, at 96 px to the inch, upright and lying. */
export const UPRIGHT_PX = 718;
export const LYING_PX = 1047;
/** Smaller than this, figures of 12 px cannot be read at arm's length. */
export const MIN_ZOOM = 0.6;
/**
 * The largest share of a page's width that the columns which name the lines may take, so that figures have room beside
 * them.
 */
const MAX_NAMES = 0.5;

/** Heads are set in 11 px; widths are told of 12. */
const HEAD_SHARE = 11 / 12;

/** The px of the longest word of a head: it goes on below from word to word, and no word is torn. */
export function headWordPx(head: string, textPx: (text: string) => number): number {
  const widths = head.split(/[\s/-]+/).map(textPx);
  return Math.ceil(Math.max(...widths) * HEAD_SHARE);
}

export type PaperColumn = {
  readonly id: string;
  readonly width: number;
  readonly group: string;
  /** Names the lines: stands in every part. */
  readonly pinned: boolean;
};

/**
 * The columns of a table in as few parts as a page's width takes, each with those that name its lines; parts end where a
 * group does, unless the group alone is wider than a page.
 */
export function paperParts<Column extends PaperColumn>(
  columns: readonly Column[],
  mostPx: number,
): readonly (readonly Column[])[] {
  const widthOf = (some: readonly Column[]): number => sumBy([...some], ({ width }) => width);
  const pinned = columns.filter((column) => column.pinned);
  // Names that would leave no room for figures stand in the first part alone but for the first of them.
  const names = widthOf(pinned) <= mostPx * MAX_NAMES ? pinned : pinned.slice(0, 1);
  const others = columns.filter((column) => !names.includes(column));
  if (others.length === 0) return [columns];
  const roomPx = Math.max(1, mostPx - widthOf(names));
  const parts: Column[][] = [];
  let part: Column[] = [];
  const close = (): void => {
    if (part.length > 0) parts.push(part);
    part = [];
  };
  for (const group of groupsOf(others)) {
    if (widthOf(part) + widthOf(group) > roomPx) close();
    for (const column of group) {
      if (widthOf(part) + column.width > roomPx) close();
      part.push(column);
    }
  }
  close();
  return parts.map((some) => [...names, ...some]);
}

/** Neighbours of one group. */
function groupsOf<Column extends PaperColumn>(columns: readonly Column[]): readonly (readonly Column[])[] {
  const groups: Column[][] = [];
  for (const column of columns) {
    const last = groups.at(-1);
    if (last?.[0]?.group === column.group) last.push(column);
    else groups.push([column]);
  }
  return groups;
}
