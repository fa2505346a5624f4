import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { Month } from '#shared/domain/dates.ts';

/** Something the user asks of the sync. */
export type SyncCommand =
  | { readonly kind: 'changes' }
  | { readonly kind: 'reread' | 'cancel' | 'check'; readonly months: readonly Month[] }
  | { readonly kind: 'find'; readonly ranges: readonly ControlTotal['range'][] };

/** Commands that no run has applied yet, in the order they were given. */
export type PendingCommands = {
  /** Puts one at the end. */
  readonly add: (command: SyncCommand) => void;
  /** Takes them out and gives them; `kind`: only those of this kind. */
  readonly take: (kind?: SyncCommand['kind']) => readonly SyncCommand[];
  readonly hasAny: () => boolean;
};

export function createPendingCommands(): PendingCommands {
  let commands: SyncCommand[] = [];
  return {
    add: (command) => {
      commands.push(command);
    },
    take: (kind) => {
      const isTaken = (command: SyncCommand) => kind === undefined || command.kind === kind;
      const taken = commands.filter(isTaken);
      commands = commands.filter((command) => !isTaken(command));
      return taken;
    },
    hasAny: () => commands.length > 0,
  };
}
