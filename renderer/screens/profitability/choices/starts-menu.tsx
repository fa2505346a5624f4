import { Menu } from '@base-ui/react/menu';
import { useText } from '#renderer/i18n/text.tsx';
import { type PivotView, POINTS, STARTING_POINTS } from '#renderer/screens/profitability/state/view-state.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import { MenuPortal } from '#renderer/ui/menu.tsx';

/** Ready-made ways to look at the selection, to go on from. */
export function StartsMenu(props: {
  readonly onResult: () => void;
  readonly onPivot: (view: PivotView) => void;
}) {
  const text = useText();
  return (
    <Menu.Root>
      <Menu.Trigger className="btn sm" data-testid="pivot-starts">
        {text('bar.starts')}
        <Icon name="down" small />
      </Menu.Trigger>
      <MenuPortal>
        <Menu.Positioner sideOffset={4} align="end" className="float">
          <Menu.Popup className="menu">
            <Menu.Item className="it" onClick={props.onResult}>
              {text('start.result')}
            </Menu.Item>
            {STARTING_POINTS.map((point) => (
              <Menu.Item
                key={point}
                className="it"
                data-choice={point}
                onClick={() => props.onPivot(POINTS[point])}
              >
                {text(`start.${point}`)}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </MenuPortal>
    </Menu.Root>
  );
}
