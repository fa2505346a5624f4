import { expect, it } from 'vitest';
import { screenTasks } from '#electron/desktop/jump-list.ts';
import { hasDisplay, hidingOf, isPortable, programFile } from '#electron/desktop/system-places.ts';
import { wordsOf } from '#electron/i18n/words.ts';
import { readViewLink } from '#shared/domain/view-link.ts';

it.each([
  ['GNOME', 'minimize'],
  ['GNOME-Classic:GNOME', 'minimize'],
  ['Pantheon', 'minimize'],
  ['ubuntu:GNOME', 'hide'],
  ['pop:GNOME', 'hide'],
  ['Budgie:GNOME', 'hide'],
  ['KDE', 'hide'],
  ['XFCE', 'hide'],
  ['sway', 'hide'],
  ['', 'hide'],
] as const)('on the desktop «%s» a closed window goes: %s', (desktop, hiding) => {
  expect(hidingOf('linux', { XDG_CURRENT_DESKTOP: desktop })).toBe(hiding);
  expect(hidingOf('win32', { XDG_CURRENT_DESKTOP: desktop })).toBe('hide');
  expect(hidingOf('darwin', {})).toBe('hide');
});

it('the file that begins the app is the one that is still there afterwards', () => {
  const environment = {
    APPIMAGE: '/a/Cuadra.AppImage',
    APPDIR: '/tmp/x',
    PORTABLE_EXECUTABLE_FILE: 'E:\\Cuadra.exe',
    PORTABLE_EXECUTABLE_APP_FILENAME: 'Cuadra',
  };
  expect(programFile('linux', environment, '/tmp/x/cuadra')).toBe('/a/Cuadra.AppImage');
  expect(programFile('win32', environment, 'C:\\Temp\\x\\Cuadra.exe')).toBe('E:\\Cuadra.exe');
  for (const platform of ['linux', 'win32', 'darwin'] as const) {
    expect(programFile(platform, {}, '/opt/cuadra')).toBe('/opt/cuadra');
  }
  expect(programFile('darwin', environment, '/opt/cuadra')).toBe('/opt/cuadra');
  expect([
    isPortable('win32', environment),
    isPortable('win32', {}),
    isPortable('linux', environment),
  ]).toEqual([true, false, false]);
});

it('the file that begins the app is no other program’s, which began the one that asks', () => {
  const environment = {
    APPIMAGE: '/a/Assistant.AppImage',
    APPDIR: '/tmp/.mount_Assist',
    PORTABLE_EXECUTABLE_FILE: 'E:\\Assistant.exe',
    PORTABLE_EXECUTABLE_APP_FILENAME: 'Assistant',
  };
  for (const running of ['/opt/Cuadra/cuadra', '/tmp/.mount_Assistant2/cuadra'])
    expect(programFile('linux', environment, running)).toBe(running);
  expect(programFile('win32', environment, 'C:\\Programs\\Cuadra.exe')).toBe('C:\\Programs\\Cuadra.exe');
  expect(isPortable('win32', environment)).toBe(false);
});

it('the app needs a display of Linux alone, of either kind', () => {
  expect([{}, { DISPLAY: '' }].map((environment) => hasDisplay('linux', environment))).toEqual([
    false,
    false,
  ]);
  expect(
    [{ DISPLAY: ':0' }, { WAYLAND_DISPLAY: 'wayland-0' }].map((each) => hasDisplay('linux', each)),
  ).toEqual([true, true]);
  expect([hasDisplay('win32', {}), hasDisplay('darwin', {})]).toEqual([true, true]);
});

it('the taskbar offers the screens that can be gone to, by links that lead there', () => {
  expect(screenTasks(wordsOf('en'), new Set(['undo', 'sync']))).toEqual([]);
  const tasks = screenTasks(wordsOf('en'), new Set(['go-sync', 'go-panel', 'undo']));
  expect(tasks.map(({ title }) => title)).toEqual(['Overview', 'Sync']);
  expect(tasks.map(({ link }) => readViewLink(link)?.screen)).toEqual(['panel', 'sync']);
});
