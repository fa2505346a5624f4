import type { ChangesQuery } from '#renderer/data/model/changes.ts';

/** The question of Cambios that leaves nothing out: all readings, months and accounts, ungrouped but by news, as they come. */
export const EVERY_CHANGE: ChangesQuery = {
  runId: null,
  since: null,
  month: null,
  kinds: ['new', 'changed', 'removed'],
  canal: null,
  scope: null,
  search: '',
  onlyDifferent: false,
  grouping: 'news',
  group: null,
  sort: null,
};
