import { isValidElement, type ReactElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { SCREEN_PARTS } from '#renderer/app/screens/screens.tsx';
import { ordersRequestOf } from '#renderer/features/navigation/navigation.tsx';
import { OneStopLists } from '#renderer/ui/list-table/one-stop.ts';
import { SCREEN_IDS } from '#shared/domain/screens.ts';

const element = (node: ReactNode) => {
  if (!isValidElement(node)) throw new Error('No element.');
  return node as ReactElement<{ readonly children?: ReactNode; readonly value?: boolean }>;
};
const drawn = (id: keyof typeof SCREEN_PARTS, detail: string | null) => {
  const { key, props } = element(SCREEN_PARTS[id].draw(detail));
  return { key, props };
};

test('each is drawn with what of it is looked at; the orders anew for each request', () => {
  const [one, other] = ['order/1', 'order/2'];
  for (const detail of [null, one, other])
    expect(drawn('orders', detail)).toEqual({
      key: String(detail),
      props: { asked: ordersRequestOf(detail) },
    });
  expect(ordersRequestOf(one)).not.toEqual(ordersRequestOf(other));
  for (const id of ['profitability', 'reconciliation', 'changes'] as const)
    expect(drawn(id, 'x')).toEqual({ key: null, props: { detail: 'x' } });
  expect(drawn('sync', '2026-03')).toEqual({ key: null, props: { month: '2026-03' } });
  // Each list of the Panel is one stop of Tab.
  const panel = element(SCREEN_PARTS.panel.draw('x'));
  expect([panel.type, panel.props.value]).toEqual([OneStopLists, true]);
  expect(element(panel.props.children).props).toEqual({});
});

test('each has its name and loads its own program; what happens to the copy is told without one', async () => {
  const ids = Object.keys(SCREEN_PARTS) as (keyof typeof SCREEN_PARTS)[];
  expect(ids.toSorted()).toEqual(SCREEN_IDS.toSorted());
  expect(ids.map((id) => SCREEN_PARTS[id].name)).toEqual(ids.map((id) => `nav.${id}`));
  expect(ids.filter((id) => SCREEN_PARTS[id].isAlways)).toEqual(['sync']);
  const programs = await Promise.all(ids.map((id) => SCREEN_PARTS[id].load()));
  const nameOf = (id: string) => `${id.charAt(0).toUpperCase()}${id.slice(1)}Screen`;
  expect(programs.map((program) => (program as { readonly name: string }).name)).toEqual(ids.map(nameOf));
});
