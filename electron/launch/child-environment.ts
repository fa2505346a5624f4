/**
 * The environment of child processes: no API key, and no compile cache in the shared temporary folder (vite switches
 * it on from Node 22.8).
 */
export function childEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { CUADRA_API_KEY: _key, ...rest } = process.env;
  return { ...rest, NODE_DISABLE_COMPILE_CACHE: '1', ...extra };
}
