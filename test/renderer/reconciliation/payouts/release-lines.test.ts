import { describe, expect, test } from 'vitest';
import { CorruptLedgerError } from '#renderer/data/storage/database/failures.ts';
import { createReleaseLines } from '#renderer/reconciliation/payouts/worker/forecast/release-lines.ts';
import { createPayoutForecast } from '#renderer/reconciliation/payouts/worker/forecast.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { dayNumber, type LocalDate } from '#shared/domain/dates.ts';
import { lineOf, rowOf, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** What statements say of the release of orders, and what a forecast asks of it. */

type Line = ReturnType<typeof lineOf>;
type File = {
  readonly id: string;
  readonly kind?: string;
  readonly account?: object;
  readonly lines: readonly Line[] | Error;
};

const released = (net: string | null, on: string | null, texts: Parameters<typeof lineOf>[1] = {}): Line => ({
  ...lineOf(net ?? '0', { day: '2026-10-01', ...texts }),
  net: net as Line['net'],
  released: on === null ? null : { day: on as LocalDate },
});
const DAY = (text: string) => dayNumber(text as LocalDate);

function openFiles(files: readonly File[]) {
  let [list, revision] = [files, 0];
  const reads: string[] = [];
  const statements = {
    list: () => list.map(({ id, kind = 'ripley', account }) => ({ id, kind, account })),
    lines: async (id: string) => {
      reads.push(id);
      const found = list.find((each) => each.id === id)?.lines ?? [];
      if (found instanceof Error) throw found;
      return found;
    },
    revision: () => revision,
  };
  return {
    statements,
    reads,
    releaseLines: createReleaseLines(statements as never, async () => undefined),
    become: (next: readonly File[]) => {
      list = next;
      revision += 1;
    },
  };
}

describe('the lines of statements that name a day', () => {
  const ACCOUNT = { Canal: 'Falabella', Cuenta: 'Dos' };
  const FILES: readonly File[] = [
    {
      ...{ id: 'a', account: ACCOUNT },
      lines: [
        released('-12.50', '2026-11-03', { order: '1', settlement: '0077' }),
        released('3', null, { order: '2' }),
        released('4', '2026-11-04'),
        released(null, '2026-11-05', { suborder: 'S-1' }),
      ],
    },
    { id: 'bank', kind: 'bank', lines: [released('1', '2026-11-01', { order: '1' })] },
    { id: 'none', lines: [released('1', null, { order: '9' })] },
    { id: 'b', lines: [released('2', '2026-11-06', { order: '3', suborder: 'S-3' })] },
  ];

  test('are told with whose they are, by the size of their amounts, and read once', async () => {
    const { releaseLines, reads, become } = openFiles(FILES);
    const first = await releaseLines();
    expect(first).toEqual([
      {
        account: ACCOUNT,
        lines: [
          {
            ...{ order: '1', suborder: null, day: DAY('2026-11-03'), settlement: '77' },
            size: { units: 1250n, scale: 2 },
          },
          {
            ...{ order: null, suborder: 'S-1', day: DAY('2026-11-05'), settlement: null },
            size: { units: 0n, scale: 0 },
          },
        ],
      },
      {
        account: null,
        lines: [
          {
            ...{ order: '3', suborder: 'S-3', day: DAY('2026-11-06'), settlement: null },
            size: { units: 2n, scale: 0 },
          },
        ],
      },
    ]);
    expect(await releaseLines()).toEqual(first);
    expect(reads).toEqual(['a', 'none', 'b']);
    // One that was taken out is told no more, and read anew where it comes again.
    become(FILES.slice(2));
    expect(await releaseLines()).toEqual(first.slice(1));
    become(FILES.map((each) => (each.id === 'a' ? { ...each, lines: [] } : each)));
    expect(await releaseLines()).toEqual(first.slice(1));
    expect(reads).toEqual(['a', 'none', 'b', 'a']);
  });

  test('of one that cannot be read fail, or are left out where that is asked; nothing else is hidden so', async () => {
    const torn = [{ id: 'torn', lines: new CorruptLedgerError('torn') }, ...FILES.slice(3)];
    const { releaseLines, reads } = openFiles(torn);
    await expect(releaseLines()).rejects.toThrow('torn');
    expect((await releaseLines('leave-out')).map(({ lines }) => lines[0]?.order)).toEqual(['3']);
    expect(reads.filter((id) => id === 'torn')).toHaveLength(2);
    const gone = openFiles([{ id: 'gone', lines: new Error('the disk is gone') }]);
    await expect(gone.releaseLines('leave-out')).rejects.toThrow('the disk is gone');
  });
});

test('a forecast is of the accounts in view, and of what rows and statements say when it is asked', async () => {
  const sale = (Cuenta: string, Orden: string, net: string, paid: string | null) =>
    rowOf({
      ...{ Cuenta, Orden, 'Rentabilidad Marketplace': net, 'Fecha de compra': '2026-10-05T10:00:00.000' },
      ...{ 'Fecha de Pago': paid, 'Estado de Pago': 'Informado' },
    });
  const rows = [
    sale('Uno', '100001', '10.00', null),
    sale('Uno', '100002', '20.50', '2026-10-20T08:00:00.000'),
    sale('Dos', '100003', '40.00', null),
  ];
  let store = storeOf(rows);
  const files = openFiles([]);
  const ask = createPayoutForecast({
    ...{ statements: files.statements, releaseLines: files.releaseLines, store: () => store },
    answer: async (_: unknown, start: (shown: typeof store) => never) => atOnce(start(store)),
  } as never);
  const told = async (cuenta: string | null = null, isExcluded = false, today = '2026-10-10') => {
    const scope = cuenta === null ? null : { accounts: [{ Canal: 'Falabella', Cuenta: cuenta }], isExcluded };
    const day = today as LocalDate;
    const { accounts, total } = await ask({ scope, today: day, from: day });
    return [total.pending, ...accounts.map((each) => [each.cuenta, each.pending, each.dated, each.stated])];
  };
  const [uno, dos] = [
    ['Uno', '30.50', '20.50', 0],
    ['Dos', '40.00', '0.00', 0],
  ];
  expect(await told()).toEqual(['70.50', dos, uno]);
  expect(await told('Uno')).toEqual(['30.50', uno]);
  expect(await told('Uno', true)).toEqual(['40.00', dos]);
  // What is due later than what is asked for was not there.
  expect(await told('Uno', false, '2026-10-25')).toEqual(['10.00', ['Uno', '10.00', '0.00', 0]]);
  files.become([{ id: 'a', lines: [released('10', '2026-10-18', { order: '100001' })] }]);
  expect(await told('Uno')).toEqual(['30.50', ['Uno', '30.50', '30.50', 1]]);
  store = storeOf([...rows, sale('Uno', '100004', '5.00', null)], 4);
  store.raiseRevision();
  expect(await told('Uno')).toEqual(['35.50', ['Uno', '35.50', '30.50', 1]]);
  // Rows that are gone are pending no more.
  store.markDeleted([3]);
  store.raiseRevision();
  expect(await told('Uno')).toEqual(['30.50', ['Uno', '30.50', '30.50', 1]]);
});

test('a statement of one account tells nothing of another’s order of the same number', async () => {
  const sale = (Cuenta: string, Canal = 'Falabella') =>
    rowOf({ Canal, Cuenta, Orden: '100001', 'Estado de Pago': '', 'Rentabilidad Marketplace': '10.00' });
  const store = storeOf([sale('Uno'), sale('Dos'), sale('Uno', 'Ripley')]);
  const asked = async (account: object | undefined) => {
    const lines = [released('10', '2026-10-18', { order: '100001' })];
    const files = openFiles([account === undefined ? { id: 'a', lines } : { id: 'a', account, lines }]);
    const ask = createPayoutForecast({
      ...{ statements: files.statements, releaseLines: files.releaseLines, store: () => store },
      answer: async (_: unknown, start: (shown: typeof store) => never) => atOnce(start(store)),
    } as never);
    const day = '2026-10-10' as LocalDate;
    const { accounts } = await ask({ scope: null, today: day, from: day });
    return accounts.map(({ canal, cuenta, stated, dated }) => [canal, cuenta, stated, dated]);
  };
  const told = (...at: readonly number[]) =>
    [
      ['Falabella', 'Dos'],
      ['Falabella', 'Uno'],
      ['Ripley', 'Uno'],
    ].map((names, place) => [...names, ...(at.includes(place) ? [1, '10.00'] : [0, '0.00'])]);
  expect(await asked({ Canal: 'Falabella', Cuenta: 'Dos' })).toEqual(told(0));
  expect(await asked({ Canal: 'Falabella', Cuenta: 'Uno' })).toEqual(told(1));
  expect(await asked({ Canal: 'Ripley', Cuenta: 'Uno' })).toEqual(told(2));
  expect(await asked({ Canal: 'Ripley', Cuenta: 'Dos' })).toEqual(told());
  // Of nobody known, a number that several have is none of theirs.
  expect(await asked(undefined)).toEqual(told());
});
