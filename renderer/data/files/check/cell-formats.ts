import type { AlterationWhat } from '#renderer/data/model/export-check.ts';
import { valueIn } from './cell-texts.ts';
import { attributesOf, type FileCell } from './sheet-rows.ts';

/** How the cells of a workbook look (ECMA-376, part 1, 18.8), where one would take them for something else than they hold. */

export type CellFormats = {
  /** Null: it shows what it holds. `isDate`: of a column of moments. */
  readonly problemOf: (cell: FileCell, isDate: boolean) => AlterationWhat | null;
};

/** @param xml the part `xl/styles.xml`; "" where there is none */
export function readCellFormats(xml: string): CellFormats {
  const codes = new Map(
    attributesOf(sectionOf(xml, 'numFmts'), 'numFmt').map((each) => [
      each.get('numFmtId') ?? '',
      each.get('formatCode') ?? '',
    ]),
  );
  const fonts = partsOf(sectionOf(xml, 'fonts'), 'font').map(readFont);
  const fills = partsOf(sectionOf(xml, 'fills'), 'fill').map(readFill);
  const cells = partsOf(sectionOf(xml, 'cellXfs'), 'xf').map(readCell);
  const known = new Map<string, AlterationWhat | null>();
  const isUnread = (
    { size, ink }: typeof PLAIN_FONT,
    own: ReadonlyMap<string, string> | undefined,
  ): boolean => {
    const fill = own?.has('fillId') === true ? fills[Number(own.get('fillId'))] : PAPER;
    return size <= SMALLEST_READ || isAlike(ink, fill ?? null);
  };
  /** By style: many cells may share one text of many runs. */
  const unreadRuns = new WeakMap<readonly string[], Map<number, boolean>>();
  const hidesRun = (runs: readonly string[], style: number): boolean => {
    const byStyle = unreadRuns.get(runs) ?? new Map<number, boolean>();
    unreadRuns.set(runs, byStyle);
    const found = byStyle.get(style) ?? runs.some((run) => isUnread(readFont(run), cells[style]));
    byStyle.set(style, found);
    return found;
  };
  const judge = (style: number, isNumber: boolean, isDate: boolean): AlterationWhat | null => {
    const own = cells[style];
    if (own === undefined) return null;
    if (isUnread(fonts[Number(own.get('fontId') ?? 0)] ?? PLAIN_FONT, own)) return 'text-invisible';
    if (!isNumber) return null;
    if (own.get('repeats') !== undefined) return 'number-disguised';
    const id = own.get('numFmtId') ?? '0';
    return judgeNumberFormat(codes.get(id) ?? BUILT_IN[id] ?? 'General', isDate);
  };
  return {
    problemOf(cell, isDate) {
      const value = valueIn(cell);
      const isNumber = value?.kind === 'number';
      // A part of a text may be written in a font of its own.
      if (value?.kind === 'text' && value.runs !== undefined && hidesRun(value.runs, cell.style))
        return 'text-invisible';
      const key = `${cell.style}|${isNumber}|${isDate}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const problem = judge(cell.style, isNumber, isDate);
      known.set(key, problem);
      return problem;
    },
  };
}

function sectionOf(xml: string, name: string): string {
  const begin = xml.indexOf(`<${name}`);
  const end = begin < 0 ? -1 : xml.indexOf(`</${name}>`, begin);
  return end < 0 ? '' : xml.slice(begin + name.length + 1, end);
}

/** The elements of a name, each with what is in it. */
const partsOf = (xml: string, name: string): readonly string[] =>
  xml.split(new RegExp(`<${name}(?=[\\s/>])`)).slice(1);

/** What a cell's format refers to; `repeats`: it stands as often as its cell has room. */
function readCell(xml: string): ReadonlyMap<string, string> {
  const [own = new Map<string, string>()] = attributesOf(`<xf${xml}`, 'xf');
  const [alignment] = attributesOf(xml, 'alignment');
  return alignment?.get('horizontal') === 'fill' ? new Map([...own, ['repeats', '1']]) : own;
}

/** A colour, or its name in the workbook's theme; null: nobody knows. */
type Ink = readonly [red: number, green: number, blue: number] | string | null;
const [WHITE, BLACK] = [
  [255, 255, 255],
  [0, 0, 0],
] as const;
const PAPER: Ink = WHITE;
const PLAIN_FONT = { ink: BLACK as Ink, size: 11 };
/** In points. */
const SMALLEST_READ = 3;

function readFont(xml: string): typeof PLAIN_FONT {
  const [color] = attributesOf(xml, 'color');
  const [size] = attributesOf(xml, 'sz');
  return {
    ink: color === undefined ? BLACK : inkOf(color),
    size: Number(size?.get('val') ?? PLAIN_FONT.size),
  };
}

function readFill(xml: string): Ink {
  const [pattern] = attributesOf(xml, 'patternFill');
  if (pattern === undefined) return xml.includes('<gradientFill') ? null : PAPER;
  const kind = pattern.get('patternType') ?? 'none';
  if (kind !== 'solid') return PAPER;
  const [color] = attributesOf(xml, 'fgColor');
  return color === undefined ? BLACK : inkOf(color);
}

function inkOf(color: ReadonlyMap<string, string>): Ink {
  const rgb = /^(?:[0-9a-f]{2})?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color.get('rgb') ?? '');
  if (rgb !== null) {
    const [red = 0, green = 0, blue = 0] = rgb.slice(1).map((each) => Number.parseInt(each, 16));
    return [red, green, blue];
  }
  const [theme, indexed, tint] = [color.get('theme'), color.get('indexed'), Number(color.get('tint') ?? 0)];
  if (tint !== 0) return theme === undefined ? null : (tinted(theme, tint) ?? `theme ${theme} ${tint}`);
  if (theme === '0' || indexed === '1' || indexed === '9' || indexed === '65') return WHITE;
  if (theme === '1' || indexed === '0' || indexed === '8' || indexed === '64') return BLACK;
  if (theme !== undefined) return `theme ${theme}`;
  return indexed === undefined ? BLACK : `indexed ${indexed}`;
}

/** White made darker, or black made lighter; null: another colour of the theme, or a tint that does nothing to it. */
function tinted(theme: string, tint: number): Ink {
  const level =
    theme === '0' && tint < 0 ? Math.round(255 * (1 + tint)) : theme === '1' ? Math.round(255 * tint) : null;
  return level === null || level < 0 || level > 255 ? null : [level, level, level];
}

/** So near to each other that nobody reads one on the other. */
const UNREAD = 24;

function isAlike(left: Ink, right: Ink): boolean {
  if (left === null || right === null) return false;
  if (typeof left === 'string' || typeof right === 'string') return left === right;
  return left.every((part, at) => Math.abs(part - (right[at] ?? 0)) <= UNREAD);
}

/** Formats that every program has, those that would not be read as plain numbers or dates. */
const BUILT_IN: { readonly [id: string]: string } = {
  9: '0%',
  10: '0.00%',
  14: 'dd/mm/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
};

type Section = { readonly rest: string; readonly literal: string; readonly hasCondition: boolean };

const GENERAL = /general|standard|@/i;
const DIGIT = /[0#?]/;

/** The fault in showing a number by a format; null: none. */
export function judgeNumberFormat(code: string, isDate: boolean): AlterationWhat | null {
  const sections = sectionsOf(code);
  const shows = ({ rest }: Section): boolean => DIGIT.test(rest) || GENERAL.test(rest);
  const [positive, negative, zero] = sections;
  if (positive === undefined) return null;
  if (sections.some(({ literal, hasCondition }) => hasCondition || /\d/.test(literal)))
    return 'number-disguised';
  if (isDate) return /[ymdhs]/i.test(positive.rest) || shows(positive) ? null : 'number-hidden';
  if (/[ymdhs]/i.test(positive.rest.replace(GENERAL, ''))) return 'number-disguised';
  if (!shows(positive) || (negative !== undefined && !shows(negative))) return 'number-hidden';
  if (zero !== undefined && !shows(zero) && zero.literal.trim() !== '-') return 'number-hidden';
  if (sections.slice(0, 2).some(({ rest }) => /%|[0#?],+(?![0#?,])/.test(rest))) return 'number-scaled';
  if (/[-(]/.test(positive.rest + positive.literal)) return 'number-disguised';
  if (negative !== undefined && !/[-(]/.test(negative.rest + negative.literal)) return 'number-unsigned';
  return null;
}

/** The sections of a format: what counts in each, its literal text, and whether it is for some numbers only. */
function sectionsOf(code: string): readonly Section[] {
  const sections = [{ rest: '', literal: '', hasCondition: false }];
  for (const [token] of code.matchAll(/"[^"]*"?|\\[\s\S]?|[_*][\s\S]?|\[[^\]]*\]?|[\s\S]/g)) {
    const own = sections.at(-1);
    if (own === undefined) break;
    if (token === ';') sections.push({ rest: '', literal: '', hasCondition: false });
    else if (token.startsWith('"')) own.literal += token.replaceAll('"', '');
    else if (token.startsWith('\\')) own.literal += token.slice(1);
    else if (token.startsWith('[')) own.hasCondition ||= /[<>=]/.test(token);
    // What fills a cell's width is read with the number, unless it is a blank.
    else if (token.startsWith('*')) own.literal += token.slice(1).replace(/\S/, (filling) => `${filling}0`);
    else if (!token.startsWith('_')) own.rest += token;
  }
  return sections;
}
