import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AssistantsSetting } from '#renderer/app/settings/assistants-setting.tsx';
import { DesktopTab } from '#renderer/app/settings/desktop-tab.tsx';
import { RuntimeLicences } from '#renderer/app/settings/runtime-licences.tsx';
import { SettingsProvider, useSettings } from '#renderer/app/settings/settings-context.tsx';
import { SettingsDialog } from '#renderer/app/settings/settings-dialog.tsx';
import type { SettingsTab } from '#renderer/app/settings/settings-tabs.ts';
import { SupportSection } from '#renderer/app/settings/support-section.tsx';
import { UpdatesSetting } from '#renderer/app/settings/updates-setting.tsx';
import ui from '#renderer/ui/controls.module.css';
import { RpcError } from '#shared/contract/rpc.ts';
import type { UpdateStep, Updates } from '#shared/contract/updates.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { buttonOf } from '#test/renderer/dom/shown.ts';
import { MINUTE, NOW } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The dialog of the settings with each of its tabs, and what they say and set of the program itself. */

beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(NOW));

const draw = (drawn: ReactNode, setting: PageSetting = {}) =>
  openPage(setting, () => (
    <InAccount>
      <div data-testid="part">{drawn}</div>
    </InAccount>
  ));
const read = () => readOf(screen.getByTestId('part'));
const click = (part: Element) => act(async () => void fireEvent.click(part));
const alerts = () => [...document.querySelectorAll('[role=alert]')].map((each) => each.textContent);
const fails = (code: string) => () => {
  throw new RpcError(code, 'x');
};
const onDesktop = (replies: PageSetting['replies'] = {}): PageSetting => ({
  replies: { readHostInfo: () => ({ host: 'desktop', version: '9.8' }), ...replies },
});
const SHELL = { closing: 'hide', notifies: true, opensAtLogin: false } as const;

