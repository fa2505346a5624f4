import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { onlyWith } from '#renderer/features/selection/selection-context.tsx';
import {
  ColumnMapping,
  FieldColumns,
  MappingChoice,
} from '#renderer/reconciliation/parts/column-mapping.tsx';
import { DifferenceTools } from '#renderer/reconciliation/parts/difference-tools.tsx';
import { ReadingProgress, UnreadFile } from '#renderer/reconciliation/parts/file-reading.tsx';
import { LedTo } from '#renderer/reconciliation/parts/led-to.tsx';
import { ListedRows } from '#renderer/reconciliation/parts/listed-rows.tsx';
import type { OpenedOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import { OwnerField } from '#renderer/reconciliation/parts/owner-field.tsx';
import { ReasonField } from '#renderer/reconciliation/parts/reason-field.tsx';
import { TableExport } from '#renderer/reconciliation/parts/table-export.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { exportBy, takingExports } from '#test/renderer/dom/exported.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { copiedOf, readOf } from '#test/renderer/dom/reading.ts';
import { choiceOf } from '#test/renderer/dom/shown.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The small pieces that the rooms of a month share, each by itself: what it says, and all that a press of it leads to. */

const D = (value: string) => value as Decimal;
const CURRENCIES = { main: 'CLP', own: [{ Canal: 'Otro', Cuenta: 'Dos', code: 'USD' }] };

beforeEach(() => {
  localStorage.setItem('cuadra.screens.a', JSON.stringify({ currency: 'USD' }));
});

const inPage = async (shown: React.ReactElement, setting: PageSetting = {}) => {
  const page = await openPage(
    {
      accounts: { accounts: [account({ currencies: CURRENCIES })], activeId: 'a', keyStorage: 'memory' },
      ...setting,
    },
    () => (
      <InAccount>
        <main data-testid="part">{shown}</main>
      </InAccount>
    ),
  );
  const part = await screen.findByTestId('part');
  return { ...page, part, read: () => readOf(part) };
};

test('from a difference each tool is filled with its account and period, and the search for its cause with the order too', async () => {
  const led: unknown[] = [];
  const tools = (order: string | null, difference: Decimal | null) => (
    <DifferenceTools
      of={{ canal: 'Uno', cuenta: '', order, measure: 'Ventas', difference }}
      onSection={(...to) => led.push(to)}
    />
  );
  const { part, read } = await inPage(
    <>
      <p>{tools('O-1', D('-7.50'))}</p>
      <p>{tools(null, D('0'))}</p>
      <p>{tools('O-2', null)}</p>
    </>,
  );
  const others = `[Tarifas, De Uno · , en este período][Anomalías, De Uno · , en este período][Puente, De Uno · , en este período]`;
  const cause = `[${text('explain.find-cause')}, ${text('explain.from-difference')}]`;
  expect(read()).toEqual([cause + others, cause + others, others]);
  for (const press of part.querySelectorAll('button')) fireEvent.click(press);
  const own = [{ type: 'clear', keepsPeriod: true }, onlyWith('Canal', 'Uno'), onlyWith('Cuenta', '')];
  const each = ['rates', 'anomalies', 'bridge'].map((section) => [section, { only: own }]);
  const explain = (only: readonly unknown[], difference: string) => [
    'explain',
    { only, explain: { measure: 'Ventas', difference } },
  ];
  expect(led).toEqual([
    explain([...own, onlyWith('Orden', 'O-1')], '-7.50'),
    ...each,
    explain(own, '0'),
    ...each,
    ...each,
  ]);
});

test('rows that a tool found are told by their columns, and each opens at its own place among those that are listed', async () => {
  const opened: OpenedOrder[] = [];
  let more = 0;
  const row = (at: number, Orden: string, ids: readonly string[]) => ({
    ...{ row: 7 + at, identity: { Orden, Ítem: `${at}` }, correlationIds: ids, off: D(`-${at}.5`) },
    cells: { Canal: 'Uno', Orden, 'Fecha de compra': `2026-10-0${at}T10:05:00.000` },
  });
  const lines = [row(1, 'O-1', ['a', 'b']), row(2, '', []), row(3, 'O-1', ['c'])];
  const { part, read } = await inPage(
    <ListedRows
      {...{ name: 'Filas', testId: 'rows', rowTestId: 'one', lines, total: 1203, places: 3 }}
      keyColumns={['Canal', 'Orden', 'Fecha de compra', 'Cuenta']}
      figures={[
        {
          heading: 'De más',
          value: ({ off }) => off,
          draw: ({ off }) => <Figure value={off} kind="money" places={2} />,
        },
      ]}
      onOpenOrder={(order) => opened.push(order)}
      onMore={() => {
        more += 1;
      }}
    />,
  );
  expect(read()).toEqual([
    'Canal | Orden | Fecha de compra | Cuenta | De más | ID de solicitud',
    'Uno | [O-1] | 01-10-2026 10:05 | | −1,50 | [a+1, Copiar los 2 ID de solicitud / a / b]',
    `Uno | [${text('order.none')}] | 02-10-2026 10:05 | | −2,50 | —`,
    'Uno | [O-1] | 03-10-2026 10:05 | | −3,50 | [c, Copiar el ID de la solicitud / c]',
    `[${text('proof.more')} (1.200)]`,
  ]);
  expect(copiedOf(screen.getByRole('table'))).toEqual([
    'Canal | Orden | Fecha de compra | Cuenta | De más | ID de solicitud',
    'Uno | O-1 | 2026-10-01T10:05:00.000 |  | -1,5 | a b',
    'Uno |  | 2026-10-02T10:05:00.000 |  | -2,5 | ',
    'Uno | O-1 | 2026-10-03T10:05:00.000 |  | -3,5 | c',
  ]);
  expect([
    screen.getAllByTestId('one').length,
    screen.getByTestId('rows').contains(screen.getByRole('table')),
  ]).toEqual([3, true]);
  for (const name of [text('order.none'), 'O-1'])
    fireEvent.click(screen.getAllByText(name).at(-1) as HTMLElement);
  const orders = lines.map(({ identity }, at) => ({
    ...{ row: at, order: identity.Orden, channel: 'Uno' },
    filters: [
      { column: 'Orden', values: [identity.Orden] },
      { column: 'Ítem', values: [`${at + 1}`] },
    ],
  }));
  expect(opened).toEqual([
    { orders, at: 1, places: 3 },
    { orders, at: 2, places: 3 },
  ]);
  fireEvent.click(part.querySelectorAll('button')[part.querySelectorAll('button').length - 1] as HTMLElement);
  expect(more).toBe(1);
});

test('how far a file is read, and why it was not, is told of that file', async () => {
  const file = (name: string) => new File(['x'], name);
  const { part, read } = await inPage(
    <>
      <ReadingProgress step={null} />
      <ReadingProgress step={{ kind: 'running', lines: 1200, share: 0.25 }} />
      <UnreadFile
        testId="a"
        phase={{
          kind: 'refused',
          file: file('uno.csv'),
          refusal: { reason: 'unreadable', sheet: 'Hoja', line: 7, column: 28 },
        }}
      />
      <UnreadFile testId="b" phase={{ kind: 'failed', file: file('dos.csv'), detail: 'se cortó' }} />
    </>,
  );
  expect(read()).toEqual([
    text('intake.reading', { count: 0, shown: '0' }),
    text('intake.reading', { count: 1200, shown: '1.200' }),
    `${text('intake.refused')} · uno.csv`,
    `hoja «Hoja», línea 7, columna AB: ${text('intake.refused-unreadable')}`,
    `${text('intake.failed')} · dos.csv`,
    'se cortó',
  ]);
  expect([...part.querySelectorAll('i')].map(({ style }) => style.width)).toEqual(['0%', '25%']);
});

test('of each field one column is chosen, or none; how it came to be and what to choose by stand beside it', async () => {
  const told: unknown[] = [];
  const { user, part, read } = await inPage(
    <ColumnMapping>
      <MappingChoice
        label="Hoja"
        value="b"
        options={[
          { value: 'a', label: 'Uno' },
          { value: 'b', label: 'Dos' },
        ]}
        onChange={(value) => told.push(value)}
      />
      <FieldColumns
        fields={['x', 'y', 'z']}
        nameOf={(field) => `Campo ${field}`}
        columns={[
          { value: '0', label: 'A · cero' },
          { value: '1', label: 'B' },
        ]}
        chosen={(field) => (field === 'z' ? undefined : field === 'x' ? '1' : '0')}
        onChoose={(...chosen) => told.push(chosen)}
        testId="field"
        markOf={(field) => (field === 'x' ? 'recordada' : undefined)}
        noteOf={(field) => (field === 'z' ? 'dos se llaman así' : undefined)}
      />
    </ColumnMapping>,
  );
  const none = text('intake.no-column');
  expect(read()).toEqual([
    'Hoja[Dos, Hoja: Dos]',
    'Campo x · recordada[B, Campo x (recordada): B]',
    'Campo y[A · cero, Campo y: A · cero]',
    `Campo z[${none}, Campo z: ${none}]dos se llaman así`,
  ]);
  expect(['x', 'y', 'z'].map((field) => screen.getByTestId(`field-${field}`).textContent)).toEqual([
    'B',
    'A · cero',
    none,
  ]);
  const press = async (at: number, choice: string) => {
    fireEvent.click(part.querySelectorAll('button')[at] as HTMLElement);
    await user.click(await choiceOf(choice));
  };
  await press(0, 'Uno');
  await press(1, none);
  await press(3, 'A · cero');
  expect(told).toEqual(['a', ['x', undefined], ['z', '0']]);
});

test('a name that is typed in one place stands in all; a reason is told as it is typed; one is led back by a press', async () => {
  const told: unknown[] = [];
  const { read } = await inPage(
    <>
      <OwnerField testId="one" />
      <OwnerField testId="two" label="Quién" />
      <ReasonField testId="why" reason="porque" onChange={(reason) => told.push(reason)} />
      <LedTo name="Vencidas" onEnd={() => told.push('end')} />
    </>,
  );
  fireEvent.change(screen.getByTestId('one'), { target: { value: 'Ana ' } });
  fireEvent.change(screen.getByTestId('why'), { target: { value: ' otra' } });
  fireEvent.click(screen.getByTestId('led-to-end'));
  expect([read(), told]).toEqual([
    [
      `${text('reconciliation.owner')}{Ana }Quién{Ana }${text('match.reason')}: {porque}Vencidas [${text('reconciliation.led-end')}]`,
    ],
    [' otra', 'end'],
  ]);
  const most = (id: string) => screen.getByTestId<HTMLInputElement>(id).maxLength;
  expect([most('one'), most('why')]).toEqual([200, 10_000]);
});

test('a table that is laid out is of the accounts in view, or of the rows that are said; its name tells how it was chosen', async () => {
  const exports = takingExports();
  const table = { name: 'T', columns: [], keyColumns: 0, lines: [] } as never;
  const props = { fileName: 'Lista', table: () => table, revision: 4 };
  const page = await inPage(
    <>
      <TableExport {...props} label="Todo" />
      <TableExport {...props} label="Con orden" of={{ sort: 'age' }} />
      <TableExport
        {...props}
        label="De una"
        selection={{ ...EVERYTHING, filters: [{ column: 'Canal', values: ['Uno'] }] }}
      />
    </>,
    exports.setting,
  );
  const files: unknown[] = [];
  for (const name of ['Todo', 'Con orden', 'De una']) {
    const { fileName, content } = await exportBy(name, page, exports);
    files.push([fileName, content]);
  }
  const content = { kind: 'table', table };
  await waitFor(() => expect(files).toHaveLength(3));
  expect(files).toEqual([
    ['cuadra-lumbre-hogar_lista-avjoa8ji-usd.xlsx', content],
    ['cuadra-lumbre-hogar_lista-vifrt26s-usd.xlsx', content],
    ['cuadra-lumbre-hogar_lista-uno-gfqapll6-usd.xlsx', content],
  ]);
});
