import { lazy, Suspense, useEffect, useState } from 'react';
import { isDialogOpen, useShortcut } from '#renderer/features/shortcuts/shortcuts.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }));

function isTyped(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
}

/** Ctrl+K opens the palette, ? the sheet of keys. */
export function PaletteKeys() {
  const [open, setOpen] = useState<'palette' | 'sheet' | null>(null);
  useShortcut('ctrl+k', () => setOpen('palette'));
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== '?' || event.defaultPrevented || isTyped(event.target) || isDialogOpen()) return;
      event.preventDefault();
      setOpen('sheet');
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  if (open === null) return null;
  const close = (): void => setOpen(null);
  return (
    <Suspense fallback={null}>
      {open === 'palette' ? (
        <Palette onClose={close} onSheet={() => setOpen('sheet')} />
      ) : (
        <ShortcutSheet onClose={close} />
      )}
    </Suspense>
  );
}
