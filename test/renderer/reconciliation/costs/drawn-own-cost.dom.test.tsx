import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import { OwnCostEntry } from '#renderer/reconciliation/costs/screen/own-cost-entry.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What a product costs, typed: what it would do, what is wrong with it, and all that is kept of a new one and of one that stood. */

const D = (value: string) => value as Decimal;
const day = (value: string) => value as LocalDate;
const cost = (more: Partial<OwnCost> = {}): OwnCost => ({
  ...{ sku: 'A', currency: null, from: null, to: null, cost: D('5'), note: '', owner: '', atMs: 1 },
  ...more,
});
const CURRENCIES = { main: 'CLP', own: [{ Canal: 'Otro', Cuenta: 'Dos', code: 'ARS' }] };
const IN_VIEW = { ...EVERYTHING, scope: { accounts: [{ Canal: 'Otro', Cuenta: 'Dos' }], isExcluded: false } };
const TRIAL = { revision: 1, rows: 1200, amount: D('6'), before: D('120.25'), after: D('114.25'), cut: [] };

beforeEach(() => {
  localStorage.setItem('cuadra.screens.a', JSON.stringify({ currency: 'ARS' }));
});

async function open(
  edited: OwnCost | null,
  standing: readonly OwnCost[],
  { dataReplies, ...setting }: PageSetting = {},
) {
  const trials: object[] = [];
  const told = { closed: 0, keys: 0 };
  const page = await openPage(
    {
      accounts: { accounts: [account({ currencies: CURRENCIES })], activeId: 'a', keyStorage: 'memory' },
      annotations: standing.map((value) => ({ kind: 'own-cost', key: ownCostKey(value), value })),
      dataReplies: {
        readOwnCostTrial: ({ slot: _, ...query }) => {
          trials.push(query);
          return TRIAL;
        },
        ...dataReplies,
      },
      ...setting,
    },
    () => (
      <InAccount>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only counts what comes through to what is around. */}
        <div
          onKeyDown={() => {
            told.keys += 1;
          }}
        >
          <OwnCostEntry
            sku="A"
            cost={edited}
            onClose={() => {
              told.closed += 1;
            }}
          />
        </div>
      </InAccount>
    ),
  );
  const form = await screen.findByTestId('own-cost-entry');
  const type = (field: string, value: string) =>
    fireEvent.change(screen.getByTestId(`own-cost-${field}`), { target: { value } });
  const stored = async () =>
    (await page.session.data.call.readAnnotations({ kind: 'own-cost' })).map(({ key, value }) => [
      key,
      { ...(value as OwnCost), atMs: 'atMs' in value && value.atMs === 1 ? 1 : 2 },
    ]);
  const faults = () => screen.queryByTestId('own-cost-faults')?.textContent ?? null;
  return { ...page, form, type, stored, faults, trials, told };
}
const save = () => fireEvent.submit(screen.getByTestId('own-cost-entry'));

