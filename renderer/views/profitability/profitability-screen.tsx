import { useState } from 'react';
import { useText } from '../../i18n/text.tsx';
import type { Dimension } from '../../link/data-contract.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { GroupsScreen } from './groups-screen.tsx';
import { DIMENSIONS, dimensionName } from './profitability-state.ts';
import { StatementScreen } from './statement/statement-screen.tsx';

type Looked = Dimension | 'statement';

/** The result of the selection: line by line, or by what it is of. */
export function ProfitabilityScreen() {
  const text = useText();
  const [looked, setLooked] = useState<Looked>('month');
  const choice = (
    <Segmented<Looked>
      label={text('group.by')}
      value={looked}
      options={[
        { value: 'statement', label: text('statement.name') },
        ...DIMENSIONS.map((value) => ({ value, label: dimensionName(value, text) })),
      ]}
      onChange={setLooked}
    />
  );
  return looked === 'statement' ? (
    <StatementScreen choice={choice} />
  ) : (
    <GroupsScreen dimension={looked} choice={choice} />
  );
}
