import { changesTable } from '#renderer/data/engine/changes/change-query.ts';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { groupTable } from '#renderer/data/model/group-table.ts';
import type { Table, WholeTable } from '#renderer/data/model/sheet-table.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { coverageTable } from '#renderer/features/coverage/coverage-file.ts';
import { statementTable } from '#renderer/features/income-statement/income-statement-file.ts';
import { queryTable } from '#renderer/features/scheduled-exports/query-table.ts';
import { summaryTable } from '#renderer/features/workbook/summary-table.ts';
import { bridgeBook } from '#renderer/reconciliation/bridge/screen/bridge-file.ts';
import { fileLines } from '#renderer/reconciliation/journals/model/file-lines.ts';
import { NEUTRAL_LAYOUT } from '#renderer/reconciliation/journals/model/journal-layouts.ts';
import { layoutTable } from '#renderer/reconciliation/journals/model/layout-table.ts';
import { measuresInView } from '#renderer/screens/profitability/figures/measures.ts';
import { figureColumns } from '#renderer/screens/profitability/pivot/pivot-columns.ts';
import { pivotTable } from '#renderer/screens/profitability/pivot/pivot-model.ts';
import { historyTable } from '#renderer/screens/sync/history/history-file.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import type { LaidOut } from './laid-out.ts';

/** The tables of panels, of the sync and of rows, each of raw input in which no two values of a line are alike. */

/** What is given has what the table reads, and no more. */
const raw = (value: unknown): never => value as never;
const wholeOf = (table: Table): WholeTable => ({ ...table, lines: table.read(0, table.lineCount) });

const control = (there: number, here: number, day: string) => ({
  ...{
    there,
    here,
    checkedAt: `${day}T05:06:07.000Z`,
    from: `${day}T01:00:00.000`,
    to: `${day}T02:00:00.000`,
  },
});

const coverage: LaidOut = {
  source: 'renderer/features/coverage/coverage-file.ts',
  of: 'coverage',
  table: () =>
    coverageTable(
      raw({
        months: [
          {
            ...{
              month: '2026-08',
              rows: 31,
              orders: 27,
              lastReadAt: '2026-09-01T03:04:05.000Z',
              reach: 'outside',
            },
            ...{ partial: true, rereadDue: false, reread: null, unsettled: true, ordersToVerify: 6 },
            ...{ held: { rowsMissing: 4 }, queue: null },
            controls: { everything: control(12, 10, '2026-09-02'), dashboard: control(25, 28, '2026-09-03') },
          },
          {
            ...{ month: '2026-09', rows: 33, orders: 29, lastReadAt: null, reach: 'live', partial: false },
            ...{ rereadDue: true, reread: null, unsettled: true, ordersToVerify: 8, held: null },
            controls: { everything: null, dashboard: null },
          },
        ],
        controls: { everything: null, dashboard: control(90, 97, '2026-09-04') },
        ...{ undatedRows: 2, outOfRangeRows: 5 },
      }),
      text,
    ),
  name: 'Cobertura por mes',
  columns: [
    ['month', '2026-08', '2026-09', 'undated', 'out-of-range', 'all'],
    ['rows', '31', '33', '2', '5', null, '=71'],
    ['orders', '27', '29', null, null, null],
    ['last_read_utc', '2026-09-01T03:04:05.000Z', null, null, null, null],
    ['reach', 'outside', 'live', null, null, null],
    ['partial', '1', '0', null, null, null],
    ['reread_due', '0', '1', null, null, null],
    ['reread_reason', null, null, null, null, null],
    ['unsettled', '1', '1', null, null, null],
    ['orders_to_verify', '6', '8', null, null, null],
    ['rows_held', '4', null, null, null, null],
    [
      'state',
      'Hay filas que la API ya no da y que esperan tu decisión. Parte del mes no se pudo leer entera. La API dio filas distintas cada vez, o más filas con la misma hora de las que caben en una respuesta. Lo que había se conserva y se reintenta en cada sincronización; si no se resuelve en unos días, avisa al soporte de la plataforma. Fuera del plan y quizás incompleto: lo que cambió después no se puede pedir.',
      'Parte del mes no se pudo leer entera. La API dio filas distintas cada vez, o más filas con la misma hora de las que caben en una respuesta. Lo que había se conserva y se reintenta en cada sincronización; si no se resuelve en unos días, avisa al soporte de la plataforma. Los cambios llegan solos.',
      ...[null, null, null],
    ],
    ['everything_there', '12', null, null, null, null],
    ['everything_here', '10', null, null, null, null],
    ['everything_difference', '2', null, null, null, null],
    ['everything_checked_utc', '2026-09-02T05:06:07.000Z', null, null, null, null],
    ['everything_from', '2026-09-02T01:00:00.000', null, null, null, null],
    ['everything_to', '2026-09-02T02:00:00.000', null, null, null, null],
    ['dashboard_there', '25', null, null, null, '90'],
    ['dashboard_here', '28', null, null, null, '97'],
    ['dashboard_difference', '-3', null, null, null, '-7'],
    ['dashboard_checked_utc', '2026-09-03T05:06:07.000Z', null, null, null, '2026-09-04T05:06:07.000Z'],
    ['dashboard_from', '2026-09-03T01:00:00.000', null, null, null, '2026-09-04T01:00:00.000'],
    ['dashboard_to', '2026-09-03T02:00:00.000', null, null, null, '2026-09-04T02:00:00.000'],
  ],
};

