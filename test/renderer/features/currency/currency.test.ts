import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountLine } from '#renderer/features/accounts/accounts.tsx';
import {
  codeOf,
  codesOf,
  ownCurrencyOf,
  scopeOf,
  scopesOf,
  withCode,
  withMain,
  withoutCodeChange,
  withoutMainChange,
} from '#renderer/features/currency/currency.tsx';
import { nameOf } from '#renderer/features/export/file-name.ts';
import { type AccountCurrencies, accountCurrenciesSchema } from '#shared/contract/currencies.ts';
import { inScope, type SellerAccount } from '#shared/domain/selection.ts';
import { account as accountWith } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

const CODES = ['CLP', 'BRL', 'PEN'];
const account: fc.Arbitrary<SellerAccount> = fc.record({
  Canal: fc.constantFrom('A', 'B', ''),
  Cuenta: fc.constantFrom('x', 'y', ''),
});
/** Currencies as the settings make them, step by step. */
const currencies: fc.Arbitrary<AccountCurrencies> = fc
  .tuple(
    fc.constantFrom(null, ...CODES),
    fc.array(fc.tuple(account, fc.constantFrom(...CODES))),
    fc.option(fc.constantFrom(...CODES), { nil: undefined }),
  )
  .map(([main, steps, last]) => {
    let made: AccountCurrencies = { main, own: [] };
    if (main !== null) for (const [whose, code] of steps) made = withCode(made, whose, code);
    return last === undefined ? made : withMain(made, last);
  });

