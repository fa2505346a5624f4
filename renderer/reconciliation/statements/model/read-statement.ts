import { type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import { headerFingerprint, normalHeader } from '#renderer/data/model/headings.ts';
import { tableOfOtherText } from '#renderer/data/model/other-texts.ts';
import {
  AMOUNT_PARTS,
  type AmountPart,
  type DateField,
  type TextField,
} from '#renderer/data/model/statement-fields.ts';
import type { WrittenCurrency } from '#renderer/data/model/written-currencies.ts';
import type { DayOrder } from '#renderer/data/model/written-dates.ts';
import { fold } from '#shared/base/fold.ts';
import { atOnce, mapInSteps, type Task } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';
import { type CellDoubt, textColumn } from './cell-columns.ts';
import { followChanges } from './changes.ts';
import { checkStateOf, rowsLeftOut } from './check-state.ts';
import { type DateBounds, dateColumn, readDateTexts } from './date-columns.ts';
import { readDateColumns } from './date-columns-of-file.ts';
import { cellsAt, checkNetRule, readFigures, sumTerms, type Units } from './figures.ts';
import { possibleHeaders } from './headers.ts';
import type { Layout, LayoutColumn } from './layout.ts';
import {
  type AnsweredLines,
  createLineAsking,
  createMovedAsking,
  type LineAsking,
  type LineQuestion,
  unanswered,
  withAnsweredSigns,
} from './line-answers.ts';
import { findOtherCurrencies } from './line-currencies.ts';
import {
  chosenDayOrders,
  isMappingFor,
  layoutOfMapping,
  type StatementMapping,
  saysColumns,
} from './mapping.ts';
import { withoutLines, withoutMovedLines } from './moved-lines.ts';
import { findCandidates, type HeaderMatch, isPartial, matchHeader, namedAgain } from './recognition.ts';
import { NO_ANSWERS, type RowAnswers } from './row-answers.ts';
import { type SortedRows, sortRows } from './row-sorting.ts';
import { textsOfRow } from './row-words.ts';
import type {
  LayoutChange,
  NotUnderstood,
  RecognitionReason,
  StatementChecks,
  StatementDate,
  StatementLine,
  StatementReading,
} from './statement.ts';
import { checkStatement, signedNet } from './statement-checks.ts';
import { periodNamed } from './statement-period.ts';
import { unnamedTotals } from './unnamed-totals.ts';

/** From the rows of a file to its kind, its lines in one shape, and whether its own arithmetic holds. */

export type StatementQuestion = {
  /** The day on which it is read: where days have no year, no movement is later. */
  readonly today: LocalDate;
  /** The user's mappings of unknown files, by fingerprint of the header. */
  readonly mappings: ReadonlyMap<string, StatementMapping>;
  /** The user's answers about rows that were not understood. */
  readonly rows?: RowAnswers;
};

export type StatementTask = Task<StatementReading>;

export function* readStatement(given: readonly FileRow[], question: StatementQuestion): StatementTask {
  const rows = (yield* tableOfOtherText(given)) ?? given;
  yield;
  const mapped = findMapped(rows, question.mappings);
  if (mapped !== null) return yield* readAs(mapped, rows, question);
  const candidates = findCandidates(rows).map((match) => asSaid(match, question.mappings));
  const refuted: RecognitionReason[] = [];
  for (const match of candidates.length > 1 ? yield* byArithmetic(candidates, rows, question) : candidates) {
    const reading = yield* readAs(match, rows, question);
    const failing = failingCheck(reading, match);
    if (failing === null) return reading;
    refuted.push({ reason: 'refuted', kind: match.layout.kind, check: failing });
  }
  return unknownReading(rows, refuted);
}

/** The whole reading at once. */
export function readStatementAtOnce(rows: readonly FileRow[], question: StatementQuestion): StatementReading {
  return atOnce(readStatement(rows, question));
}

function findMapped(rows: readonly FileRow[], mappings: StatementQuestion['mappings']): HeaderMatch | null {
  if (mappings.size === 0) return null;
  for (const header of possibleHeaders(rows)) {
    const mapping = mappings.get(headerFingerprint(header.headers));
    if (mapping !== undefined && saysColumns(mapping) && isMappingFor(mapping, header.headers)) {
      return matchHeader(layoutOfMapping(mapping), header);
    }
  }
  return null;
}

/** The match with what the user said that its files leave open. */
function asSaid(match: HeaderMatch, mappings: StatementQuestion['mappings']): HeaderMatch {
  const said = mappings.size === 0 ? undefined : mappings.get(headerFingerprint(match.header.headers));
  if (said === undefined || saysColumns(said)) return match;
  const { decimalSign } = said;
  return { ...match, layout: { ...match.layout, decimalSign, chosenDayOrders: chosenDayOrders(said) } };
}

/** The check that a file of such a layout must pass in most of its rows, and fails; null where it does not. */
function failingCheck(
  { proof, lines }: StatementReading,
  match: HeaderMatch,
): 'running-balance' | 'row-net' | null {
  const { layout } = match;
  const share = (name: string): number => {
    const check = proof.checks.find((each) => each.name === name);
    return check === undefined || check.checked === 0 ? 0 : check.failures / check.checked;
  };
  if (lines.length === 0 && isPartial(match)) return 'row-net';
  if (layout.needsChecks || (layout.kind === 'bank' && isPartial(match))) {
    const isProved = proof.checks.some(({ name, checked }) => name === 'running-balance' && checked > 0);
    if (lines.length > 2 && (!isProved || share('running-balance') > 0.5)) return 'running-balance';
  }
  return isPartial(match) && share('row-net') > 0.5 ? 'row-net' : null;
}

const SAMPLE_ROWS = 300;

/** Layouts whose headers fit about as well: first that with the fewest doubts and failures among the first rows. */
function* byArithmetic(
  candidates: readonly HeaderMatch[],
  rows: readonly FileRow[],
  question: StatementQuestion,
): Task<readonly HeaderMatch[]> {
  const judged: { readonly match: HeaderMatch; readonly wrong: number }[] = [];
  for (const match of candidates) {
    const sample = rows.slice(0, match.header.at + match.header.rows + SAMPLE_ROWS);
    const { notUnderstood, proof, lines } = yield* readAs(match, sample, question);
    const failures = proof.checks
      .filter(({ name }) => name === 'row-net' || name === 'running-balance')
      .reduce((sum, check) => sum + check.failures, 0);
    judged.push({
      match,
      // Knowledge of days does not make a layout the likelier one.
      wrong:
        lines.length === 0
          ? Number.POSITIVE_INFINITY
          : failures + notUnderstood.filter(({ why }) => why !== 'day-order').length,
    });
  }
  const least = Math.min(...judged.map(({ wrong }) => wrong));
  // As good as the best: the headers decide, which the candidates are in the order of.
  return judged
    .toSorted((left, right) => Number(left.wrong > least) - Number(right.wrong > least))
    .map(({ match }) => match);
}

function* readAs(given: HeaderMatch, rows: readonly FileRow[], question: StatementQuestion): StatementTask {
  // What a user says of a file's columns is of all of them, but for those that bear the name of another.
  const changeable: HeaderMatch =
    given.layout.id === 'mapping'
      ? { ...given, missing: [], unknown: namedAgain(given, given.header.headers.map(normalHeader)) }
      : given;
  const isChanged = changeable.missing.length > 0 || changeable.unknown.length > 0;
  const first = yield* sortedLines(rows, given, question.rows);
  yield;
  const changed: { readonly match: HeaderMatch; readonly changes: readonly LayoutChange[] } = isChanged
    ? yield* followChanges(changeable, first.lines)
    : { match: given, changes: [] };
  const { match } = changed;
  const all =
    match.columns.size === given.columns.size ? first : yield* sortedLines(rows, match, question.rows);
  const asking = createLineAsking(all, match, (question.rows ?? NO_ANSWERS).said);
  const { lines, currency } = yield* ofOneCurrency(unanswered(all), match, asking);
  yield;
  return yield* readLines(lines, { ...changed, currency, asking, today: question.today });
}

/** Without the lines that have an amount in another currency than theirs, and of which the user says no other. */
function* ofOneCurrency(
  given: AnsweredLines,
  match: HeaderMatch,
  asking: LineAsking,
): Task<{ readonly lines: AnsweredLines; readonly currency: WrittenCurrency | null }> {
  const { sorted } = given;
  const { others, ofFile } = yield* findOtherCurrencies(sorted, match, given.amounts);
  const asked = [...others].map(([at, { place }]): LineQuestion => ({ at, why: 'currency', place }));
  const answered = asking.answer(given, asked);
  if (answered !== null) return yield* ofOneCurrency(answered, match, asking);
  const doubts = new Map(
    asked.map((question): readonly [number, NotUnderstood] => {
      const { at, why, place } = question;
      const row = sorted.lines[at] ?? NO_ROW;
      const column = match.header.headers[place] ?? '';
      const key = asking.keyOf(row, question);
      const text = others.get(at)?.text ?? '';
      return [at, { line: row.line, column, text, why, row: { key, mayBeLine: true } }];
    }),
  );
  return { lines: { ...given, sorted: withoutLines(sorted, doubts) }, currency: ofFile };
}

/** Facts of a file before its lines are read. */
type LinesOf = {
  readonly match: HeaderMatch;
  readonly changes: readonly LayoutChange[];
  readonly currency: WrittenCurrency | null;
  readonly asking: LineAsking;
  readonly today: LocalDate;
};

/** Long: every step of a reading in its order, each of which needs those before. */
function* readLines(given: AnsweredLines, of: LinesOf): StatementTask {
  const { match, currency, asking } = of;
  const { layout, header } = match;
  const { sorted } = given;
  const { lines } = sorted;
  const figures = yield* readFigures(lines, match, currency, given.amounts);
  yield;
  const doubts: NotUnderstood[] = [...sorted.notUnderstood];
  const asked: LineQuestion[] = [];
  for (const { at, place, text, why } of figures.doubts) {
    const row = lines[at] ?? NO_ROW;
    const doubtView = { line: row.line, column: header.headers[place] ?? '', text, why };
    if (why !== 'amount' && why !== 'scale') doubts.push(doubtView);
    else {
      const question: LineQuestion = { at, why, place };
      asked.push(question);
      doubts.push({ ...doubtView, row: { key: asking.keyOf(row, question), mayBeLine: true } });
    }
  }
  const doubt = (place: number, field: LineField | null) => (each: CellDoubt) => {
    const row = lines[each.at] ?? NO_ROW;
    const doubtView = { line: row.line, column: header.headers[place] ?? '', text: each.text, why: each.why };
    if (each.why !== 'maybe-lost-digits' || field === null) return void doubts.push(doubtView);
    if (given.whole.get(row.line)?.has(place) === true) return;
    const question: LineQuestion = { at: each.at, why: each.why, place };
    asked.push(question);
    doubts.push({ ...doubtView, field, row: { key: asking.keyOf(row, question), mayBeLine: true } });
  };
  const texts = new Map<string, readonly (string | null)[]>();
  const dates = new Map<string, readonly (StatementDate | null)[]>();
  const bounds = boundsOf(sorted.above, of.today);
  const days = yield* readDateColumns(lines, match, bounds);
  for (const [key, column] of days.columns) {
    column.doubts.forEach(doubt(match.columns.get(key) ?? -1, null));
    dates.set(key, column.dates);
  }
  for (const column of layout.columns) {
    const place = match.columns.get(column.key);
    if (place === undefined) continue;
    if (column.reads === 'text' && (column.field !== null || isReadToo(layout, column.key))) {
      const nothing = layout.nothing[column.key] ?? [];
      const read = yield* textColumn(cellsAt(lines, place), { isId: isId(column), nothing });
      read.doubts.forEach(doubt(place, column.field));
      texts.set(column.key, read.texts);
    }
    yield;
  }
  const { net, assumed, unsigned } = withAnsweredSigns(
    yield* signedNet(match, figures, { sorted, letters: texts.get('letter') ?? [] }),
    given,
    given.signs.size === 0 ? [] : yield* sumTerms(figures.columns, layout.net, lines.length),
  );
  for (const at of unsigned) {
    const row = lines[at] ?? NO_ROW;
    const question: LineQuestion = { at, why: 'sign', place: -1 };
    asked.push(question);
    doubts.push({
      line: row.line,
      column: '',
      text: textsOfRow(row).join(' '),
      why: 'sign',
      row: { key: asking.keyOf(row, question), mayBeLine: true },
    });
  }
  const answered = asking.answer(given, asked);
  if (answered !== null) return yield* readLines(answered, of);
  const rule = layout.netRule === null ? null : yield* checkNetRule(figures, layout.netRule, lines.length);
  yield;
  const settlements = texts.get('settlement') ?? lines.map(() => null);
  const firstDays = [...dates.values()][0]?.map((date) => date?.day ?? null) ?? [];
  yield* datesOfTotals({ match, totals: sorted.totals, settlements, bounds, orders: days.orders }, dates);
  const proved = yield* checkStatement({
    ...{ match, sorted, figures, net, assumed, rule, settlements },
    days: firstDays,
  });
  const proof = withDoubts(proved, doubts);
  yield;
  const signs = new Map(rule?.variant ?? []);
  const amounts = partColumns(layout, signs).map(({ part, key, sign }) => ({
    part,
    sign,
    units: figures.columns.get(key),
  }));
  const say = (units: bigint): Decimal => toDecimal({ units, scale: figures.scale });
  const build = createLineBuilder({ layout, texts, dates, currency });
  const found = yield* mapInSteps(lines, (row, at) =>
    build(row, at, { parts: partsAt(amounts, at), net: net[at] ?? null, say }),
  );
  return {
    kind: layout.kind,
    layout: layout.id,
    reasons: [...reasonsOf(match, proof.checks), ...figures.decided],
    fingerprint: headerFingerprint(header.headers),
    headers: header.headers,
    lines: found,
    leftAside: sorted.leftAside,
    notUnderstood: doubts.sort((left, right) => left.line - right.line),
    said: sorted.said,
    proof,
    changes: of.changes,
    dayOrders: days.decided,
    settlements: groupsOf(settlements, net, say),
  };
}

function withDoubts(
  proved: Pick<StatementChecks, 'checks' | 'covered'>,
  doubts: readonly NotUnderstood[],
): StatementChecks {
  const proof = { ...proved, doubts: rowsLeftOut(doubts) };
  const state = checkStateOf(proof);
  return { ...proof, holds: state === 'holds' || state === 'none' };
}

function* sortedLines(
  rows: readonly FileRow[],
  match: HeaderMatch,
  said: StatementQuestion['rows'],
): Task<SortedRows> {
  const sort = (answers: RowAnswers | undefined, checked?: ReadonlySet<number>) =>
    sortRows(rows, match, answers, checked);
  // An answer for all rows in doubt does not count for totals that come out.
  const asked = yield* sort(said === undefined ? undefined : { ...said, others: null });
  const checked = yield* unnamedTotals(asked, rows, match);
  const isSettled = checked.size === 0 && (said?.others ?? null) === null;
  const sorted = isSettled ? asked : yield* sort(said, checked);
  return yield* withoutMovedLines(sorted, rows, match, () =>
    createMovedAsking(sorted, match, said?.said ?? NO_ANSWERS.said),
  );
}

type LineField = NonNullable<NotUnderstood['field']>;

const NO_ROW: FileRow = { line: 0, cells: [] };

type TotalDates = {
  readonly match: HeaderMatch;
  readonly totals: SortedRows['totals'];
  readonly settlements: readonly (string | null)[];
  readonly bounds: DateBounds;
  /** By key of column. */
  readonly orders: ReadonlyMap<string, DayOrder | null>;
};

/** Where the total of a settlement alone tells when it is paid, its lines are paid then. */
function* datesOfTotals(
  { match, totals, settlements, bounds, orders }: TotalDates,
  dates: Map<string, readonly (StatementDate | null)[]>,
): Task<void> {
  const { layout, columns } = match;
  const key = keyOf(layout, 'released');
  const [place, number] = [columns.get(key), columns.get('settlement')];
  if (layout.totalRow === null || place === undefined || number === undefined) return;
  const rows = totals.map(({ row }) => row);
  const texts = yield* readDateTexts(cellsAt(rows, place), bounds);
  // Lines without any leave it to the totals' own days.
  const own =
    texts.convention === 'day-first' || texts.convention === 'month-first' ? texts.convention : null;
  const datesRead = yield* dateColumn(texts, orders.get(key) ?? own ?? layout.dayOrder, bounds);
  const numbers = yield* textColumn(cellsAt(rows, number), { isId: true, nothing: [] });
  const paid = new Map(numbers.texts.map((text, at) => [text, datesRead.dates[at] ?? null]));
  const written = dates.get(key) ?? [];
  dates.set(
    key,
    yield* mapInSteps(settlements, (settlement, at) => written[at] ?? paid.get(settlement) ?? null),
  );
}

/** Texts that no field of a line takes, and that its arithmetic, its parts or its taxes need. */
const isReadToo = (layout: Layout, key: string): boolean =>
  key === 'letter' || layout.partWords.includes(key) || layout.taxDetail.includes(key);

const ID_FIELDS: readonly (TextField | null)[] = [
  'settlement',
  'order',
  'suborder',
  'reference',
  'sku',
  'operation',
];
const isId = (column: LayoutColumn): boolean => column.reads === 'text' && ID_FIELDS.includes(column.field);

/** The file's period by either order, each read once. */
function boundsOf(above: readonly FileRow[], today: LocalDate): DateBounds {
  const periods = {
    'day-first': periodNamed(above, 'day-first'),
    'month-first': periodNamed(above, 'month-first'),
  } as const;
  return { today, period: (order) => periods[order] };
}

/** Columns of each part, with the sign by which they count for the seller. */
function partColumns(layout: Layout, signs: ReadonlyMap<string, 1 | -1>) {
  return layout.columns.flatMap((column) => {
    if (column.reads !== 'amount' || column.part === null || column.part === 'net') return [];
    // A cost that stands in no rule of its own is signed as the net is.
    const sign = column.part === 'balance' ? 1 : (signs.get(column.key) ?? column.sign);
    return [{ part: column.part, key: column.key, sign }];
  });
}

type Parts = { readonly [part in AmountPart]?: bigint };

function partsAt(
  amounts: readonly { readonly part: AmountPart; readonly sign: 1 | -1; readonly units: Units | undefined }[],
  at: number,
): Parts {
  const parts: { [part in AmountPart]?: bigint } = {};
  for (const { part, sign, units } of amounts) {
    const value = units?.[at];
    if (value === null || value === undefined) continue;
    parts[part] = (parts[part] ?? 0n) + (sign === 1 ? value : -value);
  }
  return parts;
}

type LineSources = {
  readonly layout: Layout;
  readonly texts: ReadonlyMap<string, readonly (string | null)[]>;
  readonly dates: ReadonlyMap<string, readonly (StatementDate | null)[]>;
  readonly currency: string | null;
};

type LineAmounts = {
  readonly parts: Parts;
  readonly net: bigint | null;
  readonly say: (units: bigint) => Decimal;
};

function createLineBuilder({ layout, texts, dates, currency }: LineSources) {
  const textsOf = (field: TextField) => texts.get(keyOf(layout, field)) ?? [];
  const datesOf = (field: DateField) => dates.get(keyOf(layout, field)) ?? [];
  const sources = {
    movement: textsOf('movement'),
    settlement: textsOf('settlement'),
    order: textsOf('order'),
    suborder: textsOf('suborder'),
    reference: textsOf('reference'),
    sku: textsOf('sku'),
    operation: textsOf('operation'),
    currency: textsOf('currency'),
    description: textsOf('description'),
    date: datesOf('date'),
    released: datesOf('released'),
  };
  const words = layout.partWords.map((key) => texts.get(key) ?? []);
  const ofTaxes = layout.taxDetail.map((key) => texts.get(key) ?? []);
  const partOf = createPartReader();
  return (row: FileRow, at: number, { parts, net, say }: LineAmounts): StatementLine => {
    const ownParts: Parts =
      words.length === 0 || net === null
        ? parts
        : withWordedPart(parts, partOf(words.map((each) => each[at] ?? '').join(' ')), net);
    const figures: { [part in AmountPart]: Decimal | null } = {
      gross: null,
      commission: null,
      shipping: null,
      taxes: null,
      net: net === null ? null : say(net),
      balance: null,
    };
    for (const part of AMOUNT_PARTS) {
      const value = ownParts[part];
      if (value !== undefined && part !== 'net') figures[part] = say(value);
    }
    const taxDetail = ofTaxes.flatMap((each) => each[at] ?? []).join(' · ');
    return {
      line: row.line,
      movement: sources.movement[at] ?? null,
      settlement: sources.settlement[at] ?? null,
      order: sources.order[at] ?? null,
      suborder: sources.suborder[at] ?? null,
      reference: sources.reference[at] ?? null,
      sku: sources.sku[at] ?? null,
      operation: sources.operation[at] ?? null,
      currency: sources.currency[at] ?? currency,
      description: sources.description[at] ?? null,
      date: sources.date[at] ?? null,
      released: sources.released[at] ?? null,
      ...figures,
      ...(taxDetail === '' ? {} : { taxDetail }),
      cells: row.cells.map(fileCellText),
    };
  };
}

const withWordedPart = (parts: Parts, part: AmountPart | null, net: bigint): Parts =>
  part === null || parts[part] !== undefined ? parts : { ...parts, [part]: net };

const PART_WORDS: readonly (readonly [RegExp, AmountPart])[] = [
  [/comisi|commission|fee\b|fees\b/, 'commission'],
  [/\btax|impuesto|retenci|withheld/, 'taxes'],
  [/envio|despacho|shipping|logist|freight/, 'shipping'],
  [/venta|precio|principal|itemprice|\bsale|devoluci|reembolso/, 'gross'],
];

/** The part that the words of a line with one amount speak of. */
function createPartReader(): (words: string) => AmountPart | null {
  const known = new Map<string, AmountPart | null>();
  return (words) => {
    const found = known.get(words);
    if (found !== undefined) return found;
    const folded = fold(words);
    const part = PART_WORDS.find(([pattern]) => pattern.test(folded))?.[1] ?? null;
    known.set(words, part);
    return part;
  };
}

function keyOf(layout: Layout, field: TextField | DateField): string {
  return layout.columns.find((column) => column.reads !== 'amount' && column.field === field)?.key ?? '';
}

function reasonsOf(
  match: HeaderMatch,
  checks: StatementReading['proof']['checks'],
): readonly RecognitionReason[] {
  const of = match.layout.columns.filter(({ need }) => need !== 'optional');
  const headers: RecognitionReason =
    match.layout.id === 'mapping'
      ? { reason: 'mapping' }
      : {
          reason: 'headers',
          found: of.filter(({ key }) => match.columns.has(key)).length,
          of: of.length,
          line: match.header.at + 1,
        };
  return [
    headers,
    ...checks.map(
      ({ name, checked, failures }): RecognitionReason => ({
        reason: 'arithmetic',
        check: name,
        holds: Math.max(0, checked - failures),
        of: checked,
      }),
    ),
  ];
}

function groupsOf(settlements: readonly (string | null)[], net: Units, say: (units: bigint) => Decimal) {
  const groups = new Map<string, { lines: number; net: bigint }>();
  for (const [at, settlement] of settlements.entries()) {
    if (settlement === null) continue;
    const group = groups.get(settlement) ?? { lines: 0, net: 0n };
    groups.set(settlement, { lines: group.lines + 1, net: group.net + (net[at] ?? 0n) });
  }
  return [...groups].map(([settlement, group]) => ({ settlement, lines: group.lines, net: say(group.net) }));
}

/** The row above most others that are as wide is the header that a mapping would speak of. */
function unknownReading(rows: readonly FileRow[], reasons: readonly RecognitionReason[]): StatementReading {
  const width = (texts: readonly string[]): number => texts.filter((text) => text !== '').length;
  const headers = possibleHeaders(rows).filter((header) => header.rows === 1);
  const widest = Math.max(0, ...headers.map((header) => width(header.headers)));
  const header = headers.find((each) => width(each.headers) >= widest * 0.8);
  return {
    kind: 'unknown',
    layout: null,
    reasons,
    fingerprint: header === undefined ? '' : headerFingerprint(header.headers),
    headers: header?.headers ?? [],
    lines: [],
    leftAside: [],
    notUnderstood: [],
    said: [],
    proof: { holds: true, checks: [], covered: 0, doubts: 0 },
    changes: [],
    dayOrders: [],
    settlements: [],
  };
}
