import { expect, it } from 'vitest';
import { APP_CALL_NAMES } from '#shared/contract/app.ts';
import { builtPreload, openPage } from './built-page.ts';
import * as fake from './fake-electron.ts';

it('the built preload runs as CommonJS, asks for the allowed modules alone, and shows the calls of the contract', async () => {
  const code = await builtPreload();
  const page = openPage(fake, code);
  expect([...new Set(page.required)]).toEqual(['electron']);
  expect(code).not.toMatch(/\bimport\(|^import |process\.|__dirname|Buffer\./m);
  expect([...fake.contextBridge.exposed.keys()]).toEqual(['cuadra']);
  expect(Object.keys(page.preload).sort()).toEqual(['call', 'on', 'requestLedgerPort']);
  expect(Object.keys(page.preload.call).sort()).toEqual([...APP_CALL_NAMES].sort());
  // What contextBridge carries: functions, and nothing of a class.
  for (const call of Object.values(page.preload.call)) expect(call).toBeTypeOf('function');
});
