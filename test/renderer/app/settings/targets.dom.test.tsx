import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { TargetsTab } from '#renderer/app/settings/targets-tab.tsx';
import { useSession } from '#renderer/data/client/session-context.tsx';
import type { FileRow } from '#renderer/data/model/file-cells.ts';
import { type TargetRecord, targetKey } from '#renderer/data/model/targets.ts';
import type { IntakeEnd } from '#renderer/data/worker/reader/intake.ts';
import { readIntake } from '#renderer/data/worker/reader/read-intake.ts';
import type { StatementTools } from '#renderer/reconciliation/statements/worker/read-statement-file.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { workbookOf } from '#test/renderer/data/files/intake/made-files.ts';
import { asPieces } from '#test/renderer/dom/intake-pieces.ts';
import { InAccount, ONE_ACCOUNT, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { account, NOW } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** Targets in the settings: pasted, read from a file, listed, removed, undone. */

const NO_STATEMENTS: StatementTools = {
  question: () => ({ today: '2026-11-23' as LocalDate, mappings: new Map() }),
  describe: () => Promise.reject(new Error('No statement was asked for.')),
};
const settings = () =>
  openPage(
    {
      rows: [],
      dataStreams: {
        intake: ({ file, ask }) =>
          asPieces(
            readIntake(file, ask, { pause: async () => undefined, now: () => 0, statements: NO_STATEMENTS }),
          ),
      },
    },
    () => (
      <InAccount>
        <TargetsTab />
      </InAccount>
    ),
  );
const listed = () =>
  screen.queryAllByTestId('target').map(({ dataset }) => [dataset.month, dataset.measure, dataset.value]);
const paste = (value: string) =>
  fireEvent.change(screen.getByTestId('targets-pasted'), { target: { value } });

beforeEach(() => localStorage.clear());

test('many are set at once, what is not understood is told, and all of it is one step to undo', async () => {
  const { user } = await settings();
  expect(screen.getByTestId('targets-set')).toHaveProperty('disabled', true);
  paste(
    'Mes;Medida;Valor\n2026-11;Rentabilidad Total;38.000.000\n2026-12;% Total;31,5;Canal;Austral\n2026-13;Ventas;1',
  );
  expect(screen.getByTestId('target-problem').dataset.value).toBe('4');
  expect(screen.getByTestId('targets-set').dataset.value).toBe('2');
  await user.click(screen.getByTestId('targets-set'));
  await waitFor(() =>
    expect(listed()).toEqual([
      ['2026-12', 'rate-total', '31.5'],
      ['2026-11', 'total', '38000000'],
    ]),
  );
  expect(screen.getByTestId('targets-pasted')).toHaveProperty('value', '');
  await user.click(screen.getByRole('button', { name: 'Quitar la meta de Rentabilidad Total, nov 2026' }));
  await waitFor(() => expect(listed()).toEqual([['2026-12', 'rate-total', '31.5']]));
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await waitFor(() => expect(listed()).toHaveLength(2));
});

test('a workbook is read as a file of text is, its months as days and its numbers as the user writes them', async () => {
  const { user } = await settings();
  const bytes = workbookOf({
    sheets: [
      {
        name: 'Metas',
        rows: [
          ['Mes', 'Medida', 'Valor', 'Columna', 'Cuál'],
          ['2026-11', 'Rentabilidad Total', { number: '38000000.25' }],
          ['12/2026', '% Rentabilidad Total', { number: '31.5' }, 'Canal', 'Austral'],
          ['2026-12', 'Margen', { number: '1' }],
        ],
      },
    ],
  });
  await user.upload(screen.getByTestId('targets-file-input'), new File([bytes], 'metas.xlsx'));
  await waitFor(() => expect(screen.getByTestId('targets-set').dataset.value).toBe('2'));
  expect(screen.getByTestId('target-problem').dataset.value).toBe('4');
  await user.click(screen.getByTestId('targets-set'));
  await waitFor(() =>
    expect(listed()).toEqual([
      ['2026-12', 'rate-total', '31.5'],
      ['2026-11', 'total', '38000000.25'],
    ]),
  );
  // A rate is no amount.
  expect(screen.getAllByTestId('target')[0]?.textContent).toMatch(/31,50.%/u);
  await user.upload(screen.getByTestId('targets-file-input'), new File(['%PDF-1.7\n%binary'], 'roto.xlsx'));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
});

test('a cell that its sheet shows as percent is read as that percent, which is said; of an amount it is none', async () => {
  const { user } = await settings();
  const bytes = workbookOf({
    sheets: [
      {
        name: 'Metas',
        rows: [
          ['2026-12', '% Rentabilidad Total', { number: '0.315', style: 3 }],
          ['2026-12', '% Rentabilidad Comercial', { number: '31.5' }],
          ['2026-12', 'Ventas', { number: '0.2', style: 3 }],
        ],
      },
    ],
    rewrite: (_, xml) => xml.replace(/formatCode="&quot;día[^"]*"/, () => 'formatCode="0.0%"'),
  });
  await user.upload(screen.getByTestId('targets-file-input'), new File([bytes], 'metas.xlsx'));
  expect((await screen.findByTestId('target-percents')).dataset.value).toBe('2');
  expect(screen.getByTestId<HTMLTextAreaElement>('targets-pasted').value).toContain('\t31,5%\n');
  expect(screen.getByTestId('target-problem').dataset.value).toBe('3');
  await user.click(screen.getByTestId('targets-set'));
  await waitFor(() =>
    expect(listed()).toEqual([
      ['2026-12', 'rate-comercial', '31.5'],
      ['2026-12', 'rate-total', '31.5'],
    ]),
  );
  expect(screen.queryByTestId('target-percents')).toBeNull();
});

test('a file is read into the same place, to be looked at before it counts', async () => {
  const { user } = await settings();
  const file = new File(['2026-11,Ventas,1200\n'], 'metas.csv', { type: 'text/csv' });
  await user.upload(screen.getByTestId('targets-file-input'), file);
  await waitFor(() => expect(screen.getByTestId('targets-set').dataset.value).toBe('1'));
  expect(listed()).toEqual([]);
  await user.click(screen.getByTestId('targets-set'));
  await waitFor(() => expect(listed()).toEqual([['2026-11', 'ventas', '1200']]));
});

test('what was set again since stays when an earlier step is undone, and that is said', async () => {
  let session: ReturnType<typeof useSession> | undefined;
  function Held() {
    session = useSession();
    return null;
  }
  const { user } = await openPage({ rows: [] }, () => (
    <InAccount>
      <TargetsTab />
      <Held />
    </InAccount>
  ));
  paste('2026-11;Ventas;1200');
  await user.click(screen.getByTestId('targets-set'));
  await waitFor(() => expect(listed()).toEqual([['2026-11', 'ventas', '1200']]));
  const place = { measure: 'ventas', month: '2026-11' as Month, of: null, currency: null } as const;
  const value = { ...place, value: '1300' as Decimal, owner: '', atMs: 1 };
  await session?.data.write.writeAnnotations({
    kind: 'target',
    puts: [{ key: targetKey(place), value }],
    deletes: [],
  });
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  const said = text('undo.changed-since', { label: text('target.undo-set', { count: 1 }) });
  await waitFor(() => expect(screen.getByTestId('undo-line').textContent).toContain(said));
  await waitFor(() => expect(listed()).toEqual([['2026-11', 'ventas', '1300']]));
});

test('where the copy is not open, none are said to be missing', async () => {
  await openPage({ rows: [], opening: () => ({ kind: 'owned-elsewhere' }) }, () => (
    <InAccount>
      <TargetsTab />
    </InAccount>
  ));
  expect(await screen.findByText(text('target.closed'))).toBeTruthy();
  expect(screen.queryByTestId('targets-pasted')).toBeNull();
});

test('those that cannot be stored stay where they were pasted, and it is said why', async () => {
  const { user } = await openPage(
    {
      rows: [],
      dataReplies: {
        writeAnnotations: () => {
          throw new Error('no room');
        },
      },
    },
    () => (
      <InAccount>
        <TargetsTab />
      </InAccount>
    ),
  );
  paste('2026-11;Ventas;1200');
  await user.click(screen.getByTestId('targets-set'));
  expect((await screen.findByRole('alert')).textContent).toContain('no room');
  expect(screen.getByTestId('targets-pasted')).toHaveProperty('value', '2026-11;Ventas;1200');
  expect(listed()).toEqual([]);
});

/** What is asked of the worker for each file, and then answered. */
const asking = (answers: readonly (() => IntakeEnd)[]) => {
  const asked: unknown[] = [];
  const left = [...answers];
  const setting: PageSetting = {
    rows: [],
    dataStreams: {
      // biome-ignore lint/correctness/useYield: it ends at once.
      intake: async function* ({ file, ask }) {
        asked.push([(file as File).name, ask]);
        const answer = left.shift();
        if (answer === undefined) throw new Error('More was asked than is answered.');
        return answer();
      },
    },
  };
  return { asked, setting };
};
const drawn = (setting: PageSetting) =>
  openPage(setting, () => (
    <InAccount>
      <TargetsTab />
    </InAccount>
  ));
const pasted = () => screen.getByTestId<HTMLTextAreaElement>('targets-pasted').value;
const give = (file: File) =>
  act(
    async () =>
      void fireEvent.change(screen.getByTestId('targets-file-input'), { target: { files: [file] } }),
  );

test('workbooks of either kind are asked for to a bound, text is read here; what fails is told until the next', async () => {
  const rows: readonly FileRow[] = [
    { line: 1, cells: ['2026-11', 'Ventas', { kind: 'number', text: '5.5' as Decimal }] },
  ];
  const { asked, setting } = asking([
    () => ({
      kind: 'refused',
      refusal: { reason: 'too-many-lines', sheet: 'Metas', line: 5001, column: null },
    }),
    () => ({ kind: 'done', answer: { kind: 'rows', rows } }),
    () => {
      throw new Error('the worker is gone');
    },
  ]);
  await drawn(setting);
  const alert = () => document.querySelector('[role=alert]')?.textContent ?? null;
  await give(new File(['x'], 'a.xlsx'));
  const refused = `hoja «Metas», línea 5001: ${text('intake.refused-too-many-lines')}`;
  await waitFor(() => expect(alert()).toBe(refused));
  expect(pasted()).toBe('');
  await give(new File(['x'], 'B.XLS'));
  await waitFor(() => expect(pasted()).toBe('2026-11\tVentas\t5,5'));
  expect(alert()).toBeNull();
  await give(new File(['x'], 'c.xlsx'));
  await waitFor(() => expect(alert()).toContain('the worker is gone'));
  expect(pasted()).toBe('2026-11\tVentas\t5,5');
  await give(new File(['2026-12;Ventas;7'], 'xlsx.csv'));
  await waitFor(() => expect(pasted()).toBe('2026-12;Ventas;7'));
  expect(alert()).toBeNull();
  const ask = { kind: 'rows', most: 5000 };
  expect(asked).toEqual(['a.xlsx', 'B.XLS', 'c.xlsx'].map((name) => [name, ask]));
});

test('what was pasted is of the currency in view, told line by line where it is not understood, and written as it is read', async () => {
  const written: unknown[] = [];
  const accounts = { ...ONE_ACCOUNT, accounts: [account({ currencies: { main: 'BRL', own: [] } })] };
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
  let end = (): void => {};
  await drawn({
    ...{ rows: [], accounts },
    dataReplies: {
      writeAnnotations: (changes) => {
        written.push(changes);
        return new Promise((done) => {
          end = () => done(null);
        });
      },
    },
  });
  paste('2026-11;Ventas;1.200,5\nno;x;y\n2026-12;% Total;31;Canal;Austral\n2026-12;Margen;1');
  expect(screen.getAllByTestId('target-problem').map((each) => each.textContent)).toEqual([
    text('target.problem', { line: 2, words: 'no;x;y' }),
    text('target.problem', { line: 4, words: '2026-12;Margen;1' }),
  ]);
  const set = screen.getByTestId<HTMLButtonElement>('targets-set');
  expect([set.textContent, set.dataset.value]).toEqual([text('target.set-many', { count: 2 }), '2']);
  fireEvent.click(set);
  await waitFor(() => expect(written).toHaveLength(1));
  // Once at a time; and what was pasted stays until it is stored.
  expect([set.disabled, pasted().length > 0]).toEqual([true, true]);
  const places = [
    { measure: 'ventas', month: '2026-11', of: null, currency: 'BRL', value: '1200.5' },
    {
      measure: 'rate-total',
      month: '2026-12',
      of: { column: 'Canal', value: 'Austral' },
      currency: 'BRL',
      value: '31',
    },
  ] as const;
  const puts = places.map((place) => ({
    key: targetKey(place as never),
    value: { ...place, owner: '', atMs: NOW },
  }));
  expect(written).toEqual([{ kind: 'target', puts, deletes: [] }]);
  await act(async () => end());
  await waitFor(() => expect(pasted()).toBe(''));
});

const target = (part: Partial<TargetRecord>) => {
  const value = {
    ...{ measure: 'ventas', month: '2026-11', of: null, currency: null, value: '1', owner: '', atMs: 1 },
    ...part,
  } as TargetRecord;
  return { kind: 'target', key: targetKey(value), value } as never;
};

test('of one month they stand by what they are of, however they came; and are as exact as the amounts among them', async () => {
  const of = (value: string, part: Partial<TargetRecord> = {}) =>
    target({ of: { column: 'Canal', value }, ...part } as never);
  const annotations = [
    ...[of('c'), of('a'), target({ measure: 'total' }), of('b', { month: '2026-12' as Month })],
    ...[
      of('b'),
      target({ measure: 'rate-total', value: '1.239' as Decimal }),
      of('a', { month: '2025-12' as Month }),
    ],
  ];
  const shown = () =>
    screen
      .queryAllByTestId('target')
      .map((line) => [...line.children].slice(0, 4).map((cell) => cell.textContent));
  const { view } = await drawn({ rows: [], annotations });
  await waitFor(() => expect(shown()).toHaveLength(7));
  const before = shown();
  expect(before.map(([month, measure, whose]) => `${month} ${measure} ${whose}`)).toEqual([
    'dic 2026 Ventas Canal: b',
    'nov 2026 Rentabilidad Total, % de Ventas toda la empresa',
    'nov 2026 Rentabilidad Total toda la empresa',
    ...['a', 'b', 'c'].map((canal) => `nov 2026 Ventas Canal: ${canal}`),
    'dic 2025 Ventas Canal: a',
  ]);
  expect(before.map((cells) => cells[3])).toEqual([
    '1',
    expect.stringMatching(/^1,24.%$/u),
    ...Array(5).fill('1'),
  ]);
  view.unmount();
  await drawn({ rows: [], annotations: annotations.toReversed() });
  await waitFor(() => expect(shown()).toEqual(before));
});

test('one is removed at a time, and why it cannot be is told', async () => {
  const written: unknown[] = [];
  let fail = (_: Error): void => {};
  await drawn({
    ...{ rows: [], annotations: [target({}), target({ measure: 'total' })] },
    dataReplies: {
      writeAnnotations: (changes) => {
        written.push(changes);
        return new Promise((_, reject) => {
          fail = reject;
        });
      },
    },
  });
  await waitFor(() => expect(listed()).toHaveLength(2));
  const presses = () =>
    screen.getAllByTestId('target').map((line) => line.querySelector('button') as HTMLButtonElement);
  fireEvent.click(presses()[0] as Element);
  await waitFor(() => expect(written).toHaveLength(1));
  expect([presses().map(({ disabled }) => disabled), written]).toEqual([
    [true, true],
    [
      {
        kind: 'target',
        puts: [],
        deletes: [
          targetKey({ measure: listed()[0]?.[1], month: '2026-11', of: null, currency: null } as never),
        ],
      },
    ],
  ]);
  await act(async () => fail(new Error('no room')));
  expect((await screen.findByRole('alert')).textContent).toContain('no room');
  expect([presses().map(({ disabled }) => disabled), listed().length]).toEqual([[false, false], 2]);
});

test('how many cells were read as percents is said of that text alone, until another one is written', async () => {
  const rows: readonly FileRow[] = [
    { line: 1, cells: ['2026-12', '% Total', { kind: 'number', text: '0.315' as Decimal, isPercent: true }] },
  ];
  const { setting } = asking([() => ({ kind: 'done', answer: { kind: 'rows', rows } })]);
  await drawn(setting);
  await give(new File(['x'], 'a.xlsx'));
  const said = text('target.percent-cells', { count: 1, shown: '1' });
  expect((await screen.findByTestId('target-percents')).textContent).toBe(said);
  const read = pasted();
  paste(`${read}0`);
  expect(screen.queryByTestId('target-percents')).toBeNull();
  paste(read);
  expect(screen.getByTestId('target-percents').textContent).toBe(said);
});
