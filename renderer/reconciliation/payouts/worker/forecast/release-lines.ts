import { CorruptLedgerError } from '#renderer/data/storage/database/failures.ts';
import { numberValue } from '#renderer/reconciliation/statements/model/line-values.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import type { StatementStore } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import type { Pause } from '#shared/base/tasks.ts';
import { dayNumber } from '#shared/domain/dates.ts';
import { fromDecimal } from '#shared/domain/decimal.ts';
import type { ReleaseLine, StatementDays } from './statement-days.ts';

/** One that can no longer be read: figures of it fail, and findings do without it, for the queue tells it by itself. */
type WhenDamaged = 'fail' | 'leave-out';

export type ReleaseLines = (whenDamaged?: WhenDamaged) => Promise<readonly StatementDays[]>;

/** Reads of each imported statement the lines that name a day; they are kept, for the lines of a statement never change. */
export function createReleaseLines(
  statements: Pick<StatementStore, 'list' | 'lines'>,
  pause: Pause,
): ReleaseLines {
  const linesOf = new Map<string, readonly ReleaseLine[]>();
  const read = async (id: string, whenDamaged: WhenDamaged): Promise<readonly ReleaseLine[] | null> => {
    try {
      return (await statements.lines(id, pause)).flatMap(releaseLine);
    } catch (error) {
      if (whenDamaged === 'leave-out' && error instanceof CorruptLedgerError) return null;
      throw error;
    }
  };
  return async (whenDamaged = 'fail') => {
    // A bank's lines are of no order.
    const wanted = statements.list().filter(({ kind }) => kind !== 'bank');
    for (const id of [...linesOf.keys()]) if (!wanted.some((each) => each.id === id)) linesOf.delete(id);
    const found: StatementDays[] = [];
    for (const { id, account } of wanted) {
      const own = linesOf.get(id) ?? (await read(id, whenDamaged));
      if (own === null) continue;
      linesOf.set(id, own);
      if (own.length > 0) found.push({ lines: own, account: account ?? null });
    }
    return found;
  };
}

function releaseLine({ released, order, suborder, settlement, net }: StatementLine): readonly ReleaseLine[] {
  if (released === null || (order ?? suborder) === null) return [];
  const { units, scale } = fromDecimal(net ?? ('0' as NonNullable<typeof net>));
  return [
    {
      order,
      suborder,
      day: dayNumber(released.day),
      size: { units: units < 0n ? -units : units, scale },
      settlement: numberValue(settlement),
    },
  ];
}
