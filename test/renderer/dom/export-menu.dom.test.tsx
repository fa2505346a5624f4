import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { FileFormat } from '#renderer/data/model/table-files.ts';
import { OUTDATED } from '#renderer/data/model/table-files.ts';
import { ExportMenu, FORMS, saveText, type TableJob, useExport } from '#renderer/features/export/export.tsx';
import { useOfferedExport } from '#renderer/features/export/offered-export.ts';
import { ExportCheckProvider } from '#renderer/features/export-check/export-check.tsx';
import { firstLines } from '#renderer/features/paper/paper-lines.ts';
import { PictureMenu } from '#renderer/features/picture/picture-menu.tsx';
import { LinkedWorkbook } from '#renderer/features/scheduled-exports/linked-workbook.tsx';
import { ofOneRevision, WorkbookButton } from '#renderer/features/workbook/workbook-button.tsx';
import { RpcError } from '#shared/contract/rpc.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { writtenFile } from './main-streams.ts';
import { InAccount, openPage, type PageSetting } from './page.tsx';

/** The menu that writes files: what it offers, what each choice asks for, and what becomes of it. */

const FACTS = {
  account: 'Demo',
  currency: '',
  period: 'oct 2026',
  zone: '',
  filters: null,
  revision: '',
  known: '',
  closed: '',
};
const TABLE = { name: 'Hoja', keyColumns: 0, columns: [], lines: [] };
const JOB: TableJob = {
  fileName: 'cuadra-cosas.csv',
  content: { kind: 'table', table: TABLE },
  inCsv: { kind: 'table', table: { ...TABLE, name: 'CSV' } },
  facts: FACTS,
};

/** A worker that writes `text`, and what it was asked for. */
function world(setting: PageSetting = {}, said = 'x') {
  const wanted: { readonly format: FileFormat; readonly content: unknown; readonly isLatest: unknown }[] = [];
  const written: string[] = [];
  const page: PageSetting = {
    dataStreams: {
      exportTable: async function* ({ format, content, isLatest }: (typeof wanted)[number]) {
        wanted.push({ format, content, isLatest });
        yield { kind: 'begun', lines: 1200, revision: 1 };
        yield { kind: 'chunk', bytes: new TextEncoder().encode(said), linesDone: 1200 };
        return null;
      } as never,
    },
    mainStreams: {
      exportFile: writtenFile({ kind: 'file', path: '/datos/x' }, (bytes) =>
        written.push(new TextDecoder().decode(bytes)),
      ),
    },
    ...setting,
  };
  return { page, wanted, written };
}

const menu = async (props: Partial<Parameters<typeof ExportMenu>[0]>, setting: PageSetting = {}) => {
  const made = world(setting);
  const page = await openPage(made.page, () => (
    <InAccount>
      <ExportMenu title="of the table" job={() => JOB} {...props} />
    </InAccount>
  ));
  const choose = async (id: string) => {
    await page.user.click(screen.getByTestId('export-menu'));
    await page.user.click(await screen.findByTestId(`export-${id}`));
  };
  return { ...page, ...made, choose };
};
const names = ({ asked }: { asked: readonly { call: string; input: unknown }[] }) =>
  asked.flatMap(({ call, input }) =>
    call === 'exportFile' && typeof input === 'object' && input !== null && 'fileName' in input
      ? [input.fileName]
      : [],
  );

describe('the menu', () => {
  const entries = () => screen.getAllByRole('menuitem').map((each) => each.textContent);

  test('offers the forms of a table, and paper; by its key and by name', async () => {
    const page = await menu({});
    const trigger = screen.getByTestId('export-menu');
    expect([trigger.title, trigger.getAttribute('aria-label'), trigger.getAttribute('aria-busy')]).toEqual([
      'of the table',
      text('export.name'),
      'false',
    ]);
    await page.user.keyboard('{Control>}e{/Control}');
    await screen.findByTestId('export-xlsx');
    expect(entries()).toEqual([
      ...FORMS.map((form) => text(`export.as-${form}`)),
      text('export.as-pdf-browser'),
    ]);
    expect(screen.queryByTestId('engines-of-now')).toBeNull();
  });

  test('offers all rows for engines where they are, and the check of a file where it can be', async () => {
    const { page } = world();
    const { user } = await openPage(
      { ...page, replies: { readHostInfo: () => ({ host: 'desktop', version: '9.8' }) } },
      () => (
        <ExportCheckProvider isReady>
          <InAccount>
            <ExportMenu title="" name="of rows" hasDataset hasNoKeys paperName={() => 'x.csv'} />
          </InAccount>
        </ExportCheckProvider>
      ),
    );
    // Its screen has another menu for the keys.
    await user.keyboard('{Control>}e{/Control}');
    expect(screen.queryByRole('menu')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'of rows' }));
    await screen.findByTestId('export-pdf');
    expect(entries()).toEqual([
      text('export.as-pdf'),
      text('export.as-parquet'),
      text('export.as-postgresql'),
      text('export-check.name'),
    ]);
  });

  test('is offered by name only where it has the keys', async () => {
    const offers: boolean[] = [];
    function Offered() {
      offers.push(useOfferedExport() !== null);
      return null;
    }
    const { view } = await openPage({}, () => (
      <InAccount>
        <ExportMenu title="" job={() => null} />
        <Offered />
      </InAccount>
    ));
    expect(offers.at(-1)).toBe(true);
    view.unmount();
    await openPage({}, () => (
      <InAccount>
        <ExportMenu title="" job={() => null} hasNoKeys />
        <Offered />
      </InAccount>
    ));
    expect(offers.at(-1)).toBe(false);
  });
});

