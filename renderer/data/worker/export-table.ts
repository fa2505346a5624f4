import { datasetTable } from '#renderer/data/model/dataset-tables.ts';
import type { Figures } from './open-copy.ts';

/** The table of the export itself for engines: of which moment it is. It changes where the rows were read again. */

type Source = {
  readonly latest: Pick<Figures, 'factsBeside' | 'rows'>;
};

export const EXPORT_TABLE = datasetTable({
  name: 'cuadra_exportacion',
  about: 'La exportación que se cargó: hasta qué lectura son sus filas.',
  columns: {
    n: ['place', 'Siempre 1.'],
    leido_hasta: ['text', 'Última lectura que tienen sus filas, por el reloj del servidor; nulo: ninguna.'],
    filas: ['count', 'Filas de la empresa.'],
  },
  partBy: null,
  rows: async ({ latest }: Source) => [
    { n: 1, leido_hasta: latest.factsBeside().readUntil, filas: latest.rows.store.liveRows },
  ],
});
