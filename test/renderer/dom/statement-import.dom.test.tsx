import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DataCalls } from '#renderer/data/worker/data-service.ts';
import type { IntakeStep } from '#renderer/data/worker/reader/intake.ts';
import { readIntake } from '#renderer/data/worker/reader/read-intake.ts';
import { previewOf } from '#renderer/reconciliation/matching/worker/statements.ts';
import type {
  ImportedStatement,
  StatementPreview,
} from '#renderer/reconciliation/statements/model/imported.ts';
import {
  StatementsSection,
  statementDrop,
} from '#renderer/reconciliation/statements/screen/statements-section.tsx';
import { useStatementImport } from '#renderer/reconciliation/statements/screen/use-statement-import.ts';
import type { StatementTools } from '#renderer/reconciliation/statements/worker/read-statement-file.ts';
import { type AccountCurrencies, UNNAMED_CURRENCY } from '#shared/contract/currencies.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { workbookOf } from '#test/renderer/data/files/intake/made-files.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { inventSales } from '#test/statements/truth.ts';
import { WRITERS } from '#test/statements/writers.ts';
import { asPieces } from './intake-pieces.ts';
import { InAccount, openPage } from './page.tsx';

/** Statements as files, over the reader as it runs in the worker. */

const SALES = inventSales({ seed: 3, sales: 12, unit: 100 });
const RELEASES = WRITERS.map((write) => write(SALES)).find(({ kind }) => kind === 'mercado-pago-releases');
const rowsOf = (): string[][] => (RELEASES?.rows ?? []).map((cells) => [...cells]);
const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')).join('\n');

const STORED: ImportedStatement = {
  id: 's1',
  name: 'agosto.csv',
  digest: 's1',
  kind: 'bank',
  layout: null,
  lines: 20,
  fresh: 15,
  days: { from: '2026-08-01' as LocalDate, to: '2026-08-31' as LocalDate },
  nets: [{ currency: 'CLP', net: '1500' as Decimal }],
  accounts: [],
  proof: { state: 'fails', gap: '3' as Decimal },
  importedAtMs: 1,
  owner: 'Ana',
};

function Section({ onDropped }: { readonly onDropped: () => void }) {
  const work = useStatementImport();
  return (
    <div data-testid="screen" {...statementDrop(work, onDropped)}>
      <StatementsSection work={work} />
    </div>
  );
}

