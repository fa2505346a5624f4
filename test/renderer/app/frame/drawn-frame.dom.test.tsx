import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Notices } from '#renderer/app/frame/notices.tsx';
import type { LostCopy, Store } from '#renderer/data/client/session.ts';
import type { Coverage, MonthCoverage } from '#renderer/data/model/coverage.ts';
import { changesAfter } from '#renderer/features/changes/changes-state.ts';
import { knownMoment } from '#renderer/features/messages/sync-messages.ts';
import type { SyncStatus } from '#shared/contract/app.ts';
import type { Month } from '#shared/domain/dates.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { goTo, InAccount, openPage, type PageSetting, READ_UNTIL } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { buttonOf, exactIn } from '#test/renderer/dom/shown.ts';
import {
  control,
  failure,
  held,
  instant,
  MINUTE,
  month,
  NOW,
  run,
  status,
} from '#test/renderer/features/coverage/sync-fixtures.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';
import { frozenStrip, isRested, movedStrip, openStrip, readStrip, sale } from './strip-under-test.tsx';

/** The notice and the strips over all screens: what each says whole, while one thing comes after the other. */

afterEach(() => void vi.useRealTimers());
beforeEach(() => {
  localStorage.clear();
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
});

const coverage = (months: readonly MonthCoverage[]): Coverage => ({
  ...{ revision: 1, knownUntil: null, months, controls: { everything: null, dashboard: null } },
  ...{ search: null, undatedRows: 0, outOfRangeRows: 0 },
});
const of = (name: string, part: Partial<MonthCoverage>) => month({ month: name as Month, ...part });

