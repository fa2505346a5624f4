import { expect, test } from 'vitest';
import { ENTRY_KINDS } from '#renderer/data/model/journal-terms.ts';
import type { JournalEntry } from '#renderer/reconciliation/journals/model/entries.ts';
import { groupOf, OTHER_LINES, RULE_LINES } from '#renderer/reconciliation/journals/model/journal-lines.ts';
import { SUSPENSE } from '#renderer/reconciliation/journals/model/rules.ts';
import {
  entryName,
  FORM_NAMES,
  journalLineName,
  journalWords,
  placeName,
} from '#renderer/reconciliation/journals/screen/journal-messages.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** How lines, groups and entries are called. */

const nameOf = (line: string): string => journalLineName(line, text);

test('a line is called as its column; what is none has a name of its own, and a group says that it is all', () => {
  expect(OTHER_LINES.map(nameOf)).toEqual([
    'Ingreso Total sin columna',
    'Lo que el resultado no explica',
    'Por cobrar al marketplace',
    'Costo de los productos',
    'Inventario',
    'Pagos en tránsito',
    'Banco',
    'Abonos sin pago conocido',
    'Redondeo del archivo',
  ]);
  expect(nameOf('commissions/Cobro de Comisiones')).toBe('Cobro de Comisiones');
  expect(nameOf(SUSPENSE)).toBe('Cuenta de suspenso');
  const groups = RULE_LINES.filter((line) => groupOf(line) === line);
  expect(groups.map(nameOf)).toEqual(
    [
      ...['Ingreso', 'Comisiones', 'Envío', 'Publicidad', 'Almacenamiento Fulfillment', 'Otros costos'],
      ...['Descuentos y promociones', 'Gestión de cuenta', 'Financiamiento'],
    ].map((group) => `Todo en ${group}`),
  );
  // Of a version that is not this one.
  expect(nameOf('what/else')).toBe('what/else');
  expect(new Set(RULE_LINES.map(nameOf)).size).toBe(RULE_LINES.length);
});

const ENTRY: JournalEntry & { readonly isDifference: boolean } = {
  ...{ key: 'k', kind: 'result', date: '2026-10-31' as LocalDate, Canal: 'Uno', Cuenta: 'A' },
  ...{ reference: 'L-7', lines: [], isDifference: false },
};

test('an entry says what it is, of which month, whose, and of which document', () => {
  expect(ENTRY_KINDS.map((kind) => entryName({ ...ENTRY, kind }, text))).toEqual([
    'Resultado, octubre de 2026 · Uno · A · L-7',
    'Pago, octubre de 2026 · Uno · A · L-7',
    'Banco, octubre de 2026 · Uno · A · L-7',
  ]);
  const bare = { ...ENTRY, isDifference: true, Canal: '', Cuenta: '', reference: '' };
  expect(entryName(bare, text)).toBe('Diferencia, octubre de 2026');
  // Whatever kind it corrects.
  expect(ENTRY_KINDS.map((kind) => entryName({ ...bare, kind }, text))).toEqual(
    ENTRY_KINDS.map(() => 'Diferencia, octubre de 2026'),
  );
  expect(entryName({ ...bare, Cuenta: 'B' }, text)).toBe('Diferencia, octubre de 2026 · (vacío) · B');
  expect(entryName({ ...bare, Canal: 'Uno' }, text)).toBe('Diferencia, octubre de 2026 · Uno · (vacío)');
  expect(placeName(bare, text)).toBe('Sin cuenta conocida');
  const words = journalWords(text);
  expect(words.entry({ ...ENTRY, number: '1' })).toBe('Resultado, octubre de 2026 · Uno · A · L-7');
});

test('programs and formats have their makers’ names', () => {
  expect(Object.values(FORM_NAMES)).toEqual([
    ...[
      'CSV',
      'Excel',
      'Odoo',
      'QuickBooks',
      'Xero',
      'CONTPAQi',
      'Siigo',
      'Defontana',
      'hledger',
      'Beancount',
    ],
  ]);
});
