import type { AnnotationIndex } from '#renderer/data/engine/annotation-index.ts';
import { datasetTable } from '#renderer/data/model/dataset-tables.ts';

/** The table of journals for engines: the entries that were exported, as they went to the books. */

type Source = { readonly ledger: { readonly annotations: Pick<AnnotationIndex, 'of'> } };

export const JOURNAL_TABLE = datasetTable({
  name: 'cuadra_asientos',
  about:
    'Una línea de un asiento exportado, con el número que le quedó. Las líneas de un asiento suman cero.',
  columns: {
    numero: ['key', 'Número del asiento: mes, exportación y lugar.'],
    linea: ['place', 'Su lugar en el asiento, desde 1.'],
    mes: ['text', 'Mes contable, AAAA-MM.'],
    exportacion: ['count', 'De qué exportación del mes, desde 1.'],
    tipo: ['text', 'Qué se asienta, por su código.'],
    fecha: ['day', 'Fecha del asiento.'],
    canal: ['text', 'Canal; vacío: de ninguno.'],
    cuenta: ['text', 'Cuenta del canal; vacía: de ninguna.'],
    referencia: ['text', 'Liquidación, pago o número del banco; vacía: ninguna.'],
    es_diferencia: ['text', 'si: sólo lo que se movió desde la exportación anterior.'],
    concepto: ['text', 'La línea del resultado, o su contrapartida, por su código.'],
    cuenta_contable: ['text', 'Código en los libros.'],
    nombre: ['text', 'Cómo se llama allí.'],
    centro_costo: ['text', 'Centro de costo; vacío: ninguno.'],
    codigo_impuesto: ['text', 'Código de impuesto; vacío: ninguno.'],
    importe: ['amount', 'Sobre 0: debe; bajo 0: haber.'],
    moneda: ['text', 'ISO 4217; vacía si no se nombró.'],
    cierre: ['text', 'Identidad del cierre del que se exportó.'],
  },
  partBy: null,
  rows: async ({ ledger }: Source) =>
    [...ledger.annotations.of('journal-posting').values()].flatMap(
      ({ month, posting, currency, snapshot, entries }) =>
        entries.flatMap((entry) =>
          entry.lines.map((line, at) => ({
            numero: entry.number,
            linea: at + 1,
            mes: month,
            exportacion: posting,
            tipo: entry.kind,
            fecha: entry.date,
            canal: entry.Canal,
            cuenta: entry.Cuenta,
            referencia: entry.reference,
            es_diferencia: entry.isDifference ? 'si' : 'no',
            concepto: line.line,
            cuenta_contable: line.account,
            nombre: line.name,
            centro_costo: line.costCentre,
            codigo_impuesto: line.taxCode,
            importe: line.amount,
            moneda: currency ?? '',
            cierre: snapshot,
          })),
        ),
    ),
});