describe('the dialog', () => {
  function Settings(props: { readonly onClose?: () => void; readonly onConnect?: () => void }) {
    const [tab, setTab] = useState<SettingsTab>('formats');
    const { onClose = () => {}, onConnect = () => {} } = props;
    return <SettingsDialog tab={tab} onTab={setTab} onClose={onClose} onConnect={onConnect} />;
  }

  test('has a tab for each kind of settings, in their order, and shows those of the one that is chosen', async () => {
    await draw(<Settings />, {
      ...onDesktop({
        readShell: () => SHELL,
        readAssistantAccess: () => 'off',
        readExportFolder: fails('setting-locked'),
      }),
      rows: [],
    });
    await screen.findByTestId('settings-tab-app');
    const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
    const shown: unknown[] = [];
    for (const tab of tabs) {
      await click(tab);
      const panel = [...document.querySelectorAll('[role=tabpanel]')].find(
        (each) => !each.hasAttribute('hidden'),
      );
      await waitFor(() => expect(panel?.textContent).not.toBe(''));
      shown.push([tab.dataset.testid, tab.textContent, readOf(panel as Element)[0]]);
    }
    expect(shown).toEqual([
      ['settings-tab-formats', 'Formatos e idioma', 'Idioma[Español, on][English][Português]'],
      ['settings-tab-looks', 'Apariencia', 'Tema[Sistema, on][Claro][Oscuro]'],
      ['settings-tab-accounts', 'Cuentas', '[Lumbre Hogarapi.example · Proabierta, on]'],
      ['settings-tab-targets', 'Metas', text('target.about')],
      ['settings-tab-exports', 'Exportaciones', 'Lumbre Hogar'],
      ['settings-tab-privacy', 'Privacidad', 'Montos y compradores[Visibles, on][Ocultos]'],
      ['settings-tab-app', 'Aplicación', 'Al cerrar la ventana[Seguir en segundo plano, on][Salir]'],
      ['settings-tab-about', 'Acerca de', 'Cuadra 9.8Aplicación de escritorio'],
    ]);
    const privacy = await screen.findByTestId('settings-tab-privacy');
    await click(privacy);
    expect(document.querySelector('[role=tabpanel]:not([hidden])')?.textContent).toContain(
      text('assistants.name'),
    );
  });

  test('leads to another account, and is closed by its button', async () => {
    const onClose = vi.fn();
    const onConnect = vi.fn();
    await draw(<Settings onClose={onClose} onConnect={onConnect} />);
    await click(screen.getByTestId('settings-tab-accounts'));
    await click(buttonOf(text('account.connect')));
    expect([onClose.mock.calls.length, onConnect.mock.calls.length]).toEqual([0, 1]);
    await click(buttonOf(text('settings.close')));
    expect([onClose.mock.calls.length, onConnect.mock.calls.length]).toEqual([1, 1]);
    expect(screen.getByRole('dialog', { name: text('settings.name') })).toBeTruthy();
  });

  test('is opened where it is asked for, else at formats, and goes where another account is connected', async () => {
    const onConnect = vi.fn();
    function Openers() {
      const { open } = useSettings();
      return (['accounts', undefined] as const).map((tab) => (
        <button key={tab ?? ''} type="button" data-testid={`open-${tab}`} onClick={() => open(tab)}>
          {tab}
        </button>
      ));
    }
    await draw(
      <SettingsProvider onConnect={onConnect}>
        <Openers />
      </SettingsProvider>,
    );
    const chosen = async () => {
      await screen.findByTestId('settings');
      return document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.dataset.testid;
    };
    const isClosed = () => waitFor(() => expect(screen.queryByTestId('settings')).toBeNull());
    await click(screen.getByTestId('open-accounts'));
    expect(await chosen()).toBe('settings-tab-accounts');
    expect(onConnect).not.toHaveBeenCalled();
    await click(buttonOf(text('account.connect')));
    expect(onConnect).toHaveBeenCalledOnce();
    await isClosed();
    await click(screen.getByTestId('open-accounts'));
    await click(screen.getByTestId('settings-tab-looks'));
    expect(await chosen()).toBe('settings-tab-looks');
    // From within what is open, too.
    await click(screen.getByTestId('open-accounts'));
    expect(await chosen()).toBe('settings-tab-accounts');
    await click(buttonOf(text('settings.close')));
    await isClosed();
    await click(screen.getByTestId('open-undefined'));
    expect(await chosen()).toBe('settings-tab-formats');
  });

  test('is opened by its keys at formats, wherever it was before', async () => {
    await draw(null);
    const selected = () =>
      document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.dataset.testid;
    const press = () => fireEvent.keyDown(window, { key: ',', ctrlKey: true });
    press();
    await click(await screen.findByTestId('settings-tab-looks'));
    expect(selected()).toBe('settings-tab-looks');
    await click(buttonOf(text('settings.close')));
    await waitFor(() => expect(screen.queryByTestId('settings')).toBeNull());
    press();
    await screen.findByTestId('settings');
    expect(selected()).toBe('settings-tab-formats');
  });

  test('names the libraries of each licence, and reads their texts once one is opened', async () => {
    await draw(<SettingsDialog tab="about" onTab={() => {}} onClose={() => {}} onConnect={() => {}} />);
    const licences = await screen.findByTestId('settings-licences');
    const each = () => [...document.querySelectorAll('details')];
    const named = each().map((one) => one.querySelector('p')?.textContent?.split(' · ') ?? []);
    expect(named.flat()).toHaveLength(Number(licences.dataset.value));
    expect(screen.queryAllByTestId('licence-text')).toEqual([]);
    const [first] = each();
    await act(async () => void fireEvent(first as Element, new Event('toggle')));
    await waitFor(() => expect(screen.queryAllByTestId('licence-text').length).toBeGreaterThan(0));
    // Each text stands at its own licence, with the libraries that are under it; none is named twice.
    each().forEach((one, at) => {
      const texts = [...one.querySelectorAll<HTMLElement>('[data-testid=licence-text]')];
      const libraries = texts.map((part) => part.querySelector('p')?.textContent?.split(' · ') ?? []);
      expect(libraries.flat().toSorted()).toEqual(named[at]?.toSorted());
      expect(texts.map(({ dataset }) => Number(dataset.value))).toEqual(
        libraries.map(({ length }) => length),
      );
      expect(texts.every((part) => (part.querySelector('pre')?.textContent ?? '').length > 100)).toBe(true);
      expect(one.querySelectorAll('p')).toHaveLength(texts.length);
    });
  });
});

test('of assistants each access is asked for as itself; one that cannot be set is told, and stays as it was', async () => {
  let isFull = false;
  const { asked } = await draw(<AssistantsSetting />, {
    replies: {
      readAssistantAccess: () => 'figures',
      changeAssistantAccess: ({ access }) => (isFull ? fails('setting-disk-full')() : access),
    },
  });
  await screen.findByText(text('assistants.name'));
  const choices = (chosen: string) =>
    `${text('assistants.name')}${(['off', 'figures', 'buyers'] as const)
      .map((each) => `[${text(`assistants.${each}`)}${each === chosen ? ', on' : ''}]`)
      .join('')}`;
  expect(read()).toEqual([choices('figures'), text('assistants.note')]);
  await click(buttonOf(text('assistants.buyers')));
  expect(read()[0]).toBe(choices('buyers'));
  isFull = true;
  await click(buttonOf(text('assistants.off')));
  expect(read()).toEqual([choices('buyers'), text('failure.setting-disk-full'), text('assistants.note')]);
  isFull = false;
  await click(buttonOf(text('assistants.off')));
  expect(read()).toEqual([choices('off'), text('assistants.note')]);
  expect(asked.slice(1)).toEqual(
    ['buyers', 'off', 'off'].map((access) => ({ call: 'changeAssistantAccess', input: { access } })),
  );
});

