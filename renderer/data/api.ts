import type { Annotation, AnnotationChanges, AnnotationKind } from '#shared/contract/annotations.ts';
import type { LyingFile, WrittenFile } from '#shared/contract/app.ts';
import type { BackupAccount, BackupReason } from '#shared/contract/backups.ts';
import type { RereadReason, Search } from '#shared/contract/checkpoint.ts';
import type { ControlTotal } from '#shared/contract/control-total.ts';
import type { HeldMonth } from '#shared/contract/ledger.ts';
import type { PageError } from '#shared/contract/page-errors.ts';
import type { Caller } from '#shared/contract/rpc.ts';
import type { RunEntry, RunWindow, WindowPurpose } from '#shared/contract/run-log.ts';
import type {
  Anomalies,
  AnomaliesQuery,
  AnomalousOrdersPage,
  AnomalousOrdersQuery,
  AnomalyThresholds,
} from '#shared/domain/anomalies.ts';
import type { Bridge, BridgeQuery } from '#shared/domain/bridge.ts';
import type { PayoutReasonFound } from '#shared/domain/chain/match-payouts.ts';
import type { Payout } from '#shared/domain/chain/payouts.ts';
import type { Standing } from '#shared/domain/chain/why-open.ts';
import type { AdjustmentLine } from '#shared/domain/closing/adjustment.ts';
import type { Drift, DriftCause, DriftedOrder } from '#shared/domain/closing/drift.ts';
import type { CountedOwnCosts } from '#shared/domain/closing/month-orders.ts';
import type { LocalDate, LocalDateTime, Month, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Exception } from '#shared/domain/exceptions.ts';
import type { Change, ExplainQuery, Explanations } from '#shared/domain/explanation.ts';
import type { FileRow } from '#shared/domain/file-cells.ts';
import type { ColumnMapping } from '#shared/domain/file-columns.ts';
import type { GroupLayout } from '#shared/domain/group-table.ts';
import type { MatchLine } from '#shared/domain/matching/match-line.ts';
import type { MatchSort, MatchTotals, Settlement, SpokenFor } from '#shared/domain/matching/match-results.ts';
import type { MatchCase, OutsideLines, SuggestionReason } from '#shared/domain/matching/match-work.ts';
import type { MissingCosts, MissingCostsQuery } from '#shared/domain/missing-costs.ts';
import type {
  OwnCostLines,
  OwnCostsQuery,
  OwnCostTrial,
  OwnCostTrialQuery,
  UsedOwnCosts,
} from '#shared/domain/own-costs.ts';
import type { CostField, CostImport, SaidConventions } from '#shared/domain/own-costs-import.ts';
import type { Sums } from '#shared/domain/profitability.ts';
import type {
  ClaimNames,
  RateDeviationsPage,
  RateDeviationsQuery,
  Rates,
  RatesQuery,
} from '#shared/domain/rates.ts';
import type { ReleaseReport } from '#shared/domain/releases/release-results.ts';
import type { ReleaseDays } from '#shared/domain/releases/report.ts';
import type { FailingRowsPage, FailingRowsQuery, FailureGroups, RowProof } from '#shared/domain/row-proof.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import type { AccountsScope, Period, Selection, SellerAccount } from '#shared/domain/selection.ts';
import type { WholeTable } from '#shared/domain/sheet-table.ts';
import type { CsvFormat } from '#shared/domain/spreadsheet.ts';
import type { StatementMapping } from '#shared/domain/statements/mapping.ts';
import type {
  LeftAsideReason,
  NotUnderstood,
  StatementKind,
  StatementReading,
} from '#shared/domain/statements/statement.ts';

/**
 * What views may ask of the data worker. Read-only: views never write the ledger and never see rows by the
 * million. Every answer carries the revision it was computed at; a commit raises it.
 */

/** How the worker reaches the main process: its own WebSocket, or a port that comes with the opening call. */
export type LedgerConnection =
  | { readonly kind: 'socket'; readonly url: string; readonly secret: string }
  /** The MessagePort follows in the same message's transfer list. */
  | { readonly kind: 'port' };

export type Opening =
  | {
      readonly kind: 'open';
      readonly facts: LedgerFacts;
      /** What a restored backup brought for the page, which takes it over and says so (`forgetSettings`); null: nothing. */
      readonly settings?: StoredSettings | null;
    }
  /** An earlier version wrote it: it is opened with `migrates`, once a backup of it is written. */
  | { readonly kind: 'outdated' }
  /** Another page of this app owns the ledger; `takeOver` opens it here and closes it there. */
  | { readonly kind: 'owned-elsewhere' }
  /** `detail` is for the log and the curious; the screen says what to do. */
  | {
      readonly kind: 'failed';
      /** `memory`: there is no room in memory for the rows; what is stored is whole. */
      readonly reason: 'newer-schema' | 'corrupt' | 'storage' | 'memory';
      readonly detail: string;
    };

/** What the local copy holds, whatever the selection. */
export type LedgerFacts = {
  readonly revision: number;
  readonly rows: number;
  readonly orders: number;
  readonly firstPurchase: LocalDateTime | null;
  readonly lastPurchase: LocalDateTime | null;
  readonly lastUpdate: UtcInstant | null;
  /** Columns that any row carries: those of the catalogue first, then those it does not know. */
  readonly columns: readonly string[];
  readonly unknownColumns: readonly string[];
  /** The last reading that these rows hold, by the server's clock; null before the first. */
  readonly readUntil: UtcInstant | null;
  /** Some channel holds more than one account. */
  readonly hasSeveralAccounts: boolean;
  /** Null when all stored bytes are whole. */
  readonly damage: Damage | null;
};

/** Rows lost to damaged storage. Until their purchases have been read again the figures lack them, and say so. */
export type Damage = {
  /** Epoch milliseconds of this machine. */
  readonly foundAtMs: number;
  /** Null where not even their number is known. */
  readonly rowsLost: number | null;
  /** Purchases among which rows were lost, [from, to); null: anywhere. */
  readonly from: LocalDateTime | null;
  readonly to: LocalDateTime | null;
  /** Part of it lies before what the plan lets us ask for: it cannot be read again. */
  readonly outsidePlan: boolean;
};

/** What is known of a month of `Fecha de compra`. */
export type MonthCoverage = {
  readonly month: Month;
  readonly rows: number;
  readonly orders: number;
  /** The oldest reading among those that cover it, by the server's clock; null while some of it was never read. */
  readonly lastReadAt: UtcInstant | null;
  /**
   * queued: not wholly read yet. live: changes come by themselves. blind: bought over 120 days ago, changes come by
   * re-reading only. outside: before the plan window; `partial` says if it is incomplete.
   */
  readonly reach: 'queued' | 'live' | 'blind' | 'outside';
  readonly partial: boolean;
  /** Blind, and last read over 30 days ago. */
  readonly rereadDue: boolean;
  /** Why it is to be read again. */
  readonly reread: RereadReason | null;
  readonly ordersToVerify: number;
  /** A part of it would not settle and is tried again (rule 3). */
  readonly unsettled: boolean;
  readonly held: HeldMonth | null;
  /** Latest control totals, by scope; null where none was taken. */
  readonly controls: { readonly everything: ControlTotal | null; readonly dashboard: ControlTotal | null };
  /** The search for what its controls show; null where there was none. */
  readonly search: Search | null;
};

