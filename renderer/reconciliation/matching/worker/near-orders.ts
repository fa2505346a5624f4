import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { codeAt, type TextColumn } from '#renderer/data/engine/columns/segment.ts';
import { textReader } from '#renderer/data/engine/columns/text-dictionary.ts';
import {
  damagedKey,
  headOfKey,
  type NearReason,
  nearForm,
  whyNear,
} from '#renderer/reconciliation/matching/model/near-keys.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { KeyColumn } from './key-hits.ts';

/** Numbers that nobody has are looked for in other ways of writing them; past so many something else is wrong. */
export const MAX_NEAR = 5_000;

export type NearOrder = {
  /** Place of the number among those looked for. */
  readonly at: number;
  readonly order: number;
  readonly how: readonly NearReason[];
};

/** Orders whose number is nearly one of `texts`, each once. */
export function* findNear(
  store: ColumnStore,
  column: KeyColumn,
  texts: readonly string[],
): Task<readonly NearOrder[]> {
  const look = createLook(texts.slice(0, MAX_NEAR));
  const found = new Map<string, NearOrder>();
  if (texts.length === 0) return [];
  for (const segment of store.segments) {
    const cells = segment.columns.get(column);
    if (cells?.kind !== 'text') continue;
    const near = yield* nearEntries(cells, look);
    if (near.size === 0) continue;
    for (let row = 0; row < segment.rowCount; row += 1) {
      const hits = near.get(codeAt(cells, row));
      if (hits === undefined || segment.isLive[row] !== 1) continue;
      const order = segment.orderOf[row] ?? 0;
      for (const hit of hits) found.set(`${hit.at} ${order}`, { ...hit, order });
    }
    yield;
  }
  return [...found.values()];
}

type Hit = Omit<NearOrder, 'order'>;
const ENTRIES_PER_STEP = 20_000;

function* nearEntries(
  { dictionary }: TextColumn,
  look: (text: string) => readonly Hit[],
): Task<ReadonlyMap<number, readonly Hit[]>> {
  const read = textReader(dictionary);
  const near = new Map<number, readonly Hit[]>();
  for (let entry = 0; entry < dictionary.size; entry += 1) {
    const hits = look(read(entry) ?? '');
    if (hits.length > 0) near.set(entry, hits);
    if (entry % ENTRIES_PER_STEP === ENTRIES_PER_STEP - 1) yield;
  }
  return near;
}

function createLook(texts: readonly string[]): (text: string) => readonly Hit[] {
  const byForm = new Map<string, number[]>();
  const damaged = new Map<string, number>();
  const lengths = new Map<number, Set<number>>();
  for (const [at, text] of texts.entries()) {
    byForm.set(nearForm(text), [...(byForm.get(nearForm(text)) ?? []), at]);
    const rest = damagedKey(text);
    if (rest === null) continue;
    damaged.set(`${rest.digits} ${rest.head}`, at);
    lengths.set(rest.digits, (lengths.get(rest.digits) ?? new Set()).add(rest.head.length));
  }
  return (text) => {
    if (text === '') return [];
    const hits = (byForm.get(nearForm(text)) ?? []).flatMap((at): readonly Hit[] => {
      const how = whyNear(texts[at] ?? '', text);
      return how.length === 0 ? [] : [{ at, how }];
    });
    for (const kept of lengths.get(text.length) ?? []) {
      const at = damaged.get(`${text.length} ${headOfKey(text, kept)}`);
      if (at !== undefined) hits.push({ at, how: ['scientific'] });
    }
    return hits;
  };
}
