import '@fontsource-variable/inter/index.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/controls.module.css';
import './app/frame/shell.css';
import { config } from 'zod';
import { startPage } from '#renderer/data/client/host.ts';
import { reportUncaught } from '#renderer/data/transport/uncaught.ts';
import type { PageError } from '#shared/contract/page-errors.ts';

// The page's policy forbids code made from text: zod must not try.
config({ jitless: true });

// The data worker and the line to the main process are on their way before the interface is even read.
const session = startPage();
// Where it does not arrive, there is nobody to tell.
const report = (error: PageError) => void session.bridge.call.reportError(error).catch(() => null);
const notify = reportUncaught(window, 'page', report);
session.data.listen({ failed: report });
const { mount } = await import('./app/app.tsx');
mount(session, (error) => notify('page-screen', error));
// Nobody waits for it while the first screen is drawn.
const { answerPrograms } = await import('./programs/answer-programs.ts');
answerPrograms(session);