export type Coverage = {
  readonly revision: number;
  /** What months hold is known up to this instant of the server's clock: the last changes, or the beginning of the load. */
  readonly knownUntil: UtcInstant | null;
  /** Every month from the plan's start (or the first stored row) to the present, ascending, gaps included. */
  readonly months: readonly MonthCoverage[];
  /** The controls of everything the plan reaches, and the search for what they show. */
  readonly controls: MonthCoverage['controls'];
  readonly search: Search | null;
  /** Rows without a readable purchase date: in no month. */
  readonly undatedRows: number;
  /** Rows bought before 2000 or after the present. */
  readonly outOfRangeRows: number;
};

/** What an order was or became, with the exact sums of its readable values. */
export type OrderFigures = {
  readonly rows: number;
  /** The distinct values of its rows, sorted. */
  readonly states: readonly string[];
  readonly payments: readonly string[];
  /** Ventas and the three profitabilities. */
  readonly amounts: { readonly [column: string]: Decimal };
};

/** An order's difference over all its changes in the query: as it was before the first, as it is after the last. */
export type OrderDifference = {
  readonly Canal: string;
  readonly Cuenta: string;
  readonly Orden: string;
  /** What tells it from all others, by column: of rows without an order number more than the three above. */
  readonly identity: { readonly [column: string]: Cell };
  /** First purchase among its rows; null when it is unreadable. */
  readonly purchase: LocalDateTime | null;
  readonly kind: 'new' | 'changed' | 'removed';
  readonly before: OrderFigures | null;
  readonly after: OrderFigures | null;
  /** Changes put together, and the last one's moment, reading and answers. */
  readonly changes: number;
  readonly readAt: UtcInstant | null;
  readonly purpose: WindowPurpose;
  readonly windowFrom: string;
  readonly windowTo: string;
  readonly correlationIds: readonly string[];
  /**
   * Columns that differed, the moment of the update aside; none where the order came or went. Null where that was not kept:
   * changes written by an earlier Cuadra, orders that went and came again in between.
   */
  readonly columns: readonly string[] | null;
  /**
   * What those of them held that neither figures nor rates tell, one after the other: distinct values, or a figure's exact
   * sum. A column whose values were left out for their length is not here; null where none were kept.
   */
  readonly values: readonly ColumnDifference[] | null;
};

export type ColumnDifference = {
  readonly column: string;
  readonly before: readonly Cell[];
  readonly after: readonly Cell[];
};

/** How orders are put together: new ones apart from those that were known, by what brought the change, by month of purchase. */
export type ChangesGrouping = 'news' | 'cause' | 'month';
/**
 * What brought a change: a first reading of its purchases, the source's own word, a purchase date read again, the user's
 * decision about missing rows; a product cost where there was none, whatever brought it.
 */
export type ChangeCause = 'cost' | 'source' | 'reread' | 'decision' | 'first';
/** `new`, `restated`; a cause, that of the last change; a month, "" where it is unknown. */
export type ChangesGroup = {
  readonly key: 'new' | 'restated' | ChangeCause | Month | '';
  readonly orders: number;
  /** After minus before. */
  readonly rows: number;
  readonly differences: { readonly [column: string]: Decimal };
};

export type ChangesQuery = {
  /** One run, or all from the first reading at or after an instant of the server's clock on; both null: all there is. */
  readonly runId: string | null;
  readonly since: UtcInstant | null;
  /** Orders with a purchase in this month. */
  readonly month: Month | null;
  readonly kinds: readonly OrderDifference['kind'][];
  readonly canal: string | null;
  /** Null: all accounts. Sums of unlike currencies are never asked for together. */
  readonly scope: AccountsScope | null;
  /** Part of an order number. "" finds all. */
  readonly search: string;
  /** Only orders whose amounts, states or rows differ in the end. */
  readonly onlyDifferent: boolean;
  readonly grouping: ChangesGrouping;
  /** Only the orders of one group; null: of all. */
  readonly group: ChangesGroup['key'] | null;
  /** Null: newest first. A column sorts by the size of its difference, greatest first. */
  readonly sort: string | null;
};

/** Every change of one order, newest first, each with its own before and after. */
export type OrderHistory = { readonly revision: number; readonly changes: readonly OrderDifference[] };

export type ChangesPage = {
  readonly revision: number;
  readonly total: number;
  readonly offset: number;
  readonly lines: readonly OrderDifference[];
  /** Of the whole query, not of this page: exact sums before and after, and after minus before. */
  readonly sums: {
    readonly [column: string]: Readonly<Record<'before' | 'after' | 'difference', Decimal>>;
  };
  readonly rowsBefore: number;
  readonly rowsAfter: number;
  /** Orders of each kind, without regard to the query's own choice of kinds. */
  readonly counts: Readonly<Record<OrderDifference['kind'], number>>;
  /** The groups that occur, without regard to the query's own choice of one: together they are all of it. */
  readonly groups: readonly ChangesGroup[];
  /** The channels that occur, for the filter. */
  readonly canales: readonly string[];
};

/** One result for a screen's totals and for its export. Sums are exact; a column with no readable value is absent. */
export type Totals = {
  readonly revision: number;
  readonly rows: number;
  readonly orders: number;
  readonly sums: Sums;
  /** Values that no sum counts because they are no decimals, by column. */
  readonly unreadable: { readonly [column: string]: number };
  /** Ventas of the rows whose Costo de Producto is not 0: the coverage of Comercial and Total (spec 2.5.1). */
  readonly ventasWithProductCost: Decimal;
  /** Rows with Ventas other than 0 and no product cost. */
  readonly rowsWithoutProductCost: number;
};

export type SortOrder = { readonly column: string; readonly direction: 'ascending' | 'descending' };
export type Grouping = 'rows' | 'orders';

export type RowsQuery = {
  readonly selection: Selection;
  readonly grouping: Grouping;
  /** Null: newest purchase first. */
  readonly sort: SortOrder | null;
  readonly columns: readonly string[];
};

/**
 * A line of the order table: a row, or an order with the sums of its rows in the selection (texts: the common value, null
 * where the rows differ; percentages: sum over sum).
 */
export type TableRow = {
  /** Stable while the revision stands. */
  readonly id: string;
  readonly rows: number;
  readonly cells: readonly Cell[];
  /** Columns of this line where some value is unreadable or, in an order, where the rows' texts differ. */
  readonly unreadable: readonly string[];
  readonly mixed: readonly string[];
  /** True where product cost is 0 in a line that has Ventas. */
  readonly productCostMissing: boolean;
};

export type TableRowsPage = {
  readonly revision: number;
  /** Lines of the whole query. */
  readonly total: number;
  readonly offset: number;
  readonly lines: readonly TableRow[];
};

