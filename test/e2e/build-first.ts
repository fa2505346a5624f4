import { buildWhenStale } from '#electron/build/build-parts.ts';

/** Once before all tests, so that the hosts of most of them start what is built without each looking whether it is stale. */
// biome-ignore lint/style/noDefaultExport: Playwright takes its global setup as the default export.
export default async function buildFirst(): Promise<void> {
  await buildWhenStale(['host', 'renderer'], (text) => process.stderr.write(`${text}\n`));
}
