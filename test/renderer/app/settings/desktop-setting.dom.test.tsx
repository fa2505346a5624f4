import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DesktopTab } from '#renderer/app/settings/desktop-tab.tsx';
import { RpcError } from '#shared/contract/rpc.ts';
import { openPage } from '#test/renderer/dom/page.tsx';

const settings = { closing: 'hide', notifies: true, opensAtLogin: false } as const;

test('a setting of the app that cannot be written stays as it was, and says why', async () => {
  const replies = {
    readShell: () => settings,
    changeShell: () => {
      throw new RpcError('setting-disk-full', 'ENOSPC');
    },
  };
  const one = await openPage({ replies }, () => <DesktopTab />);
  await one.user.click(await screen.findByRole('button', { name: 'Salir' }));
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toMatch(/^No queda espacio en el disco/);
  // Beside what was to be set, not somewhere below.
  expect(notice.parentElement).toBe(
    screen.getByRole('group', { name: 'Al cerrar la ventana' }).parentElement,
  );
  const kept = screen.getByRole('button', { name: 'Seguir en segundo plano' });
  expect(kept.getAttribute('aria-pressed')).toBe('true');
});
