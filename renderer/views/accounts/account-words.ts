import type { Account } from '#shared/bridge/app.ts';
import type { Text } from '../../i18n/text.tsx';

/** How an account is called, and what it is, in words. Pure. */

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}

export function accountName(account: Account, text: Text): string {
  if (account.kind === 'demo') return text('account.demo');
  return account.name === '' ? hostOf(account.baseUrl) : account.name;
}

export function accountDetail(account: Account, text: Text): string {
  if (account.kind === 'demo') return text('account.demo-detail');
  const plan = text(account.plan === 'pro' ? 'plan.pro' : 'plan.free');
  return account.name === '' ? plan : `${hostOf(account.baseUrl)} · ${plan}`;
}
