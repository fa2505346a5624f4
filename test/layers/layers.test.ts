import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** The linter's layer rules, tried on files that break them and on files that do not: a rule that never fires is none. */

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

const FORBIDDEN: readonly (readonly [file: string, module: string])[] = [
  ['shared/base/x.ts', '#shared/domain/decimal.ts'],
  ['shared/base/x.ts', '../domain/decimal.ts'],
  ['shared/base/x.ts', 'node:fs'],
  ['shared/domain/x.ts', '#electron/app/app.ts'],
  ['shared/domain/x.ts', '#shared/contract/rpc.ts'],
  ['shared/domain/x.ts', '../contract/rpc.ts'],
  ['shared/domain/x.ts', 'node:fs'],
  ['shared/domain/x.ts', 'react'],
  ['shared/contract/x.ts', '#renderer/data/client/host.ts'],
  ['shared/contract/x.ts', '../../electron/app/app.ts'],
  ['shared/contract/x.ts', '../../renderer/main.tsx'],
  ['shared/contract/x.ts', 'electron'],
  ['shared/contract/x.ts', 'dexie'],
  ['electron/sync/x.ts', '#renderer/data/client/host.ts'],
  ['electron/sync/x.ts', '../../renderer/data/client/session.ts'],
  ['electron/sync/x.ts', 'electron'],
  ['electron/app/app.ts', 'electron'],
  ['electron/browser-host/x.ts', 'electron'],
  ['electron/demo/x.ts', '#test/electron/x.ts'],
  ['electron/api/x.ts', 'react'],
  ['electron/api/x.ts', 'dexie'],
  ['electron/shell/x.ts', '#renderer/data/client/host.ts'],
  ['electron/shell/x.ts', 'react'],
  ['electron/main.ts', '../renderer/main.tsx'],
  ['electron/preload.ts', 'dexie'],
  ['renderer/app/x.tsx', '#electron/app/app.ts'],
  ['renderer/app/x.tsx', '#renderer/data/storage/ledger.ts'],
  ['renderer/app/x.tsx', '../screens/orders/orders-screen.tsx'],
  ['renderer/screens/orders/x.tsx', '#renderer/screens/panel/panel-screen.tsx'],
  ['renderer/screens/panel/x.tsx', '#renderer/app/frame/frame.tsx'],
  ['renderer/screens/profitability/x.tsx', '#renderer/data/engine/queries.ts'],
  ['renderer/screens/sync/x.tsx', '../changes/changes-screen.tsx'],
  ['renderer/screens/changes/x.tsx', 'dexie'],
  ['renderer/features/x.tsx', '#renderer/screens/orders/orders-screen.tsx'],
  ['renderer/features/x.tsx', '#renderer/app/frame/frame.tsx'],
  ['renderer/features/x.tsx', '#renderer/data/worker/data-service.ts'],
  ['renderer/features/x.tsx', '#electron/app/app.ts'],
  ['renderer/ui/x.tsx', '#renderer/features/selection/selection-context.tsx'],
  ['renderer/ui/x.tsx', '#renderer/data/api.ts'],
  ['renderer/i18n/x.tsx', '#renderer/data/api.ts'],
  ['renderer/data/api.ts', '#renderer/data/engine/queries.ts'],
  ['renderer/data/api/x.ts', '#renderer/data/engine/queries.ts'],
  ['renderer/data/client/x.ts', '#renderer/data/storage/ledger.ts'],
  ['renderer/data/client/x.ts', '#renderer/ui/formats.tsx'],
  ['renderer/data/client/x.ts', 'node:fs'],
  ['renderer/data/engine/x.ts', 'dexie'],
  ['renderer/data/engine/x.ts', 'react'],
  ['renderer/data/engine/x.ts', '#renderer/data/storage/ledger.ts'],
  ['renderer/data/storage/x.ts', 'react'],
  ['renderer/data/storage/x.ts', '#renderer/data/worker/data-service.ts'],
  ['renderer/data/storage/x.ts', '#electron/app/app.ts'],
  ['renderer/data/worker/x.ts', 'dexie'],
  ['renderer/data/worker/x.ts', '#renderer/data/client/session.ts'],
  ['renderer/data/scheduling/x.ts', '#renderer/data/engine/queries.ts'],
];

