import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Country, JournalGrouping } from '#renderer/data/model/journal-terms.ts';
import type { JournalLine } from '#renderer/reconciliation/journals/model/entries.ts';
import { resultKey } from '#renderer/reconciliation/journals/model/entries.ts';
import { type JournalRule, ruleKey } from '#renderer/reconciliation/journals/model/rules.ts';
import {
  JournalEntries,
  type ShownEntry,
} from '#renderer/reconciliation/journals/screen/journal-entries.tsx';
import { JournalRules } from '#renderer/reconciliation/journals/screen/journal-rules.tsx';
import { JournalTotals } from '#renderer/reconciliation/journals/screen/journal-totals.tsx';
import { useJournalRules } from '#renderer/reconciliation/journals/screen/use-journal.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { copiedOf, readOf } from '#test/renderer/dom/reading.ts';
import { choiceOf } from '#test/renderer/dom/shown.ts';

/** Entries and rules of journals by themselves: entries that are alike in all but one thing, and rules at their three levels. */

const MONTH = '2026-10' as Month;
const line = (of: string, amount: string, more: Partial<JournalLine> = {}): JournalLine => ({
  ...{ line: of, account: '1.1', name: 'Una cuenta', costCentre: '', taxCode: '', level: 'proposal' },
  amount: amount as Decimal,
  ...more,
});
const SUSPENDED = { level: 'none', account: '9', name: '' } as const;
/** Whatever they hold, these do not balance: one side is not told as the other. */
const entry = (more: Partial<ShownEntry> = {}): ShownEntry => ({
  key: resultKey({ month: MONTH, Canal: 'Uno', Cuenta: 'A', settlement: null }),
  ...{
    kind: 'result',
    date: '2026-10-31' as LocalDate,
    Canal: 'Uno',
    Cuenta: 'A',
    reference: '',
    number: '',
  },
  isDifference: false,
  lines: [
    line('income/Ventas', '-100'),
    line('commissions/Cobro de Comisiones', '12.5', { costCentre: 'C1', level: 'account' }),
    line('other/Cobros sin categorizar', '2', SUSPENDED),
    line('other/Cobros sin categorizar', '-0.25', { ...SUSPENDED, taxCode: 'IVA' }),
  ],
  ...more,
});

test('entries alike in all but their number, or in that one corrects the other, open each for itself and read whole', async () => {
  const entries = [
    entry({ lines: [line('income/Ventas', '-100'), line('receivable', '90')] }),
    entry({ isDifference: true }),
    entry({ number: '2026-10-1-001' }),
    entry({ number: '2026-10-1-002' }),
    entry({
      ...{ key: 'b', kind: 'bank', Canal: '', Cuenta: '', reference: '77' },
      lines: [
        line('bank', '5.125', { taxCode: 'T' }),
        line('bank/unexplained', '-5', { ...SUSPENDED, taxCode: 'T' }),
      ],
    }),
  ];
  await openPage({}, () => (
    <InAccount>
      <main data-testid="part">
        <JournalTotals entries={entries} />
        <JournalEntries entries={entries} />
      </main>
    </InAccount>
  ));
  const part = screen.getByTestId('part');
  expect(readOf(part)).toEqual([
    'Debe138,63',
    'Haber405,75',
    'En suspenso+0,257 líneas: Cobros sin categorizar, Abonos sin pago conocido',
    'Número | Fecha | Asiento | Líneas | Debe | Haber',
    'Sin número | 2026-10-31 | [Resultado, octubre de 2026 · Uno · A] | 2 | 90,00 | 100,00',
    'Sin número | 2026-10-31 | [Diferencia, octubre de 2026 · Uno · A] | 4 | 14,50 | 100,25',
    '2026-10-1-001 | 2026-10-31 | [Resultado, octubre de 2026 · Uno · A] | 4 | 14,50 | 100,25',
    '2026-10-1-002 | 2026-10-31 | [Resultado, octubre de 2026 · Uno · A] | 4 | 14,50 | 100,25',
    'Sin número | 2026-10-31 | [Banco, octubre de 2026 · 77] | 2 | 5,13 | 5,00',
  ]);
  const presses = () =>
    screen.getAllByTestId('journal-entry').map((each) => within(each).getByRole('button'));
  const expanded = () => presses().map((each) => each.getAttribute('aria-expanded'));
  for (const at of [0, 1, 2, 3, 4]) {
    fireEvent.click(presses()[at] as HTMLElement);
    expect(expanded()).toEqual([0, 1, 2, 3, 4].map((each) => `${each === at}`));
    fireEvent.click(presses()[at] as HTMLElement);
  }
  fireEvent.click(presses()[2] as HTMLElement);
  const lines = screen.getByRole('table', { name: 'Líneas de Resultado, octubre de 2026 · Uno · A' });
  expect(readOf(lines)).toEqual([
    'Cuenta contable | Nombre de la cuenta | Línea | Debe | Haber | Centro de costo | Código de impuesto | Según | Órdenes',
    '1.1 | Una cuenta | Ventas | | 100,00 | | | Propuesta | [Órdenes, Órdenes de Ventas]',
    '1.1 | Una cuenta | Cobro de Comisiones | 12,50 | | C1 | | Regla de la cuenta | [Órdenes, Órdenes de Cobro de Comisiones]',
    '9 | | Cobros sin categorizar | 2,00 | | | | Suspenso | [Órdenes, Órdenes de Cobros sin categorizar]',
    '9 | | Cobros sin categorizar | | 0,25 | | IVA | Suspenso | [Órdenes, Órdenes de Cobros sin categorizar]',
  ]);
  fireEvent.click(presses()[2] as HTMLElement);
  fireEvent.click(presses()[4] as HTMLElement);
  // Of a line of the bank no orders are known.
  expect(copiedOf(screen.getByRole('table', { name: 'Líneas de Banco, octubre de 2026 · 77' }))).toEqual([
    'Cuenta contable | Nombre de la cuenta | Línea | Debe | Haber | Código de impuesto | Según',
    '1.1 | Una cuenta | Banco | 5,125 |  | T | Propuesta',
    '9 |  | Abonos sin pago conocido |  | 5 | T | Suspenso',
  ]);
  expect(screen.queryByTestId('journal-orders')).toBeNull();
});

