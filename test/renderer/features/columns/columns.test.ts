import { describe, expect, test } from 'vitest';
import { sheetCell } from '#renderer/data/model/spreadsheet.ts';
import {
  type CellFacts,
  type CellStyle,
  columnWidth,
  divisionOf,
  isOfBuyer,
  sectionShortfall,
  showCell,
} from '#renderer/features/columns/cells.ts';
import { netOrGross } from '#renderer/features/columns/column-note.tsx';
import {
  AMOUNT_COLUMNS,
  allSections,
  inkOf,
  inTableOrder,
  isCostSection,
  isPinned,
  keyColumns,
  openingColumns,
  RESULT_COLUMNS,
  scopeAtEnd,
  scopeOfResult,
  sectionOf,
  shortName,
  totalOf,
} from '#renderer/features/columns/column-sections.ts';
import { layoutSchema, sortSchema } from '#renderer/features/columns/orders-layout.ts';
import { withOwnPlaces } from '#renderer/features/columns/use-column-layout.ts';
import {
  nextSort,
  orderFilters,
  rangeFigures,
  requestedColumns,
  totalledColumns,
} from '#renderer/screens/orders/order-rows.ts';
import { DEFAULT_CHOICES, formatsOf } from '#renderer/ui/formats.tsx';
import { COLUMNS, COST_SECTIONS } from '#shared/domain/column-catalogue.ts';
import { PERIOD_COLUMNS } from '#shared/domain/selection.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

describe('sections', () => {
  test('hold every column of the API exactly once, and the unknown ones', () => {
    const listed = allSections(['Columna nueva']).flatMap((section) => section.columns);
    expect(listed.toSorted()).toEqual([...COLUMNS.map((column) => column.key), 'Columna nueva'].toSorted());
  });

  test('a cost section folds to its total', () => {
    for (const section of COST_SECTIONS) expect(totalOf(section)).not.toBeNull();
    expect(totalOf('commissions')).toBe('Costo de Comisiones');
  });

  test('the table begins with its pinned columns whatever was chosen first', () => {
    const order = inTableOrder(new Set(['Ventas', 'Canal', 'Orden']), [], 'Fecha de compra');
    expect(order).toEqual(['Orden', 'Canal', 'Ventas']);
    for (const date of PERIOD_COLUMNS) {
      for (const hasSeveralAccounts of [false, true]) {
        const keys = { date, hasSeveralAccounts };
        const opening = new Set(openingColumns(keys));
        const shown = inTableOrder(opening, [], date);
        expect(shown).toHaveLength(opening.size);
        expect(shown.slice(0, keyColumns(keys).length)).toEqual(keyColumns(keys));
        expect(shown.filter((column) => isPinned(column, opening, date))).toEqual(['Orden', date, 'Canal']);
      }
    }
  });

  test('one date is pinned, the period’s where it is there; a table of the other one keeps that', () => {
    const both = new Set(['Canal', ...PERIOD_COLUMNS, 'Ventas']);
    for (const date of PERIOD_COLUMNS) {
      const [other] = PERIOD_COLUMNS.filter((column) => column !== date);
      expect(inTableOrder(both, [], date).slice(0, 2)).toEqual([date, 'Canal']);
      expect(isPinned(other ?? '', both, date)).toBe(false);
      expect(inTableOrder(new Set(['Ventas', other ?? '']), [], date)[0]).toBe(other);
    }
  });
});

