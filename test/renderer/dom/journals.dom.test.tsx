import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { JournalForm } from '#renderer/data/model/journal-terms.ts';
import { OUTDATED } from '#renderer/data/model/table-files.ts';
import { proposedEntries } from '#renderer/reconciliation/journals/model/difference.ts';
import { resultEntry } from '#renderer/reconciliation/journals/model/entries.ts';
import {
  evidenceOfProposal,
  type JournalPosting,
  type JournalQuery,
} from '#renderer/reconciliation/journals/model/journal-page.ts';
import { postingKey } from '#renderer/reconciliation/journals/model/numbered.ts';
import { type JournalRule, ruleBook } from '#renderer/reconciliation/journals/model/rules.ts';
import { JournalsSection } from '#renderer/reconciliation/journals/screen/journals-section.tsx';
import { useJournalExport } from '#renderer/reconciliation/journals/screen/use-journal-export.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Sums } from '#shared/domain/profitability.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { writtenFile } from './main-streams.ts';
import { InAccount, openPage, type PageSetting, probedSelection, SelectionProbe } from './page.tsx';
import { copiedOf, readOf } from './reading.ts';

/** The journals of a month on its close: both sides, suspense by name, rules at three levels. */

const MONTH = '2026-10' as Month;
const DAY = '2026-11-20' as LocalDate;
const SUMS = {
  'Ingreso Total': '100',
  Ventas: '100',
  'Cobro de Comisiones': '12.5',
  'Cobros sin categorizar': '2',
  'Rentabilidad Marketplace': '85.5',
} as unknown as Sums;
const PLACES = [
  { Canal: 'Uno', Cuenta: 'A' },
  { Canal: 'Dos', Cuenta: 'B' },
];

async function open(isClosed: boolean, postings: readonly JournalPosting[] = []) {
  let said = async (): Promise<readonly JournalRule[]> => [];
  const page = await openPage(
    {
      dataReplies: {
        readJournal: async () => {
          const book = ruleBook(await said(), 'CL');
          const now = PLACES.map((place) =>
            resultEntry({ ...place, month: MONTH, settlement: null, sums: SUMS }, book),
          );
          const posted = postings.flatMap(({ entries }) => entries);
          const proposed = proposedEntries({ posted, closed: [], now, day: DAY });
          return {
            ...{
              revision: 1,
              isClosed,
              isOfClose: isClosed,
              by: 'account',
              country: 'CL',
              proposed,
              postings,
            },
            evidence: evidenceOfProposal(proposed),
            beyond: '0' as never,
            leftOut: { undated: 1, otherCurrency: 0 },
          } as const;
        },
      },
    },
    () => (
      <InAccount>
        <JournalsSection month={MONTH} />
        <SelectionProbe />
      </InAccount>
    ),
  );
  said = async () => {
    const read = await page.session.data.call.readAnnotations({ kind: 'journal-rule' });
    return read.map(({ value }) => value as JournalRule);
  };
  return { ...page, said };
}

const totals = () =>
  ['debit', 'credit'].map(
    (side) =>
      screen.getAllByTestId('journal-total').find(({ dataset }) => dataset.side === side)?.dataset.value,
  );

