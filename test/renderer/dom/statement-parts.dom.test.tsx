import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { MAX_NUMBER_LENGTH } from '#renderer/data/model/statement-answers.ts';
import type {
  StatementPreview as Found,
  ImportedStatement,
} from '#renderer/reconciliation/statements/model/imported.ts';
import { NO_MAPPING } from '#renderer/reconciliation/statements/model/mapping.ts';
import type {
  CheckFault,
  LayoutChange,
  NotUnderstood,
  StatementCheck,
} from '#renderer/reconciliation/statements/model/statement.ts';
import { asksOf } from '#renderer/reconciliation/statements/screen/asks-of-preview.ts';
import { StatementChecksView } from '#renderer/reconciliation/statements/screen/statement-checks.tsx';
import { StatementDoubts } from '#renderer/reconciliation/statements/screen/statement-doubts.tsx';
import { StatementList } from '#renderer/reconciliation/statements/screen/statement-list.tsx';
import { StatementMapping } from '#renderer/reconciliation/statements/screen/statement-mapping.tsx';
import {
  changeText,
  checksText,
  faultText,
} from '#renderer/reconciliation/statements/screen/statement-messages.ts';
import { StatementPreview } from '#renderer/reconciliation/statements/screen/statement-preview.tsx';
import { unlikeCurrencies } from '#renderer/reconciliation/statements/screen/unlike-currency.tsx';
import type {
  PreviewPhase,
  StatementImport,
} from '#renderer/reconciliation/statements/screen/use-statement-import.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, type PageSetting } from './page.tsx';
import { copiedOf, readOf } from './reading.ts';

/** What the parts of an import of a statement say, line by line as it is read, over readings that are made. */

const D = (value: string) => value as Decimal;
const day = (value: string) => value as LocalDate;
const inPage = (shown: React.ReactElement, setting: PageSetting = {}) =>
  openPage(setting, () => (
    <InAccount>
      <main data-testid="part">{shown}</main>
    </InAccount>
  ));
const read = () => readOf(screen.getByTestId('part'));
const choose = async (user: Awaited<ReturnType<typeof inPage>>['user'], menu: HTMLElement, name: string) => {
  await user.click(menu);
  await user.click(await screen.findByRole('menuitemradio', { name }));
};

const fault = (more: Partial<CheckFault>): CheckFault => ({
  ...{ kind: 'row', after: 3, before: 3, gap: D('-1.5'), orElse: null, column: null },
  ...more,
});
const check = (more: Partial<StatementCheck>): StatementCheck => ({
  ...{ name: 'row-net', holds: true, checked: 1200, failures: 0, gap: D('0'), where: [], beyond: null },
  ...more,
});
const PROOF = { holds: true, checks: [check({})], covered: 12, doubts: 0 };
const doubt = (
  line: number,
  why: NotUnderstood['why'],
  more: Partial<NotUnderstood> = {},
): NotUnderstood => ({
  ...{ line, why, column: '', text: 'Ajuste', row: { key: `r${line}`, mayBeLine: true } },
  ...more,
});
const NONE = { count: 0, listed: [] };
const FOUND: Found = {
  ...{
    readingId: 'r1',
    sheet: 'Hoja',
    head: [],
    rows: 12,
    days: null,
    nets: [],
    settlements: 0,
    leftAside: [],
  },
  ...{ facts: { notes: [] }, sheets: [{ name: 'Hoja', lines: 12, isHidden: false }], numberShapes: [] },
  ...{ notUnderstood: NONE, said: NONE, overlap: { fresh: 12, shared: [] }, accounts: [], account: null },
  ...{ guess: null, kind: 'mercado-pago-releases', layout: null, reasons: [], fingerprint: 'f', headers: [] },
  ...{ proof: PROOF, changes: [], dayOrders: [] },
} as unknown as Found;
const CHANGE: LayoutChange = {
  ...{ change: 'added' as const, column: 'CARGO', former: null, money: D('-4') },
  ...{ isProved: false, asks: true },
};

test('where a fault lies, how sums changed and what checks come to, in words', () => {
  const said = (more: Partial<CheckFault>) => faultText(fault(more), text, formats);
  expect([
    said({}),
    said({ before: null }),
    said({ after: null, before: null }),
    said({ after: null, before: 5 }),
    said({ after: null, before: 5, kind: 'total' }),
    said({ after: 3, before: 5, kind: 'missing-or-altered', orElse: D('2'), column: 'IMPORTE' }),
  ]).toEqual([
    'Línea 3: el neto difiere de sus partes en −1,5',
    'Después de la línea 3: el neto difiere de sus partes en −1,5',
    'En todo el archivo: el neto difiere de sus partes en −1,5',
    'Línea 5: el neto difiere de sus partes en −1,5',
    'Antes de la línea 5: el total y la suma de sus líneas difieren en −1,5',
    'Entre las líneas 3 y 5: falta una línea de −1,5, o el monto siguiente está cambiado en −1,5 (o 2, con el signo contrario) (IMPORTE)',
  ]);
  const checks = (more: Partial<typeof PROOF>, lines = 12) =>
    checksText({ ...PROOF, ...more }, lines, text, formats);
  expect([
    checks({}),
    checks({}, 1300),
    checks({ checks: [] }),
    checks({ checks: [check({ holds: false, failures: 1 })] }),
    checks({ doubts: 1200 }),
    checks({ doubts: 1, checks: [] }),
  ]).toEqual([
    'La aritmética del archivo cuadra: 12 líneas.',
    'La aritmética cuadra en 12 líneas de 1.300; las demás no tienen con qué comprobarse.',
    'El archivo no trae nada con qué comprobar sus montos.',
    'La aritmética del archivo no cuadra.',
    'La aritmética de 12 líneas cuadra; 1.200 filas con monto no se entendieron y no están en ninguna suma.',
    'El archivo no trae nada con qué comprobar sus montos; 1 fila con monto no se entendió y no está en ninguna suma.',
  ]);
  const changed = (more: object) => changeText({ ...CHANGE, ...more }, text, formats);
  expect([
    changed({}),
    changed({ change: 'gone', money: null }),
    changed({ change: 'renamed', former: 'COBRO', isProved: true }),
  ]).toEqual([
    'Columna nueva: «CARGO». Mueve −4.',
    'Ya no está la columna «CARGO».',
    '«COBRO» ahora se llama «CARGO». Mueve −4. La aritmética de las líneas lo confirma.',
  ]);
});

