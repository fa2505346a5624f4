import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importedBy } from './imports.ts';
import {
  againstOrder,
  betweenStrangers,
  brokenRules,
  circles,
  type Graph,
  graphOfRooms,
  roomOf,
  twoWayNeighbours,
} from './judge.ts';
import { readGraph, readValues } from './read-graph.ts';
import { ANYWHERE, ROOMS, STRANGERS, TOOLS, TOOLS_FOLDER, TYPES_ONLY } from './rooms.ts';

/** The table of rooms over the real imports, and that the judge of it sees what breaks it. */

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const graph = await readGraph(PROJECT);

const FORBIDDEN: readonly (readonly [file: string, target: string])[] = [
  ['shared/base/x.ts', 'shared/domain/decimal.ts'],
  ['shared/base/x.ts', 'node:fs'],
  ['shared/domain/x.ts', 'electron/app/app.ts'],
  ['shared/domain/x.ts', 'shared/contract/rpc.ts'],
  ['shared/domain/x.ts', 'node:fs'],
  ['shared/domain/x.ts', 'react'],
  ['shared/contract/x.ts', 'renderer/data/client/host.ts'],
  ['shared/contract/x.ts', 'electron/app/app.ts'],
  ['shared/contract/x.ts', 'renderer/main.tsx'],
  ['shared/contract/x.ts', 'electron'],
  ['shared/contract/x.ts', 'dexie'],
  ['electron/sync/x.ts', 'renderer/data/client/host.ts'],
  ['electron/sync/x.ts', 'renderer/data/client/session.ts'],
  ['electron/sync/x.ts', 'electron'],
  ['electron/app/app.ts', 'electron'],
  ['electron/browser-host/x.ts', 'electron'],
  ['electron/demo/x.ts', 'test/electron/x.ts'],
  ['electron/api/x.ts', 'react'],
  ['electron/api/x.ts', 'dexie'],
  ['electron/shell/x.ts', 'renderer/data/client/host.ts'],
  ['electron/shell/x.ts', 'react'],
  ['electron/main.ts', 'renderer/main.tsx'],
  ['electron/preload.ts', 'dexie'],
  ['renderer/app/x.tsx', 'electron/app/app.ts'],
  ['renderer/app/x.tsx', 'renderer/data/storage/ledger.ts'],
  ['renderer/screens/orders/x.tsx', 'renderer/screens/panel/panel-screen.tsx'],
  ['renderer/screens/panel/x.tsx', 'renderer/app/frame/frame.tsx'],
  ['renderer/screens/profitability/x.tsx', 'renderer/data/engine/answers/figures.ts'],
  ['renderer/screens/sync/x.tsx', 'renderer/screens/changes/changes-screen.tsx'],
  ['renderer/screens/changes/x.tsx', 'dexie'],
  ['renderer/features/x.tsx', 'renderer/screens/orders/orders-screen.tsx'],
  ['renderer/features/x.tsx', 'renderer/app/frame/frame.tsx'],
  ['renderer/features/x.tsx', 'renderer/data/worker/data-service.ts'],
  ['renderer/features/x.tsx', 'electron/app/app.ts'],
  ['renderer/ui/x.tsx', 'renderer/features/selection/selection-context.tsx'],
  ['renderer/ui/x.tsx', 'renderer/data/client/session.ts'],
  ['renderer/i18n/x.tsx', 'renderer/data/model/rows.ts'],
  ['renderer/data/model/x.ts', 'renderer/data/engine/answers/figures.ts'],
  ['renderer/data/model/x.ts', 'renderer/reconciliation/rates/model/rates.ts'],
  ['renderer/data/engine/x.ts', 'renderer/reconciliation/rates/model/rates.ts'],
  ['renderer/data/storage/x.ts', 'renderer/reconciliation/statements/worker/statement-store.ts'],
  ['renderer/features/x.tsx', 'renderer/reconciliation/rates/screen/rates-section.tsx'],
  ['renderer/screens/orders/x.tsx', 'renderer/reconciliation/rates/screen/rates-section.tsx'],
  ['renderer/reconciliation/rates/model/x.ts', 'renderer/data/engine/answers/figures.ts'],
  ['renderer/reconciliation/rates/model/x.ts', 'renderer/reconciliation/rates/worker/rates.ts'],
  ['renderer/reconciliation/rates/worker/x.ts', 'renderer/data/worker/open-copy.ts'],
  ['renderer/reconciliation/rates/worker/x.ts', 'renderer/reconciliation/matching/worker/match-statement.ts'],
  ['renderer/reconciliation/findings/model/x.ts', 'renderer/reconciliation/closing/model/closes.ts'],
  ['renderer/reconciliation/rates/screen/x.tsx', 'renderer/reconciliation/rates/worker/rates.ts'],
  ['renderer/reconciliation/rates/screen/x.tsx', 'renderer/reconciliation/rules/screen/rules-section.tsx'],
  ['renderer/reconciliation/parts/x.tsx', 'renderer/reconciliation/rates/screen/rates-section.tsx'],
  ['renderer/data/client/x.ts', 'renderer/data/worker/questions.ts'],
  ['renderer/data/client/x.ts', 'renderer/data/storage/ledger.ts'],
  ['renderer/data/client/x.ts', 'renderer/ui/formats.tsx'],
  ['renderer/data/client/x.ts', 'node:fs'],
  ['renderer/data/engine/x.ts', 'dexie'],
  ['renderer/data/engine/x.ts', 'react'],
  ['renderer/data/engine/x.ts', 'renderer/data/storage/ledger.ts'],
  ['renderer/data/storage/x.ts', 'react'],
  ['renderer/data/storage/x.ts', 'renderer/data/worker/data-service.ts'],
  ['renderer/data/storage/x.ts', 'electron/app/app.ts'],
  ['renderer/data/worker/x.ts', 'dexie'],
  ['renderer/data/worker/x.ts', 'renderer/data/client/session.ts'],
  ['renderer/data/scheduling/x.ts', 'renderer/data/engine/answers/figures.ts'],
];

