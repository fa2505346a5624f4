import { join } from 'node:path';
import { app, dialog } from 'electron';
import type { ErrorLog } from '../app/error-log.ts';
import { languageOfSystem, startFailureWords } from '../app/start-failure.ts';
import { languageIn } from '../desktop/shell-file.ts';
import type { Standby } from '../desktop/standby.ts';
import { startFailureLine } from '../desktop/standby-lines.ts';
import { wordsOf } from '../i18n/words.ts';

/**
 * Writes down why the app could not start, says so in the language of the last start or of the system, and ends the process.
 * A start on standby tells the program that began it, and shows nothing.
 * @param releaseProfile what the start had taken of the profile until then
 */
export async function exitAfterFailedStart(
  error: unknown,
  errors: ErrorLog,
  releaseProfile: () => Promise<void>,
  standby: Standby,
): Promise<void> {
  errors.record('start', error);
  // Not when the box is closed: who reads it may begin another one first.
  await releaseProfile().catch(() => undefined);
  const profileDirectory = app.getPath('userData');
  const language = await languageIn(join(profileDirectory, 'shell.json'));
  const say = wordsOf(language ?? languageOfSystem(app.getPreferredSystemLanguages()));
  const reason = error instanceof Error ? error.message : String(error);
  const message =
    startFailureWords(error, say, profileDirectory) ?? say('start.other', { reason, log: errors.path });
  if (standby.isOn()) {
    process.stderr.write(startFailureLine(message));
  } else {
    process.stderr.write(`${message}\n`);
    dialog.showErrorBox('Cuadra', message);
  }
  app.exit(1);
}