test('entries of a closed month stand with both sides, what is in suspense by its name, and their lines', async () => {
  const { user } = await open(true);
  await screen.findAllByTestId('journal-entry');
  expect(totals()).toEqual(['200', '200']);
  const suspense = screen.getByTestId('journal-suspense');
  expect([suspense.dataset.value, suspense.dataset.lines]).toEqual(['4', '2']);
  expect(within(suspense).getByText(/Cobros sin categorizar/)).toBeTruthy();
  expect(screen.getByText(/no tiene fecha: en ningún asiento/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Resultado, octubre de 2026 · Uno · A' }));
  const lines = screen.getAllByTestId('journal-line');
  expect(lines.map(({ dataset }) => [dataset.line, dataset.level, dataset.value])).toEqual([
    ['income/Ventas', 'proposal', '-100'],
    ['commissions/Cobro de Comisiones', 'proposal', '12.5'],
    ['other/Cobros sin categorizar', 'none', '2'],
    ['receivable', 'proposal', '85.5'],
  ]);
  expect(screen.getAllByTestId('journal-orders').map(({ dataset }) => dataset.line)).toHaveLength(4);
  for (const [form, standing] of [
    ['xero', 'published'],
    ['siigo', 'seen'],
    ['defontana', 'unconfirmed'],
  ] as const) {
    const button = screen.getByTestId(`journal-export-${form}`) as HTMLButtonElement;
    expect([button.disabled, button.dataset.standing]).toEqual([false, standing]);
  }
});

test('those of an open month are looked at, and no file is made of them', async () => {
  const { user } = await open(false);
  await user.click(await screen.findByTestId('journal-preview'));
  expect(totals()).toEqual(['200', '200']);
  expect(screen.getByTestId('journal-open')).toBeTruthy();
  expect((screen.getByTestId('journal-export-csv') as HTMLButtonElement).disabled).toBe(true);
});

describe('a file of entries', () => {
  const QUERY: JournalQuery = { month: MONTH, scope: null, currency: 'CLP', day: DAY, ownCosts: [] };
  const posted = (posting: number): JournalPosting => ({
    ...{ month: MONTH, posting, by: 'account', currency: null, country: 'CL', snapshot: 's', entries: [] },
    exports: [{ form: 'csv', owner: 'Ana', atMs: 1 }],
  });
  const press = async (
    exportJournal: () => JournalPosting,
    {
      posting = null as number | null,
      form = 'hledger' as JournalForm,
      ...setting
    }: PageSetting & {
      readonly posting?: number | null;
      readonly form?: JournalForm;
    } = {},
  ) => {
    const sent: unknown[] = [];
    const exported: number[] = [];
    function Exporting() {
      const page = { evidence: 'seen', revision: 1 };
      const { write, dialog } = useJournalExport(QUERY, page, ruleBook([], 'CL'), (of) => exported.push(of));
      return (
        <>
          <button type="button" onClick={() => write(form, posting)}>
            write
          </button>
          {dialog}
        </>
      );
    }
    localStorage.setItem('cuadra.screens.a', JSON.stringify({ 'reconciliation.owner': ' Ana ' }));
    const page = await openPage(
      {
        mainStreams: { exportFile: writtenFile({ kind: 'file', path: '/x/asientos' }) },
        dataReplies: {
          exportJournal: (input) => {
            sent.push(input);
            return exportJournal();
          },
        },
        ...setting,
      },
      () => (
        <InAccount>
          <Exporting />
        </InAccount>
      ),
    );
    fireEvent.click(screen.getByText('write'));
    const named = () => page.asked.find(({ call }) => call === 'exportFile')?.input as { fileName: string };
    return { ...page, sent, exported, named };
  };
  // What was written is told in a dialog, and all else is out of reach until it is closed.
  const undo = () => screen.queryByRole('button', { name: /Deshacer/, hidden: true });

  test('asks for numbers of what was seen, by whom, once a place for it is chosen, and may be undone', async () => {
    const { sent, exported, named } = await press(() => posted(3));
    await waitFor(() => expect(exported).toEqual([3]));
    expect(sent).toEqual([{ ...QUERY, form: 'hledger', owner: 'Ana', evidence: 'seen', posting: null }]);
    expect(named().fileName).toMatch(/_asientos-contables-hledger-compra-2026-10-01-2026-10-31\.journal$/u);
    await waitFor(() => expect(undo()?.textContent).toBeTruthy());
    expect(screen.getByText(new RegExp(text('journal.undo-export', { number: 3 }), 'u'))).toBeTruthy();
  });

  test.each([
    ['is taken back where nothing else was made of it', 1, 0],
    ['stays where another file has its numbers', 2, 1],
  ])('%s', async (_, files, left) => {
    const { session } = await press(() => posted(3));
    await waitFor(() => expect(undo()?.textContent).toBeTruthy());
    const [first] = posted(3).exports;
    if (first === undefined) throw new Error('It was exported once.');
    const value = { ...posted(3), exports: Array.from({ length: files }, () => first) };
    const puts = [{ key: postingKey(value), value }];
    await session.data.write.writeAnnotations({ kind: 'journal-posting', puts, deletes: [] });
    fireEvent.click(undo() as HTMLElement);
    const kept = async () => (await session.data.call.readAnnotations({ kind: 'journal-posting' })).length;
    await waitFor(() => expect(undo()).toBeNull());
    await waitFor(async () => expect(await kept()).toBe(left));
  });

  test('once more of an export is another file, and nothing is to be undone', async () => {
    const { sent, exported, named } = await press(() => posted(2), { posting: 2, form: 'xero' });
    await waitFor(() => expect(exported).toEqual([2]));
    expect(sent).toEqual([{ ...QUERY, form: 'xero', owner: 'Ana', evidence: 'seen', posting: 2 }]);
    expect(named().fileName).toMatch(/_asientos-contables-xero-compra-2026-10-01-2026-10-31-.+\.csv$/u);
    expect(undo()).toBeNull();
  });

  test('of who chooses no place nothing gets a number', async () => {
    const { sent, named } = await press(() => posted(1), { mainStreams: {} });
    await waitFor(() => expect(named()).toBeDefined());
    expect(sent).toEqual([]);
  });

  test.each([
    [new RpcError(OUTDATED, 'Others by now.'), text('journal.outdated')],
    [new RpcError('other', 'The disk is full.'), 'The disk is full.'],
  ])('that cannot be made says why, and whether others are proposed by now: %s', async (failure, why) => {
    const { exported } = await press(() => {
      throw failure;
    });
    const dialog = await screen.findByText((said) => said.includes(why));
    expect(dialog.textContent?.includes(text('journal.outdated'))).toBe(why === text('journal.outdated'));
    expect([exported, undo()]).toEqual([[], null]);
  });
});

test('a rule of an account takes what stood in suspense there; undone, it stands there again', async () => {
  const { user, said } = await open(true);
  await user.click(await screen.findByTestId('journal-show-rules'));
  expect(screen.getByTestId('journal-proposal').textContent).toContain('códigos de ejemplo');
  await user.click(screen.getByTestId('journal-place'));
  await screen.findByRole('menuitemradio', { name: 'Dos · B' });
  expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
    ...['Todos', 'Canal Uno', 'Uno · A', 'Canal Dos', 'Dos · B'],
  ]);
  await user.click(screen.getByRole('menuitemradio', { name: 'Dos · B' }));
  const rule = () =>
    screen
      .getAllByTestId('journal-rule')
      .find(({ dataset }) => dataset.line === 'other/Cobros sin categorizar');
  expect(rule()?.dataset.level).toBe('none');
  await user.click(within(rule() as HTMLElement).getByTestId('journal-rule-change'));
  await user.type(screen.getByTestId('journal-rule-account'), ' 5.9 ');
  await user.type(screen.getByTestId('journal-rule-costCentre'), 'CC1');
  await user.click(screen.getByTestId('journal-rule-save'));
  await waitFor(() => expect(rule()?.dataset).toMatchObject({ level: 'account', value: '5.9' }));
  expect(await said()).toMatchObject([
    { line: 'other/Cobros sin categorizar', Canal: 'Dos', Cuenta: 'B', account: '5.9', costCentre: 'CC1' },
  ]);
  await waitFor(() => expect(screen.getByTestId('journal-suspense').dataset.lines).toBe('1'));
  // By hand it is taken away as well, and brought back.
  await user.click(within(rule() as HTMLElement).getByTestId('journal-rule-change'));
  await user.click(screen.getByTestId('journal-rule-remove'));
  await waitFor(async () => expect(await said()).toEqual([]));
  await user.click(screen.getByRole('button', { name: /Deshacer/ }));
  await waitFor(async () => expect(await said()).toHaveLength(1));
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(screen.getByTestId('journal-suspense').dataset.lines).toBe('2'));
});

