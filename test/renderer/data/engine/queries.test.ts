import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Dimension } from '#renderer/data/model/groups.ts';
import type { SortOrder } from '#renderer/data/model/rows.ts';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { expectTotals, groupBy, SUMMED } from './expected.ts';
import {
  type NaiveRow,
  naiveDay,
  naiveLacksCost,
  naiveOrder,
  naivePlain,
  naiveSelects,
  naiveSum,
  naiveUnit,
  naiveUnits,
  naiveValue,
  PLACES,
} from './naive.ts';
import { asked, WORLD_COLUMNS } from './worlds.ts';

const RUNS = { numRuns: 90 };

/** 0: has a value, 1: unreadable, 2: absent. A sum may be longer than any value that is read. */
function standing(column: string, cell: Cell, isSum = false): 0 | 1 | 2 {
  if (cell === null || cell === '') return 2;
  const kind = findColumn(column)?.kind ?? 'text';
  if (kind === 'text') return 0;
  if (kind === 'local-datetime') return naiveDay(cell) !== null ? 0 : 1;
  if (kind === 'utc-datetime') return cell.endsWith('Z') && naiveDay(cell.slice(0, -1)) !== null ? 0 : 1;
  return (isSum ? naiveUnits(cell) : naiveValue(cell)) === null ? 1 : 0;
}

function compareCells(column: string, left: Cell, right: Cell): number {
  const kind = findColumn(column)?.kind ?? 'text';
  if (kind === 'local-datetime' || kind === 'utc-datetime') {
    const key = (cell: Cell) => (cell ?? '').replace('Z', '').padEnd(20, '.').padEnd(23, '0');
    return key(left) < key(right) ? -1 : key(left) > key(right) ? 1 : 0;
  }
  if (kind === 'text') {
    const key = (cell: Cell) =>
      `${(cell ?? '')
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .toLowerCase()}\u0000${cell ?? ''}`;
    return key(left) < key(right) ? -1 : key(left) > key(right) ? 1 : 0;
  }
  const a = naiveUnits(left) ?? 0n;
  const b = naiveUnits(right) ?? 0n;
  return a < b ? -1 : a > b ? 1 : 0;
}

function expectSorted(
  column: string,
  direction: SortOrder['direction'],
  cells: readonly Cell[],
  areSums = false,
): void {
  for (let at = 1; at < cells.length; at += 1) {
    const left = cells[at - 1] ?? null;
    const right = cells[at] ?? null;
    const leftStanding = standing(column, left, areSums);
    expect(leftStanding, `${column}: ${left} before ${right}`).toBeLessThanOrEqual(
      standing(column, right, areSums),
    );
    if (leftStanding === 0 && standing(column, right, areSums) === 0) {
      const order = compareCells(column, left, right) * (direction === 'ascending' ? 1 : -1);
      expect(order, `${column}: ${left} before ${right}`).toBeLessThanOrEqual(0);
    }
  }
}

function linesQuery(chosen: Selection, grouping: 'rows' | 'orders', sort: SortOrder | null) {
  return { selection: chosen, grouping, sort, columns: WORLD_COLUMNS } as const;
}

const sortOrder: fc.Arbitrary<SortOrder> = fc.record({
  column: fc.constantFrom(...WORLD_COLUMNS),
  direction: fc.constantFrom('ascending', 'descending'),
});

describe('totals', () => {
  test('are exact over any selection, whatever was committed before', () => {
    fc.assert(
      fc.property(asked, ([{ store, rows }, chosen]) => {
        const totals = createQueries(store).totals(chosen, SUMMED);
        expectTotals(
          totals,
          rows.filter((row) => naiveSelects(chosen, row)),
        );
      }),
      RUNS,
    );
  });

  test('bring what a percentage needs: its part and its base', () => {
    fc.assert(
      fc.property(asked, ([{ store }, chosen]) => {
        const queries = createQueries(store);
        const { sums } = queries.totals(chosen, ['% Rentabilidad Marketplace', 'Canal']);
        expect(sums).toEqual(queries.totals(chosen, ['Rentabilidad Marketplace', 'Ventas']).sums);
      }),
      { numRuns: 30 },
    );
  });
});