describe('where a column stands', () => {
  const columnsIn = (id: string) => allSections([]).find((section) => section.id === id)?.columns ?? [];

  test('is its section, charges before what is given back and the section’s total', () => {
    expect(columnsIn('shipping')).toEqual([
      'Cobro de Envío',
      'Cobro Envío Flex',
      'Despacho pagado por comprador',
      'Ingreso por Envío Flex',
      'Reembolso de envío',
      'Costo Envío',
      '% Costo Envío',
    ]);
    expect(columnsIn('sale')).toEqual(['Ventas', 'Unidades', 'Ingreso Total', 'Venta Cancelada']);
    expect(columnsIn('dates')).toEqual(['Fecha de actualización', 'Fecha de compra', 'Fecha de Pago']);
    expect(columnsIn('product-cost')).toEqual(['% Costo Producto', 'Costo de Producto']);
    expect(columnsIn('profit')).toEqual(RESULT_COLUMNS);
    expect(columnsIn('refunds')).toEqual(['Devolución de Penalizacion por Cancelación', 'Reembolso Total']);
    expect(columnsIn('channel-cost')).toEqual([
      ...['Costo de Marketplace', '% Costo de Marketplace', 'Costo Comercial', '% Costo Comercial'],
      ...['Costo Total', '% Costo Total', 'Cobro Total', 'Cobros Comercial'],
    ]);
    expect(columnsIn('order')).toContain('Comprador');
    expect(columnsIn('status')).toContain('Tipo de Despacho');
    expect(columnsIn('product')).toContain('SKU Producto');
    expect(columnsIn('commissions').slice(-2)).toEqual(['% Cobro de Comisiones', '% Costo de Comisiones']);
    expect(columnsIn('advertising').at(-1)).toBe('% Costo de Publicidad');
    expect(sectionOf('Columna nueva')).toBe('unknown');
    expect(allSections([]).map(({ id }) => id)).not.toContain('unknown');
    expect(allSections(['Columna nueva']).at(-1)).toEqual({ id: 'unknown', columns: ['Columna nueva'] });
  });

  test('is the right end for results and their rates, each of its own scope', () => {
    expect(AMOUNT_COLUMNS).toEqual(['Ventas', ...RESULT_COLUMNS.filter((key) => !key.startsWith('%'))]);
    expect(RESULT_COLUMNS.map(scopeAtEnd)).toEqual(
      ['marketplace', 'comercial', 'total'].flatMap((scope) => [scope, scope]),
    );
    expect(RESULT_COLUMNS.map(scopeOfResult)).toEqual(
      ['marketplace', 'comercial', 'total'].flatMap((scope) => [scope, undefined]),
    );
    expect(['Ventas', 'Costo Total', '% Costo Total'].map(scopeAtEnd)).toEqual(Array(3).fill(undefined));
    expect(scopeOfResult('Costo Total')).toBeUndefined();
  });

  test('is named in short under its section, a scope’s rate by its sign alone', () => {
    expect(['% Rentabilidad Total', '% Costo Comercial'].map((key) => shortName(key, text))).toEqual([
      '%',
      '%',
    ]);
    expect(shortName('% Costo Envío', text)).toBe('% Costo Envío');
    expect(shortName('Costo Total', text)).toBe('Total');
    expect(shortName('Columna nueva', text)).toBe('Columna nueva');
  });

  test('costs alone have an ink and a total to fold to', () => {
    const all = allSections([]).map(({ id }) => id);
    expect(all.filter(isCostSection)).toEqual(COST_SECTIONS);
    expect(all.filter((id) => inkOf(id) !== null)).toEqual(COST_SECTIONS);
    expect(new Set(COST_SECTIONS.map(inkOf)).size).toBe(COST_SECTIONS.length);
    expect(all.filter((id) => totalOf(id) !== null)).toEqual(COST_SECTIONS);
    expect(COST_SECTIONS.map(totalOf)).toContain('Costos de Almacenamiento Fulfillment');
  });

  test('a charge is gross, a total net of what its section holds, all else neither', () => {
    expect(
      ['Cobro de Envío', 'Costo Envío', 'Otros costos', 'Costo de Comisiones', 'Comisión Fija'].map(
        netOrGross,
      ),
    ).toEqual(['gross', 'all', 'all', 'refunds', null]);
    expect(['Reembolso de envío', 'Ventas', 'Columna nueva'].map(netOrGross)).toEqual([null, null, null]);
  });
});

