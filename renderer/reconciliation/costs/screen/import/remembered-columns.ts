import { useCallback } from 'react';
import { z } from 'zod';
import { useAnnotate } from '#renderer/data/client/annotations.ts';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { ANNOTATION_SCHEMAS, type Annotation } from '#renderer/data/model/annotations.ts';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import {
  type FormerColumns,
  type KnownColumns,
  keptColumns,
} from '#renderer/reconciliation/costs/model/known-columns.ts';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';
import { type CostMappingPhase, headerRow } from './use-cost-import.ts';

const formerSchema = z.array(
  z.object({ header: z.string(), columns: ANNOTATION_SCHEMAS['cost-columns'].shape.columns }),
);
const NONE: FormerColumns = [];

/** Remembers the columns of imported lists: read when a file comes and kept when it is imported. */
export function useRememberedColumns() {
  const { data } = useSession();
  const annotate = useAnnotate();
  const [owner] = useOwner();
  // Until the ledger kept them, the preferences did.
  const [former] = useScreenState<FormerColumns>('reconciliation.cost-columns', formerSchema, NONE);
  const readKnown = useCallback(async (): Promise<KnownColumns> => {
    const entries = await data.call.readAnnotations({ kind: 'cost-columns' });
    const kept = new Map(entries.map(({ key, value }) => [key, value as Annotation<'cost-columns'>]));
    return { kept, former };
  }, [data, former]);
  const remember = useCallback(
    ({ look, place }: Pick<CostMappingPhase, 'look' | 'place'>): void => {
      const row = headerRow(look, place);
      const kept = row === undefined ? null : keptColumns(row, place.columns);
      if (kept === null) return;
      const value = { ...kept.value, owner: owner.trim(), atMs: Date.now() };
      // The costs are written: without this the next file is asked about again, no more.
      annotate({ kind: 'cost-columns', puts: [{ key: kept.key, value }], deletes: [] }).catch(() => null);
    },
    [annotate, owner],
  );
  return { readKnown, remember };
}
