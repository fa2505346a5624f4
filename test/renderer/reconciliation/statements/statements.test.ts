import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerFingerprint } from '#renderer/data/model/headings.ts';
import { contentOf } from '#renderer/reconciliation/matching/model/match-line.ts';
import type { StatementMapping } from '#renderer/reconciliation/statements/model/mapping.ts';
import { findOverlap, lineIdentities } from '#renderer/reconciliation/statements/model/overlaps.ts';
import { readStatementAtOnce } from '#renderer/reconciliation/statements/model/read-statement.ts';
import type { StatementLine, StatementReading } from '#renderer/reconciliation/statements/model/statement.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { fromDecimal } from '#shared/domain/decimal.ts';
import { randomCases } from '#test/random-cases.ts';
import { inventSales, random } from '#test/statements/truth.ts';
import { type MeantLine, WRITERS, type WrittenStatement, writeAll } from '#test/statements/writers.ts';

const NO_MAPPINGS: ReadonlyMap<string, StatementMapping> = new Map();
const TODAY = '2026-05-01' as LocalDate;

function read(rows: readonly (readonly string[])[], mappings = NO_MAPPINGS): StatementReading {
  return readStatementAtOnce(
    rows.map((cells, at) => ({ line: at + 1, cells })),
    { today: TODAY, mappings },
  );
}

/** Cents; NaN where it has more places. */
function cents(text: string | null): number | null {
  if (text === null) return null;
  const { units, scale } = fromDecimal(text as never);
  return (Number(units) * 100) / 10 ** scale;
}

const NAMES = writeAll(1, 4).map(({ name }) => name);
const anyWriter = fc.integer({ min: 0, max: WRITERS.length - 1 });
const anySeed = fc.integer({ min: 1, max: 1_000_000 });

function write(writer: number, seed: number, sales: number): WrittenStatement {
  const found = WRITERS[writer]?.(inventSales({ seed, sales, unit: 100 }));
  if (found === undefined) throw new RangeError('No such writer.');
  return found;
}

const writersWhere = (holds: (written: WrittenStatement) => boolean): number[] =>
  writeAll(1, 8).flatMap((written, at) => (holds(written) ? [at] : []));

/** What a line was read as, in the words of what it means. */
function asMeant(line: StatementLine, meant: MeantLine): MeantLine {
  const said: { -readonly [key in keyof MeantLine]: unknown } = { row: line.line, net: cents(line.net) };
  for (const part of ['gross', 'commission', 'shipping', 'taxes'] as const)
    if (part in meant) said[part] = cents(line[part]);
  for (const field of ['order', 'settlement', 'sku', 'operation'] as const)
    if (field in meant) said[field] = line[field];
  for (const field of ['date', 'released'] as const) if (field in meant) said[field] = line[field]?.day;
  return said as MeantLine;
}

const positive = (value: number | undefined): number | undefined => (value === 0 ? 0 : value);
/** Of minus nothing and nothing. */
const plain = (meant: MeantLine): MeantLine =>
  Object.fromEntries(
    Object.entries(meant).map(([key, value]) => [key, typeof value === 'number' ? positive(value) : value]),
  ) as MeantLine;

/** What the lines of each settlement come to, in the order of the file. */
function settlementsOf(lines: readonly MeantLine[]) {
  const found = new Map<string, { lines: number; net: number }>();
  for (const { settlement, net } of lines) {
    if (typeof settlement !== 'string') continue;
    const own = found.get(settlement) ?? { lines: 0, net: 0 };
    found.set(settlement, { lines: own.lines + 1, net: own.net + (net ?? 0) });
  }
  return [...found].map(([settlement, own]) => ({ settlement, ...own }));
}

const faultsOf = (reading: StatementReading) =>
  reading.proof.checks.flatMap(({ where, name }) => where.map((fault) => ({ name, ...fault })));