describe('a table', () => {
  test('as a workbook is named with the account, and says what it is of and when it was written', async () => {
    const page = await menu({}, { replies: { readHostInfo: () => ({ host: 'browser', version: '9.8' }) } });
    await page.choose('xlsx');
    expect((await screen.findByTestId('export-done')).dataset.path).toBe('/datos/x');
    expect(screen.getByRole('dialog').textContent).toContain(
      text('export.saved', { count: 1200, lines: '1.200' }),
    );
    expect([names(page), page.written]).toEqual([['cuadra-lumbre-hogar_cosas.xlsx'], ['x']]);
    const { format, content } = page.wanted[0] ?? {};
    expect(content).toEqual(JOB.content);
    expect(format).toMatchObject({
      kind: 'xlsx',
      title: 'Demo · oct 2026',
      look: { places: { ofWhole: 0, ofBroken: 2 }, negatives: 'minus' },
      facts: [
        { name: text('fact.account'), value: 'Demo' },
        { name: text('fact.period'), value: 'oct 2026' },
        { name: text('export.written'), value: expect.stringMatching(/^\d\d-\d\d-\d{4} \d\d:\d\d/) },
        { name: text('export.version'), value: '9.8' },
      ],
    });
    await page.user.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: text('common.close') }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('for spreadsheets and for programs has its own name, table and decimals', async () => {
    const page = await menu({ job: () => ({ ...JOB, places: 1, hasAmounts: false }) });
    await page.choose('csv');
    await screen.findByTestId('export-done');
    await page.user.keyboard('{Escape}');
    await page.choose('csv-exact');
    await waitFor(() => expect(page.wanted).toHaveLength(2));
    expect(names(page)).toEqual(['cuadra-lumbre-hogar_cosas.csv', 'cuadra-lumbre-hogar_cosas-exacto.csv']);
    expect(page.wanted.map(({ content }) => content)).toEqual([JOB.inCsv, JOB.inCsv]);
    const [local, exact] = page.wanted.map(({ format }) => (format.kind === 'csv' ? format.csv : null));
    expect(local).toMatchObject({ separator: ';', decimalSign: ',' });
    expect(exact).toMatchObject({ separator: ',', decimalSign: '.', isExact: true });
  });

  test('that is read when it is begun is read then; what is not there yet writes nothing', async () => {
    const read: string[] = [];
    const content = async () => {
      read.push('read');
      return JOB.content as never;
    };
    const { inCsv: _, ...job } = JOB;
    const page = await menu({ job: () => ({ ...job, content, places: 1 }) });
    await page.choose('xlsx');
    await screen.findByTestId('export-done');
    expect(read).toEqual(['read']);
    expect(page.wanted[0]?.content).toEqual(JOB.content);
    expect(page.wanted[0]?.format).toMatchObject({ look: { places: { ofWhole: 1, ofBroken: 1 } } });
    page.view.unmount();
    const none = await menu({ job: () => null });
    await none.choose('csv');
    expect([none.asked, screen.queryByRole('dialog')]).toEqual([[], null]);
  });

  test('whose file is not chosen leaves nothing; one that fails says why, and is tried again', async () => {
    let isFull = true;
    const page = await menu(
      {},
      {
        mainStreams: {
          exportFile: (input, signal) =>
            writtenFile({ kind: 'file', path: '/datos/x' }, () => {
              if (isFull) throw new RpcError('NOT_EXPECTED', 'no room at all');
            })(input, signal),
        },
      },
    );
    await page.choose('xlsx');
    const dialog = await screen.findByRole('dialog', { name: text('export.failed') });
    expect(dialog.textContent).toContain(text('export.failed-other'));
    isFull = false;
    await page.user.click(within(dialog).getByRole('button', { name: text('export.again') }));
    expect((await screen.findByTestId('export-done')).dataset.path).toBe('/datos/x');
    page.view.unmount();
    const refused = await menu({}, { mainStreams: {} });
    await refused.choose('xlsx');
    await waitFor(() => expect(screen.getByTestId('export-menu').getAttribute('aria-busy')).toBe('false'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('with amounts that are covered is written only when told so; without amounts at once', async () => {
    localStorage.setItem('cuadra.preferences', JSON.stringify({ hidesAmounts: true }));
    const page = await menu({});
    await page.choose('xlsx');
    const dialog = await screen.findByRole('dialog', { name: text('export.covered') });
    expect(dialog.textContent).toContain(text('export.covered-note'));
    await page.user.click(within(dialog).getByRole('button', { name: text('export.cancel') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.asked).toEqual([]);
    await page.choose('xlsx');
    await page.user.click(await screen.findByTestId('export-covered'));
    expect(await screen.findByTestId('export-done')).toBeTruthy();
    page.view.unmount();
    const plain = await menu({ job: () => ({ ...JOB, hasAmounts: false }) });
    await plain.choose('xlsx');
    expect(await screen.findByTestId('export-done')).toBeTruthy();
  });
});

test('a long export says how far it is, another press shows it, and cancelling leaves no file', async () => {
  let give: () => void = () => {};
  const ended: string[] = [];
  let press: () => void = () => {};
  function Long() {
    const { start, isRunning, dialog } = useExport();
    press = () =>
      act(() =>
        start({
          fileName: 'cuadra-x.csv',
          open: async () => {
            let at = 0;
            return {
              lines: 4000,
              next: async () => {
                at += 1;
                if (at === 1) return { bytes: new Uint8Array(1), done: 1000 };
                await new Promise<void>((resolve) => {
                  give = resolve;
                });
                return null;
              },
              close: async () => {
                ended.push('closed');
              },
            };
          },
        }),
      );
    return (
      <>
        <output>{String(isRunning)}</output>
        {dialog}
      </>
    );
  }
  const { page } = world();
  const { user } = await openPage(page, () => (
    <InAccount>
      <Long />
    </InAccount>
  ));
  press();
  press();
  const dialog = await screen.findByRole('dialog', { name: text('export.running') });
  const progress = text('export.progress', { count: 4000, done: '1.000', lines: '4.000' });
  await waitFor(() => expect(dialog.textContent).toContain(progress));
  expect(dialog.querySelector<HTMLElement>('i')?.style.width).toBe('25%');
  expect(screen.getByText('true')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: text('export.cancel') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  give();
  await waitFor(() => expect(ended).toEqual(['closed']));
  expect(screen.getByText('false')).toBeTruthy();
});

test('a text is written whole, or not where no file was chosen', async () => {
  const { page, written } = world();
  const { session } = await openPage(page, () => <p />);
  expect(await saveText(session.bridge.pull, 'x.txt', 'ñandú')).toEqual({ kind: 'file', path: '/datos/x' });
  expect(written).toEqual(['ñandú']);
  const { session: other } = await openPage({}, () => <p />);
  expect(await saveText(other.bridge.pull, 'x.txt', 'ñandú')).toBeNull();
});

test('a picture is of the section that it stands in, says what it is of, and is named so', async () => {
  const { page, written } = world({
    accounts: { accounts: [account()], activeId: 'a', keyStorage: 'memory' },
  });
  const opened = await openPage(page, () => (
    <InAccount>
      <section>
        <PictureMenu title="Mi gráfico" />
      </section>
    </InAccount>
  ));
  const trigger = screen.getByTestId('save-picture');
  expect([trigger.title, trigger.getAttribute('aria-label')]).toEqual([
    text('picture.save'),
    `${text('picture.save')}: Mi gráfico`,
  ]);
  await opened.user.click(trigger);
  expect((await screen.findAllByRole('menuitem')).map((each) => each.textContent)).toEqual([
    text('picture.as-png'),
    text('picture.as-svg'),
  ]);
  await opened.user.click(screen.getByTestId('picture-svg'));
  await screen.findByTestId('export-done');
  expect(screen.getByRole('dialog').textContent).toContain(text('export.saved-file'));
  const [svg = ''] = written;
  expect(svg).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<svg [\s\S]*<\/svg>\n$/);
  expect(svg).toContain(`<title>Mi gráfico</title>`);
  expect(svg).toContain(`Lumbre Hogar · ${text('period.everything')}`);
  expect(svg).toContain(text('print.no-filters'));
  expect(svg).toMatch(new RegExp(`${text('fact.revision')} .* · ${text('fact.known')} `));
  expect(names(opened)).toEqual([expect.stringMatching(/^cuadra-lumbre-hogar_mi-grafico.*\.svg$/)]);
});

test('a picture of figures that are not proved yet waits, and one of old figures names no reading', async () => {
  const { page, written } = world({ facts: { rowsOpening: {} as never } });
  const { view } = await openPage(page, () => (
    <InAccount>
      <section>
        <PictureMenu title="x" />
      </section>
    </InAccount>
  ));
  expect(screen.getByTestId<HTMLButtonElement>('save-picture').disabled).toBe(true);
  view.unmount();
  const old = world();
  const { user } = await openPage(old.page, () => (
    <InAccount>
      <section data-stale="true">
        <PictureMenu title="x" />
      </section>
    </InAccount>
  ));
  await user.click(screen.getByTestId('save-picture'));
  await user.click(await screen.findByTestId('picture-svg'));
  await screen.findByTestId('export-done');
  expect(old.written[0]).not.toContain(text('fact.revision'));
  expect(written).toEqual([]);
});

test('the workbook that links to a scheduled file holds the query with its path, of the newest rows', async () => {
  const { page, wanted } = world();
  const opened = await openPage(page, () => (
    <InAccount>
      <LinkedWorkbook path="/datos/ventas.csv" />
    </InAccount>
  ));
  const press = screen.getByTestId('schedule-link');
  expect([press.textContent, press.title, press.dataset.value]).toEqual([
    text('schedule.link'),
    text('schedule.link-note'),
    '/datos/ventas.csv',
  ]);
  fireEvent.click(press);
  await screen.findByTestId('export-done');
  expect(JSON.stringify(wanted[0]?.content)).toContain('/datos/ventas.csv');
  expect([wanted[0]?.isLatest, wanted[0]?.format.kind]).toEqual([true, 'xlsx']);
  // There are no amounts in it: it has no currency in its name.
  expect(names(opened)).toEqual(['cuadra-lumbre-hogar_power-query.xlsx']);
});

test('the lines that a print has at once are the first ones, up to a hole', () => {
  const view = (total: number, pages: ReadonlyMap<number, unknown>) => ({ total, pages }) as never;
  expect(firstLines(view(0, new Map()), 10)).toEqual([]);
  expect(firstLines(view(5, new Map([[0, ['a', 'b']]])), 10)).toEqual(['a', 'b']);
  expect(firstLines(view(5, new Map([[0, ['a', 'b', 'c']]])), 2)).toEqual(['a', 'b']);
});

test('what was read of two revisions is read again, six times at most; other failures are told at once', async () => {
  const tries = async (fails: number, code = OUTDATED) => {
    let asked = 0;
    const read = async () => {
      asked += 1;
      if (asked <= fails) throw new RpcError(code, 'x');
      return 'read';
    };
    return [await ofOneRevision(read).catch(() => 'failed'), asked];
  };
  expect([await tries(0), await tries(5), await tries(6), await tries(1, 'OTHER')]).toEqual([
    ['read', 1],
    ['read', 6],
    ['failed', 6],
    ['failed', 1],
  ]);
});

test('the workbook of a selection is written by one press, of the rows that are selected', async () => {
  const rows = [
    {
      Canal: 'Uno',
      'Tipo de Dato': 'Orden',
      Orden: '1',
      'Fecha de compra': '2026-10-05T10:00:00.000',
      Ventas: '10.50',
    },
  ];
  const { page, wanted } = world({ rows });
  const opened = await openPage(page, () => (
    <InAccount>
      <WorkbookButton />
    </InAccount>
  ));
  const press = screen.getByTestId('export-workbook');
  expect([
    press.title,
    press.getAttribute('aria-label'),
    press.getAttribute('aria-busy'),
    press.textContent,
  ]).toEqual([text('workbook.title'), text('workbook.name'), 'false', text('workbook.short')]);
  fireEvent.click(press);
  await screen.findByTestId('export-done');
  expect(names(opened)).toEqual(['cuadra-lumbre-hogar_libro-de-rentabilidad.xlsx']);
  expect(wanted[0]?.format).toMatchObject({ kind: 'xlsx', look: { places: { ofWhole: 2, ofBroken: 2 } } });
  expect(JSON.stringify(wanted[0]?.content)).toContain('10.50');
});
