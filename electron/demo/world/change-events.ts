import { localToMs } from '#shared/domain/dates.ts';
import { isFreeAmount } from './amount-model.ts';
import type { Happening } from './events.ts';
import type { WorldChange } from './world-change.ts';

/** A change by hand as events of one sub-order; `salt` decides what an adjustment or refund is. Throws on a column that follows from others. */
export function happeningsOf(
  change: Exclude<WorldChange, { kind: 'add-order' }>,
  salt: number,
): readonly Happening[] {
  switch (change.kind) {
    case 'cancel':
      return [{ kind: 'canceled' }];
    case 'return':
      return [{ kind: 'returned' }];
    case 'pay':
      return [{ kind: 'paid' }];
    case 'adjust':
      return [{ kind: 'adjusted', salt }];
    case 'refund':
      return [{ kind: 'refunded', salt }];
    case 'add-row':
      return [{ kind: 'row-added' }];
    case 'touch':
      return [{ kind: 'touched' }];
    case 'add-amount':
      if (!isFreeAmount(change.column))
        throw new RangeError(`«${change.column}» follows from other columns.`);
      return [{ kind: 'amount-added', column: change.column, cents: change.cents, item: change.item ?? 0 }];
    case 'remove-row':
      return [{ kind: 'row-removed', item: change.item }];
    case 'remove-all':
      return [{ kind: 'rows-removed' }];
    case 'move-purchase':
      return [{ kind: 'purchase-moved', local: localToMs(change.to) }];
  }
}
