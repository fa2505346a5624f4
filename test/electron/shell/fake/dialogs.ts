import type { Clipboard, Dialog, Shell } from 'electron';
import { type Agrees, refusing } from './refusing.ts';

class FakeDialog {
  answer = { canceled: true, filePath: '' };
  openAnswer = { canceled: true, filePaths: [] as string[] };
  boxAnswer = { response: 0, checkboxChecked: false };
  readonly asked: unknown[] = [];
  readonly boxes: unknown[] = [];
  readonly errors: string[] = [];
  showErrorBox(_title: string, content: string): void {
    this.errors.push(content);
  }
  async showSaveDialog(...args: unknown[]): Promise<{ canceled: boolean; filePath: string }> {
    this.asked.push(args);
    return this.answer;
  }
  async showOpenDialog(...args: unknown[]): Promise<{ canceled: boolean; filePaths: string[] }> {
    this.asked.push(args);
    return this.openAnswer;
  }
  async showMessageBox(...args: unknown[]): Promise<{ response: number; checkboxChecked: boolean }> {
    this.boxes.push(args);
    return this.boxAnswer;
  }
}
export const fakeDialog = refusing('dialog', new FakeDialog() satisfies Agrees<FakeDialog, Dialog>);

class FakeShell {
  readonly shown: string[] = [];
  readonly opened: string[] = [];
  /** Files and folders that were opened by the system; `problem` is what it says of the next. */
  readonly paths: string[] = [];
  problem = '';
  showItemInFolder(path: string): void {
    this.shown.push(path);
  }
  async openExternal(url: string): Promise<void> {
    this.opened.push(url);
  }
  async openPath(path: string): Promise<string> {
    this.paths.push(path);
    return this.problem;
  }
}
export const fakeShell = refusing('shell', new FakeShell() satisfies Agrees<FakeShell, Shell>);

class FakeClipboard {
  text = '';
  writeText(text: string): Promise<void> {
    this.text = text;
    return Promise.resolve();
  }
}
export const fakeClipboard = refusing(
  'clipboard',
  new FakeClipboard() satisfies Agrees<FakeClipboard, Clipboard>,
);
