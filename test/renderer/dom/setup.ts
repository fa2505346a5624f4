import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { nextWindowHeight } from './window-height.ts';

/** For every file of screens in a DOM: their modules are shared, so that what is set up in one of them would be so once. */

// Parts of the page are loaded when they are first wanted: how long that takes on a busy machine is no matter here. A
// round of mutants waits for hundreds of things that will not come (Stryker names its workers in their environment).
configure({ asyncUtilTimeout: process.env.STRYKER_MUTATOR_WORKER === undefined ? 30_000 : 5000 });

// happy-dom lays nothing out and has no fonts: all there are have come.
Object.defineProperty(document, 'fonts', { configurable: true, value: { check: () => true } });

// Nothing comes near a view that has no place: what waits for that is there at once.
Reflect.deleteProperty(globalThis, 'IntersectionObserver');

// The sizes that tables remember are of a window: each test has one of its own, however its tables are called.
beforeEach(() => {
  Object.defineProperty(window, 'innerHeight', { configurable: true, value: nextWindowHeight() });
});

afterEach(() => {
  cleanup();
  // What a test held or gave a size is held for it alone: the next one, of another file too, is in the same page.
  vi.restoreAllMocks();
  localStorage.clear();
  window.location.hash = '';
});
