import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readIntake } from '#renderer/data/worker/reader/read-intake.ts';
import { AskedDemoFilesProvider, useAskDemoFiles } from '#renderer/features/demo-company/demo-company.tsx';
import { monthTitle } from '#renderer/features/messages/window-messages.ts';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { previewOf } from '#renderer/reconciliation/matching/worker/statements.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import { StatementsSection } from '#renderer/reconciliation/statements/screen/statements-section.tsx';
import { useStatementImport } from '#renderer/reconciliation/statements/screen/use-statement-import.ts';
import type { StatementTools } from '#renderer/reconciliation/statements/worker/read-statement-file.ts';
import type { AppStreams, DemoFile } from '#shared/contract/app-streams.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import type { Source } from '#shared/contract/streams.ts';
import { firstDay, type LocalDate, monthOf, shiftMonth } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { inventSales } from '#test/statements/truth.ts';
import { WRITERS } from '#test/statements/writers.ts';
import { asPieces } from './intake-pieces.ts';
import { NOTHING_CHOSEN } from './main-streams.ts';
import { InAccount, openPage } from './page.tsx';

/** The demo company's files through the import of any file, over the reader as it runs in the worker. */

const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')).join('\n');
const rowsOf = (seed: number): string[][] => {
  const written = WRITERS.map((write) => write(inventSales({ seed, sales: 12, unit: 100 })));
  return (written.find(({ kind }) => kind === 'mercado-pago-releases')?.rows ?? []).map((cells) => [
    ...cells,
  ]);
};
const file = (name: string, rows: readonly (readonly string[])[]): DemoFile => ({
  ...{ name, of: 'account', text: csv(rows) },
});

const WHOLE = file('whole.csv', rowsOf(3));
const OTHER = file('other.csv', rowsOf(4));
/** An amount of a line that its parts and its balances do not have. */
const altered = (): DemoFile => {
  const rows = rowsOf(5);
  const [header = []] = rows;
  const at = header.indexOf('NET_CREDIT_AMOUNT');
  const line = rows.find((cells) => Number(cells[at]) > 0 && cells[0] !== '') ?? [];
  line[at] = String(Number(line[at]) + 10_109);
  return file('altered.csv', rows);
};

const STORED: ImportedStatement = {
  ...{ id: '', name: '', digest: '', kind: 'mercado-pago-releases', layout: null, lines: 1, fresh: 1 },
  ...{ days: null, nets: [], accounts: [], importedAtMs: 1, owner: '' },
  proof: { state: 'holds', gap: '0' as Decimal },
};

type Demo = Source<AppStreams['demoFiles']>;
const givesFiles = (...files: readonly DemoFile[]): Demo =>
  async function* () {
    yield { kind: 'making' };
    for (const [at, each] of files.entries()) yield { kind: 'file', file: each, at, total: files.length };
    return null;
  };

function Section() {
  const work = useStatementImport();
  const ask = useAskDemoFiles();
  const { change } = useSelection();
  return (
    <>
      <button type="button" onClick={ask}>
        palette
      </button>
      <button
        type="button"
        onClick={() => {
          const month = shiftMonth(monthOf(todayHere()), -3);
          // Its days reach into the month after it.
          change({
            type: 'set-period',
            period: { from: firstDay(month), to: firstDay(shiftMonth(month, 1)) },
          });
        }}
      >
        period
      </button>
      <StatementsSection work={work} />
    </>
  );
}

