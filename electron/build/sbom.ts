import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readVersion } from '../launch/project.ts';
import { isInApp, type Locked, nameOf, type Packages, readPackages } from './vite/licences.ts';

/** The bill of materials, for those who must answer for the app: a CycloneDX list from the lockfile alone. */

type Licence = { readonly license: { readonly id: string } } | { readonly expression: string };

export type Component = {
  readonly type: 'application' | 'framework' | 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly group?: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly Licence[];
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
};

type Sbom = {
  readonly $schema: string;
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly serialNumber: string;
  readonly version: 1;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
};

/** `pkg:npm/%40base-ui/react@1.9.0`, as the package URL specification writes a scope. */
const purlOf = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** `(MIT OR Apache-2.0)` is an expression, `MIT` the name of a licence. */
const licencesOf = (text: string | undefined): { readonly licenses?: readonly Licence[] } => {
  if (text === undefined) return {};
  return { licenses: [/[\s()]/.test(text) ? { expression: text } : { license: { id: text } }] };
};

function hashesOf(integrity: string | undefined): Pick<Component, 'hashes'> {
  const digest = /sha512-(\S+)/.exec(integrity ?? '')?.[1];
  if (digest === undefined) return {};
  return { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] };
}

function componentOf(type: Component['type'], path: string, locked: Locked): Component {
  const full = nameOf(path);
  const version = locked.version ?? '';
  const purl = purlOf(full, version);
  const [group, name] = full.startsWith('@') ? full.split('/') : [undefined, full];
  return {
    type,
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name: name ?? full,
    version,
    purl,
    ...licencesOf(locked.license),
    ...hashesOf(locked.integrity),
  };
}

/** Where Node finds `name` for a package at `path`: in its own folder first, then in those above. */
function resolve(packages: Packages, path: string, name: string): string | undefined {
  for (let from = path; from !== ''; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    const found = `${from}/node_modules/${name}`;
    if (packages[found] !== undefined) return found;
  }
  return packages[`node_modules/${name}`] === undefined ? undefined : `node_modules/${name}`;
}

const ELECTRON = 'node_modules/electron';

/** A serial number that is the same for the same contents: a UUID of the kind made from a name. */
function serialNumberOf(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
  ];
  return `urn:uuid:${[...parts, hex.slice(20, 32)].join('-')}`;
}

/** Everything that is shipped: the app, the libraries in its bundles, and Electron around them. */
export function sbomOf(packages: Packages, version: string): Sbom {
  const paths = Object.keys(packages).filter(
    (path) => path === ELECTRON || isInApp(path, packages[path] ?? {}),
  );
  const refOf = (path: string) => purlOf(nameOf(path), packages[path]?.version ?? '');
  const byRef = new Map<string, Component>();
  const needs = new Map<string, Set<string>>();
  const shipped = new Set(paths);
  const addNeeds = (ref: string, from: string, names: readonly string[]) => {
    const known = needs.get(ref) ?? new Set();
    for (const name of names) {
      const found = resolve(packages, from, name);
      if (found !== undefined && shipped.has(found)) known.add(refOf(found));
    }
    needs.set(ref, known);
  };
  for (const path of paths) {
    const locked = packages[path] ?? {};
    byRef.set(refOf(path), componentOf(path === ELECTRON ? 'framework' : 'library', path, locked));
    // Packages that fetch and unpack Electron's program stay with the developers.
    const wanted = path === ELECTRON ? {} : { ...locked.dependencies, ...locked.peerDependencies };
    addNeeds(refOf(path), path, Object.keys(wanted));
  }
  const root = packages[''] ?? {};
  const app = componentOf('application', 'node_modules/cuadra', { version, license: root.license ?? 'MIT' });
  addNeeds(app.purl, '', [...Object.keys(root.dependencies ?? {}), 'electron']);
  const components = [...byRef.values()].toSorted((one, other) => (one.purl < other.purl ? -1 : 1));
  const dependencies = [...needs]
    .map(([ref, on]) => ({ ref, dependsOn: [...on].toSorted() }))
    .toSorted((one, other) => (one.ref < other.ref ? -1 : 1));
  const content = { metadata: { component: app }, components, dependencies };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialNumberOf(JSON.stringify(content)),
    version: 1,
    ...content,
  };
}

/** Writes it beside the packages, under the version's name. */
export async function writeSbom(folder: string): Promise<string> {
  const version = readVersion();
  const file = join(folder, `cuadra-${version}.cdx.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${JSON.stringify(sbomOf(readPackages(), version), null, 2)}\n`);
  return file;
}
