/**
 * Who may import whom: one row for every folder of the product, checked over the real imports by layers.test.ts and by
 * `npm run check`. A row stands for all that lies in its folder; the longest row counts. Left: the room. Right: the rooms
 * and packages it may import, beside itself. A folder with no row fails, and so does a permission that nobody uses. `*`: any
 * tool of reconciliation; what one may know of another says TOOLS.
 */
export type Rooms = { readonly [room: string]: string };

/** Small libraries that belong to no side. */
export const ANYWHERE: readonly string[] = ['zod', 'es-toolkit', '@noble/hashes'];

export const ROOMS: Rooms = {
  'shared/base': '',
  'shared/domain': '',
  'shared/contract': 'shared/base shared/domain',

  'electron/launch': 'node: rolldown',
  'electron/build':
    'electron/launch electron/desktop node: vite @vitejs/plugin-react @electron/asar @resvg/resvg-wasm resedit',
  'electron/assets': 'node:',
  'electron/i18n': 'shared',
  'electron/accounts': 'shared node:',
  'electron/api': 'electron/accounts shared node:',
  'electron/sync': 'electron/api shared node:',
  'electron/export': 'shared node:',
  'electron/demo': 'shared node:',
  'electron/desktop': 'electron/accounts electron/i18n electron/sync shared node:',
  'electron/programs': 'electron/accounts electron/desktop electron/export shared node:',
  'electron/command':
    'electron/accounts electron/browser-host electron/desktop electron/i18n electron/launch electron/programs shared node:',
  'electron/app':
    'electron/accounts electron/api electron/demo electron/desktop electron/export electron/i18n electron/programs electron/sync shared node:',
  'electron/browser-host':
    'electron/accounts electron/app electron/assets electron/export electron/i18n electron/launch electron/programs shared node: ws',
  'electron/shell':
    'electron/accounts electron/app electron/assets electron/desktop electron/export electron/i18n shared node: electron electron-updater',
  'electron/main.ts':
    'electron/accounts electron/app electron/command electron/desktop electron/programs electron/shell shared node: electron',
  'electron/preload.ts': 'shared electron',
  'electron/browser-host.ts': 'electron/browser-host',
  'electron/cuadra.ts': 'electron/build electron/command electron/launch',
  'electron/start.ts': 'electron/browser-host electron/build electron/launch node:',

  'renderer/i18n': 'shared react react-intl',
  'renderer/ui':
    'renderer/data/model renderer/i18n shared/base shared/domain react react-dom @base-ui/react @tanstack/react-table recharts',
  'renderer/data/questions': 'shared',
  'renderer/data/model': 'renderer/data/questions shared',
  'renderer/data/scheduling': 'renderer/data/model shared',
  'renderer/data/transport': 'shared',
  'renderer/data/client':
    'renderer/data/model renderer/data/questions renderer/data/scheduling renderer/data/transport shared react @tanstack/react-query',
  'renderer/data/client/data-calls.ts': 'renderer/data/model renderer/data/worker shared',
  'renderer/data/engine': 'renderer/data/model renderer/data/questions shared',
  'renderer/data/storage': 'renderer/data/engine renderer/data/model renderer/data/scheduling shared dexie',
  'renderer/data/files': 'renderer/data/engine renderer/data/model shared @zip.js/zip.js',
  'renderer/data/worker':
    'renderer/data/engine renderer/data/files renderer/data/model renderer/data/questions renderer/data/scheduling renderer/data/storage renderer/data/transport renderer/reconciliation/*/model renderer/reconciliation/*/worker shared @zip.js/zip.js',
  'renderer/reconciliation/*/model': 'renderer/data/model shared',
  'renderer/reconciliation/*/worker':
    'renderer/data/engine renderer/data/files renderer/data/model renderer/data/questions renderer/data/storage renderer/reconciliation/*/model shared',
  'renderer/features':
    'renderer/data/client renderer/data/model renderer/i18n renderer/reconciliation/*/model renderer/ui shared react @base-ui/react',
  'renderer/reconciliation/parts':
    'renderer/data/client renderer/data/model renderer/features renderer/i18n renderer/reconciliation/*/model renderer/ui shared react',
  'renderer/reconciliation/*/screen':
    'renderer/data/client renderer/data/model renderer/features renderer/i18n renderer/reconciliation/*/model renderer/reconciliation/parts renderer/ui shared react @base-ui/react',
  'renderer/screens':
    'renderer/data/client renderer/data/model renderer/features renderer/i18n renderer/reconciliation/*/model renderer/ui shared react @base-ui/react @tanstack/react-query recharts',
  'renderer/screens/reconciliation':
    'renderer/data/client renderer/features renderer/i18n renderer/reconciliation/*/model renderer/reconciliation/*/screen renderer/reconciliation/parts renderer/ui shared react @base-ui/react',
  'renderer/app':
    'renderer/data/client renderer/data/model renderer/features renderer/i18n renderer/reconciliation/*/model renderer/screens renderer/ui shared react react-dom @base-ui/react virtual:',
  'renderer/programs':
    'renderer/data/client renderer/data/model renderer/features renderer/i18n renderer/reconciliation/*/model renderer/ui shared',
  'renderer/virtual-licences.d.ts': '',
  'renderer/main.tsx':
    'renderer/app renderer/data/client renderer/data/transport renderer/programs renderer/ui shared @fontsource-variable/inter',
};

/** Files that import types and no values: what they may import stays out of the bundle that they are in. */
export const TYPES_ONLY: readonly string[] = ['renderer/data/client/data-calls.ts'];

/** Folders whose rooms know nothing of each other. */
export const STRANGERS: readonly string[] = ['renderer/screens'];

/**
 * The tools of reconciliation: models and workers know their own and those of the tools before theirs; screens know any model,
 * for they lead to each other, and never another tool's screen.
 */
export const TOOLS: readonly string[] = [
  'findings',
  'rules',
  'costs',
  'rates',
  'anomalies',
  'bridge',
  'explain',
  'statements',
  'matching',
  'payouts',
  'receivables',
  'claims',
  'closing',
  'journals',
  'taxes',
  'month',
];
export const TOOLS_FOLDER = 'renderer/reconciliation';
