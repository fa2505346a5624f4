import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FindingCase } from '#renderer/data/model/finding.ts';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import type { CasesOf } from '#renderer/reconciliation/findings/model/sayings.ts';
import { ClaimOffer } from '#renderer/reconciliation/parts/claim-offer.tsx';
import { type LocalDate, type Month, shiftDay } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';

/** Claims that are offered of some exceptions, and made: one for each account and currency, all as one step. */

const D = (value: string) => value as Decimal;
const of = (id: string, amount: string, day: string): FindingCase => ({
  ...{ id, name: `O-${id}`, month: day.slice(0, 7) as Month, day: day as LocalDate },
  ...{ amount: D(amount), rows: 1, evidence: `e-${id}` },
});
const found = (Cuenta: string, kind: string, ...cases: readonly FindingCase[]): CasesOf => ({
  finding: { kind, subject: { Canal: 'A', Cuenta }, affects: [] },
  cases,
});
const CASES = [
  found('1', 'rate', of('1', '10.00', '2026-09-03'), of('2', '2.5', '2026-09-01')),
  found('2', 'rate', of('3', '4', '2026-09-02')),
  found('3', 'overdue', of('4', '7.25', '2026-09-05'), of('5', '1', '2026-09-06')),
];
const currencyOf = ({ subject }: CasesOf['finding']) => (subject.Cuenta === '2' ? 'USD' : '');

async function open(cases: readonly CasesOf[], setting: PageSetting = {}) {
  const asked: unknown[] = [];
  const written: unknown[] = [];
  let sees = 0;
  const page = await openPage(
    {
      ...setting,
      dataReplies: {
        readAnnotations: ({ kind }) =>
          (kind === 'claim'
            ? [{ key: 'R-0004', value: {} }]
            : kind === 'claim-rule'
              ? [{ key: 'A', value: { days: 30, owner: '', atMs: 1 } }]
              : []) as never,
        readClaimFigures: ({ orders }) => {
          asked.push(orders);
          return {
            figures: orders.map((_, at) => ({ rows: D(`${at + 1}`), paid: D('0'), lines: null })),
          } as never;
        },
        writeAnnotations: (changes) => {
          written.push(changes);
          return null;
        },
        ...setting.dataReplies,
      },
    },
    () => (
      <InAccount>
        <main data-testid="part">
          <ClaimOffer
            cases={cases}
            currencyOf={currencyOf}
            note="pedido"
            onClaims={() => {
              sees += 1;
            }}
          />
        </main>
      </InAccount>
    ),
  );
  await waitFor(() => expect(screen.getByTestId('part').textContent).not.toBe(''));
  return { ...page, asked, written, seen: () => sees };
}
const read = () => readOf(screen.getByTestId('part'));

