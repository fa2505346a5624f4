import { mapInSteps, ROWS_A_STEP, type Task } from '#shared/base/tasks.ts';
import { type FileRow, fileCellText } from './file-cells.ts';

/** Extracts that are no tables: OFX, and lines of fixed width. Made into rows under a header of ours. */

/** By its beginning: characters that delimit cells elsewhere stand for themselves in it. */
export function textWithoutCells(sample: string): 'ofx' | 'fixed-width' | null {
  if (/<OFX>|<STMTTRN>/i.test(sample.slice(0, 8192))) return 'ofx';
  // The last line may be cut.
  const lines = sample.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const fixed = lines.filter((line) => FIXED.test(line.trimEnd())).length;
  return fixed > 0 && fixed >= (lines.length - 1) * FIXED_SHARE ? 'fixed-width' : null;
}

/** Rows under one header where the file is such an extract; null for every table. */
export function* tableOfOtherText(rows: readonly FileRow[]): Task<readonly FileRow[] | null> {
  return (yield* ofxTable(rows)) ?? (yield* fixedWidthTable(rows));
}

const OFX_FIELDS = ['TRNTYPE', 'DTPOSTED', 'TRNAMT', 'FITID', 'NAME'] as const;

function* ofxTable(rows: readonly FileRow[]): Task<readonly FileRow[] | null> {
  const textOf = (row: FileRow): string => row.cells.map(fileCellText).join(' ');
  if (!rows.slice(0, 60).some((row) => /<OFX>|<STMTTRN>/i.test(textOf(row)))) return null;
  const table: FileRow[] = [];
  const balances = createBalances();
  let currency = '';
  let isOriginal = false;
  let open: {
    readonly line: number;
    readonly values: Map<string, string>;
    readonly isPending: boolean;
  } | null = null;
  const close = (): void => {
    if (open === null) return;
    const { line, values, isPending } = open;
    const named = new Map(values).set('NAME', values.get('NAME') ?? values.get('MEMO') ?? '');
    named.set('TRNAMT', amountOfType(values.get('TRNAMT') ?? '', values.get('TRNTYPE') ?? ''));
    // What is not booked yet has no day: whether it is a movement is asked.
    if (isPending || values.get('TRNTYPE')?.trim().toUpperCase() === 'HOLD') named.set('DTPOSTED', '');
    const own = values.get('CURSYM') ?? currency;
    table.push({ line, cells: [...OFX_FIELDS.map((field) => named.get(field) ?? ''), own] });
    open = null;
  };
  for (const [at, row] of rows.entries()) {
    if (at % ROWS_A_STEP === 0) yield;
    // Tags are seldom closed; several may stand on one line.
    for (const [, end, name = '', value = ''] of plainMarkup(textOf(row)).matchAll(TAG)) {
      const tag = name.toUpperCase();
      const isMovement = tag === 'STMTTRN' || tag === 'STMTTRNP';
      if (isMovement || (end === '/' && /^BANKTRANLISTP?$/.test(tag))) {
        close();
        isOriginal = false;
        if (isMovement && end === '')
          open = { line: row.line, values: new Map(), isPending: tag === 'STMTTRNP' };
      } else if (tag === 'CURDEF') currency = value.trim();
      else if (open === null) balances.add(end === '/', tag, value.trim(), row.line);
      // Of what a movement was before it was changed into the account's currency its amount says nothing.
      else if (tag === 'ORIGCURRENCY') isOriginal = end === '';
      else if (tag === 'CURSYM' && isOriginal) continue;
      else if (end === '') addValue(open?.values, tag, ofxValue(tag, value.trim()));
    }
  }
  close();
  const header = { line: rows[0]?.line ?? 1, cells: [...OFX_FIELDS, 'CURDEF'].map((name) => `ofx ${name}`) };
  return [...balances.rows(), header, ...table];
}

/** Two amounts of one movement, or two days, are none that can be read. */
const SAID_ONCE: readonly string[] = ['TRNAMT', 'DTPOSTED', 'TRNTYPE'];
function addValue(values: Map<string, string> | undefined, tag: string, value: string): void {
  const known = values?.get(tag);
  if (known === undefined) values?.set(tag, value);
  else if (known !== value && SAID_ONCE.includes(tag) && !known.includes(BOTH))
    values?.set(tag, `${known}${BOTH}${value}`);
}
const BOTH = ' / ';

/** Some banks write a debit without its minus: its type says that it takes money. */
const amountOfType = (amount: string, type: string): string =>
  type.trim().toUpperCase() === 'DEBIT' ? amount.replace(/^\+?(?=[\d.,])/, '-') : amount;

