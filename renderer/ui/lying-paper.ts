/** Parts of the page that want it to lie; base.css turns it as long as there is one. */
let wanted = 0;

/** Paper lies from now on, whatever is chosen in the browser's dialog; returns what lets it go. */
export function layPaperDown(): () => void {
  const { dataset } = document.documentElement;
  wanted += 1;
  dataset.paper = 'lying';
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    wanted -= 1;
    if (wanted === 0) delete dataset.paper;
  };
}
