import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGate, equalInConstantTime } from '#electron/browser-host/gate.ts';

describe('equalInConstantTime', () => {
  it('is equality', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(equalInConstantTime(a, b)).toBe(a === b);
        expect(equalInConstantTime(a, a)).toBe(true);
      }),
    );
  });
});

describe('createGate', () => {
  const gate = createGate(4610, { cookie: 'secret', session: 'page' });

  it('knows one name of its own', () => {
    expect(gate.origin).toBe('http://127.0.0.1:4610');
    expect(gate.isOwnHost('127.0.0.1:4610')).toBe(true);
    for (const host of [undefined, '', 'localhost:4610', '127.0.0.1:4611', '127.0.0.1:4610.evil.example']) {
      expect(gate.isOwnHost(host), String(host)).toBe(false);
    }
  });

  it('refuses a missing, opaque or foreign Origin', () => {
    expect(gate.isOwnOrigin('http://127.0.0.1:4610')).toBe(true);
    for (const origin of [undefined, 'null', 'https://127.0.0.1:4610', 'http://127.0.0.1:46100']) {
      expect(gate.isOwnOrigin(origin), String(origin)).toBe(false);
    }
  });

  it('finds its cookie among others', () => {
    expect(gate.hasCookie('a=b; cuadra-4610=secret; c=d')).toBe(true);
    expect(gate.hasCookie('cuadra-4611=secret')).toBe(false);
    expect(gate.hasCookie('xcuadra-4610=secret')).toBe(false);
    expect(gate.hasCookie('cuadra-4610=secre')).toBe(false);
    expect(gate.hasCookie(undefined)).toBe(false);
    expect(gate.hasCookie('cuadra-4610=page')).toBe(false);
  });

  it('takes the session secret as the second subprotocol alone, and the cookie never for it', () => {
    expect(gate.offersSession('cuadra, page')).toBe(true);
    expect(gate.offersSession('cuadra,page')).toBe(true);
    for (const offered of [undefined, '', 'cuadra', 'cuadra,', 'page', 'page, cuadra', 'cuadra, secret']) {
      expect(gate.offersSession(offered), String(offered)).toBe(false);
    }
  });
});