describe('how wide a column is', () => {
  /** Each letter ten pixels, bold ones twelve. */
  const widths = {
    regular: (shown: string) => shown.length * 10,
    bold: (shown: string) => shown.length * 12,
  };
  const width = (column: string, longest: string, more: { header?: string; total?: string | null } = {}) =>
    columnWidth({ column, header: more.header ?? '', total: more.total ?? null, longest }, widths);

  test('of figures it is as wide as the widest, the head and the total at the foot included', () => {
    expect(width('Ventas', '1.234.567')).toBe(105);
    expect(width('Ventas', '1', { total: '1.234.567' })).toBe(123);
    expect(width('Ventas', '1', { header: 'Diez letras' })).toBe(149);
    expect(width('Ventas', '')).toBe(44);
  });

  test('of texts it has bounds: numbers of orders and SKUs get more, known names what they always get', () => {
    const long = 'x'.repeat(100);
    expect(['Producto', 'Categoría', 'Comprador'].map((column) => width(column, long))).toEqual([
      230, 130, 130,
    ]);
    expect(['Orden', 'Nro. Paquete', 'SKU Producto'].map((column) => width(column, long))).toEqual(
      Array(3).fill(190),
    );
    expect(['Canal', 'Cuenta', 'Columna nueva'].map((column) => width(column, long))).toEqual(
      Array(3).fill(118),
    );
    expect(width('Canal', '')).toBe(70);
    expect(width('Canal', '', { header: 'Diez letras' })).toBe(149);
    expect(width('Orden', '1234567890')).toBe(115);
  });

  test('the last of a section makes up for what its name wants', () => {
    expect(sectionShortfall('Diez letras', 100, widths)).toBe(57);
    expect(sectionShortfall('Diez letras', 157, widths)).toBe(0);
    expect(sectionShortfall('Diez letras', 400, widths)).toBe(0);
  });
});

test('who bought is told by columns that are known to, and by later ones whose name says so', () => {
  const named = [
    'Comprador',
    'Correo del cliente',
    'Buyer name',
    'Teléfono',
    'E-mail',
    'email',
    'Telefono 2',
  ];
  expect(named.filter((column) => !isOfBuyer(column))).toEqual([]);
  const others = ['Despacho pagado por comprador', 'Canal', 'Columna nueva'];
  expect(others.filter(isOfBuyer)).toEqual([]);
});

test('a table that was stored is read again; one of before results stood at the right end keeps its places', () => {
  const isRead = (layout: unknown) => layoutSchema.safeParse(layout).success;
  expect(isRead({ columns: null, grouping: 'orders' })).toBe(true);
  expect(isRead({ columns: ['Canal'], grouping: 'rows' })).toBe(true);
  expect(isRead({ columns: [], grouping: 'rows' })).toBe(false);
  expect(isRead({ columns: ['Canal'], grouping: 'other' })).toBe(false);
  for (const direction of ['ascending', 'descending'])
    expect(sortSchema.parse({ column: 'Canal', direction })).toEqual({ column: 'Canal', direction });
  expect(sortSchema.parse(undefined)).toBeUndefined();
  for (const wrong of [
    {},
    { column: 'Canal' },
    { column: 'Canal', direction: '' },
    { direction: 'ascending' },
  ])
    expect(sortSchema.safeParse(wrong).success).toBe(false);
  const moved = { order: ['a', 'b'], widths: {}, pinned: null, hidden: [] };
  expect(withOwnPlaces(moved, ['b', 'c'])).toEqual({ ...moved, letGo: ['b', 'c'] });
  // Whoever moved none of them by hand has them where they belong.
  expect(withOwnPlaces(moved, ['c'])).toBe(moved);
  const newer = { ...moved, letGo: [] };
  expect(withOwnPlaces(newer, ['b'])).toBe(newer);
});

const style: CellStyle = {
  text,
  formats: formatsOf(DEFAULT_CHOICES),
  moneyPlaces: 2,
  shortDates: true,
  words: {
    notLoaded: 'sin cargar',
    mixed: 'difieren',
    several: 'varias',
    incomplete: 'incompleta',
    unreadable: 'ilegible',
    blank: 'sin valor',
  },
};
const facts: CellFacts = { unreadable: false, mixed: false, productCostMissing: false, cellOf: () => null };

