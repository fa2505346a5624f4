/** Waits, where it is time to, until others had their turn. */
export type Pause = () => Promise<void>;