const ALLOWED: readonly (readonly [file: string, target: string])[] = [
  ['renderer/reconciliation/closing/worker/x.ts', 'renderer/reconciliation/matching/worker/match-totals.ts'],
  ['renderer/reconciliation/findings/screen/x.tsx', 'renderer/reconciliation/matching/model/match-work.ts'],
  ['renderer/screens/reconciliation/x.tsx', 'renderer/reconciliation/rates/screen/rates-section.tsx'],
  ['shared/contract/x.ts', 'shared/base/read-error.ts'],
  ['shared/contract/x.ts', 'shared/domain/decimal.ts'],
  ['shared/contract/x.ts', 'zod'],
  ['electron/sync/x.ts', 'shared/domain/decimal.ts'],
  ['electron/sync/x.ts', 'node:fs'],
  ['electron/shell/x.ts', 'electron'],
  ['electron/main.ts', 'electron'],
  ['electron/preload.ts', 'electron'],
  ['renderer/screens/orders/x.tsx', 'renderer/screens/orders/order-rows.ts'],
  ['renderer/screens/orders/x.tsx', 'renderer/features/selection/selection-context.tsx'],
  ['renderer/features/x.tsx', 'renderer/data/client/session.ts'],
  ['renderer/features/x.tsx', 'react'],
  ['renderer/data/client/x.ts', 'renderer/data/client/data-calls.ts'],
  ['renderer/data/engine/x.ts', 'shared/base/tasks.ts'],
  ['renderer/data/storage/x.ts', 'dexie'],
  ['renderer/data/storage/x.ts', 'renderer/data/engine/columns/column-store.ts'],
  ['renderer/data/worker/x.ts', 'renderer/data/storage/ledger.ts'],
];

const graphOf = (...arrows: readonly (readonly [string, string])[]): Graph => {
  const made = new Map<string, string[]>();
  for (const [from, to] of arrows) made.set(from, [...(made.get(from) ?? []), to]);
  for (const [, to] of arrows) if (/\.tsx?$/.test(to) && !made.has(to)) made.set(to, []);
  return made;
};
const refusals = (file: string, target: string) =>
  [
    ...brokenRules(new Map([[file, [target]]]), ROOMS, ANYWHERE),
    ...betweenStrangers(new Map([[file, [target]]]), STRANGERS),
    ...againstOrder(new Map([[file, [target]]]), TOOLS_FOLDER, TOOLS),
  ].filter((each) => each.startsWith(`${file} `) && !each.includes('has no use for'));

describe('the real imports', () => {
  it('keep to the table; every folder stands in it, every permission is used', () => {
    expect(graph.size).toBeGreaterThan(800);
    expect(brokenRules(graph, ROOMS, ANYWHERE)).toEqual([]);
  });
  it('never go from one screen to another', () => expect(betweenStrangers(graph, STRANGERS)).toEqual([]));
  it('go one way between any two neighbours, types too', () =>
    expect(twoWayNeighbours(graph, ROOMS)).toEqual([]));
  it('never go from a tool to one behind it, nor to the screen of another', () =>
    expect(againstOrder(graph, TOOLS_FOLDER, TOOLS)).toEqual([]));
  it('are of types alone where the table says so', async () =>
    expect(await readValues(PROJECT, TYPES_ONLY)).toEqual([]));
  it('make no circle of files, and none of rooms, types too', () => {
    expect(circles(graph)).toEqual([]);
    expect(circles(graphOfRooms(graph, ROOMS))).toEqual([]);
  });
});

