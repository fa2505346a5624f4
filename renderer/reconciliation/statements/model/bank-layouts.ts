import { amount, date, type Layout, layoutOf, type Need, type Term, text, unused } from './layout.ts';

/** Extracts of banks: one kind, told apart only to know what each calls its columns. */

const TWO_COLUMNS: readonly Term[] = [
  ['credit', 1],
  ['debit', 1],
];

const day = (...headers: readonly string[]) => date('date', 'date', 'needed', ...headers);
const detail = (...headers: readonly string[]) => text('description', 'description', 'needed', ...headers);
const documentNumber = (...headers: readonly string[]) =>
  text('operation', 'operation', 'optional', ...headers);
const credit = (...headers: readonly string[]) => amount('credit', null, 'needed', ...headers);
/** Charges come with a minus or without one; both take money (`unsigned-debit`). */
const debit = (...headers: readonly string[]) => amount('debit', null, 'needed', ...headers);
const balance = (need: Need, ...headers: readonly string[]) => amount('balance', 'balance', need, ...headers);

const BANKS: readonly Layout<'bank'>[] = [
  layoutOf({
    id: 'bci',
    kind: 'bank',
    dayOrder: 'day-first',
    currency: 'CLP',
    columns: [
      day('Fecha'),
      text('branch', null, 'expected', 'Sucursal'),
      detail('Descripción'),
      documentNumber('N° Documento'),
      debit('Cheques y otros cargos'),
      credit('Depósitos y Abono', 'Depósitos y Abonos'),
      balance('expected', 'Saldo diario'),
    ],
    net: TWO_COLUMNS,
  }),
  layoutOf({
    id: 'banco-de-chile',
    kind: 'bank',
    dayOrder: 'day-first',
    currency: 'CLP',
    columns: [
      day('Fecha'),
      detail('Detalle Movimiento'),
      debit('Cheque o Cargo'),
      credit('Deposito o Abono'),
      balance('expected', 'Saldo'),
      documentNumber('Docto. Nro.'),
      ...unused('Trn', 'Caja', 'Sucursal'),
    ],
    net: TWO_COLUMNS,
  }),
  layoutOf({
    id: 'banco-de-chile-cartola',
    kind: 'bank',
    dayOrder: 'day-first',
    currency: 'CLP',
    columns: [
      day('FECHA DIA/MES', 'Fecha día mes'),
      detail('Detalle de transacción', 'Detalle transacción', 'Detalle Movimiento', 'Descripción'),
      text('branch', null, 'optional', 'Sucursal'),
      documentNumber('N° Docto', 'N° Documento', 'Docto. Nro.'),
      debit('Monto cheques o cargos', 'Cheques o cargos', 'Cheque o Cargo', 'Cargo', 'Cargos'),
      credit('Monto depósitos o abonos', 'Depósitos o abonos', 'Deposito o Abono', 'Abono', 'Abonos'),
      balance('expected', 'Saldo'),
    ],
    net: TWO_COLUMNS,
  }),
  layoutOf({
    id: 'banco-de-chile-txt',
    kind: 'bank',
    dayOrder: 'day-first',
    currency: 'CLP',
    isWhole: true,
    columns: [
      text('account', null, 'needed', 'txt account'),
      day('txt date'),
      text('movement', 'movement', 'needed', 'txt code'),
      text('operation', 'operation', 'needed', 'txt serial'),
      amount('amount', null, 'needed', 'txt amount'),
      text('letter', null, 'needed', 'txt sign'),
      text('branch', null, 'needed', 'txt branch'),
      detail('txt text'),
    ],
    net: [['amount', 1]],
    sign: 'letter',
  }),
  layoutOf({
    id: 'santander-cl',
    kind: 'bank',
    dayOrder: 'day-first',
    currency: 'CLP',
    columns: [
      amount('amount', null, 'needed', 'MONTO'),
      detail('DESCRIPCIÓN MOVIMIENTO'),
      day('FECHA'),
      documentNumber('N° DOCUMENTO'),
      text('branch', null, 'expected', 'SUCURSAL'),
      text('letter', null, 'needed', 'CARGO/ABONO'),
    ],
    net: [['amount', 1]],
    sign: 'letter',
  }),
  layoutOf({
    id: 'bancoestado',
    kind: 'bank',
    dayOrder: 'day-first',
    currency: 'CLP',
    columns: [
      day('Fecha'),
      text('branch', null, 'expected', 'Sucursal'),
      text('account', null, 'expected', 'N° Cuenta Corriente'),
      text('alias', null, 'expected', 'Alias'),
      text('sheet', null, 'expected', 'N° Cartola'),
      documentNumber('N° Operación'),
      detail('Descripción'),
      debit('Cheques / Cargos'),
      credit('Depósitos / Abonos'),
      balance('expected', 'Saldo'),
    ],
    net: TWO_COLUMNS,
  }),
  layoutOf({
    id: 'scotiabank',
    kind: 'bank',
    currency: 'CLP',
    columns: [
      day('Fecha(dd-mm-yyyy)', 'Fecha'),
      detail('Descripción'),
      documentNumber('Numero Documento'),
      debit('Cargo', 'Cargos'),
      credit('Abono', 'Abonos'),
      balance('expected', 'Saldo Diario', 'Saldo'),
    ],
    net: TWO_COLUMNS,
  }),
  layoutOf({
    id: 'itau',
    kind: 'bank',
    currency: 'CLP',
    columns: [
      day('Fecha'),
      detail('Descripción', 'Movimiento', 'Movimientos'),
      text('operation', 'operation', 'optional', 'N° Operación', 'N° Documento'),
      credit('Abonos', 'Depósitos o abonos'),
      debit('Cargos', 'Giros o cargos'),
      balance('expected', 'Saldo', 'Saldos'),
    ],
    net: TWO_COLUMNS,
  }),
  layoutOf({
    id: 'argentina-letters',
    kind: 'bank',
    columns: [
      day('Fecha'),
      date('date-value', 'released', 'expected', 'Fecha valor'),
      detail('Descripción'),
      documentNumber('Comprobante'),
      amount('amount', null, 'needed', 'Importe'),
      text('letter', null, 'needed', 'D/C'),
      balance('expected', 'Saldo'),
    ],
    net: [['amount', 1]],
    sign: 'letter',
  }),
  layoutOf({
    id: 'argentina-state',
    kind: 'bank',
    columns: [
      day('FECHA'),
      detail('CONCEPTO'),
      text('operation', 'operation', 'needed', 'REFERENCIA'),
      amount('amount', null, 'needed', 'IMPORTE'),
      text('state', null, 'needed', 'ESTADO'),
    ],
    isWhole: true,
    net: [['amount', 1]],
  }),
  layoutOf({
    id: 'argentina-balance',
    kind: 'bank',
    columns: [
      day('Fecha'),
      detail('Descripcion', 'Concepto'),
      amount('amount', null, 'needed', 'Monto', 'Importe'),
      balance('needed', 'Saldo'),
    ],
    net: [['amount', 1]],
    sign: 'balance',
  }),
  layoutOf({
    id: 'bbva-mx',
    kind: 'bank',
    columns: [
      day('FECHA'),
      detail('DESCRIPCIÓN'),
      debit('CARGO'),
      credit('ABONO'),
      balance('needed', 'SALDO'),
    ],
    net: TWO_COLUMNS,
  }),
  layoutOf({
    id: 'ofx',
    kind: 'bank',
    isWhole: true,
    columns: [
      text('movement', 'movement', 'needed', 'ofx TRNTYPE'),
      day('ofx DTPOSTED'),
      amount('amount', null, 'needed', 'ofx TRNAMT'),
      text('operation', 'operation', 'needed', 'ofx FITID'),
      detail('ofx NAME'),
      text('currency', 'currency', 'needed', 'ofx CURDEF'),
    ],
    net: [['amount', 1]],
  }),
];

