import type { AnnotationIndex } from '#renderer/data/engine/annotation-index.ts';
import type { Annotation, AnnotationKind } from '#renderer/data/model/annotations.ts';
import { datasetTable } from '#renderer/data/model/dataset-tables.ts';
import { countedCost } from '#renderer/data/model/own-costs.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** Tables of what users said, for engines: decisions, own costs, targets. */

type Source = { readonly ledger: { readonly annotations: Pick<AnnotationIndex, 'of'> } };

type Decided = {
  readonly what: string;
  readonly reason?: string | null;
  readonly owner: string;
  readonly note?: string;
  readonly amount?: Decimal | null;
  readonly atMs: number;
};

/** The kinds of decisions, and what each says. */
const DECISIONS: {
  readonly [Kind in AnnotationKind]?: (value: Annotation<Kind>) => Decided;
} = {
  'exception-saying': ({ state, reason, owner, note, atMs }) => ({ what: state, reason, owner, note, atMs }),
  'match-decision': ({ verdict, owner, note, atMs, said }) => ({
    ...{ what: verdict, owner, note, atMs, amount: said?.there ?? null },
  }),
  'payout-decision': ({ verdict, owner, note, atMs, said }) => ({
    ...{ what: verdict, owner, note, atMs, amount: said?.there ?? null },
  }),
  'no-channel': ({ description, owner, atMs }) => ({ what: 'no-channel', note: description, owner, atMs }),
  'receivable-allowance': ({ amount, owner, atMs }) => ({ what: 'allowance', amount, owner, atMs }),
  'month-waiver': ({ said, note, owner, atMs }) => ({
    ...{ what: 'waived', reason: said.reason, amount: said.amount, note, owner, atMs },
  }),
  'month-sign-off': ({ said, owner, atMs }) => ({
    ...{ what: 'signed-off', reason: said.reason, amount: said.amount, owner, atMs },
  }),
  claim: ({ state, claimed, log, atMs }) => ({
    ...{ what: state, amount: claimed, owner: log.at(-1)?.owner ?? '', note: log.at(-1)?.note ?? '', atMs },
  }),
};

const decisions = datasetTable({
  name: 'cuadra_decisiones',
  about:
    'Lo que alguien dijo, como lo dijo. Si todavía vale lo dicen los estados de las excepciones, los pagos y los cierres.',
  columns: {
    tipo: [
      'key',
      'exception-saying, match-decision, payout-decision, no-channel, receivable-allowance, month-waiver, month-sign-off o claim.',
    ],
    clave: ['key', 'De qué es: la misma mientras se hable de lo mismo.'],
    que: ['text', 'El veredicto o el estado.'],
    motivo: ['text', 'El motivo, donde se eligió uno.'],
    quien: ['text', 'Quién lo dijo.'],
    nota: ['text', 'Lo que se escribió.'],
    importe: ['amount', 'La cifra de que se dijo, donde es una.'],
    en: ['moment', 'Cuándo, por el reloj del equipo.'],
    detalle: ['text', 'Todo lo dicho, como JSON.'],
  },
  partBy: null,
  rows: async ({ ledger }: Source) =>
    (Object.keys(DECISIONS) as (keyof typeof DECISIONS)[]).flatMap((kind) =>
      decisionsOf(ledger.annotations, kind),
    ),
});

function decisionsOf<Kind extends AnnotationKind>(annotations: Pick<AnnotationIndex, 'of'>, kind: Kind) {
  const read = DECISIONS[kind] as ((value: Annotation<Kind>) => Decided) | undefined;
  if (read === undefined) return [];
  return [...annotations.of(kind)].map(([key, value]) => {
    const { what, reason = null, owner, note = null, amount = null, atMs } = read(value as Annotation<Kind>);
    return {
      ...{
        tipo: kind,
        clave: key,
        que: what,
        motivo: reason,
        quien: owner,
        nota: note,
        importe: amount,
        en: atMs,
      },
      detalle: JSON.stringify(value),
    };
  });
}

const ownCosts = datasetTable({
  name: 'cuadra_costos_propios',
  about: 'Lo que cuesta una unidad de un producto, por palabra del usuario. No está en las filas.',
  columns: {
    sku: ['key', 'SKU Producto, como lo tienen las filas.'],
    moneda: ['key', 'ISO 4217; vacía: la principal, que no tenía nombre.'],
    desde: ['key', 'Primer día, AAAA-MM-DD; vacío: desde siempre.'],
    hasta: ['day', 'Último día; nulo: para siempre.'],
    costo: ['amount', 'De una unidad, sin IVA: lo que cuenta.'],
    costo_ingresado: ['amount', 'De una unidad, como se dijo.'],
    iva: ['amount', 'Tasa del IVA que hay en el costo ingresado, en por ciento; nula: se dijo sin IVA.'],
    nota: ['text', 'Lo que se escribió.'],
    quien: ['text', 'Quién lo dijo.'],
    en: ['moment', 'Cuándo, por el reloj del equipo.'],
  },
  partBy: null,
  rows: async ({ ledger }: Source) =>
    [...ledger.annotations.of('own-cost').values()].map(
      ({ sku, currency, from, to, cost, vat, note, owner, atMs }) => ({
        sku,
        moneda: currency ?? '',
        desde: from ?? '',
        hasta: to,
        costo: countedCost({ cost, vat }),
        costo_ingresado: cost,
        iva: vat ?? null,
        nota: note,
        quien: owner,
        en: atMs,
      }),
    ),
});

const targets = datasetTable({
  name: 'cuadra_metas',
  about: 'A cuánto debe llegar una medida en un mes.',
  columns: {
    mes: ['key', 'AAAA-MM.'],
    medida: ['key', 'ventas, marketplace, comercial, total, o rate-… : por ciento de Ventas.'],
    columna: ['key', 'De qué parte: Canal, Cuenta o Marca; vacía: de toda la empresa.'],
    valor: ['key', 'Cuál de ellas; vacío: de toda la empresa.'],
    moneda: ['key', 'ISO 4217; vacía: la principal, que no tenía nombre.'],
    meta: ['amount', 'El importe, o el por ciento.'],
    quien: ['text', 'Quién la puso.'],
    en: ['moment', 'Cuándo, por el reloj del equipo.'],
  },
  partBy: null,
  rows: async ({ ledger }: Source) =>
    [...ledger.annotations.of('target').values()].map(
      ({ measure, month, of, currency, value, owner, atMs }) => ({
        mes: month,
        medida: measure,
        columna: of?.column ?? '',
        valor: of?.value ?? '',
        moneda: currency ?? '',
        ...{ meta: value, quien: owner, en: atMs },
      }),
    ),
});

export const DECISION_TABLES = [decisions, ownCosts, targets];
