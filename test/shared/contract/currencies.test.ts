import { describe, expect, test } from 'vitest';
import { appChecks } from '#shared/contract/app.ts';
import { accountCurrenciesSchema } from '#shared/contract/currencies.ts';

const vitrina = { Canal: 'Vitrina', Cuenta: 'loja', code: 'BRL' };

describe('currencies at the border', () => {
  test.each([
    ['none named', { main: null, own: [] }],
    ['one for all', { main: 'CLP', own: [] }],
    ['one of its own', { main: 'CLP', own: [vitrina] }],
    ['the main one again', { main: 'BRL', own: [vitrina] }],
    [
      'two of their own, alike in one name',
      { main: 'CLP', own: [vitrina, { ...vitrina, Canal: 'Austral' }, { ...vitrina, Cuenta: 'x' }] },
    ],
    ['what was said of an account, while the main one has no name', { main: null, own: [vitrina] }],
    ['blank names', { main: 'CLP', own: [{ Canal: '', Cuenta: '', code: 'PEN' }] }],
  ])('%s is taken', (_, currencies) => {
    expect(accountCurrenciesSchema.parse(currencies)).toEqual(currencies);
  });

  test.each([
    ['lower case', { main: 'clp', own: [] }],
    ['no code', { main: 'pesos', own: [] }],
    ['an account twice', { main: 'CLP', own: [vitrina, { ...vitrina, code: 'PEN' }] }],
    ['a code of its own that is none', { main: 'CLP', own: [{ ...vitrina, code: '' }] }],
    ['nothing', {}],
  ])('%s is refused', (_, currencies) => {
    expect(accountCurrenciesSchema.safeParse(currencies).success).toBe(false);
    expect(() => appChecks.updateAccount.parse({ accountId: 'a', currencies })).toThrow();
  });
});
