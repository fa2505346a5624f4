import { runBrowserHost } from './browser-host/run.ts';

process.exitCode = await runBrowserHost(process.argv.slice(2));
