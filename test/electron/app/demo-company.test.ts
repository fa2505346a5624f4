import { expect, it } from 'vitest';
import { createDemo, type RunningDemo } from '#electron/app/demo-company.ts';
import { NO_DEMO } from '#shared/contract/app-streams.ts';
import type { Month } from '#shared/domain/dates.ts';
import { createFakeParts } from './fake-parts.ts';

/** The demo company beside a book that only notes what it is given. */

const MONTH = '2026-10' as Month;

function company(beganAtMs: number | null = null) {
  const parts = createFakeParts();
  const opened: unknown[] = [];
  const book = {
    demoBeganAtMs: () => beganAtMs,
    find: (id: string) => (id === 'demo' || id === 'own' ? { id, kind: id } : undefined),
    openDemo: async (demo: unknown) => void opened.push(demo),
  };
  return { parts, opened, demo: createDemo(parts.startDemo, book as never) };
}

const filesOf = async ({ demo }: ReturnType<typeof company>, account: string) => {
  const names: string[] = [];
  for await (const piece of demo.files(account, MONTH))
    if (piece.kind === 'file') names.push(piece.file.name);
  return names;
};

it('starts once, whoever opens it, and its account is what its service is', async () => {
  const it = company(7_000);
  await Promise.all([it.demo.open(), it.demo.open()]);
  expect(it.parts.demoStarts).toEqual([7_000]);
  const account = {
    ...{ name: 'Demo', beganAtMs: 7_000, baseUrl: 'http://127.0.0.1:1', plan: 'pro', key: 'demo-key' },
    currencies: { main: 'CLP', own: [] },
  } satisfies Omit<RunningDemo, 'stop' | 'files'> & { readonly name: string };
  expect(it.opened).toEqual([account, account]);
});

it('begins a world of its own where the book has none, and another where it is told so', async () => {
  const fresh = company();
  await fresh.demo.open();
  const other = company(7_000);
  await other.demo.open(9_000);
  expect([...fresh.parts.demoStarts, ...other.parts.demoStarts]).toEqual([null, 9_000]);
});

it('that could not start is started anew the next time', async () => {
  const it = company();
  it.parts.failDemo(true);
  await expect(it.demo.open()).rejects.toThrow('no demo today');
  expect(it.opened).toEqual([]);
  await it.demo.stop();
  it.parts.failDemo(false);
  await it.demo.open();
  expect([it.parts.demoStarts.length, it.opened.length, it.parts.demoStops()]).toEqual([2, 1, 0]);
});

it('gives its files away to its own account alone, and only while it runs', async () => {
  const it = company();
  await expect(filesOf(it, 'demo')).rejects.toMatchObject({ code: NO_DEMO });
  await it.demo.open();
  for (const account of ['own', 'nobody'])
    await expect(filesOf(it, account)).rejects.toMatchObject({ code: NO_DEMO });
  expect(await filesOf(it, 'demo')).toEqual([`${MONTH}.csv`]);
});

it('stops once, and is started again by the next that opens it', async () => {
  const it = company();
  await it.demo.stop();
  await it.demo.open();
  await it.demo.stop();
  await it.demo.stop();
  expect(it.parts.demoStops()).toBe(1);
  await expect(filesOf(it, 'demo')).rejects.toMatchObject({ code: NO_DEMO });
  await it.demo.open();
  expect(it.parts.demoStarts).toHaveLength(2);
});
