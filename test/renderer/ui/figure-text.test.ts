import { describe, expect, test } from 'vitest';
import { differenceTone, figureText } from '#renderer/ui/figure.tsx';
import { DEFAULT_CHOICES, formatsOf } from '#renderer/ui/formats.tsx';

const formats = formatsOf(DEFAULT_CHOICES);
const covered = formatsOf({ ...DEFAULT_CHOICES, hidesAmounts: true });
const tone = (value: string, kind: 'percent' | 'money', of = formats) =>
  differenceTone(value, kind, figureText(value, kind, kind === 'percent' ? 1 : 0, of), of);

describe('a difference', () => {
  test('is gained or lost where its sign can be seen', () => {
    expect([tone('0.06', 'percent'), tone('-0.06', 'percent')]).toEqual(['gained', 'lost']);
  });

  test('that is shown as 0 is 0, whatever it is exactly', () => {
    expect(['0', '0.04', '-0.04', '-0.000001'].map((value) => tone(value, 'percent'))).toEqual([
      'zero',
      'zero',
      'zero',
      'zero',
    ]);
  });

  test('of amounts that are covered tells nothing', () => {
    expect([tone('12', 'money', covered), tone('-12', 'money', covered)]).toEqual(['plain', 'plain']);
    expect(tone('-12', 'percent', covered)).toBe('lost');
  });
});