describe('what a file says of taxes', () => {
  const written = writeAll(7, 4).find(({ name }) => name === 'mercado-pago-settlement');
  const detail = '[{"financial_entity":"caba","detail":"tax_withholding_iibb","amount":-12.5}]';
  const withDetail = (text: string) => {
    const [header = [], ...rows] = written?.rows ?? [];
    const at = header.indexOf('TAXES_DISAGGREGATED');
    expect(at).toBeGreaterThan(0);
    return read([header, ...rows.map((row) => row.map((cell, place) => (place === at ? text : cell)))]);
  };

  it('stays with its line, and in nothing that a line is known by', () => {
    const [said, silent] = [withDetail(detail), withDetail('')];
    expect(said.lines.length).toBeGreaterThan(3);
    expect(said.lines.map(({ taxDetail }) => taxDetail)).toEqual(said.lines.map(() => detail));
    expect(silent.lines.every((line) => !('taxDetail' in line))).toBe(true);
    const identities = (lines: readonly StatementLine[]) =>
      atOnce(lineIdentities('mercado-pago-settlement', lines));
    expect(identities(said.lines)).toEqual(identities(silent.lines));
    expect(said.lines.map(contentOf)).toEqual(silent.lines.map(contentOf));
    expect(said.proof).toEqual(silent.proof);
    expect(said.changes).toEqual([]);
  });

  it('is the kind of the line where columns of kinds stand beside it', () => {
    const reading = read(writeAll(7, 4).find(({ name }) => name === 'falabella-transactions')?.rows ?? []);
    expect(reading.lines.length).toBeGreaterThan(3);
    expect(reading.lines.every(({ taxDetail }) => taxDetail !== undefined)).toBe(true);
  });
});

describe('whole files', () => {
  it.each(NAMES)('%s is recognised, proved, and read line by line', (name) => {
    const writer = NAMES.indexOf(name);
    fc.assert(
      fc.property(anySeed, fc.integer({ min: 6, max: 60 }), (seed, sales) => {
        const written = write(writer, seed, sales);
        const reading = read(written.rows);
        expect(reading.kind).toBe(written.kind);
        const unsigned = written.lines.filter(({ net }) => net === null).map(({ row }) => row);
        expect(reading.proof).toMatchObject({ holds: unsigned.length === 0, doubts: unsigned.length });
        expect(faultsOf(reading)).toEqual([]);
        expect(reading.changes).toEqual([]);
        expect(
          reading.lines.map((line, at) => plain(asMeant(line, written.lines[at] ?? { row: 0, net: 0 }))),
        ).toEqual(written.lines.map(plain));
        expect(reading.notUnderstood.map(({ line }) => line)).toEqual(unsigned);
        expect(reading.settlements.map(({ net, ...each }) => ({ ...each, net: cents(net) }))).toEqual(
          settlementsOf(written.lines),
        );
        const aside = reading.leftAside.map(({ line }) => line);
        const all = [...aside, ...reading.lines.map(({ line }) => line)];
        expect(new Set(all).size).toBe(all.length);
      }),
      { numRuns: 12 },
    );
  });

  it('are told by neither the order of their columns nor the case of their headers', () => {
    fc.assert(
      fc.property(anyWriter, anySeed, (writer, seed) => {
        const written = write(writer, seed, 12);
        const next = random(seed);
        const width = Math.max(...written.rows.slice(written.headerAt).map((row) => row.length));
        const order = Array.from({ length: width }, (_, at) => ({ at, by: next() })).sort(
          (left, right) => left.by - right.by,
        );
        const rows = written.rows.map((row, at) => {
          if (at < written.headerAt || written.name === 'mercado-libre-sales') return row;
          return order.map((place) =>
            at === written.headerAt ? (row[place.at] ?? '').toUpperCase() : (row[place.at] ?? ''),
          );
        });
        const reading = read(rows);
        expect([written.name, reading.kind, reading.proof.holds, reading.lines.length]).toEqual([
          written.name,
          written.kind,
          written.lines.every(({ net }) => net !== null),
          written.lines.length,
        ]);
        expect(reading.lines.map(({ net }) => cents(net))).toEqual(written.lines.map(({ net }) => net));
      }),
      { numRuns: 60 },
    );
  });

  it('have headers of two rows, titles above, and headers repeated among the lines', () => {
    const written = write(NAMES.indexOf('hites'), 5, 10);
    const header = written.rows[0] ?? [];
    const above = [
      ['Liquidación'],
      ['', ''],
      header.map((text, at) => (at === 0 ? 'ORDEN' : text)),
      ['DE COMPRA', '', '', '', '', ''],
    ];
    const lines = written.rows.slice(1);
    const reading = read([...above, ...lines.slice(0, 4), ['ORDEN', ...header.slice(1)], ...lines.slice(4)]);
    expect([reading.kind, reading.lines.length]).toEqual(['hites', 10]);
  });
});

