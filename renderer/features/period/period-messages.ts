import { type Text, useText } from '#renderer/i18n/text.tsx';

/** Periods take the texts themselves; callers outside the screens still ask for them by these names. */
export const usePeriodMessages: () => Text = useText;
export const periodMessagesOf = (text: Text): Text => text;