test('checks are told one by one: what holds, what fails, by how much and where, and what no balance covers', async () => {
  const many = Array.from({ length: 52 }, (_, at) => fault({ after: at, before: at, gap: D(`${at}`) }));
  await inPage(
    <StatementChecksView
      lines={12}
      proof={{
        ...{ holds: false, covered: 12, doubts: 0 },
        checks: [
          check({ beyond: { first: 1, last: 1200 } }),
          check({
            name: 'running-balance',
            holds: false,
            checked: 40,
            failures: 2,
            gap: D('3.25'),
            where: many.slice(0, 2),
            beyond: { first: 0, last: 0 },
          }),
          check({ name: 'total-row', holds: false, checked: 60, failures: 1252, gap: D('1'), where: many }),
        ],
      }}
    />,
  );
  const said = read();
  expect([...said.slice(0, 7), said.length, said.at(-1)]).toEqual([
    'La aritmética del archivo no cuadra.',
    'El neto de cada línea es la suma de sus partes: se cumple en las 1.200 · el saldo no cubre la primera línea del archivo · el saldo no cubre las 1.200 últimas líneas del archivo',
    'Cada saldo es el anterior más el movimiento: fallan 2 de 40 · diferencia 3,25',
    'Línea 0: el neto difiere de sus partes en 0',
    'Línea 1: el neto difiere de sus partes en 1',
    'Las filas de total dicen lo que suman sus líneas: fallan 1.252 de 60 · diferencia 1',
    'Línea 0: el neto difiere de sus partes en 0',
    57,
    'y 1.202 más',
  ]);
  expect(screen.getByRole('alert').textContent).toBe(text('statement-import.proof-fails'));
  expect(
    screen.getAllByTestId('statement-check').map(({ dataset }) => [dataset.name, dataset.value]),
  ).toEqual([
    ['row-net', 'holds'],
    ['running-balance', 'fails'],
    ['total-row', 'fails'],
  ]);
  expect(screen.getAllByTestId('statement-gap').map(({ dataset }) => dataset.value)).toEqual(['3.25', '1']);
});

