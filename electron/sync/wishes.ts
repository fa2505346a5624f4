import type { Month } from '#shared/dates.ts';
import type { ControlTotal } from '#shared/sync/control-total.ts';

/** What the user asked for and no run has taken up yet, in the order it was asked. */
export type Wish =
  | { readonly kind: 'changes' }
  | { readonly kind: 'reread' | 'cancel' | 'check'; readonly months: readonly Month[] }
  | { readonly kind: 'find'; readonly ranges: readonly ControlTotal['range'][] };

export type Wishes = {
  readonly add: (wish: Wish) => void;
  /** Hands them over, once; `kind`: only those of this kind. */
  readonly take: (kind?: Wish['kind']) => readonly Wish[];
  readonly areThere: () => boolean;
};

export function createWishes(): Wishes {
  let wishes: Wish[] = [];
  return {
    add: (wish) => {
      wishes.push(wish);
    },
    take: (kind) => {
      const isTaken = (wish: Wish) => kind === undefined || wish.kind === kind;
      const taken = wishes.filter(isTaken);
      wishes = wishes.filter((wish) => !isTaken(wish));
      return taken;
    },
    areThere: () => wishes.length > 0,
  };
}
