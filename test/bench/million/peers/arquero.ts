import { type ColumnTable, desc, table as makeTable, op } from 'arquero';
import { ARQUERO, type Ask, type Contestant, exactText, groupLine } from '#test/bench/million/contestant.ts';
import { COMPARED_RANKS, type Question, type SumsQuestion } from '#test/bench/million/questions.ts';
import { conditionsOf } from './conditions.ts';
import type { PeerTable } from './peer-table.ts';

/**
 * Arquero over typed arrays: dimensions as codes, measures as integers of their last digit, so that its sums of
 * JavaScript numbers are exact (none here passes 2^53; the answers are compared). It compiles its own loops.
 */

const DAY = 'day';

export function startArquero(peerTable: PeerTable): Contestant {
  const columns: { [name: string]: ArrayLike<number> } = { [DAY]: peerTable.day };
  for (const [name, { codes }] of peerTable.dimensions) columns[name] = codes;
  for (const [name, { units }] of peerTable.measures) columns[name] = units;
  const table = makeTable(columns);
  return { name: ARQUERO, prepare: (question) => prepare(table, peerTable, question) };
}

function prepare(table: ColumnTable, peerTable: PeerTable, question: Question): Ask {
  if (question.kind === 'sums') return prepareSums(table, peerTable, question);
  const { column } = question;
  const measure = peerTable.measures.get(column);
  return () => {
    const order = table.orderby(desc(column)).indices();
    return () =>
      COMPARED_RANKS.map((share) => {
        const row = order[Math.floor(order.length * share)] ?? 0;
        return exactText(BigInt(measure?.units[row] ?? 0), measure?.scale ?? 0);
      });
  };
}

function prepareSums(
  table: ColumnTable,
  peerTable: PeerTable,
  { selection, by, columns }: SumsQuestion,
): Ask {
  const condition = conditionText(peerTable, selection);
  const sums = Object.fromEntries(columns.map((column, at) => [`s${at}`, op.sum(column)]));
  const query = () =>
    table
      .filter(condition)
      .groupby(...by)
      .rollup({ rows: op.count(), ...sums });
  return () => {
    const answer = query();
    return () =>
      Array.from({ length: answer.numRows() }, (_, row) => {
        const at = (column: string) => Number(answer.get(column, row));
        const values = by.map((each) => peerTable.dimensions.get(each)?.texts[at(each)] ?? '');
        const exact = columns.map((column, place) =>
          exactText(BigInt(at(`s${place}`)), peerTable.measures.get(column)?.scale ?? 0),
        );
        return groupLine(values, at('rows'), exact);
      }).sort();
  };
}

/** An expression that Arquero compiles. */
function conditionText(peerTable: PeerTable, selection: SumsQuestion['selection']): string {
  const { filters, days } = conditionsOf(peerTable, selection);
  const terms = filters.map(({ column, codes }) => {
    const value = `d[${JSON.stringify(column)}]`;
    return `(${codes.map((code) => `${value} === ${code}`).join(' || ') || 'false'})`;
  });
  if (days !== null) terms.push(`d.${DAY} >= ${days.from} && d.${DAY} <= ${days.to}`);
  return `d => ${terms.join(' && ') || 'true'}`;
}
