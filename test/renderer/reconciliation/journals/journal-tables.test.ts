import { expect, test } from 'vitest';
import type { JournalPosting } from '#renderer/reconciliation/journals/model/journal-page.ts';
import { JOURNAL_TABLE } from '#renderer/reconciliation/journals/worker/journal-tables.ts';

test('engines get each exported line with its entry, place, sign and close; what was only proposed is none', async () => {
  const line = { line: 'rest', account: '1.1', name: 'Uno', costCentre: 'CC', taxCode: 'IVA', level: 'all' };
  const entry = {
    ...{ key: 'k', kind: 'result', date: '2026-10-31', Canal: 'Uno', Cuenta: 'A', reference: 'L-7' },
    ...{ number: '2026-10-2-001', isDifference: false },
    lines: [
      { ...line, amount: '5.25' },
      { ...line, line: 'receivable', amount: '-5.25' },
    ],
  };
  const posting = {
    ...{ month: '2026-10', posting: 2, by: 'account', currency: 'CLP', country: 'CL', snapshot: 'c-1' },
    entries: [entry, { ...entry, number: '2026-10-2-002', isDifference: true, lines: [line] }],
    exports: [],
  } as unknown as JournalPosting;
  const bare = { ...posting, currency: null, entries: posting.entries.slice(1) };
  const of = () =>
    new Map([
      ['a', posting],
      ['b', bare],
    ]);
  if (JOURNAL_TABLE.partBy !== null) throw new Error('It is one file.');
  const annotations = { of: of as never };
  const rows = await JOURNAL_TABLE.rows({ ledger: { annotations }, leaveOut: () => undefined });
  const first = {
    ...{
      numero: '2026-10-2-001',
      linea: 1,
      mes: '2026-10',
      exportacion: 2,
      tipo: 'result',
      fecha: '2026-10-31',
    },
    ...{ canal: 'Uno', cuenta: 'A', referencia: 'L-7', es_diferencia: 'no', concepto: 'rest' },
    ...{ cuenta_contable: '1.1', nombre: 'Uno', centro_costo: 'CC', codigo_impuesto: 'IVA' },
    ...{ importe: '5.25', moneda: 'CLP', cierre: 'c-1' },
  };
  const difference = { ...first, numero: '2026-10-2-002', es_diferencia: 'si', importe: undefined };
  expect(rows.slice(0)).toEqual([
    first,
    { ...first, linea: 2, concepto: 'receivable', importe: '-5.25' },
    difference,
    { ...difference, moneda: '' },
  ]);
});