test('of a new one the fields are empty, its currency and rate those in view; all that is typed is kept', async () => {
  const { user, form, type, stored, trials, told } = await open(null, []);
  expect(readOf(form)).toEqual([
    'Costo por unidad (ARS){}El costo incluye IVA (Se guarda como lo escribes; las cifras cuentan el costo sin IVA, a seis decimales por unidad.)Desde{31-10-2026} (Vacío: sin límite. El día se incluye.)Hasta{31-10-2026} (Vacío: sin límite. El día se incluye.)Nota{}Responsable{}[Guardar][Cancelar]',
    'Con un costo se ve aquí lo que haría.',
  ]);
  expect(document.activeElement).toBe(screen.getByTestId('own-cost-amount'));
  type('amount', ' 12,5 ');
  await waitFor(() => expect(trials).toHaveLength(1));
  await user.click(screen.getByRole('checkbox'));
  type('from', '05-10-2026');
  type('to', '07-11-2026');
  await waitFor(() =>
    expect(trials.at(-1)).toEqual({
      ...{ selection: IN_VIEW, currency: 'ARS', replaced: null },
      cost: cost({
        ...{ cost: D('12.5'), vat: D('21'), currency: 'ARS', from: day('2026-10-05'), to: day('2026-11-07') },
        atMs: 0,
      }),
    }),
  );
  const asked = trials.length;
  type('note', ' caja de 12 ');
  type('owner', ' Ana ');
  const note = screen.getByTestId<HTMLInputElement>('own-cost-note');
  expect([note.value, note.maxLength, screen.getByTestId('own-cost-trial').dataset.value]).toEqual([
    ' caja de 12 ',
    1000,
    '1200',
  ]);
  expect(readOf(form).at(-1)).toBe(
    'Llena 1.200 filas de la selección con6,00· Rentabilidad Comercial120,25→114,25',
  );
  expect(trials).toHaveLength(asked);
  save();
  await waitFor(() => expect(told.closed).toBe(1));
  expect(await stored()).toEqual([
    [
      'ARS|2026-10-05|A',
      {
        ...{ sku: 'A', cost: '12.5', vat: '21', currency: 'ARS', from: '2026-10-05', to: '2026-11-07' },
        ...{ note: 'caja de 12', owner: 'Ana', atMs: 2 },
      },
    ],
  ]);
  expect(screen.getByText(/costo propio de A$/u)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /Deshacer/u }));
  await waitFor(async () => expect(await stored()).toEqual([]));
});

test('of one that stands each field is as it was, and what is left alone stays: its currency, days, rate, and who said it', async () => {
  const edited = cost({
    ...{ cost: D('1234.50'), vat: D('10.5'), note: 'caja', owner: 'Luz', from: day('2026-10-01') },
    to: day('2026-10-30'),
  });
  const later = cost({ from: day('2026-11-01'), note: 'nuevo' });
  const others = [cost({ to: day('2026-09-30') }), later, cost({ currency: 'ARS' }), cost({ sku: 'B' })];
  const asked: object[] = [];
  const { form, type, stored, told } = await open(edited, [edited, ...others], {
    dataReplies: {
      readOwnCostTrial: ({ slot: _, ...query }) => {
        asked.push(query);
        return { ...TRIAL, rows: 1, after: null, cut: [later, others[0] as OwnCost, edited, cost()] };
      },
    },
  });
  await screen.findByTestId('own-cost-trial');
  expect(readOf(form)).toEqual([
    'Costo por unidad{1234,50}El costo incluye IVA (Se guarda como lo escribes; las cifras cuentan el costo sin IVA, a seis decimales por unidad.)Tasa de IVA del costo, en %: {10,5}%Desde{01-10-2026} (Vacío: sin límite. El día se incluye.)Hasta{30-10-2026} (Vacío: sin límite. El día se incluye.)Nota{caja}Responsable{}[Guardar][Cancelar]',
    'Llena 1 fila de la selección con6,00· Rentabilidad Comercial120,25→—Quita días a otro costo del SKU: desde 01-11-2026; hasta 30-09-2026; 01-10-2026 a 30-10-2026; siempre',
  ]);
  const kept = { sku: 'A', cost: '1234.50', vat: '10.5', currency: null };
  expect(asked.at(-1)).toEqual({
    ...{ selection: IN_VIEW, currency: 'ARS', replaced: '|2026-10-01|A' },
    cost: { ...kept, from: '2026-10-01', to: '2026-10-30', note: '', owner: '', atMs: 0 },
  });
  type('to', '15-11-2026');
  save();
  await waitFor(() => expect(told.closed).toBe(1));
  expect(Object.fromEntries(await stored())).toEqual({
    '||A': { ...others[0] },
    '|2026-10-01|A': {
      ...kept,
      ...{ from: '2026-10-01', to: '2026-11-15', note: 'caja', owner: 'Luz', atMs: 2 },
    },
    '|2026-11-16|A': { ...later, from: '2026-11-16' },
    'ARS||A': { ...others[2] },
    '||B': { ...others[3] },
  });
});

