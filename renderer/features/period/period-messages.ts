import { useMemo } from 'react';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { monthNames } from '#renderer/i18n/time-formats.ts';
import type { PeriodMessages } from './period.ts';

export function periodMessagesOf(text: Text): PeriodMessages {
  return { months: monthNames(text.locale).short, everything: text('period.everything') };
}

export function usePeriodMessages(): PeriodMessages {
  const text = useText();
  return useMemo(() => periodMessagesOf(text), [text]);
}
