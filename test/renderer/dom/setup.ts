import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { TRIAL_VARIABLE } from '#test/mutants/in-one-process/trial-files.ts';
import { nextWindowHeight } from './window-height.ts';

/** For every file of screens in a DOM: their modules are shared, so that what is set up in one of them would be so once. */

// Parts of the page are loaded when they are first wanted: how long that takes on a busy machine is no matter here. A
// round of mutants waits for hundreds of things that will not come (Stryker names its workers in their environment); in
// one process all parts are there by then.
const { STRYKER_MUTATOR_WORKER, [TRIAL_VARIABLE]: trial } = process.env;
configure({
  asyncUtilTimeout: trial !== undefined ? 2000 : STRYKER_MUTATOR_WORKER !== undefined ? 5000 : 30_000,
});

// What is not there is said with the whole page beside it. While one waits it is not there yet, at every change of the page:
// the page is written out when the wait is over, which is when the library asks for the error once more.
configure({
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    const error = new Error(
      isWaiting === true
        ? (message ?? '')
        : `${message}\n${whereOneIs()}\n\n${prettyDOM(container as Element)}`,
    );
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

/** What a report of CI must tell, which shows the first lines of a long page: the address, the headings, the focus. */
function whereOneIs(): string {
  const headings = [...document.querySelectorAll('h1, [role=dialog], [role=alert]')];
  const said = headings.map((each) => `${each.tagName.toLowerCase()} «${each.textContent?.slice(0, 200)}»`);
  const focused = document.activeElement?.cloneNode() as Element | undefined;
  return [`at ${window.location.hash}`, ...said, `focus ${focused?.outerHTML}`].join(', ');
}

// For its warnings React writes down, of each element, where in the code it was made: a fifth of the time of a screen. It does
// so for ten thousand elements a second and then for none; here for none.
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
});

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
  // What is selected is copied, and not the table: a press on words selects them.
  document.getSelection()?.removeAllRanges();
  window.location.hash = '';
});
