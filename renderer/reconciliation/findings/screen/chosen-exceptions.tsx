import { useMemo } from 'react';
import { useAnnotations } from '#renderer/data/client/annotations.ts';
import {
  isOfLines,
  kindAdvice,
  kindMeaning,
  kindName,
} from '#renderer/features/exceptions/exception-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useOpenOrders, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { sayingsOf } from '#renderer/reconciliation/findings/model/sayings.ts';
import { type OnSection, SECTIONS } from '#renderer/reconciliation/parts/sections.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay, formatMoment, machineLocal } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { IconButton } from '#renderer/ui/icon.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import styles from './exceptions.module.css';
import { oldestOf, type QueueLine, totalsOf } from './exceptions-list.ts';
import { placeOfGroup } from './queue-columns.tsx';
import { SayForm } from './say-form.tsx';
import type { useSaying } from './use-saying.ts';
import { findingOf, narrowedToOrder, type Way, waysOf } from './ways.ts';

type ChosenProps = {
  /** At least one. */
  readonly lines: readonly QueueLine[];
  /** They are those shown of a group; else they were chosen one by one. */
  readonly areOfGroup: boolean;
  readonly saying: ReturnType<typeof useSaying>;
  readonly onClose: () => void;
  readonly onSection: OnSection;
};

/** The chosen exceptions: what they are, their figures, what to do, where their rows are, and what was said of them. */
export function ChosenExceptions(props: ChosenProps) {
  const text = useText();
  const { lines, areOfGroup } = props;
  const [first] = lines;
  if (first === undefined) return null;
  const { head } = first.group;
  const groups = new Set(lines.map(({ group }) => group));
  const isOfOneGroup = groups.size === 1;
  const one = lines.length === 1 && !areOfGroup ? first : null;
  return (
    <aside
      className={styles.chosen}
      aria-labelledby="exception-chosen"
      data-testid="exception-chosen"
      data-count={lines.length}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        props.onClose();
      }}
    >
      <header>
        <div>
          <h3 id="exception-chosen" tabIndex={-1}>
            {isOfOneGroup ? kindName(head.kind, text) : text('exception.several', { count: lines.length })}
          </h3>
          <p className={ui.hint}>
            {one === null || one.name === '' ? null : <b>{one.name} </b>}
            {isOfOneGroup
              ? placeOfGroup(first.group, text)
              : text('exception.of-groups', { count: groups.size })}{' '}
            {isOfOneGroup ? head.affects.map((scope) => <ScopeMark key={scope} scope={scope} />) : null}
          </p>
        </div>
        <IconButton
          className={ui.toolButton}
          icon="close"
          name={text('common.close')}
          onPress={props.onClose}
        />
      </header>
      {lines.every(({ state }) => state === 'resolved') ? (
        <p className={classNames(ui.tag, ui.good)}>{text('exception.resolved-hint')}</p>
      ) : null}
      {lines.length === 1 ? <Changed line={first} /> : null}
      <Facts lines={lines} />
      {isOfOneGroup ? (
        <>
          <p className={styles.meaning}>{kindMeaning(head, text)}</p>
          <p className={classNames(ui.small, ui.faint)}>{kindAdvice(head.kind, text)}</p>
          <Ways lines={lines} onSection={props.onSection} />
        </>
      ) : null}
      <SayForm
        key={lines.length === 1 ? first.key : `${first.group.key} ${lines.length}`}
        lines={lines}
        saying={props.saying}
        onSection={props.onSection}
      />
      {lines.length === 1 ? <History line={first} /> : null}
    </aside>
  );
}

