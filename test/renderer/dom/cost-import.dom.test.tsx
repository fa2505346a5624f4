import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createWorld } from '#electron/demo/world/world.ts';
import type { IntakeStep } from '#renderer/data/worker/reader/intake.ts';
import { readIntake } from '#renderer/data/worker/reader/read-intake.ts';
import { keptColumns } from '#renderer/reconciliation/costs/model/known-columns.ts';
import { CostImportActions } from '#renderer/reconciliation/costs/screen/import/cost-import-actions.tsx';
import type { StatementTools } from '#renderer/reconciliation/statements/worker/read-statement-file.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { NOW } from '#test/electron/demo/demo-api.ts';
import { workbookOf } from '#test/renderer/data/files/intake/made-files.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { asPieces } from './intake-pieces.ts';
import { writtenFile } from './main-streams.ts';
import { InAccount, openPage, type PageSetting, type Row } from './page.tsx';
import { copiedOf, readOf } from './reading.ts';

/** Own costs out of files, over the reader as it runs in the worker. */

const TRUTH = [...createWorld({ seed: 31, orders: 40, clock: () => NOW }).truth()] as readonly Row[];
const ROWS = TRUTH.filter((row) => row['Tipo de Dato'] === 'Orden')
  .slice(0, 3)
  .map((row, at) => ({ ...row, 'SKU Producto': `SKU-${at}`, 'Costo de Producto': '0' }));

/** No statement is read here. */
const NO_STATEMENTS: StatementTools = {
  question: () => ({ today: '2026-09-05' as LocalDate, mappings: new Map() }),
  describe: () => Promise.reject(new Error('No statement was asked for.')),
};

async function openDialog(
  annotations: PageSetting['annotations'] = [],
  steps?: () => AsyncGenerator<IntakeStep, IntakeStep>,
) {
  const ended: string[] = [];
  const saved: string[] = [];
  const page = await openPage(
    {
      rows: ROWS,
      annotations,
      mainStreams: {
        exportFile: writtenFile({ kind: 'file', path: '/tmp/costos.csv' }, (bytes) =>
          saved.push(Buffer.from(bytes).toString('utf8')),
        ),
      },
      dataStreams: {
        intake: ({ file, ask }, signal) => {
          signal.addEventListener('abort', () => ended.push('given up'));
          const tools = { pause: async () => undefined, now: () => 0, statements: NO_STATEMENTS };
          return asPieces(steps?.() ?? readIntake(file, ask, tools));
        },
      },
    },
    () => (
      <InAccount>
        <CostImportActions query={{ selection: EVERYTHING, order: 'ventas', limit: 20 }} />
      </InAccount>
    ),
  );
  const stored = async (session: typeof page.session) =>
    (await session.data.call.readAnnotations({ kind: 'own-cost' })).map(({ value }) => value);
  await page.user.click(await screen.findByTestId('own-costs-open'));
  const dialog = await screen.findByTestId('own-costs-dialog');
  const choose = (content: string | Uint8Array<ArrayBuffer>, name = 'costos.csv') =>
    page.user.upload(within(dialog).getByTestId('own-costs-import'), new File([content], name));
  const confirm = () => within(dialog).getByTestId<HTMLButtonElement>('own-costs-confirm');
  return { ...page, dialog, choose, confirm, ended, saved, stored: () => stored(page.session) };
}

const shown = (id: string) => screen.getByTestId(id).dataset.value;

test('costs are shown, written at once, and taken back', async () => {
  const { dialog, choose, confirm, user, stored, session } = await openDialog();
  await choose(
    'Costos de agosto\nSKU;Costo;Desde;Hasta;Nota\nSKU-0;1.234,50;01-08-2026;31-08-2026;factura\nSKU-1;;;;\nOTRO;20,10;;;\n',
  );
  await screen.findByTestId('own-costs-preview');
  expect(shown('own-costs-understood')).toBe('2');
  expect(shown('own-costs-unknown')).toBe('1');
  expect(dialog.textContent).toContain(text('cost-import.unfilled', { count: 1, shown: '1' }));
  expect(
    within(dialog)
      .getAllByTestId('own-costs-line')
      .map(({ dataset }) => dataset.value),
  ).toEqual(['SKU-0', 'OTRO']);
  await waitFor(() => expect(confirm().disabled).toBe(false));
  await user.click(confirm());
  await waitFor(() => expect(screen.queryByTestId('own-costs-dialog')).toBeNull());
  expect(await stored()).toMatchObject([
    { sku: 'SKU-0', cost: '1234.50', from: '2026-08-01', to: '2026-08-31', note: 'factura' },
    { sku: 'OTRO', cost: '20.10', from: null, to: null, note: '' },
  ]);
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(async () =>
    expect((await session.data.call.readAnnotations({ kind: 'own-cost' })).length).toBe(0),
  );
});

