import { describe, expect, test } from 'vitest';
import { type Address, type WayBack, wayBackAt } from '#renderer/features/navigation/navigation.tsx';

const STEP: Address = { screen: 'reconciliation', detail: '2026-10/costs' };
const TOOL: Address = { screen: 'reconciliation', detail: 'rates' };
const ORDERS: Address = { screen: 'orders', detail: 'Ventas' };
const led = (to: Address): WayBack => ({ to: STEP, led: to, onReturn: () => {} });

describe('a way back', () => {
  test('holds where one was led to, whatever of that screen is opened, and on the way itself', () => {
    const way = led(ORDERS);
    for (const at of [ORDERS, { screen: 'orders', detail: 'order/1' } as const, STEP]) {
      expect(wayBackAt(at, way)).toBe(way);
    }
  });

  test('ends where one goes on to another screen', () => {
    expect(wayBackAt({ screen: 'panel', detail: null }, led(ORDERS))).toBeNull();
    expect(wayBackAt(TOOL, led(ORDERS))).toBeNull();
  });

  test('within a screen it ends with the place that one was led to', () => {
    const way = led(TOOL);
    expect(wayBackAt(TOOL, way)).toBe(way);
    expect(wayBackAt(STEP, way)).toBe(way);
    expect(wayBackAt({ screen: 'reconciliation', detail: 'bridge' }, way)).toBeNull();
    expect(wayBackAt(ORDERS, way)).toBeNull();
  });
});
