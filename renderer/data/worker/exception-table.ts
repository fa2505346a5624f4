import { type CurrencyView, datasetTable } from '#renderer/data/model/dataset-tables.ts';
import type { ExceptionGroup } from '#renderer/reconciliation/findings/model/groups.ts';

/** The queue of exceptions for engines: each case with its state, owner and amounts. */

type Source = {
  readonly views: readonly CurrencyView[];
  /** The queue of the accounts of one currency, with the cases of its groups. */
  readonly readExceptionGroups: (view: CurrencyView) => Promise<readonly ExceptionGroup[]>;
};

export const EXCEPTION_TABLE = datasetTable({
  name: 'cuadra_excepciones',
  about:
    'Algo que no cuadra: un caso de la cola, también si ya se explicó o ya no se encuentra. Es de la fuente, sin costos propios.',
  columns: {
    excepcion: ['key', 'La misma después de cualquier lectura.'],
    tipo: ['text', 'Qué es, por su código.'],
    canal: ['text', 'De qué canal; nulo: de ninguno.'],
    cuenta: ['text', 'De qué cuenta; nulo: de ninguna.'],
    mes: ['text', 'De qué mes, AAAA-MM; nulo: de ninguno.'],
    dia: ['day', 'Desde cuándo cuenta su edad.'],
    numero: ['text', 'El número por el que se conoce: de una orden, una línea, un archivo.'],
    importe: ['amount', 'Cuánto está en juego; nulo: no es dinero, o no se sabe.'],
    moneda: ['text', 'ISO 4217; vacía si no se nombró.'],
    filas: ['count', 'Filas de que es.'],
    estado: ['text', 'open, explained, accepted, claimed o resolved.'],
    cambio: ['text', 'si: se había dicho algo de otra cifra, y está abierta de nuevo.'],
    vence: ['text', 'si: llegó el día de volver a verla.'],
    responsable: ['text', 'Quién dijo lo último.'],
    motivo: ['text', 'El motivo que se eligió.'],
    nota: ['text', 'Lo que se escribió.'],
    seguimiento: ['day', 'El día en que vuelve a verse.'],
    importe_dicho: ['amount', 'De qué importe se dijo.'],
    dicho_en: ['moment', 'Cuándo, por el reloj del equipo.'],
    reclamo: ['text', 'El número del último reclamo en que está.'],
  },
  partBy: null,
  rows: async ({ views, readExceptionGroups }: Source) => {
    const rows = new Map<string, ReturnType<typeof rowOf>>();
    for (const view of views) {
      for (const group of await readExceptionGroups(view)) {
        // What is of no account is found in each of the views.
        for (const each of group.cases) if (!rows.has(each.key)) rows.set(each.key, rowOf(view, group, each));
      }
    }
    return [...rows.values()];
  },
});

function rowOf(
  { currency }: CurrencyView,
  { head, account, month }: ExceptionGroup,
  each: ExceptionGroup['cases'][number],
) {
  const own = each.account ?? account;
  const { said } = each;
  return {
    excepcion: each.key,
    tipo: head.kind,
    canal: own?.Canal ?? null,
    cuenta: own?.Cuenta ?? null,
    mes: each.month ?? month,
    dia: each.day,
    numero: each.name,
    importe: each.amount,
    moneda: head.currency ?? currency ?? '',
    filas: each.rows,
    estado: each.state,
    cambio: each.isChanged ? 'si' : 'no',
    vence: each.isDue ? 'si' : 'no',
    responsable: said?.owner ?? null,
    motivo: said?.reason ?? null,
    nota: said?.note ?? null,
    seguimiento: said?.followUp ?? null,
    importe_dicho: said?.amount ?? null,
    dicho_en: said?.atMs ?? null,
    reclamo: each.claim,
  };
}
