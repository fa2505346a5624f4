import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CheckStep, ExportCheck } from '#renderer/data/model/export-check.ts';
import { CheckDialog } from '#renderer/features/export-check/check-dialog.tsx';
import { ExportCheckProvider, useExportCheck } from '#renderer/features/export-check/export-check.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage } from './page.tsx';

/** «Comprobar un archivo», over a worker whose every step a test gives by hand. */

async function openDialog() {
  const ended: string[] = [];
  const checked: unknown[] = [];
  let started = 0;
  let pending: ((value: CheckStep | Error) => void) | null = null;
  const page = await openPage(
    {
      dataStreams: {
        checkWorkbook: async function* ({ file, anyAccount }, signal) {
          checked.push([(file as File).name, anyAccount]);
          started += 1;
          const check = `check-${started}`;
          signal.addEventListener('abort', () => ended.push(`${check} given up`));
          try {
            for (;;) {
              const step = await new Promise<CheckStep>((resolve, reject) => {
                pending = (value) => (value instanceof Error ? reject(value) : resolve(value));
              });
              if (step.kind !== 'running') return step;
              yield step;
            }
          } finally {
            ended.push(check);
          }
        },
      },
    },
    () => (
      <InAccount>
        <CheckDialog first={null} onClose={() => {}} />
      </InAccount>
    ),
  );
  const dialog = await screen.findByTestId('check-dialog');
  const answer = async (value: CheckStep | Error): Promise<void> => {
    await waitFor(() => expect(pending).not.toBeNull());
    const give = pending;
    pending = null;
    give?.(value);
  };
  const choose = (name = 'libro.xlsx') =>
    page.user.upload(within(dialog).getByTestId('check-file'), new File(['x'], name));
  const reaches = (state: string) => waitFor(() => expect(dialog.dataset.state).toBe(state));
  return { ...page, dialog, ended, checked, answer, choose, reaches };
}

const RUNNING: CheckStep = { kind: 'running', phase: 'file', done: 2000, rows: 5000 };

test('a file that is refused says why, and another can be chosen', async () => {
  const { dialog, ended, answer, choose, reaches } = await openDialog();
  expect(within(dialog).getByTestId<HTMLInputElement>('check-file').accept).toMatch(/^\.xlsx,/);
  await choose('ventas.xlsx');
  await answer({ kind: 'refused', reason: 'no-evidence' });
  await reaches('refused');
  expect(within(dialog).getByRole('alert').textContent).toContain(text('export-check.refused-no-evidence'));
  expect(dialog.textContent).toContain('ventas.xlsx');
  expect(within(dialog).getByTestId('check-choose').textContent).toBe(text('export-check.again'));
  await choose('otro.xlsx');
  await reaches('running');
  expect(within(dialog).queryByRole('alert')).toBeNull();
  await answer({ kind: 'refused', reason: 'encrypted' });
  await reaches('refused');
  expect(within(dialog).getByRole('alert').textContent).toContain(text('export-check.refused-encrypted'));
  expect(ended).toEqual(['check-1', 'check-2']);
});

test('a check that fails says what happened, and is let go', async () => {
  const { dialog, ended, answer, choose, reaches } = await openDialog();
  await choose();
  await answer(new Error('the worker is gone'));
  await reaches('failed');
  const problem = within(dialog).getByRole('alert').textContent ?? '';
  expect(problem).toContain(text('export-check.failed'));
  expect(problem).toContain('the worker is gone');
  expect(ended).toEqual(['check-1']);
});

test('a check tells how far it is, and nothing of it comes once it is cancelled', async () => {
  const { dialog, ended, user, answer, choose, reaches } = await openDialog();
  await choose();
  await reaches('running');
  expect(within(dialog).getByRole('status').textContent).toBe(text('export-check.phase-open'));
  expect(dialog.querySelector<HTMLElement>('i')?.style.width).toBe('0%');
  expect([dialog.querySelector('[aria-busy]')?.getAttribute('aria-busy'), dialog.textContent]).toEqual([
    'true',
    expect.stringContaining('libro.xlsx'),
  ]);
  expect(within(dialog).queryByTestId('check-choose')).toBeNull();
  await answer(RUNNING);
  const progress = text('export-check.phase-file', { count: 5000, done: '2.000', rows: '5.000' });
  await waitFor(() => expect(within(dialog).getByRole('status').textContent).toBe(progress));
  expect(dialog.querySelector<HTMLElement>('i')?.style.width).toBe('40%');
  await user.click(within(dialog).getByTestId('check-cancel'));
  await reaches('choose');
  // The step in hand is ended too, not waited for.
  await waitFor(() => expect(ended).toEqual(['check-1 given up']));
  await answer({ kind: 'refused', reason: 'newer' });
  await act(async () => {});
  expect(dialog.dataset.state).toBe('choose');
  expect(dialog.textContent).toContain(text('export-check.choose-note'));
  expect(dialog.textContent).not.toContain('libro.xlsx');
  expect(within(dialog).getByTestId('check-choose').textContent).toBe(text('export-check.choose'));
});