describe('the judge', () => {
  it.each(FORBIDDEN)('%s may not import %s', (file, target) =>
    expect(refusals(file, target)).not.toEqual([]),
  );
  it.each(ALLOWED)('%s may import %s', (file, target) => expect(refusals(file, target)).toEqual([]));

  it('says which folder the table lacks, and which permission nobody uses', () => {
    const rooms = { 'a/b': 'a/c react', 'a/c': '' };
    expect(brokenRules(graphOf(['a/b/x.ts', 'a/c/y.ts'], ['a/d/z.ts', 'a/c/y.ts']), rooms, [])).toEqual([
      'a/b has no use for react',
      'a/d/z.ts lies in no room of the table',
    ]);
  });
  it('takes the longest row that holds a file', () => {
    const rooms = { a: '', 'a/b': '', 'a/b/c.ts': '' };
    expect(roomOf('t/one/model/x.ts', { t: '', 't/*/model': '' })).toBe('t/*/model');
    expect(['a/x.ts', 'a/b/x.ts', 'a/b/c.ts', 'ab/x.ts'].map((path) => roomOf(path, rooms))).toEqual([
      'a',
      'a/b',
      'a/b/c.ts',
      null,
    ]);
  });
  it('sees neighbours that import each other however deep the files lie, and files beside folders', () => {
    expect(twoWayNeighbours(graphOf(['a/b/c/x.ts', 'a/d/y.ts'], ['a/d/e/z.ts', 'a/b/v.ts']))).toEqual([
      'a/b a/d',
    ]);
    expect(twoWayNeighbours(graphOf(['a/b/x.ts', 'a/y.ts'], ['a/y.ts', 'a/b/z.ts']))).toEqual(['a/b a/y.ts']);
    expect(twoWayNeighbours(graphOf(['a/b/x.ts', 'a/c/y.ts'], ['a/c/z.ts', 'a/d/v.ts']))).toEqual([]);
  });
  it('sees rooms that import each other where their folders may, and circles of rooms', () => {
    const rooms = { 't/*/model': '', 't/*/screen': '', 'd/a': '', 'd/b': '' };
    const oneWay = graphOf(['t/x/screen/1.ts', 't/y/model/2.ts'], ['t/y/screen/3.ts', 't/x/model/4.ts']);
    expect(twoWayNeighbours(oneWay, rooms)).toEqual([]);
    expect(twoWayNeighbours(oneWay)).toEqual(['t/x t/y']);
    const both = graphOf(['t/x/model/1.ts', 't/y/model/2.ts'], ['t/y/model/3.ts', 't/x/model/4.ts']);
    expect(twoWayNeighbours(both, rooms)).toEqual(['t/x/model t/y/model']);
    const round = graphOf(
      ['d/a/1.ts', 't/x/model/2.ts'],
      ['t/x/model/3.ts', 'd/b/4.ts'],
      ['d/b/5.ts', 'd/a/6.ts'],
    );
    expect(circles(graphOfRooms(round, rooms))).toEqual([['d/a', 'd/b', 't/x/model']]);
    expect(circles(graphOfRooms(oneWay, rooms))).toEqual([]);
  });
  it('sees what goes against the order of tools', () => {
    const order = ['x', 'y'];
    const broken = graphOf(['t/x/worker/1.ts', 't/y/model/2.ts'], ['t/y/screen/3.ts', 't/x/screen/4.ts']);
    expect(againstOrder(broken, 't', order)).toHaveLength(2);
    expect(againstOrder(graphOf(['t/x/screen/1.ts', 't/y/model/2.ts']), 't', order)).toEqual([]);
  });
  it('sees circles of two files and of more, and none in a diamond', () => {
    expect(
      circles(
        graphOf(
          ['a.ts', 'b.ts'],
          ['b.ts', 'c.ts'],
          ['c.ts', 'a.ts'],
          ['d.ts', 'a.ts'],
          ['e.ts', 'f.ts'],
          ['f.ts', 'e.ts'],
        ),
      ),
    ).toEqual([
      ['a.ts', 'b.ts', 'c.ts'],
      ['e.ts', 'f.ts'],
    ]);
    expect(circles(graphOf(['a.ts', 'b.ts'], ['a.ts', 'c.ts'], ['b.ts', 'd.ts'], ['c.ts', 'd.ts']))).toEqual(
      [],
    );
  });
  it('reads imports of every form, and no text that only looks like one', () => {
    const text = `
      import type { A } from '#shared/base/a.ts';
      import { b } from './b.ts?raw';
      import '../c.css';
      export { d } from '../d.ts';
      const e = await import('#renderer/e.ts');
      type F = import('./f.ts').F;
      const no = "x from 'no.ts'";
    `;
    expect(importedBy({ path: 'electron/x/y.ts', text }, 'values')).toEqual([
      'electron/x/b.ts',
      'electron/c.css',
      'electron/d.ts',
      'renderer/e.ts',
    ]);
    expect(importedBy({ path: 'electron/x/y.ts', text })).toEqual([
      'shared/base/a.ts',
      'electron/x/b.ts',
      'electron/c.css',
      'electron/d.ts',
      'renderer/e.ts',
      'electron/x/f.ts',
    ]);
  });
});

it('`npm run check` holds the layers too', async () => {
  const { scripts } = JSON.parse(await readFile(`${PROJECT}/package.json`, 'utf8')) as {
    readonly scripts: { readonly check: string };
  };
  expect(scripts.check).toMatch(
    /^biome ci (--colors=off )?\. && node --import \S+ test\/layers\/run\.ts && node --import \S+ test\/types\.ts$/,
  );
});
