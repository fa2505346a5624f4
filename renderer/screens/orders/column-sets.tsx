import { Popover } from '@base-ui/react/popover';
import { useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import {
  allSections,
  keyColumns,
  openingColumns,
  RESULT_COLUMNS,
  type TableKeys,
} from '#renderer/features/columns/column-sections.ts';
import { useScreenState, useTakeBack } from '#renderer/features/preferences/screen-state.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Icon, IconButton } from '#renderer/ui/icon.tsx';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import { PERIOD_COLUMNS } from '#shared/domain/selection.ts';
import styles from './orders.module.css';

/** Named lists of columns: those that come with the app and the user's own. Pure. */

export const ownSetsSchema = z.object({
  sets: z.array(z.object({ id: z.string(), name: z.string().min(1), columns: z.array(z.string()).min(1) })),
});
type OwnSets = z.infer<typeof ownSetsSchema>;
type OwnSet = OwnSets['sets'][number];
export const NO_SETS: OwnSets = { sets: [] };

export const BUILT_IN_SETS = ['essentials', 'sections', 'charges', 'shipping', 'identities', 'all'] as const;
type BuiltInSet = (typeof BUILT_IN_SETS)[number];

const ESSENTIALS: readonly string[] = [
  'Estado de Orden',
  'Estado de Pago',
  'SKU Producto',
  'Producto',
  'Ventas',
  'Unidades',
  'Costo de Marketplace',
  'Costo de Producto',
  ...RESULT_COLUMNS,
];

/** Sales, and the sums of what comes and goes. */
const BALANCE = ['Ventas', 'Ingreso Total', 'Cobro Total', 'Cobros Comercial', 'Reembolso Total'];

/** Charges, refunds and incomes of every section; components describe what is counted already. */
const CHARGES: readonly string[] = [
  ...BALANCE,
  ...COLUMNS.filter(({ section, categories }) =>
    section === null
      ? categories.includes('reimbursement')
      : section.role === 'charge' || section.role === 'refund' || section.role === 'income',
  ).map(({ key }) => key),
];

const SHIPPING: readonly string[] = [
  'Nro. Paquete',
  'Estado de Orden',
  'Estado de Despacho',
  'Tipo de Despacho',
  'Tipo de Despacho del Marketplace',
  'Ventas',
  ...COLUMNS.filter(({ section }) => section?.name === 'shipping').map(({ key }) => key),
  '% Costo Envío',
  'Cobro Logística Inversa',
  'Reembolso Logística Inversa',
];

/** The results and the terms that spec 2.5 makes them of. */
const IDENTITIES: readonly string[] = [
  'Tipo de Dato',
  ...BALANCE,
  'Costo de Marketplace',
  'Costo de Producto',
  'Costos por publicidad',
  'Costos de Almacenamiento Fulfillment',
  'Costos de Gestión de Cuenta',
  'Costos de Financiamiento',
  ...SCOPES.map((scope) => SCOPE_COLUMNS[scope].profitability),
];

/** All of them begin with what tells one order from others. */
export function builtInColumns(
  set: BuiltInSet,
  unknownColumns: readonly string[],
  keys: TableKeys,
): readonly string[] {
  const columns = {
    essentials: ESSENTIALS,
    sections: openingColumns(keys),
    charges: CHARGES,
    shipping: SHIPPING,
    identities: IDENTITIES,
    all: allSections(unknownColumns).flatMap((section) => section.columns),
  }[set];
  return [...new Set([...keyColumns(keys), ...columns])];
}

/** A set was chosen when the period was of one date or the other, and with however many accounts there were then. */
const ALL_KEYS: readonly TableKeys[] = PERIOD_COLUMNS.flatMap((date) => [
  { date, hasSeveralAccounts: false },
  { date, hasSeveralAccounts: true },
]);

export function sameSet(a: readonly string[], b: readonly string[]): boolean {
  const set = new Set(a);
  return set.size === new Set(b).size && b.every((column) => set.has(column));
}

/** The name of the columns on the screen: an own set before one that comes with the app; null where none is. */
export function setOf(
  shown: readonly string[],
  own: OwnSets,
  unknownColumns: readonly string[],
):
  | { readonly kind: 'own'; readonly set: OwnSet }
  | { readonly kind: 'built-in'; readonly set: BuiltInSet }
  | null {
  const set = own.sets.find(({ columns }) => sameSet(columns, shown));
  if (set !== undefined) return { kind: 'own', set };
  const builtIn = BUILT_IN_SETS.find((name) =>
    ALL_KEYS.some((keys) => sameSet(builtInColumns(name, unknownColumns, keys), shown)),
  );
  return builtIn === undefined ? null : { kind: 'built-in', set: builtIn };
}

/** The columns kept under a name: a set of that name becomes them, or a new one comes last. */
export function withSet(own: OwnSets, id: string, name: string, columns: readonly string[]): OwnSets {
  const trimmed = name.trim();
  if (trimmed === '' || columns.length === 0) return own;
  const known = own.sets.find((set) => set.name === trimmed);
  return known === undefined
    ? { sets: [...own.sets, { id, name: trimmed, columns: [...columns] }] }
    : { sets: own.sets.map((set) => (set === known ? { ...set, columns: [...columns] } : set)) };
}

/** Another name; one that a set has already, or none, changes nothing. */
export function renamedSet(own: OwnSets, id: string, name: string): OwnSets {
  const trimmed = name.trim();
  if (trimmed === '' || own.sets.some((set) => set.name === trimmed)) return own;
  return { sets: own.sets.map((set) => (set.id === id ? { ...set, name: trimmed } : set)) };
}

export function withoutSet(own: OwnSets, id: string): OwnSets {
  return { sets: own.sets.filter((set) => set.id !== id) };
}

/** Apart from how the screen is set: a saved view neither carries the user's sets nor puts others in their place. */
const SETS_PART = 'column-sets.orders';

/** Which columns are shown, by name: those that come with the app, the user's own, and what can be done to these. */
export function ColumnSetsMenu(props: {
  readonly shown: readonly string[];
  readonly unknownColumns: readonly string[];
  readonly keys: TableKeys;
  /** Null: those that the table opens with, which follow the period's date and the accounts. */
  readonly onChoose: (columns: readonly string[] | null) => void;
}) {
  const text = useText();
  const [own, setOwn] = useScreenState(SETS_PART, ownSetsSchema, NO_SETS);
  const [open, setOpen] = useState(false);
  const { shown, unknownColumns } = props;
  const current = useMemo(() => setOf(shown, own, unknownColumns), [shown, own, unknownColumns]);
  const name =
    current?.kind === 'own'
      ? current.set.name
      : text(`column-set.${current === null ? 'other' : current.set}`);
  const choose = (columns: readonly string[] | null): void => {
    props.onChoose(columns);
    setOpen(false);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className={classNames(ui.smallButton, ui.quietButton, styles.setsButton)}
        title={text('column-set.title')}
        data-testid="column-sets"
        data-value={name}
      >
        <span className={ui.ellipsis}>{name}</span>
        <Icon name="down" small />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="end" className={ui.positioner}>
          <Popover.Popup
            className={classNames(ui.menu, styles.setsMenu)}
            aria-label={text('column-set.title')}
          >
            {BUILT_IN_SETS.map((set) => {
              const columns = builtInColumns(set, unknownColumns, props.keys);
              return (
                <SetLine
                  key={set}
                  name={text(`column-set.${set}`)}
                  count={columns.length}
                  isCurrent={current?.kind === 'built-in' && current.set === set}
                  onChoose={() => choose(set === 'sections' ? null : columns)}
                />
              );
            })}
            <OwnLines
              own={own}
              currentId={current?.kind === 'own' ? current.set.id : null}
              shown={shown}
              onOwn={setOwn}
              onChoose={choose}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The user's own sets; the columns on the screen can be kept as another one. */
function OwnLines(props: {
  readonly own: OwnSets;
  readonly currentId: string | null;
  readonly shown: readonly string[];
  readonly onOwn: (own: OwnSets, from: OwnSets) => void;
  readonly onChoose: (columns: readonly string[]) => void;
}) {
  const text = useText();
  const { remember } = useUndo();
  const takeBack = useTakeBack<OwnSets>(SETS_PART);
  const { own, shown, onOwn } = props;
  /** A step that can be undone. */
  const change = (
    next: OwnSets,
    step: 'renamed' | 'overwritten' | 'deleted' | 'saved',
    name: string,
    isOffered = false,
  ): void => {
    if (next === own) return;
    const back = () => takeBack(own, next) || 'changed-since';
    remember(text(`column-set.${step}`, { name }), back, { isOffered });
    onOwn(next, own);
  };
  return (
    <>
      {own.sets.length === 0 ? null : <div className={ui.separator} />}
      {own.sets.map((set) => (
        <OwnLine
          key={set.id}
          set={set}
          isCurrent={props.currentId === set.id}
          onChoose={() => props.onChoose(set.columns)}
          onRename={(next) => change(renamedSet(own, set.id, next), 'renamed', set.name)}
          onOverwrite={() => change(withSet(own, set.id, set.name, shown), 'overwritten', set.name, true)}
          onDelete={() => change(withoutSet(own, set.id), 'deleted', set.name, true)}
        />
      ))}
      <div className={ui.separator} />
      <SaveLine
        own={own}
        onSave={(next) => change(withSet(own, crypto.randomUUID(), next, shown), 'saved', next)}
      />
    </>
  );
}

function SetLine(props: {
  readonly name: string;
  readonly count: number;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}) {
  const { name, isCurrent } = props;
  return (
    <button type="button" className={ui.item} aria-pressed={isCurrent} title={name} onClick={props.onChoose}>
      <span className={ui.mark}>{isCurrent ? <Icon name="check" /> : null}</span>
      <span className={ui.stretched}>{name}</span>
      <small>{props.count}</small>
    </button>
  );
}

/** One of the user's own: chosen, renamed, overwritten with what is on the screen, deleted. */
function OwnLine(props: {
  readonly set: OwnSet;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
  readonly onRename: (name: string) => void;
  readonly onOverwrite: () => void;
  readonly onDelete: () => void;
}) {
  const text = useText();
  const { set, isCurrent } = props;
  const { name } = set;
  const [isRenamed, setIsRenamed] = useState(false);
  if (isRenamed)
    return (
      <RenameLine
        name={name}
        onRename={(next) => {
          props.onRename(next);
          setIsRenamed(false);
        }}
        onCancel={() => setIsRenamed(false)}
      />
    );
  const button = { className: ui.toolButton, small: true } as const;
  return (
    <div className={styles.ownSet}>
      <SetLine name={name} count={set.columns.length} isCurrent={isCurrent} onChoose={props.onChoose} />
      <IconButton
        {...button}
        icon="pencil"
        name={text('column-set.rename-of', { name })}
        onPress={() => setIsRenamed(true)}
      />
      <IconButton
        {...button}
        icon="save"
        name={text('column-set.overwrite', { name })}
        disabled={isCurrent}
        onPress={props.onOverwrite}
      />
      <IconButton
        {...button}
        icon="close"
        name={text('column-set.delete', { name })}
        onPress={props.onDelete}
      />
    </div>
  );
}

function RenameLine(props: {
  readonly name: string;
  readonly onRename: (name: string) => void;
  readonly onCancel: () => void;
}) {
  const text = useText();
  const [typed, setTyped] = useState(props.name);
  return (
    <form
      className={styles.setName}
      onSubmit={(event) => {
        event.preventDefault();
        props.onRename(typed);
      }}
    >
      <span className={classNames(ui.field, ui.grow)}>
        <input
          // biome-ignore lint/a11y/noAutofocus: the field was asked for by the button it replaces
          autoFocus
          value={typed}
          maxLength={60}
          aria-label={text('column-set.name')}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            props.onCancel();
          }}
        />
      </span>
      <button type="submit" className={ui.smallButton}>
        {text('column-set.rename')}
      </button>
    </form>
  );
}

function SaveLine(props: { readonly own: OwnSets; readonly onSave: (name: string) => void }) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const isTaken = props.own.sets.some(({ name }) => name === typed.trim());
  return (
    <form
      className={styles.setName}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === '') {
          input.current?.focus();
          return;
        }
        props.onSave(typed.trim());
        setTyped('');
      }}
    >
      <span className={classNames(ui.field, ui.grow)}>
        <input
          ref={input}
          value={typed}
          maxLength={60}
          placeholder={text('column-set.save-as')}
          aria-label={text('column-set.save-as')}
          data-testid="column-set-name"
          onChange={(event) => setTyped(event.target.value)}
        />
      </span>
      <button type="submit" className={ui.smallButton} data-testid="column-set-save">
        {text(isTaken ? 'column-set.replace' : 'column-set.save')}
      </button>
    </form>
  );
}