test('what was exported is shown with its numbers, and told as exported', async () => {
  const book = ruleBook([], 'CL');
  const entries = PLACES.map((place, at) => ({
    ...resultEntry({ ...place, month: MONTH, settlement: null, sums: SUMS }, book),
    number: `2026-10-1-00${at + 1}`,
    isDifference: false,
  }));
  await open(true, [
    {
      ...{ month: MONTH, posting: 1, by: 'account', currency: null, country: 'CL', snapshot: 's', entries },
      exports: [{ form: 'odoo', owner: 'Ana', atMs: 1 }],
    },
  ]);
  expect((await screen.findAllByTestId('journal-entry')).map(({ dataset }) => dataset.value)).toEqual([
    '2026-10-1-001',
    '2026-10-1-002',
  ]);
  expect(screen.getByTestId('journal-exported').textContent).toContain('Odoo, Ana');
  expect(screen.getByText(/otro archivo lleva los mismos números/)).toBeTruthy();
});

test('a journal reads whole: both sides, its entries and lines, the files and what each cannot hold', async () => {
  const { user } = await open(true);
  await screen.findAllByTestId('journal-entry');
  const section = screen.getByTestId('journals');
  expect(readOf(section)).toEqual([
    'Asientos contables',
    'Lo que el mes deja en la contabilidad, por cuenta o por liquidación, con pagos y banco aparte',
    'Debe200',
    'Haber200',
    'En suspenso+42 líneas: Cobros sin categorizar',
    'Un pago o abono no tiene fecha: en ningún asiento.',
    'Número | Fecha | Asiento | Líneas | Debe | Haber',
    'Sin número | 2026-10-31 | [Resultado, octubre de 2026 · Uno · A] | 4 | 100,00 | 100,00',
    'Sin número | 2026-10-31 | [Resultado, octubre de 2026 · Dos · B] | 4 | 100,00 | 100,00',
    '[CSV, Todas las cifras y textos, con cada decimal.][Excel, Todas las cifras y textos, con cada decimal.][Odoo, Según Odoo, Documentation: Export and import data (relation fields, several lines of one record). Montos en la unidad menor de la moneda; lo que el redondeo deja va en una línea aparte. No lleva: centro de costo, código de impuesto, moneda, referencia.][QuickBooks, Según QuickBooks Online, Help: Import journal entries. Montos en la unidad menor de la moneda; lo que el redondeo deja va en una línea aparte. No lleva: código de impuesto, referencia.][Xero, Según Xero, Help: Enter multiple manual journals using an import template. Montos en la unidad menor de la moneda; lo que el redondeo deja va en una línea aparte. No lleva: moneda, referencia.][CONTPAQi *, Sin confirmar con el fabricante; columnas vistas en programas de otros: CONTPAQi Contabilidad, carga de pólizas en TXT (registros P y M1). Montos en la unidad menor de la moneda; lo que el redondeo deja va en una línea aparte. No lleva: código de impuesto, moneda.][Siigo *, Sin confirmar con el fabricante; columnas vistas en programas de otros: Siigo Nube, «Subir comprobantes contables desde Excel». Montos en la unidad menor de la moneda; lo que el redondeo deja va en una línea aparte. No lleva: moneda, referencia.][Defontana *, Sin confirmar: no se encontró su plantilla (Defontana, importación de comprobantes contables). Montos en la unidad menor de la moneda; lo que el redondeo deja va en una línea aparte. No lleva: código de impuesto.][hledger, Según hledger, manual: Journal format.][Beancount, Según Beancount, Language Syntax.]',
    '* La plantilla del fabricante no se pudo confirmar: prueba con un asiento antes de cargar el mes.',
    'De dónde se conoce cada archivo',
    'CSV: Todas las cifras y textos, con cada decimal.',
    'Excel: Todas las cifras y textos, con cada decimal.',
    'Odoo: Según Odoo, Documentation: Export and import data (relation fields, several lines of one record). Montos en la unidad menor de la moneda; lo que el redondeo deja va en una línea aparte. No lleva: centro de costo, código de impuesto, moneda, referencia.',
    'QuickBooks: Según QuickBooks Online, Help: Import journal entries. Montos en la unidad menor de la moneda; lo que el redondeo deja va en una línea aparte. No lleva: código de impuesto, referencia.',
    'Xero: Según Xero, Help: Enter multiple manual journals using an import template. Montos en la unidad menor de la moneda; lo que el redondeo deja va en una línea aparte. No lleva: moneda, referencia.',
    'CONTPAQi: Sin confirmar con el fabricante; columnas vistas en programas de otros: CONTPAQi Contabilidad, carga de pólizas en TXT (registros P y M1). Montos en la unidad menor de la moneda; lo que el redondeo deja va en una línea aparte. No lleva: código de impuesto, moneda.',
    'Siigo: Sin confirmar con el fabricante; columnas vistas en programas de otros: Siigo Nube, «Subir comprobantes contables desde Excel». Montos en la unidad menor de la moneda; lo que el redondeo deja va en una línea aparte. No lleva: moneda, referencia.',
    'Defontana: Sin confirmar: no se encontró su plantilla (Defontana, importación de comprobantes contables). Montos en la unidad menor de la moneda; lo que el redondeo deja va en una línea aparte. No lleva: código de impuesto.',
    'hledger: Según hledger, manual: Journal format.',
    'Beancount: Según Beancount, Language Syntax.',
    '[Reglas: qué cuenta toma cada línea]',
  ]);
  await user.click(screen.getByRole('button', { name: 'Resultado, octubre de 2026 · Uno · A' }));
  const [entries, lines] = within(section).getAllByRole('table') as [HTMLElement, HTMLElement];
  expect(readOf(lines)).toEqual([
    'Cuenta contable | Nombre de la cuenta | Línea | Debe | Haber | Según | Órdenes',
    '4.1.01.01 | Ventas por marketplaces | Ventas | | 100,00 | Propuesta | [Órdenes, Órdenes de Ventas]',
    '5.2.01.01 | Comisiones de marketplaces | Cobro de Comisiones | 12,50 | | Propuesta | [Órdenes, Órdenes de Cobro de Comisiones]',
    '1.1.09.99 | Cuenta de suspenso | Cobros sin categorizar | 2,00 | | Suspenso | [Órdenes, Órdenes de Cobros sin categorizar]',
    '1.1.04.01 | Marketplaces por cobrar | Por cobrar al marketplace | 85,50 | | Propuesta | [Órdenes, Órdenes de Por cobrar al marketplace]',
  ]);
  expect([copiedOf(entries), copiedOf(lines)]).toEqual([
    [
      'Número | Fecha | Asiento | Líneas | Debe | Haber',
      'Sin número | 2026-10-31 | Resultado, octubre de 2026 · Uno · A | 4 | 100 | 100',
      'Sin número | 2026-10-31 | Resultado, octubre de 2026 · Dos · B | 4 | 100 | 100',
    ],
    [
      'Cuenta contable | Nombre de la cuenta | Línea | Debe | Haber | Según',
      '4.1.01.01 | Ventas por marketplaces | Ventas |  | 100 | Propuesta',
      '5.2.01.01 | Comisiones de marketplaces | Cobro de Comisiones | 12,5 |  | Propuesta',
      '1.1.09.99 | Cuenta de suspenso | Cobros sin categorizar | 2 |  | Suspenso',
      '1.1.04.01 | Marketplaces por cobrar | Por cobrar al marketplace | 85,5 |  | Propuesta',
    ],
  ]);
  await user.click(screen.getAllByTestId('journal-orders')[1] as HTMLElement);
  expect(window.location.hash).toBe('#orders/Cobro%20de%20Comisiones');
  expect([probedSelection().period, probedSelection().filters]).toEqual([
    { from: '2026-10-01', to: '2026-10-31' },
    [
      { column: 'Canal', values: ['Uno'] },
      { column: 'Cuenta', values: ['A'] },
    ],
  ]);
});