async function openSection(
  setting: {
    readonly stored?: readonly ImportedStatement[];
    readonly overlap?: StatementPreview['overlap'];
    readonly account?: StatementPreview['account'];
    readonly bank?: StatementPreview['bank'];
    readonly numberShapes?: StatementPreview['numberShapes'];
    readonly steps?: () => AsyncGenerator<IntakeStep, IntakeStep>;
    /** The account's currencies. */
    readonly currencies?: AccountCurrencies;
  } = {},
) {
  const said: unknown[] = [];
  const ended: string[] = [];
  let stored = [...(setting.stored ?? [])];
  /** The last one that was taken out is kept. */
  let deleted: ImportedStatement | undefined;
  let dropped = 0;
  const statements: StatementTools = {
    question: () => ({ today: '2026-09-05' as LocalDate, mappings: new Map() }),
    describe: async (found, ask) => ({
      kind: 'statement',
      statement: previewOf(
        {
          ...found,
          readingId: 'r1',
          ask,
          accounts: [],
          account: setting.account ?? null,
          bank: setting.bank,
        },
        setting.overlap ?? { fresh: found.reading.lines.length, shared: [] },
        setting.numberShapes,
      ),
    }),
  };
  const tools = { pause: async () => undefined, now: () => 0, statements };
  const { currencies = UNNAMED_CURRENCY } = setting;
  const page = await openPage(
    {
      accounts: { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' },
      dataStreams: {
        intake: ({ file, ask }, signal) => {
          signal.addEventListener('abort', () => ended.push('given up'));
          return asPieces(setting.steps?.() ?? readIntake(file, ask, tools));
        },
      },
      dataReplies: {
        confirmStatement: (input: DataCalls['confirmStatement']['input']) => {
          said.push(input);
          stored = [{ ...STORED, id: 's2', name: input.name }, ...stored];
          return { id: 's2' };
        },
        readGroups: () => {
          const group = { caption: null, totals: { rows: 3 } };
          return {
            groups: [{ value: 'Mercado Uno', ...group, groups: [{ value: 'Principal', ...group }] }],
          } as never;
        },
        readStatements: () => stored,
        deleteStatement: ({ id }) => {
          said.push(['delete', id]);
          deleted = stored.find((each) => each.id === id);
          stored = stored.filter((each) => each.id !== id);
          return null;
        },
        setStatementAccount: (input) => {
          said.push(input);
          stored = stored.map((each) => (each.id === input.id ? { ...each, account: input.account } : each));
          return null;
        },
        restoreStatement: ({ id }) => {
          said.push(['restore', id]);
          if (deleted?.id === id) stored = [...stored, deleted];
          return null;
        },
      },
    },
    () => (
      <InAccount>
        <Section
          onDropped={() => {
            dropped += 1;
          }}
        />
      </InAccount>
    ),
  );
  const choose = async (content: string | Uint8Array<ArrayBuffer>, name = 'liberaciones.csv') =>
    page.user.upload(await screen.findByTestId('statement-file'), new File([content], name));
  const confirm = () => screen.getByTestId<HTMLButtonElement>('statement-confirm');
  return { ...page, choose, confirm, said, ended, dropped: () => dropped };
}

const shown = (id: string) => screen.getByTestId(id).dataset.value;

test('a file is shown as it was understood, and stored when it is confirmed', async () => {
  const { choose, confirm, user, said, commit } = await openSection();
  await choose(csv(rowsOf()));
  await screen.findByTestId('statement-preview');
  expect(shown('statement-kind')).toBe('mercado-pago-releases');
  expect(screen.queryByTestId('statement-mapping')).toBeNull();
  expect(shown('statement-rows')).toBe(String(SALES.length));
  expect(shown('statement-proof')).toBe('holds');
  expect(screen.queryAllByTestId('statement-fault')).toEqual([]);
  expect(said).toEqual([]);
  await user.type(screen.getByLabelText(text('reconciliation.owner')), ' Ana ');
  await user.click(confirm());
  expect(await screen.findByTestId('statement-stored')).toBeDefined();
  expect(said).toEqual([
    { readingId: 'r1', name: 'liberaciones.csv', owner: 'Ana', account: null, leavesOut: 0 },
  ]);
  commit();
  await waitFor(() =>
    expect(screen.getAllByTestId('statement-line').map(({ dataset }) => dataset.name)).toEqual([
      'liberaciones.csv',
    ]),
  );
});

test('whose it is can be said before and after it is stored', async () => {
  const account = { Canal: 'Banco', Cuenta: 'Uno' };
  const { choose, confirm, user, said } = await openSection({ account, stored: [{ ...STORED, account }] });
  await choose(csv(rowsOf()));
  await screen.findByTestId('statement-preview');
  expect(shown('statement-account')).toBe('["Banco","Uno"]');
  const item = (name: string) => screen.findByRole('menuitemradio', { name });
  await user.click(screen.getByTestId('statement-account'));
  await user.click(await item(text('statement-import.account-found')));
  expect(shown('statement-account')).toBe('');
  await user.click(screen.getByTestId('statement-account'));
  const [, other] = await screen.findAllByRole('menuitemradio');
  const [Canal, Cuenta] = (other?.textContent ?? '').split(' · ');
  expect(Cuenta).toBeTruthy();
  await user.click(other as HTMLElement);
  expect(shown('statement-account')).toBe(JSON.stringify([Canal, Cuenta]));
  await user.click(confirm());
  await screen.findByTestId('statement-stored');
  expect(said).toMatchObject([{ account: { Canal, Cuenta } }]);
  // The stored one is a bank's: its lines name no orders.
  await user.click(screen.getAllByTestId('statement-line-account').at(-1) as HTMLElement);
  await user.click(await item(text('statement-import.account-any')));
  await waitFor(() => expect(said.at(-1)).toEqual({ id: 's1', account: null }));
});

test('whose it is stays as said while the file is read anew, and is forgotten with the next file', async () => {
  const { choose, user } = await openSection();
  const content = 'Cosa;Nota;Plata\nA;uno;10,50\nB;dos;-2,25\n';
  const say = async (opener: string, name: string) => {
    await user.click(screen.getByTestId(opener));
    await user.click(await screen.findByRole('menuitemradio', { name }));
  };
  const readAs = async (columns: Readonly<Record<string, string>>) => {
    await screen.findByTestId('statement-mapping');
    for (const [field, column] of Object.entries(columns)) await say(`statement-column-${field}`, column);
    await user.click(screen.getByTestId('statement-mapping-read'));
    await waitFor(() => expect(shown('statement-account')).toBeDefined());
  };
  await choose(content);
  await readAs({ amount: 'Plata', order: 'Cosa' });
  await say('statement-account', 'Mercado Uno · Principal');
  await readAs({ description: 'Nota' });
  expect(shown('statement-column-description')).toBe('Nota');
  expect(shown('statement-account')).toBe('["Mercado Uno","Principal"]');
  await choose(content);
  await readAs({ amount: 'Plata', order: 'Cosa' });
  expect(shown('statement-account')).toBe('');
});

test('a row that was not understood stands beside what its proof covers, before and after it is stored', async () => {
  const stored = {
    ...STORED,
    proof: { state: 'doubts', gap: '0' as Decimal, covered: 18, doubts: 2 },
  } as const;
  const { choose, confirm, user, said } = await openSection({ stored: [stored] });
  await choose(
    'FECHA;CONCEPTO;REFERENCIA;IMPORTE;ESTADO\n21/03/2026;Pago;R1;10,00;Confirmado\n22/03/2026;Pago;R2;15,00;Confirmado\n23/03/2026;7,00;;;\n;Total;;25,00;\n',
  );
  const proof = await screen.findByTestId('statement-proof');
  expect([proof.dataset.value, proof.dataset.covered, proof.dataset.doubts]).toEqual(['doubts', '2', '1']);
  expect(within(proof).getByRole('alert').textContent).toBe(
    'La aritmética de 2 líneas cuadra; 1 fila con monto no se entendió y no está en ninguna suma.',
  );
  expect(screen.getByText(text('statement-import.state-doubts'))).toBeDefined();
  expect(shown('statement-line-covered')).toBe('18');
  expect(shown('statement-line-doubts')).toBe('2');
  expect(confirm().textContent).toBe('Guardar dejando fuera 1 fila con monto');
  await user.click(confirm());
  await waitFor(() => expect(said).toMatchObject([{ leavesOut: 1 }]));
});

test('rows that were not understood are asked about, one by one or at once, and asked again', async () => {
  const { choose, user, confirm } = await openSection();
  await choose(
    'FECHA;CONCEPTO;REFERENCIA;IMPORTE;ESTADO\n21/03/2026;Pago;R1;10,00;Confirmado\n23/03/2026;7,00;;;\n;Ajuste;;4,00;\n',
  );
  await screen.findByTestId('statement-preview');
  expect(confirm().textContent).toBe('Guardar dejando fuera 2 filas con monto');
  expect(screen.getAllByTestId('statement-row-no-movement')).toHaveLength(2);
  expect(screen.getByTestId<HTMLButtonElement>('statement-rows-read').disabled).toBe(true);
  await user.click(screen.getByTestId('statement-row-movement'));
  expect(screen.getByTestId('statement-row-movement').getAttribute('aria-pressed')).toBe('true');
  await user.click(screen.getByTestId('statement-rows-read'));
  await waitFor(() => expect(shown('statement-rows')).toBe('2'));
  expect(screen.getAllByTestId('statement-said-row').map(({ dataset }) => dataset.value)).toEqual([
    'movement',
  ]);
  expect(screen.queryByTestId('statement-all-movement')).toBeNull();
  await user.click(screen.getByTestId('statement-all-no-movement'));
  await waitFor(() => expect(shown('statement-said')).toBe('2'));
  expect(screen.queryByTestId('statement-not-understood')).toBeNull();
  expect(confirm().textContent).toBe('Guardar 2 líneas');
  await user.click(screen.getAllByTestId('statement-ask-again').at(-1) as HTMLElement);
  await waitFor(() => expect(shown('statement-rows')).toBe('1'));
  expect(shown('statement-not-understood')).toBe('1');
  expect(shown('statement-said')).toBe('1');
});

test('an amount that cannot be read is typed, is taken exactly, and is asked again', async () => {
  const { choose, user, confirm } = await openSection();
  await choose(
    'FECHA;CONCEPTO;REFERENCIA;IMPORTE;ESTADO\n21/03/2026;Pago;R1;10,00;Confirmado\n23/03/2026;Pago;R2;doce;Confirmado\n',
  );
  const field = await screen.findByRole('textbox', { name: 'Línea 3: El monto de la columna «IMPORTE» es' });
  expect(confirm().textContent).toBe('Guardar dejando fuera 1 fila con monto');
  // Nothing is said of all rows where none is asked whether it is a movement.
  expect(screen.queryByTestId('statement-all-no-movement')).toBeNull();
  const readAgain = () => screen.getByTestId<HTMLButtonElement>('statement-rows-read');
  await user.type(field, '12,5,0');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByTestId('statement-row-amount-wrong').textContent).toBe(
    'No es un número: escríbelo como 1.234,5',
  );
  expect(readAgain().disabled).toBe(true);
  await user.keyboard('{Enter}');
  expect(screen.getByTestId('statement-row-amount-wrong')).toBeDefined();
  await user.clear(field);
  expect(screen.queryByTestId('statement-row-amount-wrong')).toBeNull();
  expect(readAgain().disabled).toBe(true);
  await user.type(field, '-1.012,50');
  expect(shown('statement-row-amount-read')).toBe('-1012.50');
  expect(readAgain().disabled).toBe(false);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(shown('statement-said')).toBe('1'));
  expect(shown('statement-net')).toBe('-1002.50');
  expect(screen.queryByTestId('statement-not-understood')).toBeNull();
  expect(confirm().textContent).toBe('Guardar 2 líneas');
  expect(shown('statement-said-row')).toBe('-1012.50');
  expect(screen.getByTestId('statement-said-row').textContent).toContain('la columna «IMPORTE» es');
  await user.click(screen.getByRole('button', { name: 'Volver a preguntar por la línea 3' }));
  await waitFor(() => expect(shown('statement-not-understood')).toBe('1'));
  await user.type(screen.getByTestId('statement-row-amount'), '7');
  await user.click(screen.getByTestId('statement-row-no-movement'));
  expect(screen.getByTestId<HTMLInputElement>('statement-row-amount').value).toBe('');
  await user.click(readAgain());
  await waitFor(() => expect(shown('statement-rows')).toBe('1'));
  expect(shown('statement-said-row')).toBe('no-movement');
});

