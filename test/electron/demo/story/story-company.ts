import { filesOfMonth } from '#electron/demo/statements/company-files.ts';
import { createStory, type WrittenStory } from '#electron/demo/story/story.ts';
import { createWorld, type WireRow } from '#electron/demo/world/world.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { keyOfOrder, matchStatement } from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { payoutsOf } from '#renderer/reconciliation/payouts/model/payouts.ts';
import { DEFAULT_TOLERANCE } from '#renderer/reconciliation/payouts/model/why-open.ts';
import { settlePayouts } from '#renderer/reconciliation/payouts/worker/settled-payouts.ts';
import { readSettlements } from '#renderer/reconciliation/payouts/worker/settlement-sums.ts';
import type { StatementReading } from '#renderer/reconciliation/statements/model/statement.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import { DAY_MS, dayOfNumber, type LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { cellsOfKey } from '#shared/domain/order-identity.ts';
import { ORDERS, storeOf } from '#test/electron/demo/lumbre/lumbre-world.ts';
import { readFile } from '#test/renderer/data/files/intake/read-through.ts';

/** The demo company with its story: its rows, its files as the app reads them, and what the app makes of both. */

export type ReadFile = {
  readonly name: string;
  readonly canal: string;
  readonly cuenta: string;
  readonly reading: StatementReading;
};

export type StoryCompany = {
  readonly rows: readonly WireRow[];
  readonly store: ColumnStore;
  readonly story: WrittenStory;
  /** Of the story's month and the ones before and after it. */
  readonly statements: readonly ReadFile[];
  /** From the story's month on: what was paid out before the first statement is in none. */
  readonly banks: readonly ReadFile[];
  readonly today: number;
  /** The rows some minutes later. */
  readonly later: (minutes: number) => readonly WireRow[];
};

const shifted = (month: string, months: number): string => {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
};

export async function buildStoryCompany(seed: number, start: number): Promise<StoryCompany> {
  let now = start;
  const ownStory = createStory();
  const world = createWorld({ seed, orders: ORDERS, clock: () => now, company: ownStory.company });
  const rows = [...world.truth()];
  const story = ownStory.write(rows);
  const today = Math.floor(start / DAY_MS);
  const months = [-1, 0, 1].map((each) => shifted(story.month, each));
  const files = months.map((month) => filesOfMonth(story.books, month, today));
  return {
    rows,
    store: storeOf(rows),
    story,
    statements: await Promise.all(files.flatMap(({ statements }) => statements.map(read))),
    banks: await Promise.all(
      files.slice(1).flatMap(({ banks }) => banks.map((file) => read({ ...file, canal: '', cuenta: '' }))),
    ),
    today,
    later: (minutes) => {
      now = start + minutes * 60_000;
      return [...world.truth()];
    },
  };
}

async function read<
  File extends {
    readonly name: string;
    readonly canal: string;
    readonly cuenta: string;
    readonly text: string;
  },
>({ name, canal, cuenta, text }: File): Promise<ReadFile> {
  const found = await readFile(new TextEncoder().encode(text));
  if (!('reading' in found)) throw new Error(`${name}: ${JSON.stringify(found)}`);
  return { name, canal, cuenta, reading: found.reading };
}

const EXACTLY = { absolute: '0' as Decimal, percent: '0' as Decimal };

/** What a statement and the orders do not say alike: the order's number, and statement less orders in cents. */
export function differencesOf({ store }: StoryCompany, { reading }: ReadFile) {
  const match = atOnce(
    matchStatement(store, reading.lines, { accounts: null, tolerance: EXACTLY, decisions: [] }),
  );
  return match.cases
    .filter(({ state }) => state !== 'same')
    .map(({ lines, orders, state, difference }) => {
      const [number] = orders.map((at) => match.numbers[at] ?? -1);
      const line = reading.lines[lines[0] ?? -1];
      const own = number === undefined ? null : (cellsOfKey(keyOfOrder(store, number)).Orden ?? null);
      return { state, order: own ?? line?.order ?? '', cents: Number(difference) * 10 ** (2 - match.scale) };
    });
}

/** The payouts of all statements and of the rows, held against all extracts. */
export function matchPayoutsOf({ store, statements, banks, today }: StoryCompany) {
  const written = atOnce(
    payoutsOf(
      statements.map(({ name, canal, cuenta, reading }) => {
        return { statementId: name, kind: reading.kind, accounts: [{ canal, cuenta }], lines: reading.lines };
      }),
    ),
  );
  const lines = banks.flatMap(({ reading }) => reading.lines);
  const of = Uint16Array.from(banks.flatMap(({ reading }, at) => reading.lines.map(() => at)));
  const days = banks.map(({ reading }) => {
    const own = reading.lines.flatMap(({ date }) => date?.day ?? []).toSorted();
    return { from: own[0] as LocalDate, to: own.at(-1) as LocalDate };
  });
  return atOnce(
    settlePayouts({
      payouts: written,
      bank: { statements: [], lines, of, identities: lines.map((_, at) => String(at)) },
      bankDays: days,
      settlements: atOnce(readSettlements(store, dayOfNumber(today))),
      balances: new Set(
        statements
          .filter(({ reading }) => reading.kind.startsWith('mercado-pago'))
          .map(({ canal, cuenta }) => accountKey(canal, cuenta)),
      ),
      today,
      tolerance: DEFAULT_TOLERANCE,
      otherBusiness: new Set(),
      decisions: [],
    }),
  );
}