test('costs of a file with VAT in them keep its rate; the same file without it says other costs', async () => {
  const { dialog, choose, confirm, user, stored } = await openDialog();
  const file = 'SKU;Costo\nSKU-0;1190\n';
  await choose(file);
  await screen.findByTestId('own-costs-preview');
  await user.click(within(dialog).getByRole('checkbox', { name: text('own-costs.vat') }));
  const line = within(dialog).getByTestId('own-costs-line');
  const figures = () =>
    [...line.querySelectorAll<HTMLElement>('[data-value]')].map(({ dataset }) => dataset.value);
  await waitFor(() => expect(figures()).toEqual(['1190', '1000']));
  // With a rate that is none they would count with the VAT in them.
  const rate = (value: string) =>
    fireEvent.change(within(dialog).getByTestId('own-cost-vat-rate'), { target: { value } });
  await waitFor(() => expect(confirm().disabled).toBe(false));
  rate('19,,');
  expect([confirm().disabled, confirm().title]).toEqual([true, text('cost-import.choose-first')]);
  rate('19');
  await waitFor(() => expect([confirm().disabled, confirm().title]).toEqual([false, '']));
  await user.click(confirm());
  await waitFor(() => expect(screen.queryByTestId('own-costs-dialog')).toBeNull());
  expect(await stored()).toMatchObject([{ sku: 'SKU-0', cost: '1190', vat: '19' }]);
  await user.click(screen.getByTestId('own-costs-open'));
  await user.upload(await screen.findByTestId('own-costs-import'), new File([file], 'costos.csv'));
  expect((await screen.findByTestId('own-costs-overlap')).dataset.value).toBe('1');
  await user.click(screen.getByRole('checkbox', { name: text('own-costs.vat') }));
  await waitFor(() => expect(screen.queryByTestId('own-costs-overlap')).toBeNull());
});

test('columns that were corrected by hand are known when a file of the same header comes again', async () => {
  const { dialog, choose, confirm, user } = await openDialog();
  await choose('Artículo raro;Precio de lista\nSKU-0;10,50\n');
  const mapping = within(await screen.findByTestId('own-costs-mapping'));
  expect(mapping.getByRole('alert').textContent).toBe(text('cost-import.map-by-hand'));
  for (const [field, column] of [
    ['sku', 'A · Artículo raro'],
    ['cost', 'B · Precio de lista'],
  ] as const) {
    await user.click(within(dialog).getByTestId(`own-costs-column-${field}`));
    await user.click(await screen.findByRole('menuitemradio', { name: column }));
  }
  await screen.findByTestId('own-costs-preview');
  await waitFor(() => expect(confirm().disabled).toBe(false));
  await user.click(confirm());
  await waitFor(() => expect(dialog.isConnected).toBe(false));
  await user.click(screen.getByTestId('own-costs-open'));
  const again = within(await screen.findByTestId('own-costs-dialog'));
  const next = new File(['Lista 2\nARTICULO RARO;Precio de lista\nSKU-1;11,00\n'], 'otra.csv');
  await user.upload(again.getByTestId('own-costs-import'), next);
  await screen.findByTestId('own-costs-preview');
  expect(again.getAllByTestId('own-costs-line').map(({ dataset }) => dataset.value)).toEqual(['SKU-1']);
});

