import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PaletteKeys } from '#renderer/app/palette/palette-keys.tsx';
import { useUndo, useUndoCommand } from '#renderer/features/undo/undo.tsx';
import ui from '#renderer/ui/controls.module.css';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';

/** What the desktop app's menus can have the page do. */

let asked: string[];
beforeEach(() => {
  asked = [];
  document.execCommand = (what) => {
    asked.push(what);
    return true;
  };
});
afterEach(() => {
  Reflect.deleteProperty(document, 'execCommand');
});

const back = vi.fn();

function Done() {
  const { remember } = useUndo();
  return (
    <>
      <button type="button" onClick={() => remember('algo', back)}>
        Hacer
      </button>
      <input aria-label="Nombre" />
    </>
  );
}

describe('«Deshacer»', () => {
  test('takes back what was typed where a field has the focus, else what was done, once', async () => {
    back.mockClear();
    const one = await openPage({}, () => (
      <InAccount>
        <Done />
        <PaletteKeys />
      </InAccount>
    ));
    await one.user.click(screen.getByRole('button', { name: 'Hacer' }));
    await one.user.click(screen.getByLabelText('Nombre'));
    one.report('command', 'undo');
    expect([asked, back.mock.calls.length]).toEqual([['undo'], 0]);
    await one.user.click(screen.getByRole('button', { name: 'Hacer' }));
    const dialog = document.createElement('div');
    dialog.className = ui.dialog ?? '';
    dialog.dataset.open = '';
    document.body.append(dialog);
    one.report('command', 'undo');
    expect(back).not.toHaveBeenCalled();
    dialog.remove();
    one.report('command', 'undo');
    expect([asked.length, back.mock.calls.length]).toEqual([1, 1]);
  });

  test('has what is typed alone where nothing can have been done yet', async () => {
    function FirstField() {
      useUndoCommand(null);
      return <input aria-label="Clave" />;
    }
    const one = await openPage({}, () => <FirstField />);
    one.report('command', 'undo');
    await one.user.click(screen.getByLabelText('Clave'));
    one.report('command', 'undo');
    expect(asked).toEqual(['undo']);
  });
});
