import type { TableColumn, TableLine, WholeTable } from '#renderer/data/model/sheet-table.ts';
import type { FileContent } from '#renderer/data/model/table-files.ts';
import { describePeriod } from '#renderer/features/period/period.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import {
  BRIDGE_DIMENSIONS,
  BRIDGE_PARTS,
  type Bridge,
  type BridgeDimension,
  type BridgeGroup,
  type BridgePart,
} from '#renderer/reconciliation/bridge/model/bridge.ts';
import { type Decimal, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import { groupName, partDefinition, partName } from './bridge-messages.ts';

/** The bridge as tables of a file: its parts, and a table of each dimension that it opens by. Pure. */

const NOTHING = toDecimal(ZERO);
const column = (name: string, kind: TableColumn['kind']): TableColumn => ({ name, kind, total: null });

const partsIn = (groups: readonly Pick<BridgeGroup, 'parts'>[]): readonly BridgePart[] =>
  BRIDGE_PARTS.filter((part) => groups.some(({ parts }) => parts[part] !== undefined));

/** A line a part, with what it means; the later figure is the sum of the lines above it. */
function partsTable(bridge: Bridge, text: Text): WholeTable {
  const { before, after, from, to, parts } = bridge;
  const shown = partsIn([bridge]);
  const profit = SCOPE_COLUMNS[bridge.scope].profitability;
  const end = (period: typeof before): string => `${profit}, ${describePeriod(period, text)}`;
  return {
    name: text('period-bridge.title'),
    keyColumns: 1,
    columns: [
      column(text('panel.line'), 'text'),
      column(text('panel.amount'), 'money'),
      column(text('period-bridge.meaning'), 'text'),
    ],
    lines: [
      { cells: [end(before), from, ''], isStrong: true },
      ...shown.map(
        (part): TableLine => ({
          cells: [partName(part, text), parts[part] ?? NOTHING, partDefinition(part, text)],
        }),
      ),
      {
        cells: [
          end(after),
          { value: to, formula: { kind: 'lines', adds: [0, ...shown.map((_, at) => at + 1)], takes: [] } },
          '',
        ],
        isStrong: true,
      },
    ],
  };
}

/** A line a group and a column a part, which add up to the later figure. */
function groupsTable(bridge: Bridge, dimension: BridgeDimension, text: Text): WholeTable {
  const { groups, others, othersCount } = bridge.groups[dimension];
  const all = others === null ? groups : [...groups, others];
  const shown = partsIn(all);
  const sum = (value: Decimal | null): TableColumn['total'] => ({ kind: 'sum', value });
  const nameOf = (group: BridgeGroup): string =>
    group === others
      ? text('period-bridge.others', { count: othersCount })
      : groupName(group, text, String(group.pooled ?? 0));
  return {
    name: dimension,
    keyColumns: 1,
    columns: [
      column(dimension, 'text'),
      column(text('period-bridge.product'), 'text'),
      { name: describePeriod(bridge.before, text), kind: 'money', total: sum(bridge.from) },
      ...shown.map((part) => ({
        name: partName(part, text),
        kind: 'money' as const,
        total: sum(bridge.parts[part] ?? NOTHING),
      })),
      { name: describePeriod(bridge.after, text), kind: 'money', total: sum(bridge.to) },
    ],
    lines: all.map((group) => ({
      cells: [
        nameOf(group),
        group.caption,
        group.from,
        ...shown.map((part) => group.parts[part] ?? NOTHING),
        { value: group.to, formula: { kind: 'sum', columns: [2, ...shown.map((_, at) => at + 3)] } },
      ],
    })),
  };
}

export function bridgeBook(bridge: Bridge, text: Text): FileContent {
  return {
    kind: 'book',
    revision: bridge.revision,
    tables: [
      { kind: 'table', table: partsTable(bridge, text) },
      ...BRIDGE_DIMENSIONS.map((dimension) => ({
        kind: 'table' as const,
        table: groupsTable(bridge, dimension, text),
      })),
    ],
  };
}

export function bridgeTable(bridge: Bridge, text: Text): FileContent {
  return { kind: 'table', table: partsTable(bridge, text) };
}
