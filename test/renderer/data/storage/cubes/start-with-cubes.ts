import { type CubeKeeper, createCubeKeeper } from '#renderer/data/storage/cubes/cube-keeper.ts';
import type { FiguresAtStart, Ledger } from '#renderer/data/storage/ledger.ts';
import { type AccountLedger, openAccountLedger } from '#renderer/data/worker/account-ledger.ts';
import { createOpeningCopy } from '#renderer/data/worker/opening-copy.ts';
import { EVERYTHING, PERIOD_COLUMNS, type Selection } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { NO_LISTENERS } from '../ledger-fixtures.ts';

/** Cells kept of small ledgers, and starts from them. */

/** Keeps the cells of all rows, however few. */
export function keepCells(ledger: Ledger, options: Parameters<CubeKeeper['keepOnce']>[0] = {}) {
  const { database, access } = ledger.storage;
  return createCubeKeeper(database, ledger.store, access, 0).keepOnce({ mostCellsARow: 1, ...options });
}

export type Start = { readonly ledger: AccountLedger; readonly early: FiguresAtStart | null };

/** Opens a ledger as a page does; `early` is what was there before the rows. */
export async function startLedger(account: string): Promise<Start> {
  let early: FiguresAtStart | null = null;
  const onCells = (figures: FiguresAtStart) => {
    early = figures;
  };
  return { ledger: await openAccountLedger(account, NO_LISTENERS, { onCells }), early };
}

const COLUMNS = ['Ventas', 'Unidades', 'Costo de Producto', 'Rentabilidad Comercial'];
const SELECTIONS: readonly Selection[] = [
  EVERYTHING,
  { ...EVERYTHING, dashboardPreset: true },
  { ...EVERYTHING, filters: [{ column: 'Estado de Pago', values: ['Pagado'] }] },
];

/** Answers by the date of purchase. */
export function figuresOf(store: Ledger['store']) {
  const queries = createQueries(store);
  const answers = SELECTIONS.flatMap((selection) => [
    queries.totals(selection, COLUMNS),
    queries.groups(selection, { column: PERIOD_COLUMNS[0], unit: 'day' }, COLUMNS, { within: 'Canal' }),
    queries.values(selection, 'Cuenta'),
  ]);
  return JSON.parse(
    JSON.stringify(answers, (key, value: unknown) => (key === 'revision' ? 0 : value)),
  ) as unknown;
}

export const factsBefore = (early: FiguresAtStart) => createOpeningCopy(early, async () => {}).facts();
