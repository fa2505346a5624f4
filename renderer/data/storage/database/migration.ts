import type { Transaction } from 'dexie';
import { decodeSegment, purchaseBounds } from '#renderer/data/storage/segment/layout.ts';
import { countBits, joinBytes } from './bytes.ts';

/** Brings what an older version of the app stored to the present form, inside the transaction that upgrades it. */

type OldSegment = { readonly id: number; readonly headerLength: number };
type OldFigures = { readonly rows: number };
type OldChanges = {
  [key: string]: unknown;
  readonly window: { readonly field: 'purchase_date' | 'updated_at' };
  changes: readonly { readonly before: OldFigures | null; readonly after: OldFigures | null }[];
};

/** Version 1 knew no runs, re-readings or missing rows, no bounds of segments, and no new orders in its change log. */
export async function migrateFromVersion1(transaction: Transaction): Promise<void> {
  await modify(transaction, 'meta', (record) => {
    if (record.key === 'checkpoint') {
      record.checkpoint = { ...(record.checkpoint as object), version: 2, rereads: [] };
    } else if (record.key === 'committed') {
      const commits = record.commits as readonly { readonly result: object }[];
      record.commits = commits.map((each) => ({ ...each, result: { ...each.result, rowsHeld: 0 } }));
    } else if (record.key === 'schema') record.version = 2;
  });
  await modify(transaction, 'pages', (page) => {
    // Their time of arrival is unknown: their window is said to have taken no time.
    page.stagedAtMs = 0;
  });
  const tombstones = await transaction.table<{ segment: number; bits: Uint8Array }>('tombstones').toArray();
  const deadRows = new Map(tombstones.map(({ segment, bits }) => [segment, countBits(bits)]));
  for (const segment of await transaction.table<OldSegment>('segments').toArray()) {
    const chunks = await transaction
      .table<{ bytes: Uint8Array }>('segmentChunks')
      .where('[segment+index]')
      .between([segment.id, 0], [segment.id, Number.POSITIVE_INFINITY])
      .toArray();
    await transaction.table('segments').put({
      ...segment,
      purchases: boundsOf(segment, chunks),
      deadRows: deadRows.get(segment.id) ?? 0,
    });
  }
  await modify<OldChanges>(transaction, 'changes', (record) => {
    // An order of no rows was written as figures of nothing.
    const existing = (figures: OldFigures | null) => (figures?.rows === 0 ? null : figures);
    record.runId = null;
    record.purpose = record.window.field === 'updated_at' ? 'changes' : 'history';
    record.changes = record.changes.map((change) => ({
      ...change,
      purchase: null,
      before: existing(change.before),
      after: existing(change.after),
    }));
  });
}

/**
 * Version 2 kept controls whose own count had been fitted to the server's and whose bounds are not known: they are
 * counted anew. Nor is it known what had been read in several pages: all of it is read once more, a little each time.
 */
export async function migrateFromVersion2(transaction: Transaction): Promise<void> {
  await transaction.table('controls').clear();
  await modify(transaction, 'meta', (record) => {
    if (record.key === 'checkpoint') {
      const checkpoint = record.checkpoint as { readonly reads: readonly { from: string; to: string }[] };
      const readOnce = checkpoint.reads.map(({ from, to }) => ({ from, to }));
      record.checkpoint = { ...checkpoint, readOnce, searches: [] };
    } else if (record.key === 'schema') record.version = 3;
  });
}

/** Version 3 kept nothing of what the user says beside the rows. */
export async function migrateFromVersion3(transaction: Transaction): Promise<void> {
  await modify(transaction, 'meta', (record) => {
    if (record.key === 'schema') record.version = 4;
  });
}

/** Version 4 kept no cells: they are made of the rows. */
export async function migrateFromVersion4(transaction: Transaction): Promise<void> {
  await modify(transaction, 'meta', (record) => {
    if (record.key === 'schema') record.version = 5;
  });
}

/** Changes every record of a table. */
async function modify<R = { [key: string]: unknown }>(
  transaction: Transaction,
  table: string,
  change: (record: R) => void,
): Promise<void> {
  await transaction.table<R>(table).toCollection().modify(change);
}

/** A segment that cannot be read has no bounds: opening the ledger finds it out and says so. */
function boundsOf(segment: OldSegment, chunks: readonly { readonly bytes: Uint8Array }[]) {
  try {
    return purchaseBounds(
      decodeSegment(joinBytes(chunks.map(({ bytes }) => bytes)), segment.headerLength),
      null,
    );
  } catch {
    return null;
  }
}
