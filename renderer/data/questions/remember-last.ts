/** Keeps the answer to the last key; one that failed is made again. */
export function rememberLast<T>() {
  let last: { readonly key: string; readonly answer: Promise<T> } | null = null;
  return (key: string, make: () => Promise<T>): Promise<T> => {
    if (last?.key === key) return last.answer;
    const made = { key, answer: make() };
    last = made;
    made.answer.catch(() => {
      if (last === made) last = null;
    });
    return made.answer;
  };
}
