import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { SHADE_STEPS } from '#renderer/ui/grid/grid-types.ts';
import styles from './choices.module.css';

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
