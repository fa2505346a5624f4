import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import { createUnitSum } from '#renderer/data/engine/scan/unit-sums.ts';
import type { FindingOf, KindIn } from '#renderer/data/model/exception-kinds.ts';
import { evidenceOf, type FindingCase } from '#renderer/data/model/finding.ts';
import type { RateDeviationsQuery } from '#renderer/data/model/rate-deviations.ts';
import { createEvidence } from '#renderer/reconciliation/findings/worker/evidence.ts';
import { inOrder, orderAt } from '#renderer/reconciliation/findings/worker/order-case.ts';
import {
  type CompiledRate,
  compileRate,
  MAX_RATE_NAMES,
  RATE_KEY_COLUMNS,
  RATE_KINDS,
  RATE_SOURCES,
  type RateDeviation,
  type RateFormula,
  type RateKind,
  type RateLine,
  type RateNames,
  type RateSummary,
  type Rates,
} from '#renderer/reconciliation/rates/model/rates.ts';
import type { Task } from '#shared/base/tasks.ts';
import {
  DAY_MS,
  dayOf,
  type LocalDate,
  type LocalDateTime,
  localFromMs,
  monthOf,
} from '#shared/domain/dates.ts';
import { compare, type Decimal, fromDecimal, toDecimal, toShortestDecimal } from '#shared/domain/decimal.ts';
import { cellsOfKey, IDENTITY_COLUMNS, orderKeyReader } from '#shared/domain/order-identity.ts';
import { type ChargeRows, type GatheredCharges, gatherCharges } from './charge-rows.ts';
import type { KeptProposals } from './kept-proposals.ts';
import {
  baseOf,
  chargeOf,
  expectedOf,
  holdsOn,
  type LearntGroup,
  learnRates,
  type Span,
} from './learn-rates.ts';

/** The rules of charges over the rows of a selection, and the rows that do not follow them. */

type Selected = Pick<SelectionMask, 'mask' | 'rowsIn'>;

/** A row held against a formula; amounts are units at the scale of its list. */
type OffRow = {
  readonly row: number;
  readonly base: number;
  readonly units: number;
  readonly charged: number;
  readonly expected: number;
  readonly refunded: number;
};

export type OffRows = { readonly scale: number; readonly rows: readonly OffRow[] };

/** The answer without its revision, and the rows behind it, by line and by what they are held against. */
export type FoundRates = {
  readonly answer: Omit<Rates, 'revision'>;
  readonly rowsOf: ReadonlyMap<string, { readonly [against in RateDeviationsQuery['against']]: OffRows }>;
};

const NO_ROWS: OffRows = { scale: 0, rows: [] };

/** Charges and proposals of a selection, by kind: the next time they cost what changed. */
export type RatesBefore = ReadonlyMap<
  RateKind,
  { readonly gathered: GatheredCharges; readonly proposals: KeptProposals }
>;

/** @param before of the same store, whatever was selected then */
export function* findRates(
  store: ColumnStore,
  selected: Selected,
  before: RatesBefore = new Map(),
): Task<FoundRates & { readonly kept: RatesBefore }> {
  const kept = new Map<RateKind, { gathered: GatheredCharges; proposals: KeptProposals }>();
  const summaries: RateSummary[] = [];
  const lines: RateLine[] = [];
  const rowsOf = new Map<string, { off: OffRows; former: OffRows }>();
  for (const kind of RATE_KINDS) {
    const known = before.get(kind);
    const { rows, states, seams } = yield* gatherCharges(store, selected, kind, known?.gathered);
    yield;
    // Of rows that were gathered anew nothing is taken over: their amounts may be of another scale.
    const learnt = seams === null ? null : (known?.proposals ?? null);
    const { groups, owner, proposals } = yield* learnRates(rows, { kept: learnt, seams });
    kept.set(kind, { gathered: { rows, states }, proposals });
    const drafts = draftLines(store, rows, groups);
    const without = yield* holdRows(rows, owner, drafts);
    for (const draft of drafts.all) {
      lines.push(lineOf(draft, rows.scale));
      rowsOf.set(draft.id, {
        off: { scale: rows.scale, rows: bySize(draft.off) },
        former: { scale: rows.scale, rows: bySize(draft.changed) },
      });
      yield;
    }
    summaries.push({ kind, judged: rows.count, without, unjudged: rows.unjudged });
  }
  const claims = new Map(lines.map((line) => [line, fromDecimal(line.claim)]));
  const claimOf = (line: RateLine) => claims.get(line) ?? fromDecimal(line.claim);
  lines.sort((a, b) => compare(claimOf(b), claimOf(a)) || b.follows - a.follows || (a.id < b.id ? -1 : 1));
  return { answer: { summaries, lines }, rowsOf, kept };
}

