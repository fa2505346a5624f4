import { type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import { normalHeader } from '#renderer/data/model/headings.ts';
import { fold } from '#shared/base/fold.ts';
import { eachInSteps, mapInSteps, type Task } from '#shared/base/tasks.ts';
import { type Decimal, divideRounded, toDecimal } from '#shared/domain/decimal.ts';
import { type Coverage, createCoverage } from './check-coverage.ts';
import { type Figures, type RuleGaps, sumTerms, sumUnits, type Units } from './figures.ts';
import type { Layout, TaxRule } from './layout.ts';
import type { HeaderMatch } from './recognition.ts';
import type { SortedRows, TotalRow } from './row-sorting.ts';
import { textsOfRow } from './row-words.ts';
import type { BalanceStep } from './running-balance.ts';
import { type BalanceEnds, checkBalanceLines } from './running-balance.ts';
import { letterOf, type Sign, signsByBalance, signsOfLetters } from './sign-letters.ts';
import { atFiner, finestScale, readStated } from './stated-amounts.ts';
import {
  type CheckFault,
  type CheckName,
  type FaultKind,
  MAX_FAULTS,
  type StatementCheck,
  type StatementChecks,
} from './statement.ts';

/** The arithmetic of one file, held against its own lines. */

export type Evidence = {
  readonly match: HeaderMatch;
  readonly sorted: SortedRows;
  readonly figures: Figures;
  /** The net of each line, as the seller sees it. */
  readonly net: Units;
  /** The same, where nothing tells the sign by the one that leaves the lesser gap in the balance. */
  readonly assumed: Units;
  readonly rule: RuleGaps | null;
  readonly days: readonly (string | null)[];
  readonly settlements: readonly (string | null)[];
};

type Fault = {
  readonly kind: FaultKind;
  readonly after: number | null;
  readonly before: number | null;
  readonly gap: bigint;
  readonly orElse?: bigint;
  readonly column?: string;
};

type Check = {
  readonly name: CheckName;
  readonly checked: number;
  readonly faults: readonly Fault[];
  /** Where it is not the sum of those of all faults. */
  readonly gap?: bigint;
  readonly beyond?: StatementCheck['beyond'];
};

/** Evidence with the lines that each check marks as compared with something. */
type CoveredEvidence = Evidence & { readonly coverage: Coverage };

/** Each check of what the file says beside its lines, and how many of these they cover. */
export function* checkStatement(given: Evidence): Task<Pick<StatementChecks, 'checks' | 'covered'>> {
  const evidence = yield* coveredEvidence(given);
  const { scale } = given.figures;
  const finer = evidence.figures.scale;
  const balance = yield* checkBalance(evidence);
  const found: readonly (readonly [Check | null, number])[] = [
    [yield* checkRows(evidence), finer],
    // A tax is rounded to the places of the lines.
    [yield* checkTax({ ...evidence, figures: given.figures }), scale],
    [balance, finer],
    [yield* checkTotals(evidence, balance === null ? null : gapOf(balance)), finer],
    [yield* checkStatementTotals(evidence), finer],
    [checkSummary(evidence), finer],
  ];
  const checks = found.flatMap(([check, own]) =>
    check === null || check.checked === 0 ? [] : [written(check, { from: own, to: scale })],
  );
  return { checks, covered: checks.length === 0 ? 0 : yield* evidence.coverage.count() };
}

/** All in units of the finest place that the file states: a total of more places than the lines have is another one. */
function* coveredEvidence(given: Evidence): Task<CoveredEvidence> {
  const { figures, sorted, match, rule } = given;
  const { totals, balances, above } = sorted;
  const stating = [...totals, ...balances].map(({ row }) => row).concat(above);
  const scale = yield* finestScale(stating, figures);
  const by = scale - figures.scale;
  const columns = new Map<string, Units>();
  for (const [key, units] of figures.columns) columns.set(key, yield* atFiner(units, by));
  const net = match.layout.net.map(([key]) => ({ key, units: columns.get(key) }));
  return {
    ...given,
    figures: { ...figures, scale, columns },
    net: yield* atFiner(given.net, by),
    assumed: yield* atFiner(given.assumed, by),
    rule: rule === null ? null : { ...rule, gaps: yield* atFiner(rule.gaps, by) },
    coverage: createCoverage(sorted.lines.length, net),
  };
}

const gapOf = ({ gap, faults }: Check): bigint => gap ?? faults.reduce((sum, fault) => sum + fault.gap, 0n);

/** Gaps with the places of the lines, and more where they have more. */
function written(check: Check, { from, to }: { readonly from: number; readonly to: number }): StatementCheck {
  const { name, checked, faults } = check;
  const unit = 10n ** BigInt(from - to);
  const say = (units: bigint): Decimal =>
    toDecimal(units % unit === 0n ? { units: units / unit, scale: to } : { units, scale: from });
  const where = faults.slice(0, MAX_FAULTS).map(
    (fault): CheckFault => ({
      kind: fault.kind,
      after: fault.after,
      before: fault.before,
      gap: say(fault.gap),
      orElse: fault.orElse === undefined ? null : say(fault.orElse),
      column: fault.column ?? null,
    }),
  );
  const gap = say(gapOf(check));
  const { beyond = null } = check;
  return { name, holds: faults.length === 0, checked, failures: faults.length, gap, where, beyond };
}

function* checkRows({ rule, sorted, match, coverage }: CoveredEvidence): Task<Check | null> {
  if (rule === null) return null;
  // A column that is gone cannot be checked: the change says how much it is.
  const variantKeys = new Set(rule.variant.map(([key]) => key));
  if (match.missing.some(({ key }) => variantKeys.has(key))) return null;
  let checked = 0;
  const faults: Fault[] = [];
  yield* eachInSteps(sorted.lines, ({ line }, at) => {
    const gap = rule.gaps[at] ?? null;
    if (gap === null) return;
    checked += 1;
    coverage.line(at);
    if (gap !== 0n) faults.push({ kind: 'row', after: line, before: line, gap });
  });
  return { name: 'row-net', checked, faults };
}

/** Percent. */
const RATES = [19n, 18n, 21n, 16n, 10n];

/** How far a tax is from its rate, where it is rounded in each row: to the currency's own places, down or up from a half. */
function taxGap(
  base: bigint,
  tax: bigint,
  { rate, unit }: { readonly rate: bigint; readonly unit: bigint },
): bigint {
  const fromBase = divideRounded(base * rate, 100n * unit) * unit;
  const whole = base + tax;
  const fromWhole = whole - divideRounded(whole * 100n, (100n + rate) * unit) * unit;
  if (tax === fromBase || tax === fromWhole) return 0n;
  return tax - fromBase;
}

/** Rows that are taxed, at the rate of most of them; no rate of most: nothing is proved by it. */
function* checkTax({ match, figures, sorted, coverage }: CoveredEvidence): Task<Check | null> {
  const rule = match.layout.taxRule;
  const columns = rule === null ? null : taxColumns(figures, rule);
  if (columns === null) return null;
  const taxed: { readonly at: number; readonly line: number; readonly base: bigint; readonly tax: bigint }[] =
    [];
  yield* eachInSteps(sorted.lines, ({ line }, at) => {
    const [base, tax] = [columns.base[at] ?? null, columns.tax[at] ?? null];
    if (base !== null && tax !== null && tax !== 0n) taxed.push({ at, line, base, tax });
  });
  const full = 10n ** BigInt(figures.scale);
  const unit = taxed.every(({ base, tax }) => base % full === 0n && tax % full === 0n) ? full : 1n;
  for (const rate of RATES) {
    const gaps = yield* mapInSteps(taxed, (row) => ({
      ...row,
      gap: taxGap(row.base, row.tax, { rate, unit }),
    }));
    const wrong = gaps.filter(({ gap }) => gap !== 0n);
    if (wrong.length > taxed.length / 5) continue;
    const faults = wrong.map(({ line, gap }): Fault => ({ kind: 'row', after: line, before: line, gap }));
    for (const { at } of taxed) coverage.line(at);
    return { name: 'row-tax', checked: taxed.length, faults };
  }
  return null;
}

function taxColumns({ columns }: Figures, rule: TaxRule) {
  const [base, tax] = [columns.get(rule.base), columns.get(rule.tax)];
  return base === undefined || tax === undefined ? null : { base, tax };
}

function* checkBalance(evidence: CoveredEvidence): Task<Check | null> {
  const { sorted, figures, assumed, days } = evidence;
  const balances = figures.columns.get('balance');
  const ends = balanceEnds(evidence);
  const isShown = balances?.some((balance) => balance !== null) ?? false;
  // Told at its two ends alone: from the one the lines lead to the other.
  const isSpanned = !isShown && ends.opening !== null && ends.closing !== null && sorted.lines.length > 0;
  if (!isShown && !isSpanned) return null;
  const last = sorted.lines.length - 1;
  const steps = yield* mapInSteps(
    sorted.lines,
    ({ line }, at): BalanceStep => ({
      line,
      amount: assumed[at] ?? 0n,
      balance: isSpanned && at === last ? ends.closing : (balances?.[at] ?? null),
      day: days[at] ?? null,
    }),
  );
  if (isSpanned) {
    const spanned = yield* checkBalanceLines(steps, { ...ends, closing: null });
    evidence.coverage.range(0, steps.length);
    return { name: 'running-balance', checked: 1, faults: spanned.faults, gap: spanned.gap };
  }
  // The rows that tell the ends may stand in either order of time.
  const isOpen = ends.opening === null && ends.closing === null;
  const asWritten = yield* checkBalanceLines(steps, ends);
  const swapped = isOpen
    ? asWritten
    : yield* checkBalanceLines(steps, { opening: ends.closing, closing: ends.opening });
  const proof = swapped.failures < asWritten.failures ? swapped : asWritten;
  const placeOf = new Map(sorted.lines.map(({ line }, at) => [line, at]));
  const faults = yield* mapInSteps(proof.faults, (fault) => withEitherSign(fault, evidence, placeOf));
  const { checked, gap, beyond } = proof;
  if (checked > 0) evidence.coverage.range(beyond.first, steps.length - beyond.last);
  return { name: 'running-balance', checked, faults, gap, beyond };
}

/** The line beside the gap has an amount without a sign: the gap by the other one too. */
function withEitherSign(
  fault: Fault,
  { net, assumed }: Evidence,
  placeOf: ReadonlyMap<number, number>,
): Fault {
  for (const line of [fault.before, fault.after]) {
    const at = placeOf.get(line ?? -1) ?? -1;
    const amount = assumed[at];
    if (amount === null || amount === undefined || net[at] !== null) continue;
    return { ...fault, orElse: fault.gap + 2n * amount };
  }
  return fault;
}

/** Balances at the ends that rows above, below or among the lines tell. */
function balanceEnds({
  sorted,
  match,
  figures,
}: Pick<Evidence, 'sorted' | 'match' | 'figures'>): BalanceEnds {
  const ends: { opening: bigint | null; closing: bigint | null } = { opening: null, closing: null };
  const place = match.columns.get('balance') ?? -1;
  for (const { row, end } of sorted.balances) {
    // A record of the balance has it as what came, as a movement has.
    const record = match.layout.records === null ? null : netOfRow(row, match, figures);
    ends[end] ??= record ?? readStated(row, place, figures) ?? lastAmount(row, figures);
  }
  for (const row of sorted.above) {
    const words = textsOfRow(row).map(fold).join(' ');
    if (/^saldo (?:inicial|anterior)\b/.test(words)) ends.opening ??= lastAmount(row, figures);
    if (/^saldo final\b/.test(words)) ends.closing ??= lastAmount(row, figures);
  }
  const summary = summaryOf(sorted.above, figures);
  return summary === null ? ends : { opening: summary.initial, closing: summary.final };
}

function lastAmount(row: FileRow, figures: Figures): bigint | null {
  for (let place = row.cells.length - 1; place >= 0; place -= 1) {
    const value = readStated(row, place, figures);
    if (value !== null) return value;
  }
  return null;
}

const SUMMARY = ['initial balance', 'credits', 'debits', 'final balance'] as const;

/** The table above the lines of an account's summary. */
function summaryOf(above: readonly FileRow[], figures: Figures) {
  const at = above.findIndex((row) => {
    const names = row.cells.map((cell) => normalHeader(fileCellText(cell)));
    return SUMMARY.every((name) => names.includes(name));
  });
  const [head, values] = [above[at], above[at + 1]];
  if (at < 0 || head === undefined || values === undefined) return null;
  const names = head.cells.map((cell) => normalHeader(fileCellText(cell)));
  const [initial, credits, debits, final] = SUMMARY.map((name) =>
    readStated(values, names.indexOf(name), figures),
  );
  return initial == null || credits == null || debits == null || final == null
    ? null
    : { initial, credits, debits, final };
}

function checkSummary({ sorted, figures, net, coverage }: CoveredEvidence): Check | null {
  const summary = summaryOf(sorted.above, figures);
  if (summary === null) return null;
  coverage.range(0, net.length);
  let [credits, debits] = [0n, 0n];
  for (const value of net) {
    if (value !== null && value > 0n) credits += value;
    if (value !== null && value < 0n) debits += value;
  }
  const stated = summary.debits > 0n ? -summary.debits : summary.debits;
  const whole = (column: string, gap: bigint): Fault[] =>
    gap === 0n ? [] : [{ kind: 'total', after: null, before: null, gap, column }];
  return {
    name: 'summary',
    checked: 3,
    faults: [
      ...whole('CREDITS', summary.credits - credits),
      ...whole('DEBITS', stated - debits),
      ...whole('FINAL_BALANCE', summary.final - summary.initial - summary.credits - stated),
    ],
  };
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

/** Rows of totals among, above and below the lines: each of what lies above it, of all lines, or of one settlement. */
function* checkTotals(evidence: CoveredEvidence, balanceGap: bigint | null): Task<Check | null> {
  const { sorted, match } = evidence;
  // The total that such a layout has in a row of its own is another check.
  const { totalRow } = match.layout;
  const ownPlace = totalRow === null ? -1 : (match.columns.get(totalRow.amount) ?? -1);
  const faults: Fault[] = [];
  let checked = 0;
  let since = 0;
  for (const total of sorted.totals) {
    yield;
    if (fileCellText(total.row.cells[ownPlace]).trim() !== '') continue;
    const found =
      match.layout.records === null
        ? yield* checkTotalRow(evidence, total, since)
        : checkRecordTotal(evidence, total, { since, balanceGap });
    checked += found.checked;
    faults.push(...found.faults);
    if (total.linesBefore > 0) since = total.linesBefore;
  }
  return { name: 'total-row', checked, faults };
}

type Range = { readonly from: number; readonly to: number };

function totalFault({ sorted }: Evidence, { from, to }: Range, gap: bigint, column: string | null): Fault {
  const place = { after: sorted.lines[from]?.line ?? null, before: sorted.lines[to - 1]?.line ?? null };
  return { kind: 'total', ...place, gap, ...(column === null ? {} : { column }) };
}

/** Each amount of the row against the sums it may be; that with the least gap counts. */
function* checkTotalRow(
  evidence: CoveredEvidence,
  total: TotalRow,
  since: number,
): Task<{ readonly checked: number; readonly faults: readonly Fault[] }> {
  const { figures, match, settlements, coverage } = evidence;
  const { layout, columns, header } = match;
  const ranges: Range[] = [
    { from: since, to: total.linesBefore },
    { from: 0, to: total.linesBefore },
    { from: 0, to: settlements.length },
  ].filter(
    ({ from, to }, at, all) =>
      to > from && all.findIndex((other) => other.from === from && other.to === to) === at,
  );
  const own = settlements.find((each) => each !== null && total.label.includes(each)) ?? null;
  const faults: Fault[] = [];
  let checked = 0;
  for (const { key, reads, part } of layout.columns.map((column) => ({ part: null, ...column }))) {
    const [units, place] = [figures.columns.get(key), columns.get(key)];
    if (reads !== 'amount' || part === 'balance' || units === undefined || place === undefined) continue;
    const written = readStated(total.row, place, figures);
    if (written === null) continue;
    const stated = figures.reversed.has(key) ? -written : written;
    checked += 1;
    yield;
    const mine =
      own === null
        ? null
        : settlements.reduce((sum, each, at) => (each === own ? sum + (units[at] ?? 0n) : sum), 0n);
    const sums: { readonly range: Range; readonly sum: bigint }[] = [];
    for (const range of mine === null ? ranges : [{ from: 0, to: settlements.length }]) {
      sums.push({ range, sum: mine ?? sumUnits(units, range.from, range.to) });
      yield;
    }
    const gaps = sums.map(({ range, sum }) => ({ range, gap: stated - sum }));
    let [least] = gaps;
    for (const each of gaps) if (least !== undefined && abs(each.gap) < abs(least.gap)) least = each;
    if (least === undefined) continue;
    for (let at = least.range.from; at < least.range.to; at += 1) {
      if (own === null || settlements[at] === own) coverage.column(key, at);
    }
    if (least.gap === 0n) continue;
    faults.push(totalFault(evidence, least.range, least.gap, header.headers[place] ?? null));
  }
  return { checked, faults };
}

/** The amount of a row that is no line, where lines have their net. */
function netOfRow(row: FileRow, match: HeaderMatch, figures: Figures): bigint | null {
  const terms = match.layout.net.map(([key, sign]) => {
    const value = readStated(row, match.columns.get(key) ?? -1, figures);
    return value === null ? null : BigInt(sign) * value;
  });
  return terms.every((term) => term === null)
    ? null
    : terms.reduce<bigint>((sum, term) => sum + (term ?? 0n), 0n);
}

/** A total of movements by its credits less its debits, with what was there at the beginning or without. */
function checkRecordTotal(
  evidence: CoveredEvidence,
  total: TotalRow,
  { since, balanceGap }: { readonly since: number; readonly balanceGap: bigint | null },
) {
  const { match, figures, net, sorted, coverage } = evidence;
  const stated = netOfRow(total.row, match, figures);
  if (stated === null) return { checked: 0, faults: [] };
  const [openingRow] = sorted.balances;
  const opening = openingRow === undefined ? 0n : (netOfRow(openingRow.row, match, figures) ?? 0n);
  const range = { from: total.kind === 'subtotal' ? since : 0, to: total.linesBefore };
  const sum = sumUnits(net, range.from, range.to);
  const all = sumUnits(net, 0, total.linesBefore);
  coverage.range(range.from, range.to);
  const gaps = [stated - sum, stated - sum - opening, stated - all, stated - all - opening];
  if (gaps.includes(0n)) return { checked: 1, faults: [] };
  // Which of the sums it is, the balance tells where the same is wrong with it.
  const same = gaps.find((each) => each === balanceGap);
  const gap = same ?? gaps.reduce((best, each) => (abs(each) < abs(best) ? each : best));
  return { checked: 1, faults: [totalFault(evidence, range, gap, null)] };
}

/** The total that a row of its own, or a title, tells of a settlement. */
function* checkStatementTotals(evidence: CoveredEvidence): Task<Check | null> {
  const { match, sorted, figures, net, settlements, coverage } = evidence;
  const faults: Fault[] = [];
  let checked = 0;
  const hold = (stated: bigint, own: string | null): void => {
    checked += 1;
    const mine = settlements.flatMap((each, at) => (own === null || each === own ? [at] : []));
    for (const at of mine) coverage.line(at);
    const gap = stated - mine.reduce((sum, at) => sum + (net[at] ?? 0n), 0n);
    if (gap !== 0n) faults.push(locateInTotal(evidence, mine, gap));
  };
  const { totalRow } = match.layout;
  if (totalRow !== null) {
    const place = match.columns.get(totalRow.amount) ?? -1;
    const settlementPlace = match.columns.get('settlement') ?? -1;
    for (const { row } of sorted.totals) {
      yield;
      const stated = readStated(row, place, figures);
      const own = fileCellText(row.cells[settlementPlace]).trim();
      if (stated !== null) hold(stated, own === '' ? null : own);
    }
  }
  for (const row of sorted.above) {
    const [label = ''] = textsOfRow(row);
    if (
      !/^total (?:factur|cargos|a pagar|general|liquid|monto)/.test(
        fold(label).replace(/\bde la |\bde /g, ''),
      )
    )
      continue;
    const stated = lastAmount(row, figures);
    if (stated === null) continue;
    const own = settlements.find(
      (each) => each !== null && textsOfRow(row).some((text) => text.includes(each)),
    );
    hold(isCost(match.layout) ? -stated : stated, own ?? null);
  }
  return { name: 'statement-total', checked, faults };
}

const isCost = ({ net }: Layout): boolean => net.length === 1 && net[0]?.[1] === -1;

/** A line that is there twice, where its amount is what is too much. */
function locateInTotal({ sorted, net }: Evidence, mine: readonly number[], gap: bigint): Fault {
  const suspects = mine.filter((at) => net[at] === -gap);
  const seen = new Map<string, number>();
  for (const at of suspects) {
    const row = sorted.lines[at];
    if (row === undefined) continue;
    const content = JSON.stringify(row.cells.map(fileCellText));
    const former = seen.get(content);
    if (former !== undefined) return { kind: 'repeated', after: former, before: row.line, gap };
    seen.set(content, row.line);
  }
  const [first, last] = [mine[0], mine.at(-1)];
  const lineOf = (at: number | undefined): number | null =>
    at === undefined ? null : (sorted.lines[at]?.line ?? null);
  return { kind: 'total', after: lineOf(first), before: lineOf(last), gap };
}

type SignedNet = {
  readonly net: Units;
  /** The nets of lines without a sign, by the one that leaves the lesser gap in the balance. */
  readonly assumed: Units;
  /** Lines of which nothing tells the sign. */
  readonly unsigned: readonly number[];
};

/** The net of each line as written by sign; of unsigned ones by letter or from the balance. */
export function* signedNet(
  match: HeaderMatch,
  figures: Figures,
  { sorted, letters }: { readonly sorted: SortedRows; readonly letters: readonly (string | null)[] },
): Task<SignedNet> {
  const sums = yield* sumTerms(figures.columns, match.layout.net, sorted.lines.length);
  const written = yield* mapInSteps(sums, (value, at) => (figures.open.has(at) ? null : value));
  const balances = figures.columns.get('balance') ?? [];
  const fromBalance = (amounts: Units) =>
    signsFromBalance(amounts, balances, balanceEnds({ sorted, match, figures }).opening);
  switch (match.layout.sign) {
    case 'written':
      return yield* withoutOdd(written, oddCharges(match.layout, figures), () =>
        fromBalance(written.map(absolute)),
      );
    case 'letter':
      return yield* signsFromLetters(
        written,
        { letters, heading: match.header.headers[match.columns.get('letter') ?? -1] ?? '' },
        () => fromBalance(written.map(absolute)),
      );
    case 'balance':
      return written.some((value) => value !== null && value < 0n)
        ? { net: written, assumed: written, unsigned: [] }
        : yield* fromBalance(written);
  }
}

/**
 * Lines of which the column of charges has the other sign than most of its lines: a charge that was annulled, or one that was written
 * otherwise. Where as many have the one as the other it is all of them.
 */
function oddCharges({ kind }: Layout, { columns, isSaid }: Figures): readonly number[] {
  if (kind !== 'bank' && kind !== 'unknown') return [];
  const charges = columns.get('debit') ?? [];
  const places = (isOne: (value: bigint) => boolean): readonly number[] =>
    charges.flatMap((value, at) => (value !== null && isOne(value) && !isSaid('debit', at) ? [at] : []));
  const odd = places((value) => value > 0n);
  if (odd.length === 0) return odd;
  const usual = places((value) => value < 0n);
  return odd.length === usual.length ? [...odd, ...usual].sort((one, other) => one - other) : odd;
}

/** The nets, but of odd lines only where the balance goes on by them. */
function* withoutOdd(
  net: Units,
  odd: readonly number[],
  fromBalance: () => Task<SignedNet>,
): Task<SignedNet> {
  if (odd.length === 0) return { net, assumed: net, unsigned: [] };
  const shown = yield* fromBalance();
  const unsigned = odd.filter((at) => net[at] !== null && (shown.net[at] ?? null) !== net[at]);
  const out = new Set(unsigned);
  return { net: net.map((value, at) => (out.has(at) ? null : value)), assumed: net, unsigned };
}

const absolute = (value: bigint | null): bigint | null => (value === null ? null : abs(value));

/** By the letters of the column as a whole; what they leave open, by the balance where all lines of a letter go one way. */
function* signsFromLetters(
  amounts: Units,
  { letters, heading }: { readonly letters: readonly (string | null)[]; readonly heading: string },
  fromBalance: () => Task<SignedNet>,
): Task<SignedNet> {
  const written = signsOfLetters(letters, heading);
  const odd = oddSigns(amounts, (at) => written.get(letterOf(letters[at] ?? null)));
  const isOpen = (at: number): boolean =>
    amounts[at] !== null && (odd.has(at) || !written.has(letterOf(letters[at] ?? null)));
  const shown = amounts.some((_, at) => isOpen(at)) ? yield* fromBalance() : null;
  const proved = shown === null ? new Map<string, Sign>() : signsByBalance(letters, shown.net);
  const unsigned: number[] = [];
  const net = yield* mapInSteps(amounts, (value, at) => {
    const letter = letterOf(letters[at] ?? null);
    const sign = written.get(letter) ?? proved.get(letter);
    if (value === null || value === 0n) return value;
    const own = odd.has(at) ? (shown?.net[at] ?? null) : null;
    if (own !== null) return own;
    if (sign !== undefined && !odd.has(at)) return sign === 1 ? abs(value) : -abs(value);
    unsigned.push(at);
    return null;
  });
  return { net, assumed: net, unsigned };
}

/** Lines whose amount has a minus beside a letter that says otherwise, or where others of that letter have none: or the other way. */
function oddSigns(amounts: Units, signAt: (at: number) => Sign | undefined): ReadonlySet<number> {
  const charges = { minus: 0, plain: 0 };
  for (const [at, value] of amounts.entries()) {
    if (value === null || value === 0n || signAt(at) !== -1) continue;
    charges[value < 0n ? 'minus' : 'plain'] += 1;
  }
  const isOdd = (value: bigint, sign: Sign): boolean =>
    sign === 1 ? value < 0n : value < 0n ? charges.minus <= charges.plain : charges.plain <= charges.minus;
  return new Set(
    amounts.flatMap((value, at) => {
      const sign = signAt(at);
      return value !== null && value !== 0n && sign !== undefined && isOdd(value, sign) ? [at] : [];
    }),
  );
}

/** By which sign the balance goes on, in that order of time in which it does more often. */
function* signsFromBalance(amounts: Units, balances: Units, opening: bigint | null): Task<SignedNet> {
  const balanceAt = (at: number): bigint | null =>
    at < 0 || at >= balances.length ? opening : (balances[at] ?? null);
  const stepTo = (at: number, neighbour: -1 | 1): bigint | null => {
    const [now, before] = [balances[at] ?? null, balanceAt(at + neighbour)];
    return now === null || before === null ? null : now - before;
  };
  const fits = (neighbour: -1 | 1): number =>
    amounts.filter((value, at) => value !== null && abs(stepTo(at, neighbour) ?? -1n) === value).length;
  const before = fits(-1);
  yield;
  const neighbour = before >= fits(1) ? -1 : 1;
  yield;
  // The balances around them tell both signs of two lines beside a balance that is off.
  const signedAmount = (at: number): bigint | null => {
    const value = amounts[at] ?? null;
    const step = value === null ? null : stepTo(at, neighbour);
    if (value === null || step === null) return value === 0n ? value : null;
    return abs(step) === value ? step : null;
  };
  const overTwo = (
    [at, one]: readonly [number, bigint],
    [later, other]: readonly [number, bigint],
  ): readonly [bigint, bigint] | null => {
    const [before, after] = [balanceAt(at + neighbour), balances[later] ?? null];
    if (before === null || after === null) return null;
    const ways = SIGNS.filter(([first, second]) => first * one + second * other === after - before);
    const [only] = ways;
    return only === undefined || ways.length > 1 ? null : [only[0] * one, only[1] * other];
  };
  const unsigned: number[] = [];
  const net = [...(yield* mapInSteps(amounts, (_, at) => signedAmount(at)))];
  for (const [at, value] of net.entries()) {
    const later = at - neighbour;
    const [one, other] = [amounts[at] ?? null, amounts[later] ?? null];
    if (value !== null || net[later] !== null || one === null || other === null) continue;
    const both = overTwo([at, one], [later, other]);
    if (both !== null) [net[at], net[later]] = both;
  }
  yield;
  const assumed = yield* mapInSteps(amounts, (value, at) => {
    const known = net[at] ?? null;
    if (value === null || known !== null) return known;
    unsigned.push(at);
    return (stepTo(at, neighbour) ?? 0n) >= 0n ? value : -value;
  });
  return { net, assumed, unsigned };
}

const SIGNS: readonly (readonly [bigint, bigint])[] = [
  [1n, 1n],
  [1n, -1n],
  [-1n, 1n],
  [-1n, -1n],
];