test('what is wrong is said at once, but that something is missing only once it is tried; nothing of it is kept', async () => {
  const { user, type, stored, faults, trials, told } = await open(null, []);
  const amount = screen.getByTestId('own-cost-amount');
  const marks = () => [amount.getAttribute('aria-invalid'), amount.getAttribute('aria-describedby')];
  type('from', '45-10');
  expect([faults(), ...marks()]).toEqual([null, 'false', null]);
  save();
  expect([faults(), ...marks()]).toEqual([
    'Falta el costo. Un día no se puede leer.',
    'true',
    screen.getByTestId('own-cost-faults').id,
  ]);
  type('amount', 'doce');
  type('from', '02-10-2026');
  type('to', '01-10-2026');
  expect(faults()).toBe('El costo no se puede leer. El último día es anterior al primero.');
  type('amount', '0,1234567');
  expect(faults()).toBe('El costo tiene demasiados dígitos. El último día es anterior al primero.');
  type('amount', '7');
  type('to', '02-10-2026');
  expect(faults()).toBe(null);
  await user.click(screen.getByRole('checkbox'));
  type('vat-rate', '100');
  const rate = screen.getByTestId('own-cost-vat-rate');
  const fault = document.getElementById(rate.getAttribute('aria-describedby') ?? '');
  expect([rate.getAttribute('aria-invalid'), fault?.textContent]).toEqual([
    'true',
    text('own-costs.vat-fault'),
  ]);
  save();
  type('vat-rate', '10,5 %');
  expect([rate.getAttribute('aria-invalid'), rate.getAttribute('aria-describedby')]).toEqual(['false', null]);
  await waitFor(() => expect(trials.at(-1)).toMatchObject({ cost: { cost: '7', vat: '10.5' } }));
  await user.click(screen.getByRole('checkbox'));
  await waitFor(() =>
    expect(Object.keys((trials.at(-1) as { readonly cost: object }).cost)).not.toContain('vat'),
  );
  expect([await stored(), told.closed]).toEqual([[], 0]);
});

test('Escape leaves and goes no further, as Cancel does; what cannot be kept says why and stays', async () => {
  const { form, type, told } = await open(null, [], {
    dataReplies: {
      writeAnnotations: () => {
        throw new Error('disco lleno');
      },
    },
  });
  type('amount', '7');
  await screen.findByTestId('own-cost-trial');
  save();
  expect((await screen.findByRole('alert')).textContent).toContain('disco lleno');
  expect(told).toEqual({ closed: 0, keys: 0 });
  fireEvent.keyDown(form, { key: 'a' });
  expect(told).toEqual({ closed: 0, keys: 1 });
  expect(fireEvent.keyDown(form, { key: 'Escape' })).toBe(false);
  expect(told).toEqual({ closed: 1, keys: 1 });
  fireEvent.click(screen.getByTestId('own-cost-cancel'));
  expect(told.closed).toBe(2);
});

test('a rate is read with its sign of percent; one that cannot be read keeps nothing back once the cost is without VAT', async () => {
  const { user, type, stored, told } = await open(null, []);
  type('amount', '119');
  await user.click(screen.getByRole('checkbox'));
  type('vat-rate', '19 %');
  expect(screen.getByTestId('own-cost-vat-rate').getAttribute('aria-invalid')).toBe('false');
  type('vat-rate', 'x');
  save();
  expect([await stored(), told.closed]).toEqual([[], 0]);
  await user.click(screen.getByRole('checkbox'));
  save();
  await waitFor(() => expect(told.closed).toBe(1));
  expect((await stored()).map(([, value]) => 'vat' in (value as object))).toEqual([false]);
});
