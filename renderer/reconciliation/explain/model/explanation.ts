import { type LocalDate, shiftDay, type UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import {
  type ColumnFilter,
  DASHBOARD_FILTERS,
  PERIOD_COLUMNS,
  type Selection,
} from '#shared/domain/selection.ts';

/** How a figure seen elsewhere may differ from a selection's own: the changes that lead from one to the other. */

export type ValueChange = {
  readonly kind: 'value';
  readonly column: string;
  /** "" also stands for an absent value. */
  readonly value: string;
  readonly isIn: boolean;
};

/** The dates that a period may be read by elsewhere; updates are UTC. */
export const EXPLAINED_DATES = [...PERIOD_COLUMNS, 'Fecha de actualización'] as const;
export type ExplainedDate = (typeof EXPLAINED_DATES)[number];

export type Change =
  | ValueChange
  /** Only one of a column's values. */
  | { readonly kind: 'only'; readonly column: string; readonly value: string }
  /** Several values at once for one reason: a part of the dashboard's conditions, or a column without any condition. */
  | {
      readonly kind: 'values';
      readonly reason: 'dashboard' | 'unfiltered';
      readonly column: string;
      readonly values: readonly ValueChange[];
    }
  /** The dashboard-equivalent conditions as a whole. */
  | { readonly kind: 'preset'; readonly isOn: boolean; readonly values: readonly ValueChange[] }
  | { readonly kind: 'date'; readonly column: ExplainedDate }
  /** The period begins, or ends, so many days later. */
  | { readonly kind: 'edge'; readonly edge: 'from' | 'to'; readonly days: 1 | -1 }
  /** Dates read so many hours later, of one channel or of all (null). */
  | { readonly kind: 'zone'; readonly hours: number; readonly canal: string | null }
  /** Rows with Ventas and no product cost left out. */
  | { readonly kind: 'without-cost' }
  | { readonly kind: 'measure'; readonly column: string }
  /** Own costs of a currency counted where the source has none, or no longer (own-costs.ts). */
  | { readonly kind: 'own-costs'; readonly isOn: boolean; readonly currency: string | null }
  /** As the rows were before a reading. */
  | { readonly kind: 'before'; readonly readAt: UtcInstant }
  /**
   * The total without the VAT that is in it, or with that on top of it; `rate` in percent. `rowPlaces`: each row is read so and
   * rounded to so many decimal places before they are added.
   */
  | { readonly kind: 'vat'; readonly rate: Decimal; readonly isIn: boolean; readonly rowPlaces?: number };

export type VatChange = Extract<Change, { readonly kind: 'vat' }>;

export const BLANK_VALUE = '(vacío)';

function signed(count: number): string {
  return `${count < 0 ? '-' : '+'}${Math.abs(count)}`;
}

/** A change in words that are the same in every language: what its name holds are keys and values of the API. */
export function changeNotation(change: Change): string {
  const named = (value: string) => (value === '' ? BLANK_VALUE : value);
  switch (change.kind) {
    case 'value':
      return `${change.column} ${change.isIn ? '+' : '-'}${named(change.value)}`;
    case 'only':
      return `${change.column} =${named(change.value)}`;
    case 'values':
    case 'preset':
      return notationOf(change.values);
    case 'date':
      return `Fecha: ${change.column}`;
    case 'edge':
      return `${change.edge === 'from' ? 'desde' : 'hasta'} ${signed(change.days)}d`;
    case 'zone':
      return `zona ${signed(change.hours)}h${change.canal === null ? '' : ` ${named(change.canal)}`}`;
    case 'without-cost':
      return 'Costo de Producto -sin cargar';
    case 'measure':
      return `Medida: ${change.column}`;
    case 'own-costs':
      return `${change.isOn ? '+' : '-'}Costos propios`;
    case 'before':
      return `antes de ${change.readAt}`;
    case 'vat':
      return `IVA ${change.isIn ? '+' : '-'}${change.rate} %${change.rowPlaces === undefined ? '' : ' por fila'}`;
  }
}

/** Several changes, joined by "; ". */
export function notationOf(changes: readonly Change[]): string {
  return changes.map(changeNotation).join('; ');
}

/** Which other measure a total seen elsewhere may be of: the same in another scope, before or after other income. */
export function otherMeasures(measure: string): readonly string[] {
  const families = [
    SCOPES.map((scope) => SCOPE_COLUMNS[scope].profitability),
    SCOPES.map((scope) => SCOPE_COLUMNS[scope].cost),
    ['Cobro Total', 'Cobros Comercial'],
    ['Ventas', 'Ingreso Total'],
  ];
  return families.find((family) => family.includes(measure))?.filter((other) => other !== measure) ?? [];
}

export type Explained = { readonly selection: Selection; readonly measure: string };

/**
 * A selection as changes make it; null where no selection says it (another zone, updates, a state of before). `valuesOf`
 * gives all values of a column: what is left out is said by what stays.
 */
export function applyChanges(
  explained: Explained,
  changes: readonly Change[],
  valuesOf: (column: string) => readonly string[],
): Explained | null {
  let made: Explained | null = explained;
  for (const change of changes) made = made === null ? null : applied(made, change, valuesOf);
  return made;
}

function applied(
  explained: Explained,
  change: Change,
  valuesOf: (column: string) => readonly string[],
): Explained | null {
  const { selection } = explained;
  const withSelection = (part: Partial<Selection>): Explained => ({
    ...explained,
    selection: { ...selection, ...part },
  });
  switch (change.kind) {
    case 'value':
      return withSelection(withValues(selection, [change], valuesOf));
    case 'only':
      return withSelection(withFilter(selection, change.column, [change.value]));
    case 'values':
      return withSelection(
        change.reason === 'unfiltered'
          ? withFilter(selection, change.column, null)
          : withValues(selection, change.values, valuesOf),
      );
    case 'preset':
      return withSelection({ dashboardPreset: change.isOn });
    case 'date': {
      const periodColumn = PERIOD_COLUMNS.find((column) => column === change.column);
      return periodColumn === undefined ? null : withSelection({ periodColumn });
    }
    case 'edge': {
      const { period } = selection;
      if (period === null || !isShiftable(period[change.edge])) return null;
      const shifted = { ...period, [change.edge]: shiftDay(period[change.edge], change.days) };
      return shifted.from > shifted.to ? null : withSelection({ period: shifted });
    }
    case 'measure':
      return { ...explained, measure: change.column };
    case 'own-costs':
      return withSelection({ ownCosts: change.isOn ? { currency: change.currency } : null });
    case 'zone':
    case 'without-cost':
    case 'before':
    case 'vat':
      return null;
  }
}

/** Why no selection says a change. */
export type UnsaidReason = 'updates' | 'zone' | 'cost' | 'before' | 'vat' | 'no-days';

/** The selection that applies an explanation, and the steps (by place) that no selection can say. */
export type AppliedSteps = {
  /** Null: it says none of them. */
  readonly explained: Explained | null;
  readonly unsaid: readonly { readonly step: number; readonly reason: UnsaidReason }[];
};

/** Applies those steps that a selection can say; a step goes in whole or not at all, for its changes mean each other. */
export function applySteps(
  explained: Explained,
  steps: readonly Pick<ExplanationStep, 'changes'>[],
  valuesOf: (column: string) => readonly string[],
): AppliedSteps {
  let made = explained;
  const unsaid: { readonly step: number; readonly reason: UnsaidReason }[] = [];
  for (const [step, { changes }] of steps.entries()) {
    const next = applyChanges(made, changes, valuesOf);
    if (next === null) unsaid.push({ step, reason: unsaidReason(changes) });
    else made = next;
  }
  return { explained: unsaid.length === steps.length ? null : made, unsaid };
}

function unsaidReason(changes: readonly Change[]): UnsaidReason {
  for (const { kind } of changes) {
    if (kind === 'zone' || kind === 'before' || kind === 'vat') return kind;
    if (kind === 'without-cost') return 'cost';
    if (kind === 'date') return 'updates';
  }
  return 'no-days';
}

/** The rows that one change lets in or leaves out, where a selection says them; null where none does. */
export function rowsOfChange(
  before: Selection,
  change: Change,
  valuesOf: (column: string) => readonly string[],
): Selection | null {
  const only = (column: string, values: readonly string[]): Selection => ({
    ...before,
    ...withFilter(before, column, values),
  });
  switch (change.kind) {
    case 'value':
      return only(change.column, [change.value]);
    case 'values':
      return only(
        change.column,
        change.values.map(({ value }) => value),
      );
    case 'only': {
      const own = allowedValues(unfoldPreset(before).filters, change.column) ?? valuesOf(change.column);
      return only(
        change.column,
        own.filter((value) => value !== change.value),
      );
    }
    case 'edge': {
      const { period } = before;
      if (period === null || !isShiftable(period[change.edge])) return null;
      const { edge, days } = change;
      // Days that the period gains lie beyond its end, days that it loses within.
      const isGained = (edge === 'from') === days < 0;
      const day = isGained ? shiftDay(period[edge], days) : period[edge];
      return { ...before, period: { from: day, to: day } };
    }
    case 'preset':
    case 'date':
    case 'zone':
    case 'without-cost':
    case 'measure':
    case 'own-costs':
    case 'before':
    case 'vat':
      return null;
  }
}

/** Days whose neighbours have names. */
export function isShiftable(day: LocalDate): boolean {
  return day > '0001-01-01' && day < '9999-12-31';
}

/** The preset's conditions written out as filters, so that one of them can be changed. */
function unfoldPreset(selection: Selection): Pick<Selection, 'filters' | 'dashboardPreset'> {
  if (!selection.dashboardPreset) return { filters: selection.filters, dashboardPreset: false };
  const filters: ColumnFilter[] = [...selection.filters];
  for (const { column, values } of DASHBOARD_FILTERS) {
    const at = filters.findIndex((filter) => filter.column === column);
    const own = filters[at];
    if (own === undefined) filters.push({ column, values });
    else filters[at] = { column, values: own.values.filter((value) => values.includes(value)) };
  }
  return { filters, dashboardPreset: false };
}

function withFilter(selection: Selection, column: string, values: readonly string[] | null) {
  const { filters, dashboardPreset } = DASHBOARD_FILTERS.some((filter) => filter.column === column)
    ? unfoldPreset(selection)
    : selection;
  const others = filters.filter((filter) => filter.column !== column);
  return { dashboardPreset, filters: values === null ? others : [...others, { column, values }] };
}

/** The values that all filters of a column leave; null where it has none. */
function allowedValues(filters: readonly ColumnFilter[], column: string): readonly string[] | null {
  const own = filters.filter((filter) => filter.column === column);
  const [first] = own;
  return first?.values.filter((value) => own.every(({ values }) => values.includes(value))) ?? null;
}

function withValues(
  selection: Selection,
  changes: readonly ValueChange[],
  valuesOf: (column: string) => readonly string[],
) {
  let made: Pick<Selection, 'filters' | 'dashboardPreset'> = selection;
  for (const { column, value, isIn } of changes) {
    const current: Selection = { ...selection, ...made };
    const unfolded = DASHBOARD_FILTERS.some((filter) => filter.column === column)
      ? unfoldPreset(current)
      : made;
    const own = allowedValues(unfolded.filters, column) ?? valuesOf(column);
    const values = isIn ? [...new Set([...own, value])] : own.filter((each) => each !== value);
    made = withFilter(current, column, values);
  }
  return made;
}

/** A figure seen elsewhere, and what is asked about it. */
export type ExplainQuery = {
  readonly selection: Selection;
  readonly measure: string;
  readonly amount: Decimal;
  /** The currency of the own costs that may be counted, or not. */
  readonly currency: string | null;
};

/** One hypothesis of an explanation, with what it adds to those before it. */
export type ExplanationStep = {
  readonly changes: readonly Change[];
  readonly amount: Decimal;
  readonly rowsIn: number;
  readonly rowsOut: number;
};

export type Explanation = {
  readonly changes: readonly Change[];
  /** How many it counts as: a preset is one, whatever it leaves out. */
  readonly changeCount: number;
  /** The total under it, and what of the amount it leaves. */
  readonly value: Decimal;
  readonly remains: Decimal;
  /** `rounded`: it leaves less than the typed figure tells. */
  readonly fit: 'exact' | 'rounded' | 'partial';
  /** How many of those of as many changes would fit by chance; null where it does not fit. */
  readonly expectedByChance: number | null;
  readonly steps: readonly ExplanationStep[];
  /** The place of an earlier result that holds the very same rows. */
  readonly sameRowsAs: number | null;
};

export type TriedChanges = {
  readonly changes: number;
  readonly combinations: number;
  readonly expectedByChance: number;
};

export type Explanations = {
  readonly revision: number;
  readonly measure: string;
  readonly amount: Decimal;
  /** The selection's own total and rows, and what has to be explained: amount − base. */
  readonly base: Decimal;
  readonly rows: number;
  readonly difference: Decimal;
  readonly tried: readonly TriedChanges[];
  /** In order of rank; none where there is no difference, or nothing explains half of it. */
  readonly results: readonly Explanation[];
  readonly discarded: readonly Explanation[];
  /** Columns of too many values, which were not tried. */
  readonly leftOut: readonly { readonly column: string; readonly values: number }[];
  /** The values that occur, of every column that was tried. */
  readonly values: { readonly [column: string]: readonly string[] };
};
