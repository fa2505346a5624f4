import { expect, test } from 'vitest';
import { twinHost } from '#renderer/features/accounts/twin-accounts.ts';

/** An account that calls itself like another one, and asks for the key somewhere else. */

type Named = Parameters<typeof twinHost>[0];
const account = (id: string, name: string, baseUrl: string, kind: Named['kind'] = 'api'): Named => ({
  id,
  kind,
  name,
  baseUrl,
});
const ours = account('a', 'Tienda Norte', 'https://api.norte.cl/v1');
const hostBeside = (other: Named, own: Named = ours) => twinHost(other, [own, other]);

test('is told by the host of the one that was there, whatever the way its name is written', () => {
  for (const name of [
    'Tienda Norte',
    ' tienda norte ',
    'TIENDA NÓRTE',
    'Ｔienda Norte',
    'Tien\u200bda\u00a0Nor\u00adte',
    'Tienda  Norte',
  ])
    expect(hostBeside(account('b', name, 'https://api.otra.cl/v1'))).toBe('api.norte.cl');
});

test('is none of another name, of the same host, nor the account itself', () => {
  expect(hostBeside(account('b', 'Tienda Sur', 'https://api.otra.cl'))).toBeNull();
  expect(hostBeside(account('b', 'Tienda Norte', 'https://API.norte.cl:443/v2'))).toBeNull();
  expect(hostBeside(account('b', 'Tienda Norte', 'https://api.norte.cl:8443/v1'))).toBe('api.norte.cl');
  expect(twinHost({ ...ours, baseUrl: 'https://api.otra.cl' }, [ours])).toBeNull();
});

test('is none of the demo company, on either side, nor of one without a name', () => {
  expect(hostBeside(account('b', 'Tienda Norte', 'https://api.otra.cl', 'demo'))).toBeNull();
  const demo = account('a', 'Tienda Norte', 'https://demo.cl', 'demo');
  expect(hostBeside(account('b', 'Tienda Norte', 'https://api.otra.cl'), demo)).toBeNull();
  const nameless = account('a', ' ', 'https://api.norte.cl');
  expect(hostBeside(account('b', '', 'https://api.otra.cl'), nameless)).toBeNull();
});
