/** Whether both hold the same, place by place. */
export const areSameItems = (one: ArrayLike<unknown>, other: ArrayLike<unknown>): boolean => {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
};
