import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { targetKey } from '#renderer/data/model/targets.ts';
import { ExportMenu, fileAccountOf, saveText, type TableJob } from '#renderer/features/export/export.tsx';
import { PictureMenu } from '#renderer/features/picture/picture-menu.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useTargets } from '#renderer/features/targets/use-targets.ts';
import { WorkbookButton } from '#renderer/features/workbook/workbook-button.tsx';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { writtenDataset, writtenFile } from '#test/renderer/dom/main-streams.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { buttonOf } from '#test/renderer/dom/shown.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What files are called in an account whose currency has a name, beside an account of a like name; and what they are of. */

const FACTS = {
  ...{ account: 'Lumbre Hogar', currency: 'USD', period: 'oct 2026', zone: '', filters: null },
  ...{ revision: '', known: '', closed: '' },
};
const JOB: TableJob = {
  fileName: 'cuadra-cosas.csv',
  content: { kind: 'table', table: { name: 'Hoja', keyColumns: 0, columns: [], lines: [] } },
  facts: FACTS,
};
const currencies = { main: 'CLP', own: [{ Canal: 'B', Cuenta: '', code: 'USD' }] };
const ROWS = [
  { Canal: 'A', 'Fecha de compra': '2026-10-05T10:00:00.000', Ventas: '10.50' },
  { Canal: 'B', 'Fecha de compra': '2026-10-06T10:00:00.000', Ventas: '7.25' },
];

let change: ReturnType<typeof useSelection>['change'] = () => {};
function Chooser() {
  const control = useSelection();
  change = (...given) => act(() => control.change(...given));
  return null;
}
function TargetCount() {
  return <p>{`${useTargets().targets.size} targets`}</p>;
}
async function page(children: React.ReactNode, setting: PageSetting = {}) {
  const wanted: { readonly format: unknown; readonly content: unknown }[] = [];
  const written: string[] = [];
  const datasets: unknown[] = [];
  localStorage.setItem('cuadra.screens.a', JSON.stringify({ currency: 'USD' }));
  const opened = await openPage(
    {
      rows: ROWS,
      accounts: {
        accounts: [account({ currencies }), account({ id: 'b', name: 'lumbre-hogar' })],
        ...{ activeId: 'a', keyStorage: 'memory' },
      },
      replies: { readHostInfo: () => ({ host: 'desktop', version: '9.8' }) },
      dataStreams: {
        exportTable: async function* (asked: (typeof wanted)[number]) {
          wanted.push(asked);
          yield { kind: 'begun', lines: 1, revision: 1 };
          return null;
        } as never,
        exportDataset: async function* ({ tables: _, ...asked }: { readonly tables: unknown }) {
          datasets.push(asked);
          yield { kind: 'complete' };
          return { files: [], kept: [] };
        } as never,
      },
      mainStreams: {
        exportFile: writtenFile({ kind: 'file', path: '/x' }, (bytes) =>
          written.push(new TextDecoder().decode(bytes)),
        ),
        // biome-ignore lint/correctness/useYield: nobody feeds it.
        exportPaper: async function* () {
          return { kind: 'file', path: '/x.pdf' };
        },
        dataset: writtenDataset('/parquet'),
      },
      ...setting,
    },
    () => (
      <InAccount>
        <Chooser />
        {children}
      </InAccount>
    ),
  );
  const close = async () => {
    await screen.findByTestId('export-done');
    fireEvent.click(buttonOf(text('common.close')));
    await waitFor(() => expect(screen.queryByTestId('export-done')).toBeNull());
  };
  const choose = async (trigger: string, entry: string) => {
    fireEvent.click(screen.getByTestId(trigger));
    fireEvent.click(await screen.findByTestId(entry));
    await close();
  };
  const names = () =>
    opened.asked.flatMap(({ call, input }) =>
      ['exportFile', 'exportPaper'].includes(call) && 'fileName' in (input as object)
        ? [(input as { readonly fileName: string }).fileName.replace(/-[0-9a-v]{8}(?=_|-|\.)/g, '-MARK')]
        : [],
    );
  return { ...opened, wanted, written, datasets, close, choose, names };
}

test('tables are named by account, form and currency; those without amounts and paper by what they are', async () => {
  let job = JOB;
  const one = await page(<ExportMenu title="" job={() => job} hasDataset />);
  await one.choose('export-menu', 'export-csv-exact');
  job = { ...JOB, hasAmounts: false };
  await one.choose('export-menu', 'export-csv');
  await one.choose('export-menu', 'export-pdf');
  const stem = 'cuadra-lumbre-hogar-MARK_cosas';
  expect(one.names()).toEqual([...[`${stem}-exacto-usd.csv`, `${stem}.csv`, `${stem}-usd.pdf`]]);
  expect(one.wanted.map(({ format }) => format)).toMatchObject([
    { kind: 'csv', csv: { separator: ',', isExact: true } },
    { kind: 'csv', csv: { separator: ';' } },
  ]);
  await one.choose('export-menu', 'export-postgresql');
  expect(one.datasets).toMatchObject([{ account: 'a', app: '9.8', forPostgresql: true }]);
});