describe('the notice', () => {
  async function notices(setting: PageSetting = {}, at = '#panel') {
    const page = await openPage({ at, status: status(), ...setting }, () => (
      <InAccount>
        <Notices />
      </InAccount>
    ));
    const tell = (part: Partial<SyncStatus>) => {
      act(() => page.report('syncStatus', status(part)));
    };
    return { ...page, tell };
  }
  const read = () =>
    screen.queryAllByTestId('notice').map((each) => [each.getAttribute('role'), ...readOf(each)].join(' '));
  const isNow = (name: string | null) =>
    waitFor(() => expect(screen.queryByTestId('notice')?.dataset.notice ?? null).toBe(name));

  test('says one thing after the other, each whole and with its way on', async () => {
    const { tell, asked } = await notices();
    expect(read()).toEqual([]);
    const said: (string | undefined)[] = [undefined];
    const told = async (name: string, part: Partial<SyncStatus>) => {
      const before = said.at(-1);
      tell(part);
      await waitFor(() => expect(read()[0]).not.toBe(before));
      expect(screen.getByTestId('notice').dataset.notice).toBe(name);
      said.push(...read());
    };
    const outage = { kind: 'silent', sinceMs: NOW - 5 * MINUTE, tried: 2, tries: 8 } as const;
    const progress = {
      monthsDone: 3,
      monthsTotal: 24,
      rowsRead: 9,
      pagesRead: 7,
      pagesLeft: null,
      secondsLeft: null,
    };
    await told('back-off', { state: 'waiting', waiting: { reason: 'back-off', untilMs: NOW + 90_000 } });
    await told('outage', {
      state: 'waiting',
      outage,
      waiting: { reason: 'back-off', untilMs: NOW + 90_000 },
    });
    await told('paused', { state: 'paused' });
    await told('paused', { state: 'paused', historyComplete: false });
    await told('loading', { state: 'running', historyComplete: false, progress });
    await told('stale', {
      lastRun: run({ endedAtMs: NOW - 3 * 60 * MINUTE }),
      knownUntil: instant(NOW - 200 * MINUTE),
    });
    await told('failure', { state: 'error', failure: failure('storage-full', 'ENOSPC') });
    await told('key', { state: 'error', failure: failure('unauthorized', 'no such key') });
    await told('other-company', { state: 'error', failure: failure('other-company', 'of others') });
    expect(said.slice(1)).toEqual([
      'status La API pidió esperar o no respondió. Sigue sola en 2 min.[Detalle]',
      'status Sin respuesta desde 11:27, intento 2 de 8, siguiente 11:33. Puedes ver y exportar todo lo leído.[Detalle]',
      'status La sincronización está en pausa.[Reanudar]',
      `status ${text('notice.paused-loading')}[Reanudar]`,
      'status Carga histórica en curso: 3 de 24 meses leídos. Los meses anteriores aún no están.[Detalle]',
      `status Cambios leídos hace 3 h. Lo que ves llega hasta ${knownMoment(instant(NOW - 200 * MINUTE), formats)}, hora de la API.[Leer ahora]`,
      'alert No queda espacio para guardar lo leído. No se escribió nada a medias y lo leído sigue aquí. Libera espacio en disco y reintenta. La API dijo: ENOSPC[Reintentar]',
      'alert La clave no es válida. Lo leído sigue aquí. Pega una clave vigente para seguir. La API dijo: no such keyLa clave de «Lumbre Hogar» se envía solo a api.example (https://api.example/data)Clave de la API: {Clave de la API}[Usar esta clave, off]',
      'alert La clave nueva responde con órdenes que esta cuenta no conoce. Podría ser de otra empresa. No se guardó nada de ella. ¿Qué es? La API dijo: of others [Es la misma empresa]Se sigue leyendo en esta cuenta con la clave nueva. [Abrir como otra cuenta]Se conecta aparte, con su propia copia; esta no se toca. [Olvidar esta clave]La cuenta queda como estaba y pide de nuevo su clave.',
    ]);
    const ways = ['same-company', 'own-account', 'forget'].map((way) =>
      screen.getByTestId<HTMLButtonElement>(`key-${way}`),
    );
    for (const way of ways) {
      fireEvent.click(way);
      // One decision at a time.
      expect(ways.map(({ disabled }) => disabled)).toEqual([true, true, true]);
      await act(async () => {});
      expect(ways.map(({ disabled }) => disabled)).toEqual([false, false, false]);
    }
    expect(asked).toEqual(
      ['same-company', 'own-account', 'forget'].map((decision) => ({
        call: 'resolveKey',
        input: { accountId: 'a', decision },
      })),
    );
  });

  test('of a copy that is another one stands until it is read; one that is lost then is told again', async () => {
    const { tell, session } = await notices({ status: status({ copy: 'replaced' }) });
    const note = text('notice.copy-note');
    const press = `[${text('notice.understood')}]`;
    expect(read()).toEqual([`status ${text('notice.copy-replaced')} ${note}${press}`]);
    fireEvent.click(buttonOf(text('notice.understood')));
    expect(read()).toEqual([]);
    const lost = session.lostCopy as Store<LostCopy | null> & { readonly set: (copy: LostCopy) => void };
    act(() => lost.set({ accountId: 'b', atMs: NOW }));
    expect(read()).toEqual([]);
    act(() => lost.set({ accountId: 'a', atMs: NOW }));
    expect(read()).toEqual([`status ${text('notice.copy-lost')} ${note}${press}`]);
    fireEvent.click(buttonOf(text('notice.understood')));
    expect([read(), session.lostCopy.get()]).toEqual([[], null]);
    tell({ state: 'paused' });
    await isNow('paused');
  });

  test('of rows that wait names three months, and has a way on but in the month that it leads to', async () => {
    const months = ['2025-01', '2025-02', '2025-03'].map((name) => of(name, { held: held(3) }));
    await notices(
      {
        status: status({ rowsHeld: 1200 }),
        dataReplies: { readCoverage: () => coverage([of('2024-12', {}), ...months]) },
      },
      '#sync/2025-02',
    );
    await waitFor(() => expect(read()[0]).toContain('ene 2025'));
    const words = text('notice.held', {
      ...{ count: 1200, shown: '1.200', months: 'ene 2025, feb 2025, mar 2025', known: 'yes' },
    });
    const whole = `status ${words} ${text('notice.held-note')}`;
    expect(read()).toEqual([`${whole}[${text('notice.held-decide')}]`]);
    fireEvent.click(buttonOf(text('notice.held-decide')));
    await waitFor(() => expect(read()).toEqual([whole]));
    expect(window.location.hash).toBe('#sync/2025-01');
  });

  test('of rows that wait while their months are not known leads to all of them', async () => {
    await notices({ status: status({ rowsHeld: 1 }) });
    const words = text('notice.held', { count: 1, shown: '1', months: '', known: 'no' });
    expect(read()).toEqual([`status ${words} ${text('notice.held-note')}[${text('notice.held-decide')}]`]);
  });

  test('of a month that differs stays until that very month was looked at; by other rows it is news again', async () => {
    let here = 5;
    const { commit } = await notices({
      at: '#changes/2025-03',
      rows: [{ Canal: 'A' }],
      dataReplies: {
        readCoverage: () =>
          coverage([of('2025-03', { controls: { everything: control(7, here), dashboard: null } })]),
      },
    });
    const whole = (difference: string) =>
      `status ${text('notice.differs', { month: 'Marzo de 2025', difference })}[${text('notice.differs-show')}]`;
    goTo('#changes/2025-03');
    await waitFor(() => expect(read()).toEqual([whole('faltan 2')]));
    goTo('#sync/2025-02');
    expect(read()).toEqual([whole('faltan 2')]);
    fireEvent.click(buttonOf(text('notice.differs-show')));
    await waitFor(() => expect([window.location.hash, read()]).toEqual(['#sync/2025-03', []]));
    goTo('#panel');
    expect(read()).toEqual([]);
    here = 4;
    act(() => commit([{ Canal: 'A' }]));
    await waitFor(() => expect(read()).toEqual([whole('faltan 3')]));
  });
});

