import { pick } from 'es-toolkit/object';
import { z } from 'zod';
import type { PeriodPreset } from '#renderer/features/period/period.ts';
import { contentSchema, freeName, type SavedView, type ViewContent } from './view.ts';

const VERSION = 4;
/** The version that every Cuadra reads. */
const FIRST_VERSION = 1;
/** One that knows no conditions on dates would leave them out, and show other rows. */
const DATES_VERSION = 2;
/** One that knows no own costs would show other figures. */
const OWN_COSTS_VERSION = VERSION;
const NAMES_VERSION = 3;
/** One that does not know these names cannot tell their days. */
const NAMES_OF_3: ReadonlySet<string> = new Set<PeriodPreset>([
  'month-year-before',
  'quarter-before',
  'quarter-year-before',
  'year-before',
]);

function versionOf({ period, rows }: ViewContent): number {
  if (rows.ownCosts) return OWN_COSTS_VERSION;
  if (period.kind === 'preset' && NAMES_OF_3.has(period.preset)) return NAMES_VERSION;
  return rows.dateFilters.length > 0 ? DATES_VERSION : FIRST_VERSION;
}
/** Far more than a file of views can need. */
const MAX_CHARACTERS = 5_000_000;
/** A character takes up to four bytes. */
export const MAX_BYTES = 4 * MAX_CHARACTERS;
const MAX_VIEWS = 500;
/** Nothing that a screen keeps is nested so deep. */
const MAX_DEPTH = 60;

/** The file's text. */
export function writeViewFile(views: readonly ViewContent[]): string {
  const contents = views.map((view) => pick(view, ['name', 'screen', 'period', 'rows', 'parts', 'currency']));
  const version = Math.max(FIRST_VERSION, ...views.map(versionOf));
  return `${JSON.stringify({ cuadra: 'views', version, views: contents }, null, 2)}\n`;
}

export type ViewFileError =
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-json' }
  /** JSON, but of something else: `other` is the kind of Cuadra file it is, where it is one. */
  | { readonly kind: 'not-views'; readonly other: string | null }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'no-views' }
  /** The place of the first view that is no view (from 1), its name where it has one, and the field at fault. */
  | {
      readonly kind: 'bad-view';
      readonly number: number;
      readonly name: string | null;
      readonly field: string;
    };

type ViewFileReading =
  | { readonly ok: true; readonly views: readonly ViewContent[] }
  | { readonly ok: false; readonly error: ViewFileError };

const headSchema = z.object({ cuadra: z.string() });
const versionSchema = z.object({ version: z.number().int().min(1) });
const listSchema = z.object({ views: z.array(z.unknown()).max(MAX_VIEWS) });
const namedSchema = z.object({ name: z.string().min(1).max(1000) });

function failed(error: ViewFileError): ViewFileReading {
  return { ok: false, error };
}

/** Looked at level by level: what is nested too deep would use up the stack of whoever reads it. */
function isDeeperThan(json: unknown, depth: number): boolean {
  let level = [json];
  for (let deep = 0; deep < depth && level.length > 0; deep += 1) {
    level = level.flatMap((value): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return level.length > 0;
}

/** Reads a file whole or not at all (half an import would have to be looked for). Never throws. */
export function readViewFile(text: string): ViewFileReading {
  if (text.length > MAX_CHARACTERS) return failed({ kind: 'too-large' });
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return failed({ kind: 'not-json' });
  }
  if (isDeeperThan(json, MAX_DEPTH)) return failed({ kind: 'not-views', other: null });
  const head = headSchema.safeParse(json);
  if (!head.success) return failed({ kind: 'not-views', other: null });
  if (head.data.cuadra !== 'views')
    return failed({ kind: 'not-views', other: head.data.cuadra.slice(0, 40) });
  const version = versionSchema.safeParse(json);
  if (!version.success) return failed({ kind: 'not-views', other: null });
  if (version.data.version > VERSION) return failed({ kind: 'newer', version: version.data.version });
  const list = listSchema.safeParse(json);
  if (!list.success || list.data.views.length === 0) return failed({ kind: 'no-views' });
  const views: ViewContent[] = [];
  for (const [index, one] of list.data.views.entries()) {
    const read = contentSchema.safeParse(one);
    if (!read.success) {
      const named = namedSchema.safeParse(one);
      return failed({
        kind: 'bad-view',
        number: index + 1,
        name: named.success ? named.data.name : null,
        field: read.error.issues[0]?.path.join('.') ?? '',
      });
    }
    views.push(read.data);
  }
  return { ok: true, views };
}

/** Views to be added beside those there are: a name that is taken on a screen gets a number, nothing is replaced. */
export function renamedApart(
  views: readonly ViewContent[],
  there: readonly SavedView[],
): readonly ViewContent[] {
  const added: ViewContent[] = [];
  for (const view of views) {
    const taken = [...there, ...added].filter(({ screen }) => screen === view.screen).map(({ name }) => name);
    added.push({ ...view, name: freeName(view.name, taken) });
  }
  return added;
}

/** Columns that views speak of and nobody here knows. They are kept: another copy may have them. */
export function unknownColumns(
  views: readonly ViewContent[],
  isKnown: (column: string) => boolean,
): readonly string[] {
  const named = views.flatMap(({ rows, parts }) => [
    ...[...rows.filters, ...rows.numberFilters, ...rows.dateFilters].map(({ column }) => column),
    ...chosenColumns(parts),
  ]);
  return [...new Set(named)].filter((column) => !isKnown(column));
}

function chosenColumns(state: unknown): readonly string[] {
  if (typeof state !== 'object' || state === null) return [];
  return Object.entries(state).flatMap(([key, part]): readonly string[] =>
    key === 'columns' && Array.isArray(part)
      ? part.filter((column) => typeof column === 'string')
      : chosenColumns(part),
  );
}
