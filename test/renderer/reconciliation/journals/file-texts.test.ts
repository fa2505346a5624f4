import { expect, test } from 'vitest';
import { JOURNAL_FORMS, type JournalForm } from '#renderer/data/model/journal-terms.ts';
import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import type { JournalLine } from '#renderer/reconciliation/journals/model/entries.ts';
import { knownOf, leftOutOf } from '#renderer/reconciliation/journals/model/journal-layouts.ts';
import { beancountText, hledgerText } from '#renderer/reconciliation/journals/model/ledger-text.ts';
import { folioOf, type NumberedEntry } from '#renderer/reconciliation/journals/model/numbered.ts';
import { ruleBook } from '#renderer/reconciliation/journals/model/rules.ts';
import { factsOf } from '#renderer/reconciliation/journals/screen/journal-export-buttons.tsx';
import {
  FILE_ENDINGS,
  type JournalFile,
  openJournal,
} from '#renderer/reconciliation/journals/screen/journal-files.ts';
import { journalWords } from '#renderer/reconciliation/journals/screen/journal-messages.ts';
import { DEFAULT_CHOICES, formatsOf } from '#renderer/ui/formats.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** One small journal in every form, letter by letter, as each program's own description has it. */

const line = (
  [id, account, name, amount]: readonly [string, string, string, string],
  more: Partial<JournalLine> = {},
): JournalLine => ({
  ...{ line: id, account, name, amount: amount as Decimal },
  ...{ costCentre: '', taxCode: '', level: 'all', ...more },
});
const RESULT: NumberedEntry = {
  ...{ key: 'r', kind: 'result', date: '2026-10-31' as LocalDate, number: '2026-10-2-001' },
  ...{ Canal: 'Uno', Cuenta: 'A', reference: 'L-7', isDifference: false },
  lines: [
    line(['income/Ventas', '4.1', 'Ventas', '-1190.5']),
    line(['commissions/Cobro de Comisiones', '5.2', 'Comisión  "A"; B\\C|D', '190.25'], {
      ...{ costCentre: 'CC-1', taxCode: 'IVA' },
    }),
    line(['receivable', '1.1', 'Por cobrar', '1000.25']),
  ],
};
const BANK: NumberedEntry = {
  ...{ key: 'b', kind: 'bank', date: '2026-10-07' as LocalDate, number: '2026-10-2-002' },
  ...{ Canal: '', Cuenta: '', reference: '', isDifference: false },
  lines: [
    line(['bank', 'x/9', '', '55']),
    line(['bank/unexplained', '1/1', 'Suspenso', '-55'], { level: 'none' }),
  ],
};

const fileOf = (form: JournalForm, more: Partial<JournalFile> = {}): JournalFile => ({
  ...{ form, entries: [RESULT, BANK], currency: 'USD', country: null, book: ruleBook([], null) },
  ...{ words: journalWords(text), name: 'Asientos', ...more },
});
const CSV = { kind: 'csv', csv: { separator: ';', decimalSign: ',' } } as const;
const NO_WORKER = {
  exportTable: () => {
    throw new Error('Only a workbook is written by the worker.');
  },
};
/** The whole file, a character a byte where its program reads bytes. */
async function written(form: JournalForm, more?: Partial<JournalFile>): Promise<string> {
  const source = await openJournal(fileOf(form, more), NO_WORKER, CSV);
  const chunk = await source.next();
  expect(await source.next()).toBeNull();
  return Buffer.from(chunk?.bytes ?? []).toString(form === 'contpaqi' ? 'latin1' : 'utf8');
}
/** Lines of a file of comma-separated values, without what marks it as UTF-8. */
const csvLines = async (form: JournalForm, more?: Partial<JournalFile>): Promise<readonly string[]> =>
  (await written(form, more)).replace(/^\uFEFF/, '').split('\r\n');

const TITLE = 'Resultado, octubre de 2026 · Uno · A · L-7';
const BANK_TITLE = 'Banco, octubre de 2026';

test('hledger: accounts are declared under their heads, each line has its amount, currency and what it is', async () => {
  expect((await written('hledger')).split('\n')).toEqual([
    'decimal-mark .',
    '',
    'account assets:1.1 Por cobrar  ; type: A',
    'account assets:1/1 Suspenso  ; type: A',
    'account income:4.1 Ventas  ; type: R',
    'account expenses:5.2 Comisión "A" B\\C D  ; type: X',
    'account assets:x/9  ; type: A',
    '',
    `2026-10-31 * (2026-10-2-001) ${TITLE}`,
    '    income:4.1 Ventas  -1190.5 USD  ; Ventas',
    '    expenses:5.2 Comisión "A" B\\C D  190.25 USD  ; Cobro de Comisiones',
    '    assets:1.1 Por cobrar  1000.25 USD  ; Por cobrar al marketplace',
    '',
    `2026-10-07 * (2026-10-2-002) ${BANK_TITLE}`,
    '    assets:x/9  55 USD  ; Banco',
    '    assets:1/1 Suspenso  -55 USD  ; Abonos sin pago conocido',
    '',
  ]);
  const unnamed = await written('hledger', { currency: null });
  expect(unnamed).toContain('    assets:x/9  55  ; Banco\n');
});