const history: LaidOut = {
  source: 'renderer/screens/sync/history/history-file.ts',
  of: 'the history of readings',
  table: () =>
    historyTable(
      raw([
        {
          run: {
            ...{
              runId: 'r1',
              startedAtMs: Date.UTC(2026, 0, 2),
              endedAtMs: Date.UTC(2026, 0, 3),
              trigger: 'user',
            },
            ...{ purpose: 'history', outcome: 'failed', failure: { code: 'server-error', words: 'no hay' } },
            ...{ requests: 41, retries: 42, notices: 43 },
          },
          windows: [
            {
              ...{
                startedAtMs: Date.UTC(2026, 0, 4),
                kind: 'reread',
                field: 'updated_at',
                from: 'F1',
                to: 'T1',
              },
              ...{ requests: 51, readings: 52, pages: 53, rows: 54, ordersNew: 55, ordersChanged: 56 },
              ...{ rowsRemoved: 57, rowsHeld: 58, tookMs: 59.4, outcome: 'committed', detail: 'D1' },
              correlationIds: ['c1', 'c2'],
            },
          ],
        },
        {
          run: {
            ...{ runId: 'r2', startedAtMs: Date.UTC(2026, 0, 5), endedAtMs: null, trigger: 'schedule' },
            ...{ purpose: 'changes', outcome: 'paused', failure: null, requests: 1, retries: 2, notices: 3 },
          },
          windows: [],
        },
      ]),
      text,
    ),
  name: 'Historial',
  columns: [
    ['run_id', 'r1', 'r2'],
    ['run_started_utc', '2026-01-02T00:00:00.000Z', '2026-01-05T00:00:00.000Z'],
    ['run_ended_utc', '2026-01-03T00:00:00.000Z', null],
    ['run_trigger', 'user', 'schedule'],
    ['run_purpose', 'history', 'changes'],
    ['run_outcome', 'failed', 'paused'],
    ['run_result', 'Error de la API', 'En pausa'],
    ['run_failure', 'server-error', null],
    ['run_server_words', 'no hay', null],
    ['run_requests', '41', '1'],
    ['run_retries', '42', '2'],
    ['run_notices', '43', '3'],
    ['window_started_utc', '2026-01-04T00:00:00.000Z', null],
    ['window_kind', 'reread', null],
    ['window_field', 'updated_at', null],
    ['window_from', 'F1', null],
    ['window_to', 'T1', null],
    ['window_requests', '51', null, '=51'],
    ['window_readings', '52', null, '=52'],
    ['window_pages', '53', null, '=53'],
    ['window_rows', '54', null, '=54'],
    ['window_orders_new', '55', null, '=55'],
    ['window_orders_changed', '56', null, '=56'],
    ['window_rows_removed', '57', null, '=57'],
    ['window_rows_held', '58', null, '=58'],
    ['window_took_ms', '59', null, '=59'],
    ['window_outcome', 'committed', null],
    ['window_detail', 'D1', null],
    ['correlation_ids', 'c1 c2', null],
  ],
};

