import type { WebContents } from 'electron';

/**
 * A page on A4, lying, as its print styles say: margins with what its figures are of, headers on every page. Chromium tells
 * the page before (`beforeprint`), as it does before any print.
 */
export function printPage(contents: Pick<WebContents, 'printToPDF'>): Promise<Uint8Array> {
  return contents.printToPDF({
    landscape: true,
    pageSize: 'A4',
    preferCSSPageSize: true,
    printBackground: true,
  });
}
