import { HIDDEN_FLAG } from './start-kind.ts';

/** The file by which Linux desktops begin an app at login (XDG autostart). */

export const AUTOSTART_FILE = 'cuadra.desktop';

/** An argument of Exec: quoted, `%` no field code, and every backslash twice, for the value is a string first. */
function execArgument(text: string): string {
  const quoted = text.replaceAll(/["`$\\]/g, (mark) => `\\${mark}`).replaceAll('%', '%%');
  return `"${quoted.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`;
}

/** @param program the path that starts the app */
export function autostartEntry(program: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Version=1.0',
    'Name=Cuadra',
    `Exec=${execArgument(program)} ${HIDDEN_FLAG}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}