/** A line while rows are held against it. */
type Draft = Pick<RateLine, 'id' | 'kind' | 'canal' | 'cuenta' | 'formula' | 'from' | 'to'> & {
  readonly level: number;
  readonly former: RateFormula | null;
  readonly names: readonly [Map<string, number>, Map<string, number>];
  readonly off: OffRow[];
  readonly changed: OffRow[];
  follows: number;
};

type Drafts = {
  readonly all: readonly Draft[];
  /** By group, then by its spans: one of them holds on any day. */
  readonly of: readonly (readonly { readonly span: Span; readonly draft: Draft }[])[];
  readonly names: (level: number, at: number) => string;
};

/** One line for all groups beside each other that are charged alike on the same days. */
function draftLines(store: ColumnStore, rows: ChargeRows, groups: readonly LearntGroup[]): Drafts {
  const texts = RATE_SOURCES[rows.kind].levels.map((level) => store.dictionary(level).texts);
  const names = (level: number, at: number): string => texts[level]?.[rows.codes[level]?.[at] ?? 0] ?? '';
  const byId = new Map<string, Draft>();
  const of = groups.map(({ level, at, spans }) =>
    spans.map((span) => {
      const canal = names(0, at);
      const cuenta = level === 0 ? null : names(1, at);
      const above = level === 3 ? names(2, at) : null;
      const [from, to] = [dayText(span.from), dayText(span.to)];
      const { formula, former } = span;
      const id = evidenceOf([
        JSON.stringify([rows.kind, canal, cuenta, level, above, formula, from, to, former]),
      ]);
      const known = byId.get(id);
      if (known !== undefined) return { span, draft: known };
      const draft: Draft = {
        id,
        kind: rows.kind,
        canal,
        cuenta,
        level,
        formula,
        former,
        from,
        to,
        names: [new Map(), new Map()],
        off: [],
        changed: [],
        follows: 0,
      };
      byId.set(id, draft);
      return { span, draft };
    }),
  );
  return { all: [...byId.values()], of, names };
}

function dayText(day: number): LocalDate | null {
  return Number.isFinite(day) ? (localFromMs(day * DAY_MS).slice(0, 10) as LocalDate) : null;
}

const PER_STEP = 50_000;
const MOST_IN_DOUBLES = 64;

/** Puts every row to its line; what is left has no rule. */
function* holdRows(rows: ChargeRows, owner: Int32Array, drafts: Drafts): Task<RateSummary['without']> {
  const compiled = new Map<RateFormula, CompiledRate>();
  const rateOf = (formula: RateFormula): CompiledRate => {
    const found = compiled.get(formula) ?? compileRate(formula, rows.scale);
    compiled.set(formula, found);
    return found;
  };
  const offRow = (at: number, formula: RateFormula, expected: number): OffRow => ({
    row: rows.row[at] ?? 0,
    base: baseOf(rows, formula, at),
    units: rows.units[at] ?? 1,
    charged: chargeOf(rows, formula, at),
    expected,
    refunded: rows.refunded[at] ?? 0,
  });
  let without = 0;
  const charged = createUnitSum();
  /** Of charges not yet in `charged`, of which doubles hold the sum: each is below 2^46 units. */
  let some = 0;
  for (let at = 0; at < rows.count; at += 1) {
    if (at % PER_STEP === PER_STEP - 1) yield;
    const day = rows.day[at] ?? 0;
    const draft = drafts.of[owner[at] ?? -1]?.find(({ span }) => holdsOn(span, day))?.draft;
    if (draft === undefined) {
      without += 1;
      some += rows.charge[at] ?? 0;
      if (without % MOST_IN_DOUBLES === 0) {
        charged.add(some);
        some = 0;
      }
      continue;
    }
    const { formula, former, level, names } = draft;
    for (const below of [2, 3] as const) {
      if (level < below) continue;
      const name = drafts.names(below, at);
      const into = names[below - 2];
      into?.set(name, (into.get(name) ?? 0) + 1);
    }
    const expected = expectedOf(rows, rateOf(formula), formula, at);
    if (expected !== chargeOf(rows, formula, at)) {
      draft.off.push(offRow(at, formula, expected));
      continue;
    }
    draft.follows += 1;
    if (former === null) continue;
    const before = expectedOf(rows, rateOf(former), former, at);
    if (before !== chargeOf(rows, former, at)) draft.changed.push(offRow(at, former, before));
  }
  charged.add(some);
  return { rows: without, amount: toDecimal({ units: charged.of(), scale: rows.scale }) };
}