test('of what was exported and what waits either is shown; notes say what stands beside them', async () => {
  const book = ruleBook([], 'CL');
  const [first] = PLACES as [(typeof PLACES)[number]];
  const entry = {
    ...resultEntry({ ...first, month: MONTH, settlement: null, sums: SUMS }, book),
    number: '2026-10-1-001',
    isDifference: false,
  };
  const posting: JournalPosting = {
    ...{
      month: MONTH,
      posting: 1,
      by: 'account',
      currency: null,
      country: 'CL',
      snapshot: 's',
      entries: [entry],
    },
    exports: [{ form: 'odoo', owner: '', atMs: new Date(2026, 10, 5, 9, 7).getTime() }],
  };
  const { user } = await open(true, [posting]);
  await screen.findAllByTestId('journal-entry');
  const values = () => screen.getAllByTestId('journal-entry').map(({ dataset }) => dataset.value);
  expect(values()).toEqual(['']);
  await user.click(screen.getByTestId('journal-shown'));
  expect((await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent)).toEqual([
    'Por exportar',
    'Exportación 1',
  ]);
  await user.click(screen.getAllByRole('menuitemradio')[1] as HTMLElement);
  expect(values()).toEqual(['2026-10-1-001']);
  const notes = () =>
    [...(screen.getByTestId('journals').querySelectorAll('ul')[0]?.querySelectorAll('li') ?? [])].map(
      ({ textContent }) => textContent,
    );
  expect(notes()).toEqual([
    'Exportado: Odoo, alguien sin nombre, 05-11-2026 09:07',
    'Ya se exportó: otro archivo lleva los mismos números. No lo cargues dos veces.',
    'Un pago o abono no tiene fecha: en ningún asiento.',
  ]);
  await user.click(screen.getByRole('button', { name: 'Mostrar' }));
  expect(values()).toEqual(['']);
});

