import { describe, expect, test } from 'vitest';
import {
  applyChanges,
  applySteps,
  type Change,
  changeNotation,
  notationOf,
  rowsOfChange,
} from '#renderer/reconciliation/explain/model/explanation.ts';
import type { LocalDate, UtcInstant } from '#shared/domain/dates.ts';
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

  test('edges move, another date is read, and what no selection says is none', () => {
    const october = { ...EVERYTHING, period: OCTOBER };
    expect(apply(october, { kind: 'edge', edge: 'to', days: -1 })?.selection.period?.to).toBe('2026-10-30');
    expect(apply(october, { kind: 'date', column: 'Fecha de Pago' })?.selection.periodColumn).toBe(
      'Fecha de Pago',
    );
    expect(apply(october, { kind: 'date', column: 'Fecha de actualización' })).toBeNull();
    expect(apply(october, { kind: 'zone', hours: 3, canal: null })).toBeNull();
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