function lineOf(draft: Draft, scale: number): RateLine {
  const { id, kind, canal, cuenta, formula, from, to, follows, off, changed, former, level, names } = draft;
  const [over, under, claim] = [createUnitSum(), createUnitSum(), createUnitSum()];
  const [more, moreClaim] = [createUnitSum(), createUnitSum()];
  let overRows = 0;
  for (const row of off) {
    const difference = row.charged - row.expected;
    claim.add(claimOf(row));
    if (difference > 0) {
      over.add(difference);
      overRows += 1;
    } else under.add(-difference);
  }
  for (const row of changed) {
    more.add(row.charged - row.expected);
    moreClaim.add(claimOf(row));
  }
  return {
    id,
    kind,
    canal,
    cuenta,
    groups: level < 2 ? null : namesOf(names[0]),
    publications: level < 3 ? null : namesOf(names[1]),
    formula,
    from,
    to,
    follows,
    over: { rows: overRows, amount: toDecimal({ units: over.of(), scale }) },
    under: { rows: off.length - overRows, amount: toDecimal({ units: under.of(), scale }) },
    claim: toDecimal({ units: claim.of(), scale }),
    former:
      former === null
        ? null
        : {
            formula: former,
            rows: changed.length,
            amount: toDecimal({ units: more.of(), scale }),
            claim: toDecimal({ units: moreClaim.of(), scale }),
          },
  };
}

function namesOf(rows: ReadonlyMap<string, number>): RateNames {
  const byRows = [...rows].toSorted(([a, own], [b, other]) => other - own || (a < b ? -1 : 1));
  return { count: byRows.length, first: byRows.slice(0, MAX_RATE_NAMES).map(([name]) => name) };
}

/** The claim for a row: the excess charged, and not refunded in it. */
function claimOf({ charged, expected, refunded }: OffRow): number {
  return Math.max(0, charged - expected - Math.max(0, refunded));
}

function bySize(rows: readonly OffRow[]): readonly OffRow[] {
  const size = ({ charged, expected }: OffRow) => Math.abs(charged - expected);
  return rows.toSorted((a, b) => size(b) - size(a) || a.row - b.row);
}

/** The rows behind a line, as many as there are. */
export function offRowsOf(
  { rowsOf }: FoundRates,
  { id, against, claimOnly }: Omit<RateDeviationsQuery, 'selection'>,
): OffRows {
  const found = rowsOf.get(id)?.[against] ?? NO_ROWS;
  return claimOnly ? { ...found, rows: found.rows.filter((row) => claimOf(row) > 0) } : found;
}

export function claimTotal({ scale, rows }: OffRows): Decimal {
  const total = createUnitSum();
  for (const row of rows) total.add(claimOf(row));
  return toDecimal({ units: total.of(), scale });
}

const orderKeyOf = orderKeyReader({ columns: IDENTITY_COLUMNS });

/** A row of a list whole. */
export function rateDeviation(store: ColumnStore, { scale }: OffRows, off: OffRow): RateDeviation {
  const amount = (units: number): Decimal => toDecimal({ units: BigInt(units), scale });
  return {
    row: off.row,
    identity: identityOf(store, off.row),
    cells: Object.fromEntries(RATE_KEY_COLUMNS.map((column) => [column, store.cell(off.row, column)])),
    base: amount(off.base),
    units: off.units,
    charged: amount(off.charged),
    expected: amount(off.expected),
    difference: amount(off.charged - off.expected),
    refunded: amount(off.refunded),
    claim: amount(claimOf(off)),
    correlationIds: [],
  };
}

