/** Counts the requests that one kind of work may spend in a run. */
export type Budget = {
  readonly allows: (requests: number) => boolean;
  readonly spend: (requests: number) => void;
  readonly isSpent: () => boolean;
};

export function createBudget(requests: number): Budget {
  let left = requests;
  return {
    allows: (wanted) => wanted <= left,
    spend: (spent) => {
      left -= spent;
    },
    isSpent: () => left <= 0,
  };
}