test('another file that is dropped gives up the one in hand: nothing comes of that any more', async () => {
  const { dialog, ended, checked, answer, choose, reaches } = await openDialog();
  await choose('uno.xlsx');
  await reaches('running');
  await answer(RUNNING);
  await waitFor(() => expect(dialog.querySelector<HTMLElement>('i')?.style.width).toBe('40%'));
  fireEvent.drop(dialog, { dataTransfer: { files: [new File(['y'], 'dos.xlsx')] } });
  await waitFor(() => expect(ended).toContain('check-1 given up'));
  expect([dialog.textContent?.includes('dos.xlsx'), within(dialog).getByRole('status').textContent]).toEqual([
    true,
    text('export-check.phase-open'),
  ]);
  await answer({ kind: 'refused', reason: 'encrypted' });
  await reaches('refused');
  expect(dialog.textContent).toContain('dos.xlsx');
  expect(ended.filter((each) => each.startsWith('check-2'))).toEqual(['check-2']);
  expect(checked).toEqual([
    ['uno.xlsx', false],
    ['dos.xlsx', false],
  ]);
});

test('a check goes with its dialog', async () => {
  const { ended, view, answer, choose, reaches } = await openDialog();
  await choose();
  await reaches('running');
  view.unmount();
  await answer(RUNNING);
  await waitFor(() => expect(ended).toEqual(['check-1 given up', 'check-1']));
});

const decimal = (value: string): Decimal => value as Decimal;
const CHECK: ExportCheck = {
  facts: [{ name: 'Cuenta', value: 'Demo' }],
  file: {
    rows: 30,
    tables: ['Resumen', 'Por canal', 'Por producto'].map((name) => ({
      name,
      isAltered: name === 'Por canal',
    })),
    altered: [
      {
        table: 'Por canal',
        kind: 'value',
        cell: "'Por canal'!B2",
        name: 'Ventas',
        recorded: '6.60',
        found: '6.61',
        what: null,
        count: 1,
      },
      {
        table: 'Por canal',
        kind: 'hidden',
        cell: "'Por canal'!5:5",
        name: 'Norte',
        recorded: null,
        found: null,
        what: 'row-hidden',
        count: 1,
      },
    ],
    counts: { value: 4208, hidden: 1 },
    savedBy: null,
    unchecked: ['charts'],
    longFigures: 0,
  },
  selection: EVERYTHING,
  readUntil: null,
  isOtherAccount: false,
  today: {
    isSame: false,
    rows: { before: 3, now: 3 },
    hash: null,
    measures: [
      {
        column: 'Ventas',
        kind: 'money',
        before: decimal('6.60'),
        now: decimal('12.35'),
        difference: decimal('5.75'),
      },
    ],
    orders: { by: 'log', counts: { new: 0, changed: 0, removed: 0 }, lines: [] },
    readUntil: null,
  },
};

test.each([null, { currency: null }])(
  'a workbook made with own costs says that today’s are counted: %j',
  async (ownCosts) => {
    const { dialog, answer, choose, reaches } = await openDialog();
    await choose();
    await answer({ kind: 'done', check: { ...CHECK, selection: { ...EVERYTHING, ownCosts } } });
    await reaches('done');
    const said = within(dialog).queryByTestId('check-own-costs')?.textContent;
    expect(said).toBe(ownCosts === null ? undefined : text('export-check.own-costs-today'));
  },
);

test('a workbook of several tables says of each sheet whether it was altered, and where', async () => {
  const { dialog, answer, choose, reaches } = await openDialog();
  await choose();
  await answer({ kind: 'done', check: CHECK });
  await reaches('done');
  const own = within(dialog);
  expect(own.getByTestId('check-file-verdict').dataset.tone).toBe('bad');
  expect(own.getByTestId('check-today-verdict').dataset.tone).toBe('caution');
  const sheets = own.getAllByTestId('check-sheet').map(({ dataset }) => [dataset.sheet, dataset.altered]);
  expect(sheets).toEqual([
    ['Resumen', 'false'],
    ['Por canal', 'true'],
    ['Por producto', 'false'],
  ]);
  const rows = within(own.getByTestId('check-altered')).getAllByRole('row').slice(1);
  expect(own.getAllByTestId('check-sheet').map((each) => each.textContent)).toEqual([
    `Resumen ${text('export-check.sheet-whole')}`,
    `Por canal ${text('export-check.sheet-altered')}`,
    `Por producto ${text('export-check.sheet-whole')}`,
  ]);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^'Por canal'!B2 · Ventas.*6,60.*6,61/),
    `'Por canal'!5:5 · Norte${text('export-check.what-row-hidden')}`,
  ]);
  const counts = own.getAllByTestId('check-count').map(({ dataset }) => [dataset.kind, dataset.value]);
  expect(counts).toEqual([
    ['value', '4208'],
    ['hidden', '1'],
  ]);
  expect(dialog.textContent).toContain(text('export-check.altered-first', { shown: '2', total: '4.209' }));
  expect(own.getByTestId('check-unchecked').textContent).toBe(text('export-check.unchecked-charts'));
  for (const [side, value] of [
    ['before', '6.60'],
    ['now', '12.35'],
    ['difference', '5.75'],
  ])
    expect(own.getByTestId(`check-${side}-Ventas`).dataset.value).toBe(value);
});

