import type { ReactNode } from 'react';
import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { type Basis, WHOLE } from '#renderer/reconciliation/matching/model/basis.ts';
import type {
  ApartProposal,
  ShownBasis,
  Tolerance,
} from '#renderer/reconciliation/matching/model/matches.ts';
import type { MatchedFigure } from '#renderer/reconciliation/statements/model/marketplace-layout.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { type CostSection, SECTIONS_OUTSIDE_COMERCIAL } from '#shared/domain/column-catalogue.ts';
import { figureWords, sectionNames } from './basis-messages.ts';
import styles from './matches.module.css';
import { useBasis } from './use-basis.ts';

type BasisProps = {
  readonly basis: ShownBasis;
  /** The figure that such statements are matched by as a whole. */
  readonly figure: MatchedFigure;
  readonly tolerance: Tolerance;
  /** Where the tolerance is said. */
  readonly children: ReactNode;
};

/**
 * The basis of the statements, as it is remembered for their layout and account; and the one that the differences
 * propose.
 */
export function BasisChoice({ basis, figure, tolerance, children }: BasisProps) {
  const text = useText();
  const formats = useFormats();
  const { choose, busy, failed } = useBasis(basis.keys);
  const { parts, proposal } = basis;
  const chosen = basis.chosen ?? WHOLE;
  const chargeApart = (section: CostSection, isApart: boolean): void => {
    const others = chosen.apart.filter((each) => each !== section);
    void choose({ part: 'net', apart: isApart ? [...others, section] : others });
  };
  return (
    <div data-testid="basis">
      <details className={styles.more}>
        <summary data-testid="match-comparison">
          {text('match.compared', {
            figure:
              basis.chosen === null ? text('match.basis-mixed') : figureWords(basis.chosen, figure, text),
            absolute: formats.exact(tolerance.absolute),
            percent: formats.exact(tolerance.percent),
          })}
        </summary>
        <div className={styles.bar}>
          {children}
          <ChoiceMenu
            label={text('match.basis-part')}
            testId="basis-part"
            value={chosen.part}
            options={parts.map((part) => ({
              value: part,
              label: text(`match.basis-part-${part}`, { figure }),
            }))}
            onChange={(part) => void choose({ part: part as Basis['part'], apart: [] })}
            className={classNames(ui.button, ui.smallButton)}
          />
          {chosen.part === 'net' ? (
            <fieldset className={styles.apart}>
              <legend>{text('match.basis-apart')}</legend>
              {SECTIONS_OUTSIDE_COMERCIAL.map((section) => (
                <label key={section}>
                  <input
                    type="checkbox"
                    data-testid="basis-apart"
                    data-value={section}
                    checked={chosen.apart.includes(section)}
                    disabled={busy}
                    onChange={({ target }) => chargeApart(section, target.checked)}
                  />{' '}
                  {text(`section.${section}`)}
                </label>
              ))}
            </fieldset>
          ) : null}
        </div>
      </details>
      {proposal === null ? null : (
        <Proposed
          proposal={proposal}
          busy={busy}
          onTake={() => void choose({ part: 'net', apart: proposal.sections })}
        />
      )}
      <ActionFailure words={failed} />
    </div>
  );
}

/** «84 de 84 son Publicidad + Fulfillment: ¿se cobran aparte?» */
function Proposed(props: {
  readonly proposal: ApartProposal;
  readonly busy: boolean;
  readonly onTake: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { sections, explained, differing } = props.proposal;
  return (
    <p className={styles.proposed} data-testid="basis-proposal" data-value={explained} role="status">
      <span>
        {text('match.basis-apart-question', {
          count: differing,
          explained: formats.count(explained),
          differing: formats.count(differing),
          sections: sectionNames(sections, text),
        })}
      </span>
      <Button
        className={classNames(ui.button, ui.smallButton)}
        data-testid="basis-take"
        disabled={props.busy}
        onClick={props.onTake}
      >
        {text('match.basis-apart-take')}
      </Button>
    </p>
  );
}