describe('cells', () => {
  test('figures keep their exact text beside what is shown', () => {
    expect(showCell('Ventas', '-1234.567', style, facts)).toEqual({
      text: '−1.234,57',
      tone: 'negative',
      value: '-1234.567',
      title: '−1.234,567',
    });
    expect(showCell('Ventas', '1234.5', { ...style, moneyPlaces: 0 }, facts)).toMatchObject({
      text: '1.235',
      tone: 'plain',
      title: '1.234,5',
    });
    expect(showCell('Unidades', '1234', style, facts)).toMatchObject({ text: '1.234', title: '1.234' });
    // A count keeps the decimals that it has.
    expect(showCell('Unidades', '1.5', style, facts)).toMatchObject({ text: '1,5', title: '1,5' });
  });

  test('zero is 0 and dim; no value is a dash; an unreadable text stays as it came', () => {
    expect(showCell('Ventas', '0.00', style, facts)).toMatchObject({
      text: '0',
      tone: 'zero',
      value: '0.00',
    });
    expect(showCell('Ventas', null, style, facts)).toEqual({ text: '—', tone: 'none', title: 'sin valor' });
    expect(showCell('Ventas', '', style, facts)).toEqual({ text: '—', tone: 'none', title: 'sin valor' });
    for (const column of ['Ventas', 'Unidades', '% Costo Total'])
      expect(showCell(column, '12,3O4', style, facts)).toEqual({
        text: '12,3O4',
        tone: 'warn',
        title: 'ilegible: 12,3O4',
      });
  });

  test('where rows differ that is said, whatever the column', () => {
    for (const column of ['Producto', 'Ventas', 'Fecha de compra'])
      expect(showCell(column, null, style, { ...facts, mixed: true })).toEqual({
        text: 'varias',
        tone: 'none',
        title: 'difieren',
      });
  });

  test('a sum that lacks unreadable values says so; a value too long is unreadable, a sum of any length is not', () => {
    const lacking = { ...facts, unreadable: true };
    expect(showCell('Ventas', '12.50', style, lacking)).toEqual({
      text: '12,50',
      tone: 'plain',
      value: '12.50',
      title: 'ilegible',
      partial: true,
    });
    const long = '9'.repeat(61);
    expect(showCell('Ventas', long, style, lacking)).toMatchObject({
      tone: 'warn',
      title: `ilegible: ${long}`,
    });
    expect(showCell('Ventas', long, style, facts)).toMatchObject({ tone: 'plain', value: long });
  });

  test('a missing product cost is said, and marks what it makes too high', () => {
    const missing = { ...facts, productCostMissing: true };
    expect(showCell('Costo de Producto', '0', style, missing)).toEqual({
      text: 'sin cargar',
      tone: 'warn',
      value: '0',
    });
    expect(showCell('Costo de Producto', '0', style, facts).text).toBe('0');
    expect(showCell('Costo de Producto', '5', style, missing).text).toBe('5,00');
    expect(showCell('Costo Envío', '0', style, missing).text).toBe('0');
    // Comercial and Total deduct it (spec 2.5), Marketplace does not.
    const columns = COLUMNS.map(({ key }) => key).filter((key) => /Rentabilidad/.test(key));
    expect(columns.filter((column) => showCell(column, '10', style, missing).partial === true)).toEqual(
      columns.filter((column) => /Comercial|Total/.test(column)),
    );
    expect(columns.filter((column) => 'partial' in showCell(column, '10', style, facts))).toEqual([]);
    expect(showCell('Rentabilidad Total', '10', style, missing).title).toBe('10 · incompleta');
  });

  test('a rate tells the division it comes from, where both parts are known', () => {
    const cells: { readonly [column: string]: string | null } = {
      'Rentabilidad Total': '12.5',
      Ventas: '1000',
    };
    const known = { ...facts, cellOf: (column: string) => cells[column] };
    expect(showCell('% Rentabilidad Total', '1.25', style, known)).toMatchObject({
      text: '1,3',
      value: '1.25',
      title: '12,5 ÷ 1.000 (Rentabilidad Total ÷ Ventas)',
    });
    expect(showCell('% Rentabilidad Total', '1.25', style, facts).title).toBe('1,25');
    expect(showCell('% Costo Total', '1.25', style, known).title).toBe('1,25');
    expect(
      divisionOf('% Rentabilidad Total', (column) => (column === 'Ventas' ? null : '1'), style),
    ).toBeNull();
    expect(divisionOf('Ventas', () => '1', style)).toBeNull();
  });

  test('covered, neither amounts nor buyers are told; units, rates and other texts are', () => {
    const covered = { ...style, formats: formatsOf({ ...DEFAULT_CHOICES, hidesAmounts: true }) };
    const { cover } = covered.formats;
    expect(showCell('Comprador', 'Ana', covered, facts)).toEqual({ text: cover, tone: 'soft' });
    expect(showCell('Comprador', 'Ana', style, facts)).toEqual({ text: 'Ana', tone: 'plain', title: 'Ana' });
    expect(showCell('Producto', 'Mesa', covered, facts)).toMatchObject({ text: 'Mesa', title: 'Mesa' });
    expect(showCell('Ventas', '-5', covered, facts)).toMatchObject({
      text: cover,
      tone: 'plain',
      title: cover,
    });
    expect(showCell('Unidades', '-5', covered, facts)).toMatchObject({ text: '−5', tone: 'negative' });
  });

  test('a purchase time stays the text it is', () => {
    const at = '2026-10-31T14:24:03.000';
    expect(showCell('Fecha de compra', at, style, facts)).toEqual({
      text: '31-10 14:24',
      tone: 'soft',
      title: at,
    });
    expect(showCell('Fecha de compra', at, { ...style, shortDates: false }, facts).text).toBe(
      '31-10-2026 14:24',
    );
    expect(showCell('Fecha de Pago', at, style, facts).text).toBe('31-10-2026 14:24');
    for (const column of ['Fecha de compra', 'Fecha de actualización', 'Producto'])
      expect(showCell(column, '', style, facts)).toEqual({ text: '—', tone: 'none' });
  });

  test('in a spreadsheet a figure is one where it can be read, all else is text', () => {
    expect(sheetCell('Ventas', '12.50')).toEqual({ figure: '12.50' });
    expect(sheetCell('% Costo Total', '1.5')).toEqual({ figure: '1.5' });
    expect(sheetCell('Ventas', '12,5')).toEqual({ text: '12,5' });
    expect(sheetCell('Ventas', null)).toEqual({ text: '' });
    expect(sheetCell('Orden', '12')).toEqual({ text: '12' });
    expect(sheetCell('Columna nueva', '12')).toEqual({ text: '12' });
  });
});

