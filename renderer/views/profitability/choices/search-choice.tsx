import { Combobox } from '@base-ui/react/combobox';
import { useText } from '../../../i18n/text.tsx';
import { Icon } from '../../../ui/icon.tsx';

export type Choice = { readonly value: string; readonly label: string };
export type ChoiceGroup = { readonly value: string; readonly items: readonly Choice[] };

/** A button that shows what is chosen among many, and opens them by groups, found by typing a part of their name. */
export function SearchChoice(props: {
  readonly label: string;
  readonly shown: string;
  readonly value: string;
  readonly groups: readonly ChoiceGroup[];
  readonly onChange: (value: string) => void;
  readonly testId: string;
}) {
  const text = useText();
  const chosen =
    props.groups.flatMap(({ items }) => items).find(({ value }) => value === props.value) ?? null;
  return (
    <Combobox.Root
      items={props.groups}
      value={chosen}
      onValueChange={(choice) => {
        if (choice !== null) props.onChange(choice.value);
      }}
      isItemEqualToValue={(a, b) => a.value === b.value}
      itemToStringLabel={(choice) => choice.label}
      autoHighlight
    >
      <Combobox.Trigger
        className="btn sm"
        data-testid={props.testId}
        data-value={props.value}
        aria-label={`${props.label}: ${props.shown}`}
      >
        <span className="ell">{props.shown}</span>
        <Icon name="down" small />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="float">
          <Combobox.Popup className="menu search-choice" aria-label={props.label}>
            <span className="field">
              <Icon name="search" />
              <Combobox.Input placeholder={text('columns.find')} aria-label={text('columns.find')} />
            </span>
            <Combobox.Empty>
              <p className="lb">{text('columns.not-found')}</p>
            </Combobox.Empty>
            <Combobox.List className="search-choice-list" aria-label={props.label}>
              {(group: ChoiceGroup) => (
                <Combobox.Group key={group.value} items={group.items}>
                  <Combobox.GroupLabel className="lb">{group.value}</Combobox.GroupLabel>
                  <Combobox.Collection>
                    {(choice: Choice) => (
                      <Combobox.Item
                        key={choice.value}
                        value={choice}
                        className="it"
                        data-choice={choice.value}
                      >
                        <span className="mark">
                          <Combobox.ItemIndicator>
                            <Icon name="check" />
                          </Combobox.ItemIndicator>
                        </span>
                        <span className="grow ell">{choice.label}</span>
                      </Combobox.Item>
                    )}
                  </Combobox.Collection>
                </Combobox.Group>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
