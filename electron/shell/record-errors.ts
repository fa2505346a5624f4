import { app } from 'electron';
import { type ErrorLog, recordUncaught } from '../app/error-log.ts';

/** Writes down what fails in this process, and every process of Chromium's that goes; returns the way to stop. */
export function recordErrors(log: ErrorLog): () => void {
  const stop = recordUncaught(log, 'recorded');
  app.on('render-process-gone', (_event, _contents, { reason, exitCode }) => {
    log.recordGone({ reason, exitCode, type: null });
  });
  app.on('child-process-gone', (_event, { reason, exitCode, type }) => {
    log.recordGone({ reason, exitCode, type });
  });
  return stop;
}
