/** For `node --import`: lets a process of its own run our TypeScript, as the commands of package.json do. */
export const TYPESCRIPT_LOADER = import.meta.resolve('#electron/launch/typescript.mjs');
