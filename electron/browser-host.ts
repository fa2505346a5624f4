import { runBrowserHost } from './browser/run.ts';

process.exitCode = await runBrowserHost(process.argv.slice(2));
