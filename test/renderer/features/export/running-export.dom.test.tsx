import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FileSource } from '#renderer/data/client/export-run.ts';
import { ExportMenu, fileFormat, shownLate, useExport } from '#renderer/features/export/export.tsx';
import { useOfferExport, useOfferedExport } from '#renderer/features/export/offered-export.ts';
import { firstLines } from '#renderer/features/paper/paper-lines.ts';
import { LinkedWorkbook } from '#renderer/features/scheduled-exports/linked-workbook.tsx';
import { DEFAULT_CHOICES, formatsOf } from '#renderer/ui/formats.tsx';
import { writtenFile } from '#test/renderer/dom/main-streams.ts';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';
import { buttonOf } from '#test/renderer/dom/shown.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** An export on its way, who may open the menu by name, and what a file looks like. */

const FILE = { exportFile: writtenFile({ kind: 'file', path: '/x' }) };

test('a file that is begun shows nothing at once; another press shows it and begins none; closing lets it go', async () => {
  const begun: string[] = [];
  const closed: string[] = [];
  let begin: (source: FileSource) => void = () => {};
  let start: ReturnType<typeof useExport>['start'] = () => {};
  function Exports() {
    const { start: own, isRunning, dialog } = useExport();
    start = (job) => act(() => own(job));
    return (
      <>
        <output>{String(isRunning)}</output>
        {dialog}
      </>
    );
  }
  await openPage({ mainStreams: FILE }, () => (
    <InAccount>
      <Exports />
    </InAccount>
  ));
  const job = (name: string) => ({
    fileName: `cuadra-${name}.csv`,
    open: () => {
      begun.push(name);
      return new Promise<FileSource>((resolve) => {
        begin = resolve;
      });
    },
  });
  start(null);
  expect(screen.getByText('false')).toBeTruthy();
  start(job('uno'));
  expect([screen.queryByRole('dialog'), screen.getByText('true') !== null]).toEqual([null, true]);
  start(job('dos'));
  // At once: nobody waits to see it.
  const dialog = document.querySelector('[role=dialog]') as HTMLElement;
  expect(dialog.textContent).toContain(text('export.running'));
  // Of no lines yet, nothing is done.
  expect(dialog.querySelector<HTMLElement>('i')?.style.width).toBe('0%');
  await waitFor(() => expect(begun).toEqual(['uno']));
  fireEvent.click(buttonOf(text('export.cancel')));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const next = async () => null;
  await act(async () =>
    begin({ lines: 9, next, close: async () => void closed.push('closed') } as FileSource),
  );
  await waitFor(() => expect(closed).toEqual(['closed']));
  expect([begun, screen.queryByTestId('export-done'), screen.getByText('false') !== null]).toEqual([
    ...[['uno'], null, true],
  ]);
});

test('what takes long is shown on its way, but for paper, which would have it on it', () => {
  const running = { kind: 'running', done: 1, lines: 9, shown: false, isPaper: false } as const;
  const paper = { ...running, isPaper: true } as const;
  expect([shownLate(running), shownLate(paper), shownLate({ kind: 'idle' })]).toEqual([
    { ...running, shown: true },
    paper,
    { kind: 'idle' },
  ]);
});

test('a screen is printed by its own name, once for each time that it is asked for', async () => {
  const { asked } = await openPage(
    {
      replies: { readHostInfo: () => ({ host: 'desktop', version: '1' }) },
      mainStreams: {
        // biome-ignore lint/correctness/useYield: nobody feeds it.
        exportPaper: async function* () {
          return { kind: 'file', path: '/x.pdf' };
        },
      },
    },
    () => (
      <InAccount>
        <ExportMenu title="" paperName={() => 'cuadra-panel.csv'} />
      </InAccount>
    ),
  );
  const open = async () => {
    fireEvent.click(screen.getByTestId('export-menu'));
    return screen.findByTestId('export-pdf');
  };
  const entry = await open();
  expect(screen.queryByTestId('export-xlsx')).toBeNull();
  fireEvent.click(entry);
  await screen.findByTestId('export-done');
  fireEvent.click(buttonOf(text('common.close')));
  await waitFor(() => expect(screen.queryByTestId('export-done')).toBeNull());
  // Opened and left, nothing is printed again.
  await open();
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByTestId('export-pdf')).toBeNull());
  await act(async () => {});
  expect(screen.getByTestId('export-menu').getAttribute('aria-busy')).toBe('false');
  expect(asked.filter(({ call }) => call === 'exportPaper').map(({ input }) => input)).toEqual([
    { fileName: 'cuadra-lumbre-hogar_panel.pdf' },
  ]);
});

