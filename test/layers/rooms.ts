/**
 * Who may import whom: one row for every folder of the product, checked over the real imports by layers.test.ts and by
 * `npm run check`. A row stands for all that lies in its folder; the longest row counts. Left: the room. Right: the rooms
 * and packages it may import, beside itself. A folder with no row fails, and so does a permission that nobody uses.
 */
export type Rooms = { readonly [room: string]: string };

/** Small libraries that belong to no side. */
export const ANYWHERE: readonly string[] = ['zod', 'es-toolkit', '@noble/hashes'];

export const ROOMS: Rooms = {
  'shared/base': '',
  'shared/domain': 'shared/base',
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
  'electron/app':
    'electron/accounts electron/api electron/demo electron/desktop electron/export electron/i18n electron/sync shared node:',
  'electron/browser-host':
    'electron/accounts electron/app electron/assets electron/export electron/i18n electron/launch shared node: ws',
  'electron/shell':
    'electron/accounts electron/app electron/assets electron/desktop electron/export electron/i18n shared node: electron electron-updater',
  'electron/main.ts': 'electron/accounts electron/app electron/desktop electron/shell shared node: electron',
  'electron/preload.ts': 'shared electron',
  'electron/browser-host.ts': 'electron/browser-host',
  'electron/start.ts': 'electron/browser-host electron/build electron/launch node:',

  'renderer/i18n': 'shared react react-intl',
  'renderer/ui':
    'renderer/i18n shared/base shared/domain react react-dom @base-ui/react @tanstack/react-table recharts',
  'renderer/data/questions': 'shared',
  'renderer/data/api': 'renderer/data/questions shared',
  'renderer/data/scheduling': 'renderer/data/api shared',
  'renderer/data/transport': 'shared',
  'renderer/data/client':
    'renderer/data/api renderer/data/questions renderer/data/scheduling renderer/data/transport shared react @tanstack/react-query',
  'renderer/data/client/data-calls.ts': 'renderer/data/api renderer/data/worker shared',
  'renderer/data/engine': 'renderer/data/api renderer/data/questions shared',
  'renderer/data/storage': 'renderer/data/api renderer/data/engine renderer/data/scheduling shared dexie',
  'renderer/data/files': 'renderer/data/api renderer/data/engine shared @zip.js/zip.js',
  'renderer/data/worker':
    'renderer/data/api renderer/data/engine renderer/data/files renderer/data/questions renderer/data/scheduling renderer/data/storage renderer/data/transport shared @zip.js/zip.js',
  'renderer/features':
    'renderer/data/api renderer/data/client renderer/i18n renderer/ui shared react @base-ui/react recharts',
  'renderer/screens':
    'renderer/data/api renderer/data/client renderer/features renderer/i18n renderer/ui shared react @base-ui/react @tanstack/react-query recharts',
  'renderer/app':
    'renderer/data/api renderer/data/client renderer/features renderer/i18n renderer/screens renderer/ui shared react react-dom @base-ui/react virtual:',
  'renderer/virtual-licences.d.ts': '',
  'renderer/main.tsx':
    'renderer/app renderer/data/client renderer/data/transport renderer/ui shared @fontsource-variable/inter',
};

/** Files that import types and no values: what they may import stays out of the bundle that they are in. */
export const TYPES_ONLY: readonly string[] = ['renderer/data/client/data-calls.ts'];

/** Folders whose rooms know nothing of each other. */
export const STRANGERS: readonly string[] = ['renderer/screens'];
