import { PEERS } from './contestant.ts';
import type { SizeResult } from './measure-size.ts';
import { MEASURES_REPORTED, type Measure, medianOf, targetAt } from './measures.ts';

/** The figures as a table: one line a measure, one column a size, targets and ratios to the peers at the end. */

export type TableRow = {
  readonly id: string;
  readonly label: string;
  readonly unit: Measure['unit'];
  /** By size, ascending; null where it was not measured. */
  readonly values: readonly (number | null)[];
  /** Each size's value by the one before. */
  readonly growth: readonly (number | null)[];
  readonly target: string;
  /** Null: no target at any size that was measured. */
  readonly isMet: boolean | null;
  /** How many times longer a peer takes, at the greatest size with peers. */
  readonly peers: { readonly [name: string]: number };
};

export function tableOf(sizes: readonly SizeResult[]): readonly TableRow[] {
  const withPeers = sizes.filter(({ ask }) => ask.duckDb !== null).at(-1);
  return MEASURES_REPORTED.map((measure) => {
    const { id, label, unit, target } = measure;
    const values = sizes.map((size) => measure.read(size));
    return {
      id,
      label,
      unit,
      values,
      growth: values.slice(1).map((value, at) => ratio(value, values[at] ?? null)),
      target: target === null ? '' : targetText(measure, target),
      isMet: meetsAll(sizes.map((size) => meets(measure, size))),
      peers: withPeers === undefined ? {} : peersOf(measure, withPeers),
    };
  });
}

function meetsAll(each: readonly (boolean | null)[]): boolean | null {
  const judged = each.filter((isMet) => isMet !== null);
  return judged.length === 0 ? null : !judged.includes(false);
}

/** Null where there is no target at that size, or no figure to hold against it. */
export function meets({ target, read }: Measure, size: SizeResult): boolean | null {
  const own = target === null ? null : targetAt(target, size.rows);
  const value = read(size);
  if (own === null || value === null) return null;
  if (own.against === undefined) return value <= own.most;
  const times = ratio(own.against.read(size), value);
  return times === null ? null : value <= own.most && times >= own.against.times;
}

function peersOf({ id, read }: Measure, size: SizeResult): { readonly [name: string]: number } {
  const own = read(size);
  return Object.fromEntries(
    PEERS.flatMap((peer) => {
      const times = ratio(medianOf(size, id, peer), own);
      return times === null ? [] : [[peer, times]];
    }),
  );
}

/** How many times `value` is `base`. */
export function ratio(value: number | null, base: number | null): number | null {
  return value === null || base === null || base === 0 ? null : value / base;
}

function targetText({ unit }: Measure, { most, mostAtTenMillion, against }: Target): string {
  const atTen = mostAtTenMillion === undefined ? '' : `, ${mostAtTenMillion.toLocaleString('en')} at 10M`;
  const limit = `<= ${most.toLocaleString('en')} ${unit}${atTen}`;
  return against === undefined ? limit : `${limit}, ${against.times}x of ${against.name}`;
}
type Target = NonNullable<Measure['target']>;

export function tableText(sizes: readonly SizeResult[], lines: readonly TableRow[]): string {
  const head = [
    'measure',
    'unit',
    ...sizes.map(({ rows }) => rows.toLocaleString('en')),
    'growth',
    'target',
    'met',
    ...PEERS,
  ];
  const body = lines.map(({ label, unit, values, growth, target, isMet, peers }) => [
    label,
    unit,
    ...values.map(figure),
    growth.map(times).join(' '),
    target,
    isMet === null ? '' : isMet ? 'yes' : 'NO',
    ...PEERS.map((peer) => times(peers[peer] ?? null)),
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...body.map((cells) => cells[column]?.length ?? 0)),
  );
  const isText = (column: number) => column < 2 || head[column] === 'target';
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...body.map(line)].join('\n');
}

function figure(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '';
  return value < 10
    ? value.toFixed(2)
    : value < 100
      ? value.toFixed(1)
      : Math.round(value).toLocaleString('en');
}

function times(value: number | null): string {
  return value === null ? '' : `${value < 10 ? value.toFixed(1) : Math.round(value)}x`;
}
