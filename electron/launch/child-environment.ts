/**
 * What a process that we start gets of our environment: no key of an account, and no place in the shared temporary
 * folder to read compiled code from (vite's command switches Node's compile cache on, Node 22.8 and later).
 */
export function childEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { CUADRA_API_KEY: _key, ...rest } = process.env;
  return { ...rest, NODE_DISABLE_COMPILE_CACHE: '1', ...extra };
}
