import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import type { CostFault, CostImport } from '#renderer/reconciliation/costs/model/own-costs-import.ts';
import { CostMapping } from '#renderer/reconciliation/costs/screen/import/cost-mapping.tsx';
import { CostPreview } from '#renderer/reconciliation/costs/screen/import/cost-preview.tsx';
import type { CostPlace, LookedAt } from '#renderer/reconciliation/costs/screen/import/use-cost-import.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { choiceOf } from '#test/renderer/dom/shown.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What of a file of costs is written, by whom and in which currency, and which of its columns is which, over a file that is read. */

const D = (value: string) => value as Decimal;
const cost = (line: number, sku: string, more: Partial<CostImport['costs'][number]> = {}) => ({
  ...{ line, sku, from: null, to: null, cost: D('121'), note: '' },
  ...more,
});
const READ: CostImport = {
  ...{ lines: 9, unfilled: 2, repeated: 0, faults: [], faultCount: 0 },
  conventions: { number: ',', date: 'day-first' } as CostImport['conventions'],
  costs: [
    cost(3, 'A', { from: '2026-10-01' as LocalDate, to: '2026-10-31' as LocalDate, note: 'caja' }),
    cost(4, 'B'),
  ],
};
const LOOK: LookedAt = {
  facts: { format: 'xlsx', encoding: null, delimiter: null, notes: [] },
  sheets: [
    { name: 'Uno', isHidden: false, lines: 9, columns: 1, head: [{ line: 1, cells: ['Otra'] }] },
    {
      ...{ name: 'Dos', isHidden: false, lines: 9, columns: 4 },
      head: [
        { line: 1, cells: ['Lista'] },
        { line: 2, cells: ['SKU', 'Costo de veintidós letr', '', 'Costo de veintidós let'] },
      ],
    },
  ] as LookedAt['sheets'],
  known: { kept: new Map(), former: [] },
};
const PLACE: CostPlace = {
  ...{ sheet: 'Dos', headerLine: 2, said: { number: ',', date: 'day-first' } },
  columns: { sku: 0, cost: 1, from: null, to: null, note: 3 },
};
const CURRENCIES = { main: 'CLP', own: [{ Canal: 'Otro', Cuenta: 'Dos', code: 'ARS' }] };

beforeEach(() => {
  localStorage.setItem('cuadra.screens.a', JSON.stringify({ currency: 'ARS' }));
});

async function open(
  read: Partial<CostImport>,
  standing: readonly OwnCost[] = [],
  dataReplies: PageSetting['dataReplies'] = {},
) {
  const said: unknown[] = [];
  let done = 0;
  const page = await openPage(
    {
      accounts: { accounts: [account({ currencies: CURRENCIES })], activeId: 'a', keyStorage: 'memory' },
      annotations: standing.map((value) => ({ kind: 'own-cost', key: ownCostKey(value), value })),
      dataReplies,
    },
    () => (
      <InAccount>
        <CostPreview
          found={{ read: { ...READ, ...read }, unknownSkus: ['x1', 'x2', 'x3', 'x4', 'x5', 'x6'] }}
          place={PLACE}
          look={LOOK}
          onSaid={(next) => said.push(next)}
          onDone={() => {
            done += 1;
          }}
        />
      </InAccount>
    ),
  );
  const preview = await screen.findByTestId('own-costs-preview');
  const confirm = screen.getByTestId<HTMLButtonElement>('own-costs-confirm');
  const stored = async () =>
    Object.fromEntries(
      (await page.session.data.call.readAnnotations({ kind: 'own-cost' })).map(({ key, value }) => [
        key,
        { ...(value as OwnCost), atMs: 'atMs' in value && value.atMs === 1 ? 1 : 2 },
      ]),
    );
  const type = (id: string, value: string) => fireEvent.change(screen.getByTestId(id), { target: { value } });
  return { ...page, preview, confirm, stored, type, said, done: () => done };
}

