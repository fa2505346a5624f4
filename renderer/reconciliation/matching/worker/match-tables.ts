import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import { datasetTable, type TableSource } from '#renderer/data/model/dataset-tables.ts';
import { unlessDamaged } from '#renderer/data/storage/database/failures.ts';
import type { MatchedCase, Tolerance } from '#renderer/reconciliation/matching/model/matches.ts';
import { isBank } from '#renderer/reconciliation/statements/model/statement-account.ts';
import type { StatementStore } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import type { createStatements } from './statements.ts';

/** Tables of matches for engines: what each statement comes to beside the orders, case by case, and of what a case is. */

type Source = {
  readonly ledger: { readonly statements: Pick<StatementStore, 'list'> };
  readonly statements: Pick<ReturnType<typeof createStatements>, 'readMatches'>;
  readonly tolerance: Tolerance;
};

const STATEMENT = ['key', 'El extracto, que no es de un banco.'] as const;
const CASE = ['place', 'Su lugar entre los cruces del extracto, desde 1.'] as const;

type Matched = {
  readonly id: string;
  readonly name: string;
  /** Null: the statement cannot be read any more. */
  readonly cases: readonly MatchedCase[] | null;
};

/** Both tables of an export ask for the same. */
const matched = defineDerivation<Source, Promise<readonly Matched[]>>();

/** The cases of each statement that can be read. */
async function casesOf(
  table: string,
  source: Source & TableSource,
): Promise<readonly { readonly id: string; readonly cases: readonly MatchedCase[] }[]> {
  const all = await matched.of(source, () => matchAll(source));
  return all.flatMap(({ id, name, cases }) => {
    if (cases === null) source.leaveOut(table, name);
    return cases === null ? [] : [{ id, cases }];
  });
}

async function matchAll({ ledger, statements, tolerance }: Source): Promise<readonly Matched[]> {
  const found: Matched[] = [];
  for (const statement of ledger.statements.list()) {
    if (isBank(statement)) continue;
    const { id, name } = statement;
    const query = { statementIds: [id], tolerance, states: [], sort: null, search: '', offset: 0 };
    const page = await unlessDamaged(statements.readMatches({ ...query, limit: Number.POSITIVE_INFINITY }));
    found.push({ id, name, cases: page?.cases ?? null });
  }
  return found;
}

const CASES = 'cuadra_cruces';

const matches = datasetTable({
  name: CASES,
  about: 'Un cruce: líneas de un extracto frente a órdenes, y en qué difieren.',
  columns: {
    extracto: STATEMENT,
    cruce: CASE,
    estado: ['text', 'Cómo quedó, por su código.'],
    por: ['text', 'Por qué van juntas, por su código; nulo: un lado está vacío.'],
    moneda: ['text', 'ISO 4217; vacía: no se nombra; nula: son varias, y los importes no se suman.'],
    alli: ['amount', 'Lo que dice el extracto.'],
    aqui: ['amount', 'Lo que dicen las órdenes.'],
    diferencia: ['amount', 'Allí menos aquí.'],
    lineas: ['count', 'Líneas del extracto.'],
    ordenes: ['count', 'Órdenes.'],
    explicado: ['text', 'si: alguien dijo qué es.'],
  },
  partBy: null,
  rows: async (source: Source & TableSource) =>
    (await casesOf(CASES, source)).flatMap(({ id, cases }) =>
      cases.map((each, at) => {
        const [sole, ...others] = each.amounts;
        const isOfOne = others.length === 0;
        return {
          extracto: id,
          cruce: at + 1,
          estado: each.state,
          por: each.by,
          moneda: isOfOne ? (sole?.currency ?? '') : null,
          alli: isOfOne ? each.statementAmount : null,
          aqui: isOfOne ? each.ledgerAmount : null,
          diferencia: isOfOne ? each.difference : null,
          lineas: each.lineCount,
          ordenes: each.orderCount,
          explicado: each.isExplained ? 'si' : 'no',
        };
      }),
    ),
});

const DETAIL = 'cuadra_cruces_detalle';

const detail = datasetTable({
  name: DETAIL,
  about: 'De qué es un cruce: sus líneas y sus órdenes, de cada lado hasta 200.',
  columns: {
    extracto: STATEMENT,
    cruce: CASE,
    lado: ['key', 'linea: del extracto; orden: de las filas.'],
    n: ['place', 'Su lugar en su lado, desde 1.'],
    extracto_linea: ['text', 'El extracto de la línea: otro puede hablar de la misma orden.'],
    linea: ['count', 'La fila del archivo.'],
    canal: ['text', 'Canal de la orden.'],
    cuenta: ['text', 'Cuenta de la orden.'],
    orden: ['text', 'La orden, o la que la línea nombra.'],
    importe: ['amount', 'Lo que cuenta de ella en el cruce.'],
  },
  partBy: null,
  rows: async (source: Source & TableSource) =>
    (await casesOf(DETAIL, source)).flatMap(({ id, cases }) =>
      cases.flatMap(({ lines, orders }, at) => [
        ...lines.map(({ statementId, line, order, net }, n) => ({
          ...{
            extracto: id,
            cruce: at + 1,
            lado: 'linea',
            n: n + 1,
            extracto_linea: statementId,
            linea: line,
          },
          ...{ canal: null, cuenta: null, orden: order, importe: net },
        })),
        ...orders.map(({ Canal, Cuenta, Orden, amount, settled }, n) => ({
          ...{ extracto: id, cruce: at + 1, lado: 'orden', n: n + 1, extracto_linea: null, linea: null },
          ...{ canal: Canal, cuenta: Cuenta, orden: Orden, importe: settled ?? amount },
        })),
      ]),
    ),
});

export const MATCH_TABLES = [matches, detail];