test('columns that an earlier version remembered among the preferences are known still', async () => {
  const columns = { sku: 0, cost: 1, from: null, to: null, note: null };
  const part = { 'reconciliation.cost-columns': [{ header: 'articulo raro|precio de lista', columns }] };
  localStorage.setItem('cuadra.screens.a', JSON.stringify(part));
  const { dialog, choose, session } = await openDialog();
  // Another list is known by now.
  const header = { line: 1, cells: ['Código', 'Valor'] };
  const other = keptColumns(header, columns);
  if (other === null) throw new Error('Nothing is kept of this header.');
  await session.data.write.writeAnnotations({
    kind: 'cost-columns',
    puts: [{ key: other.key, value: { ...other.value, owner: '', atMs: 1 } }],
    deletes: [],
  });
  await choose('Artículo raro (código);Precio de lista\nSKU-1;11,00\n');
  await screen.findByTestId('own-costs-preview');
  expect(
    within(dialog)
      .getAllByTestId('own-costs-line')
      .map(({ dataset }) => dataset.value),
  ).toEqual(['SKU-1']);
});

test('lines that are not understood are told, and nothing is written before that is accepted', async () => {
  const { dialog, choose, confirm, user, stored } = await openDialog();
  await choose('SKU,Costo\nSKU-0,"10,50"\nSKU-1,"12,x"\n');
  await screen.findByTestId('own-costs-preview');
  expect(within(dialog).getByTestId('own-costs-faults').textContent).toBe(
    'Línea 3, columna «Costo»: «12,x» no es un monto',
  );
  expect(confirm().disabled).toBe(true);
  await user.click(
    within(dialog).getByRole('checkbox', { name: text('cost-import.leave-out', { count: 1, shown: '1' }) }),
  );
  await waitFor(() => expect(confirm().disabled).toBe(false));
  await user.click(confirm());
  await waitFor(async () => expect(await stored()).toMatchObject([{ sku: 'SKU-0', cost: '10.50' }]));
});

test('what may be two amounts is asked before anything can be written', async () => {
  const { dialog, choose, confirm, user, stored } = await openDialog();
  await choose('SKU;Costo\nSKU-0;1.234\n');
  const asked = await screen.findByTestId('own-costs-ask-number');
  expect(confirm().disabled).toBe(true);
  await user.click(within(asked).getByRole('button', { name: text('cost-import.number-comma') }));
  await waitFor(() => expect(within(dialog).getAllByTestId('own-costs-line')).toHaveLength(1));
  await waitFor(() => expect(confirm().disabled).toBe(false));
  await user.click(confirm());
  await waitFor(async () => expect(await stored()).toMatchObject([{ sku: 'SKU-0', cost: '1234' }]));
});

test('columns that no header names are chosen by hand', async () => {
  const { dialog, choose, user } = await openDialog();
  const rows = [
    ['Material', 'Valor'],
    ['SKU-0', { number: '12.5' }],
  ] as const;
  await choose(workbookOf({ sheets: [{ name: 'Hoja', rows }] }), 'costos.xlsx');
  const mapping = await screen.findByTestId('own-costs-mapping');
  expect(within(mapping).getByRole('alert').textContent).toBe(text('cost-import.map-by-hand'));
  expect(screen.queryByTestId('own-costs-preview')).toBeNull();
  for (const [field, column] of [
    ['sku', 'A · Material'],
    ['cost', 'B · Valor'],
  ] as const) {
    await user.click(within(dialog).getByTestId(`own-costs-column-${field}`));
    await user.click(await screen.findByRole('menuitemradio', { name: column }));
  }
  await screen.findByTestId('own-costs-preview');
  expect(shown('own-costs-understood')).toBe('1');
  expect(within(dialog).getByTestId('own-costs-line').querySelector('[data-value="12.5"]')).not.toBeNull();
});

const STANDING = {
  sku: 'SKU-0',
  currency: null,
  from: null,
  to: null,
  cost: '5',
  note: '',
  owner: 'Ana',
  atMs: 1,
};

test('what stands is replaced or kept, as is chosen', async () => {
  const { dialog, choose, confirm, user, stored } = await openDialog([
    { kind: 'own-cost', key: '||SKU-0', value: STANDING },
  ] as never);
  await choose('SKU;Costo;Desde\nSKU-0;7;2026-08-01\n');
  await waitFor(() => expect(shown('own-costs-overlap')).toBe('1'));
  await waitFor(() => expect(confirm().disabled).toBe(false));
  await user.click(within(dialog).getByRole('button', { name: text('cost-import.keep') }));
  await waitFor(() => expect(confirm().disabled).toBe(true));
  await user.click(within(dialog).getByRole('button', { name: text('cost-import.replace') }));
  await waitFor(() => expect(confirm().disabled).toBe(false));
  await user.click(confirm());
  await waitFor(async () => expect(await stored()).toHaveLength(2));
  expect(await stored()).toMatchObject([
    { cost: '5', from: null, to: '2026-07-31' },
    { cost: '7', from: '2026-08-01', to: null },
  ]);
});

