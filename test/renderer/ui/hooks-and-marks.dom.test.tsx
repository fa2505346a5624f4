import { Menu } from '@base-ui/react/menu';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ColumnName } from '#renderer/features/columns/column-name.tsx';
import { TextProvider } from '#renderer/i18n/text.tsx';
import { pointerIn } from '#renderer/ui/chart/chart-frame.tsx';
import { CheckLine } from '#renderer/ui/checkbox.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Segmented } from '#renderer/ui/controls.tsx';
import figureStyles from '#renderer/ui/figure.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { DEFAULT_CHOICES, FormatsProvider } from '#renderer/ui/formats.tsx';
import { useMediaQuery, useSame, useWidth } from '#renderer/ui/hooks.ts';
import { IconButton } from '#renderer/ui/icon.tsx';
import { followSize, lastSize } from '#renderer/ui/last-sizes.ts';
import { LiveRegionProvider, useAnnounce } from '#renderer/ui/live-region.tsx';
import { MenuPopup, useMenuPlace } from '#renderer/ui/menu.tsx';
import { MovedFiguresProvider } from '#renderer/ui/moved-figures.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { walkAcross } from '#renderer/ui/walk-list.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What many screens are made of: sizes that are followed, what the window is like, marks, figures, and small controls. */

const drawn = (children: ReactNode, choices = {}) =>
  render(
    <TextProvider language="es" columnNames="language">
      <FormatsProvider {...DEFAULT_CHOICES} {...choices}>
        {children}
      </FormatsProvider>
    </TextProvider>,
  );
const plain = (element: Element | null | undefined) => element?.textContent?.replace(/\s/gu, ' ');

test('a size is told where it is another, remembered by its name and for its window alone', () => {
  let resized = (): void => {};
  const ended = vi.fn();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(call: () => void) {
        resized = call;
      }
      observe = () => {};
      disconnect = ended;
    },
  );
  const element = document.createElement('div');
  let size = [100, 50];
  vi.spyOn(element, 'clientWidth', 'get').mockImplementation(() => size[0] ?? 0);
  vi.spyOn(element, 'clientHeight', 'get').mockImplementation(() => size[1] ?? 0);
  const shown = vi.fn();
  const name = crypto.randomUUID();
  expect(lastSize(name)).toBeNull();
  const end = followSize(element, name, shown);
  resized();
  size = [100, 60];
  resized();
  size = [120, 60];
  resized();
  expect(shown.mock.calls.map(([{ width, height }]) => [width, height])).toEqual([
    [100, 50],
    [100, 60],
    [120, 60],
  ]);
  expect(lastSize(name)).toMatchObject({ width: 120, height: 60 });
  end();
  expect(ended).toHaveBeenCalledOnce();
  // What was drawn for it needs no telling; another size does. Without a name nothing is known.
  const again = vi.fn();
  followSize(element, name, again)();
  expect(again).not.toHaveBeenCalled();
  const nameless = vi.fn();
  followSize(element, null, nameless)();
  expect(nameless).toHaveBeenCalledOnce();
  for (const side of ['innerWidth', 'innerHeight'] as const) {
    const other = vi.spyOn(window, side, 'get').mockReturnValue(77);
    expect(lastSize(name)).toBeNull();
    other.mockRestore();
  }
  expect(lastSize(name)).not.toBeNull();
  function Wide({ of }: { readonly of: string | null }) {
    return <output>{useWidth({ current: element }, of)}</output>;
  }
  size = [300, 10];
  const { container } = drawn(<Wide of={null} />);
  expect(container.textContent).toBe('300');
  vi.unstubAllGlobals();
});

test('a window is as its query says as long as it does, and equal values are the first of them', () => {
  let matches = false;
  const heard = new Set<() => void>();
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        media,
        get matches() {
          return matches;
        },
        addEventListener: (_: string, listener: () => void) => heard.add(listener),
        removeEventListener: (_: string, listener: () => void) => heard.delete(listener),
      }) as unknown as MediaQueryList,
  );
  const values: object[] = [];
  let set: (value: { readonly a: number }) => void = () => {};
  function Seen() {
    const [value, change] = useState({ a: 1 });
    set = (next) => act(() => change(next));
    values.push(useSame(value));
    return <output>{String(useMediaQuery('(max-width: 9px)'))}</output>;
  }
  const { container, unmount } = drawn(<Seen />);
  expect(container.textContent).toBe('false');
  matches = true;
  act(() => {
    for (const listener of heard) listener();
  });
  expect(container.textContent).toBe('true');
  set({ a: 1 });
  expect(new Set(values).size).toBe(1);
  set({ a: 2 });
  expect([new Set(values).size, values.at(-1)]).toEqual([2, { a: 2 }]);
  unmount();
  expect(heard.size).toBe(0);
});

