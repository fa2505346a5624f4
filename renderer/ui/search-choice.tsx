import { Combobox } from '@base-ui/react/combobox';
import { useText } from '#renderer/i18n/text.tsx';
import { hasWords } from '#shared/base/find-words.ts';
import { classNames } from './class-names.ts';
import ui from './controls.module.css';
import { Icon } from './icon.tsx';
import styles from './search-choice.module.css';

type Choice = { readonly value: string; readonly label: string };
/** `value` is the group's name; a group without a name stands alone. */
export type ChoiceGroup = { readonly value: string; readonly items: readonly Choice[] };

/** Shows what is chosen among many; opens them by groups, found by typing. Long: Combobox's parts nest deep. */
export function SearchChoice(props: {
  readonly label: string;
  readonly shown: string;
  readonly value: string;
  readonly groups: readonly ChoiceGroup[];
  readonly onChange: (value: string) => void;
  readonly testId: string;
  /** The placeholder before anything is typed, and the message where nothing goes by that name; of columns if not given. */
  readonly words?: { readonly find: string; readonly notFound: string };
  readonly findTestId?: string;
}) {
  const text = useText();
  const words = props.words ?? { find: text('columns.find'), notFound: text('columns.not-found') };
  const chosen = props.groups.flatMap(({ items }) => items).find(({ value }) => value === props.value) ?? {
    value: props.value,
    label: props.shown,
  };
  return (
    <Combobox.Root
      items={props.groups}
      value={chosen}
      onValueChange={(choice) => {
        if (choice !== null) props.onChange(choice.value);
      }}
      isItemEqualToValue={(a, b) => a.value === b.value}
      itemToStringLabel={(choice) => choice.label}
      // By the name of a column as the API spells it too: that is its value.
      filter={(choice, typed) => hasWords(typed, [choice.label, choice.value])}
      autoHighlight
    >
      <Combobox.Trigger
        className={ui.smallButton}
        data-testid={props.testId}
        data-value={props.value}
        aria-label={`${props.label}: ${chosen.label}`}
      >
        <span className={ui.ellipsis}>{props.shown}</span>
        <Icon name="down" small />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className={ui.positioner}>
          <Combobox.Popup className={classNames(ui.menu, styles.popup)} aria-label={props.label}>
            <span className={ui.field}>
              <Icon name="search" />
              <Combobox.Input
                placeholder={words.find}
                aria-label={words.find}
                data-testid={props.findTestId}
              />
            </span>
            <Combobox.Empty>
              <p className={ui.label}>{words.notFound}</p>
            </Combobox.Empty>
            <Combobox.List className={styles.list} aria-label={props.label}>
              {(group: ChoiceGroup) => (
                <Combobox.Group key={group.value} items={group.items}>
                  {group.value === '' ? null : (
                    <Combobox.GroupLabel className={ui.label}>{group.value}</Combobox.GroupLabel>
                  )}
                  <Combobox.Collection>
                    {(choice: Choice) => (
                      <Combobox.Item
                        key={choice.value}
                        value={choice}
                        className={ui.item}
                        data-choice={choice.value}
                        data-value={choice.value}
                      >
                        <span className={ui.mark}>
                          <Combobox.ItemIndicator>
                            <Icon name="check" />
                          </Combobox.ItemIndicator>
                        </span>
                        <span className={ui.stretched}>{choice.label}</span>
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

/** The field at the head of a list that narrows it as one types. */
export function FindField(props: {
  readonly value: string;
  readonly label: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <span className={ui.findField}>
      <Icon name="search" />
      <input
        type="search"
        value={props.value}
        placeholder={props.label}
        aria-label={props.label}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </span>
  );
}