describe('rows that were not understood', () => {
  const open = async (
    found: Partial<Found>,
    asked = { said: [], others: null } as Parameters<typeof StatementDoubts>[0]['asked'],
  ) => {
    const reads: unknown[] = [];
    const page = await inPage(
      <StatementDoubts found={{ ...FOUND, ...found }} asked={asked} onRead={(rows) => reads.push(rows)} />,
    );
    return { ...page, reads };
  };
  const listed = (...all: readonly NotUnderstood[]) => ({ count: all.length, listed: all });

  test('are asked about by what each lacks, and what is answered is marked until the file is read with it', async () => {
    const { user, reads } = await open(
      {
        notUnderstood: listed(
          doubt(2, 'row'),
          doubt(3, 'total', { row: { key: 'r3', mayBeLine: false } }),
          doubt(4, 'amount', { column: 'IMPORTE', text: 'doce' }),
          doubt(5, 'sign', { column: 'TIPO', text: 'X' }),
          doubt(6, 'currency', { column: 'IMPORTE', text: 'US$ 3' }),
          { ...doubt(7, 'lost-digits', { column: 'ORDEN', text: '2E+15' }), field: 'order' } as NotUnderstood,
          { line: 8, why: 'date', column: 'FECHA', text: 'ayer' },
        ),
        numberShapes: ['9999', 'A-99', '99999', '#9'],
      },
      {
        said: [
          { key: 'old', answer: 'movement' },
          { key: 'r2', answer: 'no-movement' },
        ] as never,
        others: null,
      },
    );
    expect(read()).toEqual([
      '7 datos no se entendieron',
      'Línea 2: «Ajuste» no tiene la forma de las demás filas[Es un movimiento, Línea 2: Es un movimiento][No es un movimiento, dejar fuera, Línea 2: No es un movimiento, dejar fuera]',
      'Línea 3: «Ajuste» puede ser un total o un movimiento: no se contó[No es un movimiento, dejar fuera, Línea 3: No es un movimiento, dejar fuera]',
      'Línea 4, columna «IMPORTE»: «doce» no es un montoLínea 4: El monto de la columna «IMPORTE» es: {El monto es…}[No es un movimiento, dejar fuera, Línea 4: No es un movimiento, dejar fuera]',
      'Línea 5, columna «TIPO»: «X» no dice si el dinero entró o salió[Es un cargo, Línea 5: Es un cargo][Es un abono, Línea 5: Es un abono][No es un movimiento, dejar fuera, Línea 5: No es un movimiento, dejar fuera]',
      'Línea 6, columna «IMPORTE»: «US$ 3» está en otra moneda que el resto: no se tomó ningún monto de la fila. Corrige la moneda y vuelve a elegir el archivo, o impórtala aparteLínea 6: En la moneda de su línea, el monto de la columna «IMPORTE» es: {El monto es…}[No es un movimiento, dejar fuera, Línea 6: No es un movimiento, dejar fuera]',
      'Línea 7, columna «ORDEN»: «2E+15» perdió dígitos: se abrió y guardó en una planilla[Está bien como está, Línea 7: Está bien como está]Línea 7: El número de la columna «ORDEN» es: {El número es…}',
      'Línea 8, columna «FECHA»: «ayer» no es una fecha',
      '[Leer con estas respuestas, off, Responde primero alguna fila][Ninguna es un movimiento, dejarlas fuera]',
    ]);
    const press = (name: string) => screen.getByRole('button', { name });
    expect([screen.getByTestId<HTMLButtonElement>('statement-rows-read').title]).toEqual([
      text('statement-import.rows-answer-first'),
    ]);
    await user.click(press('Línea 2: Es un movimiento'));
    await user.click(press('Línea 5: Es un cargo'));
    expect(press('Línea 2: Es un movimiento').textContent).toBe('✓ Es un movimiento');
    expect(press('Línea 2: No es un movimiento, dejar fuera').getAttribute('aria-pressed')).toBe('false');
    await user.type(screen.getAllByTestId('statement-row-amount')[0] as HTMLElement, 'x');
    const readAgain = screen.getByTestId<HTMLButtonElement>('statement-rows-read');
    expect([readAgain.disabled, readAgain.title, readAgain.textContent]).toEqual([
      true,
      text('statement-import.rows-unreadable'),
      text('statement-import.rows-read', { count: 2, shown: '2' }),
    ]);
    await user.clear(screen.getAllByTestId('statement-row-amount')[0] as HTMLElement);
    await user.type(screen.getAllByTestId('statement-row-amount')[0] as HTMLElement, '12');
    expect([readAgain.disabled, readAgain.title]).toEqual([false, '']);
    await user.click(readAgain);
    expect(reads).toEqual([
      {
        said: [
          { key: 'old', answer: 'movement' },
          { key: 'r2', answer: 'movement' },
          { key: 'r5', answer: 'charge' },
          { key: 'r4', answer: { amount: '12' } },
        ],
        others: null,
      },
    ]);
    await user.click(screen.getByTestId('statement-all-no-movement'));
    expect(reads.at(-1)).toEqual({
      said: [
        { key: 'old', answer: 'movement' },
        { key: 'r2', answer: 'no-movement' },
      ],
      others: 'no-movement',
    });
  });

  test('are said of at once by what all of them may be', async () => {
    const both = await open({ notUnderstood: listed(doubt(2, 'row'), doubt(4, 'amount', { column: 'A' })) });
    expect(screen.getAllByTestId(/^statement-all-/u).map(({ textContent }) => textContent)).toEqual([
      'Todas son movimientos',
      'Ninguna es un movimiento, dejarlas fuera',
    ]);
    both.view.unmount();
    const cells = await open({ notUnderstood: listed(doubt(4, 'amount', { column: 'A' })) });
    expect(screen.queryAllByTestId(/^statement-all-/u)).toEqual([]);
    cells.view.unmount();
    await open({ notUnderstood: listed({ line: 8, why: 'date', column: 'FECHA', text: 'ayer' }) });
    expect(screen.queryByTestId('statement-rows-read')).toBeNull();
  });

  test('of a number that is typed its shape is looked at, and whether it is longer than any; Enter reads with it', async () => {
    const lost = (line: number, more: Partial<NotUnderstood> = {}) =>
      ({
        ...doubt(line, 'lost-digits', { column: 'ORDEN', text: '2E+15', ...more }),
        field: 'order',
      }) as NotUnderstood;
    const longest = '9'.repeat(MAX_NUMBER_LENGTH);
    const { reads } = await open({
      notUnderstood: listed(lost(2), doubt(3, 'amount', { column: 'IMPORTE', text: 'doce' })),
      numberShapes: ['9999', 'A-99', longest, `9${longest}`, '#9'],
    });
    const number = screen.getByTestId<HTMLInputElement>('statement-row-number');
    const type = (value: string) => fireEvent.change(number, { target: { value } });
    const enter = () => fireEvent.keyDown(number, { key: 'Enter' });
    const isWrong = () => screen.queryByTestId('statement-row-number-wrong') !== null;
    expect([number.inputMode, number.getAttribute('aria-invalid')]).toEqual(['text', 'false']);
    const wrong = ['12', '9'.repeat(MAX_NUMBER_LENGTH + 1), 'A-9'].map((value) => {
      type(value);
      return [isWrong(), number.getAttribute('aria-invalid')];
    });
    expect(wrong).toEqual(wrong.map(() => [true, 'true']));
    expect(screen.getByTestId('statement-row-number-wrong').textContent).toBe(
      text('statement-import.row-number-wrong', { shapes: '9A+99, 9999, A-99' }),
    );
    fireEvent.keyDown(number, { key: 'a' });
    expect(reads).toEqual([]);
    for (const value of [' 1234 ', longest, 'b-07', '3e+16']) {
      type(value);
      expect([value, isWrong()]).toEqual([value, false]);
      enter();
      expect(reads.at(-1)).toEqual({
        said: [{ key: 'r2', answer: { number: value.trim() } }],
        others: null,
      });
    }
    type(' ');
    expect([isWrong(), screen.getByTestId<HTMLButtonElement>('statement-rows-read').title]).toEqual([
      ...[false, text('statement-import.rows-answer-first')],
    ]);
    const amount = screen.getByTestId<HTMLInputElement>('statement-row-amount');
    expect(amount.inputMode).toBe('decimal');
    fireEvent.change(amount, { target: { value: '1.234,5' } });
    const taken = screen.getByTestId('statement-row-amount-read');
    expect([taken.dataset.value, taken.textContent]).toEqual(['1234.5', '= 1.234,5']);
    fireEvent.change(amount, { target: { value: 'doce' } });
    expect(screen.getByTestId('statement-row-amount-wrong').textContent).toBe(
      text('number-filter.unreadable', { sample: '1.234,5' }),
    );
    fireEvent.change(amount, { target: { value: '7' } });
    fireEvent.click(screen.getAllByTestId('statement-row-no-movement').at(-1) as HTMLElement);
    expect(amount.value).toBe('');
  });

  test('more are told of from one over fifty on', async () => {
    const many = Array.from({ length: 51 }, (_, at) =>
      doubt(at + 2, 'date', { column: 'FECHA', row: undefined as never }),
    );
    const fifty = await open({ notUnderstood: listed(...many.slice(1)) });
    expect(screen.getByTestId('statement-not-understood').children).toHaveLength(50);
    fifty.view.unmount();
    await open({ notUnderstood: listed(...many) });
    const items = [...screen.getByTestId('statement-not-understood').children];
    expect([items.length, items.at(-1)?.textContent]).toEqual([51, 'y 1 más']);
  });

  test('are fifty at once, and so are those that were answered; these are asked again', async () => {
    const many = Array.from({ length: 60 }, (_, at) =>
      doubt(at + 2, 'date', { column: 'FECHA', row: undefined as never }),
    );
    const said = Array.from({ length: 60 }, (_, at) => ({
      ...{ key: `k${at}`, line: at + 2, text: 'Ajuste', column: 'IMPORTE' },
      answer: [{ amount: D('-12.5') }, { number: '#7' }, 'movement', 'charge', 'as-written'][at % 5],
    }));
    const { user, reads } = await open({
      notUnderstood: { count: 1260, listed: many },
      said: { count: 1061, listed: said } as Found['said'],
    });
    const lines = read();
    expect([...lines.slice(0, 2), ...lines.slice(50, 58), lines.length, lines.at(-1)]).toEqual([
      '1.260 datos no se entendieron',
      'Línea 2, columna «FECHA»: «Ajuste» no es una fecha',
      'Línea 51, columna «FECHA»: «Ajuste» no es una fecha',
      'y 1.210 más',
      'Según lo que dijiste: 1.061 filas',
      'Línea 2: en «Ajuste», la columna «IMPORTE» es −12,5 [Volver a preguntar, Volver a preguntar por la línea 2]',
      'Línea 3: en «Ajuste», la columna «IMPORTE» es #7 [Volver a preguntar, Volver a preguntar por la línea 3]',
      'Línea 4: «Ajuste» es un movimiento [Volver a preguntar, Volver a preguntar por la línea 4]',
      'Línea 5: «Ajuste» es un cargo [Volver a preguntar, Volver a preguntar por la línea 5]',
      'Línea 6: «Ajuste» está bien como está [Volver a preguntar, Volver a preguntar por la línea 6]',
      104,
      'y 1.011 más',
    ]);
    expect(
      screen
        .getAllByTestId('statement-said-row')
        .slice(0, 3)
        .map(({ dataset }) => dataset.value),
    ).toEqual(['-12.5', '#7', 'movement']);
    await user.click(screen.getAllByTestId('statement-ask-again')[1] as HTMLElement);
    expect(reads).toEqual([{ said: [{ key: 'k1', answer: null }], others: null }]);
  });
});