/** What profitability is grouped by: a text column, or the month of the selection's own date. */
export type Dimension = 'month' | 'Canal' | 'Cuenta' | 'SKU Producto' | 'Marca' | 'Categoría';

/** Weeks begin on Monday. */
export type TimeUnit = 'year' | 'quarter' | 'month' | 'week' | 'day';

/** A column's texts (`unit` null), or a column of dates by a part of the calendar. */
export type GroupBy = Dimension | { readonly column: string; readonly unit: TimeUnit | null };

/** The period of the same length just before (whole months before whole months), or the same days a year earlier. */
export type CompareWith = 'previous-period' | 'previous-year';

export type GroupsQuery = {
  readonly selection: Selection;
  readonly dimension: GroupBy;
  /** Groups within each group; their subtotals are the first dimension's groups. */
  readonly within?: GroupBy | null;
  readonly compareWith?: CompareWith | null;
  /** At most so many groups of a dimension of texts, and within each group; those of the calendar come all. */
  readonly limit?: number;
  /** At most so many groups of texts within each group; null: all of them. Absent: as `limit`. */
  readonly withinLimit?: number | null;
  /** Which groups of texts come first: by the sum of one of `columns`. Null: by Ventas, greatest first. */
  readonly order?: SortOrder | null;
  readonly columns: readonly string[];
};

export type Group = {
  /** "" where the rows carry none. Parts of the calendar as 2026, 2026-Q3, 2026-09, 2026-W36 and 2026-09-05. */
  readonly value: string;
  /** A text that explains the value (the product of a SKU), or null. */
  readonly caption: string | null;
  readonly totals: Omit<Totals, 'revision'>;
  /** The groups of the second dimension, where one was asked, and how many the limit left out. */
  readonly groups?: readonly Group[];
  readonly groupsLeftOut?: number;
  /** The same of the compared period, its parts of the calendar brought to this one's. */
  readonly compared?: Omit<Totals, 'revision'>;
};

export type Groups = {
  readonly revision: number;
  /** Those that have rows in the period, or in the compared one. */
  readonly groups: readonly Group[];
  /** Groups that the query's limit left out; they count in the total. */
  readonly groupsLeftOut?: number;
  readonly total: Totals;
  /** Where a comparison was asked of a selection with a period. */
  readonly compared?: { readonly period: Period; readonly total: Totals };
};

/**
 * The place on the screen that a question is asked for. A newer question of the same slot supersedes one that has not been
 * answered: that one fails with SUPERSEDED and never answers late.
 */
export type InSlot = { readonly slot?: string };

/** BridgeError code of a question that a newer one of its slot took the place of. */
export const SUPERSEDED = 'superseded';

export type ValueCount = { readonly value: string; readonly rows: number };

/** Values of a column among the rows that the other filters leave. */
export type ValuesQuery = {
  readonly selection: Selection;
  readonly column: string;
  /** Only values that hold this text, without regard to case or accents. "" or absent: all. */
  readonly find?: string;
  /** start: only values that begin with it; the value that is it comes first. Absent: anywhere in the value. */
  readonly at?: 'start' | 'anywhere';
  /** At most so many, the most frequent ones. Null or absent: all. */
  readonly limit?: number | null;
  /** Values that are wanted beyond the limit too, and where no row carries them (0 rows). */
  readonly also?: readonly string[];
};

export type ValuesAnswer = {
  readonly revision: number;
  /** Most frequent first, then by text; those of `also` that the limit leaves out come after them. */
  readonly values: readonly ValueCount[];
  /** How many values hold the text, and how many there are; those of `also` without rows included. */
  readonly found: number;
  readonly all: number;
};

/** Whose exceptions are asked for, and from when on something is one. */
export type ExceptionsQuery = {
  readonly scope: AccountsScope | null;
  /** In which the accounts of the scope are: own costs have one. */
  readonly currency: string | null;
  readonly thresholds: AnomalyThresholds;
  readonly tolerance: Tolerance;
};

/** The queue of exceptions: of the rows of a scope as they are shown, whatever is selected, and of what months are known to be by now. */
export type Exceptions = {
  readonly revision: number;
  /** Rows looked at. */
  readonly rows: number;
  readonly exceptions: readonly Exception[];
};

/** What a file is of: the very query that a table shows, or a table that is laid out already. */
export type FileContent =
  | { readonly kind: 'rows'; readonly name: string; readonly query: RowsQuery }
  | { readonly kind: 'changes'; readonly name: string; readonly query: ChangesQuery }
  /** The rows that a rule fails in; `names` are those of columns that are none of the API's. */
  | {
      readonly kind: 'failing-rows';
      readonly names: { readonly table: string; readonly expected: string; readonly difference: string };
      readonly query: FailingRowsQuery;
    }
  /** The rows that do not follow a rule of charges. */
  | {
      readonly kind: 'rate-deviations';
      readonly names: ClaimNames;
      readonly query: RateDeviationsQuery;
    }
  /** `of`: the figures that it was made of, so that they can be asked for again when the file is checked. */
  | { readonly kind: 'table'; readonly table: WholeTable; readonly of?: FiguresOf }
  /** Several tables of one revision, a sheet each: fails with OUTDATED where the rows are of another by now. */
  | {
      readonly kind: 'book';
      readonly revision: number;
      readonly of?: FiguresOf;
      readonly tables: readonly BookTable[];
    };

/** A selection, and what it came to at a revision. */
export type FiguresOf = {
  readonly selection: Selection;
  readonly totals: Pick<Totals, 'revision' | 'rows' | 'sums'>;
};

/** A table that is laid out already, or groups that are read where the rows are: there may be any number of them. */
export type BookTable =
  | { readonly kind: 'table'; readonly table: WholeTable }
  | { readonly kind: 'groups'; readonly query: GroupsQuery; readonly layout: GroupLayout };

/** BridgeError code of a file whose tables would be of several revisions: what was read for it is to be read again. */
export const OUTDATED = 'outdated';

/** How amounts look: decimal places where the table's sums are whole, and where some is not; and negatives. */
export type WorkbookLook = {
  readonly places: { readonly ofWhole: number; readonly ofBroken: number };
  readonly negatives: 'minus' | 'parentheses';
};

export type FileFormat =
  | { readonly kind: 'csv'; readonly csv: CsvFormat }
  | {
      readonly kind: 'xlsx';
      /** Over the headings of each sheet, after the table's name. */
      readonly title: string;
      readonly look: WorkbookLook;
      /** For the sheet with the evidence: whose figures these are, of which days, under which filters, as of when. */
      readonly facts: readonly { readonly name: string; readonly value: string }[];
    };

export type FileChunk = { readonly bytes: Uint8Array; readonly linesDone: number };

/** How far the search for an explanation has come (0 to 1), or what it found. */
export type ExplanationProgress =
  | { readonly kind: 'running'; readonly share: number }
  | { readonly kind: 'done'; readonly explanations: Explanations };

/** One step of an explanation, and those it comes after. */
export type ExplainedRowsQuery = Pick<ExplainQuery, 'selection' | 'measure'> & {
  readonly before: readonly (readonly Change[])[];
  readonly step: readonly Change[];
  readonly columns: readonly string[];
  readonly limit: number;
};

