import { expect, test } from 'vitest';
import { createSettlements } from '#renderer/reconciliation/payouts/worker/settlements.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { rowOf, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** Settlements of the rows as a screen asks for them: the newest first, with what each account is owed in all of them. */

const sold = (
  order: number,
  settlement: string,
  cuenta: string,
  day: number,
  amount: string,
  isPaid = false,
) =>
  rowOf({
    ...{ Canal: 'Uno', Cuenta: cuenta, Orden: `${order}`, 'N° de Liquidación': settlement },
    'Fecha de compra': `2026-03-${String(day).padStart(2, '0')}T10:00:00.000`,
    'Fecha de Pago': isPaid ? '2026-03-20T10:00:00.000' : '',
    ...{ 'Estado de Pago': 'Informado', Ventas: '100', 'Rentabilidad Marketplace': amount },
  });

test('a page of them tells how many there are, and of all of them what is owed', async () => {
  const store = storeOf([
    sold(1, 'L1', 'Norte', 1, '10.50'),
    sold(2, 'L2', 'Norte', 5, '4'),
    sold(3, 'L2', 'Norte', 6, '1.25'),
    sold(4, 'L3', 'Sur', 3, '7'),
    sold(5, 'L4', 'Sur', 2, '100', true),
  ]);
  const settlements = createSettlements({
    store: () => ({ revision: 7, numbering: 1 }),
    answer: async (_slot: unknown, make: (rows: typeof store) => never) => atOnce(make(store)),
  } as never);
  const asked = { day: '2026-03-31' as LocalDate, scope: null, offset: 1, limit: 2, slot: undefined };
  const page = await settlements(asked as never);
  expect(page).toMatchObject({ revision: 7, total: 4, offset: 1 });
  expect(page.settlements.map(({ settlement }) => settlement)).toEqual(['L3', 'L4']);
  expect(page.owed).toEqual([
    { canal: 'Uno', cuenta: 'Norte', owed: '15.75', rows: 3 },
    { canal: 'Uno', cuenta: 'Sur', owed: '7.00', rows: 1 },
  ]);
  const scope = { accounts: [{ Canal: 'Uno', Cuenta: 'Norte' }], isExcluded: false };
  const own = await settlements({ ...asked, scope, offset: 0 } as never);
  expect(own.settlements.map(({ settlement }) => settlement)).toEqual(['L2', 'L1']);
  expect(own.owed.map(({ cuenta }) => cuenta)).toEqual(['Norte']);
});