test('a number that a spreadsheet may have cut is typed as it was, looks like those of orders, and is asked again', async () => {
  const { choose, user } = await openSection({ numberShapes: ['#9999-A', '9'.repeat(16)] });
  const amounts = ['1000', '100', '100', '800'].map((amount) => ({ number: amount }));
  const content = workbookOf({
    sheets: [
      {
        name: 'Hoja1',
        rows: [
          ['ORDEN DE COMPRA', 'TIPO', 'TOTAL', 'COMISIÓN', 'SHIPPING', 'PAGO'],
          [{ number: '2000001234567890' }, 'Venta', ...amounts],
        ],
      },
    ],
  });
  await choose(content, 'hites.xlsx');
  const name = 'Línea 2: El número de la columna «ORDEN DE COMPRA» es';
  const field = await screen.findByRole('textbox', { name });
  const readAgain = () => screen.getByTestId<HTMLButtonElement>('statement-rows-read');
  await user.type(field, '20000012345');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByTestId('statement-row-number-wrong').textContent).toBe(
    'No tiene la forma de tus números de orden (9999999999999999, #9999-A; 9 es cualquier cifra, A cualquier letra)',
  );
  await user.keyboard('{Enter}');
  expect(readAgain().disabled).toBe(true);
  expect(screen.queryByTestId('statement-said')).toBeNull();
  await user.type(field, '67893');
  expect(field.getAttribute('aria-invalid')).toBe('false');
  expect(screen.queryByTestId('statement-row-number-wrong')).toBeNull();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(shown('statement-said')).toBe('1'));
  expect(screen.queryByTestId('statement-not-understood')).toBeNull();
  expect(shown('statement-said-row')).toBe('2000001234567893');
  expect(screen.getByTestId('statement-said-row').textContent).toContain(
    'la columna «ORDEN DE COMPRA» es 2000001234567893',
  );
  await user.click(screen.getByRole('button', { name: 'Volver a preguntar por la línea 2' }));
  await waitFor(() => expect(shown('statement-not-understood')).toBe('1'));
  await user.type(screen.getByTestId('statement-row-number'), '#4001-b');
  await user.click(readAgain());
  await waitFor(() => expect(shown('statement-said-row')).toBe('#4001-b'));
});