test('Beancount: accounts are opened on the first day, under letters that it takes, with their names', async () => {
  expect((await written('beancount')).split('\n')).toEqual([
    'option "operating_currency" "USD"',
    '',
    '2026-10-07 open Assets:1-1',
    '  name: "1.1 Por cobrar"',
    '2026-10-07 open Assets:1-1-2',
    '  name: "1/1 Suspenso"',
    '2026-10-07 open Income:4-1',
    '  name: "4.1 Ventas"',
    '2026-10-07 open Expenses:5-2',
    '  name: "5.2 Comisión \\"A\\"; B\\\\C|D"',
    '2026-10-07 open Assets:Xx-9',
    '  name: "x/9"',
    '',
    `2026-10-31 * "${TITLE}"`,
    '  number: "2026-10-2-001"',
    '  Income:4-1  -1190.5 USD',
    '    text: "Ventas"',
    '  Expenses:5-2  190.25 USD',
    '    text: "Cobro de Comisiones"',
    '  Assets:1-1  1000.25 USD',
    '    text: "Por cobrar al marketplace"',
    '',
    `2026-10-07 * "${BANK_TITLE}"`,
    '  number: "2026-10-2-002"',
    '  Assets:Xx-9  55 USD',
    '    text: "Banco"',
    '  Assets:1-1-2  -55 USD',
    '    text: "Abonos sin pago conocido"',
    '',
  ]);
  const unnamed = await written('beancount', { currency: null });
  expect(unnamed.startsWith('option "operating_currency" "XXX"\n')).toBe(true);
  expect(unnamed).toContain('  Assets:Xx-9  55 XXX\n');
});

test('CONTPAQi: records of fixed width, a byte a character, charges 0 and credits 1', async () => {
  const entry = (day: string, folio: string, narration: string): string =>
    [
      ...['P ', day, '   3', folio.padStart(9), '1', '0'.padEnd(10), narration.padEnd(100)],
      ...['11 ', '0', '0', ' '.repeat(36)],
    ].join(' ');
  const record = (
    [account, reference, side, amount]: readonly [string, string, string, string],
    told: string,
    centre = '',
  ): string =>
    [
      ...['M1', account.padEnd(30), reference.padEnd(20), side, amount.padEnd(20), '0'.padEnd(10)],
      ...['0.0'.padEnd(20), told.padEnd(100), centre.padEnd(4)],
    ].join(' ');
  expect((await written('contpaqi')).split('\r\n')).toEqual([
    entry('20261031', '200001', TITLE),
    record(['41', 'L-7', '1', '1190.5'], 'Ventas'),
    record(['52', 'L-7', '0', '190.25'], 'Cobro de Comisiones', 'CC-1'),
    record(['11', 'L-7', '0', '1000.25'], 'Por cobrar al marketplace'),
    entry('20261007', '200002', BANK_TITLE),
    record(['x9', '', '0', '55'], 'Banco'),
    record(['11', '', '1', '55'], 'Abonos sin pago conocido'),
    '',
  ]);
  // What is longer than its field is cut, what is no Latin letter is asked for, and lines stay one line.
  const long = { ...BANK, reference: `${'R'.repeat(19)}“X`, Canal: 'Ü\n  ñ', Cuenta: 'x'.repeat(100) };
  const cut = `${BANK_TITLE} · Ü ñ · ${'x'.repeat(100)}`.slice(0, 100);
  expect((await written('contpaqi', { entries: [long] })).split('\r\n').slice(0, 2)).toEqual([
    entry('20261007', '200002', cut),
    record(['x9', `${'R'.repeat(19)}?`, '0', '55'], 'Banco'),
  ]);
});

