import { expect, test } from 'vitest';
import { accountKey } from '#shared/domain/account-key.ts';
import type { Month } from '#shared/domain/dates.ts';
import { SCREEN_IDS, showsSelection } from '#shared/domain/screens.ts';
import {
  type AccountsScope,
  EVERYTHING,
  effectiveFilters,
  inScope,
  ownCostsOf,
  selectionOfMonth,
} from '#shared/domain/selection.ts';

const account = (Canal: string, Cuenta: string) => ({ Canal, Cuenta });
const ACCOUNTS = ['Andes', 'Vitrina'].flatMap((Canal) =>
  ['principal', 'loja'].map((Cuenta) => account(Canal, Cuenta)),
);
const held = (scope: AccountsScope | null) =>
  ACCOUNTS.filter((each) => inScope(scope, each)).map(({ Canal, Cuenta }) => `${Canal}/${Cuenta}`);

test('a scope holds its accounts or all others, each told by its channel and its name', () => {
  const accounts = [account('Andes', 'principal'), account('Vitrina', 'loja')];
  expect(held(null)).toEqual(['Andes/principal', 'Andes/loja', 'Vitrina/principal', 'Vitrina/loja']);
  expect(held({ accounts, isExcluded: false })).toEqual(['Andes/principal', 'Vitrina/loja']);
  expect(held({ accounts, isExcluded: true })).toEqual(['Andes/loja', 'Vitrina/principal']);
  expect(held({ accounts: [], isExcluded: false })).toEqual([]);
  expect(held({ accounts: [], isExcluded: true })).toHaveLength(4);
  expect(accountKey('a', 'b","c')).not.toBe(accountKey('a","b', 'c'));
});

test('own costs are of the main currency where no account is named, or all but some', () => {
  const ownCosts = { currency: 'BRL' };
  const of = (scope: AccountsScope | null) => ownCostsOf({ ...EVERYTHING, scope, ownCosts });
  expect(of(null)).toEqual({ currency: 'BRL', isMain: true });
  expect(of({ accounts: [account('a', 'b')], isExcluded: true })).toEqual({ currency: 'BRL', isMain: true });
  expect(of({ accounts: [account('a', 'b')], isExcluded: false })).toEqual({
    currency: 'BRL',
    isMain: false,
  });
  expect(ownCostsOf(EVERYTHING)).toBeNull();
});

test('the rows of the dashboard meet its three conditions on top of one’s own', () => {
  const filters = [{ column: 'Canal', values: ['Andes'] }];
  expect(effectiveFilters({ ...EVERYTHING, filters })).toEqual(filters);
  expect(effectiveFilters({ ...EVERYTHING, filters, dashboardPreset: true })).toEqual([
    { column: 'Tipo de Dato', values: ['Orden', 'Publicación'] },
    { column: 'Estado de Pago', values: ['Pagado', 'Informado', 'No Pagado'] },
    { column: 'Estado de Orden', values: ['Regular'] },
    ...filters,
  ]);
});

test('the rows of a month are all that were bought on its days, of the accounts of a scope', () => {
  const scope = { accounts: [account('a', 'b')], isExcluded: true };
  expect(selectionOfMonth('2028-02' as Month, scope)).toEqual({
    period: { from: '2028-02-01', to: '2028-02-29' },
    periodColumn: 'Fecha de compra',
    filters: [],
    numberFilters: [],
    dateFilters: [],
    scope,
    dashboardPreset: false,
    search: '',
    ownCosts: null,
  });
  expect(selectionOfMonth('2028-02' as Month).scope).toBeNull();
});

test('a selection is shown by all screens but those of what was read', () => {
  expect(SCREEN_IDS).toEqual(['panel', 'orders', 'profitability', 'reconciliation', 'changes', 'sync']);
  expect(SCREEN_IDS.filter(showsSelection)).toEqual(['panel', 'orders', 'profitability', 'reconciliation']);
});