describe('currencies of accounts', () => {
  test('what the settings make is what the border takes', () => {
    fc.assert(
      fc.property(currencies, (made) => {
        expect(accountCurrenciesSchema.parse(made)).toEqual(made);
      }),
    );
  });

  test('every account is in the scope of one currency, its own', () => {
    fc.assert(
      fc.property(currencies, account, (made, whose) => {
        const holding = codesOf(made).filter((code) => inScope(scopeOf(made, code), whose));
        expect(holding).toEqual(made.main === null ? [] : [codeOf(made, whose)]);
      }),
    );
  });

  test('is said of one account alone: the others of its channel, and of its name, keep theirs', () => {
    const at = (Canal: string, Cuenta: string, code: string) => ({ Canal, Cuenta, code });
    const own = [at('A', 'x', 'BRL'), at('A', 'y', 'PEN'), at('B', 'x', 'BRL')];
    const made: AccountCurrencies = { main: 'CLP', own };
    const whose = { Canal: 'A', Cuenta: 'x' };
    expect(withCode(made, whose, 'PEN').own).toEqual([own[1], own[2], at('A', 'x', 'PEN')]);
    expect(withCode(made, whose, null)).toEqual({ main: 'CLP', own: [own[1], own[2]] });
    expect(withMain(made, 'BRL')).toEqual({ main: 'BRL', own });
    expect(codesOf(made)).toEqual(['CLP', 'BRL', 'PEN']);
    const accounts = (code: string | null) =>
      scopeOf(made, code)?.accounts.map(({ Canal, Cuenta }) => Canal + Cuenta);
    expect([accounts('BRL'), accounts('PEN'), accounts('CLP'), accounts(null)]).toEqual([
      ['Ax', 'Bx'],
      ['Ay'],
      ['Ax', 'Ay', 'Bx'],
      ['Ax', 'Ay', 'Bx'],
    ]);
    expect([...['BRL', 'PEN', 'CLP'].map((code) => scopeOf(made, code)?.isExcluded)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(scopesOf(made).map(({ currency }) => currency)).toEqual(['CLP', 'BRL', 'PEN']);
    expect(scopesOf({ main: null, own: [] })).toEqual([{ currency: null, scope: null }]);
    expect([ownCurrencyOf(made, whose), ownCurrencyOf(made, { Canal: 'B', Cuenta: 'y' })]).toEqual([
      'BRL',
      null,
    ]);
  });

  test('an account that appears later is in the main currency', () => {
    fc.assert(
      fc.property(currencies, (made) => {
        expect(inScope(scopeOf(made, made.main), { Canal: 'new', Cuenta: 'new' })).toBe(true);
      }),
    );
  });

  test('one currency leaves nobody out, and is asked without a scope', () => {
    expect(scopeOf({ main: null, own: [] }, null)).toBeNull();
    expect(scopeOf({ main: 'CLP', own: [] }, 'CLP')).toBeNull();
    // One of which there is no account any more is nobody's: not everybody's.
    expect(scopeOf({ main: 'CLP', own: [] }, 'USD')).toEqual({ accounts: [], isExcluded: false });
    expect(scopeOf({ main: null, own: [{ Canal: 'A', Cuenta: 'x', code: 'USD' }] }, 'USD')).toBeNull();
  });

  test('another main currency, and back, leaves every account in what was said of it', () => {
    fc.assert(
      fc.property(
        currencies,
        account,
        fc.constantFrom(...CODES),
        fc.array(fc.constantFrom(null, ...CODES)),
        (made, whose, code, mains) => {
          const main = made.main ?? 'CLP';
          const said = withCode(withMain(made, main), whose, code);
          const back = withMain(mains.reduce<AccountCurrencies>(withMain, said), main);
          expect(codeOf(back, whose)).toBe(code);
          expect(back).toEqual(said);
        },
      ),
    );
  });

  test('a change of a currency is taken back where it still stands, and where nothing unlike is added by it', () => {
    const pesos: AccountCurrencies = { main: 'CLP', own: [] };
    expect(withoutMainChange(pesos, { from: null, to: 'CLP' })).toEqual({ main: null, own: [] });
    expect(withoutMainChange({ ...pesos, main: 'PEN' }, { from: null, to: 'CLP' })).toBeNull();
    const reais = withCode(pesos, { Canal: 'A', Cuenta: 'x' }, 'BRL');
    expect(withoutMainChange(reais, { from: null, to: 'CLP' })).toBeNull();
    expect(withoutMainChange(reais, { from: 'ARS', to: 'CLP' })).toEqual({ ...reais, main: 'ARS' });
    const own = { Canal: 'A', Cuenta: 'x' };
    expect(withoutCodeChange(reais, own, { from: null, to: 'BRL' })).toEqual(pesos);
    expect(withoutCodeChange(withCode(reais, own, 'PEN'), own, { from: null, to: 'BRL' })).toBeNull();
  });

  test('several accounts of the same currency are one scope', () => {
    const made: AccountCurrencies = {
      main: 'CLP',
      own: [
        { Canal: 'A', Cuenta: 'x', code: 'BRL' },
        { Canal: 'B', Cuenta: 'x', code: 'BRL' },
        { Canal: 'B', Cuenta: 'y', code: 'PEN' },
      ],
    };
    expect(codesOf(made)).toEqual(['CLP', 'BRL', 'PEN']);
    expect(scopeOf(made, 'BRL')).toEqual({
      accounts: [
        { Canal: 'A', Cuenta: 'x' },
        { Canal: 'B', Cuenta: 'x' },
      ],
      isExcluded: false,
    });
    expect(scopeOf(made, 'CLP')?.accounts).toHaveLength(3);
  });
});

describe('where a currency is named', () => {
  const line = (currencies: AccountCurrencies, channels: number | null) =>
    accountLine(accountWith({ currencies }), channels, text);
  const withReais: AccountCurrencies = { main: 'CLP', own: [{ Canal: 'A', Cuenta: '', code: 'BRL' }] };

  test('beside the account', () => {
    expect(line({ main: 'CLP', own: [] }, 5)).toBe('CLP · 5 canales · Pro');
    expect(line(withReais, 1)).toBe('CLP +1 · 1 canal · Pro');
    expect(line({ main: null, own: [] }, null)).toBe('Pro');
  });

  test('in the name of a file', () => {
    expect(nameOf('cuadra-ordenes-2026-10.csv', null, 'BRL')).toBe('cuadra-ordenes-2026-10-brl.csv');
    expect(nameOf('cuadra-ordenes.csv', null, null)).toBe('cuadra-ordenes.csv');
  });
});
