import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type {
  Alteration,
  CheckedOrder,
  CheckedToday,
  ExportCheck,
  FileState,
} from '#renderer/data/model/export-check.ts';
import { amountsIn, CheckResult } from '#renderer/features/export-check/check-result.tsx';
import ui from '#renderer/ui/controls.module.css';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, probedSelection, SelectionProbe } from './page.tsx';

/** What a check of a workbook says: of the file, of its figures then and now, and of the orders between. */

const decimal = (value: string) => value as Decimal;
const FILE: FileState = {
  rows: 3,
  tables: [{ name: 'Órdenes', isAltered: false }],
  altered: [],
  counts: {},
  savedBy: null,
  unchecked: [],
  longFigures: 0,
};
const TODAY: CheckedToday = {
  isSame: true,
  rows: { before: 3, now: 3 },
  hash: null,
  measures: [],
  orders: { by: 'rows', counts: { new: 0, changed: 0, removed: 0 }, lines: [] },
  readUntil: null,
};
const CHECK: ExportCheck = {
  facts: [
    { name: 'Cuenta', value: 'Demo' },
    { name: 'Período', value: 'oct 2026' },
  ],
  file: FILE,
  selection: EVERYTHING,
  readUntil: null,
  isOtherAccount: false,
  today: TODAY,
};
const alteration = (part: Partial<Alteration>): Alteration => ({
  table: null,
  kind: 'value',
  cell: null,
  name: 'Ventas',
  recorded: null,
  found: null,
  what: null,
  count: 1,
  ...part,
});

async function draw(part: Partial<ExportCheck>) {
  const told: string[] = [];
  const page = await openPage({ at: '#panel' }, () => (
    <InAccount>
      <CheckResult
        check={{ ...CHECK, ...part }}
        onAnyAccount={() => told.push('any account')}
        onClose={() => told.push('closed')}
      />
      <SelectionProbe />
    </InAccount>
  ));
  return { ...page, told };
}
const verdict = (id: 'file' | 'today') => {
  const element = screen.getByTestId(`check-${id}-verdict`);
  return [element.dataset.tone, element.textContent];
};
const page = () => document.body.textContent ?? '';