/** A row that a step lets in (`isIn`) or leaves out; or one that stays in and is another amount by it: `moved` then. */
export type ExplainedRow = {
  readonly id: string;
  readonly isIn: boolean;
  readonly moved: Decimal | null;
  readonly cells: readonly Cell[];
};
export type ExplainedRows = {
  readonly revision: number;
  readonly total: number;
  /** Those of the greatest amounts. */
  readonly rows: readonly ExplainedRow[];
};

/** Why a file is not checked. */
export type CheckRefusal =
  /** No archive, or one that holds no workbook. */
  | 'not-workbook'
  /** Its parts are larger than any that could be of use, or made to fill memory. */
  | 'too-large'
  | 'encrypted'
  /** Damaged, or written in a way that no spreadsheet writes. */
  | 'unreadable'
  /** A workbook without the evidence of this program. */
  | 'no-evidence'
  | 'damaged-evidence'
  /** Its evidence is of a newer version of this program. */
  | 'newer';

/** Two texts that ought to be the same: what the evidence tells, and what is found. */
export type ToldAndFound = {
  readonly name: string;
  readonly told: string | null;
  readonly found: string | null;
};

/** `table`: on which of several; null: of the workbook, or of its only one. */
export type Alteration = ToldAndFound & { readonly table: string | null };

/** A workbook held against its own evidence. */
export type FileState = {
  /** Of all its tables. */
  readonly rows: number;
  readonly tables: readonly { readonly name: string; readonly isAltered: boolean }[];
  /** What is not as the evidence says; none: the file is as it was written. */
  readonly altered: readonly Alteration[];
  /** Figures with more digits than a spreadsheet's numbers carry: their last digits are in no hash. */
  readonly longFigures: number;
};

/** An order that is not what it was in the file, or that changed since. */
export type CheckedOrder = {
  readonly Canal: string;
  readonly Cuenta: string;
  /** "" of rows without an order number. */
  readonly Orden: string;
  readonly kind: OrderDifference['kind'];
  /** Whether it is in the selection by now; null: not told. */
  readonly isSelected: boolean | null;
  readonly columns: readonly ColumnDifference[];
};

export type CheckedOrders = {
  /** `rows`: by the rows of the file. `log`: by the change log since the file's revision. `unknown`: by neither. */
  readonly by: 'rows' | 'log' | 'unknown';
  readonly counts: Readonly<Record<OrderDifference['kind'], number>>;
  /** The first ones of them. */
  readonly lines: readonly CheckedOrder[];
};

export type CheckedMeasure = {
  readonly column: string;
  readonly kind: 'money' | 'count' | 'number';
  readonly before: Decimal | null;
  readonly now: Decimal | null;
  readonly difference: Decimal;
};

/** The same question, answered by today's rows. */
export type CheckedToday = {
  readonly isSame: boolean;
  readonly rows: { readonly before: number; readonly now: number };
  /** Null where the table was laid out by a screen: its rows are not made again. */
  readonly hash: { readonly before: string; readonly now: string } | null;
  readonly measures: readonly CheckedMeasure[];
  readonly orders: CheckedOrders;
  readonly readUntil: UtcInstant | null;
};

export type ExportCheck = {
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly file: FileState;
  /** Null: what was asked concerns no selection, or is not known. */
  readonly selection: Selection | null;
  /** The last reading that the file's rows held. */
  readonly readUntil: UtcInstant | null;
  readonly isOtherAccount: boolean;
  /** Null: it is another account's, or cannot be asked for again. */
  readonly today: CheckedToday | null;
};

/** A step of a check: how far it has come, or its end. */
export type CheckStep =
  | {
      readonly kind: 'running';
      readonly phase: 'file' | 'today' | 'orders';
      readonly done: number;
      readonly rows: number;
    }
  | { readonly kind: 'refused'; readonly reason: CheckRefusal }
  | { readonly kind: 'done'; readonly check: ExportCheck };

/** A month that was closed, and whether it still is what it was. */
export type CloseOfMonth = {
  readonly month: Month;
  readonly close: Annotation<'month-close'>;
  readonly state: CloseState;
  /** Its figures by now, by channel and account. */
  readonly now: Annotation<'month-close'>['figures'];
  /** Of `now`: what somebody who looked at it looked at. */
  readonly evidence: string;
};
/** `open`: it was closed and reopened. `drifted`: its figures moved, and nobody has looked at that yet. `seen`: somebody has. */
export type CloseState = 'open' | 'closed' | 'drifted' | 'seen';

export type DriftQuery = {
  readonly month: Month;
  readonly scope: AccountsScope | null;
  /** Only the orders of one cause; null: of all. */
  readonly cause: DriftCause | null;
};
/** What became of a closed month. Sums, rows and causes are of the whole query but for its choice of a cause. */
export type DriftPage = Omit<Drift, 'orders'> & {
  /** The same by account and cause, whatever orders are told. */
  readonly byAccount: readonly AdjustmentLine[];
  readonly revision: number;
  readonly total: number;
  readonly offset: number;
  readonly orders: readonly (DriftedOrder & { readonly correlationIds: readonly string[] })[];
};

/** Who does something to a month, and why. */
export type MonthDecision = { readonly month: Month; readonly owner: string; readonly note: string };
/** With own costs, by currency, or of the source alone (none): what becomes of the month is told the same way. */
export type CloseDecision = MonthDecision & { readonly ownCosts: readonly CountedOwnCosts[] };

/**
 * Takes what is proposed for a closed month to the books of an open one. `evidence`: of the lines that were seen
 * (shared/domain/closing/adjustment.ts); where others are proposed by now, it fails with OUTDATED.
 */
export type AdjustmentDecision = MonthDecision & {
  readonly datedIn: Month;
  readonly scope: AccountsScope | null;
  readonly evidence: string;
};

/** Why a table file is not read. */
export type IntakeReason =
  | 'empty'
  /** A picture, a PDF, a program: nothing that holds a table. */
  | 'not-table'
  /** A compressed file that holds no workbook. */
  | 'archive'
  /** A workbook of another program, or of a kind that is not read: it can be saved as .xlsx. */
  | 'other-workbook'
  /** A workbook as it was saved before 1995. */
  | 'old-workbook'
  | 'encrypted'
  | 'too-large'
  | 'too-many-columns'
  /** Damaged, or written in a way that no spreadsheet writes. */
  | 'unreadable'
  /** Names that stand for other texts, as attacks declare them. */
  | 'entities'
  /** Quotes that are never closed, from here on. */
  | 'open-quote'
  | 'long-cell'
  /** A formula whose result is not in the file. */
  | 'no-value'
  /** It was changed or taken away while it was read. */
  | 'gone'
  | 'too-many-lines';

/** `line` and `column` from 1, and the sheet, where they are known. */
export type IntakeRefusal = {
  readonly reason: IntakeReason;
  readonly sheet: string | null;
  readonly line: number | null;
  readonly column: number | null;
};

