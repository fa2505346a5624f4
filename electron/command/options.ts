import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LANGUAGES, type Language } from '#shared/contract/languages.ts';
import {
  type AskedSelection,
  PROGRAM_FILE_FORMS,
  PROGRAM_SCOPES,
  PROGRAM_STATES,
  type ProgramQuestion,
  programQuestionSchema,
} from '#shared/contract/program-questions.ts';
import { monthSchema } from '#shared/contract/wire-dates.ts';
import { wholeNumber } from '../browser-host/options.ts';
import type { CommandWordId } from '../i18n/command/command-words.ts';

/** What was typed, as a question and how its answer is to be written. */
export type CommandOptions = {
  readonly question: ProgramQuestion;
  readonly format: Format;
  /** Null: where Cuadra keeps its own. */
  readonly profileDirectory: string | null;
};
export const FORMATS = ['json', 'csv', 'table'] as const;
export type Format = (typeof FORMATS)[number];

export type ReadCommand =
  | { readonly kind: 'command'; readonly options: CommandOptions }
  | { readonly kind: 'help' }
  /** Serves an assistant. */
  | { readonly kind: 'mcp'; readonly profileDirectory: string | null }
  /** Said in the language of who typed. */
  | ({ readonly kind: 'wrong' } & Mistake);

/** What is said of a mistake, and the values in it. */
type Mistake = {
  readonly wrong: CommandWordId;
  readonly values: { readonly option?: string; readonly value?: string; readonly allowed?: string };
};

export const COMMANDS = [
  'status',
  'totals',
  'orders',
  'exceptions',
  'journal',
  'export',
  'check',
  'sync',
  'mcp',
] as const;
type Command = (typeof COMMANDS)[number];

const OPTIONS = {
  month: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  date: { type: 'string' },
  where: { type: 'string', multiple: true },
  search: { type: 'string' },
  dashboard: { type: 'boolean' },
  'own-costs': { type: 'boolean' },
  currency: { type: 'string' },
  account: { type: 'string' },
  by: { type: 'string' },
  scope: { type: 'string' },
  rows: { type: 'boolean' },
  columns: { type: 'string' },
  sort: { type: 'string' },
  limit: { type: 'string' },
  state: { type: 'string' },
  as: { type: 'string' },
  out: { type: 'string' },
  once: { type: 'boolean' },
  format: { type: 'string' },
  language: { type: 'string' },
  'profile-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;
type Name = keyof typeof OPTIONS;

const EVERYWHERE: readonly Name[] = ['format', 'language', 'profile-dir', 'help', 'account'];
const OF_ROWS: readonly Name[] = [
  ...(['month', 'from', 'to', 'date', 'where', 'search', 'dashboard', 'own-costs', 'currency'] as const),
];
/** The options of each command: another one's is a mistake, and said to be one. */
const OPTIONS_OF: { readonly [command in Command]: readonly Name[] } = {
  status: EVERYWHERE,
  totals: [...EVERYWHERE, ...OF_ROWS, 'by', 'scope'],
  orders: [...EVERYWHERE, ...OF_ROWS, 'rows', 'columns', 'sort', 'limit'],
  exceptions: [...EVERYWHERE, 'month', 'state', 'currency', 'own-costs'],
  journal: [...EVERYWHERE, 'month', 'currency'],
  export: [...EVERYWHERE, ...OF_ROWS, 'rows', 'columns', 'sort', 'as', 'out'],
  check: EVERYWHERE,
  sync: [...EVERYWHERE, 'once'],
  mcp: ['language', 'profile-dir', 'help'],
};

/** Tables of the rows that were asked for, or all there is for engines. */
const EXPORT_FORMS = [...PROGRAM_FILE_FORMS, 'parquet'] as const;
/** What says which rows and columns: an export for engines has them all. */
const OF_TABLES: readonly Name[] = [...OF_ROWS, 'rows', 'columns', 'sort'];

/** A command line that cannot be taken; caught where it is read. */
class Wrong extends Error {
  readonly mistake: Mistake;
  constructor(wrong: CommandWordId, values: Mistake['values']) {
    super(wrong);
    this.mistake = { wrong, values };
  }
}

/** One of the words that an option may be. Throws where it is another. */
function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found === undefined)
    throw new Wrong('command.wrong-choice', { option, value, allowed: allowed.join(', ') });
  return found;
}

