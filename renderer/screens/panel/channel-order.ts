import type { Group } from '#renderer/data/model/groups.ts';
import { compareTexts } from '#shared/base/fold.ts';
import { compare, type Decimal, fromDecimal } from '#shared/domain/decimal.ts';

/** Channels, and the accounts of each, in the order of one of their figures. Pure. */

export type ChannelOrder = { readonly by: string; readonly isDescending: boolean };

/** A press on a heading: the greatest first, names from the first letter; the other way round where it is that order already. */
export function nextOrder({ by, isDescending }: ChannelOrder, pressed: string, name: string): ChannelOrder {
  return { by: pressed, isDescending: by === pressed ? !isDescending : pressed !== name };
}

/** @param figureOf of a channel, or of an account of one; those without it come last either way, null: by name */
export function orderChannels(
  groups: readonly Group[],
  { isDescending }: ChannelOrder,
  figureOf: ((group: Group, channel: string | null) => Decimal | null) | null,
): readonly Group[] {
  const ordered = (all: readonly Group[], channel: string | null): readonly Group[] =>
    all.toSorted((one, other) => {
      const byName = compareTexts(one.value, other.value);
      if (figureOf === null) return isDescending ? -byName : byName;
      const [left, right] = [figureOf(one, channel), figureOf(other, channel)];
      if (left === null || right === null) return Number(left === null) - Number(right === null) || byName;
      const byFigure = compare(fromDecimal(left), fromDecimal(right));
      return (isDescending ? -byFigure : byFigure) || byName;
    });
  return ordered(groups, null).map((group) =>
    group.groups === undefined ? group : { ...group, groups: ordered(group.groups, group.value) },
  );
}