/** `failsOnce`: what storing the first file ends with. */
async function open(demoFiles: Demo, kind: 'demo' | 'api' = 'demo', failsOnce: Error | null = null) {
  let failure = failsOnce;
  const stored = new Map<string, { readonly name: string; readonly text: string }>();
  let reading = { id: '', text: '' };
  const toolsOf = (text: string): StatementTools => ({
    question: () => ({ today: '2026-09-05' as LocalDate, mappings: new Map() }),
    describe: async (found, ask) => {
      reading = { id: `r-${Math.random()}`, text };
      const same = [...stored].filter(([, each]) => each.text === text);
      const lines = found.reading.lines.length;
      return {
        kind: 'statement',
        statement: previewOf(
          { ...found, readingId: reading.id, ask, accounts: [], account: null },
          {
            fresh: same.length === 0 ? lines : 0,
            shared: same.map(([id, { name }]) => ({ id, name, lines, isSame: true })),
          },
        ),
      };
    },
  });
  const asked: unknown[] = [];
  const page = await openPage(
    {
      accounts: { accounts: [account({ kind })], activeId: 'a', keyStorage: 'memory' },
      mainStreams: {
        ...NOTHING_CHOSEN,
        demoFiles: (input, signal) => {
          asked.push(input);
          return demoFiles(input, signal);
        },
      },
      dataStreams: {
        intake: async function* ({ file: read, ask }) {
          const statements = toolsOf(await read.text());
          return yield* asPieces(
            readIntake(read, ask, { pause: async () => undefined, now: () => 0, statements }),
          );
        },
      },
      dataReplies: {
        confirmStatement: ({ name, readingId }) => {
          expect(readingId).toBe(reading.id);
          if (failure !== null) {
            const thrown = failure;
            failure = null;
            throw thrown;
          }
          const id = `s${stored.size + 1}`;
          stored.set(id, { name, text: reading.text });
          return { id };
        },
        deleteStatement: ({ id }) => {
          stored.delete(id);
          return null;
        },
        readStatements: () => [...stored].map(([id, { name }]) => ({ ...STORED, id, name })),
      },
    },
    () => (
      <InAccount>
        <AskedDemoFilesProvider>
          <Section />
        </AskedDemoFilesProvider>
      </InAccount>
    ),
  );
  const names = () => [...stored.values()].map(({ name }) => name);
  const use = async () => page.user.click(await screen.findByTestId('demo-files-use'));
  const came = async () => {
    const { files, lines, known, left } = (await screen.findByTestId('demo-files-came')).dataset;
    return { files, lines: Number(lines) > 0, known, left };
  };
  return { ...page, asked, names, use, came };
}

test('files of which nothing is asked are stored one after the other; a second time nothing is doubled', async () => {
  const { use, came, names, asked, user } = await open(givesFiles(WHOLE, OTHER));
  // The month of the period in view is proposed, and another may be chosen.
  await user.click(screen.getByRole('button', { name: 'period' }));
  const proposed = monthTitle(shiftMonth(monthOf(todayHere()), -3), text);
  await waitFor(() => expect(screen.getByTestId('demo-files-month').textContent).toBe(proposed));
  await user.click(await screen.findByTestId('demo-files-month'));
  await user.click(screen.getAllByRole('menuitemradio')[1] as HTMLElement);
  await use();
  expect(await came()).toEqual({ files: '2', lines: true, known: '0', left: '0' });
  expect(names()).toEqual(['whole.csv', 'other.csv']);
  const month = shiftMonth(monthOf(todayHere()), -2);
  expect(asked).toEqual([{ accountId: 'a', month }]);
  await use();
  await waitFor(async () =>
    expect(await came()).toEqual({ files: '0', lines: false, known: '2', left: '0' }),
  );
  expect(screen.getByTestId('demo-files-came').textContent).toEqual(
    'No entró ningún archivo nuevo. 2 ya estaban y no se repiten.',
  );
  expect(names()).toEqual(['whole.csv', 'other.csv']);
});

test('one that does not prove itself waits for the user, who stores it or leaves it out', async () => {
  const { use, came, names, user } = await open(givesFiles(altered(), WHOLE));
  await use();
  await waitFor(() => expect(screen.getByTestId('demo-files-step').dataset.asks).toBe('true'));
  expect(names()).toEqual([]);
  await user.click(screen.getByTestId('statement-confirm'));
  expect(await came()).toEqual({ files: '2', lines: true, known: '0', left: '0' });
  expect(names()).toEqual(['altered.csv', 'whole.csv']);
});

test('one of which a row is asked about came in with the lines that the user’s answer gives it', async () => {
  const doubted = file('doubted.csv', [
    ['FECHA', 'CONCEPTO', 'REFERENCIA', 'IMPORTE', 'ESTADO'],
    ['21/03/2026', 'Pago', 'R1', '10,00', 'Confirmado'],
    ['22/03/2026', 'Pago', 'R2', '15,00', 'Confirmado'],
    ['', 'Resultado', '', '4,00', ''],
    ['', 'Total', '', '29,00', ''],
  ]);
  const { use, user } = await open(givesFiles(doubted));
  await use();
  await user.click(await screen.findByRole('button', { name: /: Es un movimiento$/u }));
  await user.click(screen.getByTestId('statement-rows-read'));
  await waitFor(() => expect(screen.queryByTestId('statement-not-understood')).toBeNull());
  await user.click(screen.getByTestId('statement-confirm'));
  expect((await screen.findByTestId('demo-files-came')).dataset).toMatchObject({ files: '1', lines: '3' });
});