const isOneOf = <T extends string>(text: string, all: readonly T[]): text is T =>
  all.some((each) => each === text);

/** The language of who types: as asked for, else as the system's `LANG` says; Spanish where that is another. */
export function languageOf(
  args: readonly string[],
  environment: { readonly [name: string]: string | undefined },
): Language {
  const at = args.findIndex((arg) => arg === '--language' || arg.startsWith('--language='));
  const named = at < 0 ? '' : (args[at]?.split('=')[1] ?? args[at + 1] ?? '');
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  const system = [LC_ALL, LC_MESSAGES, LANG].find((value) => value !== undefined && value !== '') ?? '';
  const found = [named, system].map((text) => text.slice(0, 2)).find((text) => isOneOf(text, LANGUAGES));
  return (found ?? 'es') as Language;
}

/**
 * @param isTerminal whether a person looks at what is written: a table is their form, JSON a program's
 * @param directory below which paths lie that are not whole
 */
export function readCommand(args: readonly string[], isTerminal: boolean, directory: string): ReadCommand {
  try {
    const { values, positionals } = parse(args);
    const [command, ...others] = positionals;
    if (values.help === true || command === undefined) return { kind: 'help' };
    if (!isOneOf(command, COMMANDS))
      throw new Wrong('command.wrong-choice', {
        option: 'cuadra',
        value: command,
        allowed: COMMANDS.join(', '),
      });
    const [file, ...rest] = command === 'check' ? others : [undefined, ...others];
    if (rest.length > 0) throw new Wrong('command.wrong-word', { value: rest.join(' ') });
    for (const name of Object.keys(values) as Name[])
      if (!OPTIONS_OF[command].includes(name))
        throw new Wrong('command.wrong-option', { option: `--${name}` });
    const named = values['profile-dir'];
    const profileDirectory = named === undefined ? null : resolve(directory, named);
    if (command === 'mcp') return { kind: 'mcp', profileDirectory };
    const format = oneOf('--format', values.format ?? (isTerminal ? 'table' : 'json'), FORMATS);
    if (values.language !== undefined) oneOf('--language', values.language, LANGUAGES);
    const question = questionOf(command, values, (path) => resolve(directory, path), file);
    const checked = programQuestionSchema.safeParse(question);
    if (!checked.success) {
      const [issue] = checked.error.issues;
      throw new Wrong('command.wrong-value', {
        option: issue?.path.join('.') ?? '',
        value: issue?.message ?? '',
      });
    }
    return {
      kind: 'command',
      options: { question: checked.data, format, profileDirectory },
    };
  } catch (error) {
    if (error instanceof Wrong) return { kind: 'wrong', ...error.mistake };
    const value = error instanceof Error ? error.message : String(error);
    return { kind: 'wrong', wrong: 'command.wrong-word', values: { value } };
  }
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], strict: true, allowPositionals: true, options: OPTIONS });
}
type Values = ReturnType<typeof parse>['values'];