test('an amount in another currency is typed in that of its line, and moved cells are right as they stand', async () => {
  const { choose, user } = await openSection();
  await choose(
    [
      'FECHA;CONCEPTO;REFERENCIA;IMPORTE;ESTADO',
      '21/03/2026;Pago;R1;10,00;Confirmado',
      '22/03/2026;Pago;R2;US$ 3,50;Confirmado',
      '23/03/2026;Pago;R3;20,00;Confirmado;visto',
    ].join('\n'),
  );
  const field = await screen.findByRole('textbox', {
    name: 'Línea 3: En la moneda de su línea, el monto de la columna «IMPORTE» es',
  });
  await user.type(field, '3.150,25');
  expect(shown('statement-row-amount-read')).toBe('3150.25');
  await user.click(screen.getByRole('button', { name: 'Línea 4: Está bien como está' }));
  // Nothing is said of all rows where none is asked whether it is a movement.
  expect(screen.queryByTestId('statement-all-no-movement')).toBeNull();
  await user.click(screen.getByTestId('statement-rows-read'));
  await waitFor(() => expect(shown('statement-said')).toBe('2'));
  expect(shown('statement-net')).toBe('3180.25');
  expect(screen.queryByTestId('statement-not-understood')).toBeNull();
  expect(screen.getAllByTestId('statement-said-row').map(({ dataset }) => dataset.value)).toEqual([
    '3150.25',
    'as-written',
  ]);
  expect(screen.getAllByTestId('statement-said-row')[1]?.textContent).toContain('está bien como está');
});

