import { type MessageId, useText } from '#renderer/i18n/text.tsx';
import { Segmented } from '#renderer/ui/controls.tsx';
import styles from './reconciliation.module.css';

/** Which part of a step is shown. */
export function ViewChoice<View extends string>(props: {
  readonly names: { readonly [view in View]: MessageId };
  readonly value: View;
  /** Of each choice, before its own name. */
  readonly testId: string;
  readonly onChange: (view: View) => void;
}) {
  const text = useText();
  const views = Object.keys(props.names) as View[];
  return (
    <div className={styles.views}>
      <Segmented
        label={text('chain.views')}
        value={props.value}
        options={views.map((value) => ({
          value,
          label: text(props.names[value]),
          testId: `${props.testId}-${value}`,
        }))}
        onChange={props.onChange}
      />
    </div>
  );
}