test('several are told in the currency of the first, made together, each of its own orders’ figures and number', async () => {
  const { user, asked, written, seen } = await open(CASES);
  expect(read()).toEqual(['[Reclamar 20,75]', '3 reclamos, uno por cuenta']);
  await user.click(screen.getByTestId('exception-claim'));
  await screen.findByTestId('claim-see');
  expect(read()).toEqual(['Hecho: R-0005, R-0006, R-0007. [Ver reclamos]']);
  expect(asked).toEqual([
    [
      { Canal: 'A', Cuenta: '1', numbers: ['O-1'] },
      { Canal: 'A', Cuenta: '1', numbers: ['O-2'] },
      { Canal: 'A', Cuenta: '2', numbers: ['O-3'] },
      { Canal: 'A', Cuenta: '3', numbers: ['O-4'] },
      { Canal: 'A', Cuenta: '3', numbers: ['O-5'] },
    ],
  ]);
  type Put = {
    readonly key: string;
    readonly value: {
      readonly Cuenta: string;
      readonly currency: string;
      readonly claimed: string;
      readonly deadline: string;
      readonly lines: readonly { readonly numbers: readonly string[]; readonly before: { rows: string } }[];
      readonly file: { readonly name: string; readonly text: string };
      readonly log: readonly { readonly state: string; readonly note: string }[];
    };
  };
  const [{ puts, ...rest } = { puts: [] }] = written as { readonly puts: readonly Put[] }[];
  expect(rest).toEqual({ kind: 'claim', deletes: [] });
  expect(
    puts.map(({ key, value }) => [
      key,
      value.Cuenta,
      value.currency,
      value.claimed,
      value.deadline,
      value.lines.map(({ numbers, before }) => `${numbers.join()} ${before.rows}`).join('; '),
      value.log.map(({ state, note }) => `${state} ${note}`).join('; '),
    ]),
  ).toEqual([
    ['R-0005', '1', '', '12.50', '2026-10-01', 'O-1 1; O-2 2', 'to-send pedido'],
    ['R-0006', '2', 'USD', '4', '2026-10-02', 'O-3 3', 'to-send pedido'],
    ['R-0007', '3', '', '8.25', '2026-10-05', 'O-4 4; O-5 5', 'to-send pedido'],
  ]);
  expect(puts.map(({ value }) => [value.file.name, ...value.file.text.trim().split(/\r?\n/u)])).toEqual([
    [
      'Reclamo R-0005.csv',
      '"Reclamo";"Canal";"Cuenta";"Número";"Excepción";"Día";"Monto";"Moneda"',
      '"R-0005";"A";"1";"O-1";"Cobros por encima de su regla";"2026-09-03";10,00;',
      '"R-0005";"A";"1";"O-2";"Cobros por encima de su regla";"2026-09-01";2,5;',
      ';;;;;;12,50;',
    ],
    [
      'Reclamo R-0006.csv',
      '"Reclamo";"Canal";"Cuenta";"Número";"Excepción";"Día";"Monto";"Moneda"',
      '"R-0006";"A";"2";"O-3";"Cobros por encima de su regla";"2026-09-02";4;"USD"',
      ';;;;;;4;"USD"',
    ],
    [
      'Reclamo R-0007.csv',
      '"Reclamo";"Canal";"Cuenta";"Número";"Excepción";"Día";"Monto";"Moneda"',
      '"R-0007";"A";"3";"O-4";"Vencido y sin pagar";"2026-09-05";7,25;',
      '"R-0007";"A";"3";"O-5";"Vencido y sin pagar";"2026-09-06";1;',
      ';;;;;;8,25;',
    ],
  ]);
  expect(screen.getByTestId('undo-line').textContent).toEqual('reclamo R-0005, R-0006, R-0007Deshacer');
  await user.click(screen.getByTestId('claim-see'));
  expect(seen()).toBe(1);
});

test('of one its last day is told: today it may be claimed still, from tomorrow on it is too late', async () => {
  const on = async (ago: number) => {
    const page = await open([found('1', 'rate', of('1', '3', shiftDay(todayHere(), -ago)))]);
    const until = (await screen.findByTestId('claim-until')).textContent;
    page.view.unmount();
    return until?.replaceAll(/\d\d-\d\d-\d{4}/gu, 'DÍA');
  };
  expect([await on(30), await on(31)]).toEqual([
    'Reclamable hasta el DÍA, 30 días',
    'El plazo para reclamar pasó el DÍA, 30 días',
  ]);
});

test('claims that could not be kept say so, and are offered still', async () => {
  const { user } = await open(CASES.slice(0, 1), {
    dataReplies: {
      writeAnnotations: () => {
        throw new Error('the worker is gone');
      },
    },
  });
  await user.click(screen.getByTestId('exception-claim'));
  await screen.findByText(/the worker is gone/u);
  expect(screen.queryByTestId('claim-see')).toBeNull();
  expect(screen.getByTestId<HTMLButtonElement>('exception-claim').disabled).toBe(false);
});