test('what is asked of a file before it is stored', () => {
  const phase = (found: Partial<Found>, more: Partial<PreviewPhase> = {}) =>
    ({ found: { ...FOUND, ...found }, account: null, bankAccount: null, ...more }) as PreviewPhase;
  const asks = (found: Partial<Found>, more: Partial<PreviewPhase> = {}) =>
    asksOf(phase(found, more), SCOPES);
  const SCOPES = [{ currency: 'CLP', scope: null }];
  expect([
    asks({}),
    asks({ kind: 'unknown' }),
    asks({ notUnderstood: { count: 1, listed: [] } }),
    asks({ proof: { ...PROOF, checks: [check({ holds: false })] } }),
    asks({ proof: { ...PROOF, doubts: 1 } }),
    asks({ proof: { ...PROOF, checks: [] } }),
    asks({ changes: [{ ...CHANGE, asks: false }] }),
    asks({ changes: [{ ...CHANGE, asks: false }, CHANGE] }),
    asks({ bank: { account: null, known: [] } }),
    asks({ bank: { account: null, known: [] } }, { bankAccount: 2 }),
    asks({ bank: { account: 1, known: [] } }),
    asks({ nets: [{ currency: 'USD', net: D('1') }] }),
  ]).toEqual([
    [],
    ['kind'],
    ['rows'],
    ['proof'],
    ['proof'],
    [],
    [],
    ['changes'],
    ['bank-account'],
    [],
    [],
    ['currency'],
  ]);
});

