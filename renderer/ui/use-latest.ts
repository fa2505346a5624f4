import { type RefObject, useLayoutEffect, useRef } from 'react';

/** What the component was last drawn with, for handlers that outlive a drawing. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
