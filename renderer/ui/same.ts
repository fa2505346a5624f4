import { isEqual } from 'es-toolkit/predicate';
import { useState } from 'react';

/** The value given first among equal ones: what depends on it by identity is not done again for nothing. */
export function useSame<T>(value: T, same: (a: T, b: T) => boolean = isEqual): T {
  const [held, setHeld] = useState(value);
  if (Object.is(held, value) || same(held, value)) return held;
  setHeld(value);
  return value;
}
