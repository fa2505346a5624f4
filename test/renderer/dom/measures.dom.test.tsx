import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { MeasuresChoice } from '#renderer/screens/profitability/choices/measures-choice.tsx';
import { DEFAULT_MEASURES, MEASURE_SETS } from '#renderer/screens/profitability/figures/measures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage } from './page.tsx';

/** Choosing what a pivot measures, and in how many presses. */

function Choice() {
  const [chosen, setChosen] = useState<readonly string[]>(DEFAULT_MEASURES);
  return (
    <>
      <MeasuresChoice chosen={chosen} onChange={setChosen} />
      <output aria-label="chosen">{JSON.stringify(chosen)}</output>
    </>
  );
}
const chosen = () => JSON.parse(screen.getByLabelText('chosen').textContent ?? '') as readonly string[];

async function counting() {
  const { user } = await openPage({}, () => (
    <InAccount>
      <Choice />
    </InAccount>
  ));
  let presses = 0;
  return {
    presses: () => presses,
    press: async (find: string) => {
      presses += 1;
      const found = await screen.findAllByRole('button');
      const button = found.find((each) => each.matches(find));
      if (button === undefined) throw new Error(`No ${find}.`);
      await user.click(button);
    },
  };
}

/** Until there were sets: the list opened, each of the others taken out, each that is missing put in. */
const pressesBefore = (wanted: readonly string[]) =>
  1 +
  DEFAULT_MEASURES.filter((id) => !wanted.includes(id)).length +
  wanted.filter((id) => !DEFAULT_MEASURES.includes(id)).length;

describe('measures', () => {
  test.each(['total', 'scopes', 'rates'] as const)(
    'of a set are chosen with two presses: %s',
    async (set) => {
      const { press, presses } = await counting();
      await press('[data-testid=pivot-measures]');
      await press(`[data-measure-set=${set}]`);
      expect(chosen()).toEqual(MEASURE_SETS[set]);
      expect(presses()).toBe(2);
      expect(presses()).toBeLessThanOrEqual(pressesBefore(MEASURE_SETS[set]) - 2);
    },
  );

  test('any three are chosen from nothing, in the order they are pressed, with two presses less at least', async () => {
    const wanted = ['orders', 'sum:Cobro Total', 'rate:Rentabilidad Comercial'];
    const { press, presses } = await counting();
    await press('[data-testid=pivot-measures]');
    await press('[data-testid=measures-anew]');
    expect(within(screen.getByRole('dialog')).getByRole('status').textContent).toBe(
      text('measure.anew-title'),
    );
    expect(chosen()).toEqual(DEFAULT_MEASURES);
    for (const id of wanted) await press(`[data-measure="${id}"]`);
    expect(chosen()).toEqual(wanted);
    expect(presses()).toBeLessThanOrEqual(pressesBefore(wanted) - 2);
    // From then on each press adds or takes out; the last stays.
    for (const id of wanted) await press(`[data-measure="${id}"]`);
    expect(chosen()).toEqual(['rate:Rentabilidad Comercial']);
  });
});
