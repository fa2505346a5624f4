import type { AnnotationIndex } from '#renderer/data/engine/annotation-index.ts';
import { ANNOTATION_KINDS } from '#renderer/data/model/annotations.ts';
import { evidenceOf } from '#renderer/data/model/finding.ts';
import { question } from '#renderer/data/questions/question.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import type { StatementStore } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import type { Pause } from '#shared/base/tasks.ts';
import type { TablesQuery } from './dataset-tables.ts';

type Source = {
  readonly pause: Pause;
  readonly ledger: {
    readonly annotations: Pick<AnnotationIndex, 'of'>;
    readonly statements: Pick<StatementStore, 'list'>;
    readonly reads: Pick<Ledger['reads'], 'lastChange'>;
  };
};

/**
 * A mark of what the tables of an export for engines are made of beside the rows: what was said (decisions, closes, own costs,
 * targets, journals), statements, the change log, and the page's settings. It is another one where any of it moved; where the
 * day alone is another, it is the same. No table is made for it.
 */
export const readDatasetMark = question('readDatasetMark', {
  freshness: 'commits-and-metadata',
  answer: async ({ ledger, pause }: Source, { today: _, ...settings }: TablesQuery): Promise<string> => {
    const { annotations, statements, reads } = ledger;
    const said: string[] = [];
    for (const kind of ANNOTATION_KINDS) said.push(kind, await digestOf(annotations.of(kind), pause));
    const imported = statements.list().map((statement) => JSON.stringify(statement));
    const change = await reads.lastChange();
    return evidenceOf([JSON.stringify({ said, change, settings }), ...imported]);
  },
});

/** A kind's annotations are another object after each change of one. */
const digests = new WeakMap<ReadonlyMap<string, unknown>, string>();

/** Digested before the next pause: some milliseconds. */
const AT_ONCE = 200;

async function digestOf(annotations: ReadonlyMap<string, unknown>, pause: Pause): Promise<string> {
  const known = digests.get(annotations);
  if (known !== undefined) return known;
  const keys = [...annotations.keys()].toSorted();
  const parts: string[] = [];
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    await pause();
    const some = keys.slice(from, from + AT_ONCE);
    parts.push(evidenceOf(some.map((key) => JSON.stringify([key, annotations.get(key)]))));
  }
  const digest = evidenceOf(parts);
  digests.set(annotations, digest);
  return digest;
}
