import { Menu } from '@base-ui/react/menu';
import { useText } from '../../../i18n/text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { MenuPortal } from '../../../ui/menu-portal.tsx';
import { type PivotView, POINTS, STARTING_POINTS } from '../view-state.ts';

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
