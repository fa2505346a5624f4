import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';

/** Shows more of a list, and says how many are not shown; nothing where all are. */
export function MoreLink(props: { readonly left: number; readonly onMore: () => void }) {
  const text = useText();
  const formats = useFormats();
  const { left, onMore } = props;
  if (left <= 0) return null;
  return (
    <Button className={ui.smallLink} onClick={onMore}>
      {text('proof.more')} ({formats.count(left)})
    </Button>
  );
}
