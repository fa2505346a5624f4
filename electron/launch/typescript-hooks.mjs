import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

/** Module hook: our own TypeScript files, compiled as they are read; anything else is Node's business. */
export function load(url, context, nextLoad) {
  const { protocol, pathname } = new URL(url);
  if (protocol !== 'file:' || !/\.tsx?$/.test(pathname) || pathname.includes('/node_modules/')) {
    return nextLoad(url, context);
  }
  const file = fileURLToPath(url);
  const { code, map, errors } = transformSync(file, readFileSync(file, 'utf8'), {
    tsconfig: false,
    sourcemap: true,
  });
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0].message}`);
  const sourceMap = Buffer.from(JSON.stringify(map)).toString('base64');
  return {
    format: 'module',
    shortCircuit: true,
    source: `${code}\n//# sourceMappingURL=data:application/json;base64,${sourceMap}`,
  };
}
