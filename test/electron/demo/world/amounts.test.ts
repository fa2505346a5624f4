import { beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type WireRow } from '#electron/demo/world/world.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import { NOW } from '#test/electron/demo/demo-api.ts';

/** Cents of a wire amount, read digit by digit: shares no code with the world. */
function cents(row: WireRow, column: string): bigint {
  const text = row[column] ?? 'absent';
  const match = /^(-?)(\d+)(?:\.(\d\d))?$/.exec(text);
  if (match === null) throw new Error(`${column} is "${text}".`);
  const units = BigInt(`${match[2]}${match[3] ?? '00'}`);
  return match[1] === '-' ? -units : units;
}

const sum = (row: WireRow, columns: readonly string[]) =>
  columns.reduce((total, column) => total + cents(row, column), 0n);

/** part / whole x 100 rounded half away from zero to two decimals, as text. */
function percent(part: bigint, whole: bigint): string {
  if (whole === 0n) return '0.00';
  const negative = part < 0n !== whole < 0n;
  const abs = (value: bigint) => (value < 0n ? -value : value);
  const hundredths = (2n * abs(part) * 10000n + abs(whole)) / (2n * abs(whole));
  const digits = hundredths.toString().padStart(3, '0');
  return `${negative && hundredths !== 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

let rows: readonly WireRow[];
/** One world alone, where the rows of several would share order numbers. */
let world: readonly WireRow[];
beforeAll(() => {
  world = [...createWorld({ seed: 5, orders: 3000, clock: () => NOW }).truth()];
  rows = [17, 18, 19].flatMap((seed) => [...createWorld({ seed, orders: 1500, clock: () => NOW }).truth()]);
});

function expectOfAllRows(what: (row: WireRow) => boolean): void {
  const wrong = rows.filter((row) => !what(row));
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(rows.length).toBeGreaterThan(7_000);
}

describe('2.5 row identities, to the cent, in every row', () => {
  test('Rentabilidad Total = Ingreso Total − Cobro Total + Reembolso Total − Costo de Producto', () => {
    expectOfAllRows(
      (row) =>
        cents(row, 'Rentabilidad Total') ===
        sum(row, ['Ingreso Total', 'Reembolso Total']) - sum(row, ['Cobro Total', 'Costo de Producto']),
    );
  });

  test('Rentabilidad Comercial = Ingreso Total − Cobros Comercial + Reembolso Total − Costo de Producto', () => {
    expectOfAllRows(
      (row) =>
        cents(row, 'Rentabilidad Comercial') ===
        sum(row, ['Ingreso Total', 'Reembolso Total']) - sum(row, ['Cobros Comercial', 'Costo de Producto']),
    );
  });

  test('Cobros Comercial = Cobro Total without advertising, storage, account management and financing', () => {
    const excluded = [
      'Costos por publicidad',
      'Costos de Almacenamiento Fulfillment',
      'Costos de Gestión de Cuenta',
      'Costos de Financiamiento',
    ];
    expectOfAllRows(
      (row) => cents(row, 'Cobros Comercial') === cents(row, 'Cobro Total') - sum(row, excluded),
    );
    for (const column of excluded) expect(rows.some((row) => row[column] !== '0.00')).toBe(true);
  });

  test('Rentabilidad Marketplace = Ventas − Costo de Marketplace, and each scope’s cost is Ventas less its profit', () => {
    expectOfAllRows(
      (row) =>
        cents(row, 'Rentabilidad Marketplace') ===
          cents(row, 'Ventas') - cents(row, 'Costo de Marketplace') &&
        cents(row, 'Costo Comercial') === cents(row, 'Ventas') - cents(row, 'Rentabilidad Comercial') &&
        cents(row, 'Costo Total') === cents(row, 'Ventas') - cents(row, 'Rentabilidad Total'),
    );
  });

  test('Costo de Marketplace = the eight section totals, each its charges less refunds and incomes', () => {
    const inRole = (name: string, role: string) =>
      COLUMNS.filter(({ section }) => section?.name === name && section.role === role).map(({ key }) => key);
    const sections = [...new Set(COLUMNS.flatMap(({ section }) => section?.name ?? []))];
    expect(sections).toHaveLength(8);
    for (const name of sections) {
      const [total = ''] = inRole(name, 'total');
      const charges = inRole(name, 'charge');
      const back = [...inRole(name, 'refund'), ...inRole(name, 'income')];
      expectOfAllRows((row) => cents(row, total) === sum(row, charges) - sum(row, back));
      expect(rows.some((row) => row[total] !== '0.00')).toBe(true);
    }
    const totals = sections.flatMap((name) => inRole(name, 'total'));
    expectOfAllRows((row) => cents(row, 'Costo de Marketplace') === sum(row, totals));
  });

  test('2.4 Ingreso Total and Reembolso Total are their lists, the commission breakdown left out', () => {
    const listOf = (category: string) =>
      COLUMNS.filter(
        ({ categories, categoryTotal, section }) =>
          categories.some((one) => one === category) &&
          categoryTotal === null &&
          section?.role !== 'component',
      ).map(({ key }) => key);
    expectOfAllRows((row) => cents(row, 'Ingreso Total') === sum(row, listOf('income')));
    expectOfAllRows((row) => cents(row, 'Reembolso Total') === sum(row, listOf('reimbursement')));
  });

  test('2.4 both spellings of the canceled penalty’s refund carry one amount', () => {
    const accented = 'Devolución de Penalización por Cancelación';
    expectOfAllRows((row) => row[accented] === row['Devolución de Penalizacion por Cancelación']);
    expect(rows.some((row) => row[accented] !== '0.00')).toBe(true);
  });

  test('2.2 percentages are of the row’s own Ventas', () => {
    const rates = [
      ['% Rentabilidad Marketplace', 'Rentabilidad Marketplace'],
      ['% Rentabilidad Comercial', 'Rentabilidad Comercial'],
      ['% Rentabilidad Total', 'Rentabilidad Total'],
      ['% Costo de Marketplace', 'Costo de Marketplace'],
      ['% Costo Comercial', 'Costo Comercial'],
      ['% Costo Total', 'Costo Total'],
      ['% Cobro de Comisiones', 'Cobro de Comisiones'],
      ['% Costo de Comisiones', 'Costo de Comisiones'],
      ['% Costo de Publicidad', 'Costos por publicidad'],
      ['% Costo Envío', 'Costo Envío'],
      ['% Costo Producto', 'Costo de Producto'],
    ] as const;
    expect(rates.map(([rate]) => rate).sort()).toEqual(
      COLUMNS.filter(({ kind }) => kind === 'percent')
        .map(({ key }) => key)
        .sort(),
    );
    for (const [rate, part] of rates) {
      expectOfAllRows((row) => row[rate] === percent(cents(row, part), cents(row, 'Ventas')));
    }
  });

  test('2.5.1 a product cost that is not loaded is 0, about 9 % of Ventas, and Rentabilidad Marketplace ignores it', () => {
    const sales = rows.filter((row) => row['Tipo de Dato'] !== 'Marketplace');
    const without = sales.filter((row) => row['Costo de Producto'] === '0');
    const total = (list: readonly WireRow[]) =>
      Number(list.reduce((all, row) => all + cents(row, 'Ventas'), 0n));
    const share = total(without) / total(sales);
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.14);
  });
});

describe('realism', () => {
  test('every money column but none is always zero', () => {
    const silent = COLUMNS.filter(({ kind }) => kind === 'money').filter(({ key }) =>
      [...rows, ...world].every((row) => row[key] === '0.00' || row[key] === '0'),
    );
    expect(silent.map(({ key }) => key)).toEqual([]);
  });

  test('1.7 items an order, 6 % publications, cancelations and returns', () => {
    const sales = rows.filter((row) => row['Tipo de Dato'] !== 'Marketplace');
    const share = (list: readonly WireRow[], wanted: (row: WireRow) => boolean) =>
      list.filter(wanted).length / list.length;
    const own = world.filter((row) => row['Tipo de Dato'] !== 'Marketplace');
    const names = new Set(own.map((row) => JSON.stringify([row.Canal, row.Cuenta, row.Orden])));
    expect(own.length / names.size).toBeGreaterThan(1.6);
    expect(own.length / names.size).toBeLessThan(1.8);
    expect(share(sales, (row) => row['Tipo de Dato'] === 'Publicación')).toBeGreaterThan(0.045);
    expect(share(sales, (row) => row['Tipo de Dato'] === 'Publicación')).toBeLessThan(0.075);
    expect(share(sales, (row) => row['Estado de Orden'] === 'Cancelada')).toBeGreaterThan(0.03);
    expect(share(sales, (row) => row['Estado de Orden'] === 'Devuelta')).toBeGreaterThan(0.02);
  });

  test('several sub-orders, order numbers shared by accounts, movements with and without number', () => {
    expect(world.some((row) => (row['Nro. suborden'] ?? '').endsWith('-3'))).toBe(true);
    const accounts = new Map<string, Set<string>>();
    for (const row of world.filter(({ Orden }) => Orden !== '')) {
      const name = `${row.Canal} ${row.Orden}`;
      accounts.set(name, (accounts.get(name) ?? new Set()).add(row.Cuenta ?? ''));
    }
    expect([...accounts.values()].some((set) => set.size > 1)).toBe(true);
    const movements = world.filter((row) => row['Tipo de Dato'] === 'Marketplace');
    const blank = movements.filter(({ Orden }) => Orden === '').length / movements.length;
    expect(blank).toBeGreaterThan(0.7);
    expect(blank).toBeLessThan(1);
    expect(
      world.filter((row) => row['Tipo de Dato'] !== 'Marketplace').every(({ Orden }) => Orden !== ''),
    ).toBe(true);
  });

  test('in a larger world some rows are equal in every column', { timeout: 60_000 }, () => {
    const seen = new Set<string>();
    let twins = 0;
    for (const row of createWorld({ seed: 2, orders: 6_000, clock: () => NOW }).truth()) {
      const text = JSON.stringify(row);
      if (seen.has(text)) twins += 1;
      seen.add(text);
    }
    expect(twins).toBeGreaterThan(0);
    expect(twins).toBeLessThan(seen.size / 500);
  });
});
