import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useFactsNow, useFigureFacts } from '#renderer/features/provenance/figure-facts.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';

function Facts() {
  const factsOf = useFigureFacts();
  const [older, newest] = [6, 7].map((revision) => factsOf(EVERYTHING, revision).revision);
  return <output aria-label="facts">{JSON.stringify({ older, newest, now: useFactsNow().revision })}</output>;
}

test('figures of before the last commit are of no reading that is known, and say none', async () => {
  const facts = { revision: 7, readUntil: '2026-10-07T12:00:00.000Z' as never };
  await openPage({ facts }, () => (
    <InAccount>
      <Facts />
    </InAccount>
  ));
  const said = () => JSON.parse(screen.getByLabelText('facts').textContent ?? '');
  const read = '07-10-2026 12:00:00 UTC';
  await waitFor(() => expect(said()).toEqual({ older: '', newest: read, now: read }));
});
