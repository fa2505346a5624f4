import type { MessageId } from '#renderer/i18n/text.tsx';

/** The sections of the screen as they stand below each other: what the bar lists, and where a detail leads to. */
export const SECTIONS = [
  { id: 'exceptions', name: 'exception.title' },
  { id: 'proof', name: 'proof.title' },
  { id: 'missing-costs', name: 'missing-cost.title' },
  { id: 'explain', name: 'explain.title' },
  { id: 'bridge', name: 'period-bridge.title' },
] as const satisfies readonly { readonly id: string; readonly name: MessageId }[];
export type SectionId = (typeof SECTIONS)[number]['id'];

export const elementOf = (section: SectionId): HTMLElement | null =>
  document.getElementById(`reconciliation-${section}`);
