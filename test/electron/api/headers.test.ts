import { describe, expect, it } from 'vitest';
import { readHttpDate, readRetryAfter } from '#electron/api/client.ts';
import { DAY_MS, parseUtcInstant } from '#shared/domain/dates.ts';

describe('the headers of an answer', () => {
  it('give the server clock in any of the three forms, and in no other', () => {
    for (const text of [
      'Wed, 20 May 2026 12:00:30 GMT',
      ' Wed, 20 May 2026 12:00:30 GMT ',
      'Wednesday, 20-May-26 12:00:30 GMT',
      'Wed May 20 12:00:30 2026',
    ]) {
      expect(readHttpDate(text), text).toBe('2026-05-20T12:00:30.000Z');
    }
    expect(readHttpDate('Wed May  6 12:00:30 2026')).toBe('2026-05-06T12:00:30.000Z');
    // Date.parse makes something of nearly all of these.
    for (const text of [
      '',
      '1',
      'soon 5',
      '2026',
      '2026-05-20',
      'Wed, 20 May 2026',
      'Wed, 99 May 2026 12:00:30 GMT',
      'x',
    ]) {
      expect(readHttpDate(text), text).toBeNull();
    }
    expect(readHttpDate(null)).toBeNull();
  });

  it('give Retry-After as seconds, or as a date against the server clock', () => {
    const now = parseUtcInstant('2026-05-20T12:00:00.000Z') ?? null;
    expect(readRetryAfter('17', null)).toBe(17_000);
    expect(readRetryAfter(' 0 ', null)).toBe(0);
    expect(readRetryAfter('1.5', null)).toBe(1_500);
    expect(readRetryAfter('Wed, 20 May 2026 12:00:30 GMT', now)).toBe(30_000);
    expect(readRetryAfter('Wed, 20 May 2026 11:00:00 GMT', now)).toBe(0);
    expect(readRetryAfter('Wed, 20 May 2026 12:00:30 GMT', null)).toBeNull();
  });

  it('are obeyed for a day at most, and not at all where they say nothing', () => {
    const now = parseUtcInstant('2026-05-20T12:00:00.000Z') ?? null;
    for (const huge of ['86401', '999999999999', '9'.repeat(400), 'Sat, 20 May 2028 12:00:30 GMT']) {
      expect(readRetryAfter(huge, now), huge).toBe(DAY_MS);
    }
    for (const nonsense of ['', 'soon', 'soon 5', '-5', '1e9', '0x10', '5 minutes', 'NaN', '2026-05-20']) {
      expect(readRetryAfter(nonsense, now), nonsense).toBeNull();
    }
    expect(readRetryAfter(null, now)).toBeNull();
  });
});
