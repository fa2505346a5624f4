import { act, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { land, landOnScreen, usePageParts } from '#renderer/features/shortcuts/page-parts.ts';

/** Where the focus is: by keys from part to part, and as a screen is come to. */

const focused = () => {
  const { activeElement } = document;
  return activeElement?.id || activeElement?.tagName.toLowerCase();
};
const focus = (id: string) => act(() => document.getElementById(id)?.focus());

function Page(props: { readonly place?: string; readonly hasTable?: boolean; readonly opened?: string }) {
  usePageParts(props.place ?? 'a');
  return (
    <>
      <nav>
        <a id="rail" href="#panel">
          Panel
        </a>
        <a id="rail-second" href="#orders">
          Órdenes
        </a>
      </nav>
      <main>
        <header>
          <button id="off" type="button" disabled />
          <button id="unseen" type="button" style={{ display: 'none' }} />
          <button id="head" type="button" />
          <button id="head-second" type="button" />
        </header>
        <section>No control</section>
        <section>
          <input id="field" />
          <div data-stop>
            <button id="stop" type="button" />
          </div>
        </section>
        {props.hasTable === false ? null : (
          // biome-ignore lint/a11y/useSemanticElements: as the grid draws it
          <div id="table" role="grid" data-whole tabIndex={0}>
            <button id="within" type="button" />
          </div>
        )}
        <aside>
          <input id="aside" />
        </aside>
        <footer>
          <select id="foot" />
        </footer>
      </main>
      {props.opened === undefined ? null : <div role={props.opened} />}
    </>
  );
}

describe('F6', () => {
  const press = (shiftKey = false) => {
    fireEvent.keyDown(window, { key: 'F6', shiftKey });
    return focused();
  };
  const PARTS = ['rail', 'head', 'field', 'stop', 'table', 'aside', 'foot'];

  test('goes from part to part and round again, Shift+F6 back; what cannot have the focus is passed over', () => {
    render(<Page />);
    focus('rail');
    expect(PARTS.map(() => press())).toEqual([...PARTS.slice(1), 'rail']);
    expect(PARTS.map(() => press(true))).toEqual(PARTS.toReversed());
  });

  test('begins within the screen, or at its end, where nothing has the focus or the screen as a whole', () => {
    const { container } = render(<Page />);
    expect(press()).toBe('head');
    act(() => (document.activeElement as HTMLElement).blur());
    expect(press(true)).toBe('foot');
    const main = container.querySelector('main');
    for (const [isBack, first] of [
      [false, 'head'],
      [true, 'foot'],
    ] as const) {
      main?.setAttribute('tabindex', '-1');
      act(() => main?.focus());
      expect(press(isBack)).toBe(first);
    }
  });

  test('goes on from the part that one is in, wherever in it', () => {
    render(<Page />);
    const from = (id: string, isBack?: boolean) => {
      focus(id);
      return press(isBack);
    };
    expect([from('rail-second'), from('head-second'), from('within')]).toEqual(['head', 'field', 'aside']);
    expect([from('rail-second', true), from('head-second', true), from('within', true)]).toEqual([
      ...['foot', 'rail', 'stop'],
    ]);
  });
});

describe('who comes to a screen', () => {
  const WAIT_MS = 50;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());
  const wait = (times = 1) => act(() => vi.advanceTimersByTime(times * WAIT_MS));
  const main = () => document.querySelector('main');

  test('has its table, once it is there; until then the screen as a whole, for as long as it has the focus', () => {
    const { rerender } = render(<Page hasTable={false} />);
    expect(focused()).toBe('body');
    wait();
    expect([focused(), main()?.getAttribute('tabindex')]).toEqual(['main', '-1']);
    wait(2);
    rerender(<Page />);
    expect(focused()).toBe('main');
    wait();
    expect([focused(), main()?.hasAttribute('tabindex')]).toEqual(['table', false]);
  });

  test('stays where they went meanwhile, and where a menu or a dialog opens', () => {
    render(<Page />);
    focus('foot');
    wait(3);
    expect(focused()).toBe('foot');
    // Nobody waits for it any more.
    act(() => (document.activeElement as HTMLElement).blur());
    wait(3);
    expect(focused()).toBe('body');
    for (const opened of ['menu', 'dialog']) {
      const { rerender, unmount } = render(<Page place={opened} opened={opened} />);
      wait();
      rerender(<Page place={opened} />);
      wait(3);
      expect(focused()).toBe('body');
      unmount();
    }
  });

  test('waits three seconds for a table, then no longer', () => {
    for (const [times, has] of [
      [59, 'table'],
      [61, 'main'],
    ] as const) {
      const { rerender, unmount } = render(<Page hasTable={false} />);
      wait(times);
      rerender(<Page />);
      wait(2);
      expect(focused()).toBe(has);
      unmount();
    }
  });

  test('has the focus of each new place anew, and of none that is left again', () => {
    const { rerender, unmount } = render(<Page />);
    wait();
    focus('field');
    rerender(<Page place="b" />);
    wait();
    expect(focused()).toBe('field');
    act(() => (document.activeElement as HTMLElement).blur());
    rerender(<Page place="b" hasTable />);
    wait(3);
    expect(focused()).toBe('body');
    rerender(<Page place="c" />);
    wait();
    expect(focused()).toBe('table');
    act(() => (document.activeElement as HTMLElement).blur());
    rerender(<Page place="d" />);
    unmount();
    const left = document.createElement('main');
    document.body.append(left);
    wait(3);
    expect([focused(), left.hasAttribute('tabindex')]).toEqual(['body', false]);
    left.remove();
  });

  test('by a key goes on there, wherever the focus was', () => {
    render(<Page />);
    wait();
    focus('rail');
    act(landOnScreen);
    expect(focused()).toBe('body');
    wait();
    expect(focused()).toBe('table');
  });

  test('from a palette has what had the focus before, where it is still there', () => {
    render(<Page />);
    wait(2);
    const blur = () => act(() => (document.activeElement as HTMLElement | null)?.blur());
    blur();
    act(() => void land(document.getElementById('head')));
    wait(2);
    expect(focused()).toBe('head');
    blur();
    act(() => void land(document.createElement('button')));
    wait();
    expect(focused()).toBe('table');
  });
});