test('a currency is unlike where the account that a file is of has another', () => {
  const scope = (...all: readonly string[]) => ({
    accounts: all.map((Cuenta) => ({ Canal: 'A', Cuenta })),
    isExcluded: false,
  });
  const scopes = [
    { currency: 'CLP', scope: scope('1') },
    { currency: 'USD', scope: scope('2') },
  ];
  const of = (...cuentas: readonly string[]) => cuentas.map((cuenta) => ({ canal: 'A', cuenta, orders: 1 }));
  const nets = [
    { currency: 'USD', net: D('1') },
    { currency: '', net: D('2') },
    { currency: 'BRL', net: D('3') },
  ];
  const unlike = (...[accounts, said]: [ReturnType<typeof of>, string?]) =>
    unlikeCurrencies({ nets, accounts }, said === undefined ? null : { Canal: 'A', Cuenta: said }, scopes);
  expect(unlike(of('1'))).toEqual({ unlike: ['USD', 'BRL'], own: ['CLP'] });
  expect(unlike(of('2'))).toEqual({ unlike: ['BRL'], own: ['USD'] });
  expect(unlike(of('1', '2'))).toEqual({ unlike: ['BRL'], own: ['CLP', 'USD'] });
  expect(unlike([])).toEqual({ unlike: ['BRL'], own: ['CLP', 'USD'] });
  expect(unlike(of('1'), '2')).toEqual({ unlike: ['BRL'], own: ['USD'] });
  expect(unlike(of('3'))).toEqual({ unlike: [], own: [] });
  expect(unlikeCurrencies({ nets, accounts: [] }, null, [{ currency: null, scope: null }])).toEqual({
    unlike: [],
    own: [],
  });
});

