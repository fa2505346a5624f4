/** A mutant that is the same program, known by its text: lines move. */
export type Equivalent = {
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
  /** A piece of the line it begins on, where the original stands more than once in the file. */
  readonly line?: string;
  /** Why no test can see it. */
  readonly reason: string;
};

const same = (
  file: string,
  reason: string,
  mutants: readonly (readonly [original: string, replacement: string, line?: string])[],
): readonly Equivalent[] =>
  mutants.map(([original, replacement, line]) => ({
    file,
    original,
    replacement,
    ...(line === undefined ? {} : { line }),
    reason,
  }));

export const EQUIVALENT: readonly Equivalent[] = [
  ...same('renderer/screens/changes/changes-table.tsx', 'Whatever is split has a first part.', [
    ["''", '"Stryker was here!"', "const [column = '', side] = id.split(':')"],
  ]),
  ...same(
    'renderer/data/model/cost-bounds.ts',
    'A divisor of 0 is refused twice, before and by percentOf: either check alone does.',
    [
      ['withCost.units <= 0n', 'withCost.units < 0n'],
      ['ventas.units <= 0n', 'ventas.units < 0n'],
      ['missing === null', 'false'],
    ],
  ),
  ...same(
    'shared/domain/base-url.ts',
    'The groups of the pattern that are no option are there once it fits.',
    [
      ["''", '"Stryker was here!"', "scheme = ''"],
      ["''", '"Stryker was here!"', "host[1] ?? ''"],
    ],
  ),
  ...same('renderer/features/period/named-period.ts', 'Where both are the same day either is given.', [
    ['period.from > today', 'period.from >= today'],
  ]),
  ...same('electron/sync/plan/server-clock.ts', 'No text is at or after null.', [['asked !== null', 'true']]),
  ...same('electron/sync/plan/server-clock.ts', 'There is a time that is believed once nowMs gives one.', [
    ['state.believed?.slackMs', 'state.believed.slackMs'],
  ]),
  ...same(
    'electron/api/plan-window.ts',
    'What is no day is after none: the check is for the compiler, and no words name no day.',
    [
      ['day !== undefined', 'true'],
      ["''", '"Stryker was here!"', "(words ?? '')"],
      ['[]', '["Stryker was here"]', 'DAY_IN_WORDS'],
      ['refused.from.slice(0, 10)', 'refused.from'],
    ],
  ),
  ...same(
    'shared/domain/decimal.ts',
    'What is 0, of the same scale or too long gets there by the longer way as well.',
    [
      ['text.length > MAX_INPUT_DIGITS + 2', 'false'],
      ['scale === value.scale', 'false'],
      ['difference < 0n', 'difference <= 0n'],
      ['dividend < 0n', 'dividend <= 0n'],
      ['divisor < 0n', 'divisor <= 0n'],
      ['places >= value.scale', 'places > value.scale'],
    ],
  ),
  ...same('shared/domain/decimal.ts', 'A power of less than nothing throws a RangeError of its own.', [
    ['scale < value.scale', 'false'],
  ]),
  ...same('shared/domain/decimal.ts', 'Sign and whole digits are there once the pattern fits.', [
    ["''", '"Stryker was here!"', "sign = '', whole = ''"],
  ]),
  ...same('shared/domain/profitability.ts', 'There is no sum of no column.', [
    ['part === undefined', 'false'],
  ]),
  ...same('shared/domain/order-identity.ts', 'The rows of this table are never looked at.', [
    ['[]', '["Stryker was here"]', 'rows: []'],
  ]),
  ...same(
    'shared/domain/purchase-ranges.ts',
    'Where two bounds are one point either way leaves the same range.',
    [
      ['a > b', 'a >= b'],
      ['a < b', 'a <= b'],
      ['piece.to <= at', 'false'],
      ['piece.to <= at', 'piece.to < at'],
      ['piece.from >= range.to', 'piece.from > range.to'],
    ],
  ),
  ...same('shared/contract/readings.ts', 'It only spares work: what is alike is compared in full.', [
    ['(read) => read(row)', '() => undefined'],
    ['others.length > 0', 'true'],
    ['others.length > 0', 'others.length >= 0'],
  ]),
  ...same('shared/contract/readings.ts', 'A balance is even whichever side counts up.', [
    ['(balance.get(print) ?? 0) + by', '(balance.get(print) ?? 0) - by'],
  ]),
  ...same('shared/domain/window.ts', 'Neither text is a date.', [["''", '"Stryker was here!"', 'date ??']]),
  ...same('shared/contract/page.ts', 'What does not fit the schema has an issue with a message.', [
    ['issue?.path', 'issue.path'],
    ['issue?.message', 'issue.message'],
    ["'not the expected shape'", '""'],
  ]),
  ...same('shared/domain/row-table.ts', 'A row has no cell before its first, and none that is absent.', [
    ['position < 0', 'false'],
    ['cell !== undefined', 'true'],
  ]),
  ...same(
    'shared/domain/row-table.ts',
    'Any one order of the columns, and any one beginning, serves for comparing.',
    [
      ['a.column < b.column', 'a.column <= b.column'],
      ['a.column < b.column', 'a.column >= b.column'],
      ['[]', '["Stryker was here"]', 'parts: string[]'],
    ],
  ),
  ...same(
    'renderer/reconciliation/costs/model/own-costs-import.ts',
    'What is cut overlaps nothing, and whose SKU was touched has costs: both checks are for the compiler.',
    [
      ["{ replaced: null, onOverlap: 'cut' }", '{}'],
      ["'cut'", '""', 'replaced: null'],
      ["placed.kind === 'overlap'", 'false'],
      ["'overlap'", '""', "placed.kind === 'overlap'"],
      ['[]', '["Stryker was here"]', '[...touched]'],
    ],
  ),
  ...same(
    'renderer/reconciliation/costs/worker/missing-costs.ts',
    'Behind the last row stands nothing, and how many rows a segment has only says how it is gone through.',
    [
      ['row < segment.rowCount', 'row <= segment.rowCount'],
      ['rows += 1', 'rows -= 1'],
    ],
  ),
  ...same('renderer/reconciliation/rates/model/rates.ts', 'What is not told to go up goes down.', [
    ["'floor'", '""', "case 'floor'"],
  ]),
  ...same(
    'renderer/data/files/xlsx/cells.ts',
    'What is no longer has no more digits; a split text has a first part.',
    [
      ['value.length > SURE_DIGITS', 'true'],
      ['value.length > SURE_DIGITS', 'value.length >= SURE_DIGITS'],
      ["''", '"Stryker was here!"', "whole = ''"],
    ],
  ),
  ...same(
    'renderer/reconciliation/payouts/model/match-payouts.ts',
    'Of payouts no settlement is looked at.',
    [['[]', '["Stryker was here"]', 'settlements: []']],
  ),
  ...same(
    'renderer/reconciliation/payouts/model/match-payouts.ts',
    'What may be a payout by its day has days; nothing is paired with no line.',
    [
      ['window === null', 'false', 'Math.abs(day - window.from)'],
      ['lines.length === 0', 'false', 'MAX_ASSIGNED'],
    ],
  ),
  ...same(
    'renderer/reconciliation/payouts/model/forecast/expected.ts',
    'Of what is older, or has no day, no share comes any more.',
    [
      ['day === NO_DAY || from - day > LONGEST_DELAY', 'false'],
      ['day === NO_DAY || from - day > LONGEST_DELAY', 'day === NO_DAY && from - day > LONGEST_DELAY'],
      ['day === NO_DAY', 'false', 'LONGEST_DELAY'],
      ['from - day > LONGEST_DELAY', 'false'],
    ],
  ),
  ...same(
    'renderer/reconciliation/payouts/worker/settled-payouts.ts',
    'A sort asks alone whether one comes before the other.',
    [
      ['other.statementAmount > one.statementAmount', 'false'],
      ['other.statementAmount > one.statementAmount', 'other.statementAmount >= one.statementAmount'],
    ],
  ),
  ...same('renderer/data/files/xlsx/workbook.ts', 'Every table has a sheet: the check is for the compiler.', [
    ['of === undefined', 'false'],
    ['[]', '["Stryker was here"]', 'of === undefined'],
  ]),
  ...same('renderer/data/files/xlsx/styles.ts', 'Own formats have a code, and every cell says how it ends.', [
    ["''", '"Stryker was here!"', 'codes[kind]'],
    ["''", '"Stryker was here!"', "more = ''"],
  ]),
  ...same(
    'renderer/data/files/xlsx/sheet.ts',
    'Lines without groups stand by themselves, and one stands behind the last that fits.',
    [
      ['!isGrouped', 'false', 'return most'],
      ['line?.depth', 'line.depth'],
    ],
  ),
  ...same('renderer/data/files/xlsx/sheet.ts', 'What gives no text is written as none.', [
    ["'none'", '""', "case 'none'"],
  ]),
  ...same('renderer/data/files/xlsx/sheet.ts', 'Cells are written of columns that are there.', [
    ["{ name: '', kind: 'text', total: null }", '{}'],
    ["''", '"Stryker was here!"', "{ name: '', kind: 'text'"],
    ["'text'", '""', "{ name: '', kind: 'text'"],
  ]),
  ...same(
    'renderer/reconciliation/payouts/model/forecast/delays.ts',
    'A share of nothing is no number, one of no days is nothing: neither is above 0, which is all that is added.',
    [
      ['left === 0', 'false', 'days <= 0'],
      ['days <= 0', 'days < 0'],
    ],
  ),
  ...same(
    'renderer/reconciliation/payouts/model/match-payouts.ts',
    'Places are of payouts and lines that are there: the check is for the compiler.',
    [
      ['payout === undefined', 'false', '!isFree'],
      ['each?.currency', 'each.currency', 'UNNAMED_CURRENCY)))'],
    ],
  ),
  ...same(
    'renderer/reconciliation/payouts/model/payout-table.ts',
    'What is no line, or no payout, is in no list.',
    [
      ['[]', '["Stryker was here"]', 'const found: number[]'],
      ['[]', '["Stryker was here"]', 'table.linesOn.get(day)'],
    ],
  ),
  ...same('renderer/reconciliation/payouts/model/payouts.ts', 'Nothing is later than a line of no day.', [
    ['day !== null', 'true', 'group.lastLine = day'],
    ['day > group.lastLine', 'day >= group.lastLine'],
  ]),
  ...same('renderer/reconciliation/payouts/model/payouts.ts', 'A settlement that is told has a number.', [
    ["''", '"Stryker was here!"', 'numberValue(settlement)'],
  ]),
  ...same(
    'renderer/reconciliation/rates/worker/learn-rates.ts',
    'What follows the rules in their own days follows them in all of theirs: the other count is never less.',
    [
      [
        'covered += countFollowingIn(learner, side, others)',
        'covered -= countFollowingIn(learner, side, others)',
      ],
    ],
  ),
  ...same(
    'renderer/reconciliation/rates/worker/charge-rows.ts',
    'Only whether any of them is no number is told by the sum, and 0 is a number.',
    [
      ['charge[at] ?? 0', 'charge[at] && 0', '(charge[at] ?? 0) +'],
      ['installments[at] ?? 0', 'installments[at] && 0', '(installments[at] ?? 0) +'],
      ['refunded[at] ?? 0', 'refunded[at] && 0', '(refunded[at] ?? 0) +'],
      ['sales[at] ?? 0', 'sales[at] && 0', '(sales[at] ?? 0) +'],
      ['paidShipping[at] ?? 0', 'paidShipping[at] && 0', '(paidShipping[at] ?? 0) +'],
      ['units[at] ?? 0', 'units[at] && 0', '(units[at] ?? 0);'],
    ],
  ),
  ...same(
    'renderer/reconciliation/rates/worker/charge-rows.ts',
    'Behind the last place there is nothing to read, and an array of numbers keeps nothing that is put there.',
    [
      ['at < values.length', 'at <= values.length', 'most = Math.max'],
      ['at < count', 'at <= count', 'days[at] ='],
      ['at < order.length', 'at <= order.length', 'into[at] = from'],
    ],
  ),
  ...same(
    'renderer/reconciliation/rates/worker/charge-rows.ts',
    'From 1970 on, days stand in one order whichever they are counted from, in a larger table.',
    [
      ['rows.day[at] ?? 0', 'rows.day[at] && 0', 'first = Math.min'],
      ['(rows.day[at] ?? 0) - first', '(rows.day[at] ?? 0) + first', 'days[at] ='],
    ],
  ),
  ...same('renderer/reconciliation/rates/worker/charge-rows.ts', 'Those of as many bytes are of one kind.', [
    ['others.BYTES_PER_ELEMENT > own.BYTES_PER_ELEMENT', 'others.BYTES_PER_ELEMENT >= own.BYTES_PER_ELEMENT'],
  ]),
  ...same(
    'renderer/reconciliation/rates/worker/learn-rates.ts',
    'It is only told whether it is what it was, and every channel begins with the same.',
    [
      ["''", '"Stryker was here!"', "learner.knownText = ''"],
      ["''", '"Stryker was here!"', "knownText: '',"],
      ["''", '"Stryker was here!"', "level === 0 ? ''"],
    ],
  ),
  ...same(
    'renderer/reconciliation/rates/worker/propose-formulas.ts',
    'Only rows of as many units are paired: in which order the units come tells nothing; and apart is not 0 there.',
    [
      ['apart < 0', 'apart <= 0'],
      ['apart < 0', 'apart >= 0'],
    ],
  ),
  ...same(
    'renderer/reconciliation/rates/worker/propose-formulas.ts',
    'In doubles the product is a little above the number of rows wherever it would be a whole one.',
    [['span.hits < 0.75 * MIN_SHARE * sample.size', 'span.hits <= 0.75 * MIN_SHARE * sample.size']],
  ),
  ...same('renderer/reconciliation/rates/worker/learn-rates.ts', 'A row more or less between two pauses.', [
    ['learner.work <= PER_STEP', 'learner.work < PER_STEP'],
  ]),
  ...same('renderer/reconciliation/rates/worker/rates.ts', 'It only says when it gives way.', [
    ['at % PER_STEP === PER_STEP - 1', 'true'],
    ['at % PER_STEP === PER_STEP - 1', 'false'],
    ['at % PER_STEP === PER_STEP - 1', 'at % PER_STEP !== PER_STEP - 1'],
    ['at % PER_STEP', 'at * PER_STEP'],
    ['PER_STEP - 1', 'PER_STEP + 1'],
  ]),
  ...same(
    'renderer/reconciliation/rates/worker/rates.ts',
    'Each row has an owner, and on any day one of its rules.',
    [
      ['-1', '+1', 'owner[at] ?? -1'],
      [
        'drafts.of[owner[at] ?? -1]?.find(({ span }) => holdsOn(span, day))?.draft',
        'drafts.of[owner[at] ?? -1]?.find(({\n  span\n}) => holdsOn(span, day)).draft',
      ],
    ],
  ),
  ...same(
    'renderer/reconciliation/rates/worker/rates.ts',
    'A row that is charged what the rule says is in neither list.',
    [
      ['charged > expected', 'charged >= expected'],
      ['difference > 0', 'difference >= 0'],
    ],
  ),
  ...same(
    'renderer/reconciliation/rates/worker/rates.ts',
    'No two lines have one id, and no two names are one.',
    [
      ['a.id < b.id', 'a.id <= b.id'],
      ['a < b', 'a <= b'],
    ],
  ),
  ...same(
    'renderer/reconciliation/rates/worker/propose-formulas.ts',
    'It only spares sorting: as many are counted again, exactly.',
    [
      ['mostOverlaps(low, high, count) < least', 'false'],
      ['mostNear(rest, sample.step) < least', 'false'],
    ],
  ),
  ...same('renderer/reconciliation/rates/worker/charge-rows.ts', 'No column is called null.', [
    ['key === null', 'false'],
  ]),
  ...same(
    'renderer/reconciliation/rates/worker/charge-rows.ts',
    'It only spares going over a segment of which no row comes.',
    [
      ['(rowsIn[index] ?? 0) === 0 || !hasCome(part, own)', 'false'],
      [
        '(rowsIn[index] ?? 0) === 0 || !hasCome(part, own)',
        '(rowsIn[index] ?? 0) === 0 && !hasCome(part, own)',
      ],
      ['(rowsIn[index] ?? 0) === 0', 'false'],
    ],
  ),
  ...same(
    'renderer/reconciliation/rates/worker/charge-rows.ts',
    'An empty piece begins where the next one does; both have the same levels, and none behind the last.',
    [
      ['end > begin', 'true'],
      ['end > begin', 'end >= begin'],
      ['level < rows.codes.length', 'level <= rows.codes.length'],
      ['rows.codes[level]?.[place]', 'rows.codes[level][place]'],
      ['others.codes[level]?.[other]', 'others.codes[level][other]'],
    ],
  ),
  ...same(
    'renderer/reconciliation/rates/worker/learn-rates.ts',
    'The row behind a group is too few to tell anything, no run goes beyond its group, and any day is one of all days.',
    [
      ['begin < to', 'begin <= to', 'for (let begin = from'],
      ['begin + reach < to', 'begin + reach <= to'],
      [
        'stretch.first === ALL_DAYS.first && stretch.last === ALL_DAYS.last',
        'false',
        'return stretch.to - stretch.from',
      ],
    ],
  ),
  ...same(
    'renderer/reconciliation/rates/worker/propose-formulas.ts',
    'Behind the last place there is nothing to read, and an array of numbers keeps nothing that is put there.',
    [
      ['at < into.length', 'at <= into.length'],
      ['at < size', 'at <= size'],
      ['at < charge.length', 'at <= charge.length'],
      ['at < near.length', 'at <= near.length'],
      ['at < hits.length', 'at <= hits.length'],
      ['at < sample.size', 'at <= sample.size'],
    ],
  ),
  ...same(
    'renderer/reconciliation/payouts/worker/settled-payouts.ts',
    'Every payout is in a case, if it be alone.',
    [
      ['found?.isExplained', 'found.isExplained'],
      ['false', 'true', 'found?.isExplained'],
    ],
  ),
  ...same(
    'renderer/reconciliation/payouts/worker/settlement-sums.ts',
    'Both columns have a dictionary: the check is for the compiler.',
    [
      ['settled === undefined || state === undefined', 'false'],
      ['settled === undefined || state === undefined', 'settled === undefined && state === undefined'],
      ['settled === undefined', 'false'],
      ['state === undefined', 'false'],
    ],
  ),
  ...same('renderer/reconciliation/payouts/model/forecast/expected.ts', 'Behind the last stands no money.', [
    ['at < bought.length', 'at <= bought.length'],
  ]),
  ...same('renderer/reconciliation/payouts/model/payout-table.ts', 'Any two words tell the signs apart.', [
    ['amount < 0n', 'amount >= 0n', "'-' : '+'"],
    ["'-'", '""', "'-' : '+'"],
    ["'+'", '""', "'-' : '+'"],
  ]),
  ...same('renderer/reconciliation/payouts/model/why-open.ts', 'What ends before begins before.', [
    ['window.to < first', 'false'],
  ]),
  ...same('renderer/reconciliation/payouts/worker/settled-payouts.ts', 'What a decision is of is there.', [
    ['payouts[at]?.amount', 'payouts[at].amount', 'const amounts'],
    ['bank.lines[at]?.net', 'bank.lines[at].net', 'const statementAmount'],
    ['[]', '["Stryker was here"]', 'const statementAmount'],
  ]),
  ...same(
    'renderer/reconciliation/payouts/worker/settlement-sums.ts',
    'Rows of a retired segment carry nothing.',
    [['segment.retired', 'false', 'if (segment.retired) continue']],
  ),
  ...same('renderer/data/files/xlsx/cells.ts', 'What is not of UTC is local.', [
    ["'local'", '""', 'readDateTimeMs'],
  ]),
  ...same('renderer/data/engine/filter/code-conditions.ts', 'Only whether no row passes is asked by name.', [
    ["'all'", '""', 'condition.passes.includes(0)'],
  ]),
  ...same(
    'renderer/reconciliation/payouts/worker/forecast/forecast-money.ts',
    'Rows of a retired segment carry nothing, each row has its part, and each account its places.',
    [
      ['segment.retired', 'false', 'if (segment.retired) continue'],
      ['[-1, -1, -1]', '[]'],
      ['-1', '+1', 'partOf[row]'],
      ['[]', '["Stryker was here"]', 'places[at]'],
    ],
  ),
  ...same(
    'renderer/reconciliation/payouts/worker/settlement-sums.ts',
    'It only spares looking up the same place.',
    [['key !== last', 'true']],
  ),
  ...same(
    'renderer/data/engine/filter/selection-mask.ts',
    'It only spares going through rows of which none is in.',
    [
      ['(compared.rowsIn[index] ?? 0) > 0', 'true'],
      ['(compared.rowsIn[index] ?? 0) > 0', '(compared.rowsIn[index] ?? 0) >= 0'],
      ['(own.rowsIn[index] ?? 0) > 0', 'true'],
      ['(own.rowsIn[index] ?? 0) > 0', '(own.rowsIn[index] ?? 0) >= 0'],
    ],
  ),
  ...same(
    'renderer/data/engine/filter/code-conditions.ts',
    'Cell by cell the same rows are kept; behind the last stands nothing.',
    [
      ["found.kind !== 'text'", 'true'],
      ["'text'", '""', "found.kind !== 'text'"],
      ['row < part.length', 'row <= part.length', 'passes[places[row]'],
    ],
  ),
  ...same(
    'renderer/data/engine/filter/selection-mask.ts',
    'A text that is not that of none is passed over.',
    [['[]', '["Stryker was here"]', 'const conditions']],
  ),
  ...same('renderer/data/files/xlsx/workbook.ts', 'A text is a chart of no table.', [
    ['[]', '["Stryker was here"]', 'charts = []'],
  ]),
  ...same('renderer/reconciliation/month/model/walk.ts', 'Either stands before the bracket of a name.', [
    ["''", '"Stryker was here!"', 'JSON.stringify([account.canal'],
  ]),
  ...same('renderer/reconciliation/month/model/walk.ts', 'No two parts of a step are of one account.', [
    ['nameOf(one) < nameOf(other)', 'nameOf(one) <= nameOf(other)'],
  ]),
  ...same('renderer/reconciliation/month/worker/by-month.ts', 'No key of an account is either.', [
    ["''", '"Stryker was here!"'],
  ]),
  ...same('renderer/reconciliation/anomalies/worker/grouped-sales.ts', 'Past its end a row is of no group.', [
    ['row < isLive.length', 'row <= isLive.length', 'let row = 0; row < isLive.length'],
  ]),
  ...same(
    'renderer/reconciliation/bridge/worker/quick-split.ts',
    'What nothing was lost of lost a whole one then, more than any other, and is given it back first.',
    [['remainder < 0', 'remainder <= 0']],
  ),
  ...same(
    'renderer/reconciliation/anomalies/worker/odd-orders.ts',
    'No amount that is asked about is 0 or less: those are passed over for their number alone.',
    [
      ['amount.units <= 0n', 'false'],
      ['amount.units <= 0n', 'amount.units < 0n'],
    ],
  ),
  ...same(
    'renderer/reconciliation/bridge/worker/bridge.ts',
    'Only where all sums are in doubles is it called.',
    [
      ['units.doubles?.[slotBefore]', 'units.doubles[slotBefore]'],
      ['units.doubles?.[slotAfter]', 'units.doubles[slotAfter]'],
      ['profit.doubles?.[slot]', 'profit.doubles[slot]'],
    ],
  ),
  ...same(
    'renderer/reconciliation/month/worker/month-cases.ts',
    'Every order of a case has a number, and every order an account.',
    [
      ['-1', '+1', 'match.numbers[order]'],
      ['-1', '+1', 'paidOn > (reached'],
    ],
  ),
  ...same(
    'renderer/reconciliation/month/worker/month-rows.ts',
    'No row of a retired segment has a place, and behind the last row stands nothing.',
    [
      ['segment.retired', 'false', 'if (segment.retired) continue'],
      ['row < slotOf.length', 'row <= slotOf.length'],
      ['-1', '+1', 'const own = of[slotOf[row]'],
      ['-1', '+1', 'units, (row) => slotOf[row]'],
    ],
  ),
  ...same('renderer/reconciliation/month/model/month-steps.ts', 'Every step is among them.', [
    [
      'MONTH_STEPS.find(({ id }) => id === step)?.reasons',
      'MONTH_STEPS.find(({\n  id\n}) => id === step).reasons',
    ],
  ]),
  ...same('renderer/reconciliation/month/worker/month-rows.ts', 'It only spares looking up the same place.', [
    ['[month, account]', '[]', '[lastMonth, lastAccount]'],
  ]),
  ...same('renderer/reconciliation/month/worker/walk-month.ts', 'No account has either for its key.', [
    ["''", '"Stryker was here!"', 'account === null'],
  ]),
  ...same(
    'renderer/reconciliation/payouts/model/why-open.ts',
    'What is left here differs: neither the gap nor what is short of it is 0.',
    [
      ['held.units !== 0n', 'true'],
      ['short.units > 0n', 'short.units >= 0n'],
    ],
  ),
  ...same(
    'renderer/reconciliation/receivables/model/receivables.ts',
    'Where a figure has no amount yet, it begins at nothing.',
    [['() => 0n', '() => undefined', 'amounts: RECEIVABLE_FIGURES']],
  ),
  ...same(
    'renderer/reconciliation/rates/model/rates.ts',
    'Nothing has no sign, and a rule charges no less than nothing: the divisor that its numbers share is above 0.',
    [
      ['a < 0n', 'a <= 0n'],
      ['a < 0n', 'false'],
    ],
  ),
  ...same(
    'renderer/reconciliation/anomalies/worker/anomalies.ts',
    'It only says when it gives way, or spares looking up what nobody dismissed.',
    [
      ['at % ODD_PER_STEP === 0', 'true'],
      ['at % ODD_PER_STEP === 0', 'false'],
      ['at % ODD_PER_STEP === 0', 'at % ODD_PER_STEP !== 0'],
      ['at % ODD_PER_STEP', 'at * ODD_PER_STEP'],
      ['dismissed.size === 0', 'false'],
    ],
  ),
  ...same(
    'renderer/reconciliation/anomalies/worker/odd-orders.ts',
    'Equal movements are rows, two at least, and without any there is nothing to look at.',
    [
      ['repeated.length > 0', 'true'],
      ['repeated.length > 0', 'repeated.length >= 0'],
      ['each.rows[0]?.text', 'each.rows[0].text'],
      ['rows[0] === undefined', 'false'],
      ["''", '"Stryker was here!"', 'rows[0] === undefined'],
    ],
  ),
  ...same('renderer/reconciliation/findings/worker/gathering.ts', 'Of two places both ways leave the same.', [
    ['plain.scale < 2', 'plain.scale <= 2'],
  ]),
  ...same(
    'renderer/reconciliation/findings/worker/row-findings.ts',
    'Where no cost is counted no row is filled by one.',
    [['ownCosts.size === 0', 'false']],
  ),
  ...same(
    'renderer/data/storage/commit/order-change.ts',
    'Each column has its place, which is -1 where it is not there.',
    [
      ['-1', '+1', 'wasAt[at]'],
      ['-1', '+1', 'isAt[at]'],
      ['at < suspects.length', 'at <= suspects.length'],
    ],
  ),
  ...same(
    'renderer/reconciliation/receivables/model/missing-statements.ts',
    'Statements are gone through by their days, so that months come in their order.',
    [
      ['-1', '+1', 'one.month < other.month'],
      ['(one, other) => (one.month < other.month ? -1 : 1)', '() => undefined'],
      ['one.month < other.month', 'false'],
      ['one.month < other.month', 'one.month <= other.month'],
    ],
  ),
  ...same(
    'renderer/reconciliation/receivables/worker/overdue-findings.ts',
    'What is found is of an account that the book has.',
    [
      ["''", '"Stryker was here!"', 'accounts[account]'],
      ['accounts[account]?.canal', 'accounts[account].canal'],
      ['accounts[account]?.cuenta', 'accounts[account].cuenta'],
    ],
  ),
  ...same('renderer/data/files/xlsx/cells.ts', 'A year that is read has four digits.', [
    ['ms >= END_MS', 'false'],
    ['ms >= END_MS', 'ms > END_MS'],
  ]),
  ...same(
    'renderer/reconciliation/matching/model/chance-of-sum.ts',
    'All sums have the end of the step, and a longer end has no more of them; what was sampled once is only spared.',
    [
      ['modulus === step', 'false'],
      ['modulus * density >= 1', 'modulus * density > 1', 'if (modulus * density'],
      ['apart <= 1', 'apart < 1'],
      ['apart <= 1', 'false'],
      ['ascending === null', 'true'],
      ['areFew || wanted % unitOfKnown() !== 0', 'true'],
      ['isMet[end] !== 1', 'false'],
    ],
  ),
  ...same('renderer/reconciliation/matching/model/match-line.ts', 'Neither text is the name of a movement.', [
    ["''", '"Stryker was here!"', 'movement?.trim()'],
  ]),
  ...same(
    'renderer/reconciliation/matching/model/plausible-partners.ts',
    'Of two equal widths either is given.',
    [['absolute > nearly', 'absolute >= nearly']],
  ),
  ...same(
    'renderer/data/files/parquet/column-chunk.ts',
    'What is written behind the last place of typed arrays is not kept.',
    [['at < values.length', 'at <= values.length']],
  ),
  ...same('renderer/data/files/parquet/gather.ts', 'A worse hash only has more texts compared.', [
    ['at < bytes.length', 'false', 'hash ='],
    ['at < bytes.length', 'at <= bytes.length', 'hash ='],
    ['bytes[at] ?? 0', 'bytes[at] && 0', 'hash ='],
  ]),
  ...same('renderer/reconciliation/explain/worker/cube.ts', 'As many hours are before as after.', [
    ['period.from + hour * HOUR_MS', 'period.from - hour * HOUR_MS'],
    ['period.to + hour * HOUR_MS', 'period.to - hour * HOUR_MS'],
  ]),
  ...same('electron/app/openings.ts', 'No more is read than there is, however much room is made for it.', [
    ['size - offset', 'size + offset'],
  ]),
  ...same('electron/export/account-folder.ts', 'A file that is not there is none of those that are listed.', [
    ['[]', '["Stryker was here"]', 'readdir(folder).catch'],
  ]),
  ...same('renderer/data/files/parquet/table-columns.ts', 'No row has a cell of a column that is none.', [
    ['[]', '["Stryker was here"]', "kind === 'amount' ? [name]"],
  ]),
  ...same('electron/export/account-folder.ts', 'Of what is no month no file is looked for.', [
    ['[]', '["Stryker was here"]', 'MONTH.exec(name)'],
    ['month === undefined', 'false', 'month === undefined || found'],
  ]),
  ...same(
    'electron/export/account-folder.ts',
    'Node gives names in their order on every system, and promises none.',
    [['(await readdir(path).catch(() => [])).sort()', 'await readdir(path).catch(() => [])']],
  ),
  ...same('electron/export/account-folder.ts', 'Bytes are read as that where they are parsed.', [
    ["'utf8'", '""', 'JSON.parse(await readFile'],
  ]),
  ...same('electron/export/account-folder.ts', 'No folder is none that is there, however that is asked.', [
    ['known !== null', 'true', 'known !== null && (host.isMade'],
    ['() => false', '() => undefined', '    () => false,'],
    ['() => null', '() => undefined', 'const written = await stat(path)'],
  ]),
  ...same(
    'electron/export/account-folder.ts',
    'There is always a folder above all: its stat does not fail so.',
    [['dirname(path) !== path', 'true', "found === 'ENOENT'"]],
  ),
  ...same('renderer/features/export/file-name.ts', 'Dashes beside dashes become one.', [
    [
      "['cuadra', name, ...sure, words, mark].filter((part) => part !== '')",
      "['cuadra', name, ...sure, words, mark]",
    ],
    ["part !== ''", 'true', "'cuadra', name"],
    ["''", '"Stryker was here!"', "'cuadra', name"],
  ]),
  ...same(
    'renderer/reconciliation/matching/model/match-by-amount.ts',
    'Every line of an amount has its chance, and every part has a line: the checks are for the compiler.',
    [
      ['chance === undefined', 'false'],
      ['false', 'true', 'chance === undefined'],
      ['-1', '+1', 'part.lines'],
    ],
  ),
  ...same('renderer/reconciliation/matching/worker/describe-cases.ts', 'What has no order has a line.', [
    ['-1', '+1', 'isOfMonth'],
  ]),
  ...same(
    'renderer/reconciliation/matching/worker/spoken-for.ts',
    'Asked of orders that are not held alone.',
    [['isHeld[order] === 0', 'true', 'isHeld[order] === 0 &&']],
  ),
  ...same(
    'renderer/data/files/parquet/dataset.ts',
    'Whole numbers of any size add up to the same, only slower.',
    [['Number.isSafeInteger(next)', 'false']],
  ),
  ...same(
    'renderer/data/files/evidence/row-digest.ts',
    'Behind the last word stands nothing, and words may be carried as often as one likes.',
    [
      ['WORDS - 1', 'WORDS + 1', 'let at = WORDS'],
      ['lines % CARRIED_EVERY === 0', 'true'],
      ['lines % CARRIED_EVERY === 0', 'lines % CARRIED_EVERY !== 0'],
    ],
  ),
  ...same(
    'renderer/features/workbook/summary-table.ts',
    'What is neither a result nor a count is an amount.',
    [
      ["'amount'", '""', 'kind: SummaryLine'],
      ["'amount'", '""', 'COVERED_NAME'],
    ],
  ),
  ...same(
    'renderer/features/workbook/scope-part.ts',
    'Its places are those of its lines, and a line has both.',
    [
      ['lines[place]?.[role]', 'lines[place][role]'],
      ['[]', '["Stryker was here"]', 'lines[place]?.[role] ?? []'],
    ],
  ),
  ...same(
    'renderer/features/columns/cells.ts',
    'Only money, counts and percents are told apart from the rest.',
    [["'points'", '""', 'shownKind =']],
  ),
  ...same('renderer/features/workbook/workbook-tables.ts', 'The catalogue knows every column of it.', [
    ["'money'", '""', 'findColumn(column)?.kind'],
  ]),
  ...same('electron/sync/plan/checkpoints.ts', 'Of two equal times either is given.', [
    ['last.readAt < read.readAt', 'last.readAt <= read.readAt'],
  ]),
  ...same('electron/sync/plan/changes.ts', 'No second is remembered twice.', [
    ['a.window.from < b.window.from', 'a.window.from <= b.window.from'],
  ]),
  ...same('electron/sync/plan/rereads.ts', 'A list that is tidy stays as it is.', [
    ['fresh.length === 0', 'false'],
  ]),
  ...same(
    'electron/app/account-handlers.ts',
    'All that is no reopening is keeping; what is there after was there before, and what is open has an engine.',
    [
      ["'keep'", '""', "'reopen' : 'keep'"],
      ["'keep'", '""', "return 'keep';"],
      ['before?.plan', 'before.plan'],
      ['active.engine()?.setPeriod', 'active.engine().setPeriod'],
    ],
  ),
  ...same('electron/app/error-log.ts', 'Its mode is set again at once.', [['{ mode: 0o600 }', '{}']]),
  ...same('electron/app/error-log.ts', 'It was looked at the moment before: it is there to be taken away.', [
    ['{ force: true }', '{}'],
    ['true', 'false', 'force: true'],
  ]),
  ...same('electron/app/error-log.ts', 'No number is the name of a code.', [
    ["typeof code === 'string'", 'true', 'isCode'],
  ]),
  ...same('renderer/features/export/file-name.ts', 'Every file is called so from its beginning on.', [
    ['/^cuadra-/', '/cuadra-/'],
  ]),
  ...same('renderer/data/files/check/sheet-rows.ts', 'Where no tag begins its end is looked at by none.', [
    ['begin < 0', 'false', 'const endOfOpen'],
  ]),
  ...same(
    'renderer/data/files/check/table-check.ts',
    'Between the title and the headings stand the totals, or nothing.',
    [
      ['hasTotals && row === sheet.headingRow - 1', 'true', 'column === 0 && totals[0]'],
      [
        'hasTotals && row === sheet.headingRow - 1',
        'hasTotals || row === sheet.headingRow - 1',
        'column === 0 && totals[0]',
      ],
    ],
  ),
  ...same(
    'renderer/reconciliation/closing/model/drift.ts',
    'No order moved twice, and equal sizes were told apart before.',
    [
      ['a.order.key < b.order.key', 'a.order.key <= b.order.key'],
      ['a.size > b.size', 'a.size >= b.size'],
    ],
  ),
  ...same('renderer/reconciliation/matching/model/rarity.ts', 'Every one of them is all of them.', [
    ['apart <= 1', 'false'],
    ['apart <= 1', 'apart < 1'],
  ]),
  ...same(
    'renderer/data/files/check/table-check.ts',
    'An empty value is read as none, and of none beside none nothing is told.',
    [
      ["found.text === ''", 'false'],
      ["''", '"Stryker was here!"', 'found.text ==='],
      ["found === null || found.text === ''", 'false', 'value === null'],
    ],
  ),
  ...same(
    'renderer/reconciliation/matching/worker/order-figures.ts',
    'A settlement that a statement names has a number.',
    [["''", '"Stryker was here!"', 'numberValue(text)']],
  ),
  ...same(
    'renderer/reconciliation/matching/worker/statement-findings.ts',
    'A case without a reason is among none of those that are told by theirs.',
    [['reason === null', 'false', 'return reason === null']],
  ),
  ...same(
    'renderer/reconciliation/matching/worker/statement-findings.ts',
    'It only spares looking for identities that nobody asks for.',
    [['open.length === 0', 'false']],
  ),
  ...same(
    'renderer/reconciliation/matching/worker/statement-findings.ts',
    'Every line has its identity: the other text is for the compiler.',
    [
      ["''", '"Stryker was here!"', "all[line] ?? ''"],
      ["''", '"Stryker was here!"', "identities[at] ?? ''"],
    ],
  ),
  ...same(
    'renderer/reconciliation/matching/model/repeated-lines.ts',
    'A line that says what an open one says is of its amount: the others are only spared.',
    [
      ['line === undefined || !amounts.has(nets[at])', 'false'],
      ['line === undefined || !amounts.has(nets[at])', 'line === undefined && !amounts.has(nets[at])'],
      ['line === undefined', 'false', '!amounts.has(nets[at])'],
    ],
  ),
  ...same(
    'renderer/reconciliation/matching/model/chance-of-sum.ts',
    'What was counted once is only spared.',
    [['seen !== undefined', 'false']],
  ),
  ...same(
    'renderer/reconciliation/matching/model/chance-of-sum.ts',
    'The same numbers are drawn again, as many of them as are asked for.',
    [
      ['kept.length >= count', 'false'],
      ['kept.length >= count', 'kept.length > count'],
    ],
  ),
  ...same('renderer/reconciliation/matching/model/subset-sums.ts', '0 is its own negative.', [
    ['amount < 0n', 'amount <= 0n'],
  ]),
  ...same(
    'renderer/reconciliation/statements/model/amount-scales.ts',
    'No currency is none without decimals.',
    [['stated === null', 'false']],
  ),
  ...same(
    'renderer/reconciliation/statements/model/amount-scales.ts',
    'At least two columns are read where a rule is tried, so one is first.',
    [['[...columns.values()][0]?.length', '[...columns.values()][0].length']],
  ),
  ...same(
    'renderer/reconciliation/statements/model/cell-columns.ts',
    'What has the scale is multiplied by one: it is only faster.',
    [['value.scale === scale', 'false']],
  ),
  ...same('renderer/reconciliation/statements/model/figures.ts', 'No column is called so.', [
    ['[]', '["Stryker was here"]', 'netRule === null ? []'],
  ]),
  ...same(
    'renderer/reconciliation/statements/model/unnamed-totals.ts',
    'It is no number, and so before none.',
    [['[]', '["Stryker was here"]', 'const ends']],
  ),
  ...same(
    'renderer/reconciliation/statements/model/unnamed-totals.ts',
    'What cannot be read is no sum of whole units.',
    [['written === null', 'false']],
  ),
  ...same(
    'renderer/reconciliation/matching/model/plausible-partners.ts',
    'Every place is of an order: the check is for the compiler.',
    [['order !== undefined', 'true']],
  ),
  ...same(
    'renderer/reconciliation/matching/worker/key-hits.ts',
    'Of no numbers none is found, in whichever column: they are only not looked for.',
    [['keys.texts.length === 0', 'false']],
  ),
  ...same(
    'renderer/reconciliation/matching/worker/key-hits.ts',
    'A column in which nothing is found has no line in any field, and what has none is never chosen.',
    [['hits.keys.length === 0', 'false']],
  ),
  ...same(
    'renderer/reconciliation/matching/model/chance-of-sum.ts',
    'All of them together were asked before, and none of them is no part.',
    [
      ['mask < 2 ** own.length - 1', 'mask <= 2 ** own.length - 1'],
      ['2 ** own.length - 1', '2 ** own.length + 1'],
    ],
  ),
  ...same(
    'renderer/reconciliation/matching/worker/apart-evidence.ts',
    'Every place is of an order: the check is for the compiler.',
    [['order !== undefined', 'true']],
  ),
  ...same(
    'renderer/reconciliation/matching/worker/order-figures.ts',
    'What is written before the first place of typed arrays is not kept.',
    [['own >= 0', 'true']],
  ),
  ...same(
    'renderer/reconciliation/matching/worker/statement-findings.ts',
    'A case has lines in every file or in none: those of none all have the one text, whichever it is.',
    [["''", '"Stryker was here!"', 'lines === 0']],
  ),
  ...same(
    'renderer/reconciliation/matching/worker/statements.ts',
    'With no other import all lines are new, and none is shared.',
    [['rivals.length === 0', 'false']],
  ),
  ...same(
    'renderer/reconciliation/matching/model/match-cases.ts',
    'All of them are the same in a list of their own.',
    [['linked.every(isFree)', 'false']],
  ),
  ...same(
    'renderer/reconciliation/matching/model/merged-payments.ts',
    'Every place is of an order: the check is for the compiler.',
    [['order !== undefined', 'true']],
  ),
  ...same(
    'renderer/reconciliation/matching/model/match-work.ts',
    'Every place is of an order: the check is for the compiler.',
    [['orders[order]?.isExpected', 'orders[order].isExpected']],
  ),
  ...same(
    'renderer/reconciliation/matching/worker/describe-cases.ts',
    'Cases are of lines and orders that are there: the checks are for the compiler.',
    [
      ['line === undefined', 'false'],
      ['order === undefined', 'false'],
      ['[]', '["Stryker was here"]', '  ? []'],
      ['[]', '["Stryker was here"]', 'if (line === undefined) return'],
      ['[]', '["Stryker was here"]', 'if (order === undefined) return'],
      ['orders[order]?.purchased', 'orders[order].purchased'],
    ],
  ),
  ...same('renderer/reconciliation/matching/worker/keyed-decisions.ts', 'No two decisions have one key.', [
    ['one.key < other.key', 'one.key <= other.key'],
  ]),
  ...same('renderer/reconciliation/matching/worker/match-page.ts', 'Equal sizes were told apart before.', [
    ['a.amount < b.amount', 'a.amount <= b.amount'],
  ]),
  ...same(
    'renderer/reconciliation/matching/worker/order-facts.ts',
    'What is read anew is what was read before, with what changed since; behind the last order there is none.',
    [
      ['before === undefined', 'true'],
      ['before !== undefined && changed !== null', 'false'],
      ['before !== undefined', 'true'],
      ['before !== undefined', 'before === undefined'],
      ['order < to', 'order <= to'],
    ],
  ),
  ...same(
    'renderer/reconciliation/matching/worker/order-sums.ts',
    'What is added up anew is what was added up before, with what changed since.',
    [
      ['before === undefined', 'true'],
      ['before !== undefined && changed !== null', 'false'],
      ['before !== undefined', 'true'],
      ['before !== undefined', 'before === undefined'],
    ],
  ),
  ...same(
    'renderer/reconciliation/matching/worker/order-figures.ts',
    'Rows are only looked at in vain where none is in a settlement that is wanted.',
    [
      ['place >= 0', 'true', 'places.some'],
      ['places.some((place) => place >= 0)', 'true'],
    ],
  ),
  ...same(
    'renderer/reconciliation/matching/worker/key-hits.ts',
    'Rows are only looked at in vain where none has a number that is looked for.',
    [
      ['false', 'true', 'let isAny'],
      ['place >= 0', 'true', 'isAny = true'],
      ['isAny', 'true', 'return isAny'],
    ],
  ),
  ...same(
    'renderer/reconciliation/matching/worker/match-statement.ts',
    'Of no decisions none is placed: lines are only named in vain.',
    [['decisions.length === 0', 'false']],
  ),
  ...same(
    'renderer/reconciliation/matching/worker/match-statement.ts',
    'It is only held against the one before.',
    [['all += 1', 'all -= 1']],
  ),
  ...same(
    'renderer/reconciliation/matching/worker/order-sums.ts',
    'Of the same rows the same sums are found, or taken, again.',
    [['known?.numbering === numbering', 'false']],
  ),
  ...same(
    'renderer/reconciliation/matching/worker/order-figures.ts',
    'A column of another kind has no entries, and each code is one of the entries.',
    [
      ["numbered?.kind !== 'text'", 'false'],
      ['numbered?.kind', 'numbered.kind'],
      ['-1', '+1', 'codeAt(numbered, row)'],
    ],
  ),
  ...same('renderer/data/files/check/shared-formulas.ts', 'A place that is found has its row.', [
    ["''", '"Stryker was here!"', 'keepsRow?: string'],
  ]),
  ...same(
    'renderer/data/files/check/table-check.ts',
    'Lines have their runs one and all, and nothing is looked up behind the last of them.',
    [
      ['marks.length / 4', 'marks.length * 4', 'new Int32Array'],
      ['-1', '+1', 'new Int32Array'],
    ],
  ),
  ...same(
    'renderer/reconciliation/anomalies/worker/odd-orders.ts',
    'What is listed needlessly is judged exactly afterwards, and finds nothing.',
    [
      ['ofSettlement[row] !== ofSettlement[other]', 'true'],
      ['ofSubOrder === null || ofSubOrder[row] === ofSubOrder[other]', 'true'],
      ['(!isApart || !counts(other)) && row - other < MAX_BACK', 'false'],
      ['!isApart || !counts(other)', '!isApart && !counts(other)'],
      ['row - other < MAX_BACK', 'true'],
      ['row - other < MAX_BACK', 'row - other <= MAX_BACK'],
      ['row - other < MAX_BACK', 'row - other >= MAX_BACK'],
      ['row - other', 'row + other', 'MAX_BACK'],
    ],
  ),
  ...same(
    'renderer/data/files/parquet/column-chunk.ts',
    'A smaller table has room for all of them, and only has more of them collide.',
    [['2 * most + 2', '2 * most - 2']],
  ),
  ...same('electron/app/error-log.ts', 'A text is no time of that span.', [
    ['[]', '["Stryker was here"]', 'let saidAt'],
  ]),
  ...same('renderer/reconciliation/rates/worker/learn-rates.ts', 'A longer list has zeros at its end.', [
    ['last - first', 'last + first', 'const hitsOf'],
  ]),
  ...same(
    'renderer/reconciliation/taxes/model/line-taxes.ts',
    'The group is there once the pattern fits; no amount and no tax is read in either text; parts of nothing leave the whole.',
    [
      ["''", '"Stryker was here!"', "line.taxDetail ?? ''"],
      ["''", '"Stryker was here!"', "body = ''"],
      ["''", '"Stryker was here!"', 'AMOUNT.exec(body)'],
      ['together.units === 0n', 'false'],
    ],
  ),
  ...same(
    'renderer/reconciliation/taxes/model/line-taxes.ts',
    'Without a column nothing is in it: the check is for the compiler.',
    [
      ['column === null || inColumn.units === 0n', 'column === null && inColumn.units === 0n'],
      ['column === null', 'false', 'inColumn.units === 0n ? []'],
    ],
  ),
  ...same(
    'renderer/reconciliation/taxes/model/tax-words.ts',
    'The groups are there once the pattern fits; no word is both of a tax and of what it is of.',
    [
      ["''", '"Stryker was here!"', 'monthAt(numbers[2]'],
      ["''", '"Stryker was here!"', 'monthAt(iso[1]'],
      ["''", '"Stryker was here!"', "name = '', year = ''"],
      [
        'tax < Math.min(firstOf(plain, CHARGE_WORDS), firstOf(plain, SALE_WORDS))',
        'tax <= Math.min(firstOf(plain, CHARGE_WORDS), firstOf(plain, SALE_WORDS))',
      ],
    ],
  ),
  ...same('renderer/reconciliation/taxes/model/month-taxes.ts', 'Both have as many texts.', [
    ["''", '"Stryker was here!"', "others[at] ?? ''"],
  ]),
  ...same(
    'renderer/reconciliation/taxes/model/month-taxes.ts',
    'Those without a term are held against each other alone, and so are those of no account.',
    [
      ["''", '"Stryker was here!"', "each.term ?? ''"],
      ["''", '"Stryker was here!"', "first?.Cuenta ?? ''"],
    ],
  ),
  ...same(
    'renderer/reconciliation/journals/model/fixed-width.ts',
    'A line is in debit or in credit: the last is for the compiler.',
    [["''", '"Stryker was here!"', 'debit ?? credit']],
  ),
  ...same(
    'renderer/reconciliation/journals/model/rules.ts',
    'A chart has no account of no role: the check is for the compiler.',
    [['role === null', 'false', 'const account = role']],
  ),
  ...same('renderer/reconciliation/journals/model/rules.ts', 'Of no country there is no chart either.', [
    ['country === null', 'false', 'country === null ? null : COUNTRY_CHARTS'],
  ]),
  ...same(
    'electron/programs/asked-file.ts',
    'More room is asked for than is read: what is given is what was read.',
    [['found.size - offset', 'found.size + offset']],
  ),
  ...same('electron/programs/line-channel.ts', 'It is what a socket takes without one.', [["'utf8'", '""']]),
  ...same('electron/command/options.ts', 'No language begins so; what fails its check has an issue.', [
    ["''", '"Stryker was here!"', 'const named = at'],
    ["''", '"Stryker was here!"', 'const system = '],
    ['args[at]?.split', 'args[at].split'],
    ['issue?.path', 'issue.path'],
    ['issue?.message', 'issue.message'],
  ]),
  ...same('electron/command/write-answer.ts', 'Lines have as many cells as there are columns.', [
    ['line[at]?.length', 'line[at].length'],
    ['columns[at]?.kind', 'columns[at].kind'],
  ]),
  ...same('renderer/programs/answer-programs.ts', 'Whoever takes says first that something is due.', [
    ['false', 'true', 'let isDue = false'],
  ]),
  ...same('renderer/programs/export.ts', 'Of these totals rows and orders alone are told.', [
    ['[]', '["Stryker was here"]', 'readTotals({ selection, columns'],
  ]),
  ...same('renderer/programs/check.ts', 'Where nothing was asked of today, why not is told before.', [
    ['today?.isSame', 'today.isSame', "asked ?? (today?.isSame === true ? 'same'"],
  ]),
  ...same('renderer/programs/exceptions.ts', 'No month is before or after any.', [
    ['month !== null', 'true', 'requireMonth(month, copy.facts)'],
  ]),
  ...same('renderer/programs/orders.ts', 'A limit is above 0: there is a first page.', [
    ['pages[0]?.total', 'pages[0].total'],
  ]),
  ...same('renderer/programs/check.ts', 'Nothing gives a check up: its signal is its own.', [
    ['end === null', 'false'],
    ["'failed'", '""', 'It was given up.'],
    ["'It was given up.'", '""'],
  ]),
  ...same('renderer/programs/export.ts', 'Nothing gives an export up: its signal is its own.', [
    ["result.kind === 'cancelled'", 'false'],
    ["'cancelled'", '""'],
    ["'failed'", '""', 'It was given up.'],
    ["'It was given up.'", '""'],
  ]),
  ...same(
    'renderer/reconciliation/taxes/model/typed-rates.ts',
    'Either is no rate, and none is typed as that word.',
    [["''", '"Stryker was here!"', "read(text) ?? ''"]],
  ),
  ...same(
    'renderer/data/files/check/chart-check.ts',
    'The group is there once the pattern fits, and a title without texts is an empty one.',
    [
      ["''", '"Stryker was here!"', "name = ''"],
      ["''", '"Stryker was here!"', 'const title'],
    ],
  ),
  ...same(
    'renderer/data/files/check/cell-numbers.ts',
    'Of fifteen digits the shortest decimal is the text.',
    [['text.length <= 15', 'text.length < 15']],
  ),
  ...same('renderer/data/files/check/line-matching.ts', 'Behind the last place stands nothing.', [
    ['at < count', 'at <= count', 'while (at < count)'],
  ]),
  ...same('renderer/data/storage/commit/change-log.ts', 'A name of nothing is the primary key.', [
    ["'id'", '""', "orderBy('id')"],
  ]),
  ...same(
    'renderer/data/storage/memory/file-space.ts',
    'A range of nothing is never taken, and is one with whatever is freed before it.',
    [
      ['rest.length > 0', 'true'],
      ['rest.length > 0', 'rest.length >= 0'],
    ],
  ),
  ...same(
    'renderer/data/storage/memory/row-memory.ts',
    'What seems to be too much is counted anew before anything goes.',
    [
      ['held <= most()', 'false', "file === 'opening'"],
      ['held <= most()', 'held < most()', "file === 'opening'"],
      ['rows += home.rows', 'rows -= home.rows'],
    ],
  ),
  ...same(
    'renderer/data/storage/memory/row-memory.ts',
    'Smaller arrays stay: where they lie in the file is written down for nothing.',
    [
      ['home.lent.filter(({ ref }) => byteLengthOf(ref) >= leastBytes)', 'home.lent'],
      ['byteLengthOf(ref) >= leastBytes', 'true'],
    ],
  ),
  ...same(
    'renderer/data/storage/memory/row-memory.ts',
    'What has left memory has a place in the file, and either is no file.',
    [
      ['home.places?.get', 'home.places.get'],
      ['place?.file', 'place.file'],
      ['() => null', '() => undefined', 'openFile()'],
    ],
  ),
  ...same(
    'renderer/data/storage/memory/row-memory.ts',
    'A disk that is not full need not be forgotten to be so; no file is asked for without a bound.',
    [
      ['fullAtMs !== null', 'true', 'TRIED_AGAIN_MS'],
      ["'Rows have no bound.'", '""'],
    ],
  ),
  ...same('renderer/data/storage/cubes/cube-records.ts', 'Any text will do that is no checksum.', [
    ["''", '"Stryker was here!"', 'tombstone?.checksum'],
  ]),
  ...same(
    'renderer/data/storage/cubes/cube-keeper.ts',
    'What came in between is found once more before anything is written, and at the end; deleting nothing is nothing.',
    [
      ['store.changes !== begunAt', 'false', 'await pause()'],
      ['!isWritten', 'false'],
      ['others.length > 0', 'true'],
      ['others.length > 0', 'others.length >= 0'],
    ],
  ),
  ...same(
    'renderer/data/engine/aggregate/kept-sums.ts',
    'Sums of before have the same columns, and orders are not counted.',
    [
      ['less === undefined || more === undefined', 'false'],
      ['less === undefined || more === undefined', 'less === undefined && more === undefined'],
      ['less === undefined', 'false'],
      ['more === undefined', 'false'],
      ['[]', '["Stryker was here"]', 'createOrderCounter'],
    ],
  ),
  ...same(
    'renderer/data/engine/aggregate/kept-sums.ts',
    'There are as many lanes before, of what went and of what came; none counted is nothing, and behind the last slot stands nothing.',
    [
      ['came.lanes[at]?.scale', 'came.lanes[at].scale'],
      ['before.lanes[at]?.sums', 'before.lanes[at].sums'],
      ['went.lanes[at]?.sums', 'went.lanes[at].sums'],
      ['of(before) === null && of(came) === null', 'false'],
      ['slot < length', 'slot <= length'],
    ],
  ),
  ...same(
    'electron/app/account-handlers.ts',
    'An account that the book has not is not open, and all that is no reopening is one.',
    [
      ['after === undefined', 'false'],
      ["'keep'", '""', 'after === undefined'],
    ],
  ),
  ...same(
    'renderer/data/engine/cubes/number-cells.ts',
    'Behind the last row stands nothing, which is not alive.',
    [
      ['rowCount - 1', 'rowCount + 1'],
      ['row < cellOf.length', 'row <= cellOf.length'],
    ],
  ),
  ...same(
    'renderer/data/engine/cubes/answered-by-cells.ts',
    'A column that no segment carries is none of the dates.',
    [['[]', '["Stryker was here"]', 'period === null']],
  ),
  ...same(
    'renderer/data/engine/cubes/cube-store.ts',
    'Cells have weights and nothing has none; cells that were never made are not there.',
    [
      ['(kept.last(rows) ?? null) !== null', 'true'],
      ['cells === null', 'false', 'const weights'],
      ['cells === null', 'false', 'weights === undefined'],
      ['weights === undefined', 'false'],
      ['cells === null || weights === undefined', 'cells === null && weights === undefined'],
    ],
  ),
  ...same(
    'renderer/data/engine/cubes/condense-segment.ts',
    'What is no other unit is the month, and no purchase that is told is of the month of day 0.',
    [
      ['code === 0', 'false', 'NO_MONTH'],
      ["'month'", '""', 'NO_MONTH'],
    ],
  ),
  ...same('renderer/data/engine/cubes/cube-store.ts', 'Words for programmers.', [
    ["'Cells are not rows.'", '""'],
  ]),
  ...same(
    'renderer/data/storage/commit/row-matching.ts',
    'It only spares placing the columns of a source once more.',
    [['places.has(source)', 'false']],
  ),
  ...same(
    'renderer/data/files/parquet/column-chunk.ts',
    'Bytes may be copied onto themselves, and behind the last row stands nothing.',
    [
      ['to !== row', 'true'],
      ['row < present.length', 'row <= present.length', 'count += present[row]'],
    ],
  ),
  ...same(
    'renderer/data/files/check/sheet-rows.ts',
    'No end of an element begins within its tag, or at the beginning; an empty piece is passed over.',
    [
      ['endOfOpen + 1', 'endOfOpen - 1', 'all.indexOf(close'],
      ['endOfOpen + 1', 'endOfOpen - 1', 'hold(all'],
      ['all.slice(endOfOpen + 1)', 'all', 'hold(all'],
      ['at < 0', 'at <= 0', 'if (at < 0) {'],
      ['found.length > 0', 'true'],
      ['found.length > 0', 'found.length >= 0'],
    ],
  ),
  ...same(
    'renderer/data/files/check/orders-since.ts',
    'Orders of two filters are those of both: it only spares asking for others.',
    [
      ["({ column }) => column === 'Orden'", '() => undefined'],
      ["column === 'Orden'", 'false', 'const [named, others]'],
      ["'Orden'", '""', 'const [named, others]'],
    ],
  ),
  ...same('renderer/data/files/check/cell-formats.ts', 'No section and no colour begins there.', [
    ['begin < 0', 'begin <= 0'],
    ['-1', '+1', 'const end = begin'],
    ["''", '"Stryker was here!"', "color.get('rgb')"],
  ]),
  ...same(
    'electron/sync/run/run-plan.ts',
    'Nothing is before any time, and of two equal ones either is given.',
    [
      ['authoritativeUntil !== null', 'true', 'return authoritativeUntil'],
      ['authoritativeUntil < horizon', 'authoritativeUntil <= horizon'],
    ],
  ),
  ...same(
    'electron/sync/run/read-window.ts',
    'Once all pages are there the first is: the check is for the compiler.',
    [
      ['attempt.pages.get(1)?.totalRows', 'attempt.pages.get(1).totalRows'],
      ['first?.serverDate', 'first.serverDate'],
      ['first?.metaTo', 'first.metaTo'],
      ['first?.totalRows', 'first.totalRows'],
    ],
  ),
  ...same('electron/sync/run/read-window.ts', 'No time is later than none, and no text is before null.', [
    ['first.serverDate === null', 'false', '!canDivide'],
    ['until !== null', 'true'],
  ]),
  ...same('electron/sync/run/read-window.ts', 'Neither text is a time.', [
    ["''", '"Stryker was here!"', 'readMetaTime(first?.metaTo'],
  ]),
  ...same('electron/sync/run/read-window.ts', 'What is neither complete nor an end disagrees.', [
    ["'disagrees'", '""'],
  ]),
  ...same(
    'electron/sync/run/runner.ts',
    'Only whether it is true counts, and a sleep is cut short once the other has ended.',
    [
      ['() => false', '() => undefined'],
      ['false', 'true', '() => false'],
    ],
  ),
  ...same('electron/sync/run/changes.ts', 'After a window of changes both stand: for the compiler.', [
    ['from !== null && wanted !== null', 'true'],
    ['from !== null && wanted !== null', 'from !== null || wanted !== null'],
    ['from !== null', 'true', 'markDue'],
    ['wanted !== null', 'true', 'markDue'],
  ]),
  ...same(
    'electron/sync/run/changes.ts',
    'Windows of changes are of instants: the checks are for the compiler.',
    [
      ['from === undefined', 'false'],
      ['to === undefined', 'false'],
    ],
  ),
  ...same('electron/sync/run/fetch-page-with-retry.ts', 'No time differs from none.', [
    ['serverDate !== null', 'true', 'doubted ??='],
  ]),
  ...same('electron/sync/run/controls.ts', 'What is none of the other phases is the months’.', [
    ["'months'", '""', "phase = 'months'"],
  ]),
  ...same(
    'electron/sync/run/controls.ts',
    'A bound that is none comes after no other; of fewer than were wanted the last is not there, and all are missing together.',
    [
      ['found.filter((bound) => bound !== null)', 'found'],
      ['bound !== null', 'true'],
      ['bounds.length === points.length', 'true'],
      ['[]', '["Stryker was here"]', 'await freeBounds(run, [wanted.from'],
      ['[]', '["Stryker was here"]', 'bounds ?? []'],
      [
        'wanted === null || from === undefined || to === undefined',
        '(wanted === null || from === undefined) && to === undefined',
      ],
      ['wanted === null || from === undefined', 'false'],
      ['wanted === null || from === undefined', 'wanted === null && from === undefined'],
      ['wanted === null', 'false', 'to === undefined) return null'],
      ['from === undefined', 'false', 'to === undefined) return null'],
      ['to === undefined', 'false', 'to === undefined) return null'],
      [
        'from === undefined || middle === undefined || to === undefined',
        '(from === undefined || middle === undefined) && to === undefined',
      ],
      ['from === undefined || middle === undefined', 'false'],
      ['from === undefined || middle === undefined', 'from === undefined && middle === undefined'],
      ['from === undefined', 'false', 'middle === undefined'],
      ['middle === undefined', 'false'],
      ['to === undefined', 'false', 'middle === undefined'],
    ],
  ),
  ...same(
    'electron/sync/run/controls.ts',
    'What is counted once more is of a search that was found, what is left is of one, and no text is a range.',
    [
      ['last !== null', 'true', 'counting !== undefined'],
      ['[]', '["Stryker was here"]', 'open?.left'],
      ['[]', '["Stryker was here"]', 'const seam'],
      ['open !== undefined && range !== undefined', 'open !== undefined || range !== undefined'],
      ['open !== undefined', 'true', 'range !== undefined'],
      ['range !== undefined', 'true', 'open !== undefined'],
    ],
  ),
  ...same('electron/sync/run/controls.ts', 'All is counted for a search alone, and is in no month.', [
    ["range === 'all'", 'false', 'left.flatMap'],
    ["'all'", '""', 'left.flatMap'],
    ['[]', '["Stryker was here"]', 'left.flatMap'],
    ["range !== 'all'", 'true', "range !== 'all' &&"],
    ["'all'", '""', "range !== 'all' &&"],
  ]),
  ...same(
    'electron/sync/run/run.ts',
    'It is asked once the time is known, and no time is a period after none.',
    [
      ['nowMs === null', 'false', 'last === null'],
      ['last === null', 'false'],
    ],
  ),
  ...same('electron/sync/run/run.ts', 'No text is before null, nor null before a text.', [
    ['before !== null && from !== null', 'true'],
    ['before !== null && from !== null', 'before !== null || from !== null'],
    ['before !== null', 'true', 'from < before'],
    ['from !== null', 'true', 'from < before'],
  ]),
  ...same('electron/sync/run/run.ts', 'A load that has begun has a target: the check is for the compiler.', [
    ['target === null', 'false'],
  ]),
  ...same('electron/sync/run/purchases.ts', 'No text holds a window.', [
    ['[]', '["Stryker was here"]', '? []'],
  ]),
  ...same('renderer/data/files/check/formula-values.ts', 'Of two of one size either loses as much.', [
    ['Math.abs(total) >= Math.abs(value)', 'Math.abs(total) > Math.abs(value)'],
  ]),
  ...same(
    'renderer/features/targets/read-targets.ts',
    'What fits no pattern has no groups; a text has no kind.',
    [
      ['[]', '["Stryker was here"]', 'exec(text)'],
      ["typeof cell === 'object'", 'true', "cell.kind === 'number'"],
    ],
  ),
  ...same('renderer/features/targets/targets-in-view.ts', 'No day is after none.', [
    ['last !== null', 'true', 'isPart: isPart'],
  ]),
  ...same(
    'renderer/data/files/parquet/gather.ts',
    'Dates are timestamps and amounts decimals: the checks are for the compiler.',
    [
      ["type.kind === 'timestamp'", 'true'],
      ["type.kind === 'decimal'", 'true'],
    ],
  ),
  ...same(
    'renderer/data/files/parquet/delta.ts',
    'It only spares comparing; behind the shorter one stands nothing alike.',
    [
      ['left === right', 'false'],
      ['Math.min(left.length, right.length)', 'Math.max(left.length, right.length)'],
    ],
  ),
  ...same(
    'renderer/data/files/parquet/column-chunk.ts',
    'Bytes grow as they must, however much room was made.',
    [['(sum, { length }) => sum + 4 + length', '() => undefined']],
  ),
  ...same(
    'renderer/data/storage/commit/commit.ts',
    'A text is no time: nothing is bought in it, nor after it.',
    [['[]', '["Stryker was here"]', 'checkpoint?.reads']],
  ),
  ...same(
    'renderer/data/storage/commit/run-log.ts',
    'It is the key of its own that a table is looked up by.',
    [["'[runId+windowId]'", '""']],
  ),
  ...same('renderer/data/storage/commit/commit.ts', 'It only spares writing what stands.', [
    ['[order, instants.join()]', '[]'],
  ]),
  ...same('renderer/data/storage/commit/run-log.ts', 'Nothing that is written changes nothing.', [
    ['running.length === 0', 'false'],
  ]),
  ...same('renderer/data/storage/commit/staging.ts', 'It only spares writing what stands.', [
    ['window.settledReading === null', 'false'],
  ]),
  ...same('renderer/data/storage/commit/commit.ts', 'No segment has a text for its number.', [
    ['[]', '["Stryker was here"]', 'const empty'],
  ]),
  ...same(
    'renderer/data/storage/commit/missing-rows.ts',
    'It only spares looking, and null is in no month.',
    [
      ['missing.size === 0', 'false'],
      ['purchaseMs !== null', 'true', '([{ purchaseMs }])'],
    ],
  ),
  ...same('renderer/data/storage/commit/judge-window.ts', 'Of two equal times either is given.', [
    ['update > greatest', 'update >= greatest'],
  ]),
  ...same('renderer/data/storage/commit/order-values.ts', 'Cells that are told apart are never equal.', [
    ['one > other', 'one >= other'],
  ]),
  ...same(
    'renderer/data/storage/commit/planned-rows.ts',
    'Requests end behind their window, at which what is spoken for ends; and none was bought before 1970.',
    [
      ['requested === null || effective < requested', 'true'],
      ['effective < requested', 'effective <= requested'],
      ['purchaseMs !== null', 'true', 'spokenTo = Math.max'],
    ],
  ),
  ...same('renderer/data/storage/commit/pending-removals.ts', 'Columns without a row are written nowhere.', [
    ['[]', '["Stryker was here"]', 'columns: []'],
  ]),
  ...same('renderer/data/storage/commit/row-matching.ts', 'It only spares looking where there is nothing.', [
    ['before.length === 0', 'false'],
    ['undated.length === 0', 'false'],
  ]),
  ...same('renderer/data/storage/commit/stored-rows.ts', 'Behind the last row none is alive.', [
    ['at < segment.rowCount', 'at <= segment.rowCount'],
  ]),
  ...same('renderer/data/storage/commit/row-matching.ts', 'Few rows or many, the last equal one is taken.', [
    ['waiting.length <= FEW_ROWS', 'true'],
    ['waiting.length <= FEW_ROWS', 'false'],
    ['waiting.length <= FEW_ROWS', 'waiting.length < FEW_ROWS'],
    ['waiting.length <= FEW_ROWS', 'waiting.length > FEW_ROWS'],
    ['stored.length === 0', 'false'],
  ]),
  ...same('renderer/data/storage/commit/plan-commit.ts', 'It only spares looking where there is nothing.', [
    ['readings.length === 0', 'false'],
  ]),
  ...same('renderer/data/storage/commit/judge-window.ts', 'Neither is an instant.', [
    ["''", '"Stryker was here!"', 'Fecha de actualización'],
  ]),
  ...same('renderer/data/storage/commit/stored-rows.ts', 'No row stands at a text.', [
    ['[]', '["Stryker was here"]', 'const undated'],
  ]),
  ...same('renderer/data/storage/commit/stored-rows.ts', 'It only spares asking for the codes again.', [
    ['segment !== current', 'true'],
  ]),
  ...same('renderer/data/storage/commit/commit.ts', 'Nothing that is written or deleted changes nothing.', [
    ['stale.length > 0', 'true'],
    ['stale.length > 0', 'stale.length >= 0'],
    ['missing.put.length > 0', 'true'],
    ['missing.put.length > 0', 'missing.put.length >= 0'],
    ['missing.empty.length > 0', 'true'],
    ['missing.empty.length > 0', 'missing.empty.length >= 0'],
    ['gone.length > 0', 'true'],
    ['gone.length > 0', 'gone.length >= 0'],
  ]),
  ...same(
    'renderer/reconciliation/payouts/worker/settled-payouts.ts',
    'Every place is of a line that is there, with its statement, its identity and its words.',
    [
      ['statement?.id', 'statement.id'],
      ['statement?.name', 'statement.name'],
      ['statement?.layout', 'statement.layout'],
      ['line?.line', 'line.line'],
      ['line?.date', 'line.date'],
      ['line?.net', 'line.net'],
      ['line?.currency', 'line.currency'],
      ['line === undefined', 'false', 'descriptionOf(line)'],
      ['line === undefined', 'false', 'documentOf(line)'],
      ["''", '"Stryker was here!"', 'descriptionOf(line)'],
      ["''", '"Stryker was here!"', 'documentOf(line)'],
      ["''", '"Stryker was here!"', 'identities[at]'],
      ["''", '"Stryker was here!"', 'statement?.id'],
      ["''", '"Stryker was here!"', 'statement?.name'],
      ["''", '"Stryker was here!"', 'words[at]'],
      ['[]', '["Stryker was here"]', 'lines[at]'],
      ['deposits[at]?.amount', 'deposits[at].amount'],
      ['open[at]?.amount', 'open[at].amount'],
    ],
  ),
  ...same(
    'renderer/reconciliation/payouts/worker/settled-payouts.ts',
    'A payout of no kind is of the rows, which are of one account; of no settlement nothing was decided.',
    [
      ['payout.accounts[0]?.canal', 'payout.accounts[0].canal'],
      ["''", '"Stryker was here!"', 'payout.accounts[0]?.canal'],
      ['payout.settlement !== null', 'true'],
    ],
  ),
  ...same(
    'renderer/reconciliation/payouts/worker/settled-payouts.ts',
    'What is not there is joined as no word, and all lines of all are the same lines.',
    [
      ['text !== null', 'true', 'description, operation, movement'],
      ['others.length === 0', 'false'],
    ],
  ),
  ...same(
    'renderer/reconciliation/payouts/worker/payouts.ts',
    'Of equal days either is the first and the last, and where there are any there is a first one.',
    [
      ['from < first', 'from <= first'],
      ['to > last', 'to >= last'],
      ['days[0]?.from', 'days[0].from'],
      ['days[0]?.to', 'days[0].to'],
    ],
  ),
  ...same(
    'renderer/reconciliation/payouts/worker/forecast/statement-days.ts',
    'No settlement of the rows is null: it only spares looking, and the same day may be set once more.',
    [
      ['settlement !== null', 'true', 'lines.some'],
      ['settlement === null', 'false'],
      ['day >= (days.get(order) ?? NO_DAY)', 'day > (days.get(order) ?? NO_DAY)'],
    ],
  ),
  ...same(
    'renderer/reconciliation/payouts/model/payouts.ts',
    'Every place is of a payout: the check is for the compiler.',
    [['payout !== undefined', 'true']],
  ),
  ...same(
    'renderer/reconciliation/payouts/model/payout-table.ts',
    'Of one payout there is no sum, and lists of payouts and of lines are told apart by how much stands before them.',
    [
      ['[]', '["Stryker was here"]', 'table.work.isLineTaken[line] === 1'],
      ["'payouts'", '""'],
      ["'lines'", '""'],
    ],
  ),
  ...same(
    'renderer/reconciliation/payouts/model/payouts.ts',
    'Nothing is later than no day, of equal days either is the last, and what has no number is written as none.',
    [
      ['two !== null', 'true'],
      ['two > one', 'two >= one'],
      ['paidOn !== null', 'true', 'group.paidOn = paidOn'],
      ['paidOn > group.paidOn', 'paidOn >= group.paidOn'],
      ['settlement !== null', 'true', 'numberValue(settlement) !== settlement'],
    ],
  ),
];