describe('faults are found and named', () => {
  const provesWhole = writersWhere(({ proves }) => proves.whole);
  const withBalance = writersWhere(
    ({ balanceColumn, kind, name }) =>
      balanceColumn !== null &&
      kind !== 'unknown' &&
      !/^bank-(?:argentina-balance|any-one-column)/.test(name),
  );
  const proveRows = writersWhere(({ proves }) => proves.rows);
  /** Neither the first line nor the last: what no total or balance beside it tells. */
  const inside = (written: WrittenStatement, share: number): number =>
    1 + Math.floor(share * (written.lines.length - 3));
  const share = fc.double({ min: 0, max: 0.99, noNaN: true });

  it('a missing line: where, and how much', () => {
    fc.assert(
      fc.property(fc.constantFrom(...provesWhole), anySeed, share, (writer, seed, place) => {
        const written = write(writer, seed, 14);
        const line = written.lines[inside(written, place)];
        const rows = written.rows.toSpliced((line?.row ?? 1) - 1, 1);
        const reading = read(rows);
        expect([written.name, reading.proof.holds]).toEqual([written.name, false]);
        const faults = faultsOf(reading);
        const gaps = faults.flatMap(({ gap, orElse }) => [cents(gap), cents(orElse)]);
        expect([written.name, gaps.map((gap) => Math.abs(gap ?? 0))]).toEqual([
          written.name,
          expect.arrayContaining([Math.abs(line?.net ?? 0)]),
        ]);
        const balance = faults.filter(({ name }) => name === 'running-balance');
        if (written.balanceColumn !== null) {
          const row = line?.row ?? 0;
          expect(balance.map(({ after, before }) => [after, before])).toEqual([
            [previousRow(written, row), nextRow(written, row) - 1],
          ]);
        }
      }),
      { numRuns: 120 },
    );
  });

  it('an amount off by the least unit', () => {
    fc.assert(
      fc.property(fc.constantFrom(...proveRows), anySeed, share, (writer, seed, place) => {
        const written = write(writer, seed, 14);
        const line = written.lines[inside(written, place)];
        const column = written.rows[written.headerAt]?.indexOf(written.netColumn) ?? -1;
        const at = (line?.row ?? 1) - 1;
        const cell = written.rows[at]?.[column] ?? '';
        const last = Number(cell.at(-1));
        const altered = `${cell.slice(0, -1)}${last === 9 ? 8 : last + 1}`;
        const rows = written.rows.with(at, (written.rows[at] ?? []).with(column, altered));
        const reading = read(rows);
        const found = faultsOf(reading).filter(({ name }) => name === 'row-net');
        expect([written.name, found.map(({ after, before }) => [after, before])]).toEqual([
          written.name,
          [[line?.row, line?.row]],
        ]);
        expect(Math.abs(cents(found[0]?.gap ?? null) ?? 0)).toBe(/[.,]\d\d$/.test(cell) ? 1 : 100);
      }),
      { numRuns: 80 },
    );
  });

  it('a line twice', () => {
    fc.assert(
      fc.property(fc.constantFrom(...provesWhole), anySeed, share, (writer, seed, place) => {
        const written = write(writer, seed, 14);
        const line = written.lines[inside(written, place)];
        const at = (line?.row ?? 1) - 1;
        const reading = read(written.rows.toSpliced(at, 0, written.rows[at] ?? []));
        expect([written.name, reading.proof.holds]).toEqual([written.name, false]);
        const gaps = faultsOf(reading).flatMap(({ gap, orElse }) => [
          Math.abs(cents(gap) ?? 0),
          Math.abs(cents(orElse) ?? 0),
        ]);
        expect([written.name, gaps]).toEqual([
          written.name,
          expect.arrayContaining([Math.abs(line?.net ?? 0)]),
        ]);
        const twice = faultsOf(reading).filter(({ kind }) => kind === 'repeated');
        if (withBalance.includes(writer))
          expect(twice.map(({ after, before }) => [after, before])).toEqual([
            [line?.row, (line?.row ?? 0) + 1],
          ]);
      }),
      { numRuns: randomCases(48) },
    );
  });

  it('a balance that was altered', () => {
    fc.assert(
      fc.property(fc.constantFrom(...withBalance), anySeed, share, (writer, seed, place) => {
        const written = write(writer, seed, 14);
        const line = written.lines[inside(written, place)];
        const column = written.rows[written.headerAt]?.indexOf(written.balanceColumn ?? '') ?? -1;
        const at = (line?.row ?? 1) - 1;
        const cell = written.rows[at]?.[column] ?? '';
        const altered = cell.replace(/\d/, (digit) => String((Number(digit) % 9) + 1));
        const reading = read(written.rows.with(at, (written.rows[at] ?? []).with(column, altered)));
        const found = faultsOf(reading).map(({ name, kind, after, before }) => ({
          name,
          kind,
          after,
          before,
        }));
        expect([written.name, found]).toEqual([
          written.name,
          [{ name: 'running-balance', kind: 'balance-altered', after: line?.row, before: line?.row }],
        ]);
      }),
      { numRuns: 80 },
    );
  });

  it('two lines that changed places', () => {
    fc.assert(
      fc.property(fc.constantFrom(...withBalance), anySeed, (writer, seed) => {
        const written = write(writer, seed, 14);
        const [one, other] = [(written.lines[9]?.row ?? 1) - 1, (written.lines[11]?.row ?? 1) - 1];
        const rows = written.rows.with(one, written.rows[other] ?? []).with(other, written.rows[one] ?? []);
        const faults = faultsOf(read(rows));
        expect(faults.length).toBeGreaterThan(0);
        expect([written.name, new Set(faults.map(({ kind }) => kind))]).toEqual([
          written.name,
          new Set(['moved']),
        ]);
        expect(
          faults.every(({ after, before }) => (after ?? 0) >= one - 1 && (before ?? 0) <= other + 3),
        ).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('a column that is new, with what it takes', () => {
    fc.assert(
      fc.property(anyWriter, anySeed, (writer, seed) => {
        const written = write(writer, seed, 14);
        const rows = withColumn(written, 'Descuento nuevo', (at) => String(at + 1));
        const reading = read(rows);
        expect(reading.kind).toBe(written.kind);
        const sum = (written.lines.length * (written.lines.length + 1)) / 2;
        expect(
          reading.changes.map(({ change, column, money, asks }) => ({
            change,
            column,
            money: cents(money),
            asks,
          })),
        ).toEqual([{ change: 'added', column: 'Descuento nuevo', money: sum * 100, asks: true }]);
        expect(reading.lines.map(({ net }) => cents(net))).toEqual(written.lines.map(({ net }) => net));
      }),
      { numRuns: 60 },
    );
  });

  it('a column with another name, known by its arithmetic, and one that is gone', () => {
    for (const [name, column] of [
      ['shopify-payments', 'Fee'],
      ['hites', 'COMISIÓN'],
      ['paris', 'comisión'],
      ['ripley', 'Comisiones sobre pedidos'],
      ['mercado-pago-settlement', 'FEE_AMOUNT'],
    ] as const) {
      const written = write(NAMES.indexOf(name), 3, 20);
      const at = written.rows[written.headerAt]?.indexOf(column) ?? -1;
      const renamed = read(
        written.rows.map((row, index) => (index === written.headerAt ? row.with(at, 'Otra cosa') : row)),
      );
      expect([renamed.kind, renamed.proof.holds]).toEqual([name, true]);
      expect(renamed.changes).toEqual([
        expect.objectContaining({
          change: 'renamed',
          column: 'Otra cosa',
          former: column,
          isProved: true,
          asks: true,
        }),
      ]);
      expect(renamed.lines.map(({ net }) => cents(net))).toEqual(written.lines.map(({ net }) => net));
      const gone = read(
        written.rows.map((row, index) => (index < written.headerAt ? row : row.toSpliced(at, 1))),
      );
      expect(gone.kind).toBe(name);
      const commission = written.lines.reduce((sum, line) => sum + (line.commission ?? 0), 0);
      expect(gone.changes.map(({ change, column: of, money }) => [change, of, cents(money)])).toEqual([
        ['gone', column, commission],
      ]);
    }
  });

  it('a column that is gone takes money where the rows’ arithmetic is of it, and of it alone', () => {
    const without = (name: string, ...columns: readonly string[]) => {
      const written = write(NAMES.indexOf(name), 3, 6);
      const header = written.rows[written.headerAt] ?? [];
      const kept = header.flatMap((each, at) => (columns.includes(each) ? [] : [at]));
      const { changes } = read(
        written.rows.map((row, index) => (index < written.headerAt ? row : kept.map((at) => row[at] ?? ''))),
      );
      const commission = written.lines.reduce((sum, line) => sum + (line.commission ?? 0), 0);
      return {
        commission,
        changes: changes.map(({ change, column, money }) => [change, column, cents(money)]),
      };
    };
    expect(without('paris', 'acuerdo comercial').changes).toEqual([['gone', 'acuerdo comercial', null]]);
    const { commission, changes } = without('paris', 'acuerdo comercial', 'comisión');
    expect(changes).toEqual([
      ['gone', 'acuerdo comercial', null],
      ['gone', 'comisión', commission],
    ]);
    expect(without('hites', 'COMISIÓN', 'SHIPPING').changes).toEqual([
      ['gone', 'COMISIÓN', null],
      ['gone', 'SHIPPING', null],
    ]);
  });

  it('a column with another name is known by a word of it, or as the only one left; an amount by arithmetic alone', () => {
    const written = write(NAMES.indexOf('paris'), 3, 6);
    const header = written.rows[written.headerAt] ?? [];
    const invoiced = header.indexOf('monto total factura');
    const renamed = (former: string, name: string) => {
      const { changes } = read(
        written.rows.map((row, index) => {
          if (index < written.headerAt) return row;
          return index > written.headerAt ? row.with(invoiced, '5') : row.with(header.indexOf(former), name);
        }),
      );
      return changes.map(({ change, column, former: of, isProved }) => [change, column, of, isProved]);
    };
    for (const name of ['acuerdo nuevo', 'Zzz'])
      expect(renamed('acuerdo comercial', name)).toEqual([['renamed', name, 'acuerdo comercial', false]]);
    expect(renamed('monto total factura', 'factura')).toEqual([
      ['renamed', 'factura', 'monto total factura', false],
    ]);
    expect(renamed('monto total factura', 'Zzz')).toEqual([
      ['added', 'Zzz', null, false],
      ['gone', 'monto total factura', null, false],
    ]);
  });

  it('a new column asks where it holds an amount under a name of money, or where the list of columns is all', () => {
    const asks = (name: string, header: string, cell: string) => {
      const { changes } = read(withColumn(write(NAMES.indexOf(name), 3, 6), header, () => cell));
      return changes.map(({ money, asks: each }) => [cents(money), each]);
    };
    const lines = write(NAMES.indexOf('paris'), 3, 6).lines.length;
    expect(asks('paris', 'Ajuste', '2')).toEqual([[200 * lines, true]]);
    expect(asks('paris', 'Ajuste', '0')).toEqual([[0, false]]);
    expect(asks('paris', 'Ajuste', 'nada')).toEqual([[null, false]]);
    expect(asks('paris', 'Zzz', '2')).toEqual([[null, false]]);
    expect(asks('hites', 'Zzz', 'nada')).toEqual([[null, true]]);
  });

  it('ids that lost digits, and amounts by two decimal signs', () => {
    const written = write(NAMES.indexOf('mercado-pago-releases-es'), 4, 14);
    const row = written.lines[6]?.row ?? 1;
    const cells = written.rows[row - 1] ?? [];
    const scientific = read(written.rows.with(row - 1, cells.with(1, '9,00000E+10')));
    expect(scientific.notUnderstood).toEqual([
      { line: row, column: 'ID DE OPERACIÓN EN MERCADO PAGO', text: '9,00000E+10', why: 'lost-digits' },
    ]);
    expect(scientific.lines[6]?.operation).toBeNull();
    const dotted = (cells[6] ?? '').replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
    const mixed = read(written.rows.with(row - 1, cells.with(6, dotted)));
    expect(mixed.notUnderstood).toEqual([
      { line: row, column: 'MONTO BRUTO DE LA OPERACIÓN', text: dotted, why: 'mixed-convention' },
    ]);
    expect([mixed.proof.holds, cents(mixed.lines[6]?.gross ?? null)]).toEqual([
      true,
      written.lines[6]?.gross,
    ]);
    const unreadable = read(written.rows.with(row - 1, cells.with(6, 'doce')));
    expect(unreadable.notUnderstood).toMatchObject([
      { line: row, column: 'MONTO BRUTO DE LA OPERACIÓN', text: 'doce', why: 'amount' },
    ]);
  });
});

function previousRow(written: WrittenStatement, row: number): number | null {
  return written.lines.findLast((line) => line.row < row)?.row ?? null;
}
const nextRow = (written: WrittenStatement, row: number): number =>
  written.lines.find((line) => line.row > row)?.row ?? 0;

/** A column more at the end, filled in the lines alone. */
function withColumn(written: WrittenStatement, header: string, cell: (at: number) => string): string[][] {
  const width = Math.max(...written.rows.slice(written.headerAt).map((row) => row.length));
  return written.rows.map((row, index) => {
    if (index < written.headerAt) return row;
    const line = written.lines.findIndex((each) => each.row === index + 1);
    const padded = [...row, ...Array.from({ length: width - row.length }, () => '')];
    return [...padded, index === written.headerAt ? header : line < 0 ? '' : cell(line)];
  });
}

describe('other shapes', () => {
  it('OFX is a bank, with unclosed tags and closed ones', () => {
    const text = [
      'OFXHEADER:100',
      '<OFX><BANKMSGSRSV1><STMTRS><CURDEF>CLP',
      '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260131120000[-3:CLT]<TRNAMT>1500.50<FITID>A1<NAME>Pago &amp; cía',
      '</STMTTRN>',
      '<STMTTRN>',
      '<TRNTYPE>DEBIT</TRNTYPE>',
      '<DTPOSTED>20260201</DTPOSTED>',
      '<TRNAMT>-20.00</TRNAMT>',
      '<FITID></FITID>',
      '<MEMO>Comisión</MEMO>',
      '</STMTTRN></BANKTRANLIST>',
    ];
    const reading = read(text.map((line) => [line]));
    expect([reading.kind, reading.layout]).toEqual(['bank', 'ofx']);
    expect(
      reading.lines.map(({ net, description, operation, date, currency, line }) => [
        cents(net),
        description,
        operation,
        date?.day,
        currency,
        line,
      ]),
    ).toEqual([
      [150_050, 'Pago & cía', 'A1', '2026-01-31', 'CLP', 3],
      [-2_000, 'Comisión', null, '2026-02-01', 'CLP', 5],
    ]);
  });

  it('OFX: movements that are not booked, and two amounts of one, are asked about', () => {
    const movement = (tag: string, type: string, amounts: string, id: string) =>
      `<${tag}><TRNTYPE>${type}<DTPOSTED>20260131${amounts}<FITID>${id}<NAME>Pago ${id}</${tag}>`;
    const reading = read(
      [
        '<OFX><BANKMSGSRSV1><STMTRS><CURDEF>CLP<BANKTRANLIST>',
        movement('STMTTRN', 'CREDIT', '<TRNAMT>1500', 'A1'),
        movement('STMTTRN', 'CREDIT', '<TRNAMT>100.00<TRNAMT>200.00', 'A2'),
        movement('STMTTRN', 'CREDIT', '<TRNAMT>300.00<TRNAMT>300.00', 'A3'),
        movement('STMTTRN', 'HOLD', '<TRNAMT>-70.00', 'A4'),
        '</BANKTRANLIST><BANKTRANLISTP>',
        movement('STMTTRNP', 'DEBIT', '<TRNAMT>-5000', 'A5').replace('DTPOSTED', 'DTTRAN'),
        '</BANKTRANLISTP></STMTRS></BANKMSGSRSV1></OFX>',
      ].map((line) => [line]),
    );
    const nets = reading.lines.flatMap(({ net, operation }) =>
      net === null ? [] : [[operation, cents(net)]],
    );
    expect(nets).toEqual([
      ['A1', 150_000],
      ['A3', 30_000],
    ]);
    expect(reading.notUnderstood.map(({ line, why }) => [line, why])).toEqual([
      [3, 'amount'],
      [5, 'row'],
      [7, 'row'],
    ]);
  });

  it('a cartola without years is one under the headers of the other file of that bank too', () => {
    const reading = read([
      ['Cartola desde 01/12/2025 hasta 31/01/2026'],
      ['FECHA DIA/MES', 'Detalle Movimiento', 'Cheque o Cargo', 'Deposito o Abono', 'Saldo', 'Docto. Nro.'],
      ['30/12', 'TRASPASO', '', '2.000', '12.000', ''],
      ['02/01', 'COMISION', '500', '', '11.500', ''],
    ]);
    expect([reading.kind, reading.layout]).toEqual(['bank', 'banco-de-chile-cartola']);
    expect(reading.lines.map(({ net, date }) => [cents(net), date?.day])).toEqual([
      [200_000, '2025-12-30'],
      [-50_000, '2026-01-02'],
    ]);
  });

  it('of two tables in one file the upper one is read, and nothing of it passes for titles', () => {
    const named = (name: string) => write(NAMES.indexOf(name), 7, 6);
    const upper = named('mercado-pago-releases');
    const lower = named('falabella-transactions');
    const reading = read([...upper.rows, [''], ...lower.rows]);
    expect([reading.kind, reading.lines.length]).toEqual(['mercado-pago-releases', upper.lines.length]);
    expect(reading.leftAside.filter(({ why }) => why === 'title')).toEqual([]);
    // What lies below is said to be another table, or is listed line by line.
    const below = upper.rows.length + 1;
    const said = new Set([...reading.leftAside, ...reading.notUnderstood].map(({ line }) => line));
    expect(lower.rows.map((_, at) => below + at + 1).filter((line) => !said.has(line))).toEqual([]);
  });

  it('lines of fixed width are a bank', () => {
    const line = (date: string, amount: string, sign: string) =>
      `00012345678${date}000000101${'00000042'}${amount.padStart(22, '0')}${sign}001${'TRANSFERENCIA'.padEnd(45)}`;
    const reading = read([[line('31012026', '150000', '+')], [line('01022026', '2000', '-')]]);
    expect(reading.layout).toBe('banco-de-chile-txt');
    expect(reading.lines.map(({ net, date }) => [cents(net), date?.day])).toEqual([
      [15_000_000, '2026-01-31'],
      [-200_000, '2026-02-01'],
    ]);
  });

  it('what no layout fits is unknown, until a mapping says what it is; a table that only looks like a bank is none', () => {
    const rows = [
      ['Día', 'Pedido', 'Bruto', 'Comisión cobrada', 'A recibir'],
      ['31/01/2026', 'P-1', '1.000,00', '100,00', '900,00'],
      ['01/02/2026', 'P-2', '2.000,00', '200,00', '1.800,00'],
    ];
    const unknown = read(rows);
    expect([unknown.kind, unknown.lines.length, unknown.headers]).toEqual(['unknown', 0, rows[0]]);
    expect(unknown.fingerprint).toBe(
      headerFingerprint(['a recibir', 'DIA', 'pedido', 'bruto', 'comision cobrada']),
    );
    const mapping: StatementMapping = {
      fields: { date: 'Día', order: 'Pedido', gross: 'Bruto', amount: 'A recibir' },
      sign: 'written',
      partsAddUp: false,
      dayOrder: 'day-first',
      decimalSign: ',',
    };
    const mapped = read(rows, new Map([[unknown.fingerprint, mapping]]));
    expect(
      mapped.lines.map(({ net, order, gross, date }) => [cents(net), order, cents(gross), date?.day]),
    ).toEqual([
      [90_000, 'P-1', 100_000, '2026-01-31'],
      [180_000, 'P-2', 200_000, '2026-02-01'],
    ]);
    const notBank = read([
      ['Fecha', 'Concepto', 'Cargo', 'Abono', 'Saldo'],
      ...Array.from({ length: 6 }, (_, at) => [
        `0${at + 1}/02/2026`,
        'algo',
        '',
        '100',
        String(at * at * 77 + 5),
      ]),
    ]);
    expect([notBank.kind, notBank.reasons.map(({ reason }) => reason)]).toEqual([
      'unknown',
      expect.arrayContaining(['refuted']),
    ]);
  });
});

describe('what is read of a file', () => {
  it('is nothing where it is unknown, but for the heading that a mapping would speak of', () => {
    const header = ['Día', 'Pedido', 'Bruto', 'Cobrado', 'A recibir'];
    const rows = [['Informe', 'de ventas'], header, ['uno', 'dos', 'tres', 'cuatro', 'cinco']];
    expect(read(rows)).toEqual({
      ...{ kind: 'unknown', layout: null, reasons: [], headers: header },
      fingerprint: headerFingerprint(header),
      ...{ lines: [], leftAside: [], notUnderstood: [], said: [], changes: [], dayOrders: [] },
      settlements: [],
      proof: { holds: true, checks: [], covered: 0, doubts: 0 },
    });
    expect(read([['1', '2']])).toMatchObject({ kind: 'unknown', headers: [], fingerprint: '' });
    // As wide as four fifths of the widest is wide enough.
    const narrow = ['Día', 'Pedido', 'Bruto', 'Cobrado'];
    expect(read([narrow, header]).headers).toEqual(narrow);
    expect(read([narrow.slice(1), header]).headers).toEqual(header);
  });

  it('is each of its lines with all that the file says of it, and why it is of its kind', () => {
    const header = ['Fecha', 'Descripción', 'N° documento', 'Cargos', 'Abonos', 'Saldo'];
    const rows = [
      header,
      ['21/03/2026', 'Venta', '11', '', '1.000,00', '1.000,00'],
      ['22/03/2026', 'Giro', '', '100,00', '', '900,00'],
    ];
    const reading = read(rows);
    const none = {
      ...{ movement: null, settlement: null, order: null, suborder: null, sku: null, currency: null },
      ...{
        operation: null,
        reference: null,
        released: null,
        gross: null,
        commission: null,
        shipping: null,
        taxes: null,
      },
    };
    const on = (day: string) => ({ day, time: null, instant: null });
    expect(reading.lines).toEqual([
      {
        ...{ ...none, line: 2, date: on('2026-03-21'), description: 'Venta', operation: '11' },
        ...{ net: '1000.00', balance: '1000.00', cells: rows[1] },
      },
      {
        ...{ ...none, line: 3, date: on('2026-03-22'), description: 'Giro' },
        ...{ net: '-100.00', balance: '900.00', cells: rows[2] },
      },
    ]);
    expect(reading.reasons).toEqual([
      { reason: 'headers', found: 5, of: 5, line: 1 },
      { reason: 'arithmetic', check: 'running-balance', holds: 1, of: 1 },
    ]);
  });
});

describe('files that overlap', () => {
  it('bring only the lines that no earlier one has; equal lines stay two', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...writersWhere(({ kind }) => kind !== 'bank')),
        anySeed,
        fc.nat(8),
        fc.nat(8),
        (writer, seed, from, more) => {
          const { lines, kind } = read(write(writer, seed, 12).rows);
          const twin = lines[from];
          const all = twin === undefined ? lines : [...lines, twin];
          const first = all.slice(0, from + 1);
          const second = all.slice(0, from + 1 + more);
          const earlier = new Map([['first', new Set(atOnce(lineIdentities(kind, first)))]]);
          const { fresh, shared, identities } = findOverlap(atOnce(lineIdentities(kind, second)), earlier);
          expect(new Set(identities).size).toBe(second.length);
          expect(fresh).toEqual(second.map((_, at) => at).slice(first.length));
          expect(shared.get('first')).toBe(first.length);
        },
      ),
      { numRuns: 40 },
    );
  });
});
