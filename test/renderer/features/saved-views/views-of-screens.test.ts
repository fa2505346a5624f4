import { describe, expect, test } from 'vitest';
import { INITIAL_ROWS, ROWS_PART } from '#renderer/features/changes/changes-state.ts';
import {
  BUILT_IN_VIEWS,
  beginningsOf,
  builtInViewsOf,
  firstViewOf,
  isViewScreen,
  type SavedView,
  viewsElsewhere,
} from '#renderer/features/saved-views/view.ts';
import { ALL_ROWS } from '#renderer/features/selection/selection-rows.ts';

/** Which views there are on each screen, which it may begin with, and which lie elsewhere. */

const own = (id: string, screen: SavedView['screen']): SavedView => ({
  ...{ id, screen, name: id, period: { kind: 'all' }, rows: ALL_ROWS, parts: {}, currency: null },
});
const OWN = [own('p', 'panel'), own('o', 'orders'), own('o2', 'orders'), own('c', 'changes')];
const ids = (views: readonly { readonly id: string }[]) => views.map(({ id }) => id);
const SCREENS = ['panel', 'orders', 'profitability', 'changes'] as const;

describe('the views', () => {
  test('of a screen are those that say so, in their order', () => {
    const all = ['last-close', 'all-rows', 'dashboard'];
    expect(SCREENS.map((screen) => ids(builtInViewsOf(screen)))).toEqual([
      [...all, 'this-month'],
      [...all, 'losses', 'no-product-cost', 'no-payment-information'],
      [...all, 'twelve-months'],
      ['last-sync', 'all-different', 'all-removed'],
    ]);
    expect(SCREENS.map((screen) => firstViewOf(screen).id)).toEqual([
      ...['last-close', 'last-close', 'last-close', 'last-sync'],
    ]);
    expect(['orders', 'sync', '', 'Orders'].map(isViewScreen)).toEqual([true, false, false, false]);
  });

  test('that are always there say which rows, and nothing else of them', () => {
    const said = BUILT_IN_VIEWS.map(({ id, period, rows, parts }) => {
      const changed = Object.entries(rows).filter(([part, value]) => {
        return JSON.stringify(value) !== JSON.stringify(ALL_ROWS[part as keyof typeof ALL_ROWS]);
      });
      const preset = period?.kind === 'preset' ? period.preset : (period?.kind ?? null);
      return [id, preset, Object.fromEntries(changed), parts?.[ROWS_PART] ?? null];
    });
    const figures = (column: string, from: string | null, to: string | null) => ({ column, from, to });
    const least = `0.${'0'.repeat(58)}1`;
    expect(said).toEqual([
      ['last-close', 'month-before', {}, null],
      ['all-rows', 'all', {}, null],
      ['last-sync', null, {}, null],
      ['all-different', null, {}, { ...INITIAL_ROWS, span: { kind: 'all' }, onlyDifferent: true }],
      ['all-removed', null, {}, { ...INITIAL_ROWS, span: { kind: 'all' }, kinds: ['removed'] }],
      ['dashboard', null, { dashboardPreset: true }, null],
      ['this-month', 'month', {}, null],
      ['twelve-months', 'twelve-months', {}, null],
      ['losses', null, { numberFilters: [figures('Rentabilidad Total', null, `-${least}`)] }, null],
      [
        ...['no-product-cost', null],
        { numberFilters: [figures('Costo de Producto', '0', '0'), figures('Ventas', least, null)] },
        null,
      ],
      [
        ...['no-payment-information', null],
        { filters: [{ column: 'Estado de Pago', values: ['Sin Información'] }] },
        null,
      ],
    ]);
  });

  test('that a screen may begin with are one’s own of it, then its first ones', () => {
    expect(SCREENS.map((screen) => ids(beginningsOf(screen, OWN)))).toEqual([
      ['p', 'last-close', 'all-rows'],
      ['o', 'o2', 'last-close', 'all-rows'],
      ['last-close', 'all-rows'],
      ['c', 'last-sync'],
    ]);
  });

  test('of the other screens stand by screen, each that is always there once, and never one that is here', () => {
    const elsewhere = (here: Parameters<typeof viewsElsewhere>[0], views: readonly SavedView[]) =>
      viewsElsewhere(here, views).map(({ screen, views: of }) => `${screen}: ${ids(of).join(' ')}`);
    const changes = 'changes: last-sync all-different all-removed';
    expect(elsewhere('panel', OWN)).toEqual([
      'orders: losses no-product-cost no-payment-information o o2',
      'profitability: twelve-months',
      `${changes} c`,
    ]);
    expect(elsewhere('changes', [])).toEqual([
      'panel: last-close all-rows dashboard this-month',
      'orders: losses no-product-cost no-payment-information',
      'profitability: twelve-months',
    ]);
    expect(elsewhere(null, OWN.slice(0, 1))).toEqual([
      'panel: last-close all-rows dashboard this-month p',
      'orders: losses no-product-cost no-payment-information',
      'profitability: twelve-months',
      changes,
    ]);
  });
});