describe('groups', () => {
  test.each(['Canal', 'Cuenta', 'SKU Producto', 'Marca'] as const)('by %s are exact', (dimension) => {
    fc.assert(
      fc.property(asked, ([{ store, rows }, chosen]) => {
        expectGroups(store, rows, chosen, dimension, (row) => row[dimension] ?? '');
      }),
      { numRuns: 50 },
    );
  });

  test('by month are exact and in order of time', () => {
    fc.assert(
      fc.property(asked, ([{ store, rows }, chosen]) => {
        const values = expectGroups(store, rows, chosen, 'month', (row) => {
          return naiveUnit('month', naiveDay(row[chosen.periodColumn] ?? null));
        });
        expect(values).toEqual([...values].sort());
      }),
      RUNS,
    );
  });

  function expectGroups(
    store: Parameters<typeof createQueries>[0],
    rows: readonly NaiveRow[],
    chosen: Selection,
    dimension: Dimension,
    keyOf: (row: NaiveRow) => string,
  ): readonly string[] {
    const { groups, total } = createQueries(store).groups(chosen, dimension, SUMMED);
    const selected = rows.filter((row) => naiveSelects(chosen, row));
    const expected = groupBy(selected, keyOf);
    expect(groups.map(({ value }) => value).sort()).toEqual([...expected.keys()].sort());
    for (const { value, totals } of groups) expectTotals(totals, expected.get(value) ?? []);
    expectTotals(total, selected);
    return groups.map(({ value }) => value);
  }

  test('of a SKU are explained by a product of theirs', () => {
    fc.assert(
      fc.property(asked, ([{ store, rows }, chosen]) => {
        for (const { value, caption } of createQueries(store).groups(chosen, 'SKU Producto', []).groups) {
          if (value === 'Sin SKU' || value === '') expect(caption).toBeNull();
          else if (caption !== null) {
            expect(rows.map((row) => (row['SKU Producto'] === value ? row.Producto : null))).toContain(
              caption,
            );
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('values of a column', () => {
  test('are counted among the rows that the other filters leave', () => {
    fc.assert(
      fc.property(asked, fc.constantFrom('Canal', 'Marca', 'Estado de Orden'), ([made, chosen], column) => {
        const { values } = createQueries(made.store).values(chosen, column);
        const others = { ...chosen, filters: chosen.filters.filter((filter) => filter.column !== column) };
        const expected = groupBy(
          made.rows.filter((row) => naiveSelects(others, row)),
          (row) => row[column] ?? '',
        );
        expect(Object.fromEntries(values.map(({ value, rows }) => [value, rows]))).toEqual(
          Object.fromEntries([...expected].map(([value, rows]) => [value, rows.length])),
        );
        const inOrder = [...values].sort(
          (a, b) => b.rows - a.rows || compareCells('Marca', a.value, b.value),
        );
        expect(values).toEqual(inOrder);
      }),
      { numRuns: 60 },
    );
  });

  test('are found among without regard to case and accents, the first of them and those asked for besides', () => {
    const query = fc.record({
      find: fc.constantFrom('', 'm', 'M1', 'é', 'E', 'zz', 'mar'),
      limit: fc.option(fc.integer({ min: 1, max: 4 })),
      also: fc.uniqueArray(fc.constantFrom('', 'M1', 'M2', 'Café', 'gone', 'Marzo'), { maxLength: 3 }),
      at: fc.constantFrom('start' as const, 'anywhere' as const),
    });
    fc.assert(
      fc.property(asked, fc.constantFrom('Canal', 'Marca'), query, ([made, chosen], column, asked) => {
        const queries = createQueries(made.store);
        const { values: whole } = queries.values(chosen, column);
        const missing = asked.also.filter((text) => !whole.some(({ value }) => value === text));
        const every = [...whole, ...missing.map((value) => ({ value, rows: 0 }))];
        const wanted = naivePlain(asked.find);
        const isWanted = (value: string) =>
          asked.at === 'start' ? naivePlain(value).startsWith(wanted) : naivePlain(value).includes(wanted);
        // The value that is the text itself leads those that begin with it.
        const isItself = ({ value }: { readonly value: string }) =>
          asked.at === 'start' && naivePlain(value) === wanted;
        const matching = every.filter(({ value }) => isWanted(value));
        const found = [...matching.filter(isItself), ...matching.filter((each) => !isItself(each))];
        const first = found.slice(0, asked.limit ?? found.length).filter(({ rows }) => rows > 0);
        const besides = found.filter(
          (each) => !first.includes(each) && asked.also.some((text) => text === each.value),
        );
        const answer = queries.values(chosen, column, asked);
        expect(answer).toEqual({
          revision: made.store.revision,
          values: [...first, ...besides],
          found: found.length,
          all: every.length,
        });
        // Asked again and again while one types.
        expect(queries.values(chosen, column, asked)).toEqual(answer);
      }),
      { numRuns: 100 },
    );
  });
});

describe('lines', () => {
  test('by row are the selected rows with their exact texts, in the asked order', () => {
    fc.assert(
      fc.property(asked, sortOrder, ([{ store, rows }, chosen], sort) => {
        const page = createQueries(store).lines(linesQuery(chosen, 'rows', sort), 0, 1000);
        const selected = rows.filter((row) => naiveSelects(chosen, row));
        expect(page.total).toBe(selected.length);
        expect(page.lines.map(({ cells }) => JSON.stringify(cells)).sort()).toEqual(
          selected.map((row) => JSON.stringify(WORLD_COLUMNS.map((column) => row[column] ?? null))).sort(),
        );
        const at = WORLD_COLUMNS.indexOf(sort.column);
        expectSorted(
          sort.column,
          sort.direction,
          page.lines.map(({ cells }) => cells[at] ?? null),
        );
        for (const { cells, unreadable } of page.lines) {
          expect(unreadable).toEqual(
            WORLD_COLUMNS.filter((column, index) => standing(column, cells[index] ?? null) === 1),
          );
        }
      }),
      RUNS,
    );
  });

  test('come newest purchase first when no order is asked', () => {
    fc.assert(
      fc.property(asked, ([{ store }, chosen]) => {
        const page = createQueries(store).lines(linesQuery(chosen, 'rows', null), 0, 1000);
        const at = WORLD_COLUMNS.indexOf('Fecha de compra');
        expectSorted(
          'Fecha de compra',
          'descending',
          page.lines.map(({ cells }) => cells[at] ?? null),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('by order are exact sums, common texts and set rates, and open into their rows', () => {
    fc.assert(
      fc.property(asked, sortOrder, ([{ store, rows }, chosen], sort) => {
        const queries = createQueries(store);
        const query = linesQuery(chosen, 'orders', sort);
        const page = queries.lines(query, 0, 1000);
        const orders = groupBy(
          rows.filter((row) => naiveSelects(chosen, row)),
          naiveOrder,
        );
        expect(page.total).toBe(orders.size);
        const describe = (line: (typeof page.lines)[number]) =>
          JSON.stringify([
            line.rows,
            SUMMED.map((column) => String(naiveUnits(line.cells[WORLD_COLUMNS.indexOf(column)] ?? null))),
            ['Canal', 'Marca', 'Estado de Orden', 'Fecha de compra', 'Nueva'].map((column) =>
              line.mixed.includes(column) ? 'mixed' : (line.cells[WORLD_COLUMNS.indexOf(column)] ?? ''),
            ),
            line.productCostMissing,
          ]);
        const expected = [...orders.values()].map((group) =>
          JSON.stringify([
            group.length,
            SUMMED.map((column) => String(naiveSum(group, column))),
            ['Canal', 'Marca', 'Estado de Orden', 'Fecha de compra', 'Nueva'].map((column) => {
              const texts = new Set(group.map((row) => row[column] ?? ''));
              return texts.size > 1 ? 'mixed' : ([...texts][0] ?? '');
            }),
            group.some(naiveLacksCost),
          ]),
        );
        expect(page.lines.map(describe).sort()).toEqual(expected.sort());

        const rate = WORLD_COLUMNS.indexOf('% Rentabilidad Marketplace');
        const part = WORLD_COLUMNS.indexOf('Rentabilidad Marketplace');
        const base = WORLD_COLUMNS.indexOf('Ventas');
        for (const { cells } of page.lines) {
          expect(naiveUnits(cells[rate] ?? null)).toBe(
            naiveRate(naiveUnits(cells[part] ?? null), naiveUnits(cells[base] ?? null)),
          );
        }
        const kind = findColumn(sort.column)?.kind ?? 'text';
        if (kind !== 'local-datetime' && kind !== 'utc-datetime') {
          const at = WORLD_COLUMNS.indexOf(sort.column);
          const shown = page.lines.map((line) => line.cells[at] ?? null);
          const values = shown.filter((cell) => standing(sort.column, cell, true) === 0);
          expect(shown.slice(0, values.length)).toEqual(values);
          expectSorted(sort.column, sort.direction, values, true);
        }

        for (const line of page.lines) {
          const opened = queries.orderRows(query, line.id);
          expect(opened?.total).toBe(line.rows);
          expect(new Set(opened?.lines.map(({ id }) => id)).size).toBe(line.rows);
          // They stand as they do among all rows.
          const ids = new Set(opened?.lines.map(({ id }) => id));
          const among = queries.lines({ ...query, grouping: 'rows' }, 0, 1000).lines;
          expect(opened?.lines).toEqual(among.filter(({ id }) => ids.has(id)));
        }
      }),
      RUNS,
    );
  });

  /** part / base × 100 to two decimals, halves away from zero, times 10^PLACES; none over sales of 0 or less. */
  function naiveRate(part: bigint | null, base: bigint | null): bigint | null {
    if (part === null || base === null || base <= 0n) return null;
    const size = (value: bigint) => (value < 0n ? -value : value);
    const cents = (size(part) * 20_000n + size(base)) / (2n * size(base));
    const unit = 10n ** BigInt(PLACES - 2);
    return part < 0n ? -cents * unit : cents * unit;
  }

  test('by order and date come by the latest date of an order; unreadable ones before absent ones', () => {
    const dates = ['Fecha de compra', 'Fecha de Pago', 'Fecha de actualización'];
    fc.assert(
      fc.property(
        asked,
        fc.constantFrom(...dates),
        fc.constantFrom('ascending' as const, 'descending' as const),
        ([{ store }, { dashboardPreset }], column, direction) => {
          const queries = createQueries(store);
          const query = linesQuery({ ...EVERYTHING, dashboardPreset }, 'orders', { column, direction });
          const at = WORLD_COLUMNS.indexOf(column);
          const latest = queries.lines(query, 0, 1000).lines.map(({ id }) => {
            const all = queries.orderRows(query, id)?.lines.map(({ cells }) => cells[at] ?? null) ?? [];
            return all.reduce((best, date) => {
              const apart = standing(column, best) - standing(column, date);
              if (apart !== 0) return apart > 0 ? date : best;
              return compareCells(column, best, date) < 0 ? date : best;
            });
          });
          expectSorted(column, direction, latest);
        },
      ),
      RUNS,
    );
  });

  test('are the same in pages as in one piece', () => {
    fc.assert(
      fc.property(
        asked,
        sortOrder,
        fc.constantFrom('rows' as const, 'orders' as const),
        fc.integer({ min: 1, max: 5 }),
        ([{ store }, chosen], sort, grouping, size) => {
          const queries = createQueries(store);
          const query = linesQuery(chosen, grouping, sort);
          const whole = queries.lines(query, 0, 1000).lines;
          const pieces = [];
          for (let at = 0; at < whole.length; at += size)
            pieces.push(...queries.lines(query, at, size).lines);
          expect(pieces).toEqual(whole);
        },
      ),
      { numRuns: 40 },
    );
  });
});

test('a commit changes every kept answer', () => {
  fc.assert(
    fc.property(asked, ([{ store }, chosen]) => {
      const queries = createQueries(store);
      const query = linesQuery(chosen, 'rows', null);
      const { lines } = queries.lines(query, 0, 1000);
      const [first] = lines;
      if (first === undefined) return;
      store.markDeleted([Number(first.id.slice(1))]);
      store.raiseRevision();
      expect(queries.lines(query, 0, 1000).total).toBe(lines.length - 1);
      expect(queries.totals(chosen, []).rows).toBe(lines.length - 1);
      expect(queries.facts()).toMatchObject({ revision: store.revision, rows: store.liveRows });
    }),
    { numRuns: 30 },
  );
});

test('a channel of several accounts is known, as long as rows of more than one are there', () => {
  let several = 0;
  fc.assert(
    fc.property(asked, ([{ store, rows }]) => {
      const accounts = new Map<string, Set<string>>();
      for (const row of rows) {
        const channel = row.Canal ?? '';
        accounts.set(channel, (accounts.get(channel) ?? new Set()).add(row.Cuenta ?? ''));
      }
      const expected = [...accounts.values()].some((names) => names.size > 1);
      several += expected ? 1 : 0;
      expect(createQueries(store).facts().hasSeveralAccounts).toBe(expected);
    }),
    { numRuns: 60 },
  );
  expect(several).toBeGreaterThan(0);
  expect(several).toBeLessThan(60);
});
