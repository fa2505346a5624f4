import { app } from 'electron';

/** Whether the app is ending: closing the window then ends it, and hides it before. */
export type Quitting = { now: boolean };

/**
 * Holds the end of the process back until nothing is being written any more.
 * @param stop ends what is being written
 * @param end the last that is done: it ends the process
 */
export function stopBeforeQuitting(stop: () => Promise<unknown>, end: () => void): void {
  let isStopped = false;
  app.on('will-quit', (event) => {
    if (isStopped) return;
    event.preventDefault();
    void stop().finally(() => {
      isStopped = true;
      end();
    });
  });
}
