import { partition } from 'es-toolkit/array';
import type { ReactNode } from 'react';
import { justAfter } from '#renderer/data/model/changes.ts';
import {
  ALTERATION_KINDS,
  type Alteration,
  type CheckedMeasure,
  type CheckedOrder,
  type CheckedOrders,
  type CheckedToday,
  type ExportCheck,
  type FileState,
} from '#renderer/data/model/export-check.ts';
import { ChangedValues } from '#renderer/features/changes/changed-values.tsx';
import { AMOUNT_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import { knownMoment } from '#renderer/features/messages/sync-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column, FigureLook } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { isZero } from '#renderer/ui/number-format.ts';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import styles from './check.module.css';

/** The result of a check: the file by itself, its figures then and now, and the orders that moved them. */
export function CheckResult(props: {
  readonly check: ExportCheck;
  readonly onAnyAccount: () => void;
  readonly onClose: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { check } = props;
  const { file, today } = check;
  const places = formats.places(amountsIn(check));
  const account = check.facts[0]?.value ?? '';
  return (
    <>
      <div role="status" className={styles.verdicts}>
        <FileVerdict file={file} />
        {today === null ? (
          <Verdict tone="caution" testId="check-today-verdict">
            {text(check.isOtherAccount ? 'export-check.other-account' : 'export-check.no-question')}
          </Verdict>
        ) : (
          <Verdict tone={today.isSame ? 'good' : 'caution'} testId="check-today-verdict">
            {text(today.isSame ? 'export-check.same' : 'export-check.changed')}
          </Verdict>
        )}
      </div>
      {check.isOtherAccount ? (
        <p className={styles.other}>
          {text('export-check.other-account-note', { name: account })}{' '}
          {today === null ? (
            <Button className={ui.link} data-testid="check-any-account" onClick={props.onAnyAccount}>
              {text('export-check.any-account')}
            </Button>
          ) : null}
        </p>
      ) : null}
      {(check.selection?.ownCosts ?? null) === null ? null : (
        <p className={styles.other} data-testid="check-own-costs">
          {text(today === null ? 'export-check.own-costs' : 'export-check.own-costs-today')}
        </p>
      )}
      <Altered file={file} places={places} today={today} />
      <Unchecked file={file} />
      {today === null ? null : (
        <>
          <Measures today={today} places={places} readThen={check.readUntil} />
          <ChangedOrders orders={today.orders} places={places} />
          <Ways check={check} onClose={props.onClose} />
        </>
      )}
      <dl className={styles.facts}>
        {check.facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Its amounts, wherever one of them stands: what differs by cents is never told as the same. Pure. */
export function amountsIn({ file, today }: Pick<ExportCheck, 'file' | 'today'>): readonly Decimal[] {
  const cells = [
    ...(today?.measures ?? []).map(({ column, before, now }) => ({ column, values: [before, now] })),
    ...file.altered.map(({ name, recorded, found }) => ({ column: name, values: [recorded, found] })),
    ...(today?.orders.lines ?? []).flatMap(({ columns }) =>
      columns.map(({ column, before, after }) => ({ column, values: [...before, ...after] })),
    ),
  ];
  const amounts = cells.filter(({ column }) => findColumn(column)?.kind === 'money');
  return amounts.flatMap(({ values }) => values.flatMap((value) => (value ?? []) as Decimal | []));
}

/** Charts draw cells that are checked: they take nothing from what is said of these. */
const isWeighty = (each: FileState['unchecked'][number]): boolean => each !== 'charts';

function FileVerdict({ file }: { readonly file: FileState }) {
  const { tone, words } = verdictOf(file, useText());
  return (
    <Verdict tone={tone} testId="check-file-verdict">
      {words}
    </Verdict>
  );
}

/** What is said of the file by itself: altered, whole in what could be checked, or whole, and saved by whom. */
export function verdictOf(
  { altered, savedBy, unchecked }: Pick<FileState, 'altered' | 'savedBy' | 'unchecked'>,
  text: Text,
): { readonly tone: 'good' | 'caution' | 'bad'; readonly words: string } {
  if (altered.length > 0) return { tone: 'bad', words: text('export-check.altered') };
  if (unchecked.some(isWeighty)) return { tone: 'caution', words: text('export-check.whole-in-part') };
  if (savedBy === null) return { tone: 'good', words: text('export-check.whole') };
  const words =
    savedBy === ''
      ? text('export-check.saved-by-other')
      : text('export-check.saved-by', { program: savedBy });
  return { tone: 'good', words };
}

function Verdict(props: {
  readonly tone: 'good' | 'caution' | 'bad';
  readonly testId: string;
  readonly children: ReactNode;
}) {
  return (
    <p data-testid={props.testId} data-tone={props.tone}>
      <span className={classNames(ui.tag, ui[props.tone])}>{props.children}</span>
    </p>
  );
}

/** The alterations of the file. */
function Altered(props: {
  readonly file: FileState;
  readonly places: number;
  readonly today: CheckedToday | null;
}) {
  const text = useText();
  const { file, places, today } = props;
  const long = file.longFigures;
  return (
    <>
      {file.altered.length === 0 ? null : (
        <>
          {file.tables.length > 1 ? <Sheets tables={file.tables} /> : null}
          <AlteredCounts file={file} />
          <AlteredTable altered={file.altered} places={places} />
          {today === null ? null : (
            <p>
              {text('export-check.altered-note')}{' '}
              {today.orders.by === 'rows' ? text('export-check.altered-orders') : ''}
            </p>
          )}
        </>
      )}
      {long === 0 ? null : <p>{text('export-check.long-figures', { count: long })}</p>}
    </>
  );
}

/** In how much of each kind it is another. */
function AlteredCounts({ file }: { readonly file: FileState }) {
  const text = useText();
  const formats = useFormats();
  const { counts, altered, savedBy } = file;
  const total = ALTERATION_KINDS.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  return (
    <>
      {savedBy === null ? null : (
        <p className={ui.faint}>
          {savedBy === ''
            ? text('export-check.altered-saved-by-other')
            : text('export-check.altered-saved-by', { program: savedBy })}
        </p>
      )}
      <ul className={styles.sheets} aria-label={text('export-check.counts')}>
        {ALTERATION_KINDS.map((kind) =>
          counts[kind] === undefined ? null : (
            <li key={kind} data-testid="check-count" data-kind={kind} data-value={counts[kind]}>
              {text(`export-check.count-${kind}`)}: <b>{formats.count(counts[kind])}</b>
            </li>
          ),
        )}
      </ul>
      {altered.length < total ? (
        <p className={ui.faint}>
          {text('export-check.altered-first', {
            shown: formats.count(altered.length),
            total: formats.count(total),
          })}
        </p>
      ) : null}
    </>
  );
}

/** By sheet and cell, what it was and what it is. */
function AlteredTable(props: { readonly altered: readonly Alteration[]; readonly places: number }) {
  const text = useText();
  const side = (id: 'recorded' | 'found'): Column<Alteration> => ({
    id,
    heading: text(`export-check.altered-${id}`),
    cell: ({ what }) => ({ className: styles.described, colSpan: what === null ? 1 : 2 }),
    value: (each) => each[id],
    draw: (each) => {
      const value = each[id];
      if (each.what !== null) {
        const words = text(`export-check.what-${each.what}`, { count: each.count });
        return each.found === null ? words : `${words}: ${each.found}`;
      }
      if (value === null) return text('export-check.altered-missing');
      return <ChangedValues column={each.name} cells={[value]} places={props.places} />;
    },
  });
  return (
    <ListTable
      table={{ 'data-testid': 'check-altered' }}
      columns={[
        {
          heading: text('export-check.altered-name'),
          cell: { className: styles.described },
          value: placeWords,
        },
        side('recorded'),
        side('found'),
      ]}
      rows={props.altered}
      keyOf={(_, at) => at}
      line={({ kind, what }) => ({ 'data-kind': kind, 'data-what': what ?? '' })}
    />
  );
}

/** Where it is, and what stands there; of no cell, on which table. */
export function placeWords({ table, cell, name }: Alteration): string {
  if (cell !== null) return name === '' ? cell : `${cell} · ${name}`;
  return table === null ? name : `${table}: ${name}`;
}

/** The parts that a check of the file itself left out. */
function Unchecked({ file }: { readonly file: FileState }) {
  const text = useText();
  if (file.unchecked.length === 0) return null;
  return (
    <section aria-label={text('export-check.unchecked')} data-testid="check-unchecked">
      {file.unchecked.map((each) => (
        <p key={each} data-unchecked={each}>
          {text(`export-check.unchecked-${each}`)}
        </p>
      ))}
    </section>
  );
}

/** Which of several were altered, and which were not. */
function Sheets({ tables }: Pick<FileState, 'tables'>) {
  const text = useText();
  return (
    <ul className={styles.sheets} aria-label={text('export-check.sheets')}>
      {tables.map(({ name, isAltered }) => (
        <li key={name} data-testid="check-sheet" data-sheet={name} data-altered={isAltered}>
          {name}{' '}
          <span className={classNames(ui.tag, isAltered ? ui.bad : ui.good)}>
            {text(isAltered ? 'export-check.sheet-altered' : 'export-check.sheet-whole')}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The subject of a comparison: a measure, the rows, or what stands for all of them. */
type Compared = {
  readonly id: string;
  readonly name: string;
  readonly values: { readonly [side in Side]: string | number | null };
  readonly look?: FigureLook;
  /** In place of figures; `isOne`: what stands before covers all three. */
  readonly words?: { readonly [side in Side]: ReactNode };
  readonly isOne?: boolean;
};
type Side = 'before' | 'now' | 'difference';

/** Rows and units have no cents, whatever amounts beside them have. */
const COUNTED = { kind: 'count', places: 0 } as const;

const textOf = (value: string | number | null) => (value === null ? null : String(value));

function comparedMeasure({ column, kind, ...values }: CheckedMeasure): Compared {
  const look = kind === 'money' ? {} : kind === 'count' ? COUNTED : ({ kind: 'points', places: 2 } as const);
  return { id: column, name: column, values, look };
}

/** Before, now and by how much; `titles`: when the rows of either were read. */
function comparedColumns(
  text: Text,
  places: number,
  titles: { readonly [side in Side]?: string },
): readonly Column<Compared>[] {
  return [
    { id: 'measure', heading: text('export-check.measure'), value: 'name' },
    ...(['before', 'now', 'difference'] as const).map((side): Column<Compared> => {
      const testIdOf = (id: string) =>
        id === 'rows' ? (side === 'difference' ? undefined : `check-rows-${side}`) : `check-${side}-${id}`;
      return {
        id: side,
        heading: text(`export-check.${side}`),
        head: { title: titles[side] },
        kind: 'money',
        cell: ({ isOne }) => ({
          className: isOne ? classNames(ui.faint, styles.described) : undefined,
          colSpan: isOne ? 3 : 1,
        }),
        value: ({ values }) => values[side],
        draw: ({ id, values, words, look }) =>
          words === undefined ? (
            <Figure
              {...{ kind: 'money', places, ...look }}
              {...(side === 'difference' ? { signed: true, favour: 0 } : {})}
              value={textOf(values[side])}
              testId={testIdOf(id)}
            />
          ) : (
            words[side]
          ),
      };
    }),
  ];
}

function Measures(props: {
  readonly today: CheckedToday;
  readonly places: number;
  readonly readThen: ExportCheck['readUntil'];
}) {
  const text = useText();
  const { today, places, readThen } = props;
  const { rows, hash } = today;
  const formats = useFormats();
  const read = (key: 'read-then' | 'read-now', at: CheckedToday['readUntil']): string =>
    at === null ? '' : text(`export-check.${key}`, { moment: knownMoment(at, formats) });
  // The amounts that are looked at everywhere; the others that moved where one asks for them.
  const [shown, others] = partition(today.measures, ({ column }) => AMOUNT_COLUMNS.includes(column));
  const [moved, unmoved] = partition(others, ({ difference }) => !isZero(difference));
  return (
    <section className={styles.part} aria-label={text('export-check.measure')}>
      <ListTable<Compared>
        columns={comparedColumns(text, places, {
          before: read('read-then', readThen),
          now: read('read-now', today.readUntil),
        })}
        rows={[
          {
            id: 'rows',
            name: text('export-check.rows'),
            values: { ...rows, difference: rows.now - rows.before },
            look: COUNTED,
          },
          ...shown.map(comparedMeasure),
          hashLine(hash, text),
        ]}
        keyOf={({ id }) => id}
      />
      {moved.length === 0 ? null : (
        <details className={styles.more}>
          <summary>{text('export-check.other-moved', { count: moved.length })}</summary>
          <ListTable
            hasNoHead
            columns={comparedColumns(text, places, {})}
            rows={moved.map(comparedMeasure)}
            keyOf={({ id }) => id}
          />
        </details>
      )}
      {unmoved.length === 0 ? null : (
        <p className={ui.faint}>{text('export-check.other-sums', { count: unmoved.length })}</p>
      )}
    </section>
  );
}

/** Enough of it to tell two apart. */
const SHOWN_OF_HASH = 12;

function hashLine(hash: CheckedToday['hash'], text: Text): Compared {
  const line = { id: 'hash', name: text('export-check.hash') };
  if (hash === null) {
    const none = text('export-check.hash-none');
    return {
      ...line,
      values: { before: '', now: '', difference: '' },
      words: { before: none, now: '', difference: '' },
      isOne: true,
    };
  }
  const words = text(hash.before === hash.now ? 'export-check.hash-same' : 'export-check.hash-other');
  const of = (side: 'before' | 'now') => (
    <data
      value={hash[side]}
      data-value={hash[side]}
      data-testid={`check-hash-${side}`}
      title={hash[side]}
      className={styles.hash}
    >
      {hash[side].slice(0, SHOWN_OF_HASH)}…
    </data>
  );
  return {
    ...line,
    values: { ...hash, difference: words },
    words: { before: of('before'), now: of('now'), difference: words },
  };
}

function ChangedOrders(props: { readonly orders: CheckedOrders; readonly places: number }) {
  const text = useText();
  const formats = useFormats();
  const { by, counts, lines } = props.orders;
  const total = counts.new + counts.changed + counts.removed;
  return (
    <section
      className={styles.part}
      aria-label={text('export-check.orders')}
      data-testid="check-orders"
      data-value={total}
    >
      <h3>
        {text('export-check.orders')}{' '}
        <span className={ui.faint}>{by === 'unknown' ? '' : formats.count(total)}</span>
      </h3>
      {by === 'unknown' ? (
        <p>{text('export-check.by-unknown')}</p>
      ) : total === 0 ? (
        <p>{text('export-check.none-changed')}</p>
      ) : (
        <>
          <p>
            {text('export-check.orders-count', {
              changed: formats.count(counts.changed),
              added: formats.count(counts.new),
              removed: formats.count(counts.removed),
            })}
            . {text(`export-check.by-${by}`)}{' '}
            {lines.length < total
              ? text('export-check.orders-first', { shown: formats.count(lines.length) })
              : ''}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keys */}
          <ul className={styles.orders} tabIndex={0} aria-label={text('export-check.orders')}>
            {lines.map((order) => (
              <OrderLine
                key={JSON.stringify([order.Canal, order.Cuenta, order.Orden])}
                order={order}
                places={props.places}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const KIND_TONES = { new: ui.info, changed: ui.caution, removed: ui.bad } as const;

function OrderLine({ order, places }: { readonly order: CheckedOrder; readonly places: number }) {
  const text = useText();
  const { kind, Orden } = order;
  const isBeside = order.isSelected === false && kind === 'changed';
  return (
    <li data-testid="check-order" data-order={Orden} data-kind={kind}>
      <span className={classNames(ui.tag, KIND_TONES[kind])}>{text(`changes.kind-${kind}`)}</span>{' '}
      <b>{Orden === '' ? text('filter.blank') : Orden}</b>{' '}
      <span className={ui.faint}>
        {[order.Canal, order.Cuenta, ...(isBeside ? [text('export-check.by-log-beside')] : [])]
          .filter((word) => word !== '')
          .join(' · ')}
      </span>
      {order.columns.length === 0 ? null : (
        <dl className={styles.cells}>
          {order.columns.map(({ column, before, after }) => (
            <div key={column}>
              <dt>{column}</dt>
              <dd>
                <ChangedValues column={column} cells={before} places={places} className={ui.faint} /> →{' '}
                <ChangedValues column={column} cells={after} places={places} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

/** Where the figures, and what moved them, are looked at. */
function Ways(props: { readonly check: ExportCheck; readonly onClose: () => void }) {
  const text = useText();
  const { go } = useNavigation();
  const openOrders = useOpenOrders();
  const { selection, readUntil } = props.check;
  return (
    <p className={styles.ways}>
      {readUntil === null ? null : (
        <Button
          className={ui.smallButton}
          data-testid="check-open-changes"
          onClick={() => {
            props.onClose();
            go('changes', `after/${justAfter(readUntil)}`);
          }}
        >
          {text('export-check.open-changes')}
        </Button>
      )}
      {selection === null ? null : (
        <Button
          className={ui.smallButton}
          data-testid="check-open-orders"
          onClick={() => {
            props.onClose();
            openOrders({ only: [{ type: 'set-all', selection }] });
          }}
        >
          {text('export-check.open-orders')}
        </Button>
      )}
    </p>
  );
}