test('the menu of the screen on show is the one that is offered, whichever went after it came', async () => {
  const opens = { one: () => {}, two: () => {} };
  function Offers({
    of,
    isOffered = true,
  }: {
    readonly of: keyof typeof opens;
    readonly isOffered?: boolean;
  }) {
    useOfferExport(isOffered, opens[of]);
    return null;
  }
  function Told() {
    const offered = useOfferedExport();
    return <output>{offered === null ? 'none' : offered === opens.one ? 'one' : 'two'}</output>;
  }
  const shown = (...of: readonly (keyof typeof opens)[]) => (
    <>
      {of.map((each) => (
        <Offers key={each} of={each} />
      ))}
      <Offers of="one" isOffered={false} />
      <Told />
    </>
  );
  const { view } = await openPage({}, () => shown());
  const told = () => document.querySelector('output')?.textContent;
  const steps = [told()];
  for (const of of [['one'], ['one', 'two'], ['two'], []] as const) {
    view.rerender(shown(...of));
    steps.push(told());
  }
  expect(steps).toEqual(['none', 'one', 'two', 'two', 'none']);
});

test('figures in a workbook look as their user writes them; a query that links has no currency in its name', async () => {
  const facts = {
    account: 'A',
    currency: '',
    period: '',
    zone: '',
    filters: null,
    revision: '',
    known: '',
    closed: '',
  };
  const look = (choices: object, places?: number) => {
    const formats = formatsOf({ ...DEFAULT_CHOICES, ...choices });
    const job = places === undefined ? { facts } : { facts, places };
    const format = fileFormat('xlsx', job, { text, formats, version: '1' });
    return format.kind === 'xlsx' ? [format.title, format.look] : [];
  };
  const of = (ofWhole: number, ofBroken: number, negatives = 'minus') => [
    'A',
    { places: { ofWhole, ofBroken }, negatives },
  ];
  expect([
    look({}),
    look({ negatives: 'parentheses' }),
    look({ decimals: 'two' }),
    look({ decimals: 'none' }),
    look({ currency: 'CLP' }),
    look({}, 1),
  ]).toEqual([of(0, 2), of(0, 2, 'parentheses'), of(2, 2), of(0, 0), of(0, 0), of(1, 1)]);
  const wanted: { readonly format: { readonly facts?: readonly { readonly name: string }[] } }[] = [];
  const { asked } = await openPage(
    {
      accounts: {
        accounts: [account({ currencies: { main: 'CLP', own: [] } })],
        ...{ activeId: 'a', keyStorage: 'memory' },
      },
      rows: [{ Canal: 'A', 'Fecha de compra': '2026-10-05T10:00:00.000', Ventas: '1' }],
      dataStreams: {
        exportTable: async function* (each: (typeof wanted)[number]) {
          wanted.push(each);
          yield { kind: 'begun', lines: 1, revision: 1 };
          return null;
        } as never,
      },
      mainStreams: FILE,
    },
    () => (
      <InAccount>
        <LinkedWorkbook path="/x.csv" />
      </InAccount>
    ),
  );
  fireEvent.click(screen.getByTestId('schedule-link'));
  await screen.findByTestId('export-done');
  expect(asked.flatMap(({ input }) => (input as { readonly fileName?: string }).fileName ?? [])).toEqual([
    'cuadra-lumbre-hogar_power-query.xlsx',
  ]);
  expect(wanted[0]?.format.facts?.map(({ name }) => name)).toContain(text('fact.revision'));
});

test('lines beyond a hole are not printed as if they followed', () => {
  const lines = Array.from({ length: 100 }, (_, at) => `b${at}`);
  const view = (pages: readonly (readonly [number, readonly string[]])[]) =>
    ({ total: 150, pages: new Map(pages) }) as never;
  expect(firstLines(view([[1, lines]]), 200)).toEqual([]);
  expect(
    firstLines(
      view([
        [0, ['a0']],
        [1, lines],
      ]),
      200,
    ),
  ).toEqual(['a0']);
  expect(
    firstLines(
      view([
        [0, lines],
        [1, lines],
      ]),
      200,
    ),
  ).toHaveLength(150);
});