test('a file that is refused says where and why, and another can be chosen', async () => {
  const { dialog, choose } = await openDialog();
  await choose('SKU;Costo\nA;1\nB;"2\n');
  const problem = await screen.findByTestId('own-costs-problem');
  expect(problem.textContent).toContain('línea 3, columna B');
  expect(problem.textContent).toContain(text('intake.refused-open-quote'));
  await choose('SKU;Costo\nA;1\n');
  await screen.findByTestId('own-costs-preview');
  expect(within(dialog).queryByRole('alert')).toBeNull();
});

test('a reading tells how far it is, and is let go when it is cancelled', async () => {
  let goOn: () => void = () => {};
  async function* slow(): AsyncGenerator<IntakeStep, IntakeStep> {
    yield { kind: 'running', share: 0.4, lines: 2000 };
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    return { kind: 'running', share: 1, lines: 9 };
  }
  const { dialog, choose, user, ended } = await openDialog([], slow);
  await choose('SKU;Costo\nA;1\n');
  await waitFor(() =>
    expect(within(dialog).getByRole('status').textContent).toBe(
      text('intake.reading', { count: 2000, shown: '2.000' }),
    ),
  );
  await user.click(within(dialog).getByTestId('own-costs-cancel'));
  goOn();
  await waitFor(() => expect(dialog.dataset.state).toBe('choose'));
  await waitFor(() => expect(ended).toHaveLength(1));
});

test('the template comes back as costs once it is filled', async () => {
  const { user, saved } = await openDialog();
  await user.keyboard('{Escape}');
  await user.click(screen.getByTestId('own-costs-template'));
  await waitFor(() => expect(saved.join('')).toContain('SKU-2'));
  // Its first column is the SKU, its third the cost.
  const [head = '', ...lines] = saved.join('').trimEnd().split('\r\n');
  expect(lines).toHaveLength(3);
  const filled = [head, ...lines.map((line) => line.replace(/;;;;$/, ';1.000,50;;;'))].join('\r\n');
  await user.click(screen.getByTestId('own-costs-open'));
  const dialog = await screen.findByTestId('own-costs-dialog');
  await user.upload(within(dialog).getByTestId('own-costs-import'), new File([filled], 'costos.csv'));
  await screen.findByTestId('own-costs-preview');
  expect(shown('own-costs-understood')).toBe('3');
  expect(screen.queryByTestId('own-costs-unknown')).toBeNull();
  const [cost] = within(dialog).getAllByTestId('own-costs-line');
  expect(cost?.querySelector('[data-value="1000.50"]')).not.toBeNull();
});

