/**
 * The environment of child processes: without the API key, and without a compile cache in the shared temporary folder
 * (vite's).
 */
export function childEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { CUADRA_API_KEY: _key, ...rest } = process.env;
  return { ...rest, NODE_DISABLE_COMPILE_CACHE: '1', ...extra };
}
