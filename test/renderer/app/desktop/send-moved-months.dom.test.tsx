import { act, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useSendMovedMonths } from '#renderer/app/desktop/send-moved-months.ts';
import { openPage } from '#test/renderer/dom/page.tsx';

const moved = (month: string) => ({
  finding: { kind: 'closed-month', subject: { month }, amount: '-5.5' },
});
const other = { finding: { kind: 'row-proof', subject: { rule: 'x' } } };

async function view(host: 'desktop' | 'browser') {
  let show: (next: readonly unknown[]) => Promise<void> = async () => {};
  function View() {
    const [exceptions, setExceptions] = useState<readonly unknown[] | null>(null);
    show = (next) => act(async () => setExceptions(next));
    useSendMovedMonths(exceptions as never);
    return null;
  }
  const setting = { replies: { readHostInfo: () => ({ host, version: '1' }) } };
  const { asked } = await openPage(setting, () => <View />);
  return { asked, show: (next: readonly unknown[]) => show(next) };
}

test('the desktop app hears of each change of the months that moved, also of the last one put right', async () => {
  const { asked, show } = await view('desktop');
  const told = () => asked.map(({ call, input }) => [call, input]);
  const sent = (...months: readonly string[]) => ['sendMovedMonths', { accountId: 'a', months }];
  expect(told()).toEqual([]);
  await show([moved('2026-05'), other, moved('2026-03')]);
  await waitFor(() => expect(told()).toEqual([sent('2026-03', '2026-05')]));
  // The same months in another order, with other figures, are no news.
  await show([moved('2026-03'), moved('2026-05')]);
  await show([other]);
  await waitFor(() => expect(told()).toEqual([sent('2026-03', '2026-05'), sent()]));
  await show([moved('2026-03')]);
  await waitFor(() => expect(told().at(-1)).toEqual(sent('2026-03')));
});

test('a browser is told nothing', async () => {
  const { asked, show } = await view('browser');
  await show([moved('2026-03')]);
  expect(asked).toEqual([]);
});
