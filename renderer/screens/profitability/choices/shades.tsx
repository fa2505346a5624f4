import { createContext, useContext, useEffect } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { SHADE_STEPS } from '#renderer/ui/grid/grid-types.ts';
import styles from './choices.module.css';

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

/** «menor ▯▯▯▯▯ mayor», after what is shaded where that needs words. */
export function ShadesLegend({ words }: { readonly words: string }) {
  const text = useText();
  const steps = Array.from({ length: SHADE_STEPS }, (_, at) => at + 1);
  return (
    <span className={classNames(styles.legend, words === '' && styles.tight)} data-testid="shades">
      {words} {text('statement.shade-less')}
      {steps.map((step) => (
        <i key={step} style={{ background: `var(--heat-${step})` }} />
      ))}
      {text('statement.shade-more')}
    </span>
  );
}
