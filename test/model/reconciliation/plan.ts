import type { Annotation, AnnotationChanges } from '#renderer/data/model/annotations.ts';
import { ownCostKey } from '#renderer/data/model/own-costs.ts';
import { EXACT_CSV } from '#renderer/data/model/spreadsheet.ts';
import { draftClaims, nextNumber } from '#renderer/reconciliation/claims/model/claims.ts';
import { makeClaim } from '#renderer/reconciliation/claims/model/make-claim.ts';
import { evidenceOfLines, proposedAdjustment } from '#renderer/reconciliation/closing/model/adjustment.ts';
import type { Exception } from '#renderer/reconciliation/findings/model/exceptions.ts';
import { nextMoment, sayingOf } from '#renderer/reconciliation/findings/model/sayings.ts';
import { orderCase } from '#renderer/reconciliation/findings/worker/order-case.ts';
import { decisionKey } from '#renderer/reconciliation/matching/model/decisions.ts';
import { type StepPart, WAIVABLE_STEPS } from '#renderer/reconciliation/month/model/month-steps.ts';
import { signParts, unsignParts } from '#renderer/reconciliation/month/model/sign-offs.ts';
import { waiveParts } from '#renderer/reconciliation/month/model/waivers.ts';
import type { StatementPreview } from '#renderer/reconciliation/statements/model/imported.ts';
import type { RowAnswer } from '#renderer/reconciliation/statements/model/row-answers.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { formerRecord } from '#test/renderer/reconciliation/findings/former-record.ts';
import { random } from '#test/statements/truth.ts';
import { type Books, type SourceRow, UNKNOWN_WRITER } from './books.ts';
import { casesOf, contentOf, ordersIn } from './check-matches.ts';
import { figureNow, nameOf, partName } from './check-months.ts';
import { openCasesOf } from './check-queue.ts';
import { textsOf } from './check-signs.ts';
import type { Asked, Desk } from './desk.ts';
import type { Decision, DecisionKind, Expected, ExpectedImport } from './expected.ts';
import { APART, copyOf, movementAt, NOTHING_EXPECTED } from './expected.ts';
import {
  answersTo,
  doubtNumber,
  fileOf,
  formsOf,
  type MadeFile,
  movementsSaid,
  UNKNOWN_MAPPING,
} from './files.ts';
import type { Step, StepKind } from './history.ts';
import type { Machine } from './machine.ts';
import { accountKeyOf, COLUMNS, closedMonth, MONTHS, monthOfDays, orderKeyOf, sentRow } from './oracle.ts';
import { comparable, differenceOf, type Tolerance, type View } from './view.ts';
import { hold } from './violation.ts';

/** What each step of a history does to the worker, and what is known to be told afterwards. */

export type Try = {
  readonly work: () => Promise<unknown>;
  /** It was done. */
  readonly done: (value: unknown) => Promise<void> | void;
  /** Something befell the worker meanwhile: what it says now tells whether it was done. */
  readonly cutOff: () => Promise<void> | void;
  readonly isDecision?: true;
  readonly isRestore?: true;
};

const OWNER = 'Ana';

const CLAIM_WORDS = {
  file: 'Reclamo',
  columns: { claim: 'r', number: 'n', what: 'q', day: 'd', amount: 'm', currency: 'c' },
  kindOf: (kind: string) => kind,
  format: EXACT_CSV,
} as const;

/** Orders that a decision or an acceptance is of, each once. */
function ordersSpokenOf({ decisions, acceptances }: Expected): readonly string[] {
  const decided = [...decisions.values()].flatMap(({ value }) => value.orders);
  const accepted = [...acceptances.values()].flatMap(({ cases }) => cases.flatMap(ordersIn));
  return [...new Set([...decided, ...accepted])];
}