test('the whole of it is read: what to choose, which column is what, the first costs, and what stands in the way', async () => {
  const { dialog, choose, confirm, user } = await openDialog([
    { kind: 'own-cost', key: '||SKU-0', value: { ...STANDING, cost: '12.50' } },
    { kind: 'own-cost', key: '||SKU-1', value: { ...STANDING, sku: 'SKU-1' } },
  ] as never);
  expect(readOf(dialog)).toEqual([
    'Importar costos propios',
    'Una lista de costos por SKU: CSV, TSV o texto, XLSX, o una página guardada como .xls. Se muestra lo que se entendió antes de escribir nada.',
    'O suéltalo aquí',
    '[Cerrar][Elegir un archivo…]{}',
  ]);
  const others = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((sku, at) => `${sku};${at},10;;;`);
  await choose(
    [
      'Lista de agosto de la fábrica que los hace',
      'SKU;Costo;Desde;Hasta;Una nota que es más larga que lo que cabe',
      'SKU-0;12,50;;;',
      'SKU-1;7;25-08-2026;;caro',
      ...others,
      'a;0,10;;;',
      'SKU-2;;;;',
      'z;doce;;;',
      'y;1;31-12-2026;01-01-2026;',
    ].join('\n'),
    'costos de agosto.csv',
  );
  await screen.findByTestId('own-costs-preview');
  await waitFor(() => expect(screen.queryByTestId('own-costs-overlap')).not.toBeNull());
  expect(readOf(dialog)).toEqual([
    'Importar costos propios',
    'costos de agosto.csv',
    'Fila de encabezados[2 · SKU · Costo · Desde · …, Fila de encabezados: 2 · SKU · Costo · Desde · …]',
    'SKU[A · SKU, SKU: A · SKU]',
    'Costo unitario[B · Costo, Costo unitario: B · Costo]',
    'Desde[C · Desde, Desde: C · Desde]',
    'Hasta[D · Hasta, Hasta: D · Hasta]',
    'Nota[Ninguna, Nota: Ninguna]',
    '9 costos entendidos',
    '1 línea sin costo',
    '1 línea repite a otra',
    '1 ya está igual',
    '7 SKU no están en ninguna fila: a, b, c, d, e',
    'El costo incluye IVA (Se guarda como lo escribes; las cifras cuentan el costo sin IVA, a seis decimales por unidad.)',
    'Línea | SKU | Costo unitario | Desde | Hasta | Nota',
    '3 | SKU-0 | 12,50 | siempre | siempre |',
    '4 | SKU-1 | 7 | 25-08-2026 | siempre |',
    '5 | a | 0,10 | siempre | siempre |',
    '6 | b | 1,10 | siempre | siempre |',
    '7 | c | 2,10 | siempre | siempre |',
    '8 | d | 3,10 | siempre | siempre |',
    '9 | e | 4,10 | siempre | siempre |',
    '10 | f | 5,10 | siempre | siempre |',
    '2 líneas no se entienden',
    'Línea 14, columna «Costo»: «doce» no es un monto',
    'Línea 15, columna «Hasta»: «01-01-2026» es anterior al comienzo',
    'Dejar fuera las 2 líneas que no se entienden',
    '1 línea toca días que ya tienen otro costo[Reemplazar, on][Dejar el que está]',
    'Responsable{}[Importar 8 costos, off, Di primero qué hacer con las filas que no se pueden leer]',
    '[Cerrar][Elegir otro…]{}',
  ]);
  expect(copiedOf(within(dialog).getByRole('table'))).toEqual([
    'Línea | SKU | Costo unitario | Desde | Hasta | Nota',
    '3 | SKU-0 | 12,50 | siempre | siempre | ',
    '4 | SKU-1 | 7 | 25-08-2026 | siempre | ',
    '5 | a | 0,10 | siempre | siempre | ',
    '6 | b | 1,10 | siempre | siempre | ',
    '7 | c | 2,10 | siempre | siempre | ',
    '8 | d | 3,10 | siempre | siempre | ',
    '9 | e | 4,10 | siempre | siempre | ',
    '10 | f | 5,10 | siempre | siempre | ',
  ]);
  await user.click(within(dialog).getByRole('checkbox', { name: /^Dejar fuera/u }));
  await user.click(within(dialog).getByRole('button', { name: text('cost-import.keep') }));
  expect(readOf(dialog).slice(-6)).toEqual([
    'Línea 14, columna «Costo»: «doce» no es un monto',
    'Línea 15, columna «Hasta»: «01-01-2026» es anterior al comienzo',
    'Dejar fuera las 2 líneas que no se entienden',
    '1 línea toca días que ya tienen otro costo[Reemplazar][Dejar el que está, on]',
    'Responsable{}[Importar 7 costos]',
    '[Cerrar][Elegir otro…]{}',
  ]);
  await user.click(within(dialog).getByRole('checkbox', { name: text('own-costs.vat') }));
  expect(readOf(within(dialog).getByRole('table'))).toEqual([
    'Línea | SKU | Costo unitario | Cuenta sin IVA | Desde | Hasta | Nota',
    '3 | SKU-0 | 12,50 | 10,504202 | siempre | siempre |',
    '4 | SKU-1 | 7 | 5,882353 | 25-08-2026 | siempre |',
    '5 | a | 0,10 | 0,084034 | siempre | siempre |',
    '6 | b | 1,10 | 0,92437 | siempre | siempre |',
    '7 | c | 2,10 | 1,764706 | siempre | siempre |',
    '8 | d | 3,10 | 2,605042 | siempre | siempre |',
    '9 | e | 4,10 | 3,445378 | siempre | siempre |',
    '10 | f | 5,10 | 4,285714 | siempre | siempre |',
  ]);
  expect(confirm().title).toBe('');
});