test('costs are written in the currency in view, with its rate, in the name that is typed meanwhile, and taken back', async () => {
  const before: OwnCost = {
    ...{ sku: 'A', currency: 'ARS', from: '2026-10-15' as LocalDate, to: null, cost: D('5'), note: '' },
    ...{ owner: 'Luz', atMs: 1 },
  };
  const main: OwnCost = { ...before, currency: null };
  const { user, preview, confirm, stored, type, done } = await open({}, [before, main]);
  await waitFor(() => expect(screen.queryByTestId('own-costs-overlap')).not.toBeNull());
  expect(readOf(preview)).toEqual([
    '2 costos entendidos',
    '2 líneas sin costo',
    '6 SKU no están en ninguna fila: x1, x2, x3, x4, x5',
    'El costo incluye IVA (Se guarda como lo escribes; las cifras cuentan el costo sin IVA, a seis decimales por unidad.)',
    'Línea | SKU | Costo unitario | Desde | Hasta | Nota',
    '3 | A | 121 | 01-10-2026 | 31-10-2026 | caja',
    '4 | B | 121 | siempre | siempre |',
    '1 línea toca días que ya tienen otro costo[Reemplazar, on][Dejar el que está]',
    'Responsable{}[Importar 2 costos]',
  ]);
  expect(screen.getByTestId('own-costs-unknown').dataset.value).toBe('6');
  await user.click(screen.getByRole('checkbox'));
  expect(screen.getByTestId<HTMLInputElement>('own-cost-vat-rate').value).toBe('21');
  expect(within(preview).getByRole('table').textContent).toContain('100');
  type('own-costs-owner', ' Ana ');
  fireEvent.click(confirm);
  await waitFor(() => expect(done()).toBe(1));
  const written = { currency: 'ARS', vat: '21', owner: 'Ana', atMs: 2 };
  const { line: _, ...first } = READ.costs[0] as CostImport['costs'][number];
  const { line: __, ...second } = READ.costs[1] as CostImport['costs'][number];
  expect(await stored()).toEqual({
    '|2026-10-15|A': main,
    'ARS|2026-10-01|A': { ...first, ...written },
    'ARS|2026-11-01|A': { ...before, from: '2026-11-01' },
    'ARS||B': { ...second, ...written },
  });
  await waitFor(() =>
    expect(screen.getByTestId('undo-line').textContent).toContain(
      text('cost-import.undo', { count: 2, shown: '2' }),
    ),
  );
  fireEvent.click(screen.getByRole('button', { name: /Deshacer/u }));
  await waitFor(async () =>
    expect(await stored()).toEqual({ 'ARS|2026-10-15|A': before, '|2026-10-15|A': main }),
  );
});

test('with a rate that cannot be read nothing is written, nor while it is being written; what goes wrong is said', async () => {
  let fail: (error: Error) => void = () => {};
  const { user, confirm, type, done } = await open({}, [], {
    writeAnnotations: () =>
      new Promise((_, reject) => {
        fail = reject;
      }),
  });
  await waitFor(() => expect(confirm.disabled).toBe(false));
  await user.click(screen.getByRole('checkbox'));
  type('own-cost-vat-rate', '19,,');
  expect([confirm.disabled, confirm.title !== '']).toEqual([true, true]);
  type('own-cost-vat-rate', '10,5');
  expect([confirm.disabled, confirm.title]).toEqual([false, '']);
  fireEvent.click(confirm);
  await waitFor(() => expect(confirm.disabled).toBe(true));
  fail(new Error('disco lleno'));
  expect((await screen.findByText(/disco lleno/u)).closest('[role=alert]')).not.toBeNull();
  await waitFor(() => expect(confirm.disabled).toBe(false));
  expect(done()).toBe(0);
});

test('what is asked is answered one beside the other; faults are told by line and column, the first of them', async () => {
  const fault = (line: number, more: Partial<CostFault> = {}): CostFault => ({
    ...{ line, column: 1, field: 'cost', text: 'x', reason: 'not-a-number', other: null },
    ...more,
  });
  const faults = [
    fault(5, { column: null, field: null, text: 'a;b;c', reason: 'moved-cells' }),
    fault(6, { reason: 'contradicts', other: 4 }),
    fault(7, { column: 2, field: 'from', reason: 'unclear-date' }),
    ...Array.from({ length: 60 }, (_, at) => fault(8 + at)),
  ];
  const { preview, confirm, said } = await open({
    ...{ faults, faultCount: 1263 },
    conventions: { number: 'unclear', date: 'unclear' } as CostImport['conventions'],
  });
  expect(readOf(preview).slice(0, 2)).toEqual([
    `${text('cost-import.ask-number')}[La coma][El punto]`,
    `${text('cost-import.ask-date')}[El día][El mes]`,
  ]);
  for (const name of ['La coma', 'El punto', 'El día', 'El mes']) {
    fireEvent.click(screen.getByRole('button', { name }));
  }
  expect(said).toEqual([
    { number: ',', date: 'day-first' },
    { number: '.', date: 'day-first' },
    { number: ',', date: 'day-first' },
    { number: ',', date: 'month-first' },
  ]);
  const list = screen.getByTestId('own-costs-faults');
  expect([list.dataset.value, list.children.length]).toEqual(['1263', 50]);
  expect(screen.getByRole('heading').textContent).toBe('1.263 líneas no se entienden');
  expect([...list.children].slice(0, 4).map(({ textContent }) => textContent)).toEqual([
    text('cost-import.fault-line', {
      line: '5',
      what: text('cost-import.reason-moved-cells', { text: 'a;b;c', other: '' }),
    }),
    'Línea 6, columna «Costo de veintidós letr»: «x» tiene otro costo, o los mismos días con otro límite, en la línea 4',
    'Línea 7, columna «C»: «x» puede ser dos fechas',
    'Línea 8, columna «Costo de veintidós letr»: «x» no es un monto',
  ]);
  expect([confirm.disabled, confirm.title]).toEqual([true, text('cost-import.choose-first')]);
});

