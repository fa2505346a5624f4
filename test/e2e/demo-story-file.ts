import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_ORDERS, DEMO_PULSE_MS } from '#electron/demo/demo-account.ts';
import { LUMBRE_ACCOUNTS } from '#electron/demo/lumbre/terms.ts';
import { startService } from '#electron/demo/service/start-service.ts';
import type { Cause, CauseKind } from '#electron/demo/story/cause.ts';
import { createStory } from '#electron/demo/story/story.ts';
import { writeFiles } from '#electron/demo/story/write-files.ts';
import type { World } from '#electron/demo/world/world.ts';
import { type Month, shiftMonth } from '#shared/domain/dates.ts';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { type Books, readBooks } from './demo-story-books.ts';
import type { WireRow } from './oracle.ts';
import { monthFromApi } from './read-api.ts';

/** What is wrong in the demo company of a seed and a beginning, and its files, as they are written for anybody. */

export type ToldDemo = {
  /** Days since an order was bought, by its number. */
  readonly ageDaysOf: (order: string) => number;
  /** Whether an order was bought in the month. */
  readonly isOfMonth: (order: string) => boolean;
  readonly month: Month;
  readonly causesOf: (...kinds: readonly CauseKind[]) => readonly Cause[];
  /**
   * What is charged wrongly goes on with every sale: what it had come to when the reading began and when it ended, which is
   * nearly always the same.
   */
  readonly wrongFees: readonly (readonly Cause[])[];
  /** What of that is of the month alone. */
  readonly wrongFeeOfMonth: readonly Cause[];
  /** What the API and the files themselves say. */
  readonly books: Books;
  /** Of the statements from the month before to the one after, and of the extracts from the month on. */
  readonly files: readonly string[];
  /** Orders of the month whose Rentabilidad Total (grains) is another one at a later instant, with the difference. */
  readonly movedBy: (laterMs: number) => ReadonlyMap<string, bigint>;
};

/** What it sells in; most is sold in the first. */
export const CURRENCIES = ['CLP', 'BRL', 'MXN', 'ARS'] as const;

/** What is younger may not be due yet, or late by a few days. */
export const YOUNG_DAYS = 45;

const KEY = 'twin';

/** UTC epoch milliseconds between which the rows were read that the app has. */
export type Reading = { readonly from: number; readonly to: number };

/** @param folder where they are written; nothing but them may lie in it */
export async function tellDemo(
  seed: number,
  beganAtMs: number,
  reading: Reading,
  folder: string,
): Promise<ToldDemo> {
  let now = reading.from;
  const story = createStory();
  const { world, baseUrl, close } = await startService({
    ...{ seed, orders: DEMO_ORDERS, company: story.company, pulseMs: DEMO_PULSE_MS },
    ...{ keys: [KEY], plan: 'pro', limits: { perMinute: 10_000, perDay: 100_000 } },
    clock: () => now,
    beginsAt: beganAtMs,
  });
  const isFee = ({ kind }: Cause): boolean => kind === 'wrong-fee';
  const first = story.write([...world.truth()]).causes.filter(isFee);
  now = reading.to;
  await writeFiles(story, world, { directory: folder, months: 3 });
  const { month, causes } = JSON.parse(await readFile(join(folder, 'story.json'), 'utf8')) as {
    readonly month: Month;
    readonly causes: readonly Cause[];
  };
  const months = [-2, -1, 0, 1].map((shift) => shiftMonth(month, shift));
  const rows = (await Promise.all(months.map((each) => monthFromApi(baseUrl, KEY, each)))).flat();
  await close();
  const filesIn = async (shift: number): Promise<readonly string[]> => {
    const names = await readdir(join(folder, shiftMonth(month, shift))).catch(() => []);
    return shift < 0 ? names.filter((name) => !name.startsWith('banco_')) : names;
  };
  const read = leftIn(world, month);
  const boughtOn = new Map(
    [...world.truth()].map((row) => [row.Orden ?? '', (row['Fecha de compra'] ?? '').slice(0, 10)]),
  );
  return {
    month,
    ageDaysOf: (order) =>
      Math.floor((reading.to - Date.parse(`${boughtOn.get(order) ?? ''}T00:00:00Z`)) / 86_400_000),
    isOfMonth: (order) => boughtOn.get(order)?.startsWith(month) === true,
    causesOf: (...kinds) => causes.filter(({ kind }) => kinds.includes(kind)),
    wrongFees: [first, causes.filter(isFee)],
    wrongFeeOfMonth: story.write([...rowsOf(world, month)]).causes.filter(isFee),
    books: await readBooks({ folder, rows, month, currencyOf }),
    files: (await Promise.all([-1, 0, 1].map(filesIn))).flat().toSorted(),
    movedBy: (laterMs) => {
      now = laterMs;
      const later = leftIn(world, month);
      const orders = new Set([...read.keys(), ...later.keys()]);
      const differences = [...orders].map(
        (order) => [order, (later.get(order) ?? 0n) - (read.get(order) ?? 0n)] as const,
      );
      return new Map(differences.filter(([, difference]) => difference !== 0n));
    },
  };
}

const currencyOf = ({ Canal, Cuenta }: WireRow): string | null =>
  LUMBRE_ACCOUNTS.find(({ channel, account }) => channel.name === Canal && account.name === Cuenta)?.terms
    .currency ?? null;

/** Those bought in a month: what was bought before it, nearly all there is, is not even written out. */
function* rowsOf(world: World, month: Month): Generator<WireRow> {
  for (const { row } of world.entries(Date.parse(`${month}-01T00:00:00Z`) - 1))
    if ((row['Fecha de compra'] ?? '').startsWith(month)) yield row;
}

/** Rentabilidad Total of each order of a month. */
function leftIn(world: World, month: Month): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const row of rowsOf(world, month)) {
    const order = row.Orden ?? '';
    sums.set(order, (sums.get(order) ?? 0n) + toGrains(row['Rentabilidad Total'] ?? '0'));
  }
  return sums;
}
