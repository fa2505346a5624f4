import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS, languageOf, readCommand } from '#electron/command/options.ts';

/** What is typed, word by word: what it asks, and what is said of what cannot be asked. */

const read = (args: readonly string[], isTerminal = false) => readCommand(args, isTerminal, '/somewhere');
const asked = (line: string) => {
  const found = read(line.split(' '));
  if (found.kind !== 'command') throw new Error(`«${line}» is ${JSON.stringify(found)}`);
  return found.options.question;
};
const mistake = (line: string | readonly string[]) => read(typeof line === 'string' ? line.split(' ') : line);

/** What a command cannot be without. */
const NEEDED: { readonly [command: string]: readonly string[] } = {
  journal: ['--month', '2026-10'],
  export: ['--out', 'reports'],
  check: ['libro.xlsx'],
  sync: ['--once'],
};
/** Each option with a word that it takes. */
const TYPED: { readonly [option: string]: readonly string[] } = {
  month: ['--month', '2026-10'],
  from: ['--from', '2026-10-01', '--to', '2026-10-02'],
  to: ['--to', '2026-10-02', '--from', '2026-10-01'],
  date: ['--date', 'compra'],
  where: ['--where', 'Canal=Uno'],
  search: ['--search', 'x'],
  dashboard: ['--dashboard'],
  'own-costs': ['--own-costs'],
  currency: ['--currency', 'CLP'],
  account: ['--account', 'Norte'],
  by: ['--by', 'canal'],
  scope: ['--scope', 'total'],
  rows: ['--rows'],
  columns: ['--columns', 'Orden'],
  sort: ['--sort', 'Orden'],
  limit: ['--limit', '1'],
  state: ['--state', 'all'],
  as: ['--as', 'csv'],
  out: ['--out', 'reports'],
  once: ['--once'],
  format: ['--format', 'csv'],
  language: ['--language', 'en'],
  'profile-dir': ['--profile-dir', 'p'],
};
const OF_ALL = ['format', 'language', 'profile-dir', 'account'];
const OF_ROWS = [...['month', 'from', 'to', 'date', 'where', 'search', 'dashboard', 'own-costs', 'currency']];
const TAKEN: { readonly [command in (typeof COMMANDS)[number]]: readonly string[] } = {
  status: OF_ALL,
  totals: [...OF_ALL, ...OF_ROWS, 'by', 'scope'],
  orders: [...OF_ALL, ...OF_ROWS, 'rows', 'columns', 'sort', 'limit'],
  exceptions: [...OF_ALL, 'month', 'state', 'currency', 'own-costs'],
  journal: [...OF_ALL, 'month', 'currency'],
  export: [...OF_ALL, ...OF_ROWS, 'rows', 'columns', 'sort', 'as', 'out'],
  check: OF_ALL,
  sync: [...OF_ALL, 'once'],
  mcp: ['language', 'profile-dir'],
};

