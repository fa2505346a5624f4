import { isInApp, type Packages } from './vite/licences.ts';

/** Weaknesses that npm's audit finds in the packages that are shipped. */

const ELECTRON = 'node_modules/electron';
const GRAVE = ['high', 'critical'];

type Advisory = { readonly title: string; readonly url: string; readonly severity: string };
type Report = {
  readonly vulnerabilities?: {
    readonly [name: string]: {
      readonly nodes: readonly string[];
      /** Advisories of the package itself; a name: of a dependency, which has an entry of its own. */
      readonly via: readonly (Advisory | string)[];
    };
  };
};

/**
 * The grave weaknesses of the libraries in the app and of Electron, a line each. npm's `--omit=dev` would leave Electron
 * out: it is locked for developers, and its program goes to everybody.
 * @param text what `npm audit --json` wrote
 * @returns null where the registry gave no answer
 */
export function weaknessesIn(text: string, packages: Packages): readonly string[] | null {
  const { vulnerabilities } = readReport(text);
  if (vulnerabilities === undefined) return null;
  const isShipped = (path: string) => path === ELECTRON || isInApp(path, packages[path] ?? { dev: true });
  return Object.entries(vulnerabilities).flatMap(([name, { nodes, via }]) =>
    nodes.some(isShipped)
      ? via.flatMap((one) =>
          typeof one !== 'string' && GRAVE.includes(one.severity)
            ? [`${name}: ${one.title} (${one.severity}), ${one.url}`]
            : [],
        )
      : [],
  );
}

function readReport(text: string): Report {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return {};
  }
}
