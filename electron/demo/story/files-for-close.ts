import { setImmediate as turn } from 'node:timers/promises';
import type { DemoFile, DemoFilesPiece } from '#shared/contract/app-streams.ts';
import { DAY_MS, type Month, shiftMonth } from '#shared/domain/dates.ts';
import { type CompanyBooks, filesOfMonth, monthsOf } from '../statements/company-files.ts';
import type { World } from '../world/world.ts';
import type { Story } from './story.ts';

/** So long at a time the process does nothing else. */
const STEP_MS = 15;

/**
 * The files that it takes to close a month of the demo company, made now: the statements of the month and of those around it, since
 * money comes in a later month than its sale, and the bank extracts of the month and the next one. Those of before the first
 * statement are left out: nothing would say what came in them.
 */
export async function* filesForClose(
  story: Story,
  world: World,
  month: Month,
): AsyncGenerator<DemoFilesPiece, null, undefined> {
  const making = story.tellBooks(world.truth());
  let books: CompanyBooks | null = null;
  while (books === null) {
    yield { kind: 'making' };
    const until = performance.now() + STEP_MS;
    while (books === null && performance.now() < until) {
      const step = making.next();
      if (step.done === true) books = step.value;
    }
    await turn();
  }
  const today = Math.floor(world.now() / DAY_MS);
  const files: DemoFile[] = [];
  const paidIn = new Set(monthsOf(books));
  for (const shift of [-1, 0, 1]) {
    const each = shiftMonth(month, shift);
    if (!paidIn.has(each)) continue;
    const { statements, banks } = filesOfMonth(books, each, today);
    files.push(...statements.map(({ name, text }): DemoFile => ({ name, of: 'account', text })));
    if (shift >= 0) files.push(...banks.map(({ name, text }): DemoFile => ({ name, of: 'bank', text })));
    await turn();
  }
  const total = files.length;
  for (const [at, file] of files.entries()) yield { kind: 'file', file, at, total };
  return null;
}
