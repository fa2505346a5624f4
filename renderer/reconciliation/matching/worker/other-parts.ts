import { rememberLast } from '#renderer/data/questions/remember-last.ts';
import { CorruptLedgerError } from '#renderer/data/storage/database/failures.ts';
import { basisKeys } from '#renderer/reconciliation/matching/model/basis.ts';
import { outsideReason } from '#renderer/reconciliation/matching/model/match-line.ts';
import { pushTo } from '#renderer/reconciliation/matching/model/match-work.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import { numberValue } from '#renderer/reconciliation/statements/model/line-values.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import { isBank } from '#renderer/reconciliation/statements/model/statement-account.ts';
import {
  createStatementLines,
  daysMeet,
} from '#renderer/reconciliation/statements/worker/statement-lines.ts';
import type { StatementStore } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import type { Pause } from '#shared/base/tasks.ts';

/** A line of another statement that tells of an order too. */
export type OtherPart = {
  readonly statement: ImportedStatement;
  readonly line: StatementLine;
  /** Equal in whatever file it stands. */
  readonly identity: string;
};

/** Statements of one layout and account, of whose orders several of them tell. */
type Group = {
  /** Of each the settlements that it names. */
  readonly settlements: ReadonlyMap<ImportedStatement, ReadonlySet<string>>;
  /** Of each order its lines; the earliest import's first. */
  readonly orders: readonly (readonly OtherPart[])[];
};

/**
 * Orders that are paid over several settlements: what other statements of the same layout and account tell of the orders of
 * some statements, each line once. A settlement that these name is theirs to tell, and where none is named so are their days:
 * what another file says of it is another version of the same, and no part. Read once for all statements that are there.
 */
export function createOtherParts(
  statements: Pick<StatementStore, 'list' | 'lines' | 'revision'>,
  pause: Pause,
): (ids: ReadonlySet<string>) => Promise<readonly OtherPart[]> {
  const { identitiesOf } = createStatementLines(statements, pause);
  const last = rememberLast<readonly Group[]>();

  async function readGroups(): Promise<readonly Group[]> {
    const groups = new Map<string, ImportedStatement[]>();
    for (const each of statements.list().toReversed())
      if (!isBank(each)) pushTo(groups, JSON.stringify([basisKeys(each), each.account ?? null]), each);
    const found: Group[] = [];
    for (const group of groups.values()) if (group.length > 1) found.push(await readGroup(group));
    return found;
  }

  async function readGroup(group: readonly ImportedStatement[]): Promise<Group> {
    const settlements = new Map<ImportedStatement, Set<string>>();
    const byOrder = new Map<string, OtherPart[]>();
    for (const statement of group) {
      const lines = await readable(statement);
      const identities = await identitiesOf(statement.kind, lines);
      const named = new Set<string>();
      settlements.set(statement, named);
      for (const [at, line] of lines.entries()) {
        const settlement = numberValue(line.settlement);
        if (settlement !== null) named.add(settlement);
        const order = numberValue(line.order ?? line.suborder);
        if (order === null || outsideReason(line) !== null) continue;
        pushTo(byOrder, order, { statement, line: { ...line, cells: [] }, identity: identities[at] ?? '' });
      }
    }
    const isOfSeveral = (parts: readonly OtherPart[]): boolean =>
      parts.some(({ statement }) => statement !== parts[0]?.statement);
    return { settlements, orders: [...byOrder.values()].filter(isOfSeveral) };
  }

  /** What cannot be read is told as damaged where it is looked at. */
  async function readable({ id }: ImportedStatement): Promise<readonly StatementLine[]> {
    try {
      return await statements.lines(id, pause);
    } catch (error) {
      if (error instanceof CorruptLedgerError) return [];
      throw error;
    }
  }

  return async (ids) =>
    (await last(String(statements.revision()), readGroups)).flatMap((group) => partsIn(group, ids));
}

/** What the others of a group tell of the orders of some, each line once. */
function partsIn({ settlements, orders }: Group, ids: ReadonlySet<string>): readonly OtherPart[] {
  const asked = [...settlements.keys()].filter(({ id }) => ids.has(id));
  const own = new Set(asked.flatMap((each) => [...(settlements.get(each) ?? [])]));
  const isPart = ({ statement, line }: OtherPart): boolean => {
    const settlement = numberValue(line.settlement);
    if (settlement !== null) return !own.has(settlement);
    const { days } = statement;
    return days !== null && asked.every((each) => each.days !== null && !daysMeet(each.days, days));
  };
  return orders.flatMap((parts) => {
    const known = new Set(
      parts.flatMap(({ statement, identity }) => (ids.has(statement.id) ? identity : [])),
    );
    if (known.size === 0) return [];
    return parts.filter((part) => {
      const isNew = !known.has(part.identity) && isPart(part);
      if (isNew) known.add(part.identity);
      return isNew;
    });
  });
}