describe('a command', () => {
  it.each(COMMANDS)('%s takes its own options, and says of another’s that it has none', (command) => {
    const needed = NEEDED[command] ?? [];
    for (const [option, typed] of Object.entries(TYPED)) {
      const found = read([command, ...needed, ...typed]);
      if (TAKEN[command].includes(option)) {
        expect([option, found.kind]).toEqual([option, command === 'mcp' ? 'mcp' : 'command']);
        continue;
      }
      expect(found).toMatchObject({ kind: 'wrong', wrong: 'command.wrong-option' });
      // «--from» is typed with the «--to» that it needs: either is told.
      const told = found.kind === 'wrong' ? found.values.option : '';
      expect(typed).toContain(told);
    }
  });

  it('asks for no more than was typed', () => {
    expect(asked('status')).toEqual({ ask: 'status' });
    expect(asked('status --account Norte')).toEqual({ ask: 'status', account: 'Norte' });
    expect(asked('totals')).toEqual({ ask: 'totals' });
    expect(asked('orders')).toEqual({ ask: 'orders', grouping: 'orders' });
    expect(asked('exceptions')).toEqual({ ask: 'exceptions' });
    expect(asked('sync --once --account Norte')).toEqual({ ask: 'sync', account: 'Norte' });
    expect(asked('journal --month 2026-10')).toEqual({ ask: 'journal', month: '2026-10' });
    expect(asked('export --out reports')).toEqual({
      ...{ ask: 'export', grouping: 'orders', form: 'csv', folder: resolve('/somewhere/reports') },
    });
    expect(asked('check a.xlsx --account Norte')).toEqual({
      ...{ ask: 'check', account: 'Norte', path: resolve('/somewhere/a.xlsx') },
    });
  });

  it('asks with all that was typed', () => {
    const view = { account: 'Norte', currency: 'USD' };
    const typed = '--account Norte --currency USD';
    expect(asked(`exceptions ${typed} --own-costs --month 2026-10 --state claimed`)).toEqual({
      ...{ ...view, ask: 'exceptions', ownCosts: true, month: '2026-10', state: 'claimed' },
    });
    expect(asked(`journal ${typed} --month 2026-10`)).toEqual({ ...view, ask: 'journal', month: '2026-10' });
    expect(asked(`export ${typed} --out . --as xlsx --rows --columns Orden --sort Orden`)).toEqual({
      ...{
        ...view,
        ask: 'export',
        form: 'xlsx',
        grouping: 'rows',
        columns: ['Orden'],
        folder: resolve('/somewhere'),
      },
      sort: { column: 'Orden', direction: 'ascending' },
    });
    const dates = ['compra', 'purchase', 'pago', 'payment', 'pagamento'].map((date) => {
      const question = asked(`totals --date ${date}`);
      return question.ask === 'totals' ? question.periodColumn : '';
    });
    expect(dates).toEqual([
      ...['Fecha de compra', 'Fecha de compra', 'Fecha de Pago', 'Fecha de Pago', 'Fecha de Pago'],
    ]);
  });

  it('takes columns without the spaces around them, and an order by the last word of it', () => {
    const lines = (args: readonly string[]) => {
      const found = read(['orders', ...args]);
      return found.kind === 'command' ? found.options.question : found;
    };
    expect(lines(['--columns', ' Orden , Fecha de compra,Ventas '])).toMatchObject({
      columns: ['Orden', 'Fecha de compra', 'Ventas'],
    });
    const sorts: readonly (readonly [string, string, string])[] = [
      ['Ventas', 'Ventas', 'ascending'],
      ['Ventas:asc', 'Ventas', 'ascending'],
      ['Ventas:desc', 'Ventas', 'descending'],
      ['A:b:desc', 'A:b', 'descending'],
      ['Ventas:down', 'Ventas:down', 'ascending'],
      ['Ventas:descr', 'Ventas:descr', 'ascending'],
    ];
    for (const [text, column, direction] of sorts)
      expect(lines(['--sort', text])).toMatchObject({ sort: { column, direction } });
    expect(lines(['--limit', '1'])).toMatchObject({ limit: 1 });
    expect(lines(['--limit', '10000'])).toMatchObject({ limit: 10_000 });
    expect(lines(['--where', 'A=b=c', '--where', 'D=', '--where', 'E= f '])).toMatchObject({
      filters: [
        { column: 'A', values: ['b=c'] },
        { column: 'D', values: [''] },
        { column: 'E', values: [' f '] },
      ],
    });
  });

  it('is answered as a table where a person looks on, else as JSON, else as was said; on the profile that was named', () => {
    const options = (args: readonly string[], isTerminal: boolean) => {
      const found = read(['totals', ...args], isTerminal);
      return found.kind === 'command' ? [found.options.format, found.options.profileDirectory] : found;
    };
    expect(options([], true)).toEqual(['table', null]);
    expect(options([], false)).toEqual(['json', null]);
    for (const format of ['json', 'csv', 'table'])
      expect(options(['--format', format, '--profile-dir', 'p'], true)).toEqual([
        format,
        resolve('/somewhere/p'),
      ]);
    expect(read(['mcp', '--profile-dir', 'p'])).toEqual({
      kind: 'mcp',
      profileDirectory: resolve('/somewhere/p'),
    });
    expect(read(['mcp'])).toEqual({ kind: 'mcp', profileDirectory: null });
  });

  it('is help where help is asked for, or nothing', () => {
    for (const args of [[], ['--help'], ['-h'], ['totals', '--help'], ['mcp', '--help'], ['nothing', '-h']])
      expect(read(args)).toEqual({ kind: 'help' });
  });
});

