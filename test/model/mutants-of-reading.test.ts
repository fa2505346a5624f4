import 'fake-indexeddb/auto';
import { vi } from 'vitest';
import { catchMutantsOf } from './catch-mutants.ts';

vi.mock('dexie', async () => (await import('./memory-dexie.ts')).dexieModule);

/** Rules 1 to 8: how the source is read. In two files, for they are the longest of all tests and run side by side. */
catchMutantsOf(1, 8);