describe('the orders table', () => {
  test('knows an order by number, channel and account, and a movement by all that makes it one', () => {
    const line: Record<string, string> = { Orden: '7', Canal: 'A', Cuenta: '', 'Tipo de Dato': 'Orden' };
    const filters = (other: Record<string, string>) =>
      orderFilters((column) => ({ ...line, ...other })[column] ?? '');
    expect(filters({})).toEqual([
      { column: 'Orden', values: ['7'] },
      { column: 'Canal', values: ['A'] },
      { column: 'Cuenta', values: [''] },
    ]);
    expect(filters({ 'Tipo de Dato': 'Publicación' })).toEqual(filters({}));
    expect(filters({ Orden: '' })).toContainEqual({ column: 'Tipo de Dato', values: ['Orden'] });
    expect(filters({ Orden: ' ', 'Nro. Paquete': 'p' })).not.toEqual(filters({ Orden: ' ' }));
  });

  test('asks for the parts of the rates it shows, and totals what can be added', () => {
    expect(requestedColumns(['Orden', '% Costo Envío'])).toEqual([
      'Orden',
      '% Costo Envío',
      'Costo Envío',
      'Ventas',
    ]);
    const totals = totalledColumns(['Orden', '% Costo Envío']);
    expect(totals).toContain('Costo Envío');
    expect(totals).toContain('Rentabilidad Total');
    expect(totals).not.toContain('% Costo Envío');
    expect(totals).not.toContain('Orden');
  });

  test('a header sorts, turns, and lets go', () => {
    const first = nextSort(null, 'Ventas');
    expect(first).toEqual({ column: 'Ventas', direction: 'descending' });
    const second = nextSort(first, 'Ventas');
    expect(second).toEqual({ column: 'Ventas', direction: 'ascending' });
    expect(nextSort(second, 'Ventas')).toBeNull();
    expect(nextSort(second, 'Producto')).toEqual({ column: 'Producto', direction: 'ascending' });
  });

  test('a range is summed exactly', () => {
    expect(rangeFigures(['0.1', '0.2', null, 'x', '9007199254740993'])).toMatchObject({
      sum: '9007199254740993.3',
      count: 3,
    });
    expect(rangeFigures([null, ''])).toBeNull();
    expect(rangeFigures(['1', '2'])?.average).toBe('1.5000');
  });
});
