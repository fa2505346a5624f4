import type { ChartRecord } from '#renderer/data/files/evidence/evidence.ts';
import { cellText, type Table, type TableChart } from '#renderer/data/model/sheet-table.ts';
import { columnLetters, escapeAttribute, escapeXml } from './cells.ts';
import { lineRows, type Sheet } from './sheet.ts';

/** Native charts (ECMA-376, part 1, 21.2): what they draw is a range of cells, and changes with them. */

/** A chart with the sheet that it draws. */
type Drawn = { readonly chart: TableChart; readonly of: Sheet & { readonly name: string } };

type Range = ChartRecord['ranges'][number];

/** The lines that a chart draws, and of any column the cells of these, and that of its heading. */
function rangesOf({ chart, of }: Drawn) {
  const { table, part } = of;
  const count = Math.min(chart.lines, part.count);
  const { first } = lineRows(part);
  const quoted = `'${of.name.replaceAll("'", "''")}'!`;
  const lines = table.read(part.from, count);
  const cellsOf = (column: number): Range => {
    const letters = columnLetters(column);
    return {
      range: `${quoted}$${letters}$${first}:$${letters}$${first + count - 1}`,
      points: lines.map(({ cells }) => cellText(cells[column])),
    };
  };
  const headingOf = (column: number): Range => ({
    range: `${quoted}$${columnLetters(column)}$${part.headingRow}`,
    points: [table.columns[column]?.name ?? ''],
  });
  return { lines, cellsOf, headingOf };
}

/** The data of a chart, for the evidence: of each series its heading, the names and the values. */
export function chartRecord(drawn: Drawn): ChartRecord {
  const { cellsOf, headingOf } = rangesOf(drawn);
  const { title, shape, names, series } = drawn.chart;
  return {
    title,
    shape,
    ranges: series.flatMap(({ column }) => [headingOf(column), cellsOf(names), cellsOf(column)]),
  };
}

/** As a reference, with what the cells hold. */
function referenceXml({ range, points }: Range, kind: 'str' | 'num'): string {
  const listed = points.map((value, at) =>
    value === null ? '' : `<c:pt idx="${at}"><c:v>${escapeXml(value)}</c:v></c:pt>`,
  );
  const format = kind === 'num' ? '<c:formatCode>General</c:formatCode>' : '';
  return `<c:${kind}Ref><c:f>${escapeXml(range)}</c:f><c:${kind}Cache>${format}<c:ptCount val="${points.length}"/>${listed.join('')}</c:${kind}Cache></c:${kind}Ref>`;
}

/** `xl/charts/chartN.xml`. The values stand in it too: programs that compute nothing draw those. */
export function chartXml(drawn: Drawn): string {
  const { chart } = drawn;
  const isBars = chart.shape === 'bars';
  const { lines, cellsOf, headingOf } = rangesOf(drawn);
  const names = `<c:cat>${referenceXml(cellsOf(chart.names), 'str')}</c:cat>`;
  const series = chart.series.map(({ column, ink }, at) =>
    [
      `<c:ser><c:idx val="${at}"/><c:order val="${at}"/>`,
      `<c:tx>${referenceXml(headingOf(column), 'str')}</c:tx>`,
      `<c:spPr><a:solidFill><a:srgbClr val="${ink}"/></a:solidFill></c:spPr><c:invertIfNegative val="0"/>${names}`,
      `<c:val>${referenceXml(cellsOf(column), 'num')}</c:val></c:ser>`,
    ].join(''),
  );
  return [
    '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">',
    `<c:roundedCorners val="0"/><c:chart>${titleXml(chart.title)}<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>`,
    `<c:barChart><c:barDir val="${isBars ? 'bar' : 'col'}"/><c:grouping val="clustered"/><c:varyColors val="0"/>${series.join('')}`,
    '<c:gapWidth val="60"/><c:axId val="1"/><c:axId val="2"/></c:barChart>',
    axesXml(isBars, axisFormat(lines, chart)),
    '</c:plotArea><c:legend><c:legendPos val="b"/><c:overlay val="0"/></c:legend>',
    '<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart>',
    `<c:spPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill><a:ln w="6350"><a:solidFill><a:srgbClr val="${RULE}"/></a:solidFill></a:ln></c:spPr>`,
    '</c:chartSpace>',
  ].join('');
}

