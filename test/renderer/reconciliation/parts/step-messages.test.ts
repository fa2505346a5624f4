import { describe, expect, test } from 'vitest';
import { type MonthStep, STEP_IDS } from '#renderer/reconciliation/month/model/month-steps.ts';
import {
  nextWords,
  signLine,
  stepFigure,
  stepLine,
  stepNumber,
} from '#renderer/reconciliation/parts/step-messages.ts';
import { DEFAULT_CHOICES, formatsOf } from '#renderer/ui/formats.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { step, walked } from '#test/renderer/screens/reconciliation/walks.ts';

/** What the steps of a month say, and the figure beside each. */

const WORDS = { text, formats: formatsOf(DEFAULT_CHOICES) };
const D = (value: string) => value as Decimal;
const AT = new Date(2026, 9, 5, 14, 7).getTime();

describe('the figure beside a step', () => {
  const figure = (id: MonthStep['id'], state: MonthStep['state'], more: Partial<MonthStep> = {}) => {
    const found = stepFigure(step(id, state, more));
    return found === null ? null : [found.value, found.kind, found.isSigned, found.of].filter(isThere);
  };
  const isThere = (part: unknown) => part !== undefined;

  test('of data is what is open, of all where nothing is', () => {
    expect(figure('data', 'done', { count: 4 })).toEqual(['10', 'count', false]);
    expect(figure('data', 'open')).toEqual(['3', 'count', false]);
    expect(figure('data', 'open', { count: 0 })).toEqual(['10', 'count', false]);
    expect(figure('rows', 'open')).toEqual(['3', 'count', false]);
  });

  test('of statements is how many accounts have theirs: none that lacks it, none that needs none', () => {
    expect(figure('statements', 'open', { of: 4, count: 0, waived: 1 })).toEqual(['3', 'count', false, 4]);
    expect(figure('statements', 'open', { of: 5, count: 2, waived: 1 })).toEqual(['2', 'count', false, 5]);
    expect(figure('statements', 'done', { of: 0 })).toBeNull();
  });

  test('of money is its amount; of none where nothing is open a nought, else nothing', () => {
    const amount = D('-7.5');
    expect(figure('costs', 'open', { amount })).toEqual(['-7.5', 'money', false]);
    expect(figure('costs', 'open')).toEqual(['0', 'count', false]);
    expect(figure('differences', 'open', { amount })).toEqual(['-7.5', 'money', true]);
    expect(figure('bank', 'open', { amount })).toEqual(['-7.5', 'money', false]);
    for (const id of ['differences', 'bank'] as const)
      expect([figure(id, 'done'), figure(id, 'open'), figure(id, 'blocked')]).toEqual([
        ['0', 'count', false],
        null,
        null,
      ]);
    expect(figure('close', 'done', { amount })).toBeNull();
  });
});

describe('the line of a step', () => {
  const line = (of: MonthStep, more: Parameters<typeof walked>[2] = {}, isBrief = false) =>
    stepLine(of, walked('2026-10', [], more), WORDS, isBrief);

  test('says how many of how many, and whose word it is', () => {
    expect(line(step('statements', 'waived'))).toBe('No necesario');
    expect(line(step('rows', 'open', { count: 1200 }))).toBe('1.200 filas no cuadran');
    expect(line(step('rows', 'open', { count: 1 }))).toBe('1 fila no cuadra');
    expect(line(step('differences', 'open', { count: 1200, accounts: 2 }))).toBe('1.200 casos, 2 cuentas');
    expect(line(step('bank', 'done'))).toBe('10 de 10 en el banco');
  });

  test('of a close says who made it, or which steps are in its way', () => {
    const by = { reviewer: '', atMs: AT };
    const closed = (owner: string) =>
      ({ close: { state: 'closed', drift: null, by: { ...by, owner } } }) as const;
    expect(line(step('close', 'done'), closed('Ana'))).toContain('Ana, 05-10-2026');
    expect(line(step('close', 'done'), closed('Ana'), true)).toContain('Ana, 05-10');
    expect(line(step('close', 'done'), closed(''))).toContain(text('closing.nobody'));
    const open = line(step('close', 'blocked'), { inTheWay: ['rows', 'differences'] });
    expect(open).toContain('2, 5');
    expect(line(step('data', 'blocked'), { knownUntil: '2026-10-09' as LocalDate })).toContain('9');
    expect(STEP_IDS.map(stepNumber)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('of a sign-off says who signed it and when, or that it fell', () => {
    const last = { owner: 'Ana', atMs: AT, step: { count: 1, of: 2, amount: null } } as never;
    const said = (state: 'signed' | 'fallen' | 'by-itself' | 'none', of: never | null, isBrief = false) =>
      signLine({ state, last: of } as never, WORDS, isBrief);
    expect([said('none', null), said('by-itself', null), said('by-itself', last)]).toEqual([
      '',
      text('month.sign-itself'),
      text('month.sign-itself'),
    ]);
    expect([said('signed', last), said('fallen', last), said('signed', last, true)]).toEqual([
      'Firmó Ana, 05-10-2026',
      'Cambió; firmó Ana, 05-10-2026',
      'Firmó Ana, 05-10',
    ]);
  });
});

test('what is next is told with how many, of what is open alone; else by its name', () => {
  const next = (of: MonthStep) => nextWords(of, WORDS);
  const rows = next(step('rows', 'open', { count: 1200 }));
  expect(rows).toContain('1.200');
  const named = ['filas cuadran', 'filas cuadran', 'cierre'];
  expect([
    next(step('rows', 'open', { count: 0 })),
    next(step('rows', 'blocked')),
    next(step('close', 'open')),
  ]).toEqual(named);
});
