import { describe, expect, test } from 'vitest';
import {
  applyChanges,
  applySteps,
  type Change,
  changeNotation,
  notationOf,
  otherMeasures,
  rowsOfChange,
} from '#renderer/reconciliation/explain/model/explanation.ts';
import type { LocalDate, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';

const value = (column: string, of: string, isIn: boolean) =>
  ({ kind: 'value', column, value: of, isIn }) as const;
const OCTOBER = { from: '2026-10-01' as LocalDate, to: '2026-10-31' as LocalDate };
const VALUES: { readonly [column: string]: readonly string[] } = {
  'Tipo de Dato': ['Orden', 'Publicación', 'Marketplace'],
  Canal: ['Uno', 'Dos', ''],
};
const valuesOf = (column: string) => VALUES[column] ?? [];
const apply = (selection: Selection, ...changes: readonly Change[]) =>
  applyChanges({ selection, measure: 'Ventas' }, changes, valuesOf);

describe('a change', () => {
  test.each<readonly [Change, string]>([
    [value('Tipo de Dato', 'Publicación', false), 'Tipo de Dato -Publicación'],
    [value('Estado de Orden', 'Cancelada', true), 'Estado de Orden +Cancelada'],
    [value('Estado de Despacho', '', false), 'Estado de Despacho -(vacío)'],
    [{ kind: 'only', column: 'Canal', value: 'Uno' }, 'Canal =Uno'],
    [{ kind: 'date', column: 'Fecha de Pago' }, 'Fecha: Fecha de Pago'],
    [{ kind: 'edge', edge: 'from', days: 1 }, 'desde +1d'],
    [{ kind: 'edge', edge: 'to', days: -1 }, 'hasta -1d'],
    [{ kind: 'zone', hours: -3, canal: null }, 'zona -3h'],
    [{ kind: 'zone', hours: 4, canal: 'Uno' }, 'zona +4h Uno'],
    [{ kind: 'without-cost' }, 'Costo de Producto -sin cargar'],
    [{ kind: 'measure', column: 'Rentabilidad Total' }, 'Medida: Rentabilidad Total'],
    [
      { kind: 'before', readAt: '2026-11-01T10:00:00.000Z' as UtcInstant },
      'antes de 2026-11-01T10:00:00.000Z',
    ],
    [{ kind: 'own-costs', isOn: true, currency: 'CLP' }, '+Costos propios'],
    [{ kind: 'own-costs', isOn: false, currency: null }, '-Costos propios'],
    [{ kind: 'vat', rate: '10.5' as Decimal, isIn: true }, 'IVA +10.5 %'],
    [{ kind: 'vat', rate: '19' as Decimal, isIn: false, rowPlaces: 0 }, 'IVA -19 % por fila'],
    [
      {
        ...{ kind: 'values', reason: 'unfiltered', column: 'Canal' },
        values: [value('Canal', 'Dos', true), value('Canal', '', true)],
      },
      'Canal +Dos; Canal +(vacío)',
    ],
    [{ kind: 'zone', hours: -1, canal: '' }, 'zona -1h (vacío)'],
    [
      {
        kind: 'preset',
        isOn: true,
        values: [value('Tipo de Dato', 'Marketplace', false), value('Estado de Orden', 'Cancelada', false)],
      },
      'Tipo de Dato -Marketplace; Estado de Orden -Cancelada',
    ],
  ])('%j is written %s', (change, written) => {
    expect(changeNotation(change)).toBe(written);
    expect(notationOf([change, { kind: 'edge', edge: 'to', days: 1 }])).toBe(`${written}; hasta +1d`);
  });
});

test('a measure may be taken for the same in another scope, or with other income; others for none', () => {
  const [profits, costs] = [
    ['Rentabilidad Marketplace', 'Rentabilidad Comercial', 'Rentabilidad Total'],
    ['Costo de Marketplace', 'Costo Comercial', 'Costo Total'],
  ];
  for (const family of [profits, costs, ['Cobro Total', 'Cobros Comercial'], ['Ventas', 'Ingreso Total']])
    for (const own of family) expect([own, ...otherMeasures(own)].toSorted()).toEqual(family.toSorted());
  expect(otherMeasures('Rentabilidad Comercial')).toEqual(['Rentabilidad Marketplace', 'Rentabilidad Total']);
  expect(['Unidades', 'Costo Envío', ''].flatMap(otherMeasures)).toEqual([]);
});

describe('changes as a selection', () => {
  test('a value that goes leaves the others, of the preset those that it names', () => {
    const gone = value('Tipo de Dato', 'Publicación', false);
    expect(apply(EVERYTHING, gone)?.selection.filters).toEqual([
      { column: 'Tipo de Dato', values: ['Orden', 'Marketplace'] },
    ]);
    const preset = apply({ ...EVERYTHING, dashboardPreset: true }, gone)?.selection;
    expect(preset?.dashboardPreset).toBe(false);
    expect(preset?.filters.find(({ column }) => column === 'Tipo de Dato')?.values).toEqual(['Orden']);
    expect(preset?.filters.map(({ column }) => column)).toContain('Estado de Pago');
  });

  test('what the preset says nothing of leaves it as it is', () => {
    const next = apply({ ...EVERYTHING, dashboardPreset: true }, value('Canal', '', false))?.selection;
    expect(next).toEqual({
      ...EVERYTHING,
      dashboardPreset: true,
      filters: [{ column: 'Canal', values: ['Uno', 'Dos'] }],
    });
  });

  test('a value that comes joins those of its column, and of several filters counts what all allow', () => {
    const canal = (...values: readonly string[]) => ({ column: 'Canal', values });
    const one = { ...EVERYTHING, filters: [canal('Uno')] };
    expect(apply(one, value('Canal', 'Dos', true))?.selection.filters).toEqual([canal('Uno', 'Dos')]);
    expect(apply(one, value('Canal', 'Uno', true))?.selection.filters).toEqual([canal('Uno')]);
    const several = { ...EVERYTHING, filters: [canal('Uno', 'Dos'), canal('Dos', '')] };
    expect(apply(several, value('Canal', '', false))?.selection.filters).toEqual([canal('Dos')]);
    const only: Change = { kind: 'only', column: 'Canal', value: 'Uno' };
    expect(rowsOfChange(EVERYTHING, only, valuesOf)?.filters).toEqual([canal('Dos', '')]);
    expect(rowsOfChange(several, only, valuesOf)?.filters).toEqual([canal('Dos')]);
  });

  test('a preset that is taken apart keeps what a filter of its column left, and tells its own values', () => {
    const chosen = { column: 'Tipo de Dato', values: ['Orden', 'Marketplace'] };
    const preset = { ...EVERYTHING, dashboardPreset: true, filters: [chosen] };
    const next = apply(preset, value('Estado de Orden', 'Cancelada', true))?.selection;
    expect(next?.dashboardPreset).toBe(false);
    expect(next?.filters.find(({ column }) => column === 'Tipo de Dato')?.values).toEqual(['Orden']);
    expect(next?.filters.find(({ column }) => column === 'Estado de Orden')?.values).toEqual([
      'Regular',
      'Cancelada',
    ]);
    const only: Change = { kind: 'only', column: 'Tipo de Dato', value: 'Orden' };
    const rows = rowsOfChange({ ...EVERYTHING, dashboardPreset: true }, only, valuesOf);
    expect(rows?.filters.find(({ column }) => column === 'Tipo de Dato')?.values).toEqual(['Publicación']);
  });

  test('a column is left without its filters, or with what the dashboard leaves of it', () => {
    const filters = [
      { column: 'Canal', values: ['Uno'] },
      { column: 'Marca', values: ['Ñ'] },
      { column: 'Canal', values: ['Uno', 'Dos'] },
    ];
    const unfiltered: Change = {
      ...{ kind: 'values', reason: 'unfiltered', column: 'Canal' },
      values: [value('Canal', 'Dos', true), value('Canal', '', true)],
    };
    const free = { ...EVERYTHING, filters };
    expect(apply(free, unfiltered)?.selection.filters).toEqual([{ column: 'Marca', values: ['Ñ'] }]);
    expect(rowsOfChange(free, unfiltered, valuesOf)?.filters).toEqual([
      { column: 'Marca', values: ['Ñ'] },
      { column: 'Canal', values: ['Dos', ''] },
    ]);
    const part: Change = {
      ...{ kind: 'values', reason: 'dashboard', column: 'Tipo de Dato' },
      values: [value('Tipo de Dato', 'Marketplace', false)],
    };
    expect(apply(EVERYTHING, part)?.selection.filters).toEqual([
      { column: 'Tipo de Dato', values: ['Orden', 'Publicación'] },
    ]);
    const two: Change = {
      ...{ kind: 'values', reason: 'dashboard', column: 'Tipo de Dato' },
      values: [value('Tipo de Dato', 'Marketplace', false), value('Tipo de Dato', 'Orden', false)],
    };
    expect(apply(EVERYTHING, two)?.selection.filters).toEqual([
      { column: 'Tipo de Dato', values: ['Publicación'] },
    ]);
    const dashboard = { ...free, dashboardPreset: true };
    expect(apply(dashboard, unfiltered)?.selection).toEqual({ ...dashboard, filters: [filters[1]] });
    for (const isOn of [true, false])
      expect(
        apply({ ...free, dashboardPreset: !isOn }, { kind: 'preset', isOn, values: [] })?.selection,
      ).toEqual({ ...free, dashboardPreset: isOn });
    const preset: Change = { kind: 'preset', isOn: true, values: [] };
    expect(apply(free, preset)?.selection).toEqual({ ...free, dashboardPreset: true });
    expect(rowsOfChange(free, preset, valuesOf)).toBeNull();
    expect(apply(free, { kind: 'measure', column: 'Ingreso Total' })).toEqual({
      ...{ selection: free, measure: 'Ingreso Total' },
    });
  });

  test('own costs are counted in their currency, or not at all', () => {
    const counted = apply(EVERYTHING, { kind: 'own-costs', isOn: true, currency: 'CLP' })?.selection;
    expect(counted?.ownCosts).toEqual({ currency: 'CLP' });
    const none = { ...EVERYTHING, ownCosts: { currency: 'CLP' } };
    const change: Change = { kind: 'own-costs', isOn: false, currency: 'CLP' };
    expect(apply(none, change)?.selection.ownCosts).toBeNull();
  });

  test('an edge is not moved from the first or the last day that has a name', () => {
    const movedTo = (from: string, to: string, edge: 'from' | 'to', days: 1 | -1) => {
      const period = { from: from as LocalDate, to: to as LocalDate };
      const change: Change = { kind: 'edge', edge, days };
      const rows = rowsOfChange({ ...EVERYTHING, period }, change, valuesOf);
      return [apply({ ...EVERYTHING, period }, change)?.selection.period?.[edge], rows?.period?.from];
    };
    expect(movedTo('0001-01-01', '2026-01-01', 'from', 1)).toEqual([undefined, undefined]);
    expect(movedTo('0001-01-02', '2026-01-01', 'from', -1)).toEqual(['0001-01-01', '0001-01-01']);
    expect(movedTo('2026-01-01', '9999-12-31', 'to', -1)).toEqual([undefined, undefined]);
    expect(movedTo('2026-01-01', '9999-12-30', 'to', 1)).toEqual(['9999-12-31', '9999-12-31']);
  });

  test('edges move, another date is read, and what no selection says is none', () => {
    const october = { ...EVERYTHING, period: OCTOBER };
    expect(apply(october, { kind: 'edge', edge: 'to', days: -1 })?.selection.period?.to).toBe('2026-10-30');
    expect(apply(october, { kind: 'date', column: 'Fecha de Pago' })?.selection.periodColumn).toBe(
      'Fecha de Pago',
    );
    expect(apply(october, { kind: 'date', column: 'Fecha de actualización' })).toBeNull();
    expect(apply(october, { kind: 'zone', hours: 3, canal: null })).toBeNull();
    expect(apply(EVERYTHING, { kind: 'edge', edge: 'to', days: 1 })).toBeNull();
    const day = { ...EVERYTHING, period: { from: OCTOBER.to, to: OCTOBER.to } };
    expect(apply(day, { kind: 'edge', edge: 'from', days: 1 })).toBeNull();
    expect(
      apply(
        { ...EVERYTHING, period: { from: OCTOBER.from, to: '9999-12-31' as LocalDate } },
        { kind: 'edge', edge: 'to', days: 1 },
      ),
    ).toBeNull();
  });

  test('the rows of an edge are those of the day that comes or goes', () => {
    const october = { ...EVERYTHING, period: OCTOBER };
    const dayOf = (edge: 'from' | 'to', days: 1 | -1) =>
      rowsOfChange(october, { kind: 'edge', edge, days }, valuesOf)?.period?.from;
    expect(dayOf('from', 1)).toBe('2026-10-01');
    expect(dayOf('from', -1)).toBe('2026-09-30');
    expect(dayOf('to', 1)).toBe('2026-11-01');
    expect(dayOf('to', -1)).toBe('2026-10-31');
  });

  test('steps that can be said go in whole, the others are told with their reason', () => {
    const october = { ...EVERYTHING, period: OCTOBER };
    const steps = (...of: readonly (readonly Change[])[]) =>
      applySteps(
        { selection: october, measure: 'Ventas' },
        of.map((changes) => ({ changes })),
        valuesOf,
      );
    const gone = value('Tipo de Dato', 'Publicación', false);
    const byUpdate: readonly Change[] = [
      { kind: 'date', column: 'Fecha de actualización' },
      { kind: 'edge', edge: 'from', days: 1 },
    ];
    // The edge is of the other date: it does not go in alone.
    const part = steps(byUpdate, [gone]);
    expect(part.explained?.selection).toEqual(apply(october, gone)?.selection);
    expect(part.unsaid).toEqual([{ step: 0, reason: 'updates' }]);
    expect(steps([gone]).unsaid).toEqual([]);
    expect(steps([{ kind: 'zone', hours: 3, canal: 'Uno' }], [{ kind: 'without-cost' }])).toEqual({
      explained: null,
      unsaid: [
        { step: 0, reason: 'zone' },
        { step: 1, reason: 'cost' },
      ],
    });
    expect(steps([{ kind: 'before', readAt: '2026-11-01T10:00:00.000Z' as UtcInstant }]).unsaid).toEqual([
      { step: 0, reason: 'before' },
    ]);
    expect(steps([{ kind: 'vat', rate: '19' as Decimal, isIn: true }], [gone]).unsaid).toEqual([
      { step: 0, reason: 'vat' },
    ]);
    // What was said before is kept where a later step cannot be.
    expect(steps([gone], byUpdate).explained?.selection).toEqual(apply(october, gone)?.selection);
    const twoDays = { ...EVERYTHING, period: { from: '2026-10-30' as LocalDate, to: OCTOBER.to } };
    const shrink = (edge: 'from' | 'to', days: 1 | -1) => ({
      changes: [{ kind: 'edge', edge, days }] as const,
    });
    const none = applySteps(
      { selection: twoDays, measure: 'Ventas' },
      [shrink('from', 1), shrink('to', -1)],
      valuesOf,
    );
    expect(none.explained?.selection.period).toEqual({ from: OCTOBER.to, to: OCTOBER.to });
    expect(none.unsaid).toEqual([{ step: 1, reason: 'no-days' }]);
  });
});