test('an amount that may be two is typed where only one line is meant', async () => {
  const { choose, user } = await openSection();
  await choose('FECHA;CONCEPTO;REFERENCIA;IMPORTE;ESTADO\n21/03/2026;Pago;R1;12.500;Confirmado\n');
  const field = await screen.findByRole('textbox', { name: 'Línea 2: El monto de la columna «IMPORTE» es' });
  await user.type(field, '12.500{Enter}');
  await waitFor(() => expect(shown('statement-said')).toBe('1'));
  expect(shown('statement-net')).toBe('12500');
});

test('a line that does not say which way its money went is a charge or a deposit by the word', async () => {
  const { choose, user } = await openSection();
  const line = (day: number, letter: string) =>
    `${day}000;Pago ${day};${day}/03/2026;${day};Centro;${letter}`;
  await choose(
    [
      'MONTO;DESCRIPCIÓN MOVIMIENTO;FECHA;N° DOCUMENTO;SUCURSAL;CARGO/ABONO',
      line(21, 'X'),
      line(22, 'X'),
    ].join('\n'),
  );
  await screen.findByTestId('statement-preview');
  await user.click(await screen.findByRole('button', { name: 'Línea 2: Es un cargo' }));
  const deposit = screen.getByRole('button', { name: 'Línea 3: Es un abono' });
  deposit.focus();
  await user.keyboard('{Enter}');
  expect(deposit.getAttribute('aria-pressed')).toBe('true');
  await user.click(screen.getByTestId('statement-rows-read'));
  await waitFor(() => expect(shown('statement-said')).toBe('2'));
  expect(shown('statement-net')).toBe('1000');
  expect(screen.getAllByTestId('statement-said-row').map(({ dataset }) => dataset.value)).toEqual([
    'charge',
    'deposit',
  ]);
});

test('what holds says of how many lines', async () => {
  const { choose } = await openSection();
  const line = (day: number, amount: string, balance: string) =>
    `2${day}/03/2026;Pago;${day};;${amount};${balance}`;
  await choose(
    [
      'Fecha;Descripción;N° documento;Cargos;Abonos;Saldo',
      line(1, '100', '100'),
      line(2, '30', ''),
      line(3, '50', '180'),
      line(4, '7', ''),
    ].join('\n'),
  );
  const proof = await screen.findByTestId('statement-proof');
  expect(within(proof).getByRole('status').textContent).toContain('cuadra en 2 líneas de 4');
  expect([shown('statement-beyond-first'), shown('statement-beyond-last')]).toEqual(['1', '1']);
});

test('a missing line is located and its amount named', async () => {
  const rows = rowsOf();
  const gone = RELEASES?.lines[5];
  rows.splice((gone?.row ?? 0) - 1, 1);
  const { choose } = await openSection();
  await choose(csv(rows));
  await screen.findByTestId('statement-preview');
  expect(shown('statement-proof')).toBe('fails');
  const amount = ((gone?.net ?? 0) / 100).toFixed(2);
  const fault = screen.getAllByTestId('statement-fault').find(({ dataset }) => dataset.value === amount);
  // The next line has moved up by one.
  const [after, before] = [RELEASES?.lines[4]?.row ?? 0, (RELEASES?.lines[6]?.row ?? 0) - 1].map(String);
  expect(fault?.textContent).toContain(
    text('statement-import.place-between', { after: after ?? '', before: before ?? '' }),
  );
});

