import { expect, it } from 'vitest';
import { weaknessesIn } from '#electron/build/weaknesses.ts';

const PACKAGES = {
  'node_modules/react': {},
  'node_modules/electron': { dev: true },
  'node_modules/vite': { dev: true },
};

const advisory = (severity: string) => ({ title: 'reads too far', url: 'https://example.org/1', severity });
const report = (name: string, ...via: readonly unknown[]) =>
  JSON.stringify({ vulnerabilities: { [name]: { nodes: [`node_modules/${name}`], via } } });

it.each([
  ['a library in the app', 'react', 'high'],
  ['Electron, though locked for developers', 'electron', 'critical'],
])('a weakness of %s is told', (_, name, severity) => {
  expect(weaknessesIn(report(name, advisory('low'), advisory(severity)), PACKAGES)).toEqual([
    `${name}: reads too far (${severity}), https://example.org/1`,
  ]);
});

it.each([
  ['a tool', report('vite', advisory('critical'))],
  ['what is not installed', report('nowhere', advisory('critical'))],
  ['what Electron is fetched with', report('electron', '@electron/get')],
  ['a lesser kind', report('react', advisory('moderate'))],
  ['nobody', JSON.stringify({ vulnerabilities: {} })],
])('one of %s is not', (_, text) => expect(weaknessesIn(text, PACKAGES)).toEqual([]));

it.each(['', 'no JSON', '{"message":"405 Method Not Allowed","statusCode":405}'])(
  'an answer that is none is no good news: «%s»',
  (text) => expect(weaknessesIn(text, PACKAGES)).toBeNull(),
);
