import type { SheetKind } from '#renderer/data/model/sheet-table.ts';
import { escapeAttribute } from './cells.ts';

/** How cells look: one style for each kind of value, plain and strong, and those of titles and headings. */

export type NumberLook = {
  /** Decimal places of amounts, as the screen shows them. */
  readonly places: number;
  readonly negatives: 'minus' | 'parentheses';
};

const KINDS = [
  'text',
  'local-datetime',
  'utc-datetime',
  'money',
  'count',
  'percent',
  'number',
] as const satisfies readonly SheetKind[];

/** Style ids: places in the sheet's list of cell formats. */
export const STYLE = { plain: 0, title: 1, heading: 2, figureHeading: 3, nested: 4 } as const;
const FIRST_OF_KINDS = 5;

export function styleOf(kind: SheetKind, isStrong: boolean): number {
  return FIRST_OF_KINDS + KINDS.indexOf(kind) + (isStrong ? KINDS.length : 0);
}

/** Texts longer than their column: on several lines; or cut at its edge, for what only programs read. */
export const LONG_STYLE = {
  wrapped: FIRST_OF_KINDS + 2 * KINDS.length,
  clipped: FIRST_OF_KINDS + 2 * KINDS.length + 1,
} as const;

/** Ids below belong to formats that every program has; 49 is text. */
const FIRST_OWN_FORMAT = 164;
const GENERAL_FORMAT = 0;
const TEXT_FORMAT = 49;

function formatCodes({ places, negatives }: NumberLook): { readonly [kind in SheetKind]: string | null } {
  const whole = (suffix: string, digits: number) => {
    const positive = `#,##0${digits === 0 ? '' : `.${'0'.repeat(digits)}`}${suffix}`;
    return negatives === 'minus' ? `${positive};[Red]-${positive}` : `${positive}_);[Red](${positive})`;
  };
  return {
    text: null,
    number: whole('', 2),
    'local-datetime': 'yyyy\\-mm\\-dd\\ hh:mm:ss',
    'utc-datetime': 'yyyy\\-mm\\-dd\\ hh:mm:ss" UTC"',
    money: whole('', places),
    count: whole('', 0),
    // Percentages are written as the API writes them, in points: 12.5 is 12.5 %.
    percent: whole('"%"', 2),
  };
}

/** The part `xl/styles.xml`. */
export function stylesXml(look: NumberLook): string {
  const codes = formatCodes(look);
  const own = KINDS.filter((kind) => codes[kind] !== null);
  const formatId = (kind: SheetKind) => {
    if (kind === 'text') return TEXT_FORMAT;
    return codes[kind] === null ? GENERAL_FORMAT : FIRST_OWN_FORMAT + own.indexOf(kind);
  };
  const formats = own.map(
    (kind) => `<numFmt numFmtId="${formatId(kind)}" formatCode="${escapeAttribute(codes[kind] ?? '')}"/>`,
  );
  const cell = (format: number, font: number, fill: number, more = '') =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"${more}`;
  const aligned = (how: string) => ` applyAlignment="1"><alignment ${how}/></xf>`;
  const cells = [
    cell(0, 0, 0, '/>'),
    cell(0, 1, 0, '/>'),
    cell(TEXT_FORMAT, 1, 2, aligned('horizontal="left" vertical="center" wrapText="1" indent="1"')),
    // Over its figures.
    cell(TEXT_FORMAT, 1, 2, aligned('horizontal="right" vertical="center" wrapText="1"')),
    cell(TEXT_FORMAT, 0, 0, aligned('horizontal="left" indent="3"')),
    ...[0, 1].flatMap((font) =>
      KINDS.map((kind) => {
        // Room between a figure and the text at its right.
        const more = kind === 'text' ? aligned('horizontal="left" indent="1"') : '/>';
        return cell(formatId(kind), font, 0, more);
      }),
    ),
    cell(TEXT_FORMAT, 0, 0, aligned('vertical="top" wrapText="1"')),
    cell(TEXT_FORMAT, 0, 0, aligned('horizontal="fill"')),
  ];
  return [
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<numFmts count="${formats.length}">${formats.join('')}</numFmts>`,
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
    '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>',
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
    '<fill><patternFill patternType="solid"><fgColor rgb="FFE8ECF1"/><bgColor indexed="64"/></patternFill></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('');
}
