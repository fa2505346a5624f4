import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storyMonth, useGuide } from '#renderer/features/demo-company/guide.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { isStep } from '#renderer/features/navigation/reconciliation-place.ts';
import { STEP_IDS, type StepState } from '#renderer/reconciliation/month/model/month-steps.ts';
import { GuideStrip } from '#renderer/screens/reconciliation/guide-strip.tsx';
import { MonthFrame } from '#renderer/screens/reconciliation/month-frame.tsx';
import type { useMonths } from '#renderer/screens/reconciliation/use-months.ts';
import { usePlace } from '#renderer/screens/reconciliation/use-place.ts';
import type { Month } from '#shared/domain/dates.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { walked } from '#test/renderer/screens/reconciliation/walks.ts';
import { InAccount, openPage } from './page.tsx';

/** The guided first close: offered, walked, skipped, come back to, and at its end with the month closed. */

const DEMO = `demo-${Date.UTC(2026, 10, 20)}`;
const MONTH = '2026-10';

type Known = {
  readonly isClosed?: boolean;
  readonly isRead?: boolean;
  readonly steps?: readonly StepState[];
};

function Screen({ isClosed = false, isRead = true, steps = [] }: Known) {
  const { address } = useNavigation();
  const { place, go } = usePlace(address.detail);
  const guide = useGuide();
  const part = place.at === 'month' ? place.part : null;
  const at = part !== null && isStep(part) ? part : null;
  const state = isClosed ? 'closed' : 'open';
  const walk = walked(MONTH, steps, { close: { state, drift: null, by: null } });
  const months = { walkOf: (month: string) => (isRead && month === MONTH ? walk : null), isKnown: isRead };
  return (
    <>
      <button type="button" onClick={() => guide?.resume()}>
        palette
      </button>
      <button type="button" onClick={() => go({ at: 'months' })}>
        elsewhere
      </button>
      <GuideStrip
        month={place.at === 'month' ? place.month : null}
        at={at}
        months={months as unknown as ReturnType<typeof useMonths>}
      />
      <MonthFrame
        month={MONTH as Month}
        cell={null}
        walk={isRead ? walk : null}
        isKnown={isRead}
        at={at}
        guided={guide?.after(at) ?? null}
        after={null}
        onStep={(next) => go({ at: 'month', month: MONTH as Month, part: next, item: null })}
        onMonth={() => {}}
      />
    </>
  );
}

async function open(known: Known = {}, more: Parameters<typeof account>[0] = {}) {
  const page = await openPage(
    {
      accounts: {
        accounts: [account({ id: DEMO, kind: 'demo', ...more })],
        ...{ activeId: DEMO, keyStorage: 'memory' },
      },
      at: '#reconciliation/months',
    },
    () => (
      <InAccount>
        <Screen {...known} />
      </InAccount>
    ),
  );
  const press = (testId: string) => page.user.click(screen.getByTestId(testId));
  const pressWord = (name: string) => page.user.click(screen.getByRole('button', { name }));
  return { ...page, press, pressWord };
}

const step = (): string | undefined => screen.getByTestId('guide').dataset.step;

test('it is of the last month that was over everywhere when the company began', () => {
  expect(storyMonth(DEMO)).toBe(MONTH);
  // At that hour it is still December in America.
  expect(storyMonth(`demo-${Date.UTC(2027, 0, 1)}`)).toBe('2026-11');
  expect(storyMonth(`demo-${Date.UTC(2027, 0, 1, 12)}`)).toBe('2026-12');
  expect(storyMonth('a')).toBeNull();
});

test('it leads through the seven steps of the month, each with its own words', async () => {
  const { press } = await open();
  expect(screen.getByTestId('guide').textContent).toContain('octubre de 2026');
  await press('guide-start');
  const named = new Set<string>();
  for (const id of STEP_IDS) {
    expect(window.location.hash).toBe(`#reconciliation/${MONTH}/${id}`);
    expect(step()).toBe(id);
    named.add(screen.getByTestId('guide').querySelector('p')?.textContent ?? '');
    if (id !== 'close') await press('guide-next');
  }
  expect(named.size).toBe(STEP_IDS.length);
  expect(screen.queryByTestId('guide-next')).toBeNull();
});

