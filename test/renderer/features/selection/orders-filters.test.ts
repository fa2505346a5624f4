import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filterColumns, filterKind } from '#renderer/features/filters/add-filter.tsx';
import {
  describeNumbers,
  JUST_ABOVE_ZERO,
  JUST_BELOW_ZERO,
  makeFilter,
  NUMBER_SHAPES,
  readTyped,
  shapeOf,
  typedEnds,
  typedText,
} from '#renderer/features/filters/number-filter.ts';
import { chosenAfter } from '#renderer/features/filters/value-choices.tsx';
import { waysOut } from '#renderer/features/no-rows/no-rows.tsx';
import { changeSelection, isEverything } from '#renderer/features/selection/selection-state.ts';
import { FORMATS_OF } from '#renderer/ui/formats.tsx';
import { formatExact, type NumberStyle } from '#renderer/ui/number-format.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { compare, type Decimal, parseDecimal, toDecimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, FILTER_COLUMNS } from '#shared/domain/selection.ts';
import { languageText } from '#test/renderer/i18n/language-text.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

const chile: NumberStyle = { ...FORMATS_OF['es-CL'], negatives: 'minus' };
const decimals = fc
  .record({ units: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), scale: fc.nat(6) })
  .map(toDecimal);
const styles = fc.record({
  locale: fc.constantFrom(...Object.values(FORMATS_OF)),
  negatives: fc.constantFrom('minus' as const, 'parentheses' as const),
});

describe('figures as they are typed', () => {
  test('are read back as they are shown, in every format', () => {
    fc.assert(
      fc.property(decimals, styles, (value, { locale, negatives }) => {
        const style = { ...locale, negatives };
        const expected = /[1-9]/.test(value) ? value : '0';
        expect(readTyped(formatExact(value, style) ?? '', style)).toBe(expected);
        expect(readTyped(typedText(value, style), style)).toBe(expected);
      }),
    );
  });

  test('what is no number of the format is refused, not guessed', () => {
    for (const wrong of ['1.5', '1,2,3', '12.34', '1.2345', 'abc', '', '-', '--1', '1e3', '0x1', ',5'])
      expect([wrong, readTyped(wrong, chile)]).toEqual([wrong, undefined]);
    expect(readTyped('1.234', chile)).toBe('1234');
    expect(readTyped(' −1.234,50 ', chile)).toBe('-1234.50');
    expect(readTyped('(12)', chile)).toBe('-12');
    expect(readTyped('80 %', chile)).toBe('80');
    expect(readTyped('-0,00', chile)).toBe('0');
  });
});

describe('number filters', () => {
  test('less and more than zero leave out zero and nothing else that can be read', () => {
    const below = parseDecimal(JUST_BELOW_ZERO);
    const above = parseDecimal(JUST_ABOVE_ZERO);
    if (below === undefined || above === undefined) throw new Error('Both are readable.');
    const digits = fc.record({ units: fc.bigInt({ min: 1n, max: 10n ** 59n }), scale: fc.nat(59) });
    fc.assert(
      fc.property(digits, ({ units, scale }) => {
        const text = toDecimal({ units, scale });
        // What cannot be read is in no filter anyway.
        fc.pre(parseDecimal(text) !== undefined);
        expect(compare({ units, scale }, above)).toBeGreaterThanOrEqual(0);
        expect(compare({ units: -units, scale }, below)).toBeLessThanOrEqual(0);
      }),
    );
    expect(compare(below, { units: 0n, scale: 0 })).toBeLessThan(0);
    expect(compare({ units: 0n, scale: 0 }, above)).toBeLessThan(0);
  });

  test('keep their shape, and the ends that were typed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NUMBER_SHAPES), decimals, decimals, (shape, one, other) => {
        const typed = { from: typedText(one, chile), to: typedText(other, chile) };
        const made = makeFilter('Ventas', shape, typed, chile);
        if (made.kind === 'mistake') {
          expect([shape, made.mistake]).toEqual(['between', 'reversed']);
          return;
        }
        const { from, to } = typedEnds(made.filter);
        // Zero to zero is «equal to 0», however it was said.
        const isZero = shape === 'between' && made.filter.from === '0' && made.filter.to === '0';
        expect(shapeOf(made.filter)).toBe(isZero ? 'zero' : shape);
        const { from: first, to: last } = typed;
        // What stands for «less than 0» was not typed, and is shown to nobody.
        const expected =
          isZero || shape === 'negative' || shape === 'positive' || shape === 'zero'
            ? { from: null, to: null }
            : {
                from: shape === 'at-most' ? null : readTyped(first, chile),
                to: shape === 'at-least' ? null : readTyped(last, chile),
              };
        expect({ from, to }).toEqual(expected);
      }),
    );
  });

  test('say what is wrong, and at which end', () => {
    const made = (from: string, to: string) => makeFilter('Ventas', 'between', { from, to }, chile);
    expect(made('', '5')).toEqual({ kind: 'mistake', mistake: 'missing', end: 'from' });
    expect(made('1', 'x')).toEqual({ kind: 'mistake', mistake: 'unreadable', end: 'to' });
    expect(made('6', '5')).toEqual({ kind: 'mistake', mistake: 'reversed', end: 'to' });
  });

  test('take one number twice, however it is written, and refuse ends alone that are reversed', () => {
    const made = (from: string, to: string) => makeFilter('Ventas', 'between', { from, to }, chile);
    const filter = (from: string, to: string) => ({ kind: 'filter', filter: { column: 'Ventas', from, to } });
    expect(made('5', '5')).toEqual(filter('5', '5'));
    expect(made('5,00', '5')).toEqual(filter('5.00', '5'));
    expect(made('-5', '-5,0')).toEqual(filter('-5', '-5.0'));
    const near = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.nat(2));
    fc.assert(
      fc.property(near, near, ([one, places], [other, others]) => {
        const from = `${one}${places === 0 ? '' : `,${'0'.repeat(places)}`}`;
        const to = `${other}${others === 0 ? '' : `,${'0'.repeat(others)}`}`;
        expect(made(from, to).kind).toBe(one > other ? 'mistake' : 'filter');
      }),
    );
  });

  test('are said in few words', () => {
    const filter = (from: string | null, to: string | null) => ({
      column: 'Ventas',
      from: from as Decimal | null,
      to: to as Decimal | null,
    });
    const said = (from: string | null, to: string | null) => describeNumbers(filter(from, to), chile, 'a');
    expect(said(null, JUST_BELOW_ZERO)).toBe('< 0');
    expect(said(JUST_ABOVE_ZERO, null)).toBe('> 0');
    expect(said('0', '0')).toBe('= 0');
    expect(said('1000.5', null)).toBe('≥ 1.000,5');
    expect(said(null, '-3')).toBe('≤ −3');
    expect(said('1', '2000')).toBe('1 a 2.000');
    expect(said('7', '7')).toBe('= 7');
    expect(said(null, null)).toBe('');
  });
});