/** Long, for its steps share what was told. */
export function createPlan(
  { rows, registers }: Books,
  {
    desk,
    machine,
    tolerance,
    look,
  }: {
    readonly desk: Desk;
    readonly machine: Machine;
    readonly tolerance: Tolerance;
    readonly look: () => Promise<View>;
  },
) {
  let expected = copyOf(NOTHING_EXPECTED);
  let source: readonly SourceRow[] = rows;
  let backup: {
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly expected: Expected;
    readonly said: string;
  } | null = null;
  let serial = 0;

  const chosen = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)];
  const changeRows = (next: readonly SourceRow[]): void => {
    expected.rows = next;
    stirCloses();
  };
  /** Closed months may have moved. */
  const stirCloses = (): void => {
    expected.closes = new Map(
      [...expected.closes].map(([month, close]) => [month, { ...close, isFresh: false }]),
    );
  };

  /** What the source gives from now on: some rows changed, moved, gone or new. */
  function changedSource(pick: number): readonly SourceRow[] {
    const next = random(pick + 1);
    const whole = (to: number) => Math.floor(next() * to);
    const changes = new Map<string, (row: SourceRow) => SourceRow | null>();
    const keys = [...new Set(source.map(orderKeyOf))];
    const spokenOf = ordersSpokenOf(expected).filter((key) => keys.includes(key));
    for (let count = whole(4); count > 0; count -= 1) {
      // What somebody said something of moves more often than the rest: that is what has to be noticed.
      const from = spokenOf.length > 0 && whole(2) === 0 ? spokenOf : keys;
      const key = chosen(from, whole(10_000)) ?? '';
      const by = BigInt(whole(2) === 0 ? 100 : 1 + whole(9_999));
      const kinds: ((row: SourceRow) => SourceRow | null)[] = [
        (row) => ({ ...row, left: row.left + by }),
        (row) => ({ ...row, left: row.left - by, cost: row.cost === null ? null : row.cost + 1n }),
        (row) => ({ ...row, cost: row.cost === null ? by : null }),
        (row) => ({ ...row, settlement: row.settlement === '' ? 'LQ-4001' : '' }),
        (row) => ({ ...row, paid: row.paid === null ? row.bought + 20 : null }),
        (row) => ({ ...row, bought: (row.bought + 31) % 59 }),
        () => null,
      ];
      changes.set(key, kinds[whole(kinds.length)] as (row: SourceRow) => SourceRow | null);
    }
    const kept = source.flatMap((row) => {
      const change = changes.get(orderKeyOf(row));
      return (change === undefined ? row : change(row)) ?? [];
    });
    // One comes back, or is new.
    const back = whole(3) === 0 ? chosen(rows, whole(10_000)) : undefined;
    const isKnown = back === undefined || kept.some((row) => orderKeyOf(row) === orderKeyOf(back));
    return isKnown ? kept : [...kept, ...rows.filter((row) => orderKeyOf(row) === orderKeyOf(back))];
  }

  const syncTo = (all: readonly SourceRow[]) => async (): Promise<void> => {
    const months = MONTHS.map((month) => ({
      month,
      rows: all.filter(({ bought }) => monthOfDays(bought) === month).map(sentRow),
    }));
    // What moved from one month to another is read in both before it is looked at.
    await desk.sync(months, COLUMNS);
    await desk.sync(months, COLUMNS);
  };
  function sync(pick: number): Try {
    const next = expected.rows.length === 0 ? source : changedSource(pick);
    source = next;
    return {
      work: syncTo(next),
      done: () => changeRows(next),
      // The main process reads on until all of it is there.
      cutOff: async () => {
        await desk.wait(syncTo(next)());
        changeRows(next);
      },
    };
  }

  // --- statements

  const sameMovements = (one: ExpectedImport['file'], other: ExpectedImport['file']): boolean =>
    one.register === other.register &&
    JSON.stringify([...one.movements.values()].map(({ id }) => id).toSorted()) ===
      JSON.stringify([...other.movements.values()].map(({ id }) => id).toSorted());

  /** What is said of the row of a file that is in doubt: something, that it is to be asked again, or nothing new. */
  type Saying = RowAnswer | 'ask again' | null;
  const answersNow = ({ doubt }: MadeFile, saying: Saying): RowAnswer | null => {
    if (saying === 'ask again' || doubt === null) return null;
    return saying ?? expected.answers.get(doubt.id)?.answer ?? null;
  };
  /** `key`: what an answer about its row is kept under. */
  type Imported = { readonly id: string; readonly key: string | null };
  async function importing(file: MadeFile, saying: Saying): Promise<Imported> {
    let found = await desk.preview(file.bytes);
    let mapping: Asked['mapping'] = null;
    if (found.kind === 'unknown' && found.rows === 0) {
      mapping = { fingerprint: found.fingerprint, mapping: UNKNOWN_MAPPING };
      found = await desk.preview(file.bytes, { mapping });
    }
    expectPreview(found, file, answersNow(file, null));
    const key = keyOfDoubt(found, file);
    if (key !== null && saying !== null) {
      const answer = saying === 'ask again' ? null : saying;
      found = await desk.preview(file.bytes, { mapping, rows: { said: [{ key, answer }], others: null } });
      expectPreview(found, file, answer);
    }
    const { readingId, proof, account } = found;
    const service = desk.now();
    const { id } = await service.confirmStatement({
      readingId,
      name: file.name,
      owner: OWNER,
      account,
      leavesOut: proof.doubts,
    });
    return { id, key };
  }
  /** It is the same whatever the file is written in, and whatever was said of it. */
  function keyOfDoubt({ notUnderstood, said }: StatementPreview, { doubt }: MadeFile): string | null {
    if (doubt === null) return null;
    const asked = [
      ...notUnderstood.listed.flatMap(({ row }) => row?.key ?? []),
      ...said.listed.map((each) => each.key),
    ];
    const [key, ...others] = asked;
    const known = expected.answers.get(doubt.id)?.key;
    hold(
      'decisions-alive',
      key !== undefined && others.length === 0 && (known === undefined || known === key),
      () => `${doubt.id} is asked as ${asked.join()} where it was ${known}`,
    );
    return key ?? null;
  }
  /** What is said of a file before it is stored. */
  function expectPreview(
    { rows: found, proof, nets, overlap, said }: StatementPreview,
    file: MadeFile,
    answer: RowAnswer | null,
  ): void {
    const { name, doubt } = file;
    const movements = movementsSaid(file, answer);
    const open = Number(doubt !== null && answer === null);
    hold(
      'lines-once',
      found === movements.size,
      () => `${found} lines of ${name} where it has ${movements.size}`,
    );
    hold('lines-once', proof.doubts === open, () => `${proof.doubts} doubts of ${name} where it has ${open}`);
    const isSaid = Number(answer !== null);
    hold(
      'decisions-alive',
      said.count === isSaid,
      () => `${said.count} rows of ${name} are as they were said`,
    );
    const net = nets.reduce((sum, each) => sum + Number(each.net), 0);
    const meant = [...movements.values()].reduce((sum, each) => sum + Number(each.net), 0) / 100;
    hold('lines-once', Math.abs(net - meant) < 0.001, () => `${name} comes to ${net} where it says ${meant}`);
    const known = new Set(
      expected.imports.flatMap((each) => [...each.file.movements.values()].map(({ id }) => id)),
    );
    const fresh = [...movements.values()].filter(({ id }) => !known.has(id)).length;
    hold(
      'lines-once',
      overlap.fresh === fresh,
      () => `${overlap.fresh} lines of ${name} are new where ${fresh} are`,
    );
  }
  function imported(file: MadeFile, saying: Saying): Try {
    const { bytes: _, ...made } = file;
    let before: readonly string[] = expected.imports.map(({ id }) => id);
    const stored = async ({ id, key }: Imported): Promise<void> => {
      const answer = answersNow(file, saying);
      const own = { ...made, movements: movementsSaid(file, answer) };
      const head = (await desk.ask('readStatements', null)).find((each) => each.id === id);
      const account =
        head?.account == null ? null : { canal: head.account.Canal, cuenta: head.account.Cuenta };
      const kept = expected.imports.filter((each) => !sameMovements(each.file, own));
      expected.imports = [...kept, { id, file: own, answer, account }];
      expected.takenOut = null;
      if (file.doubt === null || key === null) return;
      if (answer === null) expected.answers.delete(file.doubt.id);
      else expected.answers.set(file.doubt.id, { key, answer });
    };
    return {
      work: async () => {
        before = expected.imports.map(({ id }) => id);
        return importing(file, saying);
      },
      done: (found) => stored(found as Imported),
      cutOff: async () => {
        const now = await desk.ask('readStatements', null);
        const [fresh] = now.filter(({ id }) => !before.includes(id));
        if (fresh === undefined) return;
        const key = file.doubt === null ? null : keyOfDoubt(await desk.preview(file.bytes), file);
        await stored({ id: fresh.id, key });
      },
      ...(saying === null ? {} : { isDecision: true }),
    };
  }
  function someFile(pick: number, isBank: boolean): Try | null {
    const own = [...registers.entries()].filter(([, { kind }]) => (kind === 'bank') === isBank);
    const [at, register] = chosen(own, pick) ?? [0, undefined];
    if (register === undefined || register.sales.length === 0) return null;
    const count = register.sales.length;
    const shape = Math.floor(pick / 7);
    const from = register.isFromStart ? 0 : [0, 0, Math.floor(count / 3)][shape % 3];
    const to = [count, count, Math.ceil((2 * count) / 3)][Math.floor(shape / 3) % 3];
    const doubt = shape % 4 === 0 ? Math.floor(shape / 4) : null;
    const file = fileOf(register, at, { from: from ?? 0, to: to ?? count, form: shape, doubt });
    // Some answer at once, some leave it open.
    return imported(file, shape % 8 === 0 ? someSaying(file, pick) : null);
  }
  function someSaying(file: MadeFile, pick: number): Saying {
    const { doubt } = file;
    if (doubt === null) return null;
    return expected.answers.has(doubt.id) && pick % 3 === 0 ? 'ask again' : answersTo(doubt, pick);
  }
  /** Somebody says what a row is of a file that has one in doubt, or another thing than before. */
  function answerRow(pick: number): Try | null {
    const isUnknown = ({ file }: ExpectedImport) => registers[file.register]?.name === UNKNOWN_WRITER;
    const all = expected.imports.filter(isUnknown);
    const asked = all.filter(({ file }) => file.doubt !== null);
    const one = chosen(asked.length > 0 ? asked : all, pick);
    const register = registers[one?.file.register ?? -1];
    if (one === undefined || register === undefined) return null;
    const { from, to, form } = pieceOf(one);
    const doubt = doubtNumber(one.file) ?? pick;
    const file = fileOf(register, one.file.register, { from, to, form: form + (pick % 2), doubt });
    return imported(file, someSaying(file, pick));
  }
  /** What was imported once more, in another form, or with more lines. */
  function sameAgain(pick: number): Try | null {
    const one = chosen(expected.imports, pick);
    const register = registers[one?.file.register ?? -1];
    if (one === undefined || register === undefined) return null;
    const { from, to, form } = pieceOf(one);
    const isLonger = pick % 3 === 0;
    const file = fileOf(register, one.file.register, {
      from: isLonger ? 0 : from,
      to: isLonger ? register.sales.length : to,
      form: form + 1 + (pick % formsOf(register)),
      doubt: pick % 5 === 0 ? Math.floor(pick / 5) : pick % 2 === 0 ? doubtNumber(one.file) : null,
    });
    return imported(file, null);
  }
  const pieceOf = ({ file }: ExpectedImport) => {
    const [, from = 0, to = 0, form = 0] =
      /-(\d+)-(\d+)-(\d+)(?:-[a-z]+)?$/.exec(file.name)?.map(Number) ?? [];
    return { from, to, form };
  };
  const isThere = async (id: string): Promise<boolean> =>
    (await desk.ask('readStatements', null)).some((each) => each.id === id);
  function takeOut(pick: number): Try | null {
    const one = chosen(expected.imports, pick);
    if (one === undefined) return null;
    const done = (): void => {
      expected.imports = expected.imports.filter(({ id }) => id !== one.id);
      expected.takenOut = one;
    };
    return {
      work: async () => desk.now().deleteStatement({ id: one.id }),
      done,
      cutOff: async () => {
        if (!(await isThere(one.id))) done();
      },
    };
  }
  function bringBack(): Try | null {
    const one = expected.takenOut;
    if (one === null) return null;
    const done = (): void => {
      // As old as it was.
      expected.imports = [...expected.imports, one].toSorted((a, b) => (a.id < b.id ? -1 : 1));
      expected.takenOut = null;
    };
    return {
      work: async () => desk.now().restoreStatement({ id: one.id }),
      done,
      cutOff: async () => {
        if (await isThere(one.id)) done();
      },
    };
  }
  function nameAccount(pick: number): Try | null {
    const one = chosen(expected.imports, pick);
    const account = registers[one?.file.register ?? -1]?.account;
    if (one === undefined || account === undefined || account === null) return null;
    const said = { Canal: account.canal, Cuenta: account.cuenta };
    const done = (): void => {
      expected.imports = expected.imports.map((each) => (each.id === one.id ? { ...each, account } : each));
    };
    return {
      work: async () => desk.now().setStatementAccount({ id: one.id, account: said }),
      done,
      cutOff: async () => {
        const head = (await desk.ask('readStatements', null)).find(({ id }) => id === one.id);
        if (head?.account != null) done();
      },
      isDecision: true,
    };
  }

  // --- decisions

  /** Writes annotations of one kind, as the page does. */
  function annotating(changes: AnnotationChanges, done: () => void): Try {
    const { kind, puts, deletes } = changes;
    return {
      work: async () => desk.now().writeAnnotations(changes),
      done,
      cutOff: async () => {
        const now = new Map(
          (await desk.ask('readAnnotations', { kind })).map(({ key, value }) => [key, value]),
        );
        const isPut = puts.some(({ key, value }) => JSON.stringify(now.get(key)) === JSON.stringify(value));
        const isDeleted = deletes.length > 0 && deletes.every((key) => !now.has(key));
        if (isPut || isDeleted) done();
      },
      isDecision: true,
    };
  }
  type Sides = {
    readonly lines: readonly string[];
    readonly movements: readonly string[];
    readonly orders: readonly string[];
    readonly said: NonNullable<Decision['said']>;
  };
  function say(kind: DecisionKind, verdict: Decision['verdict'], sides: Sides): Try {
    const { lines, orders, said, movements } = sides;
    const key = decisionKey(orders as readonly OrderKey[], lines);
    const former = expected.decisions.get(`${kind} ${key}`)?.value;
    const value: Decision = {
      verdict,
      note: `nota ${serial}`,
      owner: OWNER,
      atMs: machine.nowMs(),
      said,
      orders: [...orders],
      lines: [...lines],
      linesBy: 'values',
      earlier:
        former === undefined
          ? []
          : [
              ...former.earlier,
              {
                verdict: former.verdict,
                note: former.note,
                owner: former.owner,
                atMs: former.atMs,
                said: former.said,
              },
            ].slice(-100),
    };
    serial += 1;
    return annotating({ kind, puts: [{ key, value }], deletes: [] }, () => {
      expected.decisions.set(`${kind} ${key}`, { kind, key, value, movements });
    });
  }
  const figuresOf = (orders: readonly { readonly amount: Decimal; readonly settled: Decimal | null }[]) =>
    orders.map(({ amount, settled }) => ({ amount, settled: settled ?? amount }));
  const centsSum = (amounts: readonly string[]): Decimal => {
    const cents = amounts.reduce((sum, each) => sum + Math.round(Number(each) * 100), 0);
    return (cents / 100).toFixed(2) as Decimal;
  };
  /** Of one statement, with its cases. */
  function somePage(view: View, pick: number) {
    const [, page] = chosen([...view.matches], pick) ?? [];
    return page === undefined ? null : { page, cases: casesOf(page, expected) };
  }
  function explain(pick: number, view: View): Try | null {
    const open = somePage(view, pick)?.cases.filter(({ found: { state } }) => state !== 'same') ?? [];
    const one = chosen(open, Math.floor(pick / 3));
    if (one === undefined) return null;
    const { found, movements, orders } = one;
    const lines = found.lines.map(({ identity }) => identity);
    const said = { orders: figuresOf(found.orders), there: found.statementAmount, here: found.ledgerAmount };
    return say('match-decision', 'explained', { lines, movements, orders, said });
  }
  function match(pick: number, view: View): Try | null {
    const cases = somePage(view, pick)?.cases ?? [];
    const there = chosen(
      cases.filter(({ orders }) => orders.length === 0),
      Math.floor(pick / 3),
    );
    const here = chosen(
      cases.filter(({ movements }) => movements.length === 0),
      Math.floor(pick / 5),
    );
    if (there === undefined || here === undefined) return null;
    const orders = figuresOf(here.found.orders);
    return say('match-decision', 'match', {
      lines: there.found.lines.map(({ identity }) => identity),
      movements: there.movements,
      orders: here.orders,
      said: {
        orders,
        there: there.found.statementAmount,
        here: centsSum(orders.map(({ settled }) => settled)),
      },
    });
  }
  function dismiss(pick: number, view: View): Try | null {
    const suggested = (somePage(view, pick)?.cases ?? []).flatMap(({ found }) => found.suggestions);
    const one = chosen(suggested, Math.floor(pick / 3));
    if (one === undefined) return null;
    const orders = figuresOf(one.orders);
    return say('match-decision', 'no-match', {
      lines: one.lines.map(({ identity }) => identity),
      movements: one.lines.map(
        ({ statementId, line }) => movementAt(expected.imports, statementId, line)?.id ?? '',
      ),
      orders: one.orders.map(({ key }) => key),
      said: {
        orders,
        there: centsSum(one.lines.map(({ net }) => net ?? '0')),
        here: centsSum(orders.map(({ settled }) => settled)),
      },
    });
  }
  /** What fell is said again, of what it is by now. */
  function sayAgain(pick: number, view: View): Try | null {
    const ofCases = [...view.matches.values()].flatMap(({ cases }) =>
      cases.flatMap(({ fallen }) => fallen.map((each) => ({ kind: 'match-decision' as const, ...each }))),
    );
    const ofPayouts = view.chain.payouts.flatMap(({ fallen }) =>
      fallen.map((each) => ({ kind: 'payout-decision' as const, ...each })),
    );
    const all = [...ofCases, ...ofPayouts].filter(({ now, why }) => now !== null && why !== 'apart');
    const one = chosen(all, pick);
    const former = one === undefined ? undefined : expected.decisions.get(`${one.kind} ${one.key}`);
    if (one === undefined || one.now === null || former === undefined) return null;
    const { value, movements } = former;
    const said = { ...one.now, orders: one.now.orders.map((each) => ({ ...each })) };
    return say(one.kind, value.verdict, { lines: value.lines, orders: value.orders, movements, said });
  }
  function withdraw(pick: number): Try | null {
    const [name, one] = chosen([...expected.decisions], pick) ?? [];
    if (name === undefined || one === undefined) return null;
    return annotating(
      { kind: one.kind, puts: [], deletes: [one.key] },
      () => void expected.decisions.delete(name),
    );
  }
  const movementOf = ({
    statementId,
    line,
  }: {
    readonly statementId: string;
    readonly line: number;
  }): string => movementAt(expected.imports, statementId, line)?.id ?? '';
  function takePayout(pick: number, view: View): Try | null {
    const open = view.chain.payouts.filter(({ deposits }) => deposits.length === 0);
    const payout = chosen(open, pick);
    const deposit = chosen(view.chain.unexplained.listed, Math.floor(pick / 3));
    if (payout === undefined || deposit === undefined) return null;
    const { key, amount } = payout;
    return say('payout-decision', 'match', {
      lines: [deposit.identity],
      movements: [movementOf(deposit)],
      orders: [key],
      said: { orders: [{ amount, settled: amount }], here: amount, there: deposit.amount },
    });
  }
  function explainDeposit(pick: number, view: View): Try | null {
    const deposit = chosen(view.chain.unexplained.listed, pick);
    if (deposit === undefined) return null;
    const said = { orders: [], here: '0' as Decimal, there: deposit.amount };
    return say('payout-decision', 'explained', {
      lines: [deposit.identity],
      movements: [movementOf(deposit)],
      orders: [],
      said,
    });
  }
  /** Somebody says that lines of some words are no channel's, or that they may be. */
  function noChannel(pick: number, view: View): Try | null {
    const [known] = chosen([...expected.noChannel], pick) ?? [];
    if (known !== undefined && pick % 3 === 0) {
      return annotating(
        { kind: 'no-channel', puts: [], deletes: [known] },
        () => void expected.noChannel.delete(known),
      );
    }
    const { payouts, unexplained } = view.chain;
    const deposit = chosen([...unexplained.listed, ...payouts.flatMap(({ deposits }) => deposits)], pick);
    const words =
      deposit === undefined
        ? undefined
        : movementAt(expected.imports, deposit.statementId, deposit.line)?.words;
    if (deposit === undefined || words === undefined) return null;
    const value = { description: deposit.description, owner: OWNER, atMs: machine.nowMs() };
    return annotating(
      { kind: 'no-channel', puts: [{ key: words, value }], deletes: [] },
      () => void expected.noChannel.set(words, value),
    );
  }
  /** Somebody says that advertising is billed apart by the statements of a layout and an account, or that it is not. */
  function sayBasis(pick: number, view: View): Try | null {
    const keys = somePage(view, pick)?.page.basis.keys ?? [];
    if (keys.length === 0) return null;
    const value: Annotation<'statement-basis'> = {
      part: 'net',
      apart: Math.floor(pick / 3) % 3 === 0 ? [] : [APART],
      owner: OWNER,
      atMs: machine.nowMs(),
    };
    const puts = keys.map((key) => ({ key, value }));
    return annotating({ kind: 'statement-basis', puts, deletes: [] }, () => {
      for (const { key } of puts) expected.bases.set(key, value);
    });
  }
  function accept(pick: number, view: View): Try | null {
    const found = view.queue.exceptions.filter(
      ({ isFound, finding }) =>
        isFound &&
        finding.kind === 'statement-difference' &&
        ['different', 'only-here', 'only-there'].includes(finding.subject.reason ?? ''),
    );
    const one = chosen(found, pick);
    if (one === undefined) return null;
    const ofCase = expected.acceptances.has(one.key) ? sayOfCase(one, pick, view) : null;
    if (ofCase !== null) return ofCase;
    const state = pick % 2 === 0 ? 'accepted' : 'explained';
    const record = formerRecord(one, { state, note: 'nota', owner: OWNER, atMs: machine.nowMs() });
    // As it is stored: without what is not there.
    const value = JSON.parse(JSON.stringify(record)) as Annotation<'exception'>;
    const { statement, reason } = one.finding.subject;
    const cases = (openCasesOf(view, expected).get(`${statement} ${reason}`) ?? []).map(contentOf);
    return annotating({ kind: 'exception', puts: [{ key: one.key, value }], deletes: [] }, () => {
      expected.acceptances.set(one.key, { value, cases });
    });
  }
  /** Something is said of one of its cases alone, or it is claimed. */
  function sayOfCase({ key, finding }: Exception, pick: number, view: View): Try | null {
    const place = `${finding.subject.statement} ${finding.subject.reason}`;
    const known = (openCasesOf(view, expected).get(place) ?? []).filter(({ orders }) => orders.length === 1);
    const told = chosen(known, pick);
    const id = orderCase((told?.orders[0] ?? '["","",""]') as OrderKey).id;
    const group = view.queue.groups.find(
      ({ findingKey, cases }) => findingKey === key && cases.some((each) => each.id === id),
    );
    const one = group?.cases.find((each) => each.id === id);
    if (told === undefined || group === undefined || one === undefined) return null;
    const of = [{ finding: group.head, cases: [one] }];
    const about = { key: one.key, place, orders: told.orders.toSorted(), content: contentOf(told) };
    const atMs = nextMoment(
      new Map([...expected.sayings].map(([name, each]) => [name, each.value])),
      machine.nowMs(),
    );
    const said = { note: 'nota', owner: OWNER, atMs };
    const [draft] = draftClaims(of, () => '');
    if (pick % 3 === 0 && draft !== undefined) {
      const number = nextNumber(expected.claims.keys());
      const made = makeClaim(draft, [], { ...said, number }, new Map(), CLAIM_WORDS);
      const value = JSON.parse(JSON.stringify(made)) as Annotation<'claim'>;
      return annotating({ kind: 'claim', puts: [{ key: number, value }], deletes: [] }, () => {
        expected.claims.set(number, { ...about, value });
      });
    }
    const state = (['explained', 'accepted', 'open'] as const)[pick % 3] ?? 'open';
    const saying = sayingOf(of, { ...said, state, reason: 'fee', followUp: null });
    const value = JSON.parse(JSON.stringify(saying)) as Annotation<'exception-saying'>;
    const name = `said ${atMs}`;
    return annotating({ kind: 'exception-saying', puts: [{ key: name, value }], deletes: [] }, () => {
      expected.sayings.set(name, { ...about, value });
    });
  }
  function ownCost(pick: number): Try | null {
    const sku = chosen([...new Set(source.map((row) => row.sku))].toSorted(), pick);
    if (sku === undefined) return null;
    const cost = ((pick % 90_000) + 1) / (pick % 3 === 0 ? 10_000 : 100);
    const value: Annotation<'own-cost'> = {
      sku,
      currency: null,
      from: null,
      to: null,
      cost: String(cost) as Decimal,
      note: '',
      owner: OWNER,
      atMs: machine.nowMs(),
    };
    const key = ownCostKey(value);
    if (expected.ownCosts.has(key) && pick % 2 === 0) {
      return annotating({ kind: 'own-cost', puts: [], deletes: [key] }, () => {
        expected.ownCosts.delete(key);
        stirCloses();
      });
    }
    return annotating({ kind: 'own-cost', puts: [{ key, value }], deletes: [] }, () => {
      expected.ownCosts.set(key, value);
      stirCloses();
    });
  }

  /** What stands open of a step of a month in one account is not needed; or it is again. */
  function waive(pick: number, view: View): Try | null {
    const [month, page] =
      chosen(
        [...view.monthPages].filter(([each]) => MONTHS.includes(each)),
        pick,
      ) ?? [];
    if (month === undefined || page === undefined) return null;
    const [name, former] = chosen([...expected.waivers], pick) ?? [];
    if (name !== undefined && former !== undefined && pick % 5 === 0) {
      return annotating({ kind: 'month-waiver', puts: [], deletes: [former.key] }, () => {
        expected.waivers.delete(name);
      });
    }
    const step = chosen(WAIVABLE_STEPS, Math.floor(pick / 3)) ?? 'costs';
    const open = page.parts[step].filter(({ state }) => state === 'open' || state === 'blocked');
    const part = chosen<StepPart>(open, Math.floor(pick / 7));
    if (part === undefined) return null;
    const account = part.account === null ? '' : accountKeyOf(part.account);
    const figure = figureNow(view, expected, tolerance, [month, step, account]);
    const by = { owner: OWNER, note: 'nota', atMs: machine.nowMs() };
    const changes = waiveParts(month as Month, step, [part], by);
    const [put] = changes.puts;
    if (put === undefined || figure === null) return null;
    return annotating(changes, () => {
      expected.waivers.set(partName(month, step, account), { ...put, figure });
    });
  }

  /** A step of a month is signed off, or once more; or that is taken back. */
  function sign(pick: number, view: View): Try | null {
    const pages = [...view.monthPages].filter(([each]) => MONTHS.includes(each));
    const [month, page] = chosen(pages, pick) ?? [];
    const step = chosen(WAIVABLE_STEPS, Math.floor(pick / 3)) ?? 'costs';
    const shownStep = page?.walk?.steps.find(({ id }) => id === step);
    if (month === undefined || page === undefined || shownStep === undefined) return null;
    const parts = page.parts[step];
    const of = { step: shownStep, parts, gone: page.gone[step] ?? [] };
    const former = [...expected.signs].filter(([, each]) => each.month === month && each.step === step);
    const letGo = (): void => former.forEach(([name]) => void expected.signs.delete(name));
    if (former.length > 0 && pick % 4 === 0) return annotating(unsignParts(month as Month, step, of), letGo);
    const texts = textsOf(view, expected, { month, step, tolerance, page });
    const changes = signParts(month as Month, of, { owner: OWNER, atMs: machine.nowMs() });
    if (changes.puts.length === 0) return null;
    return annotating(changes, () => {
      letGo();
      for (const [at, part] of parts.entries()) {
        const [account, put] = [nameOf(part), changes.puts[at]];
        const said = texts.get(account);
        if (put === undefined || said === undefined) throw new Error(`Nobody knows ${step} of ${account}.`);
        expected.signs.set(partName(month, step, account), { ...put, month, step, account, of: said });
      }
    });
  }

  // --- closes

  const OF_ALL = { currency: null, scope: null } as const;
  const logOf = async (month: string): Promise<readonly string[]> => {
    const { months } = await desk.ask('readCloses', null);
    return months.find((each) => each.month === month)?.close.log.map(({ what }) => what) ?? [];
  };
  /** Something that is written in a month's log. */
  function logged(
    month: string,
    work: () => Promise<unknown>,
    done: (value: unknown) => Promise<void> | void,
  ): Try {
    const before = expected.closes.get(month)?.log.length ?? 0;
    return {
      work,
      done,
      cutOff: async () => {
        if ((await logOf(month)).length > before) await done(null);
      },
      isDecision: true,
    };
  }
  const decisionOf = (month: string) => ({ month: month as Month, owner: OWNER, note: 'nota' });
  function close(pick: number): Try {
    const month = chosen(MONTHS, pick) ?? '';
    const countsOwnCosts = pick % 4 === 0;
    const former = expected.closes.get(month);
    const ownCosts = countsOwnCosts ? [OF_ALL] : [];
    return logged(
      month,
      async () => desk.now().closeMonth({ ...decisionOf(month), ownCosts }),
      () => {
        expected.closes.set(month, {
          isOpen: false,
          countsOwnCosts,
          orders: closedMonth(expected, month, countsOwnCosts),
          log: [...(former?.log ?? []), 'closed'],
          seen: null,
          isFresh: true,
          adjustments: former?.adjustments ?? [],
        });
      },
    );
  }
  const someClosed = (pick: number) =>
    chosen(
      [...expected.closes].filter(([, { isOpen }]) => !isOpen),
      pick,
    );
  function reopen(pick: number): Try | null {
    const [month, former] = someClosed(pick) ?? [];
    if (month === undefined || former === undefined) return null;
    return logged(
      month,
      async () => desk.now().reopenMonth(decisionOf(month)),
      () => void expected.closes.set(month, { ...former, isOpen: true, log: [...former.log, 'reopened'] }),
    );
  }
  function seeDrift(pick: number): Try | null {
    const [month, former] = someClosed(pick) ?? [];
    if (month === undefined || former === undefined) return null;
    return logged(
      month,
      async () => desk.now().seeDrift(decisionOf(month)),
      () => {
        const seen = closedMonth(expected, month, former.countsOwnCosts);
        expected.closes.set(month, { ...former, seen, isFresh: true, log: [...former.log, 'seen'] });
      },
    );
  }
  function adjust(pick: number, view: View): Try | null {
    const [month, former] = someClosed(pick) ?? [];
    const drift = view.drifts.get((month ?? '') as Month);
    const found = view.closes.months.find((each) => each.month === month);
    if (month === undefined || former === undefined || drift === undefined || found === undefined)
      return null;
    const adjusted = (what: 'adjusted' | 'adjustment-removed') => async (): Promise<void> => {
      const { months } = await desk.ask('readCloses', null);
      const now = months.find((each) => each.month === month)?.close.adjustments ?? [];
      const count = former.adjustments.length + (what === 'adjusted' ? 1 : -1);
      hold(
        'all-or-nothing',
        now.length === count,
        () => `${now.length} adjustments where ${count} were taken`,
      );
      expected.closes.set(month, { ...former, adjustments: now, log: [...former.log, what] });
    };
    const [taken] = found.close.adjustments;
    if (taken !== undefined && pick % 3 === 0) {
      return logged(
        month,
        async () => desk.now().removeAdjustment({ ...decisionOf(month), id: taken.id }),
        adjusted('adjustment-removed'),
      );
    }
    const lines = proposedAdjustment(drift.byAccount, found.close.adjustments, null);
    if (lines.length === 0) return null;
    const evidence = evidenceOfLines(lines);
    return logged(
      month,
      async () =>
        desk
          .now()
          .takeAdjustment({ ...decisionOf(month), datedIn: '2026-04' as Month, scope: null, evidence }),
      adjusted('adjusted'),
    );
  }

  // --- copies

  function backUp(view: View): Try | null {
    if (expected.rows.length === 0) return null;
    const said = comparable(view);
    return {
      work: desk.backUp,
      done: (bytes) => {
        backup = { bytes: bytes as Uint8Array<ArrayBuffer>, expected: copyOf(expected), said };
      },
      cutOff: () => undefined,
    };
  }
  function restore(view: View): Try | null {
    const from = backup;
    if (from === null) return null;
    const before = comparable(view);
    const becomes = (): void => {
      expected = copyOf(from.expected);
    };
    return {
      isRestore: true,
      work: () => desk.restore(from.bytes),
      done: async () => {
        await desk.start();
        const said = comparable(await look());
        hold('restore', said === from.said, () => differenceOf(from.said, said));
        becomes();
      },
      cutOff: async () => {
        const said = comparable(await look());
        if (said === before) return;
        hold('all-or-nothing', said === from.said, () => 'a restore that was cut off left neither copy');
        becomes();
      },
    };
  }

  function of({ kind, pick }: Step, view: View): Try | null {
    const steps: { readonly [each in StepKind]: () => Try | null } = {
      sync: () => sync(pick),
      import: () => someFile(pick, false),
      'import-bank': () => someFile(pick, true),
      'import-again': () => sameAgain(pick),
      'take-out': () => takeOut(pick),
      'bring-back': () => bringBack() ?? takeOut(pick),
      'answer-row': () => answerRow(pick) ?? someFile(pick, false),
      'name-account': () => nameAccount(pick),
      explain: () => explain(pick, view),
      match: () => match(pick, view) ?? explain(pick, view),
      dismiss: () => dismiss(pick, view) ?? explain(pick, view),
      'say-again': () => sayAgain(pick, view) ?? explain(pick, view),
      withdraw: () => withdraw(pick) ?? explain(pick, view),
      'take-payout': () => takePayout(pick, view),
      'explain-deposit': () => explainDeposit(pick, view),
      'no-channel': () => noChannel(pick, view) ?? someFile(pick, true),
      'say-basis': () => sayBasis(pick, view) ?? someFile(pick, false),
      accept: () => accept(pick, view),
      'own-cost': () => ownCost(pick),
      'say-of-month': () => (pick % 2 === 0 ? sign(pick, view) : waive(pick, view)) ?? accept(pick, view),
      close: () => close(pick),
      reopen: () => reopen(pick) ?? close(pick),
      'see-drift': () => seeDrift(pick) ?? close(pick),
      adjust: () => adjust(pick, view) ?? close(pick),
      'back-up': () => backUp(view),
      restore: () => restore(view) ?? backUp(view),
      restart: () => ({ work: async () => undefined, done: desk.restart, cutOff: () => undefined }),
    };
    return steps[kind]();
  }
  return { of, expected: () => expected };
}
