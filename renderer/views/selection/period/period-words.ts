import { useMemo } from 'react';
import { type Text, useText } from '../../../i18n/text.tsx';
import type { PeriodWords } from './period.ts';

export function periodWordsOf(text: Text): PeriodWords {
  return { months: text('months.short').split(' '), everything: text('period.everything') };
}

export function usePeriodWords(): PeriodWords {
  const text = useText();
  return useMemo(() => periodWordsOf(text), [text]);
}
