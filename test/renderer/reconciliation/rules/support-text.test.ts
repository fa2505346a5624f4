import { expect, test } from 'vitest';
import { type FailingRow, formulaOf, ROW_RULES } from '#renderer/data/model/row-rules.ts';
import { groupKey } from '#renderer/reconciliation/rules/screen/failure-groups.tsx';
import { supportText } from '#renderer/reconciliation/rules/screen/support-text.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What is written to whoever makes the rows. */

test('groups that differ in their channel, by how much, or in their base alone are opened apart', () => {
  const of = (canal: string, difference: string | null, base: string | null) =>
    groupKey({ canal, difference: difference as Decimal | null, base, rows: 1 });
  const keys = [
    ...[of('A', '1', null), of('A', '2', null), of('B', '1', null)],
    ...[of('A', null, null), of('A', null, 'Ventas'), of('B', null, 'Ventas')],
  ];
  expect(new Set(keys).size).toBe(6);
});

test('the rule, how many rows break it, and those that are shown, each with the answers that it came in', () => {
  const rule = ROW_RULES.find(({ id }) => id === 'total');
  if (rule === undefined) throw new Error('No rule.');
  const row = (parts: Partial<FailingRow>): FailingRow => ({
    ...{ row: 0, identity: {}, correlationIds: [], expected: null, difference: null },
    cells: { Canal: 'C', Orden: 'O-1', 'Rentabilidad Total': '7' },
    ...parts,
  });
  const [head, ...rows] = supportText(
    rule,
    { fails: 5, checked: 90 },
    {
      total: 4,
      lines: [
        row({ expected: '3' as Decimal, difference: '4' as Decimal, correlationIds: ['one', 'two'] }),
        row({}),
      ],
    },
    text,
  ).split('\n\n');
  expect(head).toBe(
    [
      `${text('proof.rule')}: ${formulaOf(rule)}`,
      text('proof.support-rows', { fails: '5', checked: '90' }),
      text('proof.support-shown', { shown: '2', total: '4' }),
    ].join('\n'),
  );
  const lines = rows.map((each) => each.split('\n'));
  expect(lines.map(([of = '']) => of.split(' · ').filter((each) => !each.endsWith('—')))).toEqual([
    ['Canal: C', 'Orden: O-1'],
    ['Canal: C', 'Orden: O-1'],
  ]);
  expect(lines.map((each) => each.slice(-3))).toEqual([
    [`${text('proof.expected')}: 3`, `${text('proof.difference')}: 4`, 'correlation_id: one, two'],
    [`${text('proof.expected')}: —`, `${text('proof.difference')}: —`, 'correlation_id: —'],
  ]);
  expect(lines[0]).toContain('Rentabilidad Total: 7');
});
