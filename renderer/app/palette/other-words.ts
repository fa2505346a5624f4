import { CANCELLED, RETURNED } from '#renderer/data/model/order-status.ts';
import type { MessageId, Text } from '#renderer/i18n/text.tsx';

/** What people look for a command by besides its name. */
const OF_COMMAND: { readonly [id: string]: MessageId } = {
  'go-panel': 'palette.also.panel',
  'go-orders': 'palette.also.orders',
  'go-profitability': 'palette.also.profitability',
  'go-reconciliation': 'palette.also.reconciliation',
  'go-changes': 'palette.also.changes',
  'go-sync': 'palette.also.sync-screen',
  'reconciliation-statements': 'palette.also.statements',
  'reconciliation-bank': 'palette.also.bank',
  'reconciliation-costs': 'palette.also.costs',
  'reconciliation-close': 'palette.also.close',
  'reconciliation-claims': 'palette.also.claims',
  'reconciliation-rates': 'palette.also.rates',
  'reconciliation-taxes': 'palette.also.taxes',
  export: 'palette.also.export',
  'check-export': 'palette.also.check-export',
  sync: 'palette.also.sync',
  pause: 'palette.also.pause',
  freeze: 'palette.also.freeze',
  clear: 'palette.also.clear',
  cover: 'palette.also.cover',
  sheet: 'palette.also.help',
  guide: 'palette.also.help',
  'theme-dark': 'palette.also.dark',
  'theme-light': 'palette.also.light',
  'settings-formats': 'palette.also.formats',
  'settings-looks': 'palette.also.looks',
  'settings-accounts': 'palette.also.accounts',
  'settings-targets': 'palette.also.targets',
  'settings-exports': 'palette.also.exports',
  'settings-app': 'palette.also.app',
  'settings-about': 'palette.also.help',
};

const OF_STATUS: { readonly [value: string]: MessageId } = {
  [RETURNED]: 'palette.also.returned',
  [CANCELLED]: 'palette.also.cancelled',
};

/** Other words for a command of the program, in the user's language. */
export const otherWords = (id: string, text: Text): readonly string[] => said(OF_COMMAND[id], text);

/** Other words for a value of a column: the values are the API's, in Spanish. */
export const otherWordsOfValue = (value: string, text: Text): readonly string[] =>
  said(OF_STATUS[value], text);

const said = (id: MessageId | undefined, text: Text): readonly string[] =>
  id === undefined ? [] : text(id).split(', ');
