import { type CurrencyOf, datasetTable } from '#renderer/data/model/dataset-tables.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { createReceivables } from './receivables.ts';

/** The table of receivables for engines: each month of each account. */

type Source = {
  readonly receivables: Pick<ReturnType<typeof createReceivables>, 'page'>;
  /** Those of the rows, up to today's. */
  readonly monthsOfRows: readonly Month[];
  readonly today: LocalDate;
  readonly currencyOf: CurrencyOf;
};

export const RECEIVABLE_TABLE = datasetTable({
  name: 'cuadra_por_cobrar',
  about:
    'Lo que una cuenta debe cobrar: inicial + ventas - reembolsos - cargos - liberado = final. El mes en curso, hasta hoy.',
  columns: {
    mes: ['key', 'AAAA-MM.'],
    canal: ['key', 'Canal de las filas.'],
    cuenta: ['key', 'Cuenta de las filas.'],
    moneda: ['text', 'ISO 4217; vacía si no se nombró.'],
    inicial: ['amount', 'Por cobrar al comenzar el mes.'],
    ventas: ['amount', 'Ventas del mes.'],
    reembolsos: ['amount', 'Reembolsos de las ventas del mes.'],
    cargos: ['amount', 'Lo que va de las ventas a Rentabilidad Marketplace.'],
    liberado: ['amount', 'Lo que se pagó en el mes.'],
    final: ['amount', 'Por cobrar al terminar el mes.'],
    por_vencer: ['amount', 'Del final, lo que aún no vence.'],
    hasta_30: ['amount', 'Vencido hasta 30 días.'],
    hasta_60: ['amount', 'Vencido de 31 a 60 días.'],
    hasta_90: ['amount', 'Vencido de 61 a 90 días.'],
    mas_de_90: ['amount', 'Vencido más de 90 días.'],
    sin_fecha: ['amount', 'De compras sin fecha legible.'],
    plazo_dias: ['count', 'En cuántos días paga la cuenta.'],
  },
  partBy: null,
  rows: async ({ receivables, monthsOfRows, today, currencyOf }: Source) => {
    const rows = [];
    for (const month of monthsOfRows) {
      const { lines } = await receivables.page({ scope: null, month, today });
      for (const { canal, cuenta, figures, ages, term } of lines) {
        rows.push({
          mes: month,
          ...{ canal, cuenta, moneda: currencyOf({ Canal: canal, Cuenta: cuenta }) },
          inicial: figures.opening,
          ventas: figures.sales,
          reembolsos: figures.refunds,
          cargos: figures.charges,
          liberado: figures.released,
          final: figures.closing,
          por_vencer: ages['not-due'],
          hasta_30: ages['to-30'],
          hasta_60: ages['to-60'],
          hasta_90: ages['to-90'],
          mas_de_90: ages['over-90'],
          sin_fecha: ages.undated,
          plazo_dias: term.days,
        });
      }
    }
    return rows;
  },
});
