import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** LibreOffice without a window: opens a workbook, computes every formula anew, and gives one sheet's values back. */

const PLACES = [
  '/usr/bin/soffice',
  '/usr/lib/libreoffice/program/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
  'C:\\Program Files\\LibreOffice\\program\\soffice.exe',
];

/** Undefined where there is none. `.ci/run` installs one and says that it must be there. */
export function findOffice(): string | undefined {
  const found = PLACES.find((file) => existsSync(file));
  if (found === undefined && process.env.CUADRA_OFFICE === 'required') {
    throw new Error('LibreOffice is required here, and is not there.');
  }
  return found;
}

/** Computes on opening whoever wrote the file, and believes no value that stands beside a formula. */
const ALWAYS_RECALCULATE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode"><value>0</value></prop></item>
</oor:items>`;

/** What a program without a window makes of workbooks, in a folder that is gone afterwards: `0.xlsx`, `1.xlsx` and so on. */
function converted<T>(
  office: string,
  workbooks: readonly Uint8Array[],
  to: string,
  read: (run: { readonly folder: string; readonly said: string }) => T,
): T {
  const folder = mkdtempSync(join(tmpdir(), 'cuadra-office-'));
  try {
    const profile = join(folder, 'profile');
    const user = join(profile, 'user');
    mkdirSync(user, { recursive: true });
    writeFileSync(join(user, 'registrymodifications.xcu'), ALWAYS_RECALCULATE);
    const files = workbooks.map((_, at) => join(folder, `${at}.xlsx`));
    for (const [at, file] of files.entries()) writeFileSync(file, workbooks[at] ?? new Uint8Array());
    const run = spawnSync(
      office,
      [
        `-env:UserInstallation=${pathToFileURL(profile)}`,
        ...['--headless', '--convert-to', to, '--outdir', join(folder, 'made'), ...files],
      ],
      { encoding: 'utf8', timeout: 50_000 },
    );
    return read({ folder: join(folder, 'made'), said: `${run.stdout}${run.stderr}` });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A workbook's sheets, by name, as rows of unformatted values. Figures have a dot; empty cells are empty texts. */
export type Recalculated = ReadonlyMap<string, readonly string[][]>;

/** Each workbook's sheets, computed in one start of the program. */
export function recalculateAll(office: string, workbooks: readonly Uint8Array[]): readonly Recalculated[] {
  // Commas, quotes, UTF-8, values as they are and not as they look, all sheets.
  const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1';
  return converted(office, workbooks, filter, ({ folder, said }) =>
    workbooks.map((_, at) => {
      const sheets = [...said.matchAll(/Writing sheet (.+) -> (.+\.csv)/g)].filter(([, , file = '']) =>
        file.startsWith(join(folder, `${at}-`)),
      );
      if (sheets.length === 0) throw new Error(`LibreOffice wrote nothing: ${said}`);
      return new Map(
        sheets.map(([, name = '', file = '']) => [name, readCsv(readFileSync(file.trim(), 'utf8'))]),
      );
    }),
  );
}

/** The same of one. */
export function recalculate(office: string, workbook: Uint8Array): Recalculated {
  const [only = new Map()] = recalculateAll(office, [workbook]);
  return only;
}

/** Each workbook as LibreOffice writes it, after it has read it, in one start of the program; `xls`: as it was done before 2007. */
export function rewriteAll(
  office: string,
  workbooks: readonly Uint8Array[],
  as: 'xlsx' | 'xls',
): readonly Uint8Array[] {
  return converted(office, workbooks, as, ({ folder }) =>
    workbooks.map((_, at) => readFileSync(join(folder, `${at}.${as}`))),
  );
}

/** The same of one. */
export function rewrite(office: string, workbook: Uint8Array, as: 'xlsx' | 'xls' = 'xlsx'): Uint8Array {
  const [only = new Uint8Array()] = rewriteAll(office, [workbook], as);
  return only;
}

function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
