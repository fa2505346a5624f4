import { Dialog } from '@base-ui/react/dialog';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useLedger } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { describePeriod, type PeriodMessages } from '#renderer/features/period/period.ts';
import { usePeriodMessages } from '#renderer/features/period/period-messages.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { describeHeld } from '#renderer/features/selection/selection-messages.ts';
import { ownDateFilter } from '#renderer/features/selection/selection-state.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { ModalDialog } from '#renderer/ui/floating.tsx';
import {
  daysOf,
  meaningsOf,
  nameSchema,
  type SavedView,
  showsSelection,
  type ViewPeriod,
  type ViewScreen,
} from './view.ts';
import { useViews } from './views-context.tsx';

/** Keeps what the screen shows under a name; asks how its days are meant where they are also those of a named period. */
export function SaveDialog(props: {
  readonly screen: ViewScreen;
  readonly replaced: SavedView | null;
  readonly onClose: () => void;
}) {
  const text = useText();
  const words = usePeriodMessages();
  const views = useViews();
  const { code, codes } = useCurrency();
  const { selection } = useSelection();
  const ledger = useLedger();
  const last = ledger.kind === 'open' ? ledger.facts.lastPurchase : null;
  const [name, setName] = useState(props.replaced?.name ?? '');
  const [meaning, setMeaning] = useState(0);
  const hasDays = showsSelection(props.screen);
  const meanings = meaningsOf(hasDays ? selection.period : null, last);
  const wanted = nameSchema.safeParse(name);
  const replaced =
    views.own.find(
      (view) => view.screen === props.screen && view.name.toLowerCase() === wanted.data?.toLowerCase(),
    ) ?? null;

  function save(event: FormEvent): void {
    event.preventDefault();
    const period = meanings[meaning] ?? meanings[0];
    if (!wanted.success || period === undefined) return;
    views.save(props.screen, wanted.data, period, replaced);
    props.onClose();
  }
  return (
    <NameDialog
      title={text('views.save-title')}
      note={
        !hasDays
          ? text('views.holds-changes')
          : code === null || codes.length < 2
            ? text('views.holds')
            : text('views.holds-currency', { code })
      }
      name={name}
      onName={setName}
      said={replaced === null ? null : text('views.name-taken')}
      canSave={wanted.success}
      save={text(replaced === null ? 'views.save-do' : 'views.replace-do')}
      onSave={save}
      onClose={props.onClose}
    >
      {meanings.length > 1 ? (
        <RadioGroup
          className="meanings"
          aria-label={text('views.period')}
          value={meaning}
          onValueChange={(value: number) => setMeaning(value)}
        >
          {meanings.map((period, index) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the radio inside is the control
            <label key={JSON.stringify(period)} className="meaning">
              <Radio.Root
                className="rb"
                value={index}
                data-testid={`view-period-${period.kind === 'preset' ? period.preset : period.kind}`}
              >
                <Radio.Indicator />
              </Radio.Root>
              {meaningMessage(period, last === null ? '' : describePeriod(daysOf(period, last), words), text)}
            </label>
          ))}
        </RadioGroup>
      ) : !hasDays ? null : (
        <p className="meaning">
          {text('views.period')}:{' '}
          {ownDateFilter(selection) === null
            ? onlyMeaning(meanings[0], words, text)
            : describeHeld(selection, words, text)}
        </p>
      )}
    </NameDialog>
  );
}

function meaningMessage(period: ViewPeriod, days: string, text: Text): string {
  switch (period.kind) {
    case 'all':
      return text('views.period-all');
    case 'days':
      return text('views.period-days', { days });
    case 'since':
      return text('views.period-since', { days });
    case 'preset':
      return text('views.period-preset', { name: text(`period.${period.preset}`), days });
  }
}

function onlyMeaning(period: ViewPeriod | undefined, words: PeriodMessages, text: Text): string {
  return period?.kind === 'days' ? describePeriod(period, words) : text('views.period-all');
}

export function RenameDialog(props: { readonly view: SavedView; readonly onClose: () => void }) {
  const text = useText();
  const views = useViews();
  const [name, setName] = useState(props.view.name);
  const wanted = nameSchema.safeParse(name);
  const isTaken = views.own.some(
    ({ id, screen, name: other }) =>
      id !== props.view.id &&
      screen === props.view.screen &&
      other.toLowerCase() === wanted.data?.toLowerCase(),
  );
  return (
    <NameDialog
      title={text('views.rename-title')}
      note={null}
      name={name}
      onName={setName}
      said={isTaken ? text('views.name-taken-rename') : null}
      canSave={wanted.success && !isTaken}
      save={text('views.save-do')}
      onSave={(event) => {
        event.preventDefault();
        if (!wanted.success || isTaken) return;
        if (wanted.data !== props.view.name) views.rename(props.view, wanted.data);
        props.onClose();
      }}
      onClose={props.onClose}
    />
  );
}

function NameDialog(props: {
  readonly title: string;
  readonly note: string | null;
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly said: string | null;
  readonly canSave: boolean;
  readonly save: string;
  readonly onSave: (event: FormEvent) => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  const text = useText();
  const saidId = useId();
  return (
    <ModalDialog onClose={props.onClose} className="dlg view-dialog" data-testid="view-dialog">
      <Dialog.Title>{props.title}</Dialog.Title>
      {props.note === null ? null : <Dialog.Description>{props.note}</Dialog.Description>}
      <form onSubmit={props.onSave}>
        <label className="name-line">
          <span>{text('views.name-label')}</span>
          <span className="field">
            <input
              value={props.name}
              maxLength={120}
              data-testid="view-name"
              aria-describedby={saidId}
              onChange={(event) => props.onName(event.target.value)}
            />
          </span>
        </label>
        <p id={saidId} className="said" role="status">
          {props.said}
        </p>
        {props.children}
        <div className="acts">
          <Dialog.Close className="btn">{text('common.cancel')}</Dialog.Close>
          <button type="submit" className="btn p" disabled={!props.canSave} data-testid="view-save-do">
            {props.save}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