/** That it is another thing than what was explained or accepted: its amount before and after. */
function Changed({ line: { isChanged, said, claim, amount } }: { readonly line: QueueLine }) {
  const text = useText();
  const formats = useFormats();
  if (!isChanged) return null;
  const before = said === null || said.state === 'open' ? null : said;
  const places = formats.places([before?.amount ?? null, amount].filter((each) => each !== null));
  return (
    <div className={styles.changed} data-testid="exception-changed">
      <p className={classNames(ui.tag, ui.caution)}>
        {before === null
          ? text('exception.changed-claim', { number: claim ?? '' })
          : text('exception.changed', { state: text(`exception.state-${before.state}`).toLowerCase() })}
      </p>
      {before === null ? null : (
        <dl className={styles.facts}>
          {(
            [
              ['before', before.amount],
              ['now', amount],
            ] as const
          ).map(([when, value]) => (
            <div key={when}>
              <dt>{text(`exception.${when}`)}</dt>
              <dd>
                <Figure value={value} kind="money" places={places} testId={`exception-${when}`} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function Facts({ lines }: { readonly lines: readonly QueueLine[] }) {
  const text = useText();
  const formats = useFormats();
  const [first] = lines;
  const totals = totalsOf(lines);
  const places = formats.places(totals.map(({ amount }) => amount));
  const rows = lines.reduce((sum, line) => sum + line.rows, 0);
  const days = lines.flatMap(({ day }) => day ?? []).toSorted();
  const [from, to] = [days[0], days.at(-1)];
  const ofLines = first !== undefined && isOfLines(first.group.head);
  const oldest = oldestOf(lines);
  return (
    <dl className={styles.facts}>
      {totals.map(({ currency, amount }) => (
        <div key={currency} className={styles.mainFact}>
          <dt>{text('exception.amount')}</dt>
          <dd>
            <Figure value={amount} kind="money" places={places} testId="exception-chosen-amount" /> {currency}
          </dd>
        </div>
      ))}
      {lines.length === 1 ? null : (
        <div>
          <dt>{text('exception.count')}</dt>
          <dd>
            <Figure value={String(lines.length)} kind="count" />
          </dd>
        </div>
      )}
      <div>
        <dt>{text(ofLines ? 'match.lines' : 'exception.rows')}</dt>
        <dd>
          <Figure value={String(rows)} kind="count" />
        </dd>
      </div>
      {from === undefined || to === undefined ? null : (
        <div>
          <dt>{text(lines.length === 1 ? 'exception.day' : 'exception.days-between')}</dt>
          <dd>
            {[...new Set([from, to])].map((day) => formatDay(day, formats.dates)).join(' – ')}
            {oldest === null ? null : (
              <span className={ui.faint}>
                {' '}
                · {text('exception.days-shown', { count: formats.count(oldest) })}
              </span>
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The ways to their rows. */
function Ways({ lines, onSection }: Pick<ChosenProps, 'lines' | 'onSection'>) {
  const text = useText();
  const open = useOpenOrders();
  const { change } = useSelection();
  const { go } = useNavigation();
  const finding = useMemo(() => findingOf(lines), [lines]);
  const narrowed = narrowedToOrder(lines);
  if (finding === null || lines.every(({ state }) => state === 'resolved')) return null;
  const follow = (way: Way): void => {
    switch (way.to) {
      case 'orders':
        open({ only: [...way.only, ...narrowed], by: way.by, at: way.at });
        return;
      case 'sync':
        go('sync', way.month);
        return;
      case 'section':
        if (way.only.length > 0) change(way.only);
        onSection(way.section, {
          month: way.month,
          ...(way.matches === undefined ? {} : { matches: way.matches }),
        });
    }
  };
  const nameOf = (way: Way): string => {
    if (way.to !== 'section') return text(`exception.see-${way.to}`);
    const section = SECTIONS.find(({ id }) => id === way.section);
    return text('exception.see-section', { section: section === undefined ? '' : text(section.name) });
  };
  return (
    <p className={styles.ways}>
      {waysOf(finding).map((way) => (
        <Button
          key={way.to}
          className={ui.smallButton}
          data-testid={`exception-to-${way.to}`}
          onClick={() => follow(way)}
        >
          {nameOf(way)}
        </Button>
      ))}
    </p>
  );
}

/** Who said what, the newest first; what earlier versions kept of all of its finding comes with it. */
function History({ line }: { readonly line: QueueLine }) {
  const text = useText();
  const formats = useFormats();
  const sayings = useAnnotations('exception-saying');
  const records = useAnnotations('exception');
  const { key, group } = line;
  const entries = useMemo(() => {
    const said = sayings === null ? [] : sayingsOf(sayings, key);
    return [
      ...said.map(({ saying, of: { amount } }) => ({ ...saying, amount })),
      ...(records?.get(group.findingKey)?.log ?? []).map((entry) => ({
        ...entry,
        reason: null,
        followUp: null,
      })),
    ].toSorted((a, b) => b.atMs - a.atMs);
  }, [sayings, records, key, group]);
  if (entries.length === 0) return null;
  return (
    <>
      <h4>{text('exception.log')}</h4>
      <ol className={styles.log}>
        {entries.map(({ state, owner, note, reason, followUp, atMs, amount }) => (
          <li key={`${atMs} ${state}`} data-testid="exception-log">
            <span className={ui.faint}>{formatMoment(machineLocal(atMs), formats.dates)}</span>{' '}
            {text('exception.log-line', {
              owner: owner === '' ? text('exception.nobody') : owner,
              state: text(`exception.state-${state}`),
            })}{' '}
            {amount === null ? null : (
              <Figure value={amount} kind="money" places={formats.places([amount])} />
            )}{' '}
            {reason === null ? '' : text(`exception.reason-${reason}`)}
            {followUp === null
              ? ''
              : ` · ${text('exception.follow-up-on', { day: formatDay(followUp, formats.dates) })}`}
            {note === '' ? null : <q>{note}</q>}
          </li>
        ))}
      </ol>
    </>
  );
}