/** What of a file is not read, or may not be what it seems. */
export type IntakeNote = 'macros' | 'external-links' | 'hidden-sheets' | 'damaged-characters';

/** What a table file was understood as. */
export type TableFileFacts = {
  readonly format: 'text' | 'xlsx' | 'xls' | 'html' | 'xml';
  /** Of texts. */
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly notes: readonly IntakeNote[];
};

/** What is wanted of a table file: what it looks like, own costs out of one of its sheets, or a statement. */
export type IntakeAsk =
  | { readonly kind: 'look' }
  | {
      readonly kind: 'own-costs';
      readonly sheet: string;
      /** 0: there is none, every line is data. */
      readonly headerLine: number;
      readonly columns: ColumnMapping<CostField>;
      readonly said: SaidConventions;
    }
  | {
      readonly kind: 'statement';
      /** Null: the sheet that has the most lines of a statement. */
      readonly sheet: string | null;
      /** What the user says of a header that is not known, before it is kept: it counts before what was kept. */
      readonly mapping: { readonly fingerprint: string; readonly mapping: StatementMapping } | null;
    };

/** A sheet's beginning, and its size. */
export type SheetLook = {
  /** "" of a file that has no sheets. */
  readonly name: string;
  readonly isHidden: boolean;
  readonly lines: number;
  readonly columns: number;
  readonly head: readonly FileRow[];
};

export type IntakeAnswer =
  | { readonly kind: 'look'; readonly facts: TableFileFacts; readonly sheets: readonly SheetLook[] }
  | { readonly kind: 'own-costs'; readonly read: CostImport }
  | { readonly kind: 'statement'; readonly statement: StatementPreview };

/** Days from the first to the last, both within. */
export type Days = { readonly from: LocalDate; readonly to: LocalDate };

/** What a file was understood as, before anything of it is stored. Lists are cut at MOST_TOLD; their numbers are whole. */
export type StatementPreview = {
  /** What `confirmStatement` is told. Kept until the next file is read. */
  readonly readingId: string;
  readonly facts: TableFileFacts;
  readonly sheet: string;
  readonly sheets: readonly { readonly name: string; readonly lines: number }[];
  /** The beginning of the sheet, for a mapping made by hand. */
  readonly head: readonly FileRow[];
  /** The lines of it that money moves in. */
  readonly rows: number;
  readonly days: Days | null;
  /** The sum of the lines, by currency ("": none is told). */
  readonly nets: readonly { readonly currency: string; readonly net: Decimal }[];
  readonly settlements: number;
  readonly leftAside: readonly {
    readonly why: LeftAsideReason;
    readonly count: number;
    /** The first of them. */
    readonly lines: readonly number[];
  }[];
  readonly notUnderstood: { readonly count: number; readonly told: readonly NotUnderstood[] };
  /** Lines that no earlier import has, and those in common with each of them that has any. */
  readonly overlap: {
    readonly fresh: number;
    /** `isSame`: line by line what is read now, which takes its place. */
    readonly shared: readonly {
      readonly id: string;
      readonly name: string;
      readonly lines: number;
      readonly isSame: boolean;
    }[];
  };
  /** Channels and accounts whose orders the lines name. */
  readonly accounts: readonly StatementAccount[];
  /** Whose it is, as the user said of the last one of its kind; null: that of the orders it names. */
  readonly account: SellerAccount | null;
} & Pick<StatementReading, 'kind' | 'layout' | 'reasons' | 'fingerprint' | 'headers' | 'proof' | 'changes'>;
export const MOST_TOLD = 200;

/** `orders`: how many of them a statement names. */
export type StatementAccount = { readonly canal: string; readonly cuenta: string; readonly orders: number };

/** A statement that was imported. */
export type ImportedStatement = {
  readonly id: string;
  /** Of the file. */
  readonly name: string;
  /** Of what its lines say: the same for the same statement, whatever its file is called. */
  readonly digest: string;
  readonly kind: StatementKind;
  readonly layout: string | null;
  /** All lines of the file, and those of them that no earlier import had. */
  readonly lines: number;
  readonly fresh: number;
  readonly days: Days | null;
  readonly nets: StatementPreview['nets'];
  readonly accounts: readonly StatementAccount[];
  /** Whose it is, as the user says; none: that of the orders it names. */
  readonly account?: SellerAccount | null | undefined;
  /** `none`: nothing in such a file can be held against anything. `gap`: of the checks that fail. */
  readonly proof: { readonly state: 'holds' | 'fails' | 'none'; readonly gap: Decimal };
  /** By this machine's clock. */
  readonly importedAtMs: number;
  readonly owner: string;
};

/** Up to which difference two sides count as settled: what either of the limits allows is within. */
export type Tolerance = { readonly absolute: Decimal; readonly percent: Decimal };

/** Which statements are held against the rows, and by what. A line that several of them have counts once. */
export type MatchesQuery = {
  /** Null: the one confirmed last. */
  readonly statementIds: readonly string[] | null;
  readonly tolerance: Tolerance;
  /** None: all. */
  readonly states: readonly MatchCase['state'][];
  /** Null: as they were found. */
  readonly sort: MatchSort | null;
  /** Part of a number or text of a line, or of an order's number. "" finds all. */
  readonly search: string;
  /** Only cases of an order that was bought in it. */
  readonly month?: Month | undefined;
};

export type MatchesPage = {
  readonly revision: number;
  /** Those that were asked for; none where nothing was imported yet. */
  readonly statements: readonly ImportedStatement[];
  /** Of all lines, whatever the states and the search. */
  readonly totals: MatchTotals;
  /** What the statement speaks for, by account. */
  readonly facts: readonly SpokenFor[];
  /** Lines beside the result, each with its reason. */
  readonly outside: readonly {
    readonly reason: OutsideLines['reason'];
    readonly lines: number;
    readonly sum: Decimal;
  }[];
  /** Movements without an order number that the statement says nothing of. */
  readonly movementsHere: { readonly orders: number; readonly sum: Decimal };
  /** Cases of the states that the search finds. */
  readonly total: number;
  readonly offset: number;
  readonly cases: readonly MatchedCase[];
};

/** A case with its two sides; of each at most MOST_TOLD are told. */
export type MatchedCase = Pick<
  MatchCase,
  'state' | 'by' | 'isBySettlement' | 'isOfAnotherPeriod' | 'isExplained'
> & {
  readonly here: Decimal;
  readonly there: Decimal;
  readonly difference: Decimal;
  readonly lineCount: number;
  readonly orderCount: number;
  readonly lines: readonly MatchedLine[];
  readonly orders: readonly MatchedOrder[];
  readonly suggestions: readonly MatchSuggestion[];
};
export type MatchedLine = MatchLine & {
  /** What a decision names it by. */
  readonly identity: string;
  readonly statementId: string;
};
export type MatchedOrder = {
  /** What a decision names it by (shared/domain/order-identity.ts). */
  readonly key: string;
  readonly Canal: string;
  readonly Cuenta: string;
  /** "" of rows without an order number. */
  readonly Orden: string;
  readonly amount: Decimal;
  /** In the settlements that the statement names; null where that is all of it, or none. */
  readonly settled: Decimal | null;
  readonly settlements: readonly string[];
  readonly purchased: LocalDate | null;
  readonly paid: LocalDate | null;
  readonly correlationIds: readonly string[];
};
export type MatchSuggestion = {
  readonly lines: readonly MatchedLine[];
  readonly orders: readonly MatchedOrder[];
  readonly remains: Decimal;
} & SuggestionReason;

