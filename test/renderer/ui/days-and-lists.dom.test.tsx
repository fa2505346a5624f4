import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { TextProvider } from '#renderer/i18n/text.tsx';
import {
  dayLetters,
  formatMoment,
  formatTime,
  isPlausible,
  machineLocal,
  readTypedDay,
} from '#renderer/ui/date-format.ts';
import {
  DEFAULT_CHOICES,
  FormatsProvider,
  formatsOf,
  useFormats,
  withAmounts,
} from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { copiedOf } from '#test/renderer/dom/reading.ts';

/** Days at the ends of what can be typed; a small table whole, as it is read, walked through and copied. */

describe('days', () => {
  test('are those of three centuries, from their first to their last', () => {
    const days = ['1899-12-31', '1900-01-01', '2199-12-31', '2200-01-01'];
    expect(days.map((day) => isPlausible(day as never))).toEqual([false, true, true, false]);
    const kinds = ['31-12-1899', '01-01-1900', '31-12-2199', '01-01-2200', '2199-12-31', '1900-1-1'];
    expect(kinds.map((typed) => readTypedDay(typed, 'day-month-dashes').kind)).toEqual([
      ...['unreadable', 'day', 'day', 'unreadable', 'day', 'day'],
    ]);
    // Two digits are of this century, whatever they are; the year first is month, day, in every style.
    expect(readTypedDay('1/2/99', 'month-day-slashes')).toEqual({ kind: 'day', day: '2099-01-02' });
    expect(readTypedDay('2026/3/4', 'month-day-slashes')).toEqual({ kind: 'day', day: '2026-03-04' });
    expect(readTypedDay('2026-3-4', 'day-month-dashes')).toEqual({ kind: 'day', day: '2026-03-04' });
  });

  test('have their time where there is one, seconds where they are asked for, and letters in their order', () => {
    expect([
      formatTime('2026-10-31T14:24:05.123'),
      formatTime('2026-10-31T14:24:05.123', true),
      formatTime('2026-10-31T14:24', true),
      formatTime('2026-10-31'),
      formatMoment('2026-10-31', 'day-month-dashes'),
      formatMoment('2026-10-31', 'month-day-slashes', true),
      formatMoment('pronto', 'day-month-dashes', true),
    ]).toEqual(['14:24', '14:24:05', '14:24', '', '31-10-2026', '10/31', 'pronto']);
    expect([
      dayLetters('DD MM AAAA', 'day-month-dashes'),
      dayLetters('DD MM YYYY', 'month-day-slashes'),
      dayLetters('DD MM AAAA', 'day-month-slashes'),
    ]).toEqual(['DD-MM-AAAA', 'MM/DD/YYYY', 'DD/MM/AAAA']);
  });

  test('of this machine are those of its own clock', () => {
    const zone = process.env.TZ;
    process.env.TZ = 'America/Santiago';
    try {
      expect(machineLocal(Date.parse('2026-01-01T02:03:04Z'))).toBe('2025-12-31T23:03:04');
      expect(machineLocal(Date.parse('2026-07-01T13:00:00Z'))).toBe('2026-07-01T09:00:00');
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});

type Line = {
  readonly name: string;
  readonly amount: string | null;
  readonly rate: string | null;
  readonly parts: number;
};
const LINES: readonly Line[] = [
  { name: 'a', amount: '1000', rate: '12.34', parts: 1 },
  { name: 'b', amount: '0', rate: null, parts: 0 },
  { name: 'c', amount: null, rate: '-0.5', parts: 1200 },
  { name: 'd', amount: '-7', rate: '0', parts: 3 },
];
const press = vi.fn();
const COLUMNS: readonly (Column<Line> | null)[] = [
  {
    heading: 'Nombre',
    value: 'name',
    isRowHeading: true,
    draw: ({ name }, { at, toggle }) =>
      name === 'b' ? (
        name
      ) : (
        <button type="button" onClick={toggle}>
          {`${at} ${name}`}
        </button>
      ),
  },
  null,
  { heading: 'Ventas', kind: 'money', value: 'amount', sort: {} },
  { id: 'pp', heading: 'Tasa', kind: 'points', value: 'rate', sheet: { name: 'Tasa pp' } },
  { heading: 'Partes', kind: 'count', value: 'parts', isCut: true },
  { heading: 'Solo archivo', only: 'file', value: () => 'x' },
  {
    id: 'does',
    heading: 'Hace',
    draw: ({ name }) =>
      ['first', 'second'].map((each) => (
        <button key={each} type="button" onClick={() => press(each, name)}>
          {`${each} ${name}`}
        </button>
      )),
  },
];
const drawn = (children: ReactNode, choices = {}) =>
  render(
    <TextProvider language="es" columnNames="language">
      <FormatsProvider {...DEFAULT_CHOICES} {...choices}>
        {children}
      </FormatsProvider>
    </TextProvider>,
  );
const rows = () =>
  [...document.querySelectorAll('tbody tr, tfoot tr')].map((row) =>
    [...row.children].map((cell) => `${(cell as HTMLTableCellElement).colSpan}:${cell.textContent}`),
  );

describe('a small table', () => {
  const columns = COLUMNS.filter((each) => each === null || each.id !== 'does');

  test('has its groups, the sums after the last of them, and its foot: each figure in the places that all need', () => {
    drawn(
      <ListTable
        columns={columns}
        groups={[
          { key: 'x', heading: 'Uno', rows: LINES.slice(0, 2), empty: 'nada' },
          { key: 'y', rows: [], empty: 'nada' },
          { key: 'z', heading: 'Tres', rows: LINES.slice(2) },
        ]}
        keyOf={({ name }) => name}
        line={({ name }, { at }) => ({ 'data-value': `${name}${at}` })}
        foot={[{ name: 'b', amount: '5', rate: null, parts: 1 }]}
        sums={[
          { key: 'pesos', name: 'Pesos', sums: { amount: { value: '993' } } },
          null,
          { key: 'reais', name: 'Reais', sums: { amount: { value: '0.25' }, pp: { value: '1.25' } } },
          { key: 'all', name: 'Todo', isFoot: true, isPlain: true, sums: { parts: { value: '1204' } } },
          { key: 'none', name: 'Sin', sums: {} },
        ]}
      />,
    );
    expect(rows()).toEqual([
      ['4:Uno'],
      ['1:0 a', '1:1.000,00', '1:12,3', '1:1'],
      ['1:b', '1:0', '1:—', '1:0'],
      ['4:nada'],
      ['4:Tres'],
      ['1:2 c', '1:—', '1:−0,5', '1:1.200'],
      ['1:3 d', '1:−7,00', '1:0', '1:3'],
      ['1:Pesos', '1:993,00', '1:', '1:'],
      ['1:Reais', '1:0,25', '1:1,3', '1:'],
      ['4:Sin'],
      ['1:b', '1:5,00', '1:—', '1:1'],
      ['3:Todo', '1:1.204'],
    ]);
    const lines = [...document.querySelectorAll<HTMLElement>('tr[data-value]')];
    expect(lines.map(({ dataset }) => dataset.value)).toEqual(['a0', 'b1', 'c2', 'd3', 'b0']);
    expect(document.querySelectorAll('tfoot tr')).toHaveLength(2);
    const names = [
      ...document.querySelectorAll('tbody:last-of-type tr > :first-child, tfoot tr > :first-child'),
    ];
    expect(names.map(({ tagName }) => tagName)).toEqual(['TH', 'TH', 'TH', 'TH', 'TH', 'TH', 'TH', 'TD']);
    // The lines are copied, neither sums nor foot, by the names that files have.
    expect(copiedOf(screen.getByRole('table'))).toEqual([
      ...['Nombre | Ventas | Tasa pp | Partes', 'a | 1000 | 12,34 | 1', 'b | 0 |  | 0'].map((line) =>
        line.replace('1000', '1.000'),
      ),
      ...['c |  | -0,5 | 1.200', 'd | -7 | 0 | 3'],
    ]);
  });

  test('shows whole amounts whole, unless a sum, a line of the foot or the user wants more', () => {
    const table = (more: object, choices = {}) => {
      const { unmount } = drawn(
        <ListTable columns={columns} rows={LINES} keyOf={({ name }) => name} {...more} />,
        choices,
      );
      const [first] = rows();
      unmount();
      return first?.[1];
    };
    const sum = (value: string) => ({ key: value, name: value, sums: { amount: { value } } });
    expect([
      table({}),
      table({ sums: [sum('993'), sum('1.00')] }),
      table({ sums: [sum('0.5'), sum('1')] }),
      table({ sums: [sum('1'), sum('0.5')] }),
      table({ places: 1 }),
      table({}, { decimals: 'two' }),
      table({ sums: [sum('1'), sum('0.5')] }, { decimals: 'none' }),
      table({ sums: [sum('0.5')] }, { currency: 'CLP' }),
      table({}, { hidesAmounts: true }),
    ]).toEqual(
      ['1.000', '1.000', '1.000,00', '1.000,00', '1.000,0', '1.000,00', '1.000', '1.000', '•••••'].map(
        (shown) => `1:${shown}`,
      ),
    );
  });

  test('sorts by the column that is pressed, and says how it is sorted', () => {
    const asked = vi.fn();
    const sorted = (isDescending: boolean, by: string | null = 'amount') => {
      const { unmount } = drawn(
        <ListTable
          columns={columns}
          rows={LINES}
          keyOf={({ name }) => name}
          sort={{ by, isDescending }}
          onSort={asked}
        />,
      );
      fireEvent.click(screen.getByRole('button', { name: /^Ventas/ }));
      const heads = screen.getAllByRole('columnheader');
      const said = heads.map((head) => [head.textContent, head.getAttribute('aria-sort')]);
      unmount();
      return said;
    };
    const heads = (name: string, how: string) => [
      ...[
        ['Nombre', null],
        [name, how],
        ['Tasa', null],
        ['Partes', null],
      ],
    ];
    expect(sorted(true)).toEqual(heads('Ventas ↓', 'descending'));
    expect(sorted(false)).toEqual(heads('Ventas ↑', 'ascending'));
    expect(sorted(false, 'parts')).toEqual(heads('Ventas', 'none'));
    expect(asked.mock.calls).toEqual([['amount'], ['amount'], ['amount']]);
  });

  test('is walked line by line, at the same control, past lines that have none; keys with others are no step', () => {
    press.mockClear();
    drawn(
      <ListTable
        columns={COLUMNS}
        rows={LINES}
        keyOf={({ name }) => name}
        below={({ name }, { isOpen }) => (isOpen ? <button type="button">{`in ${name}`}</button> : null)}
      />,
    );
    const at = () => document.activeElement?.textContent;
    const key = (name: string, more = {}) => {
      fireEvent.keyDown(document.activeElement as Element, { key: name, ...more });
      return at();
    };
    screen.getByText('second a').focus();
    expect(['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown'].map((name) => key(name))).toEqual([
      ...['second b', 'second c', 'second d', 'second d'],
    ]);
    expect(['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp'].map((name) => key(name))).toEqual([
      ...['second c', 'second b', 'second a', 'second a'],
    ]);
    for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
      expect(key('ArrowDown', more)).toBe('second a');
    // The first line's own press opens it; what stands below belongs to no column.
    fireEvent.click(screen.getByText('0 a'));
    screen.getByText('0 a').focus();
    expect([key('ArrowDown'), key('ArrowDown'), key('ArrowUp')]).toEqual(['2 c', '3 d', '2 c']);
    screen.getByText('in a').focus();
    expect(key('ArrowDown')).toBe('in a');
    fireEvent.click(screen.getByText('2 c'));
    expect([screen.queryByText('in a'), screen.queryByText('in c') !== null]).toEqual([null, true]);
    fireEvent.click(screen.getByText('2 c'));
    expect(screen.queryByText('in c')).toBeNull();
    fireEvent.click(screen.getByText('second d'));
    expect(press.mock.calls).toEqual([['second', 'd']]);
    const cut = [...document.querySelectorAll<HTMLElement>('tbody td:nth-child(4)')];
    expect(cut.map(({ title }) => title)).toEqual(['1', '0', '1200', '3']);
  });
});

test('a figure is told in percent, exactly and covered as its user writes', () => {
  const of = (more: object) => formatsOf({ ...DEFAULT_CHOICES, roundedNote: 'redondeado', ...more });
  const plain = (text: string) => text.replace(/\s/g, ' ');
  const [chile, brazil] = [of({ negatives: 'parentheses' }), of({ locale: 'pt-BR' })];
  expect([chile, brazil].map(({ percent }) => [percent('-12.34'), percent('5', 0)].map(plain))).toEqual([
    ['(12,3 %)', '5 %'],
    ['−12,3%', '5%'],
  ]);
  const pesos = of({ currency: 'CLP' });
  expect([pesos.title('1.5'), pesos.title('1.00'), of({}).title('1.5')]).toEqual([
    ...['1,5 · redondeado', '1,00', '1,5'],
  ]);
  // Whoever wants two places is shown no rounded amount.
  expect(of({ currency: 'CLP', decimals: 'two' }).title('1.5')).toBe('1,5');
  const covered = of({ hidesAmounts: true });
  expect([covered.money('1', 2), covered.exact('1'), covered.title('1'), covered.tick(1000, 1)]).toEqual([
    ...['•••••', '•••••', '•••••', ''],
  ]);
  expect([covered.figure('1.5'), covered.count(1200), plain(covered.percent('1'))]).toEqual([
    ...['1,5', '1.200', '1,0 %'],
  ]);
});

test('what leaves the screen by the user’s own word has its amounts; another currency has its own places', () => {
  const covered = formatsOf({ ...DEFAULT_CHOICES, hidesAmounts: true });
  const open = withAmounts(covered);
  expect([open.hidesAmounts, open.money('1234.5', 2), open.exact('1234.5'), open.figure('1.5')]).toEqual([
    ...[false, '1.234,50', '1.234,5', '1,5'],
  ]);
  expect([covered.money('1', 2), covered.exact('1')]).toEqual(['•••••', '•••••']);
  function Places() {
    const { places, title } = useFormats();
    return <output>{`${places(['1.5' as never])} ${title('1.5')}`}</output>;
  }
  const of = (choices: object) => (
    <FormatsProvider {...DEFAULT_CHOICES} roundedNote="redondeado" {...choices}>
      <Places />
    </FormatsProvider>
  );
  const { container, rerender } = render(of({ currency: 'USD' }));
  const told = [container.textContent];
  for (const choices of [
    { currency: 'CLP' },
    { currency: 'CLP', decimals: 'two' },
    { currency: 'CLP', roundedNote: 'cortado' },
    { currency: 'USD', locale: 'en-US' },
    { currency: 'USD', hidesAmounts: true },
  ]) {
    rerender(of(choices));
    told.push(container.textContent);
  }
  expect(told).toEqual(['2 1,5', '0 1,5 · redondeado', '2 1,5', '0 1,5 · cortado', '2 1.5', '2 •••••']);
});
