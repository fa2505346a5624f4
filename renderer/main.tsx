import '@fontsource-variable/inter/index.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/controls.module.css';
import './app/frame/shell.css';
import { config } from 'zod';
import { startPage } from '#renderer/data/client/host.ts';

// The page's policy forbids code made from text: zod must not try.
config({ jitless: true });

// The data worker and the line to the main process are on their way before the interface is even read.
const session = startPage();
const { mount } = await import('./app/app.tsx');
mount(session);
