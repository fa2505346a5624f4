import { expect, expectTypeOf, it } from 'vitest';
import { matchedFigure } from '#renderer/reconciliation/matching/model/matched-figure.ts';
import { isNamedIn } from '#renderer/reconciliation/payouts/model/payers.ts';
import { MARKETPLACE_LAYOUTS } from '#renderer/reconciliation/statements/model/layouts.ts';
import type {
  KindFacts,
  marketplaceLayout,
  Payer,
} from '#renderer/reconciliation/statements/model/marketplace-layout.ts';
import {
  factsOf,
  isOfOneBalance,
  SPEAKS_OF_ORDERS,
  STATEMENT_KINDS,
  type StatementKind,
} from '#renderer/reconciliation/statements/model/statement-kinds.ts';

it('every layout of a marketplace is a kind of its own', () => {
  const kinds = MARKETPLACE_LAYOUTS.map(({ kind }) => kind);
  expect(STATEMENT_KINDS).toEqual([...kinds, 'bank', 'unknown']);
  expect(new Set(STATEMENT_KINDS).size).toBe(STATEMENT_KINDS.length);
  expectTypeOf<'ripley' | 'bank' | 'unknown'>().toExtend<StatementKind>();
  expectTypeOf<'of-nobody'>().not.toExtend<StatementKind>();
});

it('a layout that does not say what its money means does not compile', () => {
  type Said = Parameters<typeof marketplaceLayout<'hites'>>[0];
  expectTypeOf<keyof KindFacts>().toEqualTypeOf<'payout' | 'matchedFigure' | 'payer'>();
  expectTypeOf<Omit<Said, 'payout'>>().not.toExtend<Said>();
  expectTypeOf<Omit<Said, 'matchedFigure'>>().not.toExtend<Said>();
  expectTypeOf<Omit<Said, 'payer'>>().not.toExtend<Said>();
  expectTypeOf<Said['payer']>().toEqualTypeOf<Payer>();
});

it('orders are told first by what is paid settlement by settlement, last by reports of sales, and by bills never', () => {
  const bills = STATEMENT_KINDS.filter((kind) => matchedFigure([kind]) === 'Costo de Marketplace');
  expect(bills).toEqual(['mercado-libre-billing', 'falabella-invoice']);
  expect(bills.map((kind) => factsOf(kind)?.payout)).toEqual(['bill', 'bill']);
  const others = STATEMENT_KINDS.filter((kind) => kind !== 'bank' && !bills.includes(kind));
  expect([...SPEAKS_OF_ORDERS].toSorted()).toEqual(others.toSorted());
  expect(SPEAKS_OF_ORDERS.slice(-5)).toEqual([
    'hites',
    'mercado-pago-releases',
    'mercado-pago-settlement',
    'mercado-pago-account',
    'mercado-libre-sales',
  ]);
  expect(SPEAKS_OF_ORDERS.filter(isOfOneBalance)).toEqual(SPEAKS_OF_ORDERS.slice(-4));
});

it.each([
  ['TRANSF DE MERCADOPAGO SA', ['Mercado Libre', 'Mercado Pago']],
  ['ABONO FPAY SPA', ['Falabella']],
  ['PAGO BANCO RIPLEY', ['Ripley']],
  ['CENCOSUD RETAIL', ['Paris', 'Easy']],
  ['Lider.cl deposito', ['Walmart', 'Lider']],
  ['AMZN MKTP', ['Amazon']],
  ['SHOPIFY PAYMENTS', ['Shopify']],
  ['Hites S.A.', ['Hites']],
])('%s names the channels %o, their kinds of statements and nobody else', (words, channels) => {
  const own = MARKETPLACE_LAYOUTS.filter(({ payer }) =>
    channels.some((name) => payer.channels.test(name.toLowerCase())),
  );
  expect(own.length).toBeGreaterThan(0);
  for (const name of channels) expect(isNamedIn(name, words)).toBe(true);
  for (const layout of MARKETPLACE_LAYOUTS)
    expect([layout.kind, isNamedIn(layout.kind, words)]).toEqual([layout.kind, own.includes(layout)]);
});
