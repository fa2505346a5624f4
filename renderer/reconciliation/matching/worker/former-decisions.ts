import type { Annotation, AnnotationChanges, Annotations } from '#renderer/data/model/annotations.ts';
import { CorruptLedgerError } from '#renderer/data/storage/database/failures.ts';
import { decisionKey } from '#renderer/reconciliation/matching/model/decisions.ts';
import { formerIdentities } from '#renderer/reconciliation/matching/model/former-identity.ts';
import { identitiesInSteps } from '#renderer/reconciliation/matching/model/line-identity.ts';
import { scopeOfStatement } from '#renderer/reconciliation/statements/model/statement-account.ts';
import type { LedgerWithStatements } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import { type Pause, runTask } from '#shared/base/tasks.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';

/**
 * Decisions of earlier versions named lines by the text of their cells: while the statements that they were said of are still
 * stored, they are made to name the same lines by their values. Those whose lines are in no stored statement stay as they
 * are, and are looked for again at the next opening.
 */

const KINDS = ['match-decision', 'payout-decision'] as const;
type Kind = (typeof KINDS)[number];
type Decision = Annotation<Kind>;

const isFormer = ({ linesBy, lines }: Decision): boolean => linesBy === 'text' && lines.length > 0;

/** Writes them anew; says whether there were any. */
export async function renameFormerLines(
  {
    statements,
    annotations,
    annotate,
  }: Pick<LedgerWithStatements, 'statements' | 'annotations' | 'annotate'>,
  pause: Pause,
): Promise<boolean> {
  if (!KINDS.some((kind) => [...annotations.of(kind).values()].some(isFormer))) return false;
  const identityOf = new Map<string, string>();
  for (const statement of statements.list()) {
    const lines = await statements.lines(statement.id, pause).catch((error: unknown) => {
      if (error instanceof CorruptLedgerError) return [];
      throw error;
    });
    const scope = scopeOfStatement(statement);
    const former = await runTask(formerIdentities(lines), pause);
    const identities = await runTask(
      identitiesInSteps(lines, () => scope),
      pause,
    );
    for (const [at, name] of former.entries()) identityOf.set(name, identities[at] ?? name);
  }
  let isAny = false;
  for (const kind of KINDS) {
    const changes = renamed(kind, annotations.of(kind), identityOf);
    if (changes.puts.length === 0) continue;
    await annotate(changes);
    isAny = true;
  }
  return isAny;
}

function renamed(
  kind: Kind,
  said: Annotations<Kind>,
  identityOf: ReadonlyMap<string, string>,
): AnnotationChanges<Kind> {
  const puts = new Map<string, Decision>();
  const deletes: string[] = [];
  for (const [former, decision] of said) {
    const lines = decision.lines.flatMap((line) => identityOf.get(line) ?? []);
    if (!isFormer(decision) || lines.length < decision.lines.length) continue;
    const key = decisionKey(decision.orders as readonly OrderKey[], lines);
    const value: Decision = { ...decision, lines, linesBy: 'values' };
    const newer = puts.get(key) ?? (key === former ? undefined : said.get(key));
    puts.set(key, newer === undefined ? value : joined(value, newer));
    if (key !== former) deletes.push(former);
  }
  return { kind, puts: [...puts].map(([key, value]) => ({ key, value })), deletes };
}

const MAX_EARLIER = 100;

/** Two decisions of the same lines and orders: the one said last, with the other among what was said before. */
function joined(one: Decision, other: Decision): Decision {
  const [before, last] = one.atMs <= other.atMs ? [one, other] : [other, one];
  const { verdict, note, owner, atMs, said } = before;
  const earlier = [...before.earlier, { verdict, note, owner, atMs, said }, ...last.earlier];
  return { ...last, linesBy: 'values', lines: one.lines, earlier: earlier.slice(-MAX_EARLIER) };
}