describe('lists of the filter bar', () => {
  const present = COLUMNS.map(({ key }) => key);

  test('offer every text and figure once, the frequent ones first, dates never', () => {
    const groups = filterColumns(present, [], new Set(), '', text);
    expect(groups[0]).toEqual({ id: 'frequent', columns: [...FILTER_COLUMNS] });
    const all = groups.flatMap(({ columns }) => columns);
    expect(new Set(all).size).toBe(all.length);
    expect(all.toSorted()).toEqual(present.filter((key) => filterKind(key) !== null).toSorted());
    expect(all).not.toContain('Fecha de compra');
  });

  test('leave what is typed, what is there and what is not used', () => {
    const columns = (typed: string, used: readonly string[] = [], words = text) =>
      filterColumns(['Canal', 'Categoría', 'Ventas', 'Rara'], ['Rara'], new Set(used), typed, words).flatMap(
        (group) => group.columns,
      );
    const english = languageText('en');
    for (const typed of ['sales', 'ventas']) expect(columns(typed, [], english)).toEqual(['Ventas']);
    expect(columns('sales')).toEqual([]);
    expect(columns('categoria')).toEqual(['Categoría']);
    expect(columns('', ['Canal'])).toEqual(['Categoría', 'Ventas', 'Rara']);
    expect(columns('zzz')).toEqual([]);
    // Blanks alone are nothing typed.
    expect(filterColumns(present, [], new Set(), '  ', text)[0]?.id).toBe('frequent');
    expect(filterColumns(present, [], new Set(), 'a', text)[0]?.id).not.toBe('frequent');
  });

  test('all, none and invert touch what was found and nothing else', () => {
    const values = fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 12 });
    fc.assert(
      fc.property(values, values, (chosen, found) => {
        const others = chosen.filter((value) => !found.includes(value));
        expect(chosenAfter(chosen, found, 'none')).toEqual(others);
        expect(chosenAfter(chosen, found, 'all').toSorted()).toEqual(
          [...new Set([...chosen, ...found])].toSorted(),
        );
        const turned = chosenAfter(chosen, found, 'invert');
        expect(chosenAfter(turned, found, 'invert').toSorted()).toEqual(chosen.toSorted());
        expect(found.filter((value) => chosen.includes(value) && turned.includes(value))).toEqual([]);
      }),
    );
  });
});

describe('a selection that finds nothing', () => {
  test('is let go part by part, and all parts together leave everything', () => {
    const day = '2026-10-01' as LocalDate;
    const selection = {
      ...EVERYTHING,
      search: 'x',
      period: { from: day, to: day },
      dashboardPreset: true,
      filters: [{ column: 'Canal', values: ['A'] }],
      numberFilters: [{ column: 'Ventas', from: '1' as Decimal, to: null }],
      dateFilters: [
        { column: 'Fecha de Pago', beyond: null },
        // As a view from a file may have it, beside days of the same date.
        { column: 'Fecha de compra', beyond: { side: '<' as const, day } },
      ],
    };
    const ways = waysOut(selection);
    expect(ways.map(({ part }) => part)).toEqual(['search', 'period', 'filters', 'preset']);
    for (const way of ways) expect(way.actions.reduce(changeSelection, selection)).toEqual(way.selection);
    const free = ways.flatMap(({ actions }) => actions).reduce(changeSelection, selection);
    expect(isEverything(free)).toBe(true);
    expect(waysOut(EVERYTHING)).toEqual([]);
  });
});
