import { useText } from '#renderer/i18n/text.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { Plan } from '#shared/contract/app.ts';

/** The plan of an account: it decides how far back the service answers (spec 4.2.4). */
export function PlanChoice(props: { readonly plan: Plan; readonly onChange: (plan: Plan) => void }) {
  const text = useText();
  return (
    <Segmented<Plan>
      label={text('connect.plan')}
      value={props.plan}
      options={[
        { value: 'pro', label: text('plan.pro') },
        { value: 'free', label: text('plan.free') },
      ]}
      onChange={props.onChange}
    />
  );
}