test('rules read whole: whose, what takes each line and by whose word; a form asks for an account', async () => {
  const { user, said } = await open(true);
  await user.click(await screen.findByTestId('journal-show-rules'));
  const rules = screen.getByTestId('journal-rules');
  const table = within(rules).getByRole('table');
  expect(readOf(rules)).toEqual([
    'Cuentas propuestas[Chile (propuesta), Cuentas propuestas: Chile (propuesta)][Por cuenta, on][Por liquidación]',
    'Es una propuesta, con códigos de ejemplo: este país no prescribe un plan de cuentas. Cámbialos por los tuyos.',
    'Reglas de[Todos, Reglas de: Todos]Responsable{}[Mostrar todas las líneas]',
    'Cuenta la regla más específica: la de la cuenta antes que la del canal, la del canal antes que la de todos; y en cada nivel la de una línea antes que la de su sección.',
    'Línea | Cuenta contable | Nombre de la cuenta | Centro de costo | Código de impuesto | Según | Cambiar',
    'Todo en Ingreso | 4.1.01.01 | Ventas por marketplaces | | | Propuesta | [Cambiar, Cambiar la cuenta de Todo en Ingreso]',
    'Ventas | 4.1.01.01 | Ventas por marketplaces | | | Propuesta | [Cambiar, Cambiar la cuenta de Ventas]',
    'Todo en Comisiones | 5.2.01.01 | Comisiones de marketplaces | | | Propuesta | [Cambiar, Cambiar la cuenta de Todo en Comisiones]',
    'Cobro de Comisiones | 5.2.01.01 | Comisiones de marketplaces | | | Propuesta | [Cambiar, Cambiar la cuenta de Cobro de Comisiones]',
    'Todo en Otros costos | 5.2.01.09 | Otros cargos de marketplaces | | | Propuesta | [Cambiar, Cambiar la cuenta de Todo en Otros costos]',
    'Cobros sin categorizar | 1.1.09.99 | Cuenta de suspenso | | | Suspenso | [Cambiar, Cambiar la cuenta de Cobros sin categorizar]',
    'Por cobrar al marketplace | 1.1.04.01 | Marketplaces por cobrar | | | Propuesta | [Cambiar, Cambiar la cuenta de Por cobrar al marketplace]',
    'Cuenta de suspenso | 1.1.09.99 | Cuenta de suspenso | | | Propuesta | [Cambiar, Cambiar la cuenta de Cuenta de suspenso]',
  ]);
  expect(copiedOf(table).slice(0, 3)).toEqual([
    'Línea | Cuenta contable | Nombre de la cuenta | Centro de costo | Código de impuesto | Según',
    'Todo en Ingreso | 4.1.01.01 | Ventas por marketplaces |  |  | Propuesta',
    'Ventas | 4.1.01.01 | Ventas por marketplaces |  |  | Propuesta',
  ]);
  const shown = screen.getAllByTestId('journal-rule').length;
  await user.click(within(rules).getByRole('button', { name: 'Mostrar todas las líneas' }));
  expect(screen.getAllByTestId('journal-rule').length).toBeGreaterThan(shown);
  await user.click(screen.getAllByTestId('journal-rule-change')[0] as HTMLElement);
  const save = screen.getByTestId<HTMLButtonElement>('journal-rule-save');
  expect([save.disabled, save.title, screen.queryByTestId('journal-rule-remove')]).toEqual([false, '', null]);
  await user.clear(screen.getByTestId('journal-rule-account'));
  await user.type(screen.getByTestId('journal-rule-name'), ' x{Enter}');
  expect([save.disabled, save.title]).toEqual([true, 'Escribe la cuenta contable']);
  expect(await said()).toEqual([]);
  await user.type(screen.getByTestId('journal-rule-account'), '7.1');
  await user.type(screen.getByTestId('journal-rule-taxCode'), 'IVA');
  await user.click(save);
  await waitFor(async () =>
    expect(await said()).toMatchObject([{ Canal: null, Cuenta: null, account: '7.1', taxCode: 'IVA' }]),
  );
});

