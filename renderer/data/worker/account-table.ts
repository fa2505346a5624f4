import { readGroups } from '#renderer/data/engine/answers/figures.ts';
import type { QueriedRows } from '#renderer/data/engine/answers/queried-rows.ts';
import { type CurrencyOf, datasetTable } from '#renderer/data/model/dataset-tables.ts';
import type { Scheduler } from '#renderer/data/scheduling/scheduler.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';

/** The table of the accounts of channels for engines: which currency the amounts of their rows are in. */

type Source = {
  readonly latest: { readonly rows: QueriedRows };
  readonly scheduler: Pick<Scheduler, 'answer'>;
  readonly currencyOf: CurrencyOf;
};

export const ACCOUNT_TABLE = datasetTable({
  name: 'cuadra_cuentas',
  about: 'Una cuenta de un canal en las filas. Importes de monedas distintas no se suman.',
  columns: {
    canal: ['key', 'Canal de las filas; vacío: no lo tienen.'],
    cuenta: ['key', 'Cuenta de las filas; vacía: no la tienen.'],
    moneda: ['text', 'ISO 4217; vacía si no se nombró.'],
    filas: ['count', 'Sus filas.'],
  },
  partBy: null,
  rows: async ({ latest, scheduler, currencyOf }: Source) => {
    const query = { selection: EVERYTHING, dimension: 'Canal', within: 'Cuenta', columns: [] } as const;
    const { groups } = await scheduler.answer(undefined, () => readGroups.task(latest.rows, query));
    return groups.flatMap(({ value, groups: accounts = [] }) =>
      accounts.map(({ value: account, totals }) => {
        const [canal, cuenta] = [value ?? '', account ?? ''];
        const moneda = currencyOf({ Canal: canal, Cuenta: cuenta });
        return { canal, cuenta, moneda, filas: totals.rows };
      }),
    );
  },
});
