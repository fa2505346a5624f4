import { LACKS_COST, productCostFlags } from '#renderer/data/engine/aggregate/row-flags.ts';
import { rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
import {
  cellAt,
  eachException,
  findRow,
  meaningAt,
  type StoredSegment,
} from '#renderer/data/engine/columns/segment.ts';
import { filledRows, spansBySku } from '#renderer/data/engine/own-costs/filled-rows.ts';
import { checkSegment, type RuleResult } from '#renderer/data/engine/row-rules/check-segment.ts';
import { believedPurchases } from '#renderer/data/model/date-span.ts';
import type { ExceptionKind, FindingOf, KindIn } from '#renderer/data/model/exception-kinds.ts';
import { evidenceOf } from '#renderer/data/model/finding.ts';
import { ROW_RULES } from '#renderer/data/model/row-rules.ts';
import type { Task } from '#shared/base/tasks.ts';
import { findColumn, type Scope, SECTIONS_OUTSIDE_COMERCIAL } from '#shared/domain/column-catalogue.ts';
import { DAY_MS, localFromMs, localToMs, monthOf, startOfMonth } from '#shared/domain/dates.ts';
import { type Scaled, shortest, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN, SCOPES } from '#shared/domain/profitability.ts';
import { type Common, createGathering, type FinderInput, ROWS_PER_STEP, segmentsOf } from './gathering.ts';

/** Findings of single rows: each of these finds one kind of exception, over all rows of the accounts in view. */

type Finder<Kind extends ExceptionKind> = (input: FinderInput) => Task<readonly FindingOf<Kind>[]>;
type Found<Kind extends ExceptionKind> = ReturnType<Finder<Kind>>;

const sizeOf = ({ units, scale }: Scaled): Scaled => ({ units: units < 0n ? -units : units, scale });

function differenceOf({ failing, units, scale, beyond }: RuleResult, place: number): Scaled {
  const own = units[place] ?? Number.NaN;
  return Number.isNaN(own) ? (beyond.get(failing[place] ?? -1) ?? ZERO) : { units: BigInt(own), scale };
}

/** The profitability that a rule is about; what goes into all of them makes all of them doubtful. */
function scopesOf(result: string): readonly Scope[] {
  const scope = findColumn(result)?.scope;
  return scope == null ? SCOPES : [scope.name];
}

/** Rows that break a documented rule; how much they are off, without signs. */
function* ruleFindings(input: FinderInput): Found<'row-rule'> {
  const findings: FindingOf<'row-rule'>[] = [];
  for (const [at, rule] of ROW_RULES.entries()) {
    if (rule.standing !== 'documented') continue;
    const common = { kind: 'row-rule', parts: { rule: rule.id }, affects: scopesOf(rule.result) } as const;
    const gathering = createGathering(input, common);
    for (const { index, segment, part } of segmentsOf(input)) {
      const proof = (yield* checkSegment(segment)).rules[at];
      if (proof === undefined) continue;
      const take = gathering.take(index, segment, (row) => {
        const difference = shortest(differenceOf(proof, findRow(proof.failing, row)));
        return { amount: sizeOf(difference), evidence: toDecimal(difference) };
      });
      for (let place = 0; place < proof.failing.length; place += 1) {
        if (place % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
        const row = proof.failing[place] ?? 0;
        if (part[row] === 1) take(row);
      }
    }
    findings.push(...(yield* gathering.findings()));
  }
  return findings;
}

/** The sale of a row, for amounts and for evidence; null where it is not known. */
function ventasReader(segment: StoredSegment): (row: number) => Scaled | null {
  const ventas = segment.columns.get(RATE_BASE_COLUMN);
  return (row) => {
    const meaning = ventas === undefined || ventas.kind === 'text' ? null : meaningAt(ventas, row);
    return meaning?.kind === 'value' ? shortest(meaning.value) : null;
  };
}

const wordOf = (amount: Scaled | null): string => (amount === null ? '' : toDecimal(amount));

/** Rows that `isOne` finds, with their Ventas. */
function* salesFindings<const Kind extends ExceptionKind>(
  input: FinderInput,
  common: Common<Kind>,
  test: (segment: StoredSegment, index: number) => ((row: number) => boolean) | null,
): Found<Kind> {
  const gathering = createGathering(input, common);
  for (const { index, segment, part } of segmentsOf(input)) {
    yield;
    const isOne = test(segment, index);
    if (isOne === null) continue;
    const ventasAt = ventasReader(segment);
    const take = gathering.take(index, segment, (row) => {
      const ventas = ventasAt(row);
      return { amount: ventas, evidence: wordOf(ventas) };
    });
    let taken = 0;
    for (let row = 0; row < part.length; row += 1) {
      if (part[row] !== 1 || !isOne(row)) continue;
      take(row);
      taken += 1;
      if (taken % ROWS_PER_STEP === 0) yield;
    }
  }
  return yield* gathering.findings();
}

/** Sales whose product cost is not loaded, and to which no own cost that is counted gives one. */
const missingCostFindings: Finder<'missing-cost'> = (input) => {
  const { store, ownCosts } = input;
  const spans = ownCosts === undefined || ownCosts.size === 0 ? null : spansBySku(store, ownCosts);
  const common = { kind: 'missing-cost', affects: ['comercial', 'total'] } as const;
  return salesFindings(input, common, (segment, index) => {
    const flags = productCostFlags(segment);
    const filled = spans === null ? null : filledRows(store, index, segment, spans);
    return (row) => flags[row] === LACKS_COST && filled?.[row] !== 1;
  });
};

const PAYMENT = 'Estado de Pago';
const NO_INFORMATION = 'Sin Información';
/** A sale is given so many days to be paid. */
export const PAYMENT_DAYS = 30;

/** The last purchase that can be one: what is as old as it is, is of the present. */
function* lastPurchaseMs(input: FinderInput): Task<number> {
  const { toMs } = believedPurchases(input.store.dates);
  let last = Number.NEGATIVE_INFINITY;
  for (const { segment, part } of segmentsOf(input)) {
    const { purchaseMs } = segment;
    for (let row = 0; row < part.length; row += 1) {
      const bought = purchaseMs[row] ?? Number.NaN;
      if (part[row] === 1 && bought > last && bought < toMs) last = bought;
    }
    yield;
  }
  return last;
}

/**
 * Sales of which nothing is known to be paid, bought before the month that ran PAYMENT_DAYS before the last purchase: by
 * whole months, so that not every day brings others and what was accepted stays.
 */
function* noPaymentFindings(input: FinderInput): Found<'no-payment'> {
  const { store } = input;
  const { fromMs } = believedPurchases(store.dates);
  const last = yield* lastPurchaseMs(input);
  if (last < fromMs) return [];
  const before = localToMs(startOfMonth(monthOf(localFromMs(last - PAYMENT_DAYS * DAY_MS))));
  const payments = store.dictionary(PAYMENT);
  return yield* salesFindings(input, { kind: 'no-payment', affects: SCOPES }, (segment, index) => {
    const codes = payments.codesOf(index, segment);
    const code = payments.texts.indexOf(NO_INFORMATION);
    if (code < 0) return null;
    const { purchaseMs } = segment;
    return (row) => {
      const bought = purchaseMs[row] ?? Number.NaN;
      return bought < before && bought >= fromMs && rowCode(codes, row) === code;
    };
  });
}

/** Rows that no period holds: without a readable date, or of one that cannot be. */
const undatedFindings: Finder<'undated'> = (input) =>
  salesFindings(input, { kind: 'undated', affects: SCOPES }, ({ purchaseMs }) => (row) => {
    return Number.isNaN(purchaseMs[row] ?? Number.NaN);
  });

const outOfRangeFindings: Finder<'out-of-range'> = (input) => {
  const { fromMs, toMs } = believedPurchases(input.store.dates);
  return salesFindings(input, { kind: 'out-of-range', affects: SCOPES }, ({ purchaseMs }) => (row) => {
    const bought = purchaseMs[row] ?? Number.NaN;
    return bought < fromMs || bought >= toMs;
  });
};

/** Dates of purchase that cannot be read are found as rows without a date. */
const PURCHASE = 'Fecha de compra';

function scopesOfColumn(key: string): readonly Scope[] {
  const column = findColumn(key);
  if (column === undefined || column.kind !== 'money') return [];
  if (column.scope !== null) return [column.scope.name];
  if (column.categories.includes('internal-cost')) return ['comercial', 'total'];
  const isOutside = column.section !== null && SECTIONS_OUTSIDE_COMERCIAL.includes(column.section.name);
  return isOutside ? ['marketplace', 'total'] : SCOPES;
}

/** Values that are none of their column's kind: no sum counts them. */
function* unreadableFindings(input: FinderInput): Found<'unreadable'> {
  const findings: FindingOf<'unreadable'>[] = [];
  const gatherings = new Map<string, ReturnType<typeof createGathering<'unreadable'>>>();
  for (const { index, segment, part } of segmentsOf(input)) {
    yield;
    for (const [column, cells] of segment.columns) {
      if (cells.kind === 'text' || column === PURCHASE) continue;
      if (!cells.exceptions.meanings.some(({ kind }) => kind === 'unreadable')) continue;
      const rows: number[] = [];
      eachException(cells.exceptions, (row, { kind }) => {
        if (kind === 'unreadable' && part[row] === 1) rows.push(row);
      });
      if (rows.length === 0) continue;
      const common = { kind: 'unreadable', parts: { column }, affects: scopesOfColumn(column) } as const;
      const gathering = gatherings.get(column) ?? createGathering(input, common);
      gatherings.set(column, gathering);
      const take = gathering.take(index, segment, (row) => ({
        amount: null,
        evidence: cellAt(cells, row) ?? '',
      }));
      for (const [at, row] of rows.entries()) {
        take(row);
        if (at % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
      }
    }
  }
  for (const gathering of gatherings.values()) findings.push(...(yield* gathering.findings()));
  return findings;
}

/** Columns that the specification does not know: stored and listed, and no figure counts them. */
function* unknownColumnFindings({ store }: FinderInput): Found<'unknown-column'> {
  return [...store.columnKeys()]
    .filter((column) => findColumn(column) === undefined)
    .map((column) => ({
      kind: 'unknown-column' as const,
      subject: { column },
      evidence: evidenceOf([column]),
      rows: 0,
      orders: 0,
      amount: null,
      firstPurchase: null,
      lastPurchase: null,
      affects: [],
    }));
}

/** Everything that is looked for in the rows. What `exception-kinds.ts` says is found in them stands here, or does not compile. */
const FINDERS: { readonly [Kind in KindIn<'rows'>]: Finder<Kind> } = {
  'row-rule': ruleFindings,
  'missing-cost': missingCostFindings,
  'no-payment': noPaymentFindings,
  unreadable: unreadableFindings,
  undated: undatedFindings,
  'out-of-range': outOfRangeFindings,
  'unknown-column': unknownColumnFindings,
};

/** Findings in the rows of a scope. What coverage shows is `completeness-findings.ts`. */
export function* findExceptions(input: FinderInput): Found<KindIn<'rows'>> {
  const findings: FindingOf<KindIn<'rows'>>[] = [];
  for (const find of Object.values(FINDERS)) findings.push(...(yield* find(input)));
  return findings;
}
