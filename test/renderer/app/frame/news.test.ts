import { describe, expect, test } from 'vitest';
import { type Heard, newsOf } from '#renderer/app/frame/selection-news.tsx';

const heard: Heard = { selection: 'all', orders: 7, ventas: '100' };

describe('what is told to who does not see the screen', () => {
  test('the figures one begins with are no news', () => {
    expect(newsOf(null, heard, true)).toBe('first');
  });

  test('another selection is told, with the same figures too', () => {
    expect(newsOf(heard, { ...heard, selection: 'one' }, false)).toBe('filter');
    expect(newsOf(heard, { ...heard, selection: 'one', orders: 3 }, true)).toBe('filter');
  });

  test('a reading is told once, at its end, and only where it changed something', () => {
    const read: Heard = { ...heard, ventas: '101' };
    expect(newsOf(heard, heard, true)).toBe('none');
    expect(newsOf(heard, read, false)).toBe('later');
    expect(newsOf(heard, read, true)).toBe('reading');
    expect(newsOf(read, read, true)).toBe('none');
  });
});
