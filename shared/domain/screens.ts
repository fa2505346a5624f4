/**
 * The screens, in the order of the rail and of the menus: their place is their Ctrl+number. `selection`: it shows the rows in
 * view; `readings`: it speaks of what was read, and no period or filter changes it.
 */
export const SCREENS = [
  { id: 'panel', shows: 'selection' },
  { id: 'orders', shows: 'selection' },
  { id: 'profitability', shows: 'selection' },
  { id: 'reconciliation', shows: 'selection' },
  { id: 'changes', shows: 'readings' },
  { id: 'sync', shows: 'readings' },
] as const satisfies readonly { readonly id: string; readonly shows: 'selection' | 'readings' }[];

export type ScreenId = (typeof SCREENS)[number]['id'];
export const SCREEN_IDS: readonly ScreenId[] = SCREENS.map(({ id }) => id);

export const showsSelection = (screen: ScreenId): boolean =>
  SCREENS.some(({ id, shows }) => id === screen && shows === 'selection');
