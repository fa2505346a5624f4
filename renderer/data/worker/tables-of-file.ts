import type { CorrelationIdsOf } from '#renderer/data/engine/answers/correlation-ids.ts';
import { table } from '#renderer/data/engine/answers/lines.ts';
import { ofSource, type QueriedRows } from '#renderer/data/engine/answers/queried-rows.ts';
import type { EvidenceContent } from '#renderer/data/files/evidence/evidence.ts';
import { groupTable } from '#renderer/data/model/group-table.ts';
import type { Groups, GroupsQuery } from '#renderer/data/model/groups.ts';
import { type Table, tableOf } from '#renderer/data/model/sheet-table.ts';
import { type FileContent, OUTDATED } from '#renderer/data/model/table-files.ts';
import { claimed } from '#renderer/reconciliation/rates/worker/answers.ts';
import { failingTable } from '#renderer/reconciliation/rules/worker/answers.ts';
import type { Task } from '#shared/base/tasks.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { type KnownThen, type OpenCopy, shownOf } from './open-copy.ts';

/** The tables of a file, and what its evidence says of them. */

/** Content of a file that is a query, which gives one table. */
export type QueriedContent = Extract<
  FileContent,
  { readonly kind: 'rows' | 'changes' | 'failing-rows' | 'rate-deviations' }
>;

/** The table of a query over the rows. */
export function queriedTable(
  rows: QueriedRows,
  content: Exclude<QueriedContent, { readonly kind: 'changes' }>,
  idsOf: CorrelationIdsOf,
): Task<Table> {
  switch (content.kind) {
    case 'rows':
      return rows.over(content.query.selection, (of) => table(of, content.query, content.name));
    case 'failing-rows':
      return failingTable(rows, ofSource(content.query), content.names, idsOf);
    case 'rate-deviations':
      return claimed(rows, ofSource(content.query), content.names, idsOf);
  }
}

export type KnownTable = { readonly table: Table; readonly known: KnownThen; readonly revision: number };

type KnownTables = {
  readonly tables: readonly Table[];
  readonly known: KnownThen;
  /** Null: they were laid out by the page. */
  readonly revision: number | null;
};

const NOTHING_KNOWN: KnownThen = { readUntil: null, knownUntil: null, watermark: null };

type Asks = {
  readonly table: (content: QueriedContent) => Promise<KnownTable>;
  readonly groups: (query: GroupsQuery) => Promise<Groups>;
};

/** The tables of a file, of one revision. Fails with OUTDATED where a workbook's rows are of another by now. */
export async function tablesOf(
  content: FileContent,
  copy: Pick<OpenCopy, 'latest' | 'frozen'>,
  ask: Asks,
): Promise<KnownTables> {
  switch (content.kind) {
    case 'rows':
    case 'changes':
    case 'failing-rows':
    case 'rate-deviations': {
      const { table, known, revision } = await ask.table(content);
      return { tables: [table], known, revision };
    }
    case 'table':
      // Laid out by the page: of figures that may be older than the rows by now.
      return {
        tables: [tableOf(content.table)],
        known: knownOf(content.of?.totals.revision, copy) ?? NOTHING_KNOWN,
        revision: null,
      };
    case 'book': {
      const tables = await Promise.all(
        content.tables.map(async (each) => {
          if (each.kind === 'table') return tableOf(each.table);
          const { groups, total } = await ask.groups(each.query);
          return groupTable(groups, total, each.layout);
        }),
      );
      // Revisions only grow: all that was read is of this one, or none of it is let out.
      const known = knownOf(content.revision, copy);
      if (known === null) throw new RpcError(OUTDATED, 'Rows were committed meanwhile.');
      return { tables, known, revision: content.revision };
    }
  }
}

/** Null where the rows that are shown are not those of the figures. */
function knownOf(revision: number | undefined, copy: Pick<OpenCopy, 'latest' | 'frozen'>): KnownThen | null {
  const figures = shownOf(copy);
  return revision === figures.rows.store.revision ? figures.known() : null;
}

/** The question that a file's evidence asks again when the file is checked; null where nothing can be. */
export function evidenceContent(content: FileContent): EvidenceContent | null {
  switch (content.kind) {
    case 'rows':
    case 'changes':
      return { kind: content.kind, query: content.query } as EvidenceContent;
    case 'failing-rows':
    case 'rate-deviations':
      // Rows that fail a rule are no selection that could be asked for again.
      return null;
    case 'table':
    case 'book': {
      if (content.of === undefined) return null;
      const { selection, totals } = content.of;
      const { rows, sums } = totals;
      return { kind: 'figures', selection, rows, sums };
    }
  }
}
