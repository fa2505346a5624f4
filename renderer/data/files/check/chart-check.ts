import type { ChartRecord } from '#renderer/data/files/evidence/evidence.ts';
import type { Alterations } from './alterations.ts';
import type { Archive } from './archive.ts';
import { plainText } from './sheet-rows.ts';
import { shortPart } from './short-part.ts';
import { attributeOf, elementsIn, nextElement, tagsIn } from './xml-scan.ts';

/** Compares the charts of a workbook with the recorded ones: ranges of cells, the values beside them, and their axes. */

/** `shape`: the kinds of its plots, where they are others than ours. */
export type FoundChart = Omit<ChartRecord, 'shape'> & {
  readonly shape: string;
  /** Settings that make its axes begin, end or grow otherwise than by the values they show. */
  readonly bounds: readonly string[];
};

const CHART_PART = /^xl\/charts\/[^/]+\.xml$/;

export async function readCharts(archive: Archive): Promise<readonly FoundChart[]> {
  const found: FoundChart[] = [];
  for (const path of archive.paths()) {
    if (!CHART_PART.test(path)) continue;
    const xml = await shortPart(archive, path);
    // Beside charts lie their styles and colours.
    if (xml.includes(':chartSpace') || xml.includes('<chartSpace')) found.push(readChart(xml));
  }
  return found;
}

function readChart(xml: string): FoundChart {
  const title = nextElement(xml, 'c:title')?.content ?? '';
  const ranges = [...elementsIn(xml, 'c:ser')].flatMap(({ content }) =>
    ['c:tx', 'c:cat', 'c:val'].map((name) => readRange(nextElement(content, name)?.content ?? '')),
  );
  return {
    title: [...elementsIn(title, 'a:t')].map(({ content }) => plainText(content)).join(''),
    shape: shapeOf(xml),
    ranges,
    bounds: boundsOf(xml),
  };
}

function readRange(xml: string): ChartRecord['ranges'][number] {
  const points: (string | null)[] = [];
  const [count = ''] = tagsIn(xml, 'c:ptCount');
  const pointCount = Math.min(Number(attributeOf(count, 'val') ?? 0), MAX_POINTS);
  for (let at = 0; at < pointCount; at += 1) points.push(null);
  for (const { attributes, content } of elementsIn(xml, 'c:pt')) {
    const at = Number(attributeOf(attributes, 'idx') ?? -1);
    if (Number.isInteger(at) && at >= 0 && at < MAX_POINTS) {
      points[at] = plainText(nextElement(content, 'c:v')?.content ?? '');
    }
  }
  return {
    range: plainText(nextElement(xml, 'c:f')?.content ?? ''),
    points: Array.from(points, (each) => each ?? null),
  };
}

/** A chart of ours draws some hundred. */
const MAX_POINTS = 10_000;

function shapeOf(xml: string): string {
  const plots = [...xml.matchAll(/<c:(\w{1,40}Chart)[\s>]/g)].map(([, name = '']) => name);
  const [direction = ''] = tagsIn(xml, 'c:barDir');
  if (plots.join() !== 'barChart') return plots.join(' + ');
  return attributeOf(direction, 'val') === 'bar' ? 'bars' : 'columns';
}

function boundsOf(xml: string): readonly string[] {
  return [...elementsIn(xml, 'c:valAx')].flatMap(({ content }) => {
    const scaling = nextElement(content, 'c:scaling')?.content ?? '';
    const bounds = ['min', 'max', 'logBase'].flatMap((name) =>
      Array.from(tagsIn(scaling, `c:${name}`), (tag) => `${name} ${attributeOf(tag, 'val') ?? ''}`),
    );
    const [orientation = ''] = tagsIn(scaling, 'c:orientation');
    return attributeOf(orientation, 'val') === 'maxMin' ? [...bounds, 'maxMin'] : bounds;
  });
}

/** Charts are known by their titles, else by their place: other programs number them anew. */
export function checkCharts(
  recorded: readonly ChartRecord[],
  found: readonly FoundChart[],
  alterations: Alterations,
): void {
  const left = [...found];
  const take = (isOne: (chart: FoundChart) => boolean): FoundChart | undefined => {
    const at = left.findIndex(isOne);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const byTitle = recorded.map((chart) => [chart, take(({ title }) => title === chart.title)] as const);
  for (const [chart, own = take(() => true)] of byTitle) compareChart(chart, own, alterations);
  for (const { title } of left)
    alterations.compare('structure', { name: title, recorded: null, found: title });
}

function compareChart(recorded: ChartRecord, found: FoundChart | undefined, alterations: Alterations): void {
  const { title: name } = recorded;
  const say = (of: string, was: string | null, is: string | null): void =>
    alterations.compare('structure', { name: of, recorded: was, found: is });
  if (found === undefined) {
    say(name, name, null);
    return;
  }
  say(name, name, found.title);
  say(name, recorded.shape, found.shape);
  say(name, null, found.bounds.length === 0 ? null : found.bounds.join(', '));
  const count = Math.max(recorded.ranges.length, found.ranges.length);
  for (let at = 0; at < count; at += 1) {
    const [was, is] = [recorded.ranges[at], found.ranges[at]];
    say(
      name,
      was === undefined ? null : plainRange(was.range),
      is === undefined ? null : plainRange(is.range),
    );
    if (was === undefined || is === undefined) continue;
    const places = Math.max(was.points.length, is.points.length);
    for (let point = 0; point < places; point += 1) {
      const [one, other] = [was.points[point] ?? null, is.points[point] ?? null];
      if (isSamePoint(one, other)) continue;
      // The first of a range says it.
      say(`${name}: ${plainRange(was.range)}`, one, other);
      break;
    }
  }
}

/** As programs write it in one way or another: with quotes and signs, or as one cell. */
function plainRange(range: string): string {
  const at = range.lastIndexOf('!');
  const sheet = range
    .slice(0, Math.max(0, at))
    .replace(/^'(.*)'$/s, '$1')
    .replaceAll("''", "'");
  const [first = '', last = first] = range
    .slice(at + 1)
    .replaceAll('$', '')
    .split(':');
  const cells = first === last ? first : `${first}:${last}`;
  return at < 0 ? cells : `${sheet}!${cells}`;
}

/** Programs keep fifteen digits of a number at most, and write it in their own way. */
function isSamePoint(one: string | null, other: string | null): boolean {
  if (one === other || one === null || other === null) return one === other;
  const [left, right] = [one, other].map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  return Number(left).toPrecision(14) === Number(right).toPrecision(14) && !Number.isNaN(left);
}
