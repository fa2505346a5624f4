import { onlyWith } from '#renderer/features/selection/selection-context.tsx';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import type { MatchesAsk, SectionId } from '#renderer/screens/reconciliation/frame/sections.ts';
import { dayOf, type Month, monthOf } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { MATCH_STATES } from '#shared/domain/matching/match-work.ts';
import { RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';
import { findRule } from '#shared/domain/row-proof.ts';

/** Where the rows behind a finding are looked into. Pure. */
export type Way =
  /** A section of this screen, of the finding's own rows. */
  | {
      readonly to: 'section';
      readonly section: SectionId;
      readonly only: readonly SelectionAction[];
      /** What of a statement is to be seen there. */
      readonly matches?: MatchesAsk;
    }
  | {
      readonly to: 'orders';
      readonly only: readonly SelectionAction[];
      readonly by: string | null;
      readonly at: string | null;
    }
  | { readonly to: 'sync'; readonly month: Month | null };

const NO_COST = { column: 'Costo de Producto', from: '0' as Decimal, to: '0' as Decimal };

/** The rows of its account, of the days from its first purchase to its last. */
function rowsOf({ subject, firstPurchase, lastPurchase }: Finding): readonly SelectionAction[] {
  const period =
    firstPurchase === null || lastPurchase === null
      ? null
      : { from: dayOf(firstPurchase), to: dayOf(lastPurchase) };
  return [
    { type: 'clear' },
    { type: 'set-period-column', column: 'Fecha de compra' },
    { type: 'set-period', period },
    ...['Canal', 'Cuenta'].flatMap((column) => {
      const value = subject[column];
      return value === undefined ? [] : [onlyWith(column, value)];
    }),
  ];
}

/** A statement's cases of that state; what is wrong with a file itself is told where files are listed. Whatever is selected. */
function statementWay({ subject: { statement = '', reason } }: Finding): Way {
  const state = MATCH_STATES.find((each) => each === reason);
  return state === undefined
    ? { to: 'section', section: 'statements', only: [] }
    : { to: 'section', section: 'matches', only: [], matches: { digest: statement, state } };
}

/** All ways of a finding, the best first. */
export function waysOf(finding: Finding): readonly Way[] {
  const { kind, subject } = finding;
  const only = rowsOf(finding);
  const orders = (more: readonly SelectionAction[], by: string | null, at: string | null = null): Way => ({
    to: 'orders',
    only: [...only, ...more],
    by,
    at,
  });
  switch (kind) {
    case 'row-rule':
      return [
        { to: 'section', section: 'proof', only },
        orders([], null, findRule(subject.rule ?? '')?.result ?? null),
      ];
    case 'missing-cost':
      return [
        { to: 'section', section: 'missing-costs', only },
        orders([{ type: 'set-numbers', column: NO_COST.column, filters: [NO_COST] }], RATE_BASE_COLUMN),
      ];
    case 'rate':
      return [{ to: 'section', section: 'rates', only }];
    case 'double-charge':
    case 'charge-without-sale':
    case 'negative-sale':
    case 'canceled-charge':
    case 'refund-above-sale':
    case 'margin':
      return [{ to: 'section', section: 'anomalies', only }, orders([], null)];
    case 'own-cost-superseded': {
      const product = onlyWith('SKU Producto', subject['SKU Producto'] ?? '');
      return [
        { to: 'section', section: 'missing-costs', only: [...only, product] },
        orders([product], 'Costo de Producto'),
      ];
    }
    case 'statement-difference':
      return [statementWay(finding)];
    case 'closed-month':
      return [{ to: 'section', section: 'closing', only }];
    case 'no-payment':
      return [orders([onlyWith('Estado de Pago', 'Sin Información')], RATE_BASE_COLUMN)];
    case 'undated': {
      const filter = { column: 'Fecha de compra', beyond: null };
      return [orders([{ type: 'set-dates', column: filter.column, filter }], null)];
    }
    case 'unreadable':
    case 'unknown-column':
      return [orders([], null, subject.column ?? null)];
    case 'damage':
    case 'held':
    case 'control-differs':
    case 'unsettled':
    case 'to-verify':
    case 'reread-due': {
      const { firstPurchase } = finding;
      const month = kind === 'damage' || firstPurchase === null ? null : monthOf(firstPurchase);
      return [{ to: 'sync', month }];
    }
    default:
      return [orders([], null)];
  }
}
