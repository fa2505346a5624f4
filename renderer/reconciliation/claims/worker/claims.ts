import type { AnnotationIndex } from '#renderer/data/engine/annotation-index.ts';
import type { AnswerRows } from '#renderer/data/engine/answers/answer-rows.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { InSlot } from '#renderer/data/model/slots.ts';
import { question } from '#renderer/data/questions/question.ts';
import { rememberLast } from '#renderer/data/questions/remember-last.ts';
import {
  type Claim,
  type ClaimedOrder,
  type ClaimStatus,
  type OrderFigures,
  recoveredOf,
  totalOf,
} from '#renderer/reconciliation/claims/model/claims.ts';
import { outsideReason } from '#renderer/reconciliation/matching/model/match-line.ts';
import { numberValue } from '#renderer/reconciliation/statements/model/line-values.ts';
import {
  isBank,
  mayBeOneScope,
  scopeOfStatement,
} from '#renderer/reconciliation/statements/model/statement-account.ts';
import { createStatementLines } from '#renderer/reconciliation/statements/worker/statement-lines.ts';
import type { StatementStore } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import { compareTexts } from '#shared/base/fold.ts';
import type { Pause, Task } from '#shared/base/tasks.ts';
import { add, fromDecimal, parseDecimal, type Scaled, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { IDENTITY_COLUMNS, orderKeyReader } from '#shared/domain/order-identity.ts';
import { type AccountsScope, inScope } from '#shared/domain/selection.ts';

/** What orders that are claimed come to, in rows and in statements, and what of the claims came back by it. */

const RESULT = 'Rentabilidad Marketplace';
const PAYMENT = 'Estado de Pago';
const PAID = 'Pagado';
const ORDERS_PER_STEP = 500;

type Dependencies = {
  readonly statements: Pick<StatementStore, 'list' | 'lines' | 'revision'>;
  readonly annotations: Pick<AnnotationIndex, 'of'>;
  /** Over the rows that are shown. */
  readonly answer: AnswerRows;
  readonly store: () => ColumnStore;
  readonly pause: Pause;
};

/** Sums of lines by the account's and the order's number, as statements name it. */
type LineSums = ReadonlyMap<string, Scaled>;

const keyOf = ({ Canal, Cuenta }: ClaimedOrder, number: string): string =>
  JSON.stringify([Canal, Cuenta, numberValue(number)]);

export function createClaims({ statements, annotations, answer, store, pause }: Dependencies) {
  const { ownLines } = createStatementLines(statements, pause);
  const lastSums = rememberLast<LineSums>();

  /** Each line once, in whatever files it stands; of the statements that are, or may be, of the order's account. */
  async function readLines(orders: readonly ClaimedOrder[]): Promise<LineSums> {
    const sums = new Map<string, Scaled>();
    const wanted = statements.list().filter((each) => !isBank(each));
    if (wanted.length === 0) return sums;
    const byNumber = new Map<string, ClaimedOrder[]>();
    for (const order of orders)
      for (const number of order.numbers) {
        const value = numberValue(number);
        if (value !== null) byNumber.set(value, [...(byNumber.get(value) ?? []), order]);
      }
    const own = await ownLines(wanted);
    const scopes = wanted.map(scopeOfStatement);
    for (const [at, line] of own.lines.entries()) {
      const { net } = line;
      const number = numberValue(line.order ?? line.suborder);
      if (number === null || net === null || outsideReason(line) !== null) continue;
      const scope = scopes[own.of[at] ?? 0] ?? '';
      const known = new Set<string>();
      for (const order of byNumber.get(number) ?? []) {
        const key = keyOf(order, number);
        const ofOrder = JSON.stringify([null, [order.Canal, order.Cuenta]]);
        if (known.has(key) || !mayBeOneScope(scope, ofOrder)) continue;
        known.add(key);
        sums.set(key, add(sums.get(key) ?? ZERO, fromDecimal(net)));
      }
    }
    return sums;
  }

  async function figuresOf(orders: readonly ClaimedOrder[], slot?: string): Promise<readonly OrderFigures[]> {
    if (orders.length === 0) return [];
    const key = JSON.stringify([statements.revision(), orders]);
    const sums = await lastSums(key, () => readLines(orders));
    return answer(slot, (rows) => rowFigures(rows, orders, sums));
  }

  return {
    async read({ scope, slot }: ClaimsQuery & InSlot): Promise<ClaimsAnswer> {
      const claims = [...annotations.of('claim').values()].filter((claim) => inScope(scope, claim));
      const orders = claims.flatMap((claim) => claim.lines.map((line) => orderOf(claim, line)));
      const figures = await figuresOf(orders, slot);
      let at = 0;
      return {
        revision: store().revision,
        channels: channelsIn(store(), scope),
        claims: claims
          .map(({ file: _, of: __, ...claim }): ClaimStatus => {
            const recovered = claim.lines.map((line) => {
              const now = figures[at];
              at += 1;
              return now === undefined ? toDecimal(ZERO) : recoveredOf(line, now);
            });
            return { claim, recovered: totalOf(recovered), recoveredOf: recovered };
          })
          .toSorted((a, b) => (a.claim.number < b.claim.number ? 1 : -1)),
      };
    },
    async figures({ orders, slot }: ClaimFiguresQuery & InSlot): Promise<ClaimFigures> {
      return { revision: store().revision, figures: await figuresOf(orders, slot) };
    },
  };
}

const orderOf = (
  { Canal, Cuenta }: Claim | ClaimStatus['claim'],
  { numbers }: Claim['lines'][number],
): ClaimedOrder => ({
  ...{ Canal, Cuenta, numbers },
});

function channelsIn(store: ColumnStore, scope: AccountsScope | null): readonly string[] {
  const channels = store.dictionary('Canal');
  for (const [index, segment] of store.segments.entries()) channels.codesOf(index, segment);
  const isOfScope = (canal: string): boolean =>
    scope === null || scope.isExcluded || scope.accounts.some(({ Canal }) => Canal === canal);
  return channels.texts
    .filter((canal): canal is string => canal !== null && canal !== '' && isOfScope(canal))
    .toSorted(compareTexts);
}

const readKey = orderKeyReader({ columns: IDENTITY_COLUMNS });

function* rowFigures(
  store: ColumnStore,
  orders: readonly ClaimedOrder[],
  sums: LineSums,
): Task<readonly OrderFigures[]> {
  const figures: OrderFigures[] = [];
  for (const [at, order] of orders.entries()) {
    let [rows, paid, lines]: [Scaled, Scaled, Scaled | null] = [ZERO, ZERO, null];
    for (const number of order.numbers) {
      const cells: { readonly [column: string]: string } = { ...order, Orden: number, numbers: '' };
      for (const row of store.rowsOfOrder(readKey(IDENTITY_COLUMNS.map((column) => cells[column] ?? null)))) {
        const value = parseDecimal(store.cell(row, RESULT) ?? '');
        if (value === undefined) continue;
        rows = add(rows, value);
        if (store.cell(row, PAYMENT) === PAID) paid = add(paid, value);
      }
      const own = sums.get(keyOf(order, number));
      if (own !== undefined) lines = add(lines ?? ZERO, own);
    }
    figures.push({
      rows: toDecimal(rows),
      paid: toDecimal(paid),
      lines: lines === null ? null : toDecimal(lines),
    });
    if (at % ORDERS_PER_STEP === ORDERS_PER_STEP - 1) yield;
  }
  return figures;
}

export type ClaimsQuery = { readonly scope: AccountsScope | null };
export type ClaimsAnswer = {
  readonly revision: number;
  readonly claims: readonly ClaimStatus[];
  /** The marketplaces of the accounts in view. */
  readonly channels: readonly string[];
};

export type ClaimFiguresQuery = { readonly orders: readonly ClaimedOrder[] };
export type ClaimFigures = { readonly revision: number; readonly figures: readonly OrderFigures[] };

/** The part of an open copy that answers about claims. */
type ClaimsOfCopy = { readonly claims: ReturnType<typeof createClaims> };

/** All claims of the accounts in view, the newest first, with what of each came back. */
export const readClaims = question('readClaims', {
  freshness: 'commits-and-metadata',
  answer: ({ claims }: ClaimsOfCopy, query: ClaimsQuery & InSlot) => claims.read(query),
});

/** What some orders come to now: kept with a claim, a refund shows against it. */
export const readClaimFigures = question('readClaimFigures', {
  freshness: 'commits-and-metadata',
  answer: ({ claims }: ClaimsOfCopy, query: ClaimFiguresQuery & InSlot) => claims.figures(query),
});
