import { act } from '@testing-library/react';
import { PaletteKeys } from '#renderer/app/palette/palette-keys.tsx';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';

/** Draws the palette's keys once: what they load by themselves is there before a test asks for a command. */
export async function loadPalette(): Promise<void> {
  const { report, view } = await openPage({ at: '#panel' }, () => (
    <InAccount>
      <PaletteKeys />
    </InAccount>
  ));
  act(() => report('command', 'go-panel'));
  await act(async () => void (await import('#renderer/app/palette/palette.tsx')));
  view.unmount();
}