describe('the file', () => {
  test('of the same figures is good on both counts, with what it is of and nothing else', async () => {
    await draw({});
    expect(verdict('file')).toEqual(['good', text('export-check.whole')]);
    expect(verdict('today')).toEqual(['good', text('export-check.same')]);
    expect(
      screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    ).toEqual([
      ['Cuenta', 'Demo'],
      ['Período', 'oct 2026'],
    ]);
    const absent = [
      'check-altered',
      'check-unchecked',
      'check-own-costs',
      'check-any-account',
      'check-count',
      'check-sheet',
    ];
    expect(absent.filter((id) => screen.queryByTestId(id) !== null)).toEqual([]);
    expect(page()).not.toContain(text('export-check.altered-note'));
  });

  test('of another account is held against this one only when told to', async () => {
    const { user, told } = await draw({ isOtherAccount: true, today: null });
    expect(verdict('today')).toEqual(['caution', text('export-check.other-account')]);
    expect(page()).toContain(text('export-check.other-account-note', { name: 'Demo' }));
    expect(screen.queryByTestId('check-orders')).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(screen.getByTestId('check-any-account'));
    expect(told).toEqual(['any account']);
  });

  test('of another account that was held against this one says whose it is', async () => {
    await draw({ isOtherAccount: true });
    expect(verdict('today')).toEqual(['good', text('export-check.same')]);
    expect(page()).toContain(text('export-check.other-account-note', { name: 'Demo' }));
    expect(screen.queryByTestId('check-any-account')).toBeNull();
  });

  test('that names no selection cannot be held against anything', async () => {
    await draw({ today: null, selection: { ...EVERYTHING, ownCosts: { currency: null } } });
    expect(verdict('today')).toEqual(['caution', text('export-check.no-question')]);
    expect(screen.getByTestId('check-own-costs').textContent).toBe(text('export-check.own-costs'));
  });

  test('that was altered says where and how: a value, a thing, a part that is missing', async () => {
    const altered = [
      alteration({ cell: 'Órdenes!B2', recorded: '6.61', found: '6' }),
      alteration({ cell: 'Órdenes!B3', name: '', recorded: '7' }),
      alteration({ table: 'Órdenes', name: 'hash', recorded: 'a', found: 'b', kind: 'rows' }),
      alteration({ name: 'Hoja2', what: 'sheet-added', kind: 'structure', found: 'visible' }),
      alteration({ name: 'filas', what: 'rows-lost', kind: 'rows', count: 2 }),
    ];
    const counts = { value: 2, rows: 2, structure: 1 };
    await draw({ file: { ...FILE, altered, counts, savedBy: 'Excel', longFigures: 2 } });
    expect(verdict('file')).toEqual(['bad', text('export-check.altered')]);
    const lines = within(screen.getByTestId('check-altered')).getAllByRole('row').slice(1);
    expect(lines.map((line) => [...line.children].map((cell) => cell.textContent))).toEqual([
      ['Órdenes!B2 · Ventas', '6,61', '6,00'],
      ['Órdenes!B3', '7', text('export-check.altered-missing')],
      ['Órdenes: hash', 'a', 'b'],
      ['Hoja2', `${text('export-check.what-sheet-added')}: visible`],
      ['filas', text('export-check.what-rows-lost', { count: 2 })],
    ]);
    expect(lines.map(({ dataset }) => `${dataset.kind} ${dataset.what}`)).toEqual([
      ...['value ', 'value ', 'rows ', 'structure sheet-added', 'rows rows-lost'],
    ]);
    expect(screen.getAllByTestId('check-count').map((each) => each.textContent)).toEqual([
      `${text('export-check.count-rows')}: 2`,
      `${text('export-check.count-value')}: 2`,
      `${text('export-check.count-structure')}: 1`,
    ]);
    // All of them are shown, on the only sheet there is.
    expect(page()).not.toContain(text('export-check.altered-first', { shown: '5', total: '5' }).slice(0, 20));
    expect(screen.queryByTestId('check-sheet')).toBeNull();
    expect(page()).toContain(text('export-check.altered-saved-by', { program: 'Excel' }));
    expect(page()).toContain(text('export-check.altered-note'));
    expect(page()).toContain(text('export-check.altered-orders'));
    expect(page()).toContain(text('export-check.long-figures', { count: 2 }));
  });

  test('that was altered and saved by who knows whom, with no figures of today', async () => {
    const altered = [alteration({ cell: 'A1' })];
    await draw({ file: { ...FILE, altered, counts: { value: 2 }, savedBy: '' }, today: null });
    expect(page()).toContain(text('export-check.altered-saved-by-other'));
    expect(page()).toContain(text('export-check.altered-first', { shown: '1', total: '2' }));
    expect(page()).not.toContain(text('export-check.altered-note'));
    expect(page()).not.toContain(text('export-check.long-figures', { count: 0 }));
  });

  test('whose orders the log tells does not say that they are held against the file', async () => {
    const altered = [alteration({ cell: 'A1' })];
    const orders = { ...TODAY.orders, by: 'log' } as const;
    await draw({ file: { ...FILE, altered, counts: { value: 1 } }, today: { ...TODAY, orders } });
    expect(page()).toContain(text('export-check.altered-note'));
    expect(page()).not.toContain(text('export-check.altered-orders'));
    expect(page()).not.toContain(text('export-check.altered-saved-by-other'));
  });
});

test('its amounts are written alike wherever they stand: then and now, recorded and found; nothing else is one', () => {
  const measures = [
    { column: 'Ventas', kind: 'money', before: decimal('1'), now: decimal('2') },
    { column: 'Unidades', kind: 'count', before: decimal('3.5'), now: decimal('4.5') },
    { column: 'Costo Total', kind: 'money', before: null, now: decimal('5') },
  ].map((each) => ({ ...each, difference: decimal('0.25') })) as unknown as CheckedToday['measures'];
  const lines = [
    {
      ...{ Canal: 'A', Cuenta: '1', Orden: 'O', kind: 'changed', isSelected: null },
      columns: [
        { column: 'Ventas', before: ['6', null], after: ['7', '8'] },
        { column: 'Estado de Orden', before: ['9'], after: ['9.5'] },
      ],
    },
  ] as unknown as CheckedToday['orders']['lines'];
  const altered = [
    alteration({ recorded: '10', found: '11' }),
    alteration({ name: 'hash', recorded: '12.5', found: '13.5' }),
  ];
  const file = { ...FILE, altered };
  const today = { ...TODAY, measures, orders: { ...TODAY.orders, lines } };
  expect([amountsIn({ file, today }), amountsIn({ file, today: null })]).toEqual([
    ['1', '2', '5', '10', '11', '6', '7', '8'],
    ['10', '11'],
  ]);
});

