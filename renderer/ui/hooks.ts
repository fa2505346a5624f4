import { isEqual } from 'es-toolkit/predicate';
import {
  createContext,
  type Provider,
  type RefObject,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { followSize, lastSize } from './last-sizes.ts';

/** The value given first among equal ones: what depends on it by identity is not done again for nothing. */
export function useSame<T>(value: T, same: (a: T, b: T) => boolean = isEqual): T {
  const [held, setHeld] = useState(value);
  if (Object.is(held, value) || same(held, value)) return held;
  setHeld(value);
  return value;
}

/** The last drawn value, for handlers that outlive a drawing. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/**
 * The px that an element is wide, followed; 0 before it is there, or what one of the same `name` was in this window: what is
 * drawn for it needs no second drawing then.
 */
export function useWidth(element: RefObject<HTMLElement | null>, name: string | null = null): number {
  const [width, setWidth] = useState(() => (name === null ? 0 : (lastSize(name)?.width ?? 0)));
  useLayoutEffect(() => {
    const seen = element.current;
    if (seen === null) return;
    return followSize(seen, name, (size) => setWidth(size.width));
  }, [element, name]);
  return width;
}

/** True while the window is as the CSS media query says. */
export function useMediaQuery(query: string): boolean {
  const list = useMemo(() => window.matchMedia(query), [query]);
  return useSyncExternalStore(
    (listener) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => list.matches,
  );
}

/** A context without a default: reading it outside its provider is a mistake of the program, told by `name`. */
export function requiredContext<T extends object>(name: string): readonly [Provider<T | null>, () => T] {
  const Context = createContext<T | null>(null);
  const use = (): T => {
    const value = useContext(Context);
    if (value === null) throw new Error(`Used outside its provider: ${name}.`);
    return value;
  };
  return [Context.Provider, use];
}