const RULE = 'D0D5DB';
const TEXT = '404A54';

function titleXml(title: string): string {
  return [
    '<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="1200" b="1"/></a:pPr>',
    `<a:r><a:rPr sz="1200" b="1"><a:solidFill><a:srgbClr val="${TEXT}"/></a:solidFill></a:rPr><a:t>${escapeXml(title)}</a:t></a:r>`,
    '</a:p></c:rich></c:tx><c:overlay val="0"/></c:title>',
  ].join('');
}

/** Amounts of many digits in millions: an axis of them is not read else. */
function axisFormat(lines: ReturnType<Table['read']>, { series }: TableChart): string {
  const greatest = lines.flatMap(({ cells }) =>
    series.map(({ column }) => Math.abs(Number(cellText(cells[column]) ?? 0))),
  );
  return greatest.some((size) => size >= 10_000_000) ? '#,##0,,"\u00a0M"' : '#,##0';
}

/** The largest value stands at the top of horizontal bars; names stay at the edge, wherever 0 is. */
function axesXml(isBars: boolean, format: string): string {
  const look = `<c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="${RULE}"/></a:solidFill></a:ln></c:spPr><c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr sz="900"><a:solidFill><a:srgbClr val="${TEXT}"/></a:solidFill></a:defRPr></a:pPr><a:endParaRPr lang="es"/></a:p></c:txPr>`;
  return [
    `<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="${isBars ? 'maxMin' : 'minMax'}"/></c:scaling><c:delete val="0"/>`,
    `<c:axPos val="${isBars ? 'l' : 'b'}"/><c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/>`,
    `<c:tickLblPos val="low"/>${look}<c:crossAx val="2"/><c:crosses val="autoZero"/><c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="1"/></c:catAx>`,
    '<c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/>',
    `<c:axPos val="${isBars ? 'b' : 'l'}"/><c:majorGridlines><c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="${RULE}"/></a:solidFill></a:ln></c:spPr></c:majorGridlines>`,
    `<c:numFmt formatCode="${escapeAttribute(format)}" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>${look}`,
    `<c:crossAx val="1"/><c:crosses val="${isBars ? 'max' : 'autoZero'}"/><c:crossBetween val="between"/></c:valAx>`,
  ].join('');
}

/** Rows that a chart takes. */
const HEIGHT = { columns: 17, bars: 22 };

/** `xl/drawings/drawingN.xml`: where the charts of a sheet stand, below its lines; `rId1` is the first of them. */
export function drawingXml(
  charts: readonly TableChart[],
  { part, widths }: Pick<Sheet, 'part' | 'widths'>,
): string {
  const half = halfOf(widths);
  let row = lineRows(part).last + 1;
  let isRight = false;
  const anchors = charts.map(({ shape, title }, at) => {
    const isWide = shape === 'columns';
    if (isWide && isRight) [row, isRight] = [row + HEIGHT.bars + 1, false];
    const [from, to] = isWide ? [0, widths.length] : isRight ? [half, widths.length] : [0, half];
    const top = row;
    const bottom = top + HEIGHT[shape];
    if (isWide || isRight) row = bottom + 1;
    isRight = !isWide && !isRight;
    return [
      `<xdr:twoCellAnchor editAs="oneCell"><xdr:from>${place(from, top)}</xdr:from><xdr:to>${place(to, bottom)}</xdr:to>`,
      `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${at + 2}" name="${escapeAttribute(title)}" descr="${escapeAttribute(title)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>`,
      '<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart">',
      `<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rId${at + 1}"/>`,
      '</a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>',
    ].join('');
  });
  return [
    '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
    ` xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${anchors.join('')}</xdr:wsDr>`,
  ].join('');
}

function place(column: number, row: number): string {
  return `<xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff>`;
}

/** The first column of the right half of a sheet. */
function halfOf(widths: readonly number[]): number {
  const whole = widths.reduce((sum, width) => sum + width, 0);
  let left = 0;
  const at = widths.findIndex((width) => {
    left += width;
    return 2 * left >= whole;
  });
  return at < 0 ? widths.length : at + 1;
}
