import { type AnnotationIndex, createAnnotationIndex } from '#renderer/data/engine/annotation-index.ts';
import {
  type AnnotationChanges,
  type AnnotationKind,
  MAX_KEY_LENGTH,
  readAnnotation,
} from '#renderer/data/model/annotations.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import type { LedgerDatabase } from './database/database.ts';
import type { LedgerAccess } from './database/ledger-access.ts';

/** RpcError code of a write that holds something that is no annotation of its kind. */
export const INVALID_ANNOTATION = 'invalid-annotation';

export async function readAnnotations(database: LedgerDatabase): Promise<AnnotationIndex> {
  return createAnnotationIndex(await database.annotations.toArray());
}

/** Writes what the user said, all of it or nothing, and then makes it true in memory. */
export async function writeAnnotations(
  database: LedgerDatabase,
  { inTurn, write, follow }: LedgerAccess,
  index: AnnotationIndex,
  changes: AnnotationChanges,
): Promise<void> {
  const checked = checkChanges(changes);
  const { kind, puts, deletes } = checked;
  await inTurn(async () => {
    await write(async () => {
      await database.annotations.bulkDelete(deletes.map((key) => [kind, key]));
      await database.annotations.bulkPut(puts.map(({ key, value }) => ({ kind, key, value })));
    });
    follow(() => index.apply(checked));
  });
}

function checkChanges<K extends AnnotationKind>(changes: AnnotationChanges<K>): AnnotationChanges<K> {
  const { kind } = changes;
  const puts = changes.puts.map(({ key, value }) => {
    const read = readAnnotation(kind, value);
    if (read === null || key === '' || key.length > MAX_KEY_LENGTH) {
      throw new RpcError(INVALID_ANNOTATION, `"${key.slice(0, 100)}" is no annotation of kind ${kind}.`);
    }
    return { key, value: read };
  });
  return { ...changes, puts };
}
