import type { AnnotationIndex } from '#renderer/data/engine/annotation-index.ts';
import { ANNOTATION_KINDS } from '#renderer/data/model/annotations.ts';
import { evidenceOf } from '#renderer/data/model/finding.ts';
import { question } from '#renderer/data/questions/question.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import type { StatementStore } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import type { TablesQuery } from './dataset-tables.ts';

type Source = {
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
  answer: async ({ ledger }: Source, { today: _, ...settings }: TablesQuery): Promise<string> => {
    const { annotations, statements, reads } = ledger;
    const said = ANNOTATION_KINDS.map((kind) => [kind, digestOf(annotations.of(kind))]);
    const imported = statements.list().map((statement) => JSON.stringify(statement));
    const change = await reads.lastChange();
    return evidenceOf([JSON.stringify({ said, change, settings }), ...imported]);
  },
});

/** A kind's annotations are another object after each change of one. */
const digests = new WeakMap<ReadonlyMap<string, unknown>, string>();

function digestOf(annotations: ReadonlyMap<string, unknown>): string {
  const known = digests.get(annotations);
  if (known !== undefined) return known;
  const digest = evidenceOf([...annotations].map((each) => JSON.stringify(each)));
  digests.set(annotations, digest);
  return digest;
}