describe('its figures', () => {
  const measure = (
    column: string,
    kind: 'money' | 'count' | 'number',
    before: string | null,
    now: string | null,
    difference: string,
  ) => ({
    column,
    kind,
    before: before === null ? null : decimal(before),
    now: now === null ? null : decimal(now),
    difference: decimal(difference),
  });
  const value = (id: string) => screen.getByTestId(id).dataset.value;

  test('then and now: those that are looked at everywhere, the others that moved, and how many did not', async () => {
    await draw({
      readUntil: '2026-10-31T10:00:00.000Z' as UtcInstant,
      today: {
        ...TODAY,
        isSame: false,
        rows: { before: 1200, now: 1205 },
        measures: [
          measure('Ventas', 'money', '6.60', '12.35', '5.75'),
          measure('Rentabilidad Total', 'money', '1', '1', '0.00'),
          measure('Unidades', 'count', '3', '1', '-2'),
          measure('Costo Envío', 'money', null, '4', '4'),
          measure('% Costo Envío', 'number', '1.50', '2.25', '0.75'),
          measure('Costo Total', 'money', '9', '9', '0'),
        ],
        readUntil: '2026-11-20T10:00:00.000Z' as UtcInstant,
      },
    });
    expect(verdict('today')).toEqual(['caution', text('export-check.changed')]);
    const [main, more] = screen.getAllByRole('table');
    const lines = (table: HTMLElement | undefined) =>
      [...(table?.querySelectorAll('tbody tr') ?? [])].map((line) =>
        [...line.children].map((cell) => cell.textContent),
      );
    expect(lines(main)).toEqual([
      [text('export-check.rows'), '1.200', '1.205', '+5'],
      ['Ventas', '6,60', '12,35', '+5,75'],
      ['Rentabilidad Total', '1,00', '1,00', '0'],
      [text('export-check.hash'), text('export-check.hash-none')],
    ]);
    expect(lines(more)).toEqual([
      ['Unidades', '3', '1', '−2'],
      ['Costo Envío', '—', '4,00', '+4,00'],
      ['% Costo Envío', '1,50', '2,25', '+0,75'],
    ]);
    expect(
      ['check-rows-before', 'check-rows-now', 'check-before-Ventas', 'check-difference-Unidades'].map(value),
    ).toEqual(['1200', '1205', '6.60', '-2']);
    expect(page()).toContain(text('export-check.other-moved', { count: 3 }));
    expect(page()).toContain(text('export-check.other-sums', { count: 1 }));
    const heads = within(main as HTMLElement).getAllByRole('columnheader');
    expect(heads.map((head) => head.title)).toEqual([
      '',
      expect.stringContaining('31-10-2026'),
      expect.stringContaining('20-11-2026'),
      '',
    ]);
  });

  test.each([
    ['a'.repeat(30), 'same'],
    ['b'.repeat(30), 'other'],
  ] as const)('are of rows whose hash is told in short: %s', async (now, said) => {
    const before = 'a'.repeat(30);
    await draw({ today: { ...TODAY, hash: { before, now } } });
    expect(['before', 'now'].map((side) => screen.getByTestId(`check-hash-${side}`).textContent)).toEqual([
      'aaaaaaaaaaaa…',
      `${now.slice(0, 12)}…`,
    ]);
    expect(['before', 'now'].map((side) => value(`check-hash-${side}`))).toEqual([before, now]);
    expect(screen.getByText(text(`export-check.hash-${said}`))).toBeTruthy();
    expect(page()).not.toContain(text('export-check.other-moved', { count: 0 }));
    expect(page()).not.toContain(text('export-check.other-sums', { count: 0 }));
    expect(screen.getAllByRole('table')).toHaveLength(1);
  });
});