test('tables: each in the columns of its program, with its days, sides and what stands for nothing', async () => {
  expect(await csvLines('csv')).toEqual([
    '"date","number","account","account_name","text","debit","credit","currency","cost_centre","tax_code","reference","entry"',
    `"2026-10-31","2026-10-2-001","4.1","Ventas","Ventas",,1190.5,"USD",,,"L-7","${TITLE}"`,
    `"2026-10-31","2026-10-2-001","5.2","Comisión  ""A""; B\\C|D","Cobro de Comisiones",190.25,,"USD","CC-1","IVA","L-7","${TITLE}"`,
    `"2026-10-31","2026-10-2-001","1.1","Por cobrar","Por cobrar al marketplace",1000.25,,"USD",,,"L-7","${TITLE}"`,
    `"2026-10-07","2026-10-2-002","x/9","x/9","Banco",55,,"USD",,,,"${BANK_TITLE}"`,
    `"2026-10-07","2026-10-2-002","1/1","Suspenso","Abonos sin pago conocido",,55,"USD",,,,"${BANK_TITLE}"`,
    '',
  ]);
  expect(await csvLines('odoo')).toEqual([
    '"ref","date","narration","line_ids/account_id","line_ids/name","line_ids/debit","line_ids/credit"',
    `"2026-10-2-001","2026-10-31","${TITLE}","4.1","Ventas",0,1190.5`,
    ',,,"5.2","Cobro de Comisiones",190.25,0',
    ',,,"1.1","Por cobrar al marketplace",1000.25,0',
    `"2026-10-2-002","2026-10-07","${BANK_TITLE}","x/9","Banco",55,0`,
    ',,,"1/1","Abonos sin pago conocido",0,55',
    '',
  ]);
  expect(await csvLines('quickbooks')).toEqual([
    '"JournalNo","JournalDate","AccountName","Debits","Credits","Description","Name","Currency","Location","Class"',
    '"2026-10-2-001","10/31/2026","Ventas",,1190.5,"Ventas",,"USD",,',
    '"2026-10-2-001","10/31/2026","Comisión  ""A""; B\\C|D",190.25,,"Cobro de Comisiones",,"USD",,"CC-1"',
    '"2026-10-2-001","10/31/2026","Por cobrar",1000.25,,"Por cobrar al marketplace",,"USD",,',
    '"2026-10-2-002","10/07/2026","x/9",55,,"Banco",,"USD",,',
    '"2026-10-2-002","10/07/2026","Suspenso",,55,"Abonos sin pago conocido",,"USD",,',
    '',
  ]);
  expect(await csvLines('xero')).toEqual([
    '"*Narration","*Date","Description","*AccountCode","*TaxRate","*Amount","TrackingName1","TrackingOption1","TrackingName2","TrackingOption2"',
    `"2026-10-2-001 ${TITLE}","31/10/2026","Ventas","4.1","Tax Exempt",-1190.5,,,,`,
    `"2026-10-2-001 ${TITLE}","31/10/2026","Cobro de Comisiones","5.2","IVA",190.25,"Cost centre","CC-1",,`,
    `"2026-10-2-001 ${TITLE}","31/10/2026","Por cobrar al marketplace","1.1","Tax Exempt",1000.25,,,,`,
    `"2026-10-2-002 ${BANK_TITLE}","07/10/2026","Banco","x/9","Tax Exempt",55,,,,`,
    `"2026-10-2-002 ${BANK_TITLE}","07/10/2026","Abonos sin pago conocido","1/1","Tax Exempt",-55,,,,`,
    '',
  ]);
  expect(await csvLines('defontana')).toEqual([
    '"Fecha","Número","Glosa","Cuenta","Debe","Haber","Glosa detalle","Centro de negocios","Documento","Moneda"',
    `"31/10/2026","200001","${TITLE}","4.1",0,1190.5,"Ventas",,"L-7","USD"`,
    `"31/10/2026","200001","${TITLE}","5.2",190.25,0,"Cobro de Comisiones","CC-1","L-7","USD"`,
    `"31/10/2026","200001","${TITLE}","1.1",1000.25,0,"Por cobrar al marketplace",,"L-7","USD"`,
    `"07/10/2026","200002","${BANK_TITLE}","x/9",55,0,"Banco",,,"USD"`,
    `"07/10/2026","200002","${BANK_TITLE}","1/1",0,55,"Abonos sin pago conocido",,,"USD"`,
    '',
  ]);
  // Siigo's own template: 27 headings, two of them with spaces behind.
  expect(await csvLines('siigo')).toEqual([
    [
      '"Tipo de comprobante","Consecutivo comprobante","Fecha de elaboración ","Sigla moneda","Tasa de cambio",',
      '"Código cuenta contable","Identificación tercero","Sucursal","Código producto","Código de bodega","Acción",',
      '"Cantidad producto","Prefijo","Consecutivo","No. cuota","Fecha vencimiento","Código impuesto",',
      '"Código grupo activo fijo","Código activo fijo","Descripción","Código centro/subcentro de costos","Débito",',
      '"Crédito","Observaciones","Base gravable libro compras/ventas  ","Base exenta libro compras/ventas","Mes de cierre"',
    ].join(''),
    `"1","200001","31/10/2026",,,"4.1",,,,,,,,,,,,,,"Ventas",,,1190.5,"${TITLE}",,,`,
    `"1","200001","31/10/2026",,,"5.2",,,,,,,,,,,"IVA",,,"Cobro de Comisiones","CC-1",190.25,,"${TITLE}",,,`,
    `"1","200001","31/10/2026",,,"1.1",,,,,,,,,,,,,,"Por cobrar al marketplace",,1000.25,,"${TITLE}",,,`,
    `"1","200002","07/10/2026",,,"x/9",,,,,,,,,,,,,,"Banco",,55,,"${BANK_TITLE}",,,`,
    `"1","200002","07/10/2026",,,"1/1",,,,,,,,,,,,,,"Abonos sin pago conocido",,,55,"${BANK_TITLE}",,,`,
    '',
  ]);
});

