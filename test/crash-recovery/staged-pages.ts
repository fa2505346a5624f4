import type { CommitWindow, LedgerState, OpenWindow, StagePage } from '#shared/contract/ledger.ts';
import type { LedgerWatch } from '#test/model/mortal-ledger.ts';

/**
 * Which answers a ledger holds staged. Where nothing moves at the source and no two rows are equal, no window is
 * ever suspect: then nothing that is staged may be asked for again, or thrown away.
 */
export type StagedPages = LedgerWatch & {
  readonly seeRequest: (query: URLSearchParams) => void;
  readonly breaches: () => readonly string[];
};

const keyOf = (date: string | null, from: string | null, to: string | null, page: string | number | null) =>
  `${date} ${from} ${to} page ${page}`;

export function watchStagedPages(): StagedPages {
  const windows = new Map<string, OpenWindow>();
  const staged = new Map<string, Set<string>>();
  const breaches: string[] = [];

  return {
    breaches: () => breaches,
    opened: ({ ledger }) => {
      if (ledger.damage() !== null)
        breaches.push(`staging: a death damaged it, ${JSON.stringify(ledger.damage())}`);
    },
    seeRequest: (query) => {
      const key = keyOf(query.get('date'), query.get('from'), query.get('to'), query.get('page'));
      for (const keys of staged.values()) if (keys.has(key)) breaches.push(`resumption: asked again, ${key}`);
    },
    before: (name, input) => {
      if (name === 'openWindow') windows.set((input as OpenWindow).windowId, input as OpenWindow);
      if (name === 'commitWindow') {
        const { windowId, verifiedBy } = input as CommitWindow;
        for (const id of [windowId, ...verifiedBy]) staged.delete(id);
      }
      if (name === 'dropWindows') {
        for (const id of (input as { readonly windowIds: readonly string[] }).windowIds) {
          if ((staged.get(id)?.size ?? 0) > 0)
            breaches.push(`resumption: thrown away, ${[...(staged.get(id) ?? [])].join(', ')}`);
          staged.delete(id);
        }
      }
      return null;
    },
    after: (name, input, output) => {
      if (name === 'stagePage') {
        const { windowId, page } = input as StagePage;
        const window = windows.get(windowId);
        if (window === undefined) return;
        const keys = staged.get(windowId) ?? new Set();
        keys.add(keyOf(window.window.field, window.requestFrom, window.requestTo, page.meta.page));
        staged.set(windowId, keys);
      }
      if (name === 'readState') {
        // What was staged, or not committed, by a call whose answer was lost.
        for (const window of (output as LedgerState).windows) {
          windows.set(window.windowId, window);
          staged.set(
            window.windowId,
            new Set(
              window.pages.map(({ page }) =>
                keyOf(window.window.field, window.requestFrom, window.requestTo, page),
              ),
            ),
          );
        }
      }
    },
  };
}