/** Settlements of a scope as they stood at the end of a day; the latest purchases first. */
export type SettlementsQuery = { readonly scope: AccountsScope | null; readonly day: LocalDate };
export type SettlementsPage = {
  readonly revision: number;
  readonly total: number;
  readonly offset: number;
  readonly settlements: readonly Settlement[];
  /** By channel and account: what the marketplace owes in all of them. */
  readonly owed: readonly {
    readonly canal: string;
    readonly cuenta: string;
    readonly owed: Decimal;
    readonly rows: number;
  }[];
};

/** What comes of what the accounts of a scope have sold, and how earlier forecasts held. */
export type ReleasesQuery = { readonly scope: AccountsScope | null } & ReleaseDays;
export type ReleasesPage = { readonly revision: number } & ReleaseReport;
/** Payouts of marketplaces with the bank lines that they came in. */
export type ChainQuery = {
  readonly scope: AccountsScope | null;
  /** Today: what can be in the bank by now. */
  readonly day: LocalDate;
};
export type ChainPage = {
  readonly revision: number;
  /** The newest first. */
  readonly payouts: readonly ChainPayout[];
  /** Settlements of the rows, each with the keys of its payouts. */
  readonly ofRows: readonly {
    readonly canal: string;
    readonly cuenta: string;
    readonly settlement: string;
    readonly payouts: readonly string[];
  }[];
  /** Money that came to the bank and that no payout explains, the greatest first: MOST_TOLD of it. */
  readonly unexplained: {
    readonly lines: number;
    readonly sum: Decimal;
    readonly told: readonly ChainDeposit[];
  };
  /** What the bank's files reach over; null: there is none. */
  readonly bankDays: Days | null;
};
/** A bank line. */
export type ChainDeposit = {
  /** What a decision names it by. */
  readonly identity: string;
  readonly statementId: string;
  /** The file, and which bank's it is; null: not known. */
  readonly file: string;
  readonly bank: string | null;
  readonly line: number;
  readonly day: LocalDate | null;
  readonly description: string;
  readonly amount: Decimal;
  /** The user said what it is. */
  readonly isExplained: boolean;
};
export type ChainPayout = Omit<Payout, 'numbers'> &
  Standing & {
    /** In which the bank should get it. */
    readonly window: Days | null;
    /** What the bank got of it and of those together with it; null: nothing was found. */
    readonly came: Decimal | null;
    readonly difference: Decimal | null;
    readonly by: MatchCase['by'];
    readonly isExplained: boolean;
    readonly deposits: readonly ChainDeposit[];
    /** Keys of the payouts that came in the same bank lines. */
    readonly together: readonly string[];
    readonly suggestions: readonly ChainSuggestion[];
  };
export type ChainSuggestion = PayoutReasonFound & {
  readonly deposits: readonly ChainDeposit[];
  readonly payouts: readonly { readonly key: string; readonly name: string }[];
  readonly remains: Decimal;
};

/** From an order to its settlement, to the statement that speaks of it, to the bank. */
export type OrderChain = {
  readonly revision: number;
  /** Rentabilidad Marketplace of all its rows. */
  readonly amount: Decimal;
  readonly settlements: readonly {
    readonly settlement: string;
    /** Of the order's rows in it, and of all rows. */
    readonly amount: Decimal;
    readonly whole: Decimal;
  }[];
  /** Null: no statement that was imported speaks of it. */
  readonly statement: {
    readonly kind: StatementKind;
    readonly state: MatchCase['state'];
    readonly isExplained: boolean;
    /** Of all orders that are held against the same lines. */
    readonly there: Decimal;
    readonly difference: Decimal;
    readonly lines: number;
    readonly orders: number;
    readonly files: readonly string[];
  } | null;
  readonly hasStatements: boolean;
  readonly payouts: readonly ChainPayout[];
};

/** How far the orders of a month, and what was paid in it, are held against statements and the bank. */
export type MonthMatch = {
  readonly revision: number;
  readonly hasStatements: boolean;
  /** Orders bought in it that come to something. */
  readonly orders: number;
  /** Of them, that no statement holds; those that differ and are not explained. */
  readonly uncovered: { readonly orders: number; readonly amount: Decimal };
  readonly differing: { readonly orders: number; readonly amount: Decimal };
  /** Payouts of the month; those that the bank did not get, or got otherwise. */
  readonly payouts: number;
  readonly missing: { readonly payouts: number; readonly amount: Decimal };
  readonly short: { readonly payouts: number; readonly amount: Decimal };
  readonly waiting: { readonly payouts: number; readonly amount: Decimal };
};

/** BridgeError code of `confirmStatement` where another file was read meanwhile. */
export const UNKNOWN_READING = 'unknown-reading';

/** A step of reading a file: how far it has come (0 to 1), or its end. */
export type IntakeStep =
  | { readonly kind: 'running'; readonly share: number; readonly lines: number }
  | { readonly kind: 'refused'; readonly refusal: IntakeRefusal }
  | { readonly kind: 'done'; readonly answer: IntakeAnswer };

type Call<Input, Output> = { readonly input: Input; readonly output: Output };
type OpenCall = Call<
  {
    readonly accountId: string;
    readonly line: LedgerConnection;
    /** The copy may be brought to the present version. */
    readonly migrates?: boolean;
  },
  Opening
>;
type Slice = { readonly offset: number; readonly limit: number };

/** What an export for engines begins with: what lies in its folder, and what the rows do not tell. */
export type DatasetStart = {
  /** Chosen by who asks, so that it can be ended before it has begun. */
  readonly datasetId: string;
  readonly manifest: string | null;
  readonly files: readonly LyingFile[];
  readonly account: string;
  /** This app's version. */
  readonly app: string;
  /** Also as lines that PostgreSQL loads without a program that reads Parquet: two to three times the size. */
  readonly forPostgresql: boolean;
};

/** More of a month's file. Months whose rows did not change since the export before are passed over. */
export type DatasetChunk = {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of all rows of the account, those of files that stay among them. */
  readonly rowsDone: number;
};

export type DatasetEnd = {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** Files of the export before that stay. */
  readonly kept: readonly string[];
};

/** What the page remembers of an account: texts by name. */
export type StoredSettings = { readonly [name: string]: string };

/** What a backup says of its account, besides what the copy holds. */
export type BackupOrder = {
  readonly account: BackupAccount;
  readonly settings: StoredSettings;
  /** This app's version. */
  readonly app: string;
  readonly reason: BackupReason;
};

export type BackupChunk = { readonly bytes: Uint8Array<ArrayBuffer>; readonly rowsDone: number };