test('what cannot be read of the program is no setting', async () => {
  await draw(
    <>
      <AssistantsSetting />
      <DesktopTab />
      <SupportSection />
      <UpdatesSetting />
    </>,
    {
      replies: {
        readAssistantAccess: fails('failed'),
        readShell: fails('failed'),
        readSystem: fails('failed'),
        readUpdates: fails('failed'),
      },
    },
  );
  await act(async () => {});
  expect(read()).toEqual([]);
});

describe('the app around the page', () => {
  test('is read as it was set', async () => {
    await draw(
      <DesktopTab />,
      onDesktop({ readShell: () => ({ closing: 'quit', notifies: false, opensAtLogin: true }) }),
    );
    await screen.findByText(text('settings.closing'));
    expect(read()).toEqual([
      `Al cerrar la ventana[${text('settings.closing-hide')}][${text('settings.closing-quit')}, on]`,
      text('settings.closing-note'),
      `Al iniciar sesión[${text('settings.login-yes')}, on][${text('settings.login-no')}]`,
      text('settings.login-note'),
      `Notificaciones[${text('settings.notifies-yes')}][${text('settings.notifies-no')}, on]`,
      text('settings.notifies-note'),
    ]);
  });

  test('tells of the last change that failed, beside it, and of none once one was made', async () => {
    let isLocked = true;
    const { asked } = await draw(
      <DesktopTab />,
      onDesktop({
        readShell: () => ({ closing: 'quit', notifies: false, opensAtLogin: true }),
        changeShell: () => (isLocked ? fails('setting-locked')() : { ...SHELL, closing: 'quit' }),
      }),
    );
    await screen.findByText(text('settings.closing'));
    const at = async (press: string) => {
      await click(buttonOf(press));
      return read().indexOf(text('failure.setting-locked'));
    };
    expect(await at(text('settings.login-no'))).toBe(3);
    expect(await at(text('settings.notifies-yes'))).toBe(5);
    expect(await at(text('settings.closing-hide'))).toBe(1);
    isLocked = false;
    expect(await at(text('settings.notifies-yes'))).toBe(-1);
    // All of it is as the main process says it is now.
    const on = [...screen.getByTestId('part').querySelectorAll('[aria-pressed=true]')];
    expect(on.map(({ textContent }) => textContent)).toEqual([
      text('settings.closing-quit'),
      text('settings.login-no'),
      text('settings.notifies-yes'),
    ]);
    expect(asked.filter(({ call }) => call === 'changeShell').map(({ input }) => input)).toEqual([
      ...[{ opensAtLogin: false }, { notifies: true }, { closing: 'hide' }, { notifies: true }],
    ]);
  });
});

