let height = 768;

/** A height that no window of this process has had: files are set up anew each, this module stands for all of them. */
export function nextWindowHeight(): number {
  height += 1;
  return height;
}
