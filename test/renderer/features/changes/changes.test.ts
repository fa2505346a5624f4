import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderDifference, OrderFigures } from '#renderer/data/model/changes.ts';
import {
  addressedRows,
  type ChangesRows,
  type ChangesState,
  changedAmounts,
  changesAfter,
  dayStart,
  differenceOf,
  groupMessage,
  INITIAL_ROWS,
  INITIAL_TABLE,
  isInitial,
  isNarrowed,
  KINDS,
  lastRunOf,
  monthsBetween,
  orderKey,
  otherColumns,
  queryOf,
  questionMessage,
  rowsSchema,
  tableSchema,
  toggleKind,
  transition,
  unkeptColumns,
  whatChanged,
} from '#renderer/features/changes/changes-state.ts';
import { AMOUNT_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import type { LocalDate, LocalDateTime, Month, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { run } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

const figures = (part: Partial<OrderFigures> = {}): OrderFigures => ({
  rows: 1,
  states: ['Regular'],
  payments: ['Pagado'],
  amounts: { Ventas: '100' as Decimal, 'Rentabilidad Total': '12.50' as Decimal },
  ...part,
});
const difference = (part: Partial<OrderDifference> = {}): OrderDifference => ({
  Canal: 'Plaza Andina',
  Cuenta: 'Oficial',
  Orden: '1',
  identity: { Canal: 'Plaza Andina', Cuenta: 'Oficial', Orden: '1' },
  purchase: null,
  kind: 'changed',
  before: figures(),
  after: figures(),
  changes: 1,
  readAt: null,
  purpose: 'changes',
  windowFrom: '',
  windowTo: '',
  correlationIds: [],
  columns: null,
  values: null,
  ...part,
});

describe('the words of a change', () => {
  test.each([
    [difference({ kind: 'new', before: null }), 'Nueva'],
    [difference({ kind: 'removed', after: null }), 'Eliminada'],
    [difference(), 'otros datos'],
    [difference({ columns: ['Estado de Despacho'] }), 'Estado de Despacho'],
    [difference({ columns: ['Ventas', 'Comprador', 'Nro. Paquete', 'Producto'] }), 'Comprador +2'],
    [difference({ columns: ['Comprador'], after: figures({ payments: ['Informado'] }) }), 'pago'],
    [difference({ after: figures({ states: ['Cancelada'] }) }), 'estado'],
    [difference({ after: figures({ payments: ['Informado'] }) }), 'pago'],
    [difference({ after: figures({ rows: 3 }) }), 'filas 1 → 3'],
    [
      difference({
        after: figures({ rows: 2, states: ['Devuelta'], amounts: { Ventas: '90' as Decimal } }),
      }),
      'estado, montos, filas 1 → 2',
    ],
  ])('name what is different, and only that', (one, words) => {
    expect(whatChanged(one, AMOUNT_COLUMNS, text)).toBe(words);
  });

  test('states are told before and after where they differ', () => {
    expect(transition(difference({ after: figures({ states: ['Cancelada'] }) }), 'states')).toEqual({
      text: 'Regular → Cancelada',
      changed: true,
    });
    expect(transition(difference(), 'states')).toEqual({ text: 'Regular', changed: false });
    expect(transition(difference({ kind: 'removed', after: null }), 'payments').text).toBe('Pagado');
    expect(transition(difference({ before: figures({ states: [] }) }), 'states').text).toBe('— → Regular');
  });

  test('columns that are summed up, or follow from others, are no further ones; which are kept is told by name', () => {
    const columns = ['Ventas', '% Rentabilidad Total', 'Estado de Pago', 'Comprador', 'Nueva', 'Producto'];
    expect(otherColumns({ columns })).toEqual(['Comprador', 'Nueva', 'Producto']);
    expect(otherColumns({ columns: null })).toEqual([]);
    const values = [{ column: 'Nueva', before: [], after: [] }];
    expect(unkeptColumns({ columns, values })).toEqual(['Comprador', 'Producto']);
    expect(unkeptColumns({ columns, values: null })).toEqual(['Comprador', 'Nueva', 'Producto']);
  });

  test('orders are told apart by where one part ends and the next begins', () => {
    const keyOf = (Canal: string, Cuenta: string | null) =>
      orderKey({ identity: { Canal, Cuenta, Orden: '1' } });
    expect([keyOf('A', 'B'), keyOf('AB', null)]).toEqual(['A · B · 1', 'AB ·  · 1']);
  });

  test('an amount that comes or goes is a changed amount', () => {
    expect(
      changedAmounts(figures(), figures({ amounts: { Ventas: '100' as Decimal } }), AMOUNT_COLUMNS),
    ).toEqual(['Rentabilidad Total']);
    expect(changedAmounts(null, figures(), AMOUNT_COLUMNS)).toEqual(['Ventas', 'Rentabilidad Total']);
  });

  test('an amount that is written otherwise is the same amount', () => {
    const before = figures({
      amounts: { Ventas: '100' as Decimal, 'Rentabilidad Comercial': '0.00' as Decimal },
    });
    const after = figures({ amounts: { Ventas: '100.00' as Decimal } });
    expect(changedAmounts(before, after, AMOUNT_COLUMNS)).toEqual([]);
    expect(whatChanged(difference({ before, after, columns: ['Ventas'] }), AMOUNT_COLUMNS, text)).toBe(
      'otros datos',
    );
  });
});

describe('the difference of an amount', () => {
  const money = fc
    .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.integer({ min: 0, max: 99 }))
    .map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}` as Decimal);
  const cents = (value: string): bigint => {
    const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
    const units = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
    return value.startsWith('-') ? -units : units;
  };

  test('is exact, whatever the size', () => {
    fc.assert(
      fc.property(money, money, (before, after) => {
        const found = differenceOf(
          figures({ amounts: { Ventas: before } }),
          figures({ amounts: { Ventas: after } }),
          'Ventas',
        );
        expect(cents(found ?? '')).toBe(cents(after) - cents(before));
      }),
    );
  });

  test('a side that is not there counts as nothing; an amount that nobody has is none', () => {
    expect(differenceOf(null, figures(), 'Ventas')).toBe('100');
    expect(differenceOf(figures(), null, 'Ventas')).toBe('-100');
    expect(differenceOf(figures(), figures(), 'Rentabilidad Comercial')).toBeNull();
  });
});

describe('what is asked', () => {
  const day = '2026-11-05' as LocalDate;

  const initial: ChangesState = { ...INITIAL_ROWS, sort: INITIAL_TABLE.sort };

  test('an address names a month, from the day one asked for before on, else of all time; or a run', () => {
    expect(addressedRows('2026-10', day)).toMatchObject({ span: { kind: 'since', day }, month: '2026-10' });
    expect(addressedRows('2026-10', null)).toMatchObject({ span: { kind: 'all' }, month: '2026-10' });
    expect(addressedRows('run/r7', day)).toMatchObject({ span: { kind: 'run', runId: 'r7' }, month: null });
    expect(addressedRows('nonsense', day)).toBeNull();
    expect(addressedRows(null, day)).toBeNull();
  });

  test('is kept and read again as it was, and nothing is kept of how it begins', () => {
    const others: readonly ChangesRows[] = [
      INITIAL_ROWS,
      { ...INITIAL_ROWS, span: { kind: 'since', day } },
      { ...INITIAL_ROWS, span: { kind: 'run', runId: 'r7' }, kinds: ['removed'], canal: '' },
      { ...INITIAL_ROWS, month: '2026-10' as Month, search: '12', onlyDifferent: true },
      { ...INITIAL_ROWS, grouping: 'cause', group: 'cost' },
      { ...INITIAL_ROWS, grouping: 'month', group: '2026-10' as Month },
      { ...INITIAL_ROWS, grouping: 'month', group: '' },
    ];
    for (const [index, rows] of others.entries()) {
      expect(rowsSchema.parse(JSON.parse(JSON.stringify(rows)))).toEqual(rows);
      expect(isInitial(rows)).toBe(index === 0);
    }
    expect(tableSchema.parse(INITIAL_TABLE)).toEqual(INITIAL_TABLE);
    // As it was kept before there were groups.
    const { grouping: _, group: __, ...old } = { ...INITIAL_ROWS, search: '12' };
    expect(rowsSchema.parse(old)).toEqual({ ...INITIAL_ROWS, search: '12' });
  });

  test.each([
    { span: { kind: 'since', day: '2026-02-30' } },
    { span: { kind: 'yesterday' } },
    { month: '2026-13' },
    { kinds: [] },
    { kinds: ['lost'] },
    { grouping: 'weekday' },
    { group: 'several' },
  ])('what a file brings that is no question is not asked: %j', (part) => {
    expect(rowsSchema.safeParse({ ...INITIAL_ROWS, ...part }).success).toBe(false);
  });

  test('stands on paper in words, all that narrows it named', () => {
    const said = (rows: ChangesRows, lastRun: string | null) =>
      questionMessage(rows, lastRun, text, 'day-month-dashes');
    expect(said(INITIAL_ROWS, 'hoy 12:28')).toEqual(['Última sincronización (hoy 12:28)']);
    expect(
      said(
        {
          span: { kind: 'since', day },
          month: '2026-02' as Month,
          kinds: ['new', 'removed'],
          canal: 'Vitrina',
          ofSelection: true,
          search: '77',
          onlyDifferent: true,
          grouping: 'cause',
          group: 'cost',
        },
        null,
      ),
    ).toEqual([
      'Leídos desde el 05-11-2026',
      'Compras de feb 2026',
      'Nuevas, Eliminadas',
      'Canal: Vitrina',
      text('changes.of-selection'),
      'Con diferencia',
      'Llegó el costo de producto',
      'Búsqueda: 77',
    ]);
    expect(said({ ...INITIAL_ROWS, span: { kind: 'all' } }, null)).toEqual(['Todos los cambios registrados']);
  });

  test('is whole what one set, by the run, the day or the moment that it is of', () => {
    const scope = { accounts: [{ Canal: 'Plaza', Cuenta: 'US' }], isExcluded: false };
    const asked: ChangesState = {
      ...{ span: { kind: 'last' }, month: '2026-02' as Month, kinds: ['new'], canal: '', ofSelection: true },
      ...{ search: '77', onlyDifferent: true, grouping: 'cause', group: 'cost', sort: 'Ventas' },
    };
    const selection = { ...EVERYTHING, scope, search: 'x' };
    const whole = {
      ...{ month: '2026-02', kinds: ['new'], canal: '', scope, selection, search: '77', onlyDifferent: true },
      ...{ grouping: 'cause', group: 'cost', sort: 'Ventas', runId: null, since: null },
    };
    const of = (span: ChangesRows['span']) => queryOf({ ...asked, span }, 'r3', selection);
    expect(of({ kind: 'last' })).toEqual({ ...whole, runId: 'r3' });
    expect(of({ kind: 'run', runId: 'r7' })).toEqual({ ...whole, runId: 'r7' });
    expect(of({ kind: 'all' })).toEqual(whole);
    expect(of({ kind: 'since', day })).toEqual({ ...whole, since: new Date(2026, 10, 5).toISOString() });
    const at = '2026-11-05T10:00:00.999Z' as UtcInstant;
    expect(of({ kind: 'after', at })).toEqual({ ...whole, since: '2026-11-05T10:00:01.000Z' });
  });

  test('an address of a moment is of all orders, unless it says that it is of the selection', () => {
    const at = '2026-11-05T10:00:00.000Z';
    expect(addressedRows(`after/${at}/others`, null)?.ofSelection).toBe(false);
    expect(addressedRows('after/yesterday/selection', null)).toBeNull();
  });

  test('says the second that it is read after, and what has no name of its own', () => {
    const at = '2026-11-05T10:00:07.000Z' as UtcInstant;
    const rows: ChangesRows = { ...INITIAL_ROWS, span: { kind: 'after', at }, canal: '', group: '' };
    expect(questionMessage(rows, null, text, 'day-month-dashes')).toEqual([
      'Leídos después del 05-11-2026 10:00:07 UTC',
      'Canal: (vacío)',
      text('changes.group-undated'),
    ]);
    expect([groupMessage('2026-02' as Month, text), groupMessage('restated', text)]).toEqual([
      'feb 2026',
      text('changes.group-restated'),
    ]);
    expect(
      questionMessage({ ...INITIAL_ROWS, span: { kind: 'run', runId: 'r' } }, 'x', text, 'day-month-dashes'),
    ).toEqual([text('changes.of-run')]);
  });

  test('is nothing while it is not known which run is the last', () => {
    const state = initial;
    expect(queryOf(state, null, EVERYTHING)).toBeNull();
    expect(queryOf(state, 'r3', EVERYTHING)).toMatchObject({ runId: 'r3', since: null });
    expect(queryOf({ ...state, span: { kind: 'all' } }, null, EVERYTHING)).toMatchObject({
      runId: null,
      since: null,
    });
  });

  test('is of what is selected where that is asked for, as an address may do', () => {
    const at = '2026-11-05T10:00:00.000Z' as UtcInstant;
    const october = { ...EVERYTHING, search: 'x' };
    expect(addressedRows(changesAfter(at, true), null)).toEqual({
      ...INITIAL_ROWS,
      span: { kind: 'after', at },
      ofSelection: true,
    });
    expect(addressedRows(changesAfter(at, false), null)?.ofSelection).toBe(false);
    expect(queryOf({ ...initial, ofSelection: true }, 'r3', october)?.selection).toEqual(october);
    expect(queryOf(initial, 'r3', october)?.selection).toBeUndefined();
    expect(isNarrowed({ ...INITIAL_ROWS, ofSelection: true })).toBe(true);
  });

  test('a day begins at this machine’s midnight', () => {
    const state: ChangesState = { ...initial, span: { kind: 'since', day } };
    expect(queryOf(state, null, EVERYTHING)?.since).toBe(new Date(2026, 10, 5).toISOString());
    expect(dayStart(day)).toBe(new Date(2026, 10, 5).toISOString());
  });

  test('the last run is the newest that has ended, the running one only where there is no other', () => {
    const running = run({ runId: 'now', outcome: 'running', endedAtMs: null });
    expect(lastRunOf([running, run({ runId: 'r1' })])?.runId).toBe('r1');
    // However it ended.
    for (const outcome of ['paused', 'cut-off', 'failed'] as const)
      expect(lastRunOf([running, run({ runId: 'r2', outcome }), run({ runId: 'r1' })])?.runId).toBe('r2');
    expect(lastRunOf([running])?.runId).toBe('now');
    expect(lastRunOf([])).toBeNull();
  });

  test('kinds are pressed in and out; none at all would show nothing, so that all come back', () => {
    expect(toggleKind(KINDS, 'new')).toEqual(['changed', 'removed']);
    expect(toggleKind(['changed'], 'removed')).toEqual(['changed', 'removed']);
    expect(toggleKind(['changed'], 'changed')).toEqual(KINDS);
  });

  test('knows whether something narrows the list besides the span', () => {
    const state = initial;
    expect(isNarrowed(state)).toBe(false);
    expect(isNarrowed({ ...state, span: { kind: 'all' } })).toBe(false);
    const narrowings: readonly Partial<ChangesState>[] = [
      { month: '2026-10' as Month },
      { kinds: ['new'] },
      { canal: '' },
      { search: '1' },
      { onlyDifferent: true },
      { group: 'new' },
    ];
    for (const narrow of narrowings) expect(isNarrowed({ ...state, ...narrow })).toBe(true);
  });

  test('offers every month of purchases, newest first', () => {
    const months = monthsBetween(
      '2025-11-30T00:00:00.000' as LocalDateTime,
      '2026-02-01T00:00:00.000' as LocalDateTime,
    );
    expect(months).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
    expect(monthsBetween(null, null)).toEqual([]);
  });
});
