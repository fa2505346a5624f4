import { createContext, useContext, useEffect } from 'react';

/** The legend of the shades stands above the table; whether there are any, the table below tells. */

const TellContext = createContext<(hasShades: boolean) => void>(() => {});
export const ShadesProvider = TellContext.Provider;

/** Tells the legend whether the table that calls this has any shaded cell. */
export function useTellShades(hasShades: boolean): void {
  const tell = useContext(TellContext);
  useEffect(() => {
    tell(hasShades);
    return () => tell(false);
  }, [tell, hasShades]);
}