describe('the orders between', () => {
  const order = (part: Partial<CheckedOrder>): CheckedOrder => ({
    Canal: 'Austral',
    Cuenta: 'una',
    Orden: 'O-1',
    kind: 'changed',
    isSelected: null,
    columns: [],
    ...part,
  });
  const orders = (part: Partial<CheckedToday['orders']>) =>
    draw({ today: { ...TODAY, orders: { ...TODAY.orders, ...part } } });
  const count = () => screen.getByTestId('check-orders').dataset.value;

  test('are counted by what became of them, and told with what they were and are', async () => {
    await orders({
      by: 'log',
      counts: { new: 1000, changed: 200, removed: 34 },
      lines: [
        order({
          isSelected: false,
          columns: [
            { column: 'Ventas', before: ['1.5'], after: ['2'] },
            { column: 'Estado de Orden', before: ['', null], after: [] },
          ],
        }),
        order({ Orden: '', kind: 'new', isSelected: false, Cuenta: '' }),
        order({ Orden: 'O-2', kind: 'removed', isSelected: true }),
        order({ Orden: 'O-3', isSelected: true }),
      ],
    });
    expect(count()).toBe('1234');
    const section = screen.getByTestId('check-orders');
    expect(section.querySelector('h3')?.textContent).toBe(`${text('export-check.orders')} 1.234`);
    expect(section.querySelector('p')?.textContent).toBe(
      `${text('export-check.orders-count', { changed: '200', added: '1.000', removed: '34' })}. ${text('export-check.by-log')} ${text('export-check.orders-first', { shown: '4' })}`,
    );
    const lines = screen.getAllByTestId('check-order');
    expect(lines.map(({ dataset }) => `${dataset.order} ${dataset.kind}`)).toEqual([
      'O-1 changed',
      ' new',
      'O-2 removed',
      'O-3 changed',
    ]);
    const tones = lines.map((each) => each.querySelector('span')?.className.split(' ').at(-1));
    expect(tones).toEqual([ui.caution, ui.info, ui.bad, ui.caution]);
    const beside = text('export-check.by-log-beside');
    expect(lines.map((line) => line.textContent)).toEqual([
      expect.stringContaining(`${text('changes.kind-changed')} O-1 Austral · una · ${beside}`),
      `${text('changes.kind-new')} ${text('filter.blank')} Austral`,
      `${text('changes.kind-removed')} O-2 Austral · una`,
      `${text('changes.kind-changed')} O-3 Austral · una`,
    ]);
    expect([...(lines[0]?.querySelectorAll('dl > div') ?? [])].map((cell) => cell.textContent)).toEqual([
      'Ventas1,50 → 2,00',
      `Estado de Orden${text('filter.blank')}, — → —`,
    ]);
  });

  test('are all shown where they are few', async () => {
    await orders({ counts: { new: 0, changed: 1, removed: 0 }, lines: [order({})] });
    expect(page()).toContain(text('export-check.by-rows'));
    expect(page()).not.toContain(text('export-check.orders-first', { shown: '1' }));
  });

  test('may be none, or not known', async () => {
    const { view } = await orders({});
    expect([count(), page().includes(text('export-check.none-changed'))]).toEqual(['0', true]);
    view.unmount();
    await orders({ by: 'unknown' });
    expect(page()).toContain(text('export-check.by-unknown'));
    expect(screen.getByTestId('check-orders').querySelector('h3')?.textContent?.trim()).toBe(
      text('export-check.orders'),
    );
  });

  test('and the changes since are a press away, where it is known since when', async () => {
    const selection = { ...EVERYTHING, search: 'x' };
    const { user, told, view } = await draw({
      readUntil: '2026-10-31T10:00:00.000Z' as UtcInstant,
      selection,
    });
    await user.click(screen.getByTestId('check-open-orders'));
    expect([window.location.hash, probedSelection().search, told]).toEqual(['#orders', 'x', ['closed']]);
    await user.click(screen.getByTestId('check-open-changes'));
    expect([decodeURIComponent(window.location.hash), told.length]).toEqual([
      expect.stringMatching(/^#changes\/after\/2026-10-31T10:00:00\.001/),
      2,
    ]);
    view.unmount();
    await draw({ selection: null });
    expect(['check-open-orders', 'check-open-changes'].map((id) => screen.queryByTestId(id))).toEqual([
      null,
      null,
    ]);
  });
});
