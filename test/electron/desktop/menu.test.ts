import { describe, expect, it } from 'vitest';
import { type MenuItem, menuOf } from '#electron/desktop/menu.ts';
import { wordsOf } from '#electron/i18n/words.ts';
import { LANGUAGES } from '#shared/contract/languages.ts';
import { PAGE_COMMANDS } from '#shared/contract/shell.ts';
import { SCREEN_IDS } from '#shared/domain/screens.ts';

const itemsOf = (isMac: boolean, language: (typeof LANGUAGES)[number] = 'es'): readonly MenuItem[] =>
  menuOf(wordsOf(language), isMac, new Set(PAGE_COMMANDS)).flatMap(({ items }) => items);
const commandsOf = (isMac: boolean) =>
  itemsOf(isMac).flatMap((item) => (item.kind === 'command' ? [item] : []));

describe.each([true, false])('the menus (macOS: %s)', (isMac) => {
  it('hold every command once, in words of the language, with keys of its own', () => {
    const commands = commandsOf(isMac);
    expect(commands.map(({ command }) => command).toSorted()).toEqual([...PAGE_COMMANDS].toSorted());
    const keys = commands.flatMap(({ keys: own }) => own ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    for (const group of menuOf(wordsOf('pt'), isMac, new Set())) {
      expect(group.items.length).toBeGreaterThan(0);
      expect([group.items[0]?.kind, group.items.at(-1)?.kind]).not.toContain('separator');
    }
    const labels = LANGUAGES.map((language) =>
      itemsOf(isMac, language).map((item) => (item.kind === 'separator' ? '-' : item.label)),
    );
    expect(new Set(labels.map((all) => all.join())).size).toBe(LANGUAGES.length);
  });

  it('can copy and paste, close and quit by the system’s own keys', () => {
    const roles = itemsOf(isMac).flatMap((item) => (item.kind === 'role' ? [item.role] : []));
    const wanted = ['redo', 'cut', 'copy', 'paste', 'selectAll', 'close', 'quit', 'togglefullscreen'];
    expect(roles).toEqual(expect.arrayContaining(wanted));
    expect(new Set(roles).size).toBe(roles.length);
    // Both would take back two things at one press.
    expect(roles).not.toContain('undo');
  });

  it('offer what the page can do, show the rest, and say which Cuadra this is whatever it can', () => {
    const enabled = menuOf(wordsOf('es'), isMac, new Set(['undo', 'sync'])).flatMap(({ items }) =>
      items.flatMap((item) => (item.kind === 'command' && item.isEnabled ? [item.command] : [])),
    );
    expect(enabled.toSorted()).toEqual(['sync', 'undo']);
    expect(itemsOf(isMac).filter(({ kind }) => kind === 'about')).toHaveLength(1);
  });
});

it('goes to the screens of the rail, in their order and by their keys', () => {
  const going = commandsOf(false).filter(({ command }) => command.startsWith('go-'));
  expect(going.map(({ command, keys }) => [command, keys])).toEqual(
    SCREEN_IDS.map((id, at) => [`go-${id}`, `CmdOrCtrl+${at + 1}`]),
  );
});

/** A menu in one line: what each item says, what it is, and its keys. */
const written = (isMac: boolean) =>
  menuOf(wordsOf('es'), isMac, new Set(PAGE_COMMANDS)).map(({ label, role, items }) => {
    const each = items.map((item) => {
      if (item.kind === 'separator') return '-';
      const what = item.kind === 'role' ? item.role : item.kind === 'command' ? item.command : 'about';
      const keys = item.kind === 'command' && item.keys !== null ? ` ${item.keys}` : '';
      return `${item.label} <${what}>${keys}`;
    });
    return `${label}${role === null ? '' : ` (${role})`}: ${each.join(' | ')}`;
  });

it('are these, in this order', () => {
  const edit =
    'Edición: Deshacer <undo> CmdOrCtrl+Z | Rehacer <redo> | - | Cortar <cut> | Copiar <copy> | Pegar <paste> | Seleccionar todo <selectAll>';
  const view = [
    'Ver: Buscar qué hacer… <palette> CmdOrCtrl+K | - | Ocultar o mostrar montos y compradores <cover> CmdOrCtrl+Shift+H',
    'Plegar o abrir la barra lateral <rail> CmdOrCtrl+B | - | Tamaño normal <resetZoom> | Acercar <zoomIn> | Alejar <zoomOut>',
    '- | Pantalla completa <togglefullscreen>',
  ].join(' | ');
  const go = [
    'Ir: Panel <go-panel> CmdOrCtrl+1 | Órdenes <go-orders> CmdOrCtrl+2 | Rentabilidad <go-profitability> CmdOrCtrl+3',
    'Conciliación <go-reconciliation> CmdOrCtrl+4 | Cambios <go-changes> CmdOrCtrl+5 | Sincronización <go-sync> CmdOrCtrl+6',
  ].join(' | ');
  const sync = 'Archivo: Leer cambios ahora <sync> F5 | Pausar la lectura <pause>';
  const settings = 'Ajustes… <settings-formats> CmdOrCtrl+,';
  const close = 'Cerrar la ventana <close>';
  const help = 'Ayuda (help): Atajos de teclado <sheet> | Licencias y ayuda técnica <settings-about>';
  const about = 'Acerca de Cuadra <about>';
  const hide = 'Ocultar Cuadra <hide> | Ocultar otros <hideOthers> | Mostrar todo <unhide>';
  const quit = 'Salir de Cuadra <quit>';
  expect(written(true)).toEqual([
    `Cuadra: ${about} | - | ${settings} | - | Servicios <services> | - | ${hide} | - | ${quit}`,
    ...[`${sync} | - | ${close}`, edit, view, go],
    'Ventana (window): Minimizar <minimize> | Zoom <zoom> | - | Traer todo al frente <front>',
    help,
  ]);
  expect(written(false)).toEqual([
    ...[`${sync} | - | ${settings} | - | ${close} | ${quit}`, edit, view, go],
    ...['Ventana (window): Minimizar <minimize>', `${help} | - | ${about}`],
  ]);
});
