import { runExport, wholeText } from '#renderer/data/client/export-run.ts';
import type { AppBridge, ExportEnd } from '#shared/contract/app.ts';

/** Lets the browser fetch a finished export from the host. */
export function fetchDownload(url: string): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = '';
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}

/**
 * Writes a short text to a file of the user's choice, the way every export goes. The path it was written to; null
 * where the browser fetches it, or where the user chose no file.
 */
export async function saveText(
  calls: AppBridge['call'],
  fileName: string,
  content: string,
): Promise<ExportEnd | null> {
  const result = await runExport(
    calls,
    fileName,
    async () => wholeText(content, 1),
    () => {},
    new AbortController().signal,
  );
  if (result.kind === 'cancelled') return null;
  if (result.end.kind === 'download') fetchDownload(result.end.url);
  return result.end;
}
