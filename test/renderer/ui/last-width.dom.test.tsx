import { render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useWidth } from '#renderer/ui/hooks.ts';

/** What is drawn for a width is drawn once: an element is taken to be as wide as it was last, and seen where it is not. */

let px = 900;
let measured = 0;
const observers = new Set<() => void>();
beforeEach(() => {
  px = 900;
  measured = 0;
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => {
    measured += 1;
    return px;
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly changed: () => void;
      constructor(changed: () => void) {
        this.changed = changed;
      }
      observe(): void {
        observers.add(this.changed);
      }
      disconnect(): void {
        observers.delete(this.changed);
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const drawn: number[] = [];
function Drawn({ name }: { readonly name: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  drawn.push(useWidth(box, name));
  return <div ref={box} />;
}

/** The widths that one is drawn for from when it comes until it goes; `change` is what happens meanwhile. */
function widthsOf(name: string | null, change = (): void => {}): readonly number[] {
  drawn.length = 0;
  const { unmount } = render(<Drawn name={name} />);
  change();
  unmount();
  return [...drawn];
}

test('an element is drawn at once as wide as one of its name was, without measuring it', () => {
  expect(widthsOf('a')).toEqual([0, 900]);
  measured = 0;
  expect(widthsOf('a')).toEqual([900]);
  expect(measured).toBe(0);
  expect(widthsOf('b')).toEqual([0, 900]);
  expect(widthsOf(null)).toEqual([0, 900]);
  expect(widthsOf(null)).toEqual([0, 900]);
});

test('where it is another width by now, that is seen before it is painted, and remembered', () => {
  const narrower = (): void => {
    px = 500;
    for (const changed of observers) changed();
  };
  expect(widthsOf('a', narrower)).toEqual([0, 900, 500]);
  px = 700;
  const seen = (): void => {
    for (const changed of observers) changed();
  };
  expect(widthsOf('a', seen)).toEqual([500, 700]);
  expect(widthsOf('a', seen)).toEqual([700]);
});

test('in a window of another size nothing is known of it', () => {
  expect(widthsOf('a')).toEqual([0, 900]);
  vi.stubGlobal('innerWidth', window.innerWidth + 1);
  expect(widthsOf('a')).toEqual([0, 900]);
});
