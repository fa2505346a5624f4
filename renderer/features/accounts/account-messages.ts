import { codesOf } from '#renderer/features/currency/currency.tsx';
import type { Text } from '#renderer/i18n/text.tsx';
import type { Account } from '#shared/contract/app.ts';

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}

export function accountName(account: Account, text: Text): string {
  if (account.kind === 'demo') return text('account.demo');
  return account.name === '' ? hostOf(account.baseUrl) : account.name;
}

/** Where it comes from and its plan: what tells it from the others of a list. */
export function accountDetail(account: Account, text: Text): string {
  if (account.kind === 'demo') return text('account.demo-detail');
  const plan = planName(account, text);
  return account.name === '' ? plan : `${hostOf(account.baseUrl)} · ${plan}`;
}

/** «CLP · 5 canales · Pro»: what it holds. `channels` is null while they have not been counted. */
export function accountLine(account: Account, channels: number | null, text: Text): string {
  const [main, ...others] = codesOf(account.currencies);
  return [
    ...(main === undefined ? [] : [others.length === 0 ? main : `${main} +${others.length}`]),
    ...(channels === null ? [] : [text('account.channels', { count: channels })]),
    planName(account, text),
  ].join(' · ');
}

function planName(account: Account, text: Text): string {
  return text(account.plan === 'pro' ? 'plan.pro' : 'plan.free');
}