const BRIDGE = {
  ...{
    revision: 7,
    scope: 'total',
    from: '100.00',
    to: '46.50',
    parts: { volume: '-70.50', price: '17.00' },
  },
  before: { from: '2026-09-01', to: '2026-09-30' },
  after: { from: '2026-10-01', to: '2026-10-31' },
  groups: {
    Canal: {
      groups: [
        {
          ...{ value: 'Paris', caption: 'nota', pooled: null, from: '61.00', to: '2.25' },
          parts: { volume: '-66.00', price: '7.25' },
        },
        { value: '', caption: null, pooled: null, from: '39.00', to: '34.50', parts: { volume: '-4.50' } },
      ],
      others: { value: '', caption: null, pooled: null, from: '0.00', to: '9.75', parts: { price: '9.75' } },
      othersCount: 31,
    },
    Categoría: { groups: [], others: null, othersCount: 0 },
    'SKU Producto': { groups: [], others: null, othersCount: 0 },
  },
};
const bridgeAt = (at: number): WholeTable => {
  const book = bridgeBook(raw(BRIDGE), text);
  const each = book.kind === 'book' ? book.tables[at] : undefined;
  if (each?.kind !== 'table') throw new Error('No table there.');
  return each.table;
};

const bridgeParts: LaidOut = {
  source: 'renderer/reconciliation/bridge/screen/bridge-file.ts',
  of: 'the parts of a bridge',
  table: () => bridgeAt(0),
  name: 'Puente entre períodos',
  columns: [
    ['Línea', 'Rentabilidad Total, 1–30 sep 2026', 'Volumen', 'Precio', 'Rentabilidad Total, 1–31 oct 2026'],
    ['Monto', '100.00', '-70.50', '17.00', '46.50'],
    [
      'Qué es',
      '',
      'Lo que habría cambiado si todos los productos y canales hubieran conservado su parte de las unidades: (U₁ − U₀) × parte media × rentabilidad media por unidad. Las medias son de ambos períodos: el orden no importa.',
      'Lo que cambió la venta por unidad: (u₀ + u₁) ÷ 2 × (Ventas₁ ÷ u₁ − Ventas₀ ÷ u₀), por producto y canal.',
      '',
    ],
  ],
};

const bridgeGroups: LaidOut = {
  source: 'renderer/reconciliation/bridge/screen/bridge-file.ts',
  of: 'the groups of a bridge',
  table: () => bridgeAt(1),
  name: 'Canal',
  columns: [
    ['Canal', 'Paris', '(vacío)', 'Los otros 31'],
    ['Producto', 'nota', null, null],
    ['1–30 sep 2026', '61.00', '39.00', '0.00', '=100.00'],
    ['Volumen', '-66.00', '-4.50', '0', '=-70.50'],
    ['Precio', '7.25', '0', '9.75', '=17.00'],
    ['1–31 oct 2026', '2.25', '34.50', '9.75', '=46.50'],
  ],
};

const totalsOf = (rows: number, orders: number, covered: string, first: number) => ({
  ...{ rows, orders, ventasWithProductCost: covered, unreadable: {}, rowsWithoutProductCost: 0 },
  sums: {
    Ventas: `${first}.00`,
    'Ingreso Total': `${first + 1}.10`,
    'Costo de Marketplace': `${first + 2}.20`,
    'Rentabilidad Marketplace': `${first + 3}.30`,
    'Costo de Producto': `${first + 4}.40`,
    'Rentabilidad Total': `${first + 5}.50`,
    Unidades: `${first + 6}`,
  },
});

