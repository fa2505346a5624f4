import { describe, expect, test } from 'vitest';
import { createChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import { keysOf } from '#renderer/data/model/dataset-tables.ts';
import { CHANGE_TABLE } from '#renderer/data/worker/change-table.ts';
import { DECISION_TABLES } from '#renderer/data/worker/decision-tables.ts';
import { EXCEPTION_TABLE } from '#renderer/data/worker/exception-table.ts';
import { tablesOfTables } from '#renderer/data/worker/table-tables.ts';
import { RECEIVABLE_TABLE } from '#renderer/reconciliation/receivables/worker/receivable-tables.ts';
import { STATEMENT_TABLES } from '#renderer/reconciliation/statements/worker/statement-tables.ts';
import { currencyOf, named, rowsOf } from './rows-of-table.ts';

/** Each cell of the tables for engines comes from its own figure: every figure here is its name, and no two are alike. */

describe('what users said', () => {
  const rowsOfSaid = (name: string, kinds: { readonly [kind: string]: object }) => {
    const of = (kind: string) => new Map(kinds[kind] === undefined ? [] : [[`key of ${kind}`, kinds[kind]]]);
    return rowsOf(DECISION_TABLES, name, { ledger: { annotations: { of } } });
  };

  test('is told by kind, with what each of them says', async () => {
    const said = { there: 'there', here: 'here', amount: 'said amount', reason: 'said reason' };
    const log = ['first', 'second', 'last'].map((owner) => ({ owner, note: `note of ${owner}` }));
    const kinds = {
      'exception-saying': named('state reason owner note atMs amount'),
      'match-decision': { ...named('verdict owner note atMs'), said },
      'payout-decision': { ...named('verdict owner note atMs'), said },
      'no-channel': named('description owner atMs'),
      'receivable-allowance': named('amount owner atMs'),
      'month-waiver': { ...named('note owner atMs'), said },
      'month-sign-off': { ...named('owner atMs'), said },
      claim: { ...named('state claimed atMs'), log },
      'own-cost': named('sku'),
    };
    const rows = await rowsOfSaid('cuadra_decisiones', kinds);
    const told = (kind: string, parts: object) => ({
      ...{ tipo: kind, clave: `key of ${kind}`, motivo: null, quien: 'owner', nota: null, importe: null },
      ...{ en: 'atMs', detalle: JSON.stringify(kinds[kind as keyof typeof kinds]) },
      ...parts,
    });
    expect(rows).toEqual([
      told('exception-saying', { que: 'state', motivo: 'reason', nota: 'note' }),
      told('match-decision', { que: 'verdict', nota: 'note', importe: 'there' }),
      told('payout-decision', { que: 'verdict', nota: 'note', importe: 'there' }),
      told('no-channel', { que: 'no-channel', nota: 'description' }),
      told('receivable-allowance', { que: 'allowance', importe: 'amount' }),
      told('month-waiver', { que: 'waived', motivo: 'said reason', nota: 'note', importe: 'said amount' }),
      told('month-sign-off', { que: 'signed-off', motivo: 'said reason', importe: 'said amount' }),
      told('claim', { que: 'state', quien: 'last', nota: 'note of last', importe: 'claimed' }),
    ]);
    for (const kind of ['match-decision', 'payout-decision'] as const) {
      const [row] = await rowsOfSaid('cuadra_decisiones', { [kind]: { ...kinds[kind], said: null } });
      expect(row?.importe, kind).toBeNull();
    }
    expect(await rowsOfSaid('cuadra_decisiones', { claim: { ...kinds.claim, log: [] } })).toMatchObject([
      { quien: '', nota: '' },
    ]);
  });

  test('of costs has what counts beside what was entered', async () => {
    const cost = { ...named('sku currency from to note owner atMs'), cost: '119' };
    const row = {
      sku: 'sku',
      moneda: 'currency',
      desde: 'from',
      hasta: 'to',
      nota: 'note',
      quien: 'owner',
      en: 'atMs',
    };
    expect(await rowsOfSaid('cuadra_costos_propios', { 'own-cost': { ...cost, vat: '19' } })).toEqual([
      { ...row, costo: '100', costo_ingresado: '119', iva: '19' },
    ]);
    const always = { ...cost, currency: null, from: null, to: null };
    expect(await rowsOfSaid('cuadra_costos_propios', { 'own-cost': always })).toEqual([
      { ...row, moneda: '', desde: '', hasta: null, costo: '119', costo_ingresado: '119', iva: null },
    ]);
  });

  test('of targets has whose each is', async () => {
    const target = { ...named('measure month currency value owner atMs'), of: named('column value') };
    const row = { mes: 'month', medida: 'measure', meta: 'value', quien: 'owner', en: 'atMs' };
    expect(await rowsOfSaid('cuadra_metas', { target })).toEqual([
      { ...row, columna: 'column', valor: 'value', moneda: 'currency' },
    ]);
    expect(await rowsOfSaid('cuadra_metas', { target: { ...target, of: null, currency: null } })).toEqual([
      { ...row, columna: '', valor: '', moneda: '' },
    ]);
  });
});

test('the queue has each case once, of its own account and month, in its own currency', async () => {
  const own = { ...named('key day name amount rows state claim month'), isChanged: true, isDue: false };
  const account = { Canal: 'own channel', Cuenta: 'own account' };
  const said = named('owner reason note followUp amount atMs');
  const group = { head: { kind: 'kind' }, account: { Canal: 'C', Cuenta: 'A' }, month: 'month of group' };
  const groups: { readonly [currency: string]: readonly object[] } = {
    CLP: [
      {
        ...group,
        cases: [
          { ...own, account, said },
          { ...own, key: 'b', month: null, isDue: true, isChanged: false },
        ],
      },
    ],
    USD: [
      { ...group, account: null, month: null, cases: [own, { ...own, key: 'c', month: null }] },
      { ...group, head: { kind: 'kind', currency: 'EUR' }, cases: [{ ...own, key: 'd' }] },
    ],
    none: [{ ...group, cases: [{ ...own, key: 'e' }] }],
  };
  const rows = await rowsOf([EXCEPTION_TABLE], 'cuadra_excepciones', {
    views: [{ currency: 'CLP' }, { currency: 'USD' }, { currency: null }],
    readExceptionGroups: async ({ currency }: { readonly currency: string | null }) =>
      groups[currency ?? 'none'],
  });
  const told = {
    ...{
      excepcion: 'key',
      tipo: 'kind',
      canal: 'own channel',
      cuenta: 'own account',
      mes: 'month',
      dia: 'day',
    },
    ...{
      numero: 'name',
      importe: 'amount',
      moneda: 'CLP',
      filas: 'rows',
      estado: 'state',
      cambio: 'si',
      vence: 'no',
    },
    ...{
      responsable: 'owner',
      motivo: 'reason',
      nota: 'note',
      seguimiento: 'followUp',
      importe_dicho: 'amount',
    },
    ...{ dicho_en: 'atMs', reclamo: 'claim' },
  };
  const unsaid = {
    responsable: null,
    motivo: null,
    nota: null,
    seguimiento: null,
    importe_dicho: null,
    dicho_en: null,
  };
  const ofGroup = { canal: 'C', cuenta: 'A' };
  expect(rows).toEqual([
    told,
    { ...told, ...unsaid, ...ofGroup, excepcion: 'b', mes: 'month of group', vence: 'si', cambio: 'no' },
    { ...told, ...unsaid, excepcion: 'c', canal: null, cuenta: null, mes: null, moneda: 'USD' },
    { ...told, ...unsaid, ...ofGroup, excepcion: 'd', moneda: 'EUR' },
    { ...told, ...unsaid, ...ofGroup, excepcion: 'e', moneda: '' },
  ]);
});

test('a change has its place in the log, and each amount before and after', async () => {
  const amounts = (by: number) => ({
    ...{ Ventas: `${by}1`, 'Rentabilidad Marketplace': `${by}2`, 'Rentabilidad Comercial': `${by}3` },
    'Rentabilidad Total': `${by}4`,
  });
  const side = (by: number, state: string) => ({
    rows: by,
    states: [state],
    payments: ['P'],
    amounts: amounts(by),
  });
  const index = createChangeIndex();
  const change = (orden: string, before: object | null, after: object | null) => ({
    ...{ order: JSON.stringify(['C', 'A', orden]), purchase: '2026-03-31T23:59:59.999', before, after },
    ...{ columns: ['Marca'], correlationIds: [`of ${orden}`] },
  });
  const reading = (readAt: string | null, changes: readonly object[]) => ({
    ...{ runId: 'r', purpose: 'reread', windowId: 'w', window: {}, readAt, changes },
  });
  for (const each of [
    reading('2026-04-30T23:59:59.999Z', [
      change('1', side(5, 'was'), side(6, 'is')),
      change('2', null, side(7, 'is')),
    ]),
    reading(null, [{ ...change('3', side(8, 'was'), null), purchase: null, columns: undefined }]),
    reading('2026-05-01T00:00:00.000Z', [change('4', side(5, 'was'), { ...side(1, 'is'), amounts: {} })]),
  ])
    index.add(each as never);
  if (CHANGE_TABLE.partBy === null) throw new Error('One part.');
  const parts = await CHANGE_TABLE.parts({ ledger: { reads: { changes: async () => index } } } as never);
  const of = (part: string) => parts.get(part)?.rows.slice(0, parts.get(part)?.rows.length);
  expect([...parts.keys()].sort()).toEqual(['', '2026-04', '2026-05']);
  expect(new Set([...parts.values()].map(({ stamp }) => stamp)).size).toBe(3);
  const sums = (when: string, by: number) =>
    Object.fromEntries(
      ['ventas', 'marketplace', 'comercial', 'total'].map((name, at) => [
        `${name}_${when}`,
        `${by}${at + 1}`,
      ]),
    );
  const none = (when: string) =>
    Object.fromEntries(
      ['ventas', 'marketplace', 'comercial', 'total'].map((name) => [`${name}_${when}`, null]),
    );
  const row = {
    ...{ mes_lectura: '2026-04', n: 1, canal: 'C', cuenta: 'A', orden: '1', compra: '2026-03-31' },
    ...{ leido_en: '2026-04-30T23:59:59.999Z', para: 'reread', filas_antes: 5, filas_despues: 6 },
    ...{
      estados_antes: '["was"]',
      estados_despues: '["is"]',
      columnas: '["Marca"]',
      correlacion: '["of 1"]',
    },
    ...sums('antes', 5),
    ...sums('despues', 6),
  };
  const came = {
    filas_antes: null,
    estados_antes: null,
    ...none('antes'),
    filas_despues: 7,
    ...sums('despues', 7),
  };
  expect(of('2026-04')).toEqual([row, { ...row, n: 2, orden: '2', correlacion: '["of 2"]', ...came }]);
  expect(of('')).toEqual([
    {
      ...{ ...row, mes_lectura: '', n: 3, orden: '3', compra: null, leido_en: null, correlacion: '["of 3"]' },
      ...{
        filas_antes: 8,
        ...sums('antes', 8),
        filas_despues: null,
        estados_despues: null,
        ...none('despues'),
      },
      columnas: null,
    },
  ]);
  expect(of('2026-05')).toMatchObject([
    { n: 4, mes_lectura: '2026-05', filas_despues: 1, ...none('despues') },
  ]);
  // Rows are made as they are asked for, in their places.
  expect(parts.get('2026-04')?.rows.slice(1, 2)).toMatchObject([{ n: 2 }]);
});

test('the tables of tables tell how whole each came, and every column in its place', () => {
  const shape = (name: string) => ({
    ...{ name, about: `about ${name}` },
    columns: {
      clave: ['key', 'k'],
      lugar: ['place', 'p'],
      importe: ['amount', 'a'],
      dia: ['day', 'd'],
    } as const,
  });
  const [tables, columns] = tablesOfTables([
    { ...shape('a'), rows: 3, leftOut: [] },
    { ...shape('b'), rows: 0, leftOut: ['x', 'y'] },
    { ...shape('c'), rows: null, leftOut: [] },
  ]);
  const all = (table: typeof tables) => table?.parts[0]?.rows.slice(0, 100) ?? [];
  expect(tables).toMatchObject({ name: 'cuadra_tablas', partBy: null, parts: [{ part: '', stamp: null }] });
  expect(all(tables)).toEqual([
    { tabla: 'a', que_es: 'about a', filas: 3, estado: 'completa', falta: null },
    { tabla: 'b', que_es: 'about b', filas: 0, estado: 'parcial', falta: '["x","y"]' },
    { tabla: 'c', que_es: 'about c', filas: null, estado: 'anterior', falta: null },
  ]);
  expect(all(columns).slice(0, 4)).toEqual([
    { tabla: 'a', columna: 'clave', lugar: 1, tipo: 'texto', es_clave: 'si', que_es: 'k' },
    { tabla: 'a', columna: 'lugar', lugar: 2, tipo: 'entero', es_clave: 'si', que_es: 'p' },
    { tabla: 'a', columna: 'importe', lugar: 3, tipo: 'importe', es_clave: 'no', que_es: 'a' },
    { tabla: 'a', columna: 'dia', lugar: 4, tipo: 'dia', es_clave: 'no', que_es: 'd' },
  ]);
  expect(new Set(all(columns).map(({ tabla }) => tabla))).toEqual(
    new Set(['a', 'b', 'c', 'cuadra_tablas', 'cuadra_columnas']),
  );
});

test('receivables have each figure and age of an account in a month', async () => {
  const asked: object[] = [];
  const figures = named('opening sales refunds charges released closing');
  const ages = named('not-due to-30 to-60 to-90 over-90 undated');
  const page = async (query: { readonly month: string }) => {
    asked.push(query);
    const line = { canal: 'C', cuenta: query.month, figures, ages, term: { days: 7 } };
    return { lines: query.month === '2026-01' ? [line] : [line, { ...line, cuenta: 'B' }] };
  };
  const rows = await rowsOf([RECEIVABLE_TABLE], 'cuadra_por_cobrar', {
    ...{ receivables: { page }, monthsOfRows: ['2026-01', '2026-02'], today: 'today', currencyOf },
  });
  const row = (mes: string, cuenta: string) => ({
    ...{
      mes,
      canal: 'C',
      cuenta,
      moneda: `C/${cuenta}`,
      inicial: 'opening',
      ventas: 'sales',
      reembolsos: 'refunds',
    },
    ...{
      cargos: 'charges',
      liberado: 'released',
      final: 'closing',
      por_vencer: 'not-due',
      hasta_30: 'to-30',
    },
    ...{ hasta_60: 'to-60', hasta_90: 'to-90', mas_de_90: 'over-90', sin_fecha: 'undated', plazo_dias: 7 },
  });
  expect(rows).toEqual([row('2026-01', '2026-01'), row('2026-02', '2026-02'), row('2026-02', 'B')]);
  expect(asked).toEqual(['2026-01', '2026-02'].map((month) => ({ scope: null, month, today: 'today' })));
});

describe('statements', () => {
  const proof = named('state gap covered doubts');
  const statement = {
    ...named('id name kind layout lines fresh owner'),
    ...{ importedAtMs: Date.UTC(2026, 3, 30, 23, 59, 59, 999), proof, account: { Canal: 'C', Cuenta: 'A' } },
    ...{ days: named('from to'), nets: [named('currency net'), { currency: '', net: 'other' }] },
  };
  const bare = { ...statement, id: 'b', account: null, days: null, nets: [], proof: named('state gap') };
  const list = () => [statement, bare];

  test('have what their own arithmetic proves', async () => {
    const row = {
      ...{
        extracto: 'id',
        archivo: 'name',
        tipo: 'kind',
        formato: 'layout',
        canal: 'C',
        cuenta: 'A',
        lineas: 'lines',
      },
      ...{
        nuevas: 'fresh',
        desde: 'from',
        hasta: 'to',
        comprobacion: 'state',
        diferencia: 'gap',
        cubiertas: 'covered',
      },
      ...{ dudas: 'doubts', importado_en: statement.importedAtMs, quien: 'owner' },
    };
    const without = { canal: null, cuenta: null, desde: null, hasta: null, cubiertas: null, dudas: null };
    const source = { ledger: { statements: { list } } };
    expect(await rowsOf(STATEMENT_TABLES, 'cuadra_extractos', source)).toEqual([
      row,
      { ...row, ...without, extracto: 'b' },
    ]);
    expect(await rowsOf(STATEMENT_TABLES, 'cuadra_extractos_netos', source)).toEqual([
      { extracto: 'id', moneda: 'currency', neto: 'net' },
      { extracto: 'id', moneda: '', neto: 'other' },
    ]);
  });

  test('have their lines by the month of their import', async () => {
    const table = STATEMENT_TABLES.find(({ name }) => name === 'cuadra_extractos_lineas');
    if (table === undefined || table.partBy === null) throw new Error('No lines.');
    const line = {
      ...named('line movement settlement order suborder sku operation reference description currency'),
      ...named('gross commission shipping taxes net balance'),
      ...{ date: { day: 'day' }, released: { day: 'released day' } },
    };
    const linesOf: { readonly [id: string]: readonly object[] } = {
      id: [line, { ...line, reference: undefined, date: null, released: null }],
      b: [line],
    };
    const later = { ...bare, importedAtMs: statement.importedAtMs + 1 };
    const parts = await table.parts({
      ledger: { statements: { list: () => [statement, later], lines: async (id: string) => linesOf[id] } },
    } as never);
    const row = {
      ...{
        mes_importacion: '2026-04',
        extracto: 'id',
        n: 1,
        linea: 'line',
        fecha: 'day',
        liberado: 'released day',
      },
      ...{
        movimiento: 'movement',
        liquidacion: 'settlement',
        orden: 'order',
        suborden: 'suborder',
        sku: 'sku',
      },
      ...{ operacion: 'operation', referencia: 'reference', descripcion: 'description', moneda: 'currency' },
      ...{
        bruto: 'gross',
        comision: 'commission',
        envio: 'shipping',
        impuestos: 'taxes',
        neto: 'net',
        saldo: 'balance',
      },
    };
    expect([...parts].map(([month, { rows }]) => [month, rows.slice(0, 9)])).toEqual([
      ['2026-04', [row, { ...row, n: 2, fecha: null, liberado: null, referencia: null }]],
      ['2026-05', [{ ...row, mes_importacion: '2026-05', extracto: 'b' }]],
    ]);
    expect(Object.keys(row).sort()).toEqual(Object.keys(table.columns).sort());
    expect(keysOf(table)).toEqual(['mes_importacion', 'extracto', 'n']);
  });
});
