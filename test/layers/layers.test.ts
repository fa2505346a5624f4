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
  ['shared/bridge/x.ts', '#electron/app/app.ts'],
  ['shared/bridge/x.ts', '#renderer/data/client/start.ts'],
  ['shared/x.ts', '../electron/app/app.ts'],
  ['shared/x.ts', '../renderer/main.tsx'],
  ['shared/x.ts', 'node:fs'],
  ['shared/x.ts', 'electron'],
  ['shared/x.ts', 'react'],
  ['shared/x.ts', 'dexie'],
  ['electron/sync/x.ts', '#renderer/data/client/start.ts'],
  ['electron/sync/x.ts', '../../renderer/data/client/start.ts'],
  ['electron/sync/x.ts', 'electron'],
  ['electron/app/app.ts', 'electron'],
  ['electron/browser/x.ts', 'electron'],
  ['electron/demo/x.ts', '#test/electron/x.ts'],
  ['electron/api/x.ts', 'react'],
  ['electron/api/x.ts', 'dexie'],
  ['electron/shell/x.ts', '#renderer/data/client/start.ts'],
  ['electron/shell/x.ts', 'react'],
  ['electron/main.ts', '../renderer/main.tsx'],
  ['electron/preload.ts', 'dexie'],
  ['renderer/link/x.ts', '#electron/app/app.ts'],
  ['renderer/link/x.ts', '../../electron/app/app.ts'],
  ['renderer/link/x.ts', 'dexie'],
  ['renderer/link/x.ts', 'node:fs'],
  ['renderer/link/x.ts', 'electron'],
  ['renderer/views/orders/x.tsx', '../../ledger/database.ts'],
  ['renderer/views/orders/x.tsx', '../../analysis/query.ts'],
  ['renderer/views/orders/x.tsx', '#renderer/data/storage/database/database.ts'],
  ['renderer/views/x.tsx', 'dexie'],
  ['renderer/views/x.tsx', '#electron/app/app.ts'],
  ['renderer/ui/x.tsx', '../ledger/database.ts'],
  ['renderer/ui/x.tsx', '../analysis/query.ts'],
  ['renderer/ledger/x.ts', 'react'],
  ['renderer/ledger/x.ts', '../views/orders/orders.tsx'],
  ['renderer/ledger/x.ts', '#electron/app/app.ts'],
  ['renderer/analysis/x.ts', 'dexie'],
  ['renderer/analysis/x.ts', 'react'],
  ['renderer/analysis/x.ts', 'node:fs'],
];

const ALLOWED: readonly (readonly [file: string, module: string])[] = [
  ['shared/bridge/x.ts', '#shared/domain/decimal.ts'],
  ['shared/bridge/x.ts', 'zod'],
  ['electron/sync/x.ts', '#shared/domain/decimal.ts'],
  ['electron/sync/x.ts', 'node:fs'],
  ['electron/shell/x.ts', 'electron'],
  ['electron/main.ts', 'electron'],
  ['electron/preload.ts', 'electron'],
  ['renderer/ledger/x.ts', 'dexie'],
  ['renderer/ledger/x.ts', '#shared/domain/decimal.ts'],
  ['renderer/views/x.tsx', '../link/session.ts'],
  ['renderer/views/x.tsx', 'react'],
  ['renderer/link/x.ts', '#shared/domain/decimal.ts'],
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
  /^electron\/(app|main|preload)\.ts$/.test(file) ? file : fileOf(kind, index, file);

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
  expect(scripts.check).toMatch(/^biome ci (--colors=off )?\. && tsc -b --noEmit$/);
});