test('a workbook is the neutral table, which the worker writes whole', async () => {
  const asked: unknown[] = [];
  const exportTable = (input: unknown) => {
    asked.push(input);
    return { next: () => Promise.resolve({ done: true }), return: () => Promise.resolve({ done: true }) };
  };
  await openJournal(fileOf('xlsx', { entries: [BANK] }), { exportTable } as never, CSV);
  expect(asked).toMatchObject([{ content: { kind: 'table' }, format: CSV, isLatest: true }]);
  const { table } = (asked as [{ content: { table: WholeTable } }])[0].content;
  expect(table).toMatchObject({ name: 'Asientos', keyColumns: 2 });
  expect(table.columns.filter(({ kind }) => kind === 'money').map(({ name }) => name)).toEqual([
    'debit',
    'credit',
  ]);
  expect(table.lines.map(({ cells }) => cells)).toEqual([
    ['2026-10-07', '2026-10-2-002', 'x/9', 'x/9', 'Banco', '55', null, 'USD', null, null, null, BANK_TITLE],
    [
      '2026-10-07',
      '2026-10-2-002',
      '1/1',
      'Suspenso',
      'Abonos sin pago conocido',
      null,
      '55',
      'USD',
      null,
      null,
      null,
      BANK_TITLE,
    ],
  ]);
});

test('what each file takes, leaves out and ends in', () => {
  const known = Object.fromEntries(
    JOURNAL_FORMS.map((form) => {
      const { places, mostLines, standing } = knownOf(form);
      return [form, [FILE_ENDINGS[form], places, mostLines, standing, leftOutOf(form)]];
    }),
  );
  expect(known).toEqual({
    csv: ['csv', 'exact', null, 'published', []],
    xlsx: ['xlsx', 'exact', null, 'published', []],
    odoo: ['csv', 'of-currency', null, 'published', ['costCentre', 'taxCode', 'currency', 'reference']],
    quickbooks: ['csv', 'of-currency', null, 'published', ['taxCode', 'reference']],
    xero: ['csv', 'of-currency', 300, 'published', ['currency', 'reference']],
    contpaqi: ['txt', 'of-currency', null, 'seen', ['taxCode', 'currency']],
    siigo: ['csv', 'of-currency', 499, 'seen', ['currency', 'reference']],
    defontana: ['csv', 'of-currency', null, 'unconfirmed', ['taxCode']],
    hledger: ['journal', 'exact', null, 'published', []],
    beancount: ['beancount', 'exact', null, 'published', []],
  });
});

test('digits alone number an entry within its month: export and place', () => {
  expect(folioOf({ number: '2026-10-2-001' })).toBe('200001');
  expect(folioOf({ number: '2026-01-13-1000' })).toBe('1301000');
});

test('a journal of nothing is a file without entries', () => {
  const nothing = { entries: [], lines: [], country: null };
  expect(beancountText(nothing)).toBe('\n');
  expect(hledgerText(nothing)).toBe('decimal-mark .\n\n');
});

test('a file of more lines than its program takes says so, from one more on', () => {
  const told = (form: JournalForm, lines: number) => factsOf(form, lines, text, formatsOf(DEFAULT_CHOICES));
  expect(told('xero', 301)).toBe(
    `${told('xero', 300)} ${text('journal.too-long', { most: '300', lines: '301' })}`,
  );
  expect(told('siigo', 1500)).toBe(
    `${told('siigo', 499)} ${text('journal.too-long', { most: '499', lines: '1.500' })}`,
  );
  expect(told('csv', 1_000_000)).toBe(text('journal.standing-own'));
});
