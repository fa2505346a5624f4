import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { Month } from '#shared/domain/dates.ts';

/** What the user asked for and no run has taken up yet, in the order it was asked. */
export type SyncCommand =
  | { readonly kind: 'changes' }
  | { readonly kind: 'reread' | 'cancel' | 'check'; readonly months: readonly Month[] }
  | { readonly kind: 'find'; readonly ranges: readonly ControlTotal['range'][] };

export type PendingCommands = {
  readonly add: (command: SyncCommand) => void;
  /** Hands them over, once; `kind`: only those of this kind. */
  readonly take: (kind?: SyncCommand['kind']) => readonly SyncCommand[];
  readonly areThere: () => boolean;
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
    areThere: () => commands.length > 0,
  };
}
