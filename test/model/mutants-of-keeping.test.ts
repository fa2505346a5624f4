import 'fake-indexeddb/auto';
import { vi } from 'vitest';
import { catchMutantsOf } from './catch-mutants.ts';

vi.mock('dexie', async () => (await import('./memory-dexie.ts')).dexieModule);

/** Rules 9 to 16: what is kept, counted and said. In two files, for they are the longest of all tests and run side by side. */
catchMutantsOf(9, 16);
