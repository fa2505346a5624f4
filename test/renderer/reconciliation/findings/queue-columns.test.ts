import { describe, expect, test } from 'vitest';
import type { ExceptionGroup } from '#renderer/reconciliation/findings/model/groups.ts';
import { WHOLE } from '#renderer/reconciliation/findings/model/sayings.ts';
import type { QueueLine } from '#renderer/reconciliation/findings/screen/exceptions-list.ts';
import {
  exceptionsTable,
  lineName,
  placeOfGroup,
  saidOf,
} from '#renderer/reconciliation/findings/screen/queue-columns.tsx';
import type { Month } from '#shared/domain/dates.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What the queue calls groups and exceptions, and what of them goes into a file. */

const OCTOBER = '2026-10' as Month;
const ACCOUNT = { Canal: 'Uno', Cuenta: 'A' };
type Head = Partial<ExceptionGroup['head']>;
const group = (head: Head = {}, more: object = {}): ExceptionGroup =>
  ({
    ...{ key: 'k', findingKey: 'k', month: OCTOBER, account: ACCOUNT },
    head: { kind: 'missing-cost', subject: ACCOUNT, affects: ['comercial', 'total'], ...head },
    ...more,
  }) as unknown as ExceptionGroup;
const line = (more: object = {}, of = group()): QueueLine =>
  ({
    ...{ id: 'a', key: 'k/a', name: 'O-1', group: of, day: '2026-10-05', days: 12, amount: '2.5', rows: 3 },
    ...{ currency: '', state: 'open', said: null, claim: null },
    ...more,
  }) as unknown as QueueLine;
const SAID = {
  ...{ state: 'accepted', reason: 'fee', note: 'así es', owner: 'Ana', followUp: '2026-12-01' },
  atMs: Date.UTC(2026, 10, 5, 9, 7),
};

describe('where a group is', () => {
  test('is its month, unless one is within it or its subject says it, and its account, once', () => {
    expect(placeOfGroup(group(), text)).toBe('oct 2026 · Uno · A');
    expect(placeOfGroup(group(), text, OCTOBER)).toBe('Uno · A');
    expect(placeOfGroup(group(), text, '2026-09' as Month)).toBe('oct 2026 · Uno · A');
    expect(placeOfGroup(group({}, { month: null }), text)).toBe('Uno · A');
    const months = group({ kind: 'held', subject: { month: OCTOBER } }, { account: null });
    expect(placeOfGroup(months, text)).toBe('oct 2026');
    // Of a finding of a channel, or of none, the account is told beside it.
    expect(placeOfGroup(group({ subject: { Canal: 'Uno' } }), text)).toBe('oct 2026 · Uno · A');
    expect(placeOfGroup(group({ subject: {} }), text)).toBe('oct 2026 · Uno · A');
    const blank = { Canal: 'Uno', Cuenta: '' };
    expect(placeOfGroup(group({ subject: {} }, { account: blank }), text)).toBe('oct 2026 · Uno');
  });
});

describe('an exception', () => {
  test('is called by its number; what is one matter by where it is, and what has none says so', () => {
    expect([lineName(line(), text), lineName(line({ name: '' }), text)]).toEqual(['O-1', 'sin número']);
    expect(lineName(line({ name: '', id: WHOLE }), text)).toBe('oct 2026 · Uno · A');
    expect(lineName(line({ name: 'enero.csv', id: WHOLE }), text)).toBe('enero.csv');
  });

  test('says its claim, its reason and its note; of what is gone the note is in its history', () => {
    const said = (more: object) => saidOf(line(more), text);
    expect(said({})).toBe('');
    expect(said({ claim: 'R-0001' })).toBe('R-0001');
    expect(said({ claim: 'R-0001', said: SAID })).toBe('R-0001 · Comisión · así es');
    expect(said({ said: { ...SAID, reason: null } })).toBe('así es');
    expect(said({ said: SAID, state: 'resolved' })).toBe('Comisión');
  });

  test('goes into a file with all that is known and was said of it; of one currency without its column', () => {
    const cellsOf = (...lines: readonly QueueLine[]) =>
      exceptionsTable(lines, text).lines.map(({ cells }) => cells);
    const bare = line({ name: '', amount: null, day: null, days: null });
    const full = line({ said: SAID, claim: 'R-0001', state: 'claimed' });
    const place = 'oct 2026 · Uno · A';
    const affects = 'Rentabilidad Comercial, Rentabilidad Total';
    const kind = 'Ventas sin Costo de Producto';
    expect(cellsOf(bare, full)).toEqual([
      [kind, place, '', affects, null, '3', null, null, 'Abierta', '', '', '', '', '', null],
      [
        ...[
          kind,
          place,
          'O-1',
          affects,
          '2.5',
          '3',
          '2026-10-05T00:00:00.000',
          '12',
          'Reclamada',
          'Comisión',
        ],
        ...['así es', '2026-12-01', 'R-0001', 'Ana', '2026-11-05T09:07:00.000Z'],
      ],
    ]);
    const [first, second] = cellsOf(line({ currency: 'USD' }), line());
    expect([first?.[5], second?.[5], first?.length]).toEqual(['USD', '', 16]);
  });
});