const rule = (more: Partial<JournalRule>): JournalRule => ({
  ...{ line: 'commissions', Canal: null, Cuenta: null, account: '6.1', name: 'Comisiones' },
  ...{ costCentre: 'C1', taxCode: 'T1' },
  ...more,
});
const RULES = [
  rule({}),
  rule({ Canal: 'Uno', account: '6.2', name: '', costCentre: '', taxCode: 'T2' }),
  rule({ line: 'other/Cobros sin categorizar', Canal: 'Uno', Cuenta: 'A', account: '6.3', costCentre: 'C3' }),
  rule({ line: 'suspense', account: '9.9', name: 'Por aclarar' }),
];
const ACCOUNTS = [
  { Canal: 'Uno', Cuenta: 'A' },
  { Canal: 'Dos', Cuenta: 'A' },
  { Canal: 'Uno', Cuenta: 'B' },
];

beforeEach(() => {
  localStorage.setItem('cuadra.screens.a', JSON.stringify({ 'reconciliation.owner': ' Ana ' }));
});

type Standing = {
  readonly country?: Country | null;
  readonly by?: JournalGrouping;
  readonly isByFixed?: boolean;
};

async function openRules(standing: Standing = {}, setting: PageSetting = {}) {
  const { country = 'CL', by = 'settlement', isByFixed = false } = standing;
  function Rules() {
    const rules = useJournalRules('CLP', country);
    return rules.isRead ? (
      <JournalRules
        lines={new Set(['commissions/Cobro de Comisiones', 'other/Cobros sin categorizar'])}
        accounts={ACCOUNTS}
        {...{ rules, country, by, isByFixed }}
      />
    ) : null;
  }
  const page = await openPage(
    {
      annotations: RULES.map((value) => ({
        ...{ kind: 'journal-rule', key: ruleKey(value) },
        value: { ...value, owner: 'Luz', atMs: 1 },
      })),
      ...setting,
    },
    () => (
      <InAccount>
        <Rules />
      </InAccount>
    ),
  );
  await screen.findAllByTestId('journal-rule');
  const told = () => screen.getAllByTestId('journal-rule').map((each) => readOf(each).join(''));
  const stored = async (kind: 'journal-rule' | 'journal-setting') =>
    (await page.session.data.call.readAnnotations({ kind })).map(({ key, value }) => ({
      ...{ key, ...value },
      atMs: 'atMs' in value && value.atMs === 1 ? 1 : 2,
    }));
  const at = async (place: string) => {
    await page.user.click(screen.getByTestId('journal-place'));
    const places = screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent);
    await page.user.click(await choiceOf(place));
    return places;
  };
  const change = (of: number) =>
    fireEvent.click(within(screen.getAllByTestId('journal-rule')[of] as HTMLElement).getByRole('button'));
  const field = (name: string) => screen.getByTestId<HTMLInputElement>(`journal-rule-${name}`);
  const fields = () => ['account', 'name', 'costCentre', 'taxCode'].map((name) => field(name).value);
  return { ...page, told, stored, at, change, field, fields };
}

