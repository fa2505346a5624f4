import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { type RowCodes, rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
import { powerOfTen } from '#renderer/data/engine/columns/segment.ts';
import type { SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import {
  checkSegment,
  differenceAt,
  expectedAt,
  type RuleResult,
  STATE,
} from '#renderer/data/engine/row-rules/check-segment.ts';
import {
  columnsOfRule,
  type FailingRow,
  type FailingRowsQuery,
  type FailureGroup,
  type FailureGroups,
  MAX_FAILURE_GROUPS,
  OTHER_BASES,
  ROW_RULES,
  type RowRule,
  type RowRuleResults,
  RULE_KEY_COLUMNS,
  type RuleCounts,
} from '#renderer/data/model/row-rules.ts';
import { compareTexts } from '#shared/base/fold.ts';
import { partitionPoint } from '#shared/base/sorted-search.ts';
import type { Task } from '#shared/base/tasks.ts';
import {
  add,
  type Decimal,
  fromDecimal,
  rescale,
  type Scaled,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import { cellsOfKey, IDENTITY_COLUMNS, orderKeyReader } from '#shared/domain/order-identity.ts';

/** The rules of rows over those of a selection: how many hold, fail or cannot be told, and which rows they are. */

type Selected = Pick<SelectionMask, 'mask' | 'rows' | 'rowsIn'>;

export function* proveRows(store: ColumnStore, { mask, rows, rowsIn }: Selected): Task<RowRuleResults> {
  const counts = ROW_RULES.map(() => ({
    states: [0, 0, 0, 0],
    withoutBase: 0,
    net: createTotal(),
    off: createTotal(),
    fits: OTHER_BASES.map(() => 0),
  }));
  for (const [index, segment] of store.segments.entries()) {
    const selected = rowsIn[index] ?? 0;
    if (selected === 0) continue;
    const { rules, withoutBase } = yield* checkSegment(segment);
    const part = mask.subarray(segment.base, segment.base + segment.rowCount);
    const baseless = countBoth(part, withoutBase);
    for (const [at, rule] of ROW_RULES.entries()) {
      const proof = rules[at];
      const count = counts[at];
      if (proof === undefined || count === undefined) continue;
      if (proof.states === null) count.states[STATE.holds] = (count.states[STATE.holds] ?? 0) + selected;
      else countStates(part, proof.states, count.states);
      if (rule.kind === 'rate') {
        count.withoutBase += proof.states === null ? baseless : countHolding(part, withoutBase, proof.states);
      }
      const { failing } = proof;
      for (let place = 0; place < failing.length; place += 1) {
        if (part[failing[place] ?? 0] !== 1) continue;
        if (rule.kind === 'sum') {
          count.net.add(proof, place);
          count.off.add(proof, place, true);
        } else {
          const fitting = (proof.bases[place] ?? 0) - 1;
          if (fitting >= 0) count.fits[fitting] = (count.fits[fitting] ?? 0) + 1;
        }
      }
    }
    yield;
  }
  return {
    revision: store.revision,
    rows,
    rules: ROW_RULES.map(({ id, kind }, at): RuleCounts => {
      const { states = [], withoutBase = 0, net, off, fits = [] } = counts[at] ?? {};
      const isSum = kind === 'sum';
      return {
        id,
        holds: (states[STATE.holds] ?? 0) - withoutBase,
        fails: states[STATE.fails] ?? 0,
        absent: states[STATE.absent] ?? 0,
        unreadable: states[STATE.unreadable] ?? 0,
        withoutBase,
        net: isSum && net !== undefined ? toDecimal(net.value()) : null,
        off: isSum && off !== undefined ? toDecimal(off.value()) : null,
        fitsOther: isSum
          ? {}
          : Object.fromEntries(OTHER_BASES.map((base, place) => [base, fits[place] ?? 0])),
      };
    }),
  };
}

function countBoth(part: Uint8Array, other: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < part.length; row += 1) count += (part[row] ?? 0) & (other[row] ?? 0);
  return count;
}

function countHolding(part: Uint8Array, withoutBase: Uint8Array, states: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < part.length; row += 1) {
    if (states[row] === STATE.holds) count += (part[row] ?? 0) & (withoutBase[row] ?? 0);
  }
  return count;
}

function countStates(part: Uint8Array, states: Uint8Array, into: number[]): void {
  const counts = new Uint32Array(4);
  for (let row = 0; row < part.length; row += 1) {
    const state = states[row] ?? 0;
    counts[state] = (counts[state] ?? 0) + (part[row] ?? 0);
  }
  for (let state = 0; state < counts.length; state += 1)
    into[state] = (into[state] ?? 0) + (counts[state] ?? 0);
}

/** An exact sum of what failing rows are off: in doubles while they carry it, then in whole numbers of any length. */
function createTotal() {
  let total: Scaled = ZERO;
  let units = 0;
  let scale = 0;
  const flush = (): void => {
    if (units !== 0) total = add(total, { units: BigInt(units), scale });
    units = 0;
  };
  return {
    add(proof: RuleResult, place: number, isSize = false): void {
      const own = proof.units[place] ?? Number.NaN;
      if (Number.isNaN(own)) {
        const beyond = proof.beyond.get(proof.failing[place] ?? -1) ?? ZERO;
        total = add(total, isSize && beyond.units < 0n ? { ...beyond, units: -beyond.units } : beyond);
        return;
      }
      if (scale !== proof.scale || Math.abs(units) + Math.abs(own) > Number.MAX_SAFE_INTEGER) flush();
      scale = proof.scale;
      units += isSize ? Math.abs(own) : own;
    },
    value(): Scaled {
      flush();
      return total;
    },
  };
}

/** One failing row of a selection as its groups see it. */
type Visit = (row: number, canal: number, key: number | string) => void;

/** Calls `visit` with each failing row of a rule, its channel and what it is grouped by. */
function* eachFailing(
  store: ColumnStore,
  { mask, rowsIn }: Selected,
  at: number,
  scale: number,
  visit: Visit,
): Task<undefined> {
  const channels = store.dictionary('Canal');
  const rule = ROW_RULES[at];
  for (const [index, segment] of store.segments.entries()) {
    if ((rowsIn[index] ?? 0) === 0) continue;
    const proof = (yield* checkSegment(segment)).rules[at];
    if (proof === undefined || proof.failing.length === 0) continue;
    const codes: RowCodes = channels.codesOf(index, segment);
    for (let place = 0; place < proof.failing.length; place += 1) {
      const row = proof.failing[place] ?? 0;
      if (mask[segment.base + row] !== 1) continue;
      const key = rule?.kind === 'sum' ? differenceKey(proof, place, scale) : (proof.bases[place] ?? 0);
      visit(segment.base + row, rowCode(codes, row), key);
    }
    yield;
  }
}

/** A difference as a number of units at one scale, where that is exact; else as its text. Equal ones have equal keys. */
function differenceKey(proof: RuleResult, place: number, scale: number): number | string {
  const units = (proof.units[place] ?? Number.NaN) * powerOfTen(scale - proof.scale);
  if (Math.abs(units) <= Number.MAX_SAFE_INTEGER) return units;
  const row = proof.failing[place] ?? -1;
  const own = proof.units[place] ?? Number.NaN;
  return keyOf(
    Number.isNaN(own) ? (proof.beyond.get(row) ?? ZERO) : { units: BigInt(own), scale: proof.scale },
    scale,
  );
}

function keyOf(difference: Scaled, scale: number): number | string {
  let { units, scale: own } = difference;
  while (own > scale && units % 10n === 0n) {
    units /= 10n;
    own -= 1;
  }
  if (own > scale) return toDecimal({ units, scale: own });
  const scaled = rescale({ units, scale: own }, scale);
  const number = Number(scaled.units);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : toDecimal(scaled);
}

function decimalOfKey(key: number | string, scale: number): Decimal {
  return typeof key === 'string' ? (key as Decimal) : toDecimal({ units: BigInt(key), scale });
}

/** The greatest scale that any segment carries a column of a rule at. */
function scaleOf(store: ColumnStore, rule: RowRule | undefined): number {
  if (rule === undefined) return 0;
  const scales = columnsOfRule(rule).flatMap((key) => store.scalesOf(key).map(({ scale }) => scale));
  return Math.max(0, ...scales);
}

const placeOfRule = (id: string): number => ROW_RULES.findIndex((rule) => rule.id === id);

export function* groupFailures(store: ColumnStore, selected: Selected, id: string): Task<FailureGroups> {
  const at = placeOfRule(id);
  const rule = ROW_RULES[at];
  const scale = scaleOf(store, rule);
  const { texts } = store.dictionary('Canal');
  const byCanal = new Map<number, Map<number | string, number>>();
  yield* eachFailing(store, selected, at, scale, (_, canal, key) => {
    const groups = byCanal.get(canal) ?? new Map<number | string, number>();
    byCanal.set(canal, groups);
    groups.set(key, (groups.get(key) ?? 0) + 1);
  });
  yield;
  const isSum = rule?.kind === 'sum';
  const isBefore = (a: Counted, b: Counted): boolean =>
    (b.rows - a.rows ||
      (isSum ? sizeOf(b.key) - sizeOf(a.key) : Number(b.key) - Number(a.key)) ||
      compareTexts(texts[a.canal] ?? '', texts[b.canal] ?? '')) < 0;
  const shown: Counted[] = [];
  let all = 0;
  let rowsOfAll = 0;
  for (const [canal, groups] of byCanal) {
    for (const [key, rows] of groups) {
      all += 1;
      rowsOfAll += rows;
      keepFirst(shown, { canal, key, rows }, isBefore);
      if (all % GROUPS_PER_STEP === 0) yield;
    }
  }
  const rowsShown = shown.reduce((sum, { rows }) => sum + rows, 0);
  return {
    revision: store.revision,
    id,
    groups: shown.map(
      ({ canal, key, rows }): FailureGroup => ({
        canal: texts[canal] ?? '',
        difference: isSum ? decimalOfKey(key, scale) : null,
        base: isSum ? null : (OTHER_BASES[Number(key) - 1] ?? null),
        rows,
      }),
    ),
    groupsLeftOut: all - shown.length,
    rowsLeftOut: rowsOfAll - rowsShown,
  };
}

type Counted = { readonly canal: number; readonly key: number | string; readonly rows: number };
const GROUPS_PER_STEP = 20_000;

/** Puts a group where it belongs among the first ones; there may be as many groups as rows. */
function keepFirst(first: Counted[], group: Counted, isBefore: (a: Counted, b: Counted) => boolean): void {
  const last = first.at(-1);
  if (first.length === MAX_FAILURE_GROUPS && last !== undefined && !isBefore(group, last)) return;
  const at = partitionPoint(0, first.length, (place) => {
    const other = first[place];
    return other !== undefined && !isBefore(group, other);
  });
  first.splice(at, 0, group);
  if (first.length > MAX_FAILURE_GROUPS) first.pop();
}

/** For the order of groups only. */
const sizeOf = (key: number | string): number => Math.abs(Number(key));

/** The failing rows of a rule, or of one of its groups, by number. */
export function* findFailing(
  store: ColumnStore,
  selected: Selected,
  { id, group }: Omit<FailingRowsQuery, 'selection'>,
): Task<Uint32Array> {
  const at = placeOfRule(id);
  const rule = ROW_RULES[at];
  const scale = scaleOf(store, rule);
  const canal = group === null ? -1 : store.dictionary('Canal').texts.indexOf(group.canal);
  const wanted =
    group === null
      ? null
      : rule?.kind === 'sum'
        ? keyOf(fromDecimal(group.difference ?? ('0' as Decimal)), scale)
        : 1 + OTHER_BASES.indexOf(group.base ?? '');
  const rows: number[] = [];
  yield* eachFailing(store, selected, at, scale, (row, own, key) => {
    if (wanted === null || (own === canal && key === wanted)) rows.push(row);
  });
  return Uint32Array.from(rows);
}

const orderKeyOf = orderKeyReader({ columns: IDENTITY_COLUMNS });

/** A failing row whole. */
export function failingRow(store: ColumnStore, rule: RowRule, row: number): FailingRow {
  const segment = store.segmentOf(row);
  const at = row - segment.base;
  const decimal = (value: Scaled | null) => (value === null ? null : toDecimal(value));
  const cellsOf = (columns: readonly string[]) =>
    Object.fromEntries(columns.map((column) => [column, store.cell(row, column)]));
  return {
    row,
    identity: cellsOfKey(orderKeyOf(IDENTITY_COLUMNS.map((column) => store.cell(row, column)))),
    cells: cellsOf([...RULE_KEY_COLUMNS, ...columnsOfRule(rule)]),
    expected: decimal(expectedAt(segment, rule, at)),
    difference: decimal(differenceAt(segment, rule, at)),
    correlationIds: [],
  };
}