describe('a file as it was understood', () => {
  function work() {
    const done: unknown[][] = [];
    const note =
      (what: string) =>
      async (...said: readonly unknown[]) =>
        void done.push([what, ...said]);
    const own = {
      ...{ read: note('read'), confirm: note('confirm'), cancel: note('cancel') },
      ...{ sayAccount: note('account'), sayBankAccount: note('bank') },
    } as unknown as StatementImport;
    return { own, done };
  }
  const FILE = new File(['x'], 'carpeta/liberaciones.csv');
  async function open(found: Partial<Found>, more: Partial<PreviewPhase> = {}) {
    const { own, done } = work();
    const phase: PreviewPhase = {
      ...{
        kind: 'preview',
        file: FILE,
        hints: { sheet: null, mapping: null },
        account: null,
        bankAccount: null,
      },
      ...{ isStoring: false, found: { ...FOUND, ...found } },
      ...more,
    };
    return { ...(await inPage(<StatementPreview phase={phase} work={own} />)), done };
  }

  test('is told whole: its facts, what was left aside, what it has in common, and how many lines are stored', async () => {
    const { user, done } = await open({
      facts: { notes: ['macros'] } as never,
      rows: 1200,
      days: { from: day('2026-09-01'), to: day('2026-09-30') },
      nets: [
        { currency: 'CLP', net: D('1500.50') },
        { currency: '', net: D('-2') },
      ],
      accounts: [
        { canal: 'A', cuenta: '1', orders: 1100 },
        { canal: 'A', cuenta: '2', orders: 1 },
      ],
      leftAside: [
        { why: 'header', count: 1, lines: [1] },
        { why: 'total', count: 1300, lines: [5] },
      ],
      sheets: [
        { name: 'Hoja', lines: 1200, isHidden: false },
        { name: 'Otra', lines: 3, isHidden: true },
      ] as Found['sheets'],
      overlap: { fresh: 1150, shared: [{ id: 's1', name: 'agosto.csv', lines: 50, isSame: false }] },
      proof: { ...PROOF, covered: 1200 },
      changes: [{ ...CHANGE, asks: false }],
    });
    expect(read()).toEqual([
      'carpeta/liberaciones.csv',
      'El libro tiene macros: no se ejecutan.',
      'Mercado Pago: liberaciones',
      'de la hoja «Hoja», una de 2 con filas',
      '1.200 líneas con dinero',
      'Del 01-09-2026 al 30-09-2026',
      'Suman 1.500,50 CLP · −2',
      'Nombra órdenes de A · 1 (1.100), A · 2 (1)',
      'Encabezados: 1',
      'Filas de total: 1.300',
      'Hoja [Hoja (1.200), Hoja: Hoja (1.200)]',
      'Cuenta [La de sus órdenes, Cuenta: La de sus órdenes]Sus líneas nombran órdenes de varias cuentas: di de cuál es si es de una sola.',
      'La aritmética del archivo cuadra: 1.200 líneas.',
      'El neto de cada línea es la suma de sus partes: se cumple en las 1.200',
      'El formato no es el que conocemos',
      'Columna nueva: «CARGO». Mueve −4.',
      '50 líneas ya están en «agosto.csv»',
      '1.150 líneas nuevas',
      'Responsable{}[Descartar][Guardar 1.200 líneas]',
    ]);
    await user.click(screen.getByRole('button', { name: new RegExp(`^${text('cost-import.sheet')}:`, 'u') }));
    const [, other] = await screen.findAllByRole('menuitemradio');
    expect(other?.textContent).toBe(text('statement-import.sheet-hidden', { sheet: 'Otra (3)' }));
    await user.click(other as HTMLElement);
    expect(done).toEqual([['read', FILE, { sheet: 'Otra', mapping: null }]]);
    await user.click(screen.getByTestId('statement-discard'));
    await user.click(screen.getByTestId('statement-confirm'));
    expect(done.map(([what]) => what).slice(-2)).toEqual(['cancel', 'confirm']);
  });

  test('that is the same as another has no new lines, whatever else it shares', async () => {
    const shared = [
      { id: 's1', name: 'agosto.csv', lines: 12, isSame: true },
      { id: 's2', name: 'julio.csv', lines: 1, isSame: false },
    ];
    await open({ overlap: { fresh: 0, shared } });
    expect(readOf(screen.getByTestId('statement-overlap'))).toEqual([
      'Son las mismas líneas de «agosto.csv»: este archivo toma su lugar',
      '1 línea ya está en «julio.csv»',
    ]);
  });

  test('is not stored without lines, while it is stored, nor before it is said of which account it is', async () => {
    const confirm = () => screen.getByTestId<HTMLButtonElement>('statement-confirm');
    const cases: readonly [Partial<Found>, Partial<PreviewPhase>, boolean, string][] = [
      [{}, {}, false, ''],
      [{ rows: 0 }, {}, true, text('statement-import.no-lines')],
      [{}, { isStoring: true }, true, ''],
      [
        { bank: { account: null, known: [{ account: 1, name: 'a.csv' }] } },
        {},
        true,
        text('statement-import.account-first'),
      ],
    ];
    for (const [found, more, isOff, title] of cases) {
      const page = await open(found, more);
      expect([confirm().disabled, confirm().title]).toEqual([isOff, title]);
      page.view.unmount();
    }
    await open({ rows: 0 });
    expect(screen.queryByTestId('statement-account')).toBeNull();
    expect(screen.queryByTestId('statement-proof')).toBeNull();
    expect(screen.queryByTestId('statement-accounts')).toBeNull();
  });

  test('says whose orders it names, and why the account is asked where it is not one', async () => {
    const of = (...all: readonly string[]) => all.map((cuenta) => ({ canal: 'A', cuenta, orders: 1 }));
    const one = await open({ accounts: of('1') });
    const single = read();
    one.view.unmount();
    const none = await open({ accounts: [] });
    expect([
      single.filter((each) => each.includes('Cuenta')),
      read().filter((each) => /uenta/u.test(each)),
    ]).toEqual([
      ['Cuenta [La de sus órdenes, Cuenta: La de sus órdenes]'],
      [
        'Cuenta [La de sus órdenes, Cuenta: La de sus órdenes]Sus líneas no nombran órdenes de ninguna cuenta: di de cuál es, y se comparará solo con ella.',
      ],
    ]);
    none.view.unmount();
  });

  test('of a bank of several accounts is of the one that is told or chosen', async () => {
    const known = [
      { account: 1, name: 'norte.csv' },
      { account: 3, name: 'sur.csv' },
    ];
    const { user, done, view } = await open({ bank: { account: 3, known } });
    expect(readOf(screen.getByTestId('statement-bank-account'))).toEqual([
      'Cuenta del banco [La de «sur.csv», Cuenta del banco: La de «sur.csv»]Los movimientos iguales de dos cuentas son dos movimientos.',
    ]);
    expect(screen.getByTestId('statement-bank-account').getAttribute('role')).toBeNull();
    await user.click(screen.getByTestId('statement-bank-account-choice'));
    expect((await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent)).toEqual([
      'La de «norte.csv»',
      'La de «sur.csv»',
      'Otra cuenta de este banco',
    ]);
    await user.click(screen.getAllByRole('menuitemradio').at(-1) as HTMLElement);
    expect(done).toEqual([['bank', 4]]);
    view.unmount();
    const asks = await open({ bank: { account: null, known } });
    expect(readOf(screen.getByTestId('statement-bank-account'))).toEqual([
      'Cuenta del banco [Elige la cuenta, Cuenta del banco: Elige la cuenta]Tiene días en común con otros extractos de este banco y no las mismas líneas. Di de qué cuenta es: los que le sigan se reconocen solos.',
    ]);
    asks.view.unmount();
    const one = await open({ bank: { account: 1, known: known.slice(0, 1) } });
    expect(screen.queryByTestId('statement-bank-account')).toBeNull();
    one.view.unmount();
    // Said to be of another, it has nothing in common with the one's that it was told of.
    const shared = [{ id: 's1', name: 'norte.csv', lines: 12, isSame: false }];
    const overlap = { fresh: 0, shared };
    for (const [bankAccount, isShown] of [
      [1, false],
      [3, true],
      [null, true],
    ] as const) {
      const page = await open({ bank: { account: 3, known }, overlap }, { bankAccount });
      expect(screen.queryByTestId('statement-overlap') !== null).toBe(isShown);
      page.view.unmount();
    }
  });

  test('is read anew by what is said of its amounts and days', async () => {
    const mapping = { ...NO_MAPPING, decimalSign: ',' as const, dayOrders: { A: 'day-first' as const } };
    const hints = { sheet: 'Hoja', mapping: { fingerprint: 'f', mapping } };
    const { user, done } = await open(
      {
        dayOrders: [
          { column: 'FECHA', order: null, by: null },
          { column: 'A', order: 'day-first', by: 'said' },
        ],
        notUnderstood: { count: 1, listed: [doubt(2, 'scale', { column: 'M', text: '12.500' })] },
      },
      { hints },
    );
    expect(screen.getAllByTestId('statement-day-order').flatMap(readOf)).toEqual([
      '[Como lo digan los días, Orden de los días de «FECHA»: Como lo digan los días]',
      '[Primero el día, Orden de los días de «A» (lo dijiste): Primero el día]',
    ]);
    await choose(
      user,
      screen.getAllByTestId('statement-day-order')[0] as HTMLElement,
      text('statement-import.month-first'),
    );
    await choose(
      user,
      screen.getAllByTestId('statement-day-order')[1] as HTMLElement,
      text('statement-import.day-order-found'),
    );
    await choose(
      user,
      screen.getByRole('button', { name: new RegExp(text('statement-import.decimal-sign'), 'u') }),
      '.',
    );
    const saidOf = (over: object) => [
      'read',
      FILE,
      { sheet: 'Hoja', mapping: { fingerprint: 'f', mapping: { ...mapping, ...over } } },
    ];
    expect(done).toEqual([
      saidOf({ dayOrders: { A: 'day-first', FECHA: 'month-first' } }),
      saidOf({ dayOrders: {} }),
      saidOf({ decimalSign: '.' }),
    ]);
  });
});

