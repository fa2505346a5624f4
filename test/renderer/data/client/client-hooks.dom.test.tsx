import { act, render, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readAccountSettings, takeAccountSettings } from '#renderer/data/client/account-settings.ts';
import { useAnnotate, useAnnotations } from '#renderer/data/client/annotations.ts';
import { KeptInSight, useIsInSight } from '#renderer/data/client/kept-in-sight.tsx';
import { createStore, type Session } from '#renderer/data/client/session.ts';
import {
  SessionProvider,
  useAccounts,
  useConnection,
  useHostInfo,
  useLedger,
  useLostCopy,
  usePages,
  useSession,
  useSyncStatus,
} from '#renderer/data/client/session-context.tsx';
import type { AnnotationKind } from '#renderer/data/model/annotations.ts';
import { ONE_ACCOUNT, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';

/** What a page keeps of an account, and what it asks again as the user says something or a commit comes. */

beforeEach(() => localStorage.clear());

const rule = (days: number) => ({ days, owner: '', atMs: 1 });
const said = (entries: readonly (readonly [string, number])[]) =>
  entries.map(([key, days]) => ({ kind: 'claim-rule' as const, key, value: rule(days) }));

async function annotated(annotations: ReturnType<typeof said>) {
  const held: { annotate: ReturnType<typeof useAnnotate> | null; seen: ReadonlyMap<string, unknown> | null } =
    {
      ...{ annotate: null, seen: null },
    };
  function Held(props: { readonly kind: AnnotationKind }) {
    held.annotate = useAnnotate();
    held.seen = useAnnotations(props.kind);
    return null;
  }
  const page = await openPage({ annotations }, () => <Held kind="claim-rule" />);
  const stored = async () =>
    (await page.session.data.call.readAnnotations({ kind: 'claim-rule' })).map(({ key, value }) => [
      key,
      (value as ReturnType<typeof rule>).days,
    ]);
  const annotate = async (puts: readonly (readonly [string, number])[], deletes: readonly string[]) => {
    if (held.annotate === null) throw new Error('Not drawn.');
    const own = held.annotate;
    return own({
      kind: 'claim-rule',
      puts: puts.map(([key, days]) => ({ key, value: rule(days) })),
      deletes,
    });
  };
  return { ...page, stored, annotate, seen: () => held.seen };
}

test('what was said is taken back: what was there stands again, and what was not goes', async () => {
  const { annotate, stored } = await annotated(
    said([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]),
  );
  const back = await annotate(
    [
      ['a', 10],
      ['new', 5],
    ],
    ['b'],
  );
  expect((await stored()).toSorted()).toEqual([
    ['a', 10],
    ['c', 3],
    ['new', 5],
  ]);
  expect(await back()).toBe('taken-back');
  expect((await stored()).toSorted()).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
});

test('what was said again since stays, and the rest is taken back; where all was, that is told', async () => {
  const { annotate, stored } = await annotated(
    said([
      ['a', 1],
      ['b', 2],
    ]),
  );
  const back = await annotate(
    [
      ['a', 10],
      ['new', 5],
      ['newer', 5],
    ],
    ['b'],
  );
  await annotate(
    [
      ['a', 11],
      ['b', 7],
      ['newer', 6],
    ],
    [],
  );
  expect(await back()).toBe('taken-back');
  expect((await stored()).toSorted()).toEqual([
    ['a', 11],
    ['b', 7],
    ['newer', 6],
  ]);
  const again = await annotate([['a', 12]], []);
  await annotate([['a', 13]], []);
  expect(await again()).toBe('changed-since');
  expect((await stored()).toSorted()).toEqual([
    ['a', 13],
    ['b', 7],
    ['newer', 6],
  ]);
});

test('where nothing was said there is nothing to keep; what was taken back is not taken back again', async () => {
  const { annotate, stored, seen } = await annotated(said([['a', 1]]));
  await waitFor(() => expect([...(seen() ?? [])]).toEqual([['a', rule(1)]]));
  const back = await annotate([], []);
  expect(await back()).toBe('taken-back');
  const twice = await annotate([['a', 2]], []);
  await waitFor(() => expect([...(seen() ?? [])]).toEqual([['a', rule(2)]]));
  expect([await twice(), await twice()]).toEqual(['taken-back', 'changed-since']);
  expect(await stored()).toEqual([['a', 1]]);
});

test('what is said of one kind is no answer for another', async () => {
  const held: { seen: (readonly [AnnotationKind, readonly string[] | null])[] } = { seen: [] };
  function Held(props: { readonly kind: AnnotationKind }) {
    const seen = useAnnotations(props.kind);
    held.seen.push([props.kind, seen === null ? null : [...seen.keys()]]);
    return null;
  }
  const kinds: { set: (kind: AnnotationKind) => void } = { set: () => {} };
  function Chosen() {
    const [kind, set] = useState<AnnotationKind>('claim-rule');
    kinds.set = set;
    return <Held kind={kind} />;
  }
  await openPage({ annotations: said([['a', 1]]) }, () => <Chosen />);
  await expect.poll(() => held.seen.at(-1)).toEqual(['claim-rule', ['a']]);
  act(() => kinds.set('target'));
  await expect.poll(() => held.seen.at(-1)).toEqual(['target', []]);
  expect(held.seen.filter(([kind, keys]) => kind === 'target' && (keys ?? []).length > 0)).toEqual([]);
});

test('pages are asked of an open copy, and again by a commit of theirs and by what is said', async () => {
  const told: unknown[] = [];
  const source = { ask: (query: unknown) => void told.push(query), refresh: () => void told.push('again') };
  function Held(props: { readonly follows?: 'revision' | 'latest' }) {
    usePages(source, 'q', props.follows);
    return null;
  }
  const heard = async (follows: 'revision' | 'latest' | undefined, setting: PageSetting = {}) => {
    const { session, commit, view } = await openPage({ rows: [{ Canal: 'A' }], ...setting }, () => (
      <Held {...(follows === undefined ? {} : { follows })} />
    ));
    await act(async () => session.freeze().catch(() => null));
    told.push('frozen');
    await act(async () => commit([{ Canal: 'B' }]));
    told.push('committed');
    await act(async () => session.data.write.writeAnnotations({ kind: 'claim-rule', puts: [], deletes: [] }));
    view.unmount();
    return told.splice(0);
  };
  expect(await heard('latest')).toEqual(['q', 'frozen', 'again', 'committed', 'again']);
  expect(await heard(undefined)).toEqual(['q', 'frozen', 'committed', 'again']);
  const elsewhere = { opening: () => ({ kind: 'owned-elsewhere' }) as const };
  expect((await heard(undefined, elsewhere))[0]).toBeNull();
});

test('pages are asked for by the newest question, of no copy that has gone, and by nobody who has left', async () => {
  const told: unknown[] = [];
  const source = { ask: (query: unknown) => void told.push(query), refresh: () => void told.push('again') };
  let choose: (query: string | null) => void = () => {};
  function Asking() {
    const [query, set] = useState<string | null>('one');
    choose = set;
    usePages(source, query);
    return null;
  }
  const { session, commit, report, view } = await openPage({ rows: [{ Canal: 'A' }] }, () => <Asking />);
  act(() => choose('two'));
  act(() => choose(null));
  act(() => choose('three'));
  expect(told.splice(0)).toEqual(['one', 'two', null, 'three']);
  act(() => report('accounts', { ...ONE_ACCOUNT, activeId: null }));
  expect([session.ledger.get().kind, ...told.splice(0)]).toEqual(['none', 'again', null]);
  view.unmount();
  commit([{ Canal: 'B' }]);
  await session.data.write.writeAnnotations({ kind: 'claim-rule', puts: [], deletes: [] });
  expect(told).toEqual([]);
});

test('settings of an account are taken whole, each told to whoever follows it', () => {
  for (const [key, value] of [
    ['cuadra.views.a', 'old'],
    ['cuadra.views.b', 'other'],
    ['cuadra.exported.a', 'here'],
  ] as const)
    localStorage.setItem(key, value);
  expect(readAccountSettings('a')).toEqual({ views: 'old' });
  const told: (string | null)[] = [];
  const listen = (event: StorageEvent) => told.push(event.key);
  window.addEventListener('storage', listen);
  takeAccountSettings('a', { schedule: 's', preferences: 'p', exported: 'there', 'Not a name': 'x' });
  window.removeEventListener('storage', listen);
  expect(told.toSorted()).toEqual(['cuadra.preferences', 'cuadra.schedule.a', 'cuadra.views.a']);
  expect([
    readAccountSettings('a'),
    readAccountSettings('b'),
    localStorage.getItem('cuadra.exported.a'),
  ]).toEqual([{ schedule: 's', preferences: 'p' }, { views: 'other', preferences: 'p' }, 'here']);
});

test('what was chosen on this machine stays where settings come with another language and numbers', () => {
  localStorage.setItem('cuadra.preferences', 'own');
  localStorage.setItem('cuadra.views.a', 'own');
  takeAccountSettings('a', { preferences: 'brought', views: 'brought' });
  expect(readAccountSettings('a')).toEqual({ preferences: 'own', views: 'brought' });
});

test('a copy that another page has is told so; one that brings settings hands them over once', async () => {
  const { session, view } = await openPage({ opening: () => ({ kind: 'owned-elsewhere' }) }, () => <i />);
  expect(session.ledger.get()).toEqual({ kind: 'elsewhere', accountId: 'a', takenOver: false });
  view.unmount();
  const facts = { revision: 3, rows: 0 } as never;
  const { questions } = await openPage(
    { opening: () => ({ kind: 'open', facts, settings: { views: 'brought' } }) },
    () => <i />,
  );
  expect([readAccountSettings('a'), questions.filter((each) => each === 'forgetSettings')]).toEqual([
    { views: 'brought' },
    ['forgetSettings'],
  ]);
});

test('each value of the session is drawn as it is, and again once it is another one', () => {
  const names = ['accounts', 'status', 'connection', 'host', 'ledger', 'lostCopy'] as const;
  const counters = ['revision', 'latest', 'notes', 'annotations'] as const;
  const stores = Object.fromEntries(
    [...names, ...counters].map((name) => [name, createStore<unknown>(name)]),
  );
  const session = stores as unknown as Session;
  const seen: unknown[][] = [];
  function Drawn() {
    const own = useSession() === session;
    const values = [
      useAccounts(),
      useSyncStatus(),
      useConnection(),
      useHostInfo(),
      useLedger(),
      useLostCopy(),
    ];
    seen.push([own, ...values]);
    return null;
  }
  const view = render(
    <SessionProvider session={session}>
      <Drawn />
    </SessionProvider>,
  );
  const before: unknown[] = [true, ...names.map((name) => stores[name]?.get())];
  expect(seen.at(-1)).toEqual(before);
  names.forEach((name, at) => {
    before[at + 1] = { kind: `new ${name}` };
    act(() => stores[name]?.set(before[at + 1]));
    expect(seen.at(-1), name).toEqual(before);
  });
  view.unmount();
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(() => render(<Drawn />)).toThrow('No session here.');
});

test('what is kept out of sight stays as it was, is hidden, knows it, and lets go of what it listens to', () => {
  const log: string[] = [];
  let raise = () => {};
  let isSeen = true;
  function Part() {
    const [count, set] = useState(0);
    raise = () => set(count + 1);
    isSeen = useIsInSight();
    useEffect(() => {
      log.push('listens');
      return () => void log.push('left');
    }, []);
    return <p>Counted {count}</p>;
  }
  const drawn = (outer: boolean, inner: boolean) => (
    <KeptInSight isShown={outer}>
      <KeptInSight isShown={inner}>
        <Part />
      </KeptInSight>
    </KeptInSight>
  );
  const view = render(drawn(true, true));
  const text = () => view.getByText(/Counted/);
  act(() => raise());
  expect([text().textContent, isSeen, log.splice(0)]).toEqual(['Counted 1', true, ['listens']]);
  for (const [outer, inner] of [
    [true, false],
    [false, true],
  ] as const) {
    view.rerender(drawn(outer, inner));
    expect([text().style.display, isSeen, log.splice(0)]).toEqual(['none', false, ['left']]);
    view.rerender(drawn(true, true));
    expect([text().style.display, isSeen, log.splice(0)]).toEqual(['', true, ['listens']]);
    expect(text().textContent).toBe('Counted 1');
  }
});

test('settings are those under the account’s own names, and are told once they are there', () => {
  const long = 'a'.repeat(40);
  for (const key of [
    ...['cuadra.views.a', `cuadra.${long}.a`, 'cuadra.own-costs.a'],
    ...[
      `cuadra.${long}a.a`,
      'casacas.views.a',
      'cuadra.views.b.a',
      'cuadra.-views.a',
      'cuadra.v1.a',
      'cuadra.views.ba',
    ],
  ])
    localStorage.setItem(key, key);
  expect(readAccountSettings('a')).toEqual({
    ...{ views: 'cuadra.views.a', 'own-costs': 'cuadra.own-costs.a', [long]: `cuadra.${long}.a` },
  });
  const told: unknown[] = [];
  const listen = ({ key }: StorageEvent) => told.push([key, localStorage.getItem(key ?? '')]);
  window.addEventListener('storage', listen);
  takeAccountSettings('a', { views: 'new', [long]: 'new' });
  window.removeEventListener('storage', listen);
  expect(told.slice(-2).toSorted()).toEqual([
    [`cuadra.${long}.a`, 'new'],
    ['cuadra.views.a', 'new'],
  ]);
  expect(localStorage.getItem('cuadra.own-costs.a')).toBeNull();
  expect(localStorage.getItem('casacas.views.a')).toBe('casacas.views.a');
  // A private window may refuse to remember anything.
  const refuse = () => {
    throw new Error('refused');
  };
  vi.stubGlobal('localStorage', { length: 1, key: refuse, getItem: refuse, setItem: refuse });
  try {
    takeAccountSettings('a', { views: 'newer' });
    expect(readAccountSettings('a')).toEqual({});
  } finally {
    vi.unstubAllGlobals();
  }
});
