/** What a crash of the page must undo, and who is told of every step of the databases. One a process. */
export type Crashes = {
  readonly add: (undo: () => void) => void;
  readonly delete: (undo: () => void) => void;
  /** The page is gone: everything that was added is undone. */
  readonly crash: () => void;
  onStep: () => void;
};

const PLACE = Symbol.for('cuadra.model.crashes');

/** The same for every copy of this module: tests of mutants load it again and again. */
export function watchCrashes(): Crashes {
  const place = globalThis as { [PLACE]?: Crashes };
  const known = place[PLACE];
  if (known !== undefined) return known;
  const undos = new Set<() => void>();
  const made: Crashes = {
    add: (undo) => undos.add(undo),
    delete: (undo) => undos.delete(undo),
    crash: () => {
      for (const undo of [...undos]) undo();
      undos.clear();
    },
    onStep: () => undefined,
  };
  place[PLACE] = made;
  return made;
}
