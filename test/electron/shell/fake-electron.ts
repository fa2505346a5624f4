import { fakeApp } from './fake/app.ts';
import { fakeAutoUpdater } from './fake/auto-updater.ts';
import { fakeClipboard, fakeDialog, fakeShell } from './fake/dialogs.ts';
import { FakeMessageChannel, fakeContextBridge, fakeIpcMain, fakeIpcRenderer } from './fake/ipc.ts';
import { FakeMenu, FakeMenuItem, FakeNotification, FakeTray, fakeNativeImage } from './fake/menus.ts';
import { refusing } from './fake/refusing.ts';
import { fakeSafeStorage } from './fake/safe-storage.ts';
import { fakeNet, fakeProtocol, fakeSession } from './fake/session.ts';
import { fakeNativeTheme, fakePowerMonitor, fakePowerSaveBlocker, fakeScreen } from './fake/system.ts';
import { FakeBrowserWindow, FakeWebContents as WebContents } from './fake/window.ts';

/**
 * Electron as the shell uses it, driven by tests: unit tests resolve `electron` to this file. What is not modelled (fake/) is
 * refused by name when it is used; what is modelled agrees with Electron's own types, or does not compile.
 */

export const app = fakeApp;
export const autoUpdater = fakeAutoUpdater;
export const clipboard = fakeClipboard;
export const contextBridge = fakeContextBridge;
export const dialog = fakeDialog;
export const ipcMain = fakeIpcMain;
export const ipcRenderer = fakeIpcRenderer;
export const nativeImage = fakeNativeImage;
export const nativeTheme = fakeNativeTheme;
export const net = fakeNet;
export const powerMonitor = fakePowerMonitor;
export const powerSaveBlocker = fakePowerSaveBlocker;
export const protocol = fakeProtocol;
export const safeStorage = fakeSafeStorage;
export const screen = fakeScreen;
export const session = fakeSession;
export const shell = fakeShell;

export const BrowserWindow = refusing('BrowserWindow', FakeBrowserWindow);
export type BrowserWindow = FakeBrowserWindow;
export const Menu = refusing('Menu', FakeMenu);
export const MenuItem = refusing('MenuItem', FakeMenuItem);
export const MessageChannelMain = refusing('MessageChannelMain', FakeMessageChannel);
export const Notification = refusing('Notification', FakeNotification);
export const Tray = refusing('Tray', FakeTray);
/** Not Electron's to make: what a window has, for tests that need one without. */
export const FakeWebContents = WebContents;
export type FakeWebContents = WebContents;

/** Every name here is Electron's, but for the one above. */
type Extra = Exclude<keyof typeof import('./fake-electron.ts'), keyof typeof import('electron')>;
'FakeWebContents' satisfies Extra;
true satisfies Extra extends 'FakeWebContents' ? true : never;