const groups: LaidOut = {
  source: 'renderer/data/model/group-table.ts',
  of: 'groups',
  table: () =>
    wholeOf(
      groupTable(
        raw([
          { value: 'a', caption: 'Aa', totals: totalsOf(11, 12, '13.00', 200) },
          { value: 'b', caption: null, totals: totalsOf(14, 15, '16.00', 400) },
        ]),
        raw(totalsOf(25, 26, '29.00', 500)),
        {
          ...{ name: 'Por producto', value: 'SKU Producto', caption: 'Producto', names: { b: 'Be' } },
          last: ['a'],
          columns: [
            { name: 'V', of: 'sum', column: 'Ventas', kind: 'money' },
            { name: 'R', of: 'sum', column: 'Rentabilidad Total', kind: 'money' },
            { name: '% R', of: 'rate', part: 1, base: 0 },
            { name: 'Con costo', of: 'covered' },
            { name: 'O', of: 'orders' },
            { name: 'F', of: 'rows' },
          ],
        },
      ),
    ),
  name: 'Por producto',
  columns: [
    ['SKU Producto', 'Be', 'a'],
    ['Producto', null, 'Aa'],
    ['V', '400.00', '200.00', '=500.00'],
    ['R', '405.50', '205.50', '=505.50'],
    ['% R', '101.375000', '102.750000', '=101.100000'],
    ['Con costo', '16.00', '13.00', '=29.00'],
    ['O', '15', '12', '=26'],
    ['F', '14', '11', '=25'],
  ],
};

const summary: LaidOut = {
  source: 'renderer/features/workbook/summary-table.ts',
  of: 'the summary of the workbook',
  table: () => {
    const whole = summaryTable(
      { name: 'Resumen', line: 'Línea', orders: 'Órdenes', rows: 'Filas' },
      { name: 'oct', totals: raw(totalsOf(11, 12, '13.00', 200)) },
      [{ name: 'sept', difference: 'Δ', totals: raw(totalsOf(21, 24, '26.00', 400)) }],
      [],
    );
    // Of each kind one: the others are made alike.
    const texts = ['Ventas', 'Ingreso Total', 'Rentabilidad Total', 'Órdenes', 'Filas'];
    return { ...whole, lines: whole.lines.filter(({ cells }) => texts.includes(String(cells[0]))) };
  },
  name: 'Resumen',
  columns: [
    ['Línea', 'Ventas', 'Ingreso Total', 'Rentabilidad Total', 'Órdenes', 'Filas'],
    ['oct', '200.00', '201.10', '205.50', '12', '11'],
    ['oct %', '100.000000', '100.550000', '102.750000', null, null],
    ['sept', '400.00', '401.10', '405.50', '24', '21'],
    ['sept %', '100.000000', '100.275000', '101.375000', null, null],
    ['Δ', '-200.00', '-200.00', '-200.00', '-12', '-10'],
    ['Δ %', '-50.000000', '-49.862877', '-49.321825', '-50.000000', '-47.619048'],
    ['Δ pp', '0.000000', '0.275000', '1.375000', null, null],
  ],
};

const query: LaidOut = {
  source: 'renderer/features/scheduled-exports/query-table.ts',
  of: 'the query of Power Query',
  table: () => {
    const whole = queryTable('/x/cuadra.csv', text);
    return { ...whole, lines: whole.lines.slice(0, 2) };
  },
  name: text('schedule.link-file'),
  columns: [
    [text('schedule.link-query'), 'let', '    Archivo = File.Contents("/x/cuadra.csv"),'],
    [
      text('schedule.link-how'),
      `1. ${text('schedule.link-step-copy')}`,
      `2. ${text('schedule.link-step-open')}`,
    ],
  ],
};

