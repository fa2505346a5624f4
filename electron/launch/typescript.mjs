import * as module from 'node:module';

/**
 * `node --import ./electron/launch/typescript.mjs FILE.ts` runs TypeScript for the development commands. Nothing is
 * cached: a compiler's cache in the shared temporary folder is a place where another user can plant code.
 */
const HOOKS = './typescript-hooks.mjs';

// Hooks in the same thread where Node has them (22.15), else in a thread of their own.
if (module.registerHooks !== undefined) module.registerHooks(await import(HOOKS));
else module.register(HOOKS, import.meta.url);
process.setSourceMapsEnabled(true);
