import type { CommandWordId, SayCommand } from '../i18n/command/command-words.ts';
import { EXIT } from './failures.ts';

/** How the command is used: what is typed is the same in every language, what it does is said in each. */

type Line = readonly [typed: string, words: CommandWordId];
type Section = { readonly heading: CommandWordId; readonly lines: readonly Line[] };

const SECTIONS: readonly Section[] = [
  {
    heading: 'command.help-commands',
    lines: [
      ['cuadra status', 'command.help-status'],
      ['cuadra totals', 'command.help-totals'],
      ['cuadra orders', 'command.help-orders'],
      ['cuadra exceptions', 'command.help-exceptions'],
      ['cuadra journal --month YYYY-MM', 'command.help-journal'],
      ['cuadra export --as xlsx --out FOLDER', 'command.help-export'],
      ['cuadra check FILE', 'command.help-check'],
      ['cuadra sync --once', 'command.help-sync'],
      ['cuadra mcp', 'command.help-mcp'],
    ],
  },
  {
    heading: 'command.help-rows',
    lines: [
      ['--month YYYY-MM', 'command.help-month'],
      ['--from YYYY-MM-DD --to YYYY-MM-DD', 'command.help-days'],
      ['--date compra|pago', 'command.help-date'],
      ['--where Canal=Falabella', 'command.help-where'],
      ['--search TEXT', 'command.help-search'],
      ['--dashboard', 'command.help-dashboard'],
      ['--own-costs', 'command.help-own-costs'],
      ['--currency CLP', 'command.help-currency'],
      ['--account NAME', 'command.help-account'],
    ],
  },
  {
    heading: 'command.help-of-totals',
    lines: [
      ['--by canal|cuenta|sku|marca|categoria|…', 'command.help-by'],
      ['--by year|quarter|month|week|day', 'command.help-by-calendar'],
      ['--scope marketplace|comercial|total|all', 'command.help-scope'],
    ],
  },
  {
    heading: 'command.help-of-orders',
    lines: [
      ['--rows', 'command.help-single-rows'],
      ['--columns Orden,Ventas', 'command.help-columns'],
      ['--sort Ventas:desc', 'command.help-sort'],
      ['--limit 100', 'command.help-limit'],
    ],
  },
  {
    heading: 'command.help-of-export',
    lines: [
      ['--as csv|xlsx', 'command.help-as'],
      ['--as parquet', 'command.help-as-parquet'],
      ['--out FOLDER', 'command.help-out'],
    ],
  },
  {
    heading: 'command.help-of-exceptions',
    lines: [['--state open|explained|accepted|claimed|resolved|all', 'command.help-state']],
  },
  {
    heading: 'command.help-of-all',
    lines: [
      ['--format json|csv|table', 'command.help-format'],
      ['--language es|en|pt', 'command.help-language'],
      ['--profile-dir FOLDER', 'command.help-profile'],
      ['--help', 'command.help-help'],
    ],
  },
];

const EXIT_WORDS: { readonly [name in keyof typeof EXIT]: CommandWordId } = {
  answered: 'command.exit-answered',
  failed: 'command.exit-failed',
  wrong: 'command.exit-wrong',
  unreachable: 'command.exit-unreachable',
  unknown: 'command.exit-unknown',
  differs: 'command.exit-differs',
};

export function helpIn(words: SayCommand): string {
  const codes = (Object.keys(EXIT) as (keyof typeof EXIT)[]).map(
    (name): Line => [String(EXIT[name]), EXIT_WORDS[name]],
  );
  const sections = [...SECTIONS, { heading: 'command.exit-codes', lines: codes } satisfies Section];
  const written = sections.map(({ heading, lines }) => {
    const width = Math.max(...lines.map(([typed]) => typed.length));
    return [words(heading), ...lines.map(([typed, id]) => `  ${typed.padEnd(width)}  ${words(id)}`)].join(
      '\n',
    );
  });
  return `${[words('command.help'), ...written, words('command.help-closed'), words('command.help-figures')].join('\n\n')}\n`;
}
