import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RuntimeLicences } from '#renderer/app/settings/runtime-licences.tsx';
import { SupportSection } from '#renderer/app/settings/support-section.tsx';
import type { AppCalls } from '#shared/contract/app.ts';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What of the system is told to whoever helps, and the licences of what the app runs on. */

function page() {
  const replies = {
    readHostInfo: () => ({ host: 'desktop', version: '0.1.0' }) as const,
    readSystem: () => ({
      platform: 'linux',
      arch: 'x64',
      release: '6.1',
      electron: '45.4.1',
      chromium: '150.0',
      node: '24.1',
    }),
    showRuntimeLicence: ({ of }: AppCalls['showRuntimeLicence']['input']) =>
      of === 'chromium' ? { path: '/p/licences.html', isShown: true } : { path: null, isShown: false },
    showErrorLog: () => ({ path: '/p/logs/errors.log', isThere: true, isShown: true }),
  };
  return openPage({ replies }, () => (
    <InAccount>
      <SupportSection />
      <RuntimeLicences />
    </InAccount>
  ));
}

test('who asks for help copies the system, and nothing of their own; the log of errors is shown', async () => {
  const { user } = await page();
  await user.click(await screen.findByTestId('support-copy'));
  expect(await navigator.clipboard.readText()).toBe(
    'Cuadra 0.1.0 (desktop)\nSystem: linux x64 6.1\nElectron: 45.4.1\nChromium: 150.0\nNode: 24.1\nLanguage: es',
  );
  expect(screen.getByTestId('support-copy').textContent).toBe(text('settings.support-copied'));
  await user.click(screen.getByTestId('support-errors'));
  await waitFor(() => expect(screen.getByTestId('support-log').dataset.value).toBe('/p/logs/errors.log'));
});

test('the licences of Electron and Chromium are opened; one that did not come with the program is said', async () => {
  const { user } = await page();
  const problem = () => screen.getByTestId('licence-problem').textContent;
  await user.click(await screen.findByRole('button', { name: text('settings.licences-electron') }));
  await waitFor(() => expect(problem()).toBe(text('settings.licences-gone')));
  await user.click(screen.getByRole('button', { name: text('settings.licences-chromium') }));
  await waitFor(() => expect(problem()).toBe(''));
});
