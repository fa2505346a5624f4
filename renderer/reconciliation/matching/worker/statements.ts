import type { AnswerRows } from '#renderer/data/engine/answers/answer-rows.ts';
import type { CorrelationIdsOf } from '#renderer/data/engine/answers/correlation-ids.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Annotations } from '#renderer/data/model/annotations.ts';
import type { FileRow } from '#renderer/data/model/file-cells.ts';
import type { InSlot, PageRange } from '#renderer/data/model/slots.ts';
import { command, question } from '#renderer/data/questions/question.ts';
import { rememberLast } from '#renderer/data/questions/remember-last.ts';
import { accountAsBefore } from '#renderer/reconciliation/matching/model/account-as-before.ts';
import { basisFigure, basisOf, WHOLE } from '#renderer/reconciliation/matching/model/basis.ts';
import { matchedFigure } from '#renderer/reconciliation/matching/model/matched-figure.ts';
import type {
  MatchesPage,
  MatchesQuery,
  ShownBasis,
  Tolerance,
} from '#renderer/reconciliation/matching/model/matches.ts';
import {
  bankAccountOf,
  type ExtractLine,
  FIRST_ACCOUNT,
  type KnownExtract,
} from '#renderer/reconciliation/statements/model/bank-accounts.ts';
import { checkStateOf } from '#renderer/reconciliation/statements/model/check-state.ts';
import {
  type GuessedMapping,
  guessMapping,
} from '#renderer/reconciliation/statements/model/guess-mapping.ts';
import { isHeaderRow } from '#renderer/reconciliation/statements/model/headers.ts';
import {
  type ConfirmedStatement,
  type Days,
  type ImportedStatement,
  MAX_LISTED,
  OPEN_DOUBTS,
  type StatementPreview,
  UNKNOWN_READING,
} from '#renderer/reconciliation/statements/model/imported.ts';
import { findOverlap } from '#renderer/reconciliation/statements/model/overlaps.ts';
import { isSameAnswer } from '#renderer/reconciliation/statements/model/row-answers.ts';
import { answersTo } from '#renderer/reconciliation/statements/model/row-questions.ts';
import type { StatementLine, StatementReading } from '#renderer/reconciliation/statements/model/statement.ts';
import {
  isBank,
  type StatementOwner,
  scopeOfStatement,
} from '#renderer/reconciliation/statements/model/statement-account.ts';
import type { StatementAsk } from '#renderer/reconciliation/statements/model/statement-ask.ts';
import { numbersInDoubt, withKnownNumbers } from '#renderer/reconciliation/statements/model/whole-numbers.ts';
import type {
  FoundStatement,
  StatementTools,
} from '#renderer/reconciliation/statements/worker/read-statement-file.ts';
import {
  createStatementLines,
  daysMeet,
  mayShare,
  type OwnLines,
} from '#renderer/reconciliation/statements/worker/statement-lines.ts';
import {
  type LedgerWithStatements,
  packLines,
  type StatementStore,
  type WrittenStatement,
} from '#renderer/reconciliation/statements/worker/statement-store.ts';
import type { Pause, Task } from '#shared/base/tasks.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { type LocalDate, shiftDay } from '#shared/domain/dates.ts';
import {
  add,
  type Decimal,
  fromDecimal,
  type Scaled,
  sumOf,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';
import { type CaseDescriber, createCaseDescriber } from './describe-cases.ts';
import { acceptedStatements, createStatementFindings, digestsOf } from './found-in-statements.ts';
import { knownNumbers, numberShapes } from './key-hits.ts';
import { keyed } from './keyed-decisions.ts';
import { matchGroups } from './match-groups.ts';
import { casesOf } from './match-page.ts';
import { matchStatement, type StatementMatch } from './match-statement.ts';
import { totalsOf } from './match-totals.ts';
import { createOtherParts } from './other-parts.ts';
import { shownBasis } from './shown-basis.ts';

/** RpcError code of a file of which nothing was understood: there is nothing to store. */
const NOTHING_READ = 'nothing-read';

type Dependencies = {
  readonly ledger: LedgerWithStatements;
  /** The rows that are shown. */
  readonly store: () => ColumnStore;
  readonly answer: AnswerRows;
  /** The same when nothing is in hand. */
  readonly answerWhenIdle: <T>(start: (store: ColumnStore) => Task<T>) => Promise<T>;
  readonly readCorrelationIds: () => Promise<CorrelationIdsOf>;
  readonly pause: Pause;
  readonly nowMs: () => number;
};

/** A file that was read and may be confirmed. */
export type Reading = FoundStatement & {
  readonly readingId: string;
  readonly ask: Pick<StatementAsk, 'mapping' | 'rows'>;
  readonly accounts: StatementPreview['accounts'];
  readonly account: StatementPreview['account'];
  readonly bank?: StatementPreview['bank'];
};

/** Lines of the statements that were asked for, and behind them what others tell of the same orders. */
type LinesOf = OwnLines & {
  readonly key: string;
  readonly asked: readonly ImportedStatement[];
};
type Matched = {
  readonly match: StatementMatch;
  readonly basis: ShownBasis;
  readonly describer: CaseDescriber;
  readonly numbering: number;
};

/** Statements from the file to what they come to beside the rows, over one open copy. Long, for its parts share what was read. */
export function createStatements(dependencies: Dependencies) {
  const { ledger, store, answer, readCorrelationIds, pause, nowMs } = dependencies;
  const { statements, annotations } = ledger;
  const { identitiesOf, ownLines } = createStatementLines(statements, pause);
  let read: Reading | null = null;
  const partsOf = createOtherParts(statements, pause);
  const lastLines = rememberLast<LinesOf>();
  const lastMatch = rememberLast<Matched>();

  /** Which lines are new, and with which earlier imports the others are shared. */
  async function overlapOf(
    { kind, layout, lines }: StatementReading,
    whose: Pick<ImportedStatement, 'account' | 'accounts' | 'bankAccount'>,
  ) {
    const own = { kind, layout, days: daysOf(lines), ...whose };
    const rivals = statements.list().filter((each) => mayShare(own, each));
    if (rivals.length === 0) return { fresh: lines.length, shared: [] };
    const earlier = new Map<string, ReadonlySet<string>>();
    for (const each of rivals) {
      const former = await statements.lines(each.id, pause);
      earlier.set(each.id, new Set(await identitiesOf(kind, former)));
      await pause();
    }
    const { fresh, shared } = findOverlap(await identitiesOf(kind, lines), earlier);
    const found = rivals.flatMap(({ id, name, lines: count }) => {
      const common = shared.get(id) ?? 0;
      return common === 0
        ? []
        : [{ id, name, lines: common, isSame: common === count && common === lines.length }];
    });
    return { fresh: fresh.length, shared: found };
  }

  /** Which of the bank's accounts an extract is of; undefined: it is of no bank, or the first of its bank. */
  async function bankOf(
    { kind, layout, lines }: StatementReading,
    name: string | null,
    signal?: AbortSignal,
  ): Promise<StatementPreview['bank']> {
    const earlier = statements.list().filter((each) => each.kind === kind && each.layout === layout);
    if (kind !== 'bank' || earlier.length === 0) return undefined;
    const extractOf = async (own: readonly StatementLine[]): Promise<readonly ExtractLine[]> => {
      const identities = await identitiesOf(kind, own);
      return own.map(({ date, net, balance }, at) => ({
        identity: identities[at] ?? '',
        day: date?.day ?? null,
        net,
        balance,
      }));
    };
    const days = daysOf(lines);
    // Those before and after it may carry its balance on; of the others their names are enough.
    const near = days && { from: shiftDay(days.from, -DAYS_BETWEEN), to: shiftDay(days.to, DAYS_BETWEEN) };
    const known: KnownExtract[] = [];
    for (const each of earlier) {
      signal?.throwIfAborted();
      const isNear = near !== null && each.days !== null && daysMeet(near, each.days);
      const own = isNear ? await extractOf(await statements.lines(each.id, pause)) : [];
      const { bankAccount: account = FIRST_ACCOUNT } = each;
      known.push({ account, name: each.name, days: each.days, lines: own });
    }
    const named = new Map(earlier.toReversed().map((each) => [each.bankAccount ?? FIRST_ACCOUNT, each.name]));
    return {
      account: bankAccountOf({ name, days, lines: await extractOf(lines) }, known),
      known: [...named]
        .map(([account, of]) => ({ account, name: of }))
        .toSorted((a, b) => a.account - b.account),
    };
  }

  const tools: StatementTools = {
    question: () => ({
      today: new Date(nowMs()).toISOString().slice(0, 10) as LocalDate,
      mappings: annotations.of('statement-mapping'),
      rows: {
        said: new Map([...annotations.of('statement-row')].map(([key, { answer }]) => [key, answer])),
        others: null,
      },
    }),
    async describe(found, ask, signal) {
      read = null;
      const reading = await withOrderNumbers(found.reading, signal);
      const accounts = await accountsOf(reading, signal);
      signal?.throwIfAborted();
      const account = accountAsBefore(reading, accounts, statements.list());
      const bank = await bankOf(reading, ask.name ?? null, signal);
      const overlap = await overlapOf(reading, { accounts, account, ...numberOf(bank?.account) });
      signal?.throwIfAborted();
      const readingId = crypto.randomUUID();
      const own = { ...found, reading, readingId, ask, accounts, account, bank };
      const asksNumber = reading.notUnderstood.some(({ why, row }) => {
        return row !== undefined && answersTo(why, row.mayBeLine).includes('number');
      });
      const shapes = asksNumber
        ? await answer(undefined, (rows) => untilAborted(numberShapes(rows), signal))
        : [];
      signal?.throwIfAborted();
      read = own;
      signal?.addEventListener('abort', () => {
        if (read === own) read = null;
      });
      return { kind: 'statement', statement: previewOf(own, overlap, shapes) };
    },
  };

  /** Long numbers that a workbook may have cut are whole where an order has them. */
  async function withOrderNumbers(
    reading: StatementReading,
    signal?: AbortSignal,
  ): Promise<StatementReading> {
    const numbers = numbersInDoubt(reading);
    if (numbers.length === 0) return reading;
    const known = await answer(undefined, (rows) => untilAborted(knownNumbers(rows, numbers), signal));
    return withKnownNumbers(reading, known);
  }

  async function accountsOf(
    { lines, kind }: StatementReading,
    signal?: AbortSignal,
  ): Promise<StatementPreview['accounts']> {
    if (lines.length === 0) return [];
    const options = { ...NO_DECISIONS, held: basisFigure(WHOLE, matchedFigure([kind])) };
    const { facts } = await answer(undefined, (rows) =>
      untilAborted(matchStatement(rows, lines, options), signal),
    );
    return facts.map(({ canal, cuenta, held }) => ({ canal, cuenta, orders: held }));
  }

  async function confirmStatement({
    readingId,
    name,
    owner,
    account = null,
    bankAccount,
    leavesOut = 0,
  }: ConfirmedStatement) {
    const reading = read;
    if (reading?.readingId !== readingId) {
      throw new RpcError(UNKNOWN_READING, 'Another file was read since.');
    }
    const { lines } = reading.reading;
    if (lines.length === 0) throw new RpcError(NOTHING_READ, 'Nothing of the file was understood.');
    const { reading: said, ask, accounts } = reading;
    const { mapping } = ask;
    const { doubts } = said.proof;
    if (doubts !== leavesOut) {
      throw new RpcError(OPEN_DOUBTS, `${doubts} rows with an amount were not understood.`);
    }
    const ofBank = numberOf(bankAccount ?? reading.bank?.account);
    const { fresh, shared } = await overlapOf(said, { accounts, account, ...ofBank });
    const replaces = shared.find(({ isSame }) => isSame)?.id ?? null;
    const replaced = statements.list().find(({ id }) => id === replaces);
    // Never before the last one, whatever the clock says: the newest is the one confirmed last.
    const importedAtMs = Math.max(nowMs(), 1 + (statements.list()[0]?.importedAtMs ?? 0));
    // Ascending: what is imported while a backup is written stands after what it counted.
    const id = `${importedAtMs.toString(36).padStart(10, '0')}-${crypto.randomUUID()}`;
    const head: ImportedStatement = {
      id,
      name,
      digest: replaced?.digest ?? (await digestAnswers(said)),
      kind: said.kind,
      layout: said.layout,
      lines: lines.length,
      // The import that it replaces is no other import any more.
      fresh: replaced?.fresh ?? fresh,
      days: daysOf(lines),
      nets: netsOf(lines),
      accounts,
      account,
      ...ofBank,
      proof: checksOf(said),
      said: saidOf(said),
      importedAtMs,
      owner,
    };
    await statements.put({
      head,
      packed: await packLines(lines, pause),
      replaces,
      mapping:
        mapping === null
          ? null
          : { key: mapping.fingerprint, value: { ...mapping.mapping, owner, atMs: importedAtMs } },
      rows: answeredRowsOf(reading, annotations.of('statement-row'), { owner, atMs: importedAtMs }),
    });
    if (read === reading) read = null;
    return { id };
  }

  /** A state given for a statement before its lines were known by their values holds for it under its former digest. */
  async function digestAnswers(said: StatementReading): Promise<string> {
    const { digest, former } = await digestsOf(said, pause);
    return acceptedStatements(annotations.of('exception')).has(former) ? former : digest;
  }

  /** The lines of some statements, each once: a line that a later one has too is the earlier one's. */
  function linesOf(ids: readonly string[] | null): Promise<LinesOf> {
    const all = statements.list();
    const wanted =
      ids === null
        ? all.filter((each) => !isBank(each)).slice(0, 1)
        : all.filter(({ id }) => ids.includes(id));
    const key = JSON.stringify([statements.revision(), wanted.map(({ id }) => id)]);
    return lastLines(key, async () => {
      const own = await ownLines(wanted);
      const parts = await partsOf(new Set(wanted.map(({ id }) => id)));
      const others = [...new Set(parts.map(({ statement }) => statement))];
      const placeOf = new Map(others.map((each, at) => [each, wanted.length + at]));
      return {
        key,
        asked: wanted,
        statements: [...wanted, ...others],
        lines: [...own.lines, ...parts.map(({ line }) => line)],
        of: joined(
          own.of,
          parts.map(({ statement }) => placeOf.get(statement) ?? 0),
        ),
      };
    });
  }

  async function matched(own: LinesOf, tolerance: Tolerance): Promise<Matched> {
    for (;;) {
      const { revision, numbering } = store();
      const key = JSON.stringify([own.key, tolerance, revision, numbering, annotations.revision()]);
      const found = await lastMatch(key, async () => {
        const decisions = keyed(annotations.of('match-decision'));
        const bases = annotations.of('statement-basis');
        const scopes = own.statements.map(scopeOfStatement);
        const ofLines = {
          statementOf: (line: number) => own.statements[own.of[line] ?? 0]?.id ?? '',
          scopeOf: (line: number) => scopes[own.of[line] ?? 0] ?? '',
        };
        return answer(undefined, function* (rows) {
          const basisOfOne = (each: StatementOwner) => basisOf(each, bases);
          const match = yield* matchGroups(rows, own, { tolerance, decisions, basisOf: basisOfOne });
          const basis = yield* shownBasis(rows, own, { match, bases, tolerance });
          return { match, basis, describer: createCaseDescriber(match, ofLines), numbering: rows.numbering };
        });
      });
      // Orders are told by their numbers: where those changed meanwhile it is matched anew.
      if (found.numbering === store().numbering && found.match.revision === store().revision) return found;
    }
  }

  async function readMatches(query: MatchesQuery & PageRange): Promise<MatchesPage> {
    const ids = await readCorrelationIds();
    const own = await linesOf(query.statementIds);
    const { match, basis, describer } = await matched(own, query.tolerance);
    const rows = store();
    const search = query.search.trim().toLowerCase();
    const { states, sort, offset, limit, month } = query;
    const found = match.cases.filter(
      (each) =>
        (search === '' || describer.holds(each, search, rows)) &&
        (month === undefined || describer.isOfMonth(each, month)),
    );
    const page = casesOf(match, { states, sort, offset, limit }, found);
    return {
      revision: match.revision,
      statements: own.asked,
      others: own.statements.slice(own.asked.length),
      basis,
      ...totalsOf(match),
      facts: match.facts,
      fallen: describer.fallen(),
      total: page.total,
      offset,
      cases: page.cases.map((each) => describer.describe(each, rows, ids)),
    };
  }

  return {
    tools,
    findings: createStatementFindings({ ...dependencies, partsOf }),
    confirmStatement,
    readMatches,
  };
}

function joined(one: Uint16Array, other: readonly number[]): Uint16Array {
  const all = new Uint16Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

/** The same task, that fails at its next step once it is given up. */
function* untilAborted<T>(task: Task<T>, signal: AbortSignal | undefined): Task<T> {
  for (;;) {
    signal?.throwIfAborted();
    const step = task.next();
    if (step.done === true) return step.value;
    yield step.value;
  }
}

const NO_DECISIONS = {
  accounts: null,
  tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal },
  decisions: [],
};

function daysOf(lines: readonly StatementLine[]): Days | null {
  let [from, to]: (LocalDate | null)[] = [null, null];
  for (const { date, released } of lines) {
    const day = (date ?? released)?.day;
    if (day === undefined) continue;
    if (from === null || from === undefined || day < from) from = day;
    if (to === null || to === undefined || day > to) to = day;
  }
  return from == null || to == null ? null : { from, to };
}

function netsOf(lines: readonly StatementLine[]): StatementPreview['nets'] {
  const sums = new Map<string, Scaled>();
  for (const { currency, net } of lines) {
    if (net === null) continue;
    const key = currency ?? '';
    sums.set(key, add(sums.get(key) ?? ZERO, fromDecimal(net)));
  }
  return [...sums].map(([currency, net]) => ({ currency, net: toDecimal(net) }));
}

function checksOf({ proof }: StatementReading): ImportedStatement['proof'] {
  const failing = proof.checks.filter(({ holds }) => !holds);
  const gap = sumOf(failing.map((check) => check.gap));
  return { state: checkStateOf(proof), gap, covered: proof.covered, doubts: proof.doubts };
}

function saidOf({ said }: StatementReading): ImportedStatement['said'] {
  const linesOf = (isOut: boolean): number =>
    new Set(said.filter(({ answer }) => (answer === 'no-movement') === isOut).map(({ line }) => line)).size;
  return { movements: linesOf(false), leftOut: linesOf(true) };
}

const MAX_TEXT = 10_000;

/** Answers that are new, and those that were taken back. */
function answeredRowsOf(
  { reading, ask }: Pick<Reading, 'reading' | 'ask'>,
  kept: Annotations<'statement-row'>,
  by: { readonly owner: string; readonly atMs: number },
): NonNullable<WrittenStatement['rows']> {
  const fresh = reading.said.filter(({ key, answer }) => {
    const former = kept.get(key)?.answer;
    return former === undefined || !isSameAnswer(former, answer);
  });
  return {
    puts: fresh.map(({ key, text, answer }) => ({
      key,
      value: { answer, text: text.slice(0, MAX_TEXT), ...by },
    })),
    deletes: (ask.rows?.said ?? []).flatMap(({ key, answer }) =>
      answer === null && !reading.said.some((each) => each.key === key) ? [key] : [],
    ),
  };
}

/** The first of a bank's accounts has no number: it is what extracts were before there were others. */
const numberOf = (account: number | null | undefined): Pick<ImportedStatement, 'bankAccount'> =>
  account == null || account === FIRST_ACCOUNT ? {} : { bankAccount: account };

/** Between the last movement of an extract and the first of the next. */
const DAYS_BETWEEN = 45;

const LINES_LISTED = 5;

export function previewOf(
  { reading, facts, sheet, sheets, head, readingId, accounts, account, bank }: Reading,
  overlap: StatementPreview['overlap'],
  numberShapes: StatementPreview['numberShapes'] = [],
): StatementPreview {
  const { kind, layout, reasons, fingerprint, headers, proof, changes, dayOrders, lines } = reading;
  const aside = new Map<StatementPreview['leftAside'][number]['why'], number[]>();
  for (const { why, line } of reading.leftAside) {
    const own = aside.get(why) ?? [];
    aside.set(why, own);
    own.push(line);
  }
  return {
    readingId,
    facts,
    sheet,
    sheets,
    head,
    kind,
    layout,
    reasons,
    fingerprint,
    headers,
    proof: {
      ...proof,
      checks: proof.checks.map((check) => ({ ...check, where: check.where.slice(0, MAX_LISTED) })),
    },
    changes,
    dayOrders,
    rows: lines.length,
    days: daysOf(lines),
    nets: netsOf(lines),
    settlements: reading.settlements.length,
    leftAside: [...aside].map(([why, own]) => ({
      why,
      count: own.length,
      lines: own.slice(0, LINES_LISTED),
    })),
    notUnderstood: {
      count: reading.notUnderstood.length,
      listed: reading.notUnderstood.slice(0, MAX_LISTED),
    },
    numberShapes,
    said: { count: reading.said.length, listed: reading.said.slice(0, MAX_LISTED) },
    overlap,
    accounts,
    account,
    ...(bank === undefined ? {} : { bank }),
    guess: kind === 'unknown' && layout === null ? guessOf(head, headers) : null,
  };
}

function guessOf(head: readonly FileRow[], headers: readonly string[]): GuessedMapping {
  const at = head.findIndex((row) => isHeaderRow(row, headers));
  return guessMapping(headers, at < 0 ? [] : head.slice(at + 1));
}

type StatementsOfCopy = {
  readonly statements: ReturnType<typeof createStatements>;
  readonly ledger: { readonly statements: StatementStore };
};

/** Newest first. */
export const readStatements = question('readStatements', {
  freshness: 'commits-and-metadata',
  answer: ({ ledger }: StatementsOfCopy) => ledger.statements.list(),
});

export const readMatches = question('readMatches', {
  freshness: 'commits',
  answer: ({ statements }: StatementsOfCopy, query: MatchesQuery & PageRange & InSlot) =>
    statements.readMatches(query),
});

/**
 * Stores the statement that was read, whole or not at all; the very same file again takes the place of the former. Rows
 * with an amount that was not understood are left out only where so many are named.
 */
export const confirmStatement = command(
  'confirmStatement',
  ({ statements }: StatementsOfCopy, confirmed: ConfirmedStatement) => statements.confirmStatement(confirmed),
);

/** Says whose a statement is; null: that of the orders it names. */
export const setStatementAccount = command(
  'setStatementAccount',
  async (
    { ledger }: StatementsOfCopy,
    { id, account }: { readonly id: string; readonly account: SellerAccount | null },
  ): Promise<null> => {
    await ledger.statements.setAccount(id, account);
    return null;
  },
);

/** Takes a statement out; until the next one is imported or taken out it can be brought back. */
export const deleteStatement = command(
  'deleteStatement',
  async ({ ledger }: StatementsOfCopy, { id }: { readonly id: string }): Promise<null> => {
    await ledger.statements.remove(id);
    return null;
  },
);

export const restoreStatement = command(
  'restoreStatement',
  async ({ ledger }: StatementsOfCopy, { id }: { readonly id: string }): Promise<null> => {
    await ledger.statements.restore(id);
    return null;
  },
);