test.each(['statement-discard', 'demo-files-leave-out'])('%s leaves it out and goes on', async (button) => {
  const { use, came, names, user } = await open(givesFiles(altered(), WHOLE));
  await use();
  await waitFor(() => expect(screen.getByTestId('demo-files-step').dataset.asks).toBe('true'));
  await user.click(screen.getByTestId(button));
  expect(await came()).toEqual({ files: '1', lines: true, known: '0', left: '1' });
  expect(names()).toEqual(['whole.csv']);
});

test('one that cannot be read is left out by its name and with the reason', async () => {
  const { use, came, names } = await open(
    givesFiles({ ...WHOLE, name: 'broken.csv', text: 'PK\u0003\u0004broken' }, OTHER),
  );
  await use();
  expect(await came()).toEqual({ files: '1', lines: true, known: '0', left: '1' });
  expect(screen.getByTestId('demo-files-came').textContent).toMatch(/broken\.csv \(.{10,}\)/u);
  expect(names()).toEqual(['other.csv']);
});

test('one without a movement is, too', async () => {
  const { use, came } = await open(givesFiles({ ...WHOLE, name: 'empty.csv', text: 'a;b\n' }, OTHER));
  await use();
  expect((await came()).left).toBe('1');
  const said = screen.getByTestId('demo-files-came').textContent;
  expect(said).toContain(`empty.csv (${text('demo-files.no-lines')})`);
});

test('one that cannot be stored is, too', async () => {
  const { use, came, names } = await open(givesFiles(WHOLE, OTHER), 'demo', new Error('The disk is full.'));
  await use();
  expect((await came()).left).toBe('1');
  expect(screen.getByTestId('demo-files-came').textContent).toMatch(/whole\.csv \(.*The disk is full\.\)/u);
  expect(names()).toEqual(['other.csv']);
});

test('all that came in is taken back by one undo', async () => {
  const { use, came, names, user } = await open(givesFiles(WHOLE, OTHER));
  await use();
  await came();
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(names()).toEqual([]));
});

test('given up while they are made, nothing came in', async () => {
  const ended: string[] = [];
  const never: Demo = async function* () {
    try {
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        yield { kind: 'making' };
      }
    } finally {
      ended.push('made no further');
    }
  };
  const { use, came, names, user } = await open(never);
  await use();
  const cancel = await screen.findByTestId('demo-files-cancel');
  const step = screen.getByTestId('demo-files-step');
  expect([step.textContent, step.dataset.asks]).toEqual([text('demo-files.making'), 'false']);
  await user.click(cancel);
  expect(await came()).toEqual({ files: '0', lines: false, known: '0', left: '0' });
  expect(names()).toEqual([]);
  await waitFor(() => expect(ended).toEqual(['made no further']));
});

test('given up while one waits, those before it stay', async () => {
  const { use, came, names, user } = await open(givesFiles(WHOLE, altered(), OTHER));
  await use();
  await waitFor(() => expect(screen.getByTestId('demo-files-step').dataset.asks).toBe('true'));
  expect(screen.getByTestId('demo-files-step').textContent).toEqual(
    'Archivo 2 de 3: altered.csv. Algo en él no cuadra o no se entiende; míralo y decide si entra.',
  );
  await user.click(screen.getByTestId('demo-files-cancel'));
  expect(await came()).toEqual({ files: '1', lines: true, known: '0', left: '0' });
  expect(screen.getByTestId('demo-files-came').textContent).toEqual(
    'Entró 1 archivo con 12 líneas. Se detuvo antes del último.',
  );
  expect(names()).toEqual(['whole.csv']);
  // Who went to another screen reads it there.
  await screen.findByText(/Extractos de ejemplo: se detuvo con 1 de 3/u);
});

test('what fails is said, and can be tried again', async () => {
  let fails = true;
  const demo: Demo = async function* (input, signal) {
    if (fails) throw new RpcError('no-demo', 'It does not run.');
    return yield* givesFiles(WHOLE)(input, signal);
  };
  const { use, came } = await open(demo);
  await use();
  await screen.findByText(/It does not run/);
  fails = false;
  await use();
  await waitFor(async () => expect((await came()).files).toBe('1'));
});

test('asked for from elsewhere they come at once; another account has none', async () => {
  const { user, came } = await open(givesFiles(WHOLE));
  await screen.findByTestId('demo-files-use');
  await user.click(screen.getByRole('button', { name: 'palette' }));
  expect((await came()).files).toBe('1');
});

test('an account of one’s own is offered nothing', async () => {
  await open(givesFiles(WHOLE), 'api');
  await screen.findByTestId('statement-choose');
  expect(screen.queryByTestId('demo-files')).toBeNull();
});
