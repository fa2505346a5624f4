import { groupBy } from 'es-toolkit/array';
import { datasetTable, type TableSource } from '#renderer/data/model/dataset-tables.ts';
import { evidenceOf } from '#renderer/data/model/finding.ts';
import { unlessDamaged } from '#renderer/data/storage/database/failures.ts';
import type { StatementDate } from '#renderer/reconciliation/statements/model/statement.ts';
import type { Pause } from '#shared/base/tasks.ts';
import { instantFromMs, monthOf } from '#shared/domain/dates.ts';
import type { StatementStore } from './statement-store.ts';

/** Tables of the imported statements for engines: the files with their checks, what they come to, their lines. */

type Source = {
  readonly ledger: { readonly statements: Pick<StatementStore, 'list' | 'lines'> };
  readonly pause: Pause;
};

const STATEMENT = ['key', 'Identidad del archivo importado.'] as const;

const statements = datasetTable({
  name: 'cuadra_extractos',
  about: 'Un extracto o una liquidación que se importó, con lo que prueba su aritmética.',
  columns: {
    extracto: STATEMENT,
    archivo: ['text', 'El nombre del archivo.'],
    tipo: ['text', 'De qué canal o banco, por su código.'],
    formato: ['text', 'La variante: un banco, un idioma.'],
    canal: ['text', 'La cuenta que el usuario dijo; nulo: la de las órdenes que nombra.'],
    cuenta: ['text', 'La cuenta que el usuario dijo.'],
    lineas: ['count', 'Todas sus líneas.'],
    nuevas: ['count', 'Las que ninguno anterior tenía.'],
    desde: ['day', 'Primer día.'],
    hasta: ['day', 'Último día.'],
    comprobacion: ['text', 'Qué prueban sus propias sumas, por su código.'],
    diferencia: ['amount', 'Lo que falta en las comprobaciones que no cuadran.'],
    cubiertas: ['count', 'Líneas que alguna comprobación cubre; nulo: no se contaban.'],
    dudas: ['count', 'Filas cuyo importe quedó fuera; nulo: no se contaban.'],
    importado_en: ['moment', 'Cuándo, por el reloj del equipo.'],
    quien: ['text', 'Quién lo importó.'],
  },
  partBy: null,
  rows: async ({ ledger }: Source) =>
    ledger.statements.list().map((each) => ({
      extracto: each.id,
      archivo: each.name,
      tipo: each.kind,
      formato: each.layout,
      canal: each.account?.Canal ?? null,
      cuenta: each.account?.Cuenta ?? null,
      lineas: each.lines,
      nuevas: each.fresh,
      desde: each.days?.from ?? null,
      hasta: each.days?.to ?? null,
      comprobacion: each.proof.state,
      diferencia: each.proof.gap,
      cubiertas: each.proof.covered ?? null,
      dudas: each.proof.doubts ?? null,
      importado_en: each.importedAtMs,
      quien: each.owner,
    })),
});

const nets = datasetTable({
  name: 'cuadra_extractos_netos',
  about: 'La suma de las líneas de un extracto en una moneda.',
  columns: {
    extracto: STATEMENT,
    moneda: ['key', 'ISO 4217; vacía: no la nombra.'],
    neto: ['amount', 'Lo que suman.'],
  },
  partBy: null,
  rows: async ({ ledger }: Source) =>
    ledger.statements
      .list()
      .flatMap(({ id, nets: own }) =>
        own.map(({ currency, net }) => ({ extracto: id, moneda: currency, neto: net })),
      ),
});

const dayIn = (date: StatementDate | null) => date?.day ?? null;

const LINES = 'cuadra_extractos_lineas';

/** The month of its import: its lines never change from then on. */
const monthOfImport = (atMs: number): string => monthOf(instantFromMs(atMs));

const lines = datasetTable({
  name: LINES,
  about:
    'Una línea de un extracto. Lo que entra al vendedor es positivo. Dos extractos pueden tener la misma línea.',
  columns: {
    mes_importacion: ['key', 'Mes en que se importó, AAAA-MM, UTC. Los archivos son por él.'],
    extracto: STATEMENT,
    n: ['place', 'Su lugar entre las líneas, desde 1.'],
    linea: ['count', 'La fila del archivo, desde 1.'],
    fecha: ['day', 'Cuándo ocurrió.'],
    liberado: ['day', 'Cuándo se paga, o se pagó.'],
    movimiento: ['text', 'Qué es, como lo dice el archivo.'],
    liquidacion: ['text', 'Su liquidación.'],
    orden: ['text', 'La orden que nombra.'],
    suborden: ['text', 'La suborden.'],
    sku: ['text', 'El producto.'],
    operacion: ['text', 'La operación.'],
    referencia: ['text', 'Otro número de la orden.'],
    descripcion: ['text', 'Sus palabras.'],
    moneda: ['text', 'Como la nombra.'],
    bruto: ['amount', 'Bruto.'],
    comision: ['amount', 'Comisión.'],
    envio: ['amount', 'Envío.'],
    impuestos: ['amount', 'Impuestos.'],
    neto: ['amount', 'Neto.'],
    saldo: ['amount', 'El saldo después.'],
  },
  partBy: 'mes_importacion',
  parts: async ({ ledger, pause, leaveOut }: Source & TableSource) => {
    const all = [];
    const read = [];
    for (const { id, name, importedAtMs } of ledger.statements.list()) {
      const own = await unlessDamaged(ledger.statements.lines(id, pause));
      if (own === null) leaveOut(LINES, name);
      else read.push({ id, month: monthOfImport(importedAtMs) });
      for (const [at, line] of (own ?? []).entries()) {
        all.push({
          mes_importacion: monthOfImport(importedAtMs),
          extracto: id,
          n: at + 1,
          linea: line.line,
          fecha: dayIn(line.date),
          liberado: dayIn(line.released),
          movimiento: line.movement,
          liquidacion: line.settlement,
          orden: line.order,
          suborden: line.suborder,
          sku: line.sku,
          operacion: line.operation,
          referencia: line.reference ?? null,
          descripcion: line.description,
          moneda: line.currency,
          bruto: line.gross,
          comision: line.commission,
          envio: line.shipping,
          impuestos: line.taxes,
          neto: line.net,
          saldo: line.balance,
        });
      }
    }
    const readIn = groupBy(read, ({ month }) => month);
    return new Map(
      Object.entries(groupBy(all, (line) => line.mes_importacion)).map(([month, rows]) => [
        month,
        { stamp: evidenceOf((readIn[month] ?? []).map(({ id }) => id)), rows },
      ]),
    );
  },
});

export const STATEMENT_TABLES = [statements, nets, lines];
