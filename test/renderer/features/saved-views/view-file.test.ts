import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contentSchema,
  freeName,
  readSavedViews,
  type ViewContent,
} from '#renderer/features/saved-views/view.ts';
import {
  readViewFile,
  renamedApart,
  unknownColumns,
  writeViewFile,
} from '#renderer/features/saved-views/view-file.ts';
import { ALL_ROWS } from '#renderer/features/selection/selection-rows.ts';
import { content, saved } from './arbitrary-views.ts';

const rows = ALL_ROWS;
const VIEW: ViewContent = {
  name: 'Cierre',
  screen: 'orders',
  period: { kind: 'all' },
  rows,
  parts: {},
  currency: null,
};
const file = (views: readonly unknown[], head: object = {}): string =>
  JSON.stringify({ cuadra: 'views', version: 1, views, ...head });
const errorOf = (text: string) => {
  const reading = readViewFile(text);
  return reading.ok ? null : reading.error;
};

describe('a file of views', () => {
  test('gives back what was written', () => {
    fc.assert(
      fc.property(fc.array(content, { minLength: 1, maxLength: 5 }), (views) => {
        expect(readViewFile(writeViewFile(views))).toEqual({ ok: true, views });
      }),
    );
  });

  test('whatever the JSON: an error, or views that are written and read again as they are', () => {
    const view = content.map((one) => JSON.parse(JSON.stringify(one)) as Record<string, unknown>);
    /** A view with a field lost or turned into something else. */
    const broken = fc
      .tuple(view, fc.constantFrom('name', 'screen', 'period', 'rows', 'parts', 'currency'), fc.jsonValue())
      .map(([one, field, value]) => ({ ...one, [field]: value }));
    const json = fc.oneof(
      fc.jsonValue(),
      fc.record({
        cuadra: fc.oneof(fc.constant('views'), fc.jsonValue()),
        version: fc.oneof(fc.constant(1), fc.jsonValue()),
        views: fc.oneof(fc.array(fc.oneof(view, broken, fc.jsonValue()), { maxLength: 3 }), fc.jsonValue()),
      }),
    );
    fc.assert(
      fc.property(json, (value) => {
        const reading = readViewFile(JSON.stringify(value));
        if (!reading.ok) return;
        expect(reading.views.length).toBeGreaterThan(0);
        for (const one of reading.views) expect(contentSchema.parse(one)).toEqual(one);
        expect(readViewFile(writeViewFile(reading.views))).toEqual(reading);
      }),
      { numRuns: 500 },
    );
  });

  test('whatever the text: never a throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(readViewFile(text).ok).toBe(false);
      }),
    );
  });

  test('says by name what is wrong with it', () => {
    expect(errorOf('{"cuadra": "views", ')).toEqual({ kind: 'not-json' });
    expect(errorOf('[]')).toEqual({ kind: 'not-views', other: null });
    expect(errorOf('{"views": []}')).toEqual({ kind: 'not-views', other: null });
    expect(errorOf('{"cuadra": "column-sets"}')).toEqual({ kind: 'not-views', other: 'column-sets' });
    expect(errorOf(file([VIEW], { version: 5 }))).toEqual({ kind: 'newer', version: 5 });
    expect(errorOf(file([]))).toEqual({ kind: 'no-views' });
    expect(
      errorOf(file([VIEW, { ...VIEW, period: { kind: 'days', from: 'ayer', to: '2026-01-01' } }])),
    ).toEqual({
      kind: 'bad-view',
      number: 2,
      name: 'Cierre',
      field: 'period.from',
    });
    expect(errorOf(file([{ screen: 'orders' }]))).toMatchObject({ kind: 'bad-view', number: 1, name: null });
    expect(errorOf(' '.repeat(5_000_001))).toEqual({ kind: 'too-large' });
    expect(errorOf(' '.repeat(5_000_000))).toEqual({ kind: 'not-json' });
  });

  test('nested beyond reason it is refused, not read until the stack ends', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(errorOf(`{"cuadra":"views","version":1,"views":[{"parts":{"orders":${deep}}}]}`)).toEqual({
      kind: 'not-views',
      other: null,
    });
  });

  test('a name turns nothing around it', () => {
    const reading = readViewFile(file([{ ...VIEW, name: ' Cierre\u202e <b>\n\u2066mensual ' }]));
    expect(reading.ok && reading.views[0]?.name).toBe('Cierre <b> mensual');
    expect(errorOf(file([{ ...VIEW, name: '\u202e' }]))).toMatchObject({ kind: 'bad-view', field: 'name' });
  });

  test('of before there were conditions on dates opens as it did', () => {
    const { dateFilters: _, ...before } = rows;
    expect(readViewFile(file([{ ...VIEW, rows: before }]))).toEqual({ ok: true, views: [VIEW] });
    expect(readSavedViews([{ ...VIEW, id: 'a', rows: before }])).toEqual([{ ...VIEW, id: 'a' }]);
  });

  test('with conditions on dates is none that a Cuadra without them would read, and show other rows of', () => {
    const versionOf = (view: ViewContent) => JSON.parse(writeViewFile([VIEW, view])) as { version: number };
    const unpaid = { column: 'Fecha de Pago', beyond: null };
    expect(versionOf(VIEW).version).toBe(1);
    expect(versionOf({ ...VIEW, rows: { ...rows, dateFilters: [unpaid] } }).version).toBe(2);
    expect(versionOf({ ...VIEW, rows: { ...rows, ownCosts: true } }).version).toBe(4);
    expect(versionOf({ ...VIEW, period: { kind: 'preset', preset: 'quarter' } }).version).toBe(1);
    expect(versionOf({ ...VIEW, period: { kind: 'preset', preset: 'quarter-before' } }).version).toBe(3);
    // Of several reasons the newest counts.
    const both = { ...rows, dateFilters: [unpaid] };
    const quarter = { kind: 'preset', preset: 'quarter-before' } as const;
    expect(versionOf({ ...VIEW, period: quarter, rows: both }).version).toBe(3);
    expect(versionOf({ ...VIEW, period: quarter, rows: { ...both, ownCosts: true } }).version).toBe(4);
    // A day within a year would be told by the year alone.
    const beyond = { side: '>', day: '2027-06-30' };
    const odd = { ...VIEW, rows: { ...rows, dateFilters: [{ column: 'Fecha de Pago', beyond }] } };
    expect(errorOf(file([odd]))).toMatchObject({ kind: 'bad-view' });
  });

  test('a mark of byte order before it is no fault', () => {
    expect(readViewFile(`\uFEFF${file([VIEW])}`)).toEqual({ ok: true, views: [VIEW] });
  });

  test('what is of another screen is left out', () => {
    const parts = { orders: 1, 'orders.columns': 2, panel: 3, 'ordersx.y': 4 };
    const reading = readViewFile(file([{ ...VIEW, parts }]));
    expect(reading.ok && reading.views[0]?.parts).toEqual({ orders: 1, 'orders.columns': 2 });
  });

  test('columns that nobody here knows are told, wherever they are named', () => {
    const view: ViewContent = {
      ...VIEW,
      rows: {
        ...rows,
        filters: [
          { column: 'Canal', values: ['x'] },
          { column: 'Ajena', values: ['x'] },
        ],
        numberFilters: [{ column: 'Otra', from: null, to: null }],
        dateFilters: [{ column: 'Fecha de nada', beyond: null }],
      },
      parts: { orders: { columns: ['Ventas', 'Tercera', 7], grouping: 'rows' } },
    };
    expect(unknownColumns([view, view], (column) => ['Canal', 'Ventas'].includes(column))).toEqual([
      'Ajena',
      'Otra',
      'Fecha de nada',
      'Tercera',
    ]);
  });
});

