import { describe, expect, test } from 'vitest';
import type { FileCell, FileRow } from '#renderer/data/model/file-cells.ts';
import { ROW_ANSWERS } from '#renderer/data/model/statement-answers.ts';
import {
  checkStateOf,
  leavesAmountOut,
  rowsLeftOut,
} from '#renderer/reconciliation/statements/model/check-state.ts';
import { withAnsweredSigns } from '#renderer/reconciliation/statements/model/line-answers.ts';
import {
  amountValue,
  dateValue,
  numberValue,
  textValue,
} from '#renderer/reconciliation/statements/model/line-values.ts';
import { takeLines, withoutLines } from '#renderer/reconciliation/statements/model/moved-lines.ts';
import { shapeOfNumber } from '#renderer/reconciliation/statements/model/number-shapes.ts';
import {
  answerKind,
  createRowKeys,
  type RowAnswer,
  typedAmount,
  typedNumber,
} from '#renderer/reconciliation/statements/model/row-answers.ts';
import { answersTo, asksWholeRow } from '#renderer/reconciliation/statements/model/row-questions.ts';
import type { SortedRows } from '#renderer/reconciliation/statements/model/row-sorting.ts';
import { signsByBalance, signsOfLetters } from '#renderer/reconciliation/statements/model/sign-letters.ts';
import type {
  NotUnderstood,
  NotUnderstoodReason,
  StatementCheck,
} from '#renderer/reconciliation/statements/model/statement.ts';
import {
  accountsOfStatement,
  isBank,
  mayBeOneScope,
  type StatementOwner,
  scopeOfStatement,
} from '#renderer/reconciliation/statements/model/statement-account.ts';
import type { LocalDate, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** Facts of single lines and statements: their values in one writing, the answers about them, whose they are. */

describe('a value in one writing', () => {
  test('of an amount has no zeros behind its places', () => {
    const of = (amount: string | null) => amountValue(amount as Decimal | null);
    expect(['10502.00', '10502', '0.50', '-0.0', '100', '1.05'].map(of)).toEqual([
      ...['10502', '10502', '0.5', '0', '100', '1.05'],
    ]);
    expect(of(null)).toBeNull();
  });

  test('of a text has single blanks and composed letters', () => {
    expect(['a', ' Pago  recibido ', 'a\tb', 'a\u00a0b', 'cafe\u0301', 'a b'].map(textValue)).toEqual([
      ...['a', 'Pago recibido', 'a b', 'a b', 'caf\u00e9', 'a b'],
    ]);
    expect([null, undefined, '', ' ', '\t'].map(textValue)).toEqual([null, null, null, null, null]);
  });

  test('of a number is without leading zeros and without places that are none', () => {
    expect(['0012', '12.0', '12.00', '12.5', 'A-0012', '000', '0', '12.', ' 007 '].map(numberValue)).toEqual([
      ...['12', '12', '12', '12.5', 'A-0012', '0', '0', '12.', '7'],
    ]);
    expect([numberValue(null), numberValue(undefined), numberValue('')]).toEqual([null, null, null]);
  });

  test('of a day is its moment, else the day, with its time where there is one', () => {
    const of = (time: string | null, instant: string | null = null) =>
      dateValue({ day: '2026-03-02' as LocalDate, time, instant: instant as UtcInstant | null });
    expect(dateValue(null)).toBeNull();
    expect(of('10:00:00.000', '2026-03-02T13:00:00.000Z')).toBe('2026-03-02T13:00:00.000Z');
    for (const midnight of [null, '00:00:00.000', '00:00', '00:00:00', '00:00:00.0'])
      expect([midnight, of(midnight)]).toEqual([midnight, '2026-03-02']);
    for (const time of ['00:00:01.000', '10:00:00.000', '00:00:00.001', '10:00:00', '00:00:00.'])
      expect([time, of(time)]).toEqual([time, `2026-03-02 ${time}`]);
  });

  test('of an order’s number is its shape', () => {
    expect([' #4001-b ', 'ñ٣', '', 'A 9'].map(shapeOfNumber)).toEqual(['#9999-A', 'A9', '', 'A 9']);
  });
});

describe('answers', () => {
  test('are of what is asked', () => {
    const typed = ['amount', 'no-movement'];
    for (const why of ['amount', 'scale', 'currency'] as const)
      for (const mayBe of [true, false]) expect(answersTo(why, mayBe)).toEqual(typed);
    expect(answersTo('sign', true).toSorted()).toEqual(['charge', 'deposit', 'no-movement']);
    expect([answersTo('moved-cells', true), answersTo('moved-cells', false)]).toEqual([
      ['as-written', 'no-movement'],
      ['no-movement'],
    ]);
    for (const why of ['lost-digits', 'maybe-lost-digits'] as const)
      expect(answersTo(why, true)).toEqual(['as-written', 'number']);
    for (const why of ['row', 'record', 'total', 'balance'] as const) {
      expect(answersTo(why, true)).toEqual(ROW_ANSWERS);
      expect(answersTo(why, false)).toEqual(['no-movement']);
    }
    const whole = (
      ['row', 'total', 'amount', 'sign', 'moved-cells', 'lost-digits', 'currency'] as const
    ).filter(asksWholeRow);
    expect(whole).toEqual(['row', 'total']);
  });

  test('are typed or chosen', () => {
    const answers: readonly RowAnswer[] = [
      'movement',
      { amount: '5.50' as Decimal },
      { amount: 'x' as Decimal },
      { number: '77' },
    ];
    expect(answers.map(answerKind)).toEqual(['movement', 'amount', 'amount', 'number']);
    expect(answers.map(typedAmount)).toEqual([null, '5.50', null, null]);
    expect(answers.map(typedNumber)).toEqual([null, null, null, '77']);
  });

  test('are known by the row’s content, in any format, and by what stands beside a row without a day', () => {
    const rowOf = (...cells: readonly FileCell[]): FileRow => ({ line: 1, cells });
    const keyOf = (cells: readonly FileCell[], beside: FileRow | null = null, isMonthFirst = false) =>
      createRowKeys(isMonthFirst)(rowOf(...cells), beside);
    const number = (text: string): FileCell => ({ kind: 'number', text });
    const same = (one: readonly FileCell[], other: readonly FileCell[]) => keyOf(one) === keyOf(other);
    expect(same(['1.250,50'], [number('1250.5')])).toBe(true);
    expect(same(['1.250,50'], ['1,250.50'])).toBe(true);
    expect(same(['1.250,00'], ['1250'])).toBe(true);
    expect(same(['100'], ['1'])).toBe(false);
    expect(same(['10.0'], ['10'])).toBe(true);
    expect(same(['1.250'], ['1250'])).toBe(false);
    expect(same(['1.250'], ['1,250'])).toBe(false);
    expect(same(['US$ 5,50'], ['5,50'])).toBe(false);
    expect(same(['US$ 5,50'], ['us$5.50'])).toBe(true);
    expect(same(['Pagó', '', 'x'], ['PAGO', ' ', 'X '])).toBe(true);
    expect(same(['a', 'b'], ['b', 'a'])).toBe(false);
    expect(same(['a', 'b'], ['ab'])).toBe(false);
    expect(same(['21/03/2026'], [{ kind: 'date', text: '2026-03-21' }])).toBe(true);
    expect(same(['03/04/2026'], ['3 de abril de 2026'])).toBe(true);
    expect(keyOf(['03/04/2026'], null, true)).toBe(keyOf(['4 de marzo de 2026']));
    expect(keyOf(['03/15/2026'])).toBe(keyOf(['15 de marzo de 2026']));
    expect(keyOf(['15/03/2026'], null, true)).toBe(keyOf(['15 de marzo de 2026']));
    expect(keyOf(['a'], rowOf('b'))).not.toBe(keyOf(['a']));
    expect(keyOf(['a'], rowOf('b'))).not.toBe(keyOf(['a'], rowOf('c')));
    const keys = createRowKeys(false);
    const [first, second, third] = [keys(rowOf('a'), null), keys(rowOf('a'), null), keys(rowOf('a'), null)];
    expect([second, third]).toEqual([`${first}/1`, `${first}/2`]);
  });
});

describe('what is left of a file’s checks', () => {
  const check = (holds: boolean) => ({ holds }) as StatementCheck;
  const state = (checks: readonly StatementCheck[], doubts: number) =>
    checkStateOf({ checks, doubts, covered: 0 });
  test('holds only where each does and no amount is left out', () => {
    expect([state([], 0), state([], 1), state([check(true)], 0), state([check(true)], 1)]).toEqual([
      ...['none', 'doubts', 'holds', 'doubts'],
    ]);
    expect([state([check(true), check(false)], 0), state([check(false)], 2)]).toEqual(['fails', 'fails']);
  });

  test('is without the amount of each row that is asked about, but for days and numbers', () => {
    const doubt = (why: NotUnderstoodReason, line = 1) => ({ why, line }) as NotUnderstood;
    const counted = (
      [
        'date',
        'far-date',
        'day-order',
        'serial-date',
        'lost-digits',
        'maybe-lost-digits',
        'mixed-convention',
      ] as const
    ).map((why) => doubt(why));
    expect(counted.some(leavesAmountOut)).toBe(false);
    const out = (
      ['amount', 'scale', 'currency', 'sign', 'row', 'record', 'total', 'balance', 'moved-cells'] as const
    ).map((why) => doubt(why));
    expect(out.every(leavesAmountOut)).toBe(true);
    expect(rowsLeftOut([...counted, ...out, doubt('amount', 2), doubt('date', 3)])).toBe(2);
  });
});

describe('whose a statement is', () => {
  const one = { canal: 'C', cuenta: '1' };
  const owner = (parts: Partial<StatementOwner>): StatementOwner => ({
    ...{ kind: 'bank', layout: 'x', accounts: [] },
    ...parts,
  });
  test('is what the user said, else whose orders it names', () => {
    const accounts = [
      { ...one, orders: 3 },
      { canal: 'D', cuenta: '2' },
    ];
    expect(accountsOfStatement(owner({ accounts }))).toEqual([one, { canal: 'D', cuenta: '2' }]);
    expect(accountsOfStatement(owner({ accounts, account: null }))).toHaveLength(2);
    expect(accountsOfStatement(owner({ accounts, account: { Canal: 'E', Cuenta: '9' } }))).toEqual([
      { canal: 'E', cuenta: '9' },
    ]);
  });

  test('is a bank’s where it is one, or names nothing', () => {
    expect([
      isBank({ kind: 'bank', accounts: [one] }),
      isBank({ kind: 'unknown', accounts: [] }),
      isBank({ kind: 'unknown', accounts: [one] }),
      isBank({ kind: 'ripley', accounts: [] }),
    ]).toEqual([true, true, false, false]);
  });

  test('is told by bank, account and which of the bank’s accounts', () => {
    const ripley = (parts: Partial<StatementOwner>) => scopeOfStatement(owner({ kind: 'ripley', ...parts }));
    expect(ripley({})).toBe('');
    expect(ripley({ accounts: [one, { ...one, cuenta: '2' }] })).toBe('');
    expect(ripley({ accounts: [one] })).toBe(JSON.stringify([null, ['C', '1']]));
    expect(ripley({ accounts: [one], bankAccount: 2 })).toBe(JSON.stringify([null, ['C', '1'], 2]));
    expect(scopeOfStatement(owner({}))).toBe(JSON.stringify(['x', null]));
    expect(scopeOfStatement(owner({ bankAccount: 2 }))).toBe(JSON.stringify(['x', null, 2]));
    expect(scopeOfStatement(owner({ layout: null }))).toBe('');
    expect([
      mayBeOneScope('a', 'a'),
      mayBeOneScope('a', ''),
      mayBeOneScope('', 'a'),
      mayBeOneScope('a', 'b'),
    ]).toEqual([...[true, true, true, false]]);
  });
});

describe('lines that are taken out', () => {
  const rows = [2, 3, 4, 5].map((line) => ({ line, cells: [`${line}`] }));
  const total = (linesBefore: number) => ({
    row: { line: 9, cells: [] },
    kind: 'total' as const,
    label: '',
    linesBefore,
  });
  const doubt = (line: number): NotUnderstood => ({ line, column: '', text: '', why: 'row' });
  const sorted: SortedRows = {
    ...{
      lines: rows,
      above: [],
      totals: [total(0), total(2), total(4)],
      balances: [],
      leftAside: [],
      said: [],
    },
    notUnderstood: [doubt(1), doubt(8)],
  };
  test('leave the others, and fewer before each total', () => {
    const left = takeLines(sorted, new Set([1, 2]));
    expect(left.lines.map(({ line }) => line)).toEqual([2, 5]);
    expect(left.totals.map(({ linesBefore }) => linesBefore)).toEqual([0, 1, 2]);
    const doubted = withoutLines(sorted, new Map([[1, doubt(3)]]), [3]);
    expect(doubted.lines.map(({ line }) => line)).toEqual([2, 4]);
    expect(doubted.notUnderstood.map(({ line }) => line)).toEqual([1, 3, 8]);
    expect(withoutLines(sorted, new Map()).lines).toEqual(rows);
  });

  test('or whose sign was said have it, of the amount as it is written', () => {
    const given = { net: [null, 5n, null, 1n], assumed: [7n, 5n, 9n, 1n], unsigned: [0, 2] };
    const lines = { sorted, amounts: new Map(), whole: new Map() };
    const signed = withAnsweredSigns(
      given,
      {
        ...lines,
        signs: new Map([
          [2, -1],
          [4, 1],
          [5, -1],
        ] as const),
      },
      [7n, 5n, -9n],
    );
    expect(signed).toEqual({ net: [-7n, 5n, 9n, 1n], assumed: [-7n, 5n, 9n, 1n], unsigned: [] });
    expect(withAnsweredSigns(given, { ...lines, signs: new Map() }, [])).toBe(given);
    const one = withAnsweredSigns(given, { ...lines, signs: new Map([[2, 1]] as const) }, [-7n]);
    expect([one.net[0], one.unsigned]).toEqual([7n, [2]]);
  });
});

describe('signs of letters', () => {
  const signs = (letters: readonly (string | null)[], heading = '') =>
    Object.fromEntries(signsOfLetters(letters, heading));
  test('are those of words, whatever stands beside them', () => {
    const into = [
      '+',
      'Abono',
      'abonos',
      'Crédito',
      'creditos',
      'CR',
      'Haber',
      'Depósito',
      'depositos',
      'Ingreso',
    ];
    for (const word of [...into, 'entrada', 'credit', 'abono.'])
      expect(Object.values(signs([word]))).toEqual([1]);
    const out = [
      '-',
      'Cargo',
      'cargos',
      'Débito',
      'debitos',
      'DB',
      'dr.',
      'Debe',
      'Giro',
      'Egreso',
      'salida',
    ];
    for (const word of [...out, 'retiro', 'debit']) expect(Object.values(signs([word]))).toEqual([-1]);
    expect(signs(['x', '', null])).toEqual({});
  });

  test('are those of the pair that they make, or that the heading names', () => {
    expect(signs(['A', 'C', 'a.', null, ''])).toEqual({ a: 1, c: -1 });
    expect([signs(['C', 'D']), signs(['H', 'D'])]).toEqual([
      { c: 1, d: -1 },
      { h: 1, d: -1 },
    ]);
    expect([signs(['A', 'C', 'X']), signs(['A', 'H']), signs(['A', 'C', 'Abono'])]).toEqual([
      {},
      {},
      { abono: 1 },
    ]);
    for (const heading of ['Cargo/Abono', 'ABONOS - CARGOS', 'C/A', 'a.c'])
      expect(signs(['A'], heading)).toEqual({ a: 1, c: -1 });
    for (const heading of ['Débito/Crédito', 'créditos y débitos', 'D/C']) {
      const found = signs(['D', 'C'], heading);
      expect([heading, found]).toEqual([heading, { c: 1, d: -1 }]);
    }
    for (const heading of ['Debe/Haber', 'Haber Debe', 'H-D', 'd/h'])
      expect(signs(['H'], heading)).toEqual({ h: 1, d: -1 });
    expect(signs(['D'], 'Debe/Haber')).toEqual({ h: 1, d: -1 });
    expect([signs(['H'], 'Tipo'), signs(['H'], 'Cargo/Abono'), signs(['A', 'C'], 'D/C')]).toEqual([
      {},
      {},
      {},
    ]);
  });

  test('are those by which the balance goes, where all of a letter go one way', () => {
    const by = (letters: readonly (string | null)[], net: readonly (bigint | null)[]) =>
      Object.fromEntries(signsByBalance(letters, net));
    expect(by(['X', 'Y', 'x.', null, 'Z'], [5n, -1n, 2n, 7n, 0n])).toEqual({ x: 1, y: -1 });
    expect(by(['X', 'X', 'X'], [5n, -1n, 5n])).toEqual({});
    expect(by(['X', 'X'], [null, -1n])).toEqual({ x: -1 });
  });
});