test('a mapping by hand begins with what is guessed, marks it, and is read once it has an amount', async () => {
  const given: unknown[] = [];
  const found = {
    ...FOUND,
    ...{ kind: 'unknown', rows: 0, headers: ['Fecha', 'Monto', '', 'Fecha', 'Nota'] },
    head: [
      { line: 1, cells: ['Informe'] },
      { line: 2, cells: ['Fecha', 'Monto', '', 'Fecha', 'Nota'] },
      ...[3, 4, 5, 6, 7].map((line) => ({ line, cells: ['x', String(line)] })),
    ],
    guess: {
      mapping: { ...NO_MAPPING, fields: { date: 'Fecha' } },
      tied: { order: ['Nota', 'Fecha'] },
      unsigned: { amount: 'Monto' },
    },
  } as unknown as Found;
  const { user } = await inPage(
    <StatementMapping found={found} said={null} onRead={(mapping) => given.push(mapping)} />,
  );
  const said = read();
  expect(said).toEqual([
    'Lo marcado «propuesta» se dedujo de los encabezados y de lo que hay bajo ellos: corrige lo que no sea. Di qué es cada columna. Al guardarlo se recuerda para los archivos con este mismo encabezado.',
    '2 | Fecha | Monto | | Fecha | Nota',
    '3 | x | 3 | | |',
    '4 | x | 4 | | |',
    '5 | x | 5 | | |',
    '6 | x | 6 | | |',
    'Hace falta: el neto, o abonos y cargos, o al menos el bruto',
    'Monto neto[Ninguna, Monto neto: Ninguna]«Monto» trae costos sin signo menos: elígela si marcas abajo que el neto es la suma de sus partes.',
    'Abonos[Ninguna, Abonos: Ninguna]',
    'Cargos[Ninguna, Cargos: Ninguna]',
    'Bruto[Ninguna, Bruto: Ninguna]',
    'Si el archivo lo trae',
    'Fecha del movimiento · propuesta[Fecha, Fecha del movimiento (propuesta): Fecha]',
    'Orden[Ninguna, Orden: Ninguna]Sirven por igual «Nota», «Fecha»: di cuál.',
    'Descripción[Ninguna, Descripción: Ninguna]',
    'Tipo de movimiento[Ninguna, Tipo de movimiento: Ninguna]',
    'Fecha del pago[Ninguna, Fecha del pago: Ninguna]',
    'N° de liquidación[Ninguna, N° de liquidación: Ninguna]',
    'N° de operación[Ninguna, N° de operación: Ninguna]',
    'Comisión[Ninguna, Comisión: Ninguna]',
    'Envío[Ninguna, Envío: Ninguna]',
    'Impuestos[Ninguna, Impuestos: Ninguna]',
    'Saldo[Ninguna, Saldo: Ninguna]',
    'Letra C o D[Ninguna, Letra C o D: Ninguna]',
    'SKU[Ninguna, SKU: Ninguna]',
    'Suborden[Ninguna, Suborden: Ninguna]',
    'Moneda[Ninguna, Moneda: Ninguna]',
    'Cómo está escrito',
    'Signo de los montos[Como está escrito, Signo de los montos: Como está escrito]',
    'Fechas[Como lo digan los días, Fechas: Como lo digan los días]',
    'Signo decimal[Según los montos, Signo decimal: Según los montos]',
    'El neto de cada línea es la suma de sus partes',
    '[Leer con estas columnas, off]',
  ]);
  expect(screen.getByTestId<HTMLButtonElement>('statement-mapping-read').disabled).toBe(true);
  await choose(user, screen.getByTestId('statement-column-amount'), 'Monto');
  await choose(
    user,
    screen.getByRole('button', { name: new RegExp(`^${text('statement-import.day-order')}:`, 'u') }),
    text('statement-import.month-first'),
  );
  await choose(
    user,
    screen.getByRole('button', { name: new RegExp(`^${text('statement-import.decimal-sign')}:`, 'u') }),
    '.',
  );
  await user.click(screen.getByRole('checkbox'));
  // What was put right is no guess any more.
  await choose(user, screen.getByTestId('statement-column-date'), 'Nota');
  expect(read().find((line) => line.startsWith('Fecha del movimiento'))).toBe(
    'Fecha del movimiento[Nota, Fecha del movimiento: Nota]',
  );
  await user.click(screen.getByTestId('statement-mapping-read'));
  expect(given).toMatchObject([
    {
      fields: { date: 'Nota', amount: 'Monto' },
      dayOrder: 'month-first',
      decimalSign: '.',
      partsAddUp: !NO_MAPPING.partsAddUp,
    },
  ]);
});

test('a mapping that is corrected begins with what was read just now, before what was kept', async () => {
  const given: unknown[] = [];
  const kept = { ...NO_MAPPING, fields: { amount: 'Monto' } };
  const said = { ...NO_MAPPING, fields: { amount: 'Nota' }, decimalSign: '.' as const };
  const found = {
    ...FOUND,
    headers: ['Monto', 'Nota'],
    guess: { mapping: { ...NO_MAPPING, fields: { date: 'Nota' } }, tied: {}, unsigned: {} },
  } as unknown as Found;
  let say: (now: typeof said) => void = () => {};
  function Corrected() {
    const [now, set] = useState<typeof said | null>(null);
    say = (next) => act(() => set(next));
    return <StatementMapping found={found} said={now} onRead={(mapping) => given.push(mapping)} />;
  }
  const value = { owner: '', atMs: 0, ...kept };
  await inPage(<Corrected />, {
    dataReplies: { readAnnotations: () => [{ key: 'f', value }] as never },
  });
  const shown = () =>
    ['amount', 'date'].map((field) => screen.getByTestId(`statement-column-${field}`).textContent);
  // Neither of them is a guess.
  await waitFor(() => expect(shown()).toEqual(['Monto', text('intake.no-column')]));
  expect(read()[0]).toBe(text('statement-import.mapping-note'));
  fireEvent.click(screen.getByTestId('statement-mapping-read'));
  say(said);
  expect(shown()).toEqual(['Nota', text('intake.no-column')]);
  fireEvent.click(screen.getByTestId('statement-mapping-read'));
  expect(given).toMatchObject([kept, said]);
});