test('columns, header and sheet are said each alone: all else of the place stays as it was', async () => {
  const places: CostPlace[] = [];
  const { user } = await openPage({}, () => (
    <InAccount>
      <CostMapping
        look={{ ...LOOK, facts: { ...LOOK.facts, notes: ['macros'] } }}
        place={PLACE}
        onChange={(next) => places.push(next)}
      />
    </InAccount>
  ));
  const mapping = await screen.findByTestId('own-costs-mapping');
  expect(readOf(mapping).slice(1)).toEqual([
    'Hoja[Dos, Hoja: Dos]',
    'Fila de encabezados[2 · SKU · Costo de veintid…, Fila de encabezados: 2 · SKU · Costo de veintid…]',
    'SKU[A · SKU, SKU: A · SKU]',
    'Costo unitario[B · Costo de veintidós let…, Costo unitario: B · Costo de veintidós let…]',
    'Desde[Ninguna, Desde: Ninguna]',
    'Hasta[Ninguna, Hasta: Ninguna]',
    'Nota[D · Costo de veintidós let, Nota: D · Costo de veintidós let]',
  ]);
  expect(readOf(mapping)[0]).toBe(text('intake.note-macros'));
  const press = async (at: number, choice: string) => {
    fireEvent.click(within(mapping).getAllByRole('button')[at] as HTMLElement);
    await user.click(await choiceOf(choice));
  };
  await press(1, '1 · Lista');
  await press(1, 'sin encabezados');
  await press(4, 'C');
  await press(6, 'Ninguna');
  await press(0, 'Uno');
  const { columns } = PLACE;
  expect(places).toEqual([
    { ...PLACE, headerLine: 1 },
    { ...PLACE, headerLine: 0 },
    { ...PLACE, columns: { ...columns, from: 2 } },
    { ...PLACE, columns: { ...columns, note: null } },
    {
      ...{ sheet: 'Uno', headerLine: 1, said: { number: null, date: null } },
      columns: { sku: null, cost: null, from: null, to: null, note: null },
    },
  ]);
});