test('an order of day and month that nothing decides is asked of its column, and may be said otherwise', async () => {
  const { choose, user } = await openSection();
  await choose(
    'FECHA;CONCEPTO;REFERENCIA;IMPORTE;ESTADO\n4/03/2026;Pago;R1;10,00;Confirmado\n3/05/2026;Pago;R2;15,00;Confirmado\n',
  );
  await screen.findByTestId('statement-preview');
  const order = () => screen.getByTestId('statement-day-order');
  const say = async (name: string) => {
    await user.click(order());
    await user.click(await screen.findByRole('menuitemradio', { name }));
  };
  expect([order().dataset.value, shown('statement-not-understood')]).toEqual(['', '2']);
  expect(order().getAttribute('aria-label')).toContain('«FECHA»');
  expect(screen.getByText(text('statement-import.day-order-unclear'))).toBeDefined();
  await say(text('statement-import.month-first'));
  await waitFor(() => expect(order().dataset.value).toBe('month-first'));
  expect(order().getAttribute('aria-label')).toContain(text('statement-import.day-order-by-said'));
  expect(screen.queryByTestId('statement-not-understood')).toBeNull();
  await say(text('statement-import.day-first'));
  await waitFor(() => expect(order().dataset.value).toBe('day-first'));
});

test('a layout that changed says what it moves, and asks; storing it is the answer', async () => {
  const rows = rowsOf().map((cells, at) => [
    ...cells,
    at === (RELEASES?.headerAt ?? 0) ? 'CARGO_NUEVO_AMOUNT' : '-10.00',
  ]);
  const { choose, confirm, user, said } = await openSection();
  await choose(csv(rows));
  const changes = await screen.findByTestId('statement-changes');
  expect(within(changes).getByTestId('statement-change').textContent).toContain('CARGO_NUEVO_AMOUNT');
  expect(within(changes).getByTestId('statement-change').dataset.value).not.toBe('');
  expect(changes.textContent).toContain(text('statement-import.changes-ask'));
  expect(confirm().textContent).toMatch(/^Sí, guardar .* así$/);
  await user.click(confirm());
  await waitFor(() => expect(said).toHaveLength(1));
});

test('of which account of its bank an extract is, is asked where nobody can tell, before it is stored', async () => {
  const known = [{ account: 1, name: 'norte.csv' }];
  const shared = [{ id: 's1', name: 'norte.csv', lines: 1, isSame: false }];
  const { choose, confirm, user, said } = await openSection({
    bank: { account: null, known },
    overlap: { fresh: 3, shared },
  });
  await choose(csv(rowsOf()));
  await screen.findByTestId('statement-preview');
  expect(screen.getByRole('alert').textContent).toContain(text('statement-import.bank-account-ask'));
  expect(confirm().disabled).toBe(true);
  await user.click(screen.getByTestId('statement-bank-account-choice'));
  expect(
    await screen.findByRole('menuitemradio', {
      name: text('statement-import.bank-account-of', { name: 'norte.csv' }),
    }),
  ).toBeTruthy();
  await user.click(screen.getByRole('menuitemradio', { name: text('statement-import.bank-account-other') }));
  expect(shown('statement-bank-account')).toBe('2');
  // Nothing of another account's is the same.
  expect(screen.queryByTestId('statement-overlap')).toBeNull();
  await user.click(confirm());
  await screen.findByTestId('statement-stored');
  expect(said).toMatchObject([{ bankAccount: 2 }]);
});

test('what another import has already is said', async () => {
  const { choose } = await openSection({
    overlap: { fresh: 2, shared: [{ id: 's1', name: 'agosto.csv', lines: 10, isSame: false }] },
  });
  await choose(csv(rowsOf()));
  const overlap = await screen.findByTestId('statement-overlap');
  expect(overlap.dataset.value).toBe('10');
  expect(overlap.textContent).toContain('agosto.csv');
});

test('the same lines again are said to take the place of the former ones', async () => {
  const { choose } = await openSection({
    overlap: { fresh: 0, shared: [{ id: 's1', name: 'agosto.csv', lines: 12, isSame: true }] },
  });
  await choose(csv(rowsOf()));
  const overlap = await screen.findByTestId('statement-overlap');
  expect(overlap.textContent).toBe(text('statement-import.overlap-same', { name: 'agosto.csv' }));
});

test('what stands under each column of an unknown file is shown from its header on, by its place', async () => {
  const { choose } = await openSection();
  await choose('Informe interno\r\nDía;Nota;Nota;Pagado\r\n2026-08-01;x;z;10.50\r\n2026-08-02;y;z;11.50\r\n');
  const mapping = await screen.findByTestId('statement-mapping');
  const rows = [...mapping.querySelectorAll('table tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    ['2', 'Día', 'Nota', 'Nota', 'Pagado'],
    ['3', '2026-08-01', 'x', 'z', '10.50'],
    ['4', '2026-08-02', 'y', 'z', '11.50'],
  ]);
});

