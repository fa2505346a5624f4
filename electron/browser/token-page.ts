/** What a browser sees that comes without the token: in every language, because no setting is known yet. */
export const TOKEN_PAGE = `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cuadra</title>
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
<p>Esta ventana todavía no tiene permiso. Abra la dirección completa que Cuadra escribió en la terminal al
iniciarse: es la que termina en <code>?token=…</code>. Después, este navegador queda autorizado.</p>
</section>
<section lang="en">
<p>This window has no permission yet. Open the complete address that Cuadra printed in the terminal when it
started: the one that ends in <code>?token=…</code>. From then on this browser is let in.</p>
</section>
<section lang="pt-BR">
<p>Esta janela ainda não tem permissão. Abra o endereço completo que o Cuadra escreveu no terminal ao iniciar:
é o que termina em <code>?token=…</code>. Depois disso, este navegador fica autorizado.</p>
</section>
</body>
</html>
`;