test('of a long list the first eight are shown, with what counts of each; what stands is left alone, or replaced after all', async () => {
  const stands = (sku: string, more: Partial<OwnCost> = {}): OwnCost => ({
    ...{ sku, currency: 'ARS', from: null, to: null, cost: D('5'), note: '', owner: 'Luz', atMs: 1 },
    ...more,
  });
  const costs = Array.from({ length: 10 }, (_, at) => cost(at + 3, `S${at}`, { cost: D(`${at + 1}.5`) }));
  const standing = [
    stands('S0', { cost: D('1.50') }),
    stands('S2'),
    stands('S9', { from: '2026-10-01' as LocalDate }),
    // Of the main currency: it is touched by none.
    stands('S4', { currency: null }),
  ];
  const faults = Array.from({ length: 3 }, (_, at) => ({
    ...{ line: 20 + at, column: null, field: null, text: 'x', reason: 'no-sku', other: null },
  })) as CostImport['faults'];
  const { user, preview, confirm, stored, done } = await open(
    { costs, unfilled: 0, repeated: 1, faults, faultCount: 1203 },
    standing,
  );
  await waitFor(() => expect(screen.queryByTestId('own-costs-overlap')).not.toBeNull());
  const row = (at: number) => `${at + 3} | S${at} | ${at + 1},5 | siempre | siempre |`;
  expect(readOf(preview)).toEqual([
    '10 costos entendidos',
    '1 línea repite a otra',
    '1 ya está igual',
    '6 SKU no están en ninguna fila: x1, x2, x3, x4, x5',
    'El costo incluye IVA (Se guarda como lo escribes; las cifras cuentan el costo sin IVA, a seis decimales por unidad.)',
    'Línea | SKU | Costo unitario | Desde | Hasta | Nota',
    ...Array.from({ length: 8 }, (_, at) => row(at)),
    '1.203 líneas no se entienden',
    ...faults.map(
      ({ line }) => `Línea ${line}: ${text('cost-import.reason-no-sku', { text: 'x', other: '' })}`,
    ),
    text('cost-import.leave-out', { count: 1203, shown: '1.203' }),
    '2 líneas tocan días que ya tienen otro costo[Reemplazar, on][Dejar el que está]',
    `Responsable{}[Importar 9 costos, off, ${text('cost-import.choose-first')}]`,
  ]);
  const [, leavesOut] = screen.getAllByRole('checkbox');
  await user.click(leavesOut as HTMLElement);
  expect(readOf(preview).at(-1)).toBe('Responsable{}[Importar 9 costos]');
  fireEvent.click(screen.getByRole('button', { name: 'Dejar el que está' }));
  // What is chosen can be turned round still.
  expect(readOf(preview).slice(-2)).toEqual([
    '2 líneas tocan días que ya tienen otro costo[Reemplazar][Dejar el que está, on]',
    'Responsable{}[Importar 7 costos]',
  ]);
  await user.click(screen.getAllByRole('checkbox')[0] as HTMLElement);
  const lines = () => [...preview.querySelectorAll('tr')].slice(1, 3);
  expect(lines().map((each) => readOf(each)[0])).toEqual([
    '3 | S0 | 1,5 | 1,239669 | siempre | siempre |',
    '4 | S1 | 2,5 | 2,066116 | siempre | siempre |',
  ]);
  expect(
    lines().map((each) => [...each.children].map((cell) => (cell as HTMLElement).dataset.value)),
  ).toEqual([
    [undefined, undefined, '1.5', '1.239669', undefined, undefined, undefined],
    [undefined, undefined, '2.5', '2.066116', undefined, undefined, undefined],
  ]);
  await user.click(screen.getAllByRole('checkbox')[0] as HTMLElement);
  fireEvent.click(confirm);
  await waitFor(() => expect(done()).toBe(1));
  const kept = await stored();
  expect(Object.keys(kept).sort()).toEqual([
    ...['ARS|2026-10-01|S9', ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((at) => `ARS||S${at}`), '||S4'],
  ]);
  expect([kept['ARS||S0'], kept['ARS||S2'], kept['ARS|2026-10-01|S9'], kept['||S4']]).toEqual(standing);
  expect(screen.getByTestId('undo-line').textContent).toContain(
    text('cost-import.undo', { count: 7, shown: '7' }),
  );
});

test('of a sheet so many columns and rows are chosen among, called by their letters and first words; without a header by letters alone', async () => {
  const head = Array.from({ length: 27 }, (_, at) => ({
    line: at + 2,
    cells: [`F${at + 2}`, ' ', 'b', 'c', 'd', 'e'],
  }));
  const look = {
    ...LOOK,
    sheets: [{ ...{ name: 'Dos', isHidden: false, lines: 99, columns: 70 }, head }],
  } as LookedAt;
  const columns = { sku: null, cost: 1, from: null, to: null, note: null };
  const { user } = await openPage({}, () => (
    <InAccount>
      <CostMapping look={look} place={{ ...PLACE, headerLine: 3, columns }} onChange={() => {}} />
    </InAccount>
  ));
  const mapping = await screen.findByTestId('own-costs-mapping');
  const alert = within(mapping).getByRole('alert');
  expect(alert.textContent).toBe(text('cost-import.map-by-hand'));
  const choices = async (at: number) => {
    fireEvent.click(within(mapping).getAllByRole('button')[at] as HTMLElement);
    await choiceOf(at === 0 ? 'sin encabezados' : 'Ninguna');
    const told = [...document.querySelectorAll('[role=menuitemradio]')].map(({ textContent }) => textContent);
    await user.keyboard('{Escape}');
    return told;
  };
  // One sheet is no choice.
  const rows = await choices(0);
  expect([rows.length, rows[1], rows.at(-1)]).toEqual([26, '2 · F2 · b · c · d', '26 · F26 · b · c · d']);
  const all = await choices(1);
  expect([all.length, ...all.slice(0, 4), all.at(-1)]).toEqual([
    ...[61, 'Ninguna', 'A · F3', 'B', 'C · b', 'BH'],
  ]);
});
