import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from 'rolldown/utils';
import * as fake from '../fake-electron.ts';

/** Sources as they would be after a change, run against the fake without writing a file. */

export const PROJECT = fileURLToPath(new URL('../../../..', import.meta.url));

/** A text of the project changed in memory: `from` has to stand in it. */
export type Change = { readonly file: string; readonly from: string; readonly to: string };

/** The project, with a change or as it is. */
export type Sources = {
  readonly text: (file: string) => string;
  /** The same without its comments: what stands in one does nothing. */
  readonly code: (file: string) => string;
  /** What a file of the shell exports. It runs anew each time; of what it imports only the changed file does. */
  readonly load: <T>(file: string) => Promise<T>;
};

const inProject = (path: string) => relative(PROJECT, path).replaceAll('\\', '/');

function resolve(from: string, specifier: string): string {
  return specifier.startsWith('#') ? specifier.slice(1) : inProject(join(PROJECT, dirname(from), specifier));
}

type Exports = { readonly [name: string]: unknown };
type Run = (modules: ReadonlyMap<string, Exports>, url: string) => Promise<Exports>;
const AsyncFunction = (async () => undefined).constructor as new (...source: string[]) => Run;

/** Imports by name become reads of `modules`; what is exported is given back. */
function asFunction(code: string): { readonly run: Run; readonly imported: readonly string[] } {
  const imported: string[] = [];
  const exported: string[] = [];
  const body = code
    .replaceAll(/^import \{([^}]*)\} from "([^"]+)";$/gm, (_all, names: string, specifier: string) => {
      imported.push(specifier);
      return `const {${names.replaceAll(' as ', ': ')}} = modules.get(${JSON.stringify(specifier)});`;
    })
    .replaceAll(/^export (async function|function|const) (\w+)/gm, (_all, kind: string, name: string) => {
      exported.push(name);
      return `${kind} ${name}`;
    })
    .replaceAll('import.meta.url', 'url');
  return {
    run: new AsyncFunction('modules', 'url', `${body}\nreturn { ${exported.join(', ')} };`),
    imported,
  };
}

const COMMENT = /^ *(?:\/\/.*|\/\*[\s\S]*?\*\/)$/gm;

export function sourcesWith(change: Change | null): Sources {
  const text = (file: string): string => {
    const original = readFileSync(join(PROJECT, file), 'utf8').replaceAll('\r\n', '\n');
    if (change === null || change.file !== file) return original;
    if (!original.includes(change.from)) throw new Error(`${file} has no «${change.from}» to change.`);
    return original.replaceAll(change.from, () => change.to);
  };
  async function load<T>(file: string): Promise<T> {
    const { code, errors } = transformSync(file, text(file));
    if (errors.length > 0) throw new Error(`${file} does not compile: ${String(errors[0])}`);
    const { run, imported } = asFunction(code);
    const modules = new Map<string, Exports>();
    for (const specifier of imported) {
      if (specifier === 'electron') modules.set(specifier, fake);
      else if (!/^[#.]/.test(specifier)) modules.set(specifier, await import(/* @vite-ignore */ specifier));
      else {
        const path = resolve(file, specifier);
        const own = path === change?.file ? load<Exports>(path) : null;
        modules.set(specifier, await (own ?? import(/* @vite-ignore */ join(PROJECT, path))));
      }
    }
    return (await run(modules, pathToFileURL(join(PROJECT, file)).href)) as T;
  }
  return { text, code: (file) => text(file).replaceAll(COMMENT, ''), load };
}

/** A process that has just begun, as far as the fake goes. */
export function beginAnew(): void {
  for (const emitter of [fake.app, fake.ipcMain, fake.ipcRenderer, fake.powerMonitor]) {
    emitter.removeAllListeners();
  }
  fake.ipcMain.handlers.clear();
  fake.protocol.handlers.clear();
  fake.protocol.schemes.length = 0;
  fake.contextBridge.exposed.clear();
  fake.BrowserWindow.made.length = 0;
  fake.session.defaultSession.requestHandler = null;
  fake.session.defaultSession.checkHandler = null;
  fake.app.done.length = 0;
  fake.app.paths.clear();
  fake.app.lockedWith = null;
  fake.ipcRenderer.invoked.length = 0;
}