test('rules are told at each of their levels: the nearest counts, and what none takes stands in suspense', async () => {
  const { told, at } = await openRules();
  const change = (name: string) => `[Cambiar, Cambiar la cuenta de ${name}]`;
  expect(told()).toEqual([
    `Todo en Comisiones | 6.1 | Comisiones | C1 | T1 | Regla de todos | ${change('Todo en Comisiones')}`,
    `Cobro de Comisiones | 6.1 | Comisiones | C1 | T1 | Regla de todos | ${change('Cobro de Comisiones')}`,
    `Todo en Otros costos | 5.2.01.09 | Otros cargos de marketplaces | | | Propuesta | ${change('Todo en Otros costos')}`,
    `Cobros sin categorizar | 9.9 | Por aclarar | C1 | T1 | Suspenso | ${change('Cobros sin categorizar')}`,
    `Cuenta de suspenso | 9.9 | Por aclarar | C1 | T1 | Regla de todos | ${change('Cuenta de suspenso')}`,
  ]);
  expect(await at('Canal Uno')).toEqual(['Todos', 'Canal Uno', 'Uno · A', 'Uno · B', 'Canal Dos', 'Dos · A']);
  expect(
    told()
      .slice(0, 4)
      .map((each) =>
        each
          .replace(/ \| \[Cambiar.*/u, '')
          .split(' | ')
          .slice(1)
          .join(' | '),
      ),
  ).toEqual([
    '6.2 | | | T2 | Regla del canal',
    '6.2 | | | T2 | Regla del canal',
    '5.2.01.09 | Otros cargos de marketplaces | | | Propuesta',
    '9.9 | Por aclarar | C1 | T1 | Suspenso',
  ]);
  await at('Uno · A');
  expect(
    told()
      .slice(1, 4)
      .map((each) =>
        each
          .replace(/ \| \[Cambiar.*/u, '')
          .split(' | ')
          .slice(1)
          .join(' | '),
      ),
  ).toEqual([
    '6.2 | | | T2 | Regla del canal',
    '5.2.01.09 | Otros cargos de marketplaces | | | Propuesta',
    '6.3 | Comisiones | C3 | T1 | Regla de la cuenta',
  ]);
  await at('Uno · B');
  expect(told()[3]).toContain(' | 9.9 | Por aclarar | C1 | T1 | Suspenso | ');
});

test('a rule is changed in its place, or another said for a place of its own; taken away the one above counts', async () => {
  const { told, stored, at, change, field, fields } = await openRules();
  const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
  change(0);
  expect([fields(), screen.queryByTestId('journal-rule-remove') !== null]).toEqual([
    ['6.1', 'Comisiones', 'C1', 'T1'],
    true,
  ]);
  type('name', ' Cargos ');
  type('taxCode', '');
  fireEvent.click(screen.getByTestId('journal-rule-save'));
  const ofAll = rule({ name: 'Cargos', taxCode: '' });
  await waitFor(async () =>
    expect((await stored('journal-rule')).find(({ key }) => key === ruleKey(ofAll))).toEqual({
      ...{ key: ruleKey(ofAll), ...ofAll, owner: 'Ana', atMs: 2 },
    }),
  );
  await waitFor(() => expect(screen.queryByTestId('journal-rule-account')).toBeNull());
  await at('Uno · A');
  // What is taken by a rule of the channel is no rule of the account: nothing is to be taken away there.
  change(0);
  expect([fields(), screen.queryByTestId('journal-rule-remove')]).toEqual([['6.2', '', '', 'T2'], null]);
  type('account', ' 6.4 ');
  fireEvent.submit(field('account').form as HTMLFormElement);
  const ofAccount = rule({
    ...{ Canal: 'Uno', Cuenta: 'A', account: '6.4', name: '' },
    costCentre: '',
    taxCode: 'T2',
  });
  await waitFor(async () =>
    expect((await stored('journal-rule')).find(({ key }) => key === ruleKey(ofAccount))).toEqual({
      ...{ key: ruleKey(ofAccount), ...ofAccount, owner: 'Ana', atMs: 2 },
    }),
  );
  await waitFor(() => expect(screen.queryByTestId('journal-rule-account')).toBeNull());
  change(3);
  expect(fields()).toEqual(['6.3', 'Comisiones', 'C3', 'T1']);
  fireEvent.click(screen.getByTestId('journal-rule-remove'));
  await waitFor(() => expect(told()[3]).toContain(' | 9.9 | Por aclarar | C1 | T1 | Suspenso |'));
  await waitFor(() => expect(screen.queryByTestId('journal-rule-account')).toBeNull());
  expect(await stored('journal-rule')).toHaveLength(4);
  // What stands in suspense has no account of its own yet: the one that is said begins empty.
  change(3);
  expect(fields()).toEqual(['', '', 'C1', 'T1']);
  expect(field('account').maxLength).not.toBe(field('name').maxLength);
});

test('whose accounts are proposed and what makes an entry are said one without the other, and can be undone', async () => {
  const { user, stored } = await openRules({ country: 'MX', by: 'account' });
  const settings = () => stored('journal-setting');
  expect(screen.getByTestId('journal-proposal').textContent?.trim()).toMatch(
    /^Es una propuesta, con códigos de: /u,
  );
  await user.click(screen.getByTestId('journal-by-settlement'));
  const said = { key: 'CLP', owner: 'Ana', atMs: 2 };
  await waitFor(async () => expect(await settings()).toEqual([{ ...said, country: 'MX', by: 'settlement' }]));
  await user.click(screen.getByTestId('journal-country'));
  expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
    ...['Ninguna', 'Chile (propuesta)', 'México (propuesta)', 'Brasil (propuesta)', 'Argentina (propuesta)'],
    ...['Perú (propuesta)', 'Colombia (propuesta)'],
  ]);
  await user.click(await choiceOf('Ninguna'));
  await waitFor(async () => expect(await settings()).toEqual([{ ...said, country: null, by: 'account' }]));
  expect(screen.getByTestId('undo-line').textContent).toContain('cuentas propuestas');
  await user.click(screen.getByRole('button', { name: /Deshacer/u }));
  await waitFor(async () => expect(await settings()).toEqual([{ ...said, country: 'MX', by: 'settlement' }]));
});

