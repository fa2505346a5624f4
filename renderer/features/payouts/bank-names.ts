import type { BankDeposit } from '#renderer/reconciliation/payouts/model/payouts-page.ts';

/** Names of their own, the same in every language, by layout of the extract. */
const BANKS: { readonly [layout: string]: string } = {
  bci: 'BCI',
  'banco-de-chile': 'Banco de Chile',
  'banco-de-chile-cartola': 'Banco de Chile',
  'banco-de-chile-txt': 'Banco de Chile',
  'santander-cl': 'Santander',
  bancoestado: 'BancoEstado',
  scotiabank: 'Scotiabank',
  itau: 'Itaú',
  'bbva-mx': 'BBVA',
};

/** The bank whose layout an extract has; null: the layout does not tell. */
export const bankOfLayout = (layout: string | null): string | null => BANKS[layout ?? ''] ?? null;

/** The bank of a line; where the file does not tell it, the file. */
export const bankName = ({ bank, file }: Pick<BankDeposit, 'bank' | 'file'>): string =>
  bankOfLayout(bank) ?? file;
