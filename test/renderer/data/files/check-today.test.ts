import { describe, expect, it } from 'vitest';
import type { Today } from '#renderer/data/files/check/check-export.ts';
import type { EvidenceContent } from '#renderer/data/files/evidence/evidence.ts';
import type { CheckedToday } from '#renderer/data/model/export-check.ts';
import { tableOf } from '#renderer/data/model/sheet-table.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Sums } from '#shared/domain/profitability.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { CHECKED_PLAN, checkBytes, todayOf } from './checked-workbook.ts';
import { writeWorkbook } from './workbook-file.ts';

/** A workbook of a screen's figures against today's: each side where it belongs, and nothing the same that is not. */

const decimal = (value: string): Decimal => value as Decimal;
const TABLE = tableOf({
  name: 'Resultado',
  keyColumns: 1,
  columns: [{ name: 'Línea', kind: 'text', total: null }],
  lines: [{ cells: ['Ventas'] }],
});
const THEN = { rows: 3, sums: { Ventas: decimal('10.50'), Unidades: decimal('0') } as Sums };
const READ = '2026-04-01T12:00:00.000Z' as UtcInstant;

async function checkOf(
  now: { readonly rows: number; readonly sums: Sums },
  of: Partial<Today> = {},
  read: UtcInstant | null = READ,
  content = { kind: 'figures', selection: EVERYTHING, ...THEN } as EvidenceContent,
) {
  const plan = { ...CHECKED_PLAN, proof: { ...CHECKED_PLAN.proof, content, readUntil: read } };
  const end = await checkBytes(await writeWorkbook(TABLE, plan), {
    ...todayOf(TABLE),
    totals: async () => ({ ...now, readUntil: null }),
    ...of,
  });
  if (end.kind !== 'done') throw new Error(`Not checked: ${JSON.stringify(end)}`);
  return end.check;
}

const measure = (today: CheckedToday | null, name: string) =>
  today?.measures.find(({ column }) => column === name);

describe('the figures of a screen', () => {
  it('are the same where rows and every sum are, and a sum that is missing is nothing', async () => {
    expect((await checkOf(THEN)).today?.isSame).toBe(true);
    expect((await checkOf({ rows: 3, sums: { Ventas: decimal('10.5') } })).today?.isSame).toBe(true);
    expect((await checkOf({ ...THEN, rows: 4 })).today).toMatchObject({
      isSame: false,
      rows: { before: 3, now: 4 },
    });
  });

  it('tell each sum that moved: then, now, and by how much', async () => {
    const { today } = await checkOf({
      rows: 3,
      sums: { Ventas: decimal('10.49'), Unidades: decimal('0'), Costo: decimal('2') },
    });
    expect(today?.isSame).toBe(false);
    expect(measure(today, 'Ventas')).toMatchObject({ before: '10.50', now: '10.49', difference: '-0.01' });
    expect(measure(today, 'Costo')).toMatchObject({ before: null, now: '2', difference: '2' });
    expect(measure(today, 'Unidades')).toMatchObject({ kind: 'count', before: '0', now: '0' });
    expect(measure(today, 'Ventas')?.kind).toBe('money');
    const rate = { '% Rentabilidad Total': decimal('1') } as Sums;
    const { today: rated } = await checkOf({ rows: 3, sums: rate });
    expect(measure(rated, '% Rentabilidad Total')?.kind).toBe('number');
  });

  it('are told where a column is named as what every object has', async () => {
    const named = { constructor: decimal('1'), valueOf: decimal('2') } as unknown as Sums;
    const content = { kind: 'figures', selection: EVERYTHING, rows: 3, sums: named } as EvidenceContent;
    const { today } = await checkOf(THEN, {}, READ, content);
    expect(measure(today, 'valueOf')).toMatchObject({ before: '2', now: null, difference: '-2' });
    expect(measure(today, 'constructor')).toMatchObject({ before: '1', now: null });
    expect(structuredClone(today)).toEqual(today);
  });

  it('are asked again of their own account, or of any where one says so', async () => {
    const other = { account: 'b' };
    expect(await checkOf(THEN)).toMatchObject({ isOtherAccount: false, today: { isSame: true } });
    expect(await checkOf(THEN, other)).toMatchObject({ isOtherAccount: true, today: null });
    expect(await checkOf(THEN, { ...other, anyAccount: true })).toMatchObject({
      isOtherAccount: true,
      today: { isSame: true },
    });
  });

  it('ask the change log from the file’s own reading on, and not at all where none is known', async () => {
    const asked: UtcInstant[] = [];
    const ordersSince: Today['ordersSince'] = async (_content, since) => {
      asked.push(since);
      return { by: 'log', counts: { new: 1, changed: 0, removed: 0 }, lines: [] };
    };
    expect((await checkOf(THEN, { ordersSince })).today?.orders.counts.new).toBe(1);
    expect(asked).toEqual([READ]);
    expect((await checkOf(THEN, { ordersSince }, null)).today?.orders.by).toBe('unknown');
    expect(asked).toEqual([READ]);
  });
});
