import type { DataReader } from '#renderer/data/client/data-calls.ts';
import type { LedgerFacts } from '#renderer/data/model/ledger.ts';
import { answerQuestion } from '#renderer/programs/answer-programs.ts';
import type { AskedCopy } from '#renderer/programs/asked-copy.ts';
import type { Account } from '#shared/contract/app.ts';
import type { ProgramAnswer, ProgramQuestion } from '#shared/contract/program-questions.ts';
import type { Month, UtcInstant } from '#shared/domain/dates.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import { COLUMNS_SENT, type Row, row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { freshServiceAccount, LINE, load, startPage } from '#test/renderer/data/storage/started-page.ts';

/** A copy of March as a page has it, over the real data worker, and what programs ask of it. */

const COLUMNS = [
  ...COLUMNS_SENT,
  ...['Comprador', 'Fecha de Pago', 'Ingreso Total', 'Cobro de Comisiones', 'Costo de Marketplace'],
  ...['Costo Comercial', 'Costo Total', '% Rentabilidad Total', 'Correo del cliente'],
];

/** Pesos, and one account in dollars. */
const CURRENCIES = { main: 'CLP', own: [{ Canal: 'Otro', Cuenta: 'Principal', code: 'USD' }] };

export const accountNamed = (id: string, name: string, more: Partial<Account> = {}): Account => ({
  ...{ id, name, kind: 'api', baseUrl: 'https://api.invalid', isAddressConfirmed: true, plan: 'pro' },
  ...{ hasKey: true, key: null, syncEveryMinutes: 60, currencies: CURRENCIES, ...more },
});

/** A sale: what is left of it, and of that less its cost. */
export function sale(
  [Orden, day, ventas, fee, cost]: readonly [string, string, number, number, number | null],
  more: Row = {},
): Row {
  const profits = { 'Rentabilidad Comercial': `${ventas - fee - (cost ?? 0)}` };
  return row({
    ...{ Orden, 'Nro. suborden': Orden, 'Fecha de compra': `${day}T12:00:00.000`, Ventas: `${ventas}` },
    ...{ 'Ingreso Total': `${ventas}`, 'Cobro de Comisiones': `${fee}`, 'Costo de Marketplace': `${fee}` },
    ...{ 'Costo de Producto': cost === null ? null : `${cost}`, 'Costo Comercial': `${fee + (cost ?? 0)}` },
    ...{ 'Costo Total': `${fee + (cost ?? 0)}`, 'Rentabilidad Marketplace': `${ventas - fee}`, ...profits },
    ...{ 'Rentabilidad Total': `${ventas - fee - (cost ?? 0)}`, '% Rentabilidad Total': '12.5' },
    ...more,
  });
}

const ACCOUNT = accountNamed('a-1', 'Café Ñandú');
const FACTS: LedgerFacts = {
  ...{ revision: 7, rows: 30, orders: 20, firstPurchase: null, lastPurchase: null, lastUpdate: null },
  ...{ columns: ['Canal', 'Orden'], unknownColumns: [], readUntil: '2026-04-01T10:00:00.000Z' as UtcInstant },
  ...{ hasSeveralAccounts: false, damage: null },
};

/** A copy whose worker answers as it is told here: for what no small copy comes to. */
export const copyAnswering = (call: { readonly [K in keyof DataReader]?: unknown }): AskedCopy => ({
  ...{ account: ACCOUNT, accounts: [ACCOUNT, accountNamed('a-2', 'Otra')], app: '9.8.7' },
  ...{ facts: FACTS, hidesBuyers: false, call: call as DataReader },
});

const NOTHING = null as never;
/** An answer of figures: no sync and no file is asked for. */
export const answerOf = (question: ProgramQuestion, copy: AskedCopy): Promise<ProgramAnswer> =>
  answerQuestion(question, copy, NOTHING, NOTHING);

/** Opens a copy of these rows; without any it was never read. */
export async function openAskedCopy(rows: readonly Row[]) {
  const { service, main } = startPage(createFakeLocks());
  await service.open({ accountId: freshServiceAccount(), line: LINE });
  const { calls } = await main();
  const read = async (window: string, all: readonly Row[]): Promise<void> => {
    await load(calls, window, all, COLUMNS);
    const decidedAt = '2026-04-01T12:00:30.000Z' as UtcInstant;
    await calls.resolveMissing({ month: '2026-03' as Month, decision: 'remove', decidedAt });
  };
  if (rows.length > 0) await read('w1', rows);
  const call = service as unknown as DataReader;
  const copy: AskedCopy = { ...copyAnswering(call), facts: await service.readFacts(null) };
  return {
    service,
    copy,
    /** Reads March anew: these are all its rows. */
    reread: (all: readonly Row[]) => read('w2', all),
    ask: (question: ProgramQuestion, over: Partial<AskedCopy> = {}) =>
      answerOf(question, { ...copy, ...over }),
  };
}

type Line = { readonly [key: string]: string | null };

/** Cells by the keys of their columns; of exact decimals the digits that count. */
export const lineOf = ({ table }: ProgramAnswer, cells: readonly (string | null)[]): Line =>
  Object.fromEntries(
    table.columns.map(({ key, kind }, at) => {
      const cell = cells[at] ?? null;
      return [key, kind === 'decimal' && cell?.includes('.') ? cell.replace(/\.?0+$/, '') : cell];
    }),
  );
export const linesOf = (answer: ProgramAnswer): readonly Line[] =>
  answer.table.rows.map((cells) => lineOf(answer, cells));
