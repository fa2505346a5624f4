import { parseArgs } from 'node:util';
import { LANGUAGES, type Language } from '#shared/contract/languages.ts';
import {
  type AskedSelection,
  PROGRAM_SCOPES,
  PROGRAM_STATES,
  type ProgramQuestion,
  programQuestionSchema,
} from '#shared/contract/program-questions.ts';
import type { WordId } from '../i18n/words.ts';

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
  /** `wrong` and `value` are said in the language of who typed. */
  | { readonly kind: 'wrong'; readonly wrong: WordId; readonly value: string };

export const COMMANDS = ['status', 'totals', 'orders', 'exceptions', 'journal', 'sync'] as const;
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
  sync: [...EVERYWHERE, 'once'],
};

/** A command line that cannot be taken; caught where it is read. */
class Wrong extends Error {
  readonly wrong: WordId;
  readonly value: string;
  constructor(wrong: WordId, value: string) {
    super(value);
    this.wrong = wrong;
    this.value = value;
  }
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

/** @param isTerminal whether a person looks at what is written: a table is their form, JSON a program's */
export function readCommand(args: readonly string[], isTerminal: boolean): ReadCommand {
  try {
    const { values, positionals } = parse(args);
    const [command, ...others] = positionals;
    if (values.help === true || command === undefined) return { kind: 'help' };
    if (!isOneOf(command, COMMANDS)) throw new Wrong('command.wrong-command', command);
    if (others.length > 0) throw new Wrong('command.wrong-word', others.join(' '));
    for (const name of Object.keys(values) as Name[])
      if (!OPTIONS_OF[command].includes(name)) throw new Wrong('command.wrong-option', `--${name}`);
    const format = values.format ?? (isTerminal ? 'table' : 'json');
    if (!isOneOf(format, FORMATS)) throw new Wrong('command.wrong-format', format);
    if (values.language !== undefined && !isOneOf(values.language, LANGUAGES))
      throw new Wrong('command.wrong-language', values.language);
    const question = questionOf(command, values);
    const checked = programQuestionSchema.safeParse(question);
    if (!checked.success) {
      const [issue] = checked.error.issues;
      throw new Wrong('command.wrong-value', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
    }
    return {
      kind: 'command',
      options: { question: checked.data, format, profileDirectory: values['profile-dir'] ?? null },
    };
  } catch (error) {
    if (error instanceof Wrong) return { kind: 'wrong', wrong: error.wrong, value: error.value };
    const words = error instanceof Error ? error.message : String(error);
    return { kind: 'wrong', wrong: 'command.wrong-word', value: words };
  }
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], strict: true, allowPositionals: true, options: OPTIONS });
}
type Values = ReturnType<typeof parse>['values'];

function questionOf(command: Command, values: Values): unknown {
  switch (command) {
    case 'status':
      return { ask: 'status' };
    case 'exceptions': {
      const { state } = values;
      if (state !== undefined && !isOneOf(state, PROGRAM_STATES))
        throw new Wrong('command.wrong-state', state);
      return { ask: 'exceptions', ...viewIn(values), month: monthIn(values.month), state };
    }
    case 'journal': {
      const month = monthIn(values.month);
      if (month === undefined) throw new Wrong('command.wrong-month', '');
      return { ask: 'journal', ...viewIn(values), month };
    }
    case 'sync':
      if (values.once !== true) throw new Wrong('command.wrong-once', 'sync');
      return { ask: 'sync', account: values.account };
    case 'totals': {
      const { by, scope } = values;
      if (scope !== undefined && !isOneOf(scope, PROGRAM_SCOPES))
        throw new Wrong('command.wrong-scope', scope);
      return { ask: 'totals', ...selectionIn(values), by, scope };
    }
    case 'orders':
      return {
        ask: 'orders',
        ...selectionIn(values),
        grouping: values.rows === true ? 'rows' : 'orders',
        columns: values.columns?.split(',').map((column) => column.trim()),
        sort: sortIn(values.sort),
        limit: values.limit === undefined ? undefined : wholeNumber(values.limit),
      };
  }
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Wrong('command.wrong-value', `--limit ${text}`);
  return Number(text);
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
  if (month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw new Wrong('command.wrong-month', month);
  return month;
}

function periodIn({ month, from, to }: Values) {
  if (month !== undefined) {
    if (from !== undefined || to !== undefined) throw new Wrong('command.wrong-period', '--month --from');
    return { month: monthIn(month) };
  }
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined) throw new Wrong('command.wrong-days', `${from ?? to}`);
  return { from, to };
}

const DATES = { compra: 'Fecha de compra', purchase: 'Fecha de compra', pago: 'Fecha de Pago' } as const;
const OTHER_DATES = { pagamento: 'Fecha de Pago', payment: 'Fecha de Pago' } as const;

function dateIn(word: string | undefined) {
  if (word === undefined) return undefined;
  const dates: { readonly [word: string]: string } = { ...DATES, ...OTHER_DATES };
  return dates[word] ?? wrongDate(word);
}

function wrongDate(word: string): never {
  throw new Wrong('command.wrong-date', word);
}

/** `Canal=Falabella`: what comes after the first sign is the value, which may be empty. */
function conditionIn(text: string) {
  const at = text.indexOf('=');
  if (at < 1) throw new Wrong('command.wrong-where', text);
  return { column: text.slice(0, at), values: [text.slice(at + 1)] };
}

/** `Ventas:desc`; ascending where nothing is said. */
function sortIn(text: string | undefined) {
  if (text === undefined) return undefined;
  const [, column = text, direction = 'asc'] = /^(.*):(asc|desc)$/.exec(text) ?? [];
  return { column, direction: direction === 'desc' ? 'descending' : 'ascending' };
}
