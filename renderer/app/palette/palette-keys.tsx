import { lazy, Suspense, useEffect, useState } from 'react';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { isDialogOpen, useCommandKeys } from '#renderer/features/shortcuts/shortcuts.ts';
import type { PageCommand } from '#shared/contract/shell.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const RunCommand = lazy(async () => ({ default: (await import('./palette.tsx')).RunCommand }));
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }));

function isTyped(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
}

/** Ctrl+K opens the palette, ? the sheet of keys; what the app's menus ask for is done as the palette does it. */
export function PaletteKeys() {
  const [open, setOpen] = useState<'palette' | 'sheet' | null>(null);
  const { bridge } = useSession();
  const [asked, setAsked] = useState<{ readonly command: PageCommand } | null>(null);
  useEffect(
    () =>
      bridge.on('command', (command) => {
        // Who holds what was done hears of it.
        if (command === 'undo') return;
        // As its key: who looks over the shoulder does so at dialogs too.
        if (isDialogOpen() && command !== 'cover') return;
        if (command === 'palette' || command === 'sheet') setOpen(command);
        else setAsked({ command });
      }),
    [bridge],
  );
  useCommandKeys('palette', () => setOpen('palette'));
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== '?' || event.defaultPrevented || isTyped(event.target) || isDialogOpen()) return;
      event.preventDefault();
      setOpen('sheet');
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  if (open === null && asked === null) return null;
  const close = (): void => setOpen(null);
  return (
    <Suspense fallback={null}>
      {asked === null ? null : <RunCommand asked={asked} onDone={() => setAsked(null)} />}
      {open === 'palette' ? <Palette onClose={close} onSheet={() => setOpen('sheet')} /> : null}
      {open === 'sheet' ? <ShortcutSheet onClose={close} /> : null}
    </Suspense>
  );
}