test('of what is no cost at all nothing can be written; days that may be two are asked', async () => {
  const { dialog, choose, confirm, user } = await openDialog();
  await choose('SKU;Costo;Desde\nSKU-0;x;\n');
  await screen.findByTestId('own-costs-preview');
  expect(readOf(screen.getByTestId('own-costs-preview'))).toEqual([
    '0 costos entendidos',
    '1 línea no se entiende',
    'Línea 2, columna «Costo»: «x» no es un monto',
    'Responsable{}[Nada que importar, off, Ningún costo por guardar]',
  ]);
  await choose('SKU;Costo;Desde\nSKU-0;1,50;01-02-2026\n');
  const asked = await screen.findByTestId('own-costs-ask-date');
  expect(readOf(asked)).toEqual(['¿Qué va primero en las fechas?[El día][El mes]']);
  expect(confirm().title).toEqual('Ningún costo por guardar');
  await user.click(within(asked).getByRole('button', { name: text('cost-import.date-month-first') }));
  await waitFor(() =>
    expect(copiedOf(within(dialog).getByRole('table'))).toEqual([
      'Línea | SKU | Costo unitario | Desde | Hasta | Nota',
      '2 | SKU-0 | 1,50 | 02-01-2026 | siempre | ',
    ]),
  );
});

test('of several sheets one is chosen, and of its rows the header, or none', async () => {
  const { dialog, choose, user } = await openDialog();
  const rows = [['Lista'], ['SKU', 'Costo', '', 'Nota'], ['SKU-0', { number: '12.5' }, '', 'n']] as const;
  await choose(
    workbookOf({
      sheets: [
        { name: 'Uno', rows },
        { name: 'Dos', rows: [['A1', { number: '3' }]] },
      ],
    }),
    'costos.xlsx',
  );
  const mapping = await screen.findByTestId('own-costs-mapping');
  expect(readOf(mapping)).toEqual([
    'Hoja[Uno, Hoja: Uno]',
    'Fila de encabezados[2 · SKU · Costo · Nota, Fila de encabezados: 2 · SKU · Costo · Nota]',
    'SKU[A · SKU, SKU: A · SKU]',
    'Costo unitario[B · Costo, Costo unitario: B · Costo]',
    'Desde[Ninguna, Desde: Ninguna]',
    'Hasta[Ninguna, Hasta: Ninguna]',
    'Nota[D · Nota, Nota: D · Nota]',
  ]);
  const presses = () => within(screen.getByTestId('own-costs-mapping')).getAllByRole('button');
  const options: unknown[] = [];
  for (const at of [0, 1, 2]) {
    await user.click(presses()[at] as HTMLElement);
    options.push((await screen.findAllByRole('menuitemradio')).map((each) => each.textContent));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryAllByRole('menuitemradio')).toEqual([]));
  }
  expect(options).toEqual([
    ['Uno', 'Dos'],
    ['sin encabezados', '1 · Lista', '2 · SKU · Costo · Nota', '3 · SKU-0 · 12.5 · n'],
    ['Ninguna', 'A · SKU', 'B · Costo', 'C', 'D · Nota'],
  ]);
  await user.click(presses()[0] as HTMLElement);
  await user.click(await screen.findByRole('menuitemradio', { name: 'Dos' }));
  await waitFor(() => expect(within(dialog).queryByRole('alert')).not.toBeNull());
  expect(readOf(screen.getByTestId('own-costs-mapping'))).toEqual([
    'Ninguna fila nombra el SKU y el costo: elige abajo en qué columnas están.',
    'Hoja[Dos, Hoja: Dos]',
    'Fila de encabezados[1 · A1 · 3, Fila de encabezados: 1 · A1 · 3]',
    'SKU[Ninguna, SKU: Ninguna]',
    'Costo unitario[Ninguna, Costo unitario: Ninguna]',
    'Desde[Ninguna, Desde: Ninguna]',
    'Hasta[Ninguna, Hasta: Ninguna]',
    'Nota[Ninguna, Nota: Ninguna]',
  ]);
});
