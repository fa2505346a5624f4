import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { Month } from '#shared/domain/dates.ts';

export type SyncCommand =
  | { readonly kind: 'changes' }
  | { readonly kind: 'reread' | 'cancel' | 'check'; readonly months: readonly Month[] }
  | { readonly kind: 'find'; readonly ranges: readonly ControlTotal['range'][] };

/** Commands that no run has applied yet, in the order they were given. */
export type PendingCommands = ReturnType<typeof createPendingCommands>;

/** Ranges without these months: that of everything stays. */
export function withoutMonths<R extends ControlTotal['range']>(
  ranges: readonly R[],
  months: readonly Month[],
): readonly R[] {
  return ranges.filter((range) => range === 'all' || !months.includes(range));
}

/** The rest of a command once these months are cancelled; null: nothing. A count is no re-read, it stays. */
function afterCancel(command: SyncCommand, months: readonly Month[]): SyncCommand | null {
  switch (command.kind) {
    case 'reread': {
      const left = withoutMonths(command.months, months);
      return left.length === 0 ? null : { ...command, months: left };
    }
    case 'find': {
      const left = withoutMonths(command.ranges, months);
      return left.length === 0 ? null : { ...command, ranges: left };
    }
    case 'changes':
    case 'check':
    case 'cancel':
      return command;
  }
}

export function createPendingCommands() {
  let commands: SyncCommand[] = [];
  /** Puts one at the end. Months that are cancelled are taken out of the re-reads and searches asked for before. */
  const add = (command: SyncCommand): void => {
    if (command.kind === 'cancel')
      commands = commands.flatMap((before) => afterCancel(before, command.months) ?? []);
    commands.push(command);
  };
  return {
    add,
    /** Puts back what was taken and not done: it comes before whatever was added since. */
    putBack: (before: readonly SyncCommand[]): void => {
      const since = commands;
      commands = [];
      for (const command of [...before, ...since]) add(command);
    },
    /** Takes them out and gives them; `kind`: only those of this kind. */
    take: (kind?: SyncCommand['kind']): readonly SyncCommand[] => {
      const isTaken = (command: SyncCommand) => kind === undefined || command.kind === kind;
      const taken = commands.filter(isTaken);
      commands = commands.filter((command) => !isTaken(command));
      return taken;
    },
    hasAny: () => commands.length > 0,
  };
}