describe('the strip', () => {
  test('tells what moved of the selection since it was looked at, in how many orders, until one has read it', async () => {
    const { commit, asked, rest, choose } = await openStrip({ all: 16, selected: 2 });
    await isRested();
    choose('A');
    await rest();
    await isRested();
    act(() => commit([sale('3', 'A', '-30.5'), sale('4', 'B', '9')]));
    await rest();
    await waitFor(() => expect(readStrip()).toHaveLength(1));
    expect(readStrip()).toEqual([movedStrip('−31', 2)]);
    expect(exactIn(document.body)).toEqual(['-30.5']);
    const scope = { accounts: [{ Canal: 'Plaza', Cuenta: 'US' }], isExcluded: true };
    const selection = { ...EVERYTHING, scope, filters: [{ column: 'Canal', values: ['A'] }] };
    const question = {
      ...{
        since: '2026-04-01T12:00:00.001Z',
        runId: null,
        month: null,
        kinds: ['new', 'changed', 'removed'],
      },
      ...{ canal: null, search: '', onlyDifferent: true, sort: null, grouping: 'news', group: null },
      ...{ offset: 0, limit: 1, scope },
    };
    expect(asked).toEqual([
      { ...question, selection: null },
      { ...question, selection },
    ]);
    goTo('#changes');
    expect(readStrip()).toEqual([movedStrip('−31', 2, '')]);
    goTo('#panel');
    fireEvent.click(screen.getByTestId('moved-orders'));
    expect(decodeURIComponent(window.location.hash)).toBe(`#changes/${changesAfter(READ_UNTIL, true)}`);
    await isRested();
    goTo('#panel');
    act(() => commit([sale('5', 'A', '1')]));
    await rest();
    await waitFor(() => expect(readStrip()).toHaveLength(1));
    expect(readStrip()).toEqual([movedStrip('+1', 2)]);
  });

  test('holds nothing against what was while a sync reads on: it tells of it once that rests', async () => {
    const { commit, asked, rest, report } = await openStrip({ all: 2, selected: 2 });
    await isRested();
    act(() => report('syncStatus', status({ state: 'running' })));
    await waitFor(() => expect(screen.queryByTestId('figures-rested')).toBeNull());
    for (const ventas of ['1', '2']) {
      act(() => commit([sale(ventas, 'A', ventas)]));
      await rest();
      await rest();
      expect([readStrip(), screen.queryByTestId('figures-rested'), asked]).toEqual([[], null, []]);
    }
    act(() => report('syncStatus', status({ state: 'waiting' })));
    await rest();
    expect([readStrip(), screen.queryByTestId('figures-rested'), asked]).toEqual([[], null, []]);
    act(() => report('syncStatus', status()));
    await waitFor(() => expect(readStrip()).toEqual([movedStrip('+3', 2)]));
  });

  test('tells of rows that are still on their way, also while figures stand still', async () => {
    const rowsOpening = { rowsRead: 3, rows: 12 };
    const { session, rest } = await openStrip({ all: 0, selected: 0 }, { facts: { rowsOpening } });
    await act(() => session.freeze());
    await rest();
    const words = text('closed.opening-rows', { count: 12, read: '3', rows: '12' });
    expect([readStrip('rows-opening').join(' '), readStrip('figures-frozen')]).toEqual([
      `${text('closed.opening')} ${words}`,
      [],
    ]);
  });

  test('while figures stand still tells what they would be, and what changed beside them', async () => {
    const counts = { all: 0, selected: 0 };
    const { commit, session, rest } = await openStrip(counts);
    await isRested();
    await act(() => session.freeze());
    await rest();
    await waitFor(() => expect(readStrip('figures-frozen').join()).toContain(text('revision.unmoved')));
    expect(readStrip('figures-frozen')).toEqual([frozenStrip('Nada cambió desde entonces. ')]);
    counts.all = 3;
    act(() => commit([]));
    await rest();
    await waitFor(() => expect(screen.getByTestId('changed-orders').dataset.count).toBe('3'));
    expect(readStrip('figures-frozen')).toEqual([
      frozenStrip('Desde entonces cambiaron 3 órdenes, nada de lo que ves. [ver]'),
    ]);
    counts.all = 5;
    counts.selected = 4;
    act(() => commit([sale('3', 'A', '0.5')]));
    await rest();
    await waitFor(() => expect(screen.getByTestId('changed-orders').dataset.count).toBe('4'));
    expect(readStrip('figures-frozen')).toEqual([
      frozenStrip('Desde entonces cambió en 4 órdenes: Ventas +1 (Ventas)[ver]'),
    ]);
    fireEvent.click(screen.getByTestId('release'));
    await waitFor(() => expect(readStrip('figures-frozen')).toEqual([]));
  });
});