const TAG = /<(\/?)([A-Z0-9.]+)>([^<]*)/gi;
/** Texts that are marked as such hold no tags. */
function plainMarkup(text: string): string {
  const [open, close] = ['<![CDATA[', ']]>'];
  let [plain, done] = ['', 0];
  for (let from = text.indexOf(open); from >= 0; from = text.indexOf(open, done)) {
    const end = text.indexOf(close, from);
    if (end < 0) break;
    const literal = text.slice(from + open.length, end);
    plain += text.slice(done, from) + literal.replace(/&/g, '&amp;').replace(/</g, '&lt;');
    done = end + close.length;
  }
  return plain + text.slice(done);
}

const OPENING = /^(?:opening|beginning|starting|saldo (?:inicial|anterior))/i;

/** Collects the file's balances before and after its movements, as titles; none where it is of several accounts. */
function createBalances() {
  let accounts = 0;
  let isLedger = false;
  let named = '';
  const found: { [end in 'inicial' | 'final']?: FileRow } = {};
  const addBalance = (end: 'inicial' | 'final', line: number, value: string): void => {
    found[end] ??= { line, cells: [`Saldo ${end}`, value] };
  };
  return {
    add(isEnd: boolean, tag: string, value: string, line: number): void {
      if (tag === 'LEDGERBAL') isLedger = !isEnd;
      if (isEnd) return;
      if (tag === 'BANKACCTFROM' || tag === 'CCACCTFROM') accounts += 1;
      if (tag === 'NAME') named = value;
      if (tag === 'VALUE' && OPENING.test(named)) addBalance('inicial', line, value);
      if (tag === 'BALAMT' && isLedger) addBalance('final', line, value);
    },
    rows: (): readonly FileRow[] => (accounts > 1 ? [] : Object.values(found)),
  };
}

/** `20260831120000.000[-3:CLT]` is a day; `&amp;` is a character. */
function ofxValue(tag: string, value: string): string {
  if (tag === 'DTPOSTED') return value.replace(/^(\d{4})(\d{2})(\d{2}).*$/, '$1-$2-$3');
  return value.replace(/&(?:(lt|gt|amp|quot|apos|nbsp)|#(\d{1,7}));/g, (whole, name, code) => {
    if (name !== undefined) return ENTITIES[name as string] ?? whole;
    const point = Number(code);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

const ENTITIES: { readonly [name: string]: string } = {
  ...{ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' },
};

/** Banco de Chile: account 1-11, date 12-19, code 20-28, serial 29-36, amount 37-58, sign 59, branch 60-62, text 63-107. */
const FIXED = /^(\d{11})(\d{8})(.{9})(.{8})([\d., -]{22})([-+CDA ])(.{3})(.{0,45})\s*$/i;
/** So many of its lines are as the layout says. */
const FIXED_SHARE = 0.8;
const FIXED_NAMES = ['account', 'date', 'code', 'serial', 'amount', 'sign', 'branch', 'text'];

function* fixedWidthTable(rows: readonly FileRow[]): Task<readonly FileRow[] | null> {
  const cut = yield* mapInSteps(rows, (row) =>
    row.cells.length === 1 ? FIXED.exec(fileCellText(row.cells[0]).trimEnd()) : null,
  );
  if (rows.length === 0 || cut.filter((match) => match !== null).length < rows.length * FIXED_SHARE)
    return null;
  const table: FileRow[] = [{ line: rows[0]?.line ?? 1, cells: FIXED_NAMES.map((name) => `txt ${name}`) }];
  for (const [at, { line, cells }] of rows.entries()) {
    if (at % ROWS_A_STEP === 0) yield;
    const match = cut[at];
    if (match === null || match === undefined) table.push({ line, cells: brokenCells(cells) });
    else table.push({ line, cells: match.slice(1).map((text, place) => fixedValue(place, text.trim())) });
  }
  return table;
}

/** A line that is cut or of another shape: never a foot that is passed over, where it begins as the others do. */
function brokenCells(cells: FileRow['cells']): FileRow['cells'] {
  const text = fileCellText(cells[0]);
  return /^\d{11}/.test(text) ? [text.slice(0, 11), '', text.slice(11, 19), text.slice(19) || '…'] : cells;
}

function fixedValue(place: number, text: string): string {
  if (place === 4) return text.replace(/^0+(?=\d)/, '');
  if (place !== 1) return text;
  const isYearFirst = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])/.test(text);
  const cut = isYearFirst ? /^(\d{4})(\d{2})(\d{2})$/ : /^(\d{2})(\d{2})(\d{4})$/;
  return text.replace(cut, '$1-$2-$3');
}