describe('a mistake', () => {
  const wrong = (id: string, values: object) => ({ kind: 'wrong', wrong: `command.wrong-${id}`, values });
  it.each<readonly [line: string, id: string, values: object]>([
    ['sum', 'choice', { option: 'cuadra', value: 'sum', allowed: COMMANDS.join(', ') }],
    ['totals a b', 'word', { value: 'a b' }],
    ['check a b c', 'word', { value: 'b c' }],
    ['check', 'missing', { option: 'FILE' }],
    ['export', 'missing', { option: '--out' }],
    ['journal', 'missing', { option: '--month' }],
    ['sync', 'missing', { option: '--once' }],
    ['totals --format xml', 'choice', { option: '--format', value: 'xml', allowed: 'json, csv, table' }],
    ['totals --language fr', 'choice', { option: '--language', value: 'fr', allowed: 'es, en, pt' }],
    [
      'totals --scope net',
      'choice',
      { option: '--scope', value: 'net', allowed: 'marketplace, comercial, total, all' },
    ],
    [
      'exceptions --state new',
      'choice',
      { option: '--state', value: 'new', allowed: 'open, explained, accepted, claimed, resolved, all' },
    ],
    ['export --out . --as pdf', 'choice', { option: '--as', value: 'pdf', allowed: 'csv, xlsx, parquet' }],
    [
      'totals --date hoy',
      'choice',
      { option: '--date', value: 'hoy', allowed: 'compra, purchase, pago, payment, pagamento' },
    ],
    ['totals --month 2026-13', 'value', { option: '--month', value: '2026-13' }],
    ['exceptions --month 2026-1', 'value', { option: '--month', value: '2026-1' }],
    ['journal --month x', 'value', { option: '--month', value: 'x' }],
    ['totals --where Canal', 'value', { option: '--where', value: 'Canal' }],
    ['totals --where =Uno', 'value', { option: '--where', value: '=Uno' }],
    ['orders --limit many', 'value', { option: '--limit', value: 'many' }],
    ['totals --month 2026-10 --from 2026-10-01', 'period', { option: '--month --from --to' }],
    ['totals --month 2026-10 --to 2026-10-01', 'period', { option: '--month --from --to' }],
    ['totals --from 2026-10-01', 'days', { option: '--from --to', value: '2026-10-01' }],
    ['totals --to 2026-10-02', 'days', { option: '--from --to', value: '2026-10-02' }],
  ])('«%s» is said with what is wrong of it', (line, id, values) => {
    expect(mistake(line)).toEqual(wrong(id, values));
  });

  it.each(
    [
      [
        'month',
        'from',
        'date',
        'where',
        'search',
        'dashboard',
        'own-costs',
        'currency',
        'rows',
        'columns',
        'sort',
      ],
    ].flat(),
  )('refuses --%s where everything is asked for', (option) => {
    const typed = TYPED[option] ?? [];
    expect(mistake(['export', '--as', 'parquet', '--out', '.', ...typed])).toMatchObject({
      ...{ kind: 'wrong', wrong: 'command.wrong-whole' },
    });
  });

  it('of what the contract does not take names the place, and the words of what is no option are the parser’s', () => {
    for (const [line, option] of [
      ['orders --limit 0', 'limit'],
      ['orders --limit 10001', 'limit'],
      ['orders --columns ,', 'columns.0'],
      ['totals --account=', 'account'],
      ['totals --from 2026-10-02 --to 2026-10-01', 'period'],
      ['totals --from 2026-10-32 --to 2026-11-01', 'period.from'],
      [`totals --search ${'x'.repeat(501)}`, 'search'],
    ] as const) {
      expect(mistake(line)).toEqual(wrong('value', { option, value: expect.stringMatching(/\w{3}/) }));
    }
    expect(mistake('totals --loud')).toEqual(wrong('word', { value: expect.stringContaining('--loud') }));
    expect(mistake(['totals', '--search'])).toEqual(
      wrong('word', { value: expect.stringContaining('--search') }),
    );
  });
});

it('the language is the one that was named, else the first that the system names, else Spanish', () => {
  const all = { LC_ALL: 'pt_BR.UTF-8', LC_MESSAGES: 'en_US', LANG: 'es_CL' };
  expect(languageOf(['totals', '--language', 'en'], all)).toBe('en');
  expect(languageOf(['totals', '--language=en'], all)).toBe('en');
  expect(languageOf(['totals', '--language', 'fr'], all)).toBe('pt');
  expect(languageOf(['totals', '--language'], all)).toBe('pt');
  expect(languageOf(['--languages', 'en'], all)).toBe('pt');
  expect(languageOf(['--language', 'en'], all)).toBe('en');
  // A word that is no option says nothing of a language.
  expect(languageOf(['en'], all)).toBe('pt');
  expect(languageOf([], all)).toBe('pt');
  expect(languageOf([], { ...all, LC_ALL: '' })).toBe('en');
  expect(languageOf([], { LANG: 'en' })).toBe('en');
  // The first that says anything is the system's word, whatever it is.
  expect(languageOf([], { ...all, LC_ALL: 'fr_FR' })).toBe('es');
  expect(languageOf([], {})).toBe('es');
});