test('of accounts of one name each is told from all others, of the one in view from none', () => {
  const demo = (id: string) => account({ id, kind: 'demo', name: '' });
  const accounts = [
    account(),
    account({ id: 'b' }),
    account({ id: 'c', name: 'Otra' }),
    demo('d'),
    demo('e'),
  ];
  const of = (activeId: string | null) => fileAccountOf({ accounts, activeId }, text);
  const [own, other, example] = ['Lumbre Hogar', 'Otra', 'Empresa de ejemplo'];
  expect([of('a'), of('e'), of('x'), of(null), fileAccountOf(null, text)]).toEqual([
    { id: 'a', label: own, others: [own, other, example, example] },
    { id: 'e', label: example, others: [own, own, other, example] },
    ...[null, null, null],
  ]);
});

test('a picture is named by the rows that it is of, which need not be those selected', async () => {
  const of = { ...EVERYTHING, period: { from: '2025-10-01', to: '2026-10-31' } as never };
  const one = await page(
    <>
      <section>
        <PictureMenu title="Tendencia" of={of} />
      </section>
      <section data-testid="second">
        <PictureMenu title="Mes" />
      </section>
    </>,
  );
  change({ type: 'set-period', period: { from: '2026-10-01', to: '2026-10-31' } as never });
  const [first, second] = screen.getAllByTestId('save-picture');
  for (const trigger of [first, second]) {
    fireEvent.click(trigger as HTMLElement);
    fireEvent.click(await screen.findByTestId('picture-svg'));
    await one.close();
  }
  const stem = 'cuadra-lumbre-hogar-MARK';
  expect(one.names().map((name) => name.replace(/-MARK(?=-usd)/, ''))).toEqual([
    `${stem}_tendencia-compra-2025-10-01-2026-10-31-usd.svg`,
    `${stem}_mes-compra-2026-10-01-2026-10-31-usd.svg`,
  ]);
  const described = one.written.map((svg) => /<desc>(.*)/.exec(svg)?.[1]);
  expect(described).toEqual([
    `Lumbre Hogar · USD · oct 2025 – oct 2026 · Fecha de compra, ${text('zone.local')}`,
    `Lumbre Hogar · USD · 1–31 oct 2026 · Fecha de compra, ${text('zone.local')}`,
  ]);
  // What a picture has are no lines.
  expect(one.wanted).toEqual([]);
});

test('the workbook is of the accounts of the currency in view, and named by both', async () => {
  const one = await page(<WorkbookButton />);
  fireEvent.click(screen.getByTestId('export-workbook'));
  await one.close();
  change({ type: 'set-filter', column: 'Canal', values: ['Z'] });
  fireEvent.click(screen.getByTestId('export-workbook'));
  await one.close();
  expect(one.names().map((name) => name.replace(/^cuadra-lumbre-hogar-MARK_/, ''))).toEqual([
    'libro-de-rentabilidad-MARK-usd.xlsx',
    'libro-de-rentabilidad-z-MARK-usd.xlsx',
  ]);
  const scope = { accounts: [{ Canal: 'B', Cuenta: '' }], isExcluded: false };
  expect(one.wanted.map(({ content, format }) => ({ content, format }))).toMatchObject([
    {
      content: {
        kind: 'book',
        of: { selection: { ...EVERYTHING, scope }, totals: { rows: 1, sums: { Ventas: '7.25' } } },
      },
      format: {
        title: `Lumbre Hogar · USD · ${text('period.everything')} · Fecha de compra`,
        look: { places: { ofWhole: 2, ofBroken: 2 } },
      },
    },
    { content: { of: { totals: { rows: 0 } } }, format: { look: { places: { ofWhole: 0, ofBroken: 0 } } } },
  ]);
});

test('the workbook has the targets of the currency in view', async () => {
  const target = (currency: string, value: Decimal) => {
    const place = { measure: 'ventas' as const, month: '2026-10' as Month, of: null, currency };
    return {
      ...{ kind: 'target' as const, key: targetKey(place) },
      value: { ...place, value, owner: '', atMs: 0 },
    };
  };
  const annotations = [target('USD', '333' as Decimal), target('CLP', '444' as Decimal)];
  const one = await page(
    <>
      <WorkbookButton />
      <TargetCount />
    </>,
    { annotations },
  );
  change({ type: 'set-period', period: { from: '2026-10-01', to: '2026-10-31' } as never });
  await screen.findByText('2 targets');
  fireEvent.click(screen.getByTestId('export-workbook'));
  await one.close();
  const content = JSON.stringify(one.wanted[0]);
  expect(content).toContain('333');
  expect(content).not.toContain('444');
});

test('a file that the browser takes is fetched by its own name, and nothing is said of a place', async () => {
  const fetched: (readonly [string, boolean])[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    fetched.push([this.getAttribute('href') ?? '', this.hasAttribute('download')]);
  });
  const mainStreams = { exportFile: writtenFile({ kind: 'download', url: '/download/1' } as never) };
  const { session } = await page(<ExportMenu title="" job={() => JOB} />, { mainStreams });
  fireEvent.click(screen.getByTestId('export-menu'));
  fireEvent.click(await screen.findByTestId('export-csv'));
  await waitFor(() => expect(fetched).toEqual([['/download/1', true]]));
  await waitFor(() => expect(screen.getByTestId('export-menu').getAttribute('aria-busy')).toBe('false'));
  expect([screen.queryByTestId('export-done'), document.querySelector('a[download]')]).toEqual([null, null]);
  expect(await saveText(session.bridge.pull, 'x.txt', 'x')).toMatchObject({ kind: 'download' });
  expect(fetched).toHaveLength(2);
});