const ANY_DAY = ['Fecha', 'Fecha movimiento', 'Fecha contable', 'Fecha operación', 'Día', 'Data', 'Date'];
const ANY_DETAIL = ['Descripción', 'Detalle', 'Concepto', 'Glosa', 'Movimiento', 'Histórico', 'Description'];
const ANY_BALANCE = ['Saldo', 'Saldo diario', 'Saldo contable', 'Saldo disponible', 'Balance'];

/** Banks that are not on the list: only their running balance says that they are ones. */
const ANY_BANK: readonly Layout<'bank'>[] = [
  layoutOf({
    id: 'any-two-columns',
    kind: 'bank',
    columns: [
      day(...ANY_DAY),
      detail(...ANY_DETAIL),
      debit('Cargo', 'Cargos', 'Débito', 'Débitos', 'Giros', 'Egresos', 'Retiros', 'Debit'),
      credit('Abono', 'Abonos', 'Crédito', 'Créditos', 'Depósitos', 'Ingresos', 'Credit'),
      balance('needed', ...ANY_BALANCE),
    ],
    net: TWO_COLUMNS,
    needsChecks: true,
  }),
  layoutOf({
    id: 'any-one-column',
    kind: 'bank',
    columns: [
      day(...ANY_DAY),
      detail(...ANY_DETAIL),
      amount('amount', null, 'needed', 'Monto', 'Importe', 'Valor', 'Amount'),
      balance('needed', ...ANY_BALANCE),
    ],
    net: [['amount', 1]],
    sign: 'balance',
    needsChecks: true,
  }),
];

export const BANK_LAYOUTS: readonly Layout<'bank'>[] = [...BANKS, ...ANY_BANK];