test('of a month that was exported the entries stay as they began; what cannot be kept says why', async () => {
  const { user, stored, change, field } = await openRules(
    { country: null, isByFixed: true },
    {
      dataReplies: {
        writeAnnotations: () => {
          throw new Error('disco lleno');
        },
      },
    },
  );
  expect(screen.getByTestId('journal-proposal').textContent).toBe(
    'Nada se propone: lo que ninguna regla toma queda en suspenso. El mes ya se exportó así: cambiarlo lo contabilizaría dos veces.',
  );
  expect(screen.getByTestId('journal-country').textContent).toBe('Ninguna');
  await user.click(screen.getByTestId('journal-by-account'));
  expect([await stored('journal-setting'), screen.queryByRole('alert')]).toEqual([[], null]);
  change(0);
  fireEvent.submit(field('account').form as HTMLFormElement);
  expect((await screen.findByRole('alert')).textContent).toContain('disco lleno');
});

test('while a rule is written it is not written again, and another place has its forms closed', async () => {
  let done: () => void = () => {};
  let writes = 0;
  const { at, change, field } = await openRules(
    {},
    {
      dataReplies: {
        writeAnnotations: () => {
          writes += 1;
          return new Promise((resolve) => {
            done = () => resolve(null);
          });
        },
      },
    },
  );
  change(0);
  const press = (name: string) => screen.getByTestId<HTMLButtonElement>(`journal-rule-${name}`);
  expect([press('save').disabled, press('remove').disabled]).toEqual([false, false]);
  fireEvent.change(field('account'), { target: { value: '  ' } });
  expect([press('save').disabled, press('save').title]).toEqual([true, 'Escribe la cuenta contable']);
  fireEvent.submit(field('account').form as HTMLFormElement);
  expect(writes).toBe(0);
  fireEvent.change(field('account'), { target: { value: '7' } });
  fireEvent.click(press('save'));
  await waitFor(() => expect([press('save').disabled, press('remove').disabled]).toEqual([true, true]));
  done();
  await waitFor(() => expect(screen.queryByTestId('journal-rule-save')).toBeNull());
  expect(writes).toBe(1);
  change(0);
  await at('Canal Dos');
  expect(screen.queryByTestId('journal-rule-save')).toBeNull();
  const lines = () => screen.getAllByTestId('journal-rule').length;
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar todas las líneas' }));
  expect(lines()).toBeGreaterThan(5);
  fireEvent.click(screen.getByRole('button', { name: 'Solo las del mes' }));
  expect(lines()).toBe(5);
});
