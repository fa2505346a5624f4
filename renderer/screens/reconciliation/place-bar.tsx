import { Menu } from '@base-ui/react/menu';
import { useGuide } from '#renderer/features/demo-company/guide.ts';
import { SearchField } from '#renderer/features/filters/search-field.tsx';
import {
  detailOf,
  type Part,
  partPlace,
  type ReconciliationPlace,
  type Tool,
} from '#renderer/features/navigation/reconciliation-place.ts';
import { OwnCostsSwitch } from '#renderer/features/own-costs/own-costs.tsx';
import { partName } from '#renderer/features/screen-header/place-messages.ts';
import { ScreenHeader } from '#renderer/features/screen-header/screen-header.tsx';
import { PeriodControl } from '#renderer/features/selection/period/period-control.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { MenuAction, MenuPopup } from '#renderer/ui/menu.tsx';
import type { usePlace } from './use-place.ts';

/** Those that are of the rows in view; the others are of all rows of the accounts. */
const OF_SELECTION: readonly Part[] = ['rows', 'costs', 'explain', 'bridge', 'rates', 'anomalies'];

/** Whether what is chosen elsewhere narrows what a place shows. */
export const isOfSelection = (place: ReconciliationPlace): boolean =>
  place.at !== 'months' && place.part !== null && OF_SELECTION.includes(place.part);

const MENU_TOOLS = [
  'claims',
  'explain',
  'bridge',
  'rates',
  'anomalies',
  'taxes',
] as const satisfies readonly Tool[];

/** The head of the screen: where one is, the way back to where one came from, and the tools. */
export function PlaceBar({
  walk,
  hasFilters,
}: {
  readonly walk: ReturnType<typeof usePlace>;
  readonly hasFilters: boolean;
}) {
  const text = useText();
  const { place, back } = walk;
  const guide = useGuide();
  const isTool = place.at === 'tool';
  const monthOfTools = place.at === 'month' ? place.month : null;
  return (
    <ScreenHeader
      title={text('nav.reconciliation')}
      back={isTool && back !== null ? { screen: 'reconciliation', detail: detailOf(back) } : null}
    >
      {isTool ? (
        isOfSelection(place) ? (
          <PeriodControl />
        ) : null
      ) : (
        <Button
          className={classNames(ui.smallButton, ui.quietButton)}
          data-testid="month-all"
          aria-pressed={place.at === 'months'}
          title={text('month.all-title')}
          onClick={() => walk.go({ at: 'months' })}
        >
          <Icon name="calendar" />
          <span>{text('month.all')}</span>
        </Button>
      )}
      <span className={ui.grow} />
      {hasFilters ? null : <OwnCostsSwitch />}
      <Button
        className={ui.smallButton}
        data-testid="to-exceptions"
        aria-pressed={isTool && place.part === 'exceptions'}
        onClick={() => walk.go(partPlace('exceptions', null))}
      >
        {text('exception.title')}
      </Button>
      <Menu.Root>
        <Menu.Trigger className={ui.smallButton} data-testid="month-tools">
          {text('month.tools')}
          <Icon name="down" small />
        </Menu.Trigger>
        <MenuPopup className={ui.menu} label={text('month.tools')} align="end">
          {MENU_TOOLS.map((tool) => (
            <MenuAction
              key={tool}
              testId={`tool-${tool}`}
              onClick={() => walk.go(partPlace(tool, monthOfTools))}
            >
              {partName(tool, text)}
            </MenuAction>
          ))}
          {guide === null ? null : (
            <MenuAction testId="tool-guide" onClick={guide.resume}>
              {text('guide.title')}
            </MenuAction>
          )}
        </MenuPopup>
      </Menu.Root>
      {isTool && isOfSelection(place) ? <SearchField /> : null}
    </ScreenHeader>
  );
}