function identityOf(store: ColumnStore, row: number): RateDeviation['identity'] {
  return cellsOfKey(orderKeyOf(IDENTITY_COLUMNS.map((column) => store.cell(row, column))));
}

/** Charges above their rule, and the surplus of a rule that charges more than the one before: a finding each. */
export function* findRateFindings(
  store: ColumnStore,
  found: FoundRates,
): Task<readonly FindingOf<KindIn<'rates'>>[]> {
  const findings: FindingOf<KindIn<'rates'>>[] = [];
  for (const line of found.answer.lines) {
    const { off, former } = found.rowsOf.get(line.id) ?? { off: NO_ROWS, former: NO_ROWS };
    const over = off.rows.filter(({ charged, expected }) => charged > expected);
    if (over.length > 0) findings.push(findingOf(store, line, 'off', off.scale, over));
    yield;
    const more = former.rows.filter(({ charged, expected }) => charged > expected);
    if (more.length > 0) findings.push(findingOf(store, line, 'former', former.scale, more));
    yield;
  }
  return findings;
}

function findingOf(
  store: ColumnStore,
  line: RateLine,
  against: RateDeviationsQuery['against'],
  scale: number,
  rows: readonly OffRow[],
): FindingOf<KindIn<'rates'>> {
  const orders = new Map<string, OffRow[]>();
  const claim = createUnitSum();
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const parts = rows.map((off) => {
    const order = JSON.stringify(identityOf(store, off.row));
    const ms = purchaseOf(store, off.row);
    [first, last] = [Math.min(first, ms), Math.max(last, ms)];
    orders.set(order, [...(orders.get(order) ?? []), off]);
    claim.add(claimOf(off));
    return JSON.stringify([order, off.charged, off.expected, scale]);
  });
  const date = (ms: number): LocalDateTime | null => (Number.isFinite(ms) ? localFromMs(ms) : null);
  const { kind, canal, cuenta, id } = line;
  return {
    kind: 'rate',
    subject: {
      charge: RATE_SOURCES[kind satisfies RateKind].charge,
      Canal: canal,
      ...(cuenta === null ? {} : { Cuenta: cuenta }),
      rule: id,
      against,
    },
    evidence: evidenceOf(parts),
    rows: rows.length,
    orders: orders.size,
    amount: toShortestDecimal({ units: claim.of(), scale }),
    firstPurchase: date(first),
    lastPurchase: date(last),
    affects: ['marketplace', 'comercial', 'total'],
    cases: inOrder([...orders.values()].map((own) => caseOf(store, own, scale, cuenta === null))),
  };
}

const purchaseOf = (store: ColumnStore, row: number): number => {
  const segment = store.segmentOf(row);
  return segment.purchaseMs[row - segment.base] ?? Number.NaN;
};

/** The rows of one order that are off. */
function caseOf(
  store: ColumnStore,
  rows: readonly OffRow[],
  scale: number,
  isOfChannel: boolean,
): FindingCase {
  const row = rows[0]?.row ?? 0;
  const claim = createUnitSum();
  const evidence = createEvidence();
  for (const off of rows) {
    claim.add(claimOf(off));
    evidence.add(JSON.stringify([off.charged, off.expected, scale]));
  }
  const bought = Math.min(...rows.map((off) => purchaseOf(store, off.row)));
  const date = Number.isFinite(bought) ? localFromMs(bought) : null;
  const account = { Canal: store.cell(row, 'Canal') ?? '', Cuenta: store.cell(row, 'Cuenta') ?? '' };
  return {
    ...orderAt(store, row),
    ...(isOfChannel ? { account } : {}),
    month: date === null ? null : monthOf(date),
    day: date === null ? null : dayOf(date),
    amount: toShortestDecimal({ units: claim.of(), scale }),
    rows: rows.length,
    evidence: evidence.value(),
  };
}
