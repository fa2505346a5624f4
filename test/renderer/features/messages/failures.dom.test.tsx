import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { Answered } from '#renderer/features/messages/answered.tsx';
import {
  type Action,
  ActionFailure,
  codeMessage,
  errorCode,
  errorMessage,
  failureMessage,
  TranslatedError,
  useAction,
} from '#renderer/features/messages/failures.tsx';
import type { MessageId } from '#renderer/i18n/text.tsx';
import { SYNC_FAILURE_CODES } from '#shared/contract/run-log.ts';
import { openPage } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { failure } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What is said of what failed: by its code, beside what was asked for, and of figures. */

describe('a code', () => {
  /** Those that are not said by the message of their own name. */
  const OTHERS: { readonly [code: string]: readonly MessageId[] } = {
    'storage-full': ['failure.storage-full', 'failure.storage-full-do'],
    'bad-base-url': ['connect.url-not-a-url'],
    'channel-closed': ['notice.disconnected'],
    'shut-out': ['notice.shut-out'],
    'ownership-lost': ['closed.elsewhere'],
    'memory-refused': ['closed.memory'],
    'ledger-lost': ['notice.copy-lost'],
    'opened-file-gone': ['opened.gone'],
    'too-many-addresses': ['check.too-many-addresses', 'check.too-many-addresses-do'],
    'unconfirmed-address': ['check.unconfirmed-address', 'check.unconfirmed-address-do'],
    'export-disk-full': ['export.disk-full'],
    'export-file-open': ['export.file-open'],
    'export-no-permission': ['export.no-permission'],
    'export-folder-gone': ['export.folder-gone'],
    'dataset-busy': ['failure.export-busy'],
    'scheduled-busy': ['failure.export-busy'],
  };

  test.each(Object.entries(OTHERS))('%s is said as what it means', (code, ids) => {
    expect(codeMessage(code, text)).toBe(ids.map((id) => text(id)).join(' '));
  });

  test.each(['figures-frozen', 'not-closed', 'update-while-reading', 'unknown-account'] as const)(
    '%s has words of its own name',
    (code) => expect(codeMessage(code, text)).toBe(text(`failure.${code}`)),
  );

  test('is one where it is text; else an error says what the program says of it', () => {
    const coded = (code: unknown) => Object.assign(new RangeError('too far'), { code });
    expect([coded('not-open'), coded(7), new Error('x'), null, 'not-open'].map(errorCode)).toEqual([
      'not-open',
      ...[null, null, null, null],
    ]);
    const unforeseen = (detail: string) => text('failure.unforeseen', { detail });
    expect(errorMessage(coded('never heard of'), text)).toBe(unforeseen('too far'));
    expect(errorMessage('torn', text)).toBe(unforeseen('torn'));
    expect(errorMessage(coded('not-open'), text)).toBe(text('failure.not-open'));
    const translated = Object.assign(new TranslatedError('Así no.'), { code: 'not-open' });
    expect(errorMessage(translated, text)).toBe('Así no.');
  });

  test('of a sync says what happened and what to do, each by its own words', () => {
    for (const code of SYNC_FAILURE_CODES) {
      const words = failureMessage({ ...failure(code), status: 401 }, text);
      const todo = code === 'timed-out' ? 'failure.unreachable-do' : (`failure.${code}-do` as const);
      expect(words).toEqual({ what: text(`failure.${code}`), todo: text(todo) });
    }
    expect(failureMessage(failure('unauthorized'), text)).toEqual({
      what: text('check.unfit-key'),
      todo: text('check.unfit-key-do'),
    });
  });
});

test('an action is busy until it ends, and has failed until the next one begins', async () => {
  const held: { action: Action | null } = { action: null };
  function Probe() {
    const action = useAction();
    held.action = action;
    return (
      <>
        {action.busy ? <i>busy</i> : null}
        <ActionFailure words={action.failed} />
      </>
    );
  }
  const { view } = await openPage({}, () => <Probe />);
  const { container } = view;
  const begin = () => {
    const ends: { done: () => void; fail: (error: unknown) => void } = { done: () => {}, fail: () => {} };
    const call = new Promise<void>((resolve, reject) => {
      ends.done = resolve;
      ends.fail = reject;
    });
    const ran = { isDone: undefined as boolean | undefined };
    act(() => void held.action?.run(() => call).then((isDone) => (ran.isDone = isDone)));
    return { ...ends, ran };
  };
  const shown = () => [container.textContent, screen.queryByRole('alert')?.textContent];
  expect(shown()).toEqual(['', undefined]);
  const one = begin();
  expect(shown()).toEqual(['busy', undefined]);
  await act(async () => one.fail(new TranslatedError('Así no.')));
  expect([...shown(), one.ran.isDone]).toEqual(['Así no.', 'Así no.', false]);
  const other = begin();
  expect(shown()).toEqual(['busy', undefined]);
  await act(async () => other.done());
  expect([...shown(), other.ran.isDone]).toEqual(['', undefined, true]);
});

test('an answer is awaited, stays while the next one is, and beside what that failed with', async () => {
  type Answer = Parameters<typeof Answered<string>>[0]['answer'];
  const refresh = vi.fn();
  const held: { show: (part: Partial<Answer>) => void } = { show: () => {} };
  function Probe() {
    const [part, show] = useState<Partial<Answer>>({ isStale: true });
    held.show = show;
    const answer = { output: null, error: null, isStale: false, refresh, ...part };
    return (
      <Answered answer={answer} loading="Contando…" testId="answer">
        {(output) => <b>{output}</b>}
      </Answered>
    );
  }
  const { view } = await openPage({}, () => <Probe />);
  const shown = (part: Partial<Answer>) => {
    act(() => held.show(part));
    const answer = screen.queryByTestId('answer');
    const isOld = [answer?.dataset.stale, answer?.getAttribute('aria-busy')];
    return [readOf(view.container), ...(answer === null ? [] : isOld)];
  };
  const error = Object.assign(new Error('raw'), { code: 'not-open' });
  const failed = [
    `${text('failure.figures')}${text('failure.figures-note')}`,
    text('failure.not-open'),
    `[${text('sync.retry')}]`,
  ];
  expect(shown({ isStale: true })).toEqual([['Contando…']]);
  expect(screen.getByRole('status').textContent).toBe('Contando…');
  expect(shown({ output: 'siete' })).toEqual([['siete'], 'false', 'false']);
  expect(shown({ output: 'siete', isStale: true })).toEqual([['siete'], 'true', 'true']);
  expect(shown({ output: 'siete', isStale: true, error })).toEqual([[...failed, 'siete'], 'true', 'true']);
  expect(shown({ error })).toEqual([failed]);
  fireEvent.click(screen.getByRole('button'));
  expect(refresh).toHaveBeenCalledOnce();
});
