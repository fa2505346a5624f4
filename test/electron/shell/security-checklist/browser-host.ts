import { expect } from 'vitest';
import type * as Gate from '#electron/browser-host/gate.ts';
import type { Row } from './row.ts';

const GATE = 'electron/browser-host/gate.ts';

/** Who is let in where the page is in a browser. */
export const BROWSER_HOST_ROWS: readonly Row[] = [
  {
    item: 'The browser host has one name, one origin and its cookie',
    file: GATE,
    symbol: 'timingSafeEqual',
    holds: async (sources) => {
      const { createGate } = await sources.load<typeof Gate>(GATE);
      const gate = createGate(4610, { cookie: 'c', session: 's' });
      expect([gate.isOwnHost('127.0.0.1:4610'), gate.isOwnOrigin('http://127.0.0.1:4610')]).toEqual([
        true,
        true,
      ]);
      expect([gate.isOwnHost('evil.example:4610'), gate.isOwnOrigin(undefined)]).toEqual([false, false]);
      expect([gate.hasCookie('cuadra-4610=c'), gate.hasCookie('cuadra-4610=x')]).toEqual([true, false]);
      expect(sources.code(GATE)).toMatch(/HttpOnly.*SameSite=Strict|SameSite=Strict.*HttpOnly/s);
      const server = sources.code('electron/browser-host/server.ts');
      expect(server.match(/!gate\.isOwnHost\(/g)).toHaveLength(2);
      expect(server).toContain('!gate.isOwnOrigin(headers.origin)');
      expect(server.match(/!gate\.hasCookie\(/g)).toHaveLength(2);
    },
    changes: [
      { from: 'host === ownHost', to: 'host !== undefined' },
      { from: 'given === origin', to: 'given === undefined || given === origin' },
      { from: 'SameSite=Strict', to: 'SameSite=Lax' },
      { from: 'HttpOnly', to: 'Secure' },
      { file: 'electron/browser-host/server.ts', from: ' || !gate.isOwnOrigin(headers.origin)', to: '' },
    ],
  },
];