test('figures are told as they are, with their sign, their exact value, and nothing of what is covered', () => {
  const figures = (choices = {}) => {
    const { container, unmount } = drawn(
      <>
        <Figure value="-1234.567" kind="money" places={2} />
        <Figure value="0.00" kind="money" places={2} />
        <Figure value={null} kind="money" />
        <Figure value="12.345" kind="percent" />
        <Figure value="12.345" kind="percent" places={2} title="a / b" />
        <Figure value="1200.5" kind="count" />
        <Figure value="3.14159" kind="points" places={2} />
        <Figure value="5" kind="money" signed />
        <Figure value="-5" kind="money" signed />
        <Figure value="0.004" kind="money" places={2} signed />
        <Figure value="-0.4" kind="points" places={1} signed />
      </>,
      choices,
    );
    const read = [...container.querySelectorAll('data')].map((each) => [
      each.textContent?.replace(/\s/gu, ' '),
      each.dataset.value,
      each.title.replace(/\s/gu, ' '),
    ]);
    unmount();
    return read;
  };
  const told = figures();
  expect(told).toEqual([
    ['−1.234,57', '-1234.567', '−1.234,567'],
    ['0', '0.00', '0,00'],
    ['—', '', ''],
    ['12,3 %', '12.345', '12,345'],
    ['12,35 %', '12.345', 'a / b'],
    ['1.200,5', '1200.5', '1.200,5'],
    ['3,14', '3.14159', '3,14159'],
    ['+5', '5', '5'],
    ['−5', '-5', '−5'],
    ['0,00', '0.004', '0,004'],
    ['−0,4', '-0.4', '−0,4'],
  ]);
  const money = [0, 1, 7, 8, 9];
  expect(figures({ hidesAmounts: true })).toEqual(
    told.map((each, at) => (money.includes(at) ? ['•••••', each[1], '•••••'] : each)),
  );
});

test('the colour of a difference says whether it is good, whatever its sign; of one that is covered it says nothing', () => {
  const looks = (choices = {}) => {
    const { container, unmount } = drawn(
      (['5', '-5', '0'] as const).map((value) =>
        ([undefined, 1, 0, -1] as const).map((favour) => (
          <Figure
            key={`${value} ${favour}`}
            {...{ value, kind: 'money', signed: true, ...(favour === undefined ? {} : { favour }) }}
          />
        )),
      ),
      choices,
    );
    const read = [...container.querySelectorAll('data')].map(({ className }) => className);
    unmount();
    return read;
  };
  const [good, bad, zero] = [ui.positive, figureStyles.negative, figureStyles.zero].map(
    (tone) => `${figureStyles.figure} ${tone}`,
  );
  const plain = `${figureStyles.figure}`;
  expect(looks()).toEqual([
    ...[good, good, plain, bad],
    ...[bad, bad, plain, good],
    ...[zero, zero, zero, zero],
  ]);
  expect(looks({ hidesAmounts: true })).toEqual(Array.from({ length: 12 }, () => plain));
});

test('a result bears its letter, its name for who cannot see it, and the sign of what was moved beside it alone', () => {
  const moved = { columns: new Set(['Rentabilidad Comercial']), title: 'costos propios' };
  const { container } = drawn(
    <MovedFiguresProvider moved={moved}>
      {(['marketplace', 'comercial', 'total'] as const).map((scope) => (
        <p key={scope}>
          <ScopeMark scope={scope} />
        </p>
      ))}
      {['Ventas', 'Rentabilidad Comercial', 'Rentabilidad Total'].map((column) => (
        <p key={column}>
          <ColumnName column={column} />
        </p>
      ))}
      <p>
        <ColumnName column="Rentabilidad Total" isBrief />
      </p>
    </MovedFiguresProvider>,
  );
  const words = [...container.querySelectorAll('p')].map(plain);
  expect(words).toEqual([
    ...['M', 'C✱', 'T', 'Ventas', `C✱ ${text('scope.comercial')}`, `T ${text('scope.total')}`],
    'TRentabilidad Total',
  ]);
  const marks = within(container).getAllByTestId('own-cost-mark');
  expect(marks.map(({ dataset, title }) => [dataset.value, title])).toEqual(
    Array(2).fill(['Rentabilidad Comercial', 'costos propios']),
  );
});

