import 'fake-indexeddb/auto';
import { vi } from 'vitest';
import { catchMutantsOf } from './catch-mutants.ts';

vi.mock('dexie', async () => (await import('./memory-dexie.ts')).dexieModule);

/** Rules 9 to 16: what is kept, counted and said. In two files: to search them takes longest of all, and they do it side by side. */
catchMutantsOf(9, 16, 'caught-keeping.json');
