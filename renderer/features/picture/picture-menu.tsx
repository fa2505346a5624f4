import { Menu } from '@base-ui/react/menu';
import { useRef } from 'react';
import { wholeFile } from '#renderer/data/client/export-run.ts';
import { useLedger } from '#renderer/data/client/session-context.tsx';
import { useExport } from '#renderer/features/export/export.tsx';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { filtersLine, useFigureFacts } from '#renderer/features/provenance/figure-facts.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Icon } from '#renderer/ui/icon.tsx';
import { MenuAction, MenuPopup } from '#renderer/ui/menu.tsx';
import type { Selection } from '#shared/domain/selection.ts';
import { drawPicture, type Picture } from './draw-picture.ts';
import { pngOf } from './picture-file.ts';

const FORMS = ['png', 'svg'] as const;

/** Saves the section that it stands in as a picture, which says what it is of. */
export function PictureMenu(props: {
  /** The title of the picture. */
  readonly title: string;
  /** The rows it is of, where they are not those selected. */
  readonly of?: Selection;
}) {
  const text = useText();
  const trigger = useRef<HTMLButtonElement>(null);
  const ledger = useLedger();
  const factsOf = useFigureFacts();
  const { isRunning, start, dialog } = useExport();
  const of = useRowsOf(props.of);
  // What is not yet held against its rows stays on the screen.
  const isUnproved = ledger.kind === 'open' && ledger.facts.rowsOpening != null;

  function save(form: (typeof FORMS)[number]): void {
    const section = trigger.current?.closest('section') ?? null;
    if (section === null) return;
    // Old figures are of no reading that is known.
    const isStale = section.closest('[data-stale=true]') !== null;
    const revision = ledger.kind === 'open' && !isStale ? ledger.facts.revision : null;
    const facts = factsOf(of, revision);
    const picture = drawPicture(section, props.title, [
      [facts.account, facts.currency, `${facts.period}, ${facts.zone}`]
        .filter((part) => part !== '')
        .join(' · '),
      filtersLine(facts, text),
      [
        facts.revision === '' ? '' : `${text('fact.revision')} ${facts.revision}`,
        facts.known === '' ? '' : `${text('fact.known')} ${facts.known}`,
      ]
        .filter((part) => part !== '')
        .join(' · '),
    ]);
    const fileName = exportFileName(props.title, of).replace(/\.csv$/, `.${form}`);
    start({ fileName, isAsSeen: true, open: async () => wholeFile(await contentOf(picture, form), 1) });
  }
  const name = text('picture.save');
  return (
    <>
      <Menu.Root>
        <Menu.Trigger
          ref={trigger}
          className={classNames(ui.smallButton, ui.iconButton)}
          data-testid="save-picture"
          title={name}
          aria-label={`${name}: ${props.title}`}
          aria-busy={isRunning}
          disabled={isUnproved}
        >
          <Icon name="picture" />
        </Menu.Trigger>
        <MenuPopup className={ui.choiceMenu} align="end">
          {FORMS.map((form) => (
            <MenuAction key={form} testId={`picture-${form}`} onClick={() => save(form)}>
              {text(`picture.as-${form}`)}
            </MenuAction>
          ))}
        </MenuPopup>
      </Menu.Root>
      {dialog}
    </>
  );
}

/** The rows that a picture is of: its own, else those selected. */
function useRowsOf(own: Selection | undefined): Selection {
  const { selection } = useSelection();
  return own ?? selection;
}

async function contentOf(picture: Picture, form: (typeof FORMS)[number]): Promise<string | Uint8Array> {
  return form === 'svg' ? `<?xml version="1.0" encoding="UTF-8"?>\n${picture.svg}\n` : pngOf(picture);
}