function questionOf(
  command: Exclude<Command, 'mcp'>,
  values: Values,
  whole: (path: string) => string,
  file: string | undefined,
): unknown {
  switch (command) {
    case 'status':
      return { ask: 'status', account: values.account };
    case 'exceptions': {
      const { state } = values;
      if (state !== undefined) oneOf('--state', state, PROGRAM_STATES);
      return { ask: 'exceptions', ...viewIn(values), month: monthIn(values.month), state };
    }
    case 'journal': {
      const month = monthIn(values.month);
      if (month === undefined) throw new Wrong('command.wrong-missing', { option: '--month' });
      return { ask: 'journal', ...viewIn(values), month };
    }
    case 'export': {
      const { as: form = 'csv', out } = values;
      if (out === undefined) throw new Wrong('command.wrong-missing', { option: '--out' });
      const folder = whole(out);
      const chosen = oneOf('--as', form, EXPORT_FORMS);
      if (chosen !== 'parquet') return { ask: 'export', ...linesIn(values), form: chosen, folder };
      const partial = OF_TABLES.find((name) => values[name] !== undefined);
      if (partial !== undefined) throw new Wrong('command.wrong-whole', { option: `--${partial}` });
      return { ask: 'dataset', account: values.account, folder };
    }
    case 'check':
      if (file === undefined) throw new Wrong('command.wrong-missing', { option: 'FILE' });
      return { ask: 'check', account: values.account, path: whole(file) };
    case 'sync':
      if (values.once !== true) throw new Wrong('command.wrong-missing', { option: '--once' });
      return { ask: 'sync', account: values.account };
    case 'totals': {
      const { by, scope } = values;
      if (scope !== undefined) oneOf('--scope', scope, PROGRAM_SCOPES);
      return { ask: 'totals', ...selectionIn(values), by, scope };
    }
    case 'orders':
      return {
        ask: 'orders',
        ...linesIn(values),
        limit: limitIn(values.limit),
      };
  }
}

const linesIn = (values: Values) => ({
  ...selectionIn(values),
  grouping: values.rows === true ? 'rows' : 'orders',
  columns: values.columns?.split(',').map((column) => column.trim()),
  sort: sortIn(values.sort),
});

function limitIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = wholeNumber(text, 0, Number.POSITIVE_INFINITY);
  if (limit === undefined) throw new Wrong('command.wrong-value', { option: '--limit', value: text });
  return limit;
}

function selectionIn(values: Values): AskedSelection {
  const { search, dashboard } = values;
  return {
    ...viewIn(values),
    period: periodIn(values),
    periodColumn: dateIn(values.date),
    filters: values.where?.map(conditionIn),
    search,
    dashboard,
  } as AskedSelection;
}

const viewIn = ({ account, currency, 'own-costs': ownCosts }: Values) => ({ account, currency, ownCosts });

function monthIn(month: string | undefined): string | undefined {
  if (month !== undefined && !monthSchema.safeParse(month).success)
    throw new Wrong('command.wrong-value', { option: '--month', value: month });
  return month;
}

function periodIn({ month, from, to }: Values) {
  if (month !== undefined) {
    if (from !== undefined || to !== undefined)
      throw new Wrong('command.wrong-period', { option: '--month --from --to' });
    return { month: monthIn(month) };
  }
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined)
    throw new Wrong('command.wrong-days', { option: '--from --to', value: from ?? to ?? '' });
  return { from, to };
}

/** As people of three languages call them. */
const DATES = {
  compra: 'Fecha de compra',
  purchase: 'Fecha de compra',
  pago: 'Fecha de Pago',
  payment: 'Fecha de Pago',
  pagamento: 'Fecha de Pago',
} as const;

const dateIn = (word: string | undefined) =>
  word === undefined ? undefined : DATES[oneOf('--date', word, Object.keys(DATES) as (keyof typeof DATES)[])];

/** `Canal=Falabella`: what comes after the first sign is the value, which may be empty. */
function conditionIn(text: string) {
  const at = text.indexOf('=');
  if (at < 1) throw new Wrong('command.wrong-value', { option: '--where', value: text });
  return { column: text.slice(0, at), values: [text.slice(at + 1)] };
}

/** `Ventas:desc`; ascending where nothing is said. */
function sortIn(text: string | undefined) {
  if (text === undefined) return undefined;
  const direction = text.endsWith(':desc') ? 'descending' : 'ascending';
  return { column: text.replace(/:(asc|desc)$/, ''), direction };
}
