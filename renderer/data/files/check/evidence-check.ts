import type { WorkbookEvidence } from '#renderer/data/files/evidence/evidence.ts';
import {
  EVIDENCE_JSON_HEADING,
  type EvidenceCell,
  type EvidenceTable,
  evidenceLines,
} from '#renderer/data/files/xlsx/evidence-lines.ts';
import { EVIDENCE_NAME } from '#renderer/data/files/xlsx/evidence-sheet.ts';
import { type Alterations, rowName } from './alterations.ts';
import { shownCell, valueIn } from './cell-texts.ts';
import { plainFormula } from './formula-values.ts';
import type { FileCell, FileRow } from './sheet-rows.ts';

/**
 * Compares the readable text of the evidence sheet with the record that this program reads there: both may have been
 * edited.
 */

/** @param toTable the alterations of a table, by its place */
export function checkEvidence(
  proof: WorkbookEvidence,
  rows: readonly FileRow[],
  alterations: Alterations,
  toTable: (table: number) => {
    readonly alterations: Alterations;
    readonly slack: (column: number) => number;
  },
): void {
  const tables = proof.tables.map(
    ({ name, columns, sheets, hash, layout }): EvidenceTable => ({
      name,
      columns,
      sheets,
      isGrouped: layout?.isGrouped ?? false,
      totals: layout?.totals ?? [],
      hash,
    }),
  );
  const known = { ...proof, controls: proof.controls ?? [] };
  const losses = { longFigures: proof.longFigures, cutTexts: proof.cutTexts ?? 0 };
  const lines = [...evidenceLines({ facts: proof.facts, tables, losses, known }), ...EVIDENCE_JSON_HEADING];
  const found = new Map(rows.map((row) => [row.number, row]));
  const last = rows.at(-1)?.number ?? 0;
  for (let number = 1; number <= Math.max(lines.length, last); number += 1) {
    const row = found.get(number);
    if (row?.isHidden === true && row.cells.size > 0)
      alterations.add('hidden', 'row-hidden', {
        name: '',
        cell: rowName({ sheet: EVIDENCE_NAME, row: number }),
      });
    const recorded = lines[number - 1] ?? [];
    const name = recorded[0]?.kind === 'text' ? recorded[0].text : (shownCell(row?.cells.get(0)) ?? '');
    const table = proof.tables.findIndex(
      (each) => proof.tables.length > 1 && name.startsWith(`${each.name}: `),
    );
    const own = table < 0 ? alterations : toTable(table).alterations;
    const what = table < 0 ? name : name.slice((proof.tables[table]?.name.length ?? 0) + 2);
    for (const column of new Set([...recorded.keys(), ...(row?.cells.keys() ?? [])])) {
      const cell = recorded[column];
      const slack = cell?.kind === 'sum' ? toTable(cell.table).slack(cell.column) : 0;
      const pair = pairOf(cell, row?.cells.get(column), slack);
      own.compare('evidence', { name: what, ...pair }, { sheet: EVIDENCE_NAME, column, row: number });
    }
  }
}

/** @param slack how far a program's own sum may lie from the exact one */
function pairOf(recorded: EvidenceCell | undefined, found: FileCell | undefined, slack: number) {
  switch (recorded?.kind) {
    case undefined:
      return { recorded: null, found: shownCell(found) };
    case 'text':
      return { recorded: recorded.text === '' ? null : recorded.text, found: shownCell(found) };
    case 'count': {
      const isSame = found?.kind === 'number' && Number(found.text) === recorded.value;
      return { recorded: String(recorded.value), found: isSame ? String(recorded.value) : shownCell(found) };
    }
    case 'sum': {
      if (found?.kind !== 'formula' || plainFormula(found.formula) !== plainFormula(recorded.formula))
        return { recorded: `=${recorded.formula}`, found: shownCell(found) };
      const value = valueIn(found);
      const isSame =
        value?.kind === 'number' && Math.abs(Number(value.text) - Number(recorded.value)) <= slack;
      return { recorded: recorded.value, found: isSame ? recorded.value : (value?.text ?? null) };
    }
  }
}