const statement: LaidOut = {
  source: 'renderer/features/income-statement/income-statement-file.ts',
  of: 'the result',
  table: () => {
    const words = {
      ...{ section: 'Sección', line: 'Línea', level: 'Nivel', sign: 'Signo', coverage: 'Cobertura' },
      sectionOf: ({ column }: { readonly column: string | null }) => `de ${column}`,
      nameOf: ({ column }: { readonly column: string | null }) => String(column),
      signOf: ({ operator }: { readonly operator: string }) => `signo ${operator}`,
    };
    const own = totalsOf(11, 12, '13.00', 200);
    const before = totalsOf(21, 24, '26.00', 400);
    const columns = [
      { id: 'w', kind: 'whole', value: '', totals: own, less: null, leftOut: 0, name: 'oct' },
      { id: 'b', kind: 'before', value: '', totals: before, less: null, leftOut: 0, name: 'sept' },
      { id: 'd', kind: 'difference', value: '', totals: own, less: before, leftOut: 0, name: 'Δ' },
    ];
    const whole = statementTable('Resultado', raw(words), raw(columns), [{ name: 'Cuenta', value: 'Demo' }]);
    const texts = ['Demo', 'Ingreso Total', 'Rentabilidad Total', 'Ventas con Costo de Producto'];
    return { ...whole, lines: whole.lines.filter(({ cells }) => texts.includes(String(cells[1]))) };
  },
  name: 'Resultado',
  columns: [
    ['Sección', 'Cuenta', 'de Ingreso Total', 'de Rentabilidad Total', 'Cobertura'],
    ['Línea', 'Demo', 'Ingreso Total', 'Rentabilidad Total', 'Ventas con Costo de Producto'],
    ['Nivel', '0', '1', '1', '1'],
    ['Signo', '', 'signo ', 'signo =', ''],
    ['oct', null, '201.10', '205.50', '13.00'],
    ['oct %', null, '100.550000', '102.750000', '6.500000'],
    ['sept', null, '401.10', '405.50', '26.00'],
    ['sept %', null, '100.275000', '101.375000', '6.500000'],
    ['Δ', null, '-200.00', '-200.00', '-13.00'],
    ['Δ pp', null, '0.275000', '1.375000', '0.000000'],
  ],
};

const figures = (rows: number, orders: number, sums: { readonly [column: string]: string }) => ({
  ...{ rows, orders, sums, unreadable: {}, ventasWithProductCost: '0', rowsWithoutProductCost: 0 },
});
const pivot: LaidOut = {
  source: 'renderer/screens/profitability/pivot/pivot-model.ts',
  of: 'a pivot',
  table: () => {
    const columns = figureColumns({
      measures: measuresInView(['sum:Ventas', 'sum:Unidades'], null),
      ...{ isCompared: true, bands: null, rest: null },
    });
    const pair = (now: string, before: string, units: string, unitsBefore: string) => ({
      now: figures(1, 1, { Ventas: now, Unidades: units }),
      before: figures(1, 1, { Ventas: before, Unidades: unitsBefore }),
    });
    const line = (first: string | null, caption: string | null, own: ReturnType<typeof pair>) => ({
      ...{ key: first ?? 'total', depth: 0, kind: first === null ? 'total' : 'group', first, second: null },
      ...{ caption, leftOut: 0, pair: own, across: new Map(), acrossRest: () => own },
    });
    const model = {
      lines: [
        line('Paris', 'uno', pair('10.00', '8.00', '4', '3')),
        line('Ripley', 'dos', pair('20.00', '50.00', '7', '9')),
      ],
      total: line(null, null, pair('30.00', '58.00', '11', '12')),
    };
    return pivotTable(
      'Tabla',
      raw(model),
      columns,
      raw({
        ...{ first: 'Canal', second: null, caption: 'Producto', secondOf: () => '' },
        firstOf: ({ first }: { readonly first: string | null }) => first ?? 'Total',
        nameOf: ({ id }: { readonly id: string }) => id,
      }),
      false,
    );
  },
  name: 'Tabla',
  columns: [
    ['Canal', 'Paris', 'Ripley'],
    ['Producto', 'uno', 'dos'],
    ['sum:Ventas', '10.00', '20.00', '=30.00'],
    ['sum:Ventas/difference', '2.00', '-30.00', '=-28.00'],
    ['sum:Ventas/change', '25.000000', '-60.000000', '=-48.275862'],
    ['sum:Unidades', '4', '7', '=11'],
    ['sum:Unidades/difference', '1', '-2', '=-1'],
    ['sum:Unidades/change', '33.333333', '-22.222222', '=-8.333333'],
  ],
};

