import { createContext, type Provider, useContext } from 'react';

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