test('a file that cannot be read is refused with its place and what to do, and nothing can be stored', async () => {
  const { choose } = await openSection();
  await choose('%PDF-1.7 nothing', 'cartola.pdf'.replace('pdf', 'csv'));
  expect((await screen.findByTestId('statement-refused')).textContent).toContain(
    text('intake.refused-not-table'),
  );
  await choose('DATE;ORDER\n"2026;1\n');
  await waitFor(() =>
    expect(screen.getByTestId('statement-refused').textContent).toContain(
      text('intake.place-line', { line: '2' }),
    ),
  );
  expect(screen.queryByTestId('statement-confirm')).toBeNull();
});

test('columns of a layout that is not known are said by hand', async () => {
  const { choose, confirm, user } = await openSection();
  await choose('Cosa;Plata\nA;10,50\nB;-2,25\n');
  const mapping = await screen.findByTestId('statement-mapping');
  expect(shown('statement-kind')).toBe('unknown');
  expect(shown('statement-rows')).toBe('0');
  expect(confirm().disabled).toBe(true);
  expect(within(mapping).getByTestId<HTMLButtonElement>('statement-mapping-read').disabled).toBe(true);
  for (const [field, column] of [
    ['order', 'Cosa'],
    ['amount', 'Plata'],
  ] as const) {
    await user.click(screen.getByTestId(`statement-column-${field}`));
    await user.click(await screen.findByRole('menuitemradio', { name: column }));
  }
  await user.click(screen.getByTestId('statement-mapping-read'));
  await waitFor(() => expect(shown('statement-rows')).toBe('2'));
  expect(shown('statement-net')).toBe('8.25');
  expect(confirm().disabled).toBe(false);
});

test('what the columns of an unknown file may be is proposed, corrected by hand, and confirmed by Enter', async () => {
  const { choose, user, said, confirm } = await openSection();
  await choose('Fecha;Pedido;Importe;Monto\n05/08/2026;P-1;100;90\n06/08/2026;P-2;50;45\n');
  await screen.findByTestId('statement-mapping');
  const column = (field: string) => screen.getByTestId(`statement-column-${field}`);
  const isProposed = (field: string) =>
    column(field).getAttribute('aria-label')?.includes(text('statement-import.guessed'));
  expect(['date', 'order', 'amount'].map((field) => column(field).dataset.value)).toEqual([
    'Fecha',
    'Pedido',
    '',
  ]);
  expect(['date', 'order', 'amount'].map(isProposed)).toEqual([true, true, false]);
  // Two fit: which, is asked, and Enter confirms nothing yet.
  const mapping = screen.getByTestId('statement-mapping');
  const tied = text('statement-import.guess-tied', { columns: '«Importe», «Monto»' });
  expect(within(mapping).getByText(tied)).toBeDefined();
  expect(document.activeElement).not.toBe(screen.getByTestId('statement-mapping-read'));
  const choices = [...mapping.querySelectorAll('[data-testid^=statement-column-]')];
  expect((choices[0] as HTMLElement).dataset.testid).toBe('statement-column-amount');
  const say = async (field: string, name: string) => {
    await user.click(column(field));
    await user.click(await screen.findByRole('menuitemradio', { name }));
  };
  await say('amount', 'Monto');
  expect(within(mapping).queryByText(tied)).toBeNull();
  // A column is one thing.
  await say('suborder', 'Pedido');
  expect([column('order').dataset.value, column('suborder').dataset.value]).toEqual(['', 'Pedido']);
  await choose('Fecha;Pedido;Monto\n25/08/2026;P-1;90\n06/08/2026;P-2;45\n');
  await waitFor(() => expect(column('amount').dataset.value).toBe('Monto'));
  expect(shown('statement-rows')).toBe('0');
  expect(confirm().disabled).toBe(true);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('statement-mapping-read')));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(shown('statement-rows')).toBe('2'));
  // What was said is no proposal any more; nothing is stored.
  expect(isProposed('amount')).toBe(false);
  expect(said).toEqual([]);
});