const orderFigures = (rows: number, state: string, payment: string, first: number) => ({
  ...{ rows, states: [state], payments: [payment, 'otro'] },
  amounts: {
    Ventas: `${first + 1}.10`,
    'Rentabilidad Marketplace': `${first + 2}.20`,
    'Rentabilidad Comercial': `${first + 3}.30`,
    'Rentabilidad Total': `${first + 4}.40`,
  },
});
const CHANGES = [
  {
    ...{ Canal: 'Paris', Cuenta: 'Este', Orden: 'O-1', purchase: '2026-03-04T10:00:00.000', kind: 'changed' },
    ...{ before: orderFigures(2, 'Regular', 'Pagado', 100), after: orderFigures(3, 'Nula', 'Debe', 250) },
    ...{
      changes: 8,
      readAt: '2026-03-09T01:02:03.000Z',
      purpose: 'reread',
      windowFrom: 'W1',
      windowTo: 'W2',
    },
    ...{ correlationIds: ['k1', 'k2'], columns: ['Marca', 'Producto'] },
    values: [{ column: 'Marca', before: ['x'], after: ['y', 'z'] }],
  },
  {
    ...{ Canal: 'Ripley', Cuenta: 'Sur', Orden: 'O-2', purchase: null, kind: 'removed', after: null },
    ...{ before: orderFigures(5, 'Nueva', 'Falta', 500), changes: 1, readAt: null, purpose: 'history' },
    ...{ windowFrom: 'W3', windowTo: 'W4', correlationIds: [], columns: null, values: null },
  },
];
const sum = (before: string, after: string, difference: string) => ({ before, after, difference });

const changes: LaidOut = {
  source: 'renderer/data/engine/changes/change-query.ts',
  of: 'changes',
  table: () =>
    wholeOf(
      changesTable(
        raw({
          ...{ total: 2, lines: () => CHANGES, rowsBefore: 7, rowsAfter: 3 },
          sums: {
            Ventas: sum('1.01', '1.02', '1.03'),
            'Rentabilidad Marketplace': sum('2.01', '2.02', '2.03'),
            'Rentabilidad Comercial': sum('3.01', '3.02', '3.03'),
            'Rentabilidad Total': sum('4.01', '4.02', '4.03'),
          },
        }),
        'Cambios',
      ),
    ),
  name: 'Cambios',
  columns: [
    ['Canal', 'Paris', 'Ripley'],
    ['Cuenta', 'Este', 'Sur'],
    ['Orden', 'O-1', 'O-2'],
    ['Fecha de compra', '2026-03-04T10:00:00.000', null],
    ['Cambio', 'cambiada', 'eliminada'],
    ['Filas antes', '2', '5', '=7'],
    ['Filas después', '3', null, '=3'],
    ['Estado de Orden antes', 'Regular', 'Nueva'],
    ['Estado de Orden después', 'Nula', null],
    ['Estado de Pago antes', 'Pagado | otro', 'Falta | otro'],
    ['Estado de Pago después', 'Debe | otro', null],
    ['Ventas antes', '101.10', '501.10', '=1.01'],
    ['Ventas después', '251.10', null, '=1.02'],
    ['Ventas diferencia', '150.00', '-501.10', '=1.03'],
    ['Rentabilidad Marketplace antes', '102.20', '502.20', '=2.01'],
    ['Rentabilidad Marketplace después', '252.20', null, '=2.02'],
    ['Rentabilidad Marketplace diferencia', '150.00', '-502.20', '=2.03'],
    ['Rentabilidad Comercial antes', '103.30', '503.30', '=3.01'],
    ['Rentabilidad Comercial después', '253.30', null, '=3.02'],
    ['Rentabilidad Comercial diferencia', '150.00', '-503.30', '=3.03'],
    ['Rentabilidad Total antes', '104.40', '504.40', '=4.01'],
    ['Rentabilidad Total después', '254.40', null, '=4.02'],
    ['Rentabilidad Total diferencia', '150.00', '-504.40', '=4.03'],
    ['Columnas', 'Marca | Producto', null],
    ['Valores antes', 'Marca: x', null],
    ['Valores después', 'Marca: y, z', null],
    ['Leído (UTC)', '2026-03-09T01:02:03.000Z', null],
    ['Lectura', 'relectura', 'carga histórica'],
    ['Ventana desde', 'W1', 'W3'],
    ['Ventana hasta', 'W2', 'W4'],
    ['Cambios', '8', '1'],
    ['correlation_id', 'k1 | k2', ''],
  ],
};