/** Rows of a month of purchases, null where none is readable, and the exact sum of their Ventas. */
export type MonthFacts = { readonly month: string | null; readonly rows: number; readonly ventas: string };

/** What a backup holds, and what of it could not be read. */
export type RestoreSummary = {
  readonly account: BackupAccount;
  readonly settings: StoredSettings;
  readonly app: string;
  readonly madeAtMs: number;
  readonly readUntil: string | null;
  readonly rows: number;
  /** Every byte is as it was written. */
  readonly isWhole: boolean;
  readonly lost: {
    readonly rows: number;
    /** Null where it is not known: it could not be read when the backup was made. */
    readonly months: readonly MonthFacts[] | null;
    readonly ventas: string;
    /** Entries of the change log, and of the history of runs. */
    readonly changes: number;
    readonly runs: number;
    /** Of what the user said beside the rows. */
    readonly annotations: number;
  };
};

export type RestoreEnd =
  | { readonly kind: 'ready'; readonly summary: RestoreSummary }
  /** `not-a-backup`: nothing in it is one of ours, or neither its beginning nor its end can be read. */
  | { readonly kind: 'refused'; readonly reason: 'not-a-backup' }
  | { readonly kind: 'refused'; readonly reason: 'newer'; readonly app: string };

export type DataCalls = {
  readonly open: OpenCall;
  readonly takeOver: OpenCall;
  readonly close: Call<null, null>;
  /** Deletes the local copy of an account for good, whoever has it open. */
  readonly deleteCopy: Call<{ readonly accountId: string }, null>;
  /** Holds the rows as they are: questions are answered from them until `release`, while commits go on beside. */
  readonly freeze: Call<null, LedgerFacts>;
  readonly release: Call<null, LedgerFacts>;
  readonly readFacts: Call<null, LedgerFacts>;
  readonly readTotals: Call<
    { readonly selection: Selection; readonly columns: readonly string[] } & InSlot,
    Totals
  >;
  /** Of the rows as they are by now, also while others are shown. */
  readonly readLatestTotals: Call<
    { readonly selection: Selection; readonly columns: readonly string[] } & InSlot,
    Totals
  >;
  readonly readTableRows: Call<RowsQuery & Slice & InSlot, TableRowsPage>;
  /** The rows of one line of a table grouped by order, in the same columns. */
  readonly readOrderRows: Call<RowsQuery & { readonly lineId: string }, TableRowsPage>;
  readonly readGroups: Call<GroupsQuery & InSlot, Groups>;
  readonly readBridge: Call<BridgeQuery & InSlot, Bridge>;
  readonly readValues: Call<ValuesQuery & InSlot, ValuesAnswer>;
  /** The rules of rows over a selection, and the rows that one of them fails in: in groups of like ones, and page by page. */
  readonly readRowProof: Call<{ readonly selection: Selection } & InSlot, RowProof>;
  readonly readFailureGroups: Call<
    { readonly selection: Selection; readonly id: string } & InSlot,
    FailureGroups
  >;
  readonly readFailingRows: Call<FailingRowsQuery & Slice & InSlot, FailingRowsPage>;
  readonly readMissingCosts: Call<MissingCostsQuery & InSlot, MissingCosts>;
  /** The rules of charges, and the rows that do not follow one of them. */
  readonly readRates: Call<RatesQuery & InSlot, Rates>;
  readonly readRateDeviations: Call<RateDeviationsQuery & Slice & InSlot, RateDeviationsPage>;
  /** What is odd in a selection (shared/domain/anomalies.ts), without what the user dismissed. */
  readonly readAnomalies: Call<AnomaliesQuery & InSlot, Anomalies>;
  /** `limit` null: all of them, for a file. */
  readonly readAnomalousOrders: Call<
    AnomalousOrdersQuery & { readonly offset: number; readonly limit: number | null } & InSlot,
    AnomalousOrdersPage
  >;
  /** What the user says products cost, and what it does. */
  readonly readOwnCosts: Call<OwnCostsQuery & InSlot, OwnCostLines>;
  readonly readUsedOwnCosts: Call<OwnCostsQuery & InSlot, UsedOwnCosts>;
  readonly readOwnCostTrial: Call<OwnCostTrialQuery & InSlot, OwnCostTrial>;
  /** Answered in an idle moment after the last of several commits: it never delays another question. */
  readonly readExceptions: Call<ExceptionsQuery & InSlot, Exceptions>;
  /** Begins a file of the rows as they are now; it is pulled chunk by chunk, so that it can be cancelled at any moment. */
  readonly startFile: Call<
    {
      readonly content: FileContent;
      readonly format: FileFormat;
      /** Of the newest rows, also while others are shown. */
      readonly isLatest?: boolean;
    },
    { readonly fileId: string; readonly lines: number }
  >;
  /** Null when the file is complete. */
  readonly readFileChunk: Call<{ readonly fileId: string }, FileChunk | null>;
  readonly endFile: Call<{ readonly fileId: string }, null>;
  /** Begins to hold a workbook against today's rows; `anyAccount`: also where it was written from another account. */
  readonly startCheck: Call<
    { readonly file: Blob; readonly anyAccount: boolean },
    { readonly checkId: string }
  >;
  /** Goes on for a while. */
  readonly readCheck: Call<{ readonly checkId: string }, CheckStep>;
  readonly endCheck: Call<{ readonly checkId: string }, null>;
  /** Begins to read a table file; it is pulled step by step, so that it can be cancelled. */
  readonly startIntake: Call<{ readonly file: Blob; readonly ask: IntakeAsk }, { readonly intakeId: string }>;
  readonly readIntake: Call<{ readonly intakeId: string }, IntakeStep>;
  readonly endIntake: Call<{ readonly intakeId: string }, null>;
  /** Stores the statement that was read, whole or not at all; the very same file again takes the place of the former. */
  readonly confirmStatement: Call<
    {
      readonly readingId: string;
      readonly name: string;
      readonly owner: string;
      readonly account?: SellerAccount | null;
    },
    { readonly id: string }
  >;
  /** Newest first. */
  readonly readStatements: Call<null, readonly ImportedStatement[]>;
  /** Says whose a statement is; null: that of the orders it names. */
  readonly setStatementAccount: Call<{ readonly id: string; readonly account: SellerAccount | null }, null>;
  /** Takes a statement out; until the next one is imported or taken out it can be brought back. */
  readonly deleteStatement: Call<{ readonly id: string }, null>;
  readonly restoreStatement: Call<{ readonly id: string }, null>;
  readonly readMatches: Call<MatchesQuery & Slice & InSlot, MatchesPage>;
  readonly readSettlements: Call<SettlementsQuery & Slice & InSlot, SettlementsPage>;
  readonly readReleases: Call<ReleasesQuery & InSlot, ReleasesPage>;
  readonly readChain: Call<ChainQuery & InSlot, ChainPage>;
  /** `identity`: cells of the columns that tell the order from all others. */
  readonly readOrderChain: Call<
    { readonly identity: { readonly [column: string]: Cell }; readonly day: LocalDate } & InSlot,
    OrderChain
  >;
  readonly readMonthMatch: Call<ChainQuery & { readonly month: Month } & InSlot, MonthMatch>;
  /** Begins an export of all rows for engines. Takes as long as looking at every cell, or until it is ended. */
  readonly startDataset: Call<DatasetStart, { readonly rows: number }>;
  /** Null where all months are complete. */
  readonly readDatasetChunk: Call<{ readonly datasetId: string }, DatasetChunk | null>;
  readonly readDatasetEnd: Call<
    { readonly datasetId: string; readonly written: readonly WrittenFile[] },
    DatasetEnd
  >;
  readonly endDataset: Call<{ readonly datasetId: string }, null>;
  /** Begins a backup of an account's copy, open or not, as it is now. Null: there is none. */
  readonly startBackup: Call<
    { readonly accountId: string; readonly order: BackupOrder },
    { readonly backupId: string; readonly rows: number; readonly isWhole: boolean } | null
  >;
  /** Null when it is complete. */
  readonly readBackupChunk: Call<{ readonly backupId: string }, BackupChunk | null>;
  readonly endBackup: Call<{ readonly backupId: string }, null>;
  /** Begins to read a backup, piece by piece. Nothing that is there is touched until `commitRestore`. */
  readonly startRestore: Call<null, { readonly restoreId: string }>;
  readonly writeRestore: Call<{ readonly restoreId: string; readonly bytes: Uint8Array<ArrayBuffer> }, null>;
  readonly finishRestore: Call<{ readonly restoreId: string }, RestoreEnd>;
  /** Makes what was read the account's copy, all at once; whoever has the former open closes it. */
  readonly commitRestore: Call<{ readonly restoreId: string; readonly accountId: string }, null>;
  readonly endRestore: Call<{ readonly restoreId: string }, null>;
  readonly forgetSettings: Call<{ readonly accountId: string }, null>;
  /** What the user said beside the rows, by key: of these kinds. */
  readonly readAnnotations: Call<
    { readonly kind: AnnotationKind },
    readonly { readonly key: string; readonly value: Annotation }[]
  >;
  /** Fails with INVALID_ANNOTATION where something is none of its kind; nothing is written then. */
  readonly writeAnnotations: Call<AnnotationChanges, null>;
  /** Keeps what a month holds by now, order by order; a close before goes. */
  readonly closeMonth: Call<CloseDecision, null>;
  /** The same month is open again; what it held stays until it is closed anew. */
  readonly reopenMonth: Call<MonthDecision, null>;
  /** Says that somebody has looked at what became of a closed month. */
  readonly seeDrift: Call<MonthDecision, null>;
  readonly takeAdjustment: Call<AdjustmentDecision, { readonly id: string }>;
  /** It was not taken: it is proposed again. */
  readonly removeAdjustment: Call<MonthDecision & { readonly id: string }, null>;
  /** Months that were ever closed, oldest first, as the newest rows have them. */
  readonly readCloses: Call<null, { readonly revision: number; readonly months: readonly CloseOfMonth[] }>;
  readonly readDrift: Call<DriftQuery & Slice, DriftPage>;
  /** Begins to look for what makes a figure seen elsewhere differ; it is pulled step by step, so that it can be cancelled. */
  readonly startExplanation: Call<ExplainQuery, { readonly explanationId: string }>;
  readonly readExplanation: Call<{ readonly explanationId: string }, ExplanationProgress>;
  readonly endExplanation: Call<{ readonly explanationId: string }, null>;
  readonly readExplainedRows: Call<ExplainedRowsQuery & InSlot, ExplainedRows>;
  readonly readCoverage: Call<null, Coverage>;
  /** Runs of the sync, newest first. */
  readonly readRuns: Call<
    Slice & { readonly onlyNoted: boolean },
    { readonly total: number; readonly noted: number; readonly runs: readonly RunEntry[] }
  >;
  /** The windows of a run, in the order they were read. */
  readonly readRunWindows: Call<{ readonly runId: string }, readonly RunWindow[]>;
  readonly readChanges: Call<ChangesQuery & Slice, ChangesPage>;
  /** What became of one order, told by the cells of its identity (shared/domain/order-identity.ts). */
  readonly readOrderHistory: Call<{ readonly identity: { readonly [column: string]: Cell } }, OrderHistory>;
};