test('small controls say what they do, and do it: a drawing, a box, a choice among few', () => {
  const [onPress, onCheck, onChoose] = [vi.fn(), vi.fn(), vi.fn()];
  drawn(
    <>
      <IconButton icon="close" name="Cerrar" keys="Esc" onPress={onPress} testId="one" />
      <IconButton icon="pin" name="Fijar" onPress={onPress} pressed isOffTab disabled testId="two" />
      <CheckLine checked={false} title="caja" onChange={onCheck}>
        Caja
      </CheckLine>
      <Segmented
        label="Forma"
        value="gone"
        options={[
          { value: 'a', label: 'A', title: 'de a', testId: 'a' },
          { value: 'b', label: <i />, name: 'be' },
        ]}
        onChange={onChoose}
      />
    </>,
  );
  const [one, two] = ['one', 'two'].map((id) => screen.getByTestId<HTMLButtonElement>(id));
  const said = (button: HTMLButtonElement | undefined) => [
    ...[button?.title, button?.getAttribute('aria-label'), button?.getAttribute('aria-pressed')],
    ...[button?.tabIndex, button?.disabled],
  ];
  expect([said(one), said(two)]).toEqual([
    ['Cerrar (Esc)', 'Cerrar', null, 0, false],
    ['Fijar', 'Fijar', 'true', -1, true],
  ]);
  fireEvent.click(one as HTMLElement);
  fireEvent.click(two as HTMLElement);
  expect(onPress).toHaveBeenCalledOnce();
  const box = screen.getByRole('checkbox');
  expect([box.getAttribute('aria-checked'), screen.getByTitle('caja').textContent]).toEqual([
    'false',
    'Caja',
  ]);
  fireEvent.click(box);
  expect(onCheck.mock.calls[0]?.[0]).toBe(true);
  const choices = [...screen.getByRole('group', { name: 'Forma' }).querySelectorAll('button')];
  // What is chosen is none of them: the first is the stop of Tab.
  expect(choices.map((each) => [each.tabIndex, each.getAttribute('aria-pressed'), each.title])).toEqual([
    [0, 'false', 'de a'],
    [-1, 'false', ''],
  ]);
  expect(choices.map((each) => each.getAttribute('aria-label'))).toEqual([null, 'be']);
  fireEvent.click(choices[1] as HTMLElement);
  expect(onChoose.mock.calls).toEqual([['b']]);
});

test('left and right walk what stands side by side, to its ends, and with no other key held', () => {
  const buttons = ['a', 'b', 'c'].map((name) => {
    const button = document.body.appendChild(document.createElement('button'));
    button.textContent = name;
    return button;
  });
  buttons[0]?.focus();
  const prevented = vi.fn();
  const press = (key: string, more = {}) => {
    walkAcross({ key, preventDefault: prevented, ...more } as never, buttons);
    return document.activeElement?.textContent;
  };
  expect(
    ['ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft'].map((key) => press(key)),
  ).toEqual([...['a', 'b', 'c', 'c', 'b']]);
  expect(prevented).toHaveBeenCalledTimes(5);
  const held = [{ ctrlKey: true }, { altKey: true }, { metaKey: true }];
  expect([...held.map((more) => press('ArrowLeft', more)), press('ArrowUp')]).toEqual(['b', 'b', 'b', 'b']);
  expect(prevented).toHaveBeenCalledTimes(5);
  for (const button of buttons) button.remove();
});

test('of what is announced within a moment the last is said, politely, and none once the screen is gone', () => {
  vi.useFakeTimers();
  let say: ReturnType<typeof useAnnounce> = () => {};
  function Says() {
    say = useAnnounce();
    return null;
  }
  const { unmount } = drawn(
    <LiveRegionProvider>
      <Says />
    </LiveRegionProvider>,
  );
  const region = screen.getByTestId('live-region');
  expect([region.getAttribute('role'), region.textContent]).toEqual(['status', '']);
  say('uno');
  act(() => vi.advanceTimersByTime(499));
  say('dos');
  act(() => vi.advanceTimersByTime(499));
  expect(region.textContent).toBe('');
  act(() => vi.advanceTimersByTime(1));
  expect(region.textContent).toBe('dos');
  say('tres');
  unmount();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('a menu stands in the place that is made for it, under its own name', async () => {
  function Room() {
    const { place, within: inside } = useMenuPlace();
    return (
      <main>
        {inside(
          <Menu.Root open>
            <MenuPopup className="" label="Cosas" testId="things">
              <Menu.Item>una</Menu.Item>
            </MenuPopup>
          </Menu.Root>,
        )}
        {place}
      </main>
    );
  }
  drawn(<Room />);
  const menu = await screen.findByTestId('things');
  expect([menu.getAttribute('aria-label'), menu.closest('main') !== null]).toEqual(['Cosas', true]);
});

test('where the pointer is in an element is told from its own corner', () => {
  const element = document.createElement('div');
  vi.spyOn(element, 'getBoundingClientRect').mockReturnValue({ left: 30, top: 400 } as DOMRect);
  expect(pointerIn(element, { clientX: 37, clientY: 409 } as never)).toEqual({ x: 7, y: 9 });
});