const ALLOWED: readonly (readonly [file: string, module: string])[] = [
  ['shared/domain/x.ts', '#shared/base/sorted-search.ts'],
  ['shared/contract/x.ts', '#shared/domain/decimal.ts'],
  ['shared/contract/x.ts', 'zod'],
  ['electron/sync/x.ts', '#shared/domain/decimal.ts'],
  ['electron/sync/x.ts', 'node:fs'],
  ['electron/shell/x.ts', 'electron'],
  ['electron/main.ts', 'electron'],
  ['electron/preload.ts', 'electron'],
  ['renderer/app/x.tsx', '#renderer/screens/orders/orders-screen.tsx'],
  ['renderer/screens/orders/x.tsx', '#renderer/screens/orders/order-rows.ts'],
  ['renderer/screens/orders/x.tsx', '#renderer/features/selection/selection-context.tsx'],
  ['renderer/features/x.tsx', '#renderer/data/client/session.ts'],
  ['renderer/features/x.tsx', 'react'],
  ['renderer/data/client/x.ts', '#renderer/data/api.ts'],
  ['renderer/data/engine/x.ts', '#renderer/data/scheduling/cooperative-task.ts'],
  ['renderer/data/storage/x.ts', 'dexie'],
  ['renderer/data/storage/x.ts', '#renderer/data/engine/columns/column-store.ts'],
  ['renderer/data/worker/x.ts', '#renderer/data/storage/ledger.ts'],
];

type Report = {
  readonly diagnostics: readonly {
    readonly category: string;
    readonly severity: string;
    readonly location?: { readonly path?: string | { readonly file?: string } };
  }[];
};

let folder: string;
let refused: ReadonlySet<string>;
let refusedWrongly: ReadonlySet<string>;

const fileOf = (kind: string, index: number, file: string) =>
  join(dirname(file), `${kind}-${index}`, file.replace(/^.*\//, ''));

/** Files that a rule names itself (electron/main.ts) stay where they are; the others get a folder of their own. */
const placeOf = (kind: string, index: number, file: string) =>
  /^(electron\/(app\/app|main|preload)|renderer\/data\/api)\.ts$/.test(file)
    ? file
    : fileOf(kind, index, file);

async function lint(
  cases: readonly (readonly [string, string])[],
  kind: string,
): Promise<ReadonlySet<string>> {
  const root = join(folder, kind);
  await mkdir(root);
  await copyFile(join(PROJECT, 'biome.json'), join(root, 'biome.json'));
  for (const [index, [file, module]] of cases.entries()) {
    const path = join(root, placeOf(kind, index, file));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `export * as imported${index} from '${module}';\n`, { flag: 'a' });
  }
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
  const run = spawnSync(
    process.execPath,
    [
      biome,
      'lint',
      '--vcs-enabled=false',
      '--only=style/noRestrictedImports',
      '--max-diagnostics=none',
      '--reporter=json',
      '.',
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const report = JSON.parse(run.stdout.slice(run.stdout.indexOf('{'))) as Report;
  const files = new Set<string>();
  for (const { category, severity, location } of report.diagnostics) {
    if (category !== 'lint/style/noRestrictedImports' || severity !== 'error') continue;
    const path = typeof location?.path === 'string' ? location.path : location?.path?.file;
    if (path !== undefined) files.add(path.replace(/^\.\//, ''));
  }
  return files;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-layers-'));
  refused = await lint(FORBIDDEN, 'forbidden');
  refusedWrongly = await lint(ALLOWED, 'allowed');
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(FORBIDDEN.map(([file, module], index) => ({ file, module, index })))(
  '$file may not import $module',
  ({ file, index }) => {
    expect(refused.has(placeOf('forbidden', index, file))).toBe(true);
  },
);

it.each(ALLOWED.map(([file, module], index) => ({ file, module, index })))(
  '$file may import $module',
  ({ file, index }) => {
    expect(refusedWrongly.has(placeOf('allowed', index, file))).toBe(false);
  },
);

it('has every rule as an error in the configuration that `npm run check` reads', async () => {
  const { scripts } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly check: string };
  };
  expect(scripts.check).toMatch(/^biome ci (--colors=off )?\. && tsc -b --checkers 1$/);
});