/** The worker, as one who asks it sees it. */
export type DataCaller = Caller<DataCalls>;

export const DATA_CALL_NAMES = [
  'open',
  'takeOver',
  'close',
  'deleteCopy',
  'freeze',
  'release',
  'readFacts',
  'readTotals',
  'readLatestTotals',
  'readTableRows',
  'readOrderRows',
  'readGroups',
  'readBridge',
  'readValues',
  'readRowProof',
  'readFailureGroups',
  'readFailingRows',
  'readMissingCosts',
  'readRates',
  'readRateDeviations',
  'readAnomalies',
  'readAnomalousOrders',
  'readOwnCosts',
  'readUsedOwnCosts',
  'readOwnCostTrial',
  'readExceptions',
  'startFile',
  'readFileChunk',
  'endFile',
  'startCheck',
  'readCheck',
  'endCheck',
  'startIntake',
  'readIntake',
  'endIntake',
  'confirmStatement',
  'readStatements',
  'setStatementAccount',
  'deleteStatement',
  'restoreStatement',
  'readMatches',
  'readSettlements',
  'readReleases',
  'readChain',
  'readOrderChain',
  'readMonthMatch',
  'startDataset',
  'readDatasetChunk',
  'readDatasetEnd',
  'endDataset',
  'startBackup',
  'readBackupChunk',
  'endBackup',
  'startRestore',
  'writeRestore',
  'finishRestore',
  'commitRestore',
  'endRestore',
  'forgetSettings',
  'readAnnotations',
  'writeAnnotations',
  'closeMonth',
  'reopenMonth',
  'seeDrift',
  'takeAdjustment',
  'removeAdjustment',
  'readCloses',
  'readDrift',
  'startExplanation',
  'readExplanation',
  'endExplanation',
  'readExplainedRows',
  'readCoverage',
  'readRuns',
  'readRunWindows',
  'readChanges',
  'readOrderHistory',
] as const satisfies readonly (keyof DataCalls)[];

export type DataEvents = {
  /** How far the opening of a local copy has come; several times while it lasts. */
  readonly opening: { readonly rowsRead: number; readonly rows: number };
  /** A commit became visible: figures of an older revision are stale, where they are not frozen. */
  readonly committed: { readonly revision: number };
  /** Something else was written: a run, a control total, a checkpoint. Coverage and history are stale. */
  readonly noted: null;
  /** The user said something beside the rows: answers that rest on it are stale, frozen or not. */
  readonly annotated: null;
  /** Another page took the ledger over: this one no longer writes and shows that it is closed. */
  readonly ownershipLost: null;
  /** The database went away under us (cleared, evicted): the ledger has to be opened again. */
  readonly ledgerLost: null;
  /** Nobody caught this in the worker. */
  readonly failed: PageError;
};
