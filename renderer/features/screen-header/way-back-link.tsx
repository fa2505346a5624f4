import { type Address, useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { addressName } from './place-messages.ts';

/** Leads back to where one was led from; where that is not known, to `otherwise`. */
export function WayBackLink({ otherwise = null }: { readonly otherwise?: Address | null }) {
  const text = useText();
  const { wayBack, go } = useNavigation();
  const to = wayBack?.to ?? otherwise;
  if (to === null) return null;
  return (
    <Button
      className={classNames(ui.smallButton, ui.quietButton)}
      data-testid="month-back"
      onClick={() => go(to.screen, to.detail)}
    >
      <Icon name="left" small />
      {addressName(to, text)}
    </Button>
  );
}
