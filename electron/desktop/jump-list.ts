import type { PageCommand } from '#shared/contract/shell.ts';
import { SCREEN_IDS } from '#shared/domain/screens.ts';
import { writeViewLink } from '#shared/domain/view-link.ts';
import type { Say, WordId } from '../i18n/words.ts';

/** A screen that the taskbar of Windows offers: the app begun with a link to it, which leads the one that runs there. */
type ScreenTask = { readonly title: string; readonly link: string };

/** The screens that the page can go to, in the order of its rail. */
export function screenTasks(say: Say, available: ReadonlySet<PageCommand>): readonly ScreenTask[] {
  return SCREEN_IDS.filter((screen) => available.has(`go-${screen}`)).map((screen) => ({
    title: say(`menu.go-${screen}` satisfies WordId),
    link: writeViewLink({ screen, shows: null }),
  }));
}
