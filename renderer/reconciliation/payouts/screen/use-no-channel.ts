import { useText } from '#renderer/i18n/text.tsx';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';
import { useUndoableWrite } from '#renderer/reconciliation/parts/use-undoable-write.ts';
import type { BankDeposit } from '#renderer/reconciliation/payouts/model/payouts-page.ts';

const MAX_DESCRIPTION = 10_000;

/** Says of a bank line that it and those of the same words are no channel's, or that they may be; each can be undone. */
export function useNoChannel() {
  const text = useText();
  const [owner] = useOwner();
  const { write, busy, failed } = useUndoableWrite();
  return {
    busy,
    failed,
    say: ({ words, description }: Pick<BankDeposit, 'words' | 'description'>) =>
      write(text('chain.no-channel-undo', { words }), {
        kind: 'no-channel',
        puts: [
          {
            key: words,
            value: {
              description: description.slice(0, MAX_DESCRIPTION),
              owner: owner.trim(),
              atMs: Date.now(),
            },
          },
        ],
        deletes: [],
      }),
    takeBack: ({ words }: Pick<BankDeposit, 'words'>) =>
      write(text('chain.channel-again-undo', { words }), { kind: 'no-channel', puts: [], deletes: [words] }),
  };
}
