import 'fake-indexeddb/auto';
import { vi } from 'vitest';
import { catchMutantsOf } from './catch-mutants.ts';

vi.mock('dexie', async () => (await import('./memory-dexie.ts')).dexieModule);

/** Rules 1 to 8: how the source is read. In two files: to search them takes longest of all, and they do it side by side. */
catchMutantsOf(1, 8, 'caught-reading.json');
