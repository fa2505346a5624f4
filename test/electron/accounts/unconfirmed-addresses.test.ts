import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mayTakeKeys } from '#electron/accounts/unconfirmed-addresses.ts';

const HOSTS = ['a.example', 'b.example', 'a.example:8443'];
const address = fc
  .tuple(fc.constantFrom(...HOSTS), fc.constantFrom('', '/v1', '/v2/data'))
  .map(([host, path]) => `https://${host}${path}`);
const book = fc.array(fc.record({ baseUrl: address, isAddressConfirmed: fc.boolean() }), { maxLength: 5 });
const host = (baseUrl: string) => new URL(baseUrl).host;

it('keys go to a typed address unless files alone name its host', () => {
  fc.assert(
    fc.property(book, address, (accounts, typed) => {
      const named = accounts.filter(({ baseUrl }) => host(baseUrl) === host(typed));
      const isFromFilesAlone =
        named.length > 0 && named.every(({ isAddressConfirmed }) => !isAddressConfirmed);
      expect(mayTakeKeys(accounts, typed)).toBe(!isFromFilesAlone);
    }),
  );
});

it('confirming takes no address away, and adding one from a file gives none', () => {
  fc.assert(
    fc.property(book, address, address, (accounts, added, typed) => {
      const before = mayTakeKeys(accounts, typed);
      const confirmed = accounts.map((account) => ({ ...account, isAddressConfirmed: true }));
      expect(mayTakeKeys(confirmed, typed)).toBe(true);
      const withFile = [...accounts, { baseUrl: added, isAddressConfirmed: false }];
      if (!before) expect(mayTakeKeys(withFile, typed)).toBe(false);
    }),
  );
});