test.each([
  [null, [], 'good', text('export-check.whole')],
  ['LibreOffice/7.4', ['charts'], 'good', text('export-check.saved-by', { program: 'LibreOffice/7.4' })],
  ['', [], 'good', text('export-check.saved-by-other')],
  [null, ['older-evidence'], 'caution', text('export-check.whole-in-part')],
  ['Excel', ['last-digits'], 'caution', text('export-check.whole-in-part')],
] as const)(
  'a file that is not altered: saved by %j, unchecked %j',
  async (savedBy, unchecked, tone, words) => {
    const { dialog, answer, choose, reaches } = await openDialog();
    await choose();
    const file = { ...CHECK.file, altered: [], counts: {}, savedBy, unchecked };
    await answer({ kind: 'done', check: { ...CHECK, file } });
    await reaches('done');
    const verdict = within(dialog).getByTestId('check-file-verdict');
    expect([verdict.dataset.tone, verdict.textContent]).toEqual([tone, words]);
    const recorded = within(dialog).queryByTestId('check-unchecked')?.textContent ?? '';
    for (const each of unchecked) expect(recorded).toContain(text(`export-check.unchecked-${each}`));
  },
);

test('a workbook of another account is held against this one once one says so', async () => {
  const { dialog, answer, choose, reaches, checked, user } = await openDialog();
  await choose();
  await answer({ kind: 'done', check: { ...CHECK, isOtherAccount: true, today: null } });
  await reaches('done');
  await user.click(within(dialog).getByTestId('check-any-account'));
  await reaches('running');
  await answer({ kind: 'done', check: { ...CHECK, isOtherAccount: true } });
  await reaches('done');
  expect(within(dialog).getByTestId('check-today-verdict').textContent).toBe(text('export-check.changed'));
  // The next file is of this account until one says otherwise of that one too.
  await choose('otro.xlsx');
  await reaches('running');
  await waitFor(() =>
    expect(checked).toEqual([
      ['libro.xlsx', false],
      ['libro.xlsx', true],
      ['otro.xlsx', false],
    ]),
  );
});

test('a workbook that is dropped on the window is checked, but not behind a dialog nor where no copy is open', async () => {
  const names: string[] = [];
  function Opener() {
    const check = useExportCheck();
    return (
      <button type="button" disabled={check === null} onClick={check?.open}>
        check
      </button>
    );
  }
  const open = (isReady: boolean) =>
    openPage(
      {
        dataStreams: {
          // biome-ignore lint/correctness/useYield: it is refused at once.
          checkWorkbook: async function* ({ file }: { readonly file: File }) {
            names.push(file.name);
            return { kind: 'refused', reason: 'newer' };
          } as never,
        },
      },
      () => (
        <InAccount>
          <ExportCheckProvider isReady={isReady}>
            <Opener />
          </ExportCheckProvider>
        </InAccount>
      ),
    );
  const drop = (...files: readonly File[]) => {
    const event = createEvent.drop(window, { dataTransfer: { files, types: ['Files'] } });
    fireEvent(window, event);
    return event.defaultPrevented;
  };
  const over = (...types: readonly string[]) => {
    const event = createEvent.dragOver(window, { dataTransfer: { files: [], types } });
    fireEvent(window, event);
    return event.defaultPrevented;
  };
  const book = new File(['x'], 'soltado.xlsx');
  const closed = await open(false);
  expect([drop(book), over('Files'), screen.getByText<HTMLButtonElement>('check').disabled]).toEqual([
    false,
    false,
    true,
  ]);
  closed.view.unmount();
  const { user } = await open(true);
  expect([over('Files'), over('text/plain'), drop()]).toEqual([true, false, false]);
  // What another part of the page takes is that one's.
  const taker = screen.getByText('check');
  const take = (event: Event): void => event.preventDefault();
  taker.addEventListener('drop', take, { once: true });
  fireEvent.drop(taker, { dataTransfer: { files: [book], types: ['Files'] } });
  expect([screen.queryByTestId('check-dialog'), names]).toEqual([null, []]);
  expect(drop(book)).toBe(true);
  const dialog = await screen.findByTestId('check-dialog');
  await waitFor(() => expect([dialog.dataset.state, names]).toEqual(['refused', ['soltado.xlsx']]));
  expect([drop(book), over('Files'), names.length]).toEqual([false, false, 1]);
  await user.click(within(dialog).getByRole('button', { name: text('common.close') }));
  await waitFor(() => expect(screen.queryByTestId('check-dialog')).toBeNull());
  await user.click(screen.getByText('check'));
  expect((await screen.findByTestId('check-dialog')).dataset.state).toBe('choose');
});
