import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BROWSER } from './browser-host.ts';
import { type Company, STARTS_AT, startCompany } from './company.ts';
import { DESKTOP } from './desktop-host.ts';
import * as files from './files.ts';
import * as firstRun from './first-run.ts';
import type { Ability, HostKind, Scenario } from './host-under-test.ts';
import * as restoredAddress from './restored-address.ts';
import * as syncing from './syncing.ts';

/** The same scenarios on each host: what is seen here of the browser host is what the desktop app does, and the other way round. */

const HOSTS: readonly HostKind[] = [DESKTOP, BROWSER];
const SCENARIOS: readonly Scenario[] = [
  ...Object.values(firstRun),
  ...Object.values(syncing),
  ...Object.values(files),
  ...Object.values(restoredAddress),
];

const lackOf = ({ abilities }: HostKind, { needs }: Scenario) => needs.filter((need) => !abilities.has(need));

let folder: string;
let company: Company;
beforeAll(async () => {
  vi.setSystemTime(STARTS_AT);
  company = await startCompany();
});
afterAll(async () => {
  vi.useRealTimers();
  await company.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-scenario-'));
});
afterEach(async () => {
  company.intercept(null);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** What the user had in the end, by scenario and host. */
const outcomes: { [scenario: string]: { [host: string]: unknown } } = {};

describe.each(HOSTS.map((kind) => [kind.name, kind] as const))('%s', (_, kind) => {
  const able = SCENARIOS.filter((scenario) => lackOf(kind, scenario).length === 0);
  it.each(able.map((scenario) => [scenario.name, scenario] as const))('%s', async (name, { run }) => {
    const outcome = await run(kind.create(folder), company, kind.abilities);
    outcomes[name] = { ...outcomes[name], [kind.name]: outcome };
  });
});

/** Both do all of it, but for what one of them says it cannot. */
const CANNOT: { readonly [scenario: string]: { readonly [host: string]: readonly Ability[] } } = {
  [firstRun.keyKept.name]: { browser: ['keeps-keys'] },
  [files.notSaved.name]: { browser: ['asks-where-to-save'] },
};

it('each host has done each of them, or says what it lacks', () => {
  const table = (cell: (scenario: Scenario, kind: HostKind) => string) =>
    SCENARIOS.map((scenario) => [scenario.name, ...HOSTS.map((kind) => cell(scenario, kind))]);
  const lack = (abilities: readonly Ability[] = []) =>
    abilities.length === 0 ? 'done' : `lacks ${abilities.join(', ')}`;
  const found = table((scenario, kind) =>
    Object.hasOwn(outcomes[scenario.name] ?? {}, kind.name) ? 'done' : lack(lackOf(kind, scenario)),
  );
  expect(found).toEqual(table(({ name }, kind) => lack(CANNOT[name]?.[kind.name])));
  expect(found).toHaveLength(16);
});

it('they come out the same wherever they run', () => {
  for (const [name, { desktop, browser }] of Object.entries(outcomes))
    if (browser !== undefined) expect(browser, name).toEqual(desktop);
});
