import { createHash } from 'node:crypto';
import { SESSION_ITEM } from '#shared/contract/ipc.ts';
import { SECURITY_HEADERS } from '../assets/security-headers.ts';

/** The pages of the browser host's own: how to come in, and the step from a one-time code to a session. */

const HEAD = `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cuadra</title>`;

/** What a browser sees that is not let in: in every language, because no setting is known yet. */
export const HOW_TO_ENTER_PAGE = `${HEAD}
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto 0; padding: 0 1.5rem; }
h1 { font-size: 1.4rem; }
section + section { margin-top: 1.5rem; opacity: .75; }
</style>
</head>
<body>
<h1>Cuadra</h1>
<section>
<p>Esta ventana no tiene permiso: la dirección que escribe Cuadra sirve una sola vez, y solo mientras Cuadra siga
abierto. Para obtener otra, pulse Intro en la terminal donde está abierto o ejecute allí de nuevo el mismo comando, y
abra la dirección que aparezca.</p>
</section>
<section lang="en">
<p>This window is not let in: the address that Cuadra prints is good once, and only while Cuadra runs. To get another
one, press Enter in the terminal where it runs, or run the same command again, and open the address it prints.</p>
</section>
<section lang="pt-BR">
<p>Esta janela não tem permissão: o endereço que o Cuadra escreve serve uma única vez, e só enquanto o Cuadra estiver
aberto. Para obter outro, pressione Enter no terminal onde ele está aberto ou execute o mesmo comando de novo, e abra o
endereço que aparecer.</p>
</section>
</body>
</html>
`;

/** Keeps the session secret in the origin and goes on to the app, in the place of the address with the code. */
const ENTER_SCRIPT = `localStorage.setItem('${SESSION_ITEM}', document.documentElement.dataset.session);
location.replace('/' + location.hash);`;

/** The answer to a code: `secret` is base64url and needs no escape. */
export function enterPage(secret: string): string {
  return `${HEAD.replace('<html ', `<html data-session="${secret}" `)}
</head>
<body><script>${ENTER_SCRIPT}</script></body>
</html>
`;
}

/** That page's policy: its one script and nothing else. */
export const ENTER_HEADERS: { readonly [name: string]: string } = {
  ...SECURITY_HEADERS,
  'Content-Security-Policy': [
    "default-src 'none'",
    `script-src 'sha256-${createHash('sha256').update(ENTER_SCRIPT).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/** A local file that leads a browser to the address: no argument of a process, which others can read, holds it. */
export function redirectFile(address: string): string {
  return `${HEAD}
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}">
</head>
<body><a href="${address}">Cuadra</a></body>
</html>
`;
}