test('what is shown is what is ruled and written; of an open month what has its numbers may be written again', async () => {
  const book = ruleBook([], 'CL');
  const [first, second] = PLACES as [(typeof PLACES)[number], (typeof PLACES)[number]];
  const entry = (place: (typeof PLACES)[number], number: string, sums: object = SUMS) => ({
    ...resultEntry({ ...place, month: MONTH, settlement: null, sums: sums as Sums }, book),
    ...{ number, isDifference: false },
  });
  const posting = (at: number, entries: JournalPosting['entries']): JournalPosting => ({
    ...{ month: MONTH, posting: at, by: 'settlement', currency: null, country: 'CL', snapshot: 's', entries },
    exports: [{ form: 'csv', owner: 'Ana', atMs: at }],
  });
  const postings = [
    posting(1, [entry(first, '2026-10-1-001')]),
    posting(2, [entry(second, '2026-10-2-001')]),
  ];
  const proposed = [{ ...entry(first, '', { Ventas: '5', 'Ingreso Total': '5' }), isDifference: true }];
  const asked: JournalQuery[] = [];
  const sent: unknown[] = [];
  const { user, session } = await openPage(
    {
      mainStreams: { exportFile: writtenFile({ kind: 'file', path: '/x/asientos' }) },
      dataReplies: {
        exportJournal: (input) => {
          sent.push(input);
          return posting(2, []);
        },
        readJournal: (query) => {
          asked.push(query);
          return {
            ...{ revision: 1, isClosed: false, isOfClose: false, by: 'settlement', country: 'CL' },
            ...{ proposed, postings, evidence: 'e', beyond: '-5.25' as never },
            leftOut: { undated: 0, otherCurrency: 1200 },
          } as const;
        },
      },
    },
    () => (
      <InAccount>
        <JournalsSection month={MONTH} />
      </InAccount>
    ),
  );
  await screen.findAllByTestId('journal-entry');
  expect(asked[0]).toMatchObject({ month: MONTH, scope: null, currency: null, ownCosts: [] });
  const notes = () =>
    [...(screen.getByTestId('journals').querySelector('ul')?.querySelectorAll('li') ?? [])].map(
      ({ textContent }) => textContent,
    );
  const beside = [
    'Rentabilidad Total de las filas que ningún asiento explica (no se contabiliza): −5,25',
    '1.200 pagos o abonos están en otra moneda: en ningún asiento.',
  ];
  const open =
    'El mes de octubre de 2026 está abierto: los asientos se ven, y se exportan con número cuando se cierre.';
  const difference =
    'Un asiento es de diferencia: lo que cambió desde el cierre o desde lo exportado. Nada de lo exportado se reescribe.';
  const write = () => screen.getByTestId<HTMLButtonElement>('journal-export-csv').disabled;
  expect([notes(), write()]).toEqual([[open, difference, ...beside], true]);
  await user.click(screen.getByTestId('journal-shown'));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Exportación 2' }));
  expect([notes().toSpliced(1, 2), write()]).toEqual([[open, ...beside], false]);
  // What is written is once more the export that is shown.
  await user.click(screen.getByTestId('journal-export-csv'));
  await waitFor(() => expect(sent).toMatchObject([{ form: 'csv', posting: 2, evidence: 'e' }]));
  await user.click(await screen.findByRole('button', { name: text('common.close') }));
  await user.click(screen.getByTestId('journal-show-rules'));
  const lines = () => screen.getAllByTestId('journal-rule').map(({ dataset }) => dataset.line);
  expect(lines()).toContain('commissions/Cobro de Comisiones');
  // Rules may be of any account that the month has, exported or not.
  await user.click(screen.getByTestId('journal-place'));
  expect((await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent)).toEqual([
    ...['Todos', 'Canal Uno', 'Uno · A', 'Canal Dos', 'Dos · B'],
  ]);
  await user.keyboard('{Escape}');
  const setting = async () =>
    (await session.data.call.readAnnotations({ kind: 'journal-setting' })).map(({ value }) => value);
  // What the month began with it goes on with.
  await user.click(screen.getByTestId('journal-by-account'));
  expect(await setting()).toEqual([]);
  await user.click(screen.getByTestId('journal-country'));
  await user.click(await screen.findByRole('menuitemradio', { name: /Perú/u }));
  await waitFor(async () => expect(await setting()).toMatchObject([{ country: 'PE', by: 'settlement' }]));
});
