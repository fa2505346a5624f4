import { Popover } from '@base-ui/react/popover';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { SECTION_INKS } from '#renderer/features/columns/column-sections.ts';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { useOpenOrders, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { PopoverPopup } from '#renderer/ui/floating.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import type { CostSection } from '#shared/domain/column-catalogue.ts';
import type { Sums } from '#shared/domain/profitability.ts';
import { SECTION_ORDER, sectionName } from './income-statement-lines.ts';
import { ALL_BRIDGE_COLUMNS, type BridgeStep, bridgeOf } from './section-bridge.ts';
import styles from './section-bridges.module.css';

type BridgesProps = {
  readonly sections: readonly CostSection[];
  readonly places: number;
  /** Sums at hand; null: those of the selection are asked for. */
  readonly sums: Sums | null;
};

/**
 * One press from a figure of a section to all of its figures: gross, net of refunds, net of income. `section`: beside
 * that one's name; else a button with words, for all of them.
 */
export function SectionBridges(props: {
  readonly section?: CostSection;
  readonly sums?: Sums;
  readonly places: number;
}) {
  const text = useText();
  const { section, sums = null, places } = props;
  const name =
    section === undefined ? text('bridge.all') : text('bridge.of', { section: text(`section.${section}`) });
  return (
    <Popover.Root>
      {section === undefined ? (
        <Popover.Trigger className={ui.smallLink} data-testid="bridges">
          {name}
        </Popover.Trigger>
      ) : (
        <Popover.Trigger
          className={styles.trigger}
          data-testid={`bridge-${section}`}
          aria-label={name}
          title={name}
        >
          <Icon name="info" small />
        </Popover.Trigger>
      )}
      <PopoverPopup className={classNames(ui.menu, styles.bridges)} aria-label={name} data-testid="bridge">
        <Bridges sections={section === undefined ? SECTION_ORDER : [section]} sums={sums} places={places} />
      </PopoverPopup>
    </Popover.Root>
  );
}

/** Asked only while it is open: no screen sums columns for what nobody looks at. */
function Bridges({ sections, sums, places }: BridgesProps) {
  const text = useText();
  const { selection } = useSelection();
  const { output, error, refresh } = useLiveQuery(
    'section-bridges',
    sums === null ? selection : null,
    (call, asked, slot) => call.readTotals({ selection: asked, columns: ALL_BRIDGE_COLUMNS, slot }),
  );
  const known = sums ?? output?.sums ?? null;
  if (error !== null) return <QueryFailure error={error} onRetry={refresh} />;
  if (known === null) return <p className={ui.label}>…</p>;
  const shown = sections
    .map((section) => ({ section, steps: bridgeOf(section, known) }))
    .filter(({ steps }) => steps.length > 0);
  if (shown.length === 0) return <p className={ui.label}>{text('bridge.none')}</p>;
  return (
    <>
      {shown.map(({ section, steps }) => (
        <ListTable
          key={section}
          className={styles.section}
          hasOwnLook
          hasNoHead
          table={{ 'data-bridge': section }}
          caption={
            <caption>
              <i className={ui.swatch} style={{ background: SECTION_INKS[section] }} />{' '}
              {text(`section.${section}`)}
            </caption>
          }
          columns={[
            { id: 'sign', heading: '', cell: { className: styles.sign }, value: 'operator' },
            {
              id: 'line',
              heading: '',
              value: 'column',
              draw: (step) => <StepName section={section} step={step} leads={sums === null} />,
            },
            {
              heading: '',
              kind: 'money',
              value: 'amount',
              figure: ({ kind, id }) => ({ testId: `bridge-${section}-${kind === 'net' ? 'net' : id}` }),
            },
          ]}
          rows={steps}
          keyOf={({ id }) => id}
          places={places}
          line={({ kind }) => ({
            className: kind === 'net' || kind === 'total' ? styles.sum : undefined,
            'data-kind': kind,
          })}
        />
      ))}
      <p className={classNames(ui.label, styles.how)}>{text('bridge.how')}</p>
    </>
  );
}

function StepName(props: {
  readonly section: CostSection;
  readonly step: BridgeStep;
  /** Whether its figure leads to its rows: not where the rows are in sight already. */
  readonly leads: boolean;
}) {
  const text = useText();
  const open = useOpenOrders();
  const { section, step } = props;
  const name =
    step.kind === 'net'
      ? sectionName(section, text)
      : step.kind === 'rest'
        ? text('panel.unexplained')
        : text.column(step.column ?? '');
  return (
    <>
      {step.column === null || !props.leads ? (
        name
      ) : (
        <Popover.Close
          className={ui.smallLink}
          title={text('panel.open-orders')}
          onClick={() => open({ by: step.column })}
        >
          {name}
        </Popover.Close>
      )}
      <small>{text(`bridge.${step.kind}`)}</small>
    </>
  );
}
