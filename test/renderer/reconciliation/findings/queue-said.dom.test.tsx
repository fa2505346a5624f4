import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Finding } from '#renderer/data/model/finding.ts';
import { groupsOf } from '#renderer/reconciliation/findings/model/groups.ts';
import type { ExceptionSaying } from '#renderer/reconciliation/findings/model/sayings.ts';
import { ExceptionsSection } from '#renderer/reconciliation/findings/screen/exceptions-section.tsx';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';

/** What is said in the queue by letters, whose word it is, and what stays of picks and filters. */

const FOUND: Finding = {
  ...{
    kind: 'rate',
    subject: { Canal: 'Uno', Cuenta: 'A' },
    evidence: 'e',
    rows: 1,
    orders: 1,
    amount: null,
  },
  ...{ firstPurchase: null, lastPurchase: null, affects: [] },
  cases: ['1', '2', '3'].map((id) => ({
    ...{ id, name: `O-${id}`, month: '2026-11' as Month, day: '2026-11-20' as LocalDate },
    ...{ amount: '10' as Decimal, rows: 1, evidence: 'e' },
  })),
};
const GROUPS = groupsOf({
  ...{ findings: [FOUND], records: new Map(), sayings: new Map(), claimed: new Map(), scope: null },
  today: '2026-11-27' as LocalDate,
});

async function open() {
  const written: ExceptionSaying[] = [];
  const led: unknown[] = [];
  let isDown = false;
  localStorage.setItem('cuadra.screens.a', JSON.stringify({ 'reconciliation.owner': 'Sol' }));
  await openPage(
    {
      facts: { lastPurchase: '2026-11-27T10:00:00.000' as LocalDateTime },
      dataReplies: {
        readExceptions: () => ({ revision: 1, rows: 3, exceptions: [], groups: GROUPS }),
        // The clock of who said this is ahead.
        readAnnotations: ({ kind }) =>
          (kind === 'exception-saying' ? [{ key: 's', value: { atMs: 9e12, of: [] } }] : []) as never,
        writeAnnotations: ({ puts }) => {
          if (isDown) throw new Error('the worker is gone');
          written.push(...puts.map(({ value }) => value as ExceptionSaying));
          return null;
        },
      },
    },
    () => (
      <InAccount>
        <ExceptionsSection asked={null} month={null} onSection={(...to) => led.push(to)} />
      </InAccount>
    ),
  );
  await waitFor(() => expect(screen.getAllByTestId('exception')).toHaveLength(3));
  const row = (name: string) =>
    screen.getAllByTestId('exception').find(({ textContent }) => textContent?.includes(name)) as HTMLElement;
  const named = (name: string) => row(name).querySelector<HTMLElement>('[data-walked]') as HTMLElement;
  return {
    ...{ written, led, row, named },
    letter: (name: string, key: string) => fireEvent.keyDown(named(name), { key }),
    fail: (fails: boolean) => {
      isDown = fails;
    },
    alert: () => screen.queryByRole('alert')?.textContent ?? null,
  };
}

test('letters say it in the name said last, each later than all before; one that could not be kept says so until the next', async () => {
  const { written, letter, fail, alert } = await open();
  await waitFor(() => expect(screen.getByTestId('exceptions').dataset.value).toBe('3'));
  letter('O-1', 'e');
  letter('O-2', 'a');
  await waitFor(() => expect(written).toHaveLength(2));
  expect(written.map(({ state, owner, atMs, of }) => [state, owner, atMs, of[0]?.cases[0]?.name])).toEqual([
    ['explained', 'Sol', 9e12 + 1, 'O-1'],
    ['accepted', 'Sol', 9e12 + 2, 'O-2'],
  ]);
  fail(true);
  letter('O-3', 'e');
  await waitFor(() => expect(alert()).toContain('the worker is gone'));
  fail(false);
  letter('O-3', 'e');
  await waitFor(() => expect(alert()).toBeNull());
  expect(written.map(({ state }) => state)).toEqual(['explained', 'accepted', 'explained']);
});

test('closing what is chosen lets go of picks too, and goes back to its row; filters leave each other as they are', async () => {
  const { named, row, led } = await open();
  const box = (name: string) => row(name).querySelector('input') as HTMLInputElement;
  fireEvent.click(named('O-2'), { detail: 1 });
  fireEvent.click(box('O-1'));
  fireEvent.click(box('O-3'));
  expect(screen.getByTestId('exception-chosen').dataset.count).toBe('2');
  fireEvent.keyDown(screen.getByTestId('exception-note'), { key: 'Escape' });
  expect([
    screen.queryByTestId('exception-chosen'),
    box('O-1').checked,
    named('O-2').getAttribute('aria-pressed'),
  ]).toEqual([...[null, false, 'false']]);
  expect(document.activeElement).toBe(named('O-2'));
  const search = screen.getByTestId<HTMLInputElement>('exceptions-search');
  fireEvent.change(search, { target: { value: 'O- ' } });
  fireEvent.click(screen.getByTestId('exceptions-age-week'));
  fireEvent.click(screen.getByTestId('exceptions-accepted'));
  expect([
    search.value,
    screen.getByTestId('exceptions-age-week').getAttribute('aria-pressed'),
    screen.getByTestId('exceptions-accepted').getAttribute('aria-pressed'),
  ]).toEqual(['O- ', 'true', 'true']);
  fireEvent.click(screen.getByTestId('exceptions-to-claims'));
  expect(led).toEqual([['claims']]);
});