describe('newer versions', () => {
  const CAN: Updates = {
    ...{ obstacle: null, isOn: true, hasReleases: true, askedAtMs: NOW - 3 * MINUTE },
    step: { kind: 'current' },
  };
  const open = async (
    updates: Updates,
    askUpdates: NonNullable<PageSetting['replies']>['askUpdates'] = () => null,
  ) => {
    const page = await draw(<UpdatesSetting />, onDesktop({ readUpdates: () => updates, askUpdates }));
    await screen.findByText(text('updates.name'));
    return page;
  };
  const setting = (isOn: boolean) =>
    `${text('updates.name')}[${text('updates.on')}${isOn ? ', on' : ''}][${text('updates.off')}${isOn ? '' : ', on'}]`;

  test('tell when they were last asked for only while there is none, and a failure as one', async () => {
    const { report } = await open(CAN);
    const shown = () => {
      const step = screen.getByTestId('updates-step');
      return [step.dataset.value, step.textContent, step.className];
    };
    expect(read()).toEqual([
      setting(true),
      text('updates.note'),
      `${text('updates.current')} · hace 3 min [${text('updates.check')}]`,
    ]);
    const cases: readonly (readonly [UpdateStep, number | null, string, string])[] = [
      [{ kind: 'current' }, null, text('updates.current'), ''],
      [{ kind: 'unasked' }, NOW, text('updates.unasked'), ''],
      [{ kind: 'found', version: '2' }, NOW, text('updates.found', { version: '2' }), ''],
      [
        { kind: 'failed', version: '2', why: 'damaged' },
        NOW,
        text('updates.failed-damaged'),
        ui.failed ?? '-',
      ],
    ];
    for (const [step, askedAtMs, words, look] of cases) {
      act(() => report('updates', { ...CAN, step, askedAtMs }));
      expect(shown()).toEqual([step.kind, words, look]);
    }
    act(() => report('updates', { ...CAN, isOn: false }));
    expect(read()).toEqual([setting(false), text('updates.note')]);
  });

  test('that cannot be turned off say so beside the choice; what a step fails with is said at the step', async () => {
    const { asked } = await open(CAN, ({ action }) =>
      fails(action === 'off' ? 'setting-locked' : 'setting-disk-full')(),
    );
    await click(buttonOf(text('updates.off')));
    expect(read()).toEqual([
      setting(true),
      text('failure.setting-locked'),
      text('updates.note'),
      `${text('updates.current')} · hace 3 min [${text('updates.check')}]`,
    ]);
    await click(buttonOf(text('updates.check')));
    expect(alerts()).toEqual([text('failure.setting-locked'), text('failure.setting-disk-full')]);
    expect(asked.map(({ input }) => input)).toEqual([{ action: 'off' }, { action: 'check' }]);
  });

  test('that this build cannot take lead to no releases where there is no page of them', async () => {
    await open({ ...CAN, obstacle: 'package', hasReleases: false });
    expect(read()).toEqual([`${text('updates.name')}${text('updates.obstacle-package')}`]);
    expect(screen.getByTestId('updates-obstacle').dataset.value).toBe('package');
  });
});

describe('who helps', () => {
  const SYSTEM = {
    platform: 'linux',
    arch: 'x64',
    release: '6.1',
    electron: '45',
    chromium: '150',
    node: '24',
  };

  test('is told of the system in the language that is used; that it was copied only where it was', async () => {
    localStorage.setItem('cuadra.preferences', JSON.stringify({ language: 'pt' }));
    await draw(<SupportSection />, onDesktop({ readSystem: () => SYSTEM as never }));
    const words = (await screen.findByTestId('support-system')).textContent ?? '';
    expect(words).toMatch(/^Cuadra 9\.8 \(desktop\)\nSystem: linux x64 6\.1\n(?:.*\n)*Language: pt/u);
    const press = screen.getByTestId('support-copy');
    const before = press.textContent;
    const copy = vi.spyOn(navigator.clipboard, 'writeText');
    const copied = async (isDone: boolean) => {
      copy.mockImplementationOnce(async () => {
        if (!isDone) throw new Error('not allowed');
      });
      await click(press);
      return press.textContent !== before;
    };
    expect([await copied(true), await copied(false), await copied(true)]).toEqual([true, false, true]);
    fireEvent.blur(press);
    expect([press.textContent, copy.mock.calls]).toEqual([before, [[words], [words], [words]]]);
  });

  test('is told where the log of errors is; of one that cannot be shown, nothing more than before', async () => {
    const logs = [
      () => ({ isThere: true, path: '/p/errors.log' }),
      fails('failed'),
      () => ({ isThere: false, path: '/p/errors.log' }),
    ];
    await draw(
      <SupportSection />,
      onDesktop({ readSystem: () => SYSTEM as never, showErrorLog: () => logs.shift()?.() as never }),
    );
    await screen.findByTestId('support-errors');
    const log = () => screen.getByTestId('support-log');
    expect([log().textContent, log().dataset.value]).toEqual(['', '']);
    const path = text('settings.errors-path', { path: '/p/errors.log' });
    for (const words of [path, path, text('settings.errors-none')]) {
      await click(screen.getByTestId('support-errors'));
      expect(log().textContent).toBe(words);
    }
  });

  test('opens the licences of what the app runs on, each as itself; there are none in a browser', async () => {
    const { asked, view } = await draw(
      <RuntimeLicences />,
      onDesktop({ showRuntimeLicence: fails('failed') }),
    );
    await screen.findByTestId('licence-electron');
    expect(read()).toEqual([
      text('settings.licences-runtime'),
      `[${text('settings.licences-electron')}] [${text('settings.licences-chromium')}]`,
    ]);
    for (const of of ['electron', 'chromium']) await click(screen.getByTestId(`licence-${of}`));
    expect(asked).toEqual(
      ['electron', 'chromium'].map((of) => ({ call: 'showRuntimeLicence', input: { of } })),
    );
    expect(screen.getByTestId('licence-problem').textContent).toBe('');
    view.unmount();
    await draw(<RuntimeLicences />);
    expect(read()).toEqual([]);
  });
});
