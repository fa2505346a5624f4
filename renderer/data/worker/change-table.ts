import { groupBy } from 'es-toolkit/array';
import type { ChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import { purchaseOf } from '#renderer/data/engine/changes/change-index.ts';
import { datasetTable } from '#renderer/data/model/dataset-tables.ts';
import { evidenceOf } from '#renderer/data/model/finding.ts';
import { dayOf, monthOf } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** The change log for engines: each change of an order by a reading, before and after. */

type Source = { readonly ledger: { readonly reads: { readonly changes: () => Promise<ChangeIndex> } } };

export const CHANGE_TABLE = datasetTable({
  name: 'cuadra_cambios',
  about: 'Un cambio de una orden que trajo una lectura: lo que era y lo que es.',
  columns: {
    mes_lectura: ['key', 'Mes en que se leyó, AAAA-MM; vacío: no se sabe. Los archivos son por él.'],
    n: ['place', 'Su lugar en la bitácora, desde 1.'],
    canal: ['text', 'Canal de la orden.'],
    cuenta: ['text', 'Cuenta de la orden.'],
    orden: ['text', 'Su número; vacío: filas sin número.'],
    compra: ['day', 'El día de su primera compra; nulo: no se lee.'],
    leido_en: ['text', 'Cuándo se leyó, por el reloj del servidor.'],
    para: ['text', 'Para qué se leyó, por su código.'],
    filas_antes: ['count', 'Filas antes; nulo: no estaba.'],
    filas_despues: ['count', 'Filas después; nulo: ya no está.'],
    estados_antes: ['text', 'Estados de Orden antes, como JSON.'],
    estados_despues: ['text', 'Estados de Orden después, como JSON.'],
    ventas_antes: ['amount', 'Ventas antes.'],
    ventas_despues: ['amount', 'Ventas después.'],
    marketplace_antes: ['amount', 'Rentabilidad Marketplace antes.'],
    marketplace_despues: ['amount', 'Rentabilidad Marketplace después.'],
    comercial_antes: ['amount', 'Rentabilidad Comercial antes.'],
    comercial_despues: ['amount', 'Rentabilidad Comercial después.'],
    total_antes: ['amount', 'Rentabilidad Total antes.'],
    total_despues: ['amount', 'Rentabilidad Total después.'],
    columnas: ['text', 'Las columnas que cambiaron, como JSON; nulo: no se guardó.'],
    correlacion: ['text', 'Las respuestas de la API que lo trajeron, como JSON.'],
  },
  partBy: 'mes_lectura',
  parts: async ({ ledger }: Source) => {
    const index = await ledger.reads.changes();
    const changesOf = groupBy([...index.readingOf.keys()], (change) => monthRead(index, change));
    return new Map(
      Object.entries(changesOf).map(([month, changes]) => [
        month,
        {
          stamp: stampOf(index, changes),
          // The log may be long: its rows are made when they are written.
          rows: {
            length: changes.length,
            slice: (from, to) => changes.slice(from, to).map((change) => rowOf(index, change)),
          },
        },
      ]),
    );
  },
});

/** The log only grows; another one, of a backup, has other readings. */
function stampOf(index: ChangeIndex, changes: readonly number[]): string {
  const readings = [...new Set(changes.map((change) => index.readingOf[change] ?? -1))];
  const told = readings.map((reading) => JSON.stringify(index.readings[reading]));
  return evidenceOf(told);
}

/** By the server's clock. */
function monthRead(index: ChangeIndex, change: number): string {
  const { readAt } = index.readings[index.readingOf[change] ?? -1] ?? {};
  return readAt == null ? '' : monthOf(readAt);
}

function rowOf(index: ChangeIndex, change: number) {
  const order = index.orders[index.orderOf[change] ?? -1];
  const reading = index.readings[index.readingOf[change] ?? -1];
  const [before, after] = [index.before.figures(change), index.after.figures(change)];
  const purchase = purchaseOf(index, change);
  const sum = (figures: typeof before, column: string): Decimal | null => figures?.amounts[column] ?? null;
  const columns = index.columns(change);
  return {
    mes_lectura: monthRead(index, change),
    n: change + 1,
    canal: order?.Canal ?? null,
    cuenta: order?.Cuenta ?? null,
    orden: order?.Orden ?? null,
    compra: purchase === null ? null : dayOf(purchase),
    leido_en: reading?.readAt ?? null,
    para: reading?.purpose ?? null,
    filas_antes: before?.rows ?? null,
    filas_despues: after?.rows ?? null,
    estados_antes: before === null ? null : JSON.stringify(before.states),
    estados_despues: after === null ? null : JSON.stringify(after.states),
    ventas_antes: sum(before, 'Ventas'),
    ventas_despues: sum(after, 'Ventas'),
    marketplace_antes: sum(before, 'Rentabilidad Marketplace'),
    marketplace_despues: sum(after, 'Rentabilidad Marketplace'),
    comercial_antes: sum(before, 'Rentabilidad Comercial'),
    comercial_despues: sum(after, 'Rentabilidad Comercial'),
    total_antes: sum(before, 'Rentabilidad Total'),
    total_despues: sum(after, 'Rentabilidad Total'),
    columnas: columns === null ? null : JSON.stringify(columns),
    correlacion: JSON.stringify(index.correlationIds(change)),
  };
}
