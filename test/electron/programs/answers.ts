import type { ProgramAnswer, ProgramTable } from '#shared/contract/program-questions.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';

const TABLE: ProgramTable = {
  columns: [
    { key: 'Canal', kind: 'text' },
    { key: 'rows', kind: 'count' },
    { key: 'Ventas', kind: 'decimal' },
  ],
  rows: [
    ['Mercado, «Austral»', '2', '12345678901234567890.10'],
    ['línea\nnueva "y" \u001b[31m', '1', null],
  ],
  total: [null, '3', '12345678901234567890.10'],
  leftOut: 4,
};

/** An answer of two lines with what a file and a terminal have to be careful of. */
export const answerOf = (ask: string): ProgramAnswer => ({
  version: 1,
  ask,
  evidence: {
    account: { id: 'a1', name: 'Lumbre' },
    app: '9.9',
    currency: 'CLP',
    selection: EVERYTHING,
    revision: 7,
    rows: 3,
    orders: 2,
    readUntil: null,
  },
  table: TABLE,
});