test('statements are listed as they were imported, each with what its proof is of', async () => {
  const stored = (id: string, more: Partial<ImportedStatement> = {}): ImportedStatement => ({
    ...{
      id,
      name: `${id}.csv`,
      digest: id,
      kind: 'bank',
      layout: null,
      lines: 20,
      fresh: 20,
      days: null,
      nets: [],
    },
    ...{
      accounts: [],
      proof: { state: 'holds', gap: D('0') },
      importedAtMs: new Date(2026, 9, 5, 14, 7).getTime(),
      owner: 'Ana',
    },
    ...more,
  });
  await inPage(<StatementList />, {
    dataReplies: {
      readStatements: () => [
        stored('s1', {
          bankAccount: 2,
          fresh: 1500,
          lines: 2000,
          nets: [
            { currency: 'CLP', net: D('7') },
            { currency: '', net: D('-1') },
          ],
        }),
        stored('s2', {
          ...{
            kind: 'mercado-pago-releases',
            days: { from: day('2026-09-01'), to: day('2026-09-30') },
            owner: '',
          },
          ...{
            proof: { state: 'doubts', gap: D('0'), covered: 19, doubts: 1200 },
            said: { movements: 1, leftOut: 1300 },
          },
        }),
        stored('s3', {
          proof: { state: 'fails', gap: D('1'), covered: 3, doubts: 0 },
          said: { movements: 0, leftOut: 0 },
        }),
        stored('s4', {
          proof: { state: 'holds', gap: D('0'), covered: 20 },
          said: { movements: 3, leftOut: 0 },
        }),
        stored('s5', { proof: { state: 'none', gap: D('0') }, said: { movements: 0, leftOut: 2 } }),
      ],
    },
  });
  await screen.findAllByTestId('statement-line');
  expect(read()).toEqual([
    'Archivo | Cuenta | Días | Líneas | Suma | Aritmética | Importado | Quitar',
    's1.csvExtracto de banco · cuenta 2 | [Cualquiera, Cuenta, s1.csv: Cualquiera] | | 2.0001.500 líneas nuevas | 7 CLP · −1 | Cuadra | 05-10-2026 14:07Ana | [Quitar, Quitar «s1.csv»]',
    's2.csvMercado Pago: liberaciones | [La de sus órdenes, Cuenta, s2.csv: La de sus órdenes] | 01-09-2026 – 30-09-2026 | 20 | | Con dudas19 líneas de 201.200 filas con monto fueraSegún lo que dijiste: 1 dentro, 1.300 fuera | 05-10-2026 14:07 | [Quitar, Quitar «s2.csv»]',
    's3.csvExtracto de banco | [Cualquiera, Cuenta, s3.csv: Cualquiera] | | 20 | | No cuadra | 05-10-2026 14:07Ana | [Quitar, Quitar «s3.csv»]',
    's4.csvExtracto de banco | [Cualquiera, Cuenta, s4.csv: Cualquiera] | | 20 | | CuadraSegún lo que dijiste: 3 dentro, 0 fuera | 05-10-2026 14:07Ana | [Quitar, Quitar «s4.csv»]',
    's5.csvExtracto de banco | [Cualquiera, Cuenta, s5.csv: Cualquiera] | | 20 | | Sin comprobaciónSegún lo que dijiste: 0 dentro, 2 fuera | 05-10-2026 14:07Ana | [Quitar, Quitar «s5.csv»]',
  ]);
  expect(copiedOf(screen.getByRole('table'))).toEqual([
    'Archivo | Días | Líneas | Suma | Aritmética | Importado',
    's1.csv |  | 2000 | 7 CLP · −1 | Cuadra | 05-10-2026 14:07',
    's2.csv | 2026-09-01 – 2026-09-30 | 20 |  | Con dudas | 05-10-2026 14:07',
    's3.csv |  | 20 |  | No cuadra | 05-10-2026 14:07',
    's4.csv |  | 20 |  | Cuadra | 05-10-2026 14:07',
    's5.csv |  | 20 |  | Sin comprobación | 05-10-2026 14:07',
  ]);
});

test('statements that cannot be listed, or taken out, say so', async () => {
  let fails = true;
  const { user } = await inPage(<StatementList />, {
    dataReplies: {
      readStatements: () => {
        if (fails) throw new Error('the worker is gone');
        return [
          {
            ...{
              id: 's1',
              name: 's1.csv',
              digest: 's1',
              kind: 'bank',
              layout: null,
              lines: 1,
              fresh: 1,
              days: null,
              nets: [],
            },
            ...{ accounts: [], proof: { state: 'holds', gap: D('0') }, importedAtMs: 1, owner: '' },
          },
        ];
      },
      deleteStatement: () => {
        throw new Error('the disk is full');
      },
    },
  });
  const failure = await screen.findByTestId('query-failure');
  expect(screen.queryByRole('table')).toBeNull();
  fails = false;
  await user.click(within(failure).getByRole('button'));
  await user.click(await screen.findByTestId('statement-delete'));
  await waitFor(() => expect(read().join(' ')).toContain('the disk is full'));
  expect(screen.queryByRole('button', { name: /Deshacer/u })).toBeNull();
});