type Row = { readonly [column: string]: string };
function queriesOf(rows: readonly Row[]) {
  const store = createColumnStore();
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => columns.map((column) => row[column] ?? null));
  const { bytes, headerLength } = encodeSegment({ columns, rows: cells });
  store.addSegment(1, decodeSegment(bytes, headerLength), null);
  store.raiseRevision();
  return createQueries(store);
}
const soldOf = (at: number, more: Row): Row => ({
  ...{
    Canal: 'Paris',
    Cuenta: 'Este',
    Orden: `O-${at}`,
    'Nro. suborden': `B-${at}`,
    'SKU Producto': `S-${at}`,
  },
  'Fecha de compra': `2026-03-${String(at + 1).padStart(2, '0')}T10:00:00.000`,
  ...{ 'Tipo de Dato': 'Orden', 'Estado de Orden': 'Regular' },
  ...more,
});

const orders: LaidOut = {
  source: 'renderer/data/engine/answers/lines.ts',
  of: 'orders',
  table: () =>
    wholeOf(
      atOnce(
        queriesOf([
          soldOf(1, { Ventas: '80.00', Unidades: '2', 'Rentabilidad Total': '20.00' }),
          soldOf(1, { Ventas: '20.00', Unidades: '3', 'Rentabilidad Total': '5.50' }),
          soldOf(2, { Ventas: '200.00', Unidades: '7', 'Rentabilidad Total': '-30.00' }),
        ]).tasks.table(
          {
            ...{
              selection: EVERYTHING,
              grouping: 'orders',
              sort: { column: 'Orden', direction: 'ascending' },
            },
            columns: [
              'Canal',
              'Orden',
              'Fecha de compra',
              'Ventas',
              'Unidades',
              'Rentabilidad Total',
              '% Rentabilidad Total',
            ],
          },
          'Órdenes',
        ),
      ),
    ),
  name: 'Órdenes',
  columns: [
    ['Canal', 'Paris', 'Paris'],
    ['Orden', 'O-1', 'O-2'],
    ['Fecha de compra', '2026-03-02T10:00:00.000', '2026-03-03T10:00:00.000'],
    ['Ventas', '100.00', '200.00', '=300.00'],
    ['Unidades', '5', '7', '=12'],
    ['Rentabilidad Total', '25.50', '-30.00', '=-4.50'],
    ['% Rentabilidad Total', '25.50', '-15.00', '=-1.500000000000'],
  ],
};

const failing: LaidOut = {
  source: 'renderer/reconciliation/rules/worker/answers.ts',
  of: 'rows that break a rule',
  table: () =>
    wholeOf(
      atOnce(
        queriesOf([
          soldOf(1, { Ventas: '200.00', 'Rentabilidad Total': '50.00', '% Rentabilidad Total': '31.00' }),
          soldOf(2, { Ventas: '400.00', 'Rentabilidad Total': '50.00', '% Rentabilidad Total': '12.50' }),
          soldOf(3, { Ventas: '80.00', 'Rentabilidad Total': '-8.00', '% Rentabilidad Total': '-9.00' }),
        ]).tasks.failingTable(
          raw({ selection: EVERYTHING, id: '% Rentabilidad Total', group: null }),
          { table: 'Prueba', expected: 'Según la regla', difference: 'Diferencia' },
          ({ Orden }) => [`de ${Orden}`, 'más'],
        ),
      ),
    ),
  name: 'Prueba',
  columns: [
    ['Canal', 'Paris', 'Paris'],
    ['Cuenta', 'Este', 'Este'],
    ['Orden', 'O-3', 'O-1'],
    ['Nro. suborden', 'B-3', 'B-1'],
    ['SKU Producto', 'S-3', 'S-1'],
    ['% Rentabilidad Total', '-9.00', '31.00'],
    ['Rentabilidad Total', '-8.00', '50.00'],
    ['Ventas', '80.00', '200.00'],
    ['Según la regla', '-10.00', '25.00'],
    ['Diferencia', '1.00', '6.00'],
    ['correlation_id', 'de O-3 más', 'de O-1 más'],
  ],
};