test('reading tells how far and can be given up', async () => {
  const { choose, user, ended } = await openSection({
    steps: async function* () {
      for (;;) {
        yield { kind: 'running', share: 0.5, lines: 7 };
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  });
  await choose('x');
  await waitFor(() => expect(screen.getByTestId('statement-reading').textContent).toContain('7'));
  await user.click(screen.getByTestId('statement-cancel'));
  await waitFor(() => expect(ended).toHaveLength(1));
  expect(screen.queryByTestId('statement-reading')).toBeNull();
});

test('a file dropped anywhere on the screen is read', async () => {
  const { dropped } = await openSection();
  const file = new File([csv(rowsOf())], 'soltado.csv');
  fireEvent.drop(await screen.findByTestId('screen'), { dataTransfer: { files: [file], types: ['Files'] } });
  await screen.findByTestId('statement-preview');
  expect(dropped()).toBe(1);
});

test('an imported statement is taken out, and brought back', async () => {
  const { user, said } = await openSection({ stored: [STORED] });
  const line = await screen.findByTestId('statement-line');
  expect(line.textContent).toContain(text('statement-import.fresh', { count: 15, shown: '15' }));
  await user.click(within(line).getByTestId('statement-delete'));
  expect(said).toEqual([['delete', 's1']]);
  await user.click(await screen.findByRole('button', { name: /Deshacer/ }));
  expect(said.at(-1)).toEqual(['restore', 's1']);
  const label = text('statement-import.undo', { name: STORED.name });
  await waitFor(() =>
    expect(screen.getByTestId('undo-line').textContent).toContain(text('undo.done', { label })),
  );
});

test('of two that are taken out the first is not said to be back: only the last one is kept', async () => {
  const { user, said, commit } = await openSection({
    stored: [STORED, { ...STORED, id: 's0', name: 'julio.csv' }],
  });
  for (const name of [STORED.name, 'julio.csv']) {
    const lines = await screen.findAllByTestId('statement-line');
    const line = lines.find(({ dataset }) => dataset.name === name);
    await user.click(within(line as HTMLElement).getByTestId('statement-delete'));
    commit();
    await waitFor(() =>
      expect(screen.queryAllByTestId('statement-line').map(({ dataset }) => dataset.name)).not.toContain(
        name,
      ),
    );
  }
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(said.at(-1)).toEqual(['restore', 's0']));
  await user.keyboard('{Control>}z{/Control}');
  const label = text('statement-import.undo', { name: STORED.name });
  await waitFor(() =>
    expect(screen.getByTestId('undo-line').textContent).toContain(text('undo.changed-since', { label })),
  );
});

test('of several sheets it says which one was taken, and whether it is hidden', async () => {
  const { choose, user } = await openSection();
  const rows = rowsOf();
  const hidden = { name: 'Borrador', rows: [...rows, ...rows.slice(-1)], state: 'veryHidden' };
  await choose(workbookOf({ sheets: [hidden, { name: 'Liberaciones', rows }] }), 'libro.xlsx');
  await screen.findByTestId('statement-preview');
  const notice = () => screen.getByTestId('statement-sheet');
  expect(notice().dataset.value).toBe('Liberaciones');
  expect(notice().textContent).toBe(text('statement-import.of-sheet', { sheet: 'Liberaciones', count: 2 }));
  await user.click(screen.getByRole('button', { name: new RegExp(text('cost-import.sheet')) }));
  await user.click(await screen.findByRole('menuitemradio', { name: /^Borrador .*oculta$/ }));
  await waitFor(() => expect(notice().dataset.value).toBe('Borrador'));
  expect(notice().textContent).toBe(
    text('statement-import.of-hidden-sheet', { sheet: 'Borrador', count: 2 }),
  );
});

const DOLLARS = csv([
  ['Fecha', 'Detalle Movimiento', 'Cheque o Cargo', 'Deposito o Abono', 'Saldo'],
  ['03-08-2026', 'Venta', '', 'US$ 10,50', ''],
  ['14-08-2026', 'Venta', 'US$ 2,25', '', ''],
]);

test('a file in a currency that its account does not have is asked about before it is stored', async () => {
  const { choose, confirm } = await openSection({ currencies: { main: 'CLP', own: [] } });
  await choose(DOLLARS);
  expect((await screen.findByTestId('statement-currency')).textContent).toBe(
    text('statement-import.unlike-currency', { written: 'USD', own: 'CLP' }),
  );
  expect(shown('statement-net')).toBe('8.25');
  expect(confirm().textContent).toBe(text('statement-import.confirm-changed', { count: 2, shown: '2' }));
});

test.each<readonly [string, AccountCurrencies]>([
  ['of a currency that the account has', { main: 'USD', own: [] }],
  [
    'of a currency that one of its accounts has',
    { main: 'CLP', own: [{ Canal: 'Norte', Cuenta: 'Uno', code: 'USD' }] },
  ],
  ['of accounts whose currency has no name', { main: null, own: [] }],
])('a file %s is not asked about', async (_, currencies) => {
  const { choose, confirm } = await openSection({ currencies });
  await choose(DOLLARS);
  await screen.findByTestId('statement-preview');
  expect(screen.queryByTestId('statement-currency')).toBeNull();
  expect(confirm().textContent).toBe(text('statement-import.confirm', { count: 2, shown: '2' }));
});
