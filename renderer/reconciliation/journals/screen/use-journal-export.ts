import { useSession, useStore } from '#renderer/data/client/session-context.tsx';
import type { JournalForm } from '#renderer/data/model/journal-terms.ts';
import { OUTDATED } from '#renderer/data/model/table-files.ts';
import { fileFormat, useExport } from '#renderer/features/export/export.tsx';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { errorCode, TranslatedError } from '#renderer/features/messages/failures.tsx';
import { useFigureFacts } from '#renderer/features/provenance/figure-facts.ts';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type {
  JournalPage,
  JournalPosting,
  JournalQuery,
} from '#renderer/reconciliation/journals/model/journal-page.ts';
import { postingKey } from '#renderer/reconciliation/journals/model/numbered.ts';
import type { RuleBook } from '#renderer/reconciliation/journals/model/rules.ts';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { selectionOfMonth } from '#shared/domain/selection.ts';
import { FILE_ENDINGS, openJournal } from './journal-files.ts';
import { journalWords } from './journal-messages.ts';

/**
 * Writes files of a month's journals. Entries get their numbers once a place for the file was chosen: who changes his mind
 * there gave none.
 */
export function useJournalExport(
  query: JournalQuery,
  { evidence, revision }: Pick<JournalPage, 'evidence' | 'revision'>,
  book: RuleBook,
  onExported: (posting: number) => void,
) {
  const text = useText();
  const formats = useFormats();
  const { data, host } = useSession();
  const version = useStore(host)?.version ?? '';
  const [owner] = useOwner();
  const { remember } = useUndo();
  const factsOf = useFigureFacts();
  const { start, isRunning, dialog } = useExport();
  const { month, scope, currency } = query;

  async function numbered(form: JournalForm, posting: number | null): Promise<JournalPosting> {
    try {
      return await data.write.exportJournal({ ...query, form, owner: owner.trim(), evidence, posting });
    } catch (error) {
      throw errorCode(error) === OUTDATED ? new TranslatedError(text('journal.outdated')) : error;
    }
  }
  /** Takes back the numbers of an export, while nothing else was made of it. */
  async function withdraw(own: JournalPosting): Promise<'taken-back' | 'changed-since'> {
    const key = postingKey(own);
    const now = (await data.call.readAnnotations({ kind: 'journal-posting' })).find(
      (each) => each.key === key,
    );
    const exports = (now?.value as JournalPosting | undefined)?.exports ?? [];
    if (exports.length !== own.exports.length) return 'changed-since';
    await data.write.writeAnnotations({ kind: 'journal-posting', puts: [], deletes: [key] });
    return 'taken-back';
  }
  /** `posting` null: of what is proposed; else once more of an export. */
  function write(form: JournalForm, posting: number | null): void {
    const selection = selectionOfMonth(month, scope);
    const named = exportFileName(`${text('journal.title')} ${form}`, selection, posting);
    start({
      fileName: named.replace(/\.csv$/, `.${FILE_ENDINGS[form]}`),
      open: async () => {
        const own = await numbered(form, posting);
        if (posting === null) {
          remember(text('journal.undo-export', { number: own.posting }), () => withdraw(own), {
            isOffered: true,
          });
        }
        onExported(own.posting);
        const format = fileFormat(
          'xlsx',
          { facts: factsOf(selection, revision) },
          { text, formats, version },
        );
        return openJournal(
          {
            ...{ form, entries: own.entries, currency, country: own.country, book },
            ...{ words: journalWords(text), name: text('journal.title') },
          },
          data.pull,
          format,
        );
      },
    });
  }
  return { write, isRunning, dialog };
}