describe('views that are added', () => {
  test('replace nothing: on each screen every name is once, and the old ones are as they were', () => {
    fc.assert(
      fc.property(fc.array(content, { maxLength: 6 }), fc.array(saved, { maxLength: 6 }), (views, stored) => {
        const there = stored.filter(
          (view, index) =>
            stored.findIndex(
              (other) => other.screen === view.screen && other.name.toLowerCase() === view.name.toLowerCase(),
            ) === index,
        );
        const added = renamedApart(views, there);
        expect(added.map(({ name: _name, ...rest }) => rest)).toEqual(
          views.map(({ name: _name, ...rest }) => rest),
        );
        const names = [...there, ...added].map(({ screen, name }) => `${screen}/${name.toLowerCase()}`);
        expect(new Set(names).size).toBe(names.length);
        for (const view of added) expect(contentSchema.safeParse(view).success).toBe(true);
      }),
    );
  });

  test('keep their name beside one of another screen, and count on beside those that come with them', () => {
    const there = [
      { ...VIEW, id: 'a' },
      { ...VIEW, id: 'b', screen: 'panel' as const, name: 'Sur' },
    ];
    const added = renamedApart(
      [VIEW, { ...VIEW, name: 'CIERRE' }, { ...VIEW, name: 'Sur' }, { ...VIEW, screen: 'panel' }],
      there,
    );
    expect(added.map(({ screen, name }) => `${screen} ${name}`)).toEqual([
      ...['orders Cierre (2)', 'orders CIERRE (3)', 'orders Sur', 'panel Cierre'],
    ]);
  });

  test('are numbered where their names are taken', () => {
    expect(freeName('Cierre', ['cierre', 'Cierre (2)'])).toBe('Cierre (3)');
    expect(freeName('Cierre', ['Otra'])).toBe('Cierre');
    expect(freeName('x'.repeat(120), ['x'.repeat(120)])).toBe(`${'x'.repeat(116)} (2)`);
  });
});

test('of the views that are remembered, one that cannot be read costs only itself', () => {
  const good = { ...VIEW, id: 'a' };
  expect(readSavedViews(JSON.parse(JSON.stringify([good, { id: 'b' }, null, { ...good, id: '' }])))).toEqual([
    good,
  ]);
  expect(readSavedViews({ views: [] })).toEqual([]);
  fc.assert(
    fc.property(fc.array(saved, { maxLength: 4 }), (views) => {
      expect(readSavedViews(JSON.parse(JSON.stringify(views)))).toEqual(views);
    }),
  );
});