test('«Siguiente» names the step that it leads to, done or not, and goes there', async () => {
  const { press } = await open({ steps: ['done', 'done', 'open', 'done', 'done', 'done', 'blocked'] });
  await press('guide-start');
  for (const id of STEP_IDS.slice(1)) {
    const name = text(`month.step-${id}`);
    expect(screen.getByTestId('guide-next').textContent).toContain(name);
    expect(screen.getByTestId('month-next').textContent?.toLowerCase()).toContain(name.toLowerCase());
    await press('month-next');
    expect(step()).toBe(id);
  }
  // Skipped, it leads to what there is to do.
  await press('guide-skip');
  expect(screen.getByTestId('month-next').textContent).toContain(
    text('month.next-costs', { count: 3, shown: '3' }),
  );
});

test('until the month is read it says so, and asks for nothing that may be done', async () => {
  const { press } = await open({ isRead: false });
  await press('guide-start');
  expect(screen.getByTestId('guide').textContent).toContain(text('guide.reading'));
  expect(screen.queryByTestId('guide-next')).toBeNull();
  expect(screen.getByTestId('month-next').textContent).toContain(text('month.next-loading'));
});

test('of a step that tells of one currency it says what is open in that', async () => {
  const steps = ['done', 'done', 'open', 'done', 'open', 'done', 'blocked'] as const;
  const currencies = { main: 'CLP', own: [{ Canal: 'Uno', Cuenta: 'A', code: 'BRL' }] };
  const { press } = await open({ steps }, { currencies });
  await press('guide-start');
  const words = () => screen.getByTestId('guide').textContent;
  expect(words()).not.toContain('CLP');
  for (const [id, said] of [
    ['costs', 'En CLP: 3 SKU sin costo.'],
    ['differences', 'En CLP: 3 diferencias.'],
    ['bank', 'En CLP, nada abierto.'],
  ]) {
    while (step() !== id) await press('guide-next');
    expect(words()).toContain(said);
  }
});

test('elsewhere it says where it goes on, and leads back there', async () => {
  const { press, pressWord } = await open();
  await press('guide-start');
  await press('guide-next');
  await press('guide-next');
  await pressWord('elsewhere');
  expect(step()).toBe('costs');
  await press('guide-resume');
  expect(window.location.hash).toBe(`#reconciliation/${MONTH}/costs`);
});

test('skipped it stays away, also in another session, until it is asked for: then it goes on where it was', async () => {
  const { press } = await open();
  await press('guide-start');
  await press('guide-next');
  await press('guide-skip');
  expect(screen.queryByTestId('guide')).toBeNull();
  cleanup();
  const again = await open();
  expect(screen.queryByTestId('guide')).toBeNull();
  await again.pressWord('palette');
  expect(step()).toBe('rows');
  expect(window.location.hash).toBe(`#reconciliation/${MONTH}/rows`);
});

test('not now is not never', async () => {
  const { press, pressWord } = await open();
  await press('guide-skip');
  expect(screen.queryByTestId('guide')).toBeNull();
  await pressWord('palette');
  expect(step()).toBe('data');
});

test('with the month closed it is at its end', async () => {
  const { press, pressWord } = await open({ isClosed: true });
  // Nobody is offered what is done.
  expect(screen.queryByTestId('guide')).toBeNull();
  await pressWord('palette');
  await pressWord('elsewhere');
  expect(screen.getByTestId('guide').textContent).toContain('Cerraste octubre de 2026.');
  await press('guide-end');
  expect(screen.queryByTestId('guide')).toBeNull();
});

test('another account is offered none', async () => {
  await open({}, { kind: 'api' });
  expect(screen.queryByTestId('guide')).toBeNull();
});