const SALES = Array.from({ length: 30 }, (_, at) => 1000 + 37 * at * at);
const claims: LaidOut = {
  source: 'renderer/reconciliation/rates/worker/claim-table.ts',
  of: 'what is asked back',
  table: () => {
    const queries = queriesOf(
      SALES.map((ventas, at) =>
        soldOf(at, {
          ...{ Ventas: `${ventas}.00`, Unidades: at === 3 ? '4' : '1' },
          'Cobro de Comisiones': at === 3 ? '259.96' : ((ventas * 12) / 100).toFixed(2),
          'Reembolso de Comisiones': at === 3 ? '25.00' : '0.00',
        }),
      ),
    );
    const { lines } = atOnce(queries.tasks.rates({ selection: EVERYTHING }));
    return wholeOf(
      atOnce(
        queries.tasks.claimTable(
          { selection: EVERYTHING, id: lines[0]?.id ?? '', against: 'off', claimOnly: true },
          {
            ...{ table: 'Reclamo', base: 'Base', charged: 'Cobrado', expected: 'Según la regla' },
            ...{ difference: 'Diferencia', refunded: 'Reembolsado', claim: 'A reclamar' },
          },
          ({ Orden }) => [`de ${Orden}`],
        ),
      ),
    );
  },
  name: 'Reclamo',
  columns: [
    ['Canal', 'Paris'],
    ['Cuenta', 'Este'],
    ['Orden', 'O-3'],
    ['Nro. suborden', 'B-3'],
    ['Fecha de compra', '2026-03-04T10:00:00.000'],
    ['SKU Producto', 'S-3'],
    ['Base', '1333.00'],
    ['Unidades', '4'],
    ['Cobrado', '259.96'],
    ['Según la regla', '159.96'],
    ['Diferencia', '100.00'],
    ['Reembolsado', '25.00'],
    ['A reclamar', '75.00', '=75.00'],
    ['correlation_id', 'de O-3'],
  ],
};

const journal: LaidOut = {
  source: 'renderer/reconciliation/journals/model/layout-table.ts',
  of: 'a journal',
  table: () =>
    layoutTable(
      'Asientos',
      NEUTRAL_LAYOUT,
      fileLines(
        raw([
          {
            ...{ date: '2026-10-31', number: '2026-10-1-001', reference: 'L-7' },
            lines: [
              {
                ...{ account: '1.1', name: 'Por cobrar', costCentre: 'CC1', taxCode: 'IVA' },
                amount: '832.05',
                line: 'receivable',
              },
              {
                ...{ account: '4.1', name: '', costCentre: '', taxCode: '' },
                amount: '-832.05',
                line: 'income',
              },
            ],
          },
        ]),
        'CLP',
        { entry: ({ reference }) => `Resultado ${reference}`, line: ({ line }) => `De ${line}` },
      ),
    ),
  name: 'Asientos',
  columns: [
    ['date', '2026-10-31', '2026-10-31'],
    ['number', '2026-10-1-001', '2026-10-1-001'],
    ['account', '1.1', '4.1'],
    // An account without a name is told by its code.
    ['account_name', 'Por cobrar', '4.1'],
    ['text', 'De receivable', 'De income'],
    ['debit', '832.05', null],
    ['credit', null, '832.05'],
    ['currency', 'CLP', 'CLP'],
    ['cost_centre', 'CC1', null],
    ['tax_code', 'IVA', null],
    ['reference', 'L-7', 'L-7'],
    ['entry', 'Resultado L-7', 'Resultado L-7'],
  ],
};

export const OTHER_TABLES: readonly LaidOut[] = [
  journal,
  ...[coverage, history, bridgeParts, bridgeGroups, groups, summary, query, statement, pivot, changes],
  ...[orders, failing, claims],
];
